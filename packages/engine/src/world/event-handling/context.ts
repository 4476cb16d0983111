/** The view that event handling has of an island. */
import type { IslandContext } from "../context/index.js";

/** Parts of an island that an event reads and writes; no other part is visible in this room. */
export type EventContext = Pick<
  IslandContext,
  | "world"
  | "island"
  | "limits"
  | "jointFriction"
  | "candidates"
  | "contactSet"
  | "memory"
  | "solvers"
  | "display"
  | "status"
  | "budget"
>;

/** Parts of an island that time-stepping reads and writes. */
import type { IslandContext } from "../context/index.js";

/** Parts of an island that time-stepping reads and writes: no other part is visible in this room. */
export type SteppingContext = Pick<
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

/** The view that guards have of an island. */
import type { IslandContext } from "../context/index.js";

/** Parts of an island that guards read: no other part is visible in this room. */
export type GuardContext = Pick<
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
  | "budget"
  | "clock"
>;

/** Parts of an island that the audit of reported forces reads. */
import type { IslandContext } from "../context/index.js";

/** Parts of an island that the audit of reported forces reads: no other part is visible in this room. */
export type AuditContext = Pick<
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

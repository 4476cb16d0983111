/**
 * Constraints are objects, as forces are. Each fills its slice of C and its blocks of J, and the part of C̈ that is not
 * J q̈; the mechanism makes one system of them all.
 *
 *   C(q, t) = 0       Ċ = J q̇ + ∂C/∂t       C̈ = J q̈ + γ
 *
 *   γ   J̇ q̇, and what else C̈ has where C depends on the time
 *
 * The notes fill J̇ as well; only its product with q̇ is ever used, so that is what a constraint gives.
 *
 * A row on velocities alone (rolling, a motor) has no C: the constraint leaves that zero, and says so by `binds`.
 *
 * Follows: Constrained Dynamics, sections 3 and 4.3.
 */
import type { End } from "./end.js";
import type { Mechanism } from "./mechanism.js";
import type { RowTable } from "./row-table.js";

/** Numbers that are remembered from step to step. */
export type Memory = readonly Float64Array[];

export type Binding = "positions" | "velocities";

export interface Constraint {
  /** Said in reports: "hinge", "rope", … */
  readonly name: string;
  /** How many scalar constraints it is. */
  readonly rows: number;
  /** What it takes hold of: it has a block of J for each. */
  readonly ends: readonly End[];
  /** Its three rows are ±(p_A − p_B), of the points of its two ends: A = J W Jᵀ is then cheaper to fill. */
  readonly joinsPoints?: boolean;
  /** What it binds, or what each of its rows does. Default "positions". */
  readonly binds?: Binding | readonly Binding[];
  /** Whether it is another at another time, of itself: what it holds may begin to move. Default false. */
  readonly changes?: boolean;
  /**
   * Writes C, γ, ∂C/∂t (where they are not zero: all are cleared before) and every row of J, by `table.writeRow` or into
   * `table.jacobian`. The ends have been located. `c` is the number of this constraint in the table.
   */
  evaluate(table: RowTable, c: number, mechanism: Mechanism): void;
  /** Called when a step has ended: for what goes round, and is counted on (angles). */
  finishStep?(): void;
  /** What it remembers from step to step, besides the state: a snapshot keeps it, and who sets the state back, too. */
  readonly memory?: Memory;
}

/** Makes a constraint for a mechanism; `path` names it in errors. */
export type ConstraintMaker<C extends Constraint = Constraint> = (mechanism: Mechanism, path: string) => C;

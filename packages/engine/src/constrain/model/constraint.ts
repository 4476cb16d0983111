/**
 * Constraints are objects, as forces are. Each fills its slice of C and its blocks of J, and the part of C̈ that is not
 * J q̈; the mechanism makes one system of them all.
 *
 *   C(q, t) = 0       Ċ = J q̇ + ∂C/∂t       C̈ = J q̈ + γ
 *
 *   γ   J̇ q̇, and the other terms of C̈ where C depends on the time
 *
 * The notes fill J̇ as well; only its product with q̇ is ever used, so a constraint gives that product.
 *
 * A row on velocities alone (rolling, a motor) has no C: the constraint leaves that zero, and says so by `binds`.
 *
 * Follows: Constrained Dynamics, sections 3 and 4.3.
 */
import type { End } from "./end.js";
import type { MechanismState } from "./mechanism-state.js";

/** Numbers that are remembered from step to step. */
export type Memory = readonly Float64Array[];

/** A level on which a row binds: positions and with them velocities, or velocities alone (a nonholonomic row). */
export type Binding = "positions" | "velocities";

/** The rows of a system as a constraint writes its own: see row-table.ts. */
export interface ConstraintRows {
  /** First row of each constraint; the last entry is the number of rows. */
  readonly rowStart: Int32Array;
  /** First block of J of each constraint, one block an end; the last entry is the number of blocks. */
  readonly blockStart: Int32Array;
  /** First entry in `jacobian` of each block; the last entry is the number of entries. */
  readonly valueStart: Int32Array;
  /** Width of each block: the number of its columns. */
  readonly width: Int32Array;
  /** Blocks of J, one behind the other, each row by row. */
  readonly jacobian: Float64Array;
  /** C: one entry a row. */
  readonly value: Float64Array;
  /** γ, C̈ less J q̈: one entry a row. */
  readonly gamma: Float64Array;
  /** ∂C/∂t: one entry a row. */
  readonly drift: Float64Array;
  /** λ: one entry a row. */
  readonly lambda: Float64Array;
  /** n and t of the first end of each row, 6 entries a row: the wrench of a unit multiplier. */
  readonly wrench: Float64Array;
  /** Writes row k of constraint c for its end e: n = `n[i …]` and t = `t[j …]`, three numbers each. */
  writeRow(c: number, e: number, k: number, n: Float64Array, i: number, t: Float64Array, j: number): void;
}

/** A constraint: which ends its rows act on, and the numbers of the rows at any state. */
export interface Constraint {
  /** Name for reports: "hinge", "rope", … */
  readonly name: string;
  /** Number of scalar constraints. */
  readonly rows: number;
  /** The ends that the constraint acts on: it has a block of J for each. */
  readonly ends: readonly End[];
  /** Whether its three rows are ±(p_A − p_B), of the points of its two ends: A = J W Jᵀ is then cheaper to fill. */
  readonly joinsPoints?: boolean;
  /** The level on which the constraint binds, or that of each row. Default "positions". */
  readonly binds?: Binding | readonly Binding[];
  /**
   * Whether the constraint depends on the time explicitly: bodies that it holds at rest may then begin to move. Default false.
   */
  readonly changes?: boolean;
  /**
   * Writes C, γ, ∂C/∂t (where they are not zero: all are cleared before) and every row of J, by `table.writeRow` or into
   * `table.jacobian`. The ends have been located. `c` is the number of this constraint in the table.
   */
  evaluate(table: ConstraintRows, c: number, mechanism: MechanismState): void;
  /** Called when a step has ended: for coordinates that count on, as angles do. */
  finishStep?(): void;
  /**
   * Numbers that are remembered from step to step, besides the state: a snapshot stores them, and whoever restores a state
   * restores them too.
   */
  readonly memory?: Memory;
}

/** A mechanism as the makers of its constraints see it: the state, and the multipliers of its rows. */
export interface ConstraintHost extends MechanismState {
  /** The rows of all constraints. */
  readonly table: ConstraintRows;
  /** Index of a constraint of the mechanism; throws if it is none of them. */
  requireConstraint(constraint: Constraint): number;
  /** Brings the multipliers λ up to date. */
  readForces(): void;
}

/** A function that makes a constraint for a mechanism; `path` names the constraint in errors. */
export type ConstraintMaker<C extends Constraint = Constraint> = (mechanism: ConstraintHost, path: string) => C;

/**
 * The linear system of the rows of an island: its joints and the contacts that are active, with the factored matrix of their
 * forces,
 *
 *   J W Jᵀ λ = −γ − J W Q
 *
 * and its vectors in the columns of q̇ and in the rows.
 *
 * Follows: Constrained Dynamics, section 3.
 */
import type { Constraint, ConstraintSolver, RowTable } from "../../constrain/index.js";
import { createArrays } from "../../math/index.js";
import { ActiveTables } from "./active-tables.js";
import type { IslandModel } from "./island-model.js";

const noNumbers = new Float64Array(0);

/** The rows of the joints and active contacts of an island, with the factored matrix of their forces. */
export class ActiveSystem {
  /** Rows of joints and active contacts. */
  table: RowTable;
  /** Factored matrix of the rows. */
  solver: ConstraintSolver;
  /** Work array in the columns of q̇: velocities, or forces. */
  readonly velocity: Float64Array;
  /** Accelerations in the columns of q̇. */
  readonly acceleration: Float64Array;
  /** Right sides of the rows: J W Q. */
  rightSide: Float64Array = noNumbers;
  /** Angle by which rounding may rotate the normals of active contacts, rad: activate.ts. */
  readonly tilt: Float64Array;
  /** Errors of C, m or rad, and Ċ, m/s or rad/s, up to which the last derivative of a step serves the next step (FSAL). */
  readonly slack: Float64Array;
  /** Rounding of C, m. */
  readonly doubt: Float64Array;
  /** Whether the rows and their factor are those of the state. */
  isFresh = false;
  /** Whether Ċ is evaluated. */
  hasRates = false;
  private readonly tables = new ActiveTables();

  constructor(model: IslandModel) {
    const arrays = createArrays([model.count, model.count, 1, 2, 1]);
    [this.velocity, this.acceleration, this.tilt, this.slack, this.doubt] = arrays;
    const { table, solver } = this.tables.choose(model, [], [], model.mechanism.settings.solver);
    this.table = table;
    this.solver = solver;
  }

  /** Activates rows, beside those of the joints, in place of the rows active before. */
  choose(model: IslandModel, active: readonly Constraint[]): void {
    const { mechanism, parts } = model;
    const { table, solver } = this.tables.choose(model, parts.joints, active, mechanism.settings.solver);
    this.table = table;
    this.solver = solver;
    if (this.rightSide.length < table.rows) this.rightSide = new Float64Array(2 * table.rows);
    this.tilt[0] = 0;
  }

  /** Returns whether the errors of all rows are at most most[k]. */
  isWithin(values: Float64Array, most: Float64Array, k: number): boolean {
    for (let r = 0; r < this.table.rows; r++) if (!(Math.abs(values[r]) <= most[k])) return false;
    return true;
  }
}

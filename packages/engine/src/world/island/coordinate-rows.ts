/** Rows along coordinates of the joints of an island that are constraints at times only: limits, friction. */
import { type Constraint, gatherVelocities, RowTable } from "../../constrain/index.js";
import { chooseEmpty } from "./active-tables.js";
import type { Island } from "./island.js";

const noNumbers = new Float64Array(0);

/** Rows along coordinates of joints, evaluated at the state of their island. */
export class CoordinateRows {
  /** q̇ at the last evaluation. */
  readonly velocity: Float64Array;
  private readonly island: Island;
  /** C, Ċ, γ and J of all rows; row k is that of element k, where every element has one row. */
  readonly table: RowTable;

  constructor(island: Island, list: readonly Constraint[]) {
    this.island = island;
    this.table = list.length > 0 ? new RowTable(list, island.model) : chooseEmpty(island.model.mechanism).table;
    this.velocity = list.length > 0 ? new Float64Array(island.model.count) : noNumbers;
  }

  /** Evaluates C, Ċ, γ and J at the state. */
  evaluate(): void {
    const { table, island, velocity } = this;
    const { places, rate, drift, rows, constraints } = table;
    if (rows === 0) return;
    for (let k = 0; k < places.length; k++) places[k].locate(island.model.mechanism);
    table.clear();
    for (let k = 0; k < constraints.length; k++) constraints[k].evaluate(table, k, island.model.mechanism);
    gatherVelocities(velocity, island.model);
    table.multiply(rate, velocity);
    for (let k = 0; k < rows; k++) rate[k] += drift[k];
  }

  /** Adds Jᵀ j of a row of element k to out, in the columns of q̇. */
  addForce(out: Float64Array, k: number, j: number, row = 0): void {
    const { blockStart, column, width, valueStart, jacobian } = this.table;
    for (let b = blockStart[k]; b < blockStart[k + 1]; b++) {
      const v = valueStart[b] + row * width[b];
      for (let x = 0; x < width[b] && column[b] >= 0; x++) out[column[b] + x] += j * jacobian[v + x];
    }
  }

  /** Returns J x of a row of element k, over the columns of q̇ from `first` to `end`. */
  multiply(k: number, x: Float64Array, first: number, end: number, row = 0): number {
    const { blockStart, column, width, valueStart, jacobian } = this.table;
    let sum = 0;
    for (let b = blockStart[k]; b < blockStart[k + 1]; b++) {
      if (column[b] < first || column[b] >= end) continue;
      const v = valueStart[b] + row * width[b];
      for (let y = 0; y < width[b]; y++) sum += jacobian[v + y] * x[column[b] + y];
    }
    return sum;
  }
}

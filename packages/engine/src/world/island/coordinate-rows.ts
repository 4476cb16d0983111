/** Rows along coordinates of the joints of an island, that are no constraints of it all the time: limits, friction. */
import { type Constraint, gatherVelocities, RowTable } from "../../constrain/index.js";
import { chooseEmpty } from "./active-tables.js";
import type { Island } from "./island.js";

const noNumbers = new Float64Array(0);

export class CoordinateRows {
  /** q̇ where they were evaluated last. */
  readonly velocity: Float64Array;
  private readonly island: Island;
  /** C, Ċ, γ and J of all: row k is that of the k-th, where all have one. */
  readonly table: RowTable;

  constructor(island: Island, list: readonly Constraint[]) {
    this.island = island;
    this.table = list.length > 0 ? new RowTable(list, island) : chooseEmpty(island.mechanism).table;
    this.velocity = list.length > 0 ? new Float64Array(island.count) : noNumbers;
  }

  /** C, Ċ, γ and J at the state. */
  evaluate(): void {
    const { table, island, velocity } = this;
    const { places, rate, drift, rows, constraints } = table;
    if (rows === 0) return;
    for (let k = 0; k < places.length; k++) places[k].locate(island.mechanism);
    table.clear();
    for (let k = 0; k < constraints.length; k++) constraints[k].evaluate(table, k, island.mechanism);
    gatherVelocities(velocity, island);
    table.multiply(rate, velocity);
    for (let k = 0; k < rows; k++) rate[k] += drift[k];
  }

  /** out += Jᵀ j of a row of the k-th, in the columns of q̇. */
  addForce(out: Float64Array, k: number, j: number, row = 0): void {
    const { blockStart, column, width, valueStart, jacobian } = this.table;
    for (let b = blockStart[k]; b < blockStart[k + 1]; b++) {
      const v = valueStart[b] + row * width[b];
      for (let x = 0; x < width[b] && column[b] >= 0; x++) out[column[b] + x] += j * jacobian[v + x];
    }
  }

  /** J x of a row of the k-th, in the columns of q̇ from `first` to `end`. */
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

/**
 * A set of independent rows with their factor, N = Q R (thin-qr.ts), and the forces on them. Rows come and go; of a row
 * that depends on the set, n = N r, the force can be passed on:
 *
 *   f_p n = Σ (f_p rⱼ) nⱼ     what p carries goes to the rows of the set, as long as none of them would have to pull
 */

import { QrResult, ThinQr } from "../dense/index.js";
import { absentShare, dependentRow } from "./parameters.js";
import { RowKind, type UnilateralProblem } from "./unilateral-problem.js";

/** A working set of independent rows, with its QR factor and the forces on them. */
export class WorkingSet {
  readonly qr = new ThinQr();
  /** Rows in the set, by their column in the factor; and the column of each row, −1 outside. */
  active = new Int32Array(0);
  place = new Int32Array(0);
  /** The row that left last. */
  released = -1;
  /** After `solveRow`: the row last projected as a sum of those in the set. */
  r = new Float64Array(0);

  get size(): number {
    return this.qr.size;
  }

  /** Makes room for the rows of the problem. */
  setUp(problem: UnilateralProblem): void {
    const m = problem.rowCount;
    if (m <= this.place.length) return;
    this.place = new Int32Array(m);
    this.active = new Int32Array(m);
    this.r = new Float64Array(m);
  }

  /** Empties the set, and makes room for up to `capacity` rows. */
  reset(problem: UnilateralProblem, capacity: number): void {
    this.setUp(problem);
    const { place } = this;
    for (let i = 0; i < problem.rowCount; i++) place[i] = -1;
    this.qr.reset(problem.dimension, capacity);
  }

  /** Empties the set in a time that does not depend on the number of rows. */
  restart(dimension: number, capacity: number): void {
    const { place, active, qr } = this;
    for (let j = 0; j < qr.size; j++) place[active[j]] = -1;
    qr.reset(dimension, capacity);
  }

  /** Projects row p on the set; whether it depends on it. */
  project(problem: UnilateralProblem, p: number, d: Float64Array): boolean {
    const { qr } = this;
    qr.project(problem.values, problem.column, problem.rowStart[p], problem.rowStart[p + 1]);
    return !(qr.result[QrResult.rest] > dependentRow * d[p]) || qr.size === qr.capacity;
  }

  /** Writes the row last projected as Σ rⱼ nⱼ, as far as it depends on the set. */
  solveRow(): void {
    const { qr, r } = this;
    for (let j = 0; j < qr.size; j++) r[j] = qr.d[j];
    qr.solveUpper(r);
  }

  /** Takes the row last projected into the set. */
  enter(row: number): void {
    this.active[this.qr.size] = row;
    this.place[row] = this.qr.size;
    this.qr.append();
  }

  leave(column: number): void {
    const { active, place, qr } = this;
    this.released = active[column];
    place[this.released] = -1;
    qr.remove(column);
    for (let j = column; j < qr.size; j++) {
      active[j] = active[j + 1];
      place[active[j]] = j;
    }
  }

  /**
   * Row p depends on the set, as `solveRow` has found: what it has of force goes to the set, until it has none (true), or
   * a row of the set has none and leaves its place to p.
   */
  transferForce(p: number, kind: Uint8Array, d: Float64Array, f: Float64Array): boolean {
    const { qr, active, r } = this;
    const sign = f[p] < 0 ? -1 : 1;
    let step = Math.abs(f[p]);
    let leaving = -1;
    let most = 0;
    for (let j = 0; j < qr.size; j++) {
      const i = active[j];
      if (kind[i] === RowKind.equality || !(sign * r[j] < 0)) continue;
      const share = r[j] * r[j] * d[i];
      if (share <= absentShare * d[p]) continue;
      const bound = Math.max(0, -f[i] / (sign * r[j]));
      // of several that come to zero at once the one that counts most
      if (bound < step || (bound === step && leaving >= 0 && share > most)) {
        step = bound;
        leaving = j;
        most = share;
      }
    }
    for (let j = 0; j < qr.size; j++) f[active[j]] += sign * step * r[j];
    f[p] = leaving < 0 ? 0 : f[p] - sign * step;
    if (leaving < 0) return true;
    f[active[leaving]] = 0;
    this.leave(leaving);
    return false;
  }
}

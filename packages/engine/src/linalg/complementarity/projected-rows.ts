/**
 * Rows freed of the equalities of a problem, kept as long as these stay what they are: of each row n,
 *
 *   w = A_E⁻¹ J_E n,   n̂ = n − J_Eᵀ w,   and its coordinates r in an orthonormal basis of all n̂,  N̂ = Q R (thin-qr.ts)
 *
 * A row is found again by its nodes and numbers. At one instant the same contacts are asked for many times, for impacts, for
 * forces, and in another order.
 */
import { resize } from "../../math/index.js";
import { QrResult, ThinQr } from "../dense/index.js";
import type { EqualityFactor } from "./equality-factor.js";
import { projectionRounding } from "./parameters.js";
import type { UnilateralProblem } from "./unilateral-problem.js";

/** Numbers of a row by which it is found again: two bodies. */
const keyLength = 12;

/** A cache of rows projected on the null space of the equalities. */
export class ProjectedRows {
  /** Q; R is in the coordinates. */
  readonly qr = new ThinQr();
  /** Of each row: w, r and how many numbers r has. */
  w = new Float64Array(0);
  coordinates = new Float64Array(0);
  length = new Int32Array(0);
  /** Room for rows, and for numbers of r. */
  capacity = 0;
  private count = 0;
  private generation = -1;
  private dimension = 0;
  private equalities = 0;
  /** Nodes and numbers by which rows are found; rows on more than two nodes have none. */
  private nodes = new Int32Array(0);
  private keySize = new Int32Array(0);
  private key = new Float64Array(0);
  private n = new Float64Array(0);
  private t = new Float64Array(0);
  private column = new Int32Array(0);

  /** Makes room for `more` rows; forgets all where the equalities have changed, or where there is no more room. */
  begin(generation: number, dimension: number, equalities: number, more: number): void {
    const isSame = generation === this.generation && dimension === this.dimension && equalities === this.equalities;
    if (isSame && this.count + more <= this.capacity) return;
    this.generation = generation;
    this.dimension = dimension;
    this.equalities = equalities;
    this.count = 0;
    if (2 * more > this.capacity) {
      this.capacity = Math.max(16, 3 * more);
      this.coordinates = new Float64Array(this.capacity * this.capacity);
      this.length = new Int32Array(this.capacity);
      this.nodes = new Int32Array(2 * this.capacity);
      this.keySize = new Int32Array(this.capacity);
      this.key = new Float64Array(keyLength * this.capacity);
    }
    if (this.capacity * equalities > this.w.length) this.w = new Float64Array(this.capacity * equalities);
    if (equalities > this.t.length) this.t = new Float64Array(equalities);
    if (dimension > this.n.length) {
      this.n = resize(this.n, dimension);
      this.column = Int32Array.from({ length: dimension }, (_, k) => k);
    }
    this.qr.reset(dimension, Math.min(this.capacity, dimension));
  }

  /** The place of an equal row, or −1. */
  find({ rowStart, blockStart, blockNode, values }: UnilateralProblem, i: number): number {
    const from = rowStart[i];
    const size = rowStart[i + 1] - from;
    if (size > keyLength || size === 0 || blockStart[i + 1] - blockStart[i] > 2) return -1;
    const a = blockNode[blockStart[i]];
    const b = blockNode[blockStart[i + 1] - 1];
    for (let s = 0; s < this.count; s++) {
      if (this.keySize[s] !== size || this.nodes[2 * s] !== a || this.nodes[2 * s + 1] !== b) continue;
      let k = 0;
      while (k < size && this.key[keyLength * s + k] === values[from + k]) k++;
      if (k === size) return s;
    }
    return -1;
  }

  /** Takes row i in; its place. */
  add(problem: UnilateralProblem, i: number, equalities: EqualityFactor): number {
    const s = this.count++;
    this.writeKey(s, problem, i);
    const { n, t, w, coordinates, capacity, qr } = this;
    const { rowStart, column, values } = problem;
    for (let x = 0; x < this.dimension; x++) n[x] = 0;
    for (let e = 0; e < equalities.count; e++) t[e] = 0;
    let square = 0;
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
      n[column[k]] += values[k];
      square += values[k] * values[k];
    }
    if (square > 0) {
      equalities.correct(problem, n, null, t, 0);
      equalities.correct(problem, n, null, t, 0);
    }
    for (let e = 0; e < equalities.count; e++) w[s * equalities.count + e] = -t[e];
    qr.project(n, this.column, 0, this.dimension);
    const size = qr.size;
    for (let x = 0; x < size; x++) coordinates[s * capacity + x] = qr.d[x];
    this.length[s] = size;
    if (qr.result[QrResult.rest] > projectionRounding * square && size < qr.capacity) {
      qr.append();
      coordinates[s * capacity + size] = Math.sqrt(qr.result[QrResult.rest]);
      this.length[s] = size + 1;
    }
    return s;
  }

  private writeKey(s: number, { rowStart, blockStart, blockNode, values }: UnilateralProblem, i: number): void {
    const from = rowStart[i];
    const size = rowStart[i + 1] - from;
    const isKey = size > 0 && size <= keyLength && blockStart[i + 1] - blockStart[i] <= 2;
    this.keySize[s] = isKey ? size : 0;
    if (!isKey) return;
    this.nodes[2 * s] = blockNode[blockStart[i]];
    this.nodes[2 * s + 1] = blockNode[blockStart[i + 1] - 1];
    for (let k = 0; k < size; k++) this.key[keyLength * s + k] = values[from + k];
  }
}

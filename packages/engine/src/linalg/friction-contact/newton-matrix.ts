/**
 * The matrix in which Newton's method for cone problems works, on the graph of nodes, and its factor:
 *
 *   H = 1 + Σᵢ Jᵢᵀ Kᵢ Jᵢ          K = −df/da: 3 × 3 a cone, not symmetric where it slips; one number a plain row
 */

import { NormalPattern, type PatternOwner, Place, type UnilateralProblem } from "../complementarity/index.js";
import type { SolveStatus } from "../dense/index.js";
import { type BlockMatrix, SparseBlockLu } from "../sparse/index.js";
import type { FrictionContactProblem } from "./friction-contact-problem.js";

/** The Newton matrix 1 + Jᵀ K J of a friction contact problem on the graph of nodes, and its sparse factor. */
export class NewtonMatrix implements PatternOwner {
  factorizations = 0;
  /** The number of factorisations since the matrix was made. */
  total = 0;
  private lu: SparseBlockLu | undefined;
  private readonly pattern = new NormalPattern();
  /** K J of one block. */
  private t = new Float64Array(18);

  /** Takes over the pattern of the rows. */
  setUp(rows: UnilateralProblem): void {
    this.pattern.setUp(rows, this);
  }

  analyse(pattern: BlockMatrix): void {
    this.lu = new SparseBlockLu(pattern);
  }

  findPlace(p: number, q: number): number {
    const place = (this.lu as SparseBlockLu).place(p, q);
    return place < 0 ? Place.missing : place;
  }

  /** Forgets the pattern: see `NormalPattern.reset`. */
  reset(): void {
    this.pattern.reset();
  }

  /** Forms and factors H: k by row for plain rows, K by cone, nine numbers each. */
  factor(problem: FrictionContactProblem, k: Float64Array, K: Float64Array): SolveStatus {
    const { rows, coneOf, coneCount } = problem;
    this.setUp(rows);
    const lu = this.lu as SparseBlockLu;
    lu.clear();
    this.addOnes(lu.values);
    for (let i = 0; i < rows.rowCount; i++) if (coneOf[i] < 0 && k[i] !== 0) this.addRow(rows, i, k, lu.values);
    for (let c = 0; c < coneCount; c++) this.addCone(problem, c, K, lu.values);
    this.factorizations++;
    this.total++;
    return lu.factor();
  }

  /** x ← H⁻¹ x. */
  solve(x: Float64Array): SolveStatus {
    return (this.lu as SparseBlockLu).solve(x);
  }

  private addOnes(h: Float64Array): void {
    const { nodeCount, size, diagonalStart } = (this.lu as SparseBlockLu).symbolic;
    for (let p = 0; p < nodeCount; p++) for (let r = 0; r < size[p]; r++) h[diagonalStart[p] + r * (size[p] + 1)] = 1;
  }

  private addRow(rows: UnilateralProblem, i: number, k: Float64Array, h: Float64Array): void {
    const { blockStart, blockNode, blockEntry, nodeStart, values } = rows;
    const { target, targetStart } = this.pattern;
    const end = blockStart[i + 1];
    let t = targetStart[i];
    for (let p = blockStart[i]; p < end; p++) {
      const height = nodeStart[blockNode[p] + 1] - nodeStart[blockNode[p]];
      const vp = blockEntry[p];
      for (let q = blockStart[i]; q < end; q++, t++) {
        const width = nodeStart[blockNode[q] + 1] - nodeStart[blockNode[q]];
        const vq = blockEntry[q];
        for (let r = 0, o = target[t]; r < height; r++, o += width) {
          const x = k[i] * values[vp + r];
          for (let s = 0; s < width; s++) h[o + s] += x * values[vq + s];
        }
      }
    }
  }

  private addCone(problem: FrictionContactProblem, cone: number, K: Float64Array, h: Float64Array): void {
    const i = problem.coneRow[cone];
    const e = 9 * cone;
    if (isZero(K, e)) return;
    const { rowStart, blockStart, blockNode, blockEntry, nodeStart, values } = problem.rows;
    const { target, targetStart } = this.pattern;
    const begin = blockStart[i];
    const end = blockStart[i + 1];
    const count = end - begin;
    const length = rowStart[i + 1] - rowStart[i];
    // rows of a cone and of what follows it have the same nodes
    const to1 = (problem.tangentRow[cone] - i) * length;
    const to2 = to1 + length;
    // it slips: one column of K, and a product of one row with another
    if (hasOneColumn(K, e)) {
      this.addSlipping(problem.rows, i, to1, K, e, h);
      return;
    }
    for (let q = 0; q < count; q++) {
      const node = blockNode[begin + q];
      const width = nodeStart[node + 1] - nodeStart[node];
      if (3 * width > this.t.length) this.t = new Float64Array(3 * width);
      const t = this.t;
      const vq = blockEntry[begin + q];
      for (let s = 0; s < width; s++) {
        const n = values[vq + s];
        const t1 = values[vq + s + to1];
        const t2 = values[vq + s + to2];
        t[s] = K[e] * n + K[e + 1] * t1 + K[e + 2] * t2;
        t[s + width] = K[e + 3] * n + K[e + 4] * t1 + K[e + 5] * t2;
        t[s + 2 * width] = K[e + 6] * n + K[e + 7] * t1 + K[e + 8] * t2;
      }
      for (let p = 0; p < count; p++) {
        const first = blockNode[begin + p];
        const height = nodeStart[first + 1] - nodeStart[first];
        const vp = blockEntry[begin + p];
        const o = target[targetStart[i] + p * count + q];
        if (height === 6 && width === 6) addSixes(h, o, values, vp, to1, to2, t);
        else addBlock(h, o, values, vp, to1, to2, t, height, width);
      }
    }
  }

  /** Jᵀ K J of a cone whose K has but its first column, at K[e]; its tangents are `to1` numbers behind n, row i. */
  private addSlipping(
    rows: UnilateralProblem,
    i: number,
    to1: number,
    K: Float64Array,
    e: number,
    h: Float64Array,
  ): void {
    const { rowStart, blockStart, blockNode, blockEntry, nodeStart, values } = rows;
    const { target, targetStart } = this.pattern;
    const begin = blockStart[i];
    const end = blockStart[i + 1];
    const to2 = to1 + rowStart[i + 1] - rowStart[i];
    const k0 = K[e];
    const k1 = K[e + 3];
    const k2 = K[e + 6];
    let place = targetStart[i];
    for (let p = begin; p < end; p++) {
      const height = nodeStart[blockNode[p] + 1] - nodeStart[blockNode[p]];
      const vp = blockEntry[p];
      for (let q = begin; q < end; q++, place++) {
        const width = nodeStart[blockNode[q] + 1] - nodeStart[blockNode[q]];
        const vq = blockEntry[q];
        for (let r = 0, o = target[place]; r < height; r++, o += width) {
          const x = k0 * values[vp + r] + k1 * values[vp + r + to1] + k2 * values[vp + r + to2];
          if (width === 6) {
            h[o] += x * values[vq];
            h[o + 1] += x * values[vq + 1];
            h[o + 2] += x * values[vq + 2];
            h[o + 3] += x * values[vq + 3];
            h[o + 4] += x * values[vq + 4];
            h[o + 5] += x * values[vq + 5];
          } else for (let s = 0; s < width; s++) h[o + s] += x * values[vq + s];
        }
      }
    }
  }
}

/** Adds one block: h += Jᵀ t, of the rows of J at v, v + to1 and v + to2, and the three rows of t. */
function addBlock(
  h: Float64Array,
  at: number,
  values: Float64Array,
  v: number,
  to1: number,
  to2: number,
  t: Float64Array,
  height: number,
  width: number,
): void {
  for (let r = 0, o = at; r < height; r++, o += width) {
    const n = values[v + r];
    const t1 = values[v + r + to1];
    const t2 = values[v + r + to2];
    for (let s = 0; s < width; s++) h[o + s] += n * t[s] + t1 * t[s + width] + t2 * t[s + 2 * width];
  }
}

/** The numbers of one block, six by six: h += Jᵀ t, of the rows of J at v, v + to1 and v + to2. */
function addSixes(
  h: Float64Array,
  at: number,
  values: Float64Array,
  v: number,
  to1: number,
  to2: number,
  t: Float64Array,
): void {
  for (let r = v, o = at, end = v + 6; r < end; r++, o += 6) {
    const n = values[r];
    const t1 = values[r + to1];
    const t2 = values[r + to2];
    h[o] += n * t[0] + t1 * t[6] + t2 * t[12];
    h[o + 1] += n * t[1] + t1 * t[7] + t2 * t[13];
    h[o + 2] += n * t[2] + t1 * t[8] + t2 * t[14];
    h[o + 3] += n * t[3] + t1 * t[9] + t2 * t[15];
    h[o + 4] += n * t[4] + t1 * t[10] + t2 * t[16];
    h[o + 5] += n * t[5] + t1 * t[11] + t2 * t[17];
  }
}

/** Whether a cone has no stiffness at all. */
function isZero(K: Float64Array, e: number): boolean {
  return K[e] === 0 && K[e + 3] === 0 && K[e + 4] === 0 && K[e + 6] === 0 && K[e + 8] === 0;
}

/** Whether K has but its first column. */
function hasOneColumn(K: Float64Array, e: number): boolean {
  return K[e + 1] === 0 && K[e + 2] === 0 && K[e + 4] === 0 && K[e + 5] === 0 && K[e + 7] === 0 && K[e + 8] === 0;
}

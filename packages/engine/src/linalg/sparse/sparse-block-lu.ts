/**
 * Sparse block LU of a matrix whose pattern is symmetric and whose numbers are not: nodes of any size, one block a pair of
 * nodes, eliminated in the order of minimum degree, with pivots chosen inside the diagonal blocks only.
 *
 *   A = L V        V_kk = 1,  L_kk = D_k = P_k L'_k U'_k by partial pivoting
 *   L_ik = A_ik − Σ_j L_ij V_jk          V_ki = D_k⁻¹ (A_ki − Σ_j L_kj V_ji),   j < k < i
 *
 * The numbers live in one array: diagonal blocks first, then the lower ones, then the upper ones. `place` says where the
 * block of a pair of nodes is; `clear`, add to `values`, `factor`, and `solve` as often as one likes.
 */

import { divideBlock, factorBlock, multiplyAway, SolveStatus } from "../dense/index.js";
import type { BlockMatrix } from "./block-matrix.js";
import { analyseBlocks, type BlockSymbolic } from "./sparse-block-symbolic.js";

/** A sparse block LU factor of a matrix with a symmetric pattern and unsymmetric numbers. */
export class SparseBlockLu {
  readonly symbolic: BlockSymbolic;
  /** Diagonal, lower and upper blocks, each row after row; overwritten by the factor. */
  readonly values: Float64Array;
  private readonly lower: number;
  private readonly upper: number;
  private readonly position: Int32Array;
  private readonly map: Int32Array;
  private readonly pivots: Int32Array;
  private status: SolveStatus = SolveStatus.notFactored;

  /** Analyses the pattern: a block on one side of the diagonal stands for both. */
  constructor(pattern: BlockMatrix) {
    const symbolic = analyseBlocks(pattern);
    const { nodeCount, diagonalStart, valueCount, order } = symbolic;
    this.symbolic = symbolic;
    this.lower = diagonalStart[nodeCount];
    this.upper = this.lower + valueCount;
    this.values = new Float64Array(this.upper + valueCount);
    this.position = new Int32Array(nodeCount);
    for (let k = 0; k < nodeCount; k++) this.position[order[k]] = k;
    this.map = new Int32Array(nodeCount);
    this.pivots = new Int32Array(pattern.rows);
  }

  /** Where the block of two nodes begins in `values`, or −1 if there is none. */
  place(row: number, column: number): number {
    const { diagonalStart, columnStart, rows, valueStart } = this.symbolic;
    const i = this.position[row];
    const k = this.position[column];
    if (i === k) return diagonalStart[i];
    const first = Math.min(i, k);
    const last = Math.max(i, k);
    for (let s = columnStart[first]; s < columnStart[first + 1]; s++) {
      if (rows[s] === last) return (i > k ? this.lower : this.upper) + valueStart[s];
    }
    return -1;
  }

  clear(): void {
    this.values.fill(0);
  }

  /** Factors what stands in `values`. */
  factor(): SolveStatus {
    const { nodeCount, size, offset, diagonalStart, columnStart, rows, valueStart } = this.symbolic;
    const { values, upper, pivots } = this;
    this.status = SolveStatus.ok;
    for (let k = 0; k < nodeCount; k++) {
      this.gather(k);
      const w = size[k];
      if (!factorBlock(values, diagonalStart[k], w, pivots, offset[k])) {
        this.status = SolveStatus.singular;
        return this.status;
      }
      for (let s = columnStart[k]; s < columnStart[k + 1]; s++) {
        divideBlock(values, upper + valueStart[s], size[rows[s]], values, diagonalStart[k], w, pivots, offset[k]);
      }
    }
    return this.status;
  }

  /** x ← A⁻¹ x. */
  solve(x: Float64Array): SolveStatus {
    if (this.status !== SolveStatus.ok) return this.status;
    const { nodeCount, size, offset, diagonalStart, columnStart, rows, valueStart } = this.symbolic;
    const { values, lower, upper, pivots } = this;
    for (let k = 0; k < nodeCount; k++) {
      const w = size[k];
      const o = offset[k];
      divideBlock(x, o, 1, values, diagonalStart[k], w, pivots, o);
      for (let s = columnStart[k]; s < columnStart[k + 1]; s++) {
        const i = rows[s];
        multiplyAway(x, offset[i], values, lower + valueStart[s], x, o, size[i], w, 1);
      }
    }
    for (let k = nodeCount - 1; k >= 0; k--) {
      for (let s = columnStart[k]; s < columnStart[k + 1]; s++) {
        const i = rows[s];
        multiplyAway(x, offset[k], values, upper + valueStart[s], x, offset[i], size[k], size[i], 1);
      }
    }
    return this.status;
  }

  /** Subtracts from row and column k what the columns to the left have to say. */
  private gather(k: number): void {
    const { size, diagonalStart, columnStart, rows, valueStart, rowStart, rowColumn, rowEntry } = this.symbolic;
    const { values, lower, upper, map } = this;
    const m = size[k];
    for (let s = columnStart[k]; s < columnStart[k + 1]; s++) map[rows[s]] = valueStart[s];
    for (let u = rowStart[k]; u < rowStart[k + 1]; u++) {
      const j = rowColumn[u];
      const w = size[j];
      const entry = rowEntry[u];
      const left = lower + valueStart[entry];
      const above = upper + valueStart[entry];
      multiplyAway(values, diagonalStart[k], values, left, values, above, m, w, m);
      for (let s = entry + 1; s < columnStart[j + 1]; s++) {
        const h = size[rows[s]];
        const t = map[rows[s]];
        multiplyAway(values, lower + t, values, lower + valueStart[s], values, above, h, w, m);
        multiplyAway(values, upper + t, values, left, values, upper + valueStart[s], m, w, h);
      }
    }
  }
}

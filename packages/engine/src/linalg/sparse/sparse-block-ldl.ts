/**
 * Sparse symmetric systems with blocks of any size: A = L D Lᵀ, D block diagonal, L unit lower triangular by blocks.
 * The shape is found once (sparse-block-symbolic.ts); `factor` and `solve` then allocate nothing.
 *
 * Column k of L is made from the columns to its left (left-looking), for every j < k with L_kj ≠ 0:
 *
 *   T = D_j L_kjᵀ,   D_k ← D_k − L_kj T,   L_ik ← L_ik − L_ij T  (i > k),   and in the end   L_ik ← L_ik D_k⁻¹
 *
 * Each D_k is factored with pivoting inside the block (symmetric-kernel.ts), so a KKT matrix (M Jᵀ; J 0) works as long
 * as constraints come after bodies on which they are independent (sparse-block-order.ts); for a tree of bodies, child
 * before parent, that costs O(n) and no fill (Baraff 1996). Pivots are judged against the terms that made them: where
 * these cancel to less than `tolerance`, the block is singular.
 */
import { fail, requireInteger, requireNonNegative } from "../../math/index.js";
import {
  balanceSymmetric,
  divideRows,
  divideThree,
  factorDefinite,
  factorSymmetric,
  multiplyTransposedInto,
  requireRoom,
  SolveStatus,
  safePivot,
  subtractProduct,
  subtractSquare,
  subtractTimes,
  subtractTransposedTimes,
} from "../dense/index.js";
import type { BlockMatrix } from "./block-matrix.js";
import { ldlTolerance, plainTolerance } from "./parameters.js";
import { subtractMatrixTimes } from "./sparse-block-product.js";
import { analyseBlocks, type BlockSymbolic, Target } from "./sparse-block-symbolic.js";
import { factorThree, findThrees } from "./sparse-block-three.js";

/** The options of a `SparseBlockLdl`. */
export interface SparseBlockLdlOptions {
  /** Heights of the nodes. Default: those of the square blocks that tile the diagonal of A. */
  readonly sizes?: ArrayLike<number>;
  /** The nodes in order of elimination. Default: minimum degree. */
  readonly order?: ArrayLike<number>;
  /** The analysis of a matrix with the same blocks, in the place of `sizes` and `order`. Default: the matrix is analysed. */
  readonly symbolic?: BlockSymbolic;
  /** A pivot below this fraction of the terms that made it is zero. Default 1e-13. */
  readonly tolerance?: number;
  /**
   * Fraction below which rows of a semidefinite A are left out: a row with a pivot that is zero, and below this fraction as well,
   * gets x = 0; `dropped` marks them. Between the two tolerances a row is singular. Default: none is left out.
   */
  readonly dependent?: number;
  /** Steps of iterative refinement after each solve. Default 0. */
  readonly refinements?: number;
}

const inOrder = 2;

/** A sparse solver of symmetric systems with blocks of any size. */
export class SparseBlockLdl {
  readonly dimension: number;
  readonly symbolic: BlockSymbolic;
  refinements: number;
  readonly tolerance: number;
  /** How the last `factor` ended. */
  status: SolveStatus = SolveStatus.notFactored;
  /** The node (as the user numbers them) whose pivot block was singular or not finite, else −1. */
  offender = -1;
  /** Numbers of positive and of negative eigenvalues of A, after a `factor` that was ok. */
  positive = 0;
  negative = 0;
  /** 1 for the rows that were left out (they have no part in `positive` and `negative`), and how many they are. */
  readonly dropped: Uint8Array;
  droppedCount = 0;
  private readonly dependent: number;
  /** Whether definite blocks are factored without exchanges. */
  private readonly isPlain: boolean;
  private readonly blocks: number;
  /** L below the diagonal; D; and the factors of the balanced D. */
  private readonly l: Float64Array;
  private readonly d: Float64Array;
  private readonly f: Float64Array;
  private readonly scale: Float64Array;
  private readonly pivotOrder: Int32Array;
  private readonly pivotSize: Int32Array;
  /** By node: 1 if all of its pivots are 1×1, `inOrder` if they were taken as they come, without scales; else 0. */
  private readonly simple: Uint8Array;
  /** 1 for the nodes of sparse-block-three.ts. */
  private readonly threes: Uint8Array;
  private readonly map: Int32Array;
  private readonly t: Float64Array;
  private readonly work: Float64Array;
  private readonly b: Float64Array;
  private readonly r: Float64Array;
  private matrix: BlockMatrix;

  /**
   * Analyses the pattern of the symmetric A. Of a pair of nodes either triangle may be given, or both (then the lower
   * one is read); of a diagonal block the lower triangle is read.
   */
  constructor(A: BlockMatrix, options: SparseBlockLdlOptions = {}) {
    const { sizes, order, tolerance = ldlTolerance, dependent = -1, refinements = 0 } = options;
    requireNonNegative("options.tolerance", tolerance);
    requireInteger("options.refinements", refinements, 0, 100);
    const symbolic = options.symbolic ?? analyseBlocks(A, sizes, order);
    if (symbolic.target.length !== A.blockCount) {
      const cure = "give what was found of a matrix with the same blocks";
      fail("wrong-size", "options.symbolic", `must be of ${A.blockCount} blocks`, symbolic.target.length, cure);
    }
    const n = A.rows;
    this.dimension = n;
    this.symbolic = symbolic;
    this.refinements = refinements;
    this.tolerance = tolerance;
    this.dependent = dependent;
    this.isPlain = tolerance < plainTolerance * safePivot;
    this.dropped = new Uint8Array(n);
    this.matrix = A;
    this.blocks = A.blockCount;
    this.l = new Float64Array(symbolic.valueCount);
    this.d = new Float64Array(symbolic.diagonalStart[symbolic.nodeCount]);
    this.f = new Float64Array(symbolic.diagonalStart[symbolic.nodeCount]);
    this.scale = new Float64Array(n);
    this.pivotOrder = new Int32Array(n);
    this.pivotSize = new Int32Array(n);
    this.simple = new Uint8Array(symbolic.nodeCount);
    this.threes = this.isPlain ? findThrees(symbolic) : new Uint8Array(symbolic.nodeCount);
    this.map = new Int32Array(symbolic.nodeCount);
    this.t = new Float64Array(symbolic.largest * symbolic.largest);
    this.work = new Float64Array(symbolic.largest);
    this.b = new Float64Array(n);
    this.r = new Float64Array(n);
  }

  /** Factors A, which must have the blocks of the matrix that was analysed, with any numbers in them. */
  factor(A: BlockMatrix): SolveStatus {
    if (A.blockCount !== this.blocks || (A !== this.matrix && !haveSameBlocks(A, this.matrix))) {
      const found = `${A.rows} × ${A.columns} with ${A.blockCount} blocks`;
      const cure = "blocks may not be added, moved or resized after the analysis: construct anew";
      fail("wrong-size", "A", `must have the ${this.blocks} blocks that were analysed`, found, cure);
    }
    const symbolic = this.symbolic;
    const { nodeCount, columnStart, valueStart, valueCount } = symbolic;
    this.matrix = A;
    this.offender = -1;
    this.positive = 0;
    this.negative = 0;
    if (this.droppedCount > 0) this.dropped.fill(0);
    this.droppedCount = 0;
    assemble(this.l, this.d, A, symbolic);
    this.status = SolveStatus.ok;
    for (let k = 0; k < nodeCount && this.status === SolveStatus.ok; k++) {
      if (this.threes[k] === 1) {
        if (factorThree(k, symbolic, this.l, this.d, this.f, this.t, this.map, this.scale)) {
          this.takePlain(k, 3);
          continue;
        }
      } else if (symbolic.largest === 1) gatherScalars(k, symbolic, this.l, this.d, this.map, this.scale);
      else gatherBlocks(k, symbolic, this.l, this.d, this.t, this.map, this.scale);
      this.status = this.factorDiagonal(k);
      if (this.status !== SolveStatus.ok) this.offender = symbolic.order[k];
      else if (columnStart[k] < columnStart[k + 1]) {
        // the blocks of a column stand one after the other: one run of rows
        const begin = valueStart[columnStart[k]];
        const end = columnStart[k + 1] < valueStart.length ? valueStart[columnStart[k + 1]] : valueCount;
        this.divide(this.l, begin, (end - begin) / symbolic.size[k], k);
      }
    }
    return this.status;
  }

  /** x ← A⁻¹ x. Returns the status of the last `factor`, or `notFinite`. */
  solve(x: Float64Array): SolveStatus {
    const n = this.dimension;
    requireRoom("x", x, n);
    if (this.status !== SolveStatus.ok) return this.status;
    const b = this.b;
    const r = this.r;
    if (this.refinements > 0) for (let i = 0; i < n; i++) b[i] = x[i];
    this.substitute(x);
    for (let pass = 0; pass < this.refinements; pass++) {
      for (let i = 0; i < n; i++) r[i] = b[i];
      subtractMatrixTimes(r, this.matrix, this.symbolic, x);
      this.substitute(r);
      for (let i = 0; i < n; i++) x[i] += r[i];
    }
    for (let i = 0; i < n; i++) if (!Number.isFinite(x[i])) return SolveStatus.notFinite;
    return SolveStatus.ok;
  }

  /** Balances and factors D_k. */
  private factorDiagonal(k: number): SolveStatus {
    const { size, diagonalStart, offset } = this.symbolic;
    const { d, f, scale, pivotSize } = this;
    const w = size[k];
    const o = diagonalStart[k];
    const p = offset[k];
    if (w === 1) return this.factorScalar(k);
    if (w < 6 && this.isPlain && factorDefinite(f, d, o, w, scale, p)) {
      this.takePlain(k, w);
      return SolveStatus.ok;
    }
    balanceSymmetric(scale, p, d, o, w);
    const rank = this.factorBalanced(k, false);
    if (rank < 0) return SolveStatus.notFinite;
    if (rank < w && !this.drop(k, rank)) return SolveStatus.singular;
    this.simple[k] = 1;
    for (let r = 0; r < w; r++) {
      if (pivotSize[p + r] !== 1) this.simple[k] = 0;
      // a 2×2 pivot has one eigenvalue of each sign
      if (pivotSize[p + r] === 1 ? f[o + r * w + r] > 0 : pivotSize[p + r] === 2) this.positive++;
      else this.negative++;
    }
    if (rank < w) this.positive -= w - rank;
    return SolveStatus.ok;
  }

  /** D_k, of w rows, is factored as it comes, without exchanges and scales. */
  private takePlain(k: number, w: number): void {
    const { scale, pivotOrder, pivotSize } = this;
    const p = this.symbolic.offset[k];
    this.simple[k] = inOrder;
    this.positive += w;
    for (let r = 0; r < w; r++) {
      pivotOrder[p + r] = r;
      pivotSize[p + r] = 1;
      scale[p + r] = 1;
    }
  }

  /** Factors D_k in the scale found; the rank, where what is doubtful counts or not. */
  private factorBalanced(k: number, isGenerous: boolean): number {
    const { size, diagonalStart, offset } = this.symbolic;
    const { d, f, scale, pivotOrder, pivotSize } = this;
    const w = size[k];
    const o = diagonalStart[k];
    const p = offset[k];
    for (let r = 0; r < w; r++) {
      for (let c = 0; c <= r; c++) f[o + r * w + c] = scale[p + r] * d[o + r * w + c] * scale[p + c];
    }
    if (isGenerous) return factorSymmetric(f, o, w, pivotOrder, pivotSize, p, this.dependent);
    return factorSymmetric(f, o, w, pivotOrder, pivotSize, p, this.tolerance);
  }

  /** Leaves the rows of D_k beyond its rank out: they become so stiff that nothing moves them. False where it is in doubt. */
  private drop(k: number, rank: number): boolean {
    const { size, diagonalStart, offset } = this.symbolic;
    const { d, scale, dropped, pivotOrder } = this;
    const w = size[k];
    const o = diagonalStart[k];
    const p = offset[k];
    if (this.dependent < 0 || this.factorBalanced(k, true) !== rank) return false;
    for (let r = rank; r < w; r++) {
      const i = pivotOrder[p + r];
      dropped[p + i] = 1;
      this.droppedCount++;
      scale[p + i] *= 2 ** -60;
      d[o + i * w + i] = 1 / (scale[p + i] * scale[p + i]);
    }
    return this.factorBalanced(k, false) === w;
  }

  /** Factors the diagonal block D_k of a node of one row, where no pivots are to be chosen. */
  private factorScalar(k: number): SolveStatus {
    const { diagonalStart, offset } = this.symbolic;
    const d = this.d[diagonalStart[k]];
    const p = offset[k];
    if (!Number.isFinite(d)) return SolveStatus.notFinite;
    if (!(Math.abs(d) > this.tolerance * this.scale[p])) {
      if (!(Math.abs(d) <= this.dependent * this.scale[p])) return SolveStatus.singular;
      this.dropped[p] = 1;
      this.droppedCount++;
      this.f[diagonalStart[k]] = 0;
      return SolveStatus.ok;
    }
    if (d > 0) this.positive++;
    else this.negative++;
    this.f[diagonalStart[k]] = 1 / d;
    return SolveStatus.ok;
  }

  /** x ← x D_k⁻¹ for rows of numbers from x[at]. */
  private divide(x: Float64Array, at: number, rows: number, k: number): void {
    const { size, diagonalStart, offset } = this.symbolic;
    const f = this.f;
    const o = diagonalStart[k];
    if (size[k] === 1) {
      for (let r = at; r < at + rows; r++) x[r] *= f[o];
      return;
    }
    const simple = this.simple[k] !== 0;
    divideRows(x, at, rows, size[k], f, o, this.pivotOrder, this.pivotSize, this.scale, offset[k], this.work, simple);
  }

  /** x ← L⁻ᵀ D⁻¹ L⁻¹ x. */
  private substitute(x: Float64Array): void {
    const { nodeCount, size, offset, columnStart, rows, valueStart } = this.symbolic;
    const { l, f, simple } = this;
    const { diagonalStart } = this.symbolic;
    for (let k = 0; k < nodeCount; k++) {
      for (let s = columnStart[k]; s < columnStart[k + 1]; s++) {
        const i = rows[s];
        subtractTimes(x, offset[i], l, valueStart[s], size[i], size[k], x, offset[k]);
      }
    }
    for (let k = nodeCount - 1; k >= 0; k--) {
      if (size[k] === 3 && simple[k] === inOrder) divideThree(x, offset[k], f, diagonalStart[k]);
      else this.divide(x, offset[k], 1, k);
      for (let s = columnStart[k]; s < columnStart[k + 1]; s++) {
        const i = rows[s];
        subtractTransposedTimes(x, offset[k], l, valueStart[s], size[i], size[k], x, offset[i]);
      }
    }
  }
}

function haveSameBlocks(A: BlockMatrix, B: BlockMatrix): boolean {
  if (A.rows !== B.rows || A.columns !== B.columns || A.blockCount !== B.blockCount) return false;
  for (let k = 0; k < A.blockCount; k++) {
    if (A.blockRow[k] !== B.blockRow[k] || A.blockColumn[k] !== B.blockColumn[k]) return false;
    if (A.blockHeight[k] !== B.blockHeight[k] || A.blockWidth[k] !== B.blockWidth[k]) return false;
  }
  return true;
}

/** Writes the numbers of A to their places in L and D, both triangles of D. */
function assemble(l: Float64Array, d: Float64Array, A: BlockMatrix, symbolic: BlockSymbolic): void {
  const { target, targetOffset, targetStride } = symbolic;
  const { values, blockStart, blockHeight, blockWidth } = A;
  l.fill(0);
  d.fill(0);
  for (let k = 0; k < A.blockCount; k++) {
    const kind = target[k];
    if (kind === Target.ignored) continue;
    const out = kind === Target.diagonal ? d : l;
    const rowStep = kind === Target.transposed ? 1 : targetStride[k];
    const columnStep = kind === Target.transposed ? targetStride[k] : 1;
    const h = blockHeight[k];
    const w = blockWidth[k];
    if (columnStep === 1 && rowStep === w) {
      const end = targetOffset[k] + h * w;
      for (let o = targetOffset[k], s = blockStart[k]; o < end; o++, s++) out[o] += values[s];
      continue;
    }
    for (let r = 0, s = blockStart[k]; r < h; r++) {
      for (let c = 0, o = targetOffset[k] + r * rowStep; c < w; c++, s++, o += columnStep) out[o] += values[s];
    }
  }
  const { nodeCount, size, diagonalStart } = symbolic;
  for (let k = 0; k < nodeCount; k++) {
    const w = size[k];
    const o = diagonalStart[k];
    for (let r = 0; r < w; r++) for (let c = r + 1; c < w; c++) d[o + r * w + c] = d[o + c * w + r];
  }
}

/**
 * Subtracts from column k what the columns to its left have to say. `map`: where the block of row i begins in column k.
 */
function gatherBlocks(
  k: number,
  symbolic: BlockSymbolic,
  l: Float64Array,
  d: Float64Array,
  t: Float64Array,
  map: Int32Array,
  scale: Float64Array,
): void {
  const { size, columnStart, rows, valueStart, diagonalStart, rowStart, rowColumn, rowEntry, offset } = symbolic;
  const m = size[k];
  const dk = diagonalStart[k];
  for (let r = 0; r < m; r++) scale[offset[k] + r] = Math.abs(d[dk + r * m + r]);
  for (let s = columnStart[k]; s < columnStart[k + 1]; s++) map[rows[s]] = valueStart[s];
  for (let u = rowStart[k]; u < rowStart[k + 1]; u++) {
    const j = rowColumn[u];
    const w = size[j];
    const entry = rowEntry[u];
    multiplyTransposedInto(t, d, diagonalStart[j], l, valueStart[entry], w, m);
    subtractSquare(d, dk, l, valueStart[entry], t, m, w, scale, offset[k]);
    for (let s = entry + 1; s < columnStart[j + 1]; s++) {
      const i = rows[s];
      subtractProduct(l, map[i], l, valueStart[s], t, size[i], w, m);
    }
  }
}

/** Subtracts the columns to the left of column k from it where every node has one row: block s of L is the number l[s]. */
function gatherScalars(
  k: number,
  symbolic: BlockSymbolic,
  l: Float64Array,
  d: Float64Array,
  map: Int32Array,
  scale: Float64Array,
): void {
  const { columnStart, rows, rowStart, rowColumn, rowEntry, offset } = symbolic;
  let dk = d[k];
  let measure = Math.abs(dk);
  for (let s = columnStart[k]; s < columnStart[k + 1]; s++) map[rows[s]] = s;
  for (let u = rowStart[k]; u < rowStart[k + 1]; u++) {
    const j = rowColumn[u];
    const entry = rowEntry[u];
    const t = d[j] * l[entry];
    const term = l[entry] * t;
    dk -= term;
    measure += Math.abs(term);
    const end = columnStart[j + 1];
    for (let s = entry + 1; s < end; s++) l[map[rows[s]]] -= l[s] * t;
  }
  d[k] = dk;
  scale[offset[k]] = measure;
}

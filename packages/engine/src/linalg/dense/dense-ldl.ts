/**
 * Dense symmetric systems A x = b, definite, indefinite or singular: LDLᵀ with complete pivoting (symmetric-kernel.ts),
 * the rank, the inertia, the null space, and for singular systems the solution of least norm.
 *
 * A is first balanced by powers of two, B = S A S, so that a light and a heavy body in one matrix are judged by their
 * own measure: a pivot counts as zero when it is below `tolerance` times the largest entry of B.
 *
 *   rank r, P B Pᵀ = (L₁; L₂) D (L₁; L₂)ᵀ        null space of B: Pᵀ (−L₁⁻ᵀ L₂ᵀ; 1)
 *   x = A⁺ b: b loses its part in the null space N, one solve, x loses its part in N (A symmetric: range = N⊥).
 */
import { requireInteger, requireNonNegative } from "../../math/index.js";
import { balanceSymmetric } from "./balance-kernel.js";
import { requireRoom, SolveStatus } from "./operator.js";
import { factorSymmetric, solveFactored, solveTransposed } from "./symmetric-kernel.js";

/** The options of a `DenseLdl`. */
export interface DenseLdlOptions {
  /** Entries below this fraction of the largest one (after balancing) are zero. Default 8 n 2⁻⁵². */
  readonly tolerance?: number;
}

/** A solver of dense symmetric systems, definite, indefinite or singular. */
export class DenseLdl {
  readonly dimension: number;
  /** How the last `factor` ended. */
  status: SolveStatus = SolveStatus.notFactored;
  /** Pivots found: `dimension` unless A is singular. */
  rank = 0;
  /** Numbers of positive and of negative eigenvalues. */
  positive = 0;
  negative = 0;
  readonly tolerance: number;
  /**
   * Slot 0: after a singular solve, the length of the part of b outside the range of A. Slot 1: after `factor`, the smallest 1×1
   * pivot that was taken, of the balanced matrix; Infinity if there is none.
   */
  readonly result = new Float64Array(2);
  /** `dimension − rank` orthonormal rows of length `dimension`, after `factor` found A singular. */
  readonly nullSpace: Float64Array;
  private readonly a: Float64Array;
  private readonly order: Int32Array;
  private readonly size: Int32Array;
  private readonly scale: Float64Array;
  private readonly work: Float64Array;
  private readonly s = new Float64Array(2);

  constructor(dimension: number, options: DenseLdlOptions = {}) {
    requireInteger("dimension", dimension, 0, 1 << 14);
    const { tolerance = 8 * dimension * 2 ** -52 } = options;
    requireNonNegative("options.tolerance", tolerance);
    this.dimension = dimension;
    this.tolerance = tolerance;
    this.nullSpace = new Float64Array(dimension * dimension);
    this.a = new Float64Array(dimension * dimension);
    this.order = new Int32Array(dimension);
    this.size = new Int32Array(dimension);
    this.scale = new Float64Array(dimension);
    this.work = new Float64Array(dimension);
  }

  /**
   * Factors the symmetric A (row after row; only the lower triangle is read). `singular` says that the rank is less
   * than the dimension; the factor is usable all the same. After `notFinite` it is not. Where the
   * rank is known but for errors in A, say so by `most`: after so many pivots only those above `doubt[0]` count.
   */
  factor(A: Float64Array, most: number = this.dimension, doubt?: Float64Array): SolveStatus {
    const n = this.dimension;
    const a = this.a;
    requireRoom("A", A, n * n);
    this.rank = 0;
    this.positive = 0;
    this.negative = 0;
    for (let i = 0; i < n; i++) this.scale[i] = Math.abs(A[i * n + i]);
    balanceSymmetric(this.scale, 0, A, 0, n);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j <= i; j++) a[i * n + j] = this.scale[i] * A[i * n + j] * this.scale[j];
    }
    const rank = factorSymmetric(a, 0, n, this.order, this.size, 0, this.tolerance, most, doubt);
    this.status = rank < 0 ? SolveStatus.notFinite : rank < n ? SolveStatus.singular : SolveStatus.ok;
    if (rank < 0) return this.status;
    this.rank = rank;
    // a 2×2 pivot is taken only where its determinant is negative: one eigenvalue of each sign
    let largest = 0;
    for (let k = 0; k < rank; k++) {
      // the inverse of the pivot stands there
      if (this.size[k] === 1) largest = Math.max(largest, Math.abs(a[k * n + k]));
      if (this.size[k] !== 1 || a[k * n + k] < 0) this.negative++;
      if (this.size[k] !== 1 || a[k * n + k] > 0) this.positive++;
      if (this.size[k] === 2) k++;
    }
    this.result[1] = 1 / largest;
    for (let k = rank; k < n; k++) this.writeNullVector(k);
    return this.status;
  }

  /**
   * x ← A⁻¹ x, or A⁺ x (the least-squares solution of least norm) when A is singular; then `singular` says that x was
   * not in the range of A to within the square root of the tolerance. Without a factor x is left alone; `notFinite` may
   * also say that the solution is too large for numbers.
   */
  solve(x: Float64Array): SolveStatus {
    const n = this.dimension;
    const s = this.s;
    const work = this.work;
    const scale = this.scale;
    const order = this.order;
    requireRoom("x", x, n);
    if (this.status === SolveStatus.notFactored || this.status === SolveStatus.notFinite) return this.status;
    let largest = 0;
    for (let i = 0; i < n; i++) {
      if (!Number.isFinite(x[i])) return SolveStatus.notFinite;
      largest = Math.max(largest, Math.abs(x[i]));
    }
    s[1] = 0;
    if (this.rank < n) this.projectOut(x);
    this.result[0] = s[1];
    for (let k = 0; k < n; k++) work[k] = scale[order[k]] * x[order[k]];
    solveFactored(work, 0, this.a, 0, n, this.size, 0, this.rank);
    for (let k = 0; k < n; k++) x[order[k]] = k < this.rank ? scale[order[k]] * work[k] : 0;
    if (this.rank < n) this.projectOut(x);
    for (let i = 0; i < n; i++) if (!Number.isFinite(x[i])) return SolveStatus.notFinite;
    if (this.rank === n) return SolveStatus.ok;
    return this.result[0] > Math.sqrt(this.tolerance) * largest ? SolveStatus.singular : SolveStatus.ok;
  }

  /** Row k − rank of the null space: S Pᵀ (−L₁⁻ᵀ l_k; e_k), made orthogonal to the rows before it and of length 1. */
  private writeNullVector(k: number): void {
    const n = this.dimension;
    const { rank, nullSpace, work } = this;
    for (let j = 0; j < rank; j++) work[j] = -this.a[k * n + j];
    for (let j = rank; j < n; j++) work[j] = j === k ? 1 : 0;
    solveTransposed(work, 0, this.a, 0, n, this.size, 0, rank);
    const row = (k - rank) * n;
    for (let j = 0; j < n; j++) nullSpace[row + this.order[j]] = this.scale[this.order[j]] * work[j];
    for (let pass = 0; pass < 2; pass++) {
      for (let q = 0; q < row; q += n) {
        let along = 0;
        for (let j = 0; j < n; j++) along += nullSpace[row + j] * nullSpace[q + j];
        if (along === 0) continue;
        for (let j = 0; j < n; j++) nullSpace[row + j] -= along * nullSpace[q + j];
      }
      let square = 0;
      for (let j = 0; j < n; j++) square += nullSpace[row + j] * nullSpace[row + j];
      const length = Math.sqrt(square);
      for (let j = 0; j < n; j++) nullSpace[row + j] /= length;
    }
  }

  /** Takes from x its part in the null space; the length of that part goes to slot 1 of the scratch numbers. */
  private projectOut(x: Float64Array): void {
    const n = this.dimension;
    const { nullSpace } = this;
    let total = 0;
    for (let q = 0; q < (n - this.rank) * n; q += n) {
      let c = 0;
      for (let j = 0; j < n; j++) c += nullSpace[q + j] * x[j];
      for (let j = 0; j < n; j++) x[j] -= c * nullSpace[q + j];
      total += c * c;
    }
    this.s[1] = Math.sqrt(total);
  }
}

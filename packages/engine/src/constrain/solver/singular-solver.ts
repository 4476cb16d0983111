/**
 * Solves A x = b, A = J W Jᵀ, where rows depend on one another: A is singular, and of all x the one of least norm is taken.
 *
 *   up to `denseRows`   dense LDLᵀ with complete pivoting, which determines the rank
 *   beyond              every row gets the same small compliance ε, which is taken back at once:
 *                       x ← x + (A + ε)⁻¹ (b − A x)     from x = 0, so that x stays in the range of A: the least norm
 *
 * Where rows depend on one another nearly (weak-rows.ts), ε is smaller, and still weaker rows are found by conjugate gradients.
 *
 * The rank is found where the constraints are met. Within a step they are not, and rows that depend on one another seem to
 * be independent by a little, of the order of |C|²: then the rank known is kept, unless a row is independent by more, as it
 * is on the way out of a singular position.
 */
import { DenseLdl, SolveStatus, SparseBlockLdl } from "../../linalg/index.js";
import type { RowTable } from "../model/index.js";
import type { VelocityLayout } from "./inverse-mass.js";
import {
  contradictionCompliance,
  densePivotTolerance,
  denseRows,
  dependentCompliance,
  doubtfulPivots,
  idlePasses,
  maxCompliantPasses,
  rankTolerance,
  weakCompliance,
  weakEigenvalue,
  weakPower,
  zeroEigenvalue,
} from "./parameters.js";
import { buildSchurPattern, fillSchur, type SchurPattern } from "./schur-pattern.js";

/** out ← A x. */
type Product = (out: Float64Array, x: Float64Array) => void;

/** A solver of A x = b where A may be singular. */
export class SingularSolver {
  /** Independent rows, as of the last `factor` that was free to find them. */
  rank: number;
  /** Whether rows depend on one another nearly: if dense, as of the last `factor`, else of the last that was free. */
  isWeak = false;
  /** Whether that is looked for: of contacts alone it is not, which depend on one another nearly wherever faces lie flush. */
  looksForWeak = true;
  private readonly rows: number;
  private readonly table: RowTable;
  private readonly layout: VelocityLayout;
  private readonly multiply: Product;
  /** A without hubs: every constraint has a block on the diagonal. */
  private readonly pattern: SchurPattern;
  private readonly dense: DenseLdl | null;
  private readonly sparse: SparseBlockLdl | null;
  /** Factor of `judgeRank`, so that the other one stays. */
  private counter: SparseBlockLdl | null = null;
  /** Factor of `solveNear`. */
  private near: SparseBlockLdl | null = null;
  /** Factor of `takeWeakPart`: every product is by J V. */
  private weak: SparseBlockLdl | null = null;
  private weakPattern: SchurPattern | null = null;
  private readonly weakShift: Float64Array;
  /** A, row by row, where it is dense. */
  private readonly matrix: Float64Array;
  private readonly b: Float64Array;
  private readonly r: Float64Array;
  private readonly product: Float64Array;
  /** Direction of conjugate gradients, where A is not dense. */
  private readonly p: Float64Array;
  /** Preconditioned residual, where A is not dense. */
  private readonly z: Float64Array;
  /** Diagonal of A. */
  private readonly diagonal: Float64Array;
  /** The mean of the diagonal of A: one number, in an array so that it is not boxed. */
  private readonly mean = new Float64Array(1);
  private readonly doubt = new Float64Array(1);
  /** Largest |r| and largest A_ii x_i² of `solveWeak`. */
  private readonly sizes = new Float64Array(2);
  /** Shift or factor of the diagonal: one number, in an array so that it is not boxed. */
  private readonly by = new Float64Array(1);

  constructor(table: RowTable, layout: VelocityLayout, multiply: Product, isDense: boolean) {
    const m = table.rows;
    this.rows = m;
    this.rank = m;
    this.table = table;
    this.layout = layout;
    this.multiply = multiply;
    this.pattern = buildSchurPattern(table, layout, false);
    const mayBeDense = isDense || m <= denseRows;
    this.dense = mayBeDense ? new DenseLdl(m, { tolerance: densePivotTolerance }) : null;
    this.matrix = new Float64Array(mayBeDense ? m * m : 0);
    const { matrix, sizes } = this.pattern;
    // every pass of `solveCompliant` takes away what the one before has left, its rounding too
    this.sparse = mayBeDense ? null : new SparseBlockLdl(matrix, { sizes, tolerance: 0, refinements: 0 });
    this.b = new Float64Array(m);
    this.r = new Float64Array(m);
    this.product = new Float64Array(m);
    this.p = new Float64Array(mayBeDense ? 0 : m);
    this.z = new Float64Array(mayBeDense ? 0 : m);
    this.diagonal = new Float64Array(m);
    this.weakShift = new Float64Array(m);
  }

  /** Whether rows are solved with a compliance: the rank then has no part in it. */
  get hasCompliance(): boolean {
    return this.dense === null;
  }

  /**
   * Takes over J, and T = J W. With `isFree` the rank is found, else it stays. `isFactored` says that J is that of the last time.
   */
  factor(weighed: Float64Array, isFree: boolean, isFactored = false): SolveStatus {
    fillSchur(this.pattern, this.table, weighed, this.layout);
    if (this.dense === null) return this.factorCompliant(weighed, isFree, isFactored);
    this.fillDense();
    this.measureDoubt();
    const status = isFree ? this.dense.factor(this.matrix) : this.dense.factor(this.matrix, this.rank, this.doubt);
    if (isFree && status !== SolveStatus.notFinite) this.rank = this.dense.rank;
    this.isWeak = this.looksForWeak && status !== SolveStatus.notFinite && this.dense.result[1] < weakEigenvalue;
    return status === SolveStatus.singular ? SolveStatus.ok : status;
  }

  /** Writes the threshold that a pivot beyond the known rank must exceed to count. */
  private measureDoubt(): void {
    const { value } = this.table;
    let most = 0;
    for (let r = 0; r < this.rows; r++) most = Math.max(most, value[r] * value[r]);
    this.doubt[0] = Math.max(densePivotTolerance, doubtfulPivots * most);
  }

  /** Solves for the x of least norm among those that meet A x = x as well as possible, in place. */
  solve(x: Float64Array): SolveStatus {
    if (this.dense === null) return this.isWeak ? this.solveWeak(x) : this.solveCompliant(x);
    const { b, r } = this;
    for (let i = 0; i < this.rows; i++) b[i] = x[i];
    const status = this.dense.solve(x);
    if (this.isWeak && (status === SolveStatus.ok || status === SolveStatus.singular)) {
      this.writeResidual(x);
      this.dense.solve(r);
      for (let i = 0; i < this.rows; i++) x[i] += r[i];
    }
    return status === SolveStatus.singular ? SolveStatus.ok : status;
  }

  /** r ← b − A x. */
  private writeResidual(x: Float64Array): void {
    const { b, r, product, rows: m } = this;
    this.multiply(product, x);
    for (let i = 0; i < m; i++) r[i] = b[i] - product[i];
  }

  /**
   * x ← (A + ε)⁻¹ x, with an ε that leaves what rows nearly contradict each other about; T = J W. To be factored anew after it.
   */
  solveNear(x: Float64Array, weighed: Float64Array): SolveStatus {
    const { matrix, sizes } = this.pattern;
    fillSchur(this.pattern, this.table, weighed, this.layout);
    this.measureMean(weighed);
    this.by[0] = contradictionCompliance;
    this.shiftDiagonal();
    this.near ??= new SparseBlockLdl(matrix, { sizes, tolerance: 0, refinements: 1 });
    const status = this.near.factor(matrix);
    return status === SolveStatus.ok ? this.near.solve(x) : status;
  }

  /**
   * Factors K + c D for `takeWeakPart`, c = compliance[0]: K = J V Jᵀ, V a metric of displacements, D its diagonal; `displaced` is
   * J V. The other factors stay.
   */
  factorWeak(displaced: Float64Array, compliance: Float64Array): SolveStatus {
    this.weakPattern ??= { ...this.pattern, pointBody: new Int32Array(this.pattern.pointBody.length).fill(-1) };
    const { matrix, sizes } = this.weakPattern;
    fillSchur(this.weakPattern, this.table, displaced, this.layout);
    this.by[0] = 1 + compliance[0];
    this.scaleDiagonal(this.weakShift);
    for (let r = 0; r < this.rows; r++) this.weakShift[r] *= compliance[0];
    this.weak ??= new SparseBlockLdl(matrix, { sizes, tolerance: 0, refinements: 0 });
    return this.weak.factor(matrix);
  }

  /** x ← (c D (K + c D)⁻¹)ᵏ x, k = `weakPasses`. */
  takeWeakPart(x: Float64Array): SolveStatus {
    for (let pass = 0; pass < weakPower; pass++) {
      const status = this.weak?.solve(x) ?? SolveStatus.notFactored;
      if (status !== SolveStatus.ok) return status;
      for (let r = 0; r < this.rows; r++) x[r] *= this.weakShift[r];
    }
    return SolveStatus.ok;
  }

  /** The lower triangle of A from its blocks. */
  private fillDense(): void {
    const { matrix, pattern, rows: m } = this;
    const { values, blockCount, blockStart, blockRow, blockColumn, blockHeight, blockWidth } = pattern.matrix;
    matrix.fill(0);
    for (let b = 0; b < blockCount; b++) {
      let v = blockStart[b];
      for (let i = blockRow[b]; i < blockRow[b] + blockHeight[b]; i++) {
        for (let j = 0; j < blockWidth[b]; j++) matrix[i * m + blockColumn[b] + j] += values[v++];
      }
    }
  }

  private factorCompliant(weighed: Float64Array, isFree: boolean, isFactored: boolean): SolveStatus {
    const { sparse } = this;
    if (sparse === null) return SolveStatus.notFactored;
    this.measureMean(weighed);
    const wasWeak = this.isWeak;
    if (isFree) this.judgeRank(sparse);
    if (isFactored && this.isWeak === wasWeak) return sparse.status;
    this.by[0] = this.isWeak ? weakCompliance : dependentCompliance;
    this.shiftDiagonal();
    return sparse.factor(this.pattern.matrix);
  }

  /**
   * Eigenvalues of A below τ are those of A − τ that are negative (Sylvester). Relative to the diagonal they are zero, weak, or
   * neither; where some are weak, those count as zero that hardly differ from it beside the mean.
   */
  private judgeRank({ symbolic }: SparseBlockLdl): void {
    const { pattern, diagonal } = this;
    const { matrix } = pattern;
    this.counter ??= new SparseBlockLdl(matrix, { symbolic, tolerance: 0, refinements: 0 });
    const { counter } = this;
    this.by[0] = 1 - weakEigenvalue;
    this.scaleDiagonal(diagonal);
    counter.factor(matrix);
    const small = counter.negative;
    this.restoreDiagonal(diagonal);
    this.by[0] = 1 - zeroEigenvalue;
    this.scaleDiagonal(diagonal);
    counter.factor(matrix);
    const zero = counter.negative;
    this.restoreDiagonal(diagonal);
    this.isWeak = this.looksForWeak && small > zero;
    this.rank = this.rows - zero;
    if (!this.isWeak) return;
    this.by[0] = -rankTolerance;
    this.shiftDiagonal();
    counter.factor(matrix);
    this.rank = this.rows - counter.negative;
    this.restoreDiagonal(diagonal);
  }

  private measureMean(weighed: Float64Array): void {
    const { jacobian, valueStart, width } = this.table;
    let sum = 0;
    for (let v = 0; v < valueStart[width.length]; v++) sum += weighed[v] * jacobian[v];
    this.mean[0] = sum / this.rows;
  }

  /** A ← A + by[0] times the mean of its diagonal. */
  private shiftDiagonal(): void {
    const { pattern, table } = this;
    const { values, blockStart } = pattern.matrix;
    const shift = this.by[0] * this.mean[0];
    for (let c = 0; c < table.constraints.length; c++) {
      const r = table.rowStart[c];
      const height = table.rowStart[c + 1] - r;
      const block = pattern.matrix.blockAt(r, r);
      for (let k = 0; k < height; k++) values[blockStart[block] + k * (height + 1)] += shift;
    }
  }

  /** Multiplies the diagonal of the matrix by by[0]; the former diagonal goes to `out`. */
  private scaleDiagonal(out: Float64Array): void {
    const { pattern, table, by } = this;
    const { values, blockStart } = pattern.matrix;
    for (let c = 0; c < table.constraints.length; c++) {
      const r = table.rowStart[c];
      const height = table.rowStart[c + 1] - r;
      const block = pattern.matrix.blockAt(r, r);
      for (let k = 0; k < height; k++) {
        const v = blockStart[block] + k * (height + 1);
        out[r + k] = values[v];
        values[v] *= by[0];
      }
    }
  }

  /** Restores the diagonal that `scaleDiagonal` has stored. */
  private restoreDiagonal(from: Float64Array): void {
    const { pattern, table } = this;
    const { values, blockStart } = pattern.matrix;
    for (let c = 0; c < table.constraints.length; c++) {
      const r = table.rowStart[c];
      const height = table.rowStart[c + 1] - r;
      const block = pattern.matrix.blockAt(r, r);
      for (let k = 0; k < height; k++) values[blockStart[block] + k * (height + 1)] = from[r + k];
    }
  }

  /**
   * Solves by conjugate gradients, preconditioned by (A + ε)⁻¹: directions weaker than ε take one pass each. All iterates stay in
   * the range of A. Ends where the residual is rounding, or does not fall any more: there is no x for it.
   *
   *   |A_ij x_j| ≤ √A_ii √A_jj |x_j|       the rounding of row i
   */
  private solveWeak(x: Float64Array): SolveStatus {
    const { r, p, z, product, sizes, rows: m, sparse } = this;
    this.beginWeak(x);
    let before = 1;
    let least = Infinity;
    let idle = 0;
    for (let pass = 0; pass < maxCompliantPasses && idle < idlePasses; pass++) {
      for (let i = 0; i < m; i++) z[i] = r[i];
      const status = sparse?.solve(z) ?? SolveStatus.notFactored;
      if (status !== SolveStatus.ok) return status;
      let along = 0;
      for (let i = 0; i < m; i++) along += r[i] * z[i];
      for (let i = 0; i < m; i++) p[i] = z[i] + (along / before) * p[i];
      this.multiply(product, p);
      let curvature = 0;
      for (let i = 0; i < m; i++) curvature += p[i] * product[i];
      if (!(along > 0 && curvature > 0)) break;
      for (let i = 0; i < m; i++) x[i] += (along / curvature) * p[i];
      before = along;
      this.measureResidual(x);
      idle = sizes[0] < 0.9 * least ? 0 : idle + 1;
      least = Math.min(least, sizes[0]);
      if (this.isRounding()) break;
    }
    return areFinite(x, m) ? SolveStatus.ok : SolveStatus.notFinite;
  }

  /** b ← x, r ← x, x ← 0, p ← 0. */
  private beginWeak(x: Float64Array): void {
    const { b, r, p, rows: m } = this;
    for (let i = 0; i < m; i++) {
      b[i] = x[i];
      r[i] = x[i];
      x[i] = 0;
      p[i] = 0;
    }
  }

  /** r ← b − A x; sizes ← max |r|, max A_ii x_i². */
  private measureResidual(x: Float64Array): void {
    const { r, diagonal, sizes, rows: m } = this;
    this.writeResidual(x);
    let left = 0;
    let most = 0;
    for (let i = 0; i < m; i++) {
      left = Math.max(left, Math.abs(r[i]));
      most = Math.max(most, diagonal[i] * x[i] * x[i]);
    }
    sizes[0] = left;
    sizes[1] = most;
  }

  /** Whether the residual is rounding, as of the last `measureResidual`. */
  private isRounding(): boolean {
    const { b, r, diagonal, rows: m } = this;
    const most = this.sizes[1];
    for (let i = 0; i < m; i++) {
      if (!(Math.abs(r[i]) <= 2 ** -52 * (Math.abs(b[i]) + Math.sqrt(diagonal[i] * most)))) return false;
    }
    return true;
  }

  private solveCompliant(x: Float64Array): SolveStatus {
    const { b, r, z, product, rows: m, sparse } = this;
    let size = 0;
    for (let i = 0; i < m; i++) {
      b[i] = x[i];
      r[i] = x[i];
      x[i] = 0;
      size = Math.max(size, Math.abs(b[i]));
    }
    let last = Infinity;
    for (let pass = 0; pass < maxCompliantPasses; pass++) {
      for (let i = 0; i < m; i++) z[i] = r[i];
      const status = sparse?.solve(r) ?? SolveStatus.notFactored;
      if (status !== SolveStatus.ok) return status;
      for (let i = 0; i < m; i++) x[i] += r[i];
      this.multiply(product, x);
      // the part of b that no x meets stays in b − A x; what counts is what a pass still changes of A x, and might change
      let left = 0;
      let change = 0;
      for (let i = 0; i < m; i++) {
        r[i] = b[i] - product[i];
        left = Math.max(left, Math.abs(r[i]));
        change = Math.max(change, Math.abs(z[i] - r[i]));
      }
      // every part of it falls from pass to pass, unless it is rounding
      const isRounding = change >= last || (change <= 1e-10 * size && change > 0.5 * last);
      if (left <= 1e-14 * size || change <= 1e-14 * size || isRounding) return SolveStatus.ok;
      last = change;
    }
    // the residual is of rows that depend on one another by less than ε: they stay as compliant as that
    return SolveStatus.ok;
  }
}

/** Whether the first m entries of x are finite. */
function areFinite(x: Float64Array, m: number): boolean {
  for (let i = 0; i < m; i++) if (!Number.isFinite(x[i])) return false;
  return true;
}

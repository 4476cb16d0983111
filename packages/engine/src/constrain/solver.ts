/**
 * Solves A x = b, A = J W Jᵀ, in one of three ways:
 *
 *   "direct"               sparse block LDLᵀ; O(n) for a tree, O(kn) with k loops
 *   "dense"                LDLᵀ with complete pivoting, and the rank
 *   "conjugate-gradients"  least squares on products with J, W and Jᵀ, as the notes say
 *
 * Where rows depend on one another A is singular, and x is not unique: all three find the x of least norm. The direct way
 * then is dense where A is small; where it is large, rows get the same small compliance ε, which is taken back at once:
 *
 *   x ← x + (A + ε)⁻¹ (b − A x)         from x = 0, so that x stays in the range of A: the least norm
 *
 * Whether A is singular is decided at the ends of steps, where the constraints are met exactly: within a step they are
 * not, and rows that depend on one another seem to be independent by a little.
 *
 * Follows: Constrained Dynamics, section 4.4.
 */
import { DenseLdl, LeastSquares, SolveStatus, SparseBlockLdl, type TransposableOperator } from "../linalg/index.js";
import { multiplyInverseMass, type VelocityLayout, weighJacobian } from "./inverse-mass.js";
import type { RowTable } from "./row-table.js";
import { buildSchurPattern, fillSchur, type SchurPattern } from "./schur-pattern.js";

export type SolverMethod = "direct" | "dense" | "conjugate-gradients";

/** A pivot below this fraction of the terms that made it is zero. */
const pivotTolerance = 1e-10;
/** A singular A of up to so many rows is solved densely. */
const denseRows = 96;
/** ε, relative to the mean of the diagonal of A. */
const compliance = 1e-6;
const maxPasses = 60;
/** Eigenvalues of A below this fraction of the mean of its diagonal are zero. */
const rankTolerance = 1e-9;

export class ConstraintSolver implements TransposableOperator {
  readonly rows: number;
  readonly columns: number;
  /** How many rows of A depend on others, as of the last `judge`. */
  redundant = 0;
  private readonly table: RowTable;
  private readonly layout: VelocityLayout;
  private readonly method: SolverMethod;
  /** T = J W, block by block. */
  private readonly weighed: Float64Array;
  private readonly velocity: Float64Array;
  private readonly pattern: SchurPattern;
  private readonly sparse: SparseBlockLdl | null;
  private readonly dense: DenseLdl | null;
  private readonly iterative: LeastSquares | null;
  private readonly matrix: Float64Array;
  private readonly b: Float64Array;
  private readonly x: Float64Array;
  private readonly r: Float64Array;
  /** The mean of the diagonal of A: one number, in an array so that it is not boxed. */
  private readonly mean = new Float64Array(1);
  /** Whether the dense factor, and whether ε, are in use. */
  private isDense = false;
  private isCompliant = false;

  constructor(table: RowTable, layout: VelocityLayout, columns: number, method: SolverMethod) {
    const m = table.rows;
    this.rows = m;
    this.columns = m;
    this.table = table;
    this.layout = layout;
    this.method = method;
    this.weighed = new Float64Array(table.jacobian.length);
    this.velocity = new Float64Array(columns);
    this.pattern = buildSchurPattern(table, layout, method === "direct");
    const { matrix, sizes } = this.pattern;
    const isDirect = method === "direct";
    this.sparse = isDirect ? new SparseBlockLdl(matrix, { sizes, tolerance: pivotTolerance, refinements: 1 }) : null;
    const mayBeDense = method === "dense" || (isDirect && m <= denseRows);
    this.dense = mayBeDense ? new DenseLdl(m, { tolerance: pivotTolerance }) : null;
    this.matrix = new Float64Array(mayBeDense ? m * m : 0);
    this.iterative = method === "conjugate-gradients" ? new LeastSquares(m, m, { tolerance: 1e-14 }) : null;
    const room = matrix.rows;
    this.b = new Float64Array(m);
    this.x = new Float64Array(room);
    this.r = new Float64Array(room);
  }

  /** Takes over the J of the table. */
  factor(): SolveStatus {
    if (this.rows === 0) return SolveStatus.ok;
    weighJacobian(this.layout, this.weighed, this.table);
    if (this.method === "conjugate-gradients") return SolveStatus.ok;
    if (this.method === "dense") return this.factorDense();
    if (this.redundant > 0) return this.factorSingular();
    fillSchur(this.pattern, this.table, this.weighed, this.layout);
    this.isDense = false;
    this.isCompliant = false;
    const status = this.sparse?.factor(this.pattern.matrix) ?? SolveStatus.notFactored;
    return status === SolveStatus.singular ? this.factorSingular() : status;
  }

  /** The same at a state that meets the constraints; then tells how many rows depend on others. */
  judge(): SolveStatus {
    this.redundant = 0;
    const status = this.factor();
    if (this.isDense || this.method === "dense") this.redundant = this.rows - (this.dense?.rank ?? this.rows);
    else if (this.isCompliant) this.redundant = Math.max(1, this.countSmall());
    return status;
  }

  private factorSingular(): SolveStatus {
    if (this.dense !== null) return this.factorDense();
    this.isCompliant = true;
    this.measureDiagonal();
    return this.factorShifted(compliance);
  }

  /** Factors A + ε, ε = `relative` times the mean of the diagonal. */
  private factorShifted(relative: number): SolveStatus {
    const { sparse, pattern, table } = this;
    const shift = relative * this.mean[0];
    fillSchur(pattern, table, this.weighed, this.layout);
    const { matrix } = pattern;
    for (let c = 0; c < table.constraints.length; c++) {
      const r = table.rowStart[c];
      const height = table.rowStart[c + 1] - r;
      const block = matrix.blockAt(r, r);
      if (block < 0) continue;
      for (let k = 0; k < height; k++) matrix.values[matrix.blockStart[block] + k * (height + 1)] += shift;
    }
    return sparse?.factor(matrix) ?? SolveStatus.notFactored;
  }

  /** Eigenvalues of A that are zero: those of A − τ that are negative (Sylvester). */
  private countSmall(): number {
    this.measureDiagonal();
    this.factorShifted(-rankTolerance);
    const count = (this.sparse?.negative ?? 0) - this.pattern.hubRows;
    this.factorShifted(compliance);
    return count;
  }

  private measureDiagonal(): void {
    const { table, weighed } = this;
    const { jacobian, valueStart, width } = table;
    let sum = 0;
    for (let v = 0; v < valueStart[width.length]; v++) sum += weighed[v] * jacobian[v];
    this.mean[0] = sum / this.rows;
  }

  private factorDense(): SolveStatus {
    const { matrix, table, rows: m, dense } = this;
    if (dense === null) return SolveStatus.notFactored;
    this.isDense = true;
    if (this.pattern.hubRows === 0) this.fillDense();
    else this.multiplyDense();
    const status = dense.factor(matrix);
    return status === SolveStatus.singular && table.rows === m ? SolveStatus.ok : status;
  }

  /** The lower triangle of A from its blocks. */
  private fillDense(): void {
    const { matrix, pattern, rows: m } = this;
    fillSchur(pattern, this.table, this.weighed, this.layout);
    const { values, blockCount, blockStart, blockRow, blockColumn, blockHeight, blockWidth } = pattern.matrix;
    matrix.fill(0);
    for (let b = 0; b < blockCount; b++) {
      let v = blockStart[b];
      for (let i = blockRow[b]; i < blockRow[b] + blockHeight[b]; i++) {
        for (let j = 0; j < blockWidth[b]; j++) matrix[i * m + blockColumn[b] + j] += values[v++];
      }
    }
  }

  /** A column by column, A eⱼ. */
  private multiplyDense(): void {
    const { matrix, rows: m, x, r } = this;
    for (let j = 0; j < m; j++) {
      x.fill(0);
      x[j] = 1;
      this.multiply(r, x);
      for (let i = 0; i < m; i++) matrix[i * m + j] = r[i];
    }
  }

  /** x ← A⁻¹ x, or the solution of least norm. */
  solve(x: Float64Array): SolveStatus {
    const m = this.rows;
    if (m === 0) return SolveStatus.ok;
    if (this.iterative !== null) {
      for (let i = 0; i < m; i++) {
        this.b[i] = x[i];
        x[i] = 0;
      }
      const status = this.iterative.solve(this, this.b, x);
      return status === SolveStatus.stagnated ? SolveStatus.ok : status;
    }
    if (this.isDense) return this.solveDense(x);
    if (this.isCompliant) return this.solveCompliant(x);
    return this.solveSparse(x);
  }

  private solveSparse(x: Float64Array): SolveStatus {
    const { x: full, sparse } = this;
    full.fill(0);
    for (let i = 0; i < this.rows; i++) full[i] = x[i];
    const status = sparse?.solve(full) ?? SolveStatus.notFactored;
    for (let i = 0; i < this.rows; i++) x[i] = full[i];
    return status;
  }

  private solveDense(x: Float64Array): SolveStatus {
    const status = this.dense?.solve(x) ?? SolveStatus.notFactored;
    return status === SolveStatus.singular ? SolveStatus.ok : status;
  }

  private solveCompliant(x: Float64Array): SolveStatus {
    const { b, r, rows: m } = this;
    let size = 0;
    for (let i = 0; i < m; i++) {
      b[i] = x[i];
      r[i] = x[i];
      x[i] = 0;
      size = Math.max(size, Math.abs(b[i]));
    }
    for (let pass = 0; pass < maxPasses; pass++) {
      const status = this.solveSparse(r);
      if (status !== SolveStatus.ok) return status;
      for (let i = 0; i < m; i++) x[i] += r[i];
      // the part of b that no x meets stays in b − A x; what counts is what a pass still changes of A x
      this.multiply(this.x, r);
      let change = 0;
      for (let i = 0; i < m; i++) change = Math.max(change, Math.abs(this.x[i]));
      if (change <= 1e-14 * size) return SolveStatus.ok;
      this.multiply(this.x, x);
      for (let i = 0; i < m; i++) r[i] = b[i] - this.x[i];
    }
    return SolveStatus.iterationLimit;
  }

  /** out ← J W Jᵀ x. */
  multiply(out: Float64Array, x: Float64Array): void {
    const { velocity, table, layout } = this;
    velocity.fill(0);
    table.addTransposed(velocity, x);
    multiplyInverseMass(layout, velocity);
    table.multiply(out, velocity);
  }

  multiplyTransposed(out: Float64Array, x: Float64Array): void {
    this.multiply(out, x);
  }
}

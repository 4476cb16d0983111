/**
 * Least squares: the x that minimises (M x − b)·(M x − b), for any M known through its products with vectors. Systems
 * with more rows than columns, and with redundant rows, are welcome; from x = 0 the solution is the one of least norm.
 *
 * Follows: Constrained Dynamics, section 4.4
 *
 * The notes ask for conjugate gradients on this problem. Applied to MᵀM directly they lose half of the digits, since
 * the condition number is squared. LSQR (Paige and Saunders 1982) makes the same iterates in exact arithmetic, from a
 * bidiagonalisation of M itself:
 *
 *   β u = M v − α u,   α v = Mᵀ u − β v        u, v orthonormal in turn, M V = U B, B lower bidiagonal
 *   x = V y, y from the QR factors of B         |r| = φ̄ falls monotonically, |Mᵀ r| = φ̄ α |c|
 *
 * As in conjugate-gradients.ts the end is checked on the true residual, and the iteration starts again from there. r
 * and M are multiplied by powers of two that bring |r| and the first α to about 1: no square overflows or underflows.
 */
import { requireInteger, requireNonNegative } from "../../math/index.js";
import {
  addScaled,
  copy,
  findScale,
  measureNorm,
  multiplyBy,
  type Operator,
  requireRoom,
  requireShape,
  SolveStatus,
  scaleAndAdd,
  subtract,
} from "../dense/index.js";
import { iterationsPerUnknown, leastIterations, leastSquaresTolerance } from "./parameters.js";

/** An operator that also knows its transpose. */
export type TransposableOperator = Operator & Required<Pick<Operator, "multiplyTransposed">>;

/** The options of `LeastSquares`. */
export interface LeastSquaresOptions {
  /**
   * Stop when |r| ≤ tolerance · (|b| + |M||x|), the system being solved, or when |Mᵀ r| ≤ tolerance · |M||r|, the best
   * x being found. Default 1e-12.
   */
  readonly tolerance?: number;
  /** Default: ten times the number of columns, at least 100. */
  readonly maxIterations?: number;
}

/** Slots of `LeastSquares.result`. */
export const LeastSquaresResult = {
  /** |b − M x|. */
  residual: 0,
  /** |Mᵀ (b − M x)|: zero at the minimum. */
  gradient: 1,
  /** An estimate of the Frobenius norm of M, from below. */
  norm: 2,
  /** |b|. */
  rightSide: 3,
} as const;

/** Slots of the scratch numbers. */
const Slot = {
  alpha: 0,
  beta: 1,
  rhoBar: 2,
  phiBar: 3,
  step: 4,
  turn: 5,
  minus: 6,
  /** |r|, and |Mᵀ r| / |r|. */
  residual: 7,
  slope: 8,
  size: 9,
  /** The powers of two that multiply r and M. */
  scale: 10,
  unit: 11,
} as const;

/** A solver of least-squares problems by LSQR. */
export class LeastSquares {
  readonly rows: number;
  readonly columns: number;
  readonly tolerance: number;
  maxIterations: number;
  /** Iterations of the last solve. */
  iterations = 0;
  /** The figures that the last solve reached: see `LeastSquaresResult`. */
  readonly result = new Float64Array(4);
  private readonly u: Float64Array;
  private readonly v: Float64Array;
  private readonly w: Float64Array;
  private readonly mv: Float64Array;
  private readonly mtu: Float64Array;
  private readonly s = new Float64Array(12);
  private readonly one = new Float64Array(1);

  constructor(rows: number, columns: number, options: LeastSquaresOptions = {}) {
    requireInteger("rows", rows, 0, 1 << 30);
    requireInteger("columns", columns, 0, 1 << 30);
    const {
      tolerance = leastSquaresTolerance,
      maxIterations = Math.max(leastIterations, iterationsPerUnknown * columns),
    } = options;
    requireNonNegative("options.tolerance", tolerance);
    requireInteger("options.maxIterations", maxIterations, 0, 1 << 30);
    this.rows = rows;
    this.columns = columns;
    this.tolerance = tolerance;
    this.maxIterations = maxIterations;
    this.u = new Float64Array(rows);
    this.mv = new Float64Array(rows);
    this.v = new Float64Array(columns);
    this.w = new Float64Array(columns);
    this.mtu = new Float64Array(columns);
  }

  /** Minimises |M x − b|, starting from the x given (from x = 0: the solution of least norm). */
  solve(M: TransposableOperator, b: Float64Array, x: Float64Array): SolveStatus {
    const { rows, columns, result, s } = this;
    requireShape("M", M, rows, columns);
    requireRoom("b", b, rows);
    requireRoom("x", x, columns);
    this.iterations = 0;
    result[LeastSquaresResult.norm] = 0;
    measureNorm(result, LeastSquaresResult.rightSide, b, rows);
    this.formResidual(M, b, x);
    while (true) {
      const residual = s[Slot.residual];
      const slope = s[Slot.slope];
      if (residual === 0 || slope === 0) return SolveStatus.ok;
      if (!(residual < Infinity && slope < Infinity)) return SolveStatus.notFinite;
      const status = this.iterate(M, x);
      this.formResidual(M, b, x);
      if (status === SolveStatus.notFinite || !(s[Slot.residual] < Infinity)) return SolveStatus.notFinite;
      if (this.isSolved(x)) return SolveStatus.ok;
      if (status !== SolveStatus.ok) return status;
      // |Mᵀ r|, which may be too small or large for a number, must have halved
      if (!((s[Slot.residual] / residual) * (s[Slot.slope] / slope) < 0.5)) return SolveStatus.stagnated;
    }
  }

  /** r = b − M x, |r| and |Mᵀ r|; u = r times its power of two. */
  private formResidual(M: TransposableOperator, b: Float64Array, x: Float64Array): void {
    const { result, s, u } = this;
    M.multiply(this.mv, x);
    subtract(u, b, this.mv, this.rows);
    measureNorm(s, Slot.residual, u, this.rows);
    findScale(s, Slot.scale, u, this.rows);
    multiplyBy(u, s, Slot.scale, this.rows);
    M.multiplyTransposed(this.mtu, u);
    measureNorm(s, Slot.slope, this.mtu, this.columns);
    result[LeastSquaresResult.residual] = s[Slot.residual];
    result[LeastSquaresResult.gradient] = s[Slot.slope] / s[Slot.scale];
    s[Slot.slope] /= s[Slot.residual] * s[Slot.scale];
  }

  /** Whether |r| or |Mᵀ r| / |r| is small enough. */
  private isSolved(x: Float64Array): boolean {
    const { s, tolerance } = this;
    const norm = this.result[LeastSquaresResult.norm];
    measureNorm(s, Slot.size, x, this.columns);
    const size = this.result[LeastSquaresResult.rightSide] + norm * s[Slot.size];
    return s[Slot.residual] <= tolerance * size || s[Slot.slope] <= tolerance * norm;
  }

  /** LSQR from r = u until its own estimates say "solved". */
  private iterate(M: TransposableOperator, x: Float64Array): SolveStatus {
    const s = this.s;
    const w = this.w;
    const v = this.v;
    const result = this.result;
    let square = 0;
    s[Slot.beta] = s[Slot.residual] * s[Slot.scale];
    s[Slot.unit] = 1;
    v.fill(0);
    divide(this.u, s, Slot.beta, this.rows);
    this.advanceRight(M);
    if (s[Slot.alpha] === 0) return SolveStatus.ok;
    this.one[0] = s[Slot.alpha];
    findScale(s, Slot.unit, this.one, 1);
    const unit = s[Slot.unit];
    s[Slot.alpha] *= unit;
    copy(w, v, this.columns);
    s[Slot.phiBar] = s[Slot.residual];
    s[Slot.rhoBar] = s[Slot.alpha];
    while (this.iterations < this.maxIterations) {
      square += s[Slot.alpha] * s[Slot.alpha];
      this.advanceLeft(M);
      square += s[Slot.beta] * s[Slot.beta];
      if (s[Slot.beta] > 0) this.advanceRight(M);
      else s[Slot.alpha] = 0;
      if (!(square + s[Slot.alpha] < Infinity)) return SolveStatus.notFinite;
      result[LeastSquaresResult.norm] = Math.max(result[LeastSquaresResult.norm], Math.sqrt(square) / unit);

      // one rotation takes β out of the bidiagonal matrix
      const rho = Math.sqrt(s[Slot.rhoBar] * s[Slot.rhoBar] + s[Slot.beta] * s[Slot.beta]);
      const c = s[Slot.rhoBar] / rho;
      s[Slot.step] = ((c * s[Slot.phiBar]) / rho) * unit;
      s[Slot.turn] = (-s[Slot.beta] * (s[Slot.alpha] / rho)) / rho;
      s[Slot.phiBar] *= s[Slot.beta] / rho;
      s[Slot.rhoBar] = -c * s[Slot.alpha];
      if (!Number.isFinite(s[Slot.step])) return SolveStatus.notFinite;
      addScaled(x, s, Slot.step, w, this.columns);
      scaleAndAdd(w, s, Slot.turn, v, this.columns);
      this.iterations++;
      s[Slot.residual] = s[Slot.phiBar];
      s[Slot.slope] = (s[Slot.alpha] * Math.abs(c)) / unit;
      if (this.isSolved(x)) return SolveStatus.ok;
    }
    return SolveStatus.iterationLimit;
  }

  /** β u ← M v − α u. */
  private advanceLeft(M: TransposableOperator): void {
    const s = this.s;
    M.multiply(this.mv, this.v);
    multiplyBy(this.mv, s, Slot.unit, this.rows);
    s[Slot.minus] = -s[Slot.alpha];
    scaleAndAdd(this.u, s, Slot.minus, this.mv, this.rows);
    measureNorm(s, Slot.beta, this.u, this.rows);
    if (s[Slot.beta] > 0) divide(this.u, s, Slot.beta, this.rows);
  }

  /** α v ← Mᵀ u − β v. */
  private advanceRight(M: TransposableOperator): void {
    const s = this.s;
    M.multiplyTransposed(this.mtu, this.u);
    multiplyBy(this.mtu, s, Slot.unit, this.columns);
    s[Slot.minus] = -s[Slot.beta];
    scaleAndAdd(this.v, s, Slot.minus, this.mtu, this.columns);
    measureNorm(s, Slot.alpha, this.v, this.columns);
    if (s[Slot.alpha] > 0) divide(this.v, s, Slot.alpha, this.columns);
  }
}

/** y ← y / s[k]. */
function divide(y: Float64Array, s: Float64Array, k: number, n: number): void {
  const d = s[k];
  for (let i = 0; i < n; i++) y[i] /= d;
}

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
 * As in conjugate-gradients.ts the end is checked on the true residual, and the iteration starts again from there.
 */
import { fail, requireInteger, requireNonNegative } from "../math/index.js";
import { type Operator, requireRoom, SolveStatus } from "./operator.js";
import { addScaled, copy, dot, scaleAndAdd, subtract } from "./vector.js";

/** An operator that also knows its transpose. */
export type TransposableOperator = Operator & Required<Pick<Operator, "multiplyTransposed">>;

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
const ALPHA = 0;
const BETA = 1;
const RHO_BAR = 2;
const PHI_BAR = 3;
const STEP = 4;
const TURN = 5;
const MINUS = 6;
const RESIDUAL = 7;
const GRADIENT = 8;
const XX = 9;

export class LeastSquares {
  readonly rows: number;
  readonly columns: number;
  /** Slot 0: the tolerance. */
  readonly control: Float64Array;
  maxIterations: number;
  /** Iterations of the last solve. */
  iterations = 0;
  /** What was reached: see `LeastSquaresResult`. */
  readonly result = new Float64Array(4);
  readonly #u: Float64Array;
  readonly #v: Float64Array;
  readonly #w: Float64Array;
  readonly #mv: Float64Array;
  readonly #mtu: Float64Array;
  readonly #s = new Float64Array(10);

  constructor(rows: number, columns: number, options: LeastSquaresOptions = {}) {
    requireInteger("rows", rows, 0, 1 << 30);
    requireInteger("columns", columns, 0, 1 << 30);
    const { tolerance = 1e-12, maxIterations = Math.max(100, 10 * columns) } = options;
    requireNonNegative("options.tolerance", tolerance);
    requireInteger("options.maxIterations", maxIterations, 0, 1 << 30);
    this.rows = rows;
    this.columns = columns;
    this.control = Float64Array.of(tolerance);
    this.maxIterations = maxIterations;
    this.#u = new Float64Array(rows);
    this.#mv = new Float64Array(rows);
    this.#v = new Float64Array(columns);
    this.#w = new Float64Array(columns);
    this.#mtu = new Float64Array(columns);
  }

  /** Minimises |M x − b|, starting from the x given (from x = 0: the solution of least norm). */
  solve(M: TransposableOperator, b: Float64Array, x: Float64Array): SolveStatus {
    const { rows, columns, result } = this;
    if (M.rows !== rows || M.columns !== columns) {
      fail("wrong-size", "M", `must be ${rows} × ${columns}`, `${M.rows} × ${M.columns}`);
    }
    requireRoom("b", b, rows);
    requireRoom("x", x, columns);
    this.iterations = 0;
    result[LeastSquaresResult.norm] = 0;
    dot(result, LeastSquaresResult.rightSide, b, b, rows);
    result[LeastSquaresResult.rightSide] = Math.sqrt(result[LeastSquaresResult.rightSide]);
    this.#formResidual(M, b, x);
    while (true) {
      const residual = result[LeastSquaresResult.residual];
      const gradient = result[LeastSquaresResult.gradient];
      if (!(residual < Infinity && gradient < Infinity)) return SolveStatus.notFinite;
      if (residual === 0 || gradient === 0) return SolveStatus.ok;
      const status = this.#iterate(M, x);
      this.#formResidual(M, b, x);
      if (status === SolveStatus.notFinite) return status;
      if (this.#isSolved(result, LeastSquaresResult.residual, x)) return SolveStatus.ok;
      if (status !== SolveStatus.ok) return status;
      if (!(result[LeastSquaresResult.gradient] < 0.5 * gradient)) return SolveStatus.stagnated;
    }
  }

  /** u = b − M x, |u|, and |Mᵀ u|. */
  #formResidual(M: TransposableOperator, b: Float64Array, x: Float64Array): void {
    const result = this.result;
    M.multiply(this.#mv, x);
    subtract(this.#u, b, this.#mv, this.rows);
    M.multiplyTransposed(this.#mtu, this.#u);
    dot(result, LeastSquaresResult.residual, this.#u, this.#u, this.rows);
    dot(result, LeastSquaresResult.gradient, this.#mtu, this.#mtu, this.columns);
    result[LeastSquaresResult.residual] = Math.sqrt(result[LeastSquaresResult.residual]);
    result[LeastSquaresResult.gradient] = Math.sqrt(result[LeastSquaresResult.gradient]);
  }

  /** Whether |r| = at[o] or |Mᵀ r| = at[o + 1] is small enough. */
  #isSolved(at: Float64Array, o: number, x: Float64Array): boolean {
    const s = this.#s;
    const tolerance = this.control[0];
    const norm = this.result[LeastSquaresResult.norm];
    dot(s, XX, x, x, this.columns);
    const size = this.result[LeastSquaresResult.rightSide] + norm * Math.sqrt(s[XX]);
    return at[o] <= tolerance * size || at[o + 1] <= tolerance * norm * at[o];
  }

  /** LSQR from r = u until its own estimates say "solved". */
  #iterate(M: TransposableOperator, x: Float64Array): SolveStatus {
    const s = this.#s;
    const w = this.#w;
    const v = this.#v;
    const result = this.result;
    let square = 0;
    s[ALPHA] = 0;
    s[BETA] = result[LeastSquaresResult.residual];
    v.fill(0);
    divide(this.#u, s, BETA, this.rows);
    this.#advanceRight(M);
    if (s[ALPHA] === 0) return SolveStatus.ok;
    copy(w, v, this.columns);
    s[PHI_BAR] = s[BETA];
    s[RHO_BAR] = s[ALPHA];
    while (this.iterations < this.maxIterations) {
      square += s[ALPHA] * s[ALPHA];
      this.#advanceLeft(M);
      square += s[BETA] * s[BETA];
      if (s[BETA] > 0) this.#advanceRight(M);
      else s[ALPHA] = 0;
      if (!(square + s[ALPHA] < Infinity)) return SolveStatus.notFinite;
      result[LeastSquaresResult.norm] = Math.max(result[LeastSquaresResult.norm], Math.sqrt(square));

      // one rotation takes β out of the bidiagonal matrix
      const rho = Math.sqrt(s[RHO_BAR] * s[RHO_BAR] + s[BETA] * s[BETA]);
      const c = s[RHO_BAR] / rho;
      s[STEP] = (c * s[PHI_BAR]) / rho;
      s[TURN] = (-s[BETA] * (s[ALPHA] / rho)) / rho;
      s[PHI_BAR] *= s[BETA] / rho;
      s[RHO_BAR] = -c * s[ALPHA];
      addScaled(x, s, STEP, w, this.columns);
      scaleAndAdd(w, s, TURN, v, this.columns);
      this.iterations++;
      s[RESIDUAL] = s[PHI_BAR];
      s[GRADIENT] = s[PHI_BAR] * s[ALPHA] * Math.abs(c);
      if (this.#isSolved(s, RESIDUAL, x)) return SolveStatus.ok;
    }
    return SolveStatus.iterationLimit;
  }

  /** β u ← M v − α u. */
  #advanceLeft(M: TransposableOperator): void {
    const s = this.#s;
    M.multiply(this.#mv, this.#v);
    s[MINUS] = -s[ALPHA];
    scaleAndAdd(this.#u, s, MINUS, this.#mv, this.rows);
    dot(s, BETA, this.#u, this.#u, this.rows);
    s[BETA] = Math.sqrt(s[BETA]);
    if (s[BETA] > 0) divide(this.#u, s, BETA, this.rows);
  }

  /** α v ← Mᵀ u − β v. */
  #advanceRight(M: TransposableOperator): void {
    const s = this.#s;
    M.multiplyTransposed(this.#mtu, this.#u);
    s[MINUS] = -s[BETA];
    scaleAndAdd(this.#v, s, MINUS, this.#mtu, this.columns);
    dot(s, ALPHA, this.#v, this.#v, this.columns);
    s[ALPHA] = Math.sqrt(s[ALPHA]);
    if (s[ALPHA] > 0) divide(this.#v, s, ALPHA, this.columns);
  }
}

/** y ← y / s[k]. */
function divide(y: Float64Array, s: Float64Array, k: number, n: number): void {
  const d = s[k];
  for (let i = 0; i < n; i++) y[i] /= d;
}

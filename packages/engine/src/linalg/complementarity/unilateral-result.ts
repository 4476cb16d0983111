/**
 * The result of a solve of unilateral rows, with its certificate: how exact it is, by which method, and whether the forces are
 * the only ones.
 */
import { resize } from "../../math/index.js";

/** The outcome of a solve. */
export const UnilateralStatus = {
  /** Solved: residual within tolerance. */
  ok: 0,
  /** No y satisfies the rows; `certificate` proves it. */
  infeasible: 1,
  /** No method ended; the best forces found are in place, and the residual says how good they are. */
  iterationLimit: 2,
  /** The input, or something made of it, was not finite. */
  notFinite: 3,
} as const;
/** The outcome of a solve; see the constants. */
export type UnilateralStatus = (typeof UnilateralStatus)[keyof typeof UnilateralStatus];

/** The method of a solve. */
export const UnilateralMethod = {
  /** Goldfarb and Idnani's dual active set, thin QR in motion space. */
  dual: 0,
  /** Solution polishing from a guess, with a sparse factor; `dual` where that fails. */
  polish: 1,
  /** Baraff's pivoting (Dantzig's), one index after the other. */
  pivoting: 2,
} as const;
/** The method of a solve; see the constants. */
export type UnilateralMethod = (typeof UnilateralMethod)[keyof typeof UnilateralMethod];

/** Slots of `RowResult.figures`. */
export const UnilateralFigure = {
  /** Natural map, relative to the size of what the rows are made of, max (|c| + |J| |y⁰|). */
  residual: 0,
  /** max |fᵢ aᵢ| over inequalities, in the units of f times a. */
  complementarity: 1,
  /** max |J y⁰ + c|: the size of the data. */
  scale: 2,
  /** After `findLeastForces`: max |Jᵀf − (y − y⁰)|, relative to the largest |y − y⁰|. */
  forceError: 3,
} as const;

/** The result of a solve of a `UnilateralProblem`: forces, accelerations and motion, with their certificate. */
export class UnilateralResult {
  status: UnilateralStatus = UnilateralStatus.ok;
  /** The method that gave the answer, which after a fallback is not the one asked for. */
  method: UnilateralMethod = UnilateralMethod.dual;
  /** Number of pivots (dual, pivoting) or linear solves (polish), of all methods that were tried. */
  iterations = 0;
  /** Sparse factorisations. */
  factorizations = 0;
  /** Rows with a = 0, equalities among them, and their rank. Written by `judge`. */
  activeCount = 0;
  rank = 0;
  /** Whether these forces are the only ones for this motion. Written by `judge`. */
  unique = false;
  /** Residuals: see `RowFigure`. */
  readonly figures = new Float64Array(4);
  /** Forces and accelerations of the rows, and the motion. */
  f = new Float64Array(16);
  a = new Float64Array(16);
  y = new Float64Array(48);
  /**
   * Where there is no solution: u with Jᵀ u = 0 and u·c < 0, u ≥ 0 on inequalities. Then u·(J y + c) < 0 for every y,
   * while the rows ask for ≥ 0.
   */
  certificate = new Float64Array(16);

  /** By how much each row misses its condition, where it depends on others that do not quite fit; else 0. */
  inconsistency = new Float64Array(16);

  get residual(): number {
    return this.figures[UnilateralFigure.residual];
  }

  get complementarity(): number {
    return this.figures[UnilateralFigure.complementarity];
  }

  get forceError(): number {
    return this.figures[UnilateralFigure.forceError];
  }

  /** @deprecated Use `activeCount`. */
  get holding(): number {
    return this.activeCount;
  }

  set holding(count: number) {
    this.activeCount = count;
  }

  /** @deprecated Use `inconsistency`. */
  get missed(): Float64Array {
    return this.inconsistency;
  }

  /** Makes room; what is there stays. */
  reserve(rows: number, dimension: number): void {
    if (rows > this.f.length) {
      const length = Math.max(rows, 2 * this.f.length);
      this.f = resize(this.f, length);
      this.a = resize(this.a, length);
      this.certificate = resize(this.certificate, length);
      this.inconsistency = resize(this.inconsistency, length);
    }
    if (dimension > this.y.length) this.y = resize(this.y, Math.max(dimension, 2 * this.y.length));
  }
}

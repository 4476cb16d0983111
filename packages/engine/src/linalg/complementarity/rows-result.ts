/**
 * What a solver of row problems found, with its certificate: how exact it is, by which method, and whether the forces are
 * the only ones.
 */
import { resize } from "../../math/index.js";

export const RowStatus = {
  /** Solved: residual within tolerance. */
  ok: 0,
  /** No y satisfies the rows; `certificate` proves it. */
  infeasible: 1,
  /** No method ended; the best forces found are in place, and the residual says how good they are. */
  iterationLimit: 2,
  /** The input, or something made of it, was not finite. */
  notFinite: 3,
} as const;
export type RowStatus = (typeof RowStatus)[keyof typeof RowStatus];

export const RowMethod = {
  /** Goldfarb and Idnani's dual active set, thin QR in motion space. */
  dual: 0,
  /** A guessed set, polished with a sparse factor; `dual` where that fails. */
  polish: 1,
  /** Baraff's pivoting (Dantzig's), one index after the other. */
  pivoting: 2,
} as const;
export type RowMethod = (typeof RowMethod)[keyof typeof RowMethod];

/** Slots of `RowResult.figures`. */
export const RowFigure = {
  /** Natural map, relative to the size of what the rows are made of, max (|c| + |J| |y⁰|). */
  residual: 0,
  /** max |fᵢ aᵢ| over inequalities, in the units of f times a. */
  complementarity: 1,
  /** max |J y⁰ + c|: the size of the data. */
  scale: 2,
  /** After `findLeastForces`: max |Jᵀf − (y − y⁰)|, relative to the largest |y − y⁰|. */
  forceError: 3,
} as const;

export class RowResult {
  status: RowStatus = RowStatus.ok;
  /** The method that gave the answer, which after a fallback is not the one asked for. */
  method: RowMethod = RowMethod.dual;
  /** Pivots (dual, pivoting) or linear solves (polish), all told. */
  iterations = 0;
  /** Sparse factorisations. */
  factorizations = 0;
  /** Rows with a = 0, equalities among them, and their rank. Written by `judge`. */
  holding = 0;
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
  missed = new Float64Array(16);

  get residual(): number {
    return this.figures[RowFigure.residual];
  }

  get complementarity(): number {
    return this.figures[RowFigure.complementarity];
  }

  get forceError(): number {
    return this.figures[RowFigure.forceError];
  }

  /** Makes room; what is there stays. */
  reserve(rows: number, dimension: number): void {
    if (rows > this.f.length) {
      const length = Math.max(rows, 2 * this.f.length);
      this.f = resize(this.f, length);
      this.a = resize(this.a, length);
      this.certificate = resize(this.certificate, length);
      this.missed = resize(this.missed, length);
    }
    if (dimension > this.y.length) this.y = resize(this.y, Math.max(dimension, 2 * this.y.length));
  }
}

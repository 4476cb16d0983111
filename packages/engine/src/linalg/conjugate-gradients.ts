/**
 * Conjugate gradients for A x = b, A symmetric positive definite and known only through its products; with or without a
 * preconditioner P ≈ A⁻¹ (Hestenes and Stiefel 1952).
 *
 *   r = b − A x     residual                 z = P r     preconditioned residual
 *   p               search direction         q = A p     its image; p·q is the curvature along p
 *   α = (r·z) / (p·q),   x ← x + α p,   r ← r − α q,   β = (r·z)_new / (r·z)_old,   p ← z + β p
 *
 * The recurrence for r drifts away from b − A x by rounding. So, when it says "converged", the true residual is formed;
 * if that is not small enough the iteration starts again from it, and gives up (`stagnated`) when a fresh start no
 * longer halves it. A positive semidefinite A is fine as long as b is in its range.
 */
import { fail, requireInteger, requireNonNegative } from "../math/index.js";
import { type Operator, requireRoom, SolveStatus } from "./operator.js";
import type { Preconditioner } from "./preconditioner.js";
import { addScaled, copy, dot, scaleAndAdd, subtract } from "./vector.js";

export interface ConjugateGradientsOptions {
  /** Stop when |b − A x| ≤ tolerance · |b|. Default 1e-10. */
  readonly tolerance?: number;
  /** … or when |b − A x| ≤ absolute. Default 0. */
  readonly absolute?: number;
  /** Default: ten times the dimension, at least 100. */
  readonly maxIterations?: number;
  /** Whether convergence is checked on the true residual, at the cost of one product. Default true. */
  readonly verify?: boolean;
}

/** Slots of `ConjugateGradients.control`, which may be rewritten between solves. */
export const CgControl = { tolerance: 0, absolute: 1 } as const;

/** Slots of `ConjugateGradients.result`. */
export const CgResult = {
  /** |b − A x| after the last solve, 2-norm. */
  residual: 0,
  /** |b|. */
  rightSide: 1,
} as const;

/** Slots of the scratch numbers. */
const RZ = 0;
const PQ = 1;
const RR = 2;
const STEP = 3;
const BETA = 4;
const OTHER = 5;
/** The residual that is small enough. */
const LIMIT = 6;

/** A residual below this counts as zero, for the squares of its entries underflow: 2⁻⁴⁸⁰. */
const nothing = 2 ** -480;

export class ConjugateGradients {
  readonly dimension: number;
  /** Tolerances: see `CgControl`. */
  readonly control: Float64Array;
  maxIterations: number;
  verify: boolean;
  /** Iterations of the last solve. */
  iterations = 0;
  /** Residual of the last solve: see `CgResult`. */
  readonly result = new Float64Array(2);
  readonly #r: Float64Array;
  readonly #z: Float64Array;
  readonly #p: Float64Array;
  readonly #q: Float64Array;
  readonly #s = new Float64Array(7);

  constructor(dimension: number, options: ConjugateGradientsOptions = {}) {
    requireInteger("dimension", dimension, 0, 1 << 30);
    const { tolerance = 1e-10, absolute = 0, maxIterations = Math.max(100, 10 * dimension), verify = true } = options;
    requireNonNegative("options.tolerance", tolerance);
    requireNonNegative("options.absolute", absolute);
    requireInteger("options.maxIterations", maxIterations, 0, 1 << 30);
    this.dimension = dimension;
    this.control = Float64Array.of(tolerance, absolute);
    this.maxIterations = maxIterations;
    this.verify = verify;
    this.#r = new Float64Array(dimension);
    this.#z = new Float64Array(dimension);
    this.#p = new Float64Array(dimension);
    this.#q = new Float64Array(dimension);
  }

  /** Solves A x = b, starting from the x given. Whatever the status, x is the last iterate and is finite if x was. */
  solve(A: Operator, b: Float64Array, x: Float64Array, preconditioner?: Preconditioner): SolveStatus {
    const n = this.dimension;
    const r = this.#r;
    const result = this.result;
    if (A.rows !== n || A.columns !== n) fail("wrong-size", "A", `must be ${n} × ${n}`, `${A.rows} × ${A.columns}`);
    requireRoom("b", b, n);
    requireRoom("x", x, n);
    this.iterations = 0;
    dot(result, CgResult.rightSide, b, b, n);
    const bb = result[CgResult.rightSide];
    result[CgResult.rightSide] = Math.sqrt(bb);
    if (bb === 0) x.fill(0, 0, n);
    this.#formResidual(A, b, x);
    const relative = this.control[CgControl.tolerance] * result[CgResult.rightSide];
    const limit = Math.max(relative, this.control[CgControl.absolute], nothing);
    this.#s[LIMIT] = limit;
    let status: SolveStatus = SolveStatus.ok;
    while (true) {
      const before = result[CgResult.residual];
      if (!Number.isFinite(before) || !Number.isFinite(bb)) return SolveStatus.notFinite;
      if (before <= limit) return SolveStatus.ok;
      status = this.#iterate(A, x, preconditioner);
      if (status === SolveStatus.ok && !this.verify) {
        dot(result, CgResult.residual, r, r, n);
        result[CgResult.residual] = Math.sqrt(result[CgResult.residual]);
        return status;
      }
      this.#formResidual(A, b, x);
      const after = result[CgResult.residual];
      if (after <= limit) return SolveStatus.ok;
      if (status !== SolveStatus.ok) return status;
      if (!(after < 0.5 * before)) return SolveStatus.stagnated;
    }
  }

  /** r = b − A x, and its norm. */
  #formResidual(A: Operator, b: Float64Array, x: Float64Array): void {
    const n = this.dimension;
    A.multiply(this.#q, x);
    subtract(this.#r, b, this.#q, n);
    dot(this.result, CgResult.residual, this.#r, this.#r, n);
    this.result[CgResult.residual] = Math.sqrt(this.result[CgResult.residual]);
  }

  /** The recurrence, from the present r until r says "converged". */
  #iterate(A: Operator, x: Float64Array, preconditioner: Preconditioner | undefined): SolveStatus {
    const n = this.dimension;
    const r = this.#r;
    const p = this.#p;
    const q = this.#q;
    const z = preconditioner === undefined ? r : this.#z;
    const s = this.#s;
    const limit = s[LIMIT];
    if (preconditioner !== undefined) preconditioner.apply(z, r);
    copy(p, z, n);
    dot(s, RZ, r, z, n);
    for (; this.iterations < this.maxIterations; this.iterations++) {
      A.multiply(q, p);
      dot(s, PQ, p, q, n);
      if (!(Number.isFinite(s[PQ]) && Number.isFinite(s[RZ]))) return SolveStatus.notFinite;
      if (s[PQ] <= 0 || s[RZ] <= 0) return this.#judgeCurvature(z);
      s[STEP] = s[RZ] / s[PQ];
      addScaled(x, s, STEP, p, n);
      s[STEP] = -s[STEP];
      addScaled(r, s, STEP, q, n);
      dot(s, RR, r, r, n);
      if (Math.sqrt(s[RR]) <= limit) {
        this.iterations++;
        return SolveStatus.ok;
      }
      s[BETA] = s[RZ];
      if (preconditioner !== undefined) {
        preconditioner.apply(z, r);
        dot(s, RZ, r, z, n);
      } else s[RZ] = s[RR];
      s[BETA] = s[RZ] / s[BETA];
      scaleAndAdd(p, s, BETA, z, n);
    }
    return SolveStatus.iterationLimit;
  }

  /** p·q ≤ 0 or r·z ≤ 0: beyond rounding it is an indefinite matrix, within rounding a singular one. */
  #judgeCurvature(z: Float64Array): SolveStatus {
    const n = this.dimension;
    const s = this.#s;
    const pq = s[PQ];
    const rz = s[RZ];
    dot(s, OTHER, this.#p, this.#p, n);
    dot(s, BETA, this.#q, this.#q, n);
    if (pq < -1e-14 * Math.sqrt(s[OTHER] * s[BETA])) return SolveStatus.indefinite;
    dot(s, OTHER, this.#r, this.#r, n);
    dot(s, BETA, z, z, n);
    return rz < -1e-14 * Math.sqrt(s[OTHER] * s[BETA]) ? SolveStatus.indefinite : SolveStatus.singular;
  }
}

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
 *
 * Each start multiplies r by a power of two that makes its largest entry about 1, so that no square overflows or
 * underflows whatever the size of b; x alone is kept in its own measure. Powers of two round nothing.
 */
import { requireInteger, requireNonNegative } from "../../math/index.js";
import {
  addScaled,
  copy,
  dot,
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
import { cgTolerance, curvatureRounding, iterationsPerUnknown, leastIterations } from "./parameters.js";
import type { Preconditioner } from "./preconditioner.js";

/** The options of `ConjugateGradients`. */
export interface ConjugateGradientsOptions {
  /** Stop when |b − A x| ≤ tolerance · |b|. Default 1e-10. */
  readonly tolerance?: number;
  /** … or when |b − A x| ≤ absolute. Default 0. */
  readonly absolute?: number;
  /** Default: ten times the dimension, at least 100. */
  readonly maxIterations?: number;
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
const Slot = {
  rz: 0,
  pq: 1,
  rr: 2,
  step: 3,
  beta: 4,
  other: 5,
  /** The power of two that r is multiplied by. */
  scale: 6,
} as const;

/** The least normal number. A residual below it is the rounding error of an x below it. */
const nothing = 2 ** -1022;

/** A solver of symmetric positive definite systems by conjugate gradients. */
export class ConjugateGradients {
  readonly dimension: number;
  /** Tolerances: see `CgControl`. */
  readonly control: Float64Array;
  maxIterations: number;
  /** Iterations of the last solve. */
  iterations = 0;
  /** Residual of the last solve: see `CgResult`. */
  readonly result = new Float64Array(2);
  private readonly r: Float64Array;
  private readonly z: Float64Array;
  private readonly p: Float64Array;
  private readonly q: Float64Array;
  private readonly s = new Float64Array(7);

  constructor(dimension: number, options: ConjugateGradientsOptions = {}) {
    requireInteger("dimension", dimension, 0, 1 << 30);
    const {
      tolerance = cgTolerance,
      absolute = 0,
      maxIterations = Math.max(leastIterations, iterationsPerUnknown * dimension),
    } = options;
    requireNonNegative("options.tolerance", tolerance);
    requireNonNegative("options.absolute", absolute);
    requireInteger("options.maxIterations", maxIterations, 0, 1 << 30);
    this.dimension = dimension;
    this.control = Float64Array.of(tolerance, absolute);
    this.maxIterations = maxIterations;
    this.r = new Float64Array(dimension);
    this.z = new Float64Array(dimension);
    this.p = new Float64Array(dimension);
    this.q = new Float64Array(dimension);
  }

  /** Solves A x = b, starting from the x given. Whatever the status, x is the last iterate and is finite if x was. */
  solve(A: Operator, b: Float64Array, x: Float64Array, preconditioner?: Preconditioner): SolveStatus {
    const n = this.dimension;
    const result = this.result;
    requireShape("A", A, n, n);
    requireRoom("b", b, n);
    requireRoom("x", x, n);
    this.iterations = 0;
    measureNorm(result, CgResult.rightSide, b, n);
    const size = result[CgResult.rightSide];
    if (size === 0) x.fill(0, 0, n);
    this.formResidual(A, b, x);
    const limit = Math.max(this.control[CgControl.tolerance] * size, this.control[CgControl.absolute]);
    let status: SolveStatus = SolveStatus.ok;
    while (true) {
      const before = result[CgResult.residual];
      if (!Number.isFinite(before) || !Number.isFinite(size)) return SolveStatus.notFinite;
      if (before <= limit) return SolveStatus.ok;
      status = this.iterate(A, x, preconditioner);
      this.formResidual(A, b, x);
      const after = result[CgResult.residual];
      if (after <= Math.max(limit, nothing)) return SolveStatus.ok;
      if (status !== SolveStatus.ok) return status;
      if (!(after < Infinity)) return SolveStatus.notFinite;
      if (!(after < 0.5 * before)) return SolveStatus.stagnated;
    }
  }

  /** r = b − A x, and its norm. */
  private formResidual(A: Operator, b: Float64Array, x: Float64Array): void {
    const n = this.dimension;
    A.multiply(this.q, x);
    subtract(this.r, b, this.q, n);
    measureNorm(this.result, CgResult.residual, this.r, n);
  }

  /** The recurrence, from the present r until r says "converged". */
  private iterate(A: Operator, x: Float64Array, preconditioner: Preconditioner | undefined): SolveStatus {
    const n = this.dimension;
    const r = this.r;
    const p = this.p;
    const q = this.q;
    const z = preconditioner === undefined ? r : this.z;
    const s = this.s;
    findScale(s, Slot.scale, r, n);
    multiplyBy(r, s, Slot.scale, n);
    const scale = s[Slot.scale];
    const relative = this.control[CgControl.tolerance] * (scale * this.result[CgResult.rightSide]);
    const limit = Math.max(relative, scale * this.control[CgControl.absolute]);
    if (preconditioner !== undefined) preconditioner.apply(z, r);
    copy(p, z, n);
    dot(s, Slot.rz, r, z, n);
    for (; this.iterations < this.maxIterations; this.iterations++) {
      A.multiply(q, p);
      dot(s, Slot.pq, p, q, n);
      if (!(Number.isFinite(s[Slot.pq]) && Number.isFinite(s[Slot.rz]))) return SolveStatus.notFinite;
      if (s[Slot.pq] <= 0 || s[Slot.rz] <= 0) return this.judgeCurvature(z);
      const alpha = s[Slot.rz] / s[Slot.pq];
      s[Slot.step] = alpha / scale;
      if (!Number.isFinite(s[Slot.step])) return SolveStatus.notFinite;
      addScaled(x, s, Slot.step, p, n);
      s[Slot.step] = -alpha;
      addScaled(r, s, Slot.step, q, n);
      dot(s, Slot.rr, r, r, n);
      if (Math.sqrt(s[Slot.rr]) <= limit) {
        this.iterations++;
        return SolveStatus.ok;
      }
      s[Slot.beta] = s[Slot.rz];
      if (preconditioner !== undefined) {
        preconditioner.apply(z, r);
        dot(s, Slot.rz, r, z, n);
      } else s[Slot.rz] = s[Slot.rr];
      s[Slot.beta] = s[Slot.rz] / s[Slot.beta];
      scaleAndAdd(p, s, Slot.beta, z, n);
    }
    return SolveStatus.iterationLimit;
  }

  /** p·q ≤ 0 or r·z ≤ 0: beyond rounding it is an indefinite matrix, within rounding a singular one. */
  private judgeCurvature(z: Float64Array): SolveStatus {
    const n = this.dimension;
    const s = this.s;
    const pq = s[Slot.pq];
    const rz = s[Slot.rz];
    measureNorm(s, Slot.other, this.p, n);
    measureNorm(s, Slot.beta, this.q, n);
    if (pq < -curvatureRounding * s[Slot.other] * s[Slot.beta]) return SolveStatus.indefinite;
    measureNorm(s, Slot.other, this.r, n);
    measureNorm(s, Slot.beta, z, n);
    return rz < -curvatureRounding * s[Slot.other] * s[Slot.beta] ? SolveStatus.indefinite : SolveStatus.singular;
  }
}

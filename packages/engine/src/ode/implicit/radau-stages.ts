/**
 * The equations inside a step of Radau IIA, and their solution by simplified Newton iteration (Hairer and Wanner II,
 * IV.8).
 *
 *   zᵢ = h Σⱼ aᵢⱼ f(t₀ + cⱼh, y₀ + zⱼ)          i = 1, 2, 3:  3n equations
 *
 * With w = T⁻¹ z, and one f′ for all stages, a Newton step decouples into one real and one complex system of size n:
 *
 *   (γ/h I − f′) Δw₁ = (T⁻¹F)₁ − γ/h w₁
 *   ((α + iβ)/h I − f′) (Δw₂ + iΔw₃) = (T⁻¹F)₂ + i(T⁻¹F)₃ − (α + iβ)/h (w₂ + iw₃)
 *
 * The iteration contracts by θ each time. It has converged when θ/(1−θ) |Δw| ≤ κ, in units of the error allowed, and is
 * given up as soon as the iterations left would not get it there.
 */
import { takeRoot } from "../../math/index.js";
import type { Problem } from "../problem/index.js";
import { Count, findNotFinite, Plan } from "../stepper/index.js";
import {
  type ComplexShiftedSystem,
  type ShiftedSystem,
  solveComplexShifted,
  solveShifted,
} from "./jacobian-shifted.js";
import {
  failureFactor,
  greatestShortfall,
  leastRate,
  shortfallFactor,
  shortfallOrder,
  stageIterations,
  worstContraction,
} from "./parameters.js";
import * as radau from "./radau-constants.js";

/** Slots of `RadauWork.newton`. */
export const Newton = {
  /** The error κ that the iteration may leave, in units of the error allowed. */
  kappa: 0,
  /** The contraction θ of the last iteration: where it is small, f′ is still good. */
  theta: 1,
  /** The ratio θ/(1−θ) of the changes to come to |Δw|. */
  rate: 2,
  /** The norm |Δw| in units of the error allowed. */
  size: 3,
  /** The factor on the step after failure. */
  shrink: 4,
  /** Scratch for roots. */
  scratch: 5,
} as const;

/** The outcomes of Newton's iteration for the stages. */
export const NewtonOutcome = {
  /** The stages are found to within κ. */
  converged: 0,
  /** The iteration diverges, or would end too late. */
  failed: 1,
  /** The value of f at a stage is not finite. */
  notFinite: 2,
} as const;
/** One of the outcomes in `NewtonOutcome`. */
export type NewtonOutcome = (typeof NewtonOutcome)[keyof typeof NewtonOutcome];

/** The arrays of a step of Radau IIA, made at set-up; z, w and f have an array for each stage. */
export interface RadauWork {
  /** The problem that is solved. */
  readonly problem: Problem;
  /** The values (y₀, t₀) at the start of the step. */
  readonly state: Float64Array;
  /** The values of y and t at a stage. */
  readonly stage: Float64Array;
  /** The stages less y₀. */
  readonly z: Float64Array[];
  /** The transformed stages w = T⁻¹ z. */
  readonly w: Float64Array[];
  /** The values of f at the stages, then the right sides, then Δw. */
  readonly f: Float64Array[];
  /** The error allowed in each entry of y. */
  readonly weights: Float64Array;
  /** The plan of the step, by the slots of `Plan`. */
  readonly plan: Float64Array;
  /** The figures of Newton's iteration, by the slots of `Newton`. */
  readonly newton: Float64Array;
  /** The costs so far, by the slots of `Count`. */
  readonly counts: Float64Array;
  /** The real system, γ/h I − f′. */
  readonly real: ShiftedSystem;
  /** The complex system, (α + iβ)/h I − f′. */
  readonly complex: ComplexShiftedSystem;
  /** The number of iterations of the last solve. */
  iterations: number;
  /** The index in y of an entry that was not finite, after `notFinite`. */
  offender: number;
}

/** Solves for the stages z by simplified Newton iteration, from the z and w that were predicted. */
export function solveStages(work: RadauWork): NewtonOutcome {
  const { newton } = work;
  const kappa = newton[Newton.kappa];
  // the rate of the last solve to the power 0.8: the less is known, the more cautious
  newton[Newton.scratch] = Math.max(newton[Newton.rate], leastRate);
  takeRoot(newton, Newton.scratch, 5);
  const root2 = newton[Newton.scratch] * newton[Newton.scratch];
  newton[Newton.rate] = root2 * root2;
  newton[Newton.theta] = 0;
  newton[Newton.shrink] = failureFactor;
  let previous = 0;
  let previousRatio = 0;
  for (let k = 1; k <= stageIterations; k++) {
    work.iterations = k;
    work.offender = evaluateStages(work);
    if (work.offender >= 0) return NewtonOutcome.notFinite;
    formRightSides(work);
    solveShifted(work.real, work.f[0]);
    solveComplexShifted(work.complex, work.f[1], work.f[2]);
    work.counts[Count.solves] += 2;
    measureChange(work);
    const size = newton[Newton.size];
    if (!(size < Infinity)) return NewtonOutcome.failed;
    if (k > 1) {
      const ratio = size / previous;
      const theta = k === 2 ? ratio : Math.sqrt(ratio * previousRatio);
      previousRatio = ratio;
      newton[Newton.theta] = theta;
      if (!(theta < worstContraction)) return NewtonOutcome.failed;
      newton[Newton.rate] = theta / (1 - theta);
      if (predictShortfall(newton, k)) return NewtonOutcome.failed;
    }
    previous = Math.max(size, leastRate);
    addChange(work);
    if (newton[Newton.rate] * size <= kappa) return NewtonOutcome.converged;
  }
  return NewtonOutcome.failed;
}

/** Returns whether the iterations left will not reach κ, and then writes the factor on the step. */
function predictShortfall(newton: Float64Array, k: number): boolean {
  const theta = newton[Newton.theta];
  const left = stageIterations - 1 - k;
  let expected = (newton[Newton.rate] * newton[Newton.size]) / newton[Newton.kappa];
  for (let i = 0; i < left; i++) expected *= theta;
  if (left < 0 || expected < 1) return false;
  newton[Newton.scratch] = Math.min(expected, greatestShortfall);
  takeRoot(newton, Newton.scratch, shortfallOrder + left);
  newton[Newton.shrink] = shortfallFactor / newton[Newton.scratch];
  return true;
}

/** Computes f₁, f₂, f₃. Returns −1, or the first index that is not finite. */
function evaluateStages(work: RadauWork): number {
  const { problem, state, stage, plan } = work;
  const n = problem.dimension;
  for (let s = 0; s < 3; s++) {
    const z = work.z[s];
    for (let i = 0; i < n; i++) stage[i] = state[i] + z[i];
    const c = s === 0 ? radau.C1 : radau.C2;
    stage[n] = s === 2 ? plan[Plan.end] : state[n] + c * plan[Plan.step];
    problem.setState(stage);
    problem.derivative(work.f[s]);
    work.counts[Count.evaluations]++;
    const offender = findNotFinite(work.f[s], n);
    if (offender >= 0) return offender;
  }
  return -1;
}

/** Replaces f by the right sides of the two systems. */
function formRightSides(work: RadauWork): void {
  const h = work.plan[Plan.step];
  const g = radau.GAMMA / h;
  const a = radau.ALPHA / h;
  const b = radau.BETA / h;
  const f1 = work.f[0];
  const f2 = work.f[1];
  const f3 = work.f[2];
  const w1 = work.w[0];
  const w2 = work.w[1];
  const w3 = work.w[2];
  for (let i = 0; i < f1.length; i++) {
    const u1 = f1[i];
    const u2 = f2[i];
    const u3 = f3[i];
    f1[i] = radau.R11 * u1 + radau.R12 * u2 + radau.R13 * u3 - g * w1[i];
    f2[i] = radau.R21 * u1 + radau.R22 * u2 + radau.R23 * u3 - (a * w2[i] - b * w3[i]);
    f3[i] = radau.R31 * u1 + radau.R32 * u2 + radau.R33 * u3 - (a * w3[i] + b * w2[i]);
  }
}

/** Computes |Δw|: the root mean square, in units of the error allowed. */
function measureChange(work: RadauWork): void {
  const { weights } = work;
  const f1 = work.f[0];
  const f2 = work.f[1];
  const f3 = work.f[2];
  const n = weights.length;
  let sum = 0;
  for (let i = 0; i < n; i++) {
    const d1 = f1[i] / weights[i];
    const d2 = f2[i] / weights[i];
    const d3 = f3[i] / weights[i];
    sum += d1 * d1 + d2 * d2 + d3 * d3;
  }
  work.newton[Newton.size] = Math.sqrt(sum / (3 * n));
}

/** Computes w += Δw and z = T w. */
function addChange(work: RadauWork): void {
  const f1 = work.f[0];
  const f2 = work.f[1];
  const f3 = work.f[2];
  const w1 = work.w[0];
  const w2 = work.w[1];
  const w3 = work.w[2];
  const z1 = work.z[0];
  const z2 = work.z[1];
  const z3 = work.z[2];
  for (let i = 0; i < f1.length; i++) {
    const u1 = w1[i] + f1[i];
    const u2 = w2[i] + f2[i];
    const u3 = w3[i] + f3[i];
    w1[i] = u1;
    w2[i] = u2;
    w3[i] = u3;
    z1[i] = radau.T11 * u1 + radau.T12 * u2 + radau.T13 * u3;
    z2[i] = radau.T21 * u1 + radau.T22 * u2 + radau.T23 * u3;
    z3[i] = u1 + u2;
  }
}

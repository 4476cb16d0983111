/**
 * The Signorini–Coulomb conditions as projections (Alart and Curnier 1991) at given accelerations, their derivatives, and their
 * natural map.
 *
 *   q = m − S a                        m the multiplier estimate (`memory`), S the stiffness of a row; m = 0, S = 1/ε: a compliance ε
 *   f_n = max(q_n, 0)
 *   f_t = q_t, cut off at the disc of the new f_n, |f_t| ≤ r = μ (f_n + s)
 *   K = −df/da                         slip, u = q_t/|q_t|:  K_tn = μ S u,  K_tt = S (r/|q_t|) (1 − u uᵀ)
 *
 * Where modes are known they are fixed: `NormalMode` and `TangentMode` say which branch of its projection each row takes.
 */

import { RowKind } from "../complementarity/index.js";
import { type FrictionContactProblem, TangentialState } from "./friction-contact-problem.js";

/** Branches of the projection of a normal or a plain row. */
export const NormalMode = {
  /** f = max(q, 0). */
  projected: 0,
  /** f = 0. */
  open: 1,
  /** f = q, whatever its sign. */
  closed: 2,
} as const;

/** Branches of the projection of the tangents of a cone. */
export const TangentMode = {
  /** f_t = q_t cut off at the disc. */
  projected: 0,
  /** No friction. */
  frictionless: 1,
  /** f_t = q_t, within the disc or not. */
  stick: 2,
  /** f_t = −r a_t/|a_t|, without the multiplier estimate. */
  slip: 3,
  /** f_t = −r d, d given. */
  prescribedSlip: 4,
} as const;

/**
 * Writes the modes with which nothing is known of the forces: projections everywhere, but on equalities and where slip is given.
 */
export function releaseModes(normal: Uint8Array, tangent: Uint8Array, problem: FrictionContactProblem): void {
  const { rows, coneCount, motion, mu } = problem;
  for (let i = 0; i < rows.rowCount; i++) {
    normal[i] = rows.kind[i] === RowKind.equality ? NormalMode.closed : NormalMode.projected;
  }
  for (let k = 0; k < coneCount; k++) {
    if (mu[k] === 0) tangent[k] = TangentMode.frictionless;
    else tangent[k] = motion[k] === TangentialState.slipping ? TangentMode.prescribedSlip : TangentMode.projected;
  }
}

/**
 * Evaluates the projections of Alart and Curnier at the accelerations a: the forces f, and their negative derivatives k by row and
 * K by cone. A row that is inactive, or slips, by no more than `tie`, the rounding of its acceleration, has the stiffness of one
 * that is active, or sticks: rounding would otherwise make some of equal contacts active and others not, and the answer would not
 * be symmetric. Entries of k on the rows of cones have no meaning.
 */
export function evaluateProjections(
  f: Float64Array,
  k: Float64Array,
  K: Float64Array,
  problem: FrictionContactProblem,
  normal: Uint8Array,
  tangent: Uint8Array,
  memory: Float64Array,
  stiffness: Float64Array,
  a: Float64Array,
  tie: Float64Array,
): void {
  projectNormals(f, k, problem.rows.rowCount, normal, memory, stiffness, a, tie);
  projectTangents(f, k, K, problem, tangent, memory, stiffness, a, tie);
}

/** f = max(q, 0) and its k on all rows, as their modes say. Those of tangents are replaced by `projectTangents`. */
function projectNormals(
  f: Float64Array,
  k: Float64Array,
  rowCount: number,
  normal: Uint8Array,
  memory: Float64Array,
  stiffness: Float64Array,
  a: Float64Array,
  tie: Float64Array,
): void {
  for (let i = 0; i < rowCount; i++) {
    const S = stiffness[i];
    const q = memory[i] - S * a[i];
    const isClosed = normal[i] === NormalMode.closed;
    const isProjected = normal[i] === NormalMode.projected;
    f[i] = isClosed || (isProjected && q > 0) ? q : 0;
    k[i] = isClosed || (isProjected && q > -S * tie[i]) ? S : 0;
  }
}

/** f_t and K of all cones, whose f_n and k_n are there. */
function projectTangents(
  f: Float64Array,
  k: Float64Array,
  K: Float64Array,
  problem: FrictionContactProblem,
  tangent: Uint8Array,
  memory: Float64Array,
  stiffness: Float64Array,
  a: Float64Array,
  tie: Float64Array,
): void {
  const { coneCount, coneRow, tangentRow, mu, shift, direction } = problem;
  for (let c = 0; c < coneCount; c++) {
    const n = coneRow[c];
    const t1 = tangentRow[c];
    const t2 = t1 + 1;
    const e = 9 * c;
    const mode = tangent[c];
    const kn = k[n];
    const r = mu[c] * (f[n] + shift[c]);
    const edge = mu[c] * kn;
    // of a normal that several cones share, once
    K[e] = t1 === n + 1 ? kn : 0;
    K[e + 1] = 0;
    K[e + 2] = 0;
    K[e + 3] = 0;
    K[e + 4] = 0;
    K[e + 5] = 0;
    K[e + 6] = 0;
    K[e + 7] = 0;
    K[e + 8] = 0;
    if (mode === TangentMode.frictionless) {
      f[t1] = 0;
      f[t2] = 0;
      continue;
    }
    if (mode === TangentMode.prescribedSlip) {
      const d1 = direction[2 * c];
      const d2 = direction[2 * c + 1];
      f[t1] = -r * d1;
      f[t2] = -r * d2;
      K[e + 3] = -edge * d1;
      K[e + 6] = -edge * d2;
      continue;
    }
    const hasMemory = mode !== TangentMode.slip;
    const S = hasMemory ? stiffness[t1] : 1;
    const q1 = (hasMemory ? memory[t1] : 0) - S * a[t1];
    const q2 = (hasMemory ? memory[t2] : 0) - S * a[t2];
    const q = Math.sqrt(q1 * q1 + q2 * q2);
    if (mode === TangentMode.stick || (mode === TangentMode.projected && q <= r + S * tie[t1])) {
      const part = mode === TangentMode.stick || q <= r ? 1 : r / q;
      f[t1] = part * q1;
      f[t2] = part * q2;
      K[e + 4] = S;
      K[e + 8] = S;
      continue;
    }
    if (q === 0) {
      f[t1] = 0;
      f[t2] = 0;
      continue;
    }
    const u1 = q1 / q;
    const u2 = q2 / q;
    const turn = (S * r) / q;
    f[t1] = r * u1;
    f[t2] = r * u2;
    K[e + 3] = edge * u1;
    K[e + 4] = turn * u2 * u2;
    K[e + 5] = -turn * u1 * u2;
    K[e + 6] = edge * u2;
    K[e + 7] = K[e + 5];
    K[e + 8] = turn * u1 * u1;
  }
}

/** Computes f at the accelerations a where all modes are fixed, see `SemismoothNewton.hasLinearModes`. S is `stiffness[0]`. */
export function evaluateFixedModes(
  f: Float64Array,
  problem: FrictionContactProblem,
  normal: Uint8Array,
  tangent: Uint8Array,
  memory: Float64Array,
  stiffness: Float64Array,
  a: Float64Array,
): void {
  const { rows, coneCount, coneRow, tangentRow, mu, shift, direction } = problem;
  const S = stiffness[0];
  for (let i = 0; i < rows.rowCount; i++) f[i] = normal[i] === NormalMode.closed ? memory[i] - S * a[i] : 0;
  for (let c = 0; c < coneCount; c++) {
    const law = tangent[c];
    if (law === TangentMode.stick) continue;
    const t = tangentRow[c];
    const r = law === TangentMode.prescribedSlip ? mu[c] * (f[coneRow[c]] + shift[c]) : 0;
    f[t] = -r * direction[2 * c];
    f[t + 1] = -r * direction[2 * c + 1];
  }
}

/** Computes k and K, which are −df/da, where all modes are fixed. S is `stiffness[0]`. */
export function differentiateFixedModes(
  k: Float64Array,
  K: Float64Array,
  problem: FrictionContactProblem,
  normal: Uint8Array,
  tangent: Uint8Array,
  stiffness: Float64Array,
): void {
  const { rows, coneCount, coneRow, tangentRow, coneOf, mu, direction } = problem;
  const S = stiffness[0];
  for (let i = 0; i < rows.rowCount; i++) k[i] = coneOf[i] < 0 && normal[i] === NormalMode.closed ? S : 0;
  for (let c = 0; c < coneCount; c++) {
    const n = coneRow[c];
    const e = 9 * c;
    const law = tangent[c];
    const own = normal[n] === NormalMode.closed ? S : 0;
    const edge = law === TangentMode.prescribedSlip ? mu[c] * own : 0;
    const turn = law === TangentMode.stick ? S : 0;
    K[e] = tangentRow[c] === n + 1 ? own : 0;
    K[e + 1] = 0;
    K[e + 2] = 0;
    K[e + 3] = -edge * direction[2 * c];
    K[e + 4] = turn;
    K[e + 5] = 0;
    K[e + 6] = -edge * direction[2 * c + 1];
    K[e + 7] = 0;
    K[e + 8] = turn;
  }
}

/**
 * Replaces d by the squared length of plain rows, the mean of the three of a cone, or two of a follower, for each of its rows.
 */
export function averageConeDiagonals(d: Float64Array, problem: FrictionContactProblem): void {
  const { coneCount, coneRow, tangentRow } = problem;
  for (let c = 0; c < coneCount; c++) {
    const i = coneRow[c];
    const t = tangentRow[c];
    if (t !== i + 1) {
      d[t] = 0.5 * (d[t] + d[t + 1]);
      d[t + 1] = d[t];
      continue;
    }
    const mean = (d[i] + d[i + 1] + d[i + 2]) / 3;
    d[i] = mean;
    d[i + 1] = mean;
    d[i + 2] = mean;
  }
}

/**
 * Computes out[0] = max dᵢ|fᵢ − P(fᵢ − aᵢ/dᵢ)|, the natural map in units of a, and out[1], the largest such entry beside its
 * tolerance. A compliance, compliance[0], adds to a the accelerations by which forces compress their rows.
 */
export function measureNaturalMap(
  out: Float64Array,
  problem: FrictionContactProblem,
  f: Float64Array,
  a: Float64Array,
  d: Float64Array,
  tolerance: Float64Array,
  compliance: Float64Array,
): void {
  const { rows, coneCount, coneRow, tangentRow, coneOf, motion, mu, shift, direction } = problem;
  const e = compliance[0];
  let residual = 0;
  let worst = 0;
  for (let i = 0; i < rows.rowCount; i++) {
    if (coneOf[i] >= 0) continue;
    const ai = a[i] + e * f[i];
    let size = Math.abs(ai);
    if (rows.kind[i] === RowKind.inequality) size = Math.max(Math.abs(Math.min(d[i] * f[i], ai)), -f[i] * d[i]);
    // written so that a NaN stays
    if (!(size <= residual)) residual = size;
    if (!(size <= worst * tolerance[i])) worst = size / tolerance[i];
  }
  for (let c = 0; c < coneCount; c++) {
    const i = coneRow[c];
    const D = d[i];
    // in units of a: g = d f
    const gn = D * f[i];
    const qn = gn - a[i] - e * f[i];
    const pn = qn > 0 ? qn : 0;
    const t = tangentRow[c];
    const Dt = d[t];
    const r = (t === i + 1 ? 1 : Dt / D) * mu[c] * (pn + D * shift[c]);
    let p1 = -r * direction[2 * c];
    let p2 = -r * direction[2 * c + 1];
    if (motion[c] === TangentialState.resting) {
      p1 = Dt * f[t] - a[t] - e * f[t];
      p2 = Dt * f[t + 1] - a[t + 1] - e * f[t + 1];
      const q = Math.sqrt(p1 * p1 + p2 * p2);
      if (q > r) {
        p1 *= r / q;
        p2 *= r / q;
      }
    }
    const sn = Math.abs(gn - pn);
    const s1 = Dt * f[t] - p1;
    const s2 = Dt * f[t + 1] - p2;
    const st = Math.sqrt(s1 * s1 + s2 * s2);
    const size = sn > st ? sn : st;
    const allowed = Math.max(tolerance[i], tolerance[t], tolerance[t + 1]);
    if (!(size <= residual)) residual = size;
    if (!(size <= worst * allowed)) worst = size / allowed;
  }
  out[0] = residual;
  out[1] = worst;
}

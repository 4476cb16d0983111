/**
 * The law of friction at given accelerations, and how far forces are from it.
 *
 *   q = m − S a                        m the memory, S the stiffness of a row; with m = 0, S = 1/ε a compliance of ε
 *   f_n = max(q_n, 0)
 *   f_t = q_t, cut off at the disc of the new f_n, |f_t| ≤ r = μ (f_n + s)
 *   K = −df/da                         slip, u = q_t/|q_t|:  K_tn = μ S u,  K_tt = S (r/|q_t|) (1 − u uᵀ)
 *
 * Where modes are known they are held: `Law` says how each normal and each pair of tangents is treated.
 */

import { RowKind } from "../complementarity/index.js";
import { ConeMotion, type ConeProblem } from "./cone-problem.js";

/** Of normals and plain rows. */
export const NormalLaw = {
  /** f = max(q, 0). */
  projected: 0,
  /** f = 0. */
  open: 1,
  /** f = q, whatever its sign. */
  held: 2,
} as const;

/** Of the tangents of a cone. */
export const TangentLaw = {
  /** f_t = q_t cut off at the disc. */
  projected: 0,
  /** No friction. */
  none: 1,
  /** f_t = q_t, within the disc or not. */
  held: 2,
  /** f_t = −r a_t/|a_t|: no memory. */
  slip: 3,
  /** f_t = −r d, d given. */
  given: 4,
} as const;

/** What is known of the forces before any mode is: projections everywhere. */
export function releaseLaws(normal: Uint8Array, tangent: Uint8Array, problem: ConeProblem): void {
  const { rows, coneCount, motion, mu } = problem;
  for (let i = 0; i < rows.rowCount; i++) {
    normal[i] = rows.kind[i] === RowKind.equality ? NormalLaw.held : NormalLaw.projected;
  }
  for (let k = 0; k < coneCount; k++) {
    if (mu[k] === 0) tangent[k] = TangentLaw.none;
    else tangent[k] = motion[k] === ConeMotion.slipping ? TangentLaw.given : TangentLaw.projected;
  }
}

/**
 * f, and k and K, at the accelerations a. What is within `tie` of pressing, or of sticking, has the stiffness of what does:
 * of contacts alike, rounding would else make some press at first and others not, and lead to an answer that is not alike.
 */
export function applyLaw(
  f: Float64Array,
  k: Float64Array,
  K: Float64Array,
  problem: ConeProblem,
  normal: Uint8Array,
  tangent: Uint8Array,
  memory: Float64Array,
  stiffness: Float64Array,
  a: Float64Array,
  tie: Float64Array,
): void {
  const { rows, coneCount, coneRow, tangentRow, coneOf, mu, shift, direction } = problem;
  for (let i = 0; i < rows.rowCount; i++) {
    if (coneOf[i] >= 0) continue;
    const q = memory[i] - stiffness[i] * a[i];
    const isHeld = normal[i] === NormalLaw.held;
    const isProjected = normal[i] === NormalLaw.projected;
    f[i] = isHeld || (isProjected && q > 0) ? q : 0;
    k[i] = isHeld || (isProjected && q > -stiffness[i] * tie[i]) ? stiffness[i] : 0;
  }
  for (let c = 0; c < coneCount; c++) {
    const n = coneRow[c];
    const t1 = tangentRow[c];
    const t2 = t1 + 1;
    const e = 9 * c;
    const law = tangent[c];
    const qn = memory[n] - stiffness[n] * a[n];
    const isHeld = normal[n] === NormalLaw.held;
    const isProjected = normal[n] === NormalLaw.projected;
    const fn = isHeld || (isProjected && qn > 0) ? qn : 0;
    const kn = isHeld || (isProjected && qn > -stiffness[n] * tie[n]) ? stiffness[n] : 0;
    f[n] = fn;
    k[n] = 0;
    k[t1] = 0;
    k[t2] = 0;
    const r = mu[c] * (fn + shift[c]);
    const edge = mu[c] * kn;
    // once, whatever follows
    K[e] = t1 === n + 1 ? kn : 0;
    K[e + 1] = 0;
    K[e + 2] = 0;
    K[e + 3] = 0;
    K[e + 4] = 0;
    K[e + 5] = 0;
    K[e + 6] = 0;
    K[e + 7] = 0;
    K[e + 8] = 0;
    if (law === TangentLaw.none) {
      f[t1] = 0;
      f[t2] = 0;
    } else if (law === TangentLaw.given) {
      const d1 = direction[2 * c];
      const d2 = direction[2 * c + 1];
      f[t1] = -r * d1;
      f[t2] = -r * d2;
      K[e + 3] = -edge * d1;
      K[e + 6] = -edge * d2;
    } else {
      const S = law === TangentLaw.slip ? 1 : stiffness[t1];
      const q1 = (law === TangentLaw.slip ? 0 : memory[t1]) - S * a[t1];
      const q2 = (law === TangentLaw.slip ? 0 : memory[t2]) - S * a[t2];
      const q = Math.sqrt(q1 * q1 + q2 * q2);
      if (law === TangentLaw.held || (law === TangentLaw.projected && q <= r + S * tie[t1])) {
        const part = law === TangentLaw.held || q <= r ? 1 : r / q;
        f[t1] = part * q1;
        f[t2] = part * q2;
        K[e + 4] = S;
        K[e + 8] = S;
      } else if (q === 0) {
        f[t1] = 0;
        f[t2] = 0;
      } else {
        const u1 = q1 / q;
        const u2 = q2 / q;
        f[t1] = r * u1;
        f[t2] = r * u2;
        const turn = (S * r) / q;
        K[e + 3] = edge * u1;
        K[e + 4] = turn * u2 * u2;
        K[e + 5] = -turn * u1 * u2;
        K[e + 6] = edge * u2;
        K[e + 7] = K[e + 5];
        K[e + 8] = turn * u1 * u1;
      }
    }
  }
}

/** f at the accelerations a, where all modes are held: see `ConeNewton.hasLinearLaws`. S is `stiffness[0]`. */
export function applyHeldLaw(
  f: Float64Array,
  problem: ConeProblem,
  normal: Uint8Array,
  tangent: Uint8Array,
  memory: Float64Array,
  stiffness: Float64Array,
  a: Float64Array,
): void {
  const { rows, coneCount, coneRow, tangentRow, mu, shift, direction } = problem;
  const S = stiffness[0];
  for (let i = 0; i < rows.rowCount; i++) f[i] = normal[i] === NormalLaw.held ? memory[i] - S * a[i] : 0;
  for (let c = 0; c < coneCount; c++) {
    const law = tangent[c];
    if (law === TangentLaw.held) continue;
    const t = tangentRow[c];
    const r = law === TangentLaw.given ? mu[c] * (f[coneRow[c]] + shift[c]) : 0;
    f[t] = -r * direction[2 * c];
    f[t + 1] = -r * direction[2 * c + 1];
  }
}

/** k and K of the same: −df/da. */
export function differentiateHeldLaw(
  k: Float64Array,
  K: Float64Array,
  problem: ConeProblem,
  normal: Uint8Array,
  tangent: Uint8Array,
  stiffness: Float64Array,
): void {
  const { rows, coneCount, coneRow, tangentRow, coneOf, mu, direction } = problem;
  const S = stiffness[0];
  for (let i = 0; i < rows.rowCount; i++) k[i] = coneOf[i] < 0 && normal[i] === NormalLaw.held ? S : 0;
  for (let c = 0; c < coneCount; c++) {
    const n = coneRow[c];
    const e = 9 * c;
    const law = tangent[c];
    const own = normal[n] === NormalLaw.held ? S : 0;
    const edge = law === TangentLaw.given ? mu[c] * own : 0;
    const turn = law === TangentLaw.held ? S : 0;
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

/** d: the squared length of plain rows, the mean of the three of a cone, or two of a follower, for each of its rows. */
export function measureCones(d: Float64Array, problem: ConeProblem): void {
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
 * out[0] = max dᵢ|fᵢ − P(fᵢ − aᵢ/dᵢ)|, the natural map in units of a; out[1] = the largest such size beside its tolerance.
 * A compliance, compliance[0], adds to a what the forces press in.
 */
export function measureLaw(
  out: Float64Array,
  problem: ConeProblem,
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
    if (motion[c] === ConeMotion.resting) {
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

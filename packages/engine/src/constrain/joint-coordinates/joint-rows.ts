/**
 * The rows that joints are made of, each with its J and γ. With ê of side A, ŵ of side B, Ω = ω_A − ω_B, d = p_A − p_B:
 *
 *   dot          ê·ŵ        rate Ω·t, t = ê × ŵ        γ = Ω·ṫ + (α_A − α_B)·t
 *   plane        ŵ·d        γ = ŵ·(a_A − a_B) + 2 (ω_B × ŵ)·ḋ + (α_B × ŵ + ω_B × (ω_B × ŵ))·d
 *   ratio        C = u/g,   Ċ = (u̇ − C ġ)/g,   C̈ = (ü − 2 Ċ ġ − C g̈)/g
 *   parallel     2 ẑ_A·x̂_B/(1 + ẑ_A·ẑ_B), the same with ŷ_B: 2 tan(φ/2) along each, φ the angle between the axes    2 rows
 *   alignment    2 tan(φ/2) n̂, φ and n̂ angle and axis of the turn that is left (Rodrigues)                          3 rows
 *
 * The ratios vanish only where the sides agree, not where they are opposite, so that pieces far apart assemble rightly;
 * where the sides do agree they are the turns themselves, and what belongs to a row is a torque in N·m.
 */
import { vec3 } from "../../math/index.js";
import { type End, EndSlot, type RowTable } from "../model/index.js";
import { type JointFrame, Side } from "./joint-frame.js";

/** Slots of a scalar that depends on the rotation of A against B: its value, rate and γ, then t and −t. */
export const TurnSlot = { value: 0, rate: 1, gamma: 2, onA: 3, onB: 6 } as const;
/** Number of entries of such a scalar. */
export const turnSize = 9;

/** Clears such a scalar at out[o …]. */
export function clearTurn(out: Float64Array, o: number): void {
  for (let k = 0; k < turnSize; k++) out[o + k] = 0;
}

/** Adds `sign` times the product of axis i of A and axis j of B to a scalar. Both frames are up to date. */
export function addDot(
  out: Float64Array,
  o: number,
  sign: 1 | -1,
  A: JointFrame,
  i: number,
  B: JointFrame,
  j: number,
): void {
  const { axes: a, end } = A;
  const { axes: b } = B;
  const p = end.at;
  const q = B.end.at;
  const a0 = a[3 * i];
  const a1 = a[3 * i + 1];
  const a2 = a[3 * i + 2];
  const b0 = b[3 * j];
  const b1 = b[3 * j + 1];
  const b2 = b[3 * j + 2];
  const c0 = a[9 + 3 * i];
  const c1 = a[10 + 3 * i];
  const c2 = a[11 + 3 * i];
  const d0 = b[9 + 3 * j];
  const d1 = b[10 + 3 * j];
  const d2 = b[11 + 3 * j];
  // t and ṫ
  const t0 = a1 * b2 - a2 * b1;
  const t1 = a2 * b0 - a0 * b2;
  const t2 = a0 * b1 - a1 * b0;
  const r0 = c1 * b2 - c2 * b1 + (a1 * d2 - a2 * d1);
  const r1 = c2 * b0 - c0 * b2 + (a2 * d0 - a0 * d2);
  const r2 = c0 * b1 - c1 * b0 + (a0 * d1 - a1 * d0);
  const v = EndSlot.angularVelocity;
  const w = EndSlot.angularAcceleration;
  const Omega0 = p[v] - q[v];
  const Omega1 = p[v + 1] - q[v + 1];
  const Omega2 = p[v + 2] - q[v + 2];
  const alpha0 = p[w] - q[w];
  const alpha1 = p[w + 1] - q[w + 1];
  const alpha2 = p[w + 2] - q[w + 2];
  out[o] = out[o] + sign * a0 * b0 + sign * a1 * b1 + sign * a2 * b2;
  out[o + TurnSlot.rate] = out[o + TurnSlot.rate] + sign * Omega0 * t0 + sign * Omega1 * t1 + sign * Omega2 * t2;
  const first = out[o + TurnSlot.gamma] + sign * (Omega0 * r0 + alpha0 * t0);
  out[o + TurnSlot.gamma] = first + sign * (Omega1 * r1 + alpha1 * t1) + sign * (Omega2 * r2 + alpha2 * t2);
  out[o + TurnSlot.onA] += sign * t0;
  out[o + TurnSlot.onA + 1] += sign * t1;
  out[o + TurnSlot.onA + 2] += sign * t2;
  out[o + TurnSlot.onB] -= sign * t0;
  out[o + TurnSlot.onB + 1] -= sign * t1;
  out[o + TurnSlot.onB + 2] -= sign * t2;
}

/** out ← C = u/g, for scalars at `s[u …]` and `s[g …]`. */
function divideTurns(out: Float64Array, o: number, s: Float64Array, u: number, g: number): void {
  const by = 1 / s[g];
  const C = s[u] * by;
  const rate = (s[u + TurnSlot.rate] - C * s[g + TurnSlot.rate]) * by;
  out[o] = C;
  out[o + TurnSlot.rate] = rate;
  out[o + TurnSlot.gamma] = (s[u + TurnSlot.gamma] - 2 * rate * s[g + TurnSlot.rate] - C * s[g + TurnSlot.gamma]) * by;
  for (let k = TurnSlot.onA; k < turnSize; k++) out[o + k] = (s[u + k] - C * s[g + k]) * by;
}

/** Writes a scalar of the rotation as row k of constraint c. */
export function writeTurnRow(table: RowTable, c: number, k: number, s: Float64Array, o: number): void {
  const r = table.rowStart[c] + k;
  table.value[r] = s[o];
  table.gamma[r] = s[o + TurnSlot.gamma];
  table.writeRow(c, 0, k, none, 0, s, o + TurnSlot.onA);
  table.writeRow(c, 1, k, none, 0, s, o + TurnSlot.onB);
}

/** One row: axis i of A and axis j of B are perpendicular. */
export function writePerpendicular(
  table: RowTable,
  c: number,
  k: number,
  A: JointFrame,
  i: number,
  B: JointFrame,
  j: number,
): void {
  clearTurn(s, 0);
  addDot(s, 0, 1, A, i, B, j);
  writeTurnRow(table, c, k, s, 0);
}

/** Two rows: the third axes agree. */
export function writeParallel(table: RowTable, c: number, k: number, A: JointFrame, B: JointFrame): void {
  // g = ½ (1 + ẑ_A·ẑ_B)
  clearTurn(s, 0);
  addDot(s, 0, 1, A, Side.z, B, Side.z);
  for (let n = 0; n < turnSize; n++) s[n] *= 0.5;
  s[0] += 0.5;
  for (let n = 0; n < 2; n++) {
    clearTurn(s, turnSize);
    addDot(s, turnSize, 1, A, Side.z, B, n);
    divideTurns(s, turnSize, s, turnSize, 0);
    writeTurnRow(table, c, k + n, s, turnSize);
  }
}

/** Three rows: all axes agree. */
export function writeAlignment(table: RowTable, c: number, k: number, A: JointFrame, B: JointFrame): void {
  // g = ½ (1 + cos φ) = ¼ (1 + Σ ê_A·ê_B)
  clearTurn(s, 0);
  for (let n = 0; n < 3; n++) addDot(s, 0, 1, A, n, B, n);
  for (let n = 0; n < turnSize; n++) s[n] *= 0.25;
  s[0] += 0.25;
  for (let n = 0; n < 3; n++) {
    // sin φ n̂, along axis n of B
    const i = (n + 1) % 3;
    const j = (n + 2) % 3;
    clearTurn(s, turnSize);
    addDot(s, turnSize, 1, A, i, B, j);
    addDot(s, turnSize, -1, A, j, B, i);
    for (let m = turnSize; m < 2 * turnSize; m++) s[m] *= 0.5;
    divideTurns(s, turnSize, s, turnSize, 0);
    writeTurnRow(table, c, k + n, s, turnSize);
  }
}

/** Three rows: the points coincide. */
export function writeCoincidence(table: RowTable, c: number, k: number, a: End, b: End): void {
  const r = table.rowStart[c] + k;
  for (let n = 0; n < 3; n++) {
    table.value[r + n] = a.at[n] - b.at[n];
    table.gamma[r + n] = a.at[EndSlot.acceleration + n] - b.at[EndSlot.acceleration + n];
    table.writeRow(c, 0, k + n, unit, 3 * n, none, 0);
    table.writeRow(c, 1, k + n, minus, 3 * n, none, 0);
  }
}

/** Slots of a scalar along an axis of B: its value, rate and γ, then n on A, n on B and t on B. */
export const PlaneSlot = { value: 0, rate: 1, gamma: 2, onA: 3, onB: 6, turnB: 9 } as const;
/** Number of entries of a scalar along an axis. */
export const planeSize = 12;

/** Writes the coordinate along axis j of B of the point of a, seen from that of B. */
export function measurePlane(out: Float64Array, o: number, a: End, B: JointFrame, j: number): void {
  const { axes, end } = B;
  const p = a.at;
  const q = end.at;
  vec3.subtract(w, 0, p, EndSlot.point, q, EndSlot.point);
  vec3.cross(out, o + PlaneSlot.turnB, axes, 3 * j, w, 0);
  // the second derivative of the axis
  vec3.cross(w, 3, q, EndSlot.angularAcceleration, axes, 3 * j);
  vec3.cross(w, 6, q, EndSlot.angularVelocity, axes, 9 + 3 * j);
  out[o] = 0;
  out[o + PlaneSlot.rate] = 0;
  out[o + PlaneSlot.gamma] = 0;
  for (let k = 0; k < 3; k++) {
    const axis = axes[3 * j + k];
    const turned = axes[9 + 3 * j + k];
    const speed = p[EndSlot.velocity + k] - q[EndSlot.velocity + k];
    out[o] += axis * w[k];
    out[o + PlaneSlot.rate] += axis * speed + turned * w[k];
    out[o + PlaneSlot.gamma] +=
      axis * (p[EndSlot.acceleration + k] - q[EndSlot.acceleration + k]) +
      2 * turned * speed +
      (w[3 + k] + w[6 + k]) * w[k];
    out[o + PlaneSlot.onA + k] = axis;
    out[o + PlaneSlot.onB + k] = -axis;
  }
}

/** One row: the point of a is in the plane through that of B across axis j of B. */
export function writePlane(table: RowTable, c: number, k: number, a: End, B: JointFrame, j: number): void {
  measurePlane(s, 0, a, B, j);
  writePlaneRow(table, c, k, s, 0);
}

/** Writes a scalar along an axis as row k of constraint c. */
export function writePlaneRow(table: RowTable, c: number, k: number, s: Float64Array, o: number): void {
  const r = table.rowStart[c] + k;
  table.value[r] = s[o];
  table.gamma[r] = s[o + PlaneSlot.gamma];
  table.writeRow(c, 0, k, s, o + PlaneSlot.onA, none, 0);
  table.writeRow(c, 1, k, s, o + PlaneSlot.onB, s, o + PlaneSlot.turnB);
}

const unit = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
const minus = unit.map((x) => -x);
const none = new Float64Array(3);
/** Vectors, and scalars, on their way. */
const w = new Float64Array(9);
const s = new Float64Array(2 * turnSize);

/**
 * Where on a circle p(ψ) = c + R (e₁ cos ψ + e₂ sin ψ) something is stationary in relation to an axis (point o, unit w):
 *
 *   line   the distance ρ from the axis                                a rim against an edge, or a cylinder's side
 *   side   cos γ ρ ± sin γ h: the height above a cone's side           a rim against a cone's side
 *   rim    the distance from a circle of radius r about the axis       a rim against a rim
 *
 * with y = p − o, h = y·w, P = ½ (y·y)′ = x·p′ for x = c − o, and Q = ρρ′ = P − h h′:
 *
 *   line   Q = 0                       degree 4 in tan(ψ/2)
 *   side   cos γ Q/ρ ± sin γ h′ = 0    cos²γ Q² − sin²γ ρ² h′² = 0      degree 8
 *   rim    P − r Q/ρ = 0               r² Q² − ρ² P² = 0                degree 8
 *
 * Half a turn at a time (cos ψ = ±(1−t²)/(1+t²)), all roots in t are stations; a few of Newton's steps on the equation
 * without squares take each to round-off. Extra stations do no harm: the caller measures what it makes of each one.
 */
import { vec3 } from "../../math/index.js";
import { addTimes, factor } from "../result/index.js";
import { frame, Ring, ring, Station, writePolynomial } from "./curved-ring-polynomial.js";
import { findRoots, roots } from "./curved-roots.js";
import { setAcross, trial } from "./curved-search.js";

/** cos ψ and sin ψ of each station. */
const stations = new Float64Array(80);
/** Of the station placed: y = p − o (3), unit tangent p′/R (3), its part across the axis y − h w (3), ρ. */
export const placed = new Float64Array(10);
export const Placed = { point: 0, tangent: 3, across: 6, distance: 9 } as const;

/** Of the station being polished: cos ψ, sin ψ, the equation's value, its derivative; A, B of A l + B Q/ρ; |A l| + |B Q/ρ|. */
const state = new Float64Array(7);

/** A step of Newton's is taken only within this angle, rad. */
const stepLimit = 0.5;
const newtonSteps = 6;

/** Finds the stations and returns how many: at least one. */
export function findStations(kind: number): number {
  vec3.subtract(frame, 6, ring, Ring.centre, ring, Ring.origin);
  setFirstAxis();
  vec3.cross(frame, 3, ring, Ring.axis, frame, 0);
  let count = 0;
  stations[count++] = 1;
  stations[count++] = 0;
  for (let half = 1; half >= -1; half -= 2) {
    const degree = writePolynomial(kind, half);
    const found = findRoots(degree);
    for (let k = 0; k < found; k++) {
      const t = roots[k];
      const scale = half / (1 + t * t);
      state[0] = (1 - t * t) * scale;
      state[1] = 2 * t * scale;
      if (!polish(kind)) continue;
      stations[count++] = state[0];
      stations[count++] = state[1];
    }
  }
  return count >> 1;
}

/** e₁ ← across both axes; of nearly parallel ones free of what cancellation left along them. */
function setFirstAxis(): void {
  vec3.cross(frame, 0, ring, Ring.axis, ring, Ring.direction);
  const square = frame[0] * frame[0] + frame[1] * frame[1] + frame[2] * frame[2];
  if (square < 1e-24) {
    vec3.anyPerpendicular(frame, 0, ring, Ring.axis);
    return;
  }
  setAcross(frame, 0, ring, Ring.axis);
  vec3.copy(frame, 0, trial, 0);
}

/** Newton on the equation without squares, as long as it gets smaller; false for a root that only the squares have. */
function polish(kind: number): boolean {
  state[4] = 0;
  state[5] = 1;
  if (kind === Station.rim) {
    state[4] = 1;
    state[5] = -ring[Ring.other];
  } else if (kind === Station.side) {
    // the sign that this station belongs to
    state[4] = ring[Ring.sine];
    state[5] = ring[Ring.cosine];
    measureEquation(kind);
    const plus = Math.abs(state[2]);
    state[5] = -ring[Ring.cosine];
    measureEquation(kind);
    if (plus <= Math.abs(state[2])) state[5] = ring[Ring.cosine];
  }
  measureEquation(kind);
  // where P and Q are not both small, as they are at a double root
  const size = ring[Ring.radius] * (Math.abs(frame[6]) + Math.abs(frame[7]) + Math.abs(frame[8]) + ring[Ring.radius]);
  if (kind === Station.rim && Math.abs(state[2]) > 0.9 * state[6] && state[6] > 1e-3 * size) return false;
  for (let step = 0; step < newtonSteps; step++) {
    const c = state[0];
    const s = state[1];
    const value = state[2];
    const turn = -value / state[3];
    if (!(Math.abs(turn) < stepLimit)) return true;
    // a turn by that angle, to second order, and back to length 1
    const c1 = c - s * turn - 0.5 * c * turn * turn;
    const s1 = s + c * turn - 0.5 * s * turn * turn;
    const length = Math.sqrt(c1 * c1 + s1 * s1);
    state[0] = c1 / length;
    state[1] = s1 / length;
    measureEquation(kind);
    if (!(Math.abs(state[2]) < Math.abs(value))) {
      state[0] = c;
      state[1] = s;
      return true;
    }
  }
  return true;
}

/** A l + B Q/ρ and its derivative at the angle in `state`; for a line Q itself. */
function measureEquation(kind: number): void {
  const c = state[0];
  const s = state[1];
  const R = ring[Ring.radius];
  let h = 0;
  let dh = 0;
  let ddh = 0;
  let P = 0;
  let dP = 0;
  for (let k = 0; k < 3; k++) {
    const r = R * (frame[k] * c + frame[3 + k] * s);
    const t = R * (frame[3 + k] * c - frame[k] * s);
    const x = frame[6 + k];
    const w = ring[Ring.direction + k];
    h += (x + r) * w;
    dh += t * w;
    ddh -= r * w;
    P += x * t;
    dP -= x * r;
  }
  const Q = P - h * dh;
  const dQ = dP - dh * dh - h * ddh;
  if (kind === Station.line) {
    state[2] = Q;
    state[3] = dQ;
    return;
  }
  let square = 0;
  for (let k = 0; k < 3; k++) {
    const y = frame[6 + k] + R * (frame[k] * c + frame[3 + k] * s) - h * ring[Ring.direction + k];
    square += y * y;
  }
  const rho = Math.sqrt(square);
  const l = kind === Station.side ? dh : P;
  const dl = kind === Station.side ? ddh : dP;
  // P − r Q/ρ = (P (ρ − r) + r h h′)/ρ: beside a larger rim its terms are as small as itself
  const r = ring[Ring.other];
  state[2] = kind === Station.rim ? (P * (rho - r) + r * h * dh) / rho : state[4] * l + (state[5] * Q) / rho;
  state[6] = Math.abs(state[4] * l) + Math.abs((state[5] * Q) / rho);
  state[3] = state[4] * dl + state[5] * (dQ / rho - (Q * Q) / (rho * square));
}

/** Writes `placed` for station k. */
export function placeStation(k: number): void {
  const c = stations[2 * k];
  const s = stations[2 * k + 1];
  const R = ring[Ring.radius];
  for (let j = 0; j < 3; j++) {
    placed[j] = frame[6 + j] + R * (frame[j] * c + frame[3 + j] * s);
    placed[3 + j] = frame[3 + j] * c - frame[j] * s;
  }
  factor[0] = -(
    placed[0] * ring[Ring.direction] +
    placed[1] * ring[Ring.direction + 1] +
    placed[2] * ring[Ring.direction + 2]
  );
  addTimes(placed, 6, placed, 0, ring, Ring.direction);
  placed[9] = Math.sqrt(placed[6] * placed[6] + placed[7] * placed[7] + placed[8] * placed[8]);
}

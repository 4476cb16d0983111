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
import { addMultiple } from "../result/index.js";
import { setAcross } from "./direction-search.js";
import {
  doubleRootTerms,
  parallelAxesSineSquare,
  spuriousRootShare,
  stationNewtonSteps,
  stationStepLimit,
} from "./parameters.js";
import { findRoots } from "./polynomial-roots.js";
import { Circle, type RimProblem, StationKind, writePolynomial } from "./rim-polynomial.js";

/** The factor of the next multiple, in an array so that it is not boxed. */
const factor = new Float64Array(1);

/** cos ψ and sin ψ of each station. */
const stations = new Float64Array(80);
/** The fields of a station: y = p − o (3), unit tangent p′/R (3), its part across the axis y − h w (3), ρ (1). */
export const StationField = { point: 0, tangent: 3, across: 6, distance: 9 } as const;

/**
 * The station that is polished: cos ψ, sin ψ, the equation's value, its derivative; A, B of A l + B Q/ρ; |A l| + |B
 * Q/ρ|.
 */
const state = new Float64Array(7);

/** Finds the stations and returns how many there are: at least one. */
export function findStations(rim: RimProblem, kind: number): number {
  const { axes, circle, roots, coefficients } = rim;
  vec3.subtract(axes, 6, circle, Circle.centre, circle, Circle.origin);
  setFirstAxis(rim);
  vec3.cross(axes, 3, circle, Circle.axis, axes, 0);
  let count = 0;
  stations[count++] = 1;
  stations[count++] = 0;
  for (let half = 1; half >= -1; half -= 2) {
    const degree = writePolynomial(rim, kind, half);
    const found = findRoots(roots, coefficients, degree);
    for (let k = 0; k < found; k++) {
      const t = roots[k];
      const scale = half / (1 + t * t);
      state[0] = (1 - t * t) * scale;
      state[1] = 2 * t * scale;
      if (!polish(rim, kind)) continue;
      stations[count++] = state[0];
      stations[count++] = state[1];
    }
  }
  return count >> 1;
}

/** e₁ ← across both axes; of nearly parallel ones free of what cancellation left along them. */
function setFirstAxis(rim: RimProblem): void {
  const { axes, circle } = rim;
  vec3.cross(axes, 0, circle, Circle.axis, circle, Circle.direction);
  const square = axes[0] * axes[0] + axes[1] * axes[1] + axes[2] * axes[2];
  if (square < parallelAxesSineSquare) {
    vec3.anyPerpendicular(axes, 0, circle, Circle.axis);
    return;
  }
  setAcross(axes, axes, 0, circle, Circle.axis);
}

/** Newton on the equation without squares, as long as it gets smaller; false for a root that only the squares have. */
function polish(rim: RimProblem, kind: number): boolean {
  const { circle, axes } = rim;
  state[4] = 0;
  state[5] = 1;
  if (kind === StationKind.rim) {
    state[4] = 1;
    state[5] = -circle[Circle.other];
  } else if (kind === StationKind.side) {
    // the sign that this station belongs to
    state[4] = circle[Circle.sine];
    state[5] = circle[Circle.cosine];
    measureEquation(rim, kind);
    const plus = Math.abs(state[2]);
    state[5] = -circle[Circle.cosine];
    measureEquation(rim, kind);
    if (plus <= Math.abs(state[2])) state[5] = circle[Circle.cosine];
  }
  measureEquation(rim, kind);
  // where P and Q are not both small, as they are at a double root
  const size =
    circle[Circle.radius] * (Math.abs(axes[6]) + Math.abs(axes[7]) + Math.abs(axes[8]) + circle[Circle.radius]);
  if (
    kind === StationKind.rim &&
    Math.abs(state[2]) > spuriousRootShare * state[6] &&
    state[6] > doubleRootTerms * size
  )
    return false;
  for (let step = 0; step < stationNewtonSteps; step++) {
    const c = state[0];
    const s = state[1];
    const value = state[2];
    const turn = -value / state[3];
    if (!(Math.abs(turn) < stationStepLimit)) return true;
    // a turn by that angle, to second order, and back to length 1
    const c1 = c - s * turn - 0.5 * c * turn * turn;
    const s1 = s + c * turn - 0.5 * s * turn * turn;
    const length = Math.sqrt(c1 * c1 + s1 * s1);
    state[0] = c1 / length;
    state[1] = s1 / length;
    measureEquation(rim, kind);
    if (!(Math.abs(state[2]) < Math.abs(value))) {
      state[0] = c;
      state[1] = s;
      return true;
    }
  }
  return true;
}

/** A l + B Q/ρ and its derivative at the angle in `state`; for a line Q itself. */
function measureEquation(rim: RimProblem, kind: number): void {
  const { circle, axes } = rim;
  const c = state[0];
  const s = state[1];
  const R = circle[Circle.radius];
  let h = 0;
  let dh = 0;
  let ddh = 0;
  let P = 0;
  let dP = 0;
  for (let k = 0; k < 3; k++) {
    const r = R * (axes[k] * c + axes[3 + k] * s);
    const t = R * (axes[3 + k] * c - axes[k] * s);
    const x = axes[6 + k];
    const w = circle[Circle.direction + k];
    h += (x + r) * w;
    dh += t * w;
    ddh -= r * w;
    P += x * t;
    dP -= x * r;
  }
  const Q = P - h * dh;
  const dQ = dP - dh * dh - h * ddh;
  if (kind === StationKind.line) {
    state[2] = Q;
    state[3] = dQ;
    return;
  }
  let square = 0;
  for (let k = 0; k < 3; k++) {
    const y = axes[6 + k] + R * (axes[k] * c + axes[3 + k] * s) - h * circle[Circle.direction + k];
    square += y * y;
  }
  const rho = Math.sqrt(square);
  const l = kind === StationKind.side ? dh : P;
  const dl = kind === StationKind.side ? ddh : dP;
  // P − r Q/ρ = (P (ρ − r) + r h h′)/ρ: beside a larger rim its terms are as small as itself
  const r = circle[Circle.other];
  state[2] = kind === StationKind.rim ? (P * (rho - r) + r * h * dh) / rho : state[4] * l + (state[5] * Q) / rho;
  state[6] = Math.abs(state[4] * l) + Math.abs((state[5] * Q) / rho);
  state[3] = state[4] * dl + state[5] * (dQ / rho - (Q * Q) / (rho * square));
}

/** Places station k: writes `rim.station`. */
export function placeStation(rim: RimProblem, k: number): void {
  const { circle, station, axes } = rim;
  const c = stations[2 * k];
  const s = stations[2 * k + 1];
  const R = circle[Circle.radius];
  for (let j = 0; j < 3; j++) {
    station[j] = axes[6 + j] + R * (axes[j] * c + axes[3 + j] * s);
    station[3 + j] = axes[3 + j] * c - axes[j] * s;
  }
  factor[0] = -(
    station[0] * circle[Circle.direction] +
    station[1] * circle[Circle.direction + 1] +
    station[2] * circle[Circle.direction + 2]
  );
  addMultiple(station, 6, station, 0, factor, circle, Circle.direction);
  station[9] = Math.sqrt(station[6] * station[6] + station[7] * station[7] + station[8] * station[8]);
}

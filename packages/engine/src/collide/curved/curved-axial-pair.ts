/**
 * Greatest separation of two cylinders or cones, A and B, each a record in common axes (curved-axial.ts).
 *
 * Closed forms: caps; side with side, n·u_A = α, n·u_B = β, solved by
 *
 *   n = λ u_A + μ u_B ± ν u_A×u_B,   λ = (α − gβ)/D,  μ = (β − gα)/D,  ν² = (1 − λα − μβ)/D,   g = u_A·u_B,  D = 1 − g²
 *
 * tip with tip, side and rim. Roots in one angle: side with rim, rim with rim (curved-ring.ts).
 */

import { vec3 } from "../../math/index.js";
import { addTimes, factor, takeTimes } from "../result/index.js";
import { Axial, countRims, writeRim, writeTip } from "./curved-axial.js";
import { addCandidate, clearCandidates } from "./curved-polish.js";
import { findStations, Placed, placed, placeStation } from "./curved-ring.js";
import { Ring, ring, Station } from "./curved-ring-polynomial.js";
import { flipTrial, setAcross, tiltTrial, trial, tryAxial } from "./curved-search.js";

const x = new Float64Array(3);
const cross = new Float64Array(3);
const tip = new Float64Array(3);
const rim = new Float64Array(3);
const offset = new Float64Array(3);

/** Tries every direction that can be the best; `best` must be clear, or hold one to begin with. */
export function searchAxialPair(a: Float64Array, b: Float64Array): void {
  clearCandidates();
  vec3.subtract(x, 0, a, 0, b, 0);
  tryCaps(a, b, a);
  tryCaps(a, b, b);
  trySides(a, b);
  if (a[Axial.cone] === 1) tryTip(a, b, a, b, 1);
  if (b[Axial.cone] === 1) tryTip(a, b, b, a, -1);
  trySideWithRims(a, b, a, b, 1);
  trySideWithRims(a, b, b, a, -1);
  for (let k = 0; k < countRims(a); k++) {
    for (let m = 0; m < countRims(b); m++) {
      if (a[Axial.radius] <= b[Axial.radius]) tryRims(a, b, a, k, b, m);
      else tryRims(a, b, b, m, a, k);
    }
  }
}

function tryBoth(a: Float64Array, b: Float64Array): void {
  tryAxial(a, b);
  flipTrial();
  tryAxial(a, b);
}

function tryCaps(a: Float64Array, b: Float64Array, of: Float64Array): void {
  vec3.copy(trial, 0, of, Axial.axis);
  tryBoth(a, b);
}

function trySides(a: Float64Array, b: Float64Array): void {
  // parallel axes: towards the other's centre, or anywhere if it is on the axis
  setAcross(x, 0, b, Axial.axis);
  tiltTrial(b, Axial.sine, Axial.cosine, Axial.axis);
  tryAxial(a, b);
  vec3.negate(offset, 0, x, 0);
  setAcross(offset, 0, a, Axial.axis);
  tiltTrial(a, Axial.sine, Axial.cosine, Axial.axis);
  flipTrial();
  tryAxial(a, b);
  vec3.cross(cross, 0, a, Axial.axis, b, Axial.axis);
  const D = cross[0] * cross[0] + cross[1] * cross[1] + cross[2] * cross[2];
  if (D < 1e-30) return;
  const alpha = -a[Axial.sine];
  const beta = b[Axial.sine];
  if (alpha === 0 && beta === 0) {
    setAcross(cross, 0, a, Axial.axis);
    tryBoth(a, b);
    return;
  }
  const g =
    a[Axial.axis] * b[Axial.axis] + a[Axial.axis + 1] * b[Axial.axis + 1] + a[Axial.axis + 2] * b[Axial.axis + 2];
  const lambda = (alpha - g * beta) / D;
  const mu = (beta - g * alpha) / D;
  const rest = 1 - lambda * alpha - mu * beta;
  if (!(rest >= 0)) return;
  const nu = Math.sqrt(rest / D);
  for (let sign = 1; sign >= -1; sign -= 2) {
    for (let k = 0; k < 3; k++) {
      trial[k] = lambda * a[Axial.axis + k] + mu * b[Axial.axis + k] + sign * nu * cross[k];
    }
    tryAxial(a, b);
  }
}

/** The tip of a cone (`of`) against side, rims and tip of the other; sign is 1 if the tip is A's. */
function tryTip(a: Float64Array, b: Float64Array, of: Float64Array, other: Float64Array, sign: number): void {
  writeTip(tip, 0, of);
  vec3.subtract(offset, 0, tip, 0, other, 0);
  setAcross(offset, 0, other, Axial.axis);
  tiltTrial(other, Axial.sine, Axial.cosine, Axial.axis);
  if (sign < 0) flipTrial();
  tryAxial(a, b);
  for (let k = 0; k < countRims(other); k++) {
    setFromRim(tip, 0, other, k);
    if (sign < 0) flipTrial();
    tryAxial(a, b);
    // the sides beside the tip against the rim beside its nearest point
    writeRim(rim, 0, other, k);
    vec3.subtract(offset, 0, tip, 0, rim, 0);
    setAcross(offset, 0, other, Axial.axis);
    vec3.cross(placed, Placed.tangent, other, Axial.axis, trial, 0);
    tryTangent(a, b, of, -sign);
  }
  if (other[Axial.cone] === 0) return;
  writeTip(rim, 0, other);
  vec3.subtract(trial, 0, tip, 0, rim, 0);
  if (sign < 0) flipTrial();
  tryAxial(a, b);
}

/** trial ← from the nearest point of rim k to a point, in whatever length. */
export function setFromRim(point: Float64Array, i: number, axial: Float64Array, k: number): void {
  writeRim(rim, 0, axial, k);
  vec3.subtract(offset, 0, point, i, rim, 0);
  const h = offset[0] * axial[Axial.axis] + offset[1] * axial[Axial.axis + 1] + offset[2] * axial[Axial.axis + 2];
  factor[0] = -h;
  addTimes(rim, 0, offset, 0, axial, Axial.axis);
  const rho = Math.sqrt(rim[0] * rim[0] + rim[1] * rim[1] + rim[2] * rim[2]);
  if (rho > 0) {
    factor[0] = (rho - axial[Axial.radius]) / rho;
    takeTimes(rim, 0, rim, 0);
  }
  factor[0] = h;
  addTimes(trial, 0, rim, 0, axial, Axial.axis);
}

/** Writes the circle of rim k and the axis `about` into `ring`. */
export function setRing(of: Float64Array, k: number): void {
  writeRim(ring, Ring.centre, of, k);
  vec3.copy(ring, Ring.axis, of, Axial.axis);
  ring[Ring.radius] = of[Axial.radius];
}

/** Rims of one (`of`) against the side of the other; sign is 1 if the rims are A's. */
function trySideWithRims(a: Float64Array, b: Float64Array, of: Float64Array, other: Float64Array, sign: number): void {
  const kind = other[Axial.cone] === 1 ? Station.side : Station.line;
  for (let k = 0; k < countRims(of); k++) {
    setRing(of, k);
    vec3.copy(ring, Ring.origin, other, 0);
    vec3.copy(ring, Ring.direction, other, Axial.axis);
    ring[Ring.sine] = other[Axial.sine];
    ring[Ring.cosine] = other[Axial.cosine];
    const count = findStations(kind);
    for (let m = 0; m < count; m++) {
      placeStation(m);
      for (let way = 1; way >= -1; way -= 2) {
        setAcross(placed, Placed.across, other, Axial.axis);
        if (way < 0) flipTrial();
        tiltTrial(other, Axial.sine, Axial.cosine, Axial.axis);
        if (sign < 0) flipTrial();
        tryAxial(a, b);
      }
      if (kind === Station.side) tryTangent(a, b, other, sign);
    }
  }
}

/**
 * The same n from the rim's tangent t, which is sound also for a rim that passes close by the cone's axis or tip: n ⟂ t and
 * n·u = sin γ, as for an edge (curved-hull-edges.ts).
 */
function tryTangent(a: Float64Array, b: Float64Array, cone: Float64Array, sign: number): void {
  vec3.cross(cross, 0, placed, Placed.tangent, cone, Axial.axis);
  const square = cross[0] * cross[0] + cross[1] * cross[1] + cross[2] * cross[2];
  const sine = cone[Axial.sine];
  if (!(square > sine * sine)) return;
  const along = sine / square;
  vec3.cross(offset, 0, cross, 0, placed, Placed.tangent);
  for (let way = 1; way >= -1; way -= 2) {
    const across = way * Math.sqrt((1 - sine * along) / square);
    for (let k = 0; k < 3; k++) trial[k] = along * offset[k] + across * cross[k];
    if (sign < 0) flipTrial();
    tryAxial(a, b);
  }
}

/**
 * Rim k of one (`of`) against rim m of the other: across both tangents, or along the line that joins the two points. The
 * angle is that on the smaller rim: on the larger one all roots would lie within the smaller one's width.
 */
function tryRims(a: Float64Array, b: Float64Array, of: Float64Array, k: number, other: Float64Array, m: number): void {
  setRing(of, k);
  writeRim(ring, Ring.origin, other, m);
  vec3.copy(ring, Ring.direction, other, Axial.axis);
  ring[Ring.other] = other[Axial.radius];
  tryRimStations(a, b, findStations(Station.rim));
  // where the axes are nearly parallel, roots cluster about the points nearest to the other's axis
  tryRimStations(a, b, findStations(Station.line));
}

function tryRimStations(a: Float64Array, b: Float64Array, count: number): void {
  for (let i = 0; i < count; i++) {
    placeStation(i);
    const rho = placed[Placed.distance];
    if (!(rho > 0)) continue;
    factor[0] = -ring[Ring.other] / rho;
    addTimes(offset, 0, placed, Placed.point, placed, Placed.across);
    // across the tangent, whatever is left of the angle's error
    setAcross(offset, 0, placed, Placed.tangent);
    factor[0] = offset[0] * trial[0] + offset[1] * trial[1] + offset[2] * trial[2];
    takeTimes(offset, 0, trial, 0);
    vec3.cross(cross, 0, ring, Ring.direction, placed, Placed.across);
    vec3.cross(trial, 0, placed, Placed.tangent, cross, 0);
    // of the two ways to the same n the one in which less cancels: distance in radii, or sine between the tangents
    const apart = offset[0] * offset[0] + offset[1] * offset[1] + offset[2] * offset[2];
    const sine = trial[0] * trial[0] + trial[1] * trial[1] + trial[2] * trial[2];
    const radii = ring[Ring.radius] + ring[Ring.other];
    if (apart * rho * rho > sine * radii * radii) vec3.copy(trial, 0, offset, 0);
    tryAxial(a, b);
    addCandidate();
    flipTrial();
    tryAxial(a, b);
    addCandidate();
  }
}

/**
 * Greatest separation of two cylinders or cones, A and B, each a record in common axes (axial.ts).
 *
 * Closed forms: caps; side with side, n·u_A = α, n·u_B = β, solved by
 *
 *   n = λ u_A + μ u_B ± ν u_A×u_B,   λ = (α − gβ)/D,  μ = (β − gα)/D,  ν² = (1 − λα − μβ)/D,   g = u_A·u_B,  D = 1 − g²
 *
 * tip with tip, side and rim. Roots in one angle: side with rim, rim with rim (rim-stations.ts).
 */

import { vec3 } from "../../math/index.js";
import { addMultiple, multiply } from "../result/index.js";
import { Axial, countRims, writeRim, writeTip } from "./axial.js";
import type { CurvedQuery } from "./curved-query.js";
import { flipTrial, setAcross, tiltTrial, tryAxial } from "./direction-search.js";
import { parallelSineSquare } from "./parameters.js";
import { addCandidate, clearCandidates } from "./polish-rims.js";
import { Circle, StationKind } from "./rim-polynomial.js";
import { findStations, placeStation, StationField } from "./rim-stations.js";

/** The factor of the next multiple, in an array so that it is not boxed. */
const factor = new Float64Array(1);

const x = new Float64Array(3);
const cross = new Float64Array(3);
const tip = new Float64Array(3);
const rim = new Float64Array(3);
const offset = new Float64Array(3);

/** Tries every direction that can be the best; `best` must be clear, or hold one to begin with. */
export function searchAxialPair(query: CurvedQuery, a: Float64Array, b: Float64Array): void {
  clearCandidates();
  vec3.subtract(x, 0, a, 0, b, 0);
  tryCaps(query, a, b, a);
  tryCaps(query, a, b, b);
  trySides(query, a, b);
  if (a[Axial.cone] === 1) tryTip(query, a, b, a, b, 1);
  if (b[Axial.cone] === 1) tryTip(query, a, b, b, a, -1);
  trySideWithRims(query, a, b, a, b, 1);
  trySideWithRims(query, a, b, b, a, -1);
  for (let k = 0; k < countRims(a); k++) {
    for (let m = 0; m < countRims(b); m++) {
      if (a[Axial.radius] <= b[Axial.radius]) tryRims(query, a, b, a, k, b, m);
      else tryRims(query, a, b, b, m, a, k);
    }
  }
}

function tryBoth(query: CurvedQuery, a: Float64Array, b: Float64Array): void {
  tryAxial(query, a, b);
  flipTrial(query);
  tryAxial(query, a, b);
}

function tryCaps(query: CurvedQuery, a: Float64Array, b: Float64Array, of: Float64Array): void {
  vec3.copy(query.trial, 0, of, Axial.axis);
  tryBoth(query, a, b);
}

function trySides(query: CurvedQuery, a: Float64Array, b: Float64Array): void {
  const { trial } = query;
  // parallel axes: towards the other's centre, or anywhere if it is on the axis
  setAcross(trial, x, 0, b, Axial.axis);
  tiltTrial(query, b, Axial.sine, Axial.cosine, Axial.axis);
  tryAxial(query, a, b);
  vec3.negate(offset, 0, x, 0);
  setAcross(trial, offset, 0, a, Axial.axis);
  tiltTrial(query, a, Axial.sine, Axial.cosine, Axial.axis);
  flipTrial(query);
  tryAxial(query, a, b);
  vec3.cross(cross, 0, a, Axial.axis, b, Axial.axis);
  const D = cross[0] * cross[0] + cross[1] * cross[1] + cross[2] * cross[2];
  if (D < parallelSineSquare) return;
  const alpha = -a[Axial.sine];
  const beta = b[Axial.sine];
  if (alpha === 0 && beta === 0) {
    setAcross(trial, cross, 0, a, Axial.axis);
    tryBoth(query, a, b);
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
    tryAxial(query, a, b);
  }
}

/** The tip of a cone (`of`) against side, rims and tip of the other; sign is 1 if the tip is A's. */
function tryTip(
  query: CurvedQuery,
  a: Float64Array,
  b: Float64Array,
  of: Float64Array,
  other: Float64Array,
  sign: number,
): void {
  const { trial } = query;
  const { station } = query.rim;
  writeTip(tip, 0, of);
  vec3.subtract(offset, 0, tip, 0, other, 0);
  setAcross(trial, offset, 0, other, Axial.axis);
  tiltTrial(query, other, Axial.sine, Axial.cosine, Axial.axis);
  if (sign < 0) flipTrial(query);
  tryAxial(query, a, b);
  for (let k = 0; k < countRims(other); k++) {
    setFromRim(query, tip, 0, other, k);
    if (sign < 0) flipTrial(query);
    tryAxial(query, a, b);
    // the sides beside the tip against the rim beside its nearest point
    writeRim(rim, 0, other, k);
    vec3.subtract(offset, 0, tip, 0, rim, 0);
    setAcross(trial, offset, 0, other, Axial.axis);
    vec3.cross(station, StationField.tangent, other, Axial.axis, trial, 0);
    tryTangent(query, a, b, of, -sign);
  }
  if (other[Axial.cone] === 0) return;
  writeTip(rim, 0, other);
  vec3.subtract(trial, 0, tip, 0, rim, 0);
  if (sign < 0) flipTrial(query);
  tryAxial(query, a, b);
}

/** Writes the vector from the nearest point of rim k to a point to the trial, in whatever length. */
export function setFromRim(query: CurvedQuery, point: Float64Array, i: number, axial: Float64Array, k: number): void {
  writeRim(rim, 0, axial, k);
  vec3.subtract(offset, 0, point, i, rim, 0);
  const h = offset[0] * axial[Axial.axis] + offset[1] * axial[Axial.axis + 1] + offset[2] * axial[Axial.axis + 2];
  factor[0] = -h;
  addMultiple(rim, 0, offset, 0, factor, axial, Axial.axis);
  const rho = Math.sqrt(rim[0] * rim[0] + rim[1] * rim[1] + rim[2] * rim[2]);
  if (rho > 0) {
    factor[0] = (rho - axial[Axial.radius]) / rho;
    multiply(rim, 0, factor, rim, 0);
  }
  factor[0] = h;
  addMultiple(query.trial, 0, rim, 0, factor, axial, Axial.axis);
}

/** Makes rim k the circle of the search for stations. */
export function setCircle(query: CurvedQuery, of: Float64Array, k: number): void {
  const { circle } = query.rim;
  writeRim(circle, Circle.centre, of, k);
  vec3.copy(circle, Circle.axis, of, Axial.axis);
  circle[Circle.radius] = of[Axial.radius];
}

/** Rims of one (`of`) against the side of the other; sign is 1 if the rims are A's. */
function trySideWithRims(
  query: CurvedQuery,
  a: Float64Array,
  b: Float64Array,
  of: Float64Array,
  other: Float64Array,
  sign: number,
): void {
  const { circle, station } = query.rim;
  const { trial } = query;
  const kind = other[Axial.cone] === 1 ? StationKind.side : StationKind.line;
  for (let k = 0; k < countRims(of); k++) {
    setCircle(query, of, k);
    vec3.copy(circle, Circle.origin, other, 0);
    vec3.copy(circle, Circle.direction, other, Axial.axis);
    circle[Circle.sine] = other[Axial.sine];
    circle[Circle.cosine] = other[Axial.cosine];
    const count = findStations(query.rim, kind);
    for (let m = 0; m < count; m++) {
      placeStation(query.rim, m);
      for (let way = 1; way >= -1; way -= 2) {
        setAcross(trial, station, StationField.across, other, Axial.axis);
        if (way < 0) flipTrial(query);
        tiltTrial(query, other, Axial.sine, Axial.cosine, Axial.axis);
        if (sign < 0) flipTrial(query);
        tryAxial(query, a, b);
      }
      if (kind === StationKind.side) tryTangent(query, a, b, other, sign);
    }
  }
}

/**
 * Tries n from the rim's tangent t, which is sound also for a rim that passes close by the cone's axis or tip: n ⟂ t
 * and n·u = sin γ, as for an edge (hull-edges.ts).
 */
function tryTangent(query: CurvedQuery, a: Float64Array, b: Float64Array, cone: Float64Array, sign: number): void {
  const { station } = query.rim;
  const { trial } = query;
  vec3.cross(cross, 0, station, StationField.tangent, cone, Axial.axis);
  const square = cross[0] * cross[0] + cross[1] * cross[1] + cross[2] * cross[2];
  const sine = cone[Axial.sine];
  if (!(square > sine * sine)) return;
  const along = sine / square;
  vec3.cross(offset, 0, cross, 0, station, StationField.tangent);
  for (let way = 1; way >= -1; way -= 2) {
    const across = way * Math.sqrt((1 - sine * along) / square);
    for (let k = 0; k < 3; k++) trial[k] = along * offset[k] + across * cross[k];
    if (sign < 0) flipTrial(query);
    tryAxial(query, a, b);
  }
}

/**
 * Rim k of one (`of`) against rim m of the other: across both tangents, or along the line that joins the two points. The
 * angle is that on the smaller rim: on the larger one all roots would lie within the smaller one's width.
 */
function tryRims(
  query: CurvedQuery,
  a: Float64Array,
  b: Float64Array,
  of: Float64Array,
  k: number,
  other: Float64Array,
  m: number,
): void {
  const { circle } = query.rim;
  setCircle(query, of, k);
  writeRim(circle, Circle.origin, other, m);
  vec3.copy(circle, Circle.direction, other, Axial.axis);
  circle[Circle.other] = other[Axial.radius];
  tryRimStations(query, a, b, findStations(query.rim, StationKind.rim));
  // where the axes are nearly parallel, roots cluster about the points nearest to the other's axis
  tryRimStations(query, a, b, findStations(query.rim, StationKind.line));
}

function tryRimStations(query: CurvedQuery, a: Float64Array, b: Float64Array, count: number): void {
  const { station, circle } = query.rim;
  const { trial } = query;
  for (let i = 0; i < count; i++) {
    placeStation(query.rim, i);
    const rho = station[StationField.distance];
    if (!(rho > 0)) continue;
    factor[0] = -circle[Circle.other] / rho;
    addMultiple(offset, 0, station, StationField.point, factor, station, StationField.across);
    // across the tangent, whatever is left of the angle's error
    setAcross(trial, offset, 0, station, StationField.tangent);
    factor[0] = offset[0] * trial[0] + offset[1] * trial[1] + offset[2] * trial[2];
    multiply(offset, 0, factor, trial, 0);
    vec3.cross(cross, 0, circle, Circle.direction, station, StationField.across);
    vec3.cross(trial, 0, station, StationField.tangent, cross, 0);
    // of the two ways to the same n the one in which less cancels: distance in radii, or sine between the tangents
    const apart = offset[0] * offset[0] + offset[1] * offset[1] + offset[2] * offset[2];
    const sine = trial[0] * trial[0] + trial[1] * trial[1] + trial[2] * trial[2];
    const radii = circle[Circle.radius] + circle[Circle.other];
    if (apart * rho * rho > sine * radii * radii) vec3.copy(trial, 0, offset, 0);
    tryAxial(query, a, b);
    addCandidate(query);
    flipTrial(query);
    tryAxial(query, a, b);
    addCandidate(query);
  }
}

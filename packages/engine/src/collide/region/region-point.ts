/**
 * Regions of one point, which most are in a heap: a corner alone on a face, or an edge alone across an edge. The witness
 * tells which, and that there is nothing else is soon seen:
 *
 *   alone     all other edges from the corner, or from both ends of the edge, rise so far that no part of them is in the
 *             footprint (region-footprint.ts)
 *   clear     the corner is over the face, or the edges cross, with ρ to spare on all sides, ρ twice the lateral limit:
 *             nothing else comes into the region, or is one with the point
 *
 * The place is then found as it would be among others (region-clip.ts), to the last digit.
 *
 * Follows: Rigid Body Simulation, section 8.
 */
import { type PairResult, PairSlot, Witness } from "../result/index.js";
import { steepness } from "./parameters.js";
import { placeCorner, placeCrossing, type RegionPlaces } from "./region-clip.js";
import { showEdge, showFace } from "./region-features.js";
import { type Footprint, Limit } from "./region-footprint.js";

/**
 * Leaves the only place of the region in `places`; returns false if there may be others, and the footprints must be
 * collected. The views of both must have been turned and their extreme corners placed.
 */
export function findPoint(places: RegionPlaces, result: PairResult, footA: Footprint, footB: Footprint): boolean {
  const { view } = places;
  const { witness, featureA, featureB } = result;
  // what rises higher is in no footprint
  height[0] = Math.max(0, view[Limit.gap] - result.values[PairSlot.gap]) + 2 * view[Limit.rounding];
  if (witness === Witness.faceA) return placeOnFace(places, footB, featureB, footA, featureA);
  if (witness === Witness.faceB) return placeOnFace(places, footA, featureA, footB, featureB);
  if (witness !== Witness.edges || !isEdgeAlone(footA, featureA) || !isEdgeAlone(footB, featureB)) return false;
  showEdge(footA, featureA);
  showEdge(footB, featureB);
  if (!crossClearly(footA, footB)) return false;
  placeCrossing(places, footA, footB);
  return places.count === 1;
}

const height = new Float64Array(1);

function placeOnFace(places: RegionPlaces, foot: Footprint, corner: number, other: Footprint, face: number): boolean {
  if (corner !== foot.extreme || !isAlone(foot, corner, -1) || !isClear(foot, other, face)) return false;
  showFace(other, face);
  placeCorner(places, foot, other);
  return places.count === 1;
}

/** Returns whether all edges from a corner, but for the one to `mate`, rise so far that what they have below the limit is steep. */
function isAlone({ axes, side, polyhedron, view }: Footprint, corner: number, mate: number): boolean {
  const { neighbourStart, neighbours, vertices } = polyhedron;
  const longest = view[side > 0 ? Limit.longestA : Limit.longestB];
  const nx = side * axes[6];
  const ny = side * axes[7];
  const nz = side * axes[8];
  const rise = height[0] + (height[0] * longest) / (steepness * view[Limit.lateral]);
  const least = nx * vertices[3 * corner] + ny * vertices[3 * corner + 1] + nz * vertices[3 * corner + 2] + rise;
  const end = neighbourStart[corner + 1];
  for (let k = neighbourStart[corner]; k < end; k++) {
    const d = neighbours[k];
    const along = nx * vertices[3 * d] + ny * vertices[3 * d + 1] + nz * vertices[3 * d + 2];
    if (!(along > least) && d !== mate) return false;
  }
  return true;
}

/**
 * Returns whether both ends of an edge, one of which must be the extreme corner, have no other edges in the
 * footprint.
 */
function isEdgeAlone(foot: Footprint, edge: number): boolean {
  const { extreme } = foot;
  const { edgeVertices } = foot.polyhedron;
  const v = edgeVertices[2 * edge];
  const w = edgeVertices[2 * edge + 1];
  return (extreme === v || extreme === w) && isAlone(foot, v, w) && isAlone(foot, w, v);
}

/** Returns whether the extreme corner of `foot` lies farther than ρ inside every edge of a face of `other`. */
function isClear({ axes: spot }: Footprint, { axes, side, extreme, polyhedron, view }: Footprint, f: number): boolean {
  const { faceStart, faceVertices, vertices } = polyhedron;
  const square = 4 * view[Limit.lateral] * view[Limit.lateral];
  const ex = vertices[3 * extreme];
  const ey = vertices[3 * extreme + 1];
  const ez = vertices[3 * extreme + 2];
  const su = spot[9] - axes[9];
  const sv = spot[10] - axes[10];
  const end = faceStart[f + 1];
  let iu = Number.NaN;
  let iv = Number.NaN;
  // the last corner, then all of them
  for (let k = faceStart[f] - 1; k < end; k++) {
    const j = 3 * faceVertices[k < faceStart[f] ? end - 1 : k];
    const x = vertices[j] - ex;
    const y = vertices[j + 1] - ey;
    const z = vertices[j + 2] - ez;
    const u = axes[0] * x + axes[1] * y + axes[2] * z;
    const v = axes[3] * x + axes[4] * y + axes[5] * z;
    if (k >= faceStart[f]) {
      const eu = u - iu;
      const ev = v - iv;
      // a face of A is seen from behind
      const inside = side * (ev * (su - iu) - eu * (sv - iv));
      if (!(inside > 0 && inside * inside > square * (eu * eu + ev * ev))) return false;
    }
    iu = u;
    iv = v;
  }
  return true;
}

// λ = (w × f)/(e × f), μ = (w × e)/(e × f): the ends of e are λ |e × f|/|f| and (1 − λ) |e × f|/|f| from the line of f
function crossClearly(a: Footprint, b: Footprint): boolean {
  const eu = a.u[1] - a.u[0];
  const ev = a.v[1] - a.v[0];
  const fu = b.u[1] - b.u[0];
  const fv = b.v[1] - b.v[0];
  const wu = b.u[0] - a.u[0];
  const wv = b.v[0] - a.v[0];
  const cross = eu * fv - ev * fu;
  const whole = Math.abs(cross);
  const ofA = cross < 0 ? wv * fu - wu * fv : wu * fv - wv * fu;
  const ofB = cross < 0 ? wv * eu - wu * ev : wu * ev - wv * eu;
  const spareA = Math.min(ofA, whole - ofA);
  const spareB = Math.min(ofB, whole - ofB);
  const { view } = a;
  const square = 4 * view[Limit.lateral] * view[Limit.lateral];
  return (
    spareA > 0 &&
    spareB > 0 &&
    spareA * spareA > square * (fu * fu + fv * fv) &&
    spareB * spareB > square * (eu * eu + ev * ev)
  );
}

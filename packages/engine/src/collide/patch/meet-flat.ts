/**
 * Where flat patches meet, and what of a segment lies within one; all in the view along n (patch-overlap.ts).
 *
 *   polygon with plane    all corners
 *   disc with plane       eight points of the rim, fixed in the body, and the foremost one if the disc is tilted
 *   polygon with disc     corners within the disc, crossings of edges and rim, rim points within the polygon
 *   disc with disc        crossings of the rims, rim points of either within the other
 *
 * The hull of these points is the region, but for arcs of a rim, where chords take the place of the arc: between two
 * neighbours of eight a chord lies R (1 − cos π/8) < 0.0762 R inside. A body that stands on a cap tips over a lever arm
 * between 0.923 R and R, exactly R in the eight directions; forces in equilibrium within the polygon are exact, because
 * any force distribution under a flat cap has the resultant of one on those points.
 */

import { addMultiple } from "../result/index.js";
import { leastTilt, rimCount } from "./parameters.js";
import { FeatureKey, type Patch, PatchForm, PatchSize, Sharpness } from "./patch.js";
import { addSpotFor, type PatchOverlap } from "./patch-overlap.js";

/** The factor of the next multiple, in an array so that it is not boxed. */
const factor = new Float64Array(1);

const diagonal = Math.SQRT1_2;
const rimCosines = Float64Array.of(1, diagonal, 0, -diagonal, -1, -diagonal, 0, diagonal);
const rim = new Float64Array(3);
const edge = new Float64Array(4);

/**
 * Clips `span` of the segment seg (two points of the view) by a polygon or disc; turn is 1 if that is
 * counter-clockwise.
 */
export function clipByFlat(
  overlap: PatchOverlap,
  flat: Patch,
  points: Float64Array,
  turn: number,
  seg: Float64Array,
): void {
  if (flat.form === PatchForm.polygon) clipByPolygon(overlap, flat.count, points, turn, seg);
  else if (flat.form === PatchForm.disc) clipByDisc(overlap, flat, points, seg);
}

function clipByPolygon(
  overlap: PatchOverlap,
  count: number,
  points: Float64Array,
  turn: number,
  seg: Float64Array,
): void {
  const { span } = overlap;
  for (let k = 0; k < count; k++) {
    const m = k + 1 < count ? k + 1 : 0;
    const x = points[2 * k];
    const y = points[2 * k + 1];
    const ex = turn * (points[2 * m] - x);
    const ey = turn * (points[2 * m + 1] - y);
    const d0 = ex * (seg[1] - y) - ey * (seg[0] - x);
    const d1 = ex * (seg[3] - y) - ey * (seg[2] - x);
    if (d0 >= 0 && d1 >= 0) continue;
    const t = d0 === d1 ? 0.5 : d0 / (d0 - d1);
    if (d0 < d1) span[0] = Math.max(span[0], t);
    else if (d1 < d0) span[1] = Math.min(span[1], t);
  }
}

function clipByDisc(overlap: PatchOverlap, disc: Patch, points: Float64Array, seg: Float64Array): void {
  const { span } = overlap;
  const R = disc.sizes[PatchSize.disc];
  const x = seg[0] - points[0];
  const y = seg[1] - points[1];
  const dx = seg[2] - seg[0];
  const dy = seg[3] - seg[1];
  const square = dx * dx + dy * dy;
  const middle = -(x * dx + y * dy) / square;
  // half a chord, as a fraction of the segment
  const off = (x * dy - y * dx) / Math.sqrt(square);
  const half = Math.sqrt(Math.max(0, (R - off) * (R + off)) / square);
  span[0] = Math.max(span[0], middle - half);
  span[1] = Math.min(span[1], middle + half);
}

/** Finds the spots of two patches that are polygon, disc or plane. */
export function meetFlats(overlap: PatchOverlap, a: Patch, b: Patch): void {
  addWithin(overlap, a, b, true);
  addWithin(overlap, b, a, false);
  if (a.form === PatchForm.disc && b.form === PatchForm.disc) crossDiscs(overlap, a, b);
  else if (a.form === PatchForm.polygon && b.form === PatchForm.disc) crossEdges(overlap, a, b, true);
  else if (b.form === PatchForm.polygon && a.form === PatchForm.disc) crossEdges(overlap, b, a, false);
  if (overlap.count === 0) addNearest(overlap, a, b);
}

/** Corners, or points of the rim, of one patch within the other. */
function addWithin(overlap: PatchOverlap, of: Patch, other: Patch, isA: boolean): void {
  const { at, flatA, flatB } = overlap;
  const points = isA ? flatA : flatB;
  if (of.form === PatchForm.polygon) {
    for (let k = 0; k < of.count; k++) {
      at[0] = points[2 * k];
      at[1] = points[2 * k + 1];
      if (isWithin(overlap, other, isA))
        addSpotFor(overlap, isA, Sharpness.corner, of.keys[k], other.sharpness, other.key);
    }
  } else if (of.form === PatchForm.disc) {
    for (let k = 0; k < rimCount; k++) {
      const R = of.sizes[PatchSize.disc];
      const c = R * rimCosines[k];
      const s = R * rimCosines[(k + 6) & 7];
      for (let j = 0; j < 3; j++) rim[j] = of.points[j] + c * of.edge[j] + s * of.across[j];
      setAt(overlap);
      const key = FeatureKey.rimPoint + rimCount * (of.key - FeatureKey.cap) + k;
      if (isWithin(overlap, other, isA)) addSpotFor(overlap, isA, Sharpness.corner, key, other.sharpness, other.key);
    }
    addForemost(overlap, of, other, isA);
  }
}

function setAt(overlap: PatchOverlap): void {
  const { at, view } = overlap;
  at[0] = view[0] * rim[0] + view[1] * rim[1] + view[2] * rim[2];
  at[1] = view[3] * rim[0] + view[4] * rim[1] + view[5] * rim[2];
}

/** The point of a tilted disc that is nearest to the other patch. */
function addForemost(overlap: PatchOverlap, of: Patch, other: Patch, isA: boolean): void {
  // the direction −n for A, n for B, relative to the other's plane, in the plane of the disc
  const along = other.normal[0] * of.normal[0] + other.normal[1] * of.normal[1] + other.normal[2] * of.normal[2];
  for (let j = 0; j < 3; j++) rim[j] = along * of.normal[j] - other.normal[j];
  const tilt = Math.sqrt(rim[0] * rim[0] + rim[1] * rim[1] + rim[2] * rim[2]);
  if (tilt < leastTilt) return;
  factor[0] = of.sizes[PatchSize.disc] / tilt;
  addMultiple(rim, 0, of.points, 0, factor, rim, 0);
  setAt(overlap);
  if (isWithin(overlap, other, isA))
    addSpotFor(overlap, isA, Sharpness.corner, FeatureKey.rim + of.key - FeatureKey.cap, other.sharpness, other.key);
}

/** Returns whether the point `at` lies within a patch, which is B's if `isB`. */
export function isWithin(overlap: PatchOverlap, patch: Patch, isB: boolean): boolean {
  const { at, flatA, flatB } = overlap;
  if (patch.form === PatchForm.plane) return true;
  const points = isB ? flatB : flatA;
  if (patch.form === PatchForm.disc) {
    const R = patch.sizes[PatchSize.disc];
    const x = at[0] - points[0];
    const y = at[1] - points[1];
    return x * x + y * y <= R * R;
  }
  // seen along n, the corners of B go round counter-clockwise, those of A clockwise
  const turn = isB ? 1 : -1;
  for (let k = 0; k < patch.count; k++) {
    const m = k + 1 < patch.count ? k + 1 : 0;
    const x = points[2 * k];
    const y = points[2 * k + 1];
    if (turn * ((points[2 * m] - x) * (at[1] - y) - (points[2 * m + 1] - y) * (at[0] - x)) < 0) return false;
  }
  return true;
}

/** Adds the points where the rim of a disc crosses the edges of a polygon, which is A's if `isA`. */
function crossEdges(overlap: PatchOverlap, polygon: Patch, disc: Patch, isA: boolean): void {
  const { span, at, flatA, flatB } = overlap;
  const points = isA ? flatA : flatB;
  const count = polygon.count;
  for (let k = 0; k < count; k++) {
    const m = k + 1 < count ? k + 1 : 0;
    edge[0] = points[2 * k];
    edge[1] = points[2 * k + 1];
    edge[2] = points[2 * m];
    edge[3] = points[2 * m + 1];
    span[0] = 0;
    span[1] = 1;
    clipByDisc(overlap, disc, isA ? flatB : flatA, edge);
    if (!(span[1] > span[0])) continue;
    for (let end = 0; end < 2; end++) {
      const t = span[end];
      if (t === end) continue;
      at[0] = edge[0] + t * (edge[2] - edge[0]);
      at[1] = edge[1] + t * (edge[3] - edge[1]);
      const key = FeatureKey.edge + (polygon.keys[k] << 1) + end;
      addSpotFor(overlap, isA, Sharpness.corner, key, Sharpness.surface, disc.key);
    }
  }
}

/** Adds the points where two rims cross. */
function crossDiscs(overlap: PatchOverlap, a: Patch, b: Patch): void {
  const { at, flatA, flatB } = overlap;
  const ra = a.sizes[PatchSize.disc];
  const rb = b.sizes[PatchSize.disc];
  const x = flatB[0] - flatA[0];
  const y = flatB[1] - flatA[1];
  const d = Math.sqrt(x * x + y * y);
  if (!(d > Math.abs(ra - rb) && d < ra + rb)) return;
  const along = 0.5 * (d + ((ra - rb) / d) * (ra + rb));
  const half = Math.sqrt(Math.max(0, (ra - along) * (ra + along)));
  for (let sign = 1; sign >= -1; sign -= 2) {
    at[0] = flatA[0] + (along * x - sign * half * y) / d;
    at[1] = flatA[1] + (along * y + sign * half * x) / d;
    const key = FeatureKey.rimPoint + (sign > 0 ? 16 : 17);
    addSpotFor(overlap, true, Sharpness.corner, key, b.sharpness, b.key);
  }
}

/** Patches that, by rounding, do not overlap at all: the centre of one brought into the other, if that is a disc. */
function addNearest(overlap: PatchOverlap, a: Patch, b: Patch): void {
  const { at, flatA, flatB } = overlap;
  const discIsA = a.form === PatchForm.disc;
  const disc = discIsA ? a : b;
  const from = discIsA ? flatA : flatB;
  const other = discIsA ? b : a;
  const points = discIsA ? flatB : flatA;
  let x = 0;
  let y = 0;
  for (let k = 0; k < other.count; k++) {
    x += points[2 * k] / other.count;
    y += points[2 * k + 1] / other.count;
  }
  const dx = x - from[0];
  const dy = y - from[1];
  const d = Math.sqrt(dx * dx + dy * dy);
  const t = d > 0 ? Math.min(1, disc.sizes[PatchSize.disc] / d) : 0;
  at[0] = from[0] + t * dx;
  at[1] = from[1] + t * dy;
  addSpotFor(overlap, discIsA, Sharpness.corner, disc.key, other.sharpness, other.key);
}

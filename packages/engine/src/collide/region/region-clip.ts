/**
 * Where two footprints (region-footprint.ts) lie over one another: the places that can be corners of the region.
 *
 *   corners of A over B    vertex/face     keys: corner, and face of B; or its edge or corner, if B has no face there
 *   corners of B under A   face/vertex     the same with A
 *   crossings of edges     edge/edge       keys: both edges
 *
 * RegionPlaces no farther apart than twice the lateral limit are one. The first found stays, corners before crossings, and
 * first of all those on a face that gives n. RegionPlaces with a gap beyond the limit are left out.
 *
 * Follows: Rigid Body Simulation, section 8.
 */
import { resize } from "../../math/index.js";
import { ContactKind } from "../result/index.js";
import { keyOfEdge, keyOfFace } from "../shapes/index.js";
import { type Footprint, Limit } from "./region-footprint.js";

/**
 * The places that can be corners of a contact region: u and v, heights of A and of B there, and the features that
 * meet.
 */
export class RegionPlaces {
  /** The view of the pair: see `viewSize`. */
  readonly view: Float64Array;
  /** The number of places. */
  count = 0;
  /** The first coordinate in the plane, m. */
  u: Float64Array = new Float64Array(32);
  /** The second coordinate in the plane, m. */
  v: Float64Array = new Float64Array(32);
  /** The height of A, m. */
  heightA: Float64Array = new Float64Array(32);
  /** The height of B, m. */
  heightB: Float64Array = new Float64Array(32);
  /** The `ContactKind`. */
  kind: Uint8Array = new Uint8Array(32);
  /** The key of the feature of A. */
  keyA: Int32Array = new Int32Array(32);
  /** The key of the feature of B. */
  keyB: Int32Array = new Int32Array(32);
  /** Corners of the region, written by `findRegion`. */
  hull: Int32Array = new Int32Array(64);

  constructor(view: Float64Array) {
    this.view = view;
  }

  /** Doubles the places that there is memory for. */
  grow(): void {
    const n = 2 * this.kind.length;
    this.u = resize(this.u, n);
    this.v = resize(this.v, n);
    this.heightA = resize(this.heightA, n);
    this.heightB = resize(this.heightB, n);
    this.kind = resize(this.kind, n);
    this.keyA = resize(this.keyA, n);
    this.keyB = resize(this.keyB, n);
    this.hull = resize(this.hull, 2 * n);
  }
}

/** The place at hand: u, v, height of A, height of B. */
const spot = new Float64Array(4);

/** Collects the places of the footprints of A and B. */
export function collectPlaces(places: RegionPlaces, a: Footprint, b: Footprint): void {
  places.count = 0;
  // n belongs to a face, if there is one
  const first = a.dimension === 2 && b.dimension < 2;
  if (first) collectCorners(places, b, a);
  collectCorners(places, a, b);
  if (!first) collectCorners(places, b, a);
  collectCrossings(places, a, b);
}

/** Makes the extreme corner of `foot` on the one face of `other` the only place. */
export function placeCorner(places: RegionPlaces, foot: Footprint, other: Footprint): void {
  const ofA = foot.side > 0;
  places.count = 0;
  spot[0] = foot.axes[9];
  spot[1] = foot.axes[10];
  spot[ofA ? 2 : 3] = foot.axes[11];
  const key = keyOfFace(other.polyhedron, measureFaces(other, ofA ? 3 : 2));
  if (ofA) addPlace(places, ContactKind.vertexFace, foot.extreme, key);
  else addPlace(places, ContactKind.faceVertex, key, foot.extreme);
}

/** Makes the crossing of the one segment of each footprint the only place. */
export function placeCrossing(places: RegionPlaces, a: Footprint, b: Footprint): void {
  places.count = 0;
  collectCrossings(places, a, b);
}

/** Corners of `foot` that lie over `other`, or under it. */
function collectCorners(places: RegionPlaces, foot: Footprint, other: Footprint): void {
  const { cornerCount, corner, u, v, h } = foot;
  const ofA = foot.side > 0;
  for (let i = 0; i < cornerCount; i++) {
    spot[0] = u[i];
    spot[1] = v[i];
    if (!isOver(other)) continue;
    spot[ofA ? 2 : 3] = h[i];
    const key = measureSurface(other, ofA ? 3 : 2);
    if (ofA) addPlace(places, ContactKind.vertexFace, corner[i], key);
    else addPlace(places, ContactKind.faceVertex, key, corner[i]);
  }
}

// A0 + λ e = B0 + μ f  ⇒  λ = (w × f)/(e × f),  μ = (w × e)/(e × f),  w = B0 − A0, with the cross product of the plane
function collectCrossings(places: RegionPlaces, a: Footprint, b: Footprint): void {
  const rounding = places.view[Limit.rounding];
  for (let i = 0; i < a.segmentCount; i++) {
    const p = a.segmentStart[i];
    const pu = a.u[p];
    const pv = a.v[p];
    const eu = a.u[a.segmentEnd[i]] - pu;
    const ev = a.v[a.segmentEnd[i]] - pv;
    const ee = eu * eu + ev * ev;
    for (let j = 0; j < b.segmentCount; j++) {
      const q = b.segmentStart[j];
      const wu = b.u[q] - pu;
      const wv = b.v[q] - pv;
      const fu = b.u[b.segmentEnd[j]] - b.u[q];
      const fv = b.v[b.segmentEnd[j]] - b.v[q];
      const cross = eu * fv - ev * fu;
      const sign = cross < 0 ? -1 : 1;
      const ofA = sign * (wu * fv - wv * fu);
      const ofB = sign * (wu * ev - wv * eu);
      const whole = sign * cross;
      if (!(ofA >= 0 && ofA <= whole && ofB >= 0 && ofB <= whole)) continue;
      // parallel: their ends tell all
      if (cross * cross <= rounding * rounding * Math.max(ee, fu * fu + fv * fv)) continue;
      const lambda = ofA / whole;
      const mu = ofB / whole;
      spot[0] = pu + lambda * eu;
      spot[1] = pv + lambda * ev;
      spot[2] = a.h[p] + lambda * (a.h[a.segmentEnd[i]] - a.h[p]);
      spot[3] = b.h[q] + mu * (b.h[b.segmentEnd[j]] - b.h[q]);
      const keyA = keyOfEdge(a.polyhedron, a.segmentEdge[i]);
      addPlace(places, ContactKind.edgeEdge, keyA, keyOfEdge(b.polyhedron, b.segmentEdge[j]));
    }
  }
}

/** Takes `spot` in, unless its gap is too large or a place is there already. */
function addPlace(places: RegionPlaces, kind: number, keyA: number, keyB: number): void {
  const { view } = places;
  const reach = view[Limit.lateral];
  const gap = spot[2] - spot[3];
  if (gap > view[Limit.gap] + view[Limit.rounding]) return;
  let k = 0;
  for (; k < places.count; k++) {
    const du = places.u[k] - spot[0];
    const dv = places.v[k] - spot[1];
    if (du * du + dv * dv > 4 * reach * reach) continue;
    // of two corners above one another, as of a body deep in the other, the nearer
    if (places.kind[k] !== kind || gap > places.heightA[k] - places.heightB[k] - reach) return;
    break;
  }
  if (k === places.count) places.count++;
  if (k === places.kind.length) places.grow();
  places.u[k] = spot[0];
  places.v[k] = spot[1];
  places.heightA[k] = spot[2];
  places.heightB[k] = spot[3];
  places.kind[k] = kind;
  places.keyA[k] = keyA;
  places.keyB[k] = keyB;
}

/** Returns whether `spot` is within the hull of a footprint, or no farther from it than the lateral limit. */
function isOver({ hull, hullCount, dimension, u, v, view }: Footprint): boolean {
  const reach = view[Limit.lateral] * view[Limit.lateral];
  if (dimension === 0) {
    const du = spot[0] - u[hull[0]];
    const dv = spot[1] - v[hull[0]];
    return du * du + dv * dv <= reach;
  }
  let inside = dimension === 2;
  let near = false;
  let p = hull[hullCount - 1];
  for (let k = 0; k < hullCount; k++) {
    const q = hull[k];
    const eu = u[q] - u[p];
    const ev = v[q] - v[p];
    const wu = spot[0] - u[p];
    const wv = spot[1] - v[p];
    const ee = eu * eu + ev * ev;
    const left = eu * wv - ev * wu;
    if (left < 0 || dimension === 1) {
      if (left * left > reach * ee) return false;
      inside = false;
      const part = Math.min(1, Math.max(0, (eu * wu + ev * wv) / ee));
      const du = wu - part * eu;
      const dv = wv - part * ev;
      near ||= du * du + dv * dv <= reach;
    }
    p = q;
  }
  return inside || near;
}

/** Writes the height of a footprint at `spot` to spot[o], and returns the key of the feature there. */
function measureSurface(foot: Footprint, o: number): number {
  const { dimension, hull, u, v, h, polyhedron } = foot;
  if (dimension === 2 && foot.faceCount > 0) return keyOfFace(polyhedron, measureFaces(foot, o));
  const p = hull[0];
  const q = dimension === 1 ? hull[1] : p;
  const eu = u[q] - u[p];
  const ev = v[q] - v[p];
  const part = p === q ? 0 : ((spot[0] - u[p]) * eu + (spot[1] - v[p]) * ev) / (eu * eu + ev * ev);
  spot[o] = h[p] + Math.min(1, Math.max(0, part)) * (h[q] - h[p]);
  for (let s = 0; s < foot.segmentCount; s++) {
    const i = foot.segmentStart[s];
    const j = foot.segmentEnd[s];
    if ((i === p && j === q) || (i === q && j === p)) return keyOfEdge(polyhedron, foot.segmentEdge[s]);
  }
  const nearest = foot.corner[part > 0.5 ? q : p];
  return nearest < 0 ? foot.extreme : nearest;
}

/** A convex surface seen from outside: of all its planes the one that is met first, which is the innermost. */
function measureFaces(foot: Footprint, o: number): number {
  const { u, v, h, side, slope } = foot;
  let met = -1;
  for (let k = 0; k < foot.faceCount; k++) {
    const p = foot.facePoint[k];
    const height = h[p] + slope[2 * k] * (spot[0] - u[p]) + slope[2 * k + 1] * (spot[1] - v[p]);
    if (met >= 0 && side * height <= side * spot[o]) continue;
    met = foot.face[k];
    spot[o] = height;
  }
  return met;
}

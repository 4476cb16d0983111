/**
 * Greatest separation of a hull P of corners (a polyhedron, the segment of a capsule, the centre of a sphere) and a shape
 * Q around an axis (cylinder, cone, or the segment or centre of a capsule or sphere), in the frame of P; n from Q to P.
 *
 * Closed forms: faces of P; caps of Q; a corner with the side; the corner nearest to a rim, tip or end with that one (if
 * two corners are the closest features, no other pair is closer). Edges: hull-edges.ts.
 */
import { resize, vec3 } from "../../math/index.js";
import { makeUnit } from "../result/index.js";
import type { Polyhedron } from "../shapes/index.js";
import { Axial, countRims, measureReach, writeTip } from "./axial.js";
import { setFromRim } from "./axial-pair.js";
import type { CurvedQuery } from "./curved-query.js";
import { flipTrial, keepTrial, setAcross, tiltTrial } from "./direction-search.js";
import { searchEdges, tryEdge } from "./hull-edges.js";

const offset = new Float64Array(3);
const tip = new Float64Array(3);
/** For each face of P the point of Q that its normal selects. */
let selected = new Float64Array(96);

/** Tries every direction that can be the best, for P a polyhedron. */
export function searchPolyhedron(query: CurvedQuery, p: Polyhedron, q: Float64Array): void {
  if (selected.length < 3 * p.faceCount) selected = resize(selected, 3 * p.faceCount);
  tryFaces(query, p, q);
  if (q[Axial.radius] > 0) tryCaps(query, p.vertices, p.vertexCount, q);
  if (q[Axial.radius] > 0 || q[Axial.halfHeight] > 0) {
    for (let v = 0; v < p.vertexCount; v++) {
      setTowards(query, p.vertices, v, q);
      tryCorner(query, p, v, q);
    }
  }
  tryNearest(query, p.vertices, p.vertexCount, q);
  searchEdges(query, p, q, selected);
}

/**
 * Tries every direction that can be the best, for P a segment or a point: the first `count` corners of
 * `query.segment`.
 */
export function searchSegment(query: CurvedQuery, count: number, q: Float64Array): void {
  const { segment } = query;
  if (q[Axial.radius] > 0) tryCaps(query, segment, count, q);
  if (q[Axial.radius] > 0 || q[Axial.halfHeight] > 0) {
    for (let v = 0; v < count; v++) {
      setTowards(query, segment, v, q);
      tryAll(query, segment, count, q);
    }
  }
  tryNearest(query, segment, count, q);
  if (count === 2) tryEdge(query, null, segment, 0, q);
}

/** The separation along each face's normal; and the point of Q it selects, for the edges. */
function tryFaces(query: CurvedQuery, p: Polyhedron, q: Float64Array): void {
  const { trial } = query;
  const ux = q[3];
  const uy = q[4];
  const uz = q[5];
  const R = q[Axial.radius];
  const H = q[Axial.halfHeight];
  const isCone = q[Axial.cone] === 1;
  for (let f = 0; f < p.faceCount; f++) {
    const x = -p.facePlanes[4 * f];
    const y = -p.facePlanes[4 * f + 1];
    const z = -p.facePlanes[4 * f + 2];
    const along = x * ux + y * uy + z * uz;
    const rx = x - along * ux;
    const ry = y - along * uy;
    const rz = z - along * uz;
    const across = Math.sqrt(rx * rx + ry * ry + rz * rz);
    const isTip = isCone && 2 * H * along >= R * across;
    const height = isTip || (!isCone && along >= 0) ? H : -H;
    // a point of Q it must be: nothing along the axis may be left by cancellation; near the axis the middle will do
    const scale = across > 1e-8 && !isTip ? R / across : 0;
    const rise = height - scale * (rx * ux + ry * uy + rz * uz);
    selected[3 * f] = q[0] + rise * ux + scale * rx;
    selected[3 * f + 1] = q[1] + rise * uy + scale * ry;
    selected[3 * f + 2] = q[2] + rise * uz + scale * rz;
    trial[0] = x;
    trial[1] = y;
    trial[2] = z;
    const reach = height * along + (isTip ? 0 : R * across);
    trial[3] = -p.facePlanes[4 * f + 3] - (x * q[0] + y * q[1] + z * q[2] + reach);
    keepTrial(query);
  }
}

function tryCaps(query: CurvedQuery, vertices: Float64Array, count: number, q: Float64Array): void {
  vec3.copy(query.trial, 0, q, Axial.axis);
  tryAll(query, vertices, count, q);
  flipTrial(query);
  tryAll(query, vertices, count, q);
}

/** Measures the trial, which gets unit length, with all corners of P. */
export function tryAll(query: CurvedQuery, vertices: Float64Array, count: number, q: Float64Array): void {
  const { trial } = query;
  if (!makeUnit(trial, 0)) return;
  const x = trial[0];
  const y = trial[1];
  const z = trial[2];
  let least = Infinity;
  for (let v = 0; v < count; v++) {
    least = Math.min(least, x * vertices[3 * v] + y * vertices[3 * v + 1] + z * vertices[3 * v + 2]);
  }
  measureReach(q, trial, 0, 1);
  trial[3] = least - (x * q[0] + y * q[1] + z * q[2] + q[Axial.reach]);
  keepTrial(query);
}

/** trial ← the normal of the side towards corner v. */
function setTowards(query: CurvedQuery, vertices: Float64Array, v: number, q: Float64Array): void {
  vec3.subtract(offset, 0, vertices, 3 * v, q, 0);
  setAcross(query.trial, offset, 0, q, Axial.axis);
  tiltTrial(query, q, Axial.sine, Axial.cosine, Axial.axis);
}

/** Measures the trial if corner v is the one of P that it selects. */
function tryCorner(query: CurvedQuery, p: Polyhedron, v: number, q: Float64Array): void {
  const { trial } = query;
  measureReach(q, trial, 0, 1);
  const x = trial[0];
  const y = trial[1];
  const z = trial[2];
  const vertices = p.vertices;
  const level = x * vertices[3 * v] + y * vertices[3 * v + 1] + z * vertices[3 * v + 2];
  trial[3] = level - (x * q[0] + y * q[1] + z * q[2] + q[Axial.reach]);
  if (!(trial[3] > query.best[0])) return;
  for (let k = p.neighbourStart[v]; k < p.neighbourStart[v + 1]; k++) {
    const m = 3 * p.neighbours[k];
    if (x * vertices[m] + y * vertices[m + 1] + z * vertices[m + 2] < level) return;
  }
  keepTrial(query);
}

/** The corner nearest to each rim or end, and to the tip. */
function tryNearest(query: CurvedQuery, vertices: Float64Array, count: number, q: Float64Array): void {
  const { trial } = query;
  for (let k = 0; k < countRims(q); k++) {
    let nearest = Infinity;
    let which = 0;
    for (let v = 0; v < count; v++) {
      setFromRim(query, vertices, 3 * v, q, k);
      const square = trial[0] * trial[0] + trial[1] * trial[1] + trial[2] * trial[2];
      if (!(square < nearest)) continue;
      nearest = square;
      which = v;
    }
    setFromRim(query, vertices, 3 * which, q, k);
    tryAll(query, vertices, count, q);
  }
  if (q[Axial.cone] === 0) return;
  writeTip(tip, 0, q);
  let nearest = Infinity;
  let which = 0;
  for (let v = 0; v < count; v++) {
    const x = vertices[3 * v] - tip[0];
    const y = vertices[3 * v + 1] - tip[1];
    const z = vertices[3 * v + 2] - tip[2];
    const square = x * x + y * y + z * z;
    if (!(square < nearest)) continue;
    nearest = square;
    which = v;
  }
  vec3.subtract(trial, 0, vertices, 3 * which, tip, 0);
  tryAll(query, vertices, count, q);
}

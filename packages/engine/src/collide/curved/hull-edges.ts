/**
 * Edges of a hull P against a shape Q around an axis (hull-pair.ts). The normals of an edge lie on the arc from
 * that of one of its faces, n₁, to that of the other, n₂, both from Q to P; a segment has all that are across it.
 *
 *   side        n ⟂ e, n·u = sin γ:   n = sin γ û/|û|² ± √(1 − sin²γ/|û|²) e×û/|û|,   û the part of u across e
 *   tip, end    n from that point to the line of the edge
 *   rim         n across e and the tangent of the rim where the distance from the line is stationary (rim-stations.ts)
 *
 * A point q of Q bounds s(n) ≤ n·(a − q), for a point a of the edge. With the two points that n₁ and n₂ select the
 * bound is sharp enough to leave out most edges.
 */
import { vec3 } from "../../math/index.js";
import { makeUnit } from "../result/index.js";
import type { Polyhedron } from "../shapes/index.js";
import { Axial, countRims, measureReach, writeRim, writeTip } from "./axial.js";
import { setCircle } from "./axial-pair.js";
import type { CurvedQuery } from "./curved-query.js";
import { flipTrial, keepTrial, setAcross } from "./direction-search.js";
import { parallelSineSquare } from "./parameters.js";
import { Circle, StationKind } from "./rim-polynomial.js";
import { findStations, placeStation, StationField } from "./rim-stations.js";

/** Unit direction of the edge. */
const edge = new Float64Array(3);
const offset = new Float64Array(3);
const point = new Float64Array(3);

/** Tries all edges of a polyhedron. `selected`: the point of Q that each face's normal selects. */
export function searchEdges(query: CurvedQuery, p: Polyhedron, q: Float64Array, selected: Float64Array): void {
  for (let e = 0; e < p.edgeCount; e++) {
    if (!isBetter(query, p, e, 3 * p.edgeFaces[2 * e], selected)) continue;
    if (!isBetter(query, p, e, 3 * p.edgeFaces[2 * e + 1], selected)) continue;
    tryEdge(query, p, p.vertices, e, q);
  }
}

/** Returns whether the point selected by a face allows the arc of edge e a better s than the best; any length of the edge does. */
function isBetter(query: CurvedQuery, p: Polyhedron, e: number, face: number, selected: Float64Array): boolean {
  const { best } = query;
  const v = p.vertices;
  const planes = p.facePlanes;
  const i = 3 * p.edgeVertices[2 * e];
  const j = 3 * p.edgeVertices[2 * e + 1];
  const f = 4 * p.edgeFaces[2 * e];
  const g = 4 * p.edgeFaces[2 * e + 1];
  const x = v[i] - selected[face];
  const y = v[i + 1] - selected[face + 1];
  const z = v[i + 2] - selected[face + 2];
  // at the ends of the arc, −n₁ and −n₂ being the planes' normals
  if (-(planes[f] * x + planes[f + 1] * y + planes[f + 2] * z) > best[0]) return true;
  if (-(planes[g] * x + planes[g + 1] * y + planes[g + 2] * z) > best[0]) return true;
  // between them n·x is greatest if it rises at n₁ and falls at n₂: n turns by e × n, and n·(x × e) = x·(e × n)
  const ex = v[j] - v[i];
  const ey = v[j + 1] - v[i + 1];
  const ez = v[j + 2] - v[i + 2];
  const cx = y * ez - z * ey;
  const cy = z * ex - x * ez;
  const cz = x * ey - y * ex;
  if (!(planes[f] * cx + planes[f + 1] * cy + planes[f + 2] * cz < 0)) return false;
  if (!(planes[g] * cx + planes[g + 1] * cy + planes[g + 2] * cz > 0)) return false;
  return best[0] < 0 || cx * cx + cy * cy + cz * cz > best[0] * best[0] * (ex * ex + ey * ey + ez * ez);
}

/** Tries edge e of a polyhedron, or the segment of two corners, against side, tip or ends, and rims. */
export function tryEdge(
  query: CurvedQuery,
  p: Polyhedron | null,
  vertices: Float64Array,
  e: number,
  q: Float64Array,
): void {
  const corner = p === null ? 0 : 3 * p.edgeVertices[2 * e];
  vec3.subtract(edge, 0, vertices, p === null ? 3 : 3 * p.edgeVertices[2 * e + 1], vertices, corner);
  makeUnit(edge, 0);
  if (q[Axial.radius] > 0 || q[Axial.halfHeight] > 0) tryEdgeWithSide(query, p, vertices, e, q);
  if (q[Axial.cone] === 1) {
    writeTip(point, 0, q);
    tryEdgeWithPoint(query, p, vertices, e, corner, q);
  }
  for (let k = 0; k < countRims(q); k++) {
    if (q[Axial.radius] > 0) {
      setCircle(query, q, k);
      tryEdgeWithRim(query, p, vertices, e, corner, q);
    } else {
      writeRim(point, 0, q, k);
      tryEdgeWithPoint(query, p, vertices, e, corner, q);
    }
  }
}

function tryEdgeWithRim(
  query: CurvedQuery,
  p: Polyhedron | null,
  vertices: Float64Array,
  e: number,
  corner: number,
  q: Float64Array,
): void {
  const { circle, station } = query.rim;
  const { trial } = query;
  vec3.copy(circle, Circle.origin, vertices, corner);
  vec3.copy(circle, Circle.direction, edge, 0);
  const count = findStations(query.rim, StationKind.line);
  for (let m = 0; m < count; m++) {
    placeStation(query.rim, m);
    // of the two ways to the same n the one in which less cancels: from the line to the rim, or across both tangents
    vec3.cross(offset, 0, edge, 0, station, StationField.tangent);
    const sine = Math.sqrt(offset[0] * offset[0] + offset[1] * offset[1] + offset[2] * offset[2]);
    if (station[StationField.distance] > sine * circle[Circle.radius])
      setAcross(trial, station, StationField.across, edge, 0);
    else setAcross(trial, offset, 0, edge, 0);
    tryBothOnEdge(query, p, vertices, e, q);
  }
}

function tryEdgeWithPoint(
  query: CurvedQuery,
  p: Polyhedron | null,
  vertices: Float64Array,
  e: number,
  corner: number,
  q: Float64Array,
): void {
  vec3.subtract(offset, 0, vertices, corner, point, 0);
  setAcross(query.trial, offset, 0, edge, 0);
  tryOnEdge(query, p, vertices, e, q);
}

function tryEdgeWithSide(
  query: CurvedQuery,
  p: Polyhedron | null,
  vertices: Float64Array,
  e: number,
  q: Float64Array,
): void {
  const { trial } = query;
  vec3.cross(offset, 0, edge, 0, q, Axial.axis);
  const square = offset[0] * offset[0] + offset[1] * offset[1] + offset[2] * offset[2];
  if (square < parallelSineSquare) return;
  const sine = q[Axial.sine];
  if (sine === 0) {
    setAcross(trial, offset, 0, edge, 0);
    tryBothOnEdge(query, p, vertices, e, q);
    return;
  }
  const rest = 1 - (sine * sine) / square;
  if (!(rest >= 0)) return;
  const along = sine / square;
  for (let sign = 1; sign >= -1; sign -= 2) {
    vec3.cross(point, 0, offset, 0, edge, 0);
    const across = sign * Math.sqrt(rest / square);
    for (let k = 0; k < 3; k++) point[k] = along * point[k] + across * offset[k];
    setAcross(trial, point, 0, edge, 0);
    tryOnEdge(query, p, vertices, e, q);
  }
}

function tryBothOnEdge(
  query: CurvedQuery,
  p: Polyhedron | null,
  vertices: Float64Array,
  e: number,
  q: Float64Array,
): void {
  tryOnEdge(query, p, vertices, e, q);
  flipTrial(query);
  tryOnEdge(query, p, vertices, e, q);
}

/** Measures the trial, which is across the edge, if it lies on the edge's arc. */
function tryOnEdge(query: CurvedQuery, p: Polyhedron | null, vertices: Float64Array, e: number, q: Float64Array): void {
  const { trial } = query;
  const x = trial[0];
  const y = trial[1];
  const z = trial[2];
  let i = 0;
  let j = 3;
  if (p !== null) {
    const planes = p.facePlanes;
    const f = 4 * p.edgeFaces[2 * e];
    const g = 4 * p.edgeFaces[2 * e + 1];
    // n × e, to which n₁ and n₂ must be on either side, and on the side of n both in the mean
    const cx = y * edge[2] - z * edge[1];
    const cy = z * edge[0] - x * edge[2];
    const cz = x * edge[1] - y * edge[0];
    if (planes[f] * cx + planes[f + 1] * cy + planes[f + 2] * cz > 0) return;
    if (planes[g] * cx + planes[g + 1] * cy + planes[g + 2] * cz < 0) return;
    if ((planes[f] + planes[g]) * x + (planes[f + 1] + planes[g + 1]) * y + (planes[f + 2] + planes[g + 2]) * z >= 0)
      return;
    i = 3 * p.edgeVertices[2 * e];
    j = 3 * p.edgeVertices[2 * e + 1];
  }
  measureReach(q, trial, 0, 1);
  const one = x * vertices[i] + y * vertices[i + 1] + z * vertices[i + 2];
  const other = x * vertices[j] + y * vertices[j + 1] + z * vertices[j + 2];
  trial[3] = Math.min(one, other) - (x * q[0] + y * q[1] + z * q[2] + q[Axial.reach]);
  keepTrial(query);
}

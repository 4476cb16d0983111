/**
 * One plane between two convex cores: through a face of A, a face of B, or along an edge of each.
 *
 *   s(n) = min n·a − max n·b,   a ∈ A, b ∈ B,   n unit, from B to A
 *
 * is positive if the plane separates them; the largest s of all planes of the three kinds is −depth of two that overlap.
 *
 *   face of A, outward normal m:   n = −m,   s = min m·b − offset         face of B:   n = m,   s = min m·a − offset
 *   edges ea, eb:                  n = ± ea × eb/|ea × eb|,   s = n·(a − b),   if the two edges are extreme along n
 *
 * An edge is extreme along the directions between the normals of its two faces, an arc on the unit sphere; the edges of
 * a pair are extreme together where the arc of A, mirrored, crosses that of B. The edge of a segment has a full circle.
 *
 * Follows: Rigid Body Simulation, section 7.1.
 */
import { vec3 } from "../../math/index.js";
import { Witness } from "../result/index.js";
import { findSupport, type Polyhedron } from "../shapes/index.js";
import type { CoreQuery } from "./core-query.js";
import { nearlyParallelSine, parallelSine } from "./parameters.js";
import { placeInA, turnToA, turnToB } from "./relative-pose.js";

const d = new Float64Array(3);
const e = new Float64Array(3);
const p = new Float64Array(3);

/** Measures the plane of face f of A, to the corner of B deepest behind it; `start`: a corner of B to climb from. */
export function measureFaceA(query: CoreQuery, coreA: Polyhedron, coreB: Polyhedron, f: number, start: number): void {
  const { separation, plane, relative } = query;
  const { facePlanes } = coreA;
  const { vertices } = coreB;
  separation[1] = -facePlanes[4 * f];
  separation[2] = -facePlanes[4 * f + 1];
  separation[3] = -facePlanes[4 * f + 2];
  turnToB(d, 0, query.relative, separation, 1);
  const b = findSupport(coreB, d, 0, start);
  plane.witness = Witness.faceA;
  plane.featureA = f;
  plane.featureB = b;
  const along = d[0] * vertices[3 * b] + d[1] * vertices[3 * b + 1] + d[2] * vertices[3 * b + 2];
  const origin = separation[1] * relative[0] + separation[2] * relative[1] + separation[3] * relative[2];
  separation[0] = -facePlanes[4 * f + 3] - origin - along;
}

/** Measures the plane of face f of B, to the corner of A deepest behind it; `start`: a corner of A to climb from. */
export function measureFaceB(query: CoreQuery, coreA: Polyhedron, coreB: Polyhedron, f: number, start: number): void {
  const { separation, plane, relative } = query;
  const { facePlanes } = coreB;
  const { vertices } = coreA;
  turnToA(separation, 1, query.relative, facePlanes, 4 * f);
  const x = separation[1];
  const y = separation[2];
  const z = separation[3];
  d[0] = -x;
  d[1] = -y;
  d[2] = -z;
  const a = findSupport(coreA, d, 0, start);
  plane.witness = Witness.faceB;
  plane.featureA = a;
  plane.featureB = f;
  const along = x * vertices[3 * a] + y * vertices[3 * a + 1] + z * vertices[3 * a + 2];
  separation[0] = along - (x * relative[0] + y * relative[1] + z * relative[2]) - facePlanes[4 * f + 3];
}

/**
 * Measures the plane along edge i of A and edge j of B. Returns false, and writes nothing, if they are parallel or
 * not extreme together.
 */
export function measureEdges(query: CoreQuery, coreA: Polyhedron, coreB: Polyhedron, i: number, j: number): boolean {
  const { separation, plane } = query;
  const a = coreA.vertices;
  const b = coreB.vertices;
  const a0 = 3 * coreA.edgeVertices[2 * i];
  const a1 = 3 * coreA.edgeVertices[2 * i + 1];
  const b0 = 3 * coreB.edgeVertices[2 * j];
  const b1 = 3 * coreB.edgeVertices[2 * j + 1];
  // the edge of A in both frames, that of B likewise
  vec3.subtract(d, 0, a, a1, a, a0);
  vec3.subtract(e, 0, b, b1, b, b0);
  turnToB(p, 0, query.relative, d, 0);
  const signB = crossArc(coreB, j, p);
  turnToA(p, 0, query.relative, e, 0);
  const signA = crossArc(coreA, i, p);
  const sign = signA === anySign ? signB : signB === anySign || signB === signA ? signA : 0;
  if (sign === 0 || sign === anySign) return false;
  const x = -sign * (d[1] * p[2] - d[2] * p[1]);
  const y = -sign * (d[2] * p[0] - d[0] * p[2]);
  const z = -sign * (d[0] * p[1] - d[1] * p[0]);
  const square = x * x + y * y + z * z;
  const lengths = (d[0] * d[0] + d[1] * d[1] + d[2] * d[2]) * (p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
  if (square <= parallelSine * parallelSine * lengths) return false;
  const length = Math.sqrt(square);
  separation[1] = x / length;
  separation[2] = y / length;
  separation[3] = z / length;
  plane.witness = Witness.edges;
  plane.featureA = i;
  plane.featureB = j;
  let v = a0;
  let w = b0;
  if (square < nearlyParallelSine * nearlyParallelSine * lengths) {
    turnToB(d, 0, query.relative, separation, 1);
    w = 3 * findSupport(coreB, d, 0, w / 3);
    d[0] = -separation[1];
    d[1] = -separation[2];
    d[2] = -separation[3];
    v = 3 * findSupport(coreA, d, 0, v / 3);
  }
  placeInA(p, 0, query.relative, b, w);
  separation[0] = separation[1] * (a[v] - p[0]) + separation[2] * (a[v + 1] - p[1]) + separation[3] * (a[v + 2] - p[2]);
  return true;
}

const anySign = 2;

/**
 * On which side of the plane at right angles to u the arc of an edge begins, 1 or −1, if it ends on the other; 0 if it
 * does not cross. A full circle crosses either way.
 */
function crossArc(core: Polyhedron, edge: number, u: Float64Array): number {
  const { edgeFaces, facePlanes } = core;
  const f = 4 * edgeFaces[2 * edge];
  if (f < 0) return anySign;
  const g = 4 * edgeFaces[2 * edge + 1];
  const from = facePlanes[f] * u[0] + facePlanes[f + 1] * u[1] + facePlanes[f + 2] * u[2];
  const to = facePlanes[g] * u[0] + facePlanes[g + 1] * u[1] + facePlanes[g + 2] * u[2];
  return from > 0 && to < 0 ? 1 : from < 0 && to > 0 ? -1 : 0;
}

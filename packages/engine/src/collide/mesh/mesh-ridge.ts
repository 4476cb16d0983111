/**
 * Along which normals of a mesh a curved shape A that overlaps a ridge or a peak is least deep in it. With the triangle
 * seen from its first corner,
 *
 *   edge      n on the arc between the normals of its two triangles, or from m to e × m if it is open: where
 *             s(n) = min n·a − n·v is stationary along it (hull-edges.ts)
 *   corner    n among all normals there: from the point of A's surface nearest to the corner, which is on a cap, on the
 *             side, or on a ball, never on a rim or at a tip
 *
 * The greatest s of a set of normals is at one of these, or on its border: an arc, or the normal of a triangle.
 */
import { vec3 } from "../../math/index.js";
import { Axial, axialSize, CurvedQuery, clearBest, tryEdge, writeAxialWithin } from "../curved/index.js";
import { EdgeKind, Kind, type Polyhedron, type Shape, type TriangleMesh } from "../shapes/index.js";
import type { MeshQuery } from "./mesh-query.js";

/** The search for the best normal of one edge. */
const search = new CurvedQuery();
const axial = new Float64Array(axialSize);
const kept = new Float64Array(3);
const d = new Float64Array(3);

/** Writes the best normal of edge k of triangle t, which has been taken. Returns false if the edge has none. */
export function findEdgeNormal(
  query: MeshQuery,
  edgeNormal: Float64Array,
  mesh: TriangleMesh,
  t: number,
  k: number,
  shape: Shape,
): boolean {
  const { placed } = query;
  const e = mesh.triangleEdges[3 * t + k];
  const kind = mesh.edgeKinds[e];
  if (kind === EdgeKind.flat || kind === EdgeKind.concave) return false;
  const p = mesh.pyramid.polyhedron as Polyhedron;
  const { facePlanes, vertices } = p;
  const slope = 4 * k + 4;
  vec3.copy(kept, 0, facePlanes, slope);
  // the slope beyond the edge becomes that of the mesh: only its normal is looked at
  if (kind === EdgeKind.open) {
    vec3.subtract(d, 0, vertices, k === 2 ? 0 : 3 * k + 3, vertices, 3 * k);
    vec3.cross(facePlanes, slope, d, 0, mesh.normals, 3 * t);
    vec3.normalize(facePlanes, slope, facePlanes, slope);
  } else {
    const other = mesh.edgeTriangles[2 * e] === t ? mesh.edgeTriangles[2 * e + 1] : mesh.edgeTriangles[2 * e];
    vec3.copy(facePlanes, slope, mesh.normals, 3 * other);
  }
  writeAxialWithin(axial, shape, placed, 0, placed, 12);
  clearBest(search);
  tryEdge(search, p, vertices, k, axial);
  vec3.copy(facePlanes, slope, kept, 0);
  // from A to the mesh: the other way round
  vec3.negate(edgeNormal, 0, search.best, 1);
  return search.best[0] > -Infinity;
}

/** Writes the directions to try for corner k of the triangle that has been taken, up to three, and returns how many. */
export function findCornerNormals(
  query: MeshQuery,
  cornerNormals: Float64Array,
  mesh: TriangleMesh,
  k: number,
  shape: Shape,
): number {
  const { placed } = query;
  const { vertices } = mesh.triangle.polyhedron as Polyhedron;
  writeAxialWithin(axial, shape, placed, 0, placed, 12);
  vec3.subtract(d, 0, vertices, 3 * k, axial, 0);
  let along = d[0] * axial[3] + d[1] * axial[4] + d[2] * axial[5];
  const round = shape.kind === Kind.sphere || shape.kind === Kind.capsule;
  if (round) along = Math.max(-shape.halfHeight, Math.min(shape.halfHeight, along));
  // from the corner towards the axis
  for (let c = 0; c < 3; c++) cornerNormals[c] = along * axial[3 + c] - d[c];
  const sideways = vec3.normalize(cornerNormals, 0, cornerNormals, 0);
  if (round) return sideways ? 1 : 0;
  // on the axis all sides are the same: any will do
  if (!sideways) vec3.anyPerpendicular(cornerNormals, 0, axial, Axial.axis);
  for (let c = 0; c < 3; c++) {
    cornerNormals[c] = axial[Axial.cosine] * cornerNormals[c] - axial[Axial.sine] * axial[3 + c];
    cornerNormals[3 + c] = axial[3 + c];
    cornerNormals[6 + c] = -axial[3 + c];
  }
  return 3;
}

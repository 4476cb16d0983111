/**
 * The contacts of a shape with one triangle of a mesh, as rows behind those with other triangles, and joined with them
 * (mesh-join.ts). Corners and crossings within a plane part of the mesh are left out: they are nothing of the surface.
 *
 * Rows are in the frame of the mesh until all are there. Keys of the mesh with V vertices and E edges: vertex v → v,
 * edge e → V + e, triangle t → V + E + the first triangle of its plane part, so that sliding over a plane changes none.
 */
import { vec3 } from "../../math/index.js";
import { findCurvedContacts } from "../curved/index.js";
import { FeatureKey } from "../patch/index.js";
import { findRegion } from "../region/index.js";
import { type ContactBuffer, PairResult, PairSlot, Witness } from "../result/index.js";
import { createPlane, EdgeKind, Kind, type Polyhedron, type Shape, type TriangleMesh } from "../shapes/index.js";
import { joinContact } from "./mesh-join.js";
import { raisePyramid } from "./mesh-place.js";
import type { MeshQuery } from "./mesh-query.js";
import { ContactCase } from "./mesh-triangle.js";
import { sameNormalDefect } from "./parameters.js";

const result = new PairResult();
/** The plane of a triangle, rewritten for each. */
const half = createPlane({ normal: [0, 1, 0] });
const d = new Float64Array(3);
const e = new Float64Array(3);

/**
 * Appends the contacts of A with triangle t, which has been loaded and met along the normal in `met`. Rows from
 * `start` on belong to other triangles of this mesh.
 */
export function addTriangleContacts(
  query: MeshQuery,
  buffer: ContactBuffer,
  start: number,
  mesh: TriangleMesh,
  t: number,
  meeting: number,
  shape: Shape,
  tolerance: number,
): void {
  if (shape.kind === Kind.polyhedron) addRegion(query, buffer, start, mesh, t, shape, tolerance);
  else if (meeting === ContactCase.feature) addCurved(query, buffer, start, mesh, t, shape, tolerance, false);
  else {
    addPlane(query, buffer, start, mesh, t, shape, tolerance);
    if (meeting !== ContactCase.alternate && hasRim(mesh, t))
      addCurved(query, buffer, start, mesh, t, shape, tolerance, true);
  }
}

function addRegion(
  query: MeshQuery,
  buffer: ContactBuffer,
  start: number,
  mesh: TriangleMesh,
  t: number,
  shape: Shape,
  tolerance: number,
): void {
  const { placed } = query;
  vec3.copy(result.values, PairSlot.normal, query.met, PairSlot.normal);
  // no points: a row without a corner or crossing is none
  result.values.fill(Number.NaN, PairSlot.pointA);
  result.witness = Witness.none;
  const before = buffer.count;
  const added = findRegion(buffer, result, shape, placed, 0, mesh.triangle, placed, 12, tolerance);
  buffer.count = before;
  for (let k = 0; k < added; k++) {
    const row = before + k;
    const key = buffer.keyB[row];
    if (!(buffer.point[3 * row] - buffer.point[3 * row] === 0)) continue;
    if (key < 3 && mesh.flatVertices[mesh.triangles[3 * t + key]] === 1) continue;
    if (key >= 3 && key < 6 && mesh.edgeKinds[mesh.triangleEdges[3 * t + key - 3]] === EdgeKind.flat) continue;
    buffer.keyB[row] = key < 3 ? nameVertex(mesh, t, key) : key < 6 ? nameEdge(mesh, t, key - 3) : nameFace(mesh, t);
    joinContact(query, buffer, start, mesh, t, row);
  }
}

/** Contacts with the pyramid. `rim`: only those along its normal on edges that are not flat. */
function addCurved(
  query: MeshQuery,
  buffer: ContactBuffer,
  start: number,
  mesh: TriangleMesh,
  t: number,
  shape: Shape,
  tolerance: number,
  rim: boolean,
): void {
  const { placed, met } = query;
  raisePyramid(mesh);
  const before = buffer.count;
  const added = findCurvedContacts(buffer, shape, placed, 0, mesh.pyramid, placed, 12, null, 0, tolerance);
  buffer.count = before;
  for (let k = 0; k < added; k++) {
    const row = before + k;
    if (
      rim &&
      buffer.normal[3 * row] * met[1] + buffer.normal[3 * row + 1] * met[2] + buffer.normal[3 * row + 2] * met[3] <
        1 - sameNormalDefect
    )
      continue;
    if (rim && !isOnRim(query, buffer, row, mesh, t)) continue;
    // what is behind the triangle is nothing of the mesh
    const name = nameCurved(query, buffer, row, mesh, t);
    if (name < 0) continue;
    buffer.keyB[row] = name;
    joinContact(query, buffer, start, mesh, t, row);
  }
}

/** Contacts with the whole plane through the triangle along the normal met: those over the triangle, over its front. */
function addPlane(
  query: MeshQuery,
  buffer: ContactBuffer,
  start: number,
  mesh: TriangleMesh,
  t: number,
  shape: Shape,
  tolerance: number,
): void {
  const { met, placed } = query;
  const { normals } = mesh;
  if (met[1] * normals[3 * t] + met[2] * normals[3 * t + 1] + met[3] * normals[3 * t + 2] <= 0) return;
  const { vertices } = mesh.triangle.polyhedron as Polyhedron;
  const plane = half.plane as Float64Array;
  vec3.copy(plane, 0, met, PairSlot.normal);
  plane[3] = Math.max(
    0,
    plane[0] * vertices[3] + plane[1] * vertices[4] + plane[2] * vertices[5],
    plane[0] * vertices[6] + plane[1] * vertices[7] + plane[2] * vertices[8],
  );
  const before = buffer.count;
  const added = findCurvedContacts(buffer, shape, placed, 0, half, placed, 12, null, 0, tolerance);
  buffer.count = before;
  for (let k = 0; k < added; k++) {
    const row = before + k;
    if (!isOver(query, buffer, row, vertices)) continue;
    buffer.keyB[row] = nameFace(mesh, t);
    joinContact(query, buffer, start, mesh, t, row);
  }
}

const nameVertex = (mesh: TriangleMesh, t: number, k: number): number => mesh.triangles[3 * t + k];
const nameEdge = (mesh: TriangleMesh, t: number, k: number): number => mesh.vertexCount + mesh.triangleEdges[3 * t + k];
const nameFace = (mesh: TriangleMesh, t: number): number => mesh.vertexCount + mesh.edgeCount + mesh.facets[t];

/** The key of the mesh for that of the pyramid in a row; −1 for what is behind the triangle. */
function nameCurved(query: MeshQuery, buffer: ContactBuffer, row: number, mesh: TriangleMesh, t: number): number {
  const { limits } = query;
  const { vertices } = mesh.pyramid.polyhedron as Polyhedron;
  const key = buffer.keyB[row];
  if (key < FeatureKey.edge) return key < 3 ? nameVertex(mesh, t, key) : -1;
  if (key >= FeatureKey.face) return (key & 0x3fffff) === 0 ? nameFace(mesh, t) : -1;
  let edge = -1;
  let nearest = limits[1] * limits[1];
  for (let k = 0; k < 3; k++) {
    measureSide(buffer, row, vertices, 3 * k, k === 2 ? 0 : 3 * k + 3);
    if (!(side[1] <= nearest)) continue;
    nearest = side[1];
    edge = k;
  }
  // two contacts on one edge are distinguished by the lowest bit, or by bit 23
  return edge < 0 ? -1 : nameEdge(mesh, t, edge) + (((key ^ (key >> 23)) & 1) << 23);
}

function hasRim(mesh: TriangleMesh, t: number): boolean {
  const { edgeKinds, triangleEdges } = mesh;
  return (
    edgeKinds[triangleEdges[3 * t]] !== EdgeKind.flat ||
    edgeKinds[triangleEdges[3 * t + 1]] !== EdgeKind.flat ||
    edgeKinds[triangleEdges[3 * t + 2]] !== EdgeKind.flat
  );
}

/** Returns whether a row lies, seen along its normal, on an edge of the triangle at which the surface bends or ends. */
function isOnRim(query: MeshQuery, buffer: ContactBuffer, row: number, mesh: TriangleMesh, t: number): boolean {
  const { limits } = query;
  const { vertices } = mesh.triangle.polyhedron as Polyhedron;
  const reach = limits[1] * limits[1];
  for (let k = 0; k < 3; k++) {
    if (mesh.edgeKinds[mesh.triangleEdges[3 * t + k]] === EdgeKind.flat) continue;
    measureSide(buffer, row, vertices, 3 * k, k === 2 ? 0 : 3 * k + 3);
    if (side[1] <= reach) return true;
  }
  return false;
}

/** Returns whether a row lies over the triangle, seen along its normal, or no farther from it than the tolerance. */
function isOver(query: MeshQuery, buffer: ContactBuffer, row: number, vertices: Float64Array): boolean {
  const { limits } = query;
  let nearest = Infinity;
  let inside = true;
  for (let k = 0; k < 9; k += 3) {
    measureSide(buffer, row, vertices, k, k === 6 ? 0 : k + 3);
    inside &&= side[0] > 0;
    if (side[1] < nearest) nearest = side[1];
  }
  return inside || nearest <= limits[1] * limits[1];
}

/** On which side of the edge from corner i to j the row is (0: > 0 within), and its distance from it, squared (1). */
const side = new Float64Array(2);

function measureSide(buffer: ContactBuffer, row: number, vertices: Float64Array, i: number, j: number): void {
  const { normal, point } = buffer;
  const n = 3 * row;
  vec3.subtract(d, 0, vertices, j, vertices, i);
  vec3.subtract(e, 0, point, n, vertices, i);
  // the parts of both across n
  const dn = d[0] * normal[n] + d[1] * normal[n + 1] + d[2] * normal[n + 2];
  const en = e[0] * normal[n] + e[1] * normal[n + 1] + e[2] * normal[n + 2];
  for (let k = 0; k < 3; k++) {
    d[k] -= dn * normal[n + k];
    e[k] -= en * normal[n + k];
  }
  const length = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
  const part = length > 0 ? Math.max(0, Math.min(1, (d[0] * e[0] + d[1] * e[1] + d[2] * e[2]) / length)) : 0;
  const x = d[1] * e[2] - d[2] * e[1];
  const y = d[2] * e[0] - d[0] * e[2];
  const z = d[0] * e[1] - d[1] * e[0];
  side[0] = x * normal[n] + y * normal[n + 1] + z * normal[n + 2];
  for (let k = 0; k < 3; k++) e[k] -= part * d[k];
  side[1] = e[0] * e[0] + e[1] * e[1] + e[2] * e[2];
}

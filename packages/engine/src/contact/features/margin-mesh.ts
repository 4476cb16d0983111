/**
 * Depths of a point inside the features of a mesh: a plane part, of triangles joined by flat edges; and the wedge over an edge or a
 * vertex; in the frame of the mesh. The smaller of a depth and `least[0]` is left in `least[0]`.
 */
import { EdgeKind, type TriangleMesh } from "../../collide/index.js";
import { vec3 } from "../../math/index.js";
import { findMeshSide } from "./contact-feature.js";

const e = new Float64Array(3);
const d = new Float64Array(3);
const across = new Float64Array(3);
/** The square of the distance from the nearest side of a plane part. */
const nearest = new Float64Array(1);

/**
 * Depth of p inside the border of the plane part that begins with triangle f; < 0 outside. The smaller of it and least[0] is left
 * there.
 */
export function measurePlanePart(least: Float64Array, mesh: TriangleMesh, f: number, p: Float64Array, i: number): void {
  const end = mesh.alone[f] === 1 ? f + 1 : mesh.triangleCount;
  let inside = false;
  nearest[0] = Infinity;
  for (let t = f; t < end; t++) {
    if (mesh.facets[t] === f && isOver(mesh, f, t, p, i)) inside = true;
  }
  const distance = Math.sqrt(nearest[0]);
  least[0] = Math.min(least[0], inside ? distance : -distance);
}

/**
 * Whether p is over triangle t, seen along the normal of triangle f; its distance from sides that are borders goes to `nearest`.
 */
function isOver(mesh: TriangleMesh, f: number, t: number, p: Float64Array, i: number): boolean {
  const { vertices, triangles, triangleEdges, edgeKinds, normals } = mesh;
  let inside = true;
  for (let k = 3 * t; k < 3 * t + 3; k++) {
    const a = 3 * triangles[k];
    const b = 3 * triangles[k % 3 === 2 ? k - 2 : k + 1];
    vec3.subtract(e, 0, vertices, b, vertices, a);
    vec3.subtract(d, 0, p, i, vertices, a);
    vec3.cross(across, 0, normals, 3 * f, e, 0);
    if (across[0] * d[0] + across[1] * d[1] + across[2] * d[2] < 0) inside = false;
    if (edgeKinds[triangleEdges[k]] === EdgeKind.flat) continue;
    const part = (d[0] * e[0] + d[1] * e[1] + d[2] * e[2]) / (e[0] * e[0] + e[1] * e[1] + e[2] * e[2]);
    const within = Math.max(0, Math.min(1, part));
    const height = d[0] * normals[3 * f] + d[1] * normals[3 * f + 1] + d[2] * normals[3 * f + 2];
    for (let c = 0; c < 3; c++) d[c] -= within * e[c] + height * normals[3 * f + c];
    nearest[0] = Math.min(nearest[0], d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
  }
  return inside;
}

/** Distance of p outside the slabs over the triangles at an edge. */
export function measureMeshEdge(
  least: Float64Array,
  mesh: TriangleMesh,
  edge: number,
  p: Float64Array,
  i: number,
): void {
  const { vertices, triangles, normals, edgeTriangles } = mesh;
  const k = findMeshSide(mesh, edge);
  const a = 3 * triangles[k];
  vec3.subtract(e, 0, vertices, 3 * triangles[k % 3 === 2 ? k - 2 : k + 1], vertices, a);
  vec3.normalize(e, 0, e, 0);
  vec3.subtract(d, 0, p, i, vertices, a);
  const own = (k - (k % 3)) / 3;
  for (let s = 0; s < 2; s++) {
    const t = edgeTriangles[2 * edge + s];
    if (t < 0) continue;
    // into the triangle; the edge runs the other way in the other one
    vec3.cross(across, 0, normals, 3 * t, e, 0);
    const into = (t === own ? 1 : -1) * (across[0] * d[0] + across[1] * d[1] + across[2] * d[2]);
    least[0] = Math.min(least[0], -into);
  }
}

/** Distance of p outside the slabs over the edges at a vertex. */
export function measureMeshVertex(
  least: Float64Array,
  mesh: TriangleMesh,
  v: number,
  p: Float64Array,
  i: number,
): void {
  const { vertices, neighbourStart, neighbours } = mesh;
  vec3.subtract(d, 0, p, i, vertices, 3 * v);
  for (let k = neighbourStart[v]; k < neighbourStart[v + 1]; k++) {
    vec3.subtract(e, 0, vertices, 3 * neighbours[k], vertices, 3 * v);
    const along = (d[0] * e[0] + d[1] * e[1] + d[2] * e[2]) / Math.sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2]);
    least[0] = Math.min(least[0], -along);
  }
}

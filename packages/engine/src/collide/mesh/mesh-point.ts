/**
 * The point of a mesh nearest to a point p, and on which side of the surface p is. With q the nearest point,
 *
 *   p is in front if (p − q)·N ≥ 0,   N = m in a triangle, m₁ + m₂ on an edge, Σ α m at a corner, α the angles there
 *
 * which is right for every surface that does not pass through itself: the sum weighted by angles is the one that never
 * disagrees with the side. At the border of an open surface there is no behind.
 */

import type { TriangleMesh } from "../shapes/index.js";
import { findFoot } from "./mesh-core.js";

/** The point of a mesh nearest to a given one, and on which side of the surface that one is. */
export class MeshPoint {
  /** Nearest point q (3), distance (1), the normal N there, not of unit length (3), and (p − q)·N (1). */
  readonly values: Float64Array = new Float64Array(8);
  /** The triangle that q is on. */
  triangle = -1;
  /** Whether q is at the border of an open surface. */
  isAtBorder = false;
}

/** The closest point of one triangle: see `findFoot`. */
const foot = new Float64Array(7);
const nodes = new Int32Array(200);
const squares = new Float64Array(200);
const weights = new Float64Array(3);

/**
 * Finds the point of the mesh nearest to the point at points[o], in the frame of the mesh, and returns true; false if none is
 * within reach[0], m.
 */
export function findMeshPoint(
  out: MeshPoint,
  mesh: TriangleMesh,
  points: Float64Array,
  o: number,
  reach: Float64Array,
): boolean {
  const { right, boxes } = mesh.tree;
  const { values } = out;
  let least = reach[0] * reach[0];
  let found = -1;
  let top = 1;
  nodes[0] = 0;
  squares[0] = 0;
  while (top > 0) {
    const node = nodes[--top];
    if (squares[top] > least) continue;
    if (right[node] < 0) {
      const t = ~right[node];
      const { triangles } = mesh;
      findFoot(
        foot,
        points,
        o,
        mesh.vertices,
        3 * triangles[3 * t],
        3 * triangles[3 * t + 1],
        3 * triangles[3 * t + 2],
      );
      // of equals the first of the list
      if (foot[6] > least || (foot[6] === least && found >= 0 && t > found)) continue;
      least = foot[6];
      found = t;
      for (let k = 0; k < 3; k++) {
        values[k] = foot[k];
        weights[k] = foot[3 + k];
      }
      continue;
    }
    const second = right[node];
    writeSquare(top, boxes, 6 * (node + 1), points, o);
    writeSquare(top + 1, boxes, 6 * second, points, o);
    const swap = squares[top] < squares[top + 1];
    if (swap) {
      const nearer = squares[top];
      squares[top] = squares[top + 1];
      squares[top + 1] = nearer;
    }
    nodes[top++] = swap ? second : node + 1;
    nodes[top++] = swap ? node + 1 : second;
  }
  if (found < 0) return false;
  out.triangle = found;
  values[3] = Math.sqrt(least);
  writeSide(out, mesh, found, points, o);
  return true;
}

/** The square of the distance from the box at boxes[b], rounded down. */
function writeSquare(i: number, boxes: Float64Array, b: number, points: Float64Array, o: number): void {
  let square = 0;
  for (let k = 0; k < 3; k++) {
    const apart = Math.max(0, boxes[b + k] - points[o + k], points[o + k] - boxes[b + 3 + k]);
    square += apart * apart;
  }
  squares[i] = square * (1 - 1e-15);
}

/** Writes the normal N at the nearest point, on triangle t, and the side on which the point at points[o] is. */
function writeSide(out: MeshPoint, mesh: TriangleMesh, t: number, points: Float64Array, o: number): void {
  const { normals, triangleEdges, edgeTriangles, triangles, vertexNormals } = mesh;
  const { values } = out;
  let zeros = 0;
  let zero = 0;
  let one = 0;
  for (let k = 0; k < 3; k++) {
    if (weights[k] === 0) {
      zeros++;
      zero = k;
    } else one = k;
  }
  out.isAtBorder = false;
  for (let k = 0; k < 3; k++) values[4 + k] = normals[3 * t + k];
  if (zeros === 1) {
    // the edge across from the corner that has no part
    const e = triangleEdges[3 * t + (zero === 2 ? 0 : zero + 1)];
    const other = edgeTriangles[2 * e] === t ? edgeTriangles[2 * e + 1] : edgeTriangles[2 * e];
    out.isAtBorder = other < 0;
    for (let k = 0; k < 3; k++) if (other >= 0) values[4 + k] += normals[3 * other + k];
  } else if (zeros === 2) {
    const v = triangles[3 * t + one];
    out.isAtBorder = mesh.borderVertices[v] === 1;
    for (let k = 0; k < 3; k++) values[4 + k] = vertexNormals[3 * v + k];
  }
  values[7] = 0;
  for (let k = 0; k < 3; k++) values[7] += (points[o + k] - values[k]) * values[4 + k];
}

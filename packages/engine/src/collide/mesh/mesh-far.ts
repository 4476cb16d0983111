/**
 * The nearest triangle of a mesh to a body that is farther from it than the list of its memory reaches: a walk through
 * the tree from near to far, that leaves out what is farther than the nearest found so far. It begins with the triangle
 * that was nearest the last time.
 */

import type { Shape, TriangleMesh } from "../shapes/index.js";
import { type MeshCache, MeshMemory } from "./mesh-cache.js";
import { measureBox } from "./mesh-list.js";
import { takeNearer } from "./mesh-nearest.js";
import { loadTriangle } from "./mesh-place.js";
import type { MeshQuery } from "./mesh-query.js";
import { ContactCase, meetTriangle } from "./mesh-triangle.js";
import { meshRounding } from "./parameters.js";

/** Nodes still to be visited, and how far their boxes are: enough for the deepest tree. */
const nodes = new Int32Array(200);
const distances = new Float64Array(200);
/** One row, for a triangle that is met once. */
const passing = new MeshMemory();
/** The least distance of any triangle that A is not wholly behind (0), and what is the same to rounding (1), m. */
const closest = new Float64Array(2);

/** Brings `nearestValues`, `nearestFound` and limits[0] to the nearest triangle of all. */
export function searchFar(
  query: MeshQuery,
  memory: MeshMemory,
  mesh: TriangleMesh,
  shape: Shape,
  tolerance: number,
  cache: MeshCache | null,
): void {
  const { limits, nearestValues } = query;
  if (cache !== null) cache.walked++;
  closest[1] = meshRounding * (shape.reach + mesh.triangle.reach);
  const before = limits[0];
  closest[0] = Infinity;
  if (memory.nearestLeaf >= 0) meetLeaf(query, memory, mesh, memory.nearestLeaf, shape, tolerance);
  walkFar(query, memory, mesh, shape, tolerance);
  // nothing is met at the distance of the nearest triangle: A is behind it, and all have to be looked at
  if (nearestValues[0] > closest[0] + closest[1]) {
    closest[0] = -Infinity;
    limits[0] = Math.min(before, Math.max(limits[1], nearestValues[0] + closest[1]));
    walkFar(query, memory, mesh, shape, tolerance);
  }
  limits[0] = Math.max(limits[1], nearestValues[0] + closest[1]);
  memory.nearestLeaf = query.nearestFound.leaf;
}

function walkFar(query: MeshQuery, memory: MeshMemory, mesh: TriangleMesh, shape: Shape, tolerance: number): void {
  const { limits, nearestFound } = query;
  const { right, boxes } = mesh.tree;
  let top = 1;
  nodes[0] = 0;
  distances[0] = 0;
  while (top > 0) {
    const node = nodes[--top];
    if (distances[top] > limits[0]) continue;
    if (right[node] < 0) {
      if (node !== nearestFound.leaf) meetLeaf(query, memory, mesh, node, shape, tolerance);
      continue;
    }
    measureBox(query, distances, top, boxes, 6 * (node + 1));
    measureBox(query, distances, top + 1, boxes, 6 * right[node]);
    const swap = distances[top] < distances[top + 1];
    if (swap) {
      const nearer = distances[top];
      distances[top] = distances[top + 1];
      distances[top + 1] = nearer;
    }
    nodes[top++] = swap ? right[node] : node + 1;
    nodes[top++] = swap ? node + 1 : right[node];
  }
}

function meetLeaf(
  query: MeshQuery,
  memory: MeshMemory,
  mesh: TriangleMesh,
  leaf: number,
  shape: Shape,
  tolerance: number,
): void {
  const { convexPair, limits } = query;
  const t = ~mesh.tree.right[leaf];
  loadTriangle(query, mesh, t);
  passing.forgetRow(0);
  convexPair.values[0] = Infinity;
  const meeting = meetTriangle(query, mesh, t, shape, passing, 0, tolerance);
  // an ambiguous triangle touches, and is in the list
  if (meeting !== ContactCase.none && meeting !== ContactCase.ambiguous) takeNearer(query, memory, leaf, meeting);
  // if A is in front of it all, nothing farther than this triangle is nearest, whether it is met or not
  closest[0] = Math.min(closest[0], convexPair.values[0]);
  if (closest[0] > -Infinity) limits[0] = Math.min(limits[0], Math.max(limits[1], closest[0] + closest[1]));
}

/**
 * Where a convex shape A, moved along a straight line without turning, first meets a mesh. Each triangle that comes in its
 * way is met as a pair of convex shapes (shape-cast.ts),
 *
 *   t ← t + g/(−n·d)
 *
 * and counts if n is then a normal of the mesh, so from the front. The tree leaves those that the box around A passes
 * through before the nearest so far.
 */
import { vec3 } from "../../math/index.js";
import { loadTriangle, MeshMemory, MeshQuery, measureConvex, placeInMesh, touchesMesh } from "../mesh/index.js";
import { type PairResult, PairSlot, rotateVector, Status } from "../result/index.js";
import { computeBounds, EdgeKind, isMeshNormal, type Shape, type TriangleMesh } from "../shapes/index.js";
import { castRounds, touchingGap } from "./parameters.js";

const query = new MeshQuery();

const memory = new MeshMemory();
const nodes = new Int32Array(200);
const box = new Float64Array(6);
/** The displacement in the frame of the mesh. */
const d = new Float64Array(3);
/** The earliest so far (0), and the gap that counts as none (1). */
const cast = new Float64Array(2);
const found = new Float64Array(10);
let rounds = 0;

/**
 * Moves A from its frame by path[p] against the mesh B, as far as the fraction limit[0]. Fills `result`, as it is
 * then, and fraction[0]; returns the number of rounds, 0 if they do not meet.
 */
export function castOnMesh(
  result: PairResult,
  fraction: Float64Array,
  shapeA: Shape,
  framesA: Float64Array,
  oA: number,
  path: Float64Array,
  p: number,
  limit: Float64Array,
  shapeB: Shape,
  framesB: Float64Array,
  oB: number,
): number {
  const { placedA } = query;
  const mesh = shapeB.mesh as TriangleMesh;
  placeInMesh(placedA, framesA, oA, framesB, oB);
  let size = Math.min(shapeA.reach, shapeB.reach);
  for (let k = 0; k < 3; k++) {
    d[k] = 0;
    for (let c = 0; c < 3; c++) d[k] += framesB[oB + 3 + 3 * c + k] * path[p + c];
    size = Math.max(size, Math.abs(placedA[k]), Math.abs(d[k]));
  }
  rounds = 1;
  fraction[0] = 0;
  cast[1] = touchingGap * size;
  if (touchesMesh(result, shapeA, framesA, oA, shapeB, framesB, oB, 0)) return rounds;
  cast[0] = limit[0];
  computeBounds(box, 0, shapeA, placedA, 0);
  if (!searchFirst(query, mesh, shapeA)) return 0;
  fraction[0] = cast[0];
  const { values } = result;
  for (let k = 0; k < 10; k++) values[k] = found[k];
  result.status = Status.touching;
  for (let k = PairSlot.normal; k < 10; k += 3) rotateVector(values, k, framesB, oB);
  vec3.add(values, PairSlot.pointA, values, PairSlot.pointA, framesB, oB);
  vec3.add(values, PairSlot.pointB, values, PairSlot.pointB, framesB, oB);
  return rounds;
}

/** Brings cast[0] down to the first impact, with what is found there in `found`. */
function searchFirst(query: MeshQuery, mesh: TriangleMesh, shape: Shape): boolean {
  const { right, boxes } = mesh.tree;
  memory.reset();
  const row = memory.takeRow();
  let hit = false;
  let top = 1;
  nodes[0] = 0;
  while (top > 0) {
    const node = nodes[--top];
    if (!isPassed(boxes, 6 * node)) continue;
    if (right[node] >= 0) {
      // first the one that is nearer along the way
      let ahead = 0;
      for (let k = 0; k < 3; k++) {
        const one = boxes[6 * (node + 1) + k] + boxes[6 * (node + 1) + 3 + k];
        ahead += d[k] * (one - (boxes[6 * right[node] + k] + boxes[6 * right[node] + 3 + k]));
      }
      nodes[top++] = ahead < 0 ? right[node] : node + 1;
      nodes[top++] = ahead < 0 ? node + 1 : right[node];
      continue;
    }
    memory.forgetRow(row);
    if (castOnTriangle(query, mesh, ~right[node], shape, row)) hit = true;
  }
  return hit;
}

/** Returns whether the box of A passes that at boxes[b] before cast[0]. */
function isPassed(boxes: Float64Array, b: number): boolean {
  let from = 0;
  let to = cast[0];
  const room = cast[1];
  for (let k = 0; k < 3; k++) {
    const low = boxes[b + k] - box[3 + k] - room;
    const high = boxes[b + 3 + k] - box[k] + room;
    if (d[k] === 0) {
      if (low > 0 || high < 0) return false;
      continue;
    }
    const near = (d[k] > 0 ? low : high) / d[k];
    const far = (d[k] > 0 ? high : low) / d[k];
    if (near > from) from = near;
    if (far < to) to = far;
  }
  return from <= to;
}

/** Returns whether an edge of triangle t is open. */
function hasOpenEdge({ triangleEdges, edgeKinds }: TriangleMesh, t: number): boolean {
  return (
    edgeKinds[triangleEdges[3 * t]] === EdgeKind.open ||
    edgeKinds[triangleEdges[3 * t + 1]] === EdgeKind.open ||
    edgeKinds[triangleEdges[3 * t + 2]] === EdgeKind.open
  );
}

/** Returns whether triangle t is met from the front no later than cast[0], which is then that time. */
function castOnTriangle(query: MeshQuery, mesh: TriangleMesh, t: number, shape: Shape, row: number): boolean {
  const { placed, placedA, convexPair } = query;
  const { normals } = mesh;
  const towards = normals[3 * t] * d[0] + normals[3 * t + 1] * d[1] + normals[3 * t + 2] * d[2];
  // from behind, only over an open edge
  if (towards >= 0 && !hasOpenEdge(mesh, t)) return false;
  loadTriangle(query, mesh, t);
  const first = 3 * mesh.triangles[3 * t];
  let at = 0;
  for (let round = 0; round < castRounds; round++) {
    for (let k = 0; k < 3; k++) placed[k] = placedA[k] - mesh.vertices[first + k] + at * d[k];
    measureConvex(query, mesh, shape, memory, row, 0);
    rounds++;
    const { values } = convexPair;
    const rate = values[1] * d[0] + values[2] * d[1] + values[3] * d[2];
    const next = at - values[0] / rate;
    if (values[0] <= cast[1] || next === at) {
      // in it from the beginning, and not met: from behind
      if ((at === 0 && values[0] < -cast[1]) || !isMeshNormal(mesh, t, values, PairSlot.normal)) return false;
      if (!(at <= cast[0])) return false;
      cast[0] = at;
      for (let k = 0; k < 10; k++) found[k] = values[k];
      vec3.add(found, PairSlot.pointA, found, PairSlot.pointA, mesh.vertices, first);
      vec3.add(found, PairSlot.pointB, found, PairSlot.pointB, mesh.vertices, first);
      return true;
    }
    if (!(rate < 0)) return false;
    at = next;
    if (!(at <= cast[0])) return false;
  }
  return false;
}

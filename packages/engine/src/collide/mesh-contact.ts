/**
 * Any convex shape A against a fixed mesh B: how far apart, or how deep, and the contacts.
 *
 *   collideMesh        the least gap to any triangle, its normal and points, into a PairResult
 *   findMeshContacts   all contacts with a gap of at most the tolerance, into a ContactBuffer
 *
 * The tree of the mesh leaves only triangles whose boxes come near; each of these is met along a normal of the mesh
 * (mesh-triangle.ts), and their contacts are joined (mesh-rows.ts). Where nothing lies in front of the mesh the gap is
 * infinite. Of a deep overlap only what A's surface passes through is known: A must not be sunk by half of its width.
 *
 * Follows: Rigid Body Simulation, sections 7.1 and 8.
 */
import { fail, vec3 } from "../math/index.js";
import { computeBounds } from "./bounds.js";
import type { ContactBuffer } from "./contact-buffer.js";
import { addTriangleRows } from "./mesh-rows.js";
import type { TriangleMesh } from "./mesh-table.js";
import {
  forgetNormals,
  limits,
  Meeting,
  meetTriangle,
  met,
  placedA,
  placeInMesh,
  rememberNormal,
  settleTriangle,
  takeTriangle,
} from "./mesh-triangle.js";
import { type PairResult, PairSlot, Status, Witness } from "./pair-result.js";
import { placeRow, turn } from "./row.js";
import { Kind, type Shape } from "./shape.js";

/** Nodes still to be visited, and how far their boxes are: enough for the deepest tree. */
const nodes = new Int32Array(200);
const distances = new Float64Array(200);
const box = new Float64Array(6);
/** Triangles that come last: those in doubt, and those not met along their own normal. */
let rest = new Int32Array(64);
let restKinds = new Uint8Array(64);
let restCount = 0;
/** Which plane parts are met in this call: those with its number. */
let stamps = new Int32Array(0);
let stamp = 0;
/** How the nearest triangle so far is met. */
let nearest: number = Meeting.none;

/** Finds the least gap of A, placed at framesA[oA …], and the mesh B, placed at framesB[oB …]. */
export function collideMesh(
  result: PairResult,
  shapeA: Shape,
  framesA: Float64Array,
  oA: number,
  shapeB: Shape,
  framesB: Float64Array,
  oB: number,
  tolerance: number,
): void {
  const mesh = requireMesh(shapeA, shapeB);
  limits[0] = Infinity;
  limits[1] = tolerance;
  placeInMesh(framesA, oA, framesB, oB);
  const { values } = result;
  values.fill(0);
  values[0] = Infinity;
  searchNearest(values, mesh, shapeA, tolerance);
  result.status =
    values[0] > tolerance ? Status.disjoint : values[0] < -tolerance ? Status.overlapping : Status.touching;
  result.witness = Witness.none;
  result.featureA = result.featureB = -1;
  for (let k = PairSlot.normal; k < 10; k += 3) turn(values, k, framesB, oB);
  vec3.add(values, PairSlot.pointA, values, PairSlot.pointA, framesB, oB);
  vec3.add(values, PairSlot.pointB, values, PairSlot.pointB, framesB, oB);
}

/** Appends the contacts of A and the mesh B to the buffer and returns how many there are. */
export function findMeshContacts(
  buffer: ContactBuffer,
  shapeA: Shape,
  framesA: Float64Array,
  oA: number,
  shapeB: Shape,
  framesB: Float64Array,
  oB: number,
  tolerance: number,
): number {
  const mesh = requireMesh(shapeA, shapeB);
  limits[0] = limits[1] = tolerance;
  placeInMesh(framesA, oA, framesB, oB);
  const start = buffer.count;
  computeBounds(box, 0, shapeA, placedA, 0);
  for (let k = 0; k < 3; k++) {
    box[k] -= tolerance;
    box[3 + k] += tolerance;
  }
  const count = mesh.tree.queryBox(box, 0);
  const { hits } = mesh.tree;
  beginRest(count);
  if (stamps.length < mesh.triangleCount) stamps = new Int32Array(2 * mesh.triangleCount);
  for (let k = 0; k < count; k++) {
    takeTriangle(mesh, hits[k], shapeA);
    const meeting = meetTriangle(mesh, hits[k], shapeA, tolerance);
    if (meeting === Meeting.none) continue;
    if (meeting === Meeting.face || meeting === Meeting.feature) rememberNormal();
    if (meeting === Meeting.face) {
      stamps[mesh.facets[hits[k]]] = stamp;
      addTriangleRows(buffer, start, mesh, hits[k], meeting, shapeA, tolerance);
    } else addRest(hits[k], meeting);
  }
  settleRest(mesh, shapeA, tolerance);
  // behind those on faces, so that these stay where both are at one place
  for (let k = 0; k < restCount; k++) {
    takeTriangle(mesh, rest[k], shapeA);
    let meeting: number = restKinds[k];
    if (meeting === Meeting.doubtful) meeting = settleTriangle(mesh, rest[k], shapeA, tolerance);
    else if (meeting === Meeting.below) meeting = takePlane(mesh, rest[k]);
    else meeting = meetTriangle(mesh, rest[k], shapeA, tolerance);
    if (meeting !== Meeting.none) addTriangleRows(buffer, start, mesh, rest[k], meeting, shapeA, tolerance);
  }
  for (let row = start; row < buffer.count; row++) placeRow(buffer, row, framesB, oB);
  return buffer.count - start;
}

/** Makes room for so many triangles that come last. */
function beginRest(count: number): void {
  forgetNormals();
  restCount = 0;
  stamp++;
  if (rest.length >= count) return;
  rest = new Int32Array(2 * count);
  restKinds = new Uint8Array(2 * count);
}

function addRest(t: number, meeting: number): void {
  restKinds[restCount] = meeting;
  rest[restCount++] = t;
}

/** A body that is wider below a plane than in it: along the normal, if its plane part is met elsewhere. */
function takePlane(mesh: TriangleMesh, t: number): number {
  if (stamps[mesh.facets[t]] !== stamp) return Meeting.none;
  vec3.copy(met, PairSlot.normal, mesh.normals, 3 * t);
  return Meeting.beside;
}

/** Finds the normals of those in doubt, which others in doubt may have in common with them. */
function settleRest(mesh: TriangleMesh, shape: Shape, tolerance: number): void {
  for (let k = 0; k < restCount; k++) {
    if (restKinds[k] !== Meeting.doubtful) continue;
    takeTriangle(mesh, rest[k], shape);
    settleTriangle(mesh, rest[k], shape, tolerance);
  }
}

/** The mesh of B, which A can be held against. */
function requireMesh(shapeA: Shape, shapeB: Shape): TriangleMesh {
  if (shapeB.mesh === null) fail("not-a-mesh", "shapeB", "must be a mesh", shapeB.kind, "createMesh makes one");
  if (shapeA.kind === Kind.plane || shapeA.kind === Kind.mesh) {
    fail(
      "not-bounded",
      "shapeA",
      "must be a bounded convex shape",
      shapeA.kind,
      "planes and meshes stay where they are",
    );
  }
  return shapeB.mesh;
}

/** Walks the tree from near to far. Where the gap is the same to rounding, what is found first stays. */
function searchNearest(values: Float64Array, mesh: TriangleMesh, shape: Shape, tolerance: number): void {
  const { right, boxes } = mesh.tree;
  computeBounds(box, 0, shape, placedA, 0);
  nearest = Meeting.none;
  beginRest(mesh.triangleCount);
  let top = 1;
  nodes[0] = 0;
  distances[0] = 0;
  while (top > 0) {
    const node = nodes[--top];
    if (distances[top] > limits[0]) continue;
    if (right[node] < 0) {
      tryTriangle(values, mesh, ~right[node], shape, tolerance);
      continue;
    }
    writeDistance(top, boxes, 6 * (node + 1));
    writeDistance(top + 1, boxes, 6 * right[node]);
    const swap = distances[top] < distances[top + 1];
    if (swap) {
      const nearer = distances[top];
      distances[top] = distances[top + 1];
      distances[top + 1] = nearer;
    }
    nodes[top++] = swap ? right[node] : node + 1;
    nodes[top++] = swap ? node + 1 : right[node];
  }
  settleRest(mesh, shape, tolerance);
  for (let k = 0; k < restCount; k++) {
    takeTriangle(mesh, rest[k], shape);
    keepNearer(values, mesh, shape, settleTriangle(mesh, rest[k], shape, tolerance));
  }
}

function tryTriangle(values: Float64Array, mesh: TriangleMesh, t: number, shape: Shape, tolerance: number): void {
  takeTriangle(mesh, t, shape);
  const meeting = meetTriangle(mesh, t, shape, tolerance);
  if (meeting === Meeting.doubtful) {
    addRest(t, meeting);
    return;
  }
  if ((meeting === Meeting.face || meeting === Meeting.feature) && met[0] <= limits[1]) rememberNormal();
  keepNearer(values, mesh, shape, meeting);
}

function keepNearer(values: Float64Array, mesh: TriangleMesh, shape: Shape, meeting: number): void {
  if (meeting === Meeting.none || meeting === Meeting.below) return;
  // of equals, to rounding, the first; but rather one whose points are on the triangle
  const rounding = 1e-14 * (shape.reach + mesh.triangle.reach);
  const better = meeting <= Meeting.feature && nearest > Meeting.feature;
  if (met[0] >= values[0] + (better ? rounding : -rounding)) return;
  nearest = meeting;
  for (let k = 0; k < 10; k++) values[k] = met[k];
  limits[0] = Math.max(limits[1], met[0]);
}

/** How far the box at boxes[b …] is from that of A. */
function writeDistance(o: number, boxes: Float64Array, b: number): void {
  let square = 0;
  for (let k = 0; k < 3; k++) {
    const apart = Math.max(0, boxes[b + k] - box[3 + k], box[k] - boxes[b + 3 + k]);
    square += apart * apart;
  }
  distances[o] = Math.sqrt(square) * (1 - 1e-15);
}

/**
 * The contacts of a body with all triangles of the list that are met (mesh-meet.ts), in the frame of the mesh.
 *
 * Follows: Rigid Body Simulation, sections 7.1 and 8.
 */
import { vec3 } from "../../math/index.js";
import { type ContactBuffer, PairSlot } from "../result/index.js";
import { boundsOverlap, type Shape, type TriangleMesh } from "../shapes/index.js";
import { Bound, boundSize, type MeshMemory } from "./mesh-cache.js";
import { box, size } from "./mesh-list.js";
import { loadMet } from "./mesh-meet.js";
import { keepNearer, nearestFound, nearestValues, startNearest } from "./mesh-nearest.js";
import { measureAlong, sizes, takeTriangle } from "./mesh-place.js";
import { addTriangleRows } from "./mesh-rows.js";
import { addPlaneRows } from "./mesh-sunk.js";
import { limits, Meeting, met } from "./mesh-triangle.js";

/** How far a place may be beside an edge on which it is, by rounding, as a part of the sizes. */
const leastTolerance = 1e-11;
/** Which plane parts are met in this call: those with its number. */
let stamps = new Int32Array(0);
let stamp = 0;

/** Appends the contacts with every triangle that is met. */
export function gatherRows(
  buffer: ContactBuffer,
  memory: MeshMemory,
  mesh: TriangleMesh,
  shape: Shape,
  tolerance: number,
): void {
  const start = buffer.count;
  if (stamps.length < mesh.triangleCount) stamps = new Int32Array(2 * mesh.triangleCount);
  stamp++;
  const within = limits[1];
  limits[1] = Math.max(within, leastTolerance * size[0]);
  // two calls: a number that is chosen would be boxed
  if (tolerance > leastTolerance) addRows(buffer, start, memory, mesh, shape, tolerance);
  else addRows(buffer, start, memory, mesh, shape, leastTolerance);
  limits[1] = within;
}

function addRows(
  buffer: ContactBuffer,
  start: number,
  memory: MeshMemory,
  mesh: TriangleMesh,
  shape: Shape,
  tolerance: number,
): void {
  addFaces(buffer, start, memory, mesh, shape, tolerance);
  // behind those on faces, so that these stay where both are at one place
  addOthers(buffer, start, memory, mesh, shape, tolerance);
}

/** Where a peak is within A and nothing of A is over a triangle: what A has on the plane along which it is deepest. */
export function addDeepest(
  buffer: ContactBuffer,
  memory: MeshMemory,
  mesh: TriangleMesh,
  shape: Shape,
  tolerance: number,
): boolean {
  startNearest();
  for (let k = 0; k < memory.count; k++) {
    const row = memory.rows[k];
    if (memory.stamps[row] === memory.stamp && memory.meetings[row] !== Meeting.none) keepNearer(memory, k);
  }
  if (!(nearestValues[0] <= limits[1])) return false;
  for (let k = 0; k < 10; k++) met[k] = nearestValues[k];
  addPlaneRows(buffer, mesh, ~mesh.tree.right[nearestFound.leaf], shape, tolerance, met, PairSlot.pointB);
  return true;
}

function addFaces(
  buffer: ContactBuffer,
  start: number,
  memory: MeshMemory,
  mesh: TriangleMesh,
  shape: Shape,
  tolerance: number,
): void {
  for (let k = 0; k < memory.count; k++) {
    const row = memory.rows[k];
    if (memory.stamps[row] !== memory.stamp || memory.meetings[row] !== Meeting.face) continue;
    const t = ~mesh.tree.right[memory.leaves[k]];
    loadMet(memory, row);
    if (met[0] > limits[1]) continue;
    stamps[mesh.facets[t]] = stamp;
    takeTriangle(mesh, t);
    addTriangleRows(buffer, start, mesh, t, Meeting.face, shape, tolerance);
  }
}

/** Those met along other normals; and planes that are met elsewhere, where A is wider below than in them. */
function addOthers(
  buffer: ContactBuffer,
  start: number,
  memory: MeshMemory,
  mesh: TriangleMesh,
  shape: Shape,
  tolerance: number,
): void {
  for (let k = 0; k < 3; k++) {
    box[k] -= tolerance;
    box[3 + k] += tolerance;
  }
  for (let k = 0; k < memory.count; k++) {
    const row = memory.rows[k];
    if (memory.stamps[row] !== memory.stamp) continue;
    const t = ~mesh.tree.right[memory.leaves[k]];
    let meeting: number = memory.meetings[row];
    if (meeting === Meeting.face) continue;
    loadMet(memory, row);
    if (meeting === Meeting.none || (meeting === Meeting.feature && met[0] > limits[1])) {
      const { bounds } = memory;
      if (bounds[boundSize * row + Bound.level] >= -limits[1] || stamps[mesh.facets[t]] !== stamp) continue;
      if (!(bounds[boundSize * row + Bound.apart] > limits[1])) continue;
      if (!boundsOverlap(mesh.tree.boxes, 6 * memory.leaves[k], box, 0)) continue;
      takeTriangle(mesh, t);
      measureAlong(mesh, shape, mesh.normals, 3 * t);
      if (sizes[0] < -0.5 * sizes[1]) continue;
      vec3.copy(met, PairSlot.normal, mesh.normals, 3 * t);
      meeting = Meeting.beside;
    } else takeTriangle(mesh, t);
    addTriangleRows(buffer, start, mesh, t, meeting, shape, tolerance);
  }
}

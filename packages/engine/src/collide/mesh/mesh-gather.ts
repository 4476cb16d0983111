/**
 * The contacts of a body with all triangles of the list that are met (mesh-meet.ts), in the frame of the mesh.
 *
 * Follows: Rigid Body Simulation, sections 7.1 and 8.
 */
import { vec3 } from "../../math/index.js";
import { type ContactBuffer, PairSlot } from "../result/index.js";
import { boundsOverlap, type Shape, type TriangleMesh } from "../shapes/index.js";
import { boundSize, type MeshMemory, RowBound } from "./mesh-cache.js";
import { addPlaneContacts } from "./mesh-inside.js";
import { loadMet } from "./mesh-meet.js";
import { keepNearer, startNearest } from "./mesh-nearest.js";
import { loadTriangle, measureTriangle } from "./mesh-place.js";
import type { MeshQuery } from "./mesh-query.js";
import { addTriangleContacts } from "./mesh-rows.js";
import { ContactCase } from "./mesh-triangle.js";
import { leastPlaceTolerance, leastTolerance } from "./parameters.js";

/** Which plane parts are met in this call: those with its number. */
let stamps = new Int32Array(0);
let stamp = 0;

/** Appends the contacts with every triangle that is met. */
export function gatherContacts(
  query: MeshQuery,
  buffer: ContactBuffer,
  memory: MeshMemory,
  mesh: TriangleMesh,
  shape: Shape,
  tolerance: number,
): void {
  const { limits } = query;
  const start = buffer.count;
  if (stamps.length < mesh.triangleCount) stamps = new Int32Array(2 * mesh.triangleCount);
  stamp++;
  const within = limits[1];
  limits[1] = Math.max(within, leastTolerance * query.size[0]);
  // two calls: a number that is chosen would be boxed
  if (tolerance > leastPlaceTolerance) addContacts(query, buffer, start, memory, mesh, shape, tolerance);
  else addContacts(query, buffer, start, memory, mesh, shape, leastPlaceTolerance);
  limits[1] = within;
}

function addContacts(
  query: MeshQuery,
  buffer: ContactBuffer,
  start: number,
  memory: MeshMemory,
  mesh: TriangleMesh,
  shape: Shape,
  tolerance: number,
): void {
  addFaces(query, buffer, start, memory, mesh, shape, tolerance);
  // behind those on faces, so that these stay where both are at one place
  addOthers(query, buffer, start, memory, mesh, shape, tolerance);
}

/**
 * Appends the contacts of A with the plane along which it is deepest, where a peak is within A and nothing of A is
 * over a triangle. Returns whether there are any.
 */
export function addDeepest(
  query: MeshQuery,
  buffer: ContactBuffer,
  memory: MeshMemory,
  mesh: TriangleMesh,
  shape: Shape,
  tolerance: number,
): boolean {
  const { nearestValues, met } = query;
  startNearest(query);
  for (let k = 0; k < memory.count; k++) {
    const row = memory.rows[k];
    if (memory.stamps[row] === memory.stamp && memory.cases[row] !== ContactCase.none) keepNearer(query, memory, k);
  }
  if (!(nearestValues[0] <= query.limits[1])) return false;
  for (let k = 0; k < 10; k++) met[k] = nearestValues[k];
  addPlaneContacts(
    query,
    buffer,
    mesh,
    ~mesh.tree.right[query.nearestFound.leaf],
    shape,
    tolerance,
    met,
    PairSlot.pointB,
  );
  return true;
}

function addFaces(
  query: MeshQuery,
  buffer: ContactBuffer,
  start: number,
  memory: MeshMemory,
  mesh: TriangleMesh,
  shape: Shape,
  tolerance: number,
): void {
  const { met, limits } = query;
  for (let k = 0; k < memory.count; k++) {
    const row = memory.rows[k];
    if (memory.stamps[row] !== memory.stamp || memory.cases[row] !== ContactCase.face) continue;
    const t = ~mesh.tree.right[memory.leaves[k]];
    loadMet(query, memory, row);
    if (met[0] > limits[1]) continue;
    stamps[mesh.facets[t]] = stamp;
    loadTriangle(query, mesh, t);
    addTriangleContacts(query, buffer, start, mesh, t, ContactCase.face, shape, tolerance);
  }
}

/** Those met along other normals; and planes that are met elsewhere, where A is wider below than in them. */
function addOthers(
  query: MeshQuery,
  buffer: ContactBuffer,
  start: number,
  memory: MeshMemory,
  mesh: TriangleMesh,
  shape: Shape,
  tolerance: number,
): void {
  const { box, met, limits, extent } = query;
  for (let k = 0; k < 3; k++) {
    box[k] -= tolerance;
    box[3 + k] += tolerance;
  }
  for (let k = 0; k < memory.count; k++) {
    const row = memory.rows[k];
    if (memory.stamps[row] !== memory.stamp) continue;
    const t = ~mesh.tree.right[memory.leaves[k]];
    let meeting: number = memory.cases[row];
    if (meeting === ContactCase.face) continue;
    loadMet(query, memory, row);
    if (meeting === ContactCase.none || (meeting === ContactCase.feature && met[0] > limits[1])) {
      const { bounds } = memory;
      if (bounds[boundSize * row + RowBound.level] >= -limits[1] || stamps[mesh.facets[t]] !== stamp) continue;
      if (!(bounds[boundSize * row + RowBound.apart] > limits[1])) continue;
      if (!boundsOverlap(mesh.tree.boxes, 6 * memory.leaves[k], box, 0)) continue;
      loadTriangle(query, mesh, t);
      measureTriangle(query, mesh, shape, mesh.normals, 3 * t);
      if (extent[0] < -0.5 * extent[1]) continue;
      vec3.copy(met, PairSlot.normal, mesh.normals, 3 * t);
      meeting = ContactCase.beside;
    } else loadTriangle(query, mesh, t);
    addTriangleContacts(query, buffer, start, mesh, t, meeting, shape, tolerance);
  }
}

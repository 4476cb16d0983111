/**
 * Bodies inside a mesh. A body is inside if nothing of it meets the front of the surface, and its centre c (the mean of
 * the corners of a polyhedron, else the origin of its frame) is behind the surface, no farther from it than the thickness
 * of the mesh. With q the point of the surface nearest to c (mesh-point.ts), A is then collided with the plane through q
 * across the way out:
 *
 *   n = (q − c)/|q − c|,   gap = min n·(a − q) ≤ −|q − c|
 *
 * Moved by −gap along n it is in front of that plane altogether. A plane is left this way as it was entered: the gap is
 * the same on both sides of the half at which mesh-ambiguous.ts leaves off.
 *
 * A centre that was at distance ρ from the surface, in front of it, is still there while it has not come as far as ρ.
 */
import { vec3 } from "../../math/index.js";
import { findCurvedContacts } from "../curved/index.js";
import { type ContactBuffer, PairSlot } from "../result/index.js";
import { createPlane, placeSupportPoint, type Shape, type TriangleMesh } from "../shapes/index.js";
import { MemoryField, type MeshMemory } from "./mesh-cache.js";
import { findMeshPoint, MeshPoint } from "./mesh-point.js";
import type { MeshQuery } from "./mesh-query.js";
import { safetyRounding } from "./parameters.js";

/** The point of the surface nearest to the centre of A. */
const nearest = new MeshPoint();
const centre = new Float64Array(3);
const inward = new Float64Array(3);
const everywhere = Float64Array.of(Infinity);
/** The plane of the way out. */
const half = createPlane({ normal: [0, 1, 0] });
const home = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1);

/**
 * Returns whether A, at `placedA`, is inside the surface: gap, normal and points are then in `met`, in the frame of
 * the mesh.
 */
export function findInside(query: MeshQuery, memory: MeshMemory, mesh: TriangleMesh, shape: Shape): boolean {
  const { met } = query;
  if (mesh.free) return false;
  const { frames, numbers } = memory;
  placeCentre(query, shape);
  const x = centre[0] - frames[24];
  const y = centre[1] - frames[25];
  const z = centre[2] - frames[26];
  if (numbers[MemoryField.safe] > 0 && x * x + y * y + z * z < numbers[MemoryField.safe] * numbers[MemoryField.safe])
    return false;
  findMeshPoint(nearest, mesh, centre, 0, everywhere);
  const distance = nearest.values[3];
  numbers[MemoryField.safe] = -1;
  if (nearest.isAtBorder || nearest.values[7] >= 0) {
    // the border of an open surface can be passed: nothing is known of what is behind it
    if (mesh.solid) {
      numbers[MemoryField.safe] = distance * (1 - safetyRounding);
      vec3.copy(frames, 24, centre, 0);
    }
    return false;
  }
  if (distance > mesh.thickness[0]) return false;
  // along N where the direction is undetermined
  for (let k = 0; k < 3; k++)
    met[1 + k] = distance > 0 ? (nearest.values[k] - centre[k]) / distance : nearest.values[4 + k];
  vec3.normalize(met, PairSlot.normal, met, PairSlot.normal);
  vec3.negate(inward, 0, met, PairSlot.normal);
  placeSupportPoint(met, PairSlot.pointA, shape, query.placedA, 0, inward, 0);
  met[0] = 0;
  for (let k = 0; k < 3; k++) met[0] += met[1 + k] * (met[PairSlot.pointA + k] - nearest.values[k]);
  for (let k = 0; k < 3; k++) met[PairSlot.pointB + k] = met[PairSlot.pointA + k] - met[0] * met[1 + k];
  return true;
}

function placeCentre(query: MeshQuery, { polyhedron }: Shape): void {
  const { placedA } = query;
  vec3.copy(centre, 0, placedA, 0);
  if (polyhedron === null) return;
  const { vertices, vertexCount } = polyhedron;
  let x = 0;
  let y = 0;
  let z = 0;
  for (let v = 0; v < 3 * vertexCount; v += 3) {
    x += vertices[v];
    y += vertices[v + 1];
    z += vertices[v + 2];
  }
  for (let k = 0; k < 3; k++) {
    centre[k] += (placedA[3 + 3 * k] * x + placedA[4 + 3 * k] * y + placedA[5 + 3 * k] * z) / vertexCount;
  }
}

/** Appends the contacts of A with the plane of the way out. */
export function addInsideContacts(
  query: MeshQuery,
  buffer: ContactBuffer,
  mesh: TriangleMesh,
  shape: Shape,
  tolerance: number,
): void {
  addPlaneContacts(query, buffer, mesh, nearest.triangle, shape, tolerance, nearest.values, 0);
}

/** Appends the contacts of A with the plane through points[o] across the normal in `met`, as those of triangle t. */
export function addPlaneContacts(
  query: MeshQuery,
  buffer: ContactBuffer,
  mesh: TriangleMesh,
  t: number,
  shape: Shape,
  tolerance: number,
  points: Float64Array,
  o: number,
): void {
  const { met } = query;
  const plane = half.plane as Float64Array;
  vec3.copy(plane, 0, met, PairSlot.normal);
  plane[3] = met[1] * points[o] + met[2] * points[o + 1] + met[3] * points[o + 2];
  const before = buffer.count;
  const added = findCurvedContacts(buffer, shape, query.placedA, 0, half, home, 0, null, 0, tolerance);
  for (let row = before; row < before + added; row++) {
    buffer.keyB[row] = mesh.vertexCount + mesh.edgeCount + mesh.facets[t];
  }
}

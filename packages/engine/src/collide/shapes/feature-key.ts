/**
 * One number for a feature of a polyhedron with V corners and E edges: corners first, then edges, then faces.
 *
 *   corner v → v        edge e → V + e        face f → V + E + f
 *
 * It is the same from call to call, so that what is known of a contact (its force, its mode) can be found again.
 */
import type { Polyhedron } from "./polyhedron.js";

/** Returns the key of an edge of a polyhedron. */
export function keyOfEdge({ vertexCount }: Polyhedron, edge: number): number {
  return vertexCount + edge;
}

/** Returns the key of a face of a polyhedron. */
export function keyOfFace({ vertexCount, edgeCount }: Polyhedron, face: number): number {
  return vertexCount + edgeCount + face;
}

/** Returns the edge that a key stands for. */
export function edgeOfKey({ vertexCount }: Polyhedron, key: number): number {
  return key - vertexCount;
}

/**
 * The triangles of a fixed surface, and who is next to whom. A triangle runs counter-clockwise seen from its front.
 *
 *   vertices         3V    x, y, z, in the frame of the mesh
 *   triangles        3T    corners
 *   normals          3T    m, unit, towards the front
 *   triangleEdges    3T    the edge from corner k to the next
 *   edgeTriangles    2E    the two triangles of an edge; −1 if it is open
 *   edgeKinds        E     see `EdgeKind`: how the surface bends there, seen from its front
 *   facets           T     the first triangle of the plane part it belongs to: those joined by flat edges
 *   alone            T     1 if it has no flat edge: it is a plane part by itself
 *   vertexNormals    3V    Σ α m over the triangles at a vertex, α the angle there: n·Σ α m > 0 in front of it
 *   borderVertices   V     1 at the end of an open edge
 *   flatVertices     V     1 within a plane part, or on a straight stretch of its rim: nothing begins or ends there
 *   neighbours             the vertices joined to vertex v: entries neighbourStart[v] …
 *   alternates       3     unit normals at which a corner or edge of triangle t is foremost, m excepted: those of convex
 *                          neighbours, and outward ones of open edges: rows alternateStart[t] …
 */
import type { BoundsTree } from "./bounds-tree.js";
import type { Shape } from "./shape.js";

export const EdgeKind = { flat: 0, convex: 1, concave: 2, open: 3 } as const;

export interface TriangleMesh {
  readonly vertexCount: number;
  readonly triangleCount: number;
  readonly edgeCount: number;
  readonly vertices: Float64Array;
  readonly triangles: Int32Array;
  readonly normals: Float64Array;
  readonly triangleEdges: Int32Array;
  readonly edgeTriangles: Int32Array;
  readonly edgeKinds: Uint8Array;
  readonly facets: Int32Array;
  readonly alone: Uint8Array;
  readonly vertexNormals: Float64Array;
  readonly borderVertices: Uint8Array;
  readonly flatVertices: Uint8Array;
  readonly neighbourStart: Int32Array;
  readonly neighbours: Int32Array;
  readonly alternateStart: Int32Array;
  readonly alternates: Float64Array;
  /** Of the boxes of the triangles. */
  readonly tree: BoundsTree;
  /** A flat polyhedron with two sides, which is given the corners of one triangle after the other; … */
  readonly triangle: Shape;
  /** … and the same with a tip behind it, for curved shapes: their functions want edges with an angle. */
  readonly pyramid: Shape;
  /** It has no open edge, and encloses what is behind it. */
  readonly solid: boolean;
  /** What is behind it is free: its thickness is 0. */
  readonly free: boolean;
  /** How far behind its front it is solid (1), m: see mesh-sunk.ts. */
  readonly thickness: Float64Array;
  readonly report: MeshReport;
}

/** What was amiss with the input, and what became of it. */
export interface MeshReport {
  /** Faces without area, or given twice: left out. */
  readonly dropped: readonly number[];
  /** Edges of a single face: the surface is open there. */
  readonly openEdges: number;
  /** Edges [v, w] of three faces or more: taken as open in each. */
  readonly nonManifoldEdges: readonly (readonly [number, number])[];
}

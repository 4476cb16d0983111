/**
 * The data of shapes, as collision detection reads them: made once (create-shape.ts, mesh.ts), never changed.
 *
 * A shape stands in a frame of its own: cylinder, cone and capsule along y, centred; a plane is the solid half-space
 * n·x ≤ d. A sphere is a point with a radius around it, a capsule a segment with a radius: distances of these cores, less the
 * radii, are those of the shapes.
 *
 * A mesh is a fixed surface of triangles with its adjacency. A triangle runs counter-clockwise seen from its front.
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
import type { Polyhedron } from "./polyhedron.js";

/** The kinds of shapes. `plane` is a solid half-space. */
export const Kind = { sphere: 0, capsule: 1, polyhedron: 2, cylinder: 3, cone: 4, plane: 5, mesh: 6 } as const;
/** One of the kinds of `Kind`. */
export type Kind = (typeof Kind)[keyof typeof Kind];

/** A shape in a frame of its own. */
export interface Shape {
  /** The kind of the shape. */
  readonly kind: Kind;
  /** The radius of a sphere, capsule, cylinder or cone (its base), m; else 0. */
  readonly radius: number;
  /** Half the height of a capsule's straight part, of a cylinder or of a cone, m; else 0. */
  readonly halfHeight: number;
  /** The corners, faces and edges of a polyhedron; null for the others. */
  readonly polyhedron: Polyhedron | null;
  /** The normal n and offset d of a plane; null for the others. */
  readonly plane: Float64Array | null;
  /** The triangles of a mesh; null for the others. */
  readonly mesh: TriangleMesh | null;
  /** The largest distance of a point of the shape from the origin of its frame, m. Infinite for a plane. */
  readonly reach: number;
}

/** The kinds of edges of a mesh, seen from its front: flat, convex (a ridge), concave (a valley), open. */
export const EdgeKind = { flat: 0, convex: 1, concave: 2, open: 3 } as const;

/** The table of a fixed surface of triangles, in the frame of its shape. */
export interface TriangleMesh {
  /** The number V of vertices. */
  readonly vertexCount: number;
  /** The number T of triangles. */
  readonly triangleCount: number;
  /** The number E of edges. */
  readonly edgeCount: number;
  /** The vertices, three numbers each, m. */
  readonly vertices: Float64Array;
  /** The corners of each triangle. */
  readonly triangles: Int32Array;
  /** The unit normal m of each triangle, towards the front. */
  readonly normals: Float64Array;
  /** The edge from corner k of each triangle to the next. */
  readonly triangleEdges: Int32Array;
  /** The two triangles of each edge; −1 for the second if the edge is open. */
  readonly edgeTriangles: Int32Array;
  /** The `EdgeKind` of each edge. */
  readonly edgeKinds: Uint8Array;
  /** The first triangle of the plane part that each triangle belongs to: those joined by flat edges. */
  readonly facets: Int32Array;
  /** 1 for triangles without a flat edge: each is a plane part by itself. */
  readonly alone: Uint8Array;
  /** Σ α m over the triangles at each vertex, α the angle there. */
  readonly vertexNormals: Float64Array;
  /** 1 for vertices at the end of an open edge. */
  readonly borderVertices: Uint8Array;
  /** 1 for vertices within a plane part, or on a straight stretch of its rim. */
  readonly flatVertices: Uint8Array;
  /** The first entry of each vertex in `neighbours`, and the end: V + 1 numbers. */
  readonly neighbourStart: Int32Array;
  /** The vertices joined to each vertex by an edge. */
  readonly neighbours: Int32Array;
  /** The first row of each triangle in `alternates`, and the end: T + 1 numbers. */
  readonly alternateStart: Int32Array;
  /** Unit normals at which a corner or edge of a triangle is extreme, its own excepted, three numbers each. */
  readonly alternates: Float64Array;
  /** The tree of the boxes of the triangles. */
  readonly tree: BoundsTree;
  /** A flat polyhedron with two sides, which is given the corners of one triangle after the other. */
  readonly triangle: Shape;
  /** A flat pyramid with a tip behind the triangle, for curved shapes: their functions need edges with an angle. */
  readonly pyramid: Shape;
  /** Whether the surface has no open edge and encloses what is behind it. */
  readonly solid: boolean;
  /** Whether the space behind the surface is free: the thickness is 0. */
  readonly free: boolean;
  /** The depth behind the front to which the mesh is solid, m: an array with one number. See mesh-inside.ts. */
  readonly thickness: Float64Array;
  /** The defects of the input, and how they were treated. */
  readonly report: MeshReport;
}

/** The defects of the input of a mesh, and how they were treated. */
export interface MeshReport {
  /** The faces without area, or given twice, that were left out. */
  readonly dropped: readonly number[];
  /** The number of edges of a single face: the surface is open there. */
  readonly openEdges: number;
  /** The edges [v, w] of three faces or more, which are taken as open in each. */
  readonly nonManifoldEdges: readonly (readonly [number, number])[];
}

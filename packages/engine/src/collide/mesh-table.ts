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
 *   vertexNormals    3V    Σ α m over the triangles at a vertex, α the angle there: n·Σ α m > 0 in front of it
 *   flatVertices     V     1 within a plane part, or on a straight stretch of its rim: nothing begins or ends there
 *   neighbours             the vertices joined to vertex v: entries neighbourStart[v] …
 *   alternates       3     unit normals at which a corner or edge of triangle t is foremost, m excepted: those of convex
 *                          neighbours, and outward ones of open edges: rows alternateStart[t] …
 */
import { acos, vec3 } from "../math/index.js";
import { BoundsTree } from "./bounds-tree.js";
import { findAlternates } from "./mesh-normals.js";
import { createPolyhedron } from "./polyhedron.js";
import { fromPolyhedron, type Shape } from "./shape.js";

export const EdgeKind = { flat: 0, convex: 1, concave: 2, open: 3 } as const;

/** Edges that bend by less than this sine are flat: the normals of a plane part differ by rounding only. */
const flatSine = 1e-8;

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
  readonly vertexNormals: Float64Array;
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

/** The edges of the triangles: `second` is −1 if open. */
export interface MeshEdges {
  readonly triangleEdges: Int32Array;
  readonly edgeTriangles: Int32Array;
}

/** From checked triangles with an area each. */
export function buildMesh(
  vertices: Float64Array,
  triangles: Int32Array,
  { triangleEdges, edgeTriangles }: MeshEdges,
  report: MeshReport,
): TriangleMesh {
  const vertexCount = vertices.length / 3;
  const triangleCount = triangles.length / 3;
  const normals = new Float64Array(3 * triangleCount);
  for (let t = 0; t < triangleCount; t++) writeNormal(normals, 3 * t, vertices, triangles, t);
  const edgeKinds = Uint8Array.from({ length: edgeTriangles.length / 2 }, (_, e) => {
    const [t, u] = [edgeTriangles[2 * e], edgeTriangles[2 * e + 1]];
    if (u < 0) return EdgeKind.open;
    const k = triangleEdges.indexOf(e, 3 * t) - 3 * t;
    return classify(vertices, triangles[3 * t + k], triangles[3 * t + ((k + 1) % 3)], normals, t, u);
  });
  const surface = { vertexCount, triangleCount, vertices, triangles, normals, triangleEdges, edgeTriangles, edgeKinds };
  const mesh = {
    ...surface,
    edgeCount: edgeKinds.length,
    facets: joinFacets(triangleCount, edgeTriangles, edgeKinds),
    vertexNormals: sumNormals(vertices, triangles, normals),
    flatVertices: findFlatVertices(vertices, triangles, triangleEdges, edgeKinds),
    ...joinVertices(vertexCount, triangles),
    tree: buildTree(vertices, triangles),
    ...createTriangleShapes(vertices, triangles),
    report,
  };
  return { ...mesh, ...findAlternates(mesh) };
}

function writeNormal(out: Float64Array, o: number, vertices: Float64Array, triangles: Int32Array, t: number): void {
  const edges = new Float64Array(6);
  vec3.subtract(edges, 0, vertices, 3 * triangles[3 * t + 1], vertices, 3 * triangles[3 * t]);
  vec3.subtract(edges, 3, vertices, 3 * triangles[3 * t + 2], vertices, 3 * triangles[3 * t]);
  vec3.normalize(edges, 0, edges, 0);
  vec3.normalize(edges, 3, edges, 3);
  vec3.cross(out, o, edges, 0, edges, 3);
  vec3.normalize(out, o, out, o);
}

/** How triangles t and u bend along the edge from v to w, which runs in t in this direction. */
function classify(vertices: Float64Array, v: number, w: number, normals: Float64Array, t: number, u: number): number {
  const along = new Float64Array(6);
  vec3.subtract(along, 0, vertices, 3 * w, vertices, 3 * v);
  vec3.normalize(along, 0, along, 0);
  vec3.cross(along, 3, normals, 3 * t, normals, 3 * u);
  const sine = vec3.dot(along, 0, along, 3);
  if (Math.abs(sine) > flatSine) return sine > 0 ? EdgeKind.convex : EdgeKind.concave;
  // folded back on itself: a blade
  return vec3.dot(normals, 3 * t, normals, 3 * u) > 0 ? EdgeKind.flat : EdgeKind.convex;
}

function joinFacets(triangleCount: number, edgeTriangles: Int32Array, edgeKinds: Uint8Array): Int32Array {
  const facets = Int32Array.from({ length: triangleCount }, (_, t) => t);
  const find = (t: number): number => {
    let root = t;
    while (facets[root] !== root) root = facets[root] = facets[facets[root]];
    return root;
  };
  edgeKinds.forEach((kind, e) => {
    if (kind !== EdgeKind.flat) return;
    const a = find(edgeTriangles[2 * e]);
    const b = find(edgeTriangles[2 * e + 1]);
    facets[Math.max(a, b)] = Math.min(a, b);
  });
  for (let t = 0; t < triangleCount; t++) facets[t] = find(t);
  return facets;
}

function sumNormals(vertices: Float64Array, triangles: Int32Array, normals: Float64Array): Float64Array {
  const sums = new Float64Array(vertices.length);
  const sides = new Float64Array(6);
  for (let c = 0; c < triangles.length; c++) {
    const t = Math.floor(c / 3);
    const v = triangles[c];
    vec3.subtract(sides, 0, vertices, 3 * triangles[3 * t + ((c + 1) % 3)], vertices, 3 * v);
    vec3.subtract(sides, 3, vertices, 3 * triangles[3 * t + ((c + 2) % 3)], vertices, 3 * v);
    vec3.normalize(sides, 0, sides, 0);
    vec3.normalize(sides, 3, sides, 3);
    const angle = acos(Math.max(-1, Math.min(1, vec3.dot(sides, 0, sides, 3))));
    for (let k = 0; k < 3; k++) sums[3 * v + k] += angle * normals[3 * t + k];
  }
  return sums;
}

/** Vertices with flat edges only, or with two others in a straight line. */
function findFlatVertices(
  vertices: Float64Array,
  triangles: Int32Array,
  triangleEdges: Int32Array,
  edgeKinds: Uint8Array,
): Uint8Array {
  const rims: Set<number>[] = Array.from({ length: vertices.length / 3 }, () => new Set());
  for (let c = 0; c < triangles.length; c++) {
    if (edgeKinds[triangleEdges[c]] === EdgeKind.flat) continue;
    const next = triangles[c % 3 === 2 ? c - 2 : c + 1];
    rims[triangles[c]].add(next);
    rims[next].add(triangles[c]);
  }
  const sides = new Float64Array(6);
  return Uint8Array.from(rims, (ends, v) => {
    if (ends.size !== 2) return ends.size === 0 ? 1 : 0;
    [...ends].forEach((w, k) => {
      vec3.subtract(sides, 3 * k, vertices, 3 * w, vertices, 3 * v);
      vec3.normalize(sides, 3 * k, sides, 3 * k);
    });
    vec3.add(sides, 0, sides, 0, sides, 3);
    return vec3.length(sides, 0) <= flatSine ? 1 : 0;
  });
}

function joinVertices(vertexCount: number, triangles: Int32Array): Pick<TriangleMesh, "neighbourStart" | "neighbours"> {
  const sets: Set<number>[] = Array.from({ length: vertexCount }, () => new Set());
  for (let c = 0; c < triangles.length; c++) {
    const next = triangles[c % 3 === 2 ? c - 2 : c + 1];
    sets[triangles[c]].add(next);
    sets[next].add(triangles[c]);
  }
  const neighbourStart = new Int32Array(vertexCount + 1);
  sets.forEach((set, v) => {
    neighbourStart[v + 1] = neighbourStart[v] + set.size;
  });
  const neighbours = Int32Array.from(sets.flatMap((set) => [...set].sort((a, b) => a - b)));
  return { neighbourStart, neighbours };
}

function buildTree(vertices: Float64Array, triangles: Int32Array): BoundsTree {
  const count = triangles.length / 3;
  const boxes = new Float64Array(6 * count);
  for (let t = 0; t < count; t++) {
    for (let k = 0; k < 3; k++) {
      const [a, b, c] = [0, 1, 2].map((j) => vertices[3 * triangles[3 * t + j] + k]);
      boxes[6 * t + k] = Math.min(a, b, c);
      boxes[6 * t + 3 + k] = Math.max(a, b, c);
    }
  }
  const tree = new BoundsTree();
  tree.build(boxes, null, count);
  return tree;
}

/** As large as the largest triangle, about its first corner. */
function createTriangleShapes(
  vertices: Float64Array,
  triangles: Int32Array,
): Pick<TriangleMesh, "triangle" | "pyramid"> {
  let size = 0;
  const side = new Float64Array(3);
  for (let c = 0; c < triangles.length; c++) {
    if (c % 3 === 0) continue;
    vec3.subtract(side, 0, vertices, 3 * triangles[c], vertices, 3 * triangles[c - (c % 3)]);
    size = Math.max(size, vec3.length(side, 0));
  }
  const corners = [0, 0, 0, size, 0, 0, 0, size, 0];
  return {
    triangle: fromPolyhedron(createPolyhedron(Float64Array.from(corners), triangleSides)),
    pyramid: fromPolyhedron(createPolyhedron(Float64Array.of(...corners, 0, 0, -size), pyramidSides)),
  };
}

/** In both, edge k runs from corner k to the next. */
const triangleSides = [
  [0, 1, 2],
  [0, 2, 1],
];
const pyramidSides = [
  [0, 1, 2],
  [1, 0, 3],
  [2, 1, 3],
  [0, 2, 3],
];

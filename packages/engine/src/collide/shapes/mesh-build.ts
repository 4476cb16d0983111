/** Builds the table of a mesh from checked triangles: normals, who is next to whom, the tree of boxes. */
import { acos, vec3 } from "../../math/index.js";
import { BoundsTree } from "./bounds-tree.js";
import { fromPolyhedron } from "./create-shape.js";
import { findAlternates } from "./mesh-normals.js";
import { flatEdgeSine } from "./parameters.js";
import { buildPolyhedron } from "./polyhedron.js";
import { EdgeKind, type MeshReport, type TriangleMesh } from "./shape.js";

/** The edges of the triangles: `second` is −1 if open. */
export interface MeshEdges {
  /** The edge from corner k of each triangle to the next, three numbers each. */
  readonly triangleEdges: Int32Array;
  /** The two triangles of each edge; −1 for the second if the edge is open. */
  readonly edgeTriangles: Int32Array;
}

/** Builds the table of a mesh from checked triangles that have an area each. */
export function buildMesh(
  vertices: Float64Array,
  triangles: Int32Array,
  { triangleEdges, edgeTriangles }: MeshEdges,
  report: MeshReport,
  thickness: number | undefined,
): TriangleMesh {
  const vertexCount = vertices.length / 3;
  const triangleCount = triangles.length / 3;
  const normals = new Float64Array(3 * triangleCount);
  for (let t = 0; t < triangleCount; t++) writeStepNormal(normals, 3 * t, vertices, triangles, t);
  const edgeKinds = Uint8Array.from({ length: edgeTriangles.length / 2 }, (_, e) => {
    const [t, u] = [edgeTriangles[2 * e], edgeTriangles[2 * e + 1]];
    if (u < 0) return EdgeKind.open;
    const k = triangleEdges.indexOf(e, 3 * t) - 3 * t;
    return classify(vertices, triangles[3 * t + k], triangles[3 * t + ((k + 1) % 3)], normals, t, u);
  });
  const closed = report.openEdges === 0 && report.nonManifoldEdges.length === 0;
  const solid = closed && measureVolume(vertices, triangles) > 0;
  const surface = { vertexCount, triangleCount, vertices, triangles, normals, triangleEdges, edgeTriangles, edgeKinds };
  const mesh = {
    ...surface,
    edgeCount: edgeKinds.length,
    facets: joinFacets(triangleCount, edgeTriangles, edgeKinds),
    alone: Uint8Array.from({ length: triangleCount }, (_, t) =>
      [0, 1, 2].some((k) => edgeKinds[triangleEdges[3 * t + k]] === EdgeKind.flat) ? 0 : 1,
    ),
    vertexNormals: sumNormals(vertices, triangles, normals),
    borderVertices: findBorder(vertexCount, triangles, triangleEdges, edgeKinds),
    flatVertices: findFlatVertices(vertices, triangles, triangleEdges, edgeKinds),
    ...joinVertices(vertexCount, triangles),
    tree: buildTree(vertices, triangles),
    ...createTriangleShapes(vertices, triangles),
    solid,
    free: (thickness ?? (solid ? Infinity : 0)) === 0,
    thickness: Float64Array.of(thickness ?? (solid ? Infinity : 0)),
    report,
  };
  return { ...mesh, ...findAlternates(mesh) };
}

function writeStepNormal(out: Float64Array, o: number, vertices: Float64Array, triangles: Int32Array, t: number): void {
  const edges = new Float64Array(6);
  vec3.subtract(edges, 0, vertices, 3 * triangles[3 * t + 1], vertices, 3 * triangles[3 * t]);
  vec3.subtract(edges, 3, vertices, 3 * triangles[3 * t + 2], vertices, 3 * triangles[3 * t]);
  vec3.normalize(edges, 0, edges, 0);
  vec3.normalize(edges, 3, edges, 3);
  vec3.cross(out, o, edges, 0, edges, 3);
  vec3.normalize(out, o, out, o);
}

/** Returns the kind of the edge from v to w between triangles t and u; it runs in t in this direction. */
function classify(vertices: Float64Array, v: number, w: number, normals: Float64Array, t: number, u: number): number {
  const along = new Float64Array(6);
  vec3.subtract(along, 0, vertices, 3 * w, vertices, 3 * v);
  vec3.normalize(along, 0, along, 0);
  vec3.cross(along, 3, normals, 3 * t, normals, 3 * u);
  const sine = vec3.dot(along, 0, along, 3);
  if (Math.abs(sine) > flatEdgeSine) return sine > 0 ? EdgeKind.convex : EdgeKind.concave;
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

/** Returns the volume that a closed surface encloses, m³: negative if its front is within. */
function measureVolume(vertices: Float64Array, triangles: Int32Array): number {
  const [a, b, c] = [new Float64Array(3), new Float64Array(3), new Float64Array(3)];
  let six = 0;
  for (let k = 0; k < triangles.length; k += 3) {
    // from one vertex of the mesh, not from a far origin
    [a, b, c].forEach((out, j) => {
      vec3.subtract(out, 0, vertices, 3 * triangles[k + j], vertices, 3 * triangles[0]);
    });
    vec3.cross(a, 0, a, 0, b, 0);
    six += vec3.dot(a, 0, c, 0);
  }
  return six / 6;
}

function findBorder(
  vertexCount: number,
  triangles: Int32Array,
  triangleEdges: Int32Array,
  edgeKinds: Uint8Array,
): Uint8Array {
  const border = new Uint8Array(vertexCount);
  triangles.forEach((v, c) => {
    if (edgeKinds[triangleEdges[c]] !== EdgeKind.open) return;
    border[v] = border[triangles[c % 3 === 2 ? c - 2 : c + 1]] = 1;
  });
  return border;
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
    return vec3.length(sides, 0) <= flatEdgeSine ? 1 : 0;
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

/** Creates the flat polyhedron and the pyramid, as large as the largest triangle, about its first corner. */
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
    triangle: fromPolyhedron(buildPolyhedron(Float64Array.from(corners), triangleSides)),
    pyramid: fromPolyhedron(buildPolyhedron(Float64Array.of(...corners, 0, 0, -size), pyramidSides)),
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

/**
 * A convex polyhedron as collision detection wants it: vertices, faces, edges and who is next to whom, all in flat
 * arrays, in the frame of the shape. Made once, never changed.
 *
 *   vertices                   3V           x, y, z of each corner
 *   faceStart, faceVertices    F+1, H       corners of face f, counter-clockwise from outside: entries faceStart[f] …
 *   faceEdges                  H            the edge from that corner to the next
 *   facePlanes                 4F           outward unit normal n and offset d of each face: n·x = d
 *   faceOpposites              F            the corner deepest below each face
 *   edgeVertices               2E           the two ends of edge e
 *   edgeFaces                  2E           the face in which it runs from the first end to the second, and the other one
 *   neighbourStart, neighbours V+1, 2E      the corners joined to corner v by an edge
 *   neighbourEdges             2E           … and that edge
 *
 * Follows: Rigid Body Simulation, section 7.1.
 */
import { fail, vec3 } from "../../math/index.js";
import { mostCornerFaceProducts } from "./parameters.js";

/** The table of a convex polyhedron, in the frame of its shape. */
export interface Polyhedron {
  /** The number V of corners. */
  readonly vertexCount: number;
  /** The number F of faces. */
  readonly faceCount: number;
  /** The number E of edges. */
  readonly edgeCount: number;
  /** The corners, three numbers each, m. */
  readonly vertices: Float64Array;
  /** The first entry of each face in `faceVertices`, and the end: F + 1 numbers. */
  readonly faceStart: Int32Array;
  /** The corners of each face, counter-clockwise from outside. */
  readonly faceVertices: Int32Array;
  /** The edge from each corner of a face to the next. */
  readonly faceEdges: Int32Array;
  /** The outward unit normal n and the offset d of each face, four numbers each: n·x = d. */
  readonly facePlanes: Float64Array;
  /** The corner deepest below each face. */
  readonly faceOpposites: Int32Array;
  /** The two ends of each edge. */
  readonly edgeVertices: Int32Array;
  /** The face in which each edge runs from its first end to its second, and the other face. */
  readonly edgeFaces: Int32Array;
  /** The first entry of each corner in `neighbours`, and the end: V + 1 numbers. */
  readonly neighbourStart: Int32Array;
  /** The corners joined to each corner by an edge. */
  readonly neighbours: Int32Array;
  /** The edge to each of these neighbours. */
  readonly neighbourEdges: Int32Array;
}

/**
 * Builds the table of a polyhedron from corners (three numbers each, m) and outward faces, which must be those of a
 * convex polyhedron: they are not checked, but for being closed and having areas. `createPolyhedron` checks.
 */
export function buildPolyhedron(vertices: Float64Array, faces: readonly ArrayLike<number>[]): Polyhedron {
  const vertexCount = vertices.length / 3;
  const faceStart = new Int32Array(faces.length + 1);
  faces.forEach((face, f) => {
    faceStart[f + 1] = faceStart[f] + face.length;
  });
  const faceVertices = Int32Array.from(faces.flatMap((face) => Array.from(face)));
  const topology = joinEdges(vertexCount, faceStart, faceVertices);
  const facePlanes = new Float64Array(4 * faces.length);
  for (let f = 0; f < faces.length; f++) writePlane(facePlanes, 4 * f, vertices, faces[f]);
  const adjacency = joinNeighbours(vertexCount, topology.edgeVertices);
  const isSmall = vertexCount * faces.length <= mostCornerFaceProducts;
  const faceOpposites = isSmall
    ? Int32Array.from(faces, (_, f) => findDeepest(facePlanes, 4 * f, vertices))
    : walkOpposites(facePlanes, vertices, faceStart, topology, adjacency);
  return {
    vertexCount,
    faceCount: faces.length,
    edgeCount: topology.edgeVertices.length / 2,
    vertices,
    faceStart,
    faceVertices,
    facePlanes,
    faceOpposites,
    ...topology,
    ...adjacency,
  };
}

function joinEdges(
  vertexCount: number,
  faceStart: Int32Array,
  faceVertices: Int32Array,
): Pick<Polyhedron, "faceEdges" | "edgeVertices" | "edgeFaces"> {
  const faceEdges = new Int32Array(faceVertices.length);
  const edgeVertices: number[] = [];
  const edgeFaces: number[] = [];
  // by a·V + b: the edge from a to b that waits for its twin
  const open = new Map<number, number>();
  for (let f = 0; f + 1 < faceStart.length; f++) {
    for (let k = faceStart[f]; k < faceStart[f + 1]; k++) {
      const a = faceVertices[k];
      const b = faceVertices[k + 1 < faceStart[f + 1] ? k + 1 : faceStart[f]];
      const twin = open.get(b * vertexCount + a);
      if (twin === undefined) {
        open.set(a * vertexCount + b, edgeFaces.length / 2);
        faceEdges[k] = edgeFaces.length / 2;
        edgeVertices.push(a, b);
        edgeFaces.push(f, -1);
      } else {
        faceEdges[k] = twin;
        edgeFaces[2 * twin + 1] = f;
        open.delete(b * vertexCount + a);
      }
    }
  }
  if (open.size > 0) {
    const where = [...open.keys()].slice(0, 3).map((pair) => `${Math.floor(pair / vertexCount)}–${pair % vertexCount}`);
    fail("not-closed", "faces", "must be closed, with each edge in two faces, once in each direction", where);
  }
  return { faceEdges, edgeVertices: Int32Array.from(edgeVertices), edgeFaces: Int32Array.from(edgeFaces) };
}

function joinNeighbours(
  vertexCount: number,
  edgeVertices: Int32Array,
): Pick<Polyhedron, "neighbourStart" | "neighbours" | "neighbourEdges"> {
  const lists: [number, number][][] = Array.from({ length: vertexCount }, () => []);
  for (let e = 0; 2 * e < edgeVertices.length; e++) {
    const a = edgeVertices[2 * e];
    const b = edgeVertices[2 * e + 1];
    lists[a].push([b, e]);
    lists[b].push([a, e]);
  }
  const neighbourStart = new Int32Array(vertexCount + 1);
  lists.forEach((list, v) => {
    list.sort((p, q) => p[0] - q[0]);
    neighbourStart[v + 1] = neighbourStart[v] + list.length;
  });
  const flat = lists.flat();
  const neighbours = Int32Array.from(flat, (entry) => entry[0]);
  return { neighbourStart, neighbours, neighbourEdges: Int32Array.from(flat, (entry) => entry[1]) };
}

/** Newell's normal, which minds corners that are coplanar but for rounding, and the offset of the farthest corner. */
function writePlane(out: Float64Array, o: number, vertices: Float64Array, face: ArrayLike<number>): void {
  const normal = new Float64Array(3);
  const u = new Float64Array(3);
  const v = new Float64Array(3);
  for (let k = 1; k + 1 < face.length; k++) {
    vec3.subtract(u, 0, vertices, 3 * face[k], vertices, 3 * face[0]);
    vec3.subtract(v, 0, vertices, 3 * face[k + 1], vertices, 3 * face[0]);
    vec3.cross(u, 0, u, 0, v, 0);
    vec3.add(normal, 0, normal, 0, u, 0);
  }
  if (!vec3.normalize(out, o, normal, 0)) fail("flat-face", "faces", "must have an area", Array.from(face));
  let offset = -Infinity;
  for (let k = 0; k < face.length; k++) offset = Math.max(offset, vec3.dot(out, o, vertices, 3 * face[k]));
  out[o + 3] = offset;
}

function findDeepest(planes: Float64Array, o: number, vertices: Float64Array): number {
  let deepest = 0;
  for (let v = 1; 3 * v < vertices.length; v++) {
    if (vec3.dot(planes, o, vertices, 3 * v) < vec3.dot(planes, o, vertices, 3 * deepest)) deepest = v;
  }
  return deepest;
}

/**
 * Finds the deepest corner below each face of a polyhedron with many corners: from face to face across their edges, and each time
 * from the deepest corner below one face down along the edges to that below the next. On a convex polyhedron the corner from which
 * no edge goes down is the deepest, up to rounding.
 */
function walkOpposites(
  planes: Float64Array,
  vertices: Float64Array,
  faceStart: Int32Array,
  { faceEdges, edgeFaces }: Pick<Polyhedron, "faceEdges" | "edgeFaces">,
  { neighbourStart, neighbours }: Pick<Polyhedron, "neighbourStart" | "neighbours">,
): Int32Array {
  const count = faceStart.length - 1;
  const opposites = new Int32Array(count).fill(-1);
  const queue = new Int32Array(count);
  let length = 0;
  const take = (f: number, from: number) => {
    let deepest = from;
    let least = vec3.dot(planes, 4 * f, vertices, 3 * deepest);
    for (let k = neighbourStart[deepest]; k < neighbourStart[deepest + 1]; k++) {
      const depth = vec3.dot(planes, 4 * f, vertices, 3 * neighbours[k]);
      if (!(depth < least)) continue;
      least = depth;
      deepest = neighbours[k];
      k = neighbourStart[deepest] - 1;
    }
    opposites[f] = deepest;
    queue[length++] = f;
  };
  take(0, findDeepest(planes, 0, vertices));
  for (let q = 0; q < length; q++) {
    const f = queue[q];
    for (let k = faceStart[f]; k < faceStart[f + 1]; k++) {
      const e = faceEdges[k];
      const other = edgeFaces[2 * e] === f ? edgeFaces[2 * e + 1] : edgeFaces[2 * e];
      if (opposites[other] < 0) take(other, opposites[f]);
    }
  }
  // parts that no edge joins to the first face
  for (let f = 0; f < count; f++) if (opposites[f] < 0) take(f, findDeepest(planes, 4 * f, vertices));
  return opposites;
}

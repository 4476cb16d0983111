/**
 * The feature of a shape that a key of collide names (feature-key.ts, patch.ts and mesh-rows.ts there), as
 * something with a simple distance. In the frame of the shape:
 *
 *   point   corner, tip, centre of a sphere, end of a capsule            p, round ρ
 *   line    edge; axis of a capsule or cylinder, of whose side it is     p, direction, round ρ, from `low` to `high`
 *   plane   face, cap, half-space                                        p, outward normal
 *   rim     circle                                                       centre, axis, radius
 *   cone    side of a cone                                               tip, axis from the base to it, sin γ
 *
 * Polyhedra name corners, edges and faces in one row of numbers, or from `Feature` on; meshes the same with triangles.
 */
import { EdgeKind, Kind, type Polyhedron, type Shape, type TriangleMesh } from "../../collide/index.js";
import { vec3 } from "../../math/index.js";
import { endTolerance, spotTolerance } from "./parameters.js";

/** Types of features: see above. */
export const FeatureType = { point: 0, line: 1, plane: 2, rim: 3, cone: 4 } as const;
/** Slots of a feature's record. `size` is the radius of a rim, or sin γ of a cone. */
export const FeatureSlot = { point: 0, direction: 3, round: 6, size: 7, low: 8, high: 9 } as const;
/** Number of entries of a feature's record. */
export const featureSize = 10;

/** First keys of the features of curved pairs, as collide has them. */
export const Feature = {
  edge: 0x1000000,
  face: 0x2000000,
  side: 0x3000000,
  cap: 0x4000000,
  rim: 0x5000000,
  rimPoint: 0x6000000,
  tip: 0x7000000,
  round: 0x8000000,
} as const;
const d = new Float64Array(6);
/** Bit of a key that distinguishes two rows on one edge. */
const twinBit = 0x800000;

/** Writes the feature; `spot`, a point on it in the frame of the shape, decides about the ends of a side. Returns its type. */
export function loadFeature(out: Float64Array, shape: Shape, key: number, spot: Float64Array, s: number): number {
  for (let k = 0; k < featureSize; k++) out[k] = 0;
  if (shape.polyhedron !== null) return loadHull(out, shape.polyhedron, key, spot, s);
  if (shape.mesh !== null) return loadMesh(out, shape.mesh, key);
  if (shape.plane !== null) {
    for (let k = 0; k < 3; k++) out[k] = shape.plane[3] * shape.plane[k];
    vec3.copy(out, FeatureSlot.direction, shape.plane, 0);
    return FeatureType.plane;
  }
  return loadAxial(out, shape, key, spot, s);
}

/** Finds the edge of a polyhedron that a key names, or −1. */
export function findHullEdge({ vertexCount, edgeCount }: Polyhedron, key: number): number {
  if (key < vertexCount || key >= Feature.face) return -1;
  const edge = key >= Feature.edge ? key & (twinBit - 1) : key - vertexCount;
  return edge < edgeCount ? edge : -1;
}

/** Finds the face of a polyhedron that a key names, or −1. */
export function findHullFace({ vertexCount, edgeCount, faceCount }: Polyhedron, key: number): number {
  if (key >= Feature.edge && key < Feature.face) return -1;
  const face = key >= Feature.face ? key - Feature.face : key - vertexCount - edgeCount;
  return face < faceCount ? face : -1;
}

/** Finds the edge of a mesh that a key names, or −1. */
export function findMeshEdge({ vertexCount, edgeCount }: TriangleMesh, key: number): number {
  const edge = (key & (twinBit - 1)) - vertexCount;
  return edge >= 0 && edge < edgeCount ? edge : -1;
}

/** Finds the side of its first triangle that an edge of a mesh is: the place of its first corner in `triangles`. */
export function findMeshSide({ edgeTriangles, triangleEdges }: TriangleMesh, edge: number): number {
  const t = edgeTriangles[2 * edge] >= 0 ? edgeTriangles[2 * edge] : edgeTriangles[2 * edge + 1];
  for (let k = 3 * t; k < 3 * t + 2; k++) if (triangleEdges[k] === edge) return k;
  return 3 * t + 2;
}

/** Finds the edge of a face that is nearest to the point at spots[s …]. */
export function findNearestEdge(p: Polyhedron, face: number, spots: Float64Array, s: number): number {
  let nearest = -1;
  let least = Infinity;
  for (let k = p.faceStart[face]; k < p.faceStart[face + 1]; k++) {
    const a = 3 * p.edgeVertices[2 * p.faceEdges[k]];
    const b = 3 * p.edgeVertices[2 * p.faceEdges[k] + 1];
    vec3.subtract(d, 0, p.vertices, b, p.vertices, a);
    vec3.normalize(d, 0, d, 0);
    vec3.subtract(d, 3, spots, s, p.vertices, a);
    vec3.cross(d, 0, d, 0, d, 3);
    const distance = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
    if (!(distance < least)) continue;
    least = distance;
    nearest = p.faceEdges[k];
  }
  return nearest;
}

/**
 * Finds the edge around the plane part of a mesh that begins with triangle f that is nearest to the point at spots[s …], or −1.
 */
export function findNearestSide(mesh: TriangleMesh, f: number, spots: Float64Array, s: number): number {
  const { vertices, triangles, triangleEdges, edgeKinds, facets, alone, triangleCount } = mesh;
  let nearest = -1;
  let least = Infinity;
  for (let t = f; t < (alone[f] === 1 ? f + 1 : triangleCount); t++) {
    if (facets[t] !== f) continue;
    for (let k = 3 * t; k < 3 * t + 3; k++) {
      if (edgeKinds[triangleEdges[k]] === EdgeKind.flat) continue;
      const a = 3 * triangles[k];
      vec3.subtract(d, 0, vertices, 3 * triangles[k % 3 === 2 ? k - 2 : k + 1], vertices, a);
      vec3.subtract(d, 3, spots, s, vertices, a);
      const part = vec3.dot(d, 0, d, 3) / vec3.lengthSquared(d, 0);
      vec3.addScaled(d, 3, d, 3, -Math.max(0, Math.min(1, part)), d, 0);
      const distance = vec3.lengthSquared(d, 3);
      if (!(distance < least)) continue;
      least = distance;
      nearest = triangleEdges[k];
    }
  }
  return nearest;
}

function loadHull(out: Float64Array, p: Polyhedron, key: number, spot: Float64Array, s: number): number {
  if (key < p.vertexCount) {
    vec3.copy(out, 0, p.vertices, 3 * key);
    return FeatureType.point;
  }
  const face = findHullFace(p, key);
  if (face >= 0) {
    const o = 4 * face;
    for (let k = 0; k < 3; k++) out[k] = p.facePlanes[o + 3] * p.facePlanes[o + k];
    vec3.copy(out, FeatureSlot.direction, p.facePlanes, o);
    return FeatureType.plane;
  }
  const edge = findHullEdge(p, key);
  if (edge >= 0) {
    writeSegment(out, p.vertices, 3 * p.edgeVertices[2 * edge], 3 * p.edgeVertices[2 * edge + 1]);
    return FeatureType.line;
  }
  return loadSpot(out, spot, s);
}

function loadMesh(out: Float64Array, mesh: TriangleMesh, key: number): number {
  if (key < mesh.vertexCount) {
    vec3.copy(out, 0, mesh.vertices, 3 * key);
    return FeatureType.point;
  }
  const edge = findMeshEdge(mesh, key);
  if (edge >= 0) {
    const k = findMeshSide(mesh, edge);
    const next = k % 3 === 2 ? k - 2 : k + 1;
    writeSegment(out, mesh.vertices, 3 * mesh.triangles[k], 3 * mesh.triangles[next]);
    return FeatureType.line;
  }
  const t = key - mesh.vertexCount - mesh.edgeCount;
  vec3.copy(out, 0, mesh.vertices, 3 * mesh.triangles[3 * t]);
  vec3.copy(out, FeatureSlot.direction, mesh.normals, 3 * t);
  return FeatureType.plane;
}

function writeSegment(out: Float64Array, vertices: Float64Array, i: number, j: number): void {
  vec3.copy(out, 0, vertices, i);
  vec3.subtract(out, FeatureSlot.direction, vertices, j, vertices, i);
  out[FeatureSlot.high] = Math.sqrt(out[3] * out[3] + out[4] * out[4] + out[5] * out[5]);
  vec3.normalize(out, FeatureSlot.direction, out, FeatureSlot.direction);
}

/**
 * Puts the spot at spots[s …] onto the face of a polyhedron that it lies on, seen along n at spots[6 + s …]. It comes from world
 * coordinates, and points of a face that are off it by their rounding would tilt what rests on them.
 */
export function straightenSpot(spots: Float64Array, s: number, { polyhedron, reach }: Shape): void {
  if (polyhedron === null) return;
  const { facePlanes: planes, faceCount } = polyhedron;
  const outward = s === 0 ? -1 : 1;
  let facing = -1;
  let most = 0;
  for (let f = 0; f < faceCount; f++) {
    // products are written out: a number that a call returns is boxed where V8 does not inline it
    const p = 4 * f;
    const n = 6 + s;
    const along = outward * (planes[p] * spots[n] + planes[p + 1] * spots[n + 1] + planes[p + 2] * spots[n + 2]);
    if (!(along > most)) continue;
    most = along;
    facing = 4 * f;
  }
  if (facing < 0) return;
  const height = planes[facing] * spots[s] + planes[facing + 1] * spots[s + 1] + planes[facing + 2] * spots[s + 2];
  const off = height - planes[facing + 3];
  if (!(Math.abs(off) <= spotTolerance * reach)) return;
  for (let k = 0; k < 3; k++) spots[s + k] += -off * planes[facing + k];
}

/** Writes a point that is fixed in the shape, and returns its type. */
export function loadSpot(out: Float64Array, spot: Float64Array, s: number): number {
  for (let k = 0; k < featureSize; k++) out[k] = 0;
  vec3.copy(out, 0, spot, s);
  return FeatureType.point;
}

function loadAxial(out: Float64Array, shape: Shape, key: number, spot: Float64Array, s: number): number {
  const { kind, radius, halfHeight } = shape;
  if (kind === Kind.sphere || key >= Feature.round) {
    out[1] = key === Feature.round + 1 ? -halfHeight : key === Feature.round + 2 ? halfHeight : 0;
    out[FeatureSlot.round] = radius;
    return FeatureType.point;
  }
  out[FeatureSlot.direction + 1] = 1;
  if (key >= Feature.tip) {
    out[1] = halfHeight;
    return FeatureType.point;
  }
  if (key >= Feature.rimPoint) {
    loadSpot(out, spot, s);
    const level = out[1] < 0 ? -halfHeight : halfHeight;
    if (Math.abs(out[1] - level) <= spotTolerance * (halfHeight + radius)) out[1] = level;
    return FeatureType.point;
  }
  if (key >= Feature.rim) return writeRim(out, shape, key - Feature.rim);
  if (key >= Feature.cap) {
    out[1] = key === Feature.cap ? -halfHeight : halfHeight;
    out[FeatureSlot.direction + 1] = key === Feature.cap ? -1 : 1;
    return FeatureType.plane;
  }
  return loadSide(out, shape, key - Feature.side, spot, s);
}

/** The side, or the end of a line of it: end 1 below, 2 above. */
function loadSide(out: Float64Array, shape: Shape, end: number, spot: Float64Array, s: number): number {
  const { kind, radius, halfHeight } = shape;
  const level = end === 1 ? -halfHeight : halfHeight;
  // the side of a capsule that leans touches off its middle: R sin of that, along it
  const around = spot[s] * spot[s] + spot[s + 2] * spot[s + 2];
  const shift = kind === Kind.capsule ? Math.sqrt(Math.max(0, radius * radius - around)) : 0;
  const isEnd = end > 0 && Math.abs(spot[s + 1] - level) <= endTolerance * (halfHeight + radius) + shift;
  if (kind === Kind.capsule) {
    out[FeatureSlot.round] = radius;
    if (isEnd) {
      out[1] = level;
      return FeatureType.point;
    }
  } else if (isEnd) {
    return writeRim(out, shape, end - 1);
  }
  if (kind === Kind.cone) {
    out[1] = halfHeight;
    out[FeatureSlot.size] = radius / Math.sqrt(radius * radius + 4 * halfHeight * halfHeight);
    return FeatureType.cone;
  }
  out[FeatureSlot.round] = radius;
  out[FeatureSlot.low] = -halfHeight;
  out[FeatureSlot.high] = halfHeight;
  return FeatureType.line;
}

/** The rim below (0) or above (1); a cone has a tip there. */
function writeRim(out: Float64Array, { kind, radius, halfHeight }: Shape, end: number): number {
  out[1] = end === 1 ? halfHeight : -halfHeight;
  out[FeatureSlot.direction + 1] = 1;
  if (kind === Kind.cone && end === 1) return FeatureType.point;
  out[FeatureSlot.size] = radius;
  return FeatureType.rim;
}

/**
 * Depths of a point inside the features of a polyhedron or a shape around an axis: a face or a cap, and the wedge over an edge, a
 * corner, a rim or a side; in the frame of the shape. The smaller of a depth and `least[0]` is left in `least[0]`.
 */
import { Kind, type Polyhedron, type Shape } from "../../collide/index.js";
import { vec3 } from "../../math/index.js";

const e = new Float64Array(3);
const d = new Float64Array(3);
const across = new Float64Array(3);

/** Depth of p inside the sides of a face; < 0 outside. The smaller of it and least[0] is left there. */
export function measureFace(least: Float64Array, poly: Polyhedron, face: number, p: Float64Array, i: number): void {
  const { faceStart, faceVertices, vertices, facePlanes } = poly;
  const end = faceStart[face + 1];
  for (let k = faceStart[face]; k < end; k++) {
    const a = 3 * faceVertices[k];
    const b = 3 * faceVertices[k + 1 < end ? k + 1 : faceStart[face]];
    vec3.subtract(e, 0, vertices, b, vertices, a);
    const length = Math.sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2]);
    vec3.cross(e, 0, facePlanes, 4 * face, e, 0);
    vec3.subtract(d, 0, p, i, vertices, a);
    least[0] = Math.min(least[0], (e[0] * d[0] + e[1] * d[1] + e[2] * d[2]) / length);
  }
}

/** Distance of p outside the slabs over the two faces of an edge. */
export function measureEdge(least: Float64Array, poly: Polyhedron, edge: number, p: Float64Array, i: number): void {
  const { vertices, edgeVertices, edgeFaces, facePlanes } = poly;
  const a = 3 * edgeVertices[2 * edge];
  vec3.subtract(e, 0, vertices, 3 * edgeVertices[2 * edge + 1], vertices, a);
  vec3.normalize(e, 0, e, 0);
  vec3.subtract(d, 0, p, i, vertices, a);
  for (let s = 0; s < 2; s++) {
    vec3.cross(across, 0, facePlanes, 4 * edgeFaces[2 * edge + s], e, 0);
    const into = across[0] * d[0] + across[1] * d[1] + across[2] * d[2];
    least[0] = Math.min(least[0], s === 0 ? -into : into);
  }
}

/** Distance of p outside the slabs over the edges of a corner. */
export function measureCorner(least: Float64Array, poly: Polyhedron, v: number, p: Float64Array, i: number): void {
  const { vertices, neighbourStart, neighbours } = poly;
  vec3.subtract(d, 0, p, i, vertices, 3 * v);
  for (let k = neighbourStart[v]; k < neighbourStart[v + 1]; k++) {
    vec3.subtract(e, 0, vertices, 3 * neighbours[k], vertices, 3 * v);
    const along = (d[0] * e[0] + d[1] * e[1] + d[2] * e[2]) / Math.sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2]);
    least[0] = Math.min(least[0], -along);
  }
}

/** Depth of p inside the rim of a cap, made wider by a part `slack` of its radius. */
export function measureCap(least: Float64Array, { radius }: Shape, p: Float64Array, i: number, slack: number): void {
  least[0] = Math.min(least[0], (1 + slack) * radius - Math.sqrt(p[i] * p[i] + p[i + 2] * p[i + 2]));
}

/** Distance of p from being over the cap or the side at a rim, at the end ±halfHeight. */
export function measureRimWedge(least: Float64Array, shape: Shape, isTop: boolean, p: Float64Array, i: number): void {
  const { kind, radius, halfHeight } = shape;
  const s = Math.sqrt(p[i] * p[i] + p[i + 2] * p[i + 2]) - radius;
  const h = isTop ? p[i + 1] - halfHeight : -halfHeight - p[i + 1];
  // down along the side, from its rim: of a cone it leans
  const slant = Math.sqrt(radius * radius + 4 * halfHeight * halfHeight);
  const beyond = kind === Kind.cone ? (s * radius + h * 2 * halfHeight) / slant : h;
  least[0] = Math.min(least[0], s, beyond);
}

/** Distance of p from the tip and from the rim, along the line of a cone's side under it. */
export function measureConeSide(least: Float64Array, { radius, halfHeight }: Shape, p: Float64Array, i: number): void {
  const slant = Math.sqrt(radius * radius + 4 * halfHeight * halfHeight);
  const s = Math.sqrt(p[i] * p[i] + p[i + 2] * p[i + 2]);
  const along = (s * radius + (halfHeight - p[i + 1]) * 2 * halfHeight) / slant;
  least[0] = Math.min(least[0], along, slant - along);
}

/** Distance of p from being over a line of a cone's side, at its tip. */
export function measureTip(least: Float64Array, { radius, halfHeight }: Shape, p: Float64Array, i: number): void {
  const slant = Math.sqrt(radius * radius + 4 * halfHeight * halfHeight);
  const s = Math.sqrt(p[i] * p[i] + p[i + 2] * p[i + 2]);
  least[0] = Math.min(least[0], ((p[i + 1] - halfHeight) * 2 * halfHeight - s * radius) / slant);
}

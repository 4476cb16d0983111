/**
 * What a body is made of, for collision detection. Each shape stands in its own frame: cylinder, cone and capsule along
 * y, centred; a plane is the solid half-space n·x ≤ d.
 *
 * A sphere is a point with a radius around it, a capsule a segment with a radius: what is found for the core serves for
 * the shape. Of the others the radius is zero.
 *
 *   `size`: full lengths       `height` of a cylinder or cone: from cap to cap; of a capsule: of its straight part
 */
import { fail, requireKeys, requirePositive, requireVector, vec3 } from "../../math/index.js";
import { computeConvexHull } from "../../rigid/index.js";
import type { TriangleMesh } from "./mesh-table.js";
import { buildPolyhedron, type Polyhedron } from "./polyhedron.js";
import { flatten, measureSpread, requireSize } from "./size.js";

/** Which kind of shape. */
export const Kind = { sphere: 0, capsule: 1, polyhedron: 2, cylinder: 3, cone: 4, plane: 5, mesh: 6 } as const;
export type Kind = (typeof Kind)[keyof typeof Kind];

export interface Shape {
  readonly kind: Kind;
  /** Of a sphere, capsule, cylinder or cone (its base), m; else 0. */
  readonly radius: number;
  /** Half the height of a capsule's straight part, of a cylinder or of a cone, m; else 0. */
  readonly halfHeight: number;
  /** Corners, faces and edges of a polyhedron; null for the others. */
  readonly polyhedron: Polyhedron | null;
  /** n and d of a plane; null for the others. */
  readonly plane: Float64Array | null;
  /** Triangles of a mesh; null for the others. */
  readonly mesh: TriangleMesh | null;
  /** The largest distance of a point of the shape from the origin of its frame, m. Infinite for a plane. */
  readonly reach: number;
}

export function createSphere(options: { readonly radius: number }): Shape {
  requireKeys("sphere", options, "{ radius: 1 }", ["radius"]);
  requirePositive("sphere.radius", options.radius);
  // as small as one likes: a point
  requireSize("sphere.radius", Math.max(options.radius, 1));
  return buildShape(Kind.sphere, options.radius, 0, options.radius);
}

export interface AxialOptions {
  readonly radius: number;
  readonly height: number;
}

export function createCapsule(options: AxialOptions): Shape {
  const { radius, height } = requireAxial("capsule", options);
  return buildShape(Kind.capsule, radius, height / 2, height / 2 + radius);
}

export function createCylinder(options: AxialOptions): Shape {
  const { radius, height } = requireAxial("cylinder", options);
  return buildShape(Kind.cylinder, radius, height / 2, Math.sqrt((height * height) / 4 + radius * radius));
}

/** The base is at y = −height/2, the tip at y = height/2. */
export function createCone(options: AxialOptions): Shape {
  const { radius, height } = requireAxial("cone", options);
  return buildShape(Kind.cone, radius, height / 2, Math.sqrt((height * height) / 4 + radius * radius));
}

export function createBox(options: { readonly size: ArrayLike<number> }): Shape {
  requireKeys("box", options, "{ size: [1, 1, 1] }", ["size"]);
  requireVector("box.size", options.size);
  for (let k = 0; k < 3; k++) requireLength(`box.size[${k}]`, options.size[k]);
  const vertices = new Float64Array(24);
  for (let v = 0; v < 8; v++) {
    for (let k = 0; k < 3; k++) vertices[3 * v + k] = ((v >> k) & 1 ? 0.5 : -0.5) * options.size[k];
  }
  return fromPolyhedron(buildPolyhedron(vertices, boxFaces));
}

/** The convex hull of some points: three numbers each, in one list or as triples. */
export function createConvex(options: { readonly vertices: ArrayLike<number> | readonly ArrayLike<number>[] }): Shape {
  requireKeys("convex", options, "{ vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]] }", ["vertices"]);
  const points = flatten("convex.vertices", options.vertices);
  // points in one place are for the hull to refuse
  const spread = measureSpread(points);
  if (spread > 0) requireSize("convex.vertices", spread, "apart");
  const { vertices, faces } = computeConvexHull(points);
  const corners = new Float64Array(3 * vertices.length);
  const index = new Map<number, number>();
  vertices.forEach((point, v) => {
    vec3.copy(corners, 3 * v, points, 3 * point);
    index.set(point, v);
  });
  const renamed = faces.map((face) => Int32Array.from(face, (point) => index.get(point) as number));
  return fromPolyhedron(buildPolyhedron(corners, renamed));
}

/** The solid half-space normal·x ≤ offset. */
export function createPlane(options: { readonly normal: ArrayLike<number>; readonly offset?: number }): Shape {
  requireKeys("plane", options, "{ normal: [0, 1, 0] }", ["normal", "offset"]);
  const { normal, offset = 0 } = options;
  requireVector("plane.normal", normal);
  const plane = Float64Array.of(normal[0], normal[1], normal[2], offset);
  if (!Number.isFinite(offset)) fail("not-finite", "plane.offset", "must be a finite number", offset);
  if (!vec3.normalize(plane, 0, plane, 0)) fail("zero-vector", "plane.normal", "must not be the zero vector", normal);
  return buildShape(Kind.plane, 0, 0, Infinity, null, plane);
}

/** A polyhedron as a shape. */
export function fromPolyhedron(polyhedron: Polyhedron): Shape {
  if (!(polyhedron?.vertices instanceof Float64Array && polyhedron.facePlanes instanceof Float64Array)) {
    fail("not-a-polyhedron", "polyhedron", "must be one made by createPolyhedron", polyhedron);
  }
  let reach = 0;
  for (let v = 0; v < polyhedron.vertexCount; v++) {
    reach = Math.max(reach, vec3.length(polyhedron.vertices, 3 * v));
  }
  return buildShape(Kind.polyhedron, 0, 0, reach, polyhedron);
}

/** Every shape comes from this one literal: objects of one layout are read without boxing their numbers. */
export function buildShape(
  kind: Kind,
  radius: number,
  halfHeight: number,
  reach: number,
  polyhedron: Polyhedron | null = null,
  plane: Float64Array | null = null,
  mesh: TriangleMesh | null = null,
): Shape {
  return { kind, radius, halfHeight, polyhedron, plane, mesh, reach };
}

function requireAxial(path: string, options: AxialOptions): AxialOptions {
  requireKeys(path, options, "{ radius: 1, height: 2 }", ["radius", "height"]);
  requireLength(`${path}.radius`, options.radius);
  requireLength(`${path}.height`, options.height);
  return options;
}

function requireLength(path: string, length: number): void {
  requirePositive(path, length);
  requireSize(path, length);
}

/** Corner v of a box has bits x, y, z; faces −x, +x, −y, +y, −z, +z, counter-clockwise from outside. */
const boxFaces = [
  [0, 4, 6, 2],
  [1, 3, 7, 5],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 2, 3, 1],
  [4, 5, 7, 6],
];

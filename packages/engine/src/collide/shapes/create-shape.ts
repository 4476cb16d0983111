/**
 * The functions that make convex shapes and half-spaces. `size` and `height` are full lengths: of a cylinder or cone from
 * cap to cap, of a capsule that of its straight part. Each function checks its options and throws a `RigorError` that names
 * the option, the bad value and a cure.
 */
import { fail, requireKeys, requirePositive, requireVector, vec3 } from "../../math/index.js";
import { computeConvexHull } from "../../rigid/index.js";
import { buildPolyhedron, type Polyhedron } from "./polyhedron.js";
import { Kind, type Shape, type TriangleMesh } from "./shape.js";
import { flatten, measureSpread, requireSize } from "./size.js";

/** Creates a sphere about the origin of its frame; radius in m. */
export function createSphere(options: { readonly radius: number }): Shape {
  requireKeys("sphere", options, "{ radius: 1 }", ["radius"]);
  requirePositive("sphere.radius", options.radius);
  // as small as one likes: a point
  requireSize("sphere.radius", Math.max(options.radius, 1));
  return buildShape(Kind.sphere, options.radius, 0, options.radius);
}

/** The sizes of a shape along y. */
export interface AxialOptions {
  /** The radius of the shape, of a cone that of its base, m. */
  readonly radius: number;
  /** The height from cap to cap, of a cone to its tip; of a capsule that of its straight part; m. */
  readonly height: number;
}

/** Creates a capsule along y: all points within `radius` of a segment of length `height`. */
export function createCapsule(options: AxialOptions): Shape {
  const { radius, height } = requireAxial("capsule", options);
  return buildShape(Kind.capsule, radius, height / 2, height / 2 + radius);
}

/** Creates a cylinder along y. */
export function createCylinder(options: AxialOptions): Shape {
  const { radius, height } = requireAxial("cylinder", options);
  return buildShape(Kind.cylinder, radius, height / 2, Math.sqrt((height * height) / 4 + radius * radius));
}

/** Creates a cone along y: the base is at y = −height/2, the tip at y = height/2. */
export function createCone(options: AxialOptions): Shape {
  const { radius, height } = requireAxial("cone", options);
  return buildShape(Kind.cone, radius, height / 2, Math.sqrt((height * height) / 4 + radius * radius));
}

/** Creates a box; `size` has its full lengths along x, y and z, m. */
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

/** Creates the convex hull of some points: three numbers each, in one list or as triples, m. */
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

/** Creates the solid half-space normal·x ≤ offset; the normal may have any length but zero, the offset is in m. */
export function createPlane(options: { readonly normal: ArrayLike<number>; readonly offset?: number }): Shape {
  requireKeys("plane", options, "{ normal: [0, 1, 0] }", ["normal", "offset"]);
  const { normal, offset = 0 } = options;
  requireVector("plane.normal", normal);
  const plane = Float64Array.of(normal[0], normal[1], normal[2], offset);
  if (!Number.isFinite(offset)) fail("not-finite", "plane.offset", "must be a finite number", offset);
  if (!vec3.normalize(plane, 0, plane, 0)) fail("zero-vector", "plane.normal", "must not be the zero vector", normal);
  return buildShape(Kind.plane, 0, 0, Infinity, null, plane);
}

/** Creates the shape of a polyhedron. */
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

/**
 * Creates a shape. All shapes come from this one literal: objects of one layout are read without boxing their
 * numbers.
 */
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

/**
 * A closed mesh as the decomposition reads it: moved and scaled to about unit size, its triangles sorted into planes, and
 * the edges along which it is not convex.
 *
 *   planes      4P     unit normal n and offset d; triangles whose corners are within the tolerance of a plane share it
 *   fragments          the triangles, later what cuts have left of them: convex polygons, each in one of the planes
 *   notches            edges with more than 180° of matter around them
 *
 * The winding number of the surface around a point says whether the point is in the matter (1) or not (0): a sum of solid
 * angles over 4π. Any other whole number means a surface that passes through itself.
 */
import { atan2, vec3 } from "../../math/index.js";
import { BoundsTree, EdgeKind, type TriangleMesh } from "../shapes/index.js";
import { measureHeightAbove } from "./decompose-cell.js";
import { planeRounding } from "./parameters.js";

/** A convex polygon in one of the planes: a triangle, or what cuts have left of it. */
export interface Fragment {
  /** x, y, z of each corner, counter-clockwise seen from outside. */
  readonly points: readonly number[];
  /** The index of its plane. */
  readonly plane: number;
  /** 1 where it looks along the normal of its plane, −1 where against it. */
  readonly facing: number;
}

/** A reflex edge: an edge with more than 180° of matter around it. */
export interface Notch {
  /** Both ends, six numbers. */
  readonly ends: readonly number[];
  /** Outward unit normals of the two faces. */
  readonly normals: Float64Array;
  /** The planes of the two faces. */
  readonly planes: readonly [number, number];
}

/** A closed mesh, moved and scaled to about unit size, with its planes, faces and reflex edges. */
export interface Solid {
  /** x_scaled = (x − center)·scale, below 1 in size. */
  readonly center: Float64Array;
  /** The scale: a power of two. */
  readonly scale: number;
  /** Within this, scaled, a point is on a plane. */
  readonly tolerance: number;
  /** The scaled vertices, three numbers each. */
  readonly vertices: Float64Array;
  /** The vertices of each triangle. */
  readonly triangles: Int32Array;
  /** The planes: unit normal n and offset d, four numbers each. */
  readonly planes: readonly number[];
  /** The triangles as fragments. */
  readonly fragments: readonly Fragment[];
  /** The reflex edges. */
  readonly notches: readonly Notch[];
}

/**
 * Scales a mesh, and sorts its triangles into planes; points no farther than `slack` metres from a plane, or than
 * rounding may take them, are on it.
 */
export function prepareSolid(mesh: TriangleMesh, slack: number): Solid {
  const { triangles, triangleCount, normals } = mesh;
  const low = Float64Array.of(Infinity, Infinity, Infinity);
  const high = Float64Array.of(-Infinity, -Infinity, -Infinity);
  for (const v of triangles) {
    for (let k = 0; k < 3; k++) {
      low[k] = Math.min(low[k], mesh.vertices[3 * v + k]);
      high[k] = Math.max(high[k], mesh.vertices[3 * v + k]);
    }
  }
  let extent = 0;
  let size = 0;
  for (let k = 0; k < 3; k++) {
    extent = Math.max(extent, high[k] - low[k]);
    size = Math.max(size, Math.abs(low[k]), Math.abs(high[k]));
  }
  let scale = 1;
  while (extent * scale > 1) scale /= 2;
  while (extent * scale <= 0.5 && scale < 2 ** 1000) scale *= 2;
  const center = low.map((x, k) => x + 0.5 * (high[k] - x));
  const vertices = mesh.vertices.map((x, k) => (x - center[k % 3]) * scale);
  const tolerance = Math.max(planeRounding * Math.max(1, size * scale), slack * scale);
  const { planes, planeOf } = sortTriangles(vertices, triangles, tolerance);
  const fragments: Fragment[] = [];
  for (let t = 0; t < triangleCount; t++) {
    const points = Array.from(triangles.subarray(3 * t, 3 * t + 3)).flatMap((v) => listPoint(vertices, v));
    const p = 4 * planeOf[t];
    const along = normals[3 * t] * planes[p] + normals[3 * t + 1] * planes[p + 1] + normals[3 * t + 2] * planes[p + 2];
    fragments.push({ points, plane: planeOf[t], facing: along < 0 ? -1 : 1 });
  }
  return {
    center,
    scale,
    tolerance,
    vertices,
    triangles,
    planes,
    fragments,
    notches: listNotches(mesh, vertices, planeOf),
  };
}

const listPoint = (points: Float64Array, v: number): number[] => [points[3 * v], points[3 * v + 1], points[3 * v + 2]];

function listNotches(mesh: TriangleMesh, vertices: Float64Array, planeOf: Int32Array): Notch[] {
  const notches: Notch[] = [];
  const { edgeKinds, edgeTriangles, triangleEdges, triangles, normals } = mesh;
  for (let c = 0; c < triangles.length; c++) {
    const e = triangleEdges[c];
    const t = Math.floor(c / 3);
    const u = edgeTriangles[2 * e + 1];
    if (edgeKinds[e] !== EdgeKind.concave || edgeTriangles[2 * e] !== t || planeOf[t] === planeOf[u]) continue;
    notches.push({
      ends: [...listPoint(vertices, triangles[c]), ...listPoint(vertices, triangles[c % 3 === 2 ? c - 2 : c + 1])],
      normals: Float64Array.of(...listPoint(normals, t), ...listPoint(normals, u)),
      planes: [planeOf[t], planeOf[u]],
    });
  }
  return notches;
}

/** One plane for all triangles that lie in it, whichever way they look. The largest ones say where it is. */
function sortTriangles(
  x: Float64Array,
  triangles: Int32Array,
  tolerance: number,
): { planes: number[]; planeOf: Int32Array } {
  const count = triangles.length / 3;
  const areas = new Float64Array(3 * count);
  const sides = new Float64Array(6);
  for (let t = 0; t < count; t++) {
    for (let k = 0; k < 2; k++) {
      vec3.subtract(sides, 3 * k, x, 3 * triangles[3 * t + k + 1], x, 3 * triangles[3 * t]);
    }
    vec3.cross(areas, 3 * t, sides, 0, sides, 3);
  }
  const sizes = Float64Array.from({ length: count }, (_, t) => vec3.length(areas, 3 * t));
  const order = Array.from(sizes, (_, t) => t).sort((t, u) => sizes[u] - sizes[t] || t - u);
  const planeOf = new Int32Array(count).fill(-1);
  const planes: number[] = [];
  const trial = new Float64Array(4);
  const rank = new Int32Array(count);
  for (let k = 0; k < count; k++) rank[order[k]] = k;
  const tree = createTree(x, triangles);
  for (const seed of order) {
    if (planeOf[seed] >= 0) continue;
    fitPlane(trial, x, triangles, areas, [seed], seed);
    const near = listCrossed(tree, trial, tolerance)
      .filter((t) => planeOf[t] < 0 && isNear(trial, x, triangles, t, tolerance))
      .sort((t, u) => rank[t] - rank[u]);
    // the plane of all of them, if it does not leave one out
    const fitted = trial.slice();
    fitPlane(fitted, x, triangles, areas, near, seed);
    const plane = near.every((t) => isNear(fitted, x, triangles, t, tolerance)) ? fitted : trial;
    for (const t of near) planeOf[t] = planes.length / 4;
    planeOf[seed] = planes.length / 4;
    planes.push(...plane);
  }
  return { planes, planeOf };
}

/** A tree of the boxes of triangles. */
function createTree(x: Float64Array, triangles: Int32Array): BoundsTree {
  const count = triangles.length / 3;
  const boxes = new Float64Array(6 * count);
  for (let t = 0; t < count; t++) {
    for (let k = 0; k < 3; k++) {
      const [a, b, c] = [x[3 * triangles[3 * t] + k], x[3 * triangles[3 * t + 1] + k], x[3 * triangles[3 * t + 2] + k]];
      boxes[6 * t + k] = Math.min(a, b, c);
      boxes[6 * t + 3 + k] = Math.max(a, b, c);
    }
  }
  const tree = new BoundsTree();
  tree.build(boxes, null, count);
  return tree;
}

/** Triangles whose boxes come as near to a plane as the tolerance: all that are within it, and others. */
function listCrossed({ boxes, right, nodeCount }: BoundsTree, plane: Float64Array, tolerance: number): number[] {
  const found: number[] = [];
  const stack = nodeCount > 0 ? [0] : [];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    const o = 6 * node;
    for (let k = 0; k < 3; k++) {
      const isUp = plane[k] >= 0;
      corners[k] = boxes[isUp ? o + k : o + 3 + k];
      corners[3 + k] = boxes[isUp ? o + 3 + k : o + k];
    }
    if (measureHeightAbove(plane, 0, corners, 0) > tolerance || measureHeightAbove(plane, 0, corners, 1) < -tolerance)
      continue;
    if (right[node] < 0) found.push(~right[node]);
    else stack.push(right[node], node + 1);
  }
  return found;
}

/** The lowest and the highest corner of a box above a plane. */
const corners = /* @__PURE__ */ new Float64Array(6);

/** The plane of some triangles, weighted by area, looking as the seed does. */
function fitPlane(
  out: Float64Array,
  x: Float64Array,
  triangles: Int32Array,
  areas: Float64Array,
  list: readonly number[],
  seed: number,
): void {
  const n = new Float64Array(3);
  const middle = new Float64Array(3);
  let weight = 0;
  for (const t of list) {
    const w = vec3.length(areas, 3 * t);
    vec3.addScaled(n, 0, n, 0, vec3.dot(areas, 3 * t, areas, 3 * seed) < 0 ? -1 : 1, areas, 3 * t);
    for (let k = 0; k < 3; k++) vec3.addScaled(middle, 0, middle, 0, w / 3, x, 3 * triangles[3 * t + k]);
    weight += w;
  }
  vec3.normalize(n, 0, n, 0);
  vec3.copy(out, 0, n, 0);
  out[3] = vec3.dot(n, 0, middle, 0) / weight;
}

function isNear(plane: Float64Array, x: Float64Array, triangles: Int32Array, t: number, tolerance: number): boolean {
  for (let k = 0; k < 3; k++) {
    if (!(Math.abs(measureHeightAbove(plane, 0, x, triangles[3 * t + k])) <= tolerance)) return false;
  }
  return true;
}

const r = /* @__PURE__ */ new Float64Array(9);

/** Returns the winding number of the surface around p, before it is rounded to a whole number. */
export function countTurns({ vertices, triangles }: Solid, p: Float64Array): number {
  let angle = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    for (let k = 0; k < 3; k++) vec3.subtract(r, 3 * k, vertices, 3 * triangles[t + k], p, 0);
    const [a, b, c] = [vec3.length(r, 0), vec3.length(r, 3), vec3.length(r, 6)];
    const across = vec3.tripleProduct(r, 0, r, 3, r, 6);
    const along = a * b * c + vec3.dot(r, 0, r, 3) * c + vec3.dot(r, 3, r, 6) * a + vec3.dot(r, 6, r, 0) * b;
    angle += 2 * atan2(across, along);
  }
  return angle / (4 * Math.PI);
}

/**
 * The convex hull of points: its corners, and its faces as convex polygons.
 *
 * The surface is found by exact signs, so its shape is right whatever the points; then triangles in one plane are merged,
 * exactly so or within a tolerance, since points computed to lie in a plane rarely do so in doubles. The default
 *
 *   δ = max(10⁻¹² extent, 2⁻⁴⁶ |x|max)
 *
 * is wide of what rounding does, with ε = 2⁻⁵³: turned boxes, lattices, dodecahedra need 16 ε of the extent to become
 * themselves again, a prism of a thousand sides 128 ε, of 9000 ε; shifted far away, 8 ε |x|max of 128. It is far below
 * what is made on purpose. All is computed from the points in lexicographic order: the order given makes no difference.
 *
 * Points are scaled by a power of two to below 2 in size, where the signs are proven exact; what is then below 2⁻³⁰⁰
 * counts as zero.
 */
import { fail, requireKeys, requireNonNegative } from "../../math/index.js";
import { simplifyHull } from "./convex-hull-faces.js";
import { chooseSimplex } from "./convex-hull-simplex.js";
import { triangulateHull } from "./convex-hull-triangles.js";
import { extentTolerance, leastCoordinate, leastTolerance, sizeTolerance, toleranceDivisor } from "./parameters.js";

/** Options of a convex hull. */
export interface ConvexHullOptions {
  /** Distance, m, within which points belong to the plane of a face; 0 merges exactly coplanar triangles only. */
  readonly mergeTolerance?: number;
}

/** A convex polyhedron on given points. */
export interface ConvexHull {
  /** The points that are corners, ascending; of equal points the first. */
  readonly vertices: Int32Array;
  /** The faces, each counter-clockwise seen from outside. */
  readonly faces: readonly Int32Array[];
}

/** Points in lexicographic order, scaled, no two alike. */
interface SortedPoints {
  readonly x: Float64Array;
  /** Index of each point in the list of the user. */
  readonly label: Int32Array;
  readonly scale: number;
}

/** Computes the convex hull of points [x, y, z, x, y, z, …], m. */
export function computeConvexHull(points: Float64Array, options: ConvexHullOptions = {}): ConvexHull {
  requireKeys("options", options, "{ mergeTolerance: 1e-9 }", ["mergeTolerance"]);
  return buildHull("points", points, options);
}

/** Computes the convex hull of points that have the name `path` in messages. */
export function buildHull(path: string, points: Float64Array, options: ConvexHullOptions): ConvexHull {
  checkPoints(path, points);
  const { mergeTolerance = computeTolerance(points) } = options;
  requireNonNegative("options.mergeTolerance", mergeTolerance);
  const { x, label, scale } = sortPoints(points);
  const tolerance = mergeTolerance * scale;
  const all = Array.from(label, (_, p) => p);
  const simplex = chooseSimplex(x, all, tolerance);
  if (simplex.rank < 3) failFlat(path, simplex.rank, points, mergeTolerance);
  const surface = triangulateHull(x, all, simplex.corners);
  let faces: number[][] | undefined;
  for (let delta = tolerance; faces === undefined; delta = shrink(delta)) faces = simplifyHull(x, surface, delta);
  faces.sort(compareLists);
  return {
    vertices: Int32Array.from(new Set(faces.flat()), (p) => label[p]).sort(),
    faces: faces.map((face) => new Int32Array(face).map((p) => label[p])),
  };
}

function checkPoints(path: string, points: Float64Array): void {
  if (!(points?.length % 3 === 0)) {
    const cure = "give x, y, z of each point one after the other";
    fail("wrong-length", path, "must have a length that is a multiple of three", points?.length, cure);
  }
  if (points.length < 12) {
    const cure = "a solid needs four corners or more, not all in one plane";
    fail("too-few-points", path, "must be at least four points", points.length / 3, cure);
  }
  const k = points.findIndex((coordinate) => !Number.isFinite(coordinate));
  if (k >= 0) {
    const cure = "look at where this point was computed";
    fail("not-finite", `${path}[${k}]`, "must be a finite number", points[k], cure);
  }
}

/** Returns the default tolerance δ, from the extent and the size of the coordinates, m. */
function computeTolerance(points: Float64Array): number {
  let size = 0;
  let extent = 0;
  for (let k = 0; k < 3; k++) {
    let low = Infinity;
    let high = -Infinity;
    for (let i = k; i < points.length; i += 3) {
      low = Math.min(low, points[i]);
      high = Math.max(high, points[i]);
    }
    size = Math.max(size, -low, high);
    extent = Math.max(extent, high * extentTolerance - low * extentTolerance);
  }
  return Math.max(extent, size * sizeTolerance);
}

/** Returns a smaller tolerance, in the end 0. */
function shrink(tolerance: number): number {
  return tolerance > leastTolerance ? Math.min(tolerance, 1) / toleranceDivisor : 0;
}

function sortPoints(points: Float64Array): SortedPoints {
  let size = 0;
  for (const coordinate of points) size = Math.max(size, Math.abs(coordinate));
  let scale = 1;
  while (size * scale >= 2) scale /= 2;
  while (size * scale < 1 && size > 0 && scale < 2 ** 1023) scale *= 2;
  const scaled = points.map((coordinate) => (Math.abs(coordinate * scale) < leastCoordinate ? 0 : coordinate * scale));
  const compare = (p: number, q: number): number =>
    scaled[3 * p] - scaled[3 * q] || scaled[3 * p + 1] - scaled[3 * q + 1] || scaled[3 * p + 2] - scaled[3 * q + 2];
  // a stable sort: the first of equal points stays the first
  const order = Array.from({ length: points.length / 3 }, (_, p) => p).sort(compare);
  const label = Int32Array.from(order.filter((p, m) => m === 0 || compare(order[m - 1], p) !== 0));
  const x = new Float64Array(3 * label.length);
  for (const [m, p] of label.entries()) x.set(scaled.subarray(3 * p, 3 * p + 3), 3 * m);
  return { x, label, scale };
}

/** Throws for points that have too few dimensions. */
function failFlat(path: string, rank: number, points: Float64Array, tolerance: number): never {
  const code = ["points-equal", "points-on-line", "points-in-plane"][rank];
  const must = ["must not all be equal", "must not all be on a line", "must not all be in a plane"][rank];
  const cure = [
    "a solid needs four corners or more; check the unit of length",
    "a rod needs some thickness: give corners on either side",
    "a plate needs some thickness: give the corners of both its sides",
  ][rank];
  fail(code, path, `${must} (within ${tolerance} m)`, points, cure);
}

/** Orders lists by their first entries that differ. */
function compareLists(a: readonly number[], b: readonly number[]): number {
  for (let m = 0; m < a.length && m < b.length; m++) if (a[m] !== b[m]) return a[m] - b[m];
  return a.length - b.length;
}

/**
 * Simplification of the triangles of a hull to its faces. A corner of the hull is a point where three regions or more meet; a
 * point between two regions lies on an edge, a point within one on a face. Those are left out, and the hull of the corners that
 * remain is made anew, until all points are corners: the faces are then plane polygons that share whole edges.
 *
 * Gathering within a tolerance may fail on a surface with details of that very size: a polygon that is not convex, a
 * region with a hole, a point too far above a face. Then there is no result, and the caller repeats with a smaller
 * tolerance; with tolerance 0 all is exact, and nothing fails.
 */
import { orient3, vec3 } from "../../math/index.js";
import { fitPlane, type HullRegions, mergeTriangles } from "./convex-hull-merge.js";
import { chooseSimplex } from "./convex-hull-simplex.js";
import { type HullTriangle, triangulateHull } from "./convex-hull-triangles.js";
import { measureHeight, PointTree } from "./point-tree.js";

/** Returns the faces of a hull as polygons, or nothing if its surface has details as small as the tolerance. */
export function simplifyHull(
  x: Float64Array,
  original: readonly HullTriangle[],
  tolerance: number,
): number[][] | undefined {
  const first = listPoints(x, original);
  let surface = original;
  let points = first;
  for (;;) {
    const regions = mergeTriangles(x, surface, tolerance);
    const corners = findCorners(x, surface, regions, points, tolerance);
    if (corners.length === points.length) return traceFaces(x, regions, points, first, tolerance);
    const simplex = chooseSimplex(x, corners.length > 0 ? corners : points.slice(0, 1), tolerance);
    if (simplex.rank < 3) return undefined;
    surface = triangulateHull(x, corners, simplex.corners);
    points = listPoints(x, surface);
  }
}

/** Returns the points of a surface, in ascending order. */
function listPoints(x: Float64Array, surface: readonly HullTriangle[]): number[] {
  const used = new Uint8Array(x.length / 3);
  for (const { corner } of surface) for (const p of corner) used[p] = 1;
  const points: number[] = [];
  for (let p = 0; p < used.length; p++) if (used[p] === 1) points.push(p);
  return points;
}

/** Returns the points where three regions or more meet, one of each pair that is no further apart than the tolerance. */
function findCorners(
  x: Float64Array,
  surface: readonly HullTriangle[],
  { region }: HullRegions,
  points: readonly number[],
  tolerance: number,
): number[] {
  // edges between regions that start at a point
  const degree = new Int32Array(x.length / 3);
  for (const t of surface) {
    for (let k = 0; k < 3; k++) if (region[t.index] !== region[t.across[k].index]) degree[t.corner[k]]++;
  }
  for (const { corner } of surface) {
    for (let k = 0; k < 3 && tolerance > 0; k++) {
      const p = corner[k];
      const q = corner[(k + 1) % 3];
      const isShort = p < q && vec3.distance(x, 3 * p, x, 3 * q) <= tolerance;
      if (isShort && degree[p] >= 3) degree[q] = 0;
    }
  }
  return points.filter((p) => degree[p] >= 3);
}

/** Returns the outline of each region, if all of them make a convex polyhedron within the tolerance. */
function traceFaces(
  x: Float64Array,
  regions: HullRegions,
  points: readonly number[],
  first: readonly number[],
  tolerance: number,
): number[][] | undefined {
  const kept = new Set(points);
  const lost = first.filter((p) => !kept.has(p));
  const plane = new Float64Array(6);
  let ofLost: PointTree | null = null;
  let ofAll: PointTree | null = null;
  const faces: number[][] = [];
  for (const [r, triangles] of regions.triangles.entries()) {
    const face = traceOutline(triangles, regions.region, r);
    if (face === undefined) return undefined;
    faces.push(face);
    // an exact face is convex and has all kept points behind it
    const exact = regions.exact[r];
    if (tolerance === 0 || (exact && lost.length === 0)) continue;
    fitPlane(plane, x, triangles);
    centrePlane(plane, x, face);
    if (exact) {
      ofLost ??= new PointTree(x, lost);
      if (ofLost.hasAbove(plane, tolerance, (p) => !isBehind(x, triangles[0], p))) return undefined;
    } else {
      ofAll ??= new PointTree(x, first);
      if (ofAll.hasAbove(plane, tolerance)) return undefined;
      if (face.some((p) => measureHeight(plane, x, p) < -tolerance) || !isConvex(x, face, plane)) return undefined;
    }
  }
  // a sphere cut into discs with three or more at each corner: V − E + F = 2 and F ≥ 4 follow
  return faces;
}

/** Returns the outline of region r, if it is one closed line that meets no point twice. */
function traceOutline(triangles: readonly HullTriangle[], region: Int32Array, r: number): number[] | undefined {
  if (triangles.length === 1) return rotateFace([...triangles[0].corner]);
  const next = new Map<number, number>();
  let edges = 0;
  let start = -1;
  for (const { corner, across } of triangles) {
    for (let k = 0; k < 3; k++) {
      if (region[across[k].index] === r) continue;
      next.set(corner[k], corner[(k + 1) % 3]);
      start = corner[k];
      edges++;
    }
  }
  const face: number[] = [];
  for (let p: number | undefined = start; p !== undefined && face.length < edges; p = next.get(p)) {
    if (p === start && face.length > 0) break;
    face.push(p);
  }
  return edges >= 3 && face.length === edges && next.size === edges ? rotateFace(face) : undefined;
}

/** Rotates the list of points of a polygon so that its smallest point comes first. */
function rotateFace(face: number[]): number[] {
  const start = face.indexOf(face.reduce((p, q) => Math.min(p, q)));
  return [...face.slice(start), ...face.slice(0, start)];
}

/** Moves a plane to the mean of the corners of a face. */
function centrePlane(plane: Float64Array, x: Float64Array, face: readonly number[]): void {
  for (let k = 0; k < 3; k++) {
    const first = x[3 * face[0] + k];
    let sum = 0;
    for (const p of face) sum += x[3 * p + k] - first;
    plane[3 + k] = first + sum / face.length;
  }
}

/** Returns whether a polygon turns left at each corner, seen from above its plane. */
function isConvex(x: Float64Array, face: readonly number[], plane: Float64Array): boolean {
  const u = new Float64Array(9);
  return face.every((q, m) => {
    const p = face[(m + face.length - 1) % face.length];
    const s = face[(m + 1) % face.length];
    vec3.subtract(u, 0, x, 3 * q, x, 3 * p);
    vec3.subtract(u, 3, x, 3 * s, x, 3 * q);
    vec3.cross(u, 6, u, 0, u, 3);
    return vec3.dot(u, 6, plane, 0) > 0;
  });
}

function isBehind(x: Float64Array, { corner }: HullTriangle, p: number): boolean {
  return orient3(x, 3 * corner[0], x, 3 * corner[1], x, 3 * corner[2], x, 3 * p) <= 0;
}

/**
 * The convex hull of points as a closed surface of triangles, by exact signs alone: quickhull (Barber, Dobkin and
 * Huhdanpaa, "The quickhull algorithm for convex hulls", 1996).
 *
 * The algorithm starts with a tetrahedron. Every outside point belongs to the outside set of one triangle that is visible from
 * it; a triangle with an outside set takes its furthest point as a corner: the triangles visible from that corner are replaced by
 * a cone from their horizon to the corner, and their outside points go to the triangles of the cone or, where none is visible,
 * are inside.
 *
 * A triangle is visible from points strictly above its plane, exactly. The triangles visible from a point are those visible from
 * a little further inside, where it lies in no plane: always one patch with one horizon, on which no edge is in line with the
 * point. No triangle is degenerate, whatever the input; points within a facet or an edge of the hull may remain as corners of
 * triangles.
 */
import { orient3, vec3 } from "../../math/index.js";

/** A triangle of the surface, counter-clockwise seen from outside. */
export interface HullTriangle {
  /** The three corners. */
  readonly corner: readonly [number, number, number];
  /** The neighbour across the edge from corner k to corner k + 1. */
  readonly across: HullTriangle[];
  /** Normal (b − a) × (c − a), as rounded: signs are never taken from it. */
  readonly normal: readonly [number, number, number];
  /** Furthest point of the outside set, −1 if it is empty; the others are linked to it. */
  waiting: number;
  /** Height of the furthest outside point, in terms of the normal. */
  height: number;
  /** Visibility from the point at hand. */
  mark: number;
  /** Index in the finished surface, −1 before. */
  index: number;
}

/** Arrays that the steps share. */
interface Workspace {
  readonly x: Float64Array;
  /** Next point of the outside set of a triangle, −1 at the end. */
  readonly next: Int32Array;
}

// visibility of a triangle
const unknown = 0;
const seen = 1;
const hidden = 2;
const gone = 3;

/** Edges and normal of the triangle being made. */
const edge = new Float64Array(9);
const n = new Float64Array(3);

/** Returns the surface of the hull of the points `use` (indices into x), starting with four of them that are not in a plane. */
export function triangulateHull(x: Float64Array, use: readonly number[], simplex: readonly number[]): HullTriangle[] {
  const work: Workspace = { x, next: new Int32Array(x.length / 3).fill(-1) };
  let latest = createSimplex(x, simplex);
  for (const p of use) if (!simplex.includes(p)) assign(work, latest, p);
  // the list grows as it is read: oldest triangles first
  const agenda = latest.slice();
  for (const triangle of agenda) {
    if (triangle.mark === gone || triangle.waiting < 0) continue;
    latest = addCorner(work, triangle);
    for (const t of latest) if (t.waiting >= 0) agenda.push(t);
  }
  return listSurface(latest[0]);
}

/** Returns all triangles connected to one, numbered. */
function listSurface(start: HullTriangle): HullTriangle[] {
  const surface = [start];
  start.index = 0;
  for (const triangle of surface) {
    for (const other of triangle.across) {
      if (other.index >= 0) continue;
      other.index = surface.length;
      surface.push(other);
    }
  }
  return surface;
}

function createSimplex(x: Float64Array, simplex: readonly number[]): HullTriangle[] {
  let [a, b, c, d] = simplex;
  // d below a, b, c
  if (orient3(x, 3 * a, x, 3 * b, x, 3 * c, x, 3 * d) > 0) [b, c] = [c, b];
  const bottom = createTriangle(x, a, b, c);
  const sides = [createTriangle(x, b, a, d), createTriangle(x, c, b, d), createTriangle(x, a, c, d)];
  for (let k = 0; k < 3; k++) {
    // side k starts with the edge from corner k + 1 to corner k of the bottom
    bottom.across[k] = sides[k];
    sides[k].across[0] = bottom;
    sides[k].across[1] = sides[(k + 2) % 3];
    sides[k].across[2] = sides[(k + 1) % 3];
  }
  return [bottom, ...sides];
}

function createTriangle(x: Float64Array, a: number, b: number, c: number): HullTriangle {
  vec3.subtract(edge, 0, x, 3 * b, x, 3 * a);
  vec3.subtract(edge, 3, x, 3 * c, x, 3 * b);
  vec3.subtract(edge, 6, x, 3 * a, x, 3 * c);
  vec3.cross(n, 0, edge, 0, edge, 3);
  let e = 0;
  for (const k of [3, 6]) if (vec3.lengthSquared(edge, k) > vec3.lengthSquared(edge, e)) e = k;
  // in a sliver much of this is rounding: what is left must be square to the longest edge at least
  vec3.addScaled(n, 0, n, 0, -vec3.dot(n, 0, edge, e) / vec3.lengthSquared(edge, e), edge, e);
  const normal: [number, number, number] = [n[0], n[1], n[2]];
  return { corner: [a, b, c], across: new Array(3), normal, waiting: -1, height: 0, mark: unknown, index: -1 };
}

function sees(x: Float64Array, p: number, { corner }: HullTriangle): boolean {
  return orient3(x, 3 * corner[0], x, 3 * corner[1], x, 3 * corner[2], x, 3 * p) > 0;
}

/** Assigns p to the outside set of the first triangle that is visible from it. */
function assign({ x, next }: Workspace, triangles: readonly HullTriangle[], p: number): void {
  for (const triangle of triangles) {
    if (!sees(x, p, triangle)) continue;
    const { normal, waiting } = triangle;
    const i = 3 * triangle.corner[0];
    const height =
      normal[0] * (x[3 * p] - x[i]) + normal[1] * (x[3 * p + 1] - x[i + 1]) + normal[2] * (x[3 * p + 2] - x[i + 2]);
    // rounding may hide which is furthest: any will do
    if (waiting < 0 || height > triangle.height) {
      next[p] = waiting;
      triangle.waiting = p;
      triangle.height = height;
    } else {
      next[p] = next[waiting];
      next[waiting] = p;
    }
    return;
  }
}

/** Makes the furthest outside point of `start` a corner of the surface; returns the new triangles. */
function addCorner(work: Workspace, start: HullTriangle): HullTriangle[] {
  const { x, next } = work;
  const p = start.waiting;
  start.waiting = next[p];
  const patch: HullTriangle[] = [start];
  const beyond: HullTriangle[] = [];
  const cone: HullTriangle[] = [];
  // the triangle of the cone on the edge of the horizon that starts at a corner
  const horizon = new Map<number, HullTriangle>();
  start.mark = seen;
  for (const triangle of patch) {
    for (let k = 0; k < 3; k++) {
      const other = triangle.across[k];
      if (other.mark === unknown) {
        other.mark = sees(x, p, other) ? seen : hidden;
        (other.mark === seen ? patch : beyond).push(other);
      }
      if (other.mark !== hidden) continue;
      const a = triangle.corner[k];
      const b = triangle.corner[(k + 1) % 3];
      const t = createTriangle(x, a, b, p);
      t.across[0] = other;
      other.across[other.corner.indexOf(b)] = t;
      horizon.set(a, t);
      cone.push(t);
    }
  }
  for (const t of cone) {
    const following = horizon.get(t.corner[1]) as HullTriangle;
    t.across[1] = following;
    following.across[2] = t;
  }
  for (const triangle of beyond) triangle.mark = unknown;
  for (const triangle of patch) {
    triangle.mark = gone;
    for (let q = triangle.waiting; q >= 0; ) {
      const after = next[q];
      assign(work, cone, q);
      q = after;
    }
  }
  return cone;
}

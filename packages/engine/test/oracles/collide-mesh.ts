/**
 * Distance of triangles from points, segments and closed surfaces, all triangles one by one: for shapes that are apart. How
 * often a closed surface goes round a point, and where a ray meets triangles, by formulas that share nothing with the
 * engine's.
 */
export type Point = readonly number[];
export type Triangle = readonly [Point, Point, Point];

const minus = (a: Point, b: Point): number[] => a.map((x, k) => x - b[k]);
const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Point, b: Point): number[] => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const clamp = (t: number): number => Math.max(0, Math.min(1, t));

/** From point p to the segment a b. */
function pointToSegment(p: Point, a: Point, b: Point): number {
  const d = minus(b, a);
  const t = clamp(dot(minus(p, a), d) / dot(d, d));
  return Math.hypot(...minus(p, a).map((x, k) => x - t * d[k]));
}

export function pointToTriangle(p: Point, [a, b, c]: Triangle): number {
  const n = cross(minus(b, a), minus(c, a));
  const inside = [
    [a, b],
    [b, c],
    [c, a],
  ].every(([u, v]) => dot(cross(minus(v, u), minus(p, u)), n) >= 0);
  if (inside) return Math.abs(dot(minus(p, a), n)) / Math.hypot(...n);
  return Math.min(pointToSegment(p, a, b), pointToSegment(p, b, c), pointToSegment(p, c, a));
}

/** Of two segments: at their ends, or along the common perpendicular if its feet are on both. */
function segmentToSegment(a: Point, b: Point, c: Point, d: Point): number {
  const ends = Math.min(
    pointToSegment(a, c, d),
    pointToSegment(b, c, d),
    pointToSegment(c, a, b),
    pointToSegment(d, a, b),
  );
  const u = minus(b, a);
  const v = minus(d, c);
  const n = cross(u, v);
  const square = dot(n, n);
  if (!(square > 0)) return ends;
  const w = minus(c, a);
  const s = dot(cross(w, v), n) / square;
  const t = dot(cross(w, u), n) / square;
  if (s < 0 || s > 1 || t < 0 || t > 1) return ends;
  return Math.min(ends, Math.abs(dot(w, n)) / Math.sqrt(square));
}

export function segmentToTriangle(p: Point, q: Point, triangle: Triangle): number {
  const [a, b, c] = triangle;
  return Math.min(
    pointToTriangle(p, triangle),
    pointToTriangle(q, triangle),
    segmentToSegment(p, q, a, b),
    segmentToSegment(p, q, b, c),
    segmentToSegment(p, q, c, a),
  );
}

/** Of two triangles that do not cross. */
export function triangleToTriangle(s: Triangle, t: Triangle): number {
  const sides = [0, 1, 2].map((k) => segmentToTriangle(s[k], s[(k + 1) % 3], t));
  return Math.min(...sides, ...t.map((p) => pointToTriangle(p, s)));
}

/**
 * How often a closed surface goes round p: the sum of the solid angles of its triangles over 4π (Van Oosterom and Strackee
 * 1983). 1 within, 0 outside, for normals that point outward.
 */
export function windingNumber(p: Point, triangles: readonly Triangle[]): number {
  let sum = 0;
  for (const triangle of triangles) {
    const [a, b, c] = triangle.map((corner) => minus(corner, p));
    const [la, lb, lc] = [a, b, c].map((v) => Math.hypot(...v));
    const below = la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb;
    sum += 2 * Math.atan2(dot(a, cross(b, c)), below);
  }
  return sum / (4 * Math.PI);
}

/** t at which p + t d meets the plane of a triangle, and how far within its sides: the least of three distances. */
export function rayToTriangle(p: Point, d: Point, [a, b, c]: Triangle): { t: number; within: number; front: boolean } {
  const n = cross(minus(b, a), minus(c, a));
  const t = dot(minus(a, p), n) / dot(d, n);
  const q = p.map((x, k) => x + t * d[k]);
  const sides = [
    [a, b],
    [b, c],
    [c, a],
  ].map(([u, v]) => dot(cross(minus(v, u), minus(q, u)), n) / (Math.hypot(...n) * Math.hypot(...minus(v, u))));
  return { t, within: Math.min(...sides), front: dot(d, n) < 0 };
}

/** Distance of triangles from points, segments and closed surfaces, all triangles one by one: for shapes that are apart. */
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

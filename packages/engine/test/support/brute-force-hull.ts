/** The hull of points on a small lattice from its definition, in whole numbers below 2⁵³: no predicate, no tolerance. */

type Point = readonly [number, number, number];

const subtract = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** Tries the plane of every triple, a face if no point is above it. No two points may be equal. */
export function findHullFaces(points: Float64Array): Int32Array[] {
  const all: Point[] = Array.from({ length: points.length / 3 }, (_, p) => [
    points[3 * p],
    points[3 * p + 1],
    points[3 * p + 2],
  ]);
  const faces = new Map<string, Int32Array>();
  for (const [a, pa] of all.entries()) {
    for (const [b, pb] of all.entries()) {
      for (const [c, pc] of all.entries()) {
        if (a >= b || a >= c || b === c) continue;
        const n = cross(subtract(pb, pa), subtract(pc, pa));
        if (dot(n, n) === 0 || all.some((p) => dot(n, subtract(p, pa)) > 0)) continue;
        const flat = all.flatMap((p, q) => (dot(n, subtract(p, pa)) === 0 ? [q] : []));
        const key = `${flat}`;
        if (!faces.has(key)) faces.set(key, traceCorners(all, flat, n));
      }
    }
  }
  return [...faces.values()];
}

/** The corners of points in a plane, counter-clockwise seen from above: seen from one towards the next, no point is right. */
function traceCorners(all: readonly Point[], flat: readonly number[], n: Point): Int32Array {
  const next = new Map<number, number>();
  for (const p of flat) {
    for (const q of flat) {
      const e = subtract(all[q], all[p]);
      if (dot(e, e) === 0) continue;
      const onSide = flat.every((r) => {
        const d = subtract(all[r], all[p]);
        const side = dot(n, cross(e, d));
        // on the line: between p and q
        return side > 0 || (side === 0 && dot(e, d) >= 0 && dot(e, d) <= dot(e, e));
      });
      if (onSide) next.set(p, q);
    }
  }
  const start = Math.min(...next.keys());
  const corners = [start];
  for (let p = next.get(start); p !== undefined && p !== start; p = next.get(p)) corners.push(p);
  return Int32Array.from(corners);
}

/**
 * The intersection of two convex polygons by cutting one with every side of the other (Sutherland and Hodgman), in whole
 * numbers: coordinates in units of 2⁻²⁰⁰ m. Doubles enter without rounding; only a cutting point is rounded, to a unit.
 */

type Exact = readonly [bigint, bigint];

const unit = 200n;

/** A double as a whole number of units. */
function toExact(x: number): bigint {
  if (x === 0) return 0n;
  // x = m 2^e with a whole m below 2^53
  let e = 0;
  let m = x;
  while (!Number.isInteger(m)) {
    m *= 2;
    e--;
  }
  const shift = unit + BigInt(e);
  if (shift < 0n) throw new Error(`${x} is not a whole number of units`);
  return BigInt(m) << shift;
}

/** A whole number of 2^−bits as a double, good to 1 part in 2⁵². */
function toNumber(x: bigint, bits: bigint): number {
  const negative = x < 0n;
  const m = negative ? -x : x;
  const drop = BigInt(Math.max(0, m.toString(2).length - 60));
  const value = Number(m >> drop) * 2 ** Number(drop - bits);
  return negative ? -value : value;
}

const cross = (o: Exact, a: Exact, b: Exact): bigint => (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);

/** Corners p turned by (c, s) and shifted: (c x − s y + dx, s x + c y + dy). */
function move(polygon: readonly (readonly number[])[], [c, s, dx, dy]: readonly number[]): Exact[] {
  const [C, S, X, Y] = [c, s, dx, dy].map(toExact);
  return polygon.map(([x, y]) => {
    const [u, v] = [toExact(x), toExact(y)];
    return [((C * u - S * v) >> unit) + X, ((S * u + C * v) >> unit) + Y];
  });
}

function cut(polygon: readonly Exact[], a: Exact, b: Exact): Exact[] {
  const kept: Exact[] = [];
  polygon.forEach((p, k) => {
    const q = polygon[(k + 1) % polygon.length];
    const sp = cross(a, b, p);
    const sq = cross(a, b, q);
    if (sp >= 0n) kept.push(p);
    if ((sp > 0n && sq < 0n) || (sp < 0n && sq > 0n)) {
      kept.push([p[0] + ((q[0] - p[0]) * sp) / (sp - sq), p[1] + ((q[1] - p[1]) * sp) / (sp - sq)]);
    }
  });
  return kept;
}

/** Area and corners of P ∩ (Q moved), both counter-clockwise. */
export function intersectPolygons(
  P: readonly (readonly number[])[],
  Q: readonly (readonly number[])[],
  motion: readonly number[],
): { area: number; corners: number[][] } {
  let region: Exact[] = P.map(([x, y]) => [toExact(x), toExact(y)]);
  const moved = move(Q, motion);
  moved.forEach((a, k) => {
    region = cut(region, a, moved[(k + 1) % moved.length]);
  });
  let twice = 0n;
  for (let k = 1; k + 1 < region.length; k++) twice += cross(region[0], region[k], region[k + 1]);
  return {
    area: toNumber(twice, 2n * unit + 1n),
    corners: region.map((p) => p.map((x) => toNumber(x, unit))),
  };
}

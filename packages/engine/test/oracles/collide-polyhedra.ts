/**
 * Distance and depth of two convex polyhedra by trying everything, to 16 digits.
 *
 *   distance   the least over all corners of A and faces of B, faces and corners, edges and edges, corners and edges,
 *              corners and corners, wherever the foot lies within the features
 *   depth      −max s over every face normal and the cross product, both ways, of every edge of A with every edge of B:
 *              s(n) = min n·a − max n·b over all corners, with nothing left out
 *
 * Floating point picks the candidates; those within a hair of the best are evaluated in whole numbers (coordinates in
 * units of 2⁻¹⁵⁰ m), where nothing is rounded but the last division and root.
 */

/** Corners, outward faces and edges in world coordinates: as numbers, and exactly, in whole units. */
export interface Solid {
  readonly points: readonly (readonly number[])[];
  readonly exact: readonly Exact[];
  readonly faces: readonly (readonly number[])[];
  readonly edges: readonly (readonly [number, number])[];
  readonly size: number;
}

type Exact = readonly [bigint, bigint, bigint];

const unit = 150;

/** A double as a whole number of units. */
function toExact(x: number): bigint {
  if (x === 0) return 0n;
  // x = m 2^e with m whole, as it has 53 bits
  const e = Math.floor(Math.log2(Math.abs(x))) - 60;
  const m = BigInt(x / 2 ** e);
  const shift = e + unit;
  return shift >= 0 ? m << BigInt(shift) : m >> BigInt(-shift);
}

/** From corners in a body frame, outward faces, and a frame of twelve numbers (position, rotation row by row). */
export function placeSolid(
  vertices: ArrayLike<number>,
  faces: readonly (readonly number[])[],
  frame: ArrayLike<number>,
): Solid {
  const exact: Exact[] = [];
  for (let v = 0; 3 * v < vertices.length; v++) {
    const p = [0, 1, 2].map((c) => toExact(vertices[3 * v + c]));
    const at = [0, 1, 2].map((r) => {
      let sum = 0n;
      for (let c = 0; c < 3; c++) sum += toExact(frame[3 + 3 * r + c]) * p[c];
      return toExact(frame[r]) + (sum >> BigInt(unit));
    });
    exact.push([at[0], at[1], at[2]]);
  }
  const points = exact.map((p) => p.map((x) => Number(x) * 2 ** -unit));
  const edges = faces.flatMap((face) =>
    face.map((a, k) => [a, face[(k + 1) % face.length]] as [number, number]).filter(([a, b]) => a < b),
  );
  const centre = points[0];
  const size = Math.max(...points.map((p) => Math.hypot(...p.map((x, c) => x - centre[c]))));
  return { points, exact, faces, edges, size };
}

const sub = (a: Exact, b: Exact): Exact => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Exact, b: Exact): bigint => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Exact, b: Exact): Exact => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** √(p/q) 2^−unit, p and q in whole numbers. */
function rootOfRatio(p: bigint, q: bigint): number {
  if (p === 0n) return 0;
  // scaled so that the quotient has about 128 bits
  const shift = 2 * Math.ceil((128 - (p.toString(2).length - q.toString(2).length)) / 2);
  const ratio = shift >= 0 ? (p << BigInt(shift)) / q : p / (q << BigInt(-shift));
  return Math.sqrt(Number(ratio)) * 2 ** (-shift / 2 - unit);
}

/** The signed gap: the distance, or minus the depth. */
export function computeGap(A: Solid, B: Solid): number {
  const s = computeSeparation(A, B);
  return s < 0 ? s : computeDistance(A, B);
}

interface Candidate {
  readonly value: number;
  readonly evaluate: () => number;
}

/** Of the candidates within a hair of the best (sign 1: the largest, −1: the smallest), the best when evaluated exactly. */
function pick(candidates: Candidate[], sign: 1 | -1, hair: number): number {
  let best = -Infinity;
  for (const { value } of candidates) if (sign * value > best) best = sign * value;
  let result = -Infinity;
  for (const { value, evaluate } of candidates) {
    if (sign * value >= best - hair) result = Math.max(result, sign * evaluate());
  }
  return sign * result;
}

/** The largest s over all face normals and cross products of edges. */
function computeSeparation(A: Solid, B: Solid): number {
  const hair = 1e-9 * (A.size + B.size);
  const candidates: Candidate[] = [];
  let best = -Infinity;
  const offerOneWay = (s: number, sign: bigint, exact: () => Exact): void => {
    if (!(s >= best - hair)) return;
    best = Math.max(best, s);
    candidates.push({ value: s, evaluate: () => separateExactly(A, B, exact(), sign) });
  };
  const offer = (n: readonly number[], exact: () => Exact): void => {
    const length = Math.sqrt(dotNumbers(n, n));
    if (!(length > 0)) return;
    measureRange(A, n, rangeA);
    measureRange(B, n, rangeB);
    offerOneWay((rangeA[0] - rangeB[1]) / length, 1n, exact);
    offerOneWay((rangeB[0] - rangeA[1]) / length, -1n, exact);
  };
  for (const solid of [A, B]) {
    for (const face of solid.faces) {
      const u = minus(solid.points[face[1]], solid.points[face[0]]);
      const v = minus(solid.points[face[2]], solid.points[face[0]]);
      const [p, q, r] = face.map((k) => solid.exact[k]);
      offer(crossNumbers(u, v), () => cross(sub(q, p), sub(r, p)));
    }
  }
  for (const [a, b] of A.edges) {
    const u = minus(A.points[b], A.points[a]);
    for (const [c, d] of B.edges) {
      const v = minus(B.points[d], B.points[c]);
      let n = crossNumbers(u, v);
      const exact = (): Exact => cross(sub(A.exact[b], A.exact[a]), sub(B.exact[d], B.exact[c]));
      // nearly parallel: the digits of n are in the exact product alone
      if (dotNumbers(n, n) < 1e-12 * dotNumbers(u, u) * dotNumbers(v, v)) n = toDirection(exact());
      offer(n, exact);
    }
  }
  return pick(candidates, 1, hair);
}

/** A vector of whole numbers as doubles of moderate size. */
function toDirection(n: Exact): number[] {
  const bits = Math.max(...n.map((x) => x.toString(2).length));
  const drop = BigInt(Math.max(0, bits - 80));
  return n.map((x) => Number(x >> drop) * 2 ** -60);
}

function separateExactly(A: Solid, B: Solid, n: Exact, sign: bigint): number {
  const nn = dot(n, n);
  if (nn === 0n) return -Infinity;
  let low: bigint | undefined;
  let high: bigint | undefined;
  for (const p of A.exact) {
    const value = sign * dot(n, p);
    if (low === undefined || value < low) low = value;
  }
  for (const p of B.exact) {
    const value = sign * dot(n, p);
    if (high === undefined || value > high) high = value;
  }
  const s = (low as bigint) - (high as bigint);
  return s < 0n ? -rootOfRatio(s * s, nn) : rootOfRatio(s * s, nn);
}

const minus = (a: readonly number[], b: readonly number[]): number[] => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dotNumbers = (a: readonly number[], b: readonly number[]): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const crossNumbers = (a: readonly number[], b: readonly number[]): number[] => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

const rangeA = [0, 0];
const rangeB = [0, 0];

/** The least and the largest n·p over all corners. */
function measureRange({ points }: Solid, n: readonly number[], out: number[]): void {
  let low = Infinity;
  let high = -Infinity;
  for (const p of points) {
    const value = n[0] * p[0] + n[1] * p[1] + n[2] * p[2];
    if (value < low) low = value;
    if (value > high) high = value;
  }
  out[0] = low;
  out[1] = high;
}

/** The distance of two that do not overlap. */
function computeDistance(A: Solid, B: Solid): number {
  const hair = 1e-9 * (A.size + B.size);
  const candidates: Candidate[] = [];
  let best = Infinity;
  const offer = (value: number, evaluate: () => number): void => {
    if (value > best + hair) return;
    best = Math.min(best, value);
    candidates.push({ value, evaluate });
  };
  A.points.forEach((a, i) => {
    B.points.forEach((b, j) => {
      const w = minus(a, b);
      offer(Math.sqrt(dotNumbers(w, w)), () => {
        const e = sub(A.exact[i], B.exact[j]);
        return rootOfRatio(dot(e, e), 1n);
      });
    });
  });
  for (const [P, Q] of [
    [A, B],
    [B, A],
  ]) {
    P.points.forEach((p, i) => {
      for (const [a, b] of Q.edges) offerCornerEdge(offer, P, i, p, Q, a, b);
      for (const face of Q.faces) offerCornerFace(offer, P, i, p, Q, face);
    });
  }
  for (const [a, b] of A.edges) for (const [c, d] of B.edges) offerEdges(offer, A, a, b, B, c, d);
  return pick(candidates, -1, hair);
}

type Offer = (value: number, evaluate: () => number) => void;

function offerCornerEdge(
  offer: Offer,
  P: Solid,
  i: number,
  p: readonly number[],
  Q: Solid,
  a: number,
  b: number,
): void {
  const u = minus(Q.points[b], Q.points[a]);
  const w = minus(p, Q.points[a]);
  const t = dotNumbers(w, u) / dotNumbers(u, u);
  if (t < 0 || t > 1) return;
  const v = minus(
    w,
    u.map((x) => t * x),
  );
  offer(Math.sqrt(dotNumbers(v, v)), () => {
    const e = sub(Q.exact[b], Q.exact[a]);
    const f = cross(sub(P.exact[i], Q.exact[a]), e);
    return rootOfRatio(dot(f, f), dot(e, e));
  });
}

function offerCornerFace(
  offer: Offer,
  P: Solid,
  i: number,
  p: readonly number[],
  Q: Solid,
  face: readonly number[],
): void {
  const o = Q.points[face[0]];
  const n = crossNumbers(minus(Q.points[face[1]], o), minus(Q.points[face[2]], o));
  const inside = face.every((k, m) => {
    const next = Q.points[face[(m + 1) % face.length]];
    return dotNumbers(crossNumbers(minus(next, Q.points[k]), minus(p, Q.points[k])), n) >= 0;
  });
  if (!inside) return;
  offer(Math.abs(dotNumbers(minus(p, o), n)) / Math.sqrt(dotNumbers(n, n)), () => {
    const [a, b, c] = face.map((k) => Q.exact[k]);
    const e = cross(sub(b, a), sub(c, a));
    const s = dot(sub(P.exact[i], a), e);
    return rootOfRatio(s * s, dot(e, e));
  });
}

function offerEdges(offer: Offer, A: Solid, a: number, b: number, B: Solid, c: number, d: number): void {
  const u = minus(A.points[b], A.points[a]);
  const v = minus(B.points[d], B.points[c]);
  const w = minus(B.points[c], A.points[a]);
  const n = crossNumbers(u, v);
  const nn = dotNumbers(n, n);
  if (nn <= 1e-29 * dotNumbers(u, u) * dotNumbers(v, v)) return;
  const s = dotNumbers(crossNumbers(w, v), n) / nn;
  const t = dotNumbers(crossNumbers(w, u), n) / nn;
  if (s < 0 || s > 1 || t < 0 || t > 1) return;
  offer(Math.abs(dotNumbers(w, n)) / Math.sqrt(nn), () => {
    const e = cross(sub(A.exact[b], A.exact[a]), sub(B.exact[d], B.exact[c]));
    const along = dot(sub(B.exact[c], A.exact[a]), e);
    return rootOfRatio(along * along, dot(e, e));
  });
}

/**
 * Bodies that lie on one another nearly flat: each corner and each crossing of two edges, of all there are, that is
 * within the tolerance of the other body belongs to the contact region, and every contact is one of these.
 */
import { createRng, nextInRange, nextInteger, type Rng } from "@rigor/engine/math";
import { expect, test } from "vitest";
import { collidePolyhedra } from "../../src/collide/convex/polyhedra.js";
import { WitnessCache } from "../../src/collide/convex/witness-cache.js";
import { PairResult, Status } from "../../src/collide/result/pair-result.js";
import { createBox } from "../../src/collide/shapes/create-shape.js";
import {
  cross,
  dot,
  listContacts,
  minus,
  moveBoth,
  nextFrame,
  orderAround,
  type Placed,
  place,
  turnAbout,
} from "../support/regions.js";

const tolerance = 1e-7;
type Vector = readonly number[];

/** Box on box, one a little tilted, by 1e-10 to 1e-5. */
function nextPair(rng: Rng): Placed[] {
  const [sizeA, sizeB] = [0, 1].map(() => [0, 1, 2].map(() => nextInRange(rng, 0.5, 2)));
  const turn = turnAbout([0, 0, 1], nextInteger(rng, 0, 2) * nextInRange(rng, 0, 1));
  const axis = [nextInRange(rng, -1, 1), nextInRange(rng, -1, 1), 0];
  const tilt = turnAbout(axis, 10 ** nextInRange(rng, -10, -5));
  const a = place(createBox({ size: sizeA }), [0, 0, 0], turn);
  const height = (sizeA[2] + sizeB[2]) / 2 + nextInRange(rng, -1, 1) * tolerance;
  const at = place(a.shape, [nextInRange(rng, -1.5, 1.5), nextInRange(rng, -1.5, 1.5), height], tilt);
  const [tilted] = moveBoth([a], at.frame);
  return moveBoth([tilted, place(createBox({ size: sizeB }), [0, 0, 0])], nextFrame(rng, 3));
}

function listCorners({ shape, frame }: Placed): number[][] {
  const { vertices } = shape.polyhedron!;
  return Array.from({ length: vertices.length / 3 }, (_, v) =>
    [0, 1, 2].map(
      (r) => frame[r] + dot([...frame.subarray(3 + 3 * r, 6 + 3 * r)], [...vertices.subarray(3 * v, 3 * v + 3)]),
    ),
  );
}

/** Where the line p + s n enters and leaves a solid; none if it misses it. */
function pierce({ shape, frame }: Placed, p: Vector, n: Vector): [number, number] | null {
  const { facePlanes, faceCount } = shape.polyhedron!;
  let [enter, leave] = [-Infinity, Infinity];
  for (let f = 0; f < faceCount; f++) {
    const local = [...facePlanes.subarray(4 * f, 4 * f + 3)];
    const m = [0, 1, 2].map((r) => dot([...frame.subarray(3 + 3 * r, 6 + 3 * r)], local));
    const above = dot(m, minus(p, [...frame.subarray(0, 3)])) - facePlanes[4 * f + 3];
    const rate = dot(m, n);
    if (Math.abs(rate) < 1e-13) {
      if (above > 0) return null;
    } else if (rate < 0) enter = Math.max(enter, -above / rate);
    else leave = Math.min(leave, -above / rate);
  }
  return enter < leave ? [enter, leave] : null;
}

/** All that is within the tolerance: points in the middle of the gap. */
function listNear(a: Placed, b: Placed, n: Vector): number[][] {
  const near: number[][] = [];
  const [cornersA, cornersB] = [listCorners(a), listCorners(b)];
  const offer = (p: Vector, gap: number, middle: number): void => {
    if (Math.abs(gap) < 0.99 * tolerance) near.push(p.map((x, k) => x + middle * n[k]));
  };
  for (const p of cornersA) {
    const through = pierce(b, p, n);
    if (through) offer(p, -through[1], through[1] / 2);
  }
  for (const p of cornersB) {
    const through = pierce(a, p, n);
    if (through) offer(p, through[0], through[0] / 2);
  }
  const edges = ({ shape }: Placed): [number, number][] => {
    const { edgeVertices, edgeCount } = shape.polyhedron!;
    return Array.from({ length: edgeCount }, (_, e) => [edgeVertices[2 * e], edgeVertices[2 * e + 1]]);
  };
  for (const [i, j] of edges(a)) {
    const e = minus(cornersA[j], cornersA[i]);
    for (const [k, l] of edges(b)) {
      const f = minus(cornersB[l], cornersB[k]);
      const w = minus(cornersB[k], cornersA[i]);
      const whole = dot(n, cross(e, f));
      const [lambda, mu] = [dot(n, cross(w, f)) / whole, dot(n, cross(w, e)) / whole];
      if (!(Math.abs(whole) > 1e-6 && lambda >= 0 && lambda <= 1 && mu >= 0 && mu <= 1)) continue;
      const p = cornersA[i].map((x, r) => x + lambda * e[r]);
      const q = cornersB[k].map((x, r) => x + mu * f[r]);
      offer(p, dot(n, minus(p, q)), -dot(n, minus(p, q)) / 2);
    }
  }
  return near;
}

/** From a point to a polygon around n, a segment or a point; 0 within. */
function measureOutside(polygon: readonly Vector[], n: Vector, p: Vector): number {
  let [within, least] = [polygon.length > 2, Infinity];
  polygon.forEach((from, k) => {
    const e = minus(polygon[(k + 1) % polygon.length], from);
    const w = minus(p, from);
    if (dot(n, cross(e, w)) < 0) within = false;
    const part = Math.max(0, Math.min(1, dot(w, e) / (dot(e, e) || 1)));
    least = Math.min(least, Math.hypot(...w.map((x, r) => x - part * e[r])));
  });
  return within ? 0 : least;
}

test("nothing within the tolerance is left out, and nothing else is a contact", () => {
  const rng = createRng(21);
  const result = new PairResult();
  const counts = new Map<number, number>();
  let touching = 0;
  for (let round = 0; round < 1000; round++) {
    const [a, b] = nextPair(rng);
    collidePolyhedra(result, a.shape, a.frame, 0, b.shape, b.frame, 0, new WitnessCache(1), 0, tolerance);
    if (result.status !== Status.touching) continue;
    touching++;
    const contacts = listContacts(result, a, b, tolerance);
    const n = contacts[0].normal;
    const points = contacts.map((c) => c.point);
    const polygon = points.length > 2 ? orderAround(points, n) : points;
    counts.set(points.length, (counts.get(points.length) ?? 0) + 1);
    const near = listNear(a, b, n);
    for (const p of near) {
      const off = measureOutside(polygon, n, p);
      // merged within 2, cut off within 1 tolerance
      if (!(off < 3 * tolerance)) expect.fail(`${off} m outside the ${points.length} contacts`);
    }
    for (const { point, gap } of contacts) {
      if (!(gap < 1.0001 * tolerance)) expect.fail(`a gap of ${gap} m`);
      const off = Math.min(...near.map((p) => Math.hypot(...minus(p, point))));
      // corners that lie a tolerance outside, or whose gap is at its limit, are not in the list
      if (Math.abs(gap) < 0.9 * tolerance && !(off < 3 * tolerance)) expect.fail(`a contact ${off} m from all`);
    }
  }
  expect(touching).toBeGreaterThan(400);
  for (const n of [1, 2, 3, 4, 5, 6]) expect(counts.get(n)).toBeGreaterThan(2);
});

/** Distance and depth of convex polyhedra against exact answers, and against exhaustion over random pairs. */
import { describe, expect, test } from "vitest";
import { repeats } from "../../../../test/support/campaign.js";
import { Status, Witness } from "../../src/collide/result/pair-result.js";
import { computeGap } from "../oracles/collide-polyhedra.js";
import { references } from "../oracles/collide-references.js";
import {
  collideFresh,
  collideSwapped,
  gapOf,
  measureAlong,
  measurePointError,
  measureSize,
  normalOf,
  type Pair,
  PairMaker,
  pointsOf,
  type ShapeKind,
  toSolids,
} from "../support/convex-pairs.js";

const differ = (a: readonly number[], b: readonly number[]): number => Math.hypot(...a.map((x, c) => x - b[c]));

describe("pairs with exact answers", () => {
  test.each(references.map((reference) => [reference.name, reference] as const))("%s", (_name, reference) => {
    const { A, B, status, gap, normal, pointA, pointB } = reference;
    const pair: Pair = { A: A.shape, B: B.shape, frames: Float64Array.of(...A.frame, ...B.frame) };
    const size = measureSize(pair);
    const result = collideFresh(pair, 1e-14);
    expect(result.status).toBe(status);
    // the answers are given to 1e-15 of the size, and the frames of boxes are rounded; measured: 4e-16 and 6e-16
    expect(Math.abs(gapOf(result) - gap)).toBeLessThan(1e-15 * size);
    if (normal !== undefined) expect(differ(normalOf(result), normal)).toBeLessThan(1.5e-15);
    const [a, b] = pointsOf(result);
    if (pointA !== undefined) expect(differ(a, pointA)).toBeLessThan(2e-15 * size);
    if (pointB !== undefined) expect(differ(b, pointB)).toBeLessThan(2e-15 * size);
  });
});

/** The gap wanted of a random pair, as a part of its size; null: whatever its place gives. */
const nearness = {
  "in any place": null,
  touching: () => 0,
  "nearly touching": (maker: PairMaker) => (maker.between(-1, 1) < 0 ? -1 : 1) * 10 ** maker.between(-16, -3),
} as const;

const families: readonly [ShapeKind, ShapeKind, number][] = [
  ["box", "box", repeats(2000, 500)],
  ["tetrahedron", "tetrahedron", repeats(2000, 500)],
  ["box", "tetrahedron", repeats(1000, 500)],
  ["hull", "tetrahedron", 300],
  ["hull", "box", 150],
  ["hull", "hull", 40],
];

/** The worst of what was seen, each as a part of what is allowed. */
class Worst {
  readonly errors: Record<string, number> = {};

  note(name: string, error: number): void {
    this.errors[name] = Math.max(this.errors[name] ?? 0, error);
  }

  check(): void {
    for (const [name, error] of Object.entries(this.errors)) expect(error, name).toBeLessThan(1);
  }
}

function decide(gap: number, tolerance: number): Status {
  return gap > tolerance ? Status.disjoint : gap < -tolerance ? Status.overlapping : Status.touching;
}

describe.each(Object.keys(nearness) as (keyof typeof nearness)[])("random pairs %s", (place) => {
  test.each(families)("%s and %s, %i pairs", (kindA, kindB, count) => {
    const maker = new PairMaker(count + place.length);
    const worst = new Worst();
    const seen = [0, 0, 0];
    let wrong = 0;
    for (let k = 0; k < count; k++) {
      const near = nearness[place];
      const pair = near === null ? maker.pair(1.4, kindA, kindB) : maker.nearPair(near(maker), kindA, kindB);
      const size = measureSize(pair);
      const tolerance = near === null ? 0 : 1e-7 * size;
      const result = collideFresh(pair, tolerance);
      const gap = gapOf(result);
      const solids = toSolids(pair);
      const exact = computeGap(...solids);
      seen[result.status]++;
      if (result.status !== decide(exact, tolerance) && Math.abs(Math.abs(exact) - tolerance) > 2e-15 * size) wrong++;
      // corner to corner or to edge: what touches has the gap of a plane, which is less than the distance
      const atCorner = result.status === Status.touching && exact - gap > 2e-15 * size;
      if (atCorner) wrong += gap > 0 && gap < exact ? 0 : 1;
      // 1e-12 relative, or the rounding of the coordinates where the gap is less; measured: 1.5e-15 of the size
      else worst.note("gap", Math.abs(gap - exact) / Math.max(1e-12 * Math.abs(exact), 3e-15 * size));
      // s across n, over all corners, in world coordinates; measured: 1.9e-15
      if (result.witness !== Witness.points) {
        worst.note("along n", Math.abs(measureAlong(result, solids) - gap) / (4e-15 * size));
      }
      // measured: 1.0e-14, for edges that are nearly parallel
      worst.note("points", measurePointError(result, pair) / 2e-14);
      // measured: 2.3e-15
      const swapped = collideSwapped(pair, tolerance);
      if (swapped.status !== result.status) wrong++;
      worst.note("swapped", Math.abs(gapOf(swapped) - gap) / (5e-15 * size));
    }
    expect(wrong).toBe(0);
    worst.check();
    // each kind of answer is among them
    const wanted = near(place);
    expect(wanted.every((status) => seen[status] > 0)).toBe(true);
  });
});

function near(place: keyof typeof nearness): Status[] {
  if (place === "touching") return [Status.touching];
  return place === "nearly touching"
    ? [Status.disjoint, Status.touching, Status.overlapping]
    : [Status.disjoint, Status.overlapping];
}

test("the answer does not depend on where the pair is, nor on how it is turned", () => {
  const maker = new PairMaker(5);
  const worst = new Worst();
  for (let k = 0; k < 1000; k++) {
    const pair = k % 2 === 0 ? maker.pair(1.4) : maker.nearPair(10 ** maker.between(-9, -2));
    const size = measureSize(pair);
    const moved = maker.move(pair, 10 * size);
    const [before, after] = [collideFresh(pair), collideFresh(moved)];
    expect(after.status).toBe(before.status);
    // the coordinates of the moved pair are up to 12 sizes, rounded to 1.3e-15 of the size; measured: 6e-15
    worst.note("gap", Math.abs(gapOf(before) - gapOf(after)) / (1.5e-14 * size));
  }
  worst.check();
});

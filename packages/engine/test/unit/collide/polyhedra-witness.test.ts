/** Witnesses: packages/engine/src/collide/convex/witness-cache.ts and find-witness.ts. What is kept may save work, never change the answer. */
import { quat } from "@rigor/engine/math";
import { describe, expect, test } from "vitest";
import { collidePolyhedra, measureGap } from "../../../src/collide/convex/polyhedra.js";
import { WitnessCache } from "../../../src/collide/convex/witness-cache.js";
import { PairResult, Status, Witness } from "../../../src/collide/result/pair-result.js";
import { createBox } from "../../../src/collide/shapes/create-shape.js";
import { writeFrame } from "../../../src/collide/shapes/frame.js";
import { collideFresh, gapOf, kinds, measureSize, normalOf, type Pair, PairMaker } from "../../support/convex-pairs.js";

/** B tumbles along a smooth path that takes it out of A and through it. */
class Motion {
  readonly pair: Pair;
  private readonly amplitude: number[];
  private readonly frequency: number[];
  private readonly spin: Float64Array;

  constructor(maker: PairMaker, kindA = maker.kind(), kindB = maker.kind()) {
    this.pair = maker.pair(0, kindA, kindB);
    const reach = this.pair.A.reach + this.pair.B.reach;
    this.amplitude = [0, 1, 2].map(() => reach * maker.between(0.3, 0.8));
    this.frequency = [0, 1, 2].map(() => maker.between(0.5, 1.5));
    this.spin = Float64Array.from([0, 1, 2], () => maker.between(-1.5, 1.5));
  }

  moveTo(time: number): void {
    const { frames } = this.pair;
    const x = Float64Array.from(
      [0, 1, 2],
      (c) => frames[c] + this.amplitude[c] * Math.sin(this.frequency[c] * time + c),
    );
    const q = new Float64Array(4);
    quat.fromRotationVector(
      q,
      0,
      this.spin.map((w) => w * time),
      0,
    );
    writeFrame(frames, 12, x, 0, q, 0);
  }
}

function collideWith(cache: WitnessCache, slot: number, { A, B, frames }: Pair, tolerance: number): PairResult {
  const result = new PairResult();
  collidePolyhedra(result, A, frames, 0, B, frames, 12, cache, slot, tolerance);
  return result;
}

function measureWith(cache: WitnessCache, slot: number, { A, B, frames }: Pair): PairResult {
  const result = new PairResult();
  measureGap(result, A, frames, 0, B, frames, 12, cache, slot);
  return result;
}

describe("along a motion", () => {
  test.each(kinds.flatMap((a) => kinds.map((b) => [a, b] as const)))("of %s and %s, kept and fresh agree", (a, b) => {
    const maker = new PairMaker(17);
    const seen = [0, 0, 0];
    let worst = 0;
    for (let run = 0; run < 8; run++) {
      const motion = new Motion(maker, a, b);
      const size = measureSize(motion.pair);
      const cache = new WitnessCache(2);
      for (let step = 0; step < 300; step++) {
        motion.moveTo(0.03 * step);
        const fresh = collideFresh(motion.pair, 1e-7 * size);
        const kept = collideWith(cache, 0, motion.pair, 1e-7 * size);
        const gap = measureWith(cache, 1, motion.pair);
        expect(kept.status).toBe(fresh.status);
        worst = Math.max(worst, Math.abs(gapOf(kept) - gapOf(fresh)) / size);
        seen[fresh.status]++;
        if (fresh.status === Status.disjoint) {
          worst = Math.max(worst, Math.abs(gapOf(gap) - gapOf(fresh)) / size);
          // n = v/|v| of points that are near has the error of the points
          const turned = Math.hypot(...normalOf(kept).map((x, c) => x - normalOf(fresh)[c]));
          worst = Math.max(worst, (turned * gapOf(fresh)) / size);
        } else if (fresh.status === Status.touching) {
          for (let c = 0; c < 3; c++) expect(normalOf(kept)[c]).toBeCloseTo(normalOf(fresh)[c], 7);
        } else if (fresh.status === Status.overlapping) {
          // a plane that is best among its neighbours is at most the best of all
          expect(gapOf(gap)).toBeLessThan(0);
          expect(gapOf(gap)).toBeLessThan(gapOf(fresh) + 2e-15 * size);
        }
      }
      // a step of 0.03 changes the features of a pair now and then; what is found anew is rare
      expect(cache.verified).toBeGreaterThan(cache.repaired);
      expect(cache.searched).toBeLessThan(0.1 * (cache.verified + cache.repaired));
    }
    expect(seen[Status.disjoint]).toBeGreaterThan(100);
    expect(seen[Status.overlapping]).toBeGreaterThan(40);
    // measured: 1.6e-15
    expect(worst).toBeLessThan(4e-15);
  });

  test("the measured gap changes no faster than the pair moves, through touching and back", () => {
    const maker = new PairMaker(3);
    let equal = 0;
    for (let run = 0; run < 60; run++) {
      const pair = maker.nearPair(0);
      const { frames } = pair;
      const size = measureSize(pair);
      const n = normalOf(collideFresh(pair, 1e-7 * size));
      const start = [...frames.subarray(12, 15)];
      const cache = new WitnessCache(1);
      let before = Number.NaN;
      for (let step = -20; step <= 20; step++) {
        const h = 1e-5 * size * step;
        for (let c = 0; c < 3; c++) frames[12 + c] = start[c] - h * n[c];
        const gap = gapOf(measureWith(cache, 0, pair));
        // rounding of coordinates of up to twelve sizes; measured: 3e-15
        if (step > -20) expect(gap - before).toBeLessThan((1e-5 + 1e-14) * size);
        before = gap;
        // where faces or edges meet the gap is h; where corners do, the way apart is longer, the way out shorter
        expect(gap - h).toBeGreaterThan(-1e-14 * size);
        if (gap - h < 1e-14 * size) equal++;
      }
    }
    expect(equal).toBeGreaterThan(40 * 41);
  });
});

describe("of two that touch, kept and fresh have one normal", () => {
  const cube = createBox({ size: [1, 1, 1] });
  const placeCubes = (x: readonly number[]): Pair => {
    const frames = new Float64Array(24);
    for (const o of [0, 12]) writeFrame(frames, o, Float64Array.from(o === 0 ? x : [0, 0, 0]), 0, upright, 0);
    return { A: cube, B: cube, frames };
  };
  const upright = Float64Array.of(0, 0, 0, 1);
  const ways = [-1, 0, 1].flatMap((x) => [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((z) => [x, y, z])));

  test.each([
    ["corner on corner", [1, 1, 1]],
    ["edge on edge", [1, 1, 0.3]],
    ["corner on edge", [1, 1, 0]],
    ["face on face", [1, 0, 0]],
    ["half of a face on half of one", [0.5, 1, 0]],
    ["a part of a face on a part of one", [0.5, 1, 0.25]],
  ])("cubes, %s, wherever they come from", (_, end) => {
    const fresh = collideFresh(placeCubes(end), 1e-9);
    expect(fresh.status).toBe(Status.touching);
    for (const way of ways) {
      for (const step of [1e-1, 1e-3, 1e-8, 1e-12]) {
        const cache = new WitnessCache(1);
        const start = end.map((x, c) => x + step * way[c]);
        collideWith(cache, 0, placeCubes(start), 1e-9);
        const kept = collideWith(cache, 0, placeCubes(end), 1e-9);
        expect([kept.witness, gapOf(kept), ...normalOf(kept)]).toEqual([
          fresh.witness,
          gapOf(fresh),
          ...normalOf(fresh),
        ]);
      }
    }
  });

  test.each(kinds.flatMap((a) => kinds.map((b) => [a, b] as const)))("%s and %s, moved until they touch", (a, b) => {
    const maker = new PairMaker(37);
    let worst = 0;
    for (let run = 0; run < 60; run++) {
      const motion = new Motion(maker, a, b);
      const size = measureSize(motion.pair);
      const { frames } = motion.pair;
      const cache = new WitnessCache(1);
      for (let step = 0; step < 6; step++) {
        motion.moveTo(0.03 * step);
        const near = collideWith(cache, 0, motion.pair, 1e-9 * size);
        for (let c = 0; c < 3; c++) frames[12 + c] += gapOf(near) * normalOf(near)[c];
        const fresh = collideFresh(motion.pair, 1e-9 * size);
        const kept = collideWith(cache, 0, motion.pair, 1e-9 * size);
        expect(kept.status).toBe(fresh.status);
        if (fresh.status !== Status.touching) continue;
        worst = Math.max(worst, Math.hypot(...normalOf(kept).map((x, c) => x - normalOf(fresh)[c])));
      }
    }
    // planes as good but for rounding may be turned by as much: 8 × 1e-15/1e-6
    expect(worst).toBeLessThan(1e-8);
  });
});

describe("the cache", () => {
  test("does no harm if the pair has jumped", () => {
    const maker = new PairMaker(29);
    for (let run = 0; run < 20; run++) {
      const motion = new Motion(maker);
      const size = measureSize(motion.pair);
      const cache = new WitnessCache(1);
      for (let step = 0; step < 50; step++) {
        motion.moveTo(maker.between(0, 1000));
        const kept = collideWith(cache, 0, motion.pair, 0);
        const fresh = collideFresh(motion.pair);
        expect(kept.status).toBe(fresh.status);
        expect(Math.abs(gapOf(kept) - gapOf(fresh))).toBeLessThan(4e-15 * size);
      }
    }
  });

  test("only verifies while a pair rests", () => {
    const maker = new PairMaker(31);
    for (const gap of [0.3, 1e-3, 1e-9, 0, -1e-9, -1e-3]) {
      const pair = maker.nearPair(gap);
      const size = measureSize(pair);
      const cache = new WitnessCache(1);
      const first = collideWith(cache, 0, pair, 1e-7 * size);
      expect([cache.verified, cache.repaired, cache.searched]).toEqual([0, 0, 1]);
      const [kind, ...values] = [first.witness, ...first.values];
      for (let k = 0; k < 5; k++) {
        const again = collideWith(cache, 0, pair, 1e-7 * size);
        expect([again.witness, ...again.values]).toEqual([kind, ...values]);
      }
      expect([cache.verified, cache.repaired, cache.searched]).toEqual([5, 0, 1]);
      cache.resetCounts();
      expect(cache.verified + cache.repaired + cache.searched).toBe(0);
    }
  });

  test("keeps its rows when it grows, and forgets the one it is told to", () => {
    const pair = new PairMaker(7).nearPair(0.2, "box", "box");
    const cache = new WitnessCache();
    cache.reserve(2);
    collideWith(cache, 1, pair, 0);
    const kept = [cache.witness[1], cache.featureA[1], cache.featureB[1], ...cache.simplices.subarray(9, 18)];
    cache.reserve(40);
    cache.reserve(3);
    expect(cache.capacity).toBe(40);
    expect([cache.witness[1], cache.featureA[1], cache.featureB[1], ...cache.simplices.subarray(9, 18)]).toEqual(kept);
    collideWith(cache, 39, pair, 0);
    expect(cache.searched).toBe(2);
    cache.reset(1);
    expect(cache.witness[1]).toBe(Witness.none);
    expect([...cache.simplices.subarray(9, 18)].every((x) => x === 0)).toBe(true);
    expect(cache.witness[39]).not.toBe(Witness.none);
  });
});

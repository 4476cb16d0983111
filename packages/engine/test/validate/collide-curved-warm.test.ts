/**
 * What is remembered of a pair changes nothing but the time: along random motions, past and through one another, in touch
 * and with jumps, every pair of kinds gives with a cache what it gives from scratch.
 */
import { createRng, nextInRange, nextOnSphere, type Rng } from "@rigor/engine/math";
import { describe, expect, test } from "vitest";
import { collideCurved } from "../../src/collide/curved/collide-curved.js";
import { CurvedCache } from "../../src/collide/curved/curved-cache.js";
import { PairResult } from "../../src/collide/result/pair-result.js";
import type { Shape } from "../../src/collide/shapes/shape.js";
import { drawFrame, makers, moveFrame, pairs, placeFrame } from "../support/curved-shapes.js";

/** Difference of the gaps, in sizes of the pair: a proof allows 4e-15 of a size that grows with the distance. */
const gapTolerance = 8e-15;
/** What counts as touching, in sizes. */
const touch = 1e-8;
const steps = 120;

const cold = new PairResult();
const warm = new PairResult();

interface Motion {
  readonly a: Shape;
  readonly b: Shape;
  readonly size: number;
  /** The frame of A at a step; B stays. */
  readonly place: (step: number) => Float64Array;
  readonly frameB: Float64Array;
}

/** A straight line past the other or through it, turning about any axis; with `jump` it starts elsewhere now and then. */
function drawMotion(rng: Rng, names: readonly [string, string], jump: boolean): Motion {
  const scale = 10 ** nextInRange(rng, -2, 2);
  const [a, b] = names.map((name) => makers[name](rng, scale));
  const size = a.reach + b.reach;
  const frameB = drawFrame(rng, size);
  const axis = new Float64Array(3);
  const path = new Float64Array(3);
  const aside = new Float64Array(3);
  nextOnSphere(axis, 0, rng);
  nextOnSphere(path, 0, rng);
  nextOnSphere(aside, 0, rng);
  const start = drawFrame(rng, 0);
  const miss = nextInRange(rng, 0, 1);
  const leap = (step: number): number => (jump ? ((step / 15) | 0) * 0.7 : 0);
  return {
    a,
    b,
    size,
    frameB,
    place: (step) => {
      const turned = moveFrame(placeFrame([0, 0, 0], [...axis], 0.008 * step + leap(step)), start);
      const along = (step / steps - 0.5) * 3 * size * (jump && leap(step) % 1.4 > 0.6 ? -1 : 1);
      for (let k = 0; k < 3; k++) turned[k] = frameB[k] + along * path[k] + miss * size * aside[k];
      return turned;
    },
  };
}

/** Moves A so that it is apart from B by `aim`. */
function bringTo(aim: number, { a, b, frameB }: Motion, frameA: Float64Array): void {
  for (let round = 0; round < 6; round++) {
    collideCurved(cold, a, frameA, 0, b, frameB, 0, null, 0, 0);
    for (let k = 0; k < 3; k++) frameA[k] += cold.values[1 + k] * (aim - cold.values[0]);
  }
}

/** How many were compared; how many have the same gap along another normal, by 1e-7 rad or more. */
const seen = { all: 0, turned: 0 };
const wrong: string[] = [];

function compare(motion: Motion, frameA: Float64Array, cache: CurvedCache): void {
  const { a, b, frameB, size } = motion;
  const tolerance = touch * size;
  collideCurved(cold, a, frameA, 0, b, frameB, 0, null, 0, tolerance);
  collideCurved(warm, a, frameA, 0, b, frameB, 0, cache, 0, tolerance);
  seen.all++;
  const c = cold.values;
  const w = warm.values;
  if (warm.status !== cold.status) wrong.push(`status ${warm.status} for ${cold.status}, gap ${c[0]}`);
  if (Math.abs(c[0] - w[0]) <= gapTolerance * size) {
    if (Math.hypot(c[1] - w[1], c[2] - w[2], c[3] - w[3]) > 1e-7) seen.turned++;
    return;
  }
  wrong.push(`gap ${w[0]} for ${c[0]}, size ${size}`);
}

/** Two spheres have nothing to remember. */
const remembered = pairs.slice(1);

describe.each(remembered)("%s and %s", (...names) => {
  const rng = createRng(
    21,
    remembered.findIndex((p) => p[0] === names[0] && p[1] === names[1]),
  );

  test("past and through one another", () => {
    const cache = new CurvedCache(1);
    let apart = 0;
    for (let m = 0; m < 8; m++) {
      const motion = drawMotion(rng, names, false);
      cache.reset(0);
      for (let step = 0; step < steps; step++) {
        compare(motion, motion.place(step), cache);
        if (cold.values[0] > 0) apart++;
      }
    }
    expect(wrong).toEqual([]);
    // of those apart nearly all are proved: the rest is where features change
    expect(cache.verified).toBeGreaterThan(0.9 * apart);
    expect(apart).toBeGreaterThan(300);
  });

  test("in touch, by a little apart or overlapping", () => {
    const cache = new CurvedCache(1);
    const aims = [0, 1e-12, -1e-12, 1e-9, -1e-9];
    for (let m = 0; m < 5; m++) {
      const motion = drawMotion(rng, names, false);
      cache.reset(0);
      for (let step = 0; step < steps / 2; step++) {
        const frameA = motion.place(step);
        bringTo(aims[m] * motion.size, motion, frameA);
        compare(motion, frameA, cache);
      }
    }
    expect(wrong).toEqual([]);
    expect(cache.verified).toBeGreaterThan(cache.searched);
  });

  test("with jumps", () => {
    const cache = new CurvedCache(1);
    for (let m = 0; m < 4; m++) {
      const motion = drawMotion(rng, names, true);
      for (let step = 0; step < steps; step++) compare(motion, motion.place(step), cache);
    }
    expect(wrong).toEqual([]);
  });
});

test("normals are the same", () => {
  expect(seen.all).toBeGreaterThan(25_000);
  expect(seen.turned).toBe(0);
});

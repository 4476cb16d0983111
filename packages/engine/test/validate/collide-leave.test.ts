/**
 * Motions that begin in touch, with hops and dips as deep as a few tolerances and deeper: what the search for the next impact
 * says is held against the gap at hundreds of times.
 */
import { createRng, nextInRange, nextInteger, nextOnSphere, type Rng } from "@rigor/engine/math";
import { describe, expect, test } from "vitest";
import { collideShapes, PairCache } from "../../src/collide/pair/pair.js";
import { PairResult } from "../../src/collide/result/pair-result.js";
import { createPlane } from "../../src/collide/shapes/create-shape.js";
import type { Shape } from "../../src/collide/shapes/shape.js";
import { TimeOfImpactSearch, TimeOfImpactStatus } from "../../src/collide/time-of-impact/search-state.js";
import { findTimeOfImpact } from "../../src/collide/time-of-impact/time-of-impact.js";
import { createTerrain } from "../support/collide-meshes.js";
import { drawFrame, makers, moveFrame, placeFrame } from "../support/curved-shapes.js";

/** Tolerance in distance, m. */
const delta = 1e-4;
/** How long a motion lasts, s, and at how many times it is looked at. */
const span = 1;
const looks = 400;

const grounds: Record<string, (rng: Rng) => Shape> = {
  plane: () => createPlane({ normal: [0, 0, 1] }),
  box: (rng) => makers.box(rng, 1),
  cylinder: (rng) => makers.cylinder(rng, 1),
  mesh: () => createTerrain(6, 1, (x, y) => 0.1 * x * y),
};
const bodies = ["sphere", "capsule", "box", "convex", "cylinder", "cone"];

const result = new PairResult();
const home = placeFrame([0, 0, 0]);

function measure(a: Shape, frame: Float64Array, b: Shape): number {
  collideShapes(result, a, frame, 0, b, home, 0, new PairCache(1), 0, 0);
  return result.values[0];
}

interface Motion {
  readonly place: (t: number) => Float64Array;
  readonly speed: number;
  readonly acceleration: number;
}

/**
 * From a touch, along the normal by Σ c (cos ψ − cos(ψ + k t)), along a line across it and about an axis through the centre
 * at constant rates. False if it is not brought into touch.
 */
function drawMotion(rng: Rng, a: Shape, b: Shape): Motion | null {
  const start = drawFrame(rng, 0);
  start[2] += 3;
  for (let round = 0; round < 12; round++) {
    const gap = measure(a, start, b);
    if (!(Math.abs(gap) < 10)) return null;
    for (let k = 0; k < 3; k++) start[k] -= gap * result.values[1 + k];
  }
  if (Math.abs(measure(a, start, b)) > 0.1 * delta) return null;
  const n = [...result.values.subarray(1, 4)];
  const waves = [0, 1].map(() => {
    const k = 10 ** nextInRange(rng, 0, 1.5);
    return { k, c: (delta * 10 ** nextInRange(rng, -0.5, 2)) / Math.max(1, k / 10), psi: nextInRange(rng, -1.5, 1.5) };
  });
  const axis = new Float64Array(3);
  const way = new Float64Array(3);
  nextOnSphere(axis, 0, rng);
  nextOnSphere(way, 0, rng);
  const along = way[0] * n[0] + way[1] * n[1] + way[2] * n[2];
  const spin = nextInteger(rng, 0, 1) * 10 ** nextInRange(rng, -4, -1);
  const slide = nextInteger(rng, 0, 1) * 0.1;
  const sum = (f: (wave: { k: number; c: number; psi: number }) => number): number =>
    waves.reduce((total, wave) => total + f(wave), 0);
  return {
    place: (t) => {
      const turned = moveFrame(placeFrame([0, 0, 0], [...axis], spin * t), start);
      const h = sum(({ k, c, psi }) => c * (Math.cos(psi) - Math.cos(psi + k * t)));
      for (let d = 0; d < 3; d++) turned[d] = start[d] + h * n[d] + slide * t * (way[d] - along * n[d]);
      return turned;
    },
    speed: sum(({ k, c }) => c * k) + slide + spin * a.reach,
    acceleration: sum(({ k, c }) => c * k * k) + spin * spin * a.reach,
  };
}

function follow(a: Shape, b: Shape, { place, speed, acceleration }: Motion, isBound: boolean): TimeOfImpactSearch {
  const search = new TimeOfImpactSearch({ distanceTolerance: delta, leaving: true, maxEvaluations: 1500 });
  search.setRange(0, span, speed * 1.001 + 1e-9, isBound ? acceleration * 1.001 + 1e-9 : Infinity);
  const write = (frames: Float64Array, time: Float64Array): void => {
    frames.set(place(time[0]), 0);
    frames.set(home, 12);
  };
  findTimeOfImpact(search, { shapeA: a, shapeB: b, place: write, cache: new PairCache(1), slot: 0 });
  return search;
}

describe.each(Object.keys(grounds))("on a %s", (ground) => {
  test("no overlap deeper than 2δ is passed over, with accelerations bounded and without", () => {
    const rng = createRng(31, Object.keys(grounds).indexOf(ground));
    const seen = new Map<string, number>();
    let deepest = 0;
    for (let m = 0; m < 12; m++) {
      const a = makers[bodies[m % bodies.length]](rng, 0.5);
      const b = grounds[ground](rng);
      const motion = drawMotion(rng, a, b);
      if (motion === null) continue;
      const gaps = Array.from({ length: looks + 1 }, (_, k) => measure(a, motion.place((span * k) / looks), b));
      for (const isBound of [true, false]) {
        const search = follow(a, b, motion, isBound);
        const { status } = search;
        const key = `${isBound} ${status}`;
        seen.set(key, (seen.get(key) ?? 0) + 1);
        // what touches all the time, or never, says so of the whole time
        const isWhole = status === TimeOfImpactStatus.none || status === TimeOfImpactStatus.touching;
        const until = isWhole ? span : search.time[0];
        gaps.forEach((gap, k) => {
          if ((span * k) / looks <= until) deepest = Math.max(deepest, -gap);
        });
        // a hit goes in: some time later it is deeper than the tolerance
        if (status === TimeOfImpactStatus.hit) {
          const t = search.time[0];
          const after = Array.from({ length: 60 }, (_, k) => measure(a, motion.place(Math.min(span, t + k * 5e-3)), b));
          expect(Math.min(...after)).toBeLessThan(-0.2 * delta);
          expect(Math.abs(search.pair.values[0])).toBeLessThan(1.01 * delta);
        }
        // with a bound there is an answer
        if (isBound) expect(status).not.toBe(TimeOfImpactStatus.limit);
      }
    }
    expect(deepest).toBeLessThan(2 * delta);
    expect(seen.get(`true ${TimeOfImpactStatus.hit}`)).toBeGreaterThan(3);
    expect([...seen.keys()].filter((key) => key.startsWith("true")).length).toBeGreaterThan(1);
  });
});

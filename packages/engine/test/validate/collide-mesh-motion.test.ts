/** Time of impact with meshes and of compound bodies, against closed forms and samples of the gap. */
import { createRng, nextInRange, nextOnSphere, quat } from "@rigor/engine/math";
import { describe, expect, test } from "vitest";
import { CompoundCache, createCompound } from "../../src/collide/pair/compound.js";
import { PairCache } from "../../src/collide/pair/pair.js";
import { createBox, createCone, createCylinder, createSphere } from "../../src/collide/shapes/create-shape.js";
import { frameSize, writeFrame } from "../../src/collide/shapes/frame.js";
import type { Shape } from "../../src/collide/shapes/shape.js";
import { findCompoundTimeOfImpact } from "../../src/collide/time-of-impact/compound-time-of-impact.js";
import {
  type MovingPair,
  TimeOfImpactSearch,
  TimeOfImpactStatus,
} from "../../src/collide/time-of-impact/search-state.js";
import { findTimeOfImpact } from "../../src/collide/time-of-impact/time-of-impact.js";
import { createSurface, createTerrain, listTriangles, measureAll } from "../support/collide-meshes.js";
import { makers } from "../support/curved-shapes.js";
import { place } from "../support/regions.js";

const home = place(createSphere({ radius: 1 }), [0, 0, 0]).frame;

/** A shape that flies at a velocity, under a weight, and turns; the mesh stays where it is. */
function fly(
  shapeA: Shape,
  shapeB: Shape,
  start: readonly number[],
  v: readonly number[],
  weight = 0,
  spin: readonly number[] = [0, 0, 1, 0],
): MovingPair {
  const x = new Float64Array(3);
  const q = new Float64Array(4);
  const axis = Float64Array.from(spin.slice(0, 3));
  const move = (frames: Float64Array, time: Float64Array): void => {
    const t = time[0];
    for (let c = 0; c < 3; c++) x[c] = start[c] + t * v[c] - (c === 2 ? 0.5 * weight * t * t : 0);
    quat.fromAxisAngle(q, 0, axis, 0, spin[3] * t);
    writeFrame(frames, 0, x, 0, q, 0);
    for (let k = 0; k < frameSize; k++) frames[frameSize + k] = home[k];
  };
  return { shapeA, shapeB, place: move, cache: new PairCache(1), slot: 0 };
}

const bodies: Record<string, Shape> = {
  sphere: createSphere({ radius: 0.1 }),
  box: createBox({ size: [0.2, 0.2, 0.2] }),
  cylinder: createCylinder({ radius: 0.1, height: 0.2 }),
  cone: createCone({ radius: 0.1, height: 0.2 }),
};

describe("a wall of 0.05 m, at 200 m/s", () => {
  const wall = createSurface(createBox({ size: [0.05, 4, 4] }));

  test.each(Object.keys(bodies))("%s never passes, whatever the interval", (name) => {
    const reach = 0.1 + 0.025;
    for (const acceleration of [Infinity, 0]) {
      for (const length of [0.06, 1, 1000]) {
        const search = new TimeOfImpactSearch();
        search.setRange(0, length, 200, acceleration);
        expect(findTimeOfImpact(search, fly(bodies[name], wall, [-10, 0.3, 0.2], [200, 0, 0]))).toBe(
          TimeOfImpactStatus.hit,
        );
        // a bit of the time, and a bit of 10 m at that speed
        expect(Math.abs(search.time[0] - (10 - reach) / 200)).toBeLessThan(2e-17);
      }
    }
  });

  test("the mesh as the first of the two", () => {
    const moving = fly(bodies.sphere, wall, [-10, 0.3, 0.2], [200, 0, 0]);
    const search = new TimeOfImpactSearch();
    search.setRange(0, 1, 200);
    const swapped: MovingPair = {
      ...moving,
      shapeA: wall,
      shapeB: bodies.sphere,
      place: (frames, time) => {
        moving.place(frames, time);
        frames.set([...frames.subarray(12, 24), ...frames.subarray(0, 12)]);
      },
    };
    expect(findTimeOfImpact(search, swapped)).toBe(TimeOfImpactStatus.hit);
    expect(Math.abs(search.time[0] - 9.875 / 200)).toBeLessThan(2e-17);
    expect(search.pair.values[1]).toBeCloseTo(1, 15);
  });
});

describe("over a ridge", () => {
  const roof = createTerrain(8, 0.5, (x) => -Math.abs(x));

  test.each([
    [1e-6, TimeOfImpactStatus.none],
    [1e-10, TimeOfImpactStatus.graze],
    [-1e-10, TimeOfImpactStatus.graze],
    [-1e-6, TimeOfImpactStatus.hit],
    [-1e-3, TimeOfImpactStatus.hit],
  ])("a ball at a height of %d m above it", (height, status) => {
    const ball = createSphere({ radius: 0.25 });
    const search = new TimeOfImpactSearch();
    search.setRange(0, 2, 3, 0);
    expect(findTimeOfImpact(search, fly(ball, roof, [-3, 0.1, 0.25 + height], [3, 0, 0]))).toBe(status);
    if (status === TimeOfImpactStatus.hit) {
      const across = Math.sqrt(0.25 * 0.25 - (0.25 + height) * (0.25 + height));
      // the way is known to 1e-16/√(2·1e-6·0.25)
      expect(Math.abs(search.time[0] - (3 - across) / 3)).toBeLessThan(1e-13);
    } else if (status === TimeOfImpactStatus.graze) {
      expect(search.pair.values[0]).toBeCloseTo(height, 15);
    }
    // steps are proved, not a nanometre each
    expect(search.evaluations).toBeLessThan(20000);
  });

  test("a box slides a micrometre above a floor of many triangles", () => {
    const floor = createTerrain(20, 0.5, () => 0);
    const search = new TimeOfImpactSearch();
    search.setRange(0, 2, 3, 1);
    const moving = fly(createBox({ size: [0.5, 0.5, 0.5] }), floor, [-3, 0.1, 0.25 + 1e-6], [3, 0, 0]);
    expect(findTimeOfImpact(search, moving)).toBe(TimeOfImpactStatus.none);
  });
});

describe("tumbling down on bumps", () => {
  const bumps = createTerrain(7, 0.6, (x, y) => 0.3 * Math.sin(2.1 * x) * Math.cos(1.7 * y));
  const all = listTriangles(bumps);

  test.each(["sphere", "capsule", "box"])("%s: apart before, touching then", (name) => {
    const rng = createRng(41);
    const axis = new Float64Array(3);
    let [hits, worst] = [0, 0];
    for (let k = 0; k < 6; k++) {
      const shape = makers[name](rng, 0.4);
      nextOnSphere(axis, 0, rng);
      const omega = nextInRange(rng, -8, 8);
      const v = [nextInRange(rng, -2, 2), nextInRange(rng, -2, 2), nextInRange(rng, -3, 0)];
      const moving = fly(shape, bumps, [0, 0, 1.7], v, 10, [...axis, omega]);
      const search = new TimeOfImpactSearch();
      const speed = Math.hypot(v[0], v[1], Math.abs(v[2]) + 6) + Math.abs(omega) * shape.reach;
      search.setRange(0, 0.6, speed, k % 2 === 0 ? Infinity : 10 + omega * omega * shape.reach);
      const status = findTimeOfImpact(search, moving);
      if (status !== TimeOfImpactStatus.hit) continue;
      hits++;
      const frames = new Float64Array(24);
      const at = (t: number): number => {
        moving.place(frames, Float64Array.of(t));
        return measureAll({ shape, frame: frames.slice(0, 12) }, all);
      };
      worst = Math.max(worst, Math.abs(at(search.time[0])));
      for (let m = 0; m < 5; m++) expect(at((search.time[0] * m) / 5.0001)).toBeGreaterThan(0);
    }
    expect(hits).toBeGreaterThan(2);
    // a bit of the time at the speed of approach, and rounding of the oracle
    expect(worst).toBeLessThan(1e-14);
  });
});

describe("compound bodies", () => {
  const leg = createBox({ size: [0.1, 0.1, 1] });
  const table = createCompound({
    parts: [
      { shape: createBox({ size: [2, 1, 0.1] }), position: [0, 0, 0.5] },
      ...[0, 1, 2, 3].map((k) => ({ shape: leg, position: [k & 1 ? 0.9 : -0.9, k & 2 ? 0.4 : -0.4, 0] })),
    ],
  });

  test.each([
    ["a block", createBox({ size: [9, 9, 2] }), -1],
    ["a mesh", createTerrain(18, 0.5, () => 0), 0],
  ])("a table falls on %s", (_, shape, z) => {
    const ground = createCompound({ parts: [{ shape, position: [0, 0, z] }] });
    const moving = {
      ...fly(leg, shape, [0, 0, 3], [0, 0, 0], 10),
      compoundA: table,
      compoundB: ground,
      cache: new CompoundCache(table, ground),
    };
    const search = new TimeOfImpactSearch();
    search.setRange(0, 2, 20, 10);
    expect(findCompoundTimeOfImpact(search, moving)).toBe(TimeOfImpactStatus.hit);
    expect(Math.abs(search.time[0] - Math.sqrt(0.5))).toBeLessThan(1e-15);
    expect(search.pair.values[3]).toBeCloseTo(1, 15);
    // the frames are those of the bodies
    expect(search.frames[2]).toBeCloseTo(0.5, 14);
    expect(search.range[1]).toBe(2);
    search.setRange(0, 0.5, 20, 10);
    expect(findCompoundTimeOfImpact(search, moving)).toBe(TimeOfImpactStatus.none);
  });

  test("a ball flies between the legs, and hits one; overlapping, touching at the beginning", () => {
    const ball = createCompound({ parts: [{ shape: createSphere({ radius: 0.1 }) }] });
    const cache = new CompoundCache(ball, table);
    const search = new TimeOfImpactSearch();
    search.setRange(0, 1, 10, 0);
    const shot = (y: number, x = -5) => ({
      ...fly(leg, leg, [x, y, 0], [10, 0, 0]),
      compoundA: ball,
      compoundB: table,
      cache,
    });
    expect(findCompoundTimeOfImpact(search, shot(0))).toBe(TimeOfImpactStatus.none);
    expect(findCompoundTimeOfImpact(search, shot(0.4))).toBe(TimeOfImpactStatus.hit);
    expect(Math.abs(search.time[0] - (5 - 0.95 - 0.1) / 10)).toBeLessThan(1e-16);
    expect(findCompoundTimeOfImpact(search, shot(0.4, -0.9))).toBe(TimeOfImpactStatus.overlapping);
    expect(findCompoundTimeOfImpact(search, shot(0.4, -1.05))).toBe(TimeOfImpactStatus.touching);
  });
});

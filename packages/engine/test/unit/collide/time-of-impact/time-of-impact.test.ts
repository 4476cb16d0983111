/** Times of impact along given paths: the verdicts, the special cases, and what is asked of the caller. */
import {
  createBox,
  createCapsule,
  createPlane,
  createSphere,
  findTimeOfImpact,
  type ImpactOptions,
  ImpactStatus,
  type MovingPair,
  PairCache,
  type Shape,
  type TimeOfImpactMethod,
  TimeOfImpactSearch,
} from "@rigor/engine/collide";
import { describe, expect, test } from "vitest";
import { placeFrame } from "../../../support/curved-shapes.js";

type Path = (t: number) => Float64Array;

function meet(
  A: Shape,
  pathA: Path,
  B: Shape,
  pathB: Path,
  range: [number, number, number, number?],
  options: ImpactOptions = {},
): TimeOfImpactSearch {
  const search = new TimeOfImpactSearch(options);
  const moving: MovingPair = {
    shapeA: A,
    shapeB: B,
    place: (frames, time) => {
      frames.set(pathA(time[0]), 0);
      frames.set(pathB(time[0]), 12);
    },
    cache: new PairCache(1),
    slot: 0,
  };
  search.setRange(...range);
  expect(findTimeOfImpact(search, moving)).toBe(search.status);
  return search;
}

const still = (x: number, y = 0, z = 0): Path => {
  const frame = placeFrame([x, y, z]);
  return () => frame;
};
const straight = (from: number[], v: number[]): Path => {
  return (t) => placeFrame(from.map((x, k) => x + v[k] * t));
};
const methods: TimeOfImpactMethod[] = ["conservative", "regula-falsi", "bisection"];
const ball = createSphere({ radius: 0.1 });
const wall = createBox({ size: [0.05, 2, 2] });

describe("verdicts", () => {
  test.each(methods)("a sphere flies into a wall (%s)", (method) => {
    const search = meet(ball, straight([-1, 0, 0], [3, 0, 0]), wall, still(0), [0, 1, 3], { method });
    expect(search.status).toBe(ImpactStatus.hit);
    // (1 − 0.1 − 0.025)/3: the gap is exact to 1 ulp of the coordinates, 1.1e-16 over 3 m/s
    expect(Math.abs(search.time[0] - 0.875 / 3)).toBeLessThan(2e-16);
    expect(search.pair.values[0]).toBeGreaterThanOrEqual(0);
  });

  test("apart from the beginning to the end", () => {
    const search = meet(ball, straight([-1, 0, 0], [0, 5, 0]), wall, still(0), [0, 1, 5]);
    expect(search.status).toBe(ImpactStatus.none);
    expect(search.time[0]).toBe(1);
  });

  test("overlapping, or touching, at the beginning", () => {
    expect(meet(ball, still(0.05), wall, still(0), [0, 1, 0]).status).toBe(ImpactStatus.overlapping);
    expect(meet(ball, still(0.125), wall, still(0), [0, 1, 0]).status).toBe(ImpactStatus.touching);
  });

  test("nothing moves", () => {
    expect(meet(ball, still(1), wall, still(0), [0, 1, 0]).status).toBe(ImpactStatus.none);
    expect(meet(ball, still(1), wall, still(0), [2, 2, 1]).status).toBe(ImpactStatus.none);
  });

  test("too few evaluations: nothing happens before the time that is given", () => {
    const options = { maxEvaluations: 5 };
    const search = meet(ball, straight([-1, 0, 0], [1, 0, 0]), wall, still(0), [0, 1, 10], options);
    expect(search.status).toBe(ImpactStatus.limit);
    expect(search.time[0]).toBeGreaterThan(0);
    expect(search.time[0]).toBeLessThan(0.875);
  });

  test("a path that is not a number", () => {
    const path: Path = (t) => placeFrame([t < 0.2 ? -1 : Number.NaN, 0, 0]);
    expect(meet(ball, path, wall, still(0), [0, 1, 1]).status).toBe(ImpactStatus.invalid);
  });

  test("a gap other than 0 as the target", () => {
    const target = 0.25;
    const search = meet(ball, straight([-1, 0, 0], [1, 0, 0]), wall, still(0), [0, 1, 1], { target });
    expect(search.status).toBe(ImpactStatus.hit);
    expect(search.time[0]).toBeCloseTo(0.625, 15);
  });
});

describe("through a wall", () => {
  // 20 m a step is 400 walls: whatever the step, and wherever in it the wall stands
  test.each([1e-4, 1e-3, 1 / 60, 0.1, 1, 10])("200 m/s, steps of %f s", (h) => {
    for (const start of [-0.13, -0.2, -0.777, -200 * h * 0.37 - 0.2]) {
      let hits = 0;
      for (let n = 0; n * h * 200 < 0.6 - start && hits === 0; n++) {
        const from = start + 200 * h * n;
        const search = meet(ball, straight([from, 0, 0], [200, 0, 0]), wall, still(0), [0, h, 200]);
        if (search.status === ImpactStatus.hit || search.status === ImpactStatus.touching) {
          hits++;
          expect(Math.abs(n * h + search.time[0] - (-start - 0.125) / 200)).toBeLessThan(1e-12);
        }
      }
      expect(hits).toBe(1);
    }
  });
});

describe("grazes", () => {
  // a sphere passes another at distance 2r + e: least gap e at t = 0.5
  const pass = (e: number, acceleration = Infinity, options: ImpactOptions = {}) =>
    meet(ball, straight([-1, 0.2 + e, 0], [2, 0, 0]), ball, still(0), [0, 1, 2, acceleration], {
      distanceTolerance: 1e-7,
      ...options,
    });

  test.each([0, 1e-10, -1e-10, 9e-8, -9e-8])("a pass at %d", (e) => {
    for (const acceleration of [Infinity, 0]) {
      const search = pass(e, acceleration);
      expect(search.status).toBe(ImpactStatus.graze);
      // g'' = 4/0.2 = 20: the gap is flat to rounding (6e-17) within √(2·6e-17/20) = 2.4e-9, and golden sections stop
      // at 2⁻²⁶ of the stretch that was within the tolerance
      expect(Math.abs(search.time[0] - 0.5)).toBeLessThan(1e-8);
      expect(Math.abs(search.pair.values[0] - e)).toBeLessThan(1e-15);
    }
  });

  test("deeper than the tolerance: a hit at the first of the two roots", () => {
    for (const acceleration of [Infinity, 0]) {
      const e = -2e-7;
      const search = pass(e, acceleration);
      expect(search.status).toBe(ImpactStatus.hit);
      const closed = 0.5 - Math.sqrt(-e * (0.4 + e)) / 2;
      // dg/dt = 20 · 1.4e-4 there: rounding of the gap, 6e-17, is 2e-14 in time
      expect(Math.abs(search.time[0] - closed)).toBeLessThan(5e-14);
    }
  });

  test("farther than the tolerance: none; bounds on acceleration save work", () => {
    const slow = pass(2e-7);
    const fast = pass(2e-7, 0);
    expect([slow.status, fast.status]).toEqual([ImpactStatus.none, ImpactStatus.none]);
    expect(fast.evaluations).toBeLessThan(slow.evaluations / 20);
  });
});

describe("by rotation alone", () => {
  // a rod of length 2 about its middle meets a small ball at distance 0.8: half an angle before it lies along
  const rod = createCapsule({ radius: 0.05, height: 2 });
  const spin = (omega: number): Path => {
    return (t) => placeFrame([0, 0, 0], [0, 0, 1], omega * t);
  };

  test.each(methods)("a rod turns into a ball (%s)", (method) => {
    const search = meet(rod, spin(2), ball, still(-0.8), [0, 0.75, 2 * 1.05], { method });
    expect(search.status).toBe(ImpactStatus.hit);
    // its axis at angle π/2 + 2t; distance of the centre of the ball from it 0.8 sin(angle left) = 0.15
    const closed = (Math.PI / 2 - Math.asin(0.15 / 0.8)) / 2;
    expect(Math.abs(search.time[0] - closed)).toBeLessThan(5e-16);
  });

  test("a rod that turns 1000 times a second through a ball in one long step", () => {
    const omega = 2 * Math.PI * 1000;
    const search = meet(rod, spin(omega), ball, still(-0.8), [0, 1, omega * 1.05, omega * omega * 1.05]);
    expect(search.status).toBe(ImpactStatus.hit);
    const closed = (Math.PI / 2 - Math.asin(0.15 / 0.8)) / omega;
    expect(Math.abs(search.time[0] / closed - 1)).toBeLessThan(1e-14);
  });

  test("a spinning box over a floor: the corner that comes lowest", () => {
    const box = createBox({ size: [1, 1, 1] });
    const floor = createPlane({ normal: [0, 1, 0] });
    const omega = 50;
    const path: Path = (t) => placeFrame([0, 0.7, 0], [0, 0, 1], omega * t);
    const search = meet(box, path, floor, still(0), [0, 1, omega * box.reach, omega * omega * box.reach]);
    // √½ cos(π/4 − ωt) = 0.7
    const closed = (Math.PI / 4 - Math.acos(0.7 * Math.SQRT2)) / omega;
    expect(search.status).toBe(ImpactStatus.hit);
    expect(Math.abs(search.time[0] - closed)).toBeLessThan(1e-16);
  });
});

test("faces that come down all but parallel", () => {
  const plate = createBox({ size: [2, 0.1, 2] });
  for (const tilt of [0, 1e-15, 1e-12, 1e-9, 1e-6]) {
    const path: Path = (t) => placeFrame([0.3, 1 - t, 0.2], [0, 0, 1], tilt);
    const search = meet(plate, path, plate, still(0), [0, 2, 1]);
    // the lower corner over the other plate: 1 − 0.1 − the part of the half width that hangs down over it
    const closed = 1 - 0.05 - 0.05 * Math.cos(tilt) - Math.sin(tilt);
    expect(search.status).toBe(ImpactStatus.hit);
    expect(Math.abs(search.time[0] - closed)).toBeLessThan(5e-16 + 1.4 * tilt);
  }
});

describe("leaving", () => {
  // thrown up from the floor at 5 m/s: back after 2·5/10
  const floor = createPlane({ normal: [0, 1, 0] });
  const thrown: Path = (t) => placeFrame([0, 0.1 + 5 * t - 5 * t * t, 0]);

  test("the next impact of a ball that has just bounced", () => {
    const search = meet(ball, thrown, floor, still(0), [0, 2, 15], { leaving: true });
    expect(search.status).toBe(ImpactStatus.hit);
    expect(Math.abs(search.time[0] - 1)).toBeLessThan(1e-15);
    expect(meet(ball, thrown, floor, still(0), [0, 2, 15]).status).toBe(ImpactStatus.touching);
  });

  test("one that does not leave", () => {
    const falling: Path = (t) => placeFrame([0, 0.1 - t, 0]);
    const search = meet(ball, falling, floor, still(0), [0, 2, 1], { leaving: true });
    expect([search.status, search.time[0]]).toEqual([ImpactStatus.hit, 0]);
    const resting = meet(ball, still(0, 0.1), floor, still(0), [0, 2, 1, 1], { leaving: true });
    expect(resting.status).toBe(ImpactStatus.touching);
  });
});

describe("what is asked of the caller", () => {
  test.each<[string, () => unknown, RegExp]>([
    [
      "a method",
      () => new TimeOfImpactSearch({ method: "newton" as never }),
      /options\.method: must be "conservative"/,
    ],
    [
      "a tolerance",
      () => new TimeOfImpactSearch({ distanceTolerance: 0 }),
      /options\.distanceTolerance: must be a finite/,
    ],
    ["an interval", () => meet(ball, still(1), ball, still(0), [1, 0, 1]), /search\.range: must be from ≤ to/],
    ["a speed", () => meet(ball, still(1), ball, still(0), [0, 1, Infinity]), /finite speed >= 0, got Infinity; bound/],
    ["an acceleration", () => meet(ball, still(1), ball, still(0), [0, 1, 1, -1]), /acceleration >= 0, got -1/],
  ])("%s", (_name, f, message) => {
    expect(f).toThrow(message);
  });
});

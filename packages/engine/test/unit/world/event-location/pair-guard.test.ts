/** First impacts of parts on the path of a step. */
import { createBox, createCapsule, createSphere, ImpactStatus, PairCache } from "@rigor/engine/collide";
import { PartTable } from "@rigor/engine/contact";
import { createRng, nextInRange, nextRotation, type Rng } from "@rigor/engine/math";
import { dopri5 } from "@rigor/engine/ode";
import { boxMass, gravity, RigidSystem } from "@rigor/engine/rigid";
import { describe, expect, test } from "vitest";
import { PairGuard, PairRange } from "../../../../src/world/event-location/pair-guard.js";
import { StepPath } from "../../../../src/world/trajectory/path.js";
import { createFloorWorld, gapAt, layoutOf, type Motion, pathOf } from "../../../support/step-paths.js";

const cube = createBox({ size: [1, 1, 1] });

function watchOf(path: StepPath, gap = 0, tolerance = 1e-7): PairGuard {
  const watch = new PairGuard(tolerance);
  watch.range[PairRange.from] = path.times[0];
  watch.range[PairRange.to] = path.times[path.segmentCount];
  watch.range[PairRange.gap] = gap;
  return watch;
}

describe("a box on its way to the floor", () => {
  test("falling upright: the root of the parabola", () => {
    const { system, parts } = createFloorWorld([cube]);
    const path = pathOf(system, [(t) => [0, 2 - 1 * t - 4.905 * t * t, 0, 0, 0, 0, 1]], 0, 0.6);
    const watch = watchOf(path, 1.5);
    expect(watch.find(path, path, parts, 0, 1, new PairCache(4), 0)).toBe(ImpactStatus.hit);
    const closed = (-1 + Math.sqrt(1 + 4 * 4.905 * 1.5)) / (2 * 4.905);
    // the gap rounds by 4e-16 at a speed of 5.5 m/s
    expect(Math.abs(watch.time[0] - closed)).toBeLessThan(2e-16);
  });

  test("falling and spinning: the corner, by a root of its own in finer arithmetic", () => {
    const { system, parts } = createFloorWorld([cube], { gravity: true });
    system.place(0, [0, 1.2, 0], [0.1, 0.2, 0.3, 0.9], [0.3, 0, 0], [2, 3, 4]);
    const stepper = dopri5(system, { tolerance: 1e-10 });
    const path = new StepPath(system);
    const layout = layoutOf(system, [0]);
    for (let k = 0; k < 200; k++) {
      expect(stepper.step()).toBe(0);
      path.record(stepper, layout);
      const watch = watchOf(path);
      const status = watch.find(path, path, parts, 0, 1, new PairCache(4), 0);
      if (status === ImpactStatus.none) continue;
      expect(status).toBe(ImpactStatus.hit);
      // lowest corner at one time, in exact steps of halving
      const lowest = (t: number): number => gapAt(path, parts, 0, 1, t);
      let [a, b] = [path.times[0], path.times[1]];
      while (a + (b - a) / 2 > a && a + (b - a) / 2 < b) {
        const m = a + (b - a) / 2;
        if (lowest(m) > 0) a = m;
        else b = m;
      }
      // 1 ulp of the height, 1e-16, at 5 m/s
      expect(Math.abs(watch.time[0] - a)).toBeLessThan(1e-16);
      expect(Math.abs(lowest(watch.time[0]))).toBeLessThan(4e-16);
      // a free fall without the floor: the height of the centre is known
      const y = new Float64Array(7);
      path.writePose(y, 0, 0, watch.time);
      expect(Math.abs(y[1] - (1.2 - 4.905 * watch.time[0] * watch.time[0]))).toBeLessThan(1e-10);
      return;
    }
    expect.unreachable();
  });

  test("passed by: too far, or beside", () => {
    const { system, parts } = createFloorWorld([cube, cube]);
    const falls: Motion = (t) => [0, 20 - t, 0, 0, 0, 0, 1];
    const beside: Motion = (t) => [3, 20 + 30 * t, 0, 0, 0, 0, 1];
    const path = pathOf(system, [falls, beside], 0, 0.5);
    const watch = watchOf(path, 19.5);
    expect(watch.find(path, path, parts, 0, 2, new PairCache(4), 0)).toBe(ImpactStatus.none);
    expect(watch.time[0]).toBe(0.5);
    // 2 m apart and 31 m/s, but their boxes do not meet
    watch.range[PairRange.gap] = 2;
    expect(watch.find(path, path, parts, 0, 1, new PairCache(4), 0)).toBe(ImpactStatus.none);
    // how far is not known, but the box stays above the floor
    watch.range[PairRange.gap] = 0;
    expect(watch.find(path, path, parts, 0, 2, new PairCache(4), 0)).toBe(ImpactStatus.none);
    expect([watch.passed, watch.searched]).toEqual([3, 0]);
  });
});

describe("grazes and leaves", () => {
  test("a sphere that dips to the floor", () => {
    const { system, parts } = createFloorWorld([createSphere({ radius: 0.5 })]);
    for (const depth of [5e-8, -5e-8, 3e-7, -3e-7]) {
      const path = pathOf(system, [(t) => [t, 0.5 + depth + 2 * (t - 0.31) * (t - 0.31), 0, 0, 0, 0, 1]], 0, 1);
      const watch = watchOf(path, depth + 2 * 0.31 * 0.31);
      const status = watch.find(path, path, parts, 0, 1, new PairCache(4), 0);
      // what comes no deeper than the tolerance may be told, or proved to be no deeper
      const shallow = [ImpactStatus.graze, ImpactStatus.none] as number[];
      if (depth > -1e-7) expect(shallow).toContain(status);
      else expect(status).toBe(ImpactStatus.hit);
      if (status === ImpactStatus.graze) expect(Math.abs(watch.time[0] - 0.31)).toBeLessThan(2e-8);
      // dg/dt = 1.5e-3 there, the gap rounds by 1e-16
      if (status === ImpactStatus.hit) expect(watch.time[0]).toBeCloseTo(0.31 - Math.sqrt(-depth / 2), 12);
    }
  });

  test("in touch at first, then up and down again", () => {
    const { system, parts } = createFloorWorld([createSphere({ radius: 0.5 })]);
    for (const gap of [0, 5e-8, -5e-8]) {
      const path = pathOf(system, [(t) => [t, 0.5 + gap + t * (0.4 - t), 0, 0, 0, 0, 1]], 0, 1);
      const watch = watchOf(path, gap);
      expect(watch.find(path, path, parts, 0, 1, new PairCache(4), 0)).toBe(ImpactStatus.hit);
      expect(watch.time[0]).toBeCloseTo(0.2 + Math.sqrt(0.04 + gap), 14);
      watch.range[PairRange.to] = 0.39;
      expect(watch.find(path, path, parts, 0, 1, new PairCache(4), 0)).toBe(ImpactStatus.none);
    }
  });

  test("a hop of 1e-9 m is seen with a tolerance of 1e-10", () => {
    const { system, parts } = createFloorWorld([createSphere({ radius: 0.5 })]);
    // 4.905 t (T − t), highest at 1e-9
    const T = Math.sqrt((4 * 1e-9) / 4.905);
    const path = pathOf(system, [(t) => [0, 0.5 + 4.905 * t * (T - t), 0, 0, 0, 0, 1]], 0, 3 * T);
    const watch = watchOf(path, 0, 1e-10);
    expect(watch.find(path, path, parts, 0, 1, new PairCache(4), 0)).toBe(ImpactStatus.hit);
    // 1e-16 m at 1.4e-4 m/s
    expect(Math.abs(watch.time[0] - T)).toBeLessThan(2e-12);
  });

  test("deeper than the tolerance at first: nothing as long as it comes no deeper", () => {
    const { system, parts } = createFloorWorld([createSphere({ radius: 0.5 })]);
    const out = pathOf(system, [(t) => [t, 0.5 - 1e-6 + t * t, 0, 0, 0, 0, 1]], 0, 1);
    expect(watchOf(out, -1e-6).find(out, out, parts, 0, 1, new PairCache(4), 0)).toBe(ImpactStatus.none);
    const deeper = pathOf(system, [(t) => [t, 0.5 - 1e-6 - t * t, 0, 0, 0, 0, 1]], 0, 1);
    const watch = watchOf(deeper, -1e-6);
    expect(watch.find(deeper, deeper, parts, 0, 1, new PairCache(4), 0)).toBe(ImpactStatus.hit);
    expect(watch.time[0]).toBeLessThan(1e-3);
  });
});

/** A quartic motion with spin, from the origin of a random place on. */
function randomMotion(rng: Rng, from: number[], v: number[]): Motion {
  const q = new Float64Array(4);
  nextRotation(q, 0, rng);
  const c = Array.from({ length: 4 }, () => from.map(() => nextInRange(rng, -0.6, 0.6)));
  const d = Array.from({ length: 2 }, () => [0, 1, 2, 3].map(() => nextInRange(rng, -0.6, 0.6)));
  return (t) => [
    ...from.map((x, k) => x + t * (v[k] + c[0][k] + t * (c[1][k] + t * (c[2][k] + t * c[3][k])))),
    ...[0, 1, 2, 3].map((k) => q[k] + t * (d[0][k] + t * d[1][k])),
  ];
}

test("random motions: no sample before the time found is deeper than the tolerance", () => {
  const shapes = [cube, createBox({ size: [0.3, 2, 0.4] }), createCapsule({ radius: 0.2, height: 1 })];
  const rng = createRng(77);
  const met = [0, 0];
  for (let trial = 0; trial < 8; trial++) {
    const { system, parts } = createFloorWorld([shapes[trial % 2], shapes[trial % 3]]);
    const motions = [randomMotion(rng, [0, 1.5, 0], [0.5, -0.7, 0]), randomMotion(rng, [2.2, 1.5, 0.4], [-0.7, 0, 0])];
    const path = pathOf(system, motions, 0, 1);
    const [pA, pB] = trial % 2 ? [0, 1] : [0, 2];
    const gap = gapAt(path, parts, pA, pB, 0);
    if (gap < 1e-3) continue;
    const watch = watchOf(path, gap);
    const status = watch.find(path, path, parts, pA, pB, new PairCache(4), 0);
    met[status === ImpactStatus.none ? 0 : 1]++;
    expect([ImpactStatus.none, ImpactStatus.hit, ImpactStatus.graze]).toContain(status);
    const end = watch.time[0];
    let least = Infinity;
    for (let k = 0; k <= 20_000; k++) least = Math.min(least, gapAt(path, parts, pA, pB, (k / 20_000) * end));
    expect(least).toBeGreaterThan(-1e-7);
    if (status === ImpactStatus.hit) expect(Math.abs(gapAt(path, parts, pA, pB, end))).toBeLessThan(2e-15);
  }
  expect(Math.min(...met)).toBeGreaterThan(1);
});

test("a particle, and bodies on paths of their own", () => {
  const system = new RigidSystem();
  system.addForce(gravity([0, -9.81, 0]));
  system.addBody({ mass: boxMass({ size: [1, 1, 1], mass: 1 }), position: [0, 0, 0] });
  system.particles.addParticle({ mass: 1, position: [0.2, 3, 0.1], velocity: [0, -8, 0] });
  const parts = new PartTable();
  const box = parts.addPart(system, 0, { shape: cube });
  const point = parts.addParticle(system, 0);
  const stepper = dopri5(system, { tolerance: 1e-8, step: 0.5, maxStep: 0.5 });
  stepper.step();
  const path = new StepPath(system);
  path.record(stepper, layoutOf(system, [0], [0]));
  const watch = watchOf(path, 2.5);
  // both fall alike: 2.5 m at 8 m/s
  expect(watch.find(path, path, parts, point, box, new PairCache(4), 0)).toBe(ImpactStatus.hit);
  expect(Math.abs(watch.time[0] - 2.5 / 8)).toBeLessThan(2e-13);
  // two paths, each with one of them
  const first = new StepPath(system);
  const second = new StepPath(system);
  path.copyTo(first);
  path.copyTo(second);
  expect(watch.find(first, second, parts, point, box, new PairCache(4), 0)).toBe(ImpactStatus.hit);
  expect(Math.abs(watch.time[0] - 2.5 / 8)).toBeLessThan(2e-13);
});

/** Pairs that may meet, kept right by boxes larger than the parts; and how far pairs are apart at least. */
import { createBox, createPlane, createSphere } from "@rigor/engine/collide";
import { dopri5, type Stepper } from "@rigor/engine/ode";
import { createRotatePath } from "@rigor/engine/rigid";
import { World } from "@rigor/engine/world";
import { describe, expect, test } from "vitest";
import { Clearance } from "../../../src/world/clearance.js";
import { Neighbours } from "../../../src/world/neighbours.js";
import { StepPath } from "../../../src/world/path.js";
import type { IslandRun } from "../../../src/world/run.js";
import { createRun } from "../../support/islands.js";
import { gapAt } from "../../support/step-paths.js";

/** Two balls that fly towards each other, a floor, a turning bar, a ball that is far away. */
function createScene(): World {
  const world = new World({ gravity: [0, -1, 0] });
  const shape = createSphere({ radius: 0.2 });
  world.addBody({ shape, mass: 1, position: [0, 1, 0], velocity: [3, 0, 0] });
  world.addBody({
    shape: createBox({ size: [1, 0.2, 0.3] }),
    mass: 1,
    position: [2, 1, 0],
    angularVelocity: [0, 2, 3],
  });
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true });
  const path = createRotatePath({ axis: [0, 1, 0], rate: 1, position: [0, 0.2, 2], center: [0, 0, 0] });
  world.addBody({ shape: createBox({ size: [2, 0.2, 0.2] }), path });
  world.addBody({ shape, mass: 1, position: [20, 9, 0] });
  return world;
}

interface Walk {
  readonly run: IslandRun;
  readonly stepper: Stepper;
  readonly path: StepPath;
  readonly neighbours: Neighbours;
  readonly clearance: Clearance;
}

function start(world: World): Walk {
  const run = createRun(world);
  const { parts, detector } = run.kit;
  const neighbours = new Neighbours(parts, detector);
  for (let p = 0; p < parts.count; p++) neighbours.fit(p, 1e-3);
  detector.update();
  neighbours.collect(run);
  const stepper = dopri5(run.island, { tolerance: 1e-8 });
  return { run, stepper, path: new StepPath(world.system), neighbours, clearance: new Clearance(1e-7) };
}

/** One step, and its ways and boxes. */
function step({ run, stepper, path, neighbours, clearance }: Walk): void {
  expect(stepper.step()).toBe(0);
  path.record(stepper, run.layout);
  clearance.begin(run, path);
  neighbours.cover(run, path, clearance.ways);
}

const listPairs = ({ run }: Walk) =>
  Array.from({ length: run.pairCount }, (_, k) => `${run.pairs[3 * k]} ${run.pairs[3 * k + 1]}`);

describe("Neighbours", () => {
  test("whatever comes near in a step is among the pairs", () => {
    const walk = start(createScene());
    const { stepper, path, run } = walk;
    const { parts } = run.kit;
    let most = 0;
    let least = Infinity;
    while (stepper.state[stepper.state.length - 1] < 0.6) {
      step(walk);
      const pairs = listPairs(walk);
      most = Math.max(most, pairs.length);
      least = Math.min(least, pairs.length);
      for (const [a, b] of [
        [0, 1],
        [0, 2],
        [1, 2],
        [0, 3],
        [1, 3],
      ]) {
        for (let s = 0; s <= 4; s++) {
          const t = path.times[0] + (s / 4) * (path.times[1] - path.times[0]);
          if (gapAt(path, parts, a, b, t) <= 0) expect(pairs).toContain(`${a} ${b}`);
        }
      }
    }
    // the balls pass through each other here, nothing answers: they met, and were not pairs from the start
    expect(most).toBeGreaterThan(least);
    expect(least).toBeLessThan(5);
  });

  test("a box that is left grows ahead: parts do not ask the broad phase in every step", () => {
    const walk = start(createScene());
    const { detector } = walk.run.kit;
    let updates = 0;
    const update = detector.update.bind(detector);
    detector.update = () => {
      updates++;
      update();
    };
    let steps = 0;
    while (walk.stepper.state[walk.stepper.state.length - 1] < 0.5) {
      step(walk);
      steps++;
    }
    expect(steps).toBeGreaterThan(10);
    expect(updates).toBeGreaterThan(0);
    expect(updates).toBeLessThan(steps);
  });

  test("an island has the pairs of its own parts and what does not move, and no others", () => {
    const walk = start(createScene());
    const pairs = listPairs(walk);
    expect(pairs).not.toContain("2 3");
    for (let p = 0; p < 5; p++) walk.neighbours.fit(p, 100);
    walk.run.kit.detector.update();
    walk.neighbours.collect(walk.run);
    expect(listPairs(walk).sort()).toEqual(["0 1", "0 2", "0 3", "0 4", "1 2", "1 3", "1 4", "3 4", "4 2"].sort());
  });
});

describe("Clearance", () => {
  test("ways bound what any point of a part moves", () => {
    const walk = start(createScene());
    const { path, clearance, run } = walk;
    const { parts } = run.kit;
    const [first, last] = [new Float64Array(12), new Float64Array(12)];
    for (let k = 0; k < 8; k++) {
      step(walk);
      for (const p of run.parts) {
        path.writeFrame(first, 0, parts, p, Float64Array.of(path.times[0]));
        path.writeFrame(last, 0, parts, p, Float64Array.of(path.times[1]));
        const vertices = parts.shapes[p]?.polyhedron?.vertices ?? new Float64Array(3);
        for (let v = 0; v < vertices.length; v += 3) {
          const at = (frame: Float64Array, r: number) =>
            frame[r] + [0, 1, 2].reduce((sum, c) => sum + frame[3 + 3 * r + c] * vertices[v + c], 0);
          const way = Math.hypot(...[0, 1, 2].map((r) => at(last, r) - at(first, r)));
          expect(way).toBeLessThanOrEqual(clearance.ways[p] * (1 + 1e-12) + 1e-15);
        }
      }
    }
  });

  test("a pair passes only while it is farther apart than both can have come", () => {
    const walk = start(createScene());
    const { path, clearance, run, stepper } = walk;
    const { parts } = run.kit;
    const slot = 3;
    let passed = 0;
    let measured = 0;
    while (stepper.state[stepper.state.length - 1] < 0.45) {
      step(walk);
      if (clearance.passes(0, 1, slot)) {
        passed++;
        for (let s = 0; s <= 4; s++) {
          const t = path.times[0] + (s / 4) * (path.times[1] - path.times[0]);
          expect(gapAt(path, parts, 0, 1, t)).toBeGreaterThan(1e-7);
        }
      } else {
        measured++;
        clearance.measure(run, path, 0, 1, slot);
      }
    }
    expect(passed).toBeGreaterThan(2);
    expect(measured).toBeGreaterThan(1);
  });

  test("nothing passes after a cut, after clearing, in a slot of other parts, or after a step that was not counted", () => {
    const forget: Record<string, (walk: Walk) => void> = {
      cut: ({ clearance }) => clearance.cut(),
      clear: ({ clearance }) => clearance.clear(),
      "a step between": (walk) => step(walk),
    };
    for (const [name, act] of Object.entries(forget)) {
      const walk = start(createScene());
      step(walk);
      walk.clearance.measure(walk.run, walk.path, 0, 1, 3);
      act(walk);
      step(walk);
      expect([name, walk.clearance.passes(0, 1, 3)]).toEqual([name, false]);
    }
    const walk = start(createScene());
    step(walk);
    walk.clearance.measure(walk.run, walk.path, 0, 1, 3);
    step(walk);
    expect(walk.clearance.passes(0, 2, 3)).toBe(false);
    expect(walk.clearance.passes(0, 1, 4000)).toBe(false);
    expect(walk.clearance.passes(0, 1, 3)).toBe(true);
  });
});

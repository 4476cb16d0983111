/** Bodies at rest stay at rest: creep below 1e-9 m in 60 s, asleep or with something that moves on them. */
import { createBox, createSphere } from "@rigor/engine/collide";
import { PathSlot } from "@rigor/engine/rigid";
import { describe, expect, test } from "vitest";
import { buildArch } from "../support/arches.js";
import {
  accelerationOf,
  contactsOf,
  findCreep,
  findWorstGap,
  forceBetween,
  posesOf,
  positionOf,
  runInParts,
  settle,
  velocityOf,
} from "../support/world-measures.js";
import {
  buildPyramid,
  buildWall,
  gradeMasses,
  pileSpheres,
  type StackOptions,
  stackBoxes,
} from "../support/world-structures.js";
import { Stage } from "../support/worlds.js";

/** The bound of the design, m. */
const creep = 1e-9;

/** For a minute asleep, and for another one awake, by a force that might change at any time: then nothing creeps at all. */
function expectRest(stage: Stage, parts = 4): void {
  expectStill(stage, parts, creep);
  const idle = { name: "idle", on: stage.bodies.slice(-1), apply() {} };
  stage.world.addForce(idle);
  const { steps } = expectStill(stage, parts, 1e-15);
  expect(steps).toBeGreaterThan(parts);
  stage.world.removeForce(idle);
}

function expectStill(stage: Stage, parts: number, creep: number, duration = 60): { steps: number } {
  const before = posesOf(stage);
  const { steps } = runInParts(stage, stage.world.system.time + duration, parts, () => {});
  expect(findCreep(stage, before)).toBeLessThan(creep);
  expect(findWorstGap(stage)).toBeGreaterThan(-1e-9);
  for (const body of stage.bodies) for (const v of velocityOf(stage, body)) expect(Math.abs(v)).toBeLessThan(1e-10);
  return { steps };
}

describe("stacks", () => {
  test.each([1, 10, 30])("of %i", (count) => {
    expectRest(stackBoxes({ count }));
  });

  // heights that are no binary fractions: faces meet up to round-off
  test.each([1, 10, 30])("of %i, sizes that round", (count) => {
    expectRest(stackBoxes({ count, size: [0.3, 0.7, 0.1] }));
  });

  test.each([1e-3, 1e3])("of 2, the upper %f times as heavy", (factor) => {
    expectRest(stackBoxes({ count: 2, mass: gradeMasses(2, factor) }));
  });

  test.each([1e-3, 1e3])("of 10, masses that grow to %f", (factor) => {
    expectRest(stackBoxes({ count: 10, mass: gradeMasses(10, factor) }));
  });

  test("of 10, masses 1 and 1000 by turns", () => {
    expectRest(stackBoxes({ count: 10, mass: (k) => (k % 2 === 0 ? 1 : 1000) }));
  });

  test.each<Partial<StackOptions>>([{ count: 1 }, { count: 5 }, { count: 5, mass: gradeMasses(5, 1e3) }])(
    "dropped into place: $count",
    (options) => {
      const stage = stackBoxes({ count: 1, ...options, height: 0.2 });
      runInParts(stage, 0.5, 1, () => {});
      stage.bodies.forEach((body, k) => {
        expect(Math.abs(positionOf(stage, body)[2] - k - 0.5)).toBeLessThan(1e-7);
      });
      expectRest(stage);
    },
  );
});

describe("structures", () => {
  test.each([0.01, 0])("a wall of 4 × 5 bricks, %f m apart", (gap) => {
    expectRest(buildWall(4, 5, gap));
  });

  test.each([3, 6])("a pyramid of %i rows", (rows) => {
    expectRest(buildPyramid(rows));
  });

  test.each([3, 7])("an arch of %i wedges: the thrust in each joint, and rest", (count) => {
    const { stage, thrust } = buildArch({ count, span: (2 * Math.PI) / 3 });
    settle(stage);
    const chain = [0, ...stage.bodies, 1];
    for (let joint = 0; joint <= count; joint++) {
      const force = forceBetween(stage, chain[joint], chain[joint + 1]);
      expect(Math.abs(force / thrust(joint) - 1)).toBeLessThan(1e-10);
    }
    for (const body of stage.bodies) {
      for (const a of accelerationOf(stage, body)) expect(Math.abs(a)).toBeLessThan(1e-12);
    }
    expectRest(stage);
  });

  test("spheres in a pile, held by blocks", () => {
    const { stage } = pileSpheres(1, 2, 10);
    // three planes that touch the lower ones from outside
    for (let k = 0; k < 3; k++) {
      const phi = (2 * Math.PI * k) / 3;
      const n = [-Math.cos(phi), -Math.sin(phi), 0];
      stage.addFloor(0, n, -(2 / Math.sqrt(3) + 1));
    }
    expectRest(stage);
  });
});

describe("awake", () => {
  test.each([0.5, 50])("a stack of bricks, not quite above one another, under a load that changes by %f N", (load) => {
    const stage = new Stage(9.81);
    stage.addFloor();
    const shape = createBox({ size: [0.3, 0.7, 0.1] });
    const aside = (k: number) => 0.03 * Math.sin(k * k);
    for (let k = 0; k < 10; k++) {
      stage.add({ shape, mass: k % 3 === 0 ? 1 : 30, position: [aside(k), 0.3 * aside(k + 1), 0.1 * (k + 0.5)] });
    }
    const top = stage.bodies[9];
    stage.world.addForce({
      name: "load",
      on: [top],
      apply: ({ force, time }) => {
        force[3 * top + 2] -= load * (1 + Math.sin(7 * time));
      },
    });
    // which corners carry how much changes all the time, and one that carries nothing by itself does so with others
    expectStill(stage, 12, 1e-15, 20);
    expect(stage.world.events.every(({ t, type }) => t === 0 && type === "touch")).toBe(true);
  });

  test.each([1, 10])(
    "a stack of %i on a plate that is driven, and stands; a ball spins on it, a particle lies on it",
    (count) => {
      const stage = new Stage(9.81);
      stage.world.addBody({
        shape: createBox({ size: [3, 3, 1] }),
        path: (_, frame) => {
          frame[PathSlot.position + 2] = -0.5;
        },
      });
      const shape = createBox({ size: [1, 1, 1] });
      for (let k = 0; k < count; k++)
        stage.add({ shape, mass: k === 1 ? 1000 : 1, position: [0.1 * (k % 2), 0, k + 0.5] });
      const before = posesOf(stage);
      stage.world.addBody({
        shape: createSphere({ radius: 0.2 }),
        mass: 0.1,
        position: [0.05, 0, count + 0.2],
        angularVelocity: [0, 0, 5],
      });
      stage.world.addParticle({ mass: 0.01, position: [0.1, 0.2, count], collide: true });
      runInParts(stage, 60, 6, () => {});
      expect(findCreep(stage, before)).toBeLessThan(1e-15);
    },
  );

  test("a puck slides over a stack", () => {
    const stage = stackBoxes({ count: 5, size: [4, 4, 0.5] });
    const before = posesOf(stage);
    const shape = createBox({ size: [0.2, 0.2, 0.2] });
    const puck = stage.add({ shape, mass: 0.3, position: [-1.7, 0.1, 2.6], velocity: [0.5, 0, 0] });
    runInParts(stage, 6, 12, (t) => {
      expect(Math.abs(positionOf(stage, puck)[0] + 1.7 - 0.5 * t)).toBeLessThan(1e-9);
      const under = contactsOf(stage, puck, stage.bodies[4]);
      expect(Math.abs(under.reduce((sum, { force }) => sum + force, 0) - 0.3 * 9.81)).toBeLessThan(1e-9);
    });
    const after = posesOf(stage).subarray(0, before.length);
    // its weight goes from one half of the boxes below to the other: corners take over from one another; 1e-12 m measured
    for (let k = 0; k < before.length; k++) expect(Math.abs(after[k] - before[k])).toBeLessThan(1e-2 * creep);
  });

  test("a ball bounces on a stack of heavy boxes that stands on the floor", () => {
    // balls of little mass, plastic below: the boxes neither rise nor sink for long
    const stage = stackBoxes({ count: 3, mass: () => 10 });
    const before = posesOf(stage);
    stage.add({ shape: createSphere({ radius: 0.2 }), mass: 0.1, position: [0, 0, 3.7], restitution: 0.5 });
    runInParts(stage, 4, 16, () => expect(findWorstGap(stage)).toBeGreaterThan(-1e-7));
    const after = posesOf(stage).subarray(0, before.length);
    for (let k = 0; k < before.length; k++) expect(Math.abs(after[k] - before[k])).toBeLessThan(1e-8);
  });

  test("a pendulum swings beside a stack: islands do not disturb each other", () => {
    const alone = stackBoxes({ count: 3 });
    const stage = new Stage(9.81);
    stage.addFloor();
    const boxes = [0, 1, 2].map((k) =>
      stage.add({ shape: createBox({ size: [1, 1, 1] }), mass: 1, position: [0, 0, k + 0.5] }),
    );
    stage.add({ shape: createSphere({ radius: 0.2 }), mass: 1, position: [5, 0, 3], velocity: [1, 0, 0] });
    runInParts(stage, 2, 1, () => {});
    runInParts(alone, 2, 1, () => {});
    boxes.forEach((body, k) => {
      expect(stage.world.system.getPose(body)).toEqual(alone.world.system.getPose(alone.bodies[k]));
    });
  });
});

describe("what pushes hardly at all", () => {
  test.each([1e-9, 1e-11, 1e-12, 1e-13])(
    "%f of a weight moves what stands without friction, though it slept",
    (part) => {
      const stage = stackBoxes({ count: 3 });
      const { world, bodies } = stage;
      const top = bodies[2];
      world.advanceTo(1);
      const weight = world.system.mass[top] * 9.81;
      const apply = ({ force }: typeof world.system) => {
        force[3 * top] += part * weight;
      };
      world.addForce({ name: "push", on: [top], changes: false, apply });
      world.advanceTo(61);
      const way = 0.5 * part * 9.81 * 3600;
      // what is below goes nowhere; of what moves forces are known to 1e-13 of the weight
      expect(Math.abs(positionOf(stage, top)[0] - way)).toBeLessThan(creep);
      for (const other of bodies.slice(0, 2)) expect(Math.abs(positionOf(stage, other)[0])).toBeLessThan(creep);
    },
  );
});

/** Which contacts a leap has to do with: those that close, and those of what is struck; beside one that is fast. */
import { createBox, createPlane, createSphere } from "@rigor/engine/collide";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";
import { detect } from "../../../../src/world/detection/detect.js";
import { StepReach } from "../../../../src/world/time-stepping/step-reach.js";
import { createRun } from "../../../support/islands.js";

const [duration, fall, reach] = [2e-5, 1.962e-4, 1e-3];
const wall = createPlane({ normal: [0, 1, 0] });
const cube = createBox({ size: [1, 1, 1] });
const ball = createSphere({ radius: 0.5 });

/** Cubes that lie on the floor, 0.5 mm apart, and a ball that falls fast: somewhere else, or on the first of them. */
function createScene(x: number, y: number) {
  const world = new World();
  world.addBody({ shape: wall, fixed: true });
  world.addBody({ shape: cube, mass: 1, position: [0, 0.5, 0] });
  world.addBody({ shape: cube, mass: 1, position: [1.0005, 0.5, 0] });
  world.addBody({ shape: ball, mass: 1, position: [x, y, 0], velocity: [0, -20, 0] });
  const context = createRun(world);
  detect(context, reach);
  return { world, context };
}

/** The pairs of bodies of the contacts that are chosen. */
function listPairs({ context }: ReturnType<typeof createScene>, leaps: StepReach): string[] {
  const { bodyA, bodyB } = context.contactSet.contacts;
  const pairs = leaps.choose(context, duration, fall, reach).map((c) => [bodyA[c], bodyB[c]].sort().join(" "));
  return [...new Set(pairs)].sort();
}

test("what is near but does not close is left out, however fast something else is", () => {
  const scene = createScene(10, 0.5004);
  const leaps = new StepReach();
  expect(listPairs(scene, leaps)).toEqual(["0 1", "0 2", "0 3"]);
  leaps.isWide = true;
  expect(listPairs(scene, leaps)).toEqual(["0 1", "0 2", "0 3", "1 2"]);
});

test("what is struck may be driven against what is near it", () => {
  expect(listPairs(createScene(0, 1.5004), new StepReach())).toEqual(["0 1", "0 2", "1 2", "1 3"]);
});

test("what was left out and is met is found out", () => {
  const scene = createScene(10, 0.5004);
  const { world, context } = scene;
  const leaps = new StepReach();
  listPairs(scene, leaps);
  expect(leaps.hasMissed(context, 1e-9)).toBe(false);
  // the second cube, 1 µm into the first
  world.system.state[26] = 1 - 1e-6;
  context.island.derive();
  detect(context, reach);
  expect(leaps.hasMissed(context, 1e-9)).toBe(true);
  expect(leaps.hasMissed(context, 2e-6)).toBe(false);
});

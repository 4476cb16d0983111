/** The audit judges the turning of bodies on a pivot: about it, against the moments told, and against ω. */
import { afterEach, expect, test, vi } from "vitest";
import { ball } from "../../../../src/constrain/index.js";
import { boxMass } from "../../../../src/rigid/index.js";
import { describeAudit } from "../../../../src/world/index.js";
import type { IslandFlow } from "../../../../src/world/integration/island-flow.js";
import { Island } from "../../../../src/world/island/island.js";
import { World } from "../../../../src/world/world.js";

afterEach(() => {
  vi.restoreAllMocks();
});

const words = {
  force: "balance/forces: the reported forces and impulses are not those that move a body",
  way: "balance/positions: a body is not where its velocities lead",
  rest: "balance/rest: the reported forces do not carry a body at rest",
} as const;

/** A top whose tip is held; a second body that hangs from its head by a ball joint, if wanted. */
function spinTop(hangs = false): World {
  const world = new World();
  const mass = boxMass({ size: [0.4, 0.1, 0.4], mass: 2 });
  world.addBody({
    mass: { ...mass, center: new Float64Array([0, 0.5, 0]) },
    pivot: [0, 0, 0],
    rotation: [0.1, 0, 0, 1],
    angularVelocity: [0, 30, 0],
  });
  if (hangs) {
    const body = world.addBody({ mass: boxMass({ size: [0.1, 0.3, 0.1], mass: 0.2 }), position: [0.7, 0.2, 0] });
    world.add(ball({ a: { body, point: [0, 0.15, 0] }, b: { body: 0, point: [0.7, 0.35, 0] } }));
    world.mechanism.assemble();
  }
  return world;
}

test.each([false, true])("nothing is off where nothing is falsified (with a body that hangs from it: %s)", (hangs) => {
  const world = spinTop(hangs);
  for (let k = 1; k <= 10; k++) {
    world.advanceTo(k / 10);
    world.getContacts();
    world.getReactions();
  }
  const { worst } = world;
  expect(worst.kinematicError).toBeGreaterThan(0);
  // as well as steps follow a turning: 5e-12 rad each
  expect(worst.kinematicError).toBeLessThan(1e-10);
  expect(worst.forceBalance).toBeLessThan(1e-10);
  expect(worst.fallbacks).toEqual([]);
});

/** Lets `falsify` change the state of body 0 at the end of each of its steps. */
function falsifySteps(falsify: (state: Float64Array) => void): void {
  const finish = Island.prototype.finishStep;
  vi.spyOn(Island.prototype, "finishStep").mockImplementation(function (this: Island) {
    const isMoved = finish.call(this);
    falsify(this.model.system.state);
    this.derive();
    return isMoved;
  });
}

test.each([
  ["is turned by a microradian a step", 3, "kinematicError", words.way],
  ["slides off its pivot by a micron a step", 0, "kinematicError", words.way],
  ["turns faster than its moments tell", 10, "forceBalance", words.force],
] as const)("a body on a pivot that %s is found", (_, slot, figure, what) => {
  falsifySteps((state) => {
    state[slot] += 1e-6;
  });
  const world = spinTop();
  const { worst } = world.advanceTo(0.25);
  expect(worst[figure]).toBeGreaterThan(2e-7);
  expect(worst.places[figure]?.body).toBe(0);
  expect(worst.places[figure]?.time).toBeGreaterThan(0);
  expect(worst.fallbacks).toContain(what);
  expect(describeAudit(worst, world.settings, () => "the top").join()).toMatch(/: the top, off by .* at t = 0\.\d+ s/);
});

test("a moment in the steps that is not shown is found", () => {
  const world = spinTop();
  world.advanceTo(0.1);
  world.getContacts();
  expect(world.worst.forceBalance).toBeLessThan(1e-10);
  const derivative = Island.prototype.derivative;
  const spy = vi.spyOn(Island.prototype, "derivative").mockImplementation(function (this: Island, out: Float64Array) {
    derivative.call(this, out);
    out[10] += 1e-5;
  });
  world.advanceTo(0.2);
  spy.mockRestore();
  world.getContacts();
  // beside 2 kg × g × √(I/m) ≈ 10 N·m
  expect(world.worst.forceBalance).toBeGreaterThan(2e-7);
  expect(world.worst.forceBalance).toBeLessThan(2e-5);
  expect(world.worst.places.forceBalance?.body).toBe(0);
  expect(world.worst.fallbacks).toContain(words.force);
});

test("who rests on a pivot is carried, and where moments shown say otherwise, it is told", () => {
  const [good, bad] = [0, 1e-5].map((torque) => {
    // a weight on a pivot never sleeps
    const world = new World({ gravity: [0, 0, 0] });
    world.addBody({ mass: boxMass({ size: [0.1, 1, 0.1], mass: 2 }), pivot: [0, 0.5, 0] });
    world.advanceTo(0.1);
    const [flow] = (world as unknown as { schedule: { flows: IslandFlow[] } }).schedule.flows;
    expect(flow.isAsleep).toBe(true);
    const apply = Island.prototype.applyForces;
    vi.spyOn(Island.prototype, "applyForces").mockImplementation(function (this: Island) {
      apply.call(this);
      this.model.system.torque[0] += torque;
    });
    world.getContacts();
    vi.restoreAllMocks();
    return world.worst;
  });
  expect(good.forceBalance).toBe(0);
  expect(good.fallbacks).toEqual([]);
  expect(bad.forceBalance).toBeGreaterThan(1e-7);
  expect(bad.places.forceBalance).toEqual({ body: 0, time: 0.1 });
  expect(bad.fallbacks).toContain(words.rest);
});

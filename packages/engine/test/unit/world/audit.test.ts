/**
 * The audit finds what it is to find: each of its figures is off where a state, a force or a ledger is falsified behind its back, by
 * about as much, of the body and at the time; and no figure is off where nothing is.
 */
import { afterEach, expect, test, vi } from "vitest";
import { createBox, createPlane, createSphere } from "../../../src/collide/index.js";
import type { ContactTable } from "../../../src/contact/index.js";
import type { IslandFlow } from "../../../src/world/advance.js";
import { auditLook } from "../../../src/world/audit-look.js";
import { describeAudit, listBounds } from "../../../src/world/index.js";
import { Island } from "../../../src/world/island.js";
import { World } from "../../../src/world/world.js";

afterEach(() => {
  vi.restoreAllMocks();
});

const words = {
  force: "balance: forces and impulses told are not those that move a body",
  way: "balance: a body is not where its velocities lead",
  drop: "balance: dissipated energy comes back",
  rest: "balance: forces told do not carry what rests",
} as const;

/** A floor, a ball that bounces on it and another, in flight. */
function throwBalls(): World {
  const world = new World();
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true });
  const shape = createSphere({ radius: 0.5 });
  world.addBody({ shape, mass: 2, position: [0, 1, 0], restitution: 0.5 });
  world.addBody({ shape, mass: 3, position: [5, 9, 0], velocity: [1, 2, 0], angularVelocity: [0, 0, 4] });
  return world;
}

/** Lets `falsify` change the state of body 2 at the end of each of its steps. */
function falsifySteps(falsify: (state: Float64Array, y: number, ledger: Float64Array) => void): void {
  const finish = Island.prototype.finishStep;
  vi.spyOn(Island.prototype, "finishStep").mockImplementation(function (this: Island) {
    const isMoved = finish.call(this);
    if (!this.moves(2)) return isMoved;
    falsify(this.system.state, 13 * 2, this.ledger);
    this.derive();
    return isMoved;
  });
}

test("nothing is off where nothing is falsified: flight, bounces and rest", () => {
  const world = throwBalls();
  const { worst } = world.advanceTo(2);
  // rounding of a few steps
  expect(worst.kinematicError).toBeLessThan(1e-13);
  expect(worst.forceBalance).toBeLessThan(1e-13);
  expect(worst.dissipationDrop).toBe(0);
  expect(worst.fallbacks).toEqual([]);
  expect(describeAudit(worst, world.settings)).toEqual([]);
});

test("a body that is moved by a micron a step is not where its velocity leads", () => {
  falsifySteps((state, y) => {
    state[y] += 1e-6;
  });
  const world = throwBalls();
  const { worst, steps } = world.advanceTo(0.25);
  expect(worst.kinematicError).toBeGreaterThan(0.9e-6);
  expect(worst.kinematicError).toBeLessThan(1.1e-6 * steps);
  expect(worst.places.kinematicError?.body).toBe(2);
  expect(worst.fallbacks).toEqual([words.way]);
  const [sentence] = describeAudit(worst, world.settings, (i) => `ball ${i}`);
  expect(sentence).toMatch(
    /^balance: a body is not where its velocities lead: ball 2, off by .*e-6 m, at t = .* s, where 1e-7/,
  );
});

test("momentum that no force has given is found, and so is angular momentum", () => {
  for (const k of [7, 12]) {
    falsifySteps((state, y) => {
      state[y + k] += 1e-5;
    });
    const world = throwBalls();
    const { worst } = world.advanceTo(0.25);
    // 1e-5 N·s beside 3 kg × g × 1/64 … 1/4 s; of the turning, beside that times 0.32 m
    expect(worst.forceBalance).toBeGreaterThan(1e-6);
    expect(worst.forceBalance).toBeLessThan(1e-2);
    expect(worst.places.forceBalance?.body).toBe(2);
    expect(worst.fallbacks).toContain(words.force);
    vi.restoreAllMocks();
  }
});

test("energy that comes back from what was dissipated is found", () => {
  falsifySteps((_, __, ledger) => {
    ledger[1] -= 1e-3;
  });
  const { worst } = throwBalls().advanceTo(0.25);
  expect(worst.dissipationDrop).toBeGreaterThan(1e-6);
  expect(worst.places.dissipationDrop).toEqual({ body: -1, time: 0.25 });
  expect(worst.fallbacks).toContain(words.drop);
});

/** The only island of a world, and its contacts as they are shown. */
function look(world: World): { flow: IslandFlow; shown: ContactTable } {
  const { schedule } = world as unknown as { schedule: { flows: IslandFlow[] } };
  const [flow] = schedule.flows;
  return { flow, shown: flow.measureContacts() };
}

function place(options: { readonly velocity: readonly [number, number, number]; readonly friction: number }): World {
  const { velocity, friction } = options;
  const world = new World();
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true, friction });
  const shape = createBox({ size: [1, 1, 1] });
  world.addBody({ shape, mass: 2, position: [0, 0.5, 0], velocity: [...velocity], friction });
  world.addBody({ shape, mass: 5, position: [0.1, 1.5, 0], velocity: [...velocity], friction });
  return world;
}

test.each([
  ["at rest", [0, 0, 0], 0.5, true],
  ["at rest, without friction", [0, 0, 0], 0, true],
  ["sliding", [2, 0, 0], 0.3, false],
  ["sliding, without friction", [2, 0, 0], 0, false],
] as const)("forces that are shown and do not balance are found: two boxes %s", (_, velocity, friction, rests) => {
  const world = place({ velocity, friction });
  world.advanceTo(0.1);
  const { flow, shown } = look(world);
  expect(flow.isAsleep).toBe(rests);
  // rounding of a solve
  expect(world.worst.forceBalance).toBeLessThan(1e-12);
  expect(world.worst.fallbacks).toEqual([]);
  // a part in a million of one of the forces between the boxes
  const c = [...shown.bodyA.subarray(0, shown.count)].findIndex((a, k) => a === 2 || shown.bodyB[k] === 2);
  shown.force[c] *= 1 + 1e-6;
  auditLook(flow, shown);
  expect(world.worst.forceBalance).toBeGreaterThan(1e-8);
  expect(world.worst.forceBalance).toBeLessThan(2e-6);
  expect(world.worst.fallbacks).toEqual(rests ? [words.rest, words.force] : [words.force]);
});

test("a force that is shown at another place, or across, is found", () => {
  for (const falsify of [
    (shown: ContactTable) => {
      shown.point[3] += 1e-3;
    },
    (shown: ContactTable) => {
      shown.tangential[3] += 1e-3;
    },
    (shown: ContactTable) => {
      shown.force.fill(0);
    },
  ]) {
    const world = place({ velocity: [0, 0, 0], friction: 0.5 });
    world.advanceTo(0.1);
    const { flow, shown } = look(world);
    falsify(shown);
    auditLook(flow, shown);
    expect(world.worst.forceBalance).toBeGreaterThan(1e-6);
    expect(world.worst.fallbacks).toContain(words.rest);
  }
});

test("bounds follow the tolerances", () => {
  expect(listBounds({ tolerance: 1e-8, contactTolerance: 1e-7 })).toEqual({
    forceBalance: 1e-7,
    kinematicError: 1e-7,
    dissipationDrop: 1e-9,
  });
  expect(listBounds({ tolerance: 1e-12, contactTolerance: 1e-9 }).forceBalance).toBe(1e-9);
});

test("a fixed step promises nothing", () => {
  const world = new World({ integrator: "euler", step: 0.01 });
  world.addBody({ shape: createSphere({ radius: 0.5 }), mass: 1, position: [0, 9, 0], velocity: [1, 2, 0] });
  expect(world.advanceTo(0.5).worst.fallbacks).toEqual([]);
});

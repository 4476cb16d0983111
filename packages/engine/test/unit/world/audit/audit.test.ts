/**
 * The audit finds what it is to find: each of its figures is off where a state, a force or a ledger is falsified behind its back, by
 * about as much, of the body and at the time; and no figure is off where nothing is.
 */
import { afterEach, expect, test, vi } from "vitest";
import { createBox, createPlane, createSphere } from "../../../../src/collide/index.js";
import { ball, hinge } from "../../../../src/constrain/index.js";
import type { ContactTable } from "../../../../src/contact/index.js";
import { Springs } from "../../../../src/particles/index.js";
import { type BodyPath, boxMass, PathSlot } from "../../../../src/rigid/index.js";
import { describeAudit, isAudited, listBounds } from "../../../../src/world/index.js";
import type { IslandFlow } from "../../../../src/world/integration/island-flow.js";
import { Island } from "../../../../src/world/island/island.js";
import { auditLook } from "../../../../src/world/verification/force-balance.js";
import { World } from "../../../../src/world/world.js";

afterEach(() => {
  vi.restoreAllMocks();
});

const words = {
  force: "balance/forces: the reported forces and impulses are not those that move a body",
  way: "balance/positions: a body is not where its velocities lead",
  drop: "balance/dissipation: dissipated energy comes back",
  rest: "balance/rest: the reported forces do not carry a body at rest",
} as const;

/** A floor, a ball that bounces on it and another, in flight. */
function throwBalls(spin = 4): World {
  const world = new World();
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true });
  const shape = createSphere({ radius: 0.5 });
  world.addBody({ shape, mass: 2, position: [0, 1, 0], restitution: 0.5 });
  world.addBody({ shape, mass: 3, position: [5, 9, 0], velocity: [1, 2, 0], angularVelocity: [0, 0, spin] });
  return world;
}

/** Lets `falsify` change the state of body 2 at the end of each of its steps. */
function falsifySteps(falsify: (state: Float64Array, y: number, ledger: Float64Array) => void): void {
  const finish = Island.prototype.finishStep;
  vi.spyOn(Island.prototype, "finishStep").mockImplementation(function (this: Island) {
    const isMoved = finish.call(this);
    if (!this.model.moves(2)) return isMoved;
    falsify(this.model.system.state, 13 * 2, this.balance.ledger);
    this.derive();
    return isMoved;
  });
}

test("nothing is off where nothing is falsified: flight, bounces and rest", () => {
  const world = throwBalls(0);
  const { worst } = world.advanceTo(2);
  // rounding of a few steps
  expect(worst.kinematicError).toBeLessThan(1e-13);
  expect(worst.forceBalance).toBeLessThan(1e-13);
  expect(worst.dissipationDrop).toBe(0);
  expect(worst.fallbacks).toEqual([]);
  expect(describeAudit(worst, world.settings)).toEqual([]);
});

test("a turning is followed as well as the steps do", () => {
  const { worst } = throwBalls().advanceTo(2);
  expect(worst.kinematicError).toBeGreaterThan(0);
  // a step may be off by 5e-4 of the tolerance, 1e-8, and a window has some ten of them
  expect(worst.kinematicError).toBeLessThan(5e-11);
  expect(worst.fallbacks).toEqual([]);
});

test("a body that is turned by a microradian a step is not where its velocity leads", () => {
  falsifySteps((state, y) => {
    state[y + 5] += 0.5e-6 * state[y + 6];
    state[y + 6] -= 0.5e-6 * state[y + 5];
  });
  const { worst, steps } = throwBalls().advanceTo(0.25);
  // times the radius of gyration, √(√3 · 0.4) · 0.5 m = 0.42 m
  expect(worst.kinematicError).toBeGreaterThan(0.3e-6);
  expect(worst.kinematicError).toBeLessThan(0.5e-6 * steps);
  expect(worst.places.kinematicError?.body).toBe(2);
  expect(worst.fallbacks).toEqual([words.way]);
});

/** Two particles on a spring, one of which bounces on a floor. */
function bindParticles(): World {
  const world = new World();
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true });
  const a = world.addParticle({ mass: 0.5, position: [0, 1, 0], velocity: [1, 0, 0], collide: true, restitution: 0.5 });
  const b = world.addParticle({ mass: 2, position: [0, 2, 0] });
  const { particles } = world.system;
  particles.addForce(new Springs()).connect(particles, a, b, { stiffness: 40, damping: 0.1, length: 0.8 });
  return world;
}

test("particles: nothing is off where nothing is falsified", () => {
  const { worst, status } = bindParticles().advanceTo(1);
  expect(status).toBe("done");
  // as well as steps follow a spring: 5e-12 of a place and of a velocity each
  expect(worst.kinematicError).toBeLessThan(5e-12);
  expect(worst.forceBalance).toBeLessThan(1e-11);
  expect(worst.fallbacks).toEqual([]);
});

test.each([
  ["moved by a micron", 0, "kinematicError", words.way],
  ["pushed by what no force has given", 4, "forceBalance", words.force],
] as const)("a particle that is %s is found", (_, slot, figure, what) => {
  const finish = Island.prototype.finishStep;
  vi.spyOn(Island.prototype, "finishStep").mockImplementation(function (this: Island) {
    const isMoved = finish.call(this);
    if (this.model.particleCount > 0) this.model.system.particles.state[6 + slot] += 1e-6;
    return isMoved;
  });
  const world = bindParticles();
  const { worst } = world.advanceTo(0.25);
  expect(worst[figure]).toBeGreaterThan(1e-7);
  expect(worst.places[figure]).toMatchObject({ body: -1, particle: 1 });
  expect(worst.fallbacks).toContain(what);
  expect(describeAudit(worst, world.settings).join()).toMatch(/: particle 1, off by/);
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
    /^balance\/positions: a body is not where its velocities lead: ball 2, off by .*e-6 m, at t = .* s, where 1e-7/,
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

test.each([
  ["that slides with friction", { velocity: [2, 0, 0], friction: 0.3 }],
  ["that slides without", { velocity: [2, 0, 0], friction: 0 }],
] as const)("a force in the steps that is not shown is found: a box %s", (_, options) => {
  const world = place(options);
  world.advanceTo(0.1);
  world.getContacts();
  expect(world.worst.forceBalance).toBeLessThan(1e-12);
  // the derivative has a part in a million of the weight that no force explains
  const derivative = Island.prototype.derivative;
  const derivativeOfSteps = vi.spyOn(Island.prototype, "derivative");
  derivativeOfSteps.mockImplementation(function (this: Island, out: Float64Array) {
    derivative.call(this, out);
    for (let b = 0; b < this.model.movingCount; b++)
      out[13 * b + 7] += 1e-6 * 9.81 * this.model.system.mass[this.model.bodies[b]];
  });
  world.advanceTo(0.2);
  derivativeOfSteps.mockRestore();
  // at the look itself all is well: what is off is the step before it
  world.getContacts();
  const { worst } = world;
  // of the largest force on the body: m g on the upper one, 3.5 m g on the lower
  expect(worst.forceBalance).toBeGreaterThan(0.2e-6);
  expect(worst.forceBalance).toBeLessThan(2e-6);
  expect(worst.fallbacks).toContain(words.force);
});

test("reactions of joints without contacts are those that move what they hold, and others are found", () => {
  const world = new World();
  const mass = boxMass({ size: [1, 0.1, 0.1], mass: 2 });
  const first = world.addBody({ mass, position: [0.5, 0, 0] });
  const second = world.addBody({ mass, position: [1.5, 0, 0], angularVelocity: [1, 0.5, 3] });
  world.add(hinge({ a: { body: first }, at: [0, 0, 0], axis: [0, 0, 1] }));
  world.add(ball({ a: { body: second, point: [-0.5, 0, 0] }, b: { body: first, point: [0.5, 0, 0] } }));
  world.advanceTo(0.5);
  world.getReactions();
  // forces found anew at the end of a step: rounding, and what the step was put back onto its rows by
  expect(world.worst.forceBalance).toBeLessThan(1e-10);
  expect(world.worst.forceBalance).toBeGreaterThan(0);
  world.advanceTo(0.6);
  const solve = Island.prototype.computeForces;
  vi.spyOn(Island.prototype, "computeForces").mockImplementation(function (this: Island) {
    solve.call(this);
    this.active.table.wrench[0] *= 1 + 1e-5;
    this.active.table.wrench[7] *= 1 + 1e-5;
  });
  world.getReactions();
  expect(world.worst.forceBalance).toBeGreaterThan(1e-7);
  expect(world.worst.fallbacks).toContain(words.force);
});

test("bounds follow the tolerances", () => {
  expect(listBounds({ tolerance: 1e-8, contactTolerance: 1e-7 })).toEqual({
    forceBalance: 1e-7,
    kinematicError: 1e-7,
    dissipationDrop: 1e-12,
    energyError: 1e-7,
    constraintError: 1e-9,
  });
  expect(listBounds({ tolerance: 1e-8, contactTolerance: 1e-7, integrator: "adams" }).dissipationDrop).toBe(1e-10);
  expect(listBounds({ tolerance: 1e-12, contactTolerance: 1e-9 }).forceBalance).toBe(1e-9);
  // coarse steps are no contradiction
  expect(listBounds({ tolerance: 1e-4, contactTolerance: 1e-7 }).kinematicError).toBe(1e-4);
});

test("however rough the tolerance, bounds have an end: one that allows a force to be off by itself cannot fail", () => {
  expect(listBounds({ tolerance: 0.1, contactTolerance: 1e-7 })).toMatchObject({
    forceBalance: 1e-2,
    kinematicError: 1e-3,
    energyError: 1e-2,
  });
});

test("where steps are fixed the energy alone is judged, by a hundredth", () => {
  expect(isAudited({ integrator: "rk4" })).toBe(false);
  const audit = { forceBalance: 0, kinematicError: 0, dissipationDrop: 0, places: {} };
  const method = { tolerance: 1e-8, contactTolerance: 1e-7, integrator: "euler" } as const;
  expect(describeAudit({ ...audit, energyError: 9e-3 }, method)).toEqual([]);
  expect(describeAudit({ ...audit, energyError: 0.35, energyTime: 2.5 }, method)).toEqual([
    "energy/balance: the energy balance is off by more than the tolerance allows: off by 3.5e-1 of the largest term, at t = 2.5 s, where 1e-2 is allowed",
  ]);
});

test("a fixed step promises nothing", () => {
  const world = new World({ integrator: "euler", step: 0.01 });
  world.addBody({ shape: createSphere({ radius: 0.5 }), mass: 1, position: [0, 9, 0], velocity: [1, 2, 0] });
  expect(world.advanceTo(0.5).worst.fallbacks).toEqual([]);
});

test("a driven body whose path contradicts itself is found, in its places and its turnings", () => {
  const paths: [number, BodyPath][] = [
    [0, (t, frame) => moveBy(frame, t[0] / 2, 0.5)],
    // where it says to be, it is not as fast as it says: 0.5 m after a second
    [0.5, (t, frame) => moveBy(frame, t[0] / 2, 1)],
    // and one that turns without a word of it: a chord of q, times two
    [4 * Math.sin(0.25), (t, frame) => turnBy(frame, t[0], 0)],
    [0, (t, frame) => turnBy(frame, 10 * t[0], 10)],
    // a jerk of 20 ms, (1 − cos)/2 m: most of the time there is nothing to see
    [0, (t, frame) => jerk(frame, (t[0] - 0.6) / 0.02)],
  ];
  for (const [off, path] of paths) {
    const world = new World();
    world.addBody({ shape: createBox({ size: [1, 1, 1] }), path });
    const { worst } = world.advanceTo(1);
    // windows end where they like, and each is judged by itself
    if (off === 0) expect(worst.kinematicError).toBeLessThan(1e-12);
    else expect(worst.kinematicError).toBeGreaterThan(1e-3);
    expect(worst.fallbacks).toEqual(off === 0 ? [] : [words.way]);
    if (off > 0) expect(describeAudit(worst, world.settings).join()).toMatch(/: body 0, off by/);
  }
});

function moveBy(frame: Float64Array, way: number, velocity: number): void {
  frame[PathSlot.position] = way;
  frame[PathSlot.velocity] = velocity;
}

function jerk(frame: Float64Array, part: number): void {
  const phase = Math.PI * Math.min(1, Math.max(0, part));
  moveBy(frame, (1 - Math.cos(phase)) / 2, (Math.PI * Math.sin(phase)) / 0.04);
}

function turnBy(frame: Float64Array, angle: number, rate: number): void {
  frame[PathSlot.rotation + 1] = Math.sin(angle / 2);
  frame[PathSlot.rotation + 3] = Math.cos(angle / 2);
  frame[PathSlot.angularVelocity + 1] = rate;
}

test("what sleeps and is not carried is told in every call and at every look, with its body and size", () => {
  const world = new World();
  // two rods that hang from a ball joint: the light one between carries the heavy one to 5e-8
  [1e-6, 1e3].forEach((mass, i) => {
    const body = world.addBody({ shape: createBox({ size: [0.1, 1, 0.1] }), position: [0, -i - 0.5, 0], mass });
    const b = i === 0 ? [0, 0, 0] : { body: body - 1, point: [0, -0.5, 0] };
    world.add(ball({ a: { body, point: [0, 0.5, 0] }, b }));
  });
  for (let k = 1; k <= 3; k++) {
    const { worst } = world.advanceTo(k);
    if (k > 1) expect(worst.fallbacks).toContain(words.rest);
    world.getReactions();
    expect(world.worst.fallbacks).toContain(words.rest);
    expect(world.worst.forceBalance).toBeGreaterThan(1e-9);
    expect(describeAudit(world.worst, world.settings).join()).toMatch(/body \d, off by .* where 1e-9 is allowed/);
  }
});

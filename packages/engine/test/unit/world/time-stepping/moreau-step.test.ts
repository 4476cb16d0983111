/** Leaps: what they do in closed form, and what they tell. */
import { createPlane, createSphere } from "@rigor/engine/collide";
import { ball, hinge, jointFriction } from "@rigor/engine/constrain";
import { bodySize, boxMass, Slot } from "@rigor/engine/rigid";
import { World, type WorldEvent } from "@rigor/engine/world";
import { describe, expect, test } from "vitest";
import { ChatteringKind, ChatteringSlot } from "../../../../src/world/time-stepping/chattering.js";
import { MoreauStep } from "../../../../src/world/time-stepping/moreau-step.js";
import { createSchedule } from "../../../support/islands.js";

const g = 9.81;
/** Radius of a foot, m; mass of a thing on nine of them, kg. */
const r = 0.05;
const m = 2;

/** Nine feet in a row, or in a square, 0.1 m apart. */
function createFeet(inRow: boolean) {
  return Array.from({ length: 9 }, (_, k) => ({
    shape: createSphere({ radius: r }),
    position: inRow ? [0, 0, 0.1 * (k - 4)] : [0.1 * ((k % 3) - 1), 0, 0.1 * (Math.floor(k / 3) - 1)],
  }));
}

/** A world with a floor. */
function createFloor(friction: number, restitution = 0): World {
  const world = new World();
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true, friction, restitution });
  return world;
}

/** Leaps on to a time, from what the world is at; tells what happened. */
function leapTo(world: World, end: number, pieces = 1): { events: WorldEvent[]; leaps: number } {
  const { schedule, shared } = createSchedule(world);
  const { context } = schedule.flows[0];
  const leap = new MoreauStep(context.island.dimension);
  let leaps = 0;
  for (let k = 1; k <= pieces; k++) {
    leap.begin(context);
    for (; context.island.model.system.time < (end * k) / pieces; leaps++)
      expect(leap.run(context, (end * k) / pieces)).toBe(true);
    leap.events.end(context);
  }
  return { events: shared.log.release(end), leaps };
}

describe("what rubs is felt", () => {
  test("a roller with rolling resistance slows down by c m g r/(I + m r²)", () => {
    const c = 1e-3;
    const world = createFloor(0.5);
    const body = world.addBody({
      mass: boxMass({ size: [0.1, 0.1, 0.9], mass: m }),
      shapes: createFeet(true),
      position: [0, r, 0],
      velocity: [1, 0, 0],
      angularVelocity: [0, 0, -1 / r],
      friction: 0.5,
      rollingFriction: c,
    });
    const inertia = (m * 0.02) / 12;
    leapTo(world, 0.02);
    const slower = (c * m * g * r) / (inertia + m * r * r);
    expect(Math.abs(world.system.velocity[3 * body] - (1 - 0.02 * slower))).toBeLessThan(1e-12);
  });

  test("a wheel on a hinge with friction slows down by T/I", () => {
    const world = createFloor(0.8);
    const body = world.addBody({ mass: m, shapes: createFeet(false), position: [0, r, 0], friction: 0.8 });
    const wheel = world.addBody({
      mass: boxMass({ size: [0.3, 0.3, 0.3], mass: 1 }),
      position: [0, 0.5, 0],
      angularVelocity: [0, 0, 4],
    });
    const { angle } = world.add(hinge({ a: { body: wheel }, b: { body }, at: [0, 0.5, 0], axis: [0, 0, 1] }));
    world.addFriction(jointFriction(angle, { friction: 0.05 }));
    leapTo(world, 0.02);
    expect(Math.abs(world.system.angularVelocity[3 * wheel + 2] - (4 - (0.02 * 0.05) / 0.015))).toBeLessThan(1e-12);
  });

  test("a wheel on a ball joint with friction slows down by T/I, about its axis", () => {
    const world = createFloor(0.8);
    const body = world.addBody({ mass: m, shapes: createFeet(false), position: [0, r, 0], friction: 0.8 });
    const spin = [1, 2, -2];
    const wheel = world.addBody({
      mass: boxMass({ size: [0.3, 0.3, 0.3], mass: 1 }),
      position: [0, 0.5, 0],
      angularVelocity: spin,
    });
    const { turning } = world.add(ball({ a: { body: wheel }, b: { body, point: [0, 0.45, 0] } }));
    world.addFriction(jointFriction(turning, { friction: 0.05 }));
    leapTo(world, 0.02);
    const slower = 1 - (0.02 * 0.05) / 0.015 / 3;
    for (let k = 0; k < 3; k++) {
      expect(Math.abs(world.system.angularVelocity[3 * wheel + k] - slower * spin[k])).toBeLessThan(1e-12);
    }
  });
});

test("joints that rub are of the crowd: four feet and five of them", () => {
  for (const wheels of [0, 4, 5]) {
    const world = createFloor(0.8);
    const shapes = createFeet(false).filter((_, k) => k < 4);
    const body = world.addBody({ mass: m, shapes, position: [0, r, 0], friction: 0.8 });
    for (let k = 0; k < wheels; k++) {
      const at = [0, 0.5, k];
      const wheel = world.addBody({ mass: boxMass({ size: [0.3, 0.3, 0.3], mass: 1 }), position: at });
      const { angle } = world.add(hinge({ a: { body: wheel }, b: { body }, at, axis: [0, 0, 1] }));
      world.addFriction(jointFriction(angle, { friction: 0.05 }));
    }
    const { schedule } = createSchedule(world);
    const { context } = schedule.flows[0];
    const leap = new MoreauStep(context.island.dimension);
    leap.begin(context);
    expect(context.contactSet.contacts.count).toBe(4);
    // a crowd is more than eight
    expect(leap.chattering.kind).toBe(ChatteringKind.manyContacts);
    expect(leap.canRun(context)).toBe(wheels === 5);
  }
});

test("joints stay together, though ends that turn go on straight within a leap, and come off by ½ ω² δ² × 0.5 m", () => {
  const world = createFloor(0.8);
  const body = world.addBody({ mass: 100, shapes: createFeet(false), position: [0, r, 0], friction: 0.8 });
  const arm = world.addBody({
    mass: boxMass({ size: [1, 0.1, 0.1], mass: 0.1 }),
    position: [0.5, 2, 0],
    velocity: [0, 0, -5],
    angularVelocity: [0, 10, 0],
  });
  world.add(ball({ a: { body: arm, point: [-0.5, 0, 0] }, b: { body, point: [0, 2 - r, 0] } }));
  const { schedule, shared } = createSchedule(world);
  const { context } = schedule.flows[0];
  const leap = new MoreauStep(context.island.dimension);
  leap.begin(context);
  while (context.island.model.system.time < 0.02) {
    expect(leap.run(context, 0.02)).toBe(true);
    // 1e-3 of the contact tolerance: what is off by less is not moved
    expect(context.solvers.rows.findOff()).toBeLessThan(1e-10);
  }
  expect(shared.worst.constraintError).toBeGreaterThan(0);
  expect(shared.worst.constraintError).toBeLessThan(1e-10);
});

test("what a leap comes to is seen by it, though it was far away when the leaps began", () => {
  const world = createFloor(0.5);
  const velocity = [3, 0, 0];
  const body = world.addBody({ mass: m, shapes: createFeet(false), position: [0, r, 0], velocity, friction: 0.5 });
  // 0.3 m ahead of the foremost feet, at 0.1 m
  const wall = createPlane({ normal: [-1, 0, 0], offset: -(0.4 + r) });
  world.addBody({ shape: wall, fixed: true, friction: 0.5 });
  const { schedule } = createSchedule(world);
  const { context, moreau: leap } = schedule.flows[0];
  leap.begin(context);
  let farthest = 0;
  while (context.island.model.system.time < 0.15) {
    expect(leap.run(context, 0.15)).toBe(true);
    farthest = Math.max(farthest, world.system.state[bodySize * body]);
  }
  // it has come to the wall, and no farther than the contact tolerance into it
  expect(farthest).toBeGreaterThan(0.3 - 1e-9);
  expect(farthest).toBeLessThan(0.3 + 1e-7);
});

test("angular momentum that is kept beside the state is what things have after a leap, though others have pushed", () => {
  const world = createFloor(0.5);
  const body = world.addBody({
    mass: boxMass({ size: [0.1, 0.1, 0.9], mass: m }),
    shapes: createFeet(true),
    position: [0, r + 1e-7, 0],
    velocity: [1, -0.3, 0],
    friction: 0.5,
  });
  const { schedule } = createSchedule(world);
  const { context } = schedule.flows[0];
  const leap = new MoreauStep(context.island.dimension);
  leap.begin(context);
  while (context.island.model.system.time < 1e-3) expect(leap.run(context, 1e-3)).toBe(true);
  const L = Array.from(world.system.state.subarray(bodySize * body + Slot.L, bodySize * body + Slot.L + 3));
  // friction of m (v + g t) at the lever r
  expect(Math.abs(L[2] + 0.5 * m * r * (0.3 + g * 1e-3))).toBeLessThan(1e-5);
  expect(Array.from(context.island.balance.spin)).toEqual(L);
});

describe("what is told", () => {
  test("nine feet that strike the floor: their impulses are m (v + g t), however the time is cut", () => {
    for (const pieces of [1, 7]) {
      const world = createFloor(0.5);
      const shapes = createFeet(false);
      const velocity = [0.2, -0.3, 0];
      world.addBody({ mass: m, shapes, position: [0, r + 1e-7, 0], velocity, friction: 0.5 });
      const { events } = leapTo(world, 2e-4, pieces);
      const strikes = events.filter(({ type }) => type === "collision");
      const end = Math.max(...strikes.map(({ t }) => t));
      expect(end).toBeLessThan(3e-5);
      const sum = strikes.reduce((total, { impulse }) => total + impulse, 0);
      // impulses are as exact as rows are met, 1e-11 of what they are
      expect(Math.abs(sum - m * (0.3 + g * end))).toBeLessThan(2e-11);
      expect(strikes.every(({ law, a, b }) => law === "moreau-jean, friction" && a === 1 && b === 0)).toBe(true);
      // each foot once, when all of its impulse has passed
      expect(events.filter(({ type }) => type === "touch").map(({ t }) => t)).toEqual(Array(9).fill(end));
      expect(events.filter(({ type }) => type === "separate")).toEqual([]);
    }
  });

  test("where nothing rubs, friction is no part of the law", () => {
    const world = createFloor(0);
    world.addBody({ mass: m, shapes: createFeet(false), position: [0, r + 1e-7, 0], velocity: [0, -0.3, 0] });
    const { schedule, shared } = createSchedule(world);
    const { context } = schedule.flows[0];
    const leap = new MoreauStep(context.island.dimension);
    leap.chattering.since[ChatteringSlot.kind] = ChatteringKind.any;
    leap.begin(context);
    while (context.island.model.system.time < 1e-4) expect(leap.run(context, 1e-4)).toBe(true);
    leap.events.end(context);
    const strikes = shared.log.release(1e-4).filter(({ type }) => type === "collision");
    expect(strikes.map(({ law }) => law)).toEqual(Array(9).fill("moreau-jean"));
  });

  test("what is thrown up parts, with the rate that it parts with", () => {
    const world = createFloor(0.5);
    const body = world.addBody({ mass: m, shapes: createFeet(false), position: [0, r, 0], friction: 0.5 });
    const { schedule, shared } = createSchedule(world);
    shared.log.release(0);
    const { context } = schedule.flows[0];
    const leap = new MoreauStep(context.island.dimension);
    context.island.model.system.state[13 * body + 8] = 0.1 * m;
    context.island.derive();
    leap.begin(context);
    expect(leap.run(context, 1e-5)).toBe(true);
    const events = shared.log.release(1);
    expect(events.map(({ type, t }) => `${type} ${t}`)).toEqual(Array(9).fill("separate 0.00001"));
    expect(Math.abs(events[0].vAfter - (0.1 - 1e-5 * g))).toBeLessThan(1e-15);
  });

  test("what stops tells that it sticks, and a joint that it rubs", () => {
    const world = createFloor(0.5);
    const shapes = createFeet(false);
    const body = world.addBody({ mass: m, shapes, position: [0, r, 0], velocity: [0.01, 0, 0], friction: 0.5 });
    const wheel = world.addBody({
      mass: boxMass({ size: [0.3, 0.3, 0.3], mass: 1 }),
      position: [0, 0.5, 0],
      velocity: [0.01, 0, 0],
      angularVelocity: [0, 0.02, 0],
    });
    const { angle } = world.add(hinge({ a: { body: wheel }, b: { body }, at: [0, 0.5, 0], axis: [0, 1, 0] }));
    world.addFriction(jointFriction(angle, { friction: 0.05 }));
    const { events } = leapTo(world, 8e-3);
    const sticks = events.filter(({ type }) => type === "stick");
    // v/(μ g) and I ω/T, to a leap of 1e-4 s
    const of = (friction: number) => sticks.filter((event) => event.friction === friction).map(({ t }) => t);
    expect(of(0).length).toBe(1);
    expect(Math.abs(of(0)[0] - (0.015 * 0.02) / 0.05)).toBeLessThan(1e-4);
    // feet that nothing presses tell nothing
    expect(Math.abs(Math.min(...of(-1)) - 0.01 / (0.5 * g))).toBeLessThan(1e-4);
  });
});

test("a bounce that would make energy is none: what rubs and is given back its rate of approach by Newton's law", () => {
  for (const [lean, speed, spin] of [
    [0.6, 1, -1.5],
    [0.6, -1, 4],
    [0.3, 0.1, 4],
  ]) {
    const world = createFloor(0.5, 1);
    const body = world.addBody({
      mass: boxMass({ size: [0.05, 1, 0.9], mass: m }),
      shapes: createFeet(true).map(({ shape, position: [, , z] }) => ({ shape, position: [0, -0.5, z] })),
      position: [0.5 * Math.sin(lean), 0.5 * Math.cos(lean) + r, 0],
      rotation: [0, 0, -Math.sin(lean / 2), Math.cos(lean / 2)],
      friction: 0.5,
      restitution: 1,
    });
    const { schedule } = createSchedule(world);
    const { context } = schedule.flows[0];
    // it stands on its nine feet, and in an instant is thrown down
    world.system.state.set([m * speed, -m, 0, 0, 0, (spin * m * 1.0025) / 12], bodySize * body + Slot.P);
    context.island.derive();
    const { kinetic, potential } = world.getEnergy();
    const leap = new MoreauStep(context.island.dimension);
    leap.begin(context);
    expect(leap.run(context, 1e-5)).toBe(true);
    const after = world.getEnergy();
    expect(after.kinetic + after.potential).toBeLessThan(kinetic + potential);
    // and does not come back
    expect(world.system.velocity[3 * body + 1]).toBeGreaterThan(-1);
  }
});

/** Resistance to rolling and spinning at curved contacts, against closed forms. */
import { createBox, createCylinder, createPlane, createSphere } from "@rigor/engine/collide";
import { createRotatePath } from "@rigor/engine/rigid";
import { World, type WorldBodyOptions, type WorldReport } from "@rigor/engine/world";
import { describe, expect, test } from "vitest";

const g = 9.81;
const r = 0.2;
/** Metres: how far ahead of the point of contact the normal force acts, at most. */
const c = 0.004;

/** Gravity leans by this angle instead of the floor z = 0: down the slope is x. */
function startFloor(mu: number, angle = 0, tolerance = 1e-8): World {
  const world = new World({ gravity: [g * Math.sin(angle), 0, -g * Math.cos(angle)], tolerance });
  world.addBody({ shape: createPlane({ normal: [0, 0, 1] }), fixed: true, friction: mu });
  return world;
}

function addBall(world: World, more: Partial<WorldBodyOptions>): number {
  const given = { shape: createSphere({ radius: r }), mass: 1, position: [0, 0, r], friction: 0.5 };
  return world.addBody({ ...given, ...more });
}

const xOf = ({ system }: World, i: number) => system.state[13 * i];
const read = (array: Float64Array, i: number) => Array.from(array.subarray(3 * i, 3 * i + 3));

function expectGood(report: WorldReport): void {
  expect(report.message).toMatch(/reached/);
  expect(report.worst.energyError).toBeLessThan(1e-12);
  expect(report.worst.residual).toBeLessThan(1e-11);
  expect(report.worst.fallbacks).toEqual([]);
}

describe("a ball on a slope", () => {
  const steepest = Math.atan(c / r);

  test("stays where it is below atan(c/r), by a millionth", () => {
    const world = startFloor(0.5, steepest * (1 - 1e-6));
    const ball = addBall(world, { rollingFriction: c });
    expectGood(world.advanceTo(60));
    expect(xOf(world, ball)).toBe(0);
  });

  // m a = m g sin − f, (2/5) m r a = f r − c m g cos
  test.each([steepest * (1 + 1e-6), 0.3])("rolls with 5/7 of g (sin − (c/r) cos), at %d rad", (angle) => {
    const world = startFloor(0.5, angle);
    const ball = addBall(world, { rollingFriction: c });
    const a = (5 / 7) * g * (Math.sin(angle) - (c / r) * Math.cos(angle));
    expectGood(world.advanceTo(2));
    // rounding of sin − (c/r) cos, and of positions
    expect(Math.abs(xOf(world, ball) - 2 * a)).toBeLessThan(4e-14);
  });
});

test("a ball rolls out, in any direction", () => {
  const dec = ((5 / 7) * g * c) / r;
  for (const turn of [0, 0.7, 2.5]) {
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    const world = startFloor(0.5);
    const velocity = [cos, sin, 0];
    const ball = addBall(world, { velocity, angularVelocity: [-sin / r, cos / r, 0], rollingFriction: c });
    expectGood(world.advanceTo(1 / dec + 1));
    const { state, velocity: v, angularVelocity: w } = world.system;
    expect(Math.abs(state[13 * ball] - (0.5 * cos) / dec)).toBeLessThan(1e-13);
    expect(Math.abs(state[13 * ball + 1] - (0.5 * sin) / dec)).toBeLessThan(1e-13);
    expect([...read(v, ball), ...read(w, ball)].every((x) => Math.abs(x) < 1e-14)).toBe(true);
  }
});

// ω̇ = −c g/(2/5 r²)
test("a ball that spins stops", () => {
  const world = startFloor(0.5);
  const ball = addBall(world, { angularVelocity: [0, 0, 20], spinningFriction: 0.003 });
  const dec = (0.003 * g) / (0.4 * r * r);
  expectGood(world.advanceTo(5));
  expect(Math.abs(world.system.angularVelocity[3 * ball + 2] - (20 - 5 * dec))).toBeLessThan(2e-14);
  expectGood(world.advanceTo(20 / dec + 1));
  expect(Math.abs(world.system.angularVelocity[3 * ball + 2])).toBeLessThan(1e-14);
});

/** Slides by −μ g, with friction and resistance turning it: ω̇ = (μ r − c) g/(2/5 r²); then rolls out. */
test("a ball slides, rolls and stops", () => {
  const mu = 0.2;
  const world = startFloor(mu);
  const ball = addBall(world, { velocity: [3, 0, 0], friction: mu, rollingFriction: c });
  const t = 3 / (mu * g + (2.5 * (mu * r - c) * g) / r);
  const v = 3 - mu * g * t;
  const dec = ((5 / 7) * g * c) / r;
  const report = world.advanceTo(t + v / dec + 1);
  expectGood(report);
  const stick = report.events.find(({ type }) => type === "stick");
  expect(Math.abs((stick?.t ?? 0) - t)).toBeLessThan(1e-12);
  expect(Math.abs(xOf(world, ball) - (3 * t - 0.5 * mu * g * t * t + (v * v) / (2 * dec)))).toBeLessThan(2e-12);
});

test("a cylinder shares it between its ends", () => {
  const world = startFloor(0.5, 0.1);
  const shape = createCylinder({ radius: r, height: 0.5 });
  const body = world.addBody({ shape, mass: 1, position: [0, 0, r], friction: 0.5, rollingFriction: c });
  expectGood(world.advanceTo(2));
  const a = (2 / 3) * g * (Math.sin(0.1) - (c / r) * Math.cos(0.1));
  expect(Math.abs(xOf(world, body) - 2 * a)).toBeLessThan(1e-14);
});

test("what lies flat is not held by it, nor what slides: corners have none", () => {
  const world = startFloor(0.2);
  const shape = createBox({ size: [0.4, 0.4, 0.2] });
  const given = { shape, mass: 1, position: [0, 0, 0.1], velocity: [1, 0, 0], friction: 0.2 };
  const body = world.addBody({ ...given, rollingFriction: 0.1, spinningFriction: 0.1 });
  expectGood(world.advanceTo(1));
  expect(Math.abs(xOf(world, body) - 0.5 / (0.2 * g))).toBeLessThan(1e-13);
});

/** Turned at the rate of the table by spinning resistance: the work is that of the table. */
test("a ball in the middle of a turntable is taken along", () => {
  const world = new World({ gravity: [0, 0, -g] });
  const rotation = [Math.SQRT1_2, 0, 0, Math.SQRT1_2];
  const path = createRotatePath({ axis: [0, 0, 1], rate: 2, position: [0, 0, -0.1], rotation });
  world.addBody({ shape: createCylinder({ radius: 2, height: 0.2 }), path, friction: 0.5 });
  const ball = addBall(world, { spinningFriction: 0.003 });
  const t = 2 / ((0.003 * g) / (0.4 * r * r));
  expectGood(world.advanceTo(t / 2));
  expect(Math.abs(world.system.angularVelocity[3 * ball + 2] - 1)).toBeLessThan(1e-14);
  expectGood(world.advanceTo(2 * t));
  expect(Math.abs(world.system.angularVelocity[3 * ball + 2] - 2)).toBeLessThan(1e-14);
});

test("what begins to roll or spin, and what does no more, is told at its instant", () => {
  const world = startFloor(0.5);
  addBall(world, {
    velocity: [1, 0, 0],
    angularVelocity: [0, 1 / r, 3],
    rollingFriction: c,
    spinningFriction: c / 2,
  });
  const { events } = world.advanceTo(10);
  const told = events.map(({ type, turning = "" }) => `${type} ${turning}`);
  expect(told).toEqual(["touch ", "stick spinning", "stick rolling"]);
  expect(Math.abs(events[1].t - (0.4 * r * r * 3) / ((c / 2) * g))).toBeLessThan(2e-14);
  expect(Math.abs(events[2].t - 1 / (((5 / 7) * g * c) / r))).toBeLessThan(2e-14);
  expect(events[2]).toMatchObject({ a: 1, b: 0, friction: -1, limit: -1 });
});

test("a ball that is pushed more and more breaks loose where F r = c m g; a snapshot and a change tell it no second time", () => {
  const world = startFloor(0.5);
  const ball = addBall(world, { rollingFriction: c });
  const push = 0.1;
  world.addForce({
    name: "push",
    apply(system) {
      system.force[3 * ball] += push * system.time;
    },
  });
  const { events } = world.advanceTo(3);
  expect(events.map(({ type, turning = "" }) => `${type} ${turning}`)).toEqual(["touch ", "slip rolling"]);
  // it is seen to when its moment is 1e-10 beyond
  expect(Math.abs(events[1].t - (c * g) / r / push)).toBeLessThan(4e-10);
  world.restore(JSON.parse(JSON.stringify(world.save())));
  expect(world.advanceTo(3.1).events).toEqual([]);
  world.addBody({ shape: createSphere({ radius: r }), position: [9, 0, 9] });
  expect(world.advanceTo(3.2).events).toEqual([]);
});

/**
 * Euler's disc, thin, that leans by α and rolls round its middle: Ω² = 4 g/(R sin α), it turns by Ω sin α about a diameter, and
 * has the energy (3/2) m g R sin α. Rolling takes c m g Ω sin α cos α: √α falls evenly, to nothing after
 *   t = (3 R/2c) √(α R/g)
 */
test("Euler's disc sinks as rolling resistance says", () => {
  const R = 0.0375;
  const height = 2e-4;
  const lean = 0.1;
  const arm = 6e-3;
  const mass = 0.4;
  const world = startFloor(20, 0, 1e-7);
  const [s, co] = [Math.sin(lean), Math.cos(lean)];
  // from the centre to the lowest point, in the plane of the axis
  const [x, z] = [R * co - (height / 2) * s, -R * s - (height / 2) * co];
  const [A, C] = [mass * ((R * R) / 4 + (height * height) / 12), (mass * R * R) / 2];
  const k = 1 / (z - (x * co) / s);
  const about = k * (x * s + z * co);
  const Lx = A * (k * x - about * s) + C * about * s;
  const Omega = Math.sqrt((-x * mass * g) / Lx);
  const disc = world.addBody({
    shape: createCylinder({ radius: R, height }),
    mass,
    position: [0, 0, -z],
    // the axis, y, to (sin, 0, cos) of the lean
    rotation: turnUp(lean),
    angularVelocity: [k * x * Omega, 0, k * z * Omega],
    friction: 2,
    rollingFriction: arm,
  });
  const end = ((3 * R) / (2 * arm)) * Math.sqrt((Math.sin(lean) * R) / g);
  const height0 = -z - height / 2;
  const lower = () => (world.system.state[13 * disc + 2] - height / 2) / height0;
  // it rocks about the model by a part of c/R
  world.advanceTo(0.5 * end);
  expect(Math.abs(lower() - 0.25)).toBeLessThan(0.04);
  const { worst } = world.advanceTo(0.95 * end);
  expect(Math.abs(lower() - 0.0025)).toBeLessThan(0.0015);
  expect(worst.energyError).toBeLessThan(2e-7);
  expect(worst.fallbacks).toEqual([]);
});

/** Turns y to (sin α, 0, cos α). */
function turnUp(lean: number): number[] {
  // a quarter turn about x, then α about y
  const [h, a] = [Math.SQRT1_2, lean / 2];
  return [h * Math.cos(a), h * Math.sin(a), -h * Math.sin(a), h * Math.cos(a)];
}

test("numbers are checked", () => {
  const world = new World();
  const shape = createSphere({ radius: 1 });
  expect(() => world.addBody({ shape, mass: 1, rollingFriction: -1 })).toThrow(
    /rollingFriction: must be a finite number >= 0/,
  );
  expect(() => world.addBody({ shape, mass: 1, spinningFriction: Number.NaN })).toThrow(/spinningFriction/);
});

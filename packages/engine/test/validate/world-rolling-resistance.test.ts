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
function startFloor(mu: number, angle = 0): World {
  const world = new World({ gravity: [g * Math.sin(angle), 0, -g * Math.cos(angle)] });
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

test("numbers are checked", () => {
  const world = new World();
  const shape = createSphere({ radius: 1 });
  expect(() => world.addBody({ shape, mass: 1, rollingFriction: -1 })).toThrow(
    /rollingFriction: must be a finite number >= 0/,
  );
  expect(() => world.addBody({ shape, mass: 1, spinningFriction: Number.NaN })).toThrow(/spinningFriction/);
});

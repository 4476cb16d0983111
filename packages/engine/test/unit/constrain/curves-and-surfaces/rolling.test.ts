import { Mechanism, rollingBall, rollingWheel } from "@rigor/engine/constrain";
import type { RigorError } from "@rigor/engine/math";
import { RigidSystem } from "@rigor/engine/rigid";
import { describe, expect, test } from "vitest";
import { bodyPairs, measureWorst } from "../../../support/constraint-worlds.js";

const normal = [0.3, 0.2, 1];

function createBody(height: number): Mechanism {
  const system = new RigidSystem();
  system.particles.addParticle({ mass: 1, position: [0, 0, 1] });
  system.addBody({
    mass: 1,
    inertia: [1, 1, 1],
    position: [0, 0, height],
    velocity: [1, 2, 3],
    angularVelocity: [4, 5, 6],
  });
  return new Mechanism(system);
}

describe("C, J and γ are what differences say, of slip too", () => {
  // differences over 1/256 s; the planes are carried, and turn; some wheels lean far
  test.each([
    ["ball", measureWorst((a, b) => rollingBall({ a, b, normal, radius: 0.6 }), bodyPairs)],
    ["wheel", measureWorst((a, b) => rollingWheel({ a, b, normal, axis: [0.3, 1, -0.5], radius: 0.6 }), bodyPairs)],
  ])("%s", (_, { rate, acceleration, rateOfRate }) => {
    expect(rate).toBeLessThan(6e-13);
    expect(acceleration).toBeLessThan(2e-10);
    expect(rateOfRate).toBeLessThan(5e-11);
  });
});

test("one row is on positions, two are on velocities", () => {
  const mechanism = createBody(2);
  mechanism.add(rollingBall({ a: { body: 0 }, normal: [0, 0, 1] }));
  mechanism.add(rollingWheel({ a: { body: 0 }, normal: [0, 0, 1], axis: [1, 0, 0], radius: 1.5 }));
  mechanism.prepare();
  expect(Array.from(mechanism.table.holonomic)).toEqual([1, 0, 0, 1, 0, 0]);
  // the radius of the ball is its height
  expect(Array.from(mechanism.table.value)).toEqual([0, 0, 0, 0.5, 0, 0]);
  // v + ω × f, f = (0, 0, −2) and (0, 0, −1.5); a wheel with axis x heads for −y
  const slip = mechanism.table.rate;
  expect(slip[0]).toBe(3);
  expect(Math.hypot(slip[1], slip[2])).toBeCloseTo(Math.hypot(1 - 10, 2 + 8), 14);
  expect(Array.from(slip.subarray(3))).toEqual([3, -(2 + 6), 1 - 7.5]);
});

test("what rolls is assembled onto its plane, and its slip is taken away", () => {
  const mechanism = createBody(3);
  mechanism.add(rollingWheel({ a: { body: 0 }, normal, axis: [1, 0, 0.2], radius: 1 }));
  mechanism.assemble();
  const { position, velocity } = mechanism.measureError();
  expect(position).toBeLessThan(1e-13);
  expect(velocity).toBeLessThan(2e-15);
});

describe("errors say what is wrong", () => {
  const a = { body: 0 };
  const wheel = { a, normal: [0, 0, 1], axis: [1, 0, 0], radius: 1 };
  test.each([
    ["not-a-body", "constraints[0].a", () => rollingBall({ a: { particle: 0 }, normal })],
    ["not-positive", "constraints[0].radius", () => rollingBall({ a, normal: [0, 0, -1] })],
    ["no-direction", "constraints[0].normal", () => rollingBall({ a, normal: [0, 0, 0] })],
    ["lies-flat", "constraints[0].axis", () => rollingWheel({ ...wheel, axis: [0, 0, 2] })],
    ["not-positive", "constraints[0].radius", () => rollingWheel({ ...wheel, radius: Number.NaN })],
    ["not-a-body", "constraints[0].a", () => rollingWheel({ ...wheel, a: { particle: 0 } })],
    ["unknown-option", "constraints[0].axis", () => rollingBall({ a, normal, axis: [0, 0, 1] } as never)],
  ])("%s at %s", (code, path, make) => {
    expect.assertions(1);
    try {
      createBody(1).add(make());
    } catch (error) {
      expect((error as RigorError).faults[0]).toMatchObject({ code, path });
    }
  });
});

import { gear, hinge, Mechanism, motor, rack, slider } from "@rigor/engine/constrain";
import { dopri5, integrate } from "@rigor/engine/ode";
import { RigidSystem } from "@rigor/engine/rigid";
import { describe, expect, test } from "vitest";
import { addWheel, createJointWorld } from "../../../support/joints.js";

const z = [0, 0, 1];

function createWheels() {
  const system = new RigidSystem();
  addWheel(system, 1, 1);
  addWheel(system, 1, 1, [1, 0, 0]);
  const mechanism = new Mechanism(system);
  const first = mechanism.add(hinge({ a: { body: 0 }, at: [0, 0, 0], axis: z }));
  const second = mechanism.add(hinge({ a: { body: 1 }, at: [1, 0, 0], axis: [0, 0, -1] }));
  return { mechanism, first, second };
}

describe("gear", () => {
  test("between hinges, for many turns: the angles are counted on", () => {
    const { mechanism, first, second } = createWheels();
    mechanism.add(gear({ a: first.angle, b: second.angle, ratio: 3 }));
    mechanism.add(motor(first.angle, { speed: 5 }));
    mechanism.assemble();
    integrate(dopri5(mechanism, { tolerance: 1e-7 }), 4);
    expect(first.angle.value).toBeGreaterThan(19);
    // kept by projection: 1e-13, and rounding of 60 rad
    expect(Math.abs(second.angle.value - 3 * first.angle.value)).toBeLessThan(1e-13);
  });

  test("between wheels on the world, each with the axis of its own", () => {
    const { mechanism, first, second } = createWheels();
    mechanism.add(gear({ a: { body: 0, axis: z }, b: { body: 1, axis: [0, 0, -1] }, ratio: 3 }));
    mechanism.add(motor(first.angle, { speed: 5 }));
    mechanism.assemble();
    integrate(dopri5(mechanism, { tolerance: 1e-7 }), 4);
    expect(Math.abs(second.angle.value - 3 * first.angle.value)).toBeLessThan(1e-13);
  });

  test("what is refused", () => {
    const { mechanism, gimbal } = createJointWorld();
    const { angle } = mechanism.add(hinge({ a: { body: 0 }, at: z, axis: z }));
    const { travel } = mechanism.add(slider({ a: { body: 1 }, at: z, axis: z }));
    const wheel = { body: 1 };
    const add = (options: Parameters<typeof gear>[0]) => () => mechanism.add(gear(options));
    expect(add({ a: angle, b: wheel, axis: z, ratio: 0 })).toThrow(/constraints\[2\]\.ratio: must not be 0/);
    expect(add({ a: angle, b: angle, ratio: 1 })).toThrow(/\.b: must be another angle/);
    expect(add({ a: angle, b: travel, ratio: 1 })).toThrow(/\.b: must be an angle, got "length"/);
    expect(add({ a: angle, b: wheel, ratio: 1 })).toThrow(/\.b\.axis: must be given/);
    expect(add({ a: angle, b: { particle: 0 }, axis: z, ratio: 1 })).toThrow(/\.b\.a: must be something that turns/);
    const { angle: other } = mechanism.add(hinge({ a: { on: gimbal }, at: z, axis: z }));
    expect(add({ a: angle, b: other, carrier: wheel, ratio: 1 })).toThrow(/\.carrier: must be left out/);
    expect(add({ a: angle, b: other, axis: z, ratio: 1 })).toThrow(/\.axis: must be left out/);
    expect(() => mechanism.add(rack({ rack: angle, pinion: angle, radius: 1 }))).toThrow(/\.rack: must be a length/);
    expect(() => mechanism.add(rack({ rack: travel, pinion: angle, radius: 0 }))).toThrow(/\.radius: must not be 0/);
    expect(mechanism.constraints.length).toBe(3);
  });
});

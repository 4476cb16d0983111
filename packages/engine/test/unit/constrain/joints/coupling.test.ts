import { coupling, cylindrical, hinge, jointTorque, Mechanism, slider } from "@rigor/engine/constrain";
import { dopri5, integrate } from "@rigor/engine/ode";
import { RigidSystem } from "@rigor/engine/rigid";
import { describe, expect, test } from "vitest";
import { addWheel, findReaction } from "../../../support/joints.js";

const z = [0, 0, 1];

describe("coupling", () => {
  test("a winch: a torque on its drum draws a load on a rail", () => {
    const system = new RigidSystem();
    addWheel(system, 1, 0.5);
    addWheel(system, 4, 1, [2, 0, 0]);
    const mechanism = new Mechanism(system);
    const drum = mechanism.add(hinge({ a: { body: 0 }, at: [0, 0, 0], axis: z, angle: 5 }));
    const rail = mechanism.add(slider({ a: { body: 1 }, at: [2, 0, 0], axis: [1, 0, 0] }));
    const cable = mechanism.add(coupling({ a: drum.angle, b: rail.travel, ratio: -0.25 }));
    mechanism.addForce(jointTorque(drum.angle, 3));
    expect(cable.rows).toBe(1);
    // the world is carried by none, and once is enough for it
    expect(cable.ends.map(({ name }) => name)).toEqual(["body 0", "world", "body 1"]);
    integrate(dopri5(mechanism, { tolerance: 1e-11 }), 2);
    const alpha = 3 / (0.5 + 4 / 16);
    expect(Math.abs(drum.angle.value - 5 - 2 * alpha)).toBeLessThan(1e-11);
    expect(Math.abs(rail.travel.value + 0.5 * alpha)).toBeLessThan(3e-12);
    // the drum feels the pull of the load with the lever of the ratio
    expect(Math.abs(findReaction(mechanism, cable)[5] + (4 / 16) * alpha)).toBeLessThan(1e-14);
  });

  test("of two coordinates of one joint: a screw from a sleeve", () => {
    const system = new RigidSystem();
    addWheel(system, 2, 0.5);
    const mechanism = new Mechanism(system);
    const sleeve = mechanism.add(cylindrical({ a: { body: 0 }, at: [0, 0, 0], axis: z }));
    const thread = mechanism.add(coupling({ a: sleeve.angle, b: sleeve.travel, ratio: 0.5 }));
    expect(thread.ends.length).toBe(2);
    mechanism.addForce(jointTorque(sleeve.angle, 1));
    integrate(dopri5(mechanism, { tolerance: 1e-11 }), 1);
    expect(Math.abs(sleeve.travel.value - 0.25 / (0.5 + 2 * 0.25))).toBeLessThan(1e-11);
    // force and torque on the body, at the joint: 2 kg at 0.5 m/s², and what it takes of the torque
    const [, , force, , , torque] = findReaction(mechanism, thread);
    expect(force).toBeCloseTo(1, 14);
    expect(torque).toBeCloseTo(-0.5, 14);
  });

  test("what is refused", () => {
    const system = new RigidSystem();
    addWheel(system, 2, 0.5);
    const mechanism = new Mechanism(system);
    const { angle, travel } = mechanism.add(cylindrical({ a: { body: 0 }, at: [0, 0, 0], axis: z }));
    expect(() => mechanism.add(coupling({ a: angle, b: travel, ratio: 0 }))).toThrow(/\[1\]\.ratio: must not be 0/);
    expect(() => mechanism.add(coupling({ a: angle, b: angle, ratio: 1 }))).toThrow(/\.b: must be another coordinate/);
    const none = {} as unknown as typeof angle;
    expect(() => mechanism.add(coupling({ a: none, b: angle, ratio: 1 }))).toThrow(
      /\.a: must be a coordinate of a joint/,
    );
    expect(mechanism.constraints.length).toBe(1);
  });
});

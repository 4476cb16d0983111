import { Mechanism, motor, screw } from "@rigor/engine/constrain";
import { dopri5, integrate } from "@rigor/engine/ode";
import { RigidSystem } from "@rigor/engine/rigid";
import { describe, expect, test } from "vitest";
import { addWheel } from "../../../support/joints.js";

describe("screw", () => {
  test.each([0.2, -0.05])("a pitch of %f m a turn moves so far in each turn, for many turns", (pitch) => {
    const system = new RigidSystem();
    addWheel(system, 1, 1);
    const mechanism = new Mechanism(system);
    const thread = mechanism.add(screw({ a: { body: 0 }, at: [0, 0, 0], axis: [1, 0, 0], pitch, angle: 1, travel: 3 }));
    expect(thread.rows).toBe(5);
    expect(mechanism.measureError().position).toBe(0);
    mechanism.add(motor(thread.angle, { speed: 2 * Math.PI }));
    mechanism.assemble();
    integrate(dopri5(mechanism, { tolerance: 1e-8 }), 10);
    // ten turns: the speed is exact, the angle that of the run
    expect(Math.abs(thread.angle.value - 1 - 20 * Math.PI)).toBeLessThan(2e-6);
    // the thread to what a projection keeps, 1e-13
    expect(Math.abs(thread.travel.value - 3 - (pitch * (thread.angle.value - 1)) / (2 * Math.PI))).toBeLessThan(1e-14);
    expect(mechanism.solver.redundant).toBe(0);
  });

  test("a pitch of zero is a hinge", () => {
    const system = new RigidSystem();
    addWheel(system, 1, 1);
    const options = { a: { body: 0 }, at: [0, 0, 0], axis: [1, 0, 0] };
    expect(() => new Mechanism(system).add(screw({ ...options, pitch: 0 }))).toThrow(/\.pitch: must not be 0/);
    system.constraintForces = null;
    expect(() => new Mechanism(system).add(screw({ ...options, pitch: Infinity }))).toThrow(/must be a finite number/);
  });
});

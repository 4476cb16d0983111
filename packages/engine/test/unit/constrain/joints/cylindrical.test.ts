import { cylindrical, Mechanism } from "@rigor/engine/constrain";
import { dopri5, integrate } from "@rigor/engine/ode";
import { RigidSystem } from "@rigor/engine/rigid";
import { describe, expect, test } from "vitest";
import { addWheel, findReaction } from "../../../support/joints.js";

describe("cylindrical joint", () => {
  test("lets a helical motion go on for ever; across the axis it holds what turns off centre", () => {
    const system = new RigidSystem();
    addWheel(system, 2, 1, [0.5, 0, 0]);
    const mechanism = new Mechanism(system);
    const joint = mechanism.add(cylindrical({ a: { body: 0 }, at: [0, 0, 0], axis: [0, 0, 2], angle: 1, travel: 2 }));
    expect(joint.rows).toBe(4);
    system.place(0, [0.5, 0, 0], [0, 0, 0, 1], [0, 1.5, 0.7], [0, 0, 3]);
    integrate(dopri5(mechanism, { tolerance: 1e-10 }), 4);
    // the tolerance of the run, over two turns
    expect(Math.abs(joint.angle.value - 13)).toBeLessThan(5e-10);
    expect(Math.abs(joint.travel.value - 4.8)).toBeLessThan(1e-14);
    expect(mechanism.solver.redundant).toBe(0);
    // m ω² r, inward; its place is on the axis, level with the centre
    const reaction = findReaction(mechanism, joint);
    expect(Math.abs(Math.hypot(reaction[0], reaction[1]) - 9)).toBeLessThan(1e-9);
    for (let k = 2; k < 6; k++) expect(Math.abs(reaction[k])).toBeLessThan(1e-13);
  });

  test("an angle that is no number is refused", () => {
    const system = new RigidSystem();
    addWheel(system, 2, 1);
    const mechanism = new Mechanism(system);
    const options = { a: { body: 0 }, at: [0, 0, 0], axis: [0, 0, 1], angle: Number.NaN };
    expect(() => mechanism.add(cylindrical(options))).toThrow(/constraints\[0\]\.angle: must be a finite number/);
  });
});

import { Mechanism, universal } from "@rigor/engine/constrain";
import { dopri5, integrate } from "@rigor/engine/ode";
import { boxMass, gravity, RigidSystem } from "@rigor/engine/rigid";
import { describe, expect, test } from "vitest";
import { findReaction } from "../../../support/joints.js";

const x = [1, 0, 0];
const y = [0, 1, 0];

function createSwing() {
  const system = new RigidSystem();
  system.addForce(gravity([0, 0, -9.81]));
  const mass = boxMass({ size: [0.3, 0.2, 1], mass: 2 });
  system.addBody({ mass, position: [0, 0, -0.6], velocity: [0.5, 0.3, 0], angularVelocity: [0.2, 0.1, 3] });
  const mechanism = new Mechanism(system);
  const joint = mechanism.add(universal({ a: { body: 0 }, at: [0, 0, 0], axes: [x, y] }));
  mechanism.assemble();
  return { mechanism, joint };
}

describe("universal joint", () => {
  test("has four rows and keeps the arms of its cross perpendicular", () => {
    const { mechanism, joint } = createSwing();
    expect(joint.rows).toBe(4);
    integrate(dopri5(mechanism), 3);
    expect(mechanism.solver.redundant).toBe(0);
    expect(mechanism.measureError().position).toBeLessThan(1e-14);
    expect(Math.abs(joint.angles[0].value) + Math.abs(joint.angles[1].value)).toBeGreaterThan(0.1);
  });

  test("its torque is along neither arm: it hinders no turn about them", () => {
    const { mechanism, joint } = createSwing();
    integrate(dopri5(mechanism), 1);
    const reaction = findReaction(mechanism, joint);
    const { at } = joint.ends[0];
    const torque = reaction.subarray(3);
    // the arm of the body: its x
    const own = torque[0] * at[9] + torque[1] * at[12] + torque[2] * at[15];
    expect(Math.abs(own)).toBeLessThan(1e-16);
    expect(Math.abs(torque[1])).toBeLessThan(1e-16);
    expect(Math.hypot(...torque)).toBeGreaterThan(1e-3);
  });

  test("axes on the sides need not be perpendicular yet", () => {
    const system = new RigidSystem();
    system.addBody({ mass: 1, inertia: [1, 1, 1] });
    const mechanism = new Mechanism(system);
    mechanism.add(universal({ a: { body: 0, axis: [1, 1, 0] }, b: { axis: y }, at: [0, 0, 0] }));
    expect(mechanism.measureError().position).toBeCloseTo(Math.SQRT1_2, 14);
    mechanism.assemble();
    expect(mechanism.measureError().position).toBeLessThan(2e-14);
  });
});

import { hinge, Mechanism } from "@rigor/engine/constrain";
import { dopri5, integrate } from "@rigor/engine/ode";
import { bodySize, boxMass, gravity, RigidSystem, Slot } from "@rigor/engine/rigid";
import { describe, expect, test } from "vitest";
import { findReaction } from "../../../support/joints.js";

/** A door of 20 kg that leans: its hinge is tilted by 0.1 rad from the vertical, y. */
function createDoor() {
  const system = new RigidSystem();
  system.addForce(gravity());
  const tilt = [Math.sin(0.1), Math.cos(0.1), 0];
  const body = system.addBody({ mass: boxMass({ size: [0.9, 2, 0.04], mass: 20 }), position: [0, 0, 0] });
  const mechanism = new Mechanism(system);
  const joint = mechanism.add(hinge({ a: { body }, at: [0, 0, 0.45], axis: tilt }));
  return { system, mechanism, joint, tilt };
}

describe("hinge", () => {
  test("has five rows, none of which follows from others, and leaves one angle free", () => {
    const { mechanism, joint, system, tilt } = createDoor();
    expect(joint.rows).toBe(5);
    integrate(dopri5(mechanism, { tolerance: 1e-9 }), 2);
    expect(mechanism.solver.redundant).toBe(0);
    expect(mechanism.measureError().position).toBeLessThan(1e-14);
    // ω is along the axis, but for rounding
    const { rate } = joint.angle;
    expect(Math.abs(rate)).toBeGreaterThan(0.1);
    for (let k = 0; k < 3; k++) expect(system.angularVelocity[k]).toBeCloseTo(rate * tilt[k], 14);
  });

  test("does no work about its axis: the torque on the door is across it", () => {
    const { mechanism, joint, tilt } = createDoor();
    integrate(dopri5(mechanism), 1);
    const reaction = findReaction(mechanism, joint);
    const along = reaction[3] * tilt[0] + reaction[4] * tilt[1] + reaction[5] * tilt[2];
    // rounding of torques of 50 N·m
    expect(Math.abs(along)).toBeLessThan(5e-15);
    expect(Math.max(...reaction.subarray(3).map(Math.abs))).toBeGreaterThan(1);
  });

  test("keeps the angular momentum of two free bodies that it joins", () => {
    const system = new RigidSystem();
    for (const x of [-1, 1]) {
      const mass = boxMass({ size: [1, 0.5, 0.3], mass: 2 + x });
      system.addBody({ mass, position: [x, 0, 0], velocity: [0, x, 0.2], angularVelocity: [0.3, 1, x] });
    }
    const mechanism = new Mechanism(system);
    mechanism.add(hinge({ a: { body: 0 }, b: { body: 1 }, at: [0, 0.1, 0], axis: [0, 1, 1] }));
    mechanism.assemble();
    const total = () => {
      const sum = [0, 0, 0, 0, 0, 0];
      for (let i = 0; i < 2; i++) {
        const [x, P, L] = [Slot.x, Slot.P, Slot.L].map((slot) => {
          return system.state.slice(bodySize * i + slot, bodySize * i + slot + 3);
        });
        for (let k = 0; k < 3; k++) {
          const [m, n] = [(k + 1) % 3, (k + 2) % 3];
          sum[k] += P[k];
          sum[3 + k] += L[k] + x[m] * P[n] - x[n] * P[m];
        }
      }
      return sum;
    };
    const before = total();
    integrate(dopri5(mechanism, { tolerance: 1e-9 }), 3);
    // P to rounding; L as exactly as x follows P/m: the tolerance of the run
    total().forEach((value, k) => {
      expect(Math.abs(value - before[k])).toBeLessThan(k < 3 ? 1e-14 : 3e-9);
    });
  });
});

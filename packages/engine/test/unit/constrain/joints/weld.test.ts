import { Mechanism, weld } from "@rigor/engine/constrain";
import { dopri5, integrate } from "@rigor/engine/ode";
import { boxMass, combineMass, RigidSystem } from "@rigor/engine/rigid";
import { describe, expect, test } from "vitest";
import { addWheel, turnAbout } from "../../../support/joints.js";
import { maxDifference } from "../../../support/rigid.js";

describe("weld", () => {
  test("two boxes move as the one body that they are", () => {
    const parts = [boxMass({ size: [1, 0.4, 0.2], mass: 2 }), boxMass({ size: [0.3, 0.8, 0.5], mass: 1 })];
    const motion = { velocity: [0, 0, 0], angularVelocity: [0.5, 2, 1] };
    const whole = new RigidSystem();
    const mass = combineMass([{ of: parts[0] }, { of: parts[1], position: [0.5, 0.4, 0.1] }]);
    whole.addBody({ mass, ...motion });
    const system = new RigidSystem();
    // v of the centre of each: those of one motion about the common centre
    const c = mass.center;
    [
      [0, 0, 0],
      [0.5, 0.4, 0.1],
    ].forEach((position, k) => {
      const r = position.map((p, n) => p - c[n]);
      const [wx, wy, wz] = motion.angularVelocity;
      const velocity = [wy * r[2] - wz * r[1], wz * r[0] - wx * r[2], wx * r[1] - wy * r[0]];
      system.addBody({ mass: parts[k], position, velocity, angularVelocity: motion.angularVelocity });
    });
    const mechanism = new Mechanism(system);
    const joint = mechanism.add(weld({ a: { body: 0 }, b: { body: 1 } }));
    expect(joint.rows).toBe(6);
    integrate(dopri5(mechanism, { tolerance: 1e-11 }), 4);
    integrate(dopri5(whole, { tolerance: 1e-11 }), 4);
    // the tolerance of the runs, over two turns
    expect(maxDifference(system.getPose(0).position, whole.getPose(0).position)).toBeLessThan(3e-11);
    expect(maxDifference(system.getPose(0).rotation, whole.getPose(0).rotation)).toBeLessThan(1e-10);
    expect(mechanism.solver.redundant).toBe(0);
  });

  test("a rotation that is given is reached, from any side", () => {
    for (const start of [0.5, 2, 3.1, -3.1]) {
      const system = new RigidSystem();
      system.addBody({ mass: 1, inertia: [1, 2, 2.5], position: [1, 1, 1], rotation: turnAbout([0.6, 0, 0.8], start) });
      const mechanism = new Mechanism(system);
      const rotation = turnAbout([0, 1, 0], 0.3);
      mechanism.add(weld({ a: { body: 0, point: [0, 0, 0] }, b: { point: [0, 0, 0] }, rotation }));
      mechanism.assemble();
      const pose = system.getPose(0);
      expect(maxDifference(pose.position, [0, 0, 0])).toBeLessThan(5e-15);
      const sign = pose.rotation[3] < 0 ? -1 : 1;
      expect(
        maxDifference(
          pose.rotation.map((q) => sign * q),
          rotation,
        ),
      ).toBeLessThan(5e-16);
    }
  });

  test("where nothing is said it is where a has its origin", () => {
    const system = new RigidSystem();
    addWheel(system, 1, 1, [1, 2, 3]);
    const mechanism = new Mechanism(system);
    const { ends } = mechanism.add(weld({ a: { body: 0 } }));
    expect(Array.from(ends[1].at.subarray(0, 3))).toEqual([1, 2, 3]);
  });
});

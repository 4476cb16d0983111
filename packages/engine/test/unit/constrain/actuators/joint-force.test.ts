import {
  cylindrical,
  hinge,
  jointForce,
  jointSpring,
  jointTorque,
  Mechanism,
  slider,
  totalEnergy,
  traceTime,
} from "@rigor/engine/constrain";
import { dopri5, integrate } from "@rigor/engine/ode";
import { RigidSystem } from "@rigor/engine/rigid";
import { describe, expect, test } from "vitest";
import { addWheel, createJointWorld } from "../../../support/joints.js";

const z = [0, 0, 1];

describe("springs on joints", () => {
  test("a damped torsion spring between two free wheels: the closed form", () => {
    const system = new RigidSystem();
    addWheel(system, 1, 0.5);
    addWheel(system, 1, 1.5, [0, 0, 1]);
    const mechanism = new Mechanism(system);
    const joint = mechanism.add(hinge({ a: { body: 0 }, b: { body: 1 }, at: [0, 0, 0], axis: z, angle: 4 }));
    mechanism.addForce(jointSpring(joint.angle, { stiffness: 6, rest: 1, damping: 0.3 }));
    integrate(dopri5(mechanism, { tolerance: 1e-12 }), 2);
    // reduced inertia 0.375: s = 1 + e^(−λt) (3 cos ωt + (3λ/ω) sin ωt)
    const lambda = 0.3 / (2 * 0.375);
    const w = Math.sqrt(6 / 0.375 - lambda * lambda);
    const s = 1 + Math.exp(-2 * lambda) * (3 * Math.cos(2 * w) + ((3 * lambda) / w) * Math.sin(2 * w));
    // the tolerance of the run
    expect(Math.abs(joint.angle.value - s)).toBeLessThan(2e-11);
    // both turn against one another
    expect(system.angularVelocity[2] / system.angularVelocity[5]).toBeCloseTo(-3, 13);
  });

  test("tell their energy", () => {
    const { mechanism } = createJointWorld();
    const { travel } = mechanism.add(slider({ a: { body: 0 }, b: { body: 1 }, at: z, axis: z, travel: 0.5 }));
    const spring = jointSpring(travel, { stiffness: 8, rest: 2 });
    expect(spring.energy?.(mechanism)).toBeCloseTo(9, 14);
  });
});

describe("torques and forces on joints", () => {
  test("constant ones have a potential: energy is kept over turns", () => {
    const system = new RigidSystem();
    addWheel(system, 2, 0.5);
    const mechanism = new Mechanism(system);
    const sleeve = mechanism.add(cylindrical({ a: { body: 0 }, at: [0, 0, 0], axis: z }));
    mechanism.addForce(jointTorque(sleeve.angle, 2));
    mechanism.addForce(jointForce(sleeve.travel, -3));
    const before = totalEnergy(mechanism);
    integrate(dopri5(mechanism, { tolerance: 1e-11 }), 3);
    // three turns at the tolerance of the run
    expect(Math.abs(sleeve.angle.value - 18)).toBeLessThan(2e-11);
    expect(Math.abs(sleeve.travel.value + 6.75)).toBeLessThan(1e-14);
    expect(Math.abs(totalEnergy(mechanism) - before)).toBeLessThan(4e-11);
  });

  test("functions of time have none", () => {
    const system = new RigidSystem();
    addWheel(system, 2, 0.5);
    const mechanism = new Mechanism(system);
    const joint = mechanism.add(hinge({ a: { body: 0 }, at: [0, 0, 0], axis: z }));
    const torque = mechanism.addForce(
      jointTorque(
        joint.angle,
        traceTime((t) => t.cos()),
      ),
    );
    expect(torque.energy).toBeUndefined();
    integrate(dopri5(mechanism, { tolerance: 1e-12 }), 2);
    // I θ̈ = cos t
    expect(Math.abs(joint.angle.value - 2 * (1 - Math.cos(2)))).toBeLessThan(5e-12);
  });

  test("act on things with coordinates", () => {
    const { mechanism, gimbal } = createJointWorld();
    const joint = mechanism.add(hinge({ a: { on: gimbal }, at: [0, 0, 0], axis: z }));
    mechanism.remove(joint);
    const push = mechanism.addForce(jointTorque(joint.angle, 3));
    mechanism.derivative(new Float64Array(mechanism.dimension));
    // by what its angle about z grows with u₀, where it is not tilted against z; and its opposite on none
    expect(push.name).toBe("joint torque");
    expect(gimbal.force[0]).toBeCloseTo(3, 14);
  });

  test("what is refused", () => {
    const { mechanism } = createJointWorld();
    const { angle, travel } = mechanism.add(cylindrical({ a: { body: 0 }, at: z, axis: z }));
    expect(() => jointTorque(travel, 1)).toThrow(/jointTorque\.coordinate: must be an angle, got "length"/);
    expect(() => jointForce(angle, 1)).toThrow(/jointForce\.coordinate: must be a length, got "angle"/);
    expect(() => jointTorque(angle, Number.NaN)).toThrow(/jointTorque\.torque: must be a finite number/);
    expect(() => jointTorque(angle, () => {})).toThrow(/jointTorque\.torque: must write its value/);
    expect(() => jointSpring(angle, { stiffness: -1 })).toThrow(/jointSpring\.stiffness: must be a finite number >= 0/);
    expect(() => jointSpring(angle, { damping: -1 })).toThrow(/jointSpring\.damping: .* speed things up/);
    expect(() => jointSpring(angle, { k: 1 } as object)).toThrow(/jointSpring\.k: must be an option/);
  });
});

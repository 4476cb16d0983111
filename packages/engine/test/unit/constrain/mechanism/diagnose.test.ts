import { createDistanceCoordinate, hinge, jointForce, jointTorque, Mechanism, motor } from "@rigor/engine/constrain";
import { dopri5, integrate } from "@rigor/engine/ode";
import { boxMass } from "@rigor/engine/rigid";
import { describe, expect, test } from "vitest";
import { createHeavySystem } from "../../../support/mechanisms.js";

function createArm() {
  const system = createHeavySystem();
  const mechanism = new Mechanism(system);
  const mass = boxMass({ size: [1, 0.2, 0.3], mass: 2 });
  const a = system.addBody({ mass, position: [0.5, 0, 0] });
  const b = system.addBody({ mass, position: [1.5, 0, 0] });
  mechanism.add(hinge({ a: { body: a }, at: [0, 0, 0], axis: [0, 0, 1] }));
  const joint = mechanism.add(hinge({ a: { body: b }, b: { body: a }, at: [1, 0, 0], axis: [0, 0, 1] }));
  return { system, mechanism, joint };
}

/** From 0.5 s on it is no number. */
const late = (time: Float64Array, out: Float64Array): void => {
  out.fill(0);
  if (time[0] > 0.5) out[0] = Number.NaN;
};

function run(mechanism: Mechanism): string {
  const { status, message } = integrate(dopri5(mechanism), 1);
  expect(status).toBe("not-finite");
  return message;
}

describe("what was not finite is named", () => {
  test("a torque of a joint", () => {
    const { mechanism, joint } = createArm();
    mechanism.addForce(jointTorque(joint.angle, late));
    expect(run(mechanism)).toContain('forces[0] of the mechanism ("joint torque") was not finite on body 0');
  });

  test("a force on the mechanism", () => {
    const { mechanism } = createArm();
    mechanism.addForce({ name: "idle", apply() {} });
    mechanism.addForce({
      name: "mypush",
      apply({ system, time }) {
        system.force[3] += time > 0.5 ? Number.NaN : 0;
      },
    });
    expect(run(mechanism)).toContain('forces[1] of the mechanism ("mypush") was not finite on body 1');
  });

  test("a force on bodies", () => {
    const { mechanism, system } = createArm();
    system.addForce({
      name: "mywind",
      apply({ force, time }) {
        if (time > 0.5) force[4] = Number.NaN;
      },
    });
    expect(run(mechanism)).toContain('force "mywind" was not finite on body 1');
  });

  test("a motor", () => {
    const { mechanism, joint } = createArm();
    mechanism.add(motor(joint.angle, { speed: late }));
    expect(run(mechanism)).toContain("constraints[2] (motor) was not finite");
  });

  test("a force along a coordinate, where there are no constraints", () => {
    const mechanism = new Mechanism(createHeavySystem());
    mechanism.system.particles.addParticle({ mass: 1, position: [1, 0, 0] });
    const length = createDistanceCoordinate(mechanism, { a: { particle: 0 }, b: [0, 0, 0] });
    mechanism.addForce(jointForce(length, late));
    expect(run(mechanism)).toContain('forces[0] of the mechanism ("joint force") was not finite on particle 0');
  });
});

test("a system that a mechanism holds stays on its constraints, whoever steps it", () => {
  const { mechanism, system } = createArm();
  integrate(dopri5(system, { tolerance: 1e-6 }), 3);
  const { position, velocity } = mechanism.measureError();
  // rounding, at coordinates of 2 m and speeds of some m/s; without a projection it is 1e-5
  expect(position).toBeLessThan(1e-15);
  expect(velocity).toBeLessThan(2e-15);
});

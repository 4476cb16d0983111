/**
 * Andrews' squeezing mechanism (IFToMM A03; Hairer and Wanner II, VII.7): seven bodies in a plane, driven by a constant
 * torque, closed in three loops. Here they are bodies in space, joined by ten hinges: of 50 rows 9 depend on others.
 */
import { hinge, jointTorque, Mechanism } from "@rigor/engine/constrain";
import { dopri5, integrate } from "@rigor/engine/ode";
import { Springs } from "@rigor/engine/particles";
import { givenMass, RigidSystem } from "@rigor/engine/rigid";
import { expect, test } from "vitest";
import { andrews, findAndrewsBodies } from "../oracles/squeezer.js";

test("Andrews' squeezer at t = 0.03 s: angles to 1e-10", () => {
  const { m, I, start, end, C, D, P } = andrews;
  const { cos, sin } = Math;
  const system = new RigidSystem();
  const mechanism = new Mechanism(system);
  findAndrewsBodies().forEach(({ angle, center }, k) => {
    const mass = givenMass({ mass: m[k], inertia: [I[k], I[k], I[k]] });
    system.addBody({ mass, position: [...center, 0], rotation: [0, 0, sin(angle / 2), cos(angle / 2)] });
  });
  const join = (a: number, b: number | null, [x, y]: readonly number[]) =>
    mechanism.add(hinge({ a: { body: a }, ...(b === null ? {} : { b: { body: b } }), at: [x, y, 0], axis: [0, 0, 1] }));
  const joints = andrews.joints.map(([a, b, at]) => join(a, b, at));
  for (const k of [2, 3, 5]) join(k, 1, P);
  mechanism.addForce(jointTorque(joints[0].angle, andrews.torque));
  // the spring from C to D on the third body
  const gamma = start.q[2];
  const pose = system.getPose(2);
  const x = D[0] - pose.position[0];
  const y = D[1] - pose.position[1];
  const anchor = system.addAnchor(2, [x * cos(gamma) + y * sin(gamma), y * cos(gamma) - x * sin(gamma), 0]);
  const post = system.particles.addParticle({ position: [...C, 0], fixed: true });
  const springs = system.particles.addForce(new Springs());
  springs.connect(system.particles, anchor, post, { stiffness: andrews.stiffness, length: andrews.length });
  mechanism.assemble();
  expect(mechanism.solver.redundant).toBe(9);

  const report = integrate(dopri5(mechanism, { relative: 1e-11, absolute: 1e-14 }), end.t);
  expect(report.status).toBe("done");
  const found = joints.map(({ angle }, k) => angle.value + start.q[k]);
  // Θ is that of the second body against the first, Φ and Ω those of the fourth and sixth against the fifth and seventh
  found.forEach((angle, k) => {
    // 4.8e-11 at this tolerance
    expect(Math.abs(angle - end.q[k])).toBeLessThan(1e-10);
  });
  const rates = joints.map(({ angle }) => angle.rate);
  end.rates.forEach((rate, k) => {
    // of 1.4e3 rad/s at the most
    expect(Math.abs(rates[k] - rate)).toBeLessThan(2e-8);
  });
  expect(mechanism.measureError().position).toBeLessThan(1e-13);
});

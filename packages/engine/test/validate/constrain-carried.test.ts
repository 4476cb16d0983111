/**
 * Curves, surfaces and planes carried by a body that flies freely, with something on them: energy, momentum and angular
 * momentum stay what they are, so what is carried gives back what it takes.
 */
import {
  type ConstraintMaker,
  custom,
  Mechanism,
  pointOnCircle,
  pointOnCurve,
  pointOnHelix,
  pointOnIntersection,
  pointOnLine,
  pointOnPlane,
  pointOnSurface,
  rollingBall,
  rollingWheel,
  rope,
  totalEnergy,
} from "@rigor/engine/constrain";
import { dopri5, integrate } from "@rigor/engine/ode";
import { angularMomentum, linearMomentum, RigidSystem } from "@rigor/engine/rigid";
import { expect, test } from "vitest";
import { maxDifference } from "../support/rigid.js";

const a = { body: 0, point: [0.1, -0.2, 0.15] };
const b = { body: 1, point: [0.2, 0.1, -0.1] };
const axis = [0.2, 0.3, 1];
const makers: Record<string, () => ConstraintMaker> = {
  line: () => pointOnLine({ a, b, direction: axis }),
  circle: () => pointOnCircle({ a, b, axis, radius: 0.9 }),
  helix: () => pointOnHelix({ a, b, axis, radius: 0.9, pitch: 2 }),
  curve: () => pointOnCurve({ a, b, curve: (s) => [s.cos(), s.sin(), s.times(2).sin().times(0.3)], start: 1 }),
  plane: () => pointOnPlane({ a, b, normal: axis }),
  surface: () =>
    pointOnSurface({ a, b, surface: (x, y, z) => x.squared().plus(y.squared().times(2)).plus(z).minus(1) }),
  intersection: () =>
    pointOnIntersection({
      a,
      b,
      surfaces: [(x, y, z) => x.squared().plus(y.squared().times(2)).plus(z).minus(1), (x, y) => x.minus(y.sin())],
    }),
  "rolling ball": () => rollingBall({ a: { body: 0 }, b, normal: axis, radius: 0.5 }),
  "rolling wheel": () => rollingWheel({ a: { body: 0 }, b, axis: [1, 0.5, 0], normal: axis, radius: 0.5 }),
  rope: () => rope({ through: [a, b, { particle: 0 }, { body: 1, point: [-0.4, 0, 0] }] }),
  custom: () => custom({ ends: [a, b], value: ([a, b]) => a.point([1, 0, 0]).minus(b.position).dot(b.axis(axis)) }),
};

test.each(Object.keys(makers))("%s", (name) => {
  const system = new RigidSystem();
  system.addBody({
    mass: 2,
    inertia: [0.4, 0.5, 0.6],
    position: [0.8, 0.5, 0.6],
    velocity: [0.4, -0.2, 0.3],
    angularVelocity: [0.5, 1, -0.7],
  });
  system.addBody({ mass: 3, inertia: [1, 1.5, 2], velocity: [0.1, 0.3, -0.2], angularVelocity: [-0.4, 0.6, 0.8] });
  system.particles.addParticle({ mass: 1, position: [-1, 0.5, -1], velocity: [0.3, 0.2, 0.1] });
  const mechanism = new Mechanism(system);
  mechanism.add(makers[name]());
  mechanism.assemble();
  const measure = () => {
    const out = new Float64Array(7);
    linearMomentum(out, 0, system);
    angularMomentum(out, 3, system);
    out[6] = totalEnergy(mechanism);
    return out;
  };
  const before = measure();
  const report = integrate(dopri5(mechanism, { tolerance: 1e-11 }), 2);
  const after = measure();
  // P by rounding alone; L and energy by 140 steps of 1e-11 at most
  expect(maxDifference(before.subarray(0, 3), after)).toBeLessThan(3e-15);
  expect(maxDifference(before.subarray(3), after.subarray(3))).toBeLessThan(2.5e-11);
  expect(mechanism.measureError().position).toBeLessThan(1e-13);
  expect(mechanism.measureError().velocity).toBeLessThan(5e-16);
  expect(report.status).toBe("done");
});

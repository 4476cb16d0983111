/** Bodies that are taken away. */
import { integrate, rk4 } from "@rigor/engine/ode";
import {
  angularMomentum,
  gravity,
  kineticEnergy,
  linearMomentum,
  RigidSystem,
  removeBody,
  totalEnergy,
} from "@rigor/engine/rigid";
import { expect, test } from "vitest";

function createPair(): RigidSystem {
  const system = new RigidSystem();
  system.addForce(gravity([0, -2, 0]));
  for (let k = 0; k < 2; k++) {
    const motion = { velocity: [1, k, 0], angularVelocity: [0.1, 0.2 * k, 3] };
    system.addBody({ mass: 2, inertia: [1, 2, 3], position: [5 * k, 0, 0], ...motion });
  }
  return system;
}

test("it stays where it is, has no motion, no energy and no momentum; the other goes on as if alone", () => {
  const system = createPair();
  const before = Array.from(system.state.subarray(0, 7));
  const { revision } = system;
  removeBody(system, 0);
  expect(system.revision).toBeGreaterThan(revision);
  expect(system.count).toBe(2);
  const alone = new RigidSystem();
  alone.addForce(gravity([0, -2, 0]));
  const motion = { velocity: [1, 1, 0], angularVelocity: [0.1, 0.2, 3] };
  alone.addBody({ mass: 2, inertia: [1, 2, 3], position: [5, 0, 0], ...motion });
  for (const world of [system, alone]) integrate(rk4(world, { step: 1 / 64 }), 1);
  expect(Array.from(system.state.subarray(0, 7))).toEqual(before);
  expect(Array.from(system.state.subarray(7, 13))).toEqual([0, 0, 0, 0, 0, 0]);
  expect(Array.from(system.velocity.subarray(0, 3))).toEqual([0, 0, 0]);
  expect(kineticEnergy(system)).toBe(kineticEnergy(alone));
  expect(totalEnergy(system)).toBe(totalEnergy(alone));
  const [sums, expected] = [new Float64Array(6), new Float64Array(6)];
  linearMomentum(sums, 0, system);
  angularMomentum(sums, 3, system);
  linearMomentum(expected, 0, alone);
  angularMomentum(expected, 3, alone);
  expect(sums).toEqual(expected);
});

test("forces on it do nothing", () => {
  const system = createPair();
  removeBody(system, 0);
  system.computeForces();
  const rates = new Float64Array(system.dimension);
  system.derivative(rates);
  expect(Array.from(rates.subarray(0, 13), Math.abs)).toEqual(new Array(13).fill(0));
});

test("one that is not there is refused by name", () => {
  expect(() => removeBody(createPair(), 2)).toThrow(/body: /);
  expect(() => removeBody(createPair(), -1)).toThrow(/body: /);
});

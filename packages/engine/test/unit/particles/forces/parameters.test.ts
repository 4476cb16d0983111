/** What forces and systems tell of themselves, and attraction with masses of its own. */
import {
  attraction,
  constantForce,
  createLinePath,
  drag,
  ParticleSystem,
  repulsion,
  wind,
} from "@rigor/engine/particles";
import { expect, test } from "vitest";

function build(masses: readonly number[]): ParticleSystem {
  const system = new ParticleSystem();
  for (const [k, mass] of masses.entries()) system.addParticle({ mass, position: [k, k * k, 1 / (k + 1)] });
  return system;
}

test("attraction takes given masses instead of those of the particles", () => {
  const given = [3, 0.5, 7];
  const own = build([...given, 1]);
  own.addForce(attraction({ strength: 2, on: [0, 1, 2] }));
  own.computeForces();
  const other = build([1, 1, 1, 1]);
  const force = other.addForce(attraction({ strength: 2, on: [2, 0, 1], masses: [7, 3, 0.5] }));
  other.computeForces();
  own.force.subarray(0, 12).forEach((f, k) => {
    expect(Math.abs(other.force[k] - f)).toBeLessThan(1e-14);
  });
  expect(force.energy?.(other)).toBeCloseTo(own.forces[0].energy?.(own) ?? 0, 14);
});

test("and refuses those that do not fit", () => {
  expect(() => attraction({ strength: 1, masses: [1] })).toThrow(
    "attraction.masses: must be left out unless on is a list",
  );
  expect(() => attraction({ strength: 1, on: [0, 1], masses: [1] })).toThrow("attraction.masses: must have length 2");
  expect(() => attraction({ strength: 1, on: [0, 1], masses: [1, -1] })).toThrow("attraction.masses[1]");
});

test("forces tell the numbers that they were made with", () => {
  expect(attraction({ strength: 2, softening: 1 }).parameters).toEqual({ strength: 2, softening: 1 });
  expect(repulsion({ radius: 1, stiffness: 2 }).parameters).toEqual({ radius: 1, stiffness: 2, damping: 0 });
  expect(drag({ coefficient: 3 }).parameters).toEqual({ coefficient: 3, velocity: [0, 0, 0] });
  expect(wind({ coefficient: 3, velocity: [1, 2, 3] }).parameters).toEqual({ coefficient: 3, velocity: [1, 2, 3] });
  expect(constantForce({ force: [1, 2, 3] }).parameters).toEqual({ force: [1, 2, 3] });
});

test("a system tells what a particle follows", () => {
  const system = build([1]);
  const path = createLinePath([0, 0, 0], [1, 0, 0]);
  const driven = system.addParticle({ position: [0, 0, 0], path });
  expect([system.findPath(0), system.findPath(driven)]).toEqual([undefined, path]);
});

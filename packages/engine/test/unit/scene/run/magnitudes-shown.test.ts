/** The rule by which rounding is told from forces and energies. Weights and sums are worked out by hand. */
import { describe, expect, test } from "vitest";
import { buildScene } from "../../../../src/scene/build/build.js";
import type { SceneFile } from "../../../../src/scene/format/file.js";
import { Magnitudes, measureWeight } from "../../../../src/scene/run/magnitudes.js";

const scene: SceneFile = {
  rigor: 1,
  gravity: [0, 0, -10],
  bodies: [
    { id: "floor", shape: { type: "plane", normal: [0, 0, 1] }, fixed: true },
    { id: "box", shape: { type: "box", size: [1, 1, 1] }, mass: 3, position: [0, 0, 2] },
    { id: "rock", shape: { type: "box", size: [1, 1, 1] }, mass: 500, position: [9, 0, 2], fixed: true },
  ],
  particles: [{ id: "pea", mass: 0.5, position: [0, 5, 5] }],
};

describe("the largest weight", () => {
  test("is that of the heaviest thing that can move", () => {
    expect(measureWeight(buildScene(scene))).toBe(30);
    expect(measureWeight(buildScene({ ...scene, bodies: [] }))).toBe(5);
    const pendulum = { id: "p", type: "pendulum" as const, links: [{ length: 1, mass: 7 }] };
    expect(measureWeight(buildScene({ ...scene, generalized: [pendulum] }))).toBe(70);
    expect(measureWeight(buildScene({ ...scene, gravity: [0, 0, 0] }))).toBe(0);
  });
});

describe("what is shown", () => {
  const energy = { kinetic: 2, potential: -8, dissipated: 0, work: 0, total: -6 };
  const contact = { a: "box", b: "floor", p: [0, 0, 0], n: [0, 0, 1], gap: 0 } as const;

  test("is zero below 1e-9 of the largest force of any kind, of the weight, of the largest energy", () => {
    const magnitudes = new Magnitudes(30);
    expect([2e-8, 4e-8, -2e-8, -4e-8].map((force) => magnitudes.showForce(force))).toEqual([0, 4e-8, 0, -4e-8]);
    const contacts = [{ ...contact, f: 40, t: [30, 40, 0] as const }];
    const constraints = { hinge: { force: [0, 0, 45] as const, torque: [0, 3, 4] as const, error: 0 } };
    magnitudes.addSample({ contacts, constraints, energy });
    expect(magnitudes).toMatchObject({ force: 50, torque: 5, energy: 8 });
    expect([4e-8, 6e-8].map((force) => magnitudes.showForce(force))).toEqual([0, 6e-8]);
    expect([4.88e-28, 7e-9, 9e-9].map((term) => magnitudes.showEnergy(term))).toEqual([0, 0, 9e-9]);
    // torques and energies have one unit
    expect([7e-9, 9e-9].map((torque) => magnitudes.showTorque(torque))).toEqual([0, 9e-9]);
  });

  test("is every number where there is nothing to compare it with", () => {
    const magnitudes = new Magnitudes();
    expect([magnitudes.showForce(1e-30), magnitudes.showEnergy(-1e-30), magnitudes.showTorque(1e-30)]).toEqual([
      1e-30, -1e-30, 1e-30,
    ]);
  });

  test("is not spoilt by numbers that are not finite", () => {
    const magnitudes = new Magnitudes(1);
    magnitudes.addForce(Number.NaN);
    magnitudes.addForce(Infinity, 0, 0);
    magnitudes.addEnergy(Number.NaN);
    magnitudes.addEnergy(-Infinity);
    expect(magnitudes).toMatchObject({ force: 1, energy: 0 });
  });
});

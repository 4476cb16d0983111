import { type ConstraintMaker, Mechanism, pointOnCircle, pointOnHelix, pointOnLine } from "@rigor/engine/constrain";
import type { RigorError } from "@rigor/engine/math";
import { RigidSystem } from "@rigor/engine/rigid";
import { describe, expect, test } from "vitest";
import { measureWorst } from "../../../support/constraint-worlds.js";

const axis = [0.3, -1, 2];
const a = { particle: 0 };

/** A particle at rest, with a constraint on it. */
function createBead(position: readonly number[], make: () => ConstraintMaker): Mechanism {
  const system = new RigidSystem();
  system.particles.addParticle({ mass: 1, position });
  const mechanism = new Mechanism(system);
  mechanism.add(make());
  mechanism.prepare();
  return mechanism;
}

describe("C, J and γ are what differences say", () => {
  // differences over 1/256 s of numbers of size 1, for curves that are carried too; some points are near an axis
  test.each([
    ["line", measureWorst((a, b) => pointOnLine({ a, b, direction: axis }))],
    ["circle", measureWorst((a, b) => pointOnCircle({ a, b, axis, radius: 0.8 }))],
    ["right-handed helix", measureWorst((a, b) => pointOnHelix({ a, b, axis, radius: 0.8, pitch: 5 }))],
    ["left-handed helix", measureWorst((a, b) => pointOnHelix({ a, b, axis, radius: 0.8, pitch: -3 }))],
  ])("%s", (_, { rate, acceleration, rateOfRate }) => {
    expect(rate).toBeLessThan(6e-11);
    expect(acceleration).toBeLessThan(6e-10);
    expect(rateOfRate).toBeLessThan(4e-11);
  });
});

describe("C is the distance from the curve, near it", () => {
  test("line", () => {
    const { table } = createBead([1, 2, 5], () => pointOnLine({ a, b: [1, 0, 0], direction: [0, 0, 3] }));
    expect(Math.hypot(...table.value)).toBeCloseTo(2, 15);
  });

  test("circle", () => {
    const { table } = createBead([0, 3, 1.5], () => pointOnCircle({ a, b: [0, 0, 1], axis: [0, 0, 1], radius: 2 }));
    expect(Array.from(table.value)).toEqual([1, 0.5]);
  });

  test("helix: rows of unit length at right angles", () => {
    const c = 0.3;
    const [s, r] = [0.9, 2];
    const position = [r * Math.cos(s), r * Math.sin(s), c * s];
    const options = { a, axis: [0, 0, 1], radius: r, pitch: 2 * Math.PI * c, through: [1, 0, 0] };
    const { jacobian: J, value } = createBead(position, () => pointOnHelix(options)).table;
    expect(Math.hypot(...value)).toBeLessThan(1e-15);
    const dot = (i: number, j: number) => J[i] * J[j] + J[i + 1] * J[j + 1] + J[i + 2] * J[j + 2];
    expect(dot(0, 0)).toBeCloseTo(1, 14);
    expect(dot(3, 3)).toBeCloseTo(1, 14);
    expect(dot(0, 3)).toBeCloseTo(0, 14);
    // and to the tangent
    const tangent = [-position[1], position[0], c];
    for (const i of [0, 3]) expect(tangent.reduce((sum, t, k) => sum + t * J[i + k], 0)).toBeCloseTo(0, 14);
  });
});

test("radius and start are those of the moment, unless given", () => {
  const position = [3, 4, 2];
  expect(createBead(position, () => pointOnCircle({ a, b: [0, 0, 2], axis: [0, 0, 1] })).measureError().position).toBe(
    0,
  );
  const helix = createBead(position, () => pointOnHelix({ a, axis: [0, 0, 1], pitch: 1 }));
  expect(helix.measureError().position).toBeLessThan(1e-15);
  // a full turn further up is the same helix, half a turn is not
  const through = (z: number) => pointOnHelix({ a, axis: [0, 0, 1], pitch: 1, through: [3, 4, z] });
  expect(createBead(position, () => through(7)).measureError().position).toBeLessThan(1e-14);
  expect(createBead(position, () => through(7.5)).measureError().position).toBeCloseTo(10, 12);
});

test("a bead that starts at the centre of its circle is assembled onto it", () => {
  const mechanism = createBead([1, 2, 3], () => pointOnCircle({ a, b: [1, 2, 3], axis, radius: 2 }));
  mechanism.assemble();
  const [x, y, z] = mechanism.system.particles.state;
  expect(Math.hypot(x - 1, y - 2, z - 3)).toBeCloseTo(2, 14);
  expect(mechanism.measureError().position).toBeLessThan(1e-13);
});

describe("errors say what is wrong", () => {
  test.each([
    ["no-direction", "constraints[0].direction", () => pointOnLine({ a, direction: [0, 0, 0] })],
    ["not-a-vector", "constraints[0].axis", () => pointOnCircle({ a } as never)],
    ["not-positive", "constraints[0].radius", () => pointOnCircle({ a, axis: [0, 0, 1], radius: -1 })],
    ["not-positive", "constraints[0].radius", () => pointOnCircle({ a, axis: [1, 1, 1] })],
    ["no-pitch", "constraints[0].pitch", () => pointOnHelix({ a, axis: [0, 0, 1], pitch: 0 })],
    ["unknown-option", "constraints[0].point", () => pointOnLine({ a, direction: [1, 0, 0], point: 1 } as never)],
  ])("%s at %s", (code, path, make) => {
    expect.assertions(1);
    try {
      createBead([1, 1, 1], make);
    } catch (error) {
      expect((error as RigorError).faults[0]).toMatchObject({ code, path });
    }
  });
});

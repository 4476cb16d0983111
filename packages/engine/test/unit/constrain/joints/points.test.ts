import {
  ball,
  createDistanceCoordinate,
  distance,
  FixedLength,
  Mechanism,
  nail,
  readCoordinate,
} from "@rigor/engine/constrain";
import { RigorError } from "@rigor/engine/math";
import { boxMass, RigidSystem } from "@rigor/engine/rigid";
import { describe, expect, test } from "vitest";
import { measureWorst } from "../../../support/constraint-worlds.js";

function createPair(first: readonly number[], second: readonly number[]): Mechanism {
  const system = new RigidSystem();
  system.particles.addParticle({ mass: 1, position: first });
  system.particles.addParticle({ mass: 3, position: second });
  return new Mechanism(system);
}

describe("C, J and γ are what differences say", () => {
  // differences over 1/256 s of numbers of size 1: 1e-16 · 256 and 1e-16 · 256², times the weights; some points are close
  // to one another, where distances bend
  test.each([
    ["ball", measureWorst((a, b) => ball({ a, b }))],
    ["nail", measureWorst((a) => nail({ a, at: [1, 2, 3] }))],
    ["distance", measureWorst((a, b) => distance({ a, b, length: 1 }))],
  ])("%s", (_, { rate, acceleration, rateOfRate }) => {
    expect(rate).toBeLessThan(2e-12);
    expect(acceleration).toBeLessThan(2e-10);
    expect(rateOfRate).toBeLessThan(2e-11);
  });
});

test("a nail holds a point where it is, or where it is told", () => {
  const system = new RigidSystem();
  system.addBody({ mass: boxMass({ size: [1, 1, 1], mass: 1 }), position: [1, 2, 3], velocity: [1, 1, 1] });
  const mechanism = new Mechanism(system);
  const here = mechanism.add(nail({ a: { body: 0, point: [0.5, 0.5, 0.5] } }));
  expect(mechanism.measureError().position).toBe(0);
  mechanism.remove(here);
  mechanism.add(nail({ a: { body: 0, point: [0.5, 0.5, 0.5] }, at: [1, 2, 3] }));
  expect(mechanism.measureError().position).toBe(0.5);
  mechanism.assemble();
  expect(mechanism.measureError()).toEqual({ position: expect.closeTo(0, 12), velocity: expect.closeTo(0, 12) });
});

test("a distance is that of the moment, unless given", () => {
  const mechanism = createPair([1, 2, 3], [3, 5, 9]);
  expect(mechanism.add(distance({ a: { particle: 0 }, b: { particle: 1 } })).length).toBe(7);
  const given = mechanism.add(distance({ a: { particle: 0 }, b: { particle: 1 }, length: 2 }));
  expect(given).toBeInstanceOf(FixedLength);
  expect(given.length).toBe(2);
  expect(mechanism.measureError().position).toBe(5);
});

test("points that start on one another come apart along x, by their masses", () => {
  const mechanism = createPair([1, 1, 1], [1, 1, 1]);
  mechanism.add(distance({ a: { particle: 0 }, b: { particle: 1 }, length: 4 }));
  mechanism.assemble();
  const { state } = mechanism.system.particles;
  expect(Array.from(state.subarray(0, 3))).toEqual([4, 1, 1]);
  expect(Array.from(state.subarray(6, 9))).toEqual([0, 1, 1]);
});

test("a distance is a coordinate too", () => {
  const mechanism = createPair([0, 0, 0], [0, 3, 4]);
  const coordinate = createDistanceCoordinate(mechanism, { a: { particle: 0 }, b: { particle: 1 } });
  expect(coordinate.kind).toBe("length");
  expect(coordinate.ends.map(({ name }) => name)).toEqual(["particle 0", "particle 1"]);
  mechanism.system.particles.state[11] = 2;
  const out = new Float64Array(2);
  readCoordinate(out, 0, mechanism, coordinate);
  expect(Array.from(out)).toEqual([5, 1.6]);
});

describe("errors say what is wrong", () => {
  const a = { particle: 0 };
  const b = { particle: 1 };
  test.each([
    ["no-length", "constraints[0].length", () => distance({ a, b, length: 0 })],
    ["not-positive", "constraints[0].length", () => distance({ a, b, length: -1 })],
    ["unknown-option", "constraints[0].lenght", () => distance({ a, b, lenght: 1 } as never)],
    ["unknown-option", "constraints[0].c", () => ball({ a, b, c: 1 } as never)],
    ["not-a-vector", "constraints[0].at", () => nail({ a, at: [1, 2] })],
    ["out-of-range", "constraints[0].a.particle", () => nail({ a: { particle: 9 } })],
  ])("%s at %s", (code, path, make) => {
    const mechanism = createPair([0, 0, 0], [1, 0, 0]);
    const act = () => mechanism.add(make());
    expect(act).toThrow(RigorError);
    try {
      act();
    } catch (error) {
      expect((error as RigorError).faults[0]).toMatchObject({ code, path });
    }
  });
});

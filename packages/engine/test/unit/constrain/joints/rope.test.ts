import {
  createPulleyCoordinate,
  createRopeCoordinate,
  Mechanism,
  pulley,
  readCoordinate,
  rope,
} from "@rigor/engine/constrain";
import type { RigorError } from "@rigor/engine/math";
import { RigidSystem } from "@rigor/engine/rigid";
import { describe, expect, test } from "vitest";
import { measureWorst } from "../../../support/constraint-worlds.js";

function createParticles(...positions: number[][]): Mechanism {
  const system = new RigidSystem();
  for (const position of positions) system.particles.addParticle({ mass: 1, position });
  return new Mechanism(system);
}

describe("C, J and γ are what differences say", () => {
  // differences over 1/256 s of lengths of some metres
  test.each([
    ["rope", measureWorst((a, b, { places }) => rope({ through: [a, [0.3, 2, 1], b, places.other, a] }))],
    ["pulley", measureWorst((a, b, { places }) => pulley({ a, b, overA: [0, 3, 0], overB: places.other, ratio: 1.7 }))],
  ])("%s", (_, { rate, acceleration, rateOfRate }) => {
    expect(rate).toBeLessThan(1e-12);
    expect(acceleration).toBeLessThan(6e-10);
    expect(rateOfRate).toBeLessThan(1e-12);
  });
});

test("lengths are those of the moment, unless given", () => {
  const mechanism = createParticles([3, 4, 0], [0, 0, 2]);
  const [a, b] = [{ particle: 0 }, { particle: 1 }];
  expect(mechanism.add(rope({ through: [a, [0, 0, 0], b] })).length).toBe(7);
  expect(mechanism.add(rope({ through: [a, [0, 0, 0], b], length: 9 })).length).toBe(9);
  expect(mechanism.add(pulley({ a, b, overA: [0, 0, 0], overB: [0, 0, 1], ratio: 3 })).length).toBe(8);
});

test("lengths are coordinates too", () => {
  const mechanism = createParticles([3, 4, 0], [0, 0, 2]);
  const [a, b] = [{ particle: 0 }, { particle: 1 }];
  const coordinates = [
    createRopeCoordinate(mechanism, { through: [a, [0, 0, 0], b] }),
    createPulleyCoordinate(mechanism, { a, b, overA: [0, 0, 0], overB: [0, 0, 1], ratio: 3 }),
  ];
  const out = new Float64Array(4);
  coordinates.forEach((coordinate, k) => {
    readCoordinate(out, 2 * k, mechanism, coordinate);
  });
  expect(Array.from(out)).toEqual([7, 0, 8, 0]);
  expect(coordinates.map(({ kind }) => kind)).toEqual(["length", "length"]);
});

test("a rope through many eyes of one body pulls at each", () => {
  // twelve eyes in a row along x, all pulled alike but the outer ones: the tension cancels within
  const system = new RigidSystem();
  system.addBody({ mass: 1, inertia: [1, 1, 1] });
  system.particles.addParticle({ mass: 1, position: [13, 0, 0], velocity: [0, 2, 0] });
  const mechanism = new Mechanism(system);
  const eyes = Array.from({ length: 12 }, (_, k) => ({ body: 0, point: [k + 1, 0, 0] }));
  const line = mechanism.add(rope({ through: [...eyes, { particle: 0 }] }));
  const rates = new Float64Array(mechanism.dimension);
  mechanism.derivative(rates);
  // the particle circles the last eye at 1 m, and all that is held by it is 1 kg that way
  const tension = -mechanism.table.lambda[mechanism.table.rowStart[mechanism.requireConstraint(line)]];
  expect(tension).toBeCloseTo(2, 14);
  expect(rates[7]).toBeCloseTo(2, 14);
});

describe("errors say what is wrong", () => {
  const a = { particle: 0 };
  test.each([
    ["too-few", "constraints[0].through", () => rope({ through: [a] })],
    ["too-few", "constraints[0].through", () => rope({} as never)],
    ["not-a-place", "constraints[0].through[1]", () => rope({ through: [a, 3 as never] })],
    ["not-positive", "constraints[0].length", () => rope({ through: [a, a] })],
    ["not-positive", "constraints[0].ratio", () => pulley({ a, b: a, overA: [0, 0, 0], overB: [0, 0, 0], ratio: 0 })],
    ["unknown-option", "constraints[0].over", () => pulley({ a, b: a, over: [0, 0, 0] } as never)],
  ])("%s at %s", (code, path, make) => {
    expect.assertions(1);
    try {
      createParticles([0, 0, 0]).add(make());
    } catch (error) {
      expect((error as RigorError).faults[0]).toMatchObject({ code, path });
    }
  });
});

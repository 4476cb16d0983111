import {
  type ConstraintMaker,
  Mechanism,
  pointOnCurve,
  pointOnIntersection,
  pointOnPlane,
  pointOnSphere,
  pointOnSurface,
  type SurfaceFunction,
} from "@rigor/engine/constrain";
import type { RigorError } from "@rigor/engine/math";
import { dopri5, integrate } from "@rigor/engine/ode";
import { gravity, RigidSystem } from "@rigor/engine/rigid";
import { describe, expect, test } from "vitest";
import { measureWorst } from "../../../support/constraint-worlds.js";
import { maxDifference } from "../../../support/rigid.js";

const a = { particle: 0 };
const wavy: SurfaceFunction = (x, y, z) => x.squared().plus(y.times(z).sin()).plus(z.exp()).minus(1);
const slanted: SurfaceFunction = (x, y, z) => x.plus(y).minus(z.times(2));

function createBead(position: readonly number[], velocity: readonly number[], make: () => ConstraintMaker): Mechanism {
  const system = new RigidSystem();
  system.particles.addParticle({ mass: 1, position, velocity });
  const mechanism = new Mechanism(system);
  mechanism.add(make());
  mechanism.prepare();
  return mechanism;
}

describe("C, J and γ are what differences say", () => {
  // differences over 1/256 s of numbers of size 1, for surfaces that are carried too
  test.each([
    ["plane", measureWorst((a, b) => pointOnPlane({ a, b, normal: [1, 2, 0.4] }))],
    ["sphere", measureWorst((a, b) => pointOnSphere({ a, b, radius: 2 }))],
    ["surface", measureWorst((a, b) => pointOnSurface({ a, b, surface: wavy }))],
    ["intersection", measureWorst((a, b) => pointOnIntersection({ a, b, surfaces: [wavy, slanted] }))],
  ])("%s", (_, { rate, acceleration, rateOfRate }) => {
    expect(rate).toBeLessThan(2e-12);
    expect(acceleration).toBeLessThan(3e-10);
    expect(rateOfRate).toBeLessThan(3e-11);
  });
});

test("C is a distance, m, however the function is scaled", () => {
  const paraboloid: SurfaceFunction = (x, y, z) => z.minus(x.squared().plus(y.squared())).times(1000);
  const { table } = createBead([1, 0, 1.01], [0, 0, 0], () => pointOnSurface({ a, surface: paraboloid }));
  expect(table.value[0]).toBeCloseTo(0.01 / Math.sqrt(5), 15);
  expect(Math.hypot(...table.jacobian)).toBeCloseTo(1, 15);
  expect(
    createBead([0, 3, 5], [0, 0, 0], () => pointOnPlane({ a, b: [0, 0, 3], normal: [0, 0, 9] })).table.value[0],
  ).toBe(2);
});

test("a bead slides round a torus with constant speed and moment about the axis", () => {
  // (√(x² + y²) − 2)² + z² = 1
  const torus: SurfaceFunction = (x, y, z) => x.hypot(y).minus(2).squared().plus(z.squared()).minus(1);
  const mechanism = createBead([3, 0, 0], [0, 1.2, 1.5], () => pointOnSurface({ a, surface: torus }));
  integrate(dopri5(mechanism, { tolerance: 1e-10 }), 10);
  const [x, y, , vx, vy, vz] = mechanism.system.particles.state;
  // some hundreds of steps of 1e-10
  expect(Math.abs(Math.hypot(vx, vy, vz) - Math.hypot(1.2, 1.5))).toBeLessThan(1e-9);
  expect(Math.abs(x * vy - y * vx - 3.6)).toBeLessThan(1e-9);
  expect(mechanism.measureError().position).toBeLessThan(1e-13);
});

test("where a sphere meets a cylinder: the accelerations of the curve itself", () => {
  // Viviani's window: x = 1 + cos s, y = sin s, z = 2 sin(s/2)
  const s = 0.9;
  const makers = [
    () => pointOnCurve({ a, curve: (s) => [s.cos().plus(1), s.sin(), s.over(2).sin().times(2)], start: 1 }),
    () =>
      pointOnIntersection({
        a,
        surfaces: [
          (x, y, z) => x.squared().plus(y.squared()).plus(z.squared()).minus(4),
          (x, y) => x.minus(1).squared().plus(y.squared()).minus(1),
        ],
      }),
  ];
  const rates = makers.map((make) => {
    const position = [1 + Math.cos(s), Math.sin(s), 2 * Math.sin(s / 2)];
    const velocity = [-Math.sin(s), Math.cos(s), Math.cos(s / 2)].map((x) => 3 * x);
    const mechanism = createBead(position, velocity, make);
    mechanism.system.addForce(gravity([0, 0, -9.81]));
    const out = new Float64Array(6);
    mechanism.derivative(out);
    return out;
  });
  // accelerations of about 10 m/s²
  expect(maxDifference(rates[0], rates[1])).toBeLessThan(1e-14);
  expect(Math.hypot(...rates[0].subarray(3))).toBeGreaterThan(5);
});

describe("errors say what is wrong", () => {
  test.each([
    ["no-direction", "constraints[0].normal", () => pointOnPlane({ a, normal: [0, 0, 0] })],
    ["not-positive", "constraints[0].radius", () => pointOnSphere({ a })],
    [
      "no-direction",
      "constraints[0].surface",
      () => pointOnSurface({ a, surface: (x, y) => x.squared().plus(y.pow(2)) }),
    ],
    ["wrong-count", "constraints[0].surface", () => pointOnSurface({ a, surface: (x, y) => [x, y] as never })],
    ["not-two-functions", "constraints[0].surfaces", () => pointOnIntersection({ a, surfaces: [wavy] as never })],
    ["not-a-function", "constraints[0].surface", () => pointOnSurface({ a } as never)],
    ["unknown-option", "constraints[0].function", () => pointOnSurface({ a, function: wavy } as never)],
  ])("%s at %s", (code, path, make) => {
    expect.assertions(1);
    try {
      createBead([0, 0, 0], [0, 0, 0], make);
    } catch (error) {
      expect((error as RigorError).faults[0]).toMatchObject({ code, path });
    }
  });
});

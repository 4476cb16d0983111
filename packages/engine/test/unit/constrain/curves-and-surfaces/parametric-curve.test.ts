import {
  type ConstraintMaker,
  Mechanism,
  type Place,
  pointOnCircle,
  pointOnCurve,
  pointOnHelix,
} from "@rigor/engine/constrain";
import { type Expression, type RigorError, vector } from "@rigor/engine/math";
import { dopri5, integrate } from "@rigor/engine/ode";
import { gravity, RigidSystem } from "@rigor/engine/rigid";
import { describe, expect, test } from "vitest";
import { maxDifference } from "../../../support/rigid.js";

const a = { particle: 0 };

/** A twisted curve, and the same in plain numbers. */
const twisted = (s: Expression) => [s.cos().times(1.5), s.sin(), s.times(2).sin().times(0.4)];
const plain = (s: number) => [1.5 * Math.cos(s), Math.sin(s), 0.4 * Math.sin(2 * s)];
const slope = (s: number) => [-1.5 * Math.sin(s), Math.cos(s), 0.8 * Math.cos(2 * s)];

const dot = (p: ArrayLike<number>, q: ArrayLike<number>) => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
const subtract = (p: readonly number[], q: readonly number[]) => p.map((x, k) => x - q[k]);

function createBead(position: readonly number[], velocity: readonly number[], make: () => ConstraintMaker): Mechanism {
  const system = new RigidSystem();
  system.particles.addParticle({ mass: 1, position, velocity });
  const mechanism = new Mechanism(system);
  mechanism.add(make());
  mechanism.prepare();
  return mechanism;
}

test("C, J and γ are what differences say, with the normals held fast", () => {
  // off the curve, with a velocity and an acceleration across it
  const x = [1.2, 0.9, 0.5];
  const v = [0.3, 0.8, -0.6];
  const q = [0.4, -1, 0.7];
  const { table } = createBead(x, v, () => pointOnCurve({ a, curve: twisted, start: 0.5 }));
  const [m, n] = [table.jacobian.slice(0, 3), table.jacobian.slice(3, 6)];
  const t = [m[1] * n[2] - m[2] * n[1], m[2] * n[0] - m[0] * n[2], m[0] * n[1] - m[1] * n[0]];
  expect(dot(m, m)).toBeCloseTo(1, 14);
  expect(dot(n, n)).toBeCloseTo(1, 14);
  expect(dot(m, n)).toBeCloseTo(0, 14);
  // where the plane through x, at right angles to t, cuts the curve
  const measure = (h: number) => {
    const at = x.map((value, k) => value + v[k] * h + 0.5 * q[k] * h * h);
    let s = 0.5;
    for (let pass = 0; pass < 50; pass++) s += dot(subtract(at, plain(s)), t) / dot(slope(s), t);
    const e = subtract(at, plain(s));
    return [dot(e, m), dot(e, n)];
  };
  const h = 1 / 128;
  const first = [0, 4 / 5, -1 / 5, 4 / 105, -1 / 280];
  const second = [-205 / 72, 8 / 5, -1 / 5, 8 / 315, -1 / 560];
  for (let k = 0; k < 2; k++) {
    let [rate, acceleration] = [0, (second[0] * measure(0)[k]) / h / h];
    for (let i = 1; i <= 4; i++) {
      const [plus, minus] = [measure(i * h)[k], measure(-i * h)[k]];
      rate += (first[i] * (plus - minus)) / h;
      acceleration += (second[i] * (plus + minus)) / h / h;
    }
    const row = [m, n][k];
    expect(table.value[k]).toBeCloseTo(measure(0)[k], 15);
    // 1e-16/h, and 1e-16/h² times the weights
    expect(Math.abs(dot(row, v) - rate)).toBeLessThan(5e-13);
    expect(Math.abs(dot(row, q) + table.gamma[k] - acceleration)).toBeLessThan(5e-11);
  }
});

describe("the same accelerations as rows written by hand", () => {
  const r = 0.8;
  const c = 0.3;
  const cases: Record<string, [(b: Place) => ConstraintMaker, (b: Place) => ConstraintMaker]> = {
    circle: [
      (b) => pointOnCircle({ a, b, axis: [0, 0, 1], radius: r }),
      (b) => pointOnCurve({ a, b, curve: (s) => vector(s.cos(), s.sin(), 0).times(r), start: 0.6 }),
    ],
    helix: [
      (b) => pointOnHelix({ a, b, axis: [0, 0, 1], radius: r, pitch: 2 * Math.PI * c, through: [1, 0, 0] }),
      (b) => pointOnCurve({ a, b, curve: (s) => [s.cos().times(r), s.sin().times(r), s.times(c)], start: 0.6 }),
    ],
  };
  test.each(Object.keys(cases))("%s, carried by a body that turns", (name) => {
    const rates = cases[name].map((make) => {
      const system = new RigidSystem();
      system.addForce(gravity([1, -9.81, 2]));
      const s = 0.7;
      const height = name === "helix" ? c * s : 0;
      system.particles.addParticle({
        mass: 2,
        position: [1 + r * Math.cos(s), r * Math.sin(s), height],
        velocity: [0.3, 1, -2],
      });
      system.addBody({ mass: 3, inertia: [1, 2, 2.5], position: [1, 0, 0], angularVelocity: [0.5, -1, 2] });
      const mechanism = new Mechanism(system);
      mechanism.add(make({ body: 0 }));
      mechanism.assemble();
      const out = new Float64Array(mechanism.dimension);
      mechanism.derivative(out);
      return out;
    });
    // accelerations of about 30 m/s²
    expect(maxDifference(rates[0], rates[1])).toBeLessThan(2e-13);
    expect(maxDifference(rates[0], new Float64Array(rates[0].length))).toBeGreaterThan(5);
  });
});

test("a bead goes on along its own strand where the curve crosses itself", () => {
  // an eight, twice round: every crossing is passed on the strand that leads through; the speed stays what it is
  const eight = (s: Expression) => [s.sin(), s.times(2).sin().times(0.5), 0];
  const system = new RigidSystem();
  system.particles.addParticle({ mass: 1, position: [0, 0, 0], velocity: [Math.SQRT1_2, Math.SQRT1_2, 0] });
  const mechanism = new Mechanism(system);
  const bead = mechanism.add(pointOnCurve({ a, curve: eight }));
  const samples = 64;
  let length = 0;
  for (let k = 0; k < samples; k++) {
    const s = (2 * Math.PI * k) / samples;
    length += (Math.hypot(Math.cos(s), Math.cos(2 * s)) * 2 * Math.PI) / samples;
  }
  integrate(dopri5(mechanism, { tolerance: 1e-9 }), 2 * length);
  const { state } = mechanism.system.particles;
  // some hundreds of steps of 1e-9
  expect(maxDifference(state.subarray(0, 6), [0, 0, 0, Math.SQRT1_2, Math.SQRT1_2, 0])).toBeLessThan(2e-8);
  expect(Math.abs(bead.parameter - 4 * Math.PI)).toBeLessThan(2e-8);
});

describe("errors say what is wrong", () => {
  test.each([
    ["wrong-count", "constraints[0].curve", () => pointOnCurve({ a, curve: (s) => [s, s] })],
    ["no-direction", "constraints[0].curve", () => pointOnCurve({ a, curve: (s) => [s.squared(), s.pow(3), 0] })],
    ["not-a-function", "constraints[0].curve", () => pointOnCurve({ a } as never)],
    ["not-finite", "constraints[0].start", () => pointOnCurve({ a, curve: twisted, start: Number.NaN })],
    ["unknown-option", "constraints[0].from", () => pointOnCurve({ a, curve: twisted, from: 0 } as never)],
  ])("%s at %s", (code, path, make) => {
    expect.assertions(1);
    try {
      createBead([0, 0, 0], [0, 0, 0], make);
    } catch (error) {
      expect((error as RigorError).faults[0]).toMatchObject({ code, path });
    }
  });
});

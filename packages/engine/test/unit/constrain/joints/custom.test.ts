import {
  ball,
  type ConstraintMaker,
  type CustomOptions,
  custom,
  distance,
  EndSlot,
  Mechanism,
  type Place,
  pointOnCircle,
  rollingBall,
} from "@rigor/engine/constrain";
import type { RigorError } from "@rigor/engine/math";
import { dopri5, integrate } from "@rigor/engine/ode";
import { gravity, RigidSystem } from "@rigor/engine/rigid";
import { describe, expect, test } from "vitest";
import { bodyPairs, createRandomWorld, measureWorst, pairs } from "../../../support/constraint-worlds.js";
import { maxDifference } from "../../../support/rigid.js";

const u = [0.4, -0.3, 0.8];
const w = [0.2, 0.5, -0.1];

describe("J and γ are what differences say", () => {
  const of = (value: CustomOptions["value"], binds: "positions" | "velocities" = "positions") =>
    measureWorst((a, b) => custom({ ends: [a, b], value, binds }), bodyPairs);
  // differences over 1/256 s of numbers of size 1
  test.each([
    ["points", of(([a, b], t) => a.point(u).minus(b.point(w)).length().minus(t.sin()))],
    ["axes", of(([a, b]) => a.axis(u).cross(b.axis(w)))],
    ["both", of(([a, b], t) => [a.position.dot(b.axis(w)).exp(), a.axis(u).dot(b.point(w)).times(t)])],
    [
      "velocities",
      of(([a, b], t) => a.pointVelocity(u).minus(b.pointVelocity(w)).dot(b.axis(u)).plus(t), "velocities"),
    ],
    ["angular velocities", of(([a, b]) => a.angularVelocity.cross(b.axis(w)).plus(b.velocity), "velocities")],
    [
      "squares of velocities",
      of(([a, b]) => a.velocity.dot(b.velocity).plus(a.velocity.lengthSquared()), "velocities"),
    ],
  ])("%s", (_, { rate, acceleration, rateOfRate }) => {
    expect(rate).toBeLessThan(6e-13);
    expect(acceleration).toBeLessThan(3e-10);
    expect(rateOfRate).toBeLessThan(1e-11);
  });
});

describe("the same rows as those written by hand", () => {
  type Make = (a: Place, b: Place) => ConstraintMaker;
  const cases: Record<string, [Make, Make]> = {
    ball: [
      (a, b) => ball({ a, b }),
      (a, b) => custom({ ends: [a, b], value: ([a, b]) => a.position.minus(b.position) }),
    ],
    distance: [
      (a, b) => distance({ a, b, length: 2 }),
      (a, b) => custom({ ends: [a, b], value: ([a, b]) => a.position.minus(b.position).length().minus(2) }),
    ],
    circle: [
      (a, b) => pointOnCircle({ a, b, axis: [0, 0, 1], radius: 2 }),
      (a, b) =>
        custom({
          ends: [a, b],
          value: ([a, b]) => {
            const d = a.position.minus(b.position);
            const [x, y, z] = [
              [1, 0, 0],
              [0, 1, 0],
              [0, 0, 1],
            ].map((e) => d.dot(b.axis(e)));
            return [x.hypot(y).minus(2), z];
          },
        }),
    ],
  };
  test.each(Object.keys(cases))("%s", (name) => {
    for (const [a, b] of pairs) {
      // a particle has no axes to carry a circle with
      if (name === "circle" && b === "particle") continue;
      const { mechanism, places } = createRandomWorld(4);
      for (const make of cases[name]) mechanism.add(make(places[a], places[b]));
      mechanism.prepare();
      const { value, gamma, jacobian, rows } = mechanism.table;
      const compare = (all: Float64Array, count: number) =>
        maxDifference(all.subarray(0, count), all.subarray(count, 2 * count));
      // a few roundings; γ is of size 5
      expect(compare(value, rows / 2)).toBe(0);
      expect(compare(gamma, rows / 2)).toBeLessThan(1e-14);
      expect(compare(jacobian, jacobian.length / 2)).toBeLessThan(5e-16);
    }
  });

  test("a ball that rolls, as two constraints", () => {
    const rates = [false, true].map((isCustom) => {
      const system = new RigidSystem();
      system.addForce(gravity([1, 2, -9.81]));
      system.addBody({ mass: 2, inertia: [0.1, 0.2, 0.15], position: [0, 0, 0.5], angularVelocity: [1, 2, 3] });
      system.addBody({ mass: 5, inertia: [1, 2, 2.5], angularVelocity: [0.3, -0.5, 1] });
      const mechanism = new Mechanism(system);
      const ends = [{ body: 0 }, { body: 1 }];
      const n = [0, 0, 1];
      if (!isCustom) mechanism.add(rollingBall({ a: ends[0], b: ends[1], normal: n, radius: 0.5 }));
      else {
        mechanism.add(
          custom({ ends, value: ([a, b]) => a.position.minus(b.position).dot(b.axis(n)).minus(0.5), name: "height" }),
        );
        mechanism.add(
          custom({
            ends,
            binds: "velocities",
            value: ([a, b]) => {
              // from both centres to the point of contact
              const f = b.axis(n).times(-0.5);
              const d = a.position.minus(b.position).plus(f);
              const v = a.velocity.plus(a.angularVelocity.cross(f));
              const slip = v.minus(b.velocity).minus(b.angularVelocity.cross(d));
              return [slip.dot(b.axis([1, 0, 0])), slip.dot(b.axis([0, 1, 0]))];
            },
          }),
        );
      }
      mechanism.assemble();
      const out = new Float64Array(mechanism.dimension);
      mechanism.derivative(out);
      return out;
    });
    // forces of about 20 N
    expect(maxDifference(rates[0], rates[1])).toBeLessThan(1e-14);
    expect(maxDifference(rates[0], new Float64Array(rates[0].length))).toBeGreaterThan(5);
  });
});

test("a constraint may depend on the time", () => {
  // a pendulum whose rod grows and shrinks
  const system = new RigidSystem();
  system.addForce(gravity());
  system.particles.addParticle({ mass: 1, position: [1, 0, 0], velocity: [0.6, 0, 0] });
  const mechanism = new Mechanism(system);
  const value: CustomOptions["value"] = ([a], t) => a.position.length().minus(t.times(3).sin().times(0.2).plus(1));
  mechanism.add(custom({ ends: [{ particle: 0 }], value }));
  expect(mechanism.measureError().velocity).toBeLessThan(2e-16);
  integrate(dopri5(mechanism, { tolerance: 1e-9 }), 2);
  const [x, y, z, vx, vy, vz] = system.particles.state;
  const reach = Math.hypot(x, y, z);
  expect(reach).toBeCloseTo(1 + 0.2 * Math.sin(6), 13);
  expect((x * vx + y * vy + z * vz) / reach).toBeCloseTo(0.6 * Math.cos(6), 13);
});

test("a speed may be kept: constraints that are not linear in the velocities", () => {
  const system = new RigidSystem();
  system.addForce(gravity([0, -10, 0]));
  system.particles.addParticle({ mass: 1, position: [0, 0, 0], velocity: [2, 0, 0] });
  const mechanism = new Mechanism(system);
  const value: CustomOptions["value"] = ([a]) => a.velocity.lengthSquared().minus(4);
  mechanism.add(custom({ ends: [{ particle: 0 }], binds: "velocities", value }));
  integrate(dopri5(mechanism, { tolerance: 1e-11 }), 0.4);
  // the force is along v, so v̇ = g less its part along v: with v = 2 (1/cosh k, −tanh k), k = g t/2
  const [, , , vx, vy] = system.particles.state;
  expect(maxDifference([vx, vy], [2 / Math.cosh(2), -2 * Math.tanh(2)])).toBeLessThan(1e-11);
});

test("rows may be written by hand", () => {
  // |p|²/2 = 1/2, for a particle
  const rates = [false, true].map((isByHand) => {
    const system = new RigidSystem();
    system.addForce(gravity());
    system.particles.addParticle({ mass: 1, position: [0.6, 0, 0.8], velocity: [0.8, 1, -0.6] });
    const mechanism = new Mechanism(system);
    const rod = mechanism.add(distance({ a: { particle: 0 }, b: [0, 0, 0] }));
    if (isByHand) {
      mechanism.remove(rod);
      const [end] = rod.ends;
      mechanism.add(() => ({
        name: "half square",
        rows: 1,
        ends: [end],
        evaluate(table, c) {
          const r = table.rowStart[c];
          const { at } = end;
          table.value[r] = -0.5;
          for (let k = 0; k < 3; k++) {
            table.value[r] += 0.5 * at[k] * at[k];
            table.gamma[r] += at[EndSlot.velocity + k] * at[EndSlot.velocity + k];
          }
          table.writeRow(c, 0, 0, at, EndSlot.point, new Float64Array(3), 0);
        },
      }));
    }
    const out = new Float64Array(mechanism.dimension);
    mechanism.derivative(out);
    return out;
  });
  expect(maxDifference(rates[0], rates[1])).toBeLessThan(2e-15);
});

describe("errors say what is wrong", () => {
  const ends = [{ particle: 0 }, { body: 0 }, [0, 0, 0]];
  const one: CustomOptions["value"] = ([a]) => a.position.x;
  test.each([
    ["no-ends", "constraints[0].ends", { ends: [], value: one }],
    ["not-a-place", "constraints[0].ends[1]", { ends: [{ particle: 0 }, 1], value: one }],
    ["not-a-function", "constraints[0].value", { ends }],
    ["unknown", "constraints[0].binds", { ends, value: one, binds: "forces" }],
    ["unknown-option", "constraints[0].rows", { ends, value: one, rows: 1 }],
    ["no-axes", "constraints[0].value: ends[0].axis", { ends, value: ([a]) => a.point([1, 0, 0]) }],
    ["no-velocity", "constraints[0].value: ends[1].velocity", { ends, value: ([, b]) => b.velocity }],
    [
      "no-axes",
      "constraints[0].value: ends[0].angularVelocity",
      { ends, binds: "velocities", value: ([a]) => a.angularVelocity },
    ],
    ["not-finite", "constraints[0].value", { ends, value: ([a, b]) => a.position.minus(b.position).length() }],
  ] as [string, string, CustomOptions][])("%s at %s", (code, path, options) => {
    const system = new RigidSystem();
    system.particles.addParticle({ mass: 1, position: [0, 0, 0] });
    system.addBody({ mass: 1, inertia: [1, 1, 1] });
    expect.assertions(1);
    try {
      new Mechanism(system).add(custom(options));
    } catch (error) {
      expect((error as RigorError).faults[0]).toMatchObject({ code, path });
    }
  });
});

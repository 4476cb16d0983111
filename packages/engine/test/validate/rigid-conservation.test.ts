/**
 * What a free body keeps: L to the bit over a million steps, and its energy within bounds; and what forces give: the
 * integrals of F and τ over time, and the work.
 */
import { createRng, mat3, nextInRange, vec3 } from "@rigor/engine/math";
import { dopri5, euler, integrate, rk4 } from "@rigor/engine/ode";
import { Springs } from "@rigor/engine/particles";
import {
  angularMomentum,
  appliedForce,
  bodySize,
  kineticEnergy,
  linearMomentum,
  RigidSystem,
  Slot,
  splitting,
  totalEnergy,
} from "@rigor/engine/rigid";
import { freeBoxShort } from "@rigor/scenes";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runInThisEngine } from "../support/other-engine.js";
import { adaptiveMethods, addIntegrals, maxDifference, randomBody, randomVector } from "../support/rigid.js";

/** P and L about the origin of everything. */
function readMomenta(system: RigidSystem): Float64Array {
  const out = new Float64Array(6);
  linearMomentum(out, 0, system);
  angularMomentum(out, 3, system);
  return out;
}

describe("a million steps of 0.05 s, fourteen hours, of a box of 6 kg and 1 × 2 × 3 m with ω(0) = (1, 0, 2)", () => {
  /** The changes of energy in a tenth of the run, relative to that of the rotation. */
  type Tenth = { least: number; greatest: number; sum: number };
  /** As one bundle, since a module of the test runner's looks up every import at every call, eight times slower. */
  const runMillion = (method: string) =>
    runInThisEngine(`
      import { rk4 } from "@rigor/engine/ode";
      import { boxMass, kineticEnergy, RigidSystem, splitting } from "@rigor/engine/rigid";
      const system = new RigidSystem();
      const mass = boxMass({ size: [1, 2, 3], mass: 6 });
      system.addBody({ mass, velocity: [0.3, -0.5, 0.02], angularVelocity: [1, 0, 2] });
      const before = Array.from(system.state.slice(7, 13));
      const start = kineticEnergy(system);
      const stepper = ${method}(system, { step: 0.05 });
      const tenths = [];
      for (let n = 0; n < 10; n++) {
        const tenth = { least: Infinity, greatest: -Infinity, sum: 0 };
        for (let k = 0; k < 100_000; k++) {
          stepper.step();
          const change = (kineticEnergy(system) - start) / 8.25;
          tenth.least = Math.min(tenth.least, change);
          tenth.greatest = Math.max(tenth.greatest, change);
          tenth.sum += change;
        }
        tenths.push(tenth);
      }
      export default { before, after: Array.from(system.state.slice(7, 13)), tenths };
    `) as Promise<{ before: number[]; after: number[]; tenths: Tenth[] }>;

  test("by splitting: P and L to the bit, energy within bounds and without drift", async () => {
    const { before, after, tenths } = await runMillion("splitting");
    expect(after).toEqual(before);
    const worst = Math.max(...tenths.map(({ least, greatest }) => Math.max(-least, greatest)));
    // of order h⁴: 9e-4 h⁴ (measured: 5.68e-9)
    expect(worst).toBeLessThan(5.7e-9);
    const swing = tenths[0].greatest - tenths[0].least;
    for (const { least, greatest, sum } of tenths) {
      // the same band in every tenth: what differs is the rounding of a million rotations, 1e-13 of the energy
      expect(Math.abs(greatest - tenths[0].greatest) / swing).toBeLessThan(3e-5);
      expect(Math.abs(least - tenths[0].least) / swing).toBeLessThan(6e-5);
      expect(Math.abs(sum - tenths[0].sum) / 1e5 / swing).toBeLessThan(1e-4);
    }
  });

  test("by rk4: P and L to the bit, but the energy drifts", async () => {
    const { before, after, tenths } = await runMillion("rk4");
    expect(after).toEqual(before);
    // −4.295e-4 at the end, the same every time; within half its last digit
    expect(Math.abs(tenths[9].least + 4.295e-4)).toBeLessThan(5e-8);
  });
});

test.each(Object.keys(adaptiveMethods))("L to the bit in free flight by %s", (name) => {
  const system = freeBoxShort.build();
  system.state.set([2, -3, 0.1], Slot.P);
  system.derive();
  const momenta = system.state.slice(Slot.P, bodySize);
  integrate(adaptiveMethods[name](system, 1e-6), 10);
  const change = maxDifference(system.state.subarray(Slot.P, bodySize), momenta);
  // radau5 finds its stages by solving, but their difference from zero is zero
  expect(change).toBe(0);
});

describe("forces give momentum: P(t) − P(0) = ∫F dt, L(t) − L(0) = ∫τ dt", () => {
  const seeds = fc.integer({ min: 1, max: 1e6 });

  test("constant forces through the centre and constant torques: to rounding", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const rng = createRng(seed);
        const system = new RigidSystem();
        const bodies = [0, 1, 2].map(() => system.addBody(randomBody(rng)));
        const pushes = bodies.map((body) => ({ body, force: randomVector(rng, 3), torque: randomVector(rng, 3) }));
        for (const push of pushes) system.addForce(appliedForce(push));
        const before = system.state.slice();
        const t = nextInRange(rng, 0.5, 2);
        for (const run of [euler, rk4, splitting]) {
          system.setState(before.slice(0, system.dimension + 1));
          integrate(run(system, { step: 0.05 }), t);
          for (const { body, force, torque } of pushes) {
            const exact = [...force, ...torque].map((value, c) => before[bodySize * body + Slot.P + c] + value * t);
            // forty sums of size 5, or five times as many, rounded (measured: 3.4e-14)
            expect(maxDifference(exact, system.state.subarray(bodySize * body + Slot.P))).toBeLessThan(7e-14);
          }
        }
      }),
      { seed: 1, numRuns: 20 },
    );
  });

  test("forces and torques that vary in time: F = a cos kt, τ = b sin kt, ∫ in closed form", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const rng = createRng(seed);
        const system = new RigidSystem();
        const body = system.addBody(randomBody(rng));
        const [a, b, k] = [randomVector(rng, 3), randomVector(rng, 3), nextInRange(rng, 1, 4)];
        const force = (time: Float64Array, out: Float64Array) =>
          a.forEach((value, c) => {
            out[c] = value * Math.cos(k * time[0]);
          });
        const torque = (time: Float64Array, out: Float64Array) =>
          b.forEach((value, c) => {
            out[c] = value * Math.sin(k * time[0]);
          });
        system.addForce(appliedForce({ body, force, torque }));
        const before = system.state.slice();
        integrate(dopri5(system, { tolerance: 1e-12 }), 3);
        const exact = [
          ...a.map((value, c) => before[Slot.P + c] + (value * Math.sin(3 * k)) / k),
          ...b.map((value, c) => before[Slot.L + c] + (value * (1 - Math.cos(3 * k))) / k),
        ];
        // within the tolerance (measured: 4.6e-13)
        expect(maxDifference(exact, system.state.subarray(Slot.P))).toBeLessThan(1e-12);
      }),
      { seed: 1, numRuns: 20 },
    );
  });

  test("a force at a point of the world: about the origin, ∫ p × F dt in closed form", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const rng = createRng(seed);
        const system = new RigidSystem();
        const body = system.addBody(randomBody(rng));
        const [force, at] = [randomVector(rng, 3), randomVector(rng, 1)];
        system.addForce(appliedForce({ body, force, at, pointFrame: "world" }));
        const before = readMomenta(system);
        integrate(dopri5(system, { tolerance: 1e-13 }), 2);
        const [x, y, z] = at;
        const [fx, fy, fz] = force;
        const gain = [fx, fy, fz, y * fz - z * fy, z * fx - x * fz, x * fy - y * fx];
        const exact = gain.map((value, c) => before[c] + 2 * value);
        // some hundred steps, rounded: x × P is a product of linear functions of time (measured: 8.9e-15)
        expect(maxDifference(exact, readMomenta(system))).toBeLessThan(2e-14);
      }),
      { seed: 1, numRuns: 20 },
    );
  });

  test("a thrust that goes along with the body and varies in time: ∫F, ∫τ and the work ∫F·ṗ integrated beside it", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const rng = createRng(seed);
        const system = new RigidSystem();
        const body = system.addBody(randomBody(rng));
        const [a, at, k] = [randomVector(rng, 3), Float64Array.from(randomVector(rng, 1)), nextInRange(rng, 1, 4)];
        const force = (time: Float64Array, out: Float64Array) => {
          for (let c = 0; c < 3; c++) out[c] = a[c] * Math.cos(k * time[0] + c);
        };
        system.addForce(appliedForce({ body, force, at, frame: "body" }));
        const work = new Float64Array(6);
        // the law of the force once more, on its own: R f(t) at x + R p₀, whose velocity is v + ω × R p₀
        const problem = addIntegrals(system, 7, (out, o) => {
          force(Float64Array.of(system.time), work);
          mat3.transformVector(out, o, system.rotation, 0, work, 0);
          mat3.transformVector(work, 0, system.rotation, 0, at, 0);
          vec3.cross(out, o + 3, work, 0, out, o);
          vec3.cross(work, 0, system.angularVelocity, 0, work, 0);
          vec3.add(work, 0, work, 0, system.velocity, 0);
          out[o + 6] = vec3.dot(out, o, work, 0);
        });
        const before = [...system.state.slice(Slot.P, bodySize), kineticEnergy(system)];
        const stepper = dopri5(problem, { tolerance: 1e-12 });
        integrate(stepper, 3);
        const after = [...system.state.slice(Slot.P, bodySize), kineticEnergy(system)];
        const gains = stepper.state.slice(system.dimension, system.dimension + 7);
        // momenta by the same sums: to rounding (measured: 4.4e-16)
        expect(
          maxDifference(
            before.slice(0, 6).map((value, c) => value + gains[c]),
            after,
          ),
        ).toBeLessThan(1e-15);
        // a step's error in q is one in energy: some ten tolerances (measured: 1.5e-11)
        expect(Math.abs(before[6] + gains[6] - after[6])).toBeLessThan(3e-11);
      }),
      { seed: 1, numRuns: 20 },
    );
  });
});

test("springs between bodies and particles: momentum, angular momentum about the origin and energy of all stay", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
      const rng = createRng(seed);
      const system = new RigidSystem();
      const { particles } = system;
      const bodies = [0, 1, 2].map(() => system.addBody(randomBody(rng)));
      const ball = particles.addParticle({ mass: 1, position: randomVector(rng, 2), velocity: randomVector(rng, 1) });
      const springs = particles.addForce(new Springs());
      const ends = [...bodies.map((body) => system.addAnchor(body, randomVector(rng, 0.5))), ball];
      ends.forEach((end, k) => {
        const stiffness = nextInRange(rng, 1, 5);
        springs.connect(particles, end, ends[(k + 1) % ends.length], { stiffness, length: 0.5 });
      });
      system.derive();
      const before = [...readMomenta(system), totalEnergy(system)];
      integrate(dopri5(system, { tolerance: 1e-12 }), 2);
      const after = [...readMomenta(system), totalEnergy(system)];
      // forces come in pairs: sums of numbers of size 1, rounded and compensated (measured: 1e-15)
      expect(maxDifference(before.slice(0, 3), after)).toBeLessThan(2e-15);
      // in proportion to the tolerance; of 1e-13 it is a tenth (measured: 6.3e-10)
      expect(maxDifference(before.slice(3), after.slice(3))).toBeLessThan(1.3e-9);
    }),
    { seed: 1, numRuns: 15 },
  );
});

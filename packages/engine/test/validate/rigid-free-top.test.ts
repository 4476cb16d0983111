/**
 * Free rotation: attitude and angular velocity against reference values good to 1e-15, by every method that takes a
 * tolerance, and against the solution in Jacobi's functions for bodies and motions at random.
 */
import { createRng, quat } from "@rigor/engine/math";
import { dopri5, integrate, rk4 } from "@rigor/engine/ode";
import { createBodyFrameProblem, RigidSystem, splitting } from "@rigor/engine/rigid";
import { dzhanibekov, freeBoxLong, freeBoxShort, type RigidScene } from "@rigor/scenes";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { solveFreeTop } from "../support/free-top.js";
import {
  adaptiveMethods,
  maxDifference,
  measureAngle,
  randomMoments,
  randomVector,
  readOmega,
} from "../support/rigid.js";

const I = [6.5, 5, 2.5] as const;

/** The larger of the errors in attitude, rad, and in ω, rad/s, at the rows of a scene. */
function measureRows(scene: RigidScene, system: RigidSystem, run: (t: number) => void): { t: number; error: number }[] {
  return (scene.rows ?? []).map(({ t, rotation = [], omegaBody = [] }) => {
    run(t);
    const omega = readOmega(system.state, I);
    return { t, error: Math.max(measureAngle(system.state, rotation), maxDifference(omega, omegaBody)) };
  });
}

/**
 * A step's error in energy adds up in proportion to t, and turns the body too fast or too slow ever after: the error in
 * attitude is a few tolerances times 1 + t². What is measured at the worst, over both boxes and t = 1, 10, 100:
 */
const measured: Record<string, number> = {
  dopri5: 5.6,
  adams: 13,
  // its error estimate is of lower order than its error: the ratio falls as the tolerance grows
  radau5: 26,
  // its many steps, each with an error of a tolerance
  "midpoint with step doubling": 48,
  "rk4 with step doubling": 3.4,
  "splitting with step doubling": 2,
};

describe.each([freeBoxLong, freeBoxShort])("$name at t = 1, 10, 100", (scene) => {
  test.each(Object.keys(measured))("by %s, in proportion to the tolerance asked", (name) => {
    // midpoint would take a million steps for more than six digits
    const last = name.endsWith("doubling") ? 1e-10 : 1e-12;
    for (const tolerance of name.startsWith("midpoint") ? [1e-5, 1e-6] : [1e-6, 1e-9, last]) {
      const system = scene.build();
      const stepper = adaptiveMethods[name](system, tolerance);
      for (const { t, error } of measureRows(scene, system, (end) => integrate(stepper, end))) {
        expect(error / tolerance / (1 + t * t), `${tolerance} at ${t}`).toBeLessThan(1.5 * measured[name]);
      }
    }
  });

  test("by dopri5 as far as doubles go", () => {
    const system = scene.build();
    const stepper = dopri5(system, { tolerance: 1e-15 });
    for (const { t, error } of measureRows(scene, system, (end) => integrate(stepper, end))) {
      // at t = 1 the rounding of ω, which is 2 rad/s (measured: 5.6)
      expect(error / 1e-15 / (1 + t * t)).toBeLessThan(9);
    }
  });

  test("by fixed steps, in proportion to h⁴", () => {
    for (const step of [0.02, 0.01]) {
      const free = scene.build();
      const exact = splitting(free, { step });
      // to t = 100 no drift at all (measured: 0.11)
      for (const { error } of measureRows(scene, free, (end) => integrate(exact, end))) {
        expect(error / step ** 4).toBeLessThan(0.2);
      }
      const other = scene.build();
      const classic = rk4(other, { step });
      for (const { t, error } of measureRows(scene, other, (end) => integrate(classic, end))) {
        // measured: 0.05
        expect(error / step ** 4 / (1 + t * t)).toBeLessThan(0.1);
      }
    }
  });

  test("in Chaney's body-frame form", () => {
    const system = scene.build();
    const stepper = dopri5(createBodyFrameProblem(system), { tolerance: 1e-10 });
    for (const { t, error } of measureRows(scene, system, (end) => integrate(stepper, end))) {
      // one tolerance, where the form with momenta has 5.6: there ω is found from q, here it is integrated (measured: 0.7)
      expect(error / 1e-10 / (1 + t * t)).toBeLessThan(1.5);
    }
  });
});

describe("the oracle: Jacobi's functions by the arithmetic-geometric mean", () => {
  test.each([
    { scene: freeBoxLong, omega: [1, 0, 2] },
    { scene: freeBoxShort, omega: [1, -2, 0.5] },
    { scene: dzhanibekov, omega: [0.01, 5, 0.01] },
  ] as const)("agrees with the reference values of $scene.name", ({ scene: { rows = [] }, omega }) => {
    const top = solveFreeTop(I, omega);
    for (const { t, rotation, omegaBody = [] } of rows) {
      // 1e-16 of the phase p t, and of 100 rad of φ (measured: 9.2e-15)
      expect(maxDifference(top.omegaBody(t), omegaBody)).toBeLessThan(2e-14);
      if (rotation === undefined) continue;
      const q = new Float64Array(4);
      quat.fromMatrix(q, 0, Float64Array.from(top.attitude(t)), 0);
      // the sum over 300 panels, rounded, times 15 periods (measured: 9.3e-14)
      expect(quat.angleBetween(q, 0, Float64Array.from(rotation), 0)).toBeLessThan(2e-13);
    }
  });

  test("has the period of the reference", () => {
    // both to rounding
    expect(Math.abs(solveFreeTop(I, [1, 0, 2]).period / 6.38415971504212 - 1)).toBeLessThan(4e-16);
    expect(Math.abs(solveFreeTop(I, [1, 0, 2]).m1 - 0.61)).toBeLessThan(2e-16);
  });
});

test("any body, any motion: dopri5 against the oracle", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
      const rng = createRng(seed);
      const moments = randomMoments(rng);
      const [x, y, z] = randomVector(rng, 2);
      const top = solveFreeTop(moments, [x, y, z]);
      // nearer to the separatrix an error grows in proportion to 1/m₁
      fc.pre(top.m1 > 1e-2);
      const system = new RigidSystem();
      system.addBody({ mass: 1, inertia: moments, angularVelocity: [x, y, z] });
      const stepper = dopri5(system, { tolerance: 1e-13 });
      for (const t of [0.3, 4, 10]) {
        integrate(stepper, t);
        const omega = readOmega(system.state, moments);
        const error = Math.max(maxDifference(omega, top.omegaBody(t)), maxDifference(top.attitude(t), system.rotation));
        // a few tolerances times t², as above (measured: 113)
        expect((top.m1 * error) / 1e-13).toBeLessThan(250);
      }
    }),
    { seed: 1, numRuns: 25 },
  );
});

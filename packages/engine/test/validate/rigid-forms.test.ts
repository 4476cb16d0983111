/**
 * Three ways to write a rigid body: ours with a quaternion and momenta, Chaney's with velocities in the body's axes, and
 * the notes' first one with a rotation matrix, whose drift is the reason for quaternions.
 */
import { createRng, nextInRange } from "@rigor/engine/math";
import { dopri5, euler, integrate, type Problem, rk4, type Stepper } from "@rigor/engine/ode";
import { appliedForce, createBodyFrameProblem, damping, gravity, RigidSystem } from "@rigor/engine/rigid";
import { freeBoxShort } from "@rigor/scenes";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { solveFreeTop } from "../support/free-top.js";
import { createMatrixForm, MatrixSlot, measureSkew } from "../support/matrix-form.js";
import { maxDifference, randomBody, randomVector } from "../support/rigid.js";

const moments = [6.5, 5, 2.5] as const;
const omega = [1, -2, 0.5] as const;

function createMatrixBox(): Problem {
  const angularMomentum = moments.map((I, c) => I * omega[c]);
  return createMatrixForm({ mass: 6, moments, momentum: [1, 2, 3], angularMomentum });
}

describe("the rotation matrix of the notes", () => {
  test("is the same motion, as far as the solver goes", () => {
    const stepper = dopri5(createMatrixBox(), { tolerance: 1e-13 });
    const system = freeBoxShort.build();
    integrate(stepper, 10);
    integrate(dopri5(system, { tolerance: 1e-13 }), 10);
    // a few tolerances times t² (measured: 2.1e-11)
    expect(maxDifference(system.rotation.subarray(0, 9), stepper.state.subarray(MatrixSlot.R))).toBeLessThan(4e-11);
    expect(maxDifference([10 / 6, 20 / 6, 5], stepper.state)).toBeLessThan(2e-15);
  });

  /** How far R is from orthogonal at t = 100 by the matrix, by ours, and how far both are from the truth. */
  function compare(make: (problem: Problem) => Stepper): { skew: number[]; error: number[] } {
    const matrix = make(createMatrixBox());
    const system = freeBoxShort.build();
    integrate(matrix, 100);
    integrate(make(system), 100);
    const exact = solveFreeTop(moments, omega).attitude(100);
    const rotations = [matrix.state.subarray(MatrixSlot.R), system.rotation];
    return { skew: rotations.map(measureSkew), error: rotations.map((R) => maxDifference(exact, R)) };
  }

  test.each([
    { name: "rk4 with steps of 10 ms", make: (problem: Problem) => rk4(problem, { step: 0.01 }), factor: 1e7 },
    { name: "dopri5 at 1e-6", make: (problem: Problem) => dopri5(problem, { tolerance: 1e-6 }), factor: 1e11 },
  ])("drifts from a rotation in 100 s by $name, more than $factor times as far as ours", ({ make, factor }) => {
    const { skew } = compare(make);
    // ours: rounding of a matrix made from a unit quaternion (measured: 6.7e-16)
    expect(skew[1]).toBeLessThan(1.5e-15);
    // measured: 3.3e-8 and 4.4e-4
    expect(skew[0] / skew[1]).toBeGreaterThan(factor);
  });

  test("by rk4 it is farther from the truth besides, ten times", () => {
    const { error } = compare((problem) => rk4(problem, { step: 0.01 }));
    // measured: 1.9e-6 and 1.4e-7
    expect(error[0] / error[1]).toBeGreaterThan(10);
  });

  test("is gone by Euler's method, where ours remains a rotation, if a wrong one", () => {
    const { skew } = compare((problem) => euler(problem, { step: 0.01 }));
    expect(skew[1]).toBeLessThan(1.5e-15);
    // it grows without bound
    expect(skew[0]).toBe(Infinity);
  });
});

describe("Chaney's body-frame form", () => {
  test("is the same motion under all kinds of forces", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
        const build = () => {
          const rng = createRng(seed);
          const system = new RigidSystem();
          const bodies = [0, 1].map(() => system.addBody({ ...randomBody(rng), center: randomVector(rng, 0.5) }));
          for (const body of bodies) {
            const [a, at, k] = [randomVector(rng, 2), randomVector(rng, 1), nextInRange(rng, 1, 3)];
            const torque = (time: Float64Array, out: Float64Array) => {
              for (let c = 0; c < 3; c++) out[c] = a[c] * Math.sin(k * time[0] + c);
            };
            system.addForce(appliedForce({ body, torque, force: randomVector(rng, 1), at, frame: "body" }));
          }
          system.addForce(gravity());
          system.addForce(damping({ linear: 0.2, angular: 0.1 }));
          return system;
        };
        const [ours, chaney] = [build(), build()];
        integrate(dopri5(ours, { tolerance: 1e-12 }), 2);
        integrate(dopri5(createBodyFrameProblem(chaney), { tolerance: 1e-12 }), 2);
        // some ten tolerances (measured: 1.9e-11)
        expect(maxDifference(ours.state.subarray(0, ours.dimension + 1), chaney.state)).toBeLessThan(5e-11);
      }),
      { seed: 1, numRuns: 15 },
    );
  });
});

/**
 * Problems of little compliance, of piles with one body much heavier or lighter than the others.
 *
 * The oracle is the law itself, contact by contact, at f = P(−a/R) with a = J (y⁰ + Jᵀ f) + c evaluated here, row by row; for
 * modes, that the forces at no compliance are the ones of the path, which is another method.
 */
import { describe, expect, test } from "vitest";
import { MassFigure } from "../../../../src/linalg/complementarity/node-masses.js";
import { ActiveSetCorrection } from "../../../../src/linalg/friction-contact/active-set-correction.js";
import { CompliantInteriorPoint } from "../../../../src/linalg/friction-contact/compliant-interior-point.js";
import {
  CoulombInteriorPoint,
  InteriorFigure,
} from "../../../../src/linalg/friction-contact/coulomb-interior-point.js";
import type { FrictionContactProblem } from "../../../../src/linalg/friction-contact/friction-contact-problem.js";
import { FrictionContactStatus } from "../../../../src/linalg/friction-contact/friction-contact-result.js";
import { FrictionContactSolver } from "../../../../src/linalg/friction-contact/friction-contact-solver.js";
import { MultiplierMethod } from "../../../../src/linalg/friction-contact/multipliers.js";
import { ProblemScale, Scale } from "../../../../src/linalg/friction-contact/problem-scale.js";
import { SemismoothNewton } from "../../../../src/linalg/friction-contact/semismooth-newton.js";
import { buildConeProblem, type ConeScene, makePile, makeStack } from "../../../support/cone-problems.js";

/** One body of a scene so many times as heavy, and what is pushed as hard. */
function weigh(scene: ConeScene, k: number, factor: number): ConeScene {
  const bodies = scene.bodies.map((body, i) =>
    i === k ? { ...body, mass: factor * body.mass, inertia: body.inertia.map((I) => factor * I) } : body,
  );
  return { ...scene, bodies };
}

function setUp(problem: FrictionContactProblem) {
  const [newton, scale] = [new SemismoothNewton(), new ProblemScale()];
  newton.setUp(problem);
  newton.measureTies(problem);
  expect(scale.setUp(problem)).toBe(true);
  newton.setSpread(scale.masses, problem.rows);
  newton.f.fill(0);
  newton.setBase(problem);
  scale.measure(problem, newton.fBase, newton.aBase);
  return { newton, scale };
}

/** J (y⁰ + Jᵀ f) + c. */
function accelerate({ rows }: FrictionContactProblem, f: Float64Array): number[] {
  const y = rows.y0.slice(0, rows.dimension);
  const entries = (i: number) =>
    Array.from({ length: rows.rowStart[i + 1] - rows.rowStart[i] }, (_, k) => rows.rowStart[i] + k);
  const list = Array.from({ length: rows.rowCount }, (_, i) => i);
  for (const i of list) for (const k of entries(i)) y[rows.column[k]] += rows.values[k] * f[i];
  return list.map((i) => entries(i).reduce((sum, k) => sum + rows.values[k] * y[rows.column[k]], rows.c[i]));
}

/** How far f is from P(−a/R) at its worst, beside the largest force. */
function measureCompliant(problem: FrictionContactProblem, f: Float64Array, R: number): number {
  const a = accelerate(problem, f);
  let [off, most] = [0, 0];
  for (let c = 0; c < problem.coneCount; c++) {
    const n = problem.coneRow[c];
    const t = problem.tangentRow[c];
    const normal = Math.max(0, -a[n] / R);
    const q = [-a[t] / R, -a[t + 1] / R];
    const cut = Math.min(1, (problem.mu[c] * normal) / Math.max(1e-300, Math.hypot(...q)));
    off = Math.max(off, Math.abs(f[n] - normal), Math.hypot(f[t] - cut * q[0], f[t + 1] - cut * q[1]));
    most = Math.max(most, normal);
  }
  return off / most;
}

const piles = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((seed) =>
  [1e-6, 1e-3, 1e3, 1e6].map((factor): [string, ConeScene] => {
    const scene = makePile(5, seed, 0.4);
    return [`pile ${seed}, ${factor}`, weigh(scene, seed % 5, factor)];
  }),
);

describe("an interior point method with compliance, from rest", () => {
  test.each(piles)("%s: comes to the law of that compliance in fewer than 30 factorizations", (_, scene) => {
    const problem = buildConeProblem(scene);
    const { newton, scale } = setUp(problem);
    const interior = new CoulombInteriorPoint();
    const R = 0.04 * scale.masses.figures[MassFigure.heaviest];
    interior.runCompliant(problem, newton.matrix, scale, R, 1e-12, 60);
    expect(newton.matrix.factorizations).toBeLessThan(30);
    // of what is left of tau, weighed with the heaviest body: 1.7e-6 seen
    expect(interior.figures[InteriorFigure.best]).toBeLessThan(3e-6 * scale.figures[Scale.size]);
    // 7e-6 seen
    expect(measureCompliant(problem, interior.best, R)).toBeLessThan(1e-5);
  });
});

describe("modes read off it", () => {
  test.each([1e-6, 1e-3, 1e3, 1e6])(
    "have the forces of the path: stacks with one box of %d times the mass",
    (factor) => {
      for (let seed = 1; seed <= 6; seed++) {
        const problem = buildConeProblem(weigh(makeStack(6, seed, 0.2, 0.5), seed % 6, factor));
        const { newton, scale } = setUp(problem);
        const guess = new CompliantInteriorPoint(new CoulombInteriorPoint());
        expect(guess.run(problem, newton, scale, new MultiplierMethod(), new ActiveSetCorrection())).toBe(true);
        const solver = new FrictionContactSolver();
        expect(solver.solve(problem)).toBe(FrictionContactStatus.solved);
        const most = Math.max(...solver.result.f.subarray(0, problem.rows.rowCount));
        for (let i = 0; i < problem.rows.rowCount; i++) {
          expect(Math.abs(newton.fBase[i] - solver.result.f[i])).toBeLessThan(1e-9 * most);
        }
      }
    },
  );
});

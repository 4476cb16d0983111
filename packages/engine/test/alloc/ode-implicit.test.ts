import { createSparseLu, factorSparseLu, solveSparseLu } from "@rigor/engine/linalg";
import {
  backwardEuler,
  backwardEulerSecondOrder,
  Control,
  Count,
  createProblem,
  type Pattern,
  radau5,
  type Stepper,
  stepDoubling,
} from "@rigor/engine/ode";
import { createReferenceProblem, hires, vanDerPol } from "@rigor/scenes";
import { describe, expect, test } from "vitest";
import { bytesPerCall } from "../support/allocation.js";
import { createChain } from "../unit/ode/implicit/backward-euler-chain.js";

/** ẏ = y″ on a grid, with a source that moves, so that no step is like the last. */
function createHeat(n: number, sparse: boolean) {
  const f = (y: Float64Array, out: Float64Array) => {
    for (let i = 0; i < n; i++) {
      const left = i > 0 ? y[i - 1] : 0;
      const right = i < n - 1 ? y[i + 1] : 0;
      out[i] = n * n * (left - 2 * y[i] + right) + y[i] * (1 - y[i]) + (y[n] % 1);
    }
  };
  const columnStart = new Int32Array(n + 1);
  const rows: number[] = [];
  for (let j = 0; j < n; j++) {
    for (let i = Math.max(0, j - 1); i <= Math.min(n - 1, j + 1); i++) rows.push(i);
    columnStart[j + 1] = rows.length;
  }
  const pattern: Pattern = { columnStart, rowIndex: Int32Array.from(rows) };
  return createProblem(new Float64Array(n).fill(1), f, sparse ? { pattern } : {});
}

/** Enough steps for the rare paths (rejections, new Jacobians) to be compiled as well. */
function warm(stepper: Stepper): Stepper {
  for (let k = 0; k < 20_000; k++) stepper.step();
  return stepper;
}

describe("a step of an implicit method allocates nothing", () => {
  test("radau5, dense, analytic f′, around the limit cycle of van der Pol: all sizes of step, and rejections", () => {
    const stepper = warm(radau5(createReferenceProblem(vanDerPol), { tolerance: 1e-7 }));
    // calls enough that what is done only after a rejection, 3 times in 100 steps, is optimised too
    expect(bytesPerCall(() => void stepper.step(), 10_000)).toBe(0);
    expect(stepper.counts[Count.rejected]).toBeGreaterThan(10);
  });

  test("radau5, f′ by differences, dense and sparse", () => {
    for (const sparse of [false, true]) {
      const stepper = radau5(createHeat(20, sparse), { tolerance: 1e-6 });
      expect(bytesPerCall(() => void stepper.step(), 300)).toBe(0);
    }
  });

  test("backward Euler, dense and sparse, linearised and by Newton", () => {
    for (const sparse of [false, true]) {
      for (const newton of [false, true]) {
        const stepper = backwardEuler(createHeat(20, sparse), { step: 0.01, newton });
        expect(bytesPerCall(() => void stepper.step(), 500)).toBe(0);
      }
    }
  });

  test("backward Euler in the n×n form, by conjugate gradients and by LDLᵀ", () => {
    for (const width of [1, 3] as const) {
      for (const solver of ["cg", "ldl"] as const) {
        const chain = createChain({ masses: 10, width, stiffness: 100, damping: 1, load: 1 });
        const stepper = warm(backwardEulerSecondOrder(chain, { step: 0.01, solver }));
        expect(
          bytesPerCall(() => void stepper.step(), 500),
          `${width} wide, ${solver}`,
        ).toBe(0);
      }
    }
  });

  test("a fresh start, as after an event, with the first step to be estimated anew", () => {
    const chain = createChain({ masses: 10, width: 3, stiffness: 100, damping: 1, load: 1 });
    for (const stepper of [
      radau5(createHeat(20, false), { tolerance: 1e-6 }),
      radau5(createHeat(20, true), { tolerance: 1e-6 }),
      backwardEuler(createHeat(20, false), { step: 0.01 }),
      backwardEuler(createHeat(20, true), { step: 0.01, newton: true }),
      backwardEulerSecondOrder(chain, { step: 0.01 }),
      stepDoubling(backwardEuler, createHeat(20, false), { tolerance: 1e-3 }),
    ]) {
      const f = () => {
        stepper.restart();
        if (stepper.adaptive) stepper.control[Control.step] = 0;
        stepper.step();
      };
      expect(bytesPerCall(f, 500), stepper.name).toBe(0);
    }
  });

  test("interpolation", () => {
    const out = new Float64Array(9);
    const stepper = radau5(createReferenceProblem(hires), { tolerance: 1e-8 });
    stepper.step();
    out[8] = 0.5 * stepper.state[8];
    expect(bytesPerCall(() => stepper.interpolate(out), 5000)).toBe(0);
  });

  test("sparse LU with new values", () => {
    const n = 50;
    const { pattern } = createHeat(n, true);
    const { columnStart, rowIndex } = pattern as Pattern;
    const lu = createSparseLu(n, columnStart, rowIndex);
    const values = new Float64Array(rowIndex.length);
    const b = new Float64Array(n);
    let round = 0;
    const f = () => {
      round++;
      for (let j = 0; j < n; j++) {
        for (let p = columnStart[j]; p < columnStart[j + 1]; p++) values[p] = rowIndex[p] === j ? 3 + (round % 3) : -1;
      }
      factorSparseLu(lu, values);
      b.fill(1);
      solveSparseLu(lu, b);
    };
    expect(bytesPerCall(f, 1000)).toBe(0);
  });
});

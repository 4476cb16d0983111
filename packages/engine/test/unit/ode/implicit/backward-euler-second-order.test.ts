import { BlockMatrix, SparseBlockLdl } from "@rigor/engine/linalg";
import {
  backwardEuler,
  backwardEulerSecondOrder,
  Control,
  Count,
  integrate,
  rk4,
  type SecondOrderProblem,
  StepStatus,
} from "@rigor/engine/ode";
import { describe, expect, test } from "vitest";
import { assembleImplicitMatrix, createImplicitMatrix } from "../../../../src/ode/implicit/backward-euler-matrix.js";
import { createChain } from "./backward-euler-chain.js";

function norm(a: Float64Array, b?: Float64Array): number {
  let largest = 0;
  for (let i = 0; i < a.length - 1; i++) largest = Math.max(largest, Math.abs(a[i] - (b === undefined ? 0 : b[i])));
  return largest;
}

/** The energy of a chain without load: ½ vᵀWv − ½ xᵀKx. */
function measureEnergy(problem: SecondOrderProblem): number {
  const n = problem.coordinates;
  const K = new BlockMatrix(n, n);
  const D = new BlockMatrix(n, n);
  problem.addBlocks(K, D);
  problem.linearise(K, D);
  const y = new Float64Array(2 * n + 1);
  problem.getState(y);
  const Kx = new Float64Array(n);
  K.multiply(Kx, y);
  let energy = 0;
  for (let i = 0; i < n; i++) energy += 0.5 * problem.weights[i] * y[n + i] ** 2 - 0.5 * y[i] * Kx[i];
  return energy;
}

const path = (t: number) => [0.3 * t * t - 0.1 * t, 0.6 * t - 0.1] as const;

describe("the n×n form (4–5)", () => {
  for (const width of [1, 3] as const) {
    for (const led of [false, true]) {
      for (const solver of ["cg", "ldl"] as const) {
        test(`is the 2n×2n form (3–2): ${width} wide, ${led ? "first mass led" : "all free"}, ${solver}`, () => {
          const options = { masses: 7, width, stiffness: 400, damping: 3, load: -2, ...(led ? { path } : {}) };
          const small = backwardEulerSecondOrder(createChain(options), { step: 0.05, solver, tolerance: 1e-14 });
          const large = backwardEuler(createChain(options), { step: 0.05 });
          for (let k = 0; k < 40; k++) {
            expect(small.step()).toBe(StepStatus.ok);
            expect(large.step()).toBe(StepStatus.ok);
            // the tolerance of the solve and rounding, over 40 steps (seen: 3.2e-15)
            expect(norm(small.state, large.state)).toBeLessThan(1e-14);
          }
          expect(small.counts[Count.evaluations]).toBe(40);
          if (led) {
            const t = small.state[small.state.length - 1];
            const n = 7 * width;
            for (let i = 0; i < width; i++) {
              expect(small.state[i]).toBe(path(t)[0]);
              expect(small.state[n + i]).toBe(path(t)[1]);
            }
          }
        });
      }
    }
  }

  test("order 1, with a led end too", () => {
    for (const led of [false, true]) {
      const options = { masses: 5, width: 3, stiffness: 50, damping: 1, ...(led ? { path } : {}) } as const;
      const fine = rk4(createChain(options), { step: 1e-3 });
      integrate(fine, 0.5);
      const errors = [4e-4, 2e-4].map((step) => {
        const stepper = backwardEulerSecondOrder(createChain(options), { step, tolerance: 1e-12 });
        integrate(stepper, 0.5);
        return norm(stepper.state, fine.state);
      });
      // a K v₀ with the led mass in it would leave an error that does not shrink with h; 0.995 and 0.996, but for the
      // next term
      expect(Math.log2(errors[0] / errors[1])).toBeGreaterThan(0.99);
      expect(Math.log2(errors[0] / errors[1])).toBeLessThan(1);
    }
  });

  test("is stable at a thousand times the explicit limit, and only ever loses energy", () => {
    const options = { masses: 30, width: 3, stiffness: 1e6, damping: 0 } as const;
    // the fastest mode: ω² ≤ 4 k λmax / m, λmax of the coupling below 1.25; explicit methods need h < about 2/ω
    const limit = 2 / Math.sqrt(4 * 1e6 * 1.25);
    const chain = createChain(options);
    const stepper = backwardEulerSecondOrder(chain, { step: 1000 * limit });
    let energy = measureEnergy(chain);
    for (let k = 0; k < 50; k++) {
      expect(stepper.step()).toBe(StepStatus.ok);
      const next = measureEnergy(chain);
      expect(next).toBeLessThan(energy);
      energy = next;
    }
    const explicit = rk4(createChain(options), { step: 3 * limit });
    integrate(explicit, 300 * limit);
    // a hundred steps, each times 25
    expect(norm(explicit.state)).toBeGreaterThan(1e139);
  });

  test("A is W − hD − h²K with dictated rows and columns of the identity, as a matrix and as an operator", () => {
    for (const width of [1, 3] as const) {
      const chain = createChain({ masses: 4, width, stiffness: 5, damping: 2, path });
      const n = chain.coordinates;
      const K = new BlockMatrix(n, n);
      const D = new BlockMatrix(n, n);
      chain.addBlocks(K, D);
      // an odd block across the grain, given with its transpose, and a repeated one
      if (width === 3) {
        K.addBlock(4, 7, 2, 3);
        K.addBlock(7, 4, 3, 2);
        D.addBlock(3, 3, 3, 3);
      }
      chain.linearise(K, D);
      if (width === 3) {
        const k = K.blockAt(4, 7);
        const l = K.blockAt(7, 4);
        K.values.fill(0, K.blockStart[k], K.blockStart[l + 1]);
        for (let i = 0; i < 2; i++) {
          for (let j = 0; j < 3; j++) {
            K.values[K.blockStart[k] + 3 * i + j] = 0.1 * (i + 2 * j);
            K.values[K.blockStart[l] + 2 * j + i] = 0.1 * (i + 2 * j);
          }
        }
      }
      const A = createImplicitMatrix(K, D);
      const h = 0.3;
      assembleImplicitMatrix(A, chain.weights, K, D, Float64Array.of(9, h), 1);
      const denseK = K.toDense();
      const denseD = D.toDense();
      const lower = A.lower.toDense();
      const x = Float64Array.from({ length: n }, (_, i) => 1 + i * i);
      const out = new Float64Array(n).fill(77);
      A.multiply(out, x);
      for (let i = 0; i < n; i++) {
        let sum = 0;
        for (let j = 0; j < n; j++) {
          const dictated = chain.weights[i] === 0 || chain.weights[j] === 0;
          const same = i === j ? 1 : 0;
          const a = dictated ? same : same * chain.weights[i] - h * denseD[i * n + j] - h * h * denseK[i * n + j];
          // three terms of size 3, in another order: an ulp (measured: one)
          if (Math.floor(j / A.size) <= Math.floor(i / A.size)) {
            expect(Math.abs(lower[i * n + j] - a)).toBeLessThan(8.9e-16);
          }
          sum += a * x[j];
        }
        // sums of a few products of about 1000 (measured: 2.8e-14)
        expect(Math.abs(out[i] - sum)).toBeLessThan(1e-13);
      }
      const ldl = new SparseBlockLdl(A.lower);
      ldl.factor(A.lower);
      ldl.solve(out);
      // a solve whose condition is about a hundred (measured: 2.3e-16 of the largest)
      for (let i = 0; i < n; i++) expect(Math.abs(out[i] - x[i])).toBeLessThan(1e-15 * x[n - 1]);
    }
  });

  test("failures leave the state at the last good time", () => {
    const chain = createChain({ masses: 5, width: 1, stiffness: 10, damping: 1 });
    const start = Float64Array.from(chain.installed);
    const indefinite: SecondOrderProblem = {
      ...chain,
      linearise(K, D) {
        chain.linearise(K, D);
        for (let k = 0; k < K.valueCount; k++) K.values[k] *= -1e6;
      },
    };
    const pushed = backwardEulerSecondOrder(indefinite, { step: 0.1 });
    expect(pushed.step()).toBe(StepStatus.solveFailed);
    expect(pushed.state).toEqual(start);
    expect(chain.installed).toEqual(start);
    expect(pushed.counts[Count.rejected]).toBe(1);
    // a factorisation does not mind
    expect(backwardEulerSecondOrder(indefinite, { step: 0.1, solver: "ldl" }).step()).toBe(StepStatus.ok);
    chain.setState(start);

    const hurried = backwardEulerSecondOrder(chain, { step: 0.1, maxIterations: 1, tolerance: 1e-12 });
    expect(hurried.step()).toBe(StepStatus.solveFailed);
    expect(chain.installed).toEqual(start);

    const nan: SecondOrderProblem = {
      ...chain,
      linearise(K, D) {
        chain.linearise(K, D);
        D.values[3] = Number.NaN;
      },
    };
    for (const solver of ["cg", "ldl"] as const) {
      const lost = backwardEulerSecondOrder(nan, { step: 0.1, solver });
      expect(lost.step()).toBe(StepStatus.notFinite);
      expect(lost.offender).toBe(6);
      expect(chain.installed).toEqual(start);
    }
    const bad: SecondOrderProblem = {
      ...chain,
      derivative(out) {
        chain.derivative(out);
        out[5] = Infinity;
      },
    };
    const force = backwardEulerSecondOrder(bad, { step: 0.1 });
    expect(force.step()).toBe(StepStatus.notFinite);
    expect(force.offender).toBe(5);
    const still = backwardEulerSecondOrder(chain, { step: 0.1 });
    still.control[Control.step] = 0;
    expect(still.step()).toBe(StepStatus.stepTooSmall);
  });

  test("bad problems and options are named", () => {
    const chain = createChain({ masses: 3, width: 1, stiffness: 10, damping: 1 });
    const create =
      (change: object, options: object = {}) =>
      () =>
        backwardEulerSecondOrder({ ...chain, ...change }, { step: 0.1, ...options });
    expect(create({ coordinates: 2 })).toThrow("problem.dimension: must be twice problem.coordinates, 4, got 6");
    expect(create({ weights: new Float64Array(2) })).toThrow("problem.weights: must have length 3, got 2");
    expect(create({ weights: Float64Array.of(1, -1, 1) })).toThrow(
      "problem.weights[1]: must be a finite number >= 0, got -1",
    );
    expect(create({ positionIndex: new Int32Array(1) })).toThrow("problem.positionIndex: must have length 3, got 1");
    expect(create({}, { step: -1 })).toThrow("options.step: must be a finite number > 0, got -1");
    expect(create({}, { tolerance: 0 })).toThrow("options.tolerance: must be a finite number > 0, got 0");
    expect(create({}, { solver: "lu" })).toThrow('options.solver: must be "cg" or "ldl", got "lu"');
  });
});

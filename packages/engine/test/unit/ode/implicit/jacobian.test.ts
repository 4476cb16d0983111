import { backwardEuler, checkJacobian, createProblem, type Pattern, type Problem, StepStatus } from "@rigor/engine/ode";
import { createReferenceProblem, hires, robertson, vanDerPol } from "@rigor/scenes";
import { describe, expect, test } from "vitest";
import { createJacobian, evaluateJacobian } from "../../../../src/ode/implicit/jacobian.js";
import { colourColumns } from "../../../../src/ode/implicit/jacobian-colouring.js";
import { Count } from "../../../../src/ode/stepper/stepper.js";

function bandPattern(n: number, width: number): Pattern {
  const columnStart = new Int32Array(n + 1);
  const rows: number[] = [];
  for (let j = 0; j < n; j++) {
    for (let i = Math.max(0, j - width); i <= Math.min(n - 1, j + width); i++) rows.push(i);
    columnStart[j + 1] = rows.length;
  }
  return { columnStart, rowIndex: Int32Array.from(rows) };
}

/** The same problem without its Jacobian. */
function hideJacobian(problem: Problem): Problem {
  const { dimension } = problem;
  return {
    dimension,
    getState: (s) => problem.getState(s),
    setState: (s) => problem.setState(s),
    derivative: (out) => problem.derivative(out),
  };
}

/** f′ at the installed state, with the sizes given, and what it cost. */
function evaluate(problem: Problem, typical: number) {
  const n = problem.dimension;
  const jacobian = createJacobian(problem);
  const state = new Float64Array(n + 1);
  const f0 = new Float64Array(n);
  const counts = new Float64Array(6);
  problem.getState(state);
  problem.derivative(f0);
  jacobian.typical.fill(typical);
  const bad = evaluateJacobian(jacobian, state, f0, counts);
  const after = new Float64Array(n + 1);
  problem.getState(after);
  expect(after).toEqual(state);
  return { values: jacobian.values, counts, bad };
}

describe("∂f/∂y by differences", () => {
  test("agrees with the analytic one to 6 digits of the largest entry in its row", () => {
    for (const reference of [hires, robertson, vanDerPol]) {
      const problem = createReferenceProblem(reference);
      const n = problem.dimension;
      for (const row of reference.rows) {
        problem.setState(Float64Array.of(...row.y, row.t));
        const exact = evaluate(problem, 0).values;
        const found = evaluate(hideJacobian(problem), 1e-6);
        expect(found.counts[Count.evaluations]).toBe(n);
        expect(found.counts[Count.jacobians]).toBe(1);
        for (let i = 0; i < n; i++) {
          let size = 0;
          for (let j = 0; j < n; j++) size = Math.max(size, Math.abs(exact[i * n + j]));
          // √ε = 1.5e-8 from the curvature of f, and rounding: ε of the terms of f, which cancel in f, over δ (seen:
          // 4e-7)
          for (let j = 0; j < n; j++) {
            expect(Math.abs(found.values[i * n + j] - exact[i * n + j])).toBeLessThanOrEqual(1e-6 * size);
          }
        }
      }
    }
  });

  test("a zero entry is moved by its typical size, not by nothing", () => {
    const problem = createProblem([0, 0], (y, out) => {
      out[0] = 3 * y[0] - 2 * y[1];
      out[1] = y[0] + 1;
    });
    const { values } = evaluate(problem, 1e-3);
    // an increment far below its best size: rounding of f over it (measured: 2e-6)
    for (const [k, exact] of [3, -2, 1, 0].entries()) expect(Math.abs(values[k] - exact)).toBeLessThan(1e-5);
    const tiny = evaluate(problem, 0);
    expect(tiny.bad).toBe(-1);
    // f is 0 there, and linear: an ulp of 3 (measured: one)
    expect(Math.abs(tiny.values[0] - 3)).toBeLessThan(8.9e-16);
  });

  test("a pattern gives the same numbers for as many evaluations as the band is wide", () => {
    const n = 200;
    const f = (y: Float64Array, out: Float64Array) => {
      for (let i = 0; i < n; i++) {
        out[i] = (i > 0 ? y[i - 1] : 0) * y[i] - 2 * y[i] + (i < n - 1 ? y[i + 1] * y[i + 1] : 0);
      }
    };
    const initial = Float64Array.from({ length: n }, (_, i) => 1 + (i % 7));
    const pattern = bandPattern(n, 1);
    const sparse = evaluate(createProblem(initial, f, { pattern }), 1);
    const dense = evaluate(createProblem(initial, f), 1);
    expect(sparse.counts[Count.evaluations]).toBe(3);
    expect(dense.counts[Count.evaluations]).toBe(n);
    for (let j = 0; j < n; j++) {
      for (let e = pattern.columnStart[j]; e < pattern.columnStart[j + 1]; e++) {
        expect(sparse.values[e]).toBe(dense.values[pattern.rowIndex[e] * n + j]);
      }
    }
  });

  test("beyond the edge of its domain f is tried on the other side", () => {
    // √(1 − y) with y = 1 − 1e-12, growing: y + δ is outside
    const problem = createProblem([1 - 1e-12], (y, out) => {
      out[0] = Math.sqrt(1 - y[0]);
    });
    const { values, counts, bad } = evaluate(problem, 1);
    expect(bad).toBe(-1);
    expect(counts[Count.evaluations]).toBe(2);
    // a secant from 1 − δ − 1e-12 to 1 − 1e-12 with δ = √ε: −8125.2; 1 − y is rounded at 1e-16, 1e-4 of 1e-12
    expect(values[0]).toBeLessThan(-8125);
    expect(values[0]).toBeGreaterThan(-8126);
  });

  test("NaN on both sides, or in an analytic Jacobian, is reported with its row", () => {
    const nowhere = createProblem([1, 1], (y, out) => {
      out[0] = 0;
      out[1] = y[1] === 1 ? 1 : Number.NaN;
    });
    expect(evaluate(nowhere, 1).bad).toBe(1);
    const wrong = createProblem([1, 1, 1], (y, out) => out.set(y.subarray(0, 3)), {
      jacobian: (_, out) => {
        out.fill(1);
        out[7] = Number.NaN;
      },
    });
    expect(evaluate(wrong, 1).bad).toBe(2);
    const stepper = backwardEuler(wrong, { step: 0.1 });
    expect(stepper.step()).toBe(StepStatus.notFinite);
    expect(stepper.offender).toBe(2);
    expect(stepper.state).toEqual(Float64Array.of(1, 1, 1, 0));
  });
});

describe("colouring", () => {
  test("columns of a group share no row, and every column is in one group", () => {
    const patterns = [bandPattern(50, 2), gridPattern(9), arrowPattern(30)];
    const most = [5, 9, 30];
    patterns.forEach((pattern, k) => {
      const n = pattern.columnStart.length - 1;
      const groups = colourColumns(n, pattern);
      expect([...groups.columns].sort((a, b) => a - b)).toEqual(Array.from({ length: n }, (_, j) => j));
      expect(groups.count).toBeLessThanOrEqual(most[k]);
      for (let g = 0; g < groups.count; g++) {
        const seen = new Set<number>();
        for (let p = groups.start[g]; p < groups.start[g + 1]; p++) {
          const j = groups.columns[p];
          for (let e = pattern.columnStart[j]; e < pattern.columnStart[j + 1]; e++) {
            expect(seen.has(pattern.rowIndex[e])).toBe(false);
            seen.add(pattern.rowIndex[e]);
          }
        }
      }
    });
  });
});

describe("checkJacobian", () => {
  test("finds no fault in the reference problems", () => {
    for (const reference of [hires, robertson, vanDerPol]) {
      const problem = createReferenceProblem(reference);
      for (const row of reference.rows) {
        problem.setState(Float64Array.of(...row.y, row.t));
        // f is at most quadratic or cubic there: cancellation alone (measured: 1e-11)
        expect(checkJacobian(problem).error).toBeLessThan(2e-11);
      }
    }
  });

  test("names a wrong entry, a missing one and one outside the pattern", () => {
    const f = (y: Float64Array, out: Float64Array) => {
      out[0] = y[0] * y[1];
      out[1] = y[1];
    };
    const wrong = createProblem([2, 3], f, { jacobian: (y, out) => out.set([y[1], -y[0], 0, 1]) });
    expect(checkJacobian(wrong)).toMatchObject({ row: 0, column: 1, analytic: -2, error: expect.closeTo(2, 6) });
    const pattern = { columnStart: Int32Array.of(0, 1, 2), rowIndex: Int32Array.of(0, 1) };
    const outside = checkJacobian(createProblem([2, 3], f, { pattern }));
    expect(outside).toMatchObject({ row: 0, column: 1, analytic: 0, error: expect.closeTo(1, 6) });
    // f is linear in that entry: rounding of 6 over the increment (measured: none)
    expect(Math.abs(outside.difference - 2)).toBeLessThan(1e-11);
    const nan = createProblem([2, 3], f, { jacobian: (_, out) => out.fill(Number.NaN) });
    expect(checkJacobian(nan)).toMatchObject({ row: 0, column: 0, error: Number.NaN });
  });

  test("asks for something to check", () => {
    const bare = createProblem([1], (y, out) => {
      out[0] = y[0];
    });
    expect(() => checkJacobian(bare)).toThrow(
      "problem.jacobian: must be given to be checked, got undefined; give a jacobian",
    );
    expect(() => checkJacobian(createReferenceProblem(hires), 0)).toThrow(
      "typical: must be a finite number > 0, got 0",
    );
  });

  test("a pattern that does not fit is named", () => {
    const f = (y: Float64Array, out: Float64Array) => out.set(y.subarray(0, 2));
    const problem = (start: number[], rows: number[]) => () => {
      const pattern = { columnStart: Int32Array.from(start), rowIndex: Int32Array.from(rows) };
      return backwardEuler({ ...hideJacobian(createProblem([1, 1], f)), pattern }, { step: 1 });
    };
    expect(problem([0, 1], [0])).toThrow("problem.pattern.columnStart: must have length 3, got 2");
    expect(problem([0, 2, 2], [1, 0])).toThrow("problem.pattern.rowIndex[1]: must be > 1, the row before it, got 0");
    expect(problem([0, 1, 2], [0, 2])).toThrow("problem.pattern.rowIndex[1]: must be a row from 0 to 1, got 2");
    expect(problem([0, 1, 2], [0])).toThrow("problem.pattern.rowIndex: must have length 2, got 1");
  });
});

/** The nine-point stencil on an m×m grid. */
function gridPattern(m: number): Pattern {
  const columnStart = new Int32Array(m * m + 1);
  const rows: number[] = [];
  for (let y = 0; y < m; y++) {
    for (let x = 0; x < m; x++) {
      for (let v = Math.max(0, y - 1); v <= Math.min(m - 1, y + 1); v++) {
        for (let u = Math.max(0, x - 1); u <= Math.min(m - 1, x + 1); u++) rows.push(v * m + u);
      }
      columnStart[y * m + x + 1] = rows.length;
    }
  }
  return { columnStart, rowIndex: Int32Array.from(rows) };
}

/** A full first row, so that no two columns can share a group. */
function arrowPattern(n: number): Pattern {
  const columnStart = new Int32Array(n + 1);
  const rows: number[] = [];
  for (let j = 0; j < n; j++) {
    rows.push(0);
    if (j > 0) rows.push(j);
    columnStart[j + 1] = rows.length;
  }
  return { columnStart, rowIndex: Int32Array.from(rows) };
}

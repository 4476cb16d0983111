import { findRoot } from "@rigor/engine/ode";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

describe("findRoot", () => {
  test("finds roots to the last bit", () => {
    expect(findRoot((x) => x * x - 2, 0, 2)).toBe(Math.SQRT2);
    expect(findRoot((x) => x - 0.1, 0, 1)).toBe(0.1);
    expect(findRoot((x) => 1e-300 * (x - 3), -10, 10)).toBe(3);
    // where the root of the rounded function lies: within an ulp of π
    expect(Math.abs(findRoot(Math.sin, 3, 4) - Math.PI)).toBeLessThan(5e-16);
  });

  test("a root that is small beside the bracket is as sharp as any other, and no bracket is too wide", () => {
    // x³ rounds to 1e-30 within an ulp of x
    expect(Math.abs(findRoot((x) => x ** 3 - 1e-30, -1, 1.5) - 1e-10)).toBeLessThan(2e-26);
    expect(findRoot((x) => x + 1e-9, -1, 1)).toBe(-1e-9);
    expect(findRoot((x) => x - 1e-320, -1, 1)).toBe(1e-320);
    expect(findRoot((x) => x - 3, -1e308, 1e308)).toBe(3);
    expect(findRoot((x) => x - 1e-200, -1.7e308, 1.7e308)).toBe(1e-200);
    expect(findRoot((x) => (x < 0 ? -1 : 1), -1, 1)).toBe(0);
  });

  test("the ends count, in any order", () => {
    expect(findRoot((x) => x, 0, 1)).toBe(0);
    expect(findRoot((x) => x - 1, 0, 1)).toBe(1);
    expect(findRoot((x) => x - 0.25, 1, 0)).toBe(0.25);
  });

  test("jumps and multiple roots are found as well as bisection finds them", () => {
    // two neighbouring doubles at most; the last is flat to where e^(−1/x²) underflows, at |x| = 0.0367
    expect(Math.abs(findRoot((x) => (x < 1 / 3 ? -1 : 1e9), 0, 1) - 1 / 3)).toBeLessThan(2e-16);
    expect(Math.abs(findRoot((x) => (x - 0.7) ** 9, 0, 1) - 0.7)).toBeLessThan(2e-16);
    expect(Math.abs(findRoot((x) => (x === 0 ? 0 : x * Math.exp(-1 / x ** 2)), -1, 2))).toBeLessThan(0.0367);
  });

  test("never costs more than bisection by more than three evaluations, and far less on smooth functions", () => {
    const cost = (f: (x: number) => number, a: number, b: number) => {
      let calls = 0;
      findRoot(
        (x) => {
          calls++;
          return f(x);
        },
        a,
        b,
      );
      return calls;
    };
    // measured: 11
    expect(cost((x) => Math.exp(x) - 3, 0, 5)).toBeLessThan(12);
    // bisection of [0, 1] to 2⁻⁵³ of the root: 53 for a root near 1, and the two ends
    for (let i = 0; i < 50; i++) {
      const root = (i + 0.5) / 50;
      const bound = 58 + Math.ceil(-Math.log2(root));
      expect(cost((x) => (x - root) ** 7, 0, 1)).toBeLessThan(bound);
      expect(cost((x) => (x < root ? -1e-9 : 1e9), 0, 1)).toBeLessThan(bound);
    }
  });

  test("any monotone cubic, against its inverse", () => {
    const coefficient = fc.double({ min: 0.1, max: 10, noNaN: true });
    fc.assert(
      fc.property(coefficient, coefficient, fc.double({ min: -5, max: 5, noNaN: true }), (a, b, root) => {
        const f = (x: number) => a * (x - root) ** 3 + b * (x - root);
        // x − root is exact near the root, so the sign is
        expect(Math.abs(findRoot(f, -7, 6) - root)).toBeLessThanOrEqual(Number.EPSILON * 7);
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  test("a tolerance saves evaluations", () => {
    let calls = 0;
    const root = findRoot(
      (x) => {
        calls++;
        return x ** 3 - 2;
      },
      0,
      2,
      { tolerance: 0.01 },
    );
    // the tolerance asked for
    expect(Math.abs(root - 2 ** (1 / 3))).toBeLessThan(0.01);
    // 7, where bisection needs 8 and the two ends
    expect(calls).toBeLessThan(8);
  });

  test("bad input", () => {
    expect(() => findRoot((x) => x * x + 1, -1, 1)).toThrow("f: must have different signs at -1 and 1, got [2, 2]");
    expect(() => findRoot((x) => x, NaN, 1)).toThrow("a: must be a finite number, got NaN");
    expect(() => findRoot((x) => (x > 0.5 ? NaN : x - 0.7), 0, 1)).toThrow("must be a number, got NaN");
    expect(() => findRoot((x) => x, -1, 1, { tolerance: -1 })).toThrow("options.tolerance");
  });
});

import { takeRoot } from "@rigor/engine/math";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

describe("takeRoot", () => {
  test("agrees with Math.pow to a few roundings", () => {
    fc.assert(
      fc.property(fc.double({ min: -250, max: 250, noNaN: true }), fc.integer({ min: 2, max: 120 }), (exponent, k) => {
        const value = 10 ** exponent;
        const a = Float64Array.of(value);
        takeRoot(a, 0, k);
        // the last round leaves two ulp; 1/k as an exponent is itself rounded, which moves pow by up to ln(value)/k ulp
        const slack = 1 + Math.abs(Math.log(value)) / k;
        expect(Math.abs(a[0] / value ** (1 / k) - 1)).toBeLessThan(5e-16 * slack);
      }),
      { seed: 1, numRuns: 3000 },
    );
  });

  test("powers of two have exact roots", () => {
    const a = Float64Array.of(32, 0.03125, 1);
    for (let i = 0; i < 3; i++) takeRoot(a, i, 5);
    expect([...a]).toEqual([2, 0.5, 1]);
  });
});

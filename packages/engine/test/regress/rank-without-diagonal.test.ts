/** Rows without a diagonal entry, in measures 2¹³⁰ apart, were judged by the wrong measure: rank 2 instead of 6. */
import { DenseLdl } from "@rigor/engine/linalg";
import fc from "fast-check";
import { expect, test } from "vitest";
import { findRank } from "../unit/linalg/exact.js";

test("the rank does not depend on the measure of the rows", () => {
  const entry = fc.integer({ min: -3, max: 3 });
  const matrices = fc.integer({ min: 2, max: 8 }).chain((n) =>
    fc.record({
      n: fc.constant(n),
      diagonal: fc.array(fc.oneof(fc.constant(0), fc.constant(0), entry), { minLength: n, maxLength: n }),
      others: fc.array(fc.oneof(fc.constant(0), entry), { minLength: n * n, maxLength: n * n }),
      exponents: fc.array(fc.integer({ min: -65, max: 65 }), { minLength: n, maxLength: n }),
    }),
  );
  fc.assert(
    fc.property(matrices, ({ n, diagonal, others, exponents }) => {
      const A = new Float64Array(n * n);
      const B = new Float64Array(n * n);
      for (let i = 0; i < n; i++) {
        for (let j = 0; j <= i; j++) {
          const value = i === j ? diagonal[i] : others[i * n + j];
          A[i * n + j] = A[j * n + i] = value;
          B[i * n + j] = B[j * n + i] = value * 2 ** exponents[i] * 2 ** exponents[j];
        }
      }
      const solver = new DenseLdl(n);
      solver.factor(B);
      expect(solver.rank).toBe(findRank(A, n, n));
    }),
    { seed: 1, numRuns: 3000 },
  );
});

/** A right-hand side whose square underflows made conjugate gradients report failure: a decaying motion stopped the run. */
import { BlockMatrix, ConjugateGradients, SolveStatus } from "@rigor/engine/linalg";
import { expect, test } from "vitest";

test("conjugate gradients accept a right side of any size, down to nothing", () => {
  const A = new BlockMatrix(2, 2);
  A.addBlock(0, 0, 2, 2);
  A.values.set([2, 1, 1, 3]);
  const cg = new ConjugateGradients(2, { tolerance: 1e-12 });
  for (const size of [1e150, 1, 1e-100, 1e-140, 1e-155, 1e-170, 1e-300, 0]) {
    const x = new Float64Array(2);
    expect(cg.solve(A, Float64Array.of(3 * size, 4 * size), x)).toBe(SolveStatus.ok);
    if (size > 1e-130) expect(Math.abs(x[0] / size - 1)).toBeLessThan(1e-11);
    expect(Math.abs(x[0])).toBeLessThanOrEqual(2 * size);
  }
});

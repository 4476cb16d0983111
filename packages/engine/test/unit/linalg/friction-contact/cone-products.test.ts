/** Products with three rows at once: the same bits as row by row. */
import { createRng, nextInRange } from "@rigor/engine/math";
import { expect, test } from "vitest";
import { RowKind } from "../../../../src/linalg/complementarity/unilateral-problem.js";
import { addConeForces, multiplyCones } from "../../../../src/linalg/friction-contact/cone-products.js";
import { FrictionContactProblem } from "../../../../src/linalg/friction-contact/friction-contact-problem.js";

test("cones, followers and plain rows on nodes of any width", () => {
  const rng = createRng(5);
  const draw = () => nextInRange(rng, -1, 1);
  const problem = new FrictionContactProblem();
  for (const width of [6, 3, 6, 1, 6, 2]) problem.addNode(width);
  for (let k = 0; k < 40; k++) {
    const [first, second] = [k % 6, (k * k + 1) % 6];
    const other = second === first || k % 5 === 0 ? -1 : second;
    if (k % 4 === 0) problem.addRow(RowKind.equality, first, other);
    const cone = problem.addCone(first, other);
    if (k % 7 === 0) problem.addFollower(cone, first, other);
    if (k % 9 === 0) problem.addShifted([first, (first + 1) % 6, (first + 2) % 6]);
  }
  const { rows } = problem;
  const { rowCount, rowStart, column, values, dimension } = rows;
  for (let e = 0; e < rowStart[rowCount]; e++) values[e] = draw();
  const y = Float64Array.from({ length: dimension }, draw);
  const f = Float64Array.from({ length: rowCount }, (_, i) => (i % 11 === 0 ? 0 : draw()));
  const a = new Float64Array(rowCount);
  multiplyCones(a, problem, y);
  const moved = Float64Array.from(y);
  addConeForces(moved, problem, f);
  // one term after the other
  const expected = Float64Array.from(y);
  for (let i = 0; i < rowCount; i++) {
    let sum = 0;
    for (let e = rowStart[i]; e < rowStart[i + 1]; e++) {
      sum += values[e] * y[column[e]];
      expected[column[e]] += values[e] * f[i];
    }
    expect(a[i]).toBe(sum);
  }
  expect(moved).toEqual(expected);
});

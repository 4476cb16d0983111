/**
 * Contacts on both sides of what is in a slot just as wide: each row has one that is its negative but for rounding, and what the
 * two ask for differs by 1e-10. A row depends on the one it faces alone; the shares of others, 1e-16, were taken for true, and
 * one of these left for it, with 1e13 times the force that there was: nothing was known of the motion any more, and one in four
 * problems was called a contradiction, by 1 m/s².
 */
import { RestingSolver } from "@rigor/engine/contact";
import { RowKind, UnilateralProblem, UnilateralStatus } from "@rigor/engine/linalg";
import { createRng, nextInRange, type Rng } from "@rigor/engine/math";
import { expect, test } from "vitest";

const [u, v] = [0.77, 0.64];

/** Four corners of a face on either side, and up to three points more: one way across and two turns, all held. */
function drawSlot(seed: number): UnilateralProblem {
  const rng: Rng = createRng(seed);
  const about = (size: number) => nextInRange(rng, -size, size);
  const problem = new UnilateralProblem();
  const node = problem.addNode(3);
  problem.y0.set([about(1), about(5), about(5)]);
  for (let k = 0; k < 4 + (seed % 4); k++) {
    const [y, z] = k < 4 ? [k % 2 === 0 ? -u : u, k < 2 ? -v : v] : [about(u), about(v)];
    for (const side of [1, -1]) {
      const row = problem.addRow(RowKind.inequality, node);
      problem.values.set([side, side * y + about(1e-15), side * z + about(1e-15)], problem.rowStart[row]);
      problem.c[row] = about(1e-10);
    }
  }
  return problem;
}

test("are met as nearly as they can be", () => {
  const solver = new RestingSolver();
  for (let seed = 1; seed <= 300; seed++) {
    expect([seed, solver.solve(drawSlot(seed))]).toEqual([seed, UnilateralStatus.ok]);
    // what they ask for; a row may miss by 1e4 times its rounding, 1e-13 of 5 m/s², and points near each other turn it by more
    for (let k = 0; k < 3; k++) expect(Math.abs(solver.motion[k])).toBeLessThan(1e-7);
    for (let i = 0; i < 8; i++) expect(solver.forces[i]).toBeGreaterThanOrEqual(0);
  }
});

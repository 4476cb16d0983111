/**
 * Products with the rows of a friction contact problem. The three rows of a cone are on the same nodes and are taken at once; all
 * terms are added in the order of the rows, as in row-products.ts, and give the same numbers.
 *
 *   out = J y          y += Jᵀ f
 */
import { addRow, addTriple, multiplyRow, multiplyTriple, type UnilateralProblem } from "../complementarity/index.js";
import type { FrictionContactProblem } from "./friction-contact-problem.js";

/** Computes out = J y. */
export function multiplyCones(out: Float64Array, problem: FrictionContactProblem, y: Float64Array): void {
  const { rows } = problem;
  for (let i = 0; i < rows.rowCount; ) {
    if (isCone(problem, i) && isSixWide(rows, i)) {
      multiplyTriple(out, rows, i, y);
      i += 3;
    } else multiplyRow(out, rows, i++, y);
  }
}

/** Adds the motion of the forces: y += Jᵀ f. */
export function addConeForces(y: Float64Array, problem: FrictionContactProblem, f: Float64Array): void {
  const { rows } = problem;
  for (let i = 0; i < rows.rowCount; ) {
    if (!isCone(problem, i)) {
      if (f[i] !== 0) addRow(y, rows, i, f);
      i++;
      continue;
    }
    const n = i;
    i += 3;
    if (f[n] === 0 && f[n + 1] === 0 && f[n + 2] === 0) continue;
    if (isSixWide(rows, n)) addTriple(y, rows, n, f);
    else for (let k = n; k < i; k++) addRow(y, rows, k, f);
  }
}

/** Whether row i is the normal of a cone whose tangents follow it. */
function isCone({ coneOf, coneRow, tangentRow }: FrictionContactProblem, i: number): boolean {
  const c = coneOf[i];
  return c >= 0 && coneRow[c] === i && tangentRow[c] === i + 1;
}

/** Whether all nodes of row i have six coordinates. */
function isSixWide({ blockStart, blockNode, nodeStart }: UnilateralProblem, i: number): boolean {
  for (let p = blockStart[i], end = blockStart[i + 1]; p < end; p++) {
    const node = blockNode[p];
    if (nodeStart[node + 1] - nodeStart[node] !== 6) return false;
  }
  return true;
}

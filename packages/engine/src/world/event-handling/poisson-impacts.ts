/**
 * Impacts with friction by Poisson's hypothesis, in two phases:
 *
 *   compression    impulses p in their cones after which nothing approaches, as if all were plastic
 *   restitution    of each normal impulse e p_n comes back; beside it q ≥ 0 where something would approach, v_n q = 0, and
 *                  friction in the cone of what presses then, |p_t| ≤ μ (e p_n + q), against what slides in the end
 *
 * What comes back is what was pressed in, whatever friction has done meanwhile. Newton's law asks for speeds instead, and may
 * have to put energy in for them.
 *
 * Follows: Rigid Body Simulation, section 8; Baraff 1989, section 8.
 */
import { ConeStatus } from "../../linalg/index.js";
import type { EventContext } from "./context.js";

/** All impulses, from those of compression, of the problem at hand; null if there are none that satisfy the law. */
export function addRestitution(context: EventContext, compression: Float64Array): Float64Array | null {
  const { cones, coneSolver } = context.solvers;
  const { contacts } = context.contactSet;
  const { problem, list, row, cone, count } = cones;
  const { rows } = problem;
  const p = compression.slice();
  for (let k = 0; k < count; k++) {
    const back = contacts.restitution[list[k]] * Math.max(0, compression[row[k]]);
    p[row[k]] += back;
    if (cone[k] >= 0) problem.shift[cone[k]] = back;
  }
  const before = rows.y0.slice(0, rows.dimension);
  for (let r = 0; r < rows.rowCount; r++) {
    for (let v = rows.rowStart[r]; v < rows.rowStart[r + 1]; v++) rows.y0[rows.column[v]] += rows.values[v] * p[r];
  }
  const isSolved = coneSolver.solve(problem) === ConeStatus.solved;
  for (let r = 0; r < rows.rowCount; r++) p[r] += coneSolver.result.f[r];
  rows.y0.set(before);
  for (let k = 0; k < count; k++) if (cone[k] >= 0) problem.shift[cone[k]] = 0;
  return isSolved ? p : null;
}

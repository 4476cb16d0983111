/**
 * Impacts with friction by Poisson's hypothesis, in two phases:
 *
 *   compression    impulses p in their cones after which no contact approaches, as of a plastic impact
 *   restitution    e p_n of each normal impulse; beside it q ≥ 0 where a contact would approach, v_n q = 0, and friction in the
 *                  cone of both, |p_t| ≤ μ (e p_n + q), against the slip in the end
 *
 * Restitution is a part of the impulses of compression, independently of friction. Newton's law prescribes speeds instead, which
 * may require energy.
 *
 * Follows: Rigid Body Simulation, section 8; Baraff 1989, section 8.
 */
import { FrictionContactStatus } from "../../linalg/index.js";
import type { EventContext } from "./context.js";

/** Returns the impulses of both phases, from those of compression; null if there are none that satisfy the hypothesis. */
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
  const isSolved = coneSolver.solve(problem) === FrictionContactStatus.solved;
  for (let r = 0; r < rows.rowCount; r++) p[r] += coneSolver.result.f[r];
  rows.y0.set(before);
  for (let k = 0; k < count; k++) if (cone[k] >= 0) problem.shift[cone[k]] = 0;
  return isSolved ? p : null;
}

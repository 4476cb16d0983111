/**
 * Impacts without a collision. Where no forces satisfy the Signorini–Coulomb conditions (Painlevé), impulses p_n > 0 stop the
 * slip of contacts that do not approach.
 *
 * Follows: Baraff 1989, section 8. Génot and Brogliato, New Results on Painlevé Paradoxes (1999).
 */
import { ContactMode } from "../../linalg/index.js";
import { addFallback } from "../record/index.js";
import { listAll, prepareImpact, solveCones, strikeAndReport } from "./cone-impulses.js";
import type { EventContext } from "./context.js";
import { impactResidual, jamApproach, jamPart } from "./parameters.js";

/**
 * Stops slip that no forces allow by an impact without a collision. Where it is not `certain` that there are no forces, impulses
 * count only if they remain without the small approach with which they were found: otherwise they are forces f times a short
 * interval τ. Returns null, or the reason of a failure.
 */
export function jam(context: EventContext, certain = true): string | null {
  const { world } = context;
  const { contacts } = context.contactSet;
  const { cones, coneSolver } = context.solvers;
  const near = listAll(context).filter((c) => contacts.rate[c] <= world.settings.restitutionThreshold);
  prepareImpact(context, near);
  const { rows } = cones.problem;
  let fastest = 0;
  for (const c of near) {
    for (let x = 0; x < 3; x++) fastest = Math.max(fastest, Math.abs(contacts.slip[3 * c + x]));
  }
  let p = stop(context);
  if (p === null) {
    const motion = rows.y0.slice(0, rows.dimension);
    const driven = rows.c.slice(0, rows.rowCount);
    advanceVelocities(context, jamApproach * fastest);
    const isFound = solveCones(context);
    p = coneSolver.result.f.slice(0, rows.rowCount);
    rows.y0.set(motion);
    rows.c.set(driven);
    if (!isFound) return "neither forces nor impulses satisfy the Coulomb conditions";
    // the same modes without the approach, if they are not those of no impulse at all
    const size = measureLargest(p);
    const isSolved = coneSolver.follow(cones.problem) && coneSolver.result.residual < impactResidual;
    const exact = coneSolver.result.f.slice(0, rows.rowCount);
    if (isSolved && measureLargest(exact) > jamPart * size) p = exact;
    else if (!certain) return "there may be forces that were not found";
  }
  addFallback(world.worst, "friction/jamming");
  strikeAndReport(context, p, contacts.rate.slice(0, contacts.count), "jamming");
  return null;
}

/**
 * Advances the velocities of the problem at hand by a short interval τ without contact forces, after which contacts approach by
 * `speed`, m/s, at most. Impulses that leave the slip as it is would be f τ with forces f, and there are none.
 */
function advanceVelocities(context: EventContext, speed: number): void {
  const { cones } = context.solvers;
  const { contacts } = context.contactSet;
  const { rows } = cones.problem;
  const motion = rows.y0.slice(0, rows.dimension);
  const driven = rows.c.slice(0, rows.rowCount);
  cones.writeAccelerations(contacts);
  let most = 0;
  for (let k = 0; k < cones.count; k++) {
    const r = cones.row[k];
    let a = rows.c[r];
    for (let v = rows.rowStart[r]; v < rows.rowStart[r + 1]; v++) a += rows.values[v] * rows.y0[rows.column[v]];
    most = Math.max(most, Math.abs(a));
  }
  const moment = most > 0 ? speed / most : 0;
  for (let j = 0; j < rows.dimension; j++) rows.y0[j] = motion[j] + moment * rows.y0[j];
  for (let r = 0; r < rows.rowCount; r++) rows.c[r] = driven[r] + moment * rows.c[r];
}

/** Returns the size of the largest impulse. */
function measureLargest(p: Float64Array): number {
  let most = 0;
  for (let r = 0; r < p.length; r++) most = Math.max(most, Math.abs(p[r]));
  return most;
}

/** Returns the impulses of the problem at hand after which nothing slips; null if they are not in their cones. */
function stop({ solvers: { cones, coneSolver } }: EventContext): Float64Array | null {
  const { problem, row, cone, count } = cones;
  const { result } = coneSolver;
  result.reserve(problem.rows.rowCount, problem.rows.dimension, problem.coneCount);
  for (let k = 0; k < count; k++) {
    result.active[row[k]] = 1;
    if (cone[k] >= 0) result.mode[cone[k]] = ContactMode.stick;
  }
  if (!coneSolver.follow(problem) || !(result.residual < impactResidual)) return null;
  return result.f.slice(0, problem.rows.rowCount);
}

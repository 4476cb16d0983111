/**
 * Uniqueness of the motion. Other motions may satisfy the Signorini–Coulomb conditions where a sliding contact separates, but
 * could be active as well: Painlevé's rod, thrown up as it slides. The friction of such contacts pulls them together,
 *
 *   s = Jₙ W (Jₙ − μ Jₜ)ᵀ ≤ 0         d̈ per force; of all contacts of a pair that slide and separate, together
 *
 * Other motions are searched for where there are few contacts with s ≤ 0, or with joints
 * (linalg/friction-contact/uniqueness-check.ts). Génot and Brogliato, New Results on Painlevé Paradoxes (1999).
 */
import { TangentialState } from "../../linalg/index.js";
import { resize } from "../../math/index.js";
import { manyContacts } from "../model/index.js";
import { addFallback } from "../record/index.js";
import type { EventContext } from "./context.js";
import { initialRoom } from "./parameters.js";

/** Reports a motion that is not the only one, as far as others are searched for. */
export function reportNonuniqueness(context: EventContext): void {
  const { world } = context;
  const { cones, coneSolver } = context.solvers;
  if (cones.contactCount > manyContacts || !isSuspect(context)) return;
  coneSolver.judge(cones.problem);
  if (coneSolver.result.unique) return;
  world.worst.unique = false;
  addFallback(world.worst, "friction/nonunique");
}

/** Σ Jₙ of contacts of a pair. */
let normal = new Float64Array(initialRoom);
/** Σ μ Jₜ of contacts of a pair. */
let friction = new Float64Array(initialRoom);

/** Whether contacts slide without a force, and might be active as well. */
function isSuspect(context: EventContext): boolean {
  const { cones } = context.solvers;
  const { contacts } = context.contactSet;
  const { contactCount, list, problem } = cones;
  const n = problem.rows.dimension;
  for (let k = 0; k < contactCount; k++) {
    if (!isOpen(context, k)) continue;
    if (context.solvers.rows.joints.rows > 0) return true;
    if (n > normal.length) [normal, friction] = [resize(normal, 2 * n), resize(friction, 2 * n)];
    normal.fill(0, 0, n);
    friction.fill(0, 0, n);
    for (let j = 0; j < contactCount; j++) {
      if (isOpen(context, j) && contacts.pair[list[j]] === contacts.pair[list[k]]) addRows(context, j);
    }
    let s = 0;
    for (let i = 0; i < n; i++) s += normal[i] * (normal[i] - friction[i]);
    if (s <= 0) return true;
  }
  return false;
}

/** Whether contact k slides, and has no force. */
function isOpen({ solvers: { cones, coneSolver } }: EventContext, k: number): boolean {
  const c = cones.cone[k];
  return c >= 0 && cones.problem.motion[c] === TangentialState.slipping && coneSolver.result.active[cones.row[k]] === 0;
}

/** Adds the rows of contact k to `normal` and `friction`. */
function addRows({ solvers: { cones } }: EventContext, k: number): void {
  const { rows, mu, direction } = cones.problem;
  const c = cones.cone[k];
  for (let r = 0; r < 3; r++) {
    const row = r === 0 ? cones.row[k] : cones.tangentRow[k] + r - 1;
    const out = r === 0 ? normal : friction;
    const scale = r === 0 ? 1 : mu[c] * direction[2 * c + r - 1];
    for (let v = rows.rowStart[row]; v < rows.rowStart[row + 1]; v++) out[rows.column[v]] += scale * rows.values[v];
  }
}

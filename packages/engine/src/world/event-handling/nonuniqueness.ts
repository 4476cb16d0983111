/**
 * Whether other motions satisfy the law as well, where what slides parts and could press all the same: Painlevé's rod, thrown up
 * as it slides. Such contacts push themselves down by their friction,
 *
 *   s = Jₙ W (Jₙ − μ Jₜ)ᵀ ≤ 0         d̈ per force; of all contacts of a pair that slide and part, together
 *
 * and only of few contacts, and of those with joints, others are looked for (linalg/friction-contact/cone-judge.ts). What is found is told.
 */
import { ConeMotion } from "../../linalg/index.js";
import { resize } from "../../math/index.js";
import { manyContacts } from "../model/index.js";
import { addFallback } from "../record/index.js";
import type { EventContext } from "./context.js";

/** Tells if the motion that was found is not the only one, as far as is looked. */
export function reportNonuniqueness(context: EventContext): void {
  const { world } = context;
  const { cones, coneSolver } = context.solvers;
  if (cones.contactCount > manyContacts || !isSuspect(context)) return;
  coneSolver.judge(cones.problem);
  if (coneSolver.result.unique) return;
  world.worst.unique = false;
  addFallback(world.worst, "friction/nonunique");
}

/** Σ Jₙ and Σ μ Jₜ of contacts of a pair. */
let press = new Float64Array(64);
let rub = new Float64Array(64);

/** Whether contacts that slide are open, and might press. */
function isSuspect(context: EventContext): boolean {
  const { cones } = context.solvers;
  const { contacts } = context.contactSet;
  const { contactCount, list, problem } = cones;
  const n = problem.rows.dimension;
  for (let k = 0; k < contactCount; k++) {
    if (!isOpen(context, k)) continue;
    if (context.solvers.rows.joints.rows > 0) return true;
    if (n > press.length) [press, rub] = [resize(press, 2 * n), resize(rub, 2 * n)];
    press.fill(0, 0, n);
    rub.fill(0, 0, n);
    for (let j = 0; j < contactCount; j++) {
      if (isOpen(context, j) && contacts.pair[list[j]] === contacts.pair[list[k]]) addRows(context, j);
    }
    let s = 0;
    for (let i = 0; i < n; i++) s += press[i] * (press[i] - rub[i]);
    if (s <= 0) return true;
  }
  return false;
}

/** Whether contact k slides, and does not press. */
function isOpen({ solvers: { cones, coneSolver } }: EventContext, k: number): boolean {
  const c = cones.cone[k];
  return c >= 0 && cones.problem.motion[c] === ConeMotion.slipping && coneSolver.result.pressed[cones.row[k]] === 0;
}

function addRows({ solvers: { cones } }: EventContext, k: number): void {
  const { rows, mu, direction } = cones.problem;
  const c = cones.cone[k];
  for (let r = 0; r < 3; r++) {
    const row = r === 0 ? cones.row[k] : cones.tangentRow[k] + r - 1;
    const out = r === 0 ? press : rub;
    const scale = r === 0 ? 1 : mu[c] * direction[2 * c + r - 1];
    for (let v = rows.rowStart[row]; v < rows.rowStart[row + 1]; v++) out[rows.column[v]] += scale * rows.values[v];
  }
}

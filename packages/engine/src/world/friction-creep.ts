/**
 * Slow slip that lasts. Where u is small its direction answers to forces within |u|/(μ g), and no explicit solver may take
 * steps much longer than that. A contact that creeps, slow and going on so, therefore rubs against where it will be
 * going,
 *
 *   f_t = −μ f_n w/|w|,   w = u + τ u̇                    u is wrong by τ times what turns it
 *
 * which is a cone at rest with u/τ added to its acceleration: it answers within τ, and forces are found with it. What
 * comes to a stop does not creep: it goes on against u until it stops. If it is about to stop and turns while it does, it
 * is at rest as soon as it is slower than what counts.
 */
import { ConeMode } from "../linalg/index.js";
import type { FrictionFlow } from "./friction-flow.js";
import { nameContact } from "./run.js";

/** τ, s. */
export const lag = 1e-4;
/** Faster than this nothing begins to creep, m/s, and nothing goes on to. */
const fast = 1e-4;
const tooFast = 3e-4;
/** τ u̇ at first and later, m/s, and beside u. */
const early = 1e-7;
const late = 5e-7;
const earlyPart = 0.02;
const latePart = 0.2;
/** What turns by less than this within a step goes straight, rad. */
const aside = 1e-6;

/**
 * Whether a contact with this slip creeps, which grows by `along` and is turned by `across`, m/s²; `isCreeping`: whether it
 * did up to now. What turns u is to be small, and so is what slows it down.
 */
function creeps(speed: number, along: number, across: number, isCreeping: boolean): boolean {
  if (speed > (isCreeping ? tooFast : fast)) return false;
  const part = isCreeping ? latePart : earlyPart;
  return lag * across < Math.min(isCreeping ? late : early, part * speed) && -lag * along < part * speed;
}

/**
 * Whether some contact that slips is to be looked at anew at the end of a step: it creeps from then on, or
 * does no more (`slow` has the names of those that do), or rests.
 */
export function isToSettle(flow: FrictionFlow): boolean {
  const duration = flow.duration[0];
  const slow = flow.run.kit.settings.restitutionThreshold;
  const { cones, mode, fromRest, creep, direction, run, solver } = flow;
  const { slip } = run.contacts;
  const { a } = solver.result;
  let isNew = false;
  if (flow.slow.size > 0) flow.slow.clear();
  for (let k = 0; k < cones.count; k++) {
    if (cones.cone[k] < 0 || mode[k] !== ConeMode.slip || fromRest[k] === 1) continue;
    const c = 3 * cones.list[k];
    let ahead = 0;
    let square = 0;
    for (let x = 0; x < 3; x++) {
      ahead += slip[c + x] * direction[3 * k + x];
      square += slip[c + x] * slip[c + x];
    }
    const speed = Math.sqrt(square);
    const isCreeping = creep[k] === 1;
    if (speed > tooFast && !isCreeping) continue;
    const across = Math.sqrt(Math.max(0, square - ahead * ahead));
    if (speed <= slow) {
      if (across > aside * speed) isNew = true;
      continue;
    }
    // what turns it is read off the step: where u is small, accelerations across it are those of its rounding
    const u1 = cones.project(slip, c, k, 0);
    const u2 = cones.project(slip, c, k, 1);
    const along = (u1 * a[cones.row[k] + 1] + u2 * a[cones.row[k] + 2]) / speed - (isCreeping ? speed / lag : 0);
    const isNow = creeps(speed, along, across / duration, isCreeping);
    if (isNow && (isCreeping || duration < lag)) flow.slow.add(nameContact(run.contacts, cones.list[k]));
    if (isNow !== isCreeping && (isCreeping || duration < lag)) isNew = true;
  }
  return isNew;
}

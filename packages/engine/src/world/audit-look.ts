/**
 * Whether forces that are shown are those that move the bodies. What is shown is found anew where somebody looks (show-contacts.ts),
 * by other solves than those of the steps:
 *
 *   Σ forces given + contacts + joints = Ṗ,   Σ moments = L̇
 *
 * where Ṗ and L̇ are the slopes that the last step has ended with, the mean rates of the last leap, or zero of an island that sleeps: who
 * rests is carried. Sums are of points, normals and forces as they are shown.
 */
import type { ContactTable } from "../contact/index.js";
import { Answer, bodySize, Slot } from "../rigid/index.js";
import type { IslandFlow } from "./advance.js";
import { measureLength } from "./audit.js";
import { judgeAudit, mostUncarried, uncarried } from "./audit-bounds.js";
import { addContact, addGiven, addOthers, clearTold } from "./audit-wrenches.js";
import { isBound } from "./bounds.js";
import { addFallback, noteFault } from "./report.js";
import { isStill } from "./show-contacts.js";

/** Ṗ and L̇ of the bodies that move. */
let rates = new Float64Array(0);
let slope = new Float64Array(0);
const off = new Float64Array(6);

/** Compares the contacts shown of an island, at its present state, with its motion. Nothing else is changed. */
export function auditLook(flow: IslandFlow, shown: ContactTable): void {
  const { run } = flow;
  const { island, kit } = run;
  const { audit, settings, worst } = kit;
  if (settings.integrator !== "dopri5" && settings.integrator !== "adams") return;
  const hasForces = isSolved(flow, shown);
  // those of joints alone are not found for those who look at contacts
  if ((!hasForces && island.parts.joints.length > 0) || !findRates(flow)) return;
  const { system, bodies, movingCount } = island;
  island.applyForces();
  clearTold(audit, island);
  addGiven(audit, island, 1);
  for (let c = 0; c < shown.count; c++) {
    if (!isBound(shown, c)) addContact(audit, island, shown, c, shown.force, c, shown.tangential, 3 * c);
  }
  if (hasForces) addOthers(audit, run, shown);
  const { told, sizes } = audit;
  for (let b = 0; b < movingCount; b++) {
    const i = bodies[b];
    if (system.answers[i] !== Answer.both) continue;
    for (let k = 0; k < 6; k++) off[k] = told[6 * i + k] - rates[6 * b + k];
    const force = Math.max(sizes[2 * i], measureLength(rates, 6 * b));
    const arm = Math.sqrt(measureLength(system.moments, 3 * i) / system.mass[i]);
    const moment = Math.max(sizes[2 * i + 1], measureLength(rates, 6 * b + 3), arm * force);
    if (!(force > 0)) continue;
    const part = Math.max(measureLength(off, 0) / force, measureLength(off, 3) / moment);
    if (!(part <= worst.forceBalance)) noteFault(worst, "forceBalance", part, i, run.time);
    if (flow.isAsleep && !(part <= mostUncarried)) addFallback(worst, uncarried);
  }
  judgeAudit(worst, settings);
}

/** Whether forces were found when it was looked at. */
function isSolved({ run }: IslandFlow, shown: ContactTable): boolean {
  if (run.isShownRubbing) return true;
  for (let c = 0; c < shown.count; c++) if (isStill(run, shown, c)) return true;
  return false;
}

/** Writes Ṗ and L̇ of the bodies; false if they are not known, as where the island has just settled. */
function findRates({ run, stepper, isAsleep, isInStorm }: IslandFlow): boolean {
  const { island, kit } = run;
  const { bodies, movingCount } = island;
  if (rates.length < 6 * movingCount) rates = new Float64Array(12 * movingCount);
  rates.fill(0);
  if (isAsleep) return true;
  const { mean, meanTime } = kit.audit;
  if (isInStorm) {
    for (let b = 0; b < movingCount; b++) {
      if (meanTime[bodies[b]] !== run.time) return false;
      for (let k = 0; k < 6; k++) rates[6 * b + k] = mean[6 * bodies[b] + k];
    }
    return true;
  }
  if (slope.length < island.dimension) slope = new Float64Array(2 * island.dimension);
  if (stepper.readSlope?.(slope) !== true) return false;
  for (let b = 0; b < movingCount; b++) {
    for (let k = 0; k < 6; k++) rates[6 * b + k] = slope[bodySize * b + Slot.P + k];
  }
  return true;
}

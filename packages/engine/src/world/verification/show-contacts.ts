/**
 * The contacts and reached limits of an island at its present state, with the forces there: found anew, in a table of their own,
 * so that a query changes nothing of the motion.
 */
import { type ContactTable, evaluateContact } from "../../contact/index.js";
import { solveRows } from "../active-set/index.js";
import { addContacts, isActiveWithin, near, setAside } from "../detection/index.js";
import { showFrictionForces } from "../event-handling/index.js";
import { isLimit } from "../island/index.js";
import type { AuditContext } from "./context.js";

/** The contacts of a sleeping island: those of the first query hold as long as it sleeps. */
export function showAsleep(context: AuditContext): ContactTable {
  if (!context.display.isShown) showContacts(context);
  context.display.isShown = true;
  return context.display.shown;
}

/**
 * The contacts and reached limits of an island at its state, with their forces, in a table of their own. The island is not
 * changed.
 */
export function showContacts(context: AuditContext): ContactTable {
  const { world, island } = context;
  const { shown } = context.display;
  const { pairs } = context.candidates;
  for (let k = 0; k < context.candidates.parts.length; k++)
    world.parts.place(island.model.system, context.candidates.parts[k]);
  shown.clear();
  for (let k = 0; k < 3 * context.candidates.pairCount; k += 3) {
    addContacts(context, pairs[k], pairs[k + 1], pairs[k + 2], shown);
  }
  const still: number[] = [];
  if (context.display.isWithin) addActive(context);
  context.limits.addReached(shown, (context.display.isWithin ? 1 : near) * world.settings.contactTolerance);
  let hasFriction = context.jointFriction.count > 0;
  shown.tangential.fill(0);
  for (let c = 0; c < shown.count; c++) {
    if (!isLimit(shown, c)) evaluateContact(shown, c, island.model.system, world.parts, context.world.detector.cache);
  }
  setAside(context, shown, null);
  for (let c = 0; c < shown.count; c++) {
    shown.force[c] = 0;
    if (isStill(context, shown, c)) still.push(c);
    if (shown.staticFriction[c] > 0) hasFriction = true;
  }
  context.display.isShownWithFriction = false;
  if (still.length === 0 && !hasFriction) return shown;
  island.applyForces();
  if (hasFriction) {
    showFrictionForces(context, shown, still);
    context.display.isShownWithFriction = true;
    return shown;
  }
  const { rows } = context.solvers;
  rows.build(shown, Int32Array.from(still), still.length);
  rows.writeAccelerations(shown);
  solveRows(context, shown, true, true);
  still.forEach((c, k) => {
    shown.force[c] = world.solvers.resting.forces[rows.joints.rows + k];
  });
  return shown;
}

/**
 * Adds the active contacts of the step that are not detected at an instant within it: between the ends of a step the error of
 * gaps is that of the dense output, which the tolerance of the step bounds, and not the contact tolerance.
 */
function addActive(context: AuditContext): void {
  const { activeRows: held, contacts } = context.contactSet;
  const { shown } = context.display;
  let from = 0;
  for (const { list } of held) {
    for (const c of list) {
      if (isLimit(contacts, c)) continue;
      // both tables have the order of detection
      const k = findSame(contacts, c, shown, from);
      if (k < 0) shown.addCopy(contacts, c);
      else from = k + 1;
    }
  }
}

/** The contact of a table with the features of contact c of another, searched from contact `from` on; −1 if there is none. */
function findSame(contacts: ContactTable, c: number, shown: ContactTable, from: number): number {
  const { partA, partB, keyA, keyB } = contacts;
  for (let n = 0; n < shown.count; n++) {
    const k = (from + n) % shown.count;
    const isPair = shown.partA[k] === partA[c] && shown.partB[k] === partB[c];
    if (isPair && shown.keyA[k] === keyA[c] && shown.keyB[k] === keyB[c]) return k;
  }
  return -1;
}

/** Whether reported contact c may have a force: it neither separates nor is about to collide. */
export function isStill(context: AuditContext, shown: ContactTable, c: number): boolean {
  const { world } = context;
  const { wasActive } = context.memory;
  const { restitutionThreshold } = world.settings;
  const rate = shown.rate[c];
  if (rate > restitutionThreshold) return isActiveWithin(context, shown, c);
  return rate >= -restitutionThreshold || wasActive.has(shown, c);
}

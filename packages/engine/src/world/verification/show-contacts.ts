import { type ContactTable, evaluateContact } from "../../contact/index.js";
import { solveRows } from "../active-set/index.js";
import { addContacts, isActiveWithin, near, setAside } from "../detection/index.js";
import { showFrictionForces } from "../event-handling/index.js";
import { isLimit } from "../island/index.js";
import type { AuditContext } from "./context.js";

/** The same of an island that sleeps: what was found once stays. */
export function showAsleep(context: AuditContext): ContactTable {
  if (!context.display.isShown) showContacts(context);
  context.display.isShown = true;
  return context.display.shown;
}

/** The contacts, and limits that are reached, at the state with the forces there, in a table of their own: nothing is changed. */
export function showContacts(context: AuditContext): ContactTable {
  const { world, island } = context;
  const { shown } = context.display;
  const { pairs } = context.candidates;
  for (let k = 0; k < context.candidates.parts.length; k++)
    world.parts.place(island.system, context.candidates.parts[k]);
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
    if (!isLimit(shown, c)) evaluateContact(shown, c, island.system, world.parts, context.world.detector.cache);
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
 * Adds what is held in the step within which it is looked at, and is not found there: between its ends gaps are as the dense output
 * has them, which the tolerance of the step bounds, and not the contact tolerance.
 */
function addActive(context: AuditContext): void {
  const { activeRows: held, contacts } = context.contactSet;
  const { shown } = context.display;
  let from = 0;
  for (const { list } of held) {
    for (const c of list) {
      if (isLimit(contacts, c)) continue;
      // they come in the order in which they were found when they were held
      const k = findSame(contacts, c, shown, from);
      if (k < 0) shown.addCopy(contacts, c);
      else from = k + 1;
    }
  }
}

/** The contact of a table that contact c of another is, looked for from one of them on; −1 if there is none. */
function findSame(contacts: ContactTable, c: number, shown: ContactTable, from: number): number {
  const { partA, partB, keyA, keyB } = contacts;
  for (let n = 0; n < shown.count; n++) {
    const k = (from + n) % shown.count;
    const isPair = shown.partA[k] === partA[c] && shown.partB[k] === partB[c];
    if (isPair && shown.keyA[k] === keyA[c] && shown.keyB[k] === keyB[c]) return k;
  }
  return -1;
}

/** Whether shown contact c may press: it does not part, and is none that is about to be struck. */
export function isStill(context: AuditContext, shown: ContactTable, c: number): boolean {
  const { world } = context;
  const { wasActive } = context.memory;
  const { restitutionThreshold } = world.settings;
  const rate = shown.rate[c];
  if (rate > restitutionThreshold) return isActiveWithin(context, shown, c);
  return rate >= -restitutionThreshold || wasActive.has(shown, c);
}

import { type ContactTable, evaluateContact } from "../contact/index.js";
import { isBound } from "./bounds.js";
import { showRubbing } from "./friction-settle.js";
import { isHeldWithin, near, setAside } from "./nearby.js";
import { type IslandRun, nameContact } from "./run.js";
import { solveRows } from "./solve-rows.js";
import { addContacts } from "./touch-ahead.js";

/** The same of an island that sleeps: what was found once stays. */
export function showAsleep(run: IslandRun): ContactTable {
  if (!run.isShown) showContacts(run);
  run.isShown = true;
  return run.shown;
}

/** The contacts, and limits that are reached, at the state with the forces there, in a table of their own: nothing is changed. */
export function showContacts(run: IslandRun): ContactTable {
  const { kit, shown, island, pairs } = run;
  for (let k = 0; k < run.parts.length; k++) kit.parts.place(island.system, run.parts[k]);
  shown.clear();
  for (let k = 0; k < 3 * run.pairCount; k += 3) {
    addContacts(run, pairs[k], pairs[k + 1], pairs[k + 2], shown);
  }
  const still: number[] = [];
  if (run.isWithin) addHeld(run);
  run.bounds.addReached(shown, (run.isWithin ? 1 : near) * kit.settings.contactTolerance);
  let isRubbing = run.rubs.count > 0;
  shown.tangential.fill(0);
  for (let c = 0; c < shown.count; c++) {
    if (!isBound(shown, c)) evaluateContact(shown, c, island.system, kit.parts, run.cache);
  }
  setAside(run, shown, null);
  for (let c = 0; c < shown.count; c++) {
    shown.force[c] = 0;
    if (isStill(run, shown, c)) still.push(c);
    if (shown.staticFriction[c] > 0) isRubbing = true;
  }
  run.isShownRubbing = false;
  if (still.length === 0 && !isRubbing) return shown;
  island.applyForces();
  if (isRubbing) {
    showRubbing(run, shown, still);
    run.isShownRubbing = true;
    return shown;
  }
  const { rows } = run;
  rows.build(shown, Int32Array.from(still), still.length);
  rows.writeAccelerations(shown);
  solveRows(run, shown, true, true);
  still.forEach((c, k) => {
    shown.force[c] = kit.resting.forces[rows.joints.rows + k];
  });
  return shown;
}

/**
 * Adds what is held in the step within which it is looked at, and is not found there: between its ends gaps are as the dense output
 * has them, which the tolerance of the step bounds, and not the contact tolerance.
 */
function addHeld({ held, contacts, shown }: IslandRun): void {
  let from = 0;
  for (const { list } of held) {
    for (const c of list) {
      if (isBound(contacts, c)) continue;
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
export function isStill(run: IslandRun, shown: ContactTable, c: number): boolean {
  const { kit, wasHeld } = run;
  const { restitutionThreshold } = kit.settings;
  const rate = shown.rate[c];
  if (rate > restitutionThreshold) return isHeldWithin(run, shown, c);
  return rate >= -restitutionThreshold || wasHeld.has(nameContact(shown, c));
}

/**
 * What happens at an instant: contacts are found, impacts answered, and it is decided which contacts press.
 *
 *   1  the corners of all regions in which parts touch                                        contact/detector/detector.ts
 *   2  while something approaches faster than the threshold: impulses                         contact/impact-law/impact.ts
 *      what approaches slower is stopped, without a bounce
 *   3  of what does not part: forces f ≥ 0 with f·a = 0, a = A f + b ≥ 0                      (9–9), contact/resting/resting.ts
 *   4  an independent set of those that press is held from here on, as equalities             held-contacts.ts
 *
 * Follows: Rigid Body Simulation, sections 8 and 9; Baraff 1989, sections 5 to 8.
 */
import { isBound } from "./bounds.js";
import { addCapPoints } from "./cap-points.js";
import { addTouchEvents } from "./contact-events.js";
import { answerRubbing } from "./friction-impact.js";
import { isRubbing, restWithFriction } from "./friction-settle.js";
import { holdContacts } from "./held-contacts.js";
import { holdRows } from "./hold-rows.js";
import { near, setAside } from "./nearby.js";
import { pushOut } from "./push-out.js";
import { addFallback, tooDeep } from "./report.js";
import { type IslandRun, nameContact } from "./run.js";
import { Bounces, judgeBounces, struck } from "./settle-burst.js";
import { answerImpacts, evaluateAll, measureRounding, noSticks, stopApproach, stopHops } from "./settle-impact.js";
import {
  book,
  chooseHeld,
  finishResting,
  held,
  holds,
  leaveSpent,
  listAccelerations,
  listLow,
  listPressing,
  measureAcceleration,
  noForces,
  solveRestingMotion,
  sortByRate,
} from "./settle-rest.js";
import { measureSpin } from "./spin.js";
import { addContacts } from "./touch-ahead.js";

/** Accelerations of caps below this fraction of those that they would have alone are none. */
const capRounding = 1e-13;

const maxRounds = 20;
/** Why an island is not settled though forces were found. */
export const pulling = "no forces were found that press with what is held";

/** Settles the island at its state. Returns null, or why it cannot be done. */
export function settle(run: IslandRun): string | null {
  // what is new, or was held from outside, has the angular momentum that it has now
  const { island } = run;
  run.isShown = false;
  run.reactions = null;
  if ((!run.isSettled || !island.isAlone) && island.mayBeAlone) measureSpin(island.spin, 0, island);
  detect(run);
  measureDepth(run);
  pushOut(run, detectMoved);
  measureDepth(run);
  const { restitutionThreshold } = run.kit.settings;
  addCapPoints(run, run.contacts.rate, restitutionThreshold, true);
  const fault = (isRubbing(run) ? answerRubbing(run) : answerImpacts(run)) ?? stopApproach(run) ?? stopCaps(run);
  if (fault !== null) return fault;
  return isRubbing(run) || run.rubs.count > 0 ? restWithFriction(run) : rest(run);
}

/** Why an island could not be settled, in words; and what helps where something that cannot stop pushes it. */
export function describeUnsettled({ island, time, contacts, kit }: IslandRun, fault: string): string {
  const { kinematics, names } = kit.mechanism.system;
  const isDriven = (body: number) => body >= 0 && kinematics.count > 0 && kinematics.isDriven(body);
  let cure = "";
  for (let c = 0; c < contacts.count && cure === ""; c++) {
    const body = isDriven(contacts.bodyA[c]) ? contacts.bodyA[c] : contacts.bodyB[c];
    if (isDriven(body))
      cure = `: body ${names[body]} has a given motion and cannot stop; try less friction, or a force that moves it`;
  }
  return `${fault} at t = ${time}, of ${island.name}${cure}`;
}

/** What approaches of flat caps beside the points that there are, is stopped too. */
function stopCaps(run: IslandRun): string | null {
  for (let round = 0; round < maxRounds; round++) {
    if (!addCapPoints(run, run.contacts.rate, measureRounding(run), false)) return null;
    const fault = stopApproach(run);
    if (fault !== null) return fault;
  }
  return null;
}

/** The same, where bodies were moved: what is near then may have touched before. */
function detectMoved(run: IslandRun): void {
  run.reach = near;
  detect(run);
  run.reach = 0;
}

const reached = new Float64Array(1);

/** Finds the contacts of all pairs, and evaluates them; up to a gap of `reach`, where given, with those that do not touch yet. */
export function detect(run: IslandRun, reach = 0): void {
  const { contacts, kit, pairs, pairCount, island } = run;
  const { parts, detector, worst } = kit;
  for (let k = 0; k < run.parts.length; k++) parts.place(island.system, run.parts[k]);
  contacts.clear();
  if (run.restTime.size > 0) run.restTime.clear();
  if (run.ended.size > 0) run.ended.clear();
  reached[0] = reach;
  // what passed by a corner, and at once went in there again and again, meets it
  detector.choosesNormals = !run.isIdle;
  for (let k = 0; k < 3 * pairCount; k += 3) {
    const isNear = reach > 0 && !run.ahead.isOf(pairs[k + 2], run.time);
    if (isNear) detector.addContactsOf(contacts, pairs[k], pairs[k + 1], pairs[k + 2], reached);
    else addContacts(run, pairs[k], pairs[k + 1], pairs[k + 2]);
  }
  detector.choosesNormals = true;
  run.bounds.addReached(contacts, near * kit.settings.contactTolerance);
  evaluateAll(run);
  if (reach > 0) return;
  setAside(run, contacts, run.nearby);
  worst.contacts = Math.max(worst.contacts, contacts.count);
}

/** How deep anything is, as it came and as it is left: not on the way of being moved apart. What is too deep is told. */
export function measureDepth({ contacts, kit }: IslandRun): void {
  const { worst, settings } = kit;
  for (let c = 0; c < contacts.count; c++) {
    if (isBound(contacts, c)) worst.constraintError = Math.max(worst.constraintError, -contacts.gap[c]);
    else worst.penetration = Math.max(worst.penetration, -contacts.gap[c]);
  }
  if (worst.penetration > settings.contactTolerance) addFallback(worst, tooDeep);
}

/** Finds which contacts press, and holds them. */
function rest(run: IslandRun): string | null {
  const { contacts, kit, island } = run;
  const { resting, worst } = kit;
  contacts.active.fill(0);
  contacts.force.fill(0);
  const { still, rising, low } = run;
  island.applyForces();
  sortByRate(run);
  // what touches nothing and has no joints has no rows to be solved for
  const isFree = contacts.count === 0 && run.nearby.count === 0 && island.parts.joints.length === 0;
  if (isFree) low.clear();
  for (let round = 0; !isFree; round++) {
    if (round > 0) sortByRate(run);
    const bounces = round < maxRounds ? judgeBounces(run, detect) : Bounces.none;
    if (bounces === Bounces.end) {
      const stuck = stopHops(run, low.toArray(), [], noSticks, struck);
      if (stuck !== null) return stuck;
      island.applyForces();
      continue;
    }
    const fault = solveRestingMotion(run, still, rising);
    if (fault !== null) return fault;
    listLow(run, bounces === Bounces.last);
    if (low.count === 0 && round < maxRounds) {
      const a = listAccelerations(run);
      if (addCapPoints(run, a, capRounding * measureAcceleration(run, still.count), false)) continue;
    }
    const none = finishResting(run);
    if (none !== null) return none;
    if (low.count === 0 || round === maxRounds) break;
    const stuck = stopHops(run, low.toArray(), listPressing(run));
    if (stuck !== null) return stuck;
    // forces may depend on velocities
    island.applyForces();
  }
  const near = leaveSpent(run);
  if (near === null) return noForces;
  if (near.count > 0) book(worst, resting);
  bookStanding(run, near.count);
  chooseHeld(run, near);
  for (let c = 0; c < contacts.count; c++) {
    if (contacts.rate[c] > kit.settings.restitutionThreshold) contacts.active[c] = 2;
  }
  if (isOther(run, holds)) addTouchEvents(run, listPairs(run, holds));
  island.friction = null;
  run.held = holdContacts(run, held);
  holdRows(run, run.held);
  run.isSettled = true;
  // what is empty is left alone: to clear it makes garbage
  if (run.spent.size > 0) run.spent.clear();
  if (run.wasHeld.size > 0) run.wasHeld.clear();
  for (let k = 0; k < held.count; k++) run.wasHeld.add(nameContact(contacts, held.items[k]));
  return null;
}

function bookStanding({ standing, contacts, kit: { resting } }: IslandRun, count: number): void {
  standing.contacts = contacts.count;
  standing.holding = count > 0 ? resting.holding : 0;
  standing.rank = count > 0 ? resting.rank : 0;
  standing.isUnique = count === 0 || resting.unique;
}

/** Whether there is something to tell: pairs that hold, by contacts with a 1, are not those that did, or have bounced. */
function isOther({ contacts, touching, ended }: IslandRun, holds: Uint8Array): boolean {
  if (ended.size > 0) return true;
  let count = 0;
  for (let c = 0; c < contacts.count; ) {
    const pair = contacts.pair[c];
    let isHeld = false;
    for (; c < contacts.count && contacts.pair[c] === pair; c++) if (holds[c] === 1) isHeld = true;
    if (!isHeld) continue;
    if (!touching.has(pair)) return true;
    count++;
  }
  return count !== touching.size;
}

/** The pairs of contacts with a 1. */
function listPairs({ contacts }: IslandRun, holds: Uint8Array): Set<number> {
  const pairs = new Set<number>();
  for (let c = 0; c < contacts.count; c++) if (holds[c] === 1) pairs.add(contacts.pair[c]);
  return pairs;
}

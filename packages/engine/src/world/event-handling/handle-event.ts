/**
 * What happens at an instant: contacts are found, impacts answered, and it is decided which contacts press.
 *
 *   1  the corners of all regions in which parts touch                                        contact/detector/detector.ts
 *   2  while something approaches faster than the threshold: impulses                         contact/impact-law/impact.ts
 *      what approaches slower is stopped, without a bounce
 *   3  of what does not part: forces f ≥ 0 with f·a = 0, a = A f + b ≥ 0                      (9–9), contact/resting/resting.ts
 *   4  an independent set of those that press is held from here on, as equalities             active-contacts.ts
 *
 * Follows: Rigid Body Simulation, sections 8 and 9; Baraff 1989, sections 5 to 8.
 */

import { activateRows, addTouchEvents, createActiveRows } from "../active-set/index.js";
import type { SlotSet } from "../contact-state/index.js";
import { depenetrate, detect, detectMoved, generateConstraints, measureDepth } from "../detection/index.js";
import { measureSpin } from "../island/index.js";
import type { EventContext } from "./context.js";
import { findFrictionModes, hasFriction } from "./friction-modes.js";
import { answerFrictionalImpacts } from "./frictional-impacts.js";
import { answerImpacts, measureRounding, noSticks, stopApproach, stopMicroBounces } from "./impacts.js";
import {
  chooseActive,
  finishResting,
  held,
  holds,
  leaveReleasing,
  listAccelerations,
  listLow,
  listPressing,
  measureAcceleration,
  noForces,
  recordResting,
  solveRestingMotion,
  sortByRate,
} from "./resting-contacts.js";
import { Bounces, judgeBounces, struck } from "./zeno-completion.js";

/** Accelerations of caps below this fraction of those that they would have alone are none. */
const capRounding = 1e-13;

const maxRounds = 20;
/** Why an island is not settled though forces were found. */
export const pulling = "no forces were found that press with what is held";

/** Settles the island at its state. Returns null, or why it cannot be done. */
export function handleEvent(context: EventContext): string | null {
  // what is new, or was held from outside, has the angular momentum that it has now
  const { island } = context;
  context.display.isShown = false;
  context.display.reactions = null;
  if ((!context.status.hasHandledEvent || !island.isAlone) && island.mayBeAlone) measureSpin(island.spin, 0, island);
  detect(context);
  measureDepth(context);
  depenetrate(context, detectMoved);
  measureDepth(context);
  const { restitutionThreshold } = context.world.settings;
  generateConstraints(context, context.contactSet.contacts.rate, restitutionThreshold, true);
  const fault =
    (hasFriction(context) ? answerFrictionalImpacts(context) : answerImpacts(context)) ??
    stopApproach(context) ??
    stopCaps(context);
  if (fault !== null) return fault;
  return hasFriction(context) || context.jointFriction.count > 0 ? findFrictionModes(context) : rest(context);
}

/** Why an island could not be settled, in words; and what helps where something that cannot stop pushes it. */
export function describeUnsettled(context: EventContext, fault: string): string {
  const { island, world } = context;
  const { time } = context.island.system;
  const { contacts } = context.contactSet;
  const { kinematics, names } = world.mechanism.system;
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
function stopCaps(context: EventContext): string | null {
  for (let round = 0; round < maxRounds; round++) {
    if (!generateConstraints(context, context.contactSet.contacts.rate, measureRounding(context), false)) return null;
    const fault = stopApproach(context);
    if (fault !== null) return fault;
  }
  return null;
}

/** Finds which contacts press, and holds them. */
function rest(context: EventContext): string | null {
  const { world, island } = context;
  const { contacts } = context.contactSet;
  const { worst } = world;
  const { resting } = world.solvers;
  contacts.active.fill(0);
  contacts.force.fill(0);
  const { still, rising, low } = context.contactSet;
  island.applyForces();
  sortByRate(context);
  // what touches nothing and has no joints has no rows to be solved for
  const isFree = contacts.count === 0 && context.contactSet.nearby.count === 0 && island.parts.joints.length === 0;
  if (isFree) low.clear();
  for (let round = 0; !isFree; round++) {
    if (round > 0) sortByRate(context);
    const bounces = round < maxRounds ? judgeBounces(context, detect) : Bounces.none;
    if (bounces === Bounces.end) {
      const stuck = stopMicroBounces(context, low.toArray(), [], noSticks, struck);
      if (stuck !== null) return stuck;
      island.applyForces();
      continue;
    }
    const fault = solveRestingMotion(context, still, rising);
    if (fault !== null) return fault;
    listLow(context, bounces === Bounces.last);
    if (low.count === 0 && round < maxRounds) {
      const a = listAccelerations(context);
      if (generateConstraints(context, a, capRounding * measureAcceleration(context, still.count), false)) continue;
    }
    const none = finishResting(context);
    if (none !== null) return none;
    if (low.count === 0 || round === maxRounds) break;
    const stuck = stopMicroBounces(context, low.toArray(), listPressing(context));
    if (stuck !== null) return stuck;
    // forces may depend on velocities
    island.applyForces();
  }
  const near = leaveReleasing(context);
  if (near === null) return noForces;
  if (near.count > 0) recordResting(worst, resting);
  recordStanding(context, near.count);
  chooseActive(context, near);
  for (let c = 0; c < contacts.count; c++) {
    if (contacts.rate[c] > world.settings.restitutionThreshold) contacts.active[c] = 2;
  }
  if (isOther(context, holds)) addTouchEvents(context, listPairs(context, holds));
  island.friction = null;
  context.contactSet.activeRows = createActiveRows(context, held);
  activateRows(context, context.contactSet.activeRows);
  context.status.hasHandledEvent = true;
  context.memory.releasing.clear();
  context.memory.wasActive.clear();
  for (let k = 0; k < held.count; k++) context.memory.wasActive.add(contacts, held.items[k]);
  return null;
}

function recordStanding(context: EventContext, count: number): void {
  const { standing } = context.status;
  const { contacts } = context.contactSet;
  const { resting } = context.world.solvers;
  standing.contacts = contacts.count;
  standing.holding = count > 0 ? resting.holding : 0;
  standing.rank = count > 0 ? resting.rank : 0;
  standing.isUnique = count === 0 || resting.unique;
}

/** Whether there is something to tell: pairs that hold, by contacts with a 1, are not those that did, or have bounced. */
function isOther(context: EventContext, holds: Uint8Array): boolean {
  const { contacts } = context.contactSet;
  const { touching, zeno } = context.memory;
  if (zeno.ended.count > 0) return true;
  let count = 0;
  for (let c = 0; c < contacts.count; ) {
    const pair = contacts.pair[c];
    let isHeld = false;
    for (; c < contacts.count && contacts.pair[c] === pair; c++) if (holds[c] === 1) isHeld = true;
    if (!isHeld) continue;
    if (!touching.has(pair)) return true;
    count++;
  }
  return count !== touching.count;
}

/** The pairs of contacts with a 1. */
function listPairs({ contactSet: { contacts }, memory }: EventContext, holds: Uint8Array): SlotSet {
  const pairs = memory.next.touching;
  pairs.clear();
  for (let c = 0; c < contacts.count; c++) if (holds[c] === 1) pairs.add(contacts.pair[c]);
  return pairs;
}

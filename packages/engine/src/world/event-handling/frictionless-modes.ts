/**
 * The modes of an island without friction at an event: which contacts are active.
 *
 *   1  Zeno sequences and micro-bounces are ended, and points of flat caps added, while forces are solved for anew
 *   2  contacts whose force has fallen to zero are released                                  releasing-contacts.ts
 *   3  an independent set of the contacts with a force becomes active, as equalities         active-set/active-contacts.ts
 *
 * Follows: Rigid Body Simulation, section 9; Baraff 1989, section 7.
 */
import { ContactActivity, type ContactTable } from "../../contact/index.js";
import { activateRows, addTouchEvents, createActiveRows } from "../active-set/index.js";
import type { SlotSet } from "../contact-state/index.js";
import { detect, generateConstraints } from "../detection/index.js";
import { ContactList } from "../model/index.js";
import type { EventContext } from "./context.js";
import { noSticks, stopMicroBounces } from "./impacts.js";
import { listLow } from "./low-bounces.js";
import { capRounding, eventRounds, remainingPart } from "./parameters.js";
import { leaveReleasing, listReleasing, listReleasingPairs, measureRow } from "./releasing-contacts.js";
import {
  finishResting,
  listLoaded,
  listRestingAccelerations,
  measureAcceleration,
  noForces,
  recordResting,
  solveRestingMotion,
  sortByRate,
} from "./resting-forces.js";
import { Bounces, judgeBounces, reportImpulses } from "./zeno-completion.js";

/** 1 for the rows of an independent set that carries all loads. */
let basis = new Uint8Array(0);
/** 1 for the rows without an acceleration. */
let isHolding = new Uint8Array(0);
/** 1 for the contacts by which their pair touches. */
let touches = new Uint8Array(0);
/** Contacts that are active from now on. */
const active = new ContactList();

/** Finds forces and activates the contacts that carry them. Returns null, or the reason of a failure. */
export function findFrictionlessModes(context: EventContext): string | null {
  const { world, island } = context;
  const { contacts, low } = context.contactSet;
  contacts.active.fill(0);
  contacts.force.fill(0);
  island.applyForces();
  sortByRate(context);
  // an island without contacts and joints has no rows
  if (contacts.count === 0 && context.contactSet.nearby.count === 0 && island.model.parts.joints.length === 0)
    low.clear();
  else {
    const fault = findForces(context);
    if (fault !== null) return fault;
  }
  const near = leaveReleasing(context);
  if (near === null) return noForces;
  if (near.count > 0) recordResting(world.worst, world.solvers.resting);
  recordStanding(context, near.count);
  chooseActive(context, near);
  const { restitutionThreshold } = world.settings;
  for (let c = 0; c < contacts.count; c++) {
    if (contacts.rate[c] > restitutionThreshold) contacts.active[c] = ContactActivity.separating;
  }
  if (hasChanged(context)) addTouchEvents(context, listTouching(context));
  activate(context);
  return null;
}

/** Finds forces, and ends bounces, until none is left to be ended. Returns null, or the reason of a failure. */
function findForces(context: EventContext): string | null {
  const { island } = context;
  const { still, rising, low } = context.contactSet;
  for (let round = 0; ; round++) {
    if (round > 0) sortByRate(context);
    const bounces = round < eventRounds ? judgeBounces(context, detect) : Bounces.none;
    if (bounces === Bounces.end) {
      const struck = reportImpulses(context);
      const fault = stopMicroBounces(context, low.toArray(), [], noSticks, struck);
      if (fault !== null) return fault;
      island.applyForces();
      continue;
    }
    const fault = solveRestingMotion(context, still, rising);
    if (fault !== null) return fault;
    listLow(context, bounces === Bounces.last);
    if (low.count === 0 && round < eventRounds && addCapPoints(context)) continue;
    const none = finishResting(context);
    if (none !== null) return none;
    if (low.count === 0 || round === eventRounds) return null;
    const stuck = stopMicroBounces(context, low.toArray(), listLoaded(context));
    if (stuck !== null) return stuck;
    // forces may depend on velocities
    island.applyForces();
  }
}

/** Adds points of flat caps that approach with the motion of the last solution. Returns whether there are any. */
function addCapPoints(context: EventContext): boolean {
  const a = listRestingAccelerations(context);
  const least = capRounding * measureAcceleration(context, context.contactSet.still.count);
  return generateConstraints(context, a, least, false);
}

/** Records number, rank and uniqueness of the contacts with a force, of `count` that do not separate. */
function recordStanding(context: EventContext, count: number): void {
  const { standing } = context.status;
  const { contacts } = context.contactSet;
  const { resting } = context.world.solvers;
  standing.contacts = contacts.count;
  standing.holding = count > 0 ? resting.holding : 0;
  standing.rank = count > 0 ? resting.rank : 0;
  standing.isUnique = count === 0 || resting.unique;
}

/** Chooses the contacts `near` that become active, and those by which their pair touches (`touches`). */
function chooseActive(context: EventContext, near: ContactList): void {
  const { world } = context;
  const { contacts, still } = context.contactSet;
  const { resting } = world.solvers;
  const { forces: f } = resting;
  // contacts were released: the others have small loads, and their accelerations are known to `remainingPart`
  const isReleased = near !== still;
  active.clear();
  if (touches.length < contacts.count) touches = new Uint8Array(2 * contacts.count);
  touches.fill(0, 0, contacts.count);
  if (near.count === 0) return;
  const { rows } = context.solvers;
  const joints = rows.joints.rows;
  reserveRows(rows.problem.rowCount);
  resting.selectBasis(basis, listReleasing(context, near));
  resting.listHolding(isHolding);
  const left = listReleasingPairs(context);
  for (let k = 0; k < near.count; k++) {
    const c = near.items[k];
    const r = joints + k;
    contacts.force[c] = f[r];
    const carries = f[r] > 0 || basis[r] === 1;
    const stays = isHolding[r] === 1 || (isReleased && measureRow(rows.problem, r, resting.motion) <= remainingPart);
    if (stays && (carries || !left.has(contacts.pair[c]))) touches[c] = 1;
    if (basis[r] === 0) continue;
    contacts.active[c] = ContactActivity.active;
    active.add(c);
  }
  // a hinge on an edge keeps the edge in place: such a pair touches all the time without a row of its own
  for (let k = 0; k < near.count; k++) {
    const c = near.items[k];
    if (isHolding[joints + k] === 1 && !hasRow(contacts, c)) contacts.active[c] = ContactActivity.implied;
  }
}

/** Makes room for the marks of `count` rows. */
function reserveRows(count: number): void {
  if (basis.length >= count) return;
  basis = new Uint8Array(2 * count);
  isHolding = new Uint8Array(2 * count);
}

/** Whether a contact of the pair of contact c is active. */
function hasRow({ pair, active: activity, count }: ContactTable, c: number): boolean {
  for (let k = c; k >= 0 && pair[k] === pair[c]; k--) if (activity[k] === ContactActivity.active) return true;
  for (let k = c + 1; k < count && pair[k] === pair[c]; k++) if (activity[k] === ContactActivity.active) return true;
  return false;
}

/** Whether the pairs that touch are other ones than before the event, or have bounced. */
function hasChanged(context: EventContext): boolean {
  const { contacts } = context.contactSet;
  const { touching, zeno } = context.memory;
  if (zeno.ended.count > 0) return true;
  let count = 0;
  for (let c = 0; c < contacts.count; ) {
    const pair = contacts.pair[c];
    let isTouching = false;
    for (; c < contacts.count && contacts.pair[c] === pair; c++) if (touches[c] === 1) isTouching = true;
    if (!isTouching) continue;
    if (!touching.has(pair)) return true;
    count++;
  }
  return count !== touching.count;
}

/** Returns the pairs that touch. */
function listTouching({ contactSet: { contacts }, memory }: EventContext): SlotSet {
  const pairs = memory.next.touching;
  pairs.clear();
  for (let c = 0; c < contacts.count; c++) if (touches[c] === 1) pairs.add(contacts.pair[c]);
  return pairs;
}

/** Activates the rows of the active contacts, and forgets the causes of the event, which is handled. */
function activate(context: EventContext): void {
  const { contacts } = context.contactSet;
  const { releasing, wasActive } = context.memory;
  context.island.friction = null;
  context.contactSet.activeRows = createActiveRows(context, active);
  activateRows(context, context.contactSet.activeRows);
  context.status.hasHandledEvent = true;
  releasing.clear();
  wasActive.clear();
  for (let k = 0; k < active.count; k++) wasActive.add(contacts, active.items[k]);
}

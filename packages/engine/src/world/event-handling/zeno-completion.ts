/**
 * Contacts that bounce in turn below the contact tolerance: followed to their end in a model of their own (contact/zeno/burst.ts),
 * and closed at once. What is left of their motion moves nothing but the gaps that close, so places at the end are right to
 * second order in the time that it takes; when that is, the events tell.
 *
 * Features that are farther away take part in the model: one that lands before the bounces have ended may lift the others
 * anew, so that they are not to be closed.
 *
 * Follows: Rigid Body Simulation, sections 8 and 9.
 */
import { BurstSlot, BurstStatus, ContactTable, evaluateContact, mostContacts, Strike } from "../../contact/index.js";
import { addContactEvent } from "../active-set/index.js";
import { hasManyContacts, isOnItsWay } from "../detection/index.js";
import { isLimit } from "../island/index.js";
import type { EventContext } from "./context.js";
import { measureFaint, measureSpeed } from "./impacts.js";

/** Of the contact tolerance: bounces up to so high are ended. */
const highest = 0.5;
/** Bounces up to so high, m, are ended however long they last. */
const lowest = 1e-11;
/** The same in crowds, of the contact tolerance. */
const lowestOfMany = 0.01;
/** The same: collisions after falls from higher than this are told. */
const tellable = 1e-3;
/** Bounces that last longer than this, s, or turn by more, are followed until they are low: T and T²|ω|. */
const longest = 1e-3;
const turned = 4e-10;
/** What rises so fast that only accelerations beyond this, m/s², would bring it back in time is not looked at. */
const strongest = 100;
/** Impacts after which not to know the end is a loss, and how often bounces are not looked at then, at most. */
const tiring = 50;
const longestPause = 64;
/** In contact tolerances: how far away features are looked for. */
const farthest = 1e4;
/** As far away as that, m or rad, limits are looked at in any case. */
const nearLimit = 1e-3;

export const Bounces = {
  /** They go on. */
  none: 0,
  /** They are to be closed: `low` has the contacts. */
  end: 1,
  /** They go on, and are not to be ended one by one: they take too long, or are not over when something else lands. */
  last: 2,
} as const;
export type Bounces = (typeof Bounces)[keyof typeof Bounces];

const reported = new Float64Array(mostContacts);
const members = new ContactTable();
const others = new ContactTable();
const limit = new Float64Array(2);
let list = new Int32Array(0);

/**
 * Judges what becomes of contacts that rise. Where they are to be closed, `restTime` has when, after `detect` has found those
 * that are in the air as well.
 */
export function judgeBounces(context: EventContext, detect: (context: EventContext) => void): Bounces {
  const { world } = context;
  const { contacts, nearby, rising, low } = context.contactSet;
  const { restTime } = context.memory.zeno;
  const { settings } = world;
  const { zeno: burst } = world.solvers;
  if (rising.count + nearby.count === 0) return Bounces.none;
  if (!isSlow(context)) return Bounces.none;
  limit[0] = highest * settings.contactTolerance;
  if (context.memory.zeno.cooldown > 0) {
    context.memory.zeno.cooldown--;
    return Bounces.none;
  }
  gatherNearby(context);
  burst.patience[0] = Math.min(longest, Math.sqrt(turned / measureTurning(context)));
  const isMany = hasManyContacts(context, contacts);
  burst.patience[1] = isMany ? lowestOfMany * settings.contactTolerance : lowest;
  const isLate = isMany ? Bounces.none : Bounces.last;
  let status = followAll(context);
  if (status === BurstStatus.failed) return rest(context);
  if (status === BurstStatus.late) return isLate;
  const T = burst.figures[BurstSlot.time];
  // farther than that, nothing lands before
  const reach = (measureSpeed(context) + burst.figures[BurstSlot.acceleration] * T) * T;
  if (reach > settings.contactTolerance || context.limits.count > 0) {
    const before = members.count;
    gatherWide(context, Math.max(1, Math.min(farthest, reach / settings.contactTolerance)), T);
    if (members.count !== before) status = followAll(context);
    if (status === BurstStatus.failed) return rest(context);
    if (status === BurstStatus.late) return isLate;
  }
  if (jointFriction(context)) return Bounces.none;
  context.memory.zeno.lastCooldown = 0;
  for (let k = 0; k < members.count; k++) {
    const bounces = members.rate[k] > settings.restitutionThreshold || burst.gap[k] > 0;
    if (bounces && burst.isOther[k] === 0 && burst.closed[k] === 0) return Bounces.last;
  }
  // a single contact has a closed form
  if (members.count === 1) return Bounces.none;
  let isWider = false;
  for (let k = contacts.count; k < members.count; k++) {
    if (burst.closed[k] === 0) continue;
    // a limit in the air is not found by looking farther
    if (isLimit(members, k)) return Bounces.last;
    isWider = true;
  }
  if (isWider) {
    context.contactSet.reach = 1;
    detect(context);
    context.contactSet.reach = 0;
    for (let c = contacts.count - 1; c >= 0; c--) {
      const k = findMember(contacts, c);
      if ((k >= 0 && burst.closed[k] === 1) || isLimit(contacts, c) || !isOnItsWay(world, contacts, c)) continue;
      nearby.addCopy(contacts, c);
      contacts.remove(c);
    }
  }
  low.clear();
  for (let c = 0; c < contacts.count; c++) {
    const k = findMember(contacts, c);
    if (k < 0 || burst.closed[k] === 0) continue;
    low.add(c);
    if (!(burst.landing[k] >= 0)) continue;
    restTime.set(c, context.island.system.time + burst.landing[k]);
    context.memory.zeno.ended.add(contacts.pair[c]);
  }
  reportImpulses(context);
  return Bounces.end;
}

/** Whether something lands that rubs: the model knows nothing of friction, nor does the solve in which it would be held. */
function jointFriction(context: EventContext): boolean {
  const { zeno: burst } = context.world.solvers;
  for (let k = 0; k < members.count; k++) {
    if (members.staticFriction[k] > 0 && (burst.landing[k] >= 0 || burst.closed[k] === 1)) return true;
  }
  return false;
}

/** Whether something bounces low. */
function isSlow({ contactSet: { contacts, nearby, rising }, world }: EventContext): boolean {
  const most = 2 * strongest * highest * world.settings.contactTolerance;
  for (let k = 0; k < rising.count; k++) {
    const u = contacts.rate[rising.items[k]];
    if (u * u <= most) return true;
  }
  for (let c = 0; c < nearby.count; c++) if (nearby.rate[c] * nearby.rate[c] <= most) return true;
  return false;
}

/** What could not be followed, and took long, is not tried again soon. */
function rest(context: EventContext): Bounces {
  if (context.world.solvers.zeno.impacts < tiring) return Bounces.none;
  const { zeno } = context.memory;
  zeno.lastCooldown = Math.min(longestPause, Math.max(1, 2 * zeno.lastCooldown));
  zeno.cooldown = zeno.lastCooldown;
  return Bounces.none;
}

/** By contact, N·s: what impulses that were told of bounces which are to be closed do beside the forces of rest. */
export let struck: Float64Array = new Float64Array(0);

/** Tells of the collisions to come. */
function reportImpulses(context: EventContext): void {
  const { world } = context;
  const { contacts } = context.contactSet;
  const { time } = context.island.system;
  const { strikes, strikeCount } = world.solvers.zeno;
  if (struck.length < contacts.count) struck = new Float64Array(2 * contacts.count);
  struck.fill(0);
  reported.fill(0);
  world.solvers.zeno.addTold(reported);
  for (let c = 0; c < contacts.count; c++) {
    const k = findMember(contacts, c);
    if (k >= 0) struck[c] = reported[k];
  }
  for (let o = 0; o < Strike.size * strikeCount; o += Strike.size) {
    const k = strikes[o + Strike.contact];
    for (let c = 0; c < contacts.count; c++) {
      if (findMember(contacts, c) !== k) continue;
      const t = time + strikes[o + Strike.time];
      const j = strikes[o + Strike.impulse];
      const { law } = world.solvers.impact;
      addContactEvent(context, c, "collision", j, strikes[o + Strike.before], strikes[o + Strike.after], law, t);
    }
  }
}

/**
 * Follows the members: with those that come down fast, if all come to rest by that; else up to where these land. Fast ones turn
 * bodies otherwise when they strike, and points are accelerated otherwise then, by v ω: T must be known in spite of that.
 */
function followAll(context: EventContext): BurstStatus {
  const { figures, isOther } = context.world.solvers.zeno;
  limit[1] = Infinity;
  const status = follow(context);
  let fall = 0;
  for (let k = 0; k < members.count; k++) if (isOther[k] === 0) fall = Math.max(fall, -members.rate[k]);
  const a = figures[BurstSlot.acceleration];
  if (fall * fall <= 2 * a * limit[0]) return status;
  if (status === BurstStatus.ended && figures[BurstSlot.time] * fall * spin[0] <= turned * a) return status;
  limit[1] = limit[0];
  return follow(context);
}

/** The same, by the limits given. */
function follow(context: EventContext): BurstStatus {
  const { world } = context;
  const { contacts } = context.contactSet;
  const { rows } = context.solvers;
  const { zeno: burst } = world.solvers;
  const { count } = members;
  if (list.length < count) list = Int32Array.from({ length: 2 * count }, (_, k) => k);
  rows.build(members, list, count);
  rows.writeVelocities(members);
  if (!burst.begin(rows.problem, rows.joints.rows)) return BurstStatus.failed;
  rows.writeAccelerations(members);
  if (!burst.setAccelerations(rows.problem, rows.joints.rows)) return BurstStatus.failed;
  for (let k = 0; k < count; k++) {
    burst.gap[k] = k < contacts.count ? 0 : Math.max(0, members.gap[k]);
    burst.restitution[k] = members.restitution[k];
  }
  burst.tellable[0] = tellable * world.settings.contactTolerance;
  burst.tellable[1] = measureFaint(context);
  return burst.run(limit);
}

/** All contacts, and what is near to being one, as they are now. */
function gatherNearby(context: EventContext): void {
  const { world, island } = context;
  const { contacts, nearby } = context.contactSet;
  const { cache } = context.world.detector;
  members.clear();
  for (let c = 0; c < contacts.count; c++) members.addCopy(contacts, c);
  for (let c = 0; c < nearby.count; c++) {
    const k = members.addCopy(nearby, c);
    evaluateContact(members, k, island.system, world.parts, cache);
  }
}

/** Besides, behind them, what is as near as so many contact tolerances, and limits that may be reached within T. */
function gatherWide(context: EventContext, factor: number, T: number): void {
  const { world, island, limits } = context;
  const { pairs, pairCount } = context.candidates;
  const { cache } = context.world.detector;
  const { detector } = world;
  others.clear();
  detector.widen(factor);
  for (let k = 0; k < 3 * pairCount; k += 3) detector.addContactsOf(others, pairs[k], pairs[k + 1], pairs[k + 2]);
  detector.widen(1);
  let fastest = 0;
  for (let k = 0; k < limits.count; k++) fastest = Math.max(fastest, Math.abs(limits.table.rate[k]));
  limits.addReached(others, nearLimit + 2 * T * fastest);
  for (let c = 0; c < others.count; c++) {
    if (findMember(others, c) >= 0) continue;
    const k = members.addCopy(others, c);
    if (!isLimit(members, k)) evaluateContact(members, k, island.system, world.parts, cache);
  }
}

/** The member that contact c is, or −1. */
function findMember({ partA, partB, keyA, keyB }: ContactTable, c: number): number {
  for (let k = 0; k < members.count; k++) {
    const isPair = members.partA[k] === partA[c] && members.partB[k] === partB[c];
    if (isPair && members.keyA[k] === keyA[c] && members.keyB[k] === keyB[c]) return k;
  }
  return -1;
}

/** The fastest that a body turns of which something rests or bounces low. */
function measureTurning({ island, world }: EventContext): number {
  const slow = 2 * strongest * highest * world.settings.contactTolerance;
  const { bodies, movingCount } = island;
  spin[0] = 0;
  for (let k = 0; k < members.count; k++) {
    if (members.rate[k] * members.rate[k] > slow) continue;
    if (isLimit(members, k)) for (let b = 0; b < movingCount; b++) raiseSpin(island, bodies[b]);
    else {
      raiseSpin(island, members.bodyA[k]);
      raiseSpin(island, members.bodyB[k]);
    }
  }
  return spin[0];
}

const spin = new Float64Array(1);

/** Raises `spin` to how fast body i turns, if it is one. */
function raiseSpin({ system }: EventContext["island"], i: number): void {
  if (i < 0) return;
  const { angularVelocity: omega } = system;
  for (let k = 0; k < 3; k++) spin[0] = Math.max(spin[0], Math.abs(omega[3 * i + k]));
}

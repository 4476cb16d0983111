/**
 * Completion of Zeno sequences: contacts that bounce in turn below the contact tolerance are followed to their end in a model
 * (contact/zeno/zeno-model.ts), and closed at once. Their remaining motion only closes gaps, so places at the end are exact to
 * second order in the time of the sequence; events have the times at which the contacts land.
 *
 * Features that are farther away take part in the model: a contact that lands before the end may lift the others, which then must
 * not be closed.
 *
 * Follows: Rigid Body Simulation, sections 8 and 9. Zeno sequences: Goebel, Sanfelice and Teel, Hybrid Dynamical Systems (2012).
 */
import {
  ContactTable,
  evaluateContact,
  maxZenoContacts,
  ZenoImpact,
  type ZenoModel,
  ZenoSlot,
  ZenoStatus,
} from "../../contact/index.js";
import { addContactEvent } from "../active-set/index.js";
import { hasManyContacts, isOnItsWay } from "../detection/index.js";
import { isLimit } from "../island/index.js";
import type { EventContext } from "./context.js";
import { measureFaint, measureSpeed } from "./impacts.js";
import {
  costlyImpacts,
  farthestFeatures,
  leastZenoHeight,
  leastZenoHeightOfMany,
  longestPause,
  longestSequence,
  nearLimit,
  reportedHeight,
  sequenceError,
  strongestAcceleration,
  zenoHeight,
} from "./parameters.js";

/** Verdicts on the bounces of contacts that rise. */
export const Bounces = {
  /** Bounces go on, or there are none. */
  none: 0,
  /** The contacts in `low` are to be closed. */
  end: 1,
  /** Bounces go on, and must not be ended one by one: they take too long, or are not over when another contact lands. */
  last: 2,
} as const;
/** Verdict on the bounces of contacts that rise: see the constant of this name. */
export type Bounces = (typeof Bounces)[keyof typeof Bounces];

/** Impulses that are reported, by member, N·s. */
const reported = new Float64Array(maxZenoContacts);
/** Impulses that are reported, by contact, N·s. */
let struck = new Float64Array(0);
/** Contacts that take part in the model: those of the island first. */
const members = new ContactTable();
const others = new ContactTable();
/** Limits of `ZenoModel.run`, m. */
const limit = new Float64Array(2);
let list = new Int32Array(0);
/** Fastest rotation of a body with a member that bounces low, rad/s. */
const spin = new Float64Array(1);

/** Returns the model of Zeno sequences of the world. */
function modelOf({ world }: EventContext): ZenoModel {
  return world.solvers.zeno;
}

/**
 * Judges the bounces of contacts that rise. Where they are to be closed, `detect` has found those in the air as well, `low` has the
 * contacts, and `restTime` the times of their last landings.
 */
export function judgeBounces(context: EventContext, detect: (context: EventContext) => void): Bounces {
  const { contacts, nearby, rising } = context.contactSet;
  if (rising.count + nearby.count === 0 || !isSlow(context) || isPaused(context)) return Bounces.none;
  gatherNearby(context);
  const isMany = hasManyContacts(context, contacts);
  setTimeLimits(context, isMany);
  const status = followWide(context);
  if (status === ZenoStatus.failed) return pause(context);
  if (status === ZenoStatus.late) return isMany ? Bounces.none : Bounces.last;
  if (landsWithFriction(context)) return Bounces.none;
  context.memory.zeno.lastCooldown = 0;
  if (goesOn(context)) return Bounces.last;
  // a single contact has a closed form
  if (members.count === 1) return Bounces.none;
  if (closesLimitInAir(context)) return Bounces.last;
  if (closesInAir(context)) detectClosed(context, detect);
  listClosed(context);
  return Bounces.end;
}

/** Whether searches are left out after one that failed: counts this one. */
function isPaused({ memory }: EventContext): boolean {
  if (!(memory.zeno.cooldown > 0)) return false;
  memory.zeno.cooldown--;
  return true;
}

/** Sets the time that a sequence may take, and the height up to which any time is allowed. */
function setTimeLimits(context: EventContext, isMany: boolean): void {
  const { timeLimits } = modelOf(context);
  timeLimits[0] = Math.min(longestSequence, Math.sqrt(sequenceError / measureTurning(context)));
  timeLimits[1] = isMany ? leastZenoHeightOfMany * context.world.settings.contactTolerance : leastZenoHeight;
}

/** Follows the members, and then again with the features that may land before the end. */
function followWide(context: EventContext): ZenoStatus {
  const { contactTolerance } = context.world.settings;
  const { figures } = modelOf(context);
  limit[0] = zenoHeight * contactTolerance;
  const status = followAll(context);
  if (status === ZenoStatus.failed || status === ZenoStatus.late) return status;
  const T = figures[ZenoSlot.time];
  // features farther away than this do not land before the end
  const reach = (measureSpeed(context) + figures[ZenoSlot.acceleration] * T) * T;
  if (!(reach > contactTolerance || context.limits.count > 0)) return status;
  const before = members.count;
  gatherWide(context, Math.max(1, Math.min(farthestFeatures, reach / contactTolerance)), T);
  return members.count === before ? status : followAll(context);
}

/** Whether a member still bounces at the end of the model: another contact lands before that. */
function goesOn(context: EventContext): boolean {
  const { restitutionThreshold } = context.world.settings;
  const { gap, isOther, closed } = modelOf(context);
  for (let k = 0; k < members.count; k++) {
    const bounces = members.rate[k] > restitutionThreshold || gap[k] > 0;
    if (bounces && isOther[k] === 0 && closed[k] === 0) return true;
  }
  return false;
}

/** Whether a joint limit in the air closes, which a wider detection does not find. */
function closesLimitInAir(context: EventContext): boolean {
  const { closed } = modelOf(context);
  for (let k = context.contactSet.contacts.count; k < members.count; k++) {
    if (closed[k] === 1 && isLimit(members, k)) return true;
  }
  return false;
}

/** Whether a member closes that does not touch yet. */
function closesInAir(context: EventContext): boolean {
  const { closed } = modelOf(context);
  for (let k = context.contactSet.contacts.count; k < members.count; k++) if (closed[k] === 1) return true;
  return false;
}

/** Detects the contacts with those in the air; contacts that approach, and are not closed, are set aside again. */
function detectClosed(context: EventContext, detect: (context: EventContext) => void): void {
  const { world, contactSet } = context;
  const { contacts, nearby } = contactSet;
  const { closed } = modelOf(context);
  contactSet.reach = 1;
  detect(context);
  contactSet.reach = 0;
  for (let c = contacts.count - 1; c >= 0; c--) {
    const k = findMember(contacts, c);
    if ((k >= 0 && closed[k] === 1) || isLimit(contacts, c) || !isOnItsWay(world, contacts, c)) continue;
    nearby.addCopy(contacts, c);
    contacts.remove(c);
  }
}

/** Writes the contacts that are closed to `low`, with the times of their last landings. */
function listClosed(context: EventContext): void {
  const { contacts, low } = context.contactSet;
  const { restTime, ended } = context.memory.zeno;
  const { closed, landing } = modelOf(context);
  low.clear();
  for (let c = 0; c < contacts.count; c++) {
    const k = findMember(contacts, c);
    if (k < 0 || closed[k] === 0) continue;
    low.add(c);
    if (!(landing[k] >= 0)) continue;
    restTime.set(c, context.island.model.system.time + landing[k]);
    ended.add(contacts.pair[c]);
  }
}

/**
 * Whether a member with friction lands: neither the model nor the solution without friction, in which it would close, has
 * friction.
 */
function landsWithFriction(context: EventContext): boolean {
  const { landing, closed } = modelOf(context);
  for (let k = 0; k < members.count; k++) {
    if (members.staticFriction[k] > 0 && (landing[k] >= 0 || closed[k] === 1)) return true;
  }
  return false;
}

/** Whether a contact bounces low enough. */
function isSlow({ contactSet: { contacts, nearby, rising }, world }: EventContext): boolean {
  const most = 2 * strongestAcceleration * zenoHeight * world.settings.contactTolerance;
  for (let k = 0; k < rising.count; k++) {
    const u = contacts.rate[rising.items[k]];
    if (u * u <= most) return true;
  }
  for (let c = 0; c < nearby.count; c++) if (nearby.rate[c] * nearby.rate[c] <= most) return true;
  return false;
}

/** Leaves out some of the next searches after one that failed at a high cost. Returns that bounces go on. */
function pause(context: EventContext): Bounces {
  if (modelOf(context).impacts < costlyImpacts) return Bounces.none;
  const { zeno } = context.memory;
  zeno.lastCooldown = Math.min(longestPause, Math.max(1, 2 * zeno.lastCooldown));
  zeno.cooldown = zeno.lastCooldown;
  return Bounces.none;
}

/**
 * Reports the collisions of a sequence that is completed. Returns, by contact, the effect of their impulses beside the forces of
 * rest, N·s; the array is valid until the next call.
 */
export function reportImpulses(context: EventContext): Float64Array {
  const { world } = context;
  const model = modelOf(context);
  const { contacts } = context.contactSet;
  const { time } = context.island.model.system;
  const { strikes, strikeCount } = model;
  if (struck.length < contacts.count) struck = new Float64Array(2 * contacts.count);
  struck.fill(0);
  reported.fill(0);
  model.addReportedImpulses(reported);
  for (let c = 0; c < contacts.count; c++) {
    const k = findMember(contacts, c);
    if (k >= 0) struck[c] = reported[k];
  }
  for (let o = 0; o < ZenoImpact.size * strikeCount; o += ZenoImpact.size) {
    const k = strikes[o + ZenoImpact.contact];
    for (let c = 0; c < contacts.count; c++) {
      if (findMember(contacts, c) !== k) continue;
      const t = time + strikes[o + ZenoImpact.time];
      const j = strikes[o + ZenoImpact.impulse];
      const { law } = world.solvers.impact;
      addContactEvent(
        context,
        c,
        "collision",
        j,
        strikes[o + ZenoImpact.before],
        strikes[o + ZenoImpact.after],
        law,
        t,
      );
    }
  }
  return struck;
}

/**
 * Follows the members to their end: through the landings of fast members if all come to rest then, and else up to the first of these.
 * The impact of a fast member changes rotations, and with them the accelerations of points by v ω, which must not change T.
 */
function followAll(context: EventContext): ZenoStatus {
  const { figures, isOther } = modelOf(context);
  limit[1] = Infinity;
  const status = follow(context);
  let fall = 0;
  for (let k = 0; k < members.count; k++) if (isOther[k] === 0) fall = Math.max(fall, -members.rate[k]);
  const a = figures[ZenoSlot.acceleration];
  if (fall * fall <= 2 * a * limit[0]) return status;
  if (status === ZenoStatus.ended && figures[ZenoSlot.time] * fall * spin[0] <= sequenceError * a) return status;
  limit[1] = limit[0];
  return follow(context);
}

/** Follows the members up to the limits in `limit`. */
function follow(context: EventContext): ZenoStatus {
  const { world } = context;
  const { contacts } = context.contactSet;
  const { rows } = context.solvers;
  const model = modelOf(context);
  const { count } = members;
  if (list.length < count) list = Int32Array.from({ length: 2 * count }, (_, k) => k);
  rows.build(members, list, count);
  rows.writeVelocities(members);
  if (!model.begin(rows.problem, rows.joints.rows)) return ZenoStatus.failed;
  rows.writeAccelerations(members);
  if (!model.setAccelerations(rows.problem, rows.joints.rows)) return ZenoStatus.failed;
  for (let k = 0; k < count; k++) {
    model.gap[k] = k < contacts.count ? 0 : Math.max(0, members.gap[k]);
    model.restitution[k] = members.restitution[k];
  }
  model.reportThresholds[0] = reportedHeight * world.settings.contactTolerance;
  model.reportThresholds[1] = measureFaint(context);
  return model.run(limit);
}

/** Makes the contacts and the approaching ones, at their present state, the members. */
function gatherNearby(context: EventContext): void {
  const { world, island } = context;
  const { contacts, nearby } = context.contactSet;
  const { cache } = context.world.detector;
  members.clear();
  for (let c = 0; c < contacts.count; c++) members.addCopy(contacts, c);
  for (let c = 0; c < nearby.count; c++) {
    const k = members.addCopy(nearby, c);
    evaluateContact(members, k, island.model.system, world.parts, cache);
  }
}

/** Adds features within `factor` contact tolerances, and joint limits that may be reached within T, to the members. */
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
    if (!isLimit(members, k)) evaluateContact(members, k, island.model.system, world.parts, cache);
  }
}

/** Returns the number of contact c of a table among the members, or −1. */
function findMember({ partA, partB, keyA, keyB }: ContactTable, c: number): number {
  for (let k = 0; k < members.count; k++) {
    const isPair = members.partA[k] === partA[c] && members.partB[k] === partB[c];
    if (isPair && members.keyA[k] === keyA[c] && members.keyB[k] === keyB[c]) return k;
  }
  return -1;
}

/** Returns the fastest rotation of a body with a member that rests or bounces low, rad/s, and writes it to `spin`. */
function measureTurning({ island, world }: EventContext): number {
  const slow = 2 * strongestAcceleration * zenoHeight * world.settings.contactTolerance;
  const { bodies, movingCount } = island.model;
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

/** Raises `spin` to the angular velocity of body i; −1 is none. */
function raiseSpin({ model: { system } }: EventContext["island"], i: number): void {
  if (i < 0) return;
  const { angularVelocity: omega } = system;
  for (let k = 0; k < 3; k++) spin[0] = Math.max(spin[0], Math.abs(omega[3 * i + k]));
}

/** Events of contacts and joint limits, from the columns of the contact table. */
import { type Bound, Carrier, type End, EndSlot } from "../../constrain/index.js";
import { ContactForm, type ContactTable } from "../../contact/index.js";
import { mat3, vec3 } from "../../math/index.js";
import type { SlotSet } from "../contact-state/index.js";
import { isLimit } from "../island/index.js";
import type { WorldEvent } from "../record/index.js";
import type { ActiveSetContext } from "./context.js";

/** Numbers of the frame of a part: position and rotation matrix. */
const frameSize = 3 + 9;

/**
 * Logs an event of contact c at the time t, s. `isAgain` marks the repetition of an event that the pair has had before, as at the
 * end of a Zeno sequence.
 */
export function addContactEvent(
  context: ActiveSetContext,
  c: number,
  type: WorldEvent["type"],
  impulse: number,
  vBefore: number,
  vAfter: number,
  law: string,
  t: number = context.island.model.system.time,
  isAgain = false,
): void {
  const event = createContactEvent(context, c, type, impulse, vBefore, vAfter, law, t);
  context.world.log.add(
    event,
    context.island.model.system.time,
    nameEventPair(context.contactSet.contacts, c),
    isAgain,
  );
}

/** Returns the name of the pair of parts of contact c, or of its limit, for the event log. */
export function nameEventPair(contacts: ContactTable, c: number): string {
  const { partA, partB, pair } = contacts;
  return isLimit(contacts, c) ? `limit ${-1 - pair[c]}` : `${partA[c]} ${partB[c]}`;
}

/** Returns an event of contact c at the time t, s, which is not logged yet. */
export function createContactEvent(
  context: ActiveSetContext,
  c: number,
  type: WorldEvent["type"],
  impulse: number,
  vBefore: number,
  vAfter: number,
  law: string,
  t: number,
): WorldEvent {
  const { contacts } = context.contactSet;
  const { normal: n } = contacts;
  const numbers = { impulse, vBefore, vAfter, law };
  if (isLimit(contacts, c)) return { ...createLimitEvent(context, -1 - contacts.pair[c], type, t), ...numbers };
  writeMoved(context, c, t - context.island.model.system.time);
  return {
    t,
    type,
    a: contacts.bodyA[c],
    b: contacts.bodyB[c],
    particle: contacts.particleA[c],
    limit: -1,
    friction: -1,
    point: [moved[0], moved[1], moved[2]],
    normal: [n[3 * c], n[3 * c + 1], n[3 * c + 2]],
    ...numbers,
  };
}

/** Returns an event of a joint limit, without its rates. */
function createLimitEvent(context: ActiveSetContext, limit: number, type: WorldEvent["type"], t: number): WorldEvent {
  return { ...createJointEvent(context, (context.world.limits[limit] as Bound).ends, type, t), limit };
}

/** Returns an event of a joint coordinate, with the bodies of its ends, at the place of the first end. */
export function createJointEvent(
  context: ActiveSetContext,
  ends: readonly End[],
  type: WorldEvent["type"],
  t: number,
): WorldEvent {
  const [first] = ends;
  first.locate(context.world.mechanism);
  const bodies = [...new Set(ends.flatMap(({ carrier, index }) => (carrier === Carrier.body ? [index] : [])))];
  const particle = ends.find(({ carrier }) => carrier === Carrier.particle)?.index ?? -1;
  const { at } = first;
  const p = EndSlot.point;
  return {
    t,
    type,
    a: particle >= 0 ? -1 : (bodies[0] ?? -1),
    b: (particle >= 0 ? bodies[0] : bodies[1]) ?? -1,
    particle,
    limit: -1,
    friction: -1,
    point: [at[p], at[p + 1], at[p + 2]],
    normal: [0, 0, 0],
    impulse: 0,
    vBefore: 0,
    vAfter: 0,
    law: "",
  };
}

/** Writes the point of contact c after a duration, s: it moves with the feature that is a point. */
function writeMoved({ contactSet: { contacts }, island }: ActiveSetContext, c: number, duration: number): void {
  const { system } = island.model;
  vec3.copy(moved, 0, contacts.point, 3 * c);
  if (duration === 0) return;
  const particle = contacts.particleA[c];
  if (particle >= 0) vec3.copy(moved, 3, system.particles.state, 6 * particle + 3);
  else {
    const isB = contacts.form[c] === ContactForm.planePoint;
    const i = isB ? contacts.bodyB[c] : contacts.bodyA[c];
    mat3.transformVector(moved, 6, system.rotation, 9 * i, isB ? contacts.localB : contacts.localA, 3 * c);
    vec3.cross(moved, 3, system.angularVelocity, 3 * i, moved, 6);
    vec3.add(moved, 3, moved, 3, system.velocity, 3 * i);
  }
  vec3.addScaled(moved, 0, moved, 0, duration, moved, 3);
}

const moved = new Float64Array(9);

/** Logs the pairs that begin to touch, or no longer touch. `holding` are those that touch from now on. */
export function addTouchEvents(context: ActiveSetContext, holding: SlotSet): void {
  const { contacts } = context.contactSet;
  const { touching, zeno } = context.memory;
  for (let c = 0; c < contacts.count; c++) {
    const pair = contacts.pair[c];
    const isFirst = c === 0 || contacts.pair[c - 1] !== pair;
    if (!isFirst) continue;
    // at the end of a Zeno sequence the pair touches once more
    if (holding.has(pair) && (!touching.has(pair) || zeno.ended.has(pair))) {
      const t = findRestTime(context, c);
      addContactEvent(context, c, "touch", 0, contacts.rate[c], 0, "", t, touching.has(pair));
    }
    if (holding.has(pair) || !touching.has(pair)) continue;
    addContactEvent(context, c, "separate", 0, 0, contacts.rate[c], "");
    context.memory.parted.add(pair, context.island.model.system.time);
  }
  for (let k = 0; k < touching.count; k++) {
    const pair = touching.slots[k];
    if (holding.has(pair)) continue;
    let isHere = false;
    for (let c = 0; c < contacts.count; c++) isHere ||= contacts.pair[c] === pair;
    if (!isHere) addPartedEvent(context, pair);
  }
  context.memory.next.touching = context.memory.replaceTouching(holding);
}

/**
 * Logs the pairs that begin to slide or to stick, of those that touched before, `touching`, and touch now, `holding`. `sliding` are
 * those that slide from now on.
 */
export function addSlideEvents(context: ActiveSetContext, touching: SlotSet, holding: SlotSet, sliding: SlotSet): void {
  const { contacts } = context.contactSet;
  for (let c = 0; c < contacts.count; c++) {
    const pair = contacts.pair[c];
    if (c > 0 && contacts.pair[c - 1] === pair) continue;
    if (!holding.has(pair) || !touching.has(pair) || !(contacts.staticFriction[c] > 0)) continue;
    if (sliding.has(pair) === context.memory.sliding.has(pair)) continue;
    addContactEvent(context, c, sliding.has(pair) ? "slip" : "stick", 0, 0, 0, "");
  }
  context.memory.next.sliding = context.memory.replaceSliding(sliding);
}

/** Returns the time at which the last contact of a pair comes to rest, s; c is the first contact of the pair. */
function findRestTime(context: ActiveSetContext, c: number): number {
  const { contacts } = context.contactSet;
  const { time } = context.island.model.system;
  const { restTime } = context.memory.zeno;
  let t = time;
  for (let k = c; k < contacts.count && contacts.pair[k] === contacts.pair[c]; k++) t = restTime.latest(k, t);
  return t;
}

/** Logs the separation of a pair that is out of reach by now. */
function addPartedEvent(context: ActiveSetContext, slot: number): void {
  for (const { event, pair } of createPartedEvent(context, slot))
    context.world.log.add(event, context.island.model.system.time, pair);
}

/** Logs the separation of pairs of an island that is divided, where no new island has both of their bodies. */
export function addTornEvents(old: ActiveSetContext, runs: readonly ActiveSetContext[]): void {
  const { world } = old;
  const { pairs, pairCount } = old.candidates;
  const { touching } = old.memory;
  for (let k = 0; k < 3 * pairCount; k += 3) {
    if (!touching.has(pairs[k + 2])) continue;
    const [a, b] = [world.parts.body[pairs[k]], world.parts.body[pairs[k + 1]]];
    const isWhole = !old.island.model.moves(a) || !old.island.model.moves(b);
    if (isWhole || runs.some(({ island }) => island.model.moves(a) && island.model.moves(b))) continue;
    addPartedEvent(old, pairs[k + 2]);
    touching.delete(pairs[k + 2]);
  }
}

/** Returns the separation of a pair that is out of reach by now as an event, with the name of the pair. */
export function createPartedEvent(context: ActiveSetContext, slot: number): { event: WorldEvent; pair: string }[] {
  const { parts } = context.world;
  const { pairs } = context.candidates;
  if (slot < 0) {
    const event = createLimitEvent(context, -1 - slot, "separate", context.island.model.system.time);
    return [{ event, pair: `limit ${event.limit}` }];
  }
  const list: { event: WorldEvent; pair: string }[] = [];
  for (let k = 0; k < 3 * context.candidates.pairCount; k += 3) {
    if (pairs[k + 2] !== slot) continue;
    const a = pairs[k];
    const b = pairs[k + 1];
    const p = frameSize * a;
    const point = [parts.frames[p], parts.frames[p + 1], parts.frames[p + 2]] as const;
    const bodies = { a: parts.body[a], b: parts.body[b], particle: parts.particle[a], limit: -1, friction: -1 };
    const none = { normal: [0, 0, 0], impulse: 0, vBefore: 0, vAfter: 0, law: "" } as const;
    list.push({
      event: { t: context.island.model.system.time, type: "separate", ...bodies, point, ...none },
      pair: `${a} ${b}`,
    });
  }
  return list;
}

/** Events of contacts, from the columns of the contact table. */
import { type Bound, Carrier, type End, EndSlot } from "../../constrain/index.js";
import { ContactForm, type ContactTable } from "../../contact/index.js";
import { mat3, vec3 } from "../../math/index.js";
import type { SlotSet } from "../contact-state/index.js";
import { isLimit } from "../island/index.js";
import type { WorldEvent } from "../record/index.js";
import type { ActiveSetContext } from "./context.js";

export function addContactEvent(
  context: ActiveSetContext,
  c: number,
  type: WorldEvent["type"],
  impulse: number,
  vBefore: number,
  vAfter: number,
  law: string,
  t: number = context.island.system.time,
  isAgain = false,
): void {
  const event = createContactEvent(context, c, type, impulse, vBefore, vAfter, law, t);
  context.world.log.add(event, context.island.system.time, nameEventPair(context.contactSet.contacts, c), isAgain);
}

/** What events of contact c are of: the two parts, or the limit. */
export function nameEventPair(contacts: ContactTable, c: number): string {
  const { partA, partB, pair } = contacts;
  return isLimit(contacts, c) ? `limit ${-1 - pair[c]}` : `${partA[c]} ${partB[c]}`;
}

/** The event, told to nobody yet. */
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
  writeMoved(context, c, t - context.island.system.time);
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

/** An event of a limit, without its rates. */
function createLimitEvent(context: ActiveSetContext, limit: number, type: WorldEvent["type"], t: number): WorldEvent {
  return { ...createJointEvent(context, (context.world.limits[limit] as Bound).ends, type, t), limit };
}

/** An event of a coordinate: of the bodies that it is between, where the first is held. */
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

/** Where the point of contact c will be after a while: it goes with the feature that is a point. */
function writeMoved({ contactSet: { contacts }, island }: ActiveSetContext, c: number, duration: number): void {
  const { system } = island;
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

/** Tells of pairs that hold on to each other from now on, `holding`, and of those that do no more. */
export function addTouchEvents(context: ActiveSetContext, holding: SlotSet): void {
  const { contacts } = context.contactSet;
  const { touching, zeno } = context.memory;
  for (let c = 0; c < contacts.count; c++) {
    const pair = contacts.pair[c];
    const isFirst = c === 0 || contacts.pair[c - 1] !== pair;
    if (!isFirst) continue;
    // after bounces without end, when they have ended
    if (holding.has(pair) && (!touching.has(pair) || zeno.ended.has(pair))) {
      const t = findRestTime(context, c);
      addContactEvent(context, c, "touch", 0, contacts.rate[c], 0, "", t, touching.has(pair));
    }
    if (holding.has(pair) || !touching.has(pair)) continue;
    addContactEvent(context, c, "separate", 0, 0, contacts.rate[c], "");
    context.memory.parted.add(pair, context.island.system.time);
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
 * Tells of pairs that begin to slide across each other, or to stick, of those that held on to each other before, `touching`,
 * and do now.
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

/** When the last of the contacts of a pair, of which c is the first, comes to rest. */
function findRestTime(context: ActiveSetContext, c: number): number {
  const { contacts } = context.contactSet;
  const { time } = context.island.system;
  const { restTime } = context.memory.zeno;
  let t = time;
  for (let k = c; k < contacts.count && contacts.pair[k] === contacts.pair[c]; k++) t = restTime.latest(k, t);
  return t;
}

/** Tells of a pair that is out of reach by now. */
function addPartedEvent(context: ActiveSetContext, slot: number): void {
  for (const { event, pair } of createPartedEvent(context, slot))
    context.world.log.add(event, context.island.system.time, pair);
}

/** Tells of pairs of an island that is taken apart, where none of those made of it has both: they part by then at the latest. */
export function addTornEvents(old: ActiveSetContext, runs: readonly ActiveSetContext[]): void {
  const { world } = old;
  const { pairs, pairCount } = old.candidates;
  const { touching } = old.memory;
  for (let k = 0; k < 3 * pairCount; k += 3) {
    if (!touching.has(pairs[k + 2])) continue;
    const [a, b] = [world.parts.body[pairs[k]], world.parts.body[pairs[k + 1]]];
    const isWhole = !old.island.moves(a) || !old.island.moves(b);
    if (isWhole || runs.some(({ island }) => island.moves(a) && island.moves(b))) continue;
    addPartedEvent(old, pairs[k + 2]);
    touching.delete(pairs[k + 2]);
  }
}

/** The events of a pair that is out of reach by now, and what they are of. */
export function createPartedEvent(context: ActiveSetContext, slot: number): { event: WorldEvent; pair: string }[] {
  const { parts } = context.world;
  const { pairs } = context.candidates;
  if (slot < 0) {
    const event = createLimitEvent(context, -1 - slot, "separate", context.island.system.time);
    return [{ event, pair: `limit ${event.limit}` }];
  }
  const list: { event: WorldEvent; pair: string }[] = [];
  for (let k = 0; k < 3 * context.candidates.pairCount; k += 3) {
    if (pairs[k + 2] !== slot) continue;
    const a = pairs[k];
    const b = pairs[k + 1];
    const p = 12 * a;
    const point = [parts.frames[p], parts.frames[p + 1], parts.frames[p + 2]] as const;
    const who = { a: parts.body[a], b: parts.body[b], particle: parts.particle[a], limit: -1, friction: -1 };
    const none = { normal: [0, 0, 0], impulse: 0, vBefore: 0, vAfter: 0, law: "" } as const;
    list.push({
      event: { t: context.island.system.time, type: "separate", ...who, point, ...none },
      pair: `${a} ${b}`,
    });
  }
  return list;
}

/**
 * Events of time steps (moreau-step.ts), reported at the end of each step. Events within a step have no order, and so all of them
 * have one time:
 *
 *   collision    of a contact that was not active before and approached: its impulse is the sum over all steps until it stops
 *                approaching; the law is `moreau-jean, friction`, or `moreau-jean` without friction
 *   touch, separate, slip, stick      of pairs, and of the friction of joints: the difference from the last step
 *
 * A step that is cut passes a part of its impulses, and a collision in it is reported as two events.
 */
import { ContactMode } from "../../linalg/index.js";
import {
  createContactEvent,
  createJointFrictionEvent,
  createPartedEvent,
  createTurningEvents,
  listTurning,
  nameEventPair,
} from "../active-set/index.js";
import { ContactMark, ContactMemory, MarkedContacts, SlotSet } from "../contact-state/index.js";
import { joinLaw, type WorldEvent } from "../record/index.js";
import type { SteppingContext } from "./context.js";
import { type Draft, type Strike, StrikeList } from "./strike-list.js";

/** Laws of the collisions of time steps. */
const friction = joinLaw("moreau-jean", "friction");
const smooth = joinLaw("moreau-jean");

const noNumbers = new Float64Array(0);

/** The events of the time steps of one island. */
export class ImpulseEvents {
  /** Rates of gaps before the step and after it, m/s. */
  private before: Float64Array = noNumbers;
  private after: Float64Array = noNumbers;
  /** Collisions up to the present step. */
  private readonly strikes = new StrikeList();
  /** Collisions that go on after the last step that was accepted. */
  readonly pending = new StrikeList();
  /** Other events of the present step. */
  private readonly drafts: Draft[] = [];
  private readonly active = new MarkedContacts(new ContactMemory(), ContactMark.wasActive);
  private readonly activePairs = new SlotSet();
  private touching = new SlotSet();
  private sliding = new SlotSet();

  /** Begins a step: contacts have been evaluated at its beginning. */
  begin({ contactSet: { contacts } }: SteppingContext): void {
    this.before = contacts.rate.slice(0, contacts.count);
    // contacts out of reach keep their rates
    this.after = contacts.rate.slice(0, contacts.count);
  }

  /** Finds the events by the impulses of the solver; `driven` is c of the rows without the additions by gaps and restitution. */
  record(context: SteppingContext, driven: Float64Array): void {
    const { contacts } = context.contactSet;
    const { cones, coneSolver } = context.solvers;
    const { mode } = coneSolver.result;
    this.activePairs.clear();
    this.drafts.length = 0;
    this.active.clear();
    this.strikes.copy(this.pending);
    this.touching.clear();
    this.sliding.clear();
    for (let k = 0; k < cones.contactCount; k++) this.recordContact(context, k, driven);
    // a pair without active contacts slides as it did
    for (let k = 0; k < this.touching.count; k++) {
      const pair = this.touching.slots[k];
      if (!this.activePairs.has(pair) && context.memory.sliding.has(pair)) this.sliding.add(pair);
    }
    listTurning(this.sliding, cones, contacts, mode);
    for (let k = cones.jointStart; k < cones.count; k++) {
      if (mode[cones.cone[k]] === ContactMode.slip) this.sliding.add(-1 - contacts.keyA[cones.list[k]]);
    }
    this.compare(context);
  }

  /** Records the state of the contact of row k of the cones. */
  private recordContact(context: SteppingContext, k: number, driven: Float64Array): void {
    const { contacts } = context.contactSet;
    const { cones, coneSolver } = context.solvers;
    const { f, a, mode } = coneSolver.result;
    const { c: offset } = cones.problem.rows;
    const r = cones.row[k];
    const c = cones.list[k];
    this.after[c] = a[r] - (offset[r] - driven[r]);
    const pair = contacts.pair[c];
    const strike = this.strike(context, c, f[r]);
    if (f[r] > 0) this.activePairs.add(pair);
    if (f[r] > 0) this.active.add(contacts, c);
    if (f[r] > 0 && cones.cone[k] >= 0 && mode[cones.cone[k]] === ContactMode.slip) this.sliding.add(pair);
    const begins = strike === null ? f[r] > 0 : strike.isOver;
    if (this.isNear(context, c, f[r]) && (begins || context.memory.touching.has(pair))) this.touching.add(pair);
  }

  /** Returns whether contact c, with the impulse p, touches at the end of the step and does not separate. */
  private isNear({ contactSet: { contacts }, world }: SteppingContext, c: number, p: number): boolean {
    const { contactTolerance, restitutionThreshold } = world.settings;
    return (p > 0 || contacts.gap[c] < contactTolerance) && this.after[c] <= restitutionThreshold;
  }

  /** Returns the collision that begins at contact c or goes on there; null if there is none. */
  private strike(context: SteppingContext, c: number, p: number): Strike | null {
    const { world } = context;
    const { contacts } = context.contactSet;
    const { wasActive } = context.memory;
    const { restitutionThreshold } = world.settings;
    const old = this.strikes.get(contacts, c);
    const begins = p > 0 && this.before[c] < -restitutionThreshold && !wasActive.has(contacts, c);
    if (old === null && !begins) return null;
    const vBefore = old?.event.vBefore ?? this.before[c];
    const vAfter = this.after[c];
    const law = contacts.friction[c] > 0 || contacts.staticFriction[c] > 0 ? friction : smooth;
    const event = createContactEvent(
      context,
      c,
      "collision",
      (old?.event.impulse ?? 0) + p,
      vBefore,
      vAfter,
      law,
      context.island.model.system.time,
    );
    const strike = {
      event,
      pair: nameEventPair(contacts, c),
      isOver: !(p > 0) || vAfter >= -restitutionThreshold,
    };
    this.strikes.set(contacts, c, strike);
    return strike;
  }

  /** Drafts the events of pairs and joints whose state differs from the one before the step. */
  private compare(context: SteppingContext): void {
    const { jointFriction } = context;
    const { contacts } = context.contactSet;
    const seen = new Set<number>();
    for (let c = 0; c < contacts.count; c++) {
      const pair = contacts.pair[c];
      if (seen.has(pair)) continue;
      seen.add(pair);
      const [was, is] = [context.memory.touching.has(pair), this.touching.has(pair)];
      if (is !== was) this.draft(context, c, is ? "touch" : "separate");
      else if (is && contacts.staticFriction[c] > 0 && this.sliding.has(pair) !== context.memory.sliding.has(pair)) {
        this.draft(context, c, this.sliding.has(pair) ? "slip" : "stick");
      }
    }
    for (const pair of context.memory.touching.toArray())
      if (!seen.has(pair)) this.drafts.push(...createPartedEvent(context, pair));
    this.drafts.push(...createTurningEvents(context, this.touching, context.memory.touching, this.sliding));
    for (const friction of jointFriction.list) {
      const slot = -1 - friction.number;
      if (this.sliding.has(slot) === context.memory.sliding.has(slot)) continue;
      const event = createJointFrictionEvent(context, friction, this.sliding.has(slot));
      this.drafts.push({ event, pair: `friction ${friction.number}` });
    }
  }

  /** Drafts an event of contact c. */
  private draft(context: SteppingContext, c: number, type: WorldEvent["type"]): void {
    const vBefore = type === "touch" ? this.before[c] : 0;
    const vAfter = type === "separate" ? this.after[c] : 0;
    const event = createContactEvent(context, c, type, 0, vBefore, vAfter, "", context.island.model.system.time);
    this.drafts.push({ event, pair: nameEventPair(context.contactSet.contacts, c) });
  }

  /** Reports the events of the present step, or of the part of it that is taken, at the time of the island. */
  report(context: SteppingContext, part: number): void {
    const { world } = context;
    const { time: t } = context.island.model.system;
    const isWhole = part === 1;
    for (const { event, pair } of this.drafts) world.log.add({ ...event, t }, t, pair);
    this.touching = context.memory.replaceTouching(this.touching);
    this.sliding = context.memory.replaceSliding(this.sliding);
    context.memory.wasActive.copy(this.active.memory);
    const { contacts, items } = this.strikes;
    for (let k = 0; k < items.length; k++) {
      const { event, pair, isOver } = items[k];
      if (isWhole && isOver) world.log.add({ ...event, t }, t, pair);
      else if (!isWhole) items[k] = { event: this.cut(k, event, part), pair, isOver: false };
    }
    this.pending.clear();
    for (let k = 0; k < items.length; k++) if (!items[k].isOver) this.pending.set(contacts, k, items[k]);
  }

  /** Returns collision k with the part of its last impulse that has been passed. */
  private cut(k: number, event: WorldEvent, part: number): WorldEvent {
    const old = this.pending.get(this.strikes.contacts, k)?.event;
    const impulse = old?.impulse ?? 0;
    const vAfter = old?.vAfter ?? event.vBefore;
    return {
      ...event,
      impulse: impulse + part * (event.impulse - impulse),
      vAfter: vAfter + part * (event.vAfter - vAfter),
    };
  }

  /** Reports the unfinished collisions where the phase ends; an approach that is left is another collision. */
  end(context: SteppingContext): void {
    const { world } = context;
    const { time: t } = context.island.model.system;
    const { contacts, items } = this.pending;
    for (let k = 0; k < items.length; k++) {
      const { event, pair } = items[k];
      world.log.add({ ...event, t }, t, pair);
      context.memory.wasActive.delete(contacts, k);
    }
    this.pending.clear();
  }
}

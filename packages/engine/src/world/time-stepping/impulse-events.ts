/**
 * What leaps tell (moreau-step.ts), at the end of each. What happens within one has no order, and so its events are all of one time:
 *
 *   collision    of a contact that did not press before and approached: its impulse over all of the leaps that it took until
 *                it approached no more; the law is `moreau-jean, friction`, or `moreau-jean` where nothing rubs
 *   touch, separate, slip, stick      of pairs, and of the friction of joints: as they are at the end, against the leap before
 *
 * A leap that is cut passes a part of its impulses. A collision of it is told in two.
 */
import { ConeMode } from "../../linalg/index.js";
import {
  createContactEvent,
  createJointFrictionEvent,
  createPartedEvent,
  createTurningEvents,
  listTurning,
  nameEventPair,
} from "../active-set/index.js";
import { ContactMark, ContactMemory, MarkedContacts, SlotSet } from "../contact-state/index.js";
import type { WorldEvent } from "../record/index.js";
import type { SteppingContext } from "./context.js";
import { type Draft, type Strike, StrikeList } from "./strike-list.js";

const friction = "moreau-jean, friction";
const smooth = "moreau-jean";

const noNumbers = new Float64Array(0);

export class ImpulseEvents {
  /** Rates of gaps before the leap and after it, m/s. */
  private before: Float64Array = noNumbers;
  private after: Float64Array = noNumbers;
  /** Collisions up to the leap that was looked at last, and other events of that. */
  private readonly strikes = new StrikeList();
  /** Collisions that go on after the last leap that was taken. */
  readonly pending = new StrikeList();
  private readonly drafts: Draft[] = [];
  private readonly pressing = new MarkedContacts(new ContactMemory(), ContactMark.wasActive);
  private readonly pressed = new SlotSet();
  private touching = new SlotSet();
  private sliding = new SlotSet();

  /** A leap begins: contacts have been evaluated where it does. */
  begin({ contactSet: { contacts } }: SteppingContext): void {
    this.before = contacts.rate.slice(0, contacts.count);
    // what is out of reach goes on as it does
    this.after = contacts.rate.slice(0, contacts.count);
  }

  /** Impulses have been found; `driven` is c of the rows without what gaps and restitution have added to it. */
  record(context: SteppingContext, driven: Float64Array): void {
    const { contacts } = context.contactSet;
    const { cones, coneSolver } = context.solvers;
    const { f, a, mode } = coneSolver.result;
    const { c: offset } = cones.problem.rows;
    const { pressed } = this;
    pressed.clear();
    this.drafts.length = 0;
    this.pressing.clear();
    this.strikes.copy(this.pending);
    this.touching.clear();
    this.sliding.clear();
    for (let k = 0; k < cones.contactCount; k++) {
      const r = cones.row[k];
      const c = cones.list[k];
      this.after[c] = a[r] - (offset[r] - driven[r]);
      const pair = contacts.pair[c];
      const strike = this.strike(context, c, f[r]);
      if (f[r] > 0) pressed.add(pair);
      if (f[r] > 0) this.pressing.add(contacts, c);
      if (f[r] > 0 && cones.cone[k] >= 0 && mode[cones.cone[k]] === ConeMode.slip) this.sliding.add(pair);
      const begins = strike === null ? f[r] > 0 : strike.isOver;
      if (this.isNear(context, c, f[r]) && (begins || context.memory.touching.has(pair))) this.touching.add(pair);
    }
    // what nothing presses slides as it did
    for (let k = 0; k < this.touching.count; k++) {
      const pair = this.touching.slots[k];
      if (!pressed.has(pair) && context.memory.sliding.has(pair)) this.sliding.add(pair);
    }
    listTurning(this.sliding, cones, contacts, mode);
    for (let k = cones.jointStart; k < cones.count; k++) {
      if (mode[cones.cone[k]] === ConeMode.slip) this.sliding.add(-1 - contacts.keyA[cones.list[k]]);
    }
    this.compare(context);
  }

  /** Whether contact c, with the impulse p, touches at the end and does not part. */
  private isNear({ contactSet: { contacts }, world }: SteppingContext, c: number, p: number): boolean {
    const { contactTolerance, restitutionThreshold } = world.settings;
    return (p > 0 || contacts.gap[c] < contactTolerance) && this.after[c] <= restitutionThreshold;
  }

  /** The collision that begins at contact c, or goes on; null if there is none. */
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
      context.island.system.time,
    );
    const strike = {
      event,
      pair: nameEventPair(contacts, c),
      isOver: !(p > 0) || vAfter >= -restitutionThreshold,
    };
    this.strikes.set(contacts, c, strike);
    return strike;
  }

  /** What pairs and joints do that they did not, at the end of the leap. */
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

  private draft(context: SteppingContext, c: number, type: WorldEvent["type"]): void {
    const vBefore = type === "touch" ? this.before[c] : 0;
    const vAfter = type === "separate" ? this.after[c] : 0;
    const event = createContactEvent(context, c, type, 0, vBefore, vAfter, "", context.island.system.time);
    this.drafts.push({ event, pair: nameEventPair(context.contactSet.contacts, c) });
  }

  /** The leap that was looked at last is taken, or a part of it: tells of it, at the time of the island. */
  report(context: SteppingContext, part: number): void {
    const { world } = context;
    const { time: t } = context.island.system;
    const isWhole = part === 1;
    for (const { event, pair } of this.drafts) world.log.add({ ...event, t }, t, pair);
    this.touching = context.memory.replaceTouching(this.touching);
    this.sliding = context.memory.replaceSliding(this.sliding);
    context.memory.wasActive.copy(this.pressing.memory);
    const { contacts, items } = this.strikes;
    for (let k = 0; k < items.length; k++) {
      const { event, pair, isOver } = items[k];
      if (isWhole && isOver) world.log.add({ ...event, t }, t, pair);
      else if (!isWhole) items[k] = { event: this.cut(k, event, part), pair, isOver: false };
    }
    this.pending.clear();
    for (let k = 0; k < items.length; k++) if (!items[k].isOver) this.pending.set(contacts, k, items[k]);
  }

  /** Collision k of which only a part of the last leap has come about. */
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

  /** There are no more leaps for now: tells of collisions as far as they have come. What is left of them is another. */
  end(context: SteppingContext): void {
    const { world } = context;
    const { time: t } = context.island.system;
    const { contacts, items } = this.pending;
    for (let k = 0; k < items.length; k++) {
      const { event, pair } = items[k];
      world.log.add({ ...event, t }, t, pair);
      context.memory.wasActive.delete(contacts, k);
    }
    this.pending.clear();
  }
}

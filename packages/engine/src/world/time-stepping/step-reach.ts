/**
 * Which features may meet within a leap (moreau-step.ts). One thing that falls into a heap is fast, and all that is as near as it goes
 * would be within reach, though hardly anything else moves. So each contact has a reach of its own: as far as it closes by
 * itself, and as far as both sides may be driven by what strikes them, or what they touch, within the leap. What is met beyond
 * that is found out at the end of the leap, which is then taken again with all that is within reach of the fastest.
 */
import type { ContactTable } from "../../contact/index.js";
import { ContactMark, ContactMemory, MarkedContacts } from "../contact-state/index.js";
import type { SteppingContext } from "./context.js";

/** Features are within reach if they are this many times as far as things go. */
export const ahead = 1.5;

const noNumbers = new Float64Array(0);

export class StepReach {
  /** Whether all counts that is within reach of the fastest. */
  isWide = false;
  /** By body: how fast it is struck, and what it touches, m/s. */
  private own: Float64Array = noNumbers;
  private beside: Float64Array = noNumbers;
  private readonly list: number[] = [];
  private readonly leftOut = new MarkedContacts(new ContactMemory(), ContactMark.leftOut);

  /** The contacts that a leap of that duration has to do with, of those that are nearer than `reach`, m; `fall` is g δ, m/s. */
  choose(context: SteppingContext, duration: number, fall: number, reach: number): readonly number[] {
    const { world } = context;
    const { contacts } = context.contactSet;
    const { list, leftOut } = this;
    this.measureStrikes(context, ahead * duration, fall);
    list.length = 0;
    leftOut.clear();
    for (let c = 0; c < contacts.count; c++) {
      const gap = contacts.gap[c];
      if (!(gap <= reach)) continue;
      const speed = this.speedOf(contacts.bodyA[c]) + this.speedOf(contacts.bodyB[c]) + closing(contacts, c, fall);
      if (this.isWide || gap <= Math.max(world.settings.contactTolerance, ahead * duration * speed)) list.push(c);
      else leftOut.add(contacts, c);
    }
    return list;
  }

  /** Whether a contact that was left out is deeper now than `depth`. */
  hasMissed({ contactSet: { contacts } }: SteppingContext, depth: number): boolean {
    if (this.leftOut.isEmpty) return false;
    for (let c = 0; c < contacts.count; c++) {
      if (-contacts.gap[c] > depth && this.leftOut.has(contacts, c)) return true;
    }
    return false;
  }

  private speedOf(body: number): number {
    return body < 0 ? 0 : Math.max(this.own[body], this.beside[body]);
  }

  /** Of what closes within a time, s. */
  private measureStrikes({ island, contactSet: { contacts } }: SteppingContext, time: number, fall: number): void {
    const { count } = island.system;
    if (count > this.own.length) {
      this.own = new Float64Array(count);
      this.beside = new Float64Array(count);
    }
    const { own, beside } = this;
    own.fill(0);
    beside.fill(0);
    for (let c = 0; c < contacts.count; c++) {
      const speed = closing(contacts, c, fall);
      if (!(contacts.gap[c] <= time * speed)) continue;
      const [a, b] = [contacts.bodyA[c], contacts.bodyB[c]];
      if (a >= 0) own[a] = Math.max(own[a], speed);
      if (b >= 0) own[b] = Math.max(own[b], speed);
    }
    for (let c = 0; c < contacts.count; c++) {
      const [a, b] = [contacts.bodyA[c], contacts.bodyB[c]];
      const isNear = contacts.gap[c] <= time * closing(contacts, c, fall);
      if (!isNear || !island.moves(a) || !island.moves(b)) continue;
      beside[a] = Math.max(beside[a], own[b]);
      beside[b] = Math.max(beside[b], own[a]);
    }
  }
}

/** How fast a gap closes at most, by how things move and fall, m/s. */
function closing({ rate }: ContactTable, c: number, fall: number): number {
  return Math.max(0, -rate[c]) + fall;
}

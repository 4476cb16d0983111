/**
 * Contacts that may close within a time step (moreau-step.ts). Where one body falls fast into a heap, all contacts that are as
 * near as it moves would be within reach, though hardly anything else moves. So each contact has a reach of its own: the distance
 * by which it closes by itself, and the distance by which the bodies that strike either side, or that touch it, may drive it. A
 * contact that closes although it was left out is found at the end of the step, which is then repeated with all contacts within
 * reach of the fastest body.
 */
import type { ContactTable } from "../../contact/index.js";
import { ContactMark, ContactMemory, MarkedContacts } from "../contact-state/index.js";
import { measureSpeed } from "../event-handling/index.js";
import type { SteppingContext } from "./context.js";
import { reachRatio, stepGrowth } from "./parameters.js";

const noNumbers = new Float64Array(0);

/** The choice of the contacts of a time step. */
export class StepReach {
  /** Whether all contacts within reach of the fastest body are chosen. */
  isWide = false;
  /** Speeds at which each body is struck, and at which the bodies that touch it are struck, m/s. */
  private own: Float64Array = noNumbers;
  private beside: Float64Array = noNumbers;
  private readonly list: number[] = [];
  private readonly leftOut = new MarkedContacts(new ContactMemory(), ContactMark.leftOut);

  /** Returns the contacts nearer than `reach`, m, that may close within a step of that duration, s; `fall` is g δ, m/s. */
  choose(context: SteppingContext, duration: number, fall: number, reach: number): readonly number[] {
    const { world } = context;
    const { contacts } = context.contactSet;
    const { list, leftOut } = this;
    this.measureStrikes(context, reachRatio * duration, fall);
    list.length = 0;
    leftOut.clear();
    for (let c = 0; c < contacts.count; c++) {
      const gap = contacts.gap[c];
      if (!(gap <= reach)) continue;
      const speed = this.speedOf(contacts.bodyA[c]) + this.speedOf(contacts.bodyB[c]) + closing(contacts, c, fall);
      if (this.isWide || gap <= Math.max(world.settings.contactTolerance, reachRatio * duration * speed)) list.push(c);
      else leftOut.add(contacts, c);
    }
    return list;
  }

  /** Returns whether a contact that was left out is now deeper than `depth`, m. */
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

  /** Measures the speeds at which bodies are struck by the contacts that close within a time, s. */
  private measureStrikes({ island, contactSet: { contacts } }: SteppingContext, time: number, fall: number): void {
    const { count } = island.model.system;
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
      if (!isNear || !island.model.moves(a) || !island.model.moves(b)) continue;
      beside[a] = Math.max(beside[a], own[b]);
      beside[b] = Math.max(beside[b], own[a]);
    }
  }
}

/** Returns the largest speed at which a gap closes by the velocities and the weights of its bodies, m/s. */
function closing({ rate }: ContactTable, c: number, fall: number): number {
  return Math.max(0, -rate[c]) + fall;
}

/** Returns the distance that bodies may come within the step after one of length `last`, m; at least the contact tolerance. */
export function measureReach(context: SteppingContext, last: number): number {
  const { contactTolerance, gravity } = context.world.settings;
  const duration = last * stepGrowth;
  let fall = 0;
  for (let k = 0; k < 3; k++) fall += Math.abs(gravity[k]);
  return Math.max(contactTolerance, reachRatio * duration * (measureSpeed(context) + fall * duration));
}

/**
 * Event location: the first instant of a step at which a guard of the island changes its sign.
 *
 *   a pair without active contacts collides                                                     pair-guard.ts
 *   other features of a pair with active contacts touch                                         touch-guard.ts
 *   an active contact leaves its features                                                       margin-guard.ts
 *   a contact that separates has fallen back, or one that is near arrives                       micro-bounce-guard.ts
 *   a coordinate of a joint reaches a limit                                                     limit-guard.ts
 *   the force of a contact, or of a limit, falls to zero                                        force-guard.ts
 *   a pair that touches without a force separates, or begins to need one                        detection/force-free-pairs.ts
 *   a slipping contact stops, a sticking one breaks stick                                       mode-guard.ts
 *
 * Follows: Rigid Body Simulation, section 7; Baraff 1989, sections 4 and 7.
 */
import { TimeOfImpactStatus } from "../../collide/index.js";
import { ContactActivity, evaluateContact, followRim } from "../../contact/index.js";
import { createArrays } from "../../math/index.js";
import type { Stepper } from "../../ode/index.js";
import type { Clearance } from "../detection/index.js";
import { isLimit } from "../island/index.js";
import type { StepPath } from "../trajectory/index.js";
import type { GuardContext } from "./context.js";
import { GuardSet } from "./guard-set.js";
import { PairRange } from "./pair-guard.js";
import { TouchStatus } from "./touch-status.js";

/** Event location in the steps of an island. */
export class StepGuards {
  private readonly context: GuardContext;
  private readonly path: StepPath;
  private readonly clearance: Clearance;
  private readonly guards: GuardSet;
  /** The instant found, s. */
  readonly time: Float64Array;
  /** The part of the step that is examined, s. */
  private readonly span: Float64Array;
  /** The slot of the pair with a feature transition at the instant found, or −1. */
  private transitionSlot = -1;
  /** The delay after which the new features of that pair are detected, s. */
  private readonly transitionDelay: Float64Array;
  /** The delay of the pair in hand, s; 0 if its first event is no feature transition. */
  private readonly delay: Float64Array;
  /** Contacts, by number, that leave the active set at the instant found. */
  private readonly releasing: number[] = [];
  /** Contacts, by number, that break stick at the instant found. */
  private readonly breakingStick: number[] = [];

  /** Creates the guards of the island for the path of its steps, with the clearances of its pairs. */
  constructor(context: GuardContext, path: StepPath, clearance: Clearance) {
    this.context = context;
    this.path = path;
    this.clearance = clearance;
    this.guards = new GuardSet(context);
    [this.time, this.span, this.transitionDelay, this.delay] = createArrays([1, 2, 1, 1]);
  }

  /** Whether the work budget ended before the instant was found in the last step: it is not known. */
  get isTooCostly(): boolean {
    return this.guards.friction?.isTooCostly === true;
  }

  /** Begins the steps after event handling. Returns whether no sliding contact has a negative force. */
  begin(): boolean {
    this.guards.begin();
    return this.guards.force?.hasPull !== true;
  }

  /** Reports the event at the instant found to the contact memory of the island. */
  report(): void {
    const { context } = this;
    for (const c of this.releasing) {
      context.memory.releasing.add(context.contactSet.contacts, c);
      this.reportOthers(c);
    }
    for (const c of this.breakingStick) context.memory.breakingStick.add(context.contactSet.contacts, c);
    if (context.island.friction !== null) context.solvers.friction.remember();
    if (context.solvers.hasHadFriction) {
      const { items, count } = context.solvers.friction.transitions.stopping;
      for (let k = 0; k < count; k++) context.memory.stopped.add(context.contactSet.contacts, items[k]);
    }
    context.contactSet.ahead.set(this.transitionSlot, this.transitionDelay[0], context.island.model.system.time);
  }

  /** Releases the contacts of a pair that depend on its active ones, if the last of these is released with contact c. */
  private reportOthers(c: number): void {
    const { context, releasing } = this;
    const { contacts } = context.contactSet;
    const { pair, active } = contacts;
    for (let k = 0; k < contacts.count; k++) {
      if (pair[k] === pair[c] && active[k] === ContactActivity.active && !releasing.includes(k)) return;
    }
    for (let k = 0; k < contacts.count; k++) {
      if (pair[k] === pair[c] && active[k] !== ContactActivity.separating) context.memory.releasing.add(contacts, k);
    }
  }

  /** Forgets the event found last. */
  forget(): void {
    this.releasing.length = 0;
    this.breakingStick.length = 0;
    this.transitionSlot = -1;
  }

  /** Accepts the step. Returns whether the slopes have changed at its end. */
  accept(): boolean {
    const { context, guards } = this;
    guards.force?.accept();
    for (let k = 0; k < context.contactSet.activeRows.length; k++) {
      const { list } = context.contactSet.activeRows[k];
      for (let j = 0; j < list.length; j++) {
        if (!isLimit(context.contactSet.contacts, list[j]))
          followRim(context.contactSet.contacts, list[j], context.island.model.system);
      }
    }
    return guards.friction?.accept(context) === true;
  }

  /** Examines the step just taken. Returns whether it contains an event; see `time`. */
  find(stepper: Stepper): boolean {
    const { context, time, span, delay } = this;
    const { pairs } = context.candidates;
    const n = stepper.state.length - 1;
    span[0] = stepper.previous[n];
    span[1] = stepper.state[n];
    // cheap to find, and shortens all other searches
    this.findFirstMicroBounce();
    let first = time[0];
    span[1] = Math.min(first, stepper.state[n]);
    this.forget();
    for (let k = 0; k < 3 * context.candidates.pairCount; k += 3) {
      if (this.clearance.passes(pairs[k], pairs[k + 1], pairs[k + 2])) continue;
      this.findInPair(k);
      if (!(time[0] < first)) continue;
      first = time[0];
      span[1] = first;
      this.transitionSlot = delay[0] > 0 ? pairs[k + 2] : -1;
      this.transitionDelay[0] = delay[0];
    }
    time[0] = first;
    if (context.limits.count > 0) this.findLimit(stepper);
    this.findForce(stepper);
    if (time[0] < span[1]) this.transitionSlot = -1;
    if (!(time[0] < Infinity) && this.hasRisen()) time[0] = stepper.state[n];
    return time[0] < Infinity;
  }

  /** Writes the first event of the candidate pair at `k` within `span` to `time`; ∞ if there is none. */
  private findInPair(k: number): void {
    const { context, path, span, time } = this;
    const { detector, parts } = context.world;
    const { pairs } = context.candidates;
    const slot = pairs[k + 2];
    const begin = context.contactSet.findContacts(slot);
    time[0] = Infinity;
    this.delay[0] = 0;
    if (begin >= 0 && context.contactSet.isActive(begin)) {
      this.findTouch(k, begin);
      return;
    }
    const { pair } = this.guards;
    pair.range[PairRange.from] = span[0];
    pair.range[PairRange.to] = span[1];
    pair.range[PairRange.gap] = 0;
    const status = pair.find(path, path, parts, pairs[k], pairs[k + 1], detector.cache, slot);
    if (status !== TimeOfImpactStatus.none) time[0] = pair.time[0];
    else this.clearance.measure(context, path, pairs[k], pairs[k + 1], slot);
    if (begin >= 0 && context.memory.touching.has(slot)) this.findSlideOff(begin);
    this.findMicroBounces(slot, Math.max(0, begin), begin < 0 ? 0 : this.findEnd(begin));
  }

  /** Writes the instant at which a limit is reached to `time`, if it is earlier. */
  private findLimit(stepper: Stepper): void {
    const { span, time } = this;
    const { limit } = this.guards;
    limit.before[0] = span[1];
    if (limit.find(stepper) && limit.time[0] < time[0]) time[0] = limit.time[0];
  }

  /** Writes the instant at which a force falls to zero, or a mode ends, to `time`, if it is earlier, and lists its contacts. */
  private findForce(stepper: Stepper): void {
    const { context, time, releasing, breakingStick } = this;
    const { force, friction } = this.guards;
    if (force?.scan(context, stepper) === true && force.time[0] < time[0]) {
      time[0] = force.time[0];
      force.listReleasing(context, releasing);
    }
    if (friction?.scan(context, stepper) === true && friction.time[0] < time[0]) {
      time[0] = friction.time[0];
      releasing.length = 0;
      for (const c of friction.breakingStick) breakingStick.push(c);
    } else if (context.solvers.hasHadFriction) context.solvers.friction.transitions.stopping.clear();
  }

  /** Whether a contact implied by others, without a row of its own, has separated by the end of the step. */
  private hasRisen(): boolean {
    const { island, world } = this.context;
    const { contacts } = this.context.contactSet;
    const { cache } = this.context.world.detector;
    for (let c = 0; c < contacts.count; c++) {
      if (contacts.active[c] !== ContactActivity.implied || isLimit(contacts, c)) continue;
      evaluateContact(contacts, c, island.model.system, world.parts, cache);
      if (contacts.gap[c] > world.settings.contactTolerance) return true;
    }
    return false;
  }

  /** The end of the contacts of the pair whose contacts begin at `first`. */
  private findEnd(first: number): number {
    const { pair, count } = this.context.contactSet.contacts;
    let end = first;
    while (end < count && pair[end] === pair[first]) end++;
    return end;
  }

  /** Writes the first event of a pair with active contacts, whose contacts begin at `first`, to `time`; ∞ if there is none. */
  private findTouch(k: number, first: number): void {
    const { context, path, span } = this;
    const { touch, margin } = this.guards;
    const { world } = context;
    const { contacts } = context.contactSet;
    const { detector, parts } = world;
    const a = context.candidates.pairs[k];
    const b = context.candidates.pairs[k + 1];
    const slot = context.candidates.pairs[k + 2];
    const end = this.findEnd(first);
    touch.range[0] = span[0];
    touch.range[1] = span[1];
    const status = touch.findTouch(path, parts, a, b, contacts, first, end, detector.cache, slot);
    let t = status === TouchStatus.none ? Infinity : touch.time[0];
    this.delay[0] = 0;
    for (let c = first; c < end; c++) {
      // contacts without a row of their own leave their features, too
      if (contacts.active[c] !== ContactActivity.active && contacts.active[c] !== ContactActivity.implied) continue;
      margin.range[0] = span[0];
      margin.range[1] = Math.min(t, span[1]);
      if (!margin.find(path, parts, contacts, c) || !(margin.time[0] < t)) continue;
      t = margin.time[0];
      this.delay[0] = margin.delay[0];
    }
    this.time[0] = t;
    this.findMicroBounces(slot, first, end);
  }

  /**
   * Writes the instant at which the last contact of a pair that touches without a force leaves its features to `time`, if it is
   * earlier.
   */
  private findSlideOff(first: number): void {
    const { context, path, span } = this;
    const { margin } = this.guards;
    const { world } = context;
    const { contacts } = context.contactSet;
    let last = -Infinity;
    let delay = 0;
    let isHere = false;
    // all contacts: a margin that is lost later is compared with its value before
    for (let c = first; c < this.findEnd(first); c++) {
      if (contacts.active[c] === ContactActivity.separating) continue;
      margin.range[0] = span[0];
      margin.range[1] = Math.min(this.time[0], span[1]);
      if (!margin.find(path, world.parts, contacts, c)) isHere = true;
      else if (margin.time[0] >= last) {
        last = margin.time[0];
        delay = margin.delay[0];
      }
    }
    if (isHere || !(last > -Infinity) || !(last < this.time[0])) return;
    this.time[0] = last;
    this.delay[0] = delay;
  }

  /**
   * Writes the instant at which a contact of a pair, from first to end, has fallen back, or a near one arrives, to `time`, if
   * earlier.
   */
  private findMicroBounces(slot: number, first: number, end: number): void {
    const { context, path, span } = this;
    const { world } = context;
    const { contacts, nearby } = context.contactSet;
    if (end === first && nearby.count === 0) return;
    const { microBounce } = this.guards;
    const { detector, parts } = world;
    microBounce.range[0] = span[0];
    microBounce.range[1] = Math.min(this.time[0], span[1]);
    for (let c = first; c < end; c++) {
      if (contacts.active[c] === ContactActivity.active) continue;
      const isFree = contacts.active[c] === ContactActivity.separating;
      if (microBounce.find(path, parts, contacts, c, detector.cache, isFree)) this.takeMicroBounce();
    }
    for (let c = 0; c < nearby.count; c++) {
      if (nearby.pair[c] !== slot) continue;
      if (microBounce.find(path, parts, nearby, c, detector.cache, true)) this.takeMicroBounce();
    }
  }

  /** Writes the instant at which the first contact that separates, or is near, lands to `time`; ∞ if there is none. */
  private findFirstMicroBounce(): void {
    const { context, path, span } = this;
    const { world } = context;
    const { contacts, nearby } = context.contactSet;
    this.time[0] = Infinity;
    if (contacts.count + nearby.count === 0) return;
    const { microBounce } = this.guards;
    const { detector, parts } = world;
    microBounce.range[0] = span[0];
    microBounce.range[1] = span[1];
    for (let c = 0; c < contacts.count; c++) {
      if (contacts.active[c] !== ContactActivity.separating || isLimit(contacts, c)) continue;
      if (microBounce.find(path, parts, contacts, c, detector.cache, true)) this.takeMicroBounce();
    }
    for (let c = 0; c < nearby.count; c++) {
      if (microBounce.find(path, parts, nearby, c, detector.cache, true)) this.takeMicroBounce();
    }
  }

  /** Takes the landing that was found as the first event, and ends the following searches there. */
  private takeMicroBounce(): void {
    const { microBounce } = this.guards;
    this.time[0] = microBounce.time[0];
    microBounce.range[1] = microBounce.time[0];
    this.delay[0] = 0;
  }
}

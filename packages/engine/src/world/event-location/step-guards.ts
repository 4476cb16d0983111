/**
 * The first instant of a step at which something is to be done:
 *
 *   pairs that do not hold on to each other come to touch                                       pair-guard.ts
 *   pairs that do: another of their features reaches                                            touch-guard.ts
 *   those of theirs in contact part                                                             margin-guard.ts
 *   a contact of theirs that rose has fallen back                                               micro-bounce-guard.ts
 *   a coordinate of a joint reaches a limit                                                     limit-guard.ts
 *   the force of a contact, or of a limit, falls to zero                                        force-guard.ts
 *   what touches without a force is pulled apart, or pressed together                           force-free-pairs.ts
 *   what slides stops, what sticks begins to slide                                              mode-guard.ts
 *
 * Follows: Rigid Body Simulation, section 7; Baraff 1989, sections 4 and 7.
 */
import { ImpactStatus } from "../../collide/index.js";
import { evaluateContact, followRim } from "../../contact/index.js";
import { createArrays } from "../../math/index.js";
import type { Stepper } from "../../ode/index.js";
import type { Clearance } from "../detection/index.js";
import { isLimit } from "../island/index.js";
import type { StepPath } from "../trajectory/index.js";
import type { GuardContext } from "./context.js";
import { ForceGuard } from "./force-guard.js";
import { LimitGuard } from "./limit-guard.js";
import { MarginGuard } from "./margin-guard.js";
import { MicroBounceGuard } from "./micro-bounce-guard.js";
import { ModeGuard } from "./mode-guard.js";
import { PairGuard, PairRange } from "./pair-guard.js";
import { TouchGuard } from "./touch-guard.js";
import { TouchStatus } from "./touch-status.js";

export class StepGuards {
  private readonly context: GuardContext;
  private readonly path: StepPath;
  /** Those that only pairs, contacts or limits need are made when they are asked for. */
  private ownPair: PairGuard | null = null;
  private ownTouch: TouchGuard | null = null;
  private ownMargin: MarginGuard | null = null;
  private ownMicroBounce: MicroBounceGuard | null = null;
  private ownBound: LimitGuard | null = null;
  private ownForce: ForceGuard | null = null;
  private ownFriction: ModeGuard | null = null;
  private readonly clearance: Clearance;
  /** The instant found, s. */
  readonly time: Float64Array;
  /** The part of the step that is looked at, s. */
  private readonly span: Float64Array;
  /** The slot of the pair whose features part at the instant found, or −1, and how much later that is told, s. */
  aheadSlot = -1;
  readonly ahead: Float64Array;
  /** The same of the pair in hand; 0 if it is something else that happens first. */
  private readonly later: Float64Array;
  /** Contacts, by number, that are not to be held at the instant found. */
  readonly releasing: number[] = [];
  /** Contacts that are about to slip at the instant found. */
  readonly breakingStick: number[] = [];

  constructor(context: GuardContext, path: StepPath, clearance: Clearance) {
    this.clearance = clearance;
    this.context = context;
    this.path = path;
    [this.time, this.span, this.ahead, this.later] = createArrays([1, 2, 1, 1]);
  }

  private get pair(): PairGuard {
    const { contactTolerance, impactTime } = this.context.world.settings;
    // hops far below the tolerance are seen, until settling ends them
    this.ownPair ??= new PairGuard(1e-3 * contactTolerance, impactTime);
    return this.ownPair;
  }

  private get touch(): TouchGuard {
    if (this.ownTouch === null) {
      this.ownTouch = new TouchGuard(this.context.world.settings.contactTolerance);
      this.ownTouch.nearby = this.context.contactSet.nearby;
      this.ownTouch.settle();
    }
    return this.ownTouch;
  }

  private get margin(): MarginGuard {
    this.ownMargin ??= new MarginGuard(this.context.world.settings.contactTolerance);
    return this.ownMargin;
  }

  private get microBounce(): MicroBounceGuard {
    this.ownMicroBounce ??= new MicroBounceGuard(this.context.world.settings.contactTolerance);
    return this.ownMicroBounce;
  }

  private get bound(): LimitGuard {
    this.ownBound ??= new LimitGuard(this.context);
    return this.ownBound;
  }

  /** Whether it took too much to find when, in the step that was looked at last: it is not known. */
  get isTooCostly(): boolean {
    return this.ownFriction?.isTooCostly === true;
  }

  /** From here on, after settling. Tells whether contacts that rub press, with what is held, as they should. */
  begin(): boolean {
    this.ownTouch?.settle();
    this.ownMargin?.settle();
    const { context } = this;
    const hasFriction = context.island.friction !== null;
    if (hasFriction || context.contactSet.contacts.count > 0 || context.contactSet.activeRows.length > 0)
      this.ownForce ??= new ForceGuard();
    if (hasFriction) this.ownFriction ??= new ModeGuard();
    this.ownForce?.begin(context);
    this.ownFriction?.begin(context);
    return this.ownForce?.hasPull !== true;
  }

  /** Tells the run by name what happens at the time found. */
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
    context.contactSet.ahead.set(this.aheadSlot, this.ahead[0], context.island.system.time);
  }

  /** Where all that holds a pair is spent, with contact c, those of its contacts that depend on it are, too. */
  private reportOthers(c: number): void {
    const { context, releasing } = this;
    const { contacts } = context.contactSet;
    const { pair, active } = contacts;
    for (let k = 0; k < contacts.count; k++) {
      if (pair[k] === pair[c] && active[k] === 1 && !releasing.includes(k)) return;
    }
    for (let k = 0; k < contacts.count; k++) {
      if (pair[k] === pair[c] && active[k] !== 2) context.memory.releasing.add(contacts, k);
    }
  }

  /** What was found last is no more. */
  forget(): void {
    this.releasing.length = 0;
    this.breakingStick.length = 0;
    this.aheadSlot = -1;
  }

  /** The step is taken. Tells whether slopes are others from here on. */
  accept(): boolean {
    const { context } = this;
    this.ownForce?.accept();
    for (let k = 0; k < context.contactSet.activeRows.length; k++) {
      const { list } = context.contactSet.activeRows[k];
      for (let j = 0; j < list.length; j++) {
        if (!isLimit(context.contactSet.contacts, list[j]))
          followRim(context.contactSet.contacts, list[j], context.island.system);
      }
    }
    return this.ownFriction?.accept(context) === true;
  }

  /** Looks at the step just taken. Tells whether there is such an instant; see `time`. */
  find(stepper: Stepper): boolean {
    const { context, path, ownForce: force, ownFriction: friction, releasing, breakingStick, clearance } = this;
    const { detector, parts } = context.world;
    const { pairs } = context.candidates;
    const n = stepper.state.length - 1;
    const from = stepper.previous[n];
    this.span[0] = from;
    this.span[1] = stepper.state[n];
    // cheap to find, and then there is less to look at
    this.findFirstMicroBounce();
    let first = this.time[0];
    let to = Math.min(first, stepper.state[n]);
    releasing.length = 0;
    breakingStick.length = 0;
    this.aheadSlot = -1;
    for (let k = 0; k < 3 * context.candidates.pairCount; k += 3) {
      const slot = pairs[k + 2];
      if (clearance.passes(pairs[k], pairs[k + 1], slot)) continue;
      const begin = context.contactSet.findContacts(slot);
      const isHeld = begin >= 0 && context.contactSet.isActive(begin);
      this.time[0] = Infinity;
      this.later[0] = 0;
      this.span[0] = from;
      this.span[1] = to;
      if (isHeld) this.findTouch(k, begin);
      else {
        const { pair } = this;
        pair.range[PairRange.from] = from;
        pair.range[PairRange.to] = to;
        pair.range[PairRange.gap] = 0;
        const status = pair.find(path, path, parts, pairs[k], pairs[k + 1], detector.cache, slot);
        if (status !== ImpactStatus.none) this.time[0] = pair.time[0];
        else clearance.measure(context, path, pairs[k], pairs[k + 1], slot);
        if (begin >= 0 && context.memory.touching.has(slot)) this.findSlideOff(begin);
        this.findMicroBounces(slot, Math.max(0, begin), begin < 0 ? 0 : this.findEnd(begin));
      }
      const t = this.time[0];
      if (t < first) {
        first = t;
        to = t;
        this.aheadSlot = this.later[0] > 0 ? slot : -1;
        this.ahead[0] = this.later[0];
      }
    }
    if (context.limits.count > 0 && this.findBound(stepper, to) < first) first = this.bound.time[0];
    if (force?.scan(context, stepper) === true && force.time[0] < first) {
      first = force.time[0];
      force.listReleasing(context, releasing);
    }
    if (friction?.scan(context, stepper) === true && friction.time[0] < first) {
      first = friction.time[0];
      releasing.length = 0;
      for (const c of friction.breakingStick) breakingStick.push(c);
    } else if (context.solvers.hasHadFriction) context.solvers.friction.transitions.stopping.clear();
    if (first < to) {
      this.aheadSlot = -1;
    }
    if (!(first < Infinity) && this.hasRisen()) first = stepper.state[n];
    this.time[0] = first;
    return first < Infinity;
  }

  /** When a limit is reached before `to`, or ∞. */
  private findBound(stepper: Stepper, to: number): number {
    const { bound } = this;
    bound.before[0] = to;
    return bound.find(stepper) ? bound.time[0] : Infinity;
  }

  /** Whether a contact without a row of its own has left by the end of the step, as nothing keeps it: at least then it is told. */
  private hasRisen(): boolean {
    const { island, world } = this.context;
    const { contacts } = this.context.contactSet;
    const { cache } = this.context.world.detector;
    for (let c = 0; c < contacts.count; c++) {
      if (contacts.active[c] !== 3 || isLimit(contacts, c)) continue;
      evaluateContact(contacts, c, island.system, world.parts, cache);
      if (contacts.gap[c] > world.settings.contactTolerance) return true;
    }
    return false;
  }

  /** Behind the last contact of the pair whose contacts begin at `first`. */
  private findEnd(first: number): number {
    const { pair, count } = this.context.contactSet.contacts;
    let end = first;
    while (end < count && pair[end] === pair[first]) end++;
    return end;
  }

  /** Writes into `time` the same for a pair that holds on to each other, whose contacts begin at `first`; or ∞. */
  private findTouch(k: number, first: number): void {
    const { context, path, touch, margin, span } = this;
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
    this.later[0] = 0;
    for (let c = first; c < end; c++) {
      // those without a row of their own leave, too
      if (contacts.active[c] !== 1 && contacts.active[c] !== 3) continue;
      margin.range[0] = span[0];
      margin.range[1] = Math.min(t, span[1]);
      if (!margin.find(path, parts, contacts, c) || !(margin.time[0] < t)) continue;
      t = margin.time[0];
      this.later[0] = margin.ahead[0];
    }
    this.time[0] = t;
    this.findMicroBounces(slot, first, end);
  }

  /** Writes into `time` when the last contact of a pair that touches without a force has left its features, if that is earlier. */
  private findSlideOff(first: number): void {
    const { context, path, margin, span } = this;
    const { world } = context;
    const { contacts } = context.contactSet;
    let last = -Infinity;
    let later = 0;
    let isHere = false;
    // all of them: one that has left is known by what its margin was before
    for (let c = first; c < this.findEnd(first); c++) {
      if (contacts.active[c] === 2) continue;
      margin.range[0] = span[0];
      margin.range[1] = Math.min(this.time[0], span[1]);
      if (!margin.find(path, world.parts, contacts, c)) isHere = true;
      else if (margin.time[0] >= last) {
        last = margin.time[0];
        later = margin.ahead[0];
      }
    }
    if (isHere || !(last > -Infinity) || !(last < this.time[0])) return;
    this.time[0] = last;
    this.later[0] = later;
  }

  /** Writes into `time` when a contact of a pair, from first to end, has fallen back, or one has come, if that is earlier. */
  private findMicroBounces(slot: number, first: number, end: number): void {
    const { context, path, span } = this;
    const { world } = context;
    const { contacts, nearby } = context.contactSet;
    if (end === first && nearby.count === 0) return;
    const { microBounce } = this;
    const { detector, parts } = world;
    microBounce.range[0] = span[0];
    microBounce.range[1] = Math.min(this.time[0], span[1]);
    for (let c = first; c < end; c++) {
      if (contacts.active[c] === 1) continue;
      if (microBounce.find(path, parts, contacts, c, detector.cache, contacts.active[c] === 2)) this.takeMicroBounce();
    }
    for (let c = 0; c < nearby.count; c++) {
      if (nearby.pair[c] !== slot) continue;
      if (microBounce.find(path, parts, nearby, c, detector.cache, true)) this.takeMicroBounce();
    }
  }

  /** Writes into `time` when the first contact that rose, or is near, lands; or ∞. */
  private findFirstMicroBounce(): void {
    const { context, path, span } = this;
    const { world } = context;
    const { contacts, nearby } = context.contactSet;
    this.time[0] = Infinity;
    if (contacts.count + nearby.count === 0) return;
    const { microBounce } = this;
    const { detector, parts } = world;
    microBounce.range[0] = span[0];
    microBounce.range[1] = span[1];
    for (let c = 0; c < contacts.count; c++) {
      if (contacts.active[c] !== 2 || isLimit(contacts, c)) continue;
      if (microBounce.find(path, parts, contacts, c, detector.cache, true)) this.takeMicroBounce();
    }
    for (let c = 0; c < nearby.count; c++) {
      if (microBounce.find(path, parts, nearby, c, detector.cache, true)) this.takeMicroBounce();
    }
  }

  private takeMicroBounce(): void {
    const { microBounce } = this;
    this.time[0] = microBounce.time[0];
    microBounce.range[1] = microBounce.time[0];
    this.later[0] = 0;
  }
}

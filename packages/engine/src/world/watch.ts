/**
 * The first instant of a step at which something is to be done:
 *
 *   pairs that do not hold on to each other come to touch                                       pair-watch.ts
 *   pairs that do: another of their features reaches                                            touch-watch.ts
 *   those of theirs in contact part                                                             margin-watch.ts
 *   a contact of theirs that rose has fallen back                                               hop-watch.ts
 *   a coordinate of a joint reaches a limit                                                     bound-watch.ts
 *   the force of a contact, or of a limit, falls to zero                                        force-watch.ts
 *   what touches without a force is pulled apart, or pressed together                           idle-pairs.ts
 *   what slides stops, what sticks begins to slide                                              friction-watch.ts
 *
 * Follows: Rigid Body Simulation, section 7; Baraff 1989, sections 4 and 7.
 */
import { ImpactStatus } from "../collide/index.js";
import { evaluateContact, followRim } from "../contact/index.js";
import { createArrays } from "../math/index.js";
import type { Stepper } from "../ode/index.js";
import { BoundWatch } from "./bound-watch.js";
import { isBound } from "./bounds.js";
import type { Clearance } from "./clearance.js";
import { ForceWatch } from "./force-watch.js";
import { FrictionWatch } from "./friction-watch.js";
import { HopWatch } from "./hop-watch.js";
import { MarginWatch } from "./margin-watch.js";
import { PairRange, PairWatch } from "./pair-watch.js";
import type { StepPath } from "./path.js";
import { type IslandRun, nameContact } from "./run.js";
import { TouchStatus } from "./touch-status.js";
import { TouchWatch } from "./touch-watch.js";

export class StepWatch {
  private readonly run: IslandRun;
  private readonly path: StepPath;
  /** Those that only pairs, contacts or limits need are made when they are asked for. */
  private ownPair: PairWatch | null = null;
  private ownTouch: TouchWatch | null = null;
  private ownMargin: MarginWatch | null = null;
  private ownHop: HopWatch | null = null;
  private ownBound: BoundWatch | null = null;
  private ownForce: ForceWatch | null = null;
  private ownFriction: FrictionWatch | null = null;
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
  readonly spent: number[] = [];
  /** Contacts that are about to slip at the instant found. */
  readonly leaving: number[] = [];

  constructor(run: IslandRun, path: StepPath, clearance: Clearance) {
    this.clearance = clearance;
    this.run = run;
    this.path = path;
    [this.time, this.span, this.ahead, this.later] = createArrays([1, 2, 1, 1]);
  }

  private get pair(): PairWatch {
    const { contactTolerance, impactTime } = this.run.kit.settings;
    // hops far below the tolerance are seen, until settling ends them
    this.ownPair ??= new PairWatch(1e-3 * contactTolerance, impactTime);
    return this.ownPair;
  }

  private get touch(): TouchWatch {
    if (this.ownTouch === null) {
      this.ownTouch = new TouchWatch(this.run.kit.settings.contactTolerance);
      this.ownTouch.nearby = this.run.nearby;
      this.ownTouch.settle();
    }
    return this.ownTouch;
  }

  private get margin(): MarginWatch {
    this.ownMargin ??= new MarginWatch(this.run.kit.settings.contactTolerance);
    return this.ownMargin;
  }

  private get hop(): HopWatch {
    this.ownHop ??= new HopWatch(this.run.kit.settings.contactTolerance);
    return this.ownHop;
  }

  private get bound(): BoundWatch {
    this.ownBound ??= new BoundWatch(this.run);
    return this.ownBound;
  }

  /** Whether it took too much to find when, in the step that was looked at last: it is not known. */
  get isDear(): boolean {
    return this.ownFriction?.isDear === true;
  }

  /** From here on, after settling. Tells whether contacts that rub press, with what is held, as they should. */
  begin(): boolean {
    this.ownTouch?.settle();
    this.ownMargin?.settle();
    const { run } = this;
    const isRubbing = run.island.friction !== null;
    if (isRubbing || run.contacts.count > 0 || run.held.length > 0) this.ownForce ??= new ForceWatch();
    if (isRubbing) this.ownFriction ??= new FrictionWatch();
    this.ownForce?.begin(run);
    this.ownFriction?.begin(run);
    return this.ownForce?.hasPull !== true;
  }

  /** Tells the run by name what happens at the time found. */
  tell(): void {
    const { run } = this;
    for (const c of this.spent) {
      run.spent.add(nameContact(run.contacts, c));
      this.tellOthers(c);
    }
    for (const c of this.leaving) run.leaving.add(nameContact(run.contacts, c));
    if (run.island.friction !== null) run.friction.remember();
    if (run.hasRubbed) for (const c of run.friction.stopping) run.friction.stopped.add(nameContact(run.contacts, c));
    run.ahead.set(this.aheadSlot, this.ahead[0], run.time);
  }

  /** Where all that holds a pair is spent, with contact c, those of its contacts that depend on it are, too. */
  private tellOthers(c: number): void {
    const { run, spent } = this;
    const { contacts } = run;
    const { pair, active } = contacts;
    for (let k = 0; k < contacts.count; k++) {
      if (pair[k] === pair[c] && active[k] === 1 && !spent.includes(k)) return;
    }
    for (let k = 0; k < contacts.count; k++) {
      if (pair[k] === pair[c] && active[k] !== 2) run.spent.add(nameContact(contacts, k));
    }
  }

  /** What was found last is no more. */
  forget(): void {
    this.spent.length = 0;
    this.leaving.length = 0;
    this.aheadSlot = -1;
  }

  /** The step is taken. Tells whether slopes are others from here on. */
  accept(): boolean {
    const { run } = this;
    this.ownForce?.accept();
    for (let k = 0; k < run.held.length; k++) {
      const { list } = run.held[k];
      for (let j = 0; j < list.length; j++) {
        if (!isBound(run.contacts, list[j])) followRim(run.contacts, list[j], run.island.system);
      }
    }
    return this.ownFriction?.accept(run) === true;
  }

  /** Looks at the step just taken. Tells whether there is such an instant; see `time`. */
  find(stepper: Stepper): boolean {
    const { run, path, ownForce: force, ownFriction: friction, spent, leaving, clearance } = this;
    const { detector, parts } = run.kit;
    const { pairs } = run;
    const n = stepper.state.length - 1;
    const from = stepper.previous[n];
    this.span[0] = from;
    this.span[1] = stepper.state[n];
    // cheap to find, and then there is less to look at
    this.findFirstHop();
    let first = this.time[0];
    let to = Math.min(first, stepper.state[n]);
    spent.length = 0;
    leaving.length = 0;
    this.aheadSlot = -1;
    for (let k = 0; k < 3 * run.pairCount; k += 3) {
      const slot = pairs[k + 2];
      if (clearance.passes(pairs[k], pairs[k + 1], slot)) continue;
      const begin = run.findContacts(slot);
      const isHeld = begin >= 0 && run.isHeld(begin);
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
        else clearance.measure(run, path, pairs[k], pairs[k + 1], slot);
        if (begin >= 0 && run.touching.has(slot)) this.findSlideOff(begin);
        this.findHops(slot, Math.max(0, begin), begin < 0 ? 0 : this.findEnd(begin));
      }
      const t = this.time[0];
      if (t < first) {
        first = t;
        to = t;
        this.aheadSlot = this.later[0] > 0 ? slot : -1;
        this.ahead[0] = this.later[0];
      }
    }
    if (run.bounds.count > 0 && this.findBound(stepper, to) < first) first = this.bound.time[0];
    if (force?.scan(run, stepper) === true && force.time[0] < first) {
      first = force.time[0];
      force.listSpent(run, spent);
    }
    if (friction?.scan(run, stepper) === true && friction.time[0] < first) {
      first = friction.time[0];
      spent.length = 0;
      for (const c of friction.leaving) leaving.push(c);
    } else if (run.hasRubbed && run.friction.stopping.size > 0) run.friction.stopping.clear();
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
    const { contacts, island, kit, cache } = this.run;
    for (let c = 0; c < contacts.count; c++) {
      if (contacts.active[c] !== 3 || isBound(contacts, c)) continue;
      evaluateContact(contacts, c, island.system, kit.parts, cache);
      if (contacts.gap[c] > kit.settings.contactTolerance) return true;
    }
    return false;
  }

  /** Behind the last contact of the pair whose contacts begin at `first`. */
  private findEnd(first: number): number {
    const { pair, count } = this.run.contacts;
    let end = first;
    while (end < count && pair[end] === pair[first]) end++;
    return end;
  }

  /** Writes into `time` the same for a pair that holds on to each other, whose contacts begin at `first`; or ∞. */
  private findTouch(k: number, first: number): void {
    const { run, path, touch, margin, span } = this;
    const { contacts, kit } = run;
    const { detector, parts } = kit;
    const a = run.pairs[k];
    const b = run.pairs[k + 1];
    const slot = run.pairs[k + 2];
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
    this.findHops(slot, first, end);
  }

  /** Writes into `time` when the last contact of a pair that touches without a force has left its features, if that is earlier. */
  private findSlideOff(first: number): void {
    const { run, path, margin, span } = this;
    const { contacts, kit } = run;
    let last = -Infinity;
    let later = 0;
    let isHere = false;
    // all of them: one that has left is known by what its margin was before
    for (let c = first; c < this.findEnd(first); c++) {
      if (contacts.active[c] === 2) continue;
      margin.range[0] = span[0];
      margin.range[1] = Math.min(this.time[0], span[1]);
      if (!margin.find(path, kit.parts, contacts, c)) isHere = true;
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
  private findHops(slot: number, first: number, end: number): void {
    const { run, path, span } = this;
    const { contacts, nearby, kit } = run;
    if (end === first && nearby.count === 0) return;
    const { hop } = this;
    const { detector, parts } = kit;
    hop.range[0] = span[0];
    hop.range[1] = Math.min(this.time[0], span[1]);
    for (let c = first; c < end; c++) {
      if (contacts.active[c] === 1) continue;
      if (hop.find(path, parts, contacts, c, detector.cache, contacts.active[c] === 2)) this.takeHop();
    }
    for (let c = 0; c < nearby.count; c++) {
      if (nearby.pair[c] !== slot) continue;
      if (hop.find(path, parts, nearby, c, detector.cache, true)) this.takeHop();
    }
  }

  /** Writes into `time` when the first contact that rose, or is near, lands; or ∞. */
  private findFirstHop(): void {
    const { run, path, span } = this;
    const { contacts, nearby, kit } = run;
    this.time[0] = Infinity;
    if (contacts.count + nearby.count === 0) return;
    const { hop } = this;
    const { detector, parts } = kit;
    hop.range[0] = span[0];
    hop.range[1] = span[1];
    for (let c = 0; c < contacts.count; c++) {
      if (contacts.active[c] !== 2 || isBound(contacts, c)) continue;
      if (hop.find(path, parts, contacts, c, detector.cache, true)) this.takeHop();
    }
    for (let c = 0; c < nearby.count; c++) {
      if (hop.find(path, parts, nearby, c, detector.cache, true)) this.takeHop();
    }
  }

  private takeHop(): void {
    const { hop } = this;
    this.time[0] = hop.time[0];
    hop.range[1] = hop.time[0];
    this.later[0] = 0;
  }
}

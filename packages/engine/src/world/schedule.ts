/**
 * Islands, each with its own steps, kept together. Time goes on in windows. Within one, every island moves on by itself, and
 * its path is kept. Then all pairs of parts of different islands are looked at along their paths: the first two islands to
 * meet, and all that touch these then, go back to that instant, and go on from there as one; until none meet within the
 * window. What an event costs is so paid by its own island. Islands whose parts have lost touch come apart when a window
 * ends, and one that rests sleeps.
 *
 * Follows: Baraff 1989, section 9.
 */
import { evaluateContact } from "../contact/index.js";
import { IslandFlow } from "./advance.js";
import { measureLoads } from "./audit-loads.js";
import { isBound } from "./bounds.js";
import { addTornEvents } from "./contact-events.js";
import { putToRest, rouse } from "./dormant.js";
import { fitParts } from "./fit-parts.js";
import { findPredecessor, inheritFlow, resumeFlow, SnapshotIndex, saveFlows } from "./flow-snapshot.js";
import { Island } from "./island.js";
import type { IslandParts } from "./island-parts.js";
import { describeOverflow, describeTooLarge, isOverflow } from "./magnitudes.js";
import { findFlow, type Meeting, MeetingWatch } from "./meeting.js";
import type { Neighbours } from "./neighbours.js";
import { OverlapWatch } from "./overlap-watch.js";
import { hasSameMembers, mergeParts, Partition } from "./partition.js";
import { IslandRun, type Kit } from "./run.js";
import { fallAsleep, isAtRest } from "./sleep.js";
import type { IslandSnapshot } from "./snapshot.js";
import type { Tie } from "./ties.js";
import { listTouching, resumeTouching } from "./touching-lists.js";
import { chooseWindow, firstWindow, longestWindow } from "./window-length.js";

/** So often islands are taken to where they meet, if they overlap there: each time twice as much earlier, as it may be slowly. */
const mostAttempts = 8;
/** After so many events of an island a window is over: paths with many are dear to compare. */
const eventsAWindow = 48;

export class Schedule {
  flows: IslandFlow[] = [];
  /** Windows and meetings of islands so far. */
  windows = 0;
  meetings = 0;
  /** Work of the present window that was for nothing. */
  private undone = 0;
  /** Steps, evaluations and work of islands that are no more. */
  private readonly past = new Float64Array(3);
  /** The length of the next window, s. */
  nextWindow = firstWindow;
  /** The end of the present window, s. */
  private reached = 0;
  private readonly kit: Kit;
  private readonly neighbours: Neighbours;
  private readonly meetingWatch: MeetingWatch;
  private readonly overlapWatch: OverlapWatch;
  /** The flow of each body, and that of the particles at the end. */
  private flowOf: (IslandFlow | null)[] = [];
  private driven: readonly number[] = [];
  /** The state of everything where the window began, and the books of islands that were woken in it. */
  private stateBefore = new Float64Array(0);
  private ownBefore = new Float64Array(0);
  private tiesBefore: readonly Tie[] = [];
  private readonly woken = new Map<IslandFlow, Float64Array>();

  constructor(kit: Kit, neighbours: Neighbours) {
    this.kit = kit;
    this.neighbours = neighbours;
    this.meetingWatch = new MeetingWatch(kit);
    this.overlapWatch = new OverlapWatch(kit, neighbours);
    neighbours.isAsleep = (p) => findFlow(this.flowOf, kit.parts, p)?.isAsleep === true;
  }

  /** Makes islands of everything as it is, or of those that a snapshot names. */
  rebuild(islands: readonly IslandSnapshot[] | null = null): void {
    const { mechanism, detector, parts, ties } = this.kit;
    const { system } = mechanism;
    this.driven = Array.from({ length: system.count }, (_, i) => i).filter((i) => system.kinematics.isDriven(i));
    const known = islands === null ? listTouching(this.flows) : null;
    mechanism.derive();
    this.kit.audit.begin(mechanism);
    if (islands !== null) ties.clear();
    detector.placeParts();
    for (let p = 0; p < parts.count; p++) this.neighbours.fit(p, this.kit.settings.contactTolerance);
    detector.update();
    if (islands !== null) detector.reset();
    const partition = new Partition(mechanism, this.kit.limits, this.kit.frictions);
    const { pairs } = detector;
    for (const { moving, withParticles } of islands ?? []) {
      for (const i of moving) partition.bind(i, withParticles ? -1 : moving[0]);
    }
    for (let k = 0; k < pairs.count && islands === null; k++) {
      if (detector.isTouching(k)) partition.bind(parts.body[pairs.partA[k]], parts.body[pairs.partB[k]]);
    }
    this.replace(partition.collect(this.driven).map((made) => this.createFlow(made, false)));
    this.neighbours.collectEach(
      this.flows.map(({ run }) => run),
      (p) => findFlow(this.flowOf, parts, p)?.run ?? null,
    );
    ties.clear();
    const findRun = (a: number, b: number) => (findFlow(this.flowOf, parts, a) ?? findFlow(this.flowOf, parts, b))?.run;
    if (known !== null) resumeTouching(known, this.flows, detector, findRun);
  }

  /** Forgets what it knows of the parts of the body in a row, which is removed: all islands are made anew then. */
  forget(row: number): void {
    const { parts } = this.kit;
    for (const { run } of this.flows) run.dropPairs((p) => parts.body[p] === row);
  }

  get steps(): number {
    return this.sum(0, "steps");
  }

  get evaluations(): number {
    return this.sum(1, "evaluations");
  }

  private sum(slot: number, of: "steps" | "evaluations" | "work"): number {
    return this.flows.reduce((sum, flow) => sum + flow[of], this.past[slot]);
  }

  /** Puts other islands in the place of those there are. */
  private replace(flows: IslandFlow[]): void {
    const staying = new Set(flows);
    for (const flow of this.flows) if (!staying.has(flow)) this.leave(flow);
    this.flows = flows;
    this.assign();
  }

  private leave(flow: IslandFlow, sign = 1): void {
    this.past[0] += sign * flow.steps;
    this.past[1] += sign * flow.evaluations;
    this.past[2] += sign * flow.work;
  }

  /** All islands as they are. */
  save(): IslandSnapshot[] {
    return saveFlows(this.flows);
  }

  /** Makes the islands that `save` has told of; the state must be in place. Returns null, or why they cannot settle. */
  restore(islands: readonly IslandSnapshot[], window: number): string | null {
    this.nextWindow = window;
    this.rebuild(islands);
    const known = new SnapshotIndex(islands);
    for (const flow of this.flows) {
      const island = known.find(flow);
      if (island !== undefined) resumeFlow(flow, island);
    }
    return this.settle();
  }

  /** An island on its way; with the pairs that it has, unless they are collected for many at once. */
  private createFlow(parts: IslandParts, hasPairs = true): IslandFlow {
    const run = new IslandRun(this.kit, new Island(this.kit.mechanism, parts));
    this.kit.ties.attach(run);
    if (hasPairs) this.neighbours.collect(run);
    return new IslandFlow(run, this.neighbours);
  }

  private assign(): void {
    this.flowOf = new Array(this.kit.mechanism.system.count + 1).fill(null);
    for (const flow of this.flows) this.adopt(flow);
  }

  private adopt(flow: IslandFlow): void {
    const { parts, particleCount } = flow.run.island;
    for (const i of parts.moving) this.flowOf[i] = flow;
    if (particleCount > 0) this.flowOf[this.flowOf.length - 1] = flow;
    flow.keepsPath = this.flows.length > 1;
    flow.maySleep = this.flows.length <= 1 && this.driven.length === 0;
  }

  /** Whether bodies were moved by hand since: then all begins anew. */
  isStale(): boolean {
    return this.flows.some((flow) => flow.isStale());
  }

  /** Settles all islands, or some. Returns null, or why it cannot be done. */
  settle(flows: readonly IslandFlow[] = this.flows): string | null {
    for (const flow of flows) {
      const fault = flow.isAsleep ? null : flow.settle();
      if (fault !== null) return fault;
    }
    return null;
  }

  /** Moves all islands on to tEnd. Returns null, or why it ended before: then all are where the last window began. */
  advanceTo(
    start: number,
    tEnd: number,
    maxSteps: number,
    // biome-ignore lint/suspicious/noConfusingVoidType: a callback that returns nothing is welcome
    onProgress?: (t: number) => boolean | undefined | void,
  ): string | null {
    const before = this.steps;
    let t = start;
    while (t < tEnd) {
      if (this.steps - before >= maxSteps) return `stopped after ${maxSteps} steps at t = ${t}; raise maxSteps`;
      // what rests now need not be moved at all
      for (const flow of this.flows) if (!flow.isAsleep && flow.fault === null && isAtRest(flow.run)) fallAsleep(flow);
      const awake = this.flows.filter((flow) => !flow.isAsleep);
      const isAlone = this.flows.length <= 1;
      const end = isAlone ? Math.min(tEnd, t + longestWindow) : Math.min(tEnd, t + this.nextWindow);
      this.fitBoxes(awake, t, end);
      for (const flow of awake) flow.keep();
      this.keepState();
      const fault = this.advanceWindow(t, end, maxSteps);
      this.windows++;
      if (fault !== null) this.setClock(t);
      if (fault !== null) return fault;
      t = this.reached;
      for (const { run, isAsleep } of this.flows) if (!isAsleep) measureLoads(this.kit.audit, run.island);
      this.kit.audit.close(this.kit.mechanism, this.kit.worst, this.kit.settings);
      const stuck = this.regroup() ?? this.putToRest();
      if (stuck !== null) return stuck;
      if (onProgress?.(t) === false) return null;
    }
    return null;
  }

  private setClock(t: number): void {
    const { system } = this.kit.mechanism;
    const { state, kinematics } = system;
    state[state.length - 1] = t;
    // where all sleep, nobody else moves them
    if (kinematics.count > 0) kinematics.follow(system, state);
  }

  /** Boxes for what is to come. */
  private fitBoxes(awake: readonly IslandFlow[], from: number, end: number): void {
    fitParts(this.kit, this.neighbours, awake, end - from);
    if (this.driven.length > 0 && awake.length < this.flows.length) {
      this.meetingWatch.driven.cover(this.neighbours, from, end, awake.length > 0);
    }
    this.kit.detector.update();
    this.neighbours.collectEach(
      awake.map(({ run }) => run),
      (p) => this.findAwake(p),
    );
  }

  private findAwake(p: number): IslandRun | null {
    const flow = findFlow(this.flowOf, this.kit.parts, p);
    return flow?.isAsleep === false ? flow.run : null;
  }

  /** Moves on to `end`, or to where an island has had many events: `reached`. What the user's functions throw changes nothing. */
  private advanceWindow(start: number, end: number, maxSteps: number): string | null {
    const before = this.flows;
    try {
      return this.moveOn(before, start, end, maxSteps);
    } catch (error) {
      const fault = isOverflow(error) ? describeOverflow(this.kit.mechanism, error) : null;
      this.undo(before, start, "");
      this.setClock(start);
      if (fault !== null) return fault;
      throw error;
    }
  }

  private moveOn(before: IslandFlow[], start: number, end: number, maxSteps: number): string | null {
    const workBefore = this.sum(2, "work");
    this.undone = 0;
    this.reached = end;
    this.meetingWatch.begin(start);
    this.kit.log.begin();
    for (const flow of this.flows) {
      const fault = flow.isAsleep ? null : this.advanceFlow(flow, maxSteps);
      if (fault !== null) return this.undo(before, start, fault);
    }
    let met = 0;
    const isAlone = this.flows.length <= 1 && this.driven.length === 0;
    while (!isAlone) {
      const meeting = this.meetingWatch.findAny(this.flows, this.flowOf, this.reached);
      if (meeting === null && !this.flows.some((flow) => this.isBeyond(flow))) break;
      const fault = meeting === null ? this.shorten(maxSteps) : this.join(meeting, maxSteps);
      if (fault !== null) return this.undo(before, start, fault);
      if (meeting !== null) met++;
    }
    this.setClock(this.reached);
    const fault = describeTooLarge(this.kit.mechanism) ?? this.overlapWatch.find(this.flows, this.flowOf);
    if (fault !== null) return this.undo(before, start, fault);
    this.meetings += met;
    const taken = this.sum(2, "work") - workBefore;
    const { nextWindow: length, reached, undone } = this;
    this.nextWindow = chooseWindow({ length, start, end, reached, islands: before.length, met, taken, undone });
    return null;
  }

  /** Moves an island on; one with many events ends the window. One that has come to what sleeps waits there to be joined. */
  private advanceFlow(flow: IslandFlow, maxSteps: number): string | null {
    const fault = flow.advanceTo(this.reached, maxSteps, eventsAWindow);
    if (!flow.isAsleep && !flow.hasMet) this.reached = Math.min(this.reached, flow.time);
    return fault;
  }

  private isBeyond(flow: IslandFlow): boolean {
    return !flow.isAsleep && flow.time > this.reached;
  }

  /** Takes islands that are beyond the end of the window back to it. */
  private shorten(maxSteps: number): string | null {
    for (const flow of this.flows) {
      const fault = this.isBeyond(flow)
        ? (this.takeBack(flow, this.reached) ?? flow.advanceTo(this.reached, maxSteps))
        : null;
      if (fault !== null) return fault;
    }
    return null;
  }

  /** Takes an island back to its last checkpoint before t, and forgets what it did since. */
  private takeBack(flow: IslandFlow, t: number): string | null {
    const { time, gained } = flow.trail.find(t);
    this.kit.log.dropAfter(time, (event) => flow.run.isOwn(event));
    this.undone += flow.gained - gained;
    return flow.goBack(t);
  }

  private keepState(): void {
    const { system, own } = this.kit.mechanism;
    if (this.stateBefore.length !== system.state.length) this.stateBefore = new Float64Array(system.state.length);
    if (this.ownBefore.length !== own.length) this.ownBefore = new Float64Array(own.length);
    this.stateBefore.set(system.state);
    this.ownBefore.set(own);
    this.tiesBefore = this.kit.ties.list;
    this.woken.clear();
  }

  /** Everything back to where the window began, with the islands that there were. */
  private undo(before: IslandFlow[], start: number, fault: string): string {
    const { mechanism, log } = this.kit;
    const staying = new Set(this.flows);
    for (const flow of before) if (!staying.has(flow)) this.leave(flow, -1);
    this.replace(before);
    mechanism.system.state.set(this.stateBefore);
    mechanism.own.set(this.ownBefore);
    this.kit.ties.list = this.tiesBefore;
    mechanism.derive();
    for (const [flow, ledger] of this.woken) flow.run.island.ledger.set(ledger);
    log.dropAfter(start, () => true);
    for (const flow of this.flows) if (!flow.isAsleep) flow.goBack();
    this.kit.audit.begin(mechanism);
    return fault;
  }

  /** Takes islands back to the instant at which they meet, and lets them go on as one. */
  private join(meeting: Meeting, maxSteps: number): string | null {
    let { t } = meeting;
    // it has stopped in vain: what it came to is part of it
    if (meeting.p === meeting.q && !meeting.p.isAsleep) return meeting.p.advanceTo(this.reached, maxSteps);
    if (this.kit.ties.has(meeting.slot)) rouse(this.kit, t);
    const all = [...this.meetingWatch.gather(this.flowOf, meeting)];
    for (const flow of all) {
      if (flow.isAsleep && !this.woken.has(flow)) this.woken.set(flow, flow.run.island.ledger.slice());
    }
    const awake = all.filter((flow) => !flow.isAsleep);
    for (let attempt = 0, lateness = 0, by = 1; attempt === 0 || lateness > 0; attempt++, by *= 2) {
      t = Math.max(t - lateness, ...awake.map((flow) => flow.trail.beginning));
      for (const flow of awake) {
        const fault = flow.time === t ? null : (this.takeBack(flow, t) ?? flow.advanceTo(t, maxSteps));
        if (fault !== null) return fault;
      }
      lateness = attempt + 1 < mostAttempts ? by * this.meetingWatch.measureLateness(meeting) : 0;
    }
    const flow = this.createFlow(all.map(({ run }) => run.island.parts).reduce(mergeParts));
    this.setClock(t);
    for (const old of all) inheritFlow(flow, old);
    for (const old of all) this.leave(old);
    const gone = new Set(all);
    this.flows = [...this.flows.filter((other) => !gone.has(other)), flow];
    this.adopt(flow);
    const fault = flow.settle(true);
    if (fault !== null) return fault;
    flow.keep();
    // or it strikes what it is tied to, and waits for that
    return flow.hasMet ? null : this.advanceFlow(flow, maxSteps);
  }

  /** Lets what hardly moves sleep, beside what moves. */
  private putToRest(): string | null {
    const make = (parts: IslandParts) => this.createFlow(parts);
    const before = new Set(this.flows);
    const flows = this.flows.flatMap((flow) => putToRest(flow, this.driven, make) ?? [flow]);
    const fresh = flows.filter((flow) => !flow.isAsleep && !before.has(flow));
    if (fresh.length > 0) this.replace(flows);
    return this.settle(fresh);
  }

  /** Takes apart what has lost touch. */
  private regroup(): string | null {
    const { mechanism, settings, parts } = this.kit;
    const partition = new Partition(mechanism, this.kit.limits, this.kit.frictions);
    for (const { run, isAsleep, isInStorm } of this.flows) {
      const { contacts, island } = run;
      const { moving } = island.parts;
      // what sleeps stays together: of what a snapshot put to sleep no contacts are known; so does what rattles
      for (let k = 1; k < moving.length && (isAsleep || isInStorm); k++) partition.bind(moving[0], moving[k]);
      for (let c = 0; c < contacts.count; c++) {
        if (isBound(contacts, c)) continue;
        evaluateContact(contacts, c, island.system, parts, run.cache);
        if (contacts.gap[c] <= 2 * settings.contactTolerance) partition.bind(contacts.bodyA[c], contacts.bodyB[c]);
      }
    }
    const fresh: IslandFlow[] = [];
    const flows = partition.collect(this.driven).map((made) => {
      const old = findPredecessor(this.flows, this.flowOf, made);
      if (old !== null && hasSameMembers(old.run.island.parts, made)) return old;
      const flow = this.createFlow(made, false);
      if (old !== null) inheritFlow(flow, old);
      fresh.push(flow);
      return flow;
    });
    if (fresh.length === 0 && flows.length === this.flows.length) return null;
    const runs = flows.map(({ run }) => run);
    const staying = new Set(flows);
    for (const old of this.flows) if (!staying.has(old)) addTornEvents(old.run, runs);
    this.replace(flows);
    const made = new Set(fresh.map(({ run }) => run));
    this.neighbours.collectEach([...made], (p) => {
      const run = findFlow(this.flowOf, parts, p)?.run ?? null;
      return run !== null && made.has(run) ? run : null;
    });
    return this.settle(fresh);
  }
}

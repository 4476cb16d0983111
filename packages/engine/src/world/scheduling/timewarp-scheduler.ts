/**
 * Islands, each with its own steps, kept together. Time goes on in windows. Within one, every island moves on by itself, and
 * its path is kept. Then all pairs of parts of different islands are looked at along their paths: the first two islands to
 * meet, and all that touch these then, go back to that instant, and go on from there as one; until none meet within the
 * window. What an event costs is so paid by its own island. Islands whose parts have lost touch come apart when a window
 * ends, and one that rests sleeps.
 *
 * Follows: Baraff 1989, section 9.
 */

import { evaluateContact } from "../../contact/index.js";
import { addTornEvents } from "../active-set/index.js";
import { measureLoads } from "../audit/index.js";
import type { FrozenContact, WorldContext } from "../contact-state/index.js";
import { IslandContext } from "../context/index.js";
import type { Neighbours } from "../detection/index.js";
import { IslandFlow, isAtRest } from "../integration/index.js";
import { hasSameMembers, Island, isLimit, mergeParts, Partition } from "../island/index.js";
import type { IslandParts } from "../model/index.js";
import { describeOverflow, describeTooLarge, isOverflow } from "../model/index.js";
import type { IslandSnapshot } from "../record/index.js";
import { attachInterface } from "./attach-interface.js";
import { fitParts } from "./fit-parts.js";
import { findPredecessor, inheritFlow, resumeFlow, SnapshotIndex, saveFlows } from "./flow-snapshot.js";
import { findFlow, type Meeting, MeetingGuard } from "./meeting.js";
import { OverlapGuard } from "./overlap-guard.js";
import { isOwn } from "./pair-lists.js";
import { putToRest, wake } from "./partial-sleep.js";
import { listAllTouching, resumeTouching } from "./touching-lists.js";
import { chooseWindow, firstWindow, longestWindow } from "./window-length.js";

/** So often islands are taken to where they meet, if they overlap there: each time twice as much earlier, as it may be slowly. */
const mostAttempts = 8;
/** After so many events of an island a window is over: paths with many are dear to compare. */
const eventsAWindow = 48;

export class TimewarpScheduler {
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
  private readonly world: WorldContext;
  private readonly neighbours: Neighbours;
  private readonly meetingWatch: MeetingGuard;
  private readonly overlapWatch: OverlapGuard;
  /** The flow of each body, and that of the particles at the end. */
  private flowOf: (IslandFlow | null)[] = [];
  private driven: readonly number[] = [];
  /** The state of everything where the window began, and the books of islands that were woken in it. */
  private stateBefore = new Float64Array(0);
  private ownBefore = new Float64Array(0);
  private interfaceBefore: readonly FrozenContact[] = [];
  private readonly woken = new Map<IslandFlow, Float64Array>();

  constructor(world: WorldContext, neighbours: Neighbours) {
    this.world = world;
    this.neighbours = neighbours;
    this.meetingWatch = new MeetingGuard(world);
    this.overlapWatch = new OverlapGuard(world, neighbours);
    neighbours.isAsleep = (p) => findFlow(this.flowOf, world.parts, p)?.isAsleep === true;
  }

  /** Makes islands of everything as it is, or of those that a snapshot names. */
  rebuild(islands: readonly IslandSnapshot[] | null = null): void {
    const { mechanism, detector, parts, frozenInterface: ties } = this.world;
    const { system } = mechanism;
    this.driven = Array.from({ length: system.count }, (_, i) => i).filter((i) => system.kinematics.isDriven(i));
    const known = islands === null ? listAllTouching(this.flows) : null;
    mechanism.derive();
    this.world.audit.begin(mechanism);
    if (islands !== null) ties.clear();
    detector.placeParts();
    for (let p = 0; p < parts.count; p++) this.neighbours.fit(p, this.world.settings.contactTolerance);
    detector.update();
    if (islands !== null) detector.reset();
    const partition = new Partition(mechanism, this.world.limits, this.world.frictions);
    const { pairs } = detector;
    for (const { moving, withParticles } of islands ?? []) {
      for (const i of moving) partition.bind(i, withParticles ? -1 : moving[0]);
    }
    for (let k = 0; k < pairs.count && islands === null; k++) {
      if (detector.isTouching(k)) partition.bind(parts.body[pairs.partA[k]], parts.body[pairs.partB[k]]);
    }
    this.replace(partition.collect(this.driven).map((made) => this.createFlow(made, false)));
    this.neighbours.collectEach(
      this.flows.map(({ context }) => context),
      (p) => findFlow(this.flowOf, parts, p)?.context ?? null,
    );
    ties.clear();
    const findRun = (a: number, b: number) =>
      (findFlow(this.flowOf, parts, a) ?? findFlow(this.flowOf, parts, b))?.context;
    if (known !== null) resumeTouching(known, this.flows, detector, findRun);
  }

  /** Forgets what it knows of the parts of the body in a row, which is removed: all islands are made anew then. */
  forget(row: number): void {
    const { parts } = this.world;
    for (const { context } of this.flows) context.candidates.dropPairs((p) => parts.body[p] === row);
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
    const context = new IslandContext(this.world, new Island(this.world.mechanism, parts));
    attachInterface(this.world.frozenInterface, context);
    if (hasPairs) this.neighbours.collect(context);
    return new IslandFlow(context, this.neighbours);
  }

  private assign(): void {
    this.flowOf = new Array(this.world.mechanism.system.count + 1).fill(null);
    for (const flow of this.flows) this.adopt(flow);
  }

  private adopt(flow: IslandFlow): void {
    const { parts, particleCount } = flow.context.island;
    for (const i of parts.moving) this.flowOf[i] = flow;
    if (particleCount > 0) this.flowOf[this.flowOf.length - 1] = flow;
    flow.window.keepsPath = this.flows.length > 1;
    flow.window.maySleep = this.flows.length <= 1 && this.driven.length === 0;
  }

  /** Whether bodies were moved by hand since: then all begins anew. */
  isStale(): boolean {
    return this.flows.some((flow) => flow.isStale());
  }

  /** Settles all islands, or some. Returns null, or why it cannot be done. */
  settle(flows: readonly IslandFlow[] = this.flows): string | null {
    for (const flow of flows) {
      const fault = flow.isAsleep ? null : flow.handleEvent();
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
      for (const flow of this.flows)
        if (!flow.isAsleep && flow.fault === null && isAtRest(flow.context)) flow.fallAsleep();
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
      for (const { context, isAsleep } of this.flows) if (!isAsleep) measureLoads(this.world.audit, context.island);
      this.world.audit.close(this.world.mechanism, this.world.worst, this.world.settings);
      const stuck = this.regroup() ?? this.putToRest();
      if (stuck !== null) return stuck;
      if (onProgress?.(t) === false) return null;
    }
    return null;
  }

  private setClock(t: number): void {
    const { system } = this.world.mechanism;
    const { state, kinematics } = system;
    state[state.length - 1] = t;
    // where all sleep, nobody else moves them
    if (kinematics.count > 0) kinematics.follow(system, state);
  }

  /** Boxes for what is to come. */
  private fitBoxes(awake: readonly IslandFlow[], from: number, end: number): void {
    fitParts(this.world, this.neighbours, awake, end - from);
    if (this.driven.length > 0 && awake.length < this.flows.length) {
      this.meetingWatch.driven.cover(this.neighbours, from, end, awake.length > 0);
    }
    this.world.detector.update();
    this.neighbours.collectEach(
      awake.map(({ context }) => context),
      (p) => this.findAwake(p),
    );
  }

  private findAwake(p: number): IslandContext | null {
    const flow = findFlow(this.flowOf, this.world.parts, p);
    return flow?.isAsleep === false ? flow.context : null;
  }

  /** Moves on to `end`, or to where an island has had many events: `reached`. What the user's functions throw changes nothing. */
  private advanceWindow(start: number, end: number, maxSteps: number): string | null {
    const before = this.flows;
    try {
      return this.moveOn(before, start, end, maxSteps);
    } catch (error) {
      const fault = isOverflow(error) ? describeOverflow(this.world.mechanism, error) : null;
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
    this.world.log.begin();
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
    const fault = describeTooLarge(this.world.mechanism) ?? this.overlapWatch.find(this.flows, this.flowOf);
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
    const { time, gained } = flow.history.find(t);
    this.world.log.dropAfter(time, (event) => isOwn(flow.context, event));
    this.undone += flow.gained - gained;
    return flow.goBack(t);
  }

  private keepState(): void {
    const { system, own } = this.world.mechanism;
    if (this.stateBefore.length !== system.state.length) this.stateBefore = new Float64Array(system.state.length);
    if (this.ownBefore.length !== own.length) this.ownBefore = new Float64Array(own.length);
    this.stateBefore.set(system.state);
    this.ownBefore.set(own);
    this.interfaceBefore = this.world.frozenInterface.list;
    this.woken.clear();
  }

  /** Everything back to where the window began, with the islands that there were. */
  private undo(before: IslandFlow[], start: number, fault: string): string {
    const { mechanism, log } = this.world;
    const staying = new Set(this.flows);
    for (const flow of before) if (!staying.has(flow)) this.leave(flow, -1);
    this.replace(before);
    mechanism.system.state.set(this.stateBefore);
    mechanism.own.set(this.ownBefore);
    this.world.frozenInterface.list = this.interfaceBefore;
    mechanism.derive();
    for (const [flow, ledger] of this.woken) flow.context.island.ledger.set(ledger);
    log.dropAfter(start, () => true);
    for (const flow of this.flows) if (!flow.isAsleep) flow.goBack();
    this.world.audit.begin(mechanism);
    return fault;
  }

  /** Takes islands back to the instant at which they meet, and lets them go on as one. */
  private join(meeting: Meeting, maxSteps: number): string | null {
    let { t } = meeting;
    // it has stopped in vain: what it came to is part of it
    if (meeting.p === meeting.q && !meeting.p.isAsleep) return meeting.p.advanceTo(this.reached, maxSteps);
    if (this.world.frozenInterface.has(meeting.slot)) wake(this.world, t);
    const all = [...this.meetingWatch.gather(this.flowOf, meeting)];
    for (const flow of all) {
      if (flow.isAsleep && !this.woken.has(flow)) this.woken.set(flow, flow.context.island.ledger.slice());
    }
    const awake = all.filter((flow) => !flow.isAsleep);
    for (let attempt = 0, lateness = 0, by = 1; attempt === 0 || lateness > 0; attempt++, by *= 2) {
      t = Math.max(t - lateness, ...awake.map((flow) => flow.history.beginning));
      for (const flow of awake) {
        const fault = flow.time === t ? null : (this.takeBack(flow, t) ?? flow.advanceTo(t, maxSteps));
        if (fault !== null) return fault;
      }
      lateness = attempt + 1 < mostAttempts ? by * this.meetingWatch.measureLateness(meeting) : 0;
    }
    const flow = this.createFlow(all.map(({ context }) => context.island.parts).reduce(mergeParts));
    this.setClock(t);
    for (const old of all) inheritFlow(flow, old);
    for (const old of all) this.leave(old);
    const gone = new Set(all);
    this.flows = [...this.flows.filter((other) => !gone.has(other)), flow];
    this.adopt(flow);
    const fault = flow.handleEvent(true);
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
    const { mechanism, settings, parts } = this.world;
    const partition = new Partition(mechanism, this.world.limits, this.world.frictions);
    for (const { context, isAsleep, isTimeStepping } of this.flows) {
      const { island } = context;
      const { contacts } = context.contactSet;
      const { moving } = island.parts;
      // what sleeps stays together: of what a snapshot put to sleep no contacts are known; so does what rattles
      for (let k = 1; k < moving.length && (isAsleep || isTimeStepping); k++) partition.bind(moving[0], moving[k]);
      for (let c = 0; c < contacts.count; c++) {
        if (isLimit(contacts, c)) continue;
        evaluateContact(contacts, c, island.system, parts, context.world.detector.cache);
        if (contacts.gap[c] <= 2 * settings.contactTolerance) partition.bind(contacts.bodyA[c], contacts.bodyB[c]);
      }
    }
    const fresh: IslandFlow[] = [];
    const flows = partition.collect(this.driven).map((made) => {
      const old = findPredecessor(this.flows, this.flowOf, made);
      if (old !== null && hasSameMembers(old.context.island.parts, made)) return old;
      const flow = this.createFlow(made, false);
      if (old !== null) inheritFlow(flow, old);
      fresh.push(flow);
      return flow;
    });
    if (fresh.length === 0 && flows.length === this.flows.length) return null;
    const runs = flows.map(({ context }) => context);
    const staying = new Set(flows);
    for (const old of this.flows) if (!staying.has(old)) addTornEvents(old.context, runs);
    this.replace(flows);
    const made = new Set(fresh.map(({ context }) => context));
    this.neighbours.collectEach([...made], (p) => {
      const run = findFlow(this.flowOf, parts, p)?.context ?? null;
      return run !== null && made.has(run) ? run : null;
    });
    return this.settle(fresh);
  }
}

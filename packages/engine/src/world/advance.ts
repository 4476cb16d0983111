/**
 * An island moves on by itself, from event to event: settle, flow, watch.
 *
 *   settle   contacts, impacts, which contacts press                                  settle.ts
 *   flow     one step of the solver, with what presses held                           island.ts
 *   watch    the first instant of the step at which something else is to be done      watch.ts
 *
 * A step within which something happens is taken anew, to just behind it, and cut there: the solver is as good as it says at
 * the ends of its steps.
 *
 * Follows: Rigid Body Simulation, sections 6 to 9; Baraff 1989, section 3.
 */
import { findCulprit } from "../constrain/index.js";
import type { ContactTable } from "../contact/index.js";
import { Control, Count, type Stepper, StepStatus } from "../ode/index.js";
import { auditLastStep } from "./audit-force.js";
import { auditLook, noteUncarried } from "./audit-look.js";
import { createAuditMemory, loadAudit, saveAudit } from "./audit-memory.js";
import { addCut, addStep, beginCut } from "./audit-step.js";
import { Clearance } from "./clearance.js";
import { createStepper } from "./create-stepper.js";
import { Leap } from "./leap.js";
import { describeTooFast } from "./magnitudes.js";
import type { Neighbours } from "./neighbours.js";
import { findStepPath, type StepPath } from "./path.js";
import { Progress } from "./progress.js";
import { addFallback } from "./report.js";
import { RopeWatch } from "./rope-watch.js";
import type { IslandRun } from "./run.js";
import { describeUnsettled, detect, measureDepth, pulling, settle } from "./settle.js";
import { showAsleep, showContacts } from "./show-contacts.js";
import { fallAsleep, isAtRest } from "./sleep.js";
import { SleeperWatch } from "./sleeper-watch.js";
import { chooseStep, describeFault, endStep, isWithin, shortest, slightlyMore } from "./step-end.js";
import { StormSlot, unsettled } from "./storm.js";
import { Trail } from "./trail.js";
import { StepWatch } from "./watch.js";

/** More events than this without time between them are no physics; after the second what is near touches. */
const maxIdle = 200;
const patience = 4;
/** After so many steps a window is over: who waits is told how far it has come. */
const manySteps = 1024;

export class IslandFlow {
  readonly run: IslandRun;
  readonly stepper: Stepper;
  /** Where its bodies were in the window, and what it may go back to. */
  readonly trail: Trail;
  private readonly step: StepPath;
  private readonly watch: StepWatch;
  private readonly ropes: RopeWatch;
  private readonly clearance: Clearance;
  private readonly neighbours: Neighbours;
  private readonly place: Float64Array;
  private readonly at = new Float64Array(2);
  /** What the audit expected before settling. */
  private readonly expected: Float64Array;
  /** Of what sleeps: how far forces that were shown are from carrying it, as a part of the largest, and the node where. */
  lackPart = 0;
  lackNode = -1;
  /** The end of the step that a look has audited last, s. */
  auditedEnd = Number.NaN;
  private idle = 0;
  private readonly progress = new Progress();
  readonly leap: Leap;
  /** Why it could not settle where it is: it goes on by leaps from there, or not at all. */
  fault: string | null = null;
  events = 0;
  /** Work that was for nothing, as it went back. */
  private lost = 0;
  private leaps = 0;
  /** Nothing moves and nothing will, until something else comes. */
  isAsleep = false;
  /** Whether paths are kept: for what else there is to meet. */
  keepsPath = false;
  /** Whether it may fall asleep before the end of a window: nothing else can come to it. */
  maySleep = true;
  /** What sleeps and was met: it stands there, and the island has stopped. */
  readonly sleepers: SleeperWatch;
  hasMet = false;

  constructor(run: IslandRun, neighbours: Neighbours) {
    const { island, kit } = run;
    this.run = run;
    this.neighbours = neighbours;
    this.stepper = createStepper(island, kit.settings);
    this.step = findStepPath(island.system);
    this.clearance = new Clearance(neighbours.clearances, kit.settings.contactTolerance);
    this.watch = new StepWatch(run, this.step, this.clearance);
    this.ropes = new RopeWatch(run);
    this.place = new Float64Array(island.dimension + 1);
    this.expected = createAuditMemory(run);
    this.leap = new Leap(island.dimension);
    this.trail = new Trail(this);
    this.leap.cover = () => this.coverLeap();
    this.sleepers = new SleeperWatch(run, neighbours);
  }

  /** Whether the state was changed by hand since the last step, the clock aside. */
  isStale(): boolean {
    const { run, stepper, place } = this;
    run.island.getState(place);
    for (let k = 0; k < run.island.dimension; k++) if (place[k] !== stepper.state[k]) return true;
    return false;
  }

  /** The present as the beginning of a window: what comes may be undone. */
  keep(): void {
    this.trail.begin(this.gained);
    this.run.effort.reset();
  }

  /** Back to the last checkpoint before t, or to the beginning of the window. */
  goBack(t = this.trail.beginning): string | null {
    this.lost = this.work - this.trail.goBack(t);
    this.run.effort.reset();
    this.hasMet = false;
    this.clearance.clear();
    this.progress.reset();
    return this.settle();
  }

  get isInStorm(): boolean {
    return this.leap.storm.isGoingOn(this.time);
  }

  get steps(): number {
    return this.stepper.counts[Count.steps];
  }

  /** What it has taken to come here, and that of it which was not undone: a leap is as much as a step for each of its bodies. */
  get work(): number {
    return this.steps + this.leaps * this.run.island.movingCount;
  }

  get gained(): number {
    return this.work - this.lost;
  }

  get evaluations(): number {
    return this.stepper.counts[Count.evaluations];
  }

  /** The contacts at the present state, with their forces; these, and those of the step before, are audited. */
  measureContacts(): ContactTable {
    const { run } = this;
    const isKnown = this.isAsleep && run.isShown;
    auditLastStep(this);
    if (!this.isAsleep) run.island.setState(this.stepper.state);
    const shown = this.isAsleep ? showAsleep(run) : showContacts(run);
    if (isKnown) noteUncarried(this);
    else auditLook(this, shown);
    return shown;
  }

  /**
   * Settles at the present state; where it may, not if that strikes what it is tied to, which it has met then. Returns null, or
   * why it cannot be done and nothing else helps: see `fault`.
   */
  settle(mayMeet = false): string | null {
    const { run, stepper, place, sleepers } = this;
    this.fault = null;
    if (this.leap.storm.isGoingOn(run.time)) {
      // it goes on as it is
      run.frictionMemory.guess.forget();
      detect(run);
      stepper.restart();
      return null;
    }
    const { log, worst } = run.kit;
    const told = log.entries.length;
    const known = worst.fallbacks.length;
    this.at[1] = worst.penetration;
    saveAudit(this.expected, run);
    run.island.getState(place);
    sleepers.remember(run);
    let fault = settle(run);
    run.clock.reset(stepper);
    this.hasMet = mayMeet && sleepers.isStruck(run);
    if (this.hasMet) {
      this.goTo(place, told, known);
      return null;
    }
    if (fault === null) {
      if (run.rejoined.size > 0) run.rejoined.clear();
      stepper.restart();
      if (this.watch.begin() || run.effort.isFree || !this.leap.mayForce(run)) return null;
      fault = pulling;
    }
    const culprit = findCulprit(run.kit.mechanism, null);
    this.fault = culprit ?? describeUnsettled(run, fault);
    if (culprit !== null || !this.leap.mayForce(run)) return this.fault;
    this.goTo(place, told, known);
    worst.penetration = this.at[1];
    detect(run);
    measureDepth(run);
    addFallback(worst, unsettled);
    return null;
  }

  /** As it was, with so many events and fallbacks. */
  private goTo(place: Float64Array, told: number, known: number): void {
    const { run, stepper } = this;
    run.kit.log.entries.length = told;
    run.kit.worst.fallbacks.length = known;
    loadAudit(this.expected, run);
    run.island.setState(place);
    stepper.restart();
  }

  /** Settles, whatever it takes; whether that could be done. */
  private settleFreely(): boolean {
    const { effort } = this.run;
    effort.isFree = true;
    const isDone = this.settle() === null && this.fault === null;
    effort.isFree = false;
    return isDone;
  }

  /** The time that it has reached, s. */
  get time(): number {
    return this.stepper.state[this.stepper.state.length - 1];
  }

  /**
   * Moves on to tEnd; where `maxEvents` is given, no farther than many steps, and where its path is wanted, than the last of
   * so many events, or to what sleeps. Returns null, or why it ended before. The island is at the last good time in any case.
   */
  advanceTo(tEnd: number, maxSteps: number, maxEvents = Infinity): string | null {
    const { run, stepper, watch, progress } = this;
    const { state, control } = stepper;
    const n = state.length - 1;
    run.island.setState(state);
    control[Control.end] = tEnd;
    const firstStep = this.steps;
    let end = tEnd;
    let isMeeting = false;
    let isAnew = false;
    this.hasMet = false;
    while (state[n] < end) {
      if (this.steps - firstStep >= maxSteps) return `stopped after ${maxSteps} steps at t = ${state[n]}`;
      if (maxEvents < Infinity && this.steps - firstStep >= manySteps) return null;
      const stall = progress.judge();
      if (stall !== null) this.fault = `${stall}, at t = ${state[n]}, of ${run.island.name}`;
      if (this.fault !== null) {
        const { fault } = this;
        const late = this.leapOn(state, end, maxEvents, true);
        if (late !== null && (stall !== null || progress.isLost(state, n) || !this.settleFreely())) return fault;
        if (this.isDone(maxEvents)) return null;
        continue;
      }
      if (this.leap.storm.isGoingOn(state[n])) {
        const fault = this.leapOn(state, end, maxEvents) || null;
        if (fault !== null || this.isDone(maxEvents)) return fault;
        continue;
      }
      const outcome = stepper.step();
      if (outcome !== StepStatus.ok) {
        const isJamming = run.island.friction !== null && run.friction.isJamming;
        const reason = describeFault(run.island, stepper, outcome);
        const fault = isJamming ? this.jam() : this.leapOn(state, end, maxEvents, true);
        if (fault !== null) return fault === "" ? reason : fault;
        if (this.isDone(maxEvents)) return null;
        continue;
      }
      const tooFast = describeTooFast(run.island, state);
      if (tooFast !== null) {
        this.takeBack();
        return tooFast;
      }
      if (this.ropes.hasRunOut(stepper)) {
        if (!this.ropes.shorten(stepper)) return this.ropes.describe(state[n]);
        continue;
      }
      if (run.clock.isPassedOver(stepper)) {
        this.takeBack();
        continue;
      }
      this.step.record(stepper, run.layout);
      this.clearance.begin(run, this.step);
      this.neighbours.cover(run, this.step, this.clearance.ways);
      const isStuck = this.leap.storm.isStuck(run, stepper.previous, n) || run.effort.isTooMuch(stepper.previous, n);
      const isFound = !isStuck && watch.find(stepper);
      if (isStuck || (isFound && watch.isDear)) {
        const fault = this.leapOn(stepper.previous, end, maxEvents);
        if (fault !== null && fault !== "") return fault;
        if (fault === "") run.effort.excuse(state, n);
        if (this.isDone(maxEvents)) return null;
        continue;
      }
      isAnew = isFound && !isAnew && isWithin(stepper, watch.time[0]);
      if (isAnew) {
        this.takeBack();
        control[Control.step] = slightlyMore * (watch.time[0] - stepper.previous[n]);
        continue;
      }
      progress.countStep(stepper.previous, n);
      const mayMeet = this.keepsPath && maxEvents < Infinity && !isMeeting;
      if (mayMeet && this.sleepers.find(run, this.step, this.clearance, watch.time)) {
        // the step anew, as far as to what sleeps
        this.takeBack();
        end = this.sleepers.time[0];
        control[Control.end] = end;
        isMeeting = true;
        continue;
      }
      if (this.keepsPath) this.trail.path.append(stepper, run.layout);
      if (!isFound) {
        addStep(run.kit.audit, run.island, stepper);
        endStep(run, stepper, watch.accept());
        continue;
      }
      const told = run.kit.log.entries.length;
      const fault = this.cut(watch.time[0], mayMeet);
      if (fault !== null) return fault;
      progress.countEvent(run.kit.log.entries.length > told);
      if (this.isDone(maxEvents)) return null;
      if (this.fault !== null) continue;
      if (mayMeet && this.trail.hasNews) this.trail.add(state, this.gained);
      if (!this.leap.storm.isDue(run, state[n], this.idle) && !run.effort.isTooMuch(state, n)) continue;
      const late = this.leapOn(state, end, maxEvents) || null;
      if (late !== null || this.isDone(maxEvents)) return late;
    }
    this.hasMet = isMeeting;
    return null;
  }

  /** Whether it need not go on after an event: as there are too many in the window, or all rests. */
  private isDone(maxEvents: number): boolean {
    if (this.hasMet) return true;
    if (this.keepsPath && this.trail.kinks.length >= maxEvents) return true;
    if (this.leap.storm.isGoingOn(this.time) || !this.maySleep || this.fault !== null || !isAtRest(this.run))
      return false;
    // what has come to rest stays there
    fallAsleep(this);
    return true;
  }

  /** Goes on from a state by leaps, and settles. Returns null, or why that could not be done; "" where it stays there. */
  private leapOn(from: Float64Array, tEnd: number, maxEvents: number, isForced = false): string | null {
    const { run, leap } = this;
    const { storm } = leap;
    run.island.setState(from);
    if (isForced ? leap.mayForce(run) : leap.canRun(run)) leap.begin(run);
    else storm.isOver = true;
    run.effort.reset();
    for (let count = 0; ; count++) {
      const isEnough = this.keepsPath && this.trail.kinks.length >= maxEvents;
      const isDone = storm.isOver || !(run.time < tEnd) || isEnough;
      if (isDone || !leap.run(run, tEnd)) {
        if (!isDone) storm.isOver = true;
        this.clearance.clear();
        this.watch.forget();
        leap.events.end(run);
        if (count === 0) return this.settle() ?? "";
        this.progress.reset();
        this.idle = 0;
        if (storm.isOver) leap.close(run);
        this.stepper.control[Control.step] = storm.since[StormSlot.duration];
        return this.settle();
      }
      this.leaps++;
      this.coverLeap();
      if (!this.keepsPath) continue;
      this.trail.path.append(leap, run.layout);
      this.trail.kinks.push(run.time);
      if (maxEvents < Infinity) this.trail.add(leap.state, this.gained);
    }
  }

  /** Settles where no step is short enough, as the forces on what slides grow beyond all bounds. */
  private jam(): string | null {
    const { run, stepper, watch } = this;
    watch.forget();
    run.isJammed = true;
    // the steps before were as short as can be
    if (stepper.adaptive) stepper.control[Control.step] = 0;
    return this.cut(this.time, false, false);
  }

  /** Ends the step at t, and settles there; `isTaken` unless there is none. */
  private cut(t: number, mayMeet = false, isTaken = true): string | null {
    const { run, stepper, watch, place } = this;
    const { state, previous } = stepper;
    const n = state.length - 1;
    const isIdle = t - previous[n] <= shortest * (1 + Math.abs(t));
    this.idle = isIdle ? this.idle + 1 : 0;
    run.isIdle = this.idle > patience;
    this.events++;
    if (t < state[n]) {
      this.clearance.cut();
      this.at[0] = t;
      if (this.keepsPath) this.trail.path.cut(this.at);
      place[n] = t;
      stepper.interpolate(place);
      beginCut(run.island, stepper);
      run.island.setState(place);
      run.island.finishStep();
      addCut(run.kit.audit, run.island, stepper, this.at);
      chooseStep(stepper, t);
    } else if (isTaken) addStep(run.kit.audit, run.island, stepper);
    if (this.keepsPath) this.trail.kinks.push(t);
    watch.tell();
    const fault = this.settle(mayMeet);
    if (fault === null && this.idle > maxIdle)
      this.fault = `${this.idle} events at t = ${t} without time between them, of ${run.island.name}`;
    return fault;
  }

  /** Keeps the way of a leap, and makes sure that all pairs are known that it may bring together. */
  private coverLeap(): void {
    const { run, clearance } = this;
    this.step.record(this.leap, run.layout);
    clearance.begin(run, this.step);
    this.neighbours.cover(run, this.step, clearance.ways);
  }

  /** Back to where the step just taken began. */
  private takeBack(): void {
    const { run, stepper, watch, clearance } = this;
    clearance.cut();
    watch.forget();
    run.island.setState(stepper.previous);
    stepper.restart();
  }
}

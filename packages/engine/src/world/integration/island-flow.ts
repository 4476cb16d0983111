/**
 * An island that moves on by itself from event to event, and by time-stepping where that does not lead on. One pass through the
 * stages takes one step:
 *
 *   limitWindow     the steps allowed are used up, or time does not go on
 *   resolveFault    an event could not be handled: time-stepping by force
 *   keepStepping    a time-stepping phase goes on
 *   flow            one step of the solver, with the active contacts as equalities           island/island.ts
 *   checkStep       speeds, ropes and loads in time: the step is refused, or taken anew
 *   locateEvent     the first guard that fires within the step                               event-location/step-guards.ts
 *   meetSleeper     the step anew, to where the island meets a sleeping one                  sleeper-guard.ts
 *   acceptStep      nothing happens in the step: it ends
 *   endAtEvent      the step is cut at the event, which is handled                           event-handling/handle-event.ts
 *
 * A step in which something happens is taken anew, to end just behind it, and cut there: the solver is as accurate as it says at
 * the ends of its steps. When time-stepping takes over is decided by one policy: stepping-policy.ts.
 *
 * Follows: Rigid Body Simulation, sections 6 to 9; Baraff 1989, section 3.
 * See also: Shampine and Thompson 2000, event location for ordinary differential equations.
 */

import { findCulprit } from "../../constrain/index.js";
import type { ContactTable } from "../../contact/index.js";
import { Control, Count, type Stepper, StepStatus } from "../../ode/index.js";
import { addCut, addStep, beginCut } from "../audit/index.js";
import type { IslandContext } from "../context/index.js";
import { detect, measureDepth, type Neighbours } from "../detection/index.js";
import { describeUnsettled, handleEvent, pulling } from "../event-handling/index.js";
import { RopeGuard, StepGuards } from "../event-location/index.js";
import { createStepper } from "../island/index.js";
import { describeTooFast, LedgerSlot } from "../model/index.js";
import { addFallback } from "../record/index.js";
import { ChatteringSlot, MoreauStep } from "../time-stepping/index.js";
import {
  AuditTrace,
  auditLastStep,
  auditLook,
  noteUncarried,
  showAsleep,
  showContacts,
} from "../verification/index.js";
import { EventBackup } from "./event-backup.js";
import { FlowWindow } from "./flow-window.js";
import { History } from "./history.js";
import { Pace } from "./pace.js";
import { isAtRest, stopBodies } from "./sleep.js";
import { SleeperGuard } from "./sleeper-guard.js";
import { StepCoverage } from "./step-coverage.js";
import { chooseStep, describeFault, endStep, isWithin, shortest, slightlyMore } from "./step-end.js";
import { isDueAfterEvent, isDueAfterStep, isGoingOn } from "./stepping-policy.js";

/** Events without time between them: beyond these nearby features touch; beyond the others the island ends. */
const [patience, maxIdle] = [4, 200];

/** How a pass through the stages goes on. */
const Next = {
  /** To the next stage. */
  stage: 0,
  /** To the next step: the rest of the stages is left out. */
  step: 1,
  /** The window is over. */
  done: 2,
  /** The island ends before it, for `fault` or `reason`. */
  ended: 3,
} as const;
type Next = (typeof Next)[keyof typeof Next];

/** Guards of the steps of an island, and what they have found. */
class EventLocation {
  readonly coverage: StepCoverage;
  readonly guards: StepGuards;
  readonly ropes: RopeGuard;
  /** A sleeping island that was met: the island has stopped there. */
  readonly sleepers: SleeperGuard;
  /** Whether an event was found in the step just taken. */
  isFound = false;

  constructor(context: IslandContext, neighbours: Neighbours) {
    this.coverage = new StepCoverage(context, neighbours);
    this.guards = new StepGuards(context, this.coverage.step, this.coverage.clearance);
    this.ropes = new RopeGuard(context);
    this.sleepers = new SleeperGuard(context, neighbours);
  }
}

export class IslandFlow {
  readonly context: IslandContext;
  readonly stepper: Stepper;
  /** Where its bodies were in the window, and checkpoints to go back to. */
  readonly history: History;
  readonly moreau: MoreauStep;
  readonly location: EventLocation;
  readonly window = new FlowWindow();
  readonly pace = new Pace();
  /** What the audit has found of the forces shown. */
  readonly auditTrace = new AuditTrace();
  private readonly backup: EventBackup;
  /** A state of the solver, scratch. */
  private readonly place: Float64Array;
  /** Why the event at hand could not be handled: the island goes on by time-stepping from there, or not at all. */
  fault: string | null = null;
  /** Why the island has ended, in words. */
  private reason: string | null = null;
  /** Whether nothing moves and nothing will, until something else comes. */
  isAsleep = false;
  /** Whether the island has stopped where it meets a sleeping one. */
  hasMet = false;

  constructor(context: IslandContext, neighbours: Neighbours) {
    const { island, world } = context;
    this.context = context;
    this.stepper = createStepper(island, world.settings);
    this.location = new EventLocation(context, neighbours);
    this.place = new Float64Array(island.dimension + 1);
    this.backup = new EventBackup(context);
    this.moreau = new MoreauStep(island.dimension);
    this.history = new History(this);
    this.moreau.cover = () => this.location.coverage.cover(this.moreau);
  }

  /** Whether the state was changed by hand since the last step, the clock aside. */
  isStale(): boolean {
    const { context, stepper, place } = this;
    context.island.getState(place);
    for (let k = 0; k < context.island.dimension; k++) if (place[k] !== stepper.state[k]) return true;
    return false;
  }

  /** The present as the beginning of a window: what comes may be undone. */
  keep(): void {
    this.history.begin(this.gained);
    this.context.budget.reset();
  }

  /** Back to the last checkpoint before t, or to the beginning of the window. */
  goBack(t = this.history.beginning): string | null {
    this.pace.lost = this.work - this.history.goBack(t);
    this.context.budget.reset();
    this.hasMet = false;
    this.location.coverage.clearance.clear();
    this.pace.progress.reset();
    return this.handleEvent();
  }

  get isTimeStepping(): boolean {
    return this.moreau.chattering.isGoingOn(this.time);
  }

  get steps(): number {
    return this.stepper.counts[Count.steps];
  }

  /** Work done so far, in steps: a time step counts as a step for each body. */
  get work(): number {
    return this.steps + this.pace.timeSteps * this.context.island.movingCount;
  }

  /** Work done so far that was not undone by going back. */
  get gained(): number {
    return this.work - this.pace.lost;
  }

  get evaluations(): number {
    return this.stepper.counts[Count.evaluations];
  }

  /** The contacts at the present state, with their forces; these, and those of the step before, are audited. */
  measureContacts(): ContactTable {
    const { context } = this;
    const isKnown = this.isAsleep && context.display.isShown;
    auditLastStep(this);
    if (!this.isAsleep) context.island.setState(this.stepper.state);
    const shown = this.isAsleep ? showAsleep(context) : showContacts(context);
    if (isKnown) noteUncarried(this);
    else auditLook(this, shown);
    return shown;
  }

  /**
   * Handles the event at the present state; where it may meet a sleeping island, not if that is struck. Returns null, or why it cannot
   * be done and nothing else helps: see `fault`.
   */
  handleEvent(mayMeet = false): string | null {
    const { context, stepper, backup, moreau } = this;
    const { guards, sleepers } = this.location;
    this.fault = null;
    if (isGoingOn(moreau, context.island.system.time)) {
      // the time-stepping phase goes on as it is
      context.solvers.frictionMemory.guess.forget();
      detect(context);
      stepper.restart();
      return null;
    }
    backup.keep();
    sleepers.remember(context);
    let fault = handleEvent(context);
    context.clock.reset(stepper);
    this.hasMet = mayMeet && sleepers.isStruck(context);
    if (this.hasMet) {
      backup.restore(stepper);
      return null;
    }
    if (fault === null) {
      context.memory.rejoined.clear();
      stepper.restart();
      if (guards.begin() || context.budget.isFree || !moreau.mayForce(context)) return null;
      fault = pulling;
    }
    const culprit = findCulprit(context.world.mechanism, null);
    this.fault = culprit ?? describeUnsettled(context, fault);
    if (culprit !== null || !moreau.mayForce(context)) return this.fault;
    backup.restore(stepper);
    backup.restorePenetration();
    detect(context);
    measureDepth(context);
    addFallback(context.world.worst, "time-stepping/unhandled-event");
    return null;
  }

  /** Handles the event with as much work as it takes; whether that could be done. */
  private handleFreely(): boolean {
    const { budget } = this.context;
    budget.isFree = true;
    const isDone = this.handleEvent() === null && this.fault === null;
    budget.isFree = false;
    return isDone;
  }

  /** The time that it has reached, s. */
  get time(): number {
    return this.stepper.state[this.stepper.state.length - 1];
  }

  /**
   * Moves on to tEnd; where `maxEvents` is given, no farther than many steps, and where its path is kept, than the last of
   * so many events, or to what sleeps. Returns null, or why it ended before. The island is at the last good time in any case.
   */
  advanceTo(tEnd: number, maxSteps: number, maxEvents = Infinity): string | null {
    const { window, stepper } = this;
    const { state, control } = stepper;
    this.context.island.setState(state);
    control[Control.end] = tEnd;
    window.open(tEnd, maxSteps, maxEvents, this.steps);
    this.hasMet = false;
    while (this.time < window.end[0]) {
      const next = this.advanceOnce();
      if (next === Next.done) return null;
      if (next === Next.ended) return this.reason;
    }
    this.hasMet = window.isMeeting;
    return null;
  }

  /** One pass through the stages. */
  private advanceOnce(): Next {
    let next: Next = this.limitWindow();
    if (next === Next.stage) next = this.resolveFault();
    if (next === Next.stage) next = this.keepStepping();
    if (next === Next.stage) next = this.flow();
    if (next === Next.stage) next = this.checkStep();
    if (next === Next.stage) next = this.locateEvent();
    if (next === Next.stage) next = this.meetSleeper();
    if (next === Next.stage) next = this.acceptStep();
    return next === Next.stage ? this.endAtEvent() : next;
  }

  /** The window ends where its steps are used up. A fault is noted where time does not go on. */
  private limitWindow(): Next {
    const { window } = this;
    if (window.isUsedUp(this.steps)) return this.end(window.describeEnd(this.time));
    if (window.isLong(this.steps)) return Next.done;
    const stall = this.pace.progress.judge();
    this.pace.isStalled = stall !== null;
    if (stall !== null) this.fault = `${stall}, at t = ${this.time}, of ${this.context.island.name}`;
    return Next.stage;
  }

  /** An event that could not be handled is passed by time-stepping, or handled with as much work as it takes. */
  private resolveFault(): Next {
    const { fault, pace } = this;
    if (fault === null) return Next.stage;
    const { state } = this.stepper;
    const late = this.timeStep(state, true);
    const isEnded =
      late !== null && (pace.isStalled || pace.progress.isLost(state, state.length - 1) || !this.handleFreely());
    return isEnded ? this.end(fault) : this.goOn();
  }

  /** A time-stepping phase goes on. */
  private keepStepping(): Next {
    if (!isGoingOn(this.moreau, this.time)) return Next.stage;
    const fault = this.timeStep(this.stepper.state) || null;
    return fault === null ? this.goOn() : this.end(fault);
  }

  /** One step of the solver. Where there is none, sliding contacts jam, or time-stepping leads on. */
  private flow(): Next {
    const { context, stepper } = this;
    const outcome = stepper.step();
    if (outcome === StepStatus.ok) return Next.stage;
    const isJamming = context.island.friction !== null && context.solvers.friction.isJamming;
    const reason = describeFault(context.island, stepper, outcome);
    const fault = isJamming ? this.jam() : this.timeStep(stepper.state, true);
    if (fault !== null) return this.end(fault === "" ? reason : fault);
    return this.goOn();
  }

  /** A step that is too fast ends the island; one that runs out of rope, or passes over a load in time, is taken anew. */
  private checkStep(): Next {
    const { context, stepper } = this;
    const { ropes } = this.location;
    const tooFast = describeTooFast(context.island, stepper.state);
    if (tooFast !== null) {
      this.takeBack();
      return this.end(tooFast);
    }
    if (ropes.hasRunOut(stepper)) return ropes.shorten(stepper) ? Next.step : this.end(ropes.describe(this.time));
    if (!context.clock.isPassedOver(stepper)) return Next.stage;
    this.takeBack();
    return Next.step;
  }

  /** The first guard that fires within the step. Where steps do not lead on, or location costs too much, time-stepping takes over. */
  private locateEvent(): Next {
    const { context, stepper, location, window } = this;
    const { guards } = location;
    const { state, previous, control } = stepper;
    const n = state.length - 1;
    location.coverage.cover(stepper);
    const isDue = isDueAfterStep(this.moreau, context, previous, n);
    location.isFound = !isDue && guards.find(stepper);
    if (isDue || (location.isFound && guards.isTooCostly)) {
      const fault = this.timeStep(previous);
      if (fault !== null && fault !== "") return this.end(fault);
      if (fault === "") context.budget.excuse(state, n);
      return this.goOn();
    }
    window.isRetaken = location.isFound && !window.isRetaken && isWithin(stepper, guards.time[0]);
    if (!window.isRetaken) return Next.stage;
    this.takeBack();
    control[Control.step] = slightlyMore * (guards.time[0] - previous[n]);
    return Next.step;
  }

  /** A step that leads to a sleeping island is taken anew, to where they meet. */
  private meetSleeper(): Next {
    const { context, stepper, window, pace } = this;
    const { coverage, guards, sleepers } = this.location;
    pace.progress.countStep(stepper.previous, stepper.state.length - 1);
    pace.mayMeet = window.mayMeet;
    if (!pace.mayMeet || !sleepers.find(context, coverage.step, coverage.clearance, guards.time)) return Next.stage;
    this.takeBack();
    window.end[0] = sleepers.time[0];
    stepper.control[Control.end] = window.end[0];
    window.isMeeting = true;
    return Next.step;
  }

  /** A step in which nothing happens ends. */
  private acceptStep(): Next {
    const { context, stepper, location } = this;
    if (this.window.keepsPath) this.history.path.append(stepper, location.coverage.layout);
    if (location.isFound) return Next.stage;
    addStep(context.world.audit, context.island, stepper);
    endStep(context, stepper, location.guards.accept());
    return Next.step;
  }

  /** The step is cut at the event, which is handled. Where events follow one another too closely, time-stepping takes over. */
  private endAtEvent(): Next {
    const { context, stepper, history, moreau, pace } = this;
    const { state } = stepper;
    const n = state.length - 1;
    const { entries } = context.world.log;
    const reported = entries.length;
    const fault = this.cut(this.location.guards.time[0], pace.mayMeet);
    if (fault !== null) return this.end(fault);
    pace.progress.countEvent(context.world.log.entries.length > reported);
    if (this.isDone()) return Next.done;
    if (this.fault !== null) return Next.step;
    if (pace.mayMeet && history.hasNews) history.add(state, this.gained);
    if (!isDueAfterEvent(moreau, context, state, n, pace.idle)) return Next.step;
    const late = this.timeStep(state) || null;
    return late === null ? this.goOn() : this.end(late);
  }

  /** The island ends before the end of the window. */
  private end(reason: string): Next {
    this.reason = reason;
    return Next.ended;
  }

  /** The next step, unless the window is over. */
  private goOn(): Next {
    return this.isDone() ? Next.done : Next.step;
  }

  /** Whether the window is over after an event: there were enough of them in it, or everything rests. */
  private isDone(): boolean {
    const { window } = this;
    if (this.hasMet) return true;
    if (window.isFull(this.history.discontinuities)) return true;
    if (isGoingOn(this.moreau, this.time) || !window.maySleep || this.fault !== null || !isAtRest(this.context))
      return false;
    // what has come to rest stays there
    this.fallAsleep();
    return true;
  }

  /** Puts the island, which is at rest, to sleep: the motion that rounding has left is taken away. */
  fallAsleep(): void {
    const { context, stepper, history } = this;
    context.island.ledger[LedgerSlot.dissipated] += stopBodies(context.island);
    this.isAsleep = true;
    stepper.restart();
    history.path.clear();
  }

  /**
   * Goes on from a state by time-stepping, up to the end of the window at most, and handles the event there. Returns null, or why that
   * could not be done; "" where the island stays at the state.
   */
  private timeStep(from: Float64Array, isForced = false): string | null {
    const { context, moreau, window, history, pace } = this;
    const { coverage, guards } = this.location;
    const { chattering } = moreau;
    const tEnd = window.end[0];
    context.island.setState(from);
    if (isForced ? moreau.mayForce(context) : moreau.canRun(context)) moreau.begin(context);
    else chattering.isOver = true;
    context.budget.reset();
    for (let count = 0; ; count++) {
      const isEnough = window.isFull(history.discontinuities);
      const isDone = chattering.isOver || !(context.island.system.time < tEnd) || isEnough;
      if (isDone || !moreau.run(context, tEnd)) {
        if (!isDone) chattering.isOver = true;
        coverage.clearance.clear();
        guards.forget();
        moreau.events.end(context);
        if (count === 0) return this.handleEvent() ?? "";
        pace.progress.reset();
        pace.idle = 0;
        if (chattering.isOver) moreau.close(context);
        this.stepper.control[Control.step] = chattering.since[ChatteringSlot.duration];
        return this.handleEvent();
      }
      pace.timeSteps++;
      coverage.cover(moreau);
      if (!window.keepsPath) continue;
      history.path.append(moreau, coverage.layout);
      history.discontinuities.push(context.island.system.time);
      if (window.maxEvents < Infinity) history.add(moreau.state, this.gained);
    }
  }

  /** Handles an event where no step is short enough, as the forces on what slides grow beyond all bounds (Painlevé). */
  private jam(): string | null {
    const { context, stepper } = this;
    this.location.guards.forget();
    context.status.isJammed = true;
    // the steps before were as short as can be
    if (stepper.adaptive) stepper.control[Control.step] = 0;
    return this.cut(this.time, false, false);
  }

  /** Ends the step at t, and handles the event there; `isTaken` unless there is no step. */
  private cut(t: number, mayMeet = false, isTaken = true): string | null {
    const { context, stepper, place, window, history, pace } = this;
    const { coverage, guards } = this.location;
    const { state, previous } = stepper;
    const n = state.length - 1;
    pace.countEvent(t - previous[n] <= shortest * (1 + Math.abs(t)));
    context.contactSet.isIdle = pace.idle > patience;
    if (t < state[n]) {
      coverage.clearance.cut();
      pace.at[0] = t;
      if (window.keepsPath) history.path.cut(pace.at);
      place[n] = t;
      stepper.interpolate(place);
      beginCut(context.island, stepper);
      context.island.setState(place);
      context.island.finishStep();
      addCut(context.world.audit, context.island, stepper, pace.at);
      chooseStep(stepper, t);
    } else if (isTaken) addStep(context.world.audit, context.island, stepper);
    if (window.keepsPath) history.discontinuities.push(t);
    guards.report();
    const fault = this.handleEvent(mayMeet);
    if (fault === null && pace.idle > maxIdle)
      this.fault = `${pace.idle} events at t = ${t} without time between them, of ${context.island.name}`;
    return fault;
  }

  /** Back to where the step just taken began. */
  private takeBack(): void {
    const { context, stepper } = this;
    const { coverage, guards } = this.location;
    coverage.clearance.cut();
    guards.forget();
    context.island.setState(stepper.previous);
    stepper.restart();
  }
}

/**
 * Integration of an island: event-driven from event to event, and by Moreau–Jean time-stepping where that makes no progress. One
 * pass through the stages takes one step:
 *
 *   limitWindow     the window ends if its steps are used up; a fault is noted if time does not go on
 *   resolveFault    forced time-stepping past an event that could not be handled
 *   keepStepping    continuation of a time-stepping phase
 *   flow            one step of the solver, with the active contacts as equalities           island/island.ts
 *   checkStep       speeds, ropes and loads in time: the step is rejected, or repeated
 *   locateEvent     the first guard that fires within the step                               event-location/step-guards.ts
 *   meetSleeper     repetition of the step, up to where the island meets a sleeping one      sleeper-guard.ts
 *   acceptStep      the end of a step without an event
 *   endAtEvent      the cut of the step at its event, which is handled                       event-handling/handle-event.ts
 *
 * A step with an event is cut there. A step of dopri5 with an estimated error above a tenth of the tolerance is first repeated, to
 * end just behind the event, as the solver is most accurate at the ends of its steps (`isWithin`). One policy decides when
 * time-stepping takes over: stepping-policy.ts.
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
import { clockUnit, mostIdleEvents, mostSimultaneousEvents, repeatedStepRatio, shortestStep } from "./parameters.js";
import { isAtRest, stopBodies } from "./sleep.js";
import { SleeperGuard } from "./sleeper-guard.js";
import { StepCoverage } from "./step-coverage.js";
import { chooseStep, describeFault, endStep, isWithin } from "./step-end.js";
import { isDueAfterEvent, isDueAfterStep, isGoingOn } from "./stepping-policy.js";

/** The continuation of a pass through the stages. */
const Next = {
  /** The pass goes on with the next stage. */
  stage: 0,
  /** The pass ends, and the next step begins. */
  step: 1,
  /** The window is over. */
  done: 2,
  /** The island ends before the window, for `fault` or `reason`. */
  ended: 3,
} as const;
type Next = (typeof Next)[keyof typeof Next];

/** The guards of the steps of an island, and their findings. */
class EventLocation {
  readonly coverage: StepCoverage;
  readonly guards: StepGuards;
  readonly ropes: RopeGuard;
  /** The guard against sleeping islands, with the one at which the island has stopped. */
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

/** The time of the present event, s: a number that is handed over in an array is not boxed. */
const at = new Float64Array(1);

/** An island on its way through time, with its solver, its time-stepping, its guards and its history. */
export class IslandFlow {
  readonly context: IslandContext;
  /** The solver of smooth motion. */
  readonly stepper: Stepper;
  /** The paths of the bodies in the window, and checkpoints to go back to. */
  readonly history: History;
  /** The time-stepping method. */
  readonly moreau: MoreauStep;
  /** The guards of steps. */
  readonly location: EventLocation;
  /** The limits and the outcome of the present window. */
  readonly window = new FlowWindow();
  /** The counts by which progress is judged. */
  readonly pace = new Pace();
  /** The findings of the audit on the forces shown. */
  readonly auditTrace = new AuditTrace();
  private readonly backup: EventBackup;
  /** A state of the solver, scratch. */
  private readonly place: Float64Array;
  /** The reason for which the present event could not be handled: the island goes on by time-stepping from there, or ends. */
  fault: string | null = null;
  /** Whether the island is at rest until something reaches it. */
  isAsleep = false;

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

  /** Returns whether the state, but for the clock, was changed from outside since the last step. */
  isStale(): boolean {
    const { context, stepper, place } = this;
    context.island.getState(place);
    for (let k = 0; k < context.island.dimension; k++) if (place[k] !== stepper.state[k]) return true;
    return false;
  }

  /** Begins a window at the present state, to which the island may go back. */
  keep(): void {
    this.history.begin(this.gained);
    this.context.budget.reset();
  }

  /** Goes back to the last checkpoint before t, or to the beginning of the window. Returns null, or the fault of `handleEvent`. */
  goBack(t = this.history.beginning): string | null {
    this.pace.lost = this.work - this.history.goBack(t);
    this.context.budget.reset();
    this.window.hasMet = false;
    this.location.coverage.clearance.clear();
    this.pace.progress.reset();
    return this.handleEvent();
  }

  /** Whether the island has stopped where it meets a sleeping one. */
  get hasMet(): boolean {
    return this.window.hasMet;
  }

  /** Whether a time-stepping phase goes on. */
  get isTimeStepping(): boolean {
    const { state } = this.stepper;
    return isGoingOn(this.moreau, state, state.length - 1);
  }

  /** The number of steps of the solver. */
  get steps(): number {
    return this.stepper.counts[Count.steps];
  }

  /** The work done so far, in steps: a time step counts as a step for each body. */
  get work(): number {
    return this.steps + this.pace.timeSteps * this.context.island.model.movingCount;
  }

  /** The work done so far that was not undone by going back. */
  get gained(): number {
    return this.work - this.pace.lost;
  }

  /** The number of evaluations of the equations of motion. */
  get evaluations(): number {
    return this.stepper.counts[Count.evaluations];
  }

  /** Returns the contacts at the present state, with their forces, and audits them and the forces of the last step. */
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
   * Handles the event at the present state; with `mayMeet` the event is undone if it strikes a sleeping island. Returns null, or
   * the reason for which the island has to end: see `fault`.
   */
  handleEvent(mayMeet = false): string | null {
    const { context, stepper, backup, moreau } = this;
    const { guards, sleepers } = this.location;
    this.fault = null;
    const { state } = context.island.model.system;
    if (isGoingOn(moreau, state, state.length - 1)) {
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
    this.window.hasMet = mayMeet && sleepers.isStruck(context);
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

  /** Handles the event without a work budget, and returns whether that was possible. */
  private handleFreely(): boolean {
    const { budget } = this.context;
    budget.isFree = true;
    try {
      return this.handleEvent() === null && this.fault === null;
    } finally {
      budget.isFree = false;
    }
  }

  /** The time that it has reached, s. */
  get time(): number {
    return this.stepper.state[this.stepper.state.length - 1];
  }

  /**
   * Advances the island to tEnd. With `maxEvents` the window ends after many steps, and, where paths are kept, after so many
   * events or at a sleeping island. Returns null, or the reason for which the island has ended before; its state is valid in any
   * case.
   */
  advanceTo(tEnd: number, maxSteps: number, maxEvents = Infinity): string | null {
    const { window, stepper } = this;
    const { state, control } = stepper;
    this.context.island.setState(state);
    control[Control.end] = tEnd;
    window.open(tEnd, maxSteps, maxEvents, this.steps);
    this.window.hasMet = false;
    const n = state.length - 1;
    while (state[n] < window.end[0]) {
      const next = this.advanceOnce();
      if (next === Next.done) return null;
      if (next === Next.ended) return window.reason;
    }
    this.window.hasMet = window.isMeeting;
    return null;
  }

  /** Goes once through the stages. */
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

  /** Ends the window if its steps are used up, and notes a fault if time does not go on. */
  private limitWindow(): Next {
    const { window } = this;
    if (window.isUsedUp(this.steps)) return this.end(window.describeEnd(this.time));
    if (window.isLong(this.steps)) return Next.done;
    const stall = this.pace.progress.judge();
    this.pace.isStalled = stall !== null;
    if (stall !== null) this.fault = `${stall}, at t = ${this.time}, of ${this.context.island.model.name}`;
    return Next.stage;
  }

  /** Passes an event that could not be handled by time-stepping, or handles it without a work budget. */
  private resolveFault(): Next {
    const { fault, pace } = this;
    if (fault === null) return Next.stage;
    const { state } = this.stepper;
    const late = this.timeStep(state, true);
    const isEnded =
      late !== null && (pace.isStalled || pace.progress.isLost(state, state.length - 1) || !this.handleFreely());
    return isEnded ? this.end(fault) : this.goOn();
  }

  /** Continues a time-stepping phase. */
  private keepStepping(): Next {
    if (!this.isTimeStepping) return Next.stage;
    const fault = this.timeStep(this.stepper.state) || null;
    return fault === null ? this.goOn() : this.end(fault);
  }

  /** Takes one step of the solver. If that fails, sliding contacts jam, or time-stepping takes over. */
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

  /** Ends the island if it is too fast, and repeats a step that tears a rope or passes over a load in time. */
  private checkStep(): Next {
    const { context, stepper } = this;
    const { ropes } = this.location;
    const tooFast = describeTooFast(context.island.model, stepper.state);
    if (tooFast !== null) {
      this.takeBack();
      return this.end(tooFast);
    }
    if (ropes.hasRunOut(stepper)) return ropes.shorten(stepper) ? Next.step : this.end(ropes.describe(this.time));
    if (!context.clock.isPassedOver(stepper)) return Next.stage;
    this.takeBack();
    return Next.step;
  }

  /**
   * Finds the first guard that fires within the step. Time-stepping takes over if steps are too short, or location costs too
   * much.
   */
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
    control[Control.step] = repeatedStepRatio * (guards.time[0] - previous[n]);
    return Next.step;
  }

  /** Repeats a step that leads to a sleeping island, up to where they meet. */
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

  /** Ends a step without an event. */
  private acceptStep(): Next {
    const { context, stepper, location } = this;
    if (this.window.keepsPath) this.history.path.append(stepper, location.coverage.layout);
    if (location.isFound) return Next.stage;
    addStep(context.world.audit, context.island, stepper);
    endStep(context, stepper, location.guards.accept());
    return Next.step;
  }

  /** Cuts the step at the event, and handles that. Time-stepping takes over if events follow one another too closely. */
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

  /** Ends the island before the end of the window. */
  private end(reason: string): Next {
    this.window.reason = reason;
    return Next.ended;
  }

  /** Goes on with the next step, unless the window is over. */
  private goOn(): Next {
    return this.isDone() ? Next.done : Next.step;
  }

  /** Returns whether the window is over after an event: it has had enough of them, or the island is at rest. */
  private isDone(): boolean {
    const { window } = this;
    if (this.hasMet) return true;
    if (window.isFull(this.history.discontinuities)) return true;
    if (this.isTimeStepping || !window.maySleep || this.fault !== null || !isAtRest(this.context)) return false;
    this.fallAsleep();
    return true;
  }

  /** Puts the island, which is at rest, to sleep: velocities that are rounding become zero. */
  fallAsleep(): void {
    const { context, stepper, history } = this;
    context.island.balance.ledger[LedgerSlot.dissipated] += stopBodies(context.island);
    this.isAsleep = true;
    stepper.restart();
    history.path.clear();
  }

  /**
   * Continues from a state by time-stepping, up to the end of the window at most, and handles the event there. Returns null, or the
   * reason for which that was not possible; "" if the island stays at the state.
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
      const isDone = chattering.isOver || !(context.island.model.system.time < tEnd) || isEnough;
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
      history.discontinuities.push(context.island.model.system.time);
      if (window.maxEvents < Infinity) history.add(moreau.state, this.gained);
    }
  }

  /** Handles an event where no step is short enough, as the forces on sliding contacts grow beyond all bounds (Painlevé). */
  private jam(): string | null {
    const { context, stepper } = this;
    this.location.guards.forget();
    context.status.isJammed = true;
    // the last steps were as short as possible
    if (stepper.adaptive) stepper.control[Control.step] = 0;
    return this.cut(this.time, false, false);
  }

  /** Ends the step at t, and handles the event there; `isTaken` is false if there is no step. */
  private cut(t: number, mayMeet = false, isTaken = true): string | null {
    const { context, stepper, place, window, history, pace } = this;
    const { coverage, guards } = this.location;
    const { state, previous } = stepper;
    const n = state.length - 1;
    pace.countEvent(t - previous[n] <= shortestStep * (clockUnit + Math.abs(t)));
    context.contactSet.isIdle = pace.idle > mostSimultaneousEvents;
    if (t < state[n]) {
      coverage.clearance.cut();
      at[0] = t;
      if (window.keepsPath) history.path.cut(at);
      place[n] = t;
      stepper.interpolate(place);
      beginCut(context.island, stepper);
      context.island.setState(place);
      context.island.finishStep();
      addCut(context.world.audit, context.island, stepper, at);
      chooseStep(stepper, t);
    } else if (isTaken) addStep(context.world.audit, context.island, stepper);
    if (window.keepsPath) history.discontinuities.push(t);
    guards.report();
    const fault = this.handleEvent(mayMeet);
    if (fault === null && pace.idle > mostIdleEvents)
      this.fault = `${pace.idle} events at t = ${t} without time between them, of ${context.island.model.name}`;
    return fault;
  }

  /** Restores the state at the beginning of the last step. */
  private takeBack(): void {
    const { context, stepper } = this;
    const { coverage, guards } = this.location;
    coverage.clearance.cut();
    guards.forget();
    context.island.setState(stepper.previous);
    stepper.restart();
  }
}

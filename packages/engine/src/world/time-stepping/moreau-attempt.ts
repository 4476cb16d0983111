/**
 * One attempt at a Moreau–Jean time step (moreau-step.ts), stage by stage:
 *
 *   moveFreely      v + δ M⁻¹ F: the velocities without contacts
 *   formulate       rows and cones within reach, with the rates that gaps and restitution allow
 *   findImpulses    p
 *   applyImpulses   v⁺ = v + M⁻¹ (δ F + Jᵀ p)
 *   move            x⁺ = x + δ v⁺, up to the end of the window
 *   accept          contacts at the end are no deeper than is allowed, and no energy is gained; depenetration
 *   record          energy balance, audit and events
 *
 * A stage that fails leaves the island where it is: MoreauStep restores the beginning of the step.
 */
import { addImpulses } from "../../constrain/index.js";
import { addCones, addGiven, clearReported, isPushedFromOutside } from "../active-set/index.js";
import { expectTimeStep } from "../audit/index.js";
import { depenetrate, detect, findDeepest } from "../detection/index.js";
import { measureSpeed } from "../event-handling/index.js";
import { correctSpin, measureSpin } from "../island/index.js";
import type { SteppingContext } from "./context.js";
import { ImpulseEvents } from "./impulse-events.js";
import type { ImpulseTraces } from "./impulse-traces.js";
import { ImpulseWork } from "./impulse-work.js";
import { MoreauImpulses } from "./moreau-impulses.js";
import { addForces, StepMotion } from "./moreau-motion.js";
import { addClosingRates, prepareMoreauRows } from "./moreau-rows.js";
import { measureFall } from "./moreau-solve.js";
import { deepPart, restingSpeed, sameDepthRatio, shallowPart } from "./parameters.js";
import { measureReach, StepReach } from "./step-reach.js";

/** Slots of `MoreauAttempt.values`. */
const AttemptSlot = {
  /** The depth up to which a contact is no deeper than before the step, m. */
  former: 0,
  /** The depth at which the step may end after depenetration, m. */
  bound: 1,
  /** The error of positions by falling and turning within the step, m: a contact may be as deep before depenetration. */
  error: 2,
  /** The depth at the end, m. */
  left: 3,
  /** The largest speed at the end, m/s. */
  speed: 4,
  /** The part of the step that is taken. */
  part: 5,
} as const;

/** The stages of a time step of one island, with their data. */
export class MoreauAttempt {
  readonly motion: StepMotion;
  readonly events = new ImpulseEvents();
  readonly reach = new StepReach();
  private readonly impulses: MoreauImpulses;
  private readonly traces: ImpulseTraces;
  private readonly work = new ImpulseWork();
  private readonly values = new Float64Array(6);
  /** Whether a contact has bounced, and whether that has gained energy in the last attempt that moved. */
  private hasBounced = false;
  hasGained = false;
  /** Whether something outside of the island has pushed it. */
  private isPushed = false;
  /** Whether no modes of a step before are known, and whether the modes are those of that step. */
  isFirst = false;
  isSame = false;

  constructor(dimension: number, traces: ImpulseTraces) {
    this.motion = new StepMotion(dimension);
    this.impulses = new MoreauImpulses(traces);
    this.traces = traces;
  }

  /** Changes the velocities by the given forces of the whole step, and sets the depths that are allowed at its end. */
  moveFreely(context: SteppingContext, duration: number): void {
    const { island, world } = context;
    const { values } = this;
    const { contactTolerance } = world.settings;
    this.work.begin(context);
    // contacts that could not be separated before may stay as deep
    const former = sameDepthRatio * findDeepest(context);
    values[AttemptSlot.former] = former;
    values[AttemptSlot.bound] = Math.max(deepPart * contactTolerance, Math.min(contactTolerance, former));
    this.events.begin(context);
    island.applyForces();
    clearReported(world.audit, island);
    addGiven(world.audit, island, duration);
    addForces(island, duration);
  }

  /** Builds the rows and cones of the contacts within reach; with `isPlastic` no contact bounces. */
  formulate(context: SteppingContext, duration: number, isPlastic: boolean): void {
    // the reach of a shorter step is less
    const fall = measureFall(context.world.settings, duration);
    const list = this.reach.choose(context, duration, fall, measureReach(context, duration));
    prepareMoreauRows(context, duration, list, this.traces);
    const { rows } = context.solvers.cones.problem;
    this.work.driven = rows.c.slice(0, rows.rowCount);
    this.values[AttemptSlot.error] = duration * (fall + duration * findTurning(context));
    this.hasBounced = addClosingRates(context, duration, isPlastic);
  }

  /** Searches the impulses, and returns whether they were found; `relaxation` is their accuracy: see moreau-solve.ts. */
  findImpulses(context: SteppingContext, duration: number, relaxation: number): boolean {
    return this.impulses.find(context, duration, relaxation);
  }

  /** Applies the impulses found to the velocities, and finds the events. */
  applyImpulses(context: SteppingContext, duration: number): void {
    const { island, world } = context;
    const { contacts } = context.contactSet;
    const { cones, coneSolver } = context.solvers;
    const { f } = coneSolver.result;
    const { work } = this;
    this.isPushed = isPushedFromOutside(context);
    this.events.record(context, work.driven);
    this.isFirst = this.traces.isEmpty;
    this.isSame = this.traces.keep(context, duration);
    work.measure(f);
    const total = new Float64Array(island.model.count);
    cones.writeForces(total, f, contacts);
    work.keepImpulses(island, total);
    addCones(world.audit, context, f, contacts);
    addImpulses(island, total);
    work.readAfter(island);
  }

  /** Moves the bodies with the velocities at the end of the step, not beyond the time `end`. */
  move(context: SteppingContext, duration: number, end: number): void {
    const { island } = context;
    this.values[AttemptSlot.speed] = measureSpeed(context);
    this.motion.advance(island, duration);
    this.values[AttemptSlot.part] = this.motion.cut(island, end);
  }

  /** Detects contacts at the end of the step, depenetrates, and returns whether depth and energy are within their bounds. */
  accept(context: SteppingContext, reach: number): boolean {
    const { values } = this;
    const { contactTolerance } = context.world.settings;
    const bound = values[AttemptSlot.bound];
    detect(context, reach);
    const depth = findDeepest(context);
    if (depth > shallowPart * contactTolerance && this.reach.hasMissed(context, shallowPart * contactTolerance)) {
      this.reach.isWide = true;
      return false;
    }
    if (depth > Math.max(bound, values[AttemptSlot.error])) return false;
    this.work.scale(values[AttemptSlot.part]);
    this.hasGained = this.hasBounced && this.work.isGained(context);
    if (this.hasGained) return false;
    const isFormer = depth <= values[AttemptSlot.former] && depth <= deepPart * contactTolerance;
    const isShallow = depth <= shallowPart * contactTolerance || isFormer;
    // joints drift within a step, as their ends turn: depenetration corrects them, too
    if (!isShallow || context.island.model.parts.joints.length > 0) depenetrate(context, (one) => detect(one, reach));
    values[AttemptSlot.left] = findDeepest(context);
    return !(values[AttemptSlot.left] > bound);
  }

  /** Records the step that was accepted in the energy balance, in the audit and among the events. */
  record(context: SteppingContext, duration: number): void {
    const { island, world } = context;
    const { worst } = world;
    const part = this.values[AttemptSlot.part];
    this.keepSpin(context);
    worst.residual = Math.max(worst.residual, context.solvers.coneSolver.result.residual);
    this.work.record(island, part);
    expectTimeStep(world.audit, island, this.work.after, part, duration);
    worst.penetration = Math.max(worst.penetration, this.values[AttemptSlot.left]);
    worst.constraintError = Math.max(worst.constraintError, context.solvers.rows.findOff());
    island.getState(this.motion.state);
    this.events.report(context, part);
  }

  /** Returns whether the island is at rest after the step. */
  get isResting(): boolean {
    return this.values[AttemptSlot.speed] <= restingSpeed;
  }

  /** Measures H of angular-momentum.ts where the island may have been pushed from outside, else restores its former value. */
  private keepSpin({ island }: SteppingContext): void {
    if (!island.balance.mayBeAlone) return;
    if (this.isPushed || !island.balance.isAlone) measureSpin(island.balance.spin, 0, island.model);
    else if (correctSpin(island.model, island.balance.spin, 0)) island.derive();
  }
}

/** Returns the largest |γ| of the contacts within reach, m/s²: the part of d̈ that comes from the motion itself. */
function findTurning(context: SteppingContext): number {
  const { contacts } = context.contactSet;
  const { cones } = context.solvers;
  let most = 0;
  for (let k = 0; k < cones.contactCount; k++) most = Math.max(most, Math.abs(contacts.gamma[cones.list[k]]));
  return most;
}

/**
 * Time-stepping of Moreau–Jean type, with gaps after Stewart and Trinkle: a step of given length δ in which velocities jump by
 * impulses p that satisfy the Signorini–Coulomb conditions, at the level of velocities, at its end. It passes chattering, in which
 * contacts stick, slip, open and close again within a time too short to be seen: each event is physics, and all of them together
 * move hardly anything.
 *
 *   v⁺ = v + M⁻¹ (δ F + Jᵀ p),   x⁺ = x + δ v⁺                F at the beginning of the step
 *   0 ≤ p_n  ⊥  v_n⁺ + gap/δ + ½ δ γ ≥ 0
 *   |p_t| ≤ μ p_n,   and p_t = −μ p_n u⁺/|u⁺| where u⁺ ≠ 0
 *
 * for all features that may be reached within δ (moreau-rows.ts), with γ the part of d̈ that comes from the motion itself. The
 * audit reports the errors: those of velocities are δ times the change of accelerations within the step, those of positions δ times
 * that. A phase of time steps ends when modes stay as they are, or everything rests.
 *
 * See also: Moreau 1988, Unilateral contact and dry friction in finite freedom dynamics; Jean 1999, The non-smooth contact dynamics
 * method; Stewart and Trinkle 1996, An implicit time-stepping scheme for rigid body dynamics with inelastic collisions and Coulomb
 * friction.
 */
import { activateRows, createActiveRows } from "../active-set/index.js";
import { depenetrate, detect } from "../detection/index.js";
import { hasFriction } from "../event-handling/index.js";
import { manyContacts } from "../model/index.js";
import { addFallback } from "../record/index.js";
import { Chattering, ChatteringKind, ChatteringSlot } from "./chattering.js";
import type { SteppingContext } from "./context.js";
import type { ImpulseEvents } from "./impulse-events.js";
import { ImpulseTraces } from "./impulse-traces.js";
import { MoreauAttempt } from "./moreau-attempt.js";
import {
  agePart,
  attempts,
  deepPart,
  longestStep,
  longStep,
  quickAttempts,
  quickShortening,
  shortening,
  stepGrowth,
  strictAttempts,
} from "./parameters.js";
import { measureReach } from "./step-reach.js";
import { StrikeList } from "./strike-list.js";

const noStrikes = new StrikeList();

/** The time-stepping method of one island. */
export class MoreauStep {
  readonly name = "moreau-jean";
  private readonly dimension: number;
  /** The stages of a step with their data, which are made with the first step. */
  private own: MoreauAttempt | null = null;
  /** The detector of chattering, with the state of the phase. */
  readonly chattering = new Chattering();
  /** Modes and impulses of the last step. */
  readonly traces = new ImpulseTraces();
  /** Whether restitution is excluded from the present attempt. */
  private isPlastic = false;
  /** Makes sure that all pairs are known that the way from `previous` to `state` may bring together. */
  cover: () => void = () => {};

  /** Makes the method for states of that dimension, time excluded. */
  constructor(dimension: number) {
    this.dimension = dimension;
  }

  private get attempt(): MoreauAttempt {
    this.own ??= new MoreauAttempt(this.dimension, this.traces);
    return this.own;
  }

  /** The state before the last step, time at the end. */
  get previous(): Float64Array {
    return this.attempt.motion.previous;
  }

  /** The state after the last step, time at the end. */
  get state(): Float64Array {
    return this.attempt.motion.state;
  }

  /** The events of the steps. */
  get events(): ImpulseEvents {
    return this.attempt.events;
  }

  /** Collisions that go on from step to step. */
  get pending(): StrikeList {
    return this.own?.events.pending ?? noStrikes;
  }

  /** Replaces the collisions that go on. */
  resume(strikes: StrikeList): void {
    if (this.own !== null || strikes.items.length > 0) this.attempt.events.pending.copy(strikes);
  }

  /** Returns whether the island can be integrated in this way, where a phase of its kind is due or goes on. */
  canRun(context: SteppingContext): boolean {
    const { island, jointFriction } = context;
    const { contacts } = context.contactSet;
    if (island.model.particleCount > 0 || island.model.coordinates.length > 0 || contacts.count === 0) return false;
    const { kind } = this.chattering;
    if (kind === ChatteringKind.any) return true;
    // joints with friction count as contacts
    return (
      (kind !== ChatteringKind.manyContacts || contacts.count + jointFriction.count > manyContacts) &&
      hasFriction(context)
    );
  }

  /** Returns whether the island can be integrated in this way where an event cannot be handled: few contacts are enough. */
  mayForce(context: SteppingContext): boolean {
    if (!this.isGoingOn(context)) this.chattering.force(context.contactSet.contacts.count > manyContacts);
    return this.canRun(context);
  }

  private isGoingOn({
    island: {
      model: { system },
    },
  }: SteppingContext): boolean {
    return this.chattering.isGoingOn(system.state, system.state.length - 1);
  }

  /** Begins a phase at the state of the island, or continues it. */
  begin(context: SteppingContext): void {
    if (!this.isGoingOn(context)) this.traces.forget();
    this.chattering.begin(context.island.model.system.time);
    detect(context, measureReach(context, this.chattering.since[ChatteringSlot.duration]));
  }

  /**
   * Takes a step from the state of the island, not beyond `end`, and returns whether that was possible. Contacts are then those
   * within reach.
   */
  run(context: SteppingContext, end: number): boolean {
    const { island } = context;
    const { chattering } = this;
    const { since } = chattering;
    if (!this.canRun(context)) return false;
    const { attempt } = this;
    island.getState(this.previous);
    const t = this.previous[island.dimension];
    // with few contacts, no longer than turning takes to open or close a gap
    if (chattering.kind !== ChatteringKind.manyContacts) {
      since[ChatteringSlot.duration] = Math.min(since[ChatteringSlot.duration], limitTurning(context));
    }
    let duration = since[ChatteringSlot.duration];
    // restitution may be excluded, but not with many contacts: there collisions of a step would never bounce
    const mayBePlastic = chattering.kind !== ChatteringKind.manyContacts;
    attempt.hasGained = false;
    for (let number = -quickAttempts; number < attempts; number++) {
      this.isPlastic = (mayBePlastic || attempt.hasGained) && number % 2 !== 0;
      if (number > -quickAttempts && !this.isPlastic) duration *= number < 0 ? quickShortening : shortening;
      // strict attempts, and then relaxed ones, begin with the whole length again
      if (number === 0 || number === strictAttempts) duration = since[ChatteringSlot.duration];
      if (!(t + duration > t)) return false;
      if (this.takeEither(context, duration, Math.min(end, t + duration), number - strictAttempts)) {
        since[ChatteringSlot.end] = this.state[island.dimension];
        const age = since[ChatteringSlot.end] - since[ChatteringSlot.start];
        since[ChatteringSlot.duration] = Math.min(
          stepGrowth * duration,
          longestStep,
          Math.max(longStep, agePart * age),
        );
        addFallback(context.world.worst, chattering.code);
        return true;
      }
      this.restoreBeginning(context);
    }
    return false;
  }

  /** Restores the state at the beginning of the step. */
  private restoreBeginning(context: SteppingContext): void {
    this.traces.forget();
    context.island.setState(this.previous);
    detect(context, measureReach(context, this.chattering.since[ChatteringSlot.duration]));
  }

  /** Takes a step with the contacts that are likely to close, or else with all that may. */
  private takeEither(context: SteppingContext, duration: number, end: number, relaxation: number): boolean {
    const { reach } = this.attempt;
    reach.isWide = false;
    const isTaken = this.take(context, duration, end, relaxation);
    if (isTaken || !reach.isWide) return isTaken;
    this.restoreBeginning(context);
    return this.take(context, duration, end, relaxation);
  }

  /** Takes a step stage by stage, and returns whether it was accepted; `relaxation` is the accuracy of impulses. */
  private take(context: SteppingContext, duration: number, end: number, relaxation: number): boolean {
    const { attempt, chattering } = this;
    attempt.moveFreely(context, duration);
    attempt.formulate(context, duration, this.isPlastic);
    if (!attempt.findImpulses(context, duration, relaxation)) return false;
    attempt.applyImpulses(context, duration);
    attempt.move(context, duration, end);
    this.cover();
    if (!attempt.accept(context, measureReach(context, chattering.since[ChatteringSlot.duration]))) return false;
    attempt.record(context, duration);
    chattering.countTimeStep(attempt.isFirst, attempt.isSame, attempt.isResting);
    return true;
  }

  /** Closes the gaps of the contacts that were active in the last step, lest they bounce, and depenetrates. */
  close(context: SteppingContext): void {
    const { world } = context;
    const { contacts } = context.contactSet;
    const active: number[] = [];
    for (let c = 0; c < contacts.count; c++) {
      if (this.traces.wasActive(contacts, c) && Math.abs(contacts.gap[c]) < world.settings.contactTolerance)
        active.push(c);
    }
    if (active.length === 0) return;
    activateRows(context, createActiveRows(context, active));
    detect(context);
    depenetrate(context, detect);
  }

  /** Writes the state at the time out[last], linearly between the states before and after the last step. */
  interpolate(out: Float64Array): void {
    this.attempt.motion.interpolate(out);
  }
}

/** Returns the length of a step within which ½ γ δ² is no deeper than a step may end, s. */
function limitTurning({ contactSet: { contacts }, world }: SteppingContext): number {
  const { contactTolerance } = world.settings;
  let most = 0;
  for (let c = 0; c < contacts.count; c++) {
    if (contacts.gap[c] <= contactTolerance) most = Math.max(most, Math.abs(contacts.gamma[c]));
  }
  return Math.sqrt((2 * deepPart * contactTolerance) / most);
}

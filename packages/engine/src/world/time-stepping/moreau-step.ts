/**
 * A time gone through at once, where a crowd of contacts stops, hops, turns and starts again within next to no time: each of
 * its changes is physics, and all of them together move nothing that is seen. Velocities at the end of it satisfy the law,
 * with impulses for forces (Moreau's scheme):
 *
 *   v⁺ = v + M⁻¹ (δ F + Jᵀ p),   v_n⁺ ≥ −gap/δ − ½ δ γ,  p_n ≥ 0,  |p_t| ≤ μ p_n against u⁺;   x⁺ = x + δ v⁺
 *
 * for all features that may be reached within δ, with γ what d̈ has of the motion itself. What that is off by is told: velocities by δ times what accelerations
 * change within it, positions by δ times that. Leaps follow one another until modes stay as they are, or all rests.
 */
import { addImpulses, totalEnergy } from "../../constrain/index.js";
import { quat, vec3 } from "../../math/index.js";
import { bodySize, Slot, writeBodyRates } from "../../rigid/index.js";
import {
  activateRows,
  addCones,
  addGiven,
  clearReported,
  createActiveRows,
  isPushedFromOutside,
} from "../active-set/index.js";
import { expectTimeStep } from "../audit/index.js";
import { depenetrate, detect, findDeepest } from "../detection/index.js";
import { hasFriction, measureSpeed } from "../event-handling/index.js";
import type { Nodes } from "../island/index.js";
import { correctSpin, measureSpin, measureTorque } from "../island/index.js";
import { LedgerSlot, manyContacts } from "../model/index.js";
import { addFallback } from "../record/index.js";
import { Chattering, ChatteringKind, ChatteringSlot } from "./chattering.js";
import type { SteppingContext } from "./context.js";
import { ImpulseEvents } from "./impulse-events.js";
import { ImpulseTraces } from "./impulse-traces.js";
import { MoreauImpulses } from "./moreau-impulses.js";
import { prepareMoreauRows } from "./moreau-rows.js";
import { measureFall, strict } from "./moreau-solve.js";
import { ahead, StepReach } from "./step-reach.js";
import { StrikeList } from "./strike-list.js";

/** How long a leap is, s: at first as the storm has it (chattering.ts), then up to this; the shorter if it ends too deep. */
const most = 1e-4;
/** In a storm that lasts they are longer: up to this part of its age, and so long, s. */
const agePart = 0.01;
const longest = 1e-3;
const longer = 1.5;
const attempts = 12;
/** Before them, so many in which impulses are to be found soon: a shorter leap is often easier than one that is hard. */
const quickAttempts = 2;
const half = 0.5;
const quarter = 0.25;
/** How deep a leap may end, as a part of the contact tolerance; and from where on things are moved apart. */
const deep = 0.3;
const shallow = 0.01;
/** What is no more than so many times as deep as it was, is as deep. */
const deeper = 1.01;
/**
 * Ways are told apart as well as this, as a part of it: corners of faces that are flush but for rounding would contradict each
 * other by as little, and which of them press would hang on it.
 */
const grainPart = 0.01;
/** Slower than this all rests, m/s. */
const still = 1e-13;
/** Slower approaches do not bounce, m/s. */
const bouncing = 1e-2;
/** Energy made by a leap that is no more than this part of what there is, is rounding. */
const gainRounding = 1e-12;

/** v and ω of the bodies that move: six numbers each. */
function readMotion({ system, bodies, movingCount }: Nodes): Float64Array {
  const out = new Float64Array(6 * movingCount);
  for (let b = 0; b < movingCount; b++) {
    vec3.copy(out, 6 * b, system.velocity, 3 * bodies[b]);
    vec3.copy(out, 6 * b + 3, system.angularVelocity, 3 * bodies[b]);
  }
  return out;
}

/**
 * The work of the impulses of joints and contacts on the bodies, J: each times the mean of the velocities before and after,
 * where a part of the leap is taken.
 */
function measureGiven(impulse: Float64Array, before: Float64Array, after: Float64Array, part: number): number {
  let sum = 0;
  for (let k = 0; k < impulse.length; k++) sum += impulse[k] * (before[k] + 0.5 * part * (after[k] - before[k]));
  return part * sum;
}

/** Ḣ of angular-momentum.ts. */
const torque = new Float64Array(3);

/** What leaps work with. */
interface MoreauWorkspace {
  readonly previous: Float64Array;
  readonly state: Float64Array;
  readonly rates: Float64Array;
  readonly impulses: MoreauImpulses;
  readonly reach: StepReach;
  readonly events: ImpulseEvents;
}

function createRoom(dimension: number, traces: ImpulseTraces): MoreauWorkspace {
  return {
    previous: new Float64Array(dimension + 1),
    state: new Float64Array(dimension + 1),
    rates: new Float64Array(dimension + 1),
    impulses: new MoreauImpulses(traces),
    reach: new StepReach(),
    events: new ImpulseEvents(),
  };
}

const noStrikes = new StrikeList();

export class MoreauStep {
  readonly name = "moreau-jean";
  /** How long a state is without its time; and what a leap works with, which is made with the first of them. */
  private readonly dimension: number;
  private own: MoreauWorkspace | null = null;
  /** When it is due, and how far it has come. */
  readonly chattering = new Chattering();
  /** Whether nothing bounces in the leap at hand; whether something did in the last, and whether that made energy. */
  private isPlastic = false;
  private hasBounced = false;
  private hasGained = false;
  readonly traces = new ImpulseTraces();
  /** Makes sure that all pairs are known that the way from `previous` to `state` may bring together. */
  cover: () => void = () => {};

  constructor(dimension: number) {
    this.dimension = dimension;
  }

  private get room(): MoreauWorkspace {
    this.own ??= createRoom(this.dimension, this.traces);
    return this.own;
  }

  /** State before and after the last leap, time at the end. */
  get previous(): Float64Array {
    return this.room.previous;
  }

  get state(): Float64Array {
    return this.room.state;
  }

  private get rates(): Float64Array {
    return this.room.rates;
  }

  private get impulses(): MoreauImpulses {
    return this.room.impulses;
  }

  private get reach(): StepReach {
    return this.room.reach;
  }

  /** What is told of leaps. */
  get events(): ImpulseEvents {
    return this.room.events;
  }

  /** Collisions that go on from leap to leap. */
  get pending(): StrikeList {
    return this.own?.events.pending ?? noStrikes;
  }

  /** Takes over collisions that go on, in the place of its own. */
  resume(strikes: StrikeList): void {
    if (this.own !== null || strikes.items.length > 0) this.room.events.pending.copy(strikes);
  }

  /** Whether the island can be taken on in this way, where a storm of its kind is due or goes on. */
  canRun(context: SteppingContext): boolean {
    const { island, jointFriction } = context;
    const { contacts } = context.contactSet;
    if (island.particleCount > 0 || island.coordinates.length > 0 || contacts.count === 0) return false;
    const { kind } = this.chattering;
    if (kind === ChatteringKind.any) return true;
    // joints that rub are of the crowd
    return (
      (kind !== ChatteringKind.manyContacts || contacts.count + jointFriction.count > manyContacts) &&
      hasFriction(context)
    );
  }

  /** The same where there is no other way, as no forces or impulses were found: then a few contacts will do. */
  mayForce(context: SteppingContext): boolean {
    if (!this.chattering.isGoingOn(context.island.system.time))
      this.chattering.force(context.contactSet.contacts.count > manyContacts);
    return this.canRun(context);
  }

  /** A storm begins, or goes on, at the state of the island. */
  begin(context: SteppingContext): void {
    if (!this.chattering.isGoingOn(context.island.system.time)) this.traces.forget();
    this.chattering.begin(context.island.system.time);
    detect(context, this.measureReach(context, this.chattering.since[ChatteringSlot.duration]));
  }

  /** How far things may come within the leap after one of that duration, m. */
  private measureReach(context: SteppingContext, last: number): number {
    const { contactTolerance, gravity } = context.world.settings;
    const duration = last * longer;
    let fall = 0;
    for (let k = 0; k < 3; k++) fall += Math.abs(gravity[k]);
    return Math.max(contactTolerance, ahead * duration * (measureSpeed(context) + fall * duration));
  }

  /** Takes the island on from its state, not beyond `end`; whether that could be done. Contacts are then those within reach. */
  run(context: SteppingContext, end: number): boolean {
    const { island } = context;
    const { chattering } = this;
    const { since } = chattering;
    if (!this.canRun(context)) return false;
    island.getState(this.previous);
    const t = this.previous[island.dimension];
    // of few contacts, no longer than what turns goes aside within
    if (chattering.kind !== ChatteringKind.manyContacts) {
      since[ChatteringSlot.duration] = Math.min(since[ChatteringSlot.duration], this.limitTurning(context));
    }
    let duration = since[ChatteringSlot.duration];
    // what bounces to and fro within a leap does so no more, unless it is one of a crowd that rubs: else it would be none
    const mayStop = chattering.kind !== ChatteringKind.manyContacts;
    this.hasGained = false;
    for (let attempt = -quickAttempts; attempt < attempts; attempt++) {
      this.isPlastic = (mayStop || this.hasGained) && attempt % 2 !== 0;
      if (attempt > -quickAttempts && !this.isPlastic) duration *= attempt < 0 ? half : quarter;
      // by all means, and then as exact as will do
      if (attempt === 0 || attempt === strict) duration = since[ChatteringSlot.duration];
      if (!(t + duration > t)) return false;
      if (this.takeEither(context, duration, Math.min(end, t + duration), attempt - strict)) {
        since[ChatteringSlot.end] = this.state[island.dimension];
        const age = since[ChatteringSlot.end] - since[ChatteringSlot.start];
        since[ChatteringSlot.duration] = Math.min(longer * duration, longest, Math.max(most, agePart * age));
        addFallback(context.world.worst, chattering.code);
        return true;
      }
      this.retreat(context);
    }
    return false;
  }

  /** Back to where the leap began. */
  private retreat(context: SteppingContext): void {
    this.traces.forget();
    context.island.setState(this.previous);
    detect(context, this.measureReach(context, this.chattering.since[ChatteringSlot.duration]));
  }

  /** Takes a leap with what is likely to be met, or else with all that may be. */
  private takeEither(context: SteppingContext, duration: number, end: number, rough: number): boolean {
    this.reach.isWide = false;
    const isTaken = this.take(context, duration, end, rough);
    if (isTaken || !this.reach.isWide) return isTaken;
    this.retreat(context);
    return this.take(context, duration, end, rough);
  }

  /** `rough` tells how exact impulses need be: see moreau-solve.ts. */
  private take(context: SteppingContext, duration: number, end: number, rough: number): boolean {
    const { island, world } = context;
    const { contacts } = context.contactSet;
    const { cones, coneSolver } = context.solvers;
    const { system, bodies, movingCount } = island;
    const { contactTolerance } = world.settings;
    const before = totalEnergy(world.mechanism);
    // what is deep already, as it could not be moved apart, may stay so
    const already = deeper * findDeepest(context);
    const bound = Math.max(deep * contactTolerance, Math.min(contactTolerance, already));
    this.events.begin(context);
    const motion = readMotion(island);
    island.applyForces();
    clearReported(world.audit, island);
    addGiven(world.audit, island, duration);
    measureTorque(torque, 0, island);
    for (let x = 0; x < 3; x++) island.spin[x] += duration * torque[x];
    for (let b = 0; b < movingCount; b++) {
      const i = bodies[b];
      for (let x = 0; x < 3; x++) {
        system.state[bodySize * i + Slot.P + x] += duration * system.force[3 * i + x];
        system.state[bodySize * i + Slot.L + x] += duration * system.torque[3 * i + x];
      }
    }
    island.derive();
    // of a shorter one less is within reach
    const fall = measureFall(world.settings, duration);
    prepareMoreauRows(
      context,
      duration,
      this.reach.choose(context, duration, fall, this.measureReach(context, duration)),
      this.traces,
    );
    const { rows } = cones.problem;
    const driven = rows.c.slice(0, rows.rowCount);
    // positions are off by as much in any case: by what falls, and by what turns otherwise at the end than in the beginning
    const allowed = duration * (fall + duration * this.findTurning(context));
    const grain = grainPart * contactTolerance;
    this.hasBounced = false;
    for (let k = 0; k < cones.contactCount; k++) {
      const c = cones.list[k];
      const rate = contacts.rate[c];
      const isFast = contacts.restitution[c] > 0 && rate < -bouncing && contacts.gap[c] <= -rate * duration;
      const isBouncing = isFast && !this.isPlastic;
      if (isBouncing) this.hasBounced = true;
      const whole = Math.max(0, contacts.gap[c]) + 0.5 * duration * duration * contacts.gamma[c];
      const way = grain * Math.round(whole / grain);
      // what is all but closed stays so: that of flush faces would contradict each other
      const opened = Math.abs(way) > contactTolerance ? way / duration : 0;
      rows.c[cones.row[k]] += isBouncing ? contacts.restitution[c] * rate : opened;
    }
    if (!this.impulses.find(context, duration, rough)) return false;
    const isPushed = isPushedFromOutside(context);
    this.events.record(context, driven);
    const isFirst = this.traces.isEmpty;
    const isSame = this.traces.keep(context, duration);
    const { f } = coneSolver.result;
    let work = 0;
    for (let r = 0; r < rows.rowCount; r++) work -= f[r] * driven[r];
    const total = new Float64Array(island.count);
    cones.writeForces(total, f, contacts);
    const passed = total.slice(0, 6 * movingCount);
    addCones(world.audit, context, f, contacts);
    addImpulses(island, total);
    const after = readMotion(island);
    const speed = measureSpeed(context);
    writeBodyRates(this.rates, system, system.state, movingCount, bodies);
    for (let b = 0; b < movingCount; b++) {
      const y = bodySize * bodies[b];
      for (let x = 0; x < Slot.P; x++) system.state[y + x] += duration * this.rates[bodySize * b + x];
      quat.normalize(system.state, y + Slot.q, system.state, y + Slot.q);
    }
    system.state[system.state.length - 1] = this.previous[island.dimension] + duration;
    island.derive();
    const part = this.cut(context, end);
    this.cover();
    const reach = this.measureReach(context, this.chattering.since[ChatteringSlot.duration]);
    detect(context, reach);
    const depth = findDeepest(context);
    if (depth > shallow * contactTolerance && this.reach.hasMissed(context, shallow * contactTolerance)) {
      this.reach.isWide = true;
      return false;
    }
    if (depth > Math.max(bound, allowed)) return false;
    work *= part;
    // Newton's law of restitution may make energy, with friction and among many
    const gained = totalEnergy(world.mechanism) - before - work;
    this.hasGained = this.hasBounced && gained > gainRounding * Math.abs(before);
    if (this.hasGained) return false;
    const isShallow = depth <= shallow * contactTolerance || (depth <= already && depth <= deep * contactTolerance);
    // joints go straight on within a leap, and come off by what their ends turn; the same moves them together
    if (!isShallow || island.parts.joints.length > 0) depenetrate(context, (one) => detect(one, reach));
    const left = findDeepest(context);
    if (left > bound) return false;
    this.keepSpin(context, isPushed);
    world.worst.residual = Math.max(world.worst.residual, coneSolver.result.residual);
    island.ledger[LedgerSlot.work] += work;
    island.ledger[LedgerSlot.dissipated] += work - measureGiven(passed, motion, after, part);
    expectTimeStep(world.audit, island, after, part, duration);
    world.worst.penetration = Math.max(world.worst.penetration, left);
    world.worst.constraintError = Math.max(world.worst.constraintError, context.solvers.rows.findOff());
    island.getState(this.state);
    this.events.report(context, part);
    // of the first after a while nothing is known
    const { since } = this.chattering;
    if (!isFirst) since[ChatteringSlot.calmCount] = isSame ? since[ChatteringSlot.calmCount] + 1 : 0;
    this.chattering.isOver = speed <= still || since[ChatteringSlot.calmCount] >= since[ChatteringSlot.calm];
    return true;
  }

  /**
   * Ends the leap that the island has taken at `end`, straight on the way to where it has led: however a run is cut, the way
   * is the same. Returns how much of it is left.
   */
  private cut({ island }: SteppingContext, end: number): number {
    const { state, previous } = this;
    const n = island.dimension;
    island.getState(state);
    if (!(end < state[n])) return 1;
    const part = (end - previous[n]) / (state[n] - previous[n]);
    for (let k = 0; k < n; k++) state[k] = previous[k] + part * (state[k] - previous[k]);
    for (let b = 0; b < island.movingCount; b++) {
      quat.normalize(state, bodySize * b + Slot.q, state, bodySize * b + Slot.q);
    }
    state[n] = end;
    island.setState(state);
    return part;
  }

  /** H of angular-momentum.ts: what it is by now, where something outside may have pushed, else what it was. */
  private keepSpin({ island }: SteppingContext, isPushed: boolean): void {
    if (!island.mayBeAlone) return;
    if (isPushed || !island.isAlone) measureSpin(island.spin, 0, island);
    else if (correctSpin(island, island.spin, 0)) island.derive();
  }

  /** How long ½ γ δ² is no deeper than a leap may end, s. */
  private limitTurning({ contactSet: { contacts }, world }: SteppingContext): number {
    const { contactTolerance } = world.settings;
    let most = 0;
    for (let c = 0; c < contacts.count; c++) {
      if (contacts.gap[c] <= contactTolerance) most = Math.max(most, Math.abs(contacts.gamma[c]));
    }
    return Math.sqrt((2 * deep * contactTolerance) / most);
  }

  /** The largest γ of contacts within reach, m/s². */
  private findTurning(context: SteppingContext): number {
    const { contacts } = context.contactSet;
    const { cones } = context.solvers;
    let most = 0;
    for (let k = 0; k < cones.contactCount; k++) most = Math.max(most, Math.abs(contacts.gamma[cones.list[k]]));
    return most;
  }

  /** What pressed in the last leap is closed, else it would hop; and what that has pressed in is moved out again. */
  close(context: SteppingContext): void {
    const { world } = context;
    const { contacts } = context.contactSet;
    const pressing: number[] = [];
    for (let c = 0; c < contacts.count; c++) {
      if (this.traces.hasPressed(contacts, c) && Math.abs(contacts.gap[c]) < world.settings.contactTolerance)
        pressing.push(c);
    }
    if (pressing.length === 0) return;
    activateRows(context, createActiveRows(context, pressing));
    detect(context);
    depenetrate(context, detect);
  }

  /** The state at the time out[last], straight on from the one to the other. */
  interpolate(out: Float64Array): void {
    const { previous, state } = this;
    const n = state.length - 1;
    const part = (out[n] - previous[n]) / (state[n] - previous[n]);
    for (let k = 0; k < n; k++) out[k] = previous[k] + part * (state[k] - previous[k]);
  }
}

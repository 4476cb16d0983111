/**
 * The public class of the module: rigid bodies that collide, particles, joints, generalized coordinates and forces, with one clock.
 * `advanceTo` integrates the motion from event to event, with contact forces that satisfy the Signorini–Coulomb conditions.
 *
 *   const world = new World();
 *   world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true });
 *   const ball = world.addBody({ shape: createSphere({ radius: 0.5 }), mass: 1, position: [0, 2, 0], restitution: 0.5 });
 *   const report = world.advanceTo(2);
 *
 * Follows: Rigid Body Simulation; Baraff 1989.
 */

import {
  type Bound,
  type Constraint,
  type ConstraintMaker,
  type Coordinates,
  type JointFriction,
  kineticEnergy,
  listMemory,
  Mechanism,
  measureMemory,
  potentialEnergy,
  restoreMemory,
} from "../constrain/index.js";
import { Detector, Materials, PartTable, type SurfaceOptions } from "../contact/index.js";
import { type Fault, fail, RigorError } from "../math/index.js";
import type { ParticleOptions } from "../particles/index.js";
import { type BodyForce, gravity, RigidSystem, removeBody, rowOf } from "../rigid/index.js";
import { createSolvers, type WorldContext } from "./contact-state/index.js";
import { Neighbours } from "./detection/index.js";
import type { IslandFlow } from "./integration/index.js";
import type { WorldBodyOptions } from "./model/index.js";
import {
  type Along,
  actsAlong,
  addParts,
  createSettings,
  DerivedGuard,
  describeOverflow,
  exclude,
  FrictionNotes,
  hasEndOn,
  isOverflow,
  LedgerSlot,
  Numbered,
  namePart,
  requireFriction,
  requireLimits,
  requireMotionMagnitudes,
  requireParticleKeys,
  requireParticleMagnitudes,
  requireSurface,
  splitSurface,
  tryBody,
  type WorldOptions,
  type WorldSettings,
} from "./model/index.js";
import {
  addStanding,
  type EnergyMark,
  hasRoom,
  judgeCertificate,
  listContacts,
  listFrictions,
  listLimits,
  measureEnergy,
  showReactions,
  writeReactions,
} from "./observe/index.js";
import { defaultMaxSteps } from "./parameters.js";
import {
  type AdvanceOptions,
  addInOrder,
  beginReport,
  type Contact,
  createWorst,
  type Energy,
  EventLog,
  type FrictionState,
  type LimitState,
  listNumbers,
  listRows,
  nameBodies,
  renewSnapshot,
  requireLater,
  requireSnapshot,
  type Snapshot,
  takeBackEvents,
  type WorldEvent,
  type WorldReport,
  type Worst,
} from "./record/index.js";
import {
  findBeyondLimit,
  findOverlap,
  listTouching,
  requireAdvance,
  requireDuration,
  TimewarpScheduler,
} from "./scheduling/index.js";

/** Relation of the islands of a world to its present parts and state. */
interface WorldStatus {
  /** The revision of the parts for which the islands were made; −1 if they are to be made anew. */
  revision: number;
  /** Whether islands were made before: a fault before that is an error of building, and thrown. */
  hasBegun: boolean;
  /** Whether the world advances or solves for forces: then forces are not known, and cannot be read from within a force. */
  isBusy: boolean;
  /** Whether the set of contacts may have changed without an event: parts were added, or moved by hand. */
  isChanged: boolean;
  /** The fault of parts that were added or moved by hand, with which the world does not advance; or null. */
  refusal: Fault | null;
  /** The guard of the values that follow from the state, and must not be written by hand. */
  readonly guard: DerivedGuard;
}

/** Reports of a world, and the quantities by which they are judged. */
interface WorldRecord {
  /** The number of events that were reported, by a report or by `settle`. */
  reportedCount: number;
  /** Whether the figures of `worst` are those of readings since the last report. */
  readonly looks: { hasLooked: boolean };
  /** The warnings of friction on one side of a contact that were given. */
  readonly notes: FrictionNotes;
  /** Work and dissipated energy of islands that are gone: see `LedgerSlot`. */
  readonly ledger: Float64Array;
  /** The energies with which the present ones are compared. */
  readonly energy: EnergyMark;
}

/** Joint limits and joint frictions of a world, by their numbers. */
interface AlongJoints {
  readonly limits: Numbered<Bound>;
  readonly frictions: Numbered<JointFriction>;
}

/**
 * A world of rigid bodies, particles, joints, generalized coordinates and forces, which advances in time. Units are SI: m, kg, s,
 * N, rad; vectors are in world axes, quaternions [x, y, z, w].
 *
 * Invalid arguments throw a `RigorError`: its message names the argument, the requirement and the value, and each of its `faults`
 * has a stable code. Physics never throws: `advanceTo` returns a report, whose `status` and `message` say whether the time was
 * reached. An error of a function of the user, such as a force, is thrown on; the world is at the beginning of a window then, and
 * may go on.
 */
export class World {
  /** The options of the world, with their defaults. */
  readonly settings: WorldSettings;
  /** The bodies and particles: their state, their tables, and the forces on them. */
  readonly system: RigidSystem;
  /** The constraints, generalized coordinates, and the forces along them. */
  readonly mechanism: Mechanism;
  /** The parts: one shape each of a body or particle, with its surface. */
  readonly parts = new PartTable();
  /** The materials, and the properties of pairs of materials. */
  readonly materials = new Materials();
  /** The detector of the pairs of parts that touch or may touch. */
  readonly detector: Detector;
  /** All events so far, in the order of time. The list may be emptied at any time: `events.length = 0`. */
  readonly events: WorldEvent[] = [];
  private readonly context: WorldContext;
  private readonly schedule: TimewarpScheduler;
  private readonly along: AlongJoints = { limits: new Numbered<Bound>(), frictions: new Numbered<JointFriction>() };
  private readonly status: WorldStatus = {
    revision: -1,
    hasBegun: false,
    isBusy: false,
    isChanged: false,
    refusal: null,
    guard: new DerivedGuard(),
  };
  private readonly record: WorldRecord = {
    reportedCount: 0,
    looks: { hasLooked: false },
    notes: new FrictionNotes(this),
    ledger: new Float64Array(2),
    energy: { first: 0, largest: 0 },
  };

  /** Makes an empty world. See `WorldOptions` for the options, their units and defaults; an invalid option throws. */
  constructor(options: WorldOptions = {}) {
    const settings = createSettings(options);
    this.settings = settings;
    this.system = new RigidSystem({ time: settings.time });
    this.mechanism = new Mechanism(this.system);
    this.detector = new Detector(this.parts, this.system, this.materials, { tolerance: settings.contactTolerance });
    this.context = {
      mechanism: this.mechanism,
      parts: this.parts,
      detector: this.detector,
      ...createSolvers(settings),
      settings,
      log: new EventLog(),
      worst: createWorst(),
      limits: this.along.limits.list,
      frictions: this.along.frictions.list,
    };
    this.schedule = new TimewarpScheduler(this.context, new Neighbours(this.parts, this.detector));
    this.mechanism.forceSource = { writeForces: () => this.writeForces() };
    if (settings.gravity.some((g) => g !== 0)) this.system.addForce(gravity(settings.gravity));
  }

  // --- building ------------------------------------------------------------------------------------------------------

  /**
   * Adds a body and returns its name, a number: 0, 1, 2, … as long as none was removed. The row of a removed body is used again,
   * for a body with another name; `requireBody` returns the row of a body in the tables of `system`. By default a body has
   * density 1000 kg/m³, stands at the origin, and has no friction and no restitution. Throws for invalid options. An overlap with
   * another body is found when the world next advances: see `advanceTo` and `canPlace`.
   */
  addBody(options: WorldBodyOptions): number {
    const path = `bodies[${this.system.count - this.system.removedCount}]`;
    const split = tryBody(path, options, this.materials, this.time);
    if (this.parts.retiredCount > 0) {
      // the update drops the boxes and the pairs of removed parts, so that their rows are free
      this.detector.update();
      this.parts.releaseRows();
    }
    const body = this.system.addBody(split.body, path);
    addParts(this.system, this.parts, body, split, path);
    return body;
  }

  /**
   * Whether a body with these options of `addBody` would overlap no body or particle by more than the contact tolerance at the
   * present time. The world is not changed. Throws for options for which `addBody` throws.
   */
  canPlace(options: WorldBodyOptions): boolean {
    const fresh = tryBody("body", options, this.materials, this.time);
    return hasRoom(this, fresh, this.settings.contactTolerance);
  }

  /**
   * Sets the velocity of the centre of mass of a body (of its pivot, if it has one), m/s, and its angular velocity, rad/s, in world
   * axes. One that is left out stays as it is. Throws for a removed body, and for numbers that are not finite or too large.
   */
  setVelocity(body: number, velocity?: ArrayLike<number>, angularVelocity?: ArrayLike<number>): void {
    this.status.guard.requireUntouched(this.system);
    requireMotionMagnitudes("", { velocity, angularVelocity });
    this.system.setVelocity(body, velocity, angularVelocity);
  }

  /**
   * Sets the position, m, of the frame in which the shapes of a body were given, and its rotation [x, y, z, w], which stays as it
   * is if it is left out. Velocities stay. If the body overlaps another one then, the next call of `advanceTo` is refused. Throws
   * for a removed body, and for numbers that are not finite or too large.
   */
  setPose(body: number, position: ArrayLike<number>, rotation?: ArrayLike<number>): void {
    const { system } = this;
    this.status.guard.requireUntouched(system);
    requireMotionMagnitudes("", { position });
    const row = system.requireBody("body", body);
    const q = rotation ?? system.getPose(body).rotation;
    // these are 0 for fixed bodies, for which others are refused
    const [v, omega] = [system.velocity, system.angularVelocity].map((all) => all.slice(3 * row, 3 * row + 3));
    system.place(body, position, q, v, omega);
  }

  /**
   * Removes a body, with its joints and the forces on it alone. Other bodies keep their names. The energy that goes with the body
   * counts as (negative) work, so that the total of `getEnergy` stays. Throws for a body that was removed before.
   */
  removeBody(body: number): void {
    const { system, mechanism, detector } = this;
    const i = system.requireBody("body", body);
    const before = kineticEnergy(mechanism) + potentialEnergy(mechanism);
    this.removeAll((thing) => hasEndOn(thing, [i]));
    this.schedule.forget(i);
    this.parts.removeBody(i);
    removeBody(system, body);
    detector.forget(i);
    detector.revise();
    this.context.log.keep(({ event: { a, b } }) => a !== i && b !== i);
    // the energy of the body leaves the energy balance with it
    this.record.ledger[LedgerSlot.work] += kineticEnergy(mechanism) + potentialEnergy(mechanism) - before;
  }

  /**
   * Returns the row of a body in the tables of `system`. Throws unless it is a body of this world that was not removed; `path` is
   * the name of the argument in the message.
   */
  requireBody(path: string, body: number): number {
    return this.system.requireBody(path, body);
  }

  /**
   * Adds a particle and returns its index. It collides with bodies if `collide` is true; default false. Throws for invalid
   * options.
   */
  addParticle(options: ParticleOptions & SurfaceOptions & { readonly collide?: boolean }): number {
    const path = `particles[${this.system.particles.count}]`;
    requireParticleKeys(path, options);
    const { collide = false, ...given } = options;
    const { surface, rest } = splitSurface(given);
    requireParticleMagnitudes(path, rest);
    if (collide) requireSurface(path, surface, this.materials);
    const j = this.system.particles.addParticle(rest);
    if (collide) this.parts.addParticle(this.system, j, surface);
    return j;
  }

  /**
   * Adds a constraint, such as `hinge(…)`, and returns it. Bodies that a joint keeps in one place do not collide with each other.
   * Throws if the constraint does not fit its bodies.
   */
  add<M extends ConstraintMaker>(make: M): ReturnType<M> {
    const constraint = this.mechanism.add(make);
    exclude(this.detector, constraint);
    return constraint;
  }

  /**
   * Removes a constraint, with all limits, frictions, motors and forces along its coordinates. One that is not there is no error.
   */
  remove(constraint: Constraint): void {
    if (!this.mechanism.constraints.includes(constraint)) return;
    this.mechanism.remove(constraint);
    this.removeAll((thing) => actsAlong(thing, constraint));
    exclude(this.detector, constraint, true);
  }

  /** Removes the constraints, forces, limits and frictions that satisfy a condition. */
  private removeAll(isGone: (thing: Along) => boolean): void {
    for (const constraint of this.mechanism.constraints.filter(isGone)) this.remove(constraint);
    for (const force of this.mechanism.forces.filter(isGone)) this.mechanism.removeForce(force);
    this.removeLimit(this.limits.filter(isGone));
    this.removeFriction(...this.frictions.filter(isGone));
  }

  /** The joint limits that were added and not removed. */
  get limits(): readonly Bound[] {
    return this.along.limits.all;
  }

  /**
   * Adds limits of a joint coordinate, rad or m, and returns them: `world.addLimit(limit(hinge.angle, { lower: -1, upper: 1 }))`.
   * Each gets a number, by which events and `getLimits` name it. Throws for a limit that was added before, or of a joint of
   * another world.
   */
  addLimit(bounds: readonly Bound[]): readonly Bound[] {
    requireLimits(bounds, this.limits, this.mechanism);
    this.along.limits.add(bounds);
    return bounds;
  }

  /** Removes limits; one that is not there is no error. Other limits keep their numbers. */
  removeLimit(bounds: readonly Bound[]): void {
    const gone = this.along.limits.remove(bounds);
    this.context.log.keep(({ event }) => !gone.includes(event.limit));
  }

  /** The joint frictions that were added and not removed. */
  get frictions(): readonly JointFriction[] {
    return this.along.frictions.all;
  }

  /**
   * Adds dry friction of a joint and returns it: `world.addFriction(jointFriction(hinge.angle, { friction: 0.5 }))`. It gets a
   * number, by which events and `getFrictions` name it. Throws for a friction that was added before, or of a joint of another
   * world.
   */
  addFriction(friction: JointFriction): JointFriction {
    requireFriction(friction, this.frictions, this.mechanism);
    this.along.frictions.add([friction]);
    return friction;
  }

  /** Removes joint frictions; one that is not there is no error. Other frictions keep their numbers. */
  removeFriction(...frictions: readonly JointFriction[]): void {
    const gone = this.along.frictions.remove(frictions);
    this.context.log.keep(({ event }) => !gone.includes(event.friction));
  }

  /** Adds a system of generalized coordinates, such as a linkage or a pendulum of `lagrange`, and returns it. */
  addCoordinates<G extends Coordinates>(thing: G): G {
    return this.mechanism.addCoordinates(thing);
  }

  /**
   * Adds a force on bodies and returns it. Forces on particles are added to `system.particles`, those along joints to
   * `mechanism`. A force of one's own that does not say `changes: false` may change with time, so that no body on which it acts
   * falls asleep.
   */
  addForce<F extends BodyForce>(force: F): F {
    return this.system.addForce(force);
  }

  /** Removes a force on bodies; one that is not there is no error. */
  removeForce(force: BodyForce): void {
    this.system.removeForce(force);
  }

  // --- advancing --------------------------------------------------------------------------------------------------------

  /** The present time, s. */
  get time(): number {
    return this.system.time;
  }

  /**
   * Advances by a duration, s: `advanceTo(time + dt)` with the default options. Throws for a duration that is negative or not
   * finite.
   */
  step(dt: number): WorldReport {
    requireDuration(dt);
    return this.advanceTo(this.time + dt);
  }

  /**
   * Advances to the time `tEnd`, s, and returns a report: the events, the largest errors, and whether the time was reached.
   * Options are `maxSteps`, of all islands together, default 10⁷, and `onProgress`, which is called with the time after every
   * window and stops the world there if it returns false.
   *
   * The status of the report is `done` at `tEnd`; `cancelled` by `onProgress`; `refused` if bodies overlap that were added or
   * moved by hand, or a joint is beyond a limit: the world has not advanced, and does once that is corrected; `too-many-steps` or
   * `failed` otherwise. In all cases the world is in the last valid state, at `time`, and `message` names the reason.
   *
   * Throws for invalid arguments, for a `tEnd` before the present time, and in its first call for bodies that overlap and joints
   * beyond their limits. An error of a function of the user is thrown on, with the world at the beginning of a window.
   */
  advanceTo(tEnd: number, options: AdvanceOptions = {}): WorldReport {
    const { maxSteps = defaultMaxSteps, onProgress } = options;
    requireAdvance(this.time, tEnd, maxSteps, options);
    const before = { steps: this.schedule.steps, evaluations: this.schedule.evaluations };
    beginReport(this.context.worst, this.record.looks, false);
    const unhandled = this.refresh();
    const { refusal } = this.status;
    addStanding(this.context.worst, this.schedule.flows);
    const fault =
      unhandled ?? this.whileBusy(() => this.schedule.advanceTo(this.time, tEnd, maxSteps, this.wrap(onProgress)));
    this.flush();
    this.status.guard.remember(this.system);
    const events = this.events.slice(this.record.reportedCount);
    this.record.reportedCount = this.events.length;
    const steps = this.schedule.steps - before.steps;
    judgeCertificate(this.context, this.record.energy, this.getEnergy(), this.system);
    const status = fault === null ? (this.time === tEnd ? "done" : "cancelled") : null;
    const message = fault ?? `${status === "done" ? "reached" : "cancelled at"} t = ${this.time}`;
    const warnings = events.length > 0 || this.status.isChanged ? this.findWarnings(events) : [];
    this.status.isChanged = false;
    return {
      status: status ?? (refusal !== null ? "refused" : steps >= maxSteps ? "too-many-steps" : "failed"),
      t: this.time,
      steps,
      evaluations: this.schedule.evaluations - before.evaluations,
      events,
      message,
      warnings,
      worst: { ...this.context.worst, fallbacks: [...this.context.worst.fallbacks] },
    };
  }

  /** Returns the warnings of contacts, in a call, of a part that has friction and one that has none. */
  private findWarnings(events: readonly WorldEvent[]): string[] {
    const { system, parts } = this;
    const { notes } = this.record;
    if (!notes.isNeeded) return [];
    const reported = events.filter(({ limit, friction }) => limit < 0 && friction < 0);
    const struck = reported.map(({ a, b, particle }) => [
      notes.findPart(a < 0 ? a : rowOf(a), particle),
      notes.findPart(rowOf(b), -1),
    ]);
    const touching = this.schedule.flows.flatMap(({ context }) => listTouching(context));
    return [...struck, ...touching].flatMap(([p, q]) => {
      if (p < 0 || q < 0) return [];
      return notes.warn(p, q, (part) => namePart(system, parts, part)) ?? [];
    });
  }

  /**
   * The largest errors in the last call of `advanceTo`, and in calls of `settle` and readings since then: see
   * `WorldReport.worst`.
   */
  get worst(): Readonly<Worst> {
    return this.context.worst;
  }

  /**
   * Handles the events of the present time without advancing: contacts are detected, impacts solved, and the active contacts and
   * their forces chosen. `advanceTo` and all readings do so themselves where it is needed. Returns null, or the reason why it
   * cannot be done. Throws as the first call of `advanceTo` does.
   */
  settle(): string | null {
    const fault = this.refresh();
    this.record.reportedCount = this.events.length;
    return fault;
  }

  /** Does work in which forces are not known: motors and forces that read them throw. */
  private whileBusy<T>(work: () => T): T {
    const before = this.status.isBusy;
    this.status.isBusy = true;
    try {
      return work();
    } finally {
      this.status.isBusy = before;
    }
  }

  /** Returns `onProgress` as a function that may read forces: between windows they are known. */
  private wrap(onProgress: AdvanceOptions["onProgress"]): AdvanceOptions["onProgress"] {
    if (onProgress === undefined) return undefined;
    return (t) => {
      this.status.isBusy = false;
      const answer = onProgress(t);
      this.status.isBusy = true;
      return answer;
    };
  }

  /**
   * Makes the islands anew if parts were added, removed or moved by hand, and handles the events of the present time. Returns
   * null, or the reason why that cannot be done.
   */
  private refresh(): string | null {
    const { schedule } = this;
    this.status.guard.requireUntouched(this.system);
    if (this.status.revision === this.revision && !schedule.isStale()) return null;
    const restore = this.backUp();
    try {
      return this.whileBusy(() => this.rebuild());
    } catch (error) {
      const fault = isOverflow(error) ? describeOverflow(this.mechanism, error) : null;
      restore();
      if (fault === null) throw error;
      return fault;
    }
  }

  /** Copies all that the handling of a state changes. The result puts it back; the next call then begins anew. */
  private backUp(): () => void {
    const { mechanism, system, context } = this;
    // arrays of their final sizes
    mechanism.prepare();
    const arrays = [system.state, mechanism.own, ...this.listMemory()].map((array) => [array, array.slice()] as const);
    const reported = context.log.entries.length;
    return () => {
      for (const [array, copy] of arrays) array.set(copy);
      mechanism.derive();
      context.log.entries.length = reported;
      // energy balances of former islands are in the record, those of new ones are of impulses that are undone
      for (const flow of this.schedule.flows) flow.context.island.balance.ledger.fill(0);
      this.status.revision = -1;
    };
  }

  /** Makes the islands anew, and handles the events of the present time. */
  private rebuild(): string | null {
    const { mechanism, schedule } = this;
    // the energy balances of the present islands, which are about to go
    for (const { context } of schedule.flows)
      for (let k = 0; k < 2; k++) this.record.ledger[k] += context.island.balance.ledger[k];
    mechanism.prepare();
    schedule.rebuild();
    this.status.refusal = findOverlap(this) ?? findBeyondLimit(schedule.flows, this.settings.contactTolerance);
    // a refused world is checked again by the next call, whatever is changed until then
    this.status.revision = this.status.refusal === null ? this.revision : -1;
    if (this.status.refusal !== null) {
      const error = new RigorError([this.status.refusal]);
      if (!this.status.hasBegun) throw error;
      return `${error.message}, at t = ${this.time}`;
    }
    this.status.hasBegun = true;
    this.status.isChanged = true;
    const fault = schedule.handleEvents();
    // changes by hand, and impacts at the start, are no error of the energy balance
    const { total, dissipated, potential } = this.getEnergy();
    this.record.energy.first = total;
    Object.assign(this.record.energy, { dissipated, potential });
    this.context.audit.begin(this.mechanism);
    this.flush();
    this.status.guard.remember(this.system);
    return fault;
  }

  /** A number that changes whenever a part of the world is added or removed. */
  private get revision(): number {
    return (
      this.mechanism.revision + this.along.limits.revision + this.along.frictions.revision + this.materials.revision
    );
  }

  // --- snapshots ------------------------------------------------------------------------------------------------------

  /**
   * Returns the state of the world as plain data, which may be kept as JSON. Solvers begin anew here, as they do after `restore`:
   * so this world and one into which the snapshot is restored go on with the same bits. Events of the present instant are in the
   * next report of both. Throws if bodies overlap or a joint is beyond a limit.
   */
  save(): Snapshot {
    const { system, mechanism, schedule } = this;
    this.refreshForReading();
    this.flush();
    for (const unreported of this.events.splice(this.record.reportedCount))
      this.context.log.add(nameBodies(unreported, rowOf));
    const snapshot: Snapshot = {
      rigor: 1,
      time: this.time,
      state: listNumbers(system.state),
      own: listNumbers(mechanism.own),
      memory: this.listMemory().flatMap((numbers) => listNumbers(numbers)),
      ledger: listNumbers(this.record.ledger),
      energy: [this.record.energy.first, this.record.energy.largest],
      window: schedule.nextWindow,
      ...listRows(system),
      islands: schedule.save(),
      waiting: [...this.context.log.entries],
    };
    this.restore(snapshot);
    return snapshot;
  }

  /**
   * Puts the world back to the state of a snapshot, of this world or of one that was built the same way; later events are dropped
   * from `events`. Throws for a snapshot that does not fit: it is then as before.
   */
  restore(saved: Snapshot): void {
    const snapshot = renewSnapshot(saved);
    const { system, mechanism, schedule } = this;
    const memory = this.listMemory(Array.isArray(snapshot?.removed) ? snapshot.removed : []);
    requireSnapshot(snapshot, system.state.length, mechanism.own.length, measureMemory(memory));
    requireLater(snapshot, system);
    for (const i of snapshot.removed) if (system.hasBody(i)) this.removeBody(system.names[i]);
    mechanism.prepare();
    system.state.set(snapshot.state);
    mechanism.own.set(snapshot.own);
    restoreMemory(memory, Float64Array.from(snapshot.memory));
    mechanism.derive();
    this.record.ledger.set(snapshot.ledger);
    this.context.solvers.impact.reset();
    this.context.solvers.resting.reset();
    // events that wait in the snapshot wait again; later ones are dropped; those that event handling finds again are reported
    this.context.log.keep(() => false);
    schedule.restore(snapshot.islands, snapshot.window);
    this.context.audit.begin(mechanism);
    for (const entry of snapshot.waiting) this.context.log.entries.push(entry);
    takeBackEvents(this.events, snapshot.time, this.context.log.entries, (row) => system.names[row]);
    this.status.revision = this.revision;
    this.status.hasBegun = true;
    this.status.refusal = null;
    this.status.guard.remember(system);
    [this.record.energy.first, this.record.energy.largest] = snapshot.energy ?? [this.getEnergy().total, 0];
    const { dissipated, potential } = this.getEnergy();
    Object.assign(this.record.energy, { dissipated, potential, exchanged: 0 });
  }

  /** Returns what constraints, forces, limits and frictions remember, but for those of bodies that are gone. */
  private listMemory(gone: readonly number[] = []): Float64Array[] {
    const { constraints, forces } = this.mechanism;
    const all = [...constraints, ...forces, ...this.limits, ...this.frictions];
    return listMemory(all.filter((thing) => !hasEndOn(thing, gone)));
  }

  /** Moves the events up to the present time to `events`. */
  private flush(): void {
    // the list may have been emptied by the user, or taken back to a snapshot, since
    this.record.reportedCount = Math.min(this.record.reportedCount, this.events.length);
    const { names } = this.system;
    addInOrder(
      this.events,
      this.record.reportedCount,
      this.context.log.release(this.time, (row) => names[row]),
    );
  }

  /** All islands; made anew if parts were added, removed or moved by hand, once the world has advanced. */
  private get currentFlows(): readonly IslandFlow[] {
    if (this.status.hasBegun) this.refreshOnce();
    return this.schedule.flows;
  }

  /** Makes the islands anew where that is needed, with figures and events for the next report. */
  private refreshOnce(): void {
    this.status.guard.requireUntouched(this.system);
    if (this.status.revision === this.revision && !this.schedule.isStale()) return;
    beginReport(this.context.worst, this.record.looks, true);
    this.refreshForReading();
  }

  /** Makes the islands anew where that is needed; a fault is thrown, as a reading has no report. */
  private refreshForReading(): void {
    this.refresh();
    if (this.status.refusal !== null) throw new RigorError([this.status.refusal]);
  }

  /** Writes the forces of joints, those of `getReactions`, to the mechanism, from which motors and `readReaction` read them. */
  private writeForces(): void {
    if (this.status.isBusy) {
      const cure = "read forces between steps: while the world advances they are not known yet";
      fail("busy", "reaction", "must not be read by a force of the same world", "a call within a step", cure);
    }
    this.refreshOnce();
    this.whileBusy(() => writeReactions(this.mechanism, this.schedule.flows));
  }

  // --- reading -------------------------------------------------------------------------------------------------------

  /**
   * Returns the contacts at the present time, with their forces, N, in canonical order. As all readings, it finds contacts and
   * forces anew if the world was changed since it last advanced, and throws if bodies overlap then. There are none before the
   * first advance or `settle`.
   */
  getContacts(): Contact[] {
    const { names } = this.system;
    return listContacts(this.currentFlows).map((contact) => nameBodies(contact, (row) => names[row]));
  }

  /**
   * Returns the joint limits at the present time, with their gaps, rad or m, and forces, N·m or N, in the order of their numbers.
   */
  getLimits(): LimitState[] {
    return listLimits(this.currentFlows);
  }

  /** Returns the joint frictions at the present time, with their rates and forces, in the order of their numbers. */
  getFrictions(): FrictionState[] {
    return listFrictions(this.currentFlows);
  }

  /**
   * Writes the acceleration v̇ of a body, m/s², to out[o … o+2] and its angular acceleration ω̇, rad/s², to out[o+3 … o+5], under
   * all forces at the present time. Throws for a removed body.
   */
  readAcceleration(out: Float64Array, o: number, body: number): void {
    const row = this.requireBody("body", body);
    for (let k = 0; k < 6; k++) out[o + k] = 0;
    for (const { context } of this.currentFlows) context.island.readAcceleration(out, o, row);
  }

  /** Returns the energies of the world, J: kinetic, potential, dissipated so far, work done so far, and their constant total. */
  getEnergy(): Energy {
    return measureEnergy(this.mechanism, this.record.ledger, this.schedule.flows);
  }

  /**
   * Returns the reaction of each joint at the present time, on its first end and about the place of that end, world axes: force, N,
   * in numbers 0 … 2 and torque, N·m, in 3 … 5.
   */
  getReactions(): Map<Constraint, Float64Array> {
    const reactions = new Map<Constraint, Float64Array>();
    if (this.mechanism.constraints.length > 0) this.refreshOnce();
    for (const flow of this.currentFlows) showReactions(reactions, flow);
    return reactions;
  }
}

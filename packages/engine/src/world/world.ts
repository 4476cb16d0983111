/**
 * Everything in one world: rigid bodies that collide, particles, joints, things with coordinates of their own, forces; and
 * its clock. `advanceTo` moves it on exactly: from event to event, with contact forces that are solved for.
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
  findBeyond,
  findOverlap,
  listTouching,
  requireAdvance,
  requireDuration,
  TimewarpScheduler,
} from "./scheduling/index.js";

export class World {
  readonly settings: WorldSettings;
  readonly system: RigidSystem;
  readonly mechanism: Mechanism;
  readonly parts = new PartTable();
  readonly materials = new Materials();
  readonly detector: Detector;
  /** All that happened so far. */
  readonly events: WorldEvent[] = [];
  private readonly context: WorldContext;
  private readonly schedule: TimewarpScheduler;
  private seenRevision = -1;
  /** How many of the events a report, or `settle`, has told of. */
  private reported = 0;
  private readonly looks = { hasLooked: false };
  /** Whether it was settled once: what is wrong before that is an error of building, and thrown. */
  private hasBegun = false;
  /** Whether it is moving, or solving for what is read: then forces cannot be read from within, as they are being found. */
  private isBusy = false;
  private readonly guard = new DerivedGuard();
  /** Whether contacts may be others though there was no event: something was added, or moved by hand. */
  private isChanged = false;
  private readonly notes = new FrictionNotes(this);
  /** Limits and friction of joints, by their numbers. */
  private readonly bounds = new Numbered<Bound>();
  private readonly jointFriction = new Numbered<JointFriction>();
  /** What must not be there: it was added or moved by hand, and nothing moves on with it. */
  private refusal: Fault | null = null;
  private readonly ledger = new Float64Array(2);
  private readonly energy: EnergyMark = { first: 0, largest: 0 };

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
      limits: this.bounds.list,
      frictions: this.jointFriction.list,
    };
    this.schedule = new TimewarpScheduler(this.context, new Neighbours(this.parts, this.detector));
    this.mechanism.forceSource = { writeForces: () => this.writeForces() };
    if (settings.gravity.some((g) => g !== 0)) this.system.addForce(gravity(settings.gravity));
  }

  // --- building ------------------------------------------------------------------------------------------------------

  /**
   * Adds a body and returns its name, a number: 0, 1, 2, … as long as none was removed. The row of a body that was removed
   * is taken again, by a body with another name; `requireBody` tells the row of a body in the tables of `system`.
   */
  addBody(options: WorldBodyOptions): number {
    const path = `bodies[${this.system.count - this.system.removedCount}]`;
    const split = tryBody(path, options, this.materials, this.time);
    if (this.parts.retiredCount > 0) {
      // boxes of parts that were removed go, and with them all that is known of these: their rows are free
      this.detector.update();
      this.parts.releaseRows();
    }
    const body = this.system.addBody(split.body, path);
    addParts(this.system, this.parts, body, split, path);
    return body;
  }

  /**
   * Whether a body with these options, those of `addBody`, would not be deeper than the contact tolerance in any that it may
   * meet, at the present time. Nothing is changed. Throws for options that `addBody` refuses.
   */
  canPlace(options: WorldBodyOptions): boolean {
    const fresh = tryBody("body", options, this.materials, this.time);
    return hasRoom(this, fresh, this.settings.contactTolerance);
  }

  /**
   * Gives a body another velocity of its centre of mass (of its pivot), m/s, and angular velocity, rad/s, world axes. What is
   * left out stays as it is.
   */
  setVelocity(body: number, velocity?: ArrayLike<number>, angularVelocity?: ArrayLike<number>): void {
    this.guard.requireUntouched(this.system);
    requireMotionMagnitudes("", { velocity, angularVelocity });
    this.system.setVelocity(body, velocity, angularVelocity);
  }

  /**
   * Puts a body elsewhere: the position of the frame in which its shapes were given, and its rotation [x, y, z, w], which
   * stays as it is where it is left out. Velocities stay. Where it overlaps then, the next step is refused.
   */
  setPose(body: number, position: ArrayLike<number>, rotation?: ArrayLike<number>): void {
    const { system } = this;
    this.guard.requireUntouched(system);
    requireMotionMagnitudes("", { position });
    const row = system.requireBody("body", body);
    const q = rotation ?? system.getPose(body).rotation;
    // fixed bodies have none, and may not be given one
    const [v, omega] = [system.velocity, system.angularVelocity].map((all) => all.slice(3 * row, 3 * row + 3));
    system.place(body, position, q, v, omega);
  }

  /** Takes a body away, with the joints that hold it and the forces on it alone. The others keep their names. */
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
    // what it had goes with it
    this.ledger[LedgerSlot.work] += kineticEnergy(mechanism) + potentialEnergy(mechanism) - before;
  }

  /** The row of a body in the tables of `system`; throws unless it is a body of this world that was not removed. */
  requireBody(path: string, body: number): number {
    return this.system.requireBody(path, body);
  }

  /** Adds a particle and returns its index. It meets bodies if `collide` says so. */
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

  /** Adds a constraint and returns it. Bodies that a joint holds together do not collide with each other. */
  add<M extends ConstraintMaker>(make: M): ReturnType<M> {
    const constraint = this.mechanism.add(make);
    exclude(this.detector, constraint);
    return constraint;
  }

  /** Takes a constraint away, with all that acts along its coordinates. */
  remove(constraint: Constraint): void {
    if (!this.mechanism.constraints.includes(constraint)) return;
    this.mechanism.remove(constraint);
    this.removeAll((thing) => actsAlong(thing, constraint));
    exclude(this.detector, constraint, true);
  }

  private removeAll(isGone: (thing: Along) => boolean): void {
    for (const constraint of this.mechanism.constraints.filter(isGone)) this.remove(constraint);
    for (const force of this.mechanism.forces.filter(isGone)) this.mechanism.removeForce(force);
    this.removeLimit(this.limits.filter(isGone));
    this.removeFriction(...this.frictions.filter(isGone));
  }

  /** All limits that there are. */
  get limits(): readonly Bound[] {
    return this.bounds.all;
  }

  /** Keeps a coordinate of a joint within bounds: `world.addLimit(limit(hinge.angle, { lower: -1, upper: 1 }))`. */
  addLimit(bounds: readonly Bound[]): readonly Bound[] {
    requireLimits(bounds, this.limits, this.mechanism);
    this.bounds.add(bounds);
    return bounds;
  }

  /** Takes limits away; it is no error if they are not there. The others keep their numbers. */
  removeLimit(bounds: readonly Bound[]): void {
    const gone = this.bounds.remove(bounds);
    this.context.log.keep(({ event }) => !gone.includes(event.limit));
  }

  /** All friction of joints that there is. */
  get frictions(): readonly JointFriction[] {
    return this.jointFriction.all;
  }

  /** Lets a joint rub: `world.addFriction(jointFriction(hinge.angle, { friction: 0.5 }))`. */
  addFriction(friction: JointFriction): JointFriction {
    requireFriction(friction, this.frictions, this.mechanism);
    this.jointFriction.add([friction]);
    return friction;
  }

  /** Takes friction away; it is no error if it is not there. The others keep their numbers. */
  removeFriction(...frictions: readonly JointFriction[]): void {
    const gone = this.jointFriction.remove(frictions);
    this.context.log.keep(({ event }) => !gone.includes(event.friction));
  }

  addCoordinates<G extends Coordinates>(thing: G): G {
    return this.mechanism.addCoordinates(thing);
  }

  addForce<F extends BodyForce>(force: F): F {
    return this.system.addForce(force);
  }

  removeForce(force: BodyForce): void {
    this.system.removeForce(force);
  }

  // --- moving --------------------------------------------------------------------------------------------------------

  get time(): number {
    return this.system.time;
  }

  /** Moves on by `dt` seconds. */
  step(dt: number): WorldReport {
    requireDuration(dt);
    return this.advanceTo(this.time + dt);
  }

  /** Moves on to the time `tEnd`. Whatever the status, the world is at the last good time. */
  advanceTo(tEnd: number, options: AdvanceOptions = {}): WorldReport {
    const { maxSteps = 1e7, onProgress } = options;
    requireAdvance(this.time, tEnd, maxSteps, options);
    const before = { steps: this.schedule.steps, evaluations: this.schedule.evaluations };
    beginReport(this.context.worst, this.looks, false);
    const unsettled = this.settleNow();
    const { refusal } = this;
    addStanding(this.context.worst, this.schedule.flows);
    const fault =
      unsettled ?? this.whileBusy(() => this.schedule.advanceTo(this.time, tEnd, maxSteps, this.wrap(onProgress)));
    this.flush();
    this.guard.remember(this.system);
    const events = this.events.slice(this.reported);
    this.reported = this.events.length;
    const steps = this.schedule.steps - before.steps;
    judgeCertificate(this.context, this.energy, this.getEnergy(), this.system);
    const status = fault === null ? (this.time === tEnd ? "done" : "cancelled") : null;
    const message = fault ?? `${status === "done" ? "reached" : "cancelled at"} t = ${this.time}`;
    const warnings = events.length > 0 || this.isChanged ? this.findWarnings(events) : [];
    this.isChanged = false;
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

  /** Pairs that touch or have touched in a call, one of which has friction and the other none. */
  private findWarnings(events: readonly WorldEvent[]): string[] {
    const { notes, system, parts } = this;
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

  /** The worst of the last call of `advanceTo`, and of `settle` since then; or of a look that settled since then. */
  get worst(): Readonly<Worst> {
    return this.context.worst;
  }

  /** Finds contacts, answers impacts and finds resting forces at the present time, without moving on. Null, or why it cannot. */
  settle(): string | null {
    const fault = this.settleNow();
    this.reported = this.events.length;
    return fault;
  }

  /** Lets nobody read forces while they are being found. */
  private whileBusy<T>(work: () => T): T {
    const before = this.isBusy;
    this.isBusy = true;
    try {
      return work();
    } finally {
      this.isBusy = before;
    }
  }

  /** Between windows all may be read. */
  private wrap(onProgress: AdvanceOptions["onProgress"]): AdvanceOptions["onProgress"] {
    if (onProgress === undefined) return undefined;
    return (t) => {
      this.isBusy = false;
      const answer = onProgress(t);
      this.isBusy = true;
      return answer;
    };
  }

  private settleNow(): string | null {
    const { schedule } = this;
    this.guard.requireUntouched(this.system);
    if (this.seenRevision === this.revision && !schedule.isStale()) return null;
    const state = this.system.state.slice();
    try {
      return this.whileBusy(() => this.settleAnew());
    } catch (error) {
      if (!isOverflow(error)) throw error;
      const fault = describeOverflow(this.mechanism, error);
      this.system.state.set(state);
      this.mechanism.derive();
      this.seenRevision = -1;
      return fault;
    }
  }

  private settleAnew(): string | null {
    const { mechanism, schedule } = this;
    // the books of islands that will be no more
    for (const { context } of schedule.flows) for (let k = 0; k < 2; k++) this.ledger[k] += context.island.ledger[k];
    mechanism.prepare();
    schedule.rebuild();
    this.refusal = findOverlap(this) ?? findBeyond(schedule.flows, this.settings.contactTolerance);
    // looked at anew by the next call, whatever is changed until then
    this.seenRevision = this.refusal === null ? this.revision : -1;
    if (this.refusal !== null) {
      const error = new RigorError([this.refusal]);
      if (!this.hasBegun) throw error;
      return `${error.message}, at t = ${this.time}`;
    }
    this.hasBegun = true;
    this.isChanged = true;
    const fault = schedule.settle();
    // what was changed by hand, and what starts with a jerk, is no error
    const { total, dissipated, potential } = this.getEnergy();
    this.energy.first = total;
    Object.assign(this.energy, { dissipated, potential });
    this.context.audit.begin(this.mechanism);
    this.flush();
    this.guard.remember(this.system);
    return fault;
  }

  /** Changes with everything that is added or taken away. */
  private get revision(): number {
    return this.mechanism.revision + this.bounds.revision + this.jointFriction.revision + this.materials.revision;
  }

  // --- keeping ------------------------------------------------------------------------------------------------------

  /**
   * The world as plain data. Solvers begin anew here, as they do after `restore`: so this world and one into which the
   * snapshot is restored go on in the same bits. What happens at this very instant is told by the next report of each.
   */
  save(): Snapshot {
    const { system, mechanism, schedule } = this;
    this.settleForLook();
    this.flush();
    for (const unreported of this.events.splice(this.reported)) this.context.log.add(nameBodies(unreported, rowOf));
    const snapshot: Snapshot = {
      rigor: 1,
      time: this.time,
      state: listNumbers(system.state),
      own: listNumbers(mechanism.own),
      memory: this.listMemory().flatMap((numbers) => listNumbers(numbers)),
      ledger: listNumbers(this.ledger),
      energy: [this.energy.first, this.energy.largest],
      window: schedule.nextWindow,
      ...listRows(system),
      islands: schedule.save(),
      waiting: [...this.context.log.entries],
    };
    this.restore(snapshot);
    return snapshot;
  }

  /** Puts everything to where it was when `save` was called, in this world or in one that was built the same way. */
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
    this.ledger.set(snapshot.ledger);
    this.context.solvers.impact.reset();
    this.context.solvers.resting.reset();
    // what was still to come is, and what came later is undone; what settling finds anew is told
    this.context.log.keep(() => false);
    schedule.restore(snapshot.islands, snapshot.window);
    this.context.audit.begin(mechanism);
    for (const entry of snapshot.waiting) this.context.log.entries.push(entry);
    takeBackEvents(this.events, snapshot.time, this.context.log.entries, (row) => system.names[row]);
    this.seenRevision = this.revision;
    this.hasBegun = true;
    this.refusal = null;
    this.guard.remember(system);
    [this.energy.first, this.energy.largest] = snapshot.energy ?? [this.getEnergy().total, 0];
    const { dissipated, potential } = this.getEnergy();
    Object.assign(this.energy, { dissipated, potential, exchanged: 0 });
  }

  private listMemory(gone: readonly number[] = []): Float64Array[] {
    const { constraints, forces } = this.mechanism;
    const all = [...constraints, ...forces, ...this.limits, ...this.frictions];
    return listMemory(all.filter((thing) => !hasEndOn(thing, gone)));
  }

  /** Makes known what has happened up to now. */
  private flush(): void {
    // the list may have been emptied, or gone back, since
    this.reported = Math.min(this.reported, this.events.length);
    const { names } = this.system;
    addInOrder(
      this.events,
      this.reported,
      this.context.log.release(this.time, (row) => names[row]),
    );
  }

  /** All islands; settled anew where something was added, taken away or moved by hand since, once there was a first step. */
  private get settledFlows(): readonly IslandFlow[] {
    if (this.hasBegun) this.look();
    return this.schedule.flows;
  }

  /** Settles where something is new, on behalf of the next report. */
  private look(): void {
    this.guard.requireUntouched(this.system);
    if (this.seenRevision === this.revision && !this.schedule.isStale()) return;
    beginReport(this.context.worst, this.looks, true);
    this.settleForLook();
  }

  /** Settles; what must not be there is an error, as nobody is handed a report. */
  private settleForLook(): void {
    this.settleNow();
    if (this.refusal !== null) throw new RigorError([this.refusal]);
  }

  /** For motors, and others who read the forces of joints from the mechanism: the same as `getReactions` tells. */
  private writeForces(): void {
    if (this.isBusy) {
      const cure = "read forces between steps: while the world moves they are being found";
      fail("busy", "reaction", "must not be read by a force of the same world", "a call within a step", cure);
    }
    this.look();
    this.whileBusy(() => writeReactions(this.mechanism, this.schedule.flows));
  }

  // --- reading -------------------------------------------------------------------------------------------------------

  /** The contacts at the present time, with their forces, in canonical order. */
  getContacts(): Contact[] {
    const { names } = this.system;
    return listContacts(this.settledFlows).map((contact) => nameBodies(contact, (row) => names[row]));
  }

  /** All limits at the present time, with their forces, in the order of their numbers. */
  getLimits(): LimitState[] {
    return listLimits(this.settledFlows);
  }

  /** The friction of all joints at the present time, in the order of their numbers. */
  getFrictions(): FrictionState[] {
    return listFrictions(this.settledFlows);
  }

  /** v̇ of a body in out[o … o+2] and ω̇ in out[o+3 … o+5], under all forces at the present time. */
  readAcceleration(out: Float64Array, o: number, body: number): void {
    const row = this.requireBody("body", body);
    for (let k = 0; k < 6; k++) out[o + k] = 0;
    for (const { context } of this.settledFlows) context.island.readAcceleration(out, o, row);
  }

  getEnergy(): Energy {
    return measureEnergy(this.mechanism, this.ledger, this.schedule.flows);
  }

  /** What each joint does to its first end at the present time, at the place of that end: force, N, and torque, N·m. */
  getReactions(): Map<Constraint, Float64Array> {
    const reactions = new Map<Constraint, Float64Array>();
    if (this.mechanism.constraints.length > 0) this.look();
    for (const flow of this.settledFlows) showReactions(reactions, flow);
    return reactions;
  }
}

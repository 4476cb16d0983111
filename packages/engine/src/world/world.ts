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
import { fail } from "../math/index.js";
import type { ParticleOptions } from "../particles/index.js";
import { type BodyForce, gravity, RigidSystem, removeBody } from "../rigid/index.js";
import type { IslandFlow } from "./advance.js";
import { type Held, isAlong, isHeldBy } from "./along-joints.js";
import { requireSurface, splitBody, splitSurface, type WorldBodyOptions } from "./body.js";
import { addStanding, type EnergyMark, judgeCertificate, measureEnergy } from "./certificate.js";
import { requireAdvance, requireApart, requireWithin } from "./check-start.js";
import { addInOrder, EventLog, takeBackEvents, type WorldEvent } from "./events.js";
import { exclude } from "./joined.js";
import { listContacts, listLimits } from "./list-contacts.js";
import { Neighbours } from "./neighbours.js";
import { Numbered } from "./numbered.js";
import { LedgerSlot } from "./power.js";
import {
  type AdvanceOptions,
  beginReport,
  type Contact,
  createWorst,
  type Energy,
  type FrictionState,
  type LimitState,
  type WorldReport,
  type Worst,
} from "./report.js";
import { requireFriction, requireLimits } from "./require-along.js";
import { listFrictions } from "./rub-events.js";
import { createSolvers, type Kit } from "./run.js";
import { Schedule } from "./schedule.js";
import { createSettings, type WorldOptions, type WorldSettings } from "./settings.js";
import { showReactions } from "./show-reactions.js";
import { listNumbers, requireLater, requireSnapshot, type Snapshot } from "./snapshot.js";

export class World {
  readonly settings: WorldSettings;
  readonly system: RigidSystem;
  readonly mechanism: Mechanism;
  readonly parts = new PartTable();
  readonly materials = new Materials();
  readonly detector: Detector;
  /** All that happened so far. */
  readonly events: WorldEvent[] = [];
  private readonly kit: Kit;
  private readonly schedule: Schedule;
  private seenRevision = -1;
  /** How many of the events a report, or `settle`, has told of. */
  private told = 0;
  private readonly looks = { hasLooked: false };
  private readonly removed = new Set<number>();
  /** Limits and friction of joints, by their numbers. */
  private readonly bounds = new Numbered<Bound>();
  private readonly rubs = new Numbered<JointFriction>();
  private readonly ledger = new Float64Array(2);
  private readonly energy: EnergyMark = { first: 0, largest: 0 };

  constructor(options: WorldOptions = {}) {
    const settings = createSettings(options);
    this.settings = settings;
    this.system = new RigidSystem({ time: settings.time });
    this.mechanism = new Mechanism(this.system);
    this.detector = new Detector(this.parts, this.system, this.materials, { tolerance: settings.contactTolerance });
    this.kit = {
      mechanism: this.mechanism,
      parts: this.parts,
      detector: this.detector,
      ...createSolvers(settings),
      settings,
      log: new EventLog(),
      worst: createWorst(),
      limits: this.bounds.list,
      frictions: this.rubs.list,
    };
    this.schedule = new Schedule(this.kit, new Neighbours(this.parts, this.detector));
    if (settings.gravity.some((g) => g !== 0)) this.system.addForce(gravity(settings.gravity));
  }

  // --- building ------------------------------------------------------------------------------------------------------

  /** Adds a body and returns its index. */
  addBody(options: WorldBodyOptions): number {
    const path = `bodies[${this.system.count}]`;
    const { body, shapes, surface } = splitBody(path, options);
    this.materials.requireMaterial(path, surface.material);
    const given = shapes.map(({ density: _, ...placed }) => ({ ...placed, ...surface }));
    // first elsewhere: what is refused must leave nothing behind
    const trial = new RigidSystem({ time: this.time });
    const single = trial.addBody(body);
    for (const part of given) new PartTable().addPart(trial, single, part);
    const i = this.system.addBody(body);
    for (const part of given) this.parts.addPart(this.system, i, part);
    return i;
  }

  /** Takes a body away, with the joints that hold it. The others keep their indices. */
  removeBody(i: number): void {
    this.requireBody("body", i);
    const { system, mechanism, detector } = this;
    const before = kineticEnergy(mechanism) + potentialEnergy(mechanism);
    this.removeAll((thing) => isHeldBy(thing, [i]));
    this.parts.removeBody(i);
    removeBody(system, i);
    detector.revise();
    this.removed.add(i);
    this.kit.log.keep(({ event: { a, b } }) => a !== i && b !== i);
    // what it had goes with it
    this.ledger[LedgerSlot.work] += kineticEnergy(mechanism) + potentialEnergy(mechanism) - before;
  }

  /** Throws unless i is a body of this world. */
  requireBody(path: string, i: number): void {
    this.system.requireBody(path, i);
    if (this.removed.has(i)) fail("removed", path, "must not have been removed", i, "bodies that are gone stay gone");
  }

  /** Adds a particle and returns its index. It meets bodies if `collide` says so. */
  addParticle(options: ParticleOptions & SurfaceOptions & { readonly collide?: boolean }): number {
    const { collide = false, ...given } = options;
    const { surface, rest } = splitSurface(given);
    if (collide) requireSurface(`particles[${this.system.particles.count}]`, surface, this.materials);
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
    this.removeAll((thing) => isAlong(thing, constraint));
    exclude(this.detector, constraint, true);
  }

  private removeAll(isGone: (thing: Held) => boolean): void {
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
    this.kit.log.keep(({ event }) => !gone.includes(event.limit));
  }

  /** All friction of joints that there is. */
  get frictions(): readonly JointFriction[] {
    return this.rubs.all;
  }

  /** Lets a joint rub: `world.addFriction(jointFriction(hinge.angle, { friction: 0.5 }))`. */
  addFriction(friction: JointFriction): JointFriction {
    requireFriction(friction, this.frictions, this.mechanism);
    this.rubs.add([friction]);
    return friction;
  }

  /** Takes friction away; it is no error if it is not there. The others keep their numbers. */
  removeFriction(...frictions: readonly JointFriction[]): void {
    const gone = this.rubs.remove(frictions);
    this.kit.log.keep(({ event }) => !gone.includes(event.friction));
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
    return this.advanceTo(this.time + dt);
  }

  /** Moves on to the time `tEnd`. Whatever the status, the world is at the last good time. */
  advanceTo(tEnd: number, options: AdvanceOptions = {}): WorldReport {
    const { maxSteps = 1e7, onProgress } = options;
    requireAdvance(this.time, tEnd, maxSteps, options);
    const before = { steps: this.schedule.steps, evaluations: this.schedule.evaluations };
    beginReport(this.kit.worst, this.looks, false);
    const unsettled = this.settleNow();
    addStanding(this.kit.worst, this.schedule.flows);
    const fault = unsettled ?? this.schedule.advanceTo(this.time, tEnd, maxSteps, onProgress);
    this.flush();
    const events = this.events.slice(this.told);
    this.told = this.events.length;
    const steps = this.schedule.steps - before.steps;
    judgeCertificate(this.kit, this.energy, this.getEnergy(), this.system);
    const status = fault === null ? (this.time === tEnd ? "done" : "cancelled") : null;
    const message = fault ?? `${status === "done" ? "reached" : "cancelled at"} t = ${this.time}`;
    return {
      status: status ?? (steps >= maxSteps ? "too-many-steps" : "failed"),
      t: this.time,
      steps,
      evaluations: this.schedule.evaluations - before.evaluations,
      events,
      message,
      worst: { ...this.kit.worst, fallbacks: [...this.kit.worst.fallbacks] },
    };
  }

  /** The worst of the last call of `advanceTo`, and of `settle` since then; or of a look that settled since then. */
  get worst(): Readonly<Worst> {
    return this.kit.worst;
  }

  /** Finds contacts, answers impacts and finds resting forces at the present time, without moving on. */
  settle(): string | null {
    const fault = this.settleNow();
    this.told = this.events.length;
    return fault;
  }

  private settleNow(): string | null {
    const { mechanism, schedule } = this;
    if (this.seenRevision === this.revision && !schedule.isStale()) return null;
    // the books of islands that will be no more
    for (const { run } of schedule.flows) for (let k = 0; k < 2; k++) this.ledger[k] += run.island.ledger[k];
    mechanism.prepare();
    schedule.rebuild();
    requireApart(this);
    requireWithin(this.schedule.flows, this.settings.contactTolerance);
    this.seenRevision = this.revision;
    const fault = schedule.settle();
    // what was changed by hand, and what starts with a jerk, is no error
    const { total, dissipated, potential } = this.getEnergy();
    this.energy.first = total;
    Object.assign(this.energy, { dissipated, potential });
    this.kit.audit.begin(this.system);
    this.flush();
    return fault;
  }

  /** Changes with everything that is added or taken away. */
  private get revision(): number {
    return this.mechanism.revision + this.bounds.revision + this.rubs.revision + this.materials.revision;
  }

  // --- keeping ------------------------------------------------------------------------------------------------------

  /**
   * The world as plain data. Solvers begin anew here, as they do after `restore`: so this world and one into which the
   * snapshot is restored go on in the same bits. What happens at this very instant is told by the next report of each.
   */
  save(): Snapshot {
    const { system, mechanism, schedule } = this;
    this.settleNow();
    this.flush();
    for (const untold of this.events.splice(this.told)) this.kit.log.add(untold);
    const snapshot: Snapshot = {
      rigor: 1,
      time: this.time,
      state: listNumbers(system.state),
      own: listNumbers(mechanism.own),
      memory: this.listMemory().flatMap((numbers) => listNumbers(numbers)),
      ledger: listNumbers(this.ledger),
      energy: [this.energy.first, this.energy.largest],
      window: schedule.nextWindow,
      removed: [...this.removed].sort((a, b) => a - b),
      islands: schedule.save(),
      waiting: [...this.kit.log.entries],
    };
    this.restore(snapshot);
    return snapshot;
  }

  /** Puts everything to where it was when `save` was called, in this world or in one that was built the same way. */
  restore(snapshot: Snapshot): void {
    const { system, mechanism, schedule } = this;
    const memory = this.listMemory(Array.isArray(snapshot?.removed) ? snapshot.removed : []);
    requireSnapshot(snapshot, system.state.length, mechanism.own.length, measureMemory(memory));
    requireLater(snapshot, this.removed);
    for (const i of snapshot.removed) if (!this.removed.has(i)) this.removeBody(i);
    mechanism.prepare();
    system.state.set(snapshot.state);
    mechanism.own.set(snapshot.own);
    restoreMemory(memory, Float64Array.from(snapshot.memory));
    mechanism.derive();
    this.ledger.set(snapshot.ledger);
    this.kit.impact.reset();
    this.kit.resting.reset();
    // what was still to come is, and what came later is undone; what settling finds anew is told
    this.kit.log.keep(() => false);
    schedule.restore(snapshot.islands, snapshot.window);
    this.kit.audit.begin(system);
    for (const entry of snapshot.waiting) this.kit.log.entries.push(entry);
    takeBackEvents(this.events, snapshot.time, this.kit.log.entries);
    this.seenRevision = this.revision;
    [this.energy.first, this.energy.largest] = snapshot.energy ?? [this.getEnergy().total, 0];
    const { dissipated, potential } = this.getEnergy();
    Object.assign(this.energy, { dissipated, potential, exchanged: 0 });
  }

  private listMemory(gone: readonly number[] = []): Float64Array[] {
    const { constraints, forces } = this.mechanism;
    const all = [...constraints, ...forces, ...this.limits, ...this.frictions];
    return listMemory(all.filter((thing) => !isHeldBy(thing, gone)));
  }

  /** Makes known what has happened up to now. */
  private flush(): void {
    // the list may have been emptied, or gone back, since
    this.told = Math.min(this.told, this.events.length);
    addInOrder(this.events, this.told, this.kit.log.release(this.time));
  }

  /** All islands; settled anew where something was added or taken away since, once there is something to look at. */
  private get settledFlows(): readonly IslandFlow[] {
    if (this.schedule.flows.length > 0 && this.seenRevision !== this.revision) {
      beginReport(this.kit.worst, this.looks, true);
      this.settleNow();
    }
    return this.schedule.flows;
  }

  // --- reading -------------------------------------------------------------------------------------------------------

  /** The contacts at the present time, with their forces, in canonical order. */
  getContacts(): Contact[] {
    return listContacts(this.settledFlows);
  }

  /** All limits at the present time, with their forces, in the order of their numbers. */
  getLimits(): LimitState[] {
    return listLimits(this.settledFlows);
  }

  /** The friction of all joints at the present time, in the order of their numbers. */
  getFrictions(): FrictionState[] {
    return listFrictions(this.settledFlows);
  }

  /** v̇ of a body in out[o … o+2] and ω̇ in out[o+3 … o+5], as of the last settling. */
  readAcceleration(out: Float64Array, o: number, body: number): void {
    this.requireBody("body", body);
    for (let k = 0; k < 6; k++) out[o + k] = 0;
    for (const { run } of this.schedule.flows) run.island.readAcceleration(out, o, body);
  }

  getEnergy(): Energy {
    return measureEnergy(this.mechanism, this.ledger, this.schedule.flows);
  }

  /** What each joint does to its first end at the present time, at the place of that end: force, N, and torque, N·m. */
  getReactions(): Map<Constraint, Float64Array> {
    const reactions = new Map<Constraint, Float64Array>();
    for (const flow of this.settledFlows) showReactions(reactions, flow);
    return reactions;
  }
}

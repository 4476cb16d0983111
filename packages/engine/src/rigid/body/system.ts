/**
 * The body table: rigid bodies, and the particles that live with them, in one world and one state vector.
 *
 *   model        mass, moments and their inverses; where the user's frame is        constant
 *   state        x q P L of body i at 13i; then x v of the particles; then the clock     the ODE vector itself
 *   derived      rotation, inverseInertia, velocity, angularVelocity                written by derive.ts alone   (2–42)
 *   accumulated  force, torque                                                       cleared and filled at each evaluation
 *
 * The equation of motion is (2–43), in rates.ts. The body frame has its origin in the centre of mass (or the pivot) and
 * principal axes; users work in the frame of the shape as they gave it, and every function that takes or returns a pose
 * converts.
 *
 * Follows: Rigid Body Simulation, sections 2 to 4; Chaney, section 2.
 */
import { quat, requireFinite, requireKeys, requireVector, resize, vec3 } from "../../math/index.js";
import type { Pattern, Problem } from "../../ode/index.js";
import { ParticleSystem } from "../../particles/index.js";
import { normalizeRotation, requirePath } from "../path/index.js";
import { Anchors } from "./anchors.js";
import { type BodyForce, type BodySystem, type Pose, requireBodyForce } from "./body-force.js";
import { markRemoved, nameNext, refuseBody, rowLimit, rowOf } from "./body-name.js";
import { type BodyOptions, resolveBody } from "./body-options.js";
import { requireFree, resizeBodies, writeModel, writePose, writeVelocity } from "./body-table.js";
import { deriveBodies } from "./derive.js";
import { findFault } from "./diagnose.js";
import { Kinematics } from "./kinematics.js";
import { writeBodyRates, writeFreeRates } from "./rates.js";
import { bodySize, clear, copyInto, Slot } from "./state.js";

/** A system of rigid bodies and particles, with the forces on them, as an ODE. */
export class RigidSystem implements Problem, BodySystem {
  /** Number of rows of the tables, those of removed bodies among them. The arrays below may be longer than is in use. */
  count = 0;

  // --- model
  /** Name of the body in each row, see body-name.ts; below 0 where it was removed: count entries. */
  names: Float64Array = new Float64Array(0);
  /** Number of rows without a body. */
  removedCount = 0;
  /** Masses, kg: count entries. */
  mass: Float64Array = new Float64Array(0);
  /** Inverse masses, 1/kg, 0 for a body that forces do not move: count entries. */
  inverseMass: Float64Array = new Float64Array(0);
  /** Principal moments of inertia about the origin of the body frame, kg·m²: 3·count entries. */
  moments: Float64Array = new Float64Array(0);
  /** Inverse principal moments, 1/(kg·m²), 0 for a body that torques do not turn: 3·count entries. */
  inverseMoments: Float64Array = new Float64Array(0);
  /** Degrees of freedom of each body, of `Answer`: count entries. */
  answers: Uint8Array = new Uint8Array(0);
  /** Origin of the body frame in the user's frame, m: 3·count entries. */
  center: Float64Array = new Float64Array(0);
  /** Rotation from body axes to the user's axes, a unit quaternion: 4·count entries. */
  axes: Float64Array = new Float64Array(0);
  /** Centre of mass in the body frame, m: 3·count entries, zero but for bodies on a pivot. */
  lever: Float64Array = new Float64Array(0);

  // --- derived: written by `derive`
  /** Rotation matrix R, from body to world axes, row by row: 9·count entries. */
  rotation: Float64Array = new Float64Array(0);
  /** Inverse inertia tensor I⁻¹ in world axes, row by row, 1/(kg·m²): 9·count entries. */
  inverseInertia: Float64Array = new Float64Array(0);
  /** Velocity v of the origin of the body frame, m/s: 3·count entries. */
  velocity: Float64Array = new Float64Array(0);
  /** Angular velocity ω in world axes, rad/s: 3·count entries. */
  angularVelocity: Float64Array = new Float64Array(0);

  // --- accumulated: written by `computeForces`
  /** Accumulated force F, N: 3·count entries. */
  force: Float64Array = new Float64Array(0);
  /** Accumulated torque τ about the origin of the body frame, world axes, N·m: 3·count entries. */
  torque: Float64Array = new Float64Array(0);

  /** The particles of the system: add, connect and read them as in any particle system. */
  readonly particles: ParticleSystem;
  /** The forces, in the order in which they are applied. */
  readonly forces: BodyForce[] = [];
  /** The anchors: points of bodies on which springs and other forces between particles act. */
  readonly anchors: Anchors = new Anchors();
  /** The driven bodies, which follow paths. */
  readonly kinematics: Kinematics = new Kinematics();
  /** The constraints, whose forces follow when all others are in the accumulators: see `Mechanism`. */
  constraintForces: { addForces(): void; finishStep?(): boolean } | null = null;
  /** Sparsity pattern of ∂f/∂y, for implicit methods on sparse matrices: see `rigidPattern`. */
  pattern?: Pattern;

  /** States of the bodies, and once linked those of the particles and the clock. */
  private table: Float64Array = new Float64Array(1);
  /** `table` as `link` left it, and the part of it that is the particles' own. */
  private shared: Float64Array | null = null;
  private sharedTail: Float64Array | null = null;
  private ownRevision = 0;
  /** Fault of the last evaluation of the derivative, or null. */
  private lastFault: string | null = null;

  constructor(options: { readonly time?: number } = {}) {
    requireKeys("options", options, "{ time: 0 }", ["time"]);
    const { time = 0 } = options;
    requireFinite("options.time", time);
    this.particles = new ParticleSystem({ time });
  }

  /** State: 13·count + 6·particles + 1 entries. Written by `setState`, and by users; a new array once something was added. */
  get state(): Float64Array {
    this.link();
    return this.table;
  }

  /**
   * States of the bodies alone, 13 numbers each, as `state` begins: an array that may be longer than is in use, and another
   * one once something was added. Reading it costs nothing while a world is being built.
   */
  get bodyStates(): Float64Array {
    return this.table;
  }

  /** The clock, s. */
  get time(): number {
    return this.particles.time;
  }

  /** Number of changes of bodies, forces and particles so far: integrators begin anew after each. */
  get revision(): number {
    return this.ownRevision + this.particles.revision;
  }

  /** Counts a change of a force by hand, after which integrators begin anew. */
  revise(): void {
    this.ownRevision++;
  }

  // --- building ------------------------------------------------------------------------------------------------------

  /**
   * Adds a body and returns its name: its row in the tables, as long as none was removed. The row of a removed body
   * is used again, with a name of its own. `path` is the name of the body in messages.
   */
  addBody(options: BodyOptions, path: string = `bodies[${this.count - this.removedCount}]`): number {
    const body = resolveBody(path, options);
    if (body.path !== null) requirePath(`${path}.path`, body.path, this.time);
    const i = this.takeRow();
    writeModel(this, i, body);
    if (body.path !== null) this.kinematics.add(i, body.path);
    writePose(this, this.table, i, body.position, body.rotation, body.velocity, body.angularVelocity);
    this.deriveBody(i);
    this.revise();
    return this.names[i];
  }

  /** Returns the row of a new body: the first that is free, or one more. */
  private takeRow(): number {
    const free = this.removedCount > 0 ? this.findFreeRow() : -1;
    const i = free >= 0 ? free : this.count;
    if (free < 0) this.grow();
    else this.removedCount--;
    this.names[i] = free < 0 ? i : nameNext(this.names[i]);
    return i;
  }

  /** Returns the first row without a body that no anchor and no force refers to, or −1. */
  private findFreeRow(): number {
    const named = new Set<number>();
    for (const { on = [], couples = [] } of this.forces) {
      for (let k = 0; k < on.length; k++) named.add(rowOf(on[k]));
      for (let k = 0; k < couples.length; k++) named.add(rowOf(couples[k]));
    }
    for (let i = 0; i < this.count; i++) if (this.names[i] < 0 && !named.has(i) && !this.anchors.isOn(i)) return i;
    return -1;
  }

  /** Marks the row of a removed body as free: see remove-body.ts. */
  freeRow(i: number): void {
    this.names[i] = markRemoved(this.names[i]);
    this.removedCount++;
  }

  /** Returns whether there is a body in row i. */
  hasBody(i: number): boolean {
    return this.names[i] >= 0;
  }

  /**
   * Places body i in a pose, m, with the velocity of its centre of mass (of its pivot), m/s, and its angular velocity, world axes,
   * rad/s. Rotation and velocities that are left out are none.
   */
  place(
    i: number,
    position: ArrayLike<number>,
    rotation: ArrayLike<number> = [0, 0, 0, 1],
    velocity: ArrayLike<number> = [0, 0, 0],
    angularVelocity: ArrayLike<number> = [0, 0, 0],
  ): void {
    const row = this.requireBody("body", i);
    requireVector("position", position);
    requireVector("velocity", velocity);
    requireVector("angularVelocity", angularVelocity);
    const q = normalizeRotation("rotation", rotation);
    requireFree(this, row, velocity, angularVelocity);
    writePose(this, this.table, row, position, q, velocity, angularVelocity);
    this.deriveBody(row);
    // no integrator moves a fixed body, or would notice its new place
    if (this.inverseMass[row] === 0) this.revise();
  }

  /**
   * Sets the velocity of the centre of mass (of the pivot) of body i, m/s, and its angular velocity, rad/s, world axes. A velocity
   * that is left out stays as it is, and so does the pose, to the bit.
   */
  setVelocity(i: number, velocity?: ArrayLike<number>, angularVelocity?: ArrayLike<number>): void {
    const row = this.requireBody("body", i);
    if (velocity !== undefined) requireVector("velocity", velocity);
    if (angularVelocity !== undefined) requireVector("angularVelocity", angularVelocity);
    requireFree(this, row, velocity ?? [0, 0, 0], angularVelocity ?? [0, 0, 0]);
    this.link();
    writeVelocity(this, this.table, row, velocity, angularVelocity);
    this.deriveBody(row);
  }

  /** Adds a force on bodies (and particles) and returns it. */
  addForce<F extends BodyForce>(force: F): F {
    requireBodyForce(force);
    const { on = [], couples = [] } = force;
    for (let k = 0; k < on.length; k++) this.requireBody(`force "${force.name}".on[${k}]`, on[k]);
    for (let k = 0; k < couples.length; k++) this.requireBody(`force "${force.name}".couples[${k}]`, couples[k]);
    this.forces.push(force);
    this.revise();
    return force;
  }

  /** Removes a force; it is no error if it is not there. */
  removeForce(force: BodyForce): void {
    const k = this.forces.indexOf(force);
    if (k >= 0) this.forces.splice(k, 1);
    this.revise();
  }

  /**
   * Adds an anchor at a point of body i, given in the user's frame, m, and returns its particle: springs and all other forces on
   * particles may act on that. Their force goes to the body.
   */
  addAnchor(i: number, point: ArrayLike<number> = [0, 0, 0]): number {
    const row = this.requireBody("body", i);
    requireVector("point", point);
    const local = this.toBodyPoint(i, point);
    const particle = this.particles.addCarried(point);
    this.anchors.add(particle, row, local);
    this.anchors.carry(this, this.table, this.anchors.count - 1, this.anchors.count);
    this.revise();
    return particle;
  }

  /** Transforms a point of body i from the user's frame to the body frame. */
  toBodyPoint(i: number, point: ArrayLike<number>): Float64Array {
    const row = this.requireBody("body", i);
    requireVector("point", point);
    const p = Float64Array.from(point);
    vec3.subtract(p, 0, p, 0, this.center, 3 * row);
    quat.rotateVectorInverse(p, 0, this.axes, 4 * row, p, 0);
    return p;
  }

  /** Returns the row of body i in the tables; throws unless i is a body of this system that was not removed. */
  requireBody(path: string, i: number): number {
    const row = i % rowLimit;
    if (row < this.count && this.names[row] === i) return row;
    return refuseBody(path, i, this.names, this.count);
  }

  // --- reading -------------------------------------------------------------------------------------------------------

  /** Writes the pose of body i in the user's frame: position in `out[o … o+2]`, rotation in `out[o+3 … o+6]`. */
  readPose(out: Float64Array, o: number, i: number): void {
    const { table: state, center, axes } = this;
    const row = this.requireBody("body", i);
    const y = bodySize * row;
    // q_user = q · axes⁻¹,  p = x − R c
    quat.conjugate(out, o + 3, axes, 4 * row);
    quat.multiply(out, o + 3, state, y + Slot.q, out, o + 3);
    quat.rotateVector(out, o, out, o + 3, center, 3 * row);
    vec3.subtract(out, o, state, y + Slot.x, out, o);
  }

  /** Returns the pose of body i in the user's frame. */
  getPose(i: number): Pose {
    const [x, y, z, ...q] = this.readPoseArray(i);
    return { position: [x, y, z], rotation: [q[0], q[1], q[2], q[3]] };
  }

  private readPoseArray(i: number): Float64Array {
    const pose = new Float64Array(7);
    this.readPose(pose, 0, i);
    return pose;
  }

  // --- the three requests of an integrator --------------------------------------------------------------------------------

  /** Dimension of the state without the clock: 13 a body and 6 a particle. */
  get dimension(): number {
    return bodySize * this.count + 6 * this.particles.count;
  }

  /** Copies the state into `state`. */
  getState(state: Float64Array): void {
    this.link();
    state.set(this.table);
  }

  /** Sets the state, but for the coordinates that are prescribed, and derives all that depends on it. */
  setState(state: Float64Array): void {
    this.link();
    const { table, kinematics, particles } = this;
    if (kinematics.count > 0 || particles.count > 0) {
      copyInto(table, state);
      this.deriveAll(table);
      return;
    }
    // of bodies alone: the clock here, all else in the pass that derives them
    const last = bodySize * this.count;
    table[last] = state[last];
    this.deriveAll(state);
  }

  /** Derives all quantities that depend on the state, after it was written by hand. */
  derive(): void {
    this.link();
    this.deriveAll(this.table);
  }

  /** Derives all quantities; bodies take their states from `from`, all else must be in the table already. */
  private deriveAll(from: Float64Array): void {
    const { kinematics, anchors, table } = this;
    if (kinematics.count > 0) kinematics.followPaths(this, table, 0, kinematics.count);
    deriveBodies(this, table, from, 0, this.count);
    if (kinematics.count > 0) kinematics.writeVelocities(this, 0, kinematics.count);
    if (anchors.count > 0) anchors.carry(this, table, 0, anchors.count);
    if (this.particles.count > 0) this.particles.overrule();
  }

  /** Derives the quantities of the body in row i, after its state was written by hand. */
  deriveBody(i: number): void {
    const { kinematics, anchors, table } = this;
    const k = kinematics.find(i);
    if (k >= 0) kinematics.followPaths(this, table, k, k + 1);
    deriveBodies(this, table, table, i, i + 1);
    if (k >= 0) kinematics.writeVelocities(this, k, k + 1);
    anchors.carryOf(this, table, i);
  }

  /** Computes the forces, and writes the derivative of the state into `out`. */
  derivative(out: Float64Array): void {
    this.link();
    let isGood = this.kinematics.faultyBody < 0;
    if (!this.hasForces) writeFreeRates(out, this, this.table);
    else if (!this.writeForcedRates(out)) isGood = false;
    if (!isGood) this.lastFault = findFault(this, out, this.lastFault);
    else if (this.lastFault !== null) this.lastFault = null;
  }

  /** Computes the forces and then the rates of bodies and particles. Returns whether the forces are finite. */
  private writeForcedRates(out: Float64Array): boolean {
    const { anchors, particles } = this;
    this.computeForces();
    const start = bodySize * this.count;
    let isGood = writeBodyRates(out, this, this.table) === 0;
    if (particles.count > 0 && !particles.writeRates(out, start)) isGood = false;
    if (anchors.count > 0) anchors.writeAccelerations(this, out, start);
    return isGood;
  }

  /** Clears the accumulators and lets every force add to them; the forces on anchors go to their bodies. */
  computeForces(): void {
    const { forces, anchors, particles } = this;
    clear(this.force, 3 * this.count);
    clear(this.torque, 3 * this.count);
    if (!this.hasForces) return;
    if (particles.count > 0) particles.computeForces();
    for (let k = 0; k < forces.length; k++) forces[k].apply(this);
    if (anchors.count > 0) anchors.collect(this, this.table);
    if (this.constraintForces !== null) this.constraintForces.addForces();
  }

  /** Flag of forces in any stage of `computeForces`, which has more to do than to clear. Without forces, rates are cheaper. */
  private get hasForces(): boolean {
    return this.forces.length > 0 || this.particles.count > 0 || this.constraintForces !== null;
  }

  /** Projects the state onto the constraints. Returns whether that changed it. */
  finishStep(): boolean {
    return this.constraintForces?.finishStep?.() ?? false;
  }

  /** Describes entry `index` of the state for reports, with the fault of the last evaluation, if any. */
  describe(index: number): string {
    const what = this.nameEntry(index);
    return this.lastFault === null ? what : `${what}; ${this.lastFault}`;
  }

  private nameEntry(index: number): string {
    const own = bodySize * this.count;
    if (index >= own) return this.particles.nameEntry(index - own);
    const slot = index % bodySize;
    const names = ["position", "rotation", "momentum", "angular momentum"];
    const kind = slot < Slot.q ? 0 : slot < Slot.P ? 1 : slot < Slot.L ? 2 : 3;
    return `${names[kind]} of body ${this.names[Math.floor(index / bodySize)]}`;
  }

  // --- memory ------------------------------------------------------------------------------------------------------------

  /** Makes bodies and particles share one state array, whichever of them has grown. */
  private link(): void {
    const { particles } = this;
    if (particles.state !== this.sharedTail || this.table !== this.shared) this.linkAnew();
  }

  private linkAnew(): void {
    const { particles, count } = this;
    const own = bodySize * count;
    const total = own + 6 * particles.count + 1;
    const state = new Float64Array(total);
    state.set(this.table.subarray(0, Math.min(own, this.table.length)));
    state.set(particles.state.subarray(0, 6 * particles.count + 1), own);
    this.table = state;
    particles.state = state.subarray(own);
    this.shared = state;
    this.sharedTail = particles.state;
    // all arrays of the particles end together: the next particle then makes room in each
    particles.mass = resize(particles.mass, particles.count);
    particles.inverseMass = resize(particles.inverseMass, particles.count);
    particles.force = resize(particles.force, 3 * particles.count);
  }

  /** Makes room for one more body. The particles keep their shared array, until `link` joins all again. */
  private grow(): void {
    const n = this.count++;
    const has = this.mass.length;
    const isShared = this.particles.state.buffer === this.table.buffer;
    if (n < has && !isShared && this.table.length >= bodySize * (n + 1)) return;
    const capacity = n < has ? has : 2 * n + 4;
    this.table = resize(this.table.subarray(0, bodySize * n), bodySize * capacity);
    resizeBodies(this, capacity);
  }
}

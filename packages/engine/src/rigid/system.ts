/**
 * The body table: rigid bodies, and the particles that live with them, in one world and one state vector.
 *
 *   model        mass, moments and their inverses; where the user's frame is        constant
 *   state        x q P L of body i at 13i; then x v of the particles; then the clock     the ODE vector itself
 *   derived      rotation, inverseInertia, velocity, angularVelocity                written by derive.ts alone   (2–42)
 *   accumulated  force, torque                                                       cleared and filled at each evaluation
 *
 * The equation of motion is (2–43), in rates.ts. The body frame has its origin in the centre of mass (or the pivot) and
 * principal axes; users speak of the frame in which they gave the shape, and every function that takes or tells a pose
 * converts.
 *
 * Follows: Rigid Body Simulation, sections 2 to 4; Chaney, section 2.
 */
import { fail, quat, requireFinite, requireOptions, requireVector, resize, vec3 } from "../math/index.js";
import type { Pattern, Problem } from "../ode/index.js";
import { ParticleSystem } from "../particles/index.js";
import { Anchors } from "./anchors.js";
import { type BodyOptions, type ResolvedBody, resolveBody } from "./body-options.js";
import { normalizeRotation } from "./body-path.js";
import { deriveBodies } from "./derive.js";
import type { BodyForce } from "./force.js";
import { Kinematics } from "./kinematics.js";
import { Answer, writeBodyRates } from "./rates.js";
import { bodySize, Slot } from "./state.js";

/** The first force that was not finite in the last evaluation of the derivative. */
interface ForceFault {
  readonly force: string;
  readonly body: number;
  readonly time: number;
}

/** A place and a heading, as plain numbers. */
export interface Pose {
  readonly position: readonly [number, number, number];
  /** [x, y, z, w]. */
  readonly rotation: readonly [number, number, number, number];
}

export class RigidSystem implements Problem {
  /** How many bodies there are. The arrays below may be longer than is in use. */
  count = 0;

  // --- model
  /** Masses, kg: count entries. */
  mass: Float64Array = new Float64Array(0);
  /** 1/mass, or 0 for what forces do not move: count entries. */
  inverseMass: Float64Array = new Float64Array(0);
  /** Principal moments about the origin of the body frame, kg·m²: 3·count entries. */
  moments: Float64Array = new Float64Array(0);
  /** Their inverses, or 0 for what torques do not turn: 3·count entries. */
  inverseMoments: Float64Array = new Float64Array(0);
  /** Whether forces, torques or both move body i, see `Answer`: count entries. */
  answers: Uint8Array = new Uint8Array(0);
  /** Origin of the body frame in the user's frame, m: 3·count entries. */
  center: Float64Array = new Float64Array(0);
  /** Rotation from body axes to the user's: 4·count entries. */
  axes: Float64Array = new Float64Array(0);
  /** Centre of mass in the body frame, m: 3·count entries, zero but for bodies on a pivot. */
  lever: Float64Array = new Float64Array(0);

  // --- state
  /** 13·count + 6·particles + 1 entries. Written by `setState`, and by users. */
  state: Float64Array = new Float64Array(1);

  // --- derived: written by `derive`
  /** R, from body to world axes, row by row: 9·count entries. */
  rotation: Float64Array = new Float64Array(0);
  /** I⁻¹ in world axes: 9·count entries. */
  inverseInertia: Float64Array = new Float64Array(0);
  /** v of the origin of the body frame, m/s: 3·count entries. */
  velocity: Float64Array = new Float64Array(0);
  /** ω, rad/s, world axes: 3·count entries. */
  angularVelocity: Float64Array = new Float64Array(0);

  // --- accumulated: written by `computeForces`
  /** F, N: 3·count entries. */
  force: Float64Array = new Float64Array(0);
  /** τ about the origin of the body frame, N·m, world axes: 3·count entries. */
  torque: Float64Array = new Float64Array(0);

  /** The particles of this world: add, connect and read them as in any particle system. */
  readonly particles: ParticleSystem;
  /** In the order in which they are applied. */
  readonly forces: BodyForce[] = [];
  /** Points of bodies that springs and other forces between particles take hold of. */
  readonly anchors: Anchors = new Anchors();
  /** Bodies that follow paths. */
  readonly kinematics: Kinematics = new Kinematics();
  /** Where ∂f/∂y may be non-zero, for implicit methods on sparse matrices: see `rigidPattern`. */
  pattern?: Pattern;

  /** `state` as `link` left it, and the part of it that is the particles' own. */
  private shared: Float64Array | null = null;
  private sharedTail: Float64Array | null = null;
  private ownRevision = 0;
  private lastFault: ForceFault | null = null;

  constructor(options: { readonly time?: number } = {}) {
    requireOptions("options", options, "{ time: 0 }");
    const { time = 0 } = options;
    requireFinite("options.time", time);
    this.particles = new ParticleSystem({ time });
  }

  /** The clock, s. */
  get time(): number {
    return this.particles.time;
  }

  /** Counts the changes of what moves, of forces and of particles: solvers then begin anew. */
  get revision(): number {
    return this.ownRevision + this.particles.revision;
  }

  /** To be called when a force was changed by hand: solvers then begin anew. */
  revise(): void {
    this.ownRevision++;
  }

  // --- building ------------------------------------------------------------------------------------------------------

  /** Adds a body and returns its index. */
  addBody(options: BodyOptions): number {
    const i = this.count;
    const body = resolveBody(`bodies[${i}]`, options);
    this.grow();
    this.writeModel(i, body);
    if (body.path !== null) this.kinematics.add(i, body.path);
    this.place(i, body.position, body.rotation, body.velocity, body.angularVelocity);
    this.revise();
    return i;
  }

  /**
   * Puts body i into a pose, with the velocity of its centre of mass (of its pivot) and its angular velocity, world axes.
   */
  place(
    i: number,
    position: ArrayLike<number>,
    rotation: ArrayLike<number>,
    velocity: ArrayLike<number>,
    angularVelocity: ArrayLike<number>,
  ): void {
    this.requireBody("body", i);
    const y = bodySize * i;
    const { state, center, axes, mass, moments, answers } = this;
    requireVector("position", position);
    requireVector("velocity", velocity);
    requireVector("angularVelocity", angularVelocity);
    const q = normalizeRotation("rotation", rotation);
    const p = Float64Array.from(position);
    // x = p + R c,  q = q_user · axes
    quat.rotateVector(state, y + Slot.x, q, 0, center, 3 * i);
    vec3.add(state, y + Slot.x, state, y + Slot.x, p, 0);
    quat.multiply(state, y + Slot.q, q, 0, axes, 4 * i);
    state.fill(0, y + Slot.P, y + bodySize);
    if ((answers[i] & Answer.force) !== 0) for (let k = 0; k < 3; k++) state[y + Slot.P + k] = mass[i] * velocity[k];
    if ((answers[i] & Answer.torque) !== 0) {
      // L = R I_body Rᵀ ω
      const omega = Float64Array.from(angularVelocity);
      quat.rotateVectorInverse(omega, 0, state, y + Slot.q, omega, 0);
      for (let k = 0; k < 3; k++) omega[k] *= moments[3 * i + k];
      quat.rotateVector(state, y + Slot.L, state, y + Slot.q, omega, 0);
    }
    this.deriveBody(i);
  }

  /** Adds a force on bodies (and particles) and returns it. */
  addForce<F extends BodyForce>(force: F): F {
    if (typeof force?.apply !== "function") {
      fail("not-a-force", "force", "must have a name and a method apply(system)", force);
    }
    if ("linearise" in force || "addBlocks" in force) {
      const cure = "add it to the particles, system.particles.addForce: there it acts on anchors too";
      fail("not-a-force", "force", "must be a force on bodies", force.name, cure);
    }
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
   * Fastens a point of body i, given in the user's frame, and returns the particle that stands for it: connect springs,
   * or anything else that acts on particles, to that. Its force goes to the body.
   */
  addAnchor(i: number, point: ArrayLike<number> = [0, 0, 0]): number {
    this.requireBody("body", i);
    requireVector("point", point);
    const local = this.toBodyPoint(i, point);
    const particle = this.particles.addCarried(point);
    this.anchors.add(particle, i, local);
    this.anchors.carry(this, this.anchors.count - 1, this.anchors.count);
    this.revise();
    return particle;
  }

  /** A point of body i from the user's frame to the body frame. */
  toBodyPoint(i: number, point: ArrayLike<number>): Float64Array {
    const p = Float64Array.from(point);
    vec3.subtract(p, 0, p, 0, this.center, 3 * i);
    quat.rotateVectorInverse(p, 0, this.axes, 4 * i, p, 0);
    return p;
  }

  /** Throws unless i is a body of this system. */
  requireBody(path: string, i: number): void {
    if (Number.isInteger(i) && i >= 0 && i < this.count) return;
    const cure = "add bodies before what names them";
    fail("no-such-body", path, `must be a body from 0 to ${this.count - 1}`, i, cure);
  }

  // --- reading -------------------------------------------------------------------------------------------------------

  /** Writes the pose of body i in the user's frame: position in `out[o … o+2]`, rotation in `out[o+3 … o+6]`. */
  readPose(out: Float64Array, o: number, i: number): void {
    const { state, center, axes } = this;
    const y = bodySize * i;
    // q_user = q · axes⁻¹,  p = x − R c
    quat.conjugate(out, o + 3, axes, 4 * i);
    quat.multiply(out, o + 3, state, y + Slot.q, out, o + 3);
    quat.rotateVector(out, o, out, o + 3, center, 3 * i);
    vec3.subtract(out, o, state, y + Slot.x, out, o);
  }

  /** The same as an object. */
  getPose(i: number): Pose {
    this.requireBody("body", i);
    const [x, y, z, ...q] = this.readPoseArray(i);
    return { position: [x, y, z], rotation: [q[0], q[1], q[2], q[3]] };
  }

  private readPoseArray(i: number): Float64Array {
    const pose = new Float64Array(7);
    this.readPose(pose, 0, i);
    return pose;
  }

  // --- the three requests of a solver --------------------------------------------------------------------------------

  /** 13 numbers a body and 6 a particle. */
  get dimension(): number {
    return bodySize * this.count + 6 * this.particles.count;
  }

  getState(state: Float64Array): void {
    this.link();
    state.set(this.state);
  }

  setState(state: Float64Array): void {
    this.link();
    copyInto(this.state, state);
    this.derive();
  }

  /** Makes everything that depends on the state agree with it: to be called after the state was written by hand. */
  derive(): void {
    const { kinematics, anchors } = this;
    this.link();
    if (kinematics.count > 0) kinematics.followPaths(this, 0, kinematics.count);
    deriveBodies(this, 0, this.count);
    if (kinematics.count > 0) kinematics.writeVelocities(this, 0, kinematics.count);
    if (anchors.count > 0) anchors.carry(this, 0, anchors.count);
    if (this.particles.count > 0) this.particles.overrule();
  }

  /** The same, after the state of body i alone was written. */
  deriveBody(i: number): void {
    const { kinematics, anchors } = this;
    const k = kinematics.find(i);
    if (k >= 0) kinematics.followPaths(this, k, k + 1);
    deriveBodies(this, i, i + 1);
    if (k >= 0) kinematics.writeVelocities(this, k, k + 1);
    anchors.carryOf(this, i);
  }

  derivative(out: Float64Array): void {
    this.computeForces();
    const start = bodySize * this.count;
    const sum = writeBodyRates(out, this);
    if (this.particles.count > 0) this.particles.writeRates(out, start);
    if (this.anchors.count > 0) this.anchors.writeAccelerations(this, out, start);
    if (sum !== 0) this.diagnose(out);
    else this.lastFault = null;
  }

  /** Clears the accumulators and lets every force add to them; what anchors gather goes to their bodies. */
  computeForces(): void {
    const { forces, anchors, particles } = this;
    clear(this.force, 3 * this.count);
    clear(this.torque, 3 * this.count);
    if (particles.count > 0) particles.computeForces();
    for (let k = 0; k < forces.length; k++) forces[k].apply(this);
    if (anchors.count > 0) anchors.collect(this);
  }

  /** What entry `index` of the state is, and what was wrong with it if a force was not finite: for reports. */
  describe(index: number): string {
    const own = bodySize * this.count;
    if (index >= own) return this.particles.describe(index - own);
    const slot = index % bodySize;
    const names = ["position", "rotation", "momentum", "angular momentum"];
    const kind = slot < Slot.q ? 0 : slot < Slot.P ? 1 : slot < Slot.L ? 2 : 3;
    const what = `${names[kind]} of body ${Math.floor(index / bodySize)}`;
    const fault = this.lastFault;
    if (fault === null) return what;
    return `${what}; force "${fault.force}" was not finite on body ${fault.body} at t = ${fault.time}`;
  }

  // --- the rest --------------------------------------------------------------------------------------------------------

  /** Lets bodies and particles share one state array, whichever of them has grown. */
  private link(): void {
    const { particles, count } = this;
    if (particles.state === this.sharedTail && this.state === this.shared) return;
    const own = bodySize * count;
    const total = own + 6 * particles.count + 1;
    const state = new Float64Array(total);
    state.set(this.state.subarray(0, Math.min(own, this.state.length)));
    state.set(particles.state.subarray(0, 6 * particles.count + 1), own);
    this.state = state;
    particles.state = state.subarray(own);
    this.shared = state;
    this.sharedTail = particles.state;
    // all arrays of the particles end together: the next particle then makes room in each
    particles.mass = resize(particles.mass, particles.count);
    particles.inverseMass = resize(particles.inverseMass, particles.count);
    particles.force = resize(particles.force, 3 * particles.count);
  }

  /** Makes room for one more body. What the particles share they keep, until `link` brings all together again. */
  private grow(): void {
    const n = this.count++;
    const has = this.mass.length;
    const isShared = this.particles.state.buffer === this.state.buffer;
    if (n < has && !isShared && this.state.length >= bodySize * (n + 1)) return;
    const capacity = n < has ? has : 2 * n + 4;
    this.state = resize(this.state.subarray(0, bodySize * n), bodySize * capacity);
    this.mass = resize(this.mass, capacity);
    this.inverseMass = resize(this.inverseMass, capacity);
    this.moments = resize(this.moments, 3 * capacity);
    this.inverseMoments = resize(this.inverseMoments, 3 * capacity);
    this.answers = resize(this.answers, capacity);
    this.center = resize(this.center, 3 * capacity);
    this.axes = resize(this.axes, 4 * capacity);
    this.lever = resize(this.lever, 3 * capacity);
    this.rotation = resize(this.rotation, 9 * capacity);
    this.inverseInertia = resize(this.inverseInertia, 9 * capacity);
    this.velocity = resize(this.velocity, 3 * capacity);
    this.angularVelocity = resize(this.angularVelocity, 3 * capacity);
    this.force = resize(this.force, 3 * capacity);
    this.torque = resize(this.torque, 3 * capacity);
  }

  private writeModel(i: number, body: ResolvedBody): void {
    this.mass[i] = body.mass;
    this.moments.set(body.moments, 3 * i);
    this.answers[i] = body.answers;
    this.center.set(body.center, 3 * i);
    this.axes.set(body.axes, 4 * i);
    this.lever.set(body.lever, 3 * i);
    if ((body.answers & Answer.force) !== 0) this.inverseMass[i] = 1 / body.mass;
    if ((body.answers & Answer.torque) === 0) return;
    for (let k = 0; k < 3; k++) this.inverseMoments[3 * i + k] = 1 / body.moments[k];
  }

  /** Finds the first force that is not finite, and marks the derivative so that no solver overlooks it. */
  private diagnose(out: Float64Array): void {
    const { force, torque, count, time, particles } = this;
    // a state that an earlier fault has spoilt tells nothing of its cause
    if (this.lastFault !== null && !this.state.every(Number.isFinite)) return;
    const blame = (name: string): boolean => {
      for (let c = 0; c < 3 * count; c++) {
        if (Number.isFinite(force[c]) && Number.isFinite(torque[c])) continue;
        const body = Math.floor(c / 3);
        this.lastFault = { force: name, body, time };
        out[bodySize * body + Slot.P] = Number.NaN;
        return true;
      }
      return false;
    };
    // unless it is one of them alone
    this.lastFault = null;
    blame("sum of all");
    for (const culprit of this.forces) {
      force.fill(0);
      torque.fill(0);
      culprit.apply(this);
      if (blame(culprit.name)) return;
    }
    for (const culprit of particles.forces) {
      force.fill(0);
      torque.fill(0);
      particles.force.fill(0);
      culprit.apply(particles);
      this.anchors.collect(this);
      if (blame(culprit.name)) return;
    }
  }
}

/** Below so many numbers a typed array's own method takes longer to call than a loop to run. */
const few = 200;

function copyInto(out: Float64Array, from: Float64Array): void {
  if (out.length > few) out.set(from);
  else for (let k = 0; k < out.length; k++) out[k] = from[k];
}

function clear(out: Float64Array, n: number): void {
  if (n > few) out.fill(0);
  else for (let k = 0; k < n; k++) out[k] = 0;
}

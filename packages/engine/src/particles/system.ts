/**
 * The particle table: from outside a point in 6n-space whose derivative may be asked for at will, from within a list of
 * particles and of the forces between them.
 *
 *   model        mass, inverseMass               constant; a particle that forces do not govern has inverse mass 0
 *   state        x and v of particle i at 6i and 6i+3, the clock t at 6n      the ODE vector itself
 *   accumulated  force                           cleared and filled by each evaluation of the derivative
 *
 * The equation of motion in phase space, for one particle and for n of them:
 *
 *   X = [x, v]; of n particles [x₁, v₁, …, xₙ, vₙ]                                                 (1–1), (7–1), (1–2)
 *   d/dt [x, v] = [v, f/m]                                                                                (1–3), (7–2)
 *
 * Follows: Particle System Dynamics, sections 2 to 5; Rigid Body Simulation, section 1; Implicit Methods, section 4;
 *   Physically Based Animation II.
 */
import type { BlockMatrix } from "../linalg/index.js";
import { fail, requireFinite, requireOptions, resize } from "../math/index.js";
import type { Pattern, SecondOrderProblem } from "../ode/index.js";
import { addDifferencedBlocks, differenceForce } from "./difference.js";
import type { Force } from "./force.js";
import { checkParticle } from "./particle-check.js";
import type { Path } from "./path.js";
import type { PlaneContacts } from "./plane-contacts.js";
import { buildLayout, type Layout, listWithMass } from "./system-layout.js";

export interface ParticleOptions {
  /** Kilograms. Default 1. */
  readonly mass?: number;
  readonly position: ArrayLike<number>;
  /** Default at rest. */
  readonly velocity?: ArrayLike<number>;
  /** Never moves: an anchor or a pivot. */
  readonly fixed?: boolean;
  /** Moves along this path whatever the forces: a motor. */
  readonly path?: Path;
}

/** The first force that was not finite in the last evaluation of the derivative. */
interface ForceFault {
  readonly force: string;
  readonly particle: number;
  readonly time: number;
}

export class ParticleSystem implements SecondOrderProblem {
  /** How many particles there are. */
  count = 0;
  // each array below may be longer than is in use
  /** Masses, kg: count entries. */
  mass: Float64Array = new Float64Array(8);
  /** 1/mass, or 0 for a fixed or controlled particle: count entries. */
  inverseMass: Float64Array = new Float64Array(8);
  /** x, v of each particle and the clock: 6·count + 1 entries. Written by `setState` and by the user. */
  state: Float64Array = new Float64Array(49);
  /** Force accumulators, N: 3·count entries. Written by `computeForces`. */
  force: Float64Array = new Float64Array(24);
  /** In the order in which they are applied. */
  readonly forces: Force[] = [];
  /** Planes that the particles collide with, if any: see plane-contacts.ts. */
  contacts: PlaneContacts | null = null;
  /** Counts the changes of forces and of what is fixed: solvers then begin anew. */
  revision = 0;
  /** Where ∂f/∂y may be non-zero, for implicit methods on sparse matrices: see `couplingPattern`. */
  pattern?: Pattern;

  /** How many particles are carried by something else. */
  private carriedCount = 0;
  /** The others, once they have been asked for. */
  private others: Int32Array | null = null;
  private readonly paths: { particle: number; path: Path }[] = [];
  private readonly pathTime = new Float64Array(1);
  private readonly pathFrame = new Float64Array(9);
  private lastFault: ForceFault | null = null;
  /** The forces that have been asked for their blocks. */
  private structured: readonly Force[] = [];
  private layout: Layout | null = null;

  constructor(options: { readonly time?: number } = {}) {
    const { time = 0 } = options;
    requireFinite("options.time", time);
    this.state[0] = time;
  }

  /** The clock, s. */
  get time(): number {
    return this.state[6 * this.count];
  }

  /** Adds a particle and returns its index. */
  addParticle(options: ParticleOptions): number {
    requireOptions(`particles[${this.count}]`, options, "{ position: [0, 1, 0] }");
    const { mass = 1, position, velocity = zero, fixed = false, path } = options;
    const i = this.count;
    checkParticle(`particles[${i}]`, mass, position, velocity);
    if (path !== undefined && typeof path !== "function") {
      fail(
        "not-a-function",
        `particles[${i}].path`,
        "must be a path",
        path,
        "make one by createEllipsePath and its like",
      );
    }
    const time = this.time;
    if (i + 1 > this.mass.length) this.reallocate(2 * i + 8);
    this.count = i + 1;
    this.mass[i] = mass;
    this.inverseMass[i] = fixed || path !== undefined ? 0 : 1 / mass;
    for (let k = 0; k < 3; k++) {
      this.state[6 * i + k] = position[k];
      this.state[6 * i + 3 + k] = fixed ? 0 : velocity[k];
    }
    this.state[6 * i + 6] = time;
    this.others = null;
    this.revise();
    if (path !== undefined) {
      this.paths.push({ particle: i, path });
      this.followPaths(this.state);
    }
    return i;
  }

  /**
   * Adds a point without mass that something else carries, a rigid body for example: the carrier writes its state and
   * takes over the force that it gathers. Forces on "all" particles pass it by.
   */
  addCarried(position: ArrayLike<number>): number {
    const i = this.addParticle({ position, fixed: true });
    this.mass[i] = 0;
    this.carriedCount++;
    return i;
  }

  /** The particles that nothing carries, or null if that is all of them: what "all" means to a force. */
  get uncarried(): Int32Array | null {
    if (this.carriedCount > 0 && this.others === null) this.others = listWithMass(this.mass, this.count);
    return this.others;
  }

  /** Adds a force and returns it. */
  addForce<F extends Force>(force: F): F {
    if (typeof force !== "object" || typeof force?.apply !== "function" || typeof force.name !== "string") {
      const cure = 'write { name: "push", apply(system) { … } }';
      fail("not-a-force", "force", "must be an object with a name and a method apply(system)", force, cure);
    }
    if ("couples" in force) {
      const cure = "it acts on bodies: add it to the rigid system itself, system.addForce";
      fail("not-a-force", "force", "must be a force on particles", force.name, cure);
    }
    if (new Set(Array.from(force.particles ?? [])).size !== (force.particles ?? []).length) {
      fail("not-a-list", `force "${force.name}".particles`, "must be a list of different particles", force.particles);
    }
    this.requireParticles(`force "${force.name}".on`, force.on ?? []);
    this.requireParticles(`force "${force.name}".particles`, force.particles ?? []);
    this.forces.push(force);
    this.revise();
    return force;
  }

  /** Throws unless every entry of the list is a particle of this system. */
  requireParticles(path: string, list: ArrayLike<number>): void {
    for (let k = 0; k < list.length; k++) {
      const i = list[k];
      if (Number.isInteger(i) && i >= 0 && i < this.count) continue;
      const cure = "add the particles before the forces that name them";
      fail("no-such-particle", `${path}[${k}]`, `must be a particle from 0 to ${this.count - 1}`, i, cure);
    }
  }

  /** Removes a force; it is no error if it is not there. */
  removeForce(force: Force): void {
    const k = this.forces.indexOf(force);
    if (k >= 0) this.forces.splice(k, 1);
    this.revise();
  }

  /** Holds a particle where it is, or lets it go again. */
  setFixed(particle: number, fixed: boolean): void {
    this.requireParticles("particle", [particle]);
    if (this.mass[particle] === 0) {
      fail("is-carried", `particles[${particle}]`, "must not be carried", particle, "hold what carries it");
    }
    if (this.paths.some((entry) => entry.particle === particle)) {
      fail(
        "has-path",
        `particles[${particle}]`,
        "must not follow a path",
        particle,
        "a path already governs its motion",
      );
    }
    this.inverseMass[particle] = fixed ? 0 : 1 / this.mass[particle];
    if (fixed) this.state.fill(0, 6 * particle + 3, 6 * particle + 6);
    this.revise();
  }

  /** To be called when a force was changed by hand (a target moved, a constant set): solvers then begin anew. */
  revise(): void {
    this.revision++;
    this.layout = null;
  }

  // --- the three requests of a solver --------------------------------------------------------------------------------

  /** 6n. */
  get dimension(): number {
    return 6 * this.count;
  }

  getState(state: Float64Array): void {
    if (this.state.length !== 6 * this.count + 1) this.reallocate(this.count);
    state.set(this.state);
  }

  setState(state: Float64Array): void {
    if (this.state.length !== 6 * this.count + 1) this.reallocate(this.count);
    this.state.set(state);
    this.overrule();
  }

  /** Gives the coordinates that are not free their due: those of particles on paths, and on planes that hold them. */
  overrule(): void {
    if (this.paths.length > 0) this.followPaths(this.state);
    if (this.contacts !== null) this.contacts.project(this.state);
  }

  derivative(out: Float64Array): void {
    this.computeForces();
    this.writeRates(out, 0);
  }

  /**
   * Writes the derivative under the forces that are in the accumulators into `out`, from entry `start` on. Tells whether
   * they are finite.
   */
  writeRates(out: Float64Array, start: number): boolean {
    const { state, force, inverseMass, count } = this;
    // a sum that is not a number exactly when one of its terms is not finite
    let sum = 0;
    for (let i = 0; i < count; i++) {
      const y = 6 * i;
      const f = 3 * i;
      const w = inverseMass[i];
      const o = start + y;
      // ẋ = v,  v̇ = f/m
      out[o] = state[y + 3];
      out[o + 1] = state[y + 4];
      out[o + 2] = state[y + 5];
      out[o + 3] = force[f] * w;
      out[o + 4] = force[f + 1] * w;
      out[o + 5] = force[f + 2] * w;
      sum += 0 * (force[f] + force[f + 1] + force[f + 2]);
    }
    this.writePathAccelerations(out, start + 3, 6);
    if (sum !== 0) this.diagnose(out, start);
    else this.lastFault = null;
    return sum === 0;
  }

  /** Clears the accumulators and lets every force add to them; the forces of contact with planes come last. */
  computeForces(): void {
    this.accumulateForces();
    this.addContactForces();
  }

  /** The forces of contact with planes, once all others are in the accumulators. */
  addContactForces(): void {
    if (this.contacts !== null) this.contacts.apply(this);
  }

  /** The same without the forces of contact. */
  accumulateForces(): void {
    this.force.fill(0);
    const forces = this.forces;
    for (let k = 0; k < forces.length; k++) forces[k].apply(this);
  }

  /** What entry `index` of the state is, and what was wrong with it if a force was not finite: for reports. */
  describe(index: number): string {
    const what = this.nameEntry(index);
    const fault = this.lastFault;
    if (fault === null) return what;
    return `${what}; force "${fault.force}" was not finite on particle ${fault.particle} at t = ${fault.time}`;
  }

  /** What entry `index` of the state is. */
  nameEntry(index: number): string {
    return `${index % 6 < 3 ? "position" : "velocity"} of particle ${Math.floor(index / 6)}`;
  }

  // --- what the n×n form (4–5) of backward Euler needs besides ---------------------------------------------------------

  get coordinates(): number {
    return 3 * this.count;
  }

  get positionIndex(): Int32Array {
    return this.currentLayout().positionIndex;
  }

  get velocityIndex(): Int32Array {
    return this.currentLayout().velocityIndex;
  }

  get weights(): Float64Array {
    return this.currentLayout().weights;
  }

  addBlocks(K: BlockMatrix, D: BlockMatrix): void {
    for (let i = 0; i < this.count; i++) {
      K.addBlock(3 * i, 3 * i, 3, 3);
      D.addBlock(3 * i, 3 * i, 3, 3);
    }
    for (const force of this.forces) {
      if (force.linearise !== undefined) force.addBlocks?.(this, K, D);
      else if (force.particles !== undefined) addDifferencedBlocks(force, K, D);
    }
    this.structured = this.forces.slice();
  }

  linearise(K: BlockMatrix, D: BlockMatrix): void {
    K.clear();
    D.clear();
    const forces = this.forces;
    for (let k = 0; k < forces.length; k++) {
      const force = forces[k];
      if (!this.structured.includes(force)) {
        const cure = "it was added after the implicit stepper was made: make a new one";
        fail("stale-blocks", `force "${force.name}"`, "must be known to the stepper", force.name, cure);
      }
      if (force.linearise !== undefined) force.linearise(this, K, D);
      else if (force.particles !== undefined) differenceForce(this, force, K, D);
    }
  }

  private currentLayout(): Layout {
    if (this.layout === null) this.layout = buildLayout(this);
    return this.layout;
  }

  // --- controlled particles --------------------------------------------------------------------------------------------

  /** What a particle follows, if it does. */
  findPath(particle: number): Path | undefined {
    return this.paths.find((entry) => entry.particle === particle)?.path;
  }

  /** Puts controlled particles where their paths say at the state's time, with the velocities they have there. */
  private followPaths(state: Float64Array): void {
    const { paths, pathTime, pathFrame } = this;
    pathTime[0] = state[6 * this.count];
    for (let k = 0; k < paths.length; k++) {
      const { particle, path } = paths[k];
      path(pathTime, pathFrame);
      for (let c = 0; c < 6; c++) state[6 * particle + c] = pathFrame[c];
    }
  }

  /** ẍ of the controlled particles: that of particle i goes to `out[start + stride·i …]`. */
  writePathAccelerations(out: Float64Array, start: number, stride: number): void {
    const { paths, pathTime, pathFrame } = this;
    if (paths.length === 0) return;
    pathTime[0] = this.state[6 * this.count];
    for (let k = 0; k < paths.length; k++) {
      const { particle, path } = paths[k];
      path(pathTime, pathFrame);
      for (let c = 0; c < 3; c++) out[start + stride * particle + c] = pathFrame[6 + c];
    }
  }

  // --- the rest ----------------------------------------------------------------------------------------------------------

  /** Finds the first force that is not finite, and marks the derivative so that no solver overlooks it. */
  private diagnose(out: Float64Array, start: number): void {
    const { force, forces, count } = this;
    const first = force.findIndex((value) => !Number.isFinite(value));
    this.lastFault = null;
    if (first < 0) return;
    for (const culprit of forces) {
      force.fill(0);
      culprit.apply(this);
      for (let c = 0; c < 3 * count; c++) {
        if (Number.isFinite(force[c])) continue;
        const particle = Math.floor(c / 3);
        this.lastFault = { force: culprit.name, particle, time: this.time };
        out[start + 6 * particle + 3 + (c % 3)] = Number.NaN;
        return;
      }
    }
    this.lastFault = { force: "sum of all", particle: Math.floor(first / 3), time: this.time };
  }

  private reallocate(capacity: number): void {
    this.state = resize(this.state, 6 * capacity + 1);
    this.force = resize(this.force, 3 * capacity);
    this.mass = resize(this.mass, capacity);
    this.inverseMass = resize(this.inverseMass, capacity);
  }
}

const zero = [0, 0, 0];

/**
 * The particle system: for an integrator a point in 6n-space with a derivative, for forces a table of particles.
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
import type { BlockMatrix } from "../../linalg/index.js";
import { fail, requireFinite, requireOptions, resize } from "../../math/index.js";
import type { Pattern, SecondOrderProblem } from "../../ode/index.js";
import { addDifferencedBlocks, differenceForce } from "./difference.js";
import type { Force, ParticleTable } from "./force.js";
import { checkParticle } from "./particle-check.js";
import type { Path } from "./particle-path.js";

/** Options of a particle. */
export interface ParticleOptions {
  /** Mass, kg. Default 1. */
  readonly mass?: number;
  /** Position, m. */
  readonly position: ArrayLike<number>;
  /** Velocity, m/s. Default at rest. */
  readonly velocity?: ArrayLike<number>;
  /** Whether the particle never moves, as an anchor or a pivot. Default false. */
  readonly fixed?: boolean;
  /** Path that the particle follows whatever the forces, as on a motor. */
  readonly path?: Path;
}

/** The first force that was not finite in the last evaluation of the derivative. */
interface ForceFault {
  readonly force: string;
  readonly particle: number;
  readonly time: number;
}

/** Contacts of the particles with surfaces: their forces, and the projection onto the surfaces that are in contact. */
export interface ContactForces {
  /** Contact flags of particle i and surface k, at i·(number of surfaces) + k: 1 in contact, else 0. */
  readonly contact: Uint8Array;
  /** Friction modes of the particles, of `ContactMode`. */
  readonly mode: Uint8Array;
  /** Normal forces λ, N, in the order of `contact`. */
  readonly lambda: Float64Array;
  /** Friction forces, N: 3 entries a particle. */
  readonly friction: Float64Array;
  /** Measures the gap between particle i and surface k in a state, m; negative behind the surface. */
  gap(state: Float64Array, i: number, k: number): number;
  /** Adds the forces of contact to the accumulators, which contain all other forces, N. */
  apply(system: ParticleTable): void;
  /** Projects the particles in contact onto their surfaces, in the state: positions and velocities. */
  project(state: Float64Array): void;
}

/** Indices of positions and velocities in the state, and the masses of the second-order form (4–5). */
interface Layout {
  readonly positionIndex: Int32Array;
  readonly velocityIndex: Int32Array;
  /** Mass of each coordinate, kg; 0 for one that forces do not move. */
  readonly weights: Float64Array;
}

/** A system of particles and of the forces between them, as an ODE in 6n-space. */
export class ParticleSystem implements SecondOrderProblem, ParticleTable {
  /** Number of particles. */
  count = 0;
  // each array below may be longer than is in use
  /** Masses, kg: count entries. */
  mass: Float64Array = new Float64Array(8);
  /** Inverse masses, 1/kg, 0 for a fixed or controlled particle: count entries. */
  inverseMass: Float64Array = new Float64Array(8);
  /** State: x and v of each particle and the clock, m, m/s and s: 6·count + 1 entries. Written by `setState` and by the user. */
  state: Float64Array = new Float64Array(49);
  /** Force accumulators, N: 3·count entries. Written by `computeForces`. */
  force: Float64Array = new Float64Array(24);
  /** The forces, in the order in which they are applied. */
  readonly forces: Force[] = [];
  /** The contacts with planes of a simulation, if there is one. */
  contacts: ContactForces | null = null;
  /** Number of changes of forces and of fixed particles so far: integrators begin anew after each. */
  revision = 0;
  /** Sparsity pattern of ∂f/∂y, for implicit methods on sparse matrices: see `couplingPattern`. */
  pattern?: Pattern;

  /** Number of particles that something else carries. */
  private carriedCount = 0;
  /** List of the particles that nothing carries, once it has been needed. */
  private others: Int32Array | null = null;
  private readonly paths: { particle: number; path: Path }[] = [];
  private readonly pathTime = new Float64Array(1);
  private readonly pathFrame = new Float64Array(9);
  private lastFault: ForceFault | null = null;
  /** The forces whose blocks the matrices have. */
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

  /** The particles that nothing carries, on which a force on "all" acts, or null if that is every particle. */
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

  /** Fixes a particle where it is, or makes it free again. */
  setFixed(particle: number, fixed: boolean): void {
    this.requireParticles("particle", [particle]);
    if (this.mass[particle] === 0) {
      fail("is-carried", `particles[${particle}]`, "must not be carried", particle, "fix the body that carries it");
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

  /** Counts a change of a force by hand (a target moved, a constant set), after which integrators begin anew. */
  revise(): void {
    this.revision++;
    this.layout = null;
  }

  // --- the three requests of an integrator --------------------------------------------------------------------------------

  /** Dimension of the state without the clock, 6n. */
  get dimension(): number {
    return 6 * this.count;
  }

  /** Copies the state into `state`. */
  getState(state: Float64Array): void {
    if (this.state.length !== 6 * this.count + 1) this.reallocate(this.count);
    state.set(this.state);
  }

  /** Sets the state, but for the coordinates that paths and contacts prescribe. */
  setState(state: Float64Array): void {
    if (this.state.length !== 6 * this.count + 1) this.reallocate(this.count);
    this.state.set(state);
    this.overrule();
  }

  /** Overwrites the coordinates that are prescribed: those of particles on paths, and of particles in contact with planes. */
  overrule(): void {
    if (this.paths.length > 0) this.followPaths(this.state);
    if (this.contacts !== null) this.contacts.project(this.state);
  }

  /** Computes the forces, and writes the derivative of the state into `out`. */
  derivative(out: Float64Array): void {
    this.computeForces();
    this.writeRates(out, 0);
  }

  /**
   * Writes the derivative under the forces in the accumulators into `out`, from entry `start` on. Returns whether the forces are
   * finite.
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

  /** Adds the forces of contact with planes; all others are in the accumulators already. */
  addContactForces(): void {
    if (this.contacts !== null) this.contacts.apply(this);
  }

  /** Clears the accumulators and lets every force add to them; the forces of contact are left out. */
  accumulateForces(): void {
    this.force.fill(0);
    const forces = this.forces;
    for (let k = 0; k < forces.length; k++) forces[k].apply(this);
  }

  /** Describes entry `index` of the state for reports, with the force that was not finite there, if any. */
  describe(index: number): string {
    const what = this.nameEntry(index);
    const fault = this.lastFault;
    if (fault === null) return what;
    return `${what}; force "${fault.force}" was not finite on particle ${fault.particle} at t = ${fault.time}`;
  }

  /** Names entry `index` of the state for reports. */
  nameEntry(index: number): string {
    return `${index % 6 < 3 ? "position" : "velocity"} of particle ${Math.floor(index / 6)}`;
  }

  // --- the n×n form (4–5) of backward Euler -----------------------------------------------------------------------------

  /** Number of coordinates of the second-order form, 3n. */
  get coordinates(): number {
    return 3 * this.count;
  }

  /** Index in the state of the position of each coordinate. */
  get positionIndex(): Int32Array {
    return this.currentLayout().positionIndex;
  }

  /** Index in the state of the velocity of each coordinate. */
  get velocityIndex(): Int32Array {
    return this.currentLayout().velocityIndex;
  }

  /** Mass of each coordinate, kg; 0 for one that forces do not move. */
  get weights(): Float64Array {
    return this.currentLayout().weights;
  }

  /** Adds the blocks of ∂f/∂x and ∂f/∂v to K and D. */
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

  /** Writes ∂f/∂x into K and ∂f/∂v into D at the present state. */
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

  /** Returns the path that a particle follows, if it follows one. */
  findPath(particle: number): Path | undefined {
    return this.paths.find((entry) => entry.particle === particle)?.path;
  }

  /** Writes position and velocity of the controlled particles at the clock of the state. */
  private followPaths(state: Float64Array): void {
    const { paths, pathTime, pathFrame } = this;
    pathTime[0] = state[6 * this.count];
    for (let k = 0; k < paths.length; k++) {
      const { particle, path } = paths[k];
      path(pathTime, pathFrame);
      for (let c = 0; c < 6; c++) state[6 * particle + c] = pathFrame[c];
    }
  }

  /** Writes ẍ of the controlled particles, that of particle i into `out[start + stride·i …]`. */
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

  // --- faults and memory
  // ----------------------------------------------------------------------------------------------------------

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

function buildLayout({ count, mass, inverseMass }: ParticleTable): Layout {
  const n = 3 * count;
  const positionIndex = new Int32Array(n);
  const velocityIndex = new Int32Array(n);
  const weights = new Float64Array(n);
  for (let c = 0; c < n; c++) {
    const i = Math.floor(c / 3);
    positionIndex[c] = 6 * i + (c % 3);
    velocityIndex[c] = 6 * i + 3 + (c % 3);
    weights[c] = inverseMass[i] === 0 ? 0 : mass[i];
  }
  return { positionIndex, velocityIndex, weights };
}

/** Lists the particles that have a mass of their own. */
function listWithMass(mass: Float64Array, count: number): Int32Array {
  const list: number[] = [];
  for (let i = 0; i < count; i++) if (mass[i] > 0) list.push(i);
  return Int32Array.from(list);
}

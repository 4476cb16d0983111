/**
 * Bodies, particles and generalized bodies with constraints: a `Problem` whose forces are completed by those of the constraints
 * before its derivative is taken.
 *
 *   C̈ = J W (Q + Q̂) + J̇ q̇ = 0                    of the bead eqs. (5) and (6); of any system, solved for J W Q̂, eq. (9)
 *   Q̂ = Jᵀ λ,   J W Jᵀ λ = −J̇ q̇ − J W Q                                                                        (10)
 *   and with feedback   J W Jᵀ λ = −J̇ q̇ − J W Q − k_s C − k_d Ċ                                                 (11)
 *
 *   q̇   v and ω of the bodies, v of the particles, u̇ of the coordinates       W   the inverse of their masses
 *   Q    the forces on them; with a body's torque goes L × ω                     λ   one number a row
 *
 * At the end of every step, positions are put back onto C = 0 and velocities onto Ċ = 0 (project.ts). The state is that of
 * the bodies and particles, then u and u̇ of each generalized body, then the clock.
 *
 * Follows: Constrained Dynamics, sections 2 to 4 and 5.1.
 */
import { SolveStatus } from "../../linalg/index.js";
import { fail } from "../../math/index.js";
import type { Problem } from "../../ode/index.js";
import { RigidSystem } from "../../rigid/index.js";
import {
  Carrier,
  type Columns,
  type Constraint,
  type ConstraintHost,
  type ConstraintMaker,
  type Coordinates,
  type End,
  type MechanismForce,
  RowTable,
} from "../model/index.js";
import { projectPositions, projectVelocities, removeNormalError } from "../projection/index.js";
import {
  ConstraintSolver,
  gatherAccelerations,
  gatherVelocities,
  scatterForces,
  solveForces,
} from "../solver/index.js";
import { assemble } from "./assemble.js";
import { describeBroken, isBroken } from "./broken.js";
import { areForcesFinite, findCulprit } from "./diagnose.js";
import type { MechanismModel } from "./mechanism-model.js";
import { createOptions, type MechanismOptions, type MechanismSettings } from "./mechanism-options.js";
import { requireConstraint, requireCoordinates, requireMechanismForce } from "./require-parts.js";

/** A source of the forces of constraints in place of the mechanism's own solver, as a world is, island by island. */
export interface ForceSource {
  /** Writes λ and the wrenches of all rows at the present time into the table, and the forces on coordinates. */
  writeForces(mechanism: Mechanism): void;
}

/** Bodies, particles and generalized bodies with constraints: a problem for the steppers of ode. */
export class Mechanism implements Problem, MechanismModel, ConstraintHost, Columns {
  readonly system: RigidSystem;
  readonly constraints: Constraint[] = [];
  readonly coordinates: Coordinates[] = [];
  /** Forces along coordinates of joints, or on generalized bodies. */
  readonly forces: MechanismForce[] = [];
  readonly settings: MechanismSettings;

  /** The rows of all constraints; built anew after something was added or removed. */
  table: RowTable;
  solver: ConstraintSolver;
  /** Velocities q̇: see `Columns`. */
  velocity: Float64Array = new Float64Array(0);
  /** Accelerations W Q; of driven bodies those of their paths. */
  acceleration: Float64Array = new Float64Array(0);
  /** Indices of all bodies, in order. */
  bodies: Int32Array = new Int32Array(0);
  bodyCount = 0;
  particleCount = 0;
  particleStart = 0;
  coordinateStart: Int32Array = new Int32Array(1);

  /** u and u̇ of all generalized bodies, one behind the other, and where each begins; the last entry is the end. */
  own: Float64Array = new Float64Array(0);
  ownStart: Int32Array = new Int32Array(1);
  /** The state of the bodies with the clock, on its way from or to a state of the whole. */
  private inner = new Float64Array(1);
  private rightSide = new Float64Array(0);
  /** Names of the constraints that the last step broke beyond repair. The derivative is then not a number. */
  private fault: string | null = null;
  /** Whether (11) could not be solved in the last evaluation. The derivative is then not a number either. */
  private isUnsolved = false;
  /** Name of the quantity that was not finite then, if that is known. */
  private culprit: string | null = null;
  private ownRevision = 0;
  private seenRevision = -1;
  /** Source of the forces that are read, in a world; else they are those of the last evaluation of the derivative. */
  forceSource: ForceSource | null = null;

  constructor(system: RigidSystem, options: MechanismOptions = {}) {
    if (!(system instanceof RigidSystem)) {
      fail("not-a-system", "system", "must be a RigidSystem", system, "new Mechanism(new RigidSystem())");
    }
    if (system.constraintForces !== null) {
      const cure = "one mechanism holds all constraints of a system";
      fail("has-constraints", "system", "must not be in another mechanism", "one with constraints", cure);
    }
    this.settings = createOptions(options);
    this.system = system;
    this.table = new RowTable([], this);
    this.solver = new ConstraintSolver(this.table, this, 0, this.settings.solver);
    system.constraintForces = this;
  }

  /** The bodies and columns of q̇ as the projection asks for them: its own. */
  get layout(): this {
    return this;
  }

  // --- building ------------------------------------------------------------------------------------------------------

  /** Adds a constraint and returns it: `mechanism.add(ball({ … }))`. */
  add<M extends ConstraintMaker>(make: M): ReturnType<M> {
    if (typeof make !== "function") {
      const cure = "add what ball(…), hinge(…), … return";
      fail("not-a-constraint", "constraint", "must be made by one of the functions for constraints", make, cure);
    }
    const path = `constraints[${this.constraints.length}]`;
    const constraint = make(this, path) as ReturnType<M>;
    requireConstraint(path, constraint);
    this.constraints.push(constraint);
    this.revise();
    return constraint;
  }

  /** Removes a constraint; it is no error if it is not there. */
  remove(constraint: Constraint): void {
    const k = this.constraints.indexOf(constraint);
    if (k < 0) return;
    this.constraints.splice(k, 1);
    this.revise();
  }

  /** Adds a generalized body, and returns it. */
  addCoordinates<G extends Coordinates>(thing: G): G {
    requireCoordinates(`coordinates[${this.coordinates.length}]`, this, thing);
    const k = thing.width;
    const start = this.own.length;
    this.coordinates.push(thing);
    const own = new Float64Array(start + 2 * k);
    own.set(this.own);
    own.set(Array.from(thing.initial), start);
    this.own = own;
    this.ownStart = Int32Array.of(...this.ownStart, own.length);
    thing.derive(own, start);
    this.revise();
    return thing;
  }

  /** Adds a force that acts on the mechanism, and returns it. Forces on bodies and particles go to the system. */
  addForce<F extends MechanismForce>(force: F): F {
    requireMechanismForce(`forces[${this.forces.length}]`, this, force);
    this.forces.push(force);
    this.revise();
    return force;
  }

  /** Removes a force; it is no error if it is not there. */
  removeForce(force: MechanismForce): void {
    const k = this.forces.indexOf(force);
    if (k >= 0) this.forces.splice(k, 1);
    this.revise();
  }

  /** The number of a generalized body, or −1. */
  findCoordinates(thing: Coordinates): number {
    return this.coordinates.indexOf(thing);
  }

  /** Number of changes of bodies, forces and constraints: solvers then begin anew. */
  get revision(): number {
    return this.ownRevision + this.system.revision;
  }

  /** Marks a change: a caller that has changed a constraint or force by hand calls it. */
  revise(): void {
    this.ownRevision++;
  }

  /** Takes the constraints away from the system, for good. */
  detach(): void {
    if (this.system.constraintForces === this) this.system.constraintForces = null;
  }

  /**
   * Moves everything, as little as can be in the metric of the masses, to where all constraints are met, and takes from
   * the velocities what breaks them. Throws if there is no such place.
   */
  assemble(): void {
    this.prepare();
    assemble(this);
    this.revise();
  }

  // --- the requests of a solver --------------------------------------------------------------------------------------

  get dimension(): number {
    return this.system.dimension + this.own.length;
  }

  get time(): number {
    return this.system.time;
  }

  getState(state: Float64Array): void {
    const { own } = this;
    const n = this.system.dimension;
    if (own.length === 0) {
      this.system.getState(state);
      return;
    }
    if (this.inner.length !== n + 1) this.inner = new Float64Array(n + 1);
    this.system.getState(this.inner);
    for (let i = 0; i < n; i++) state[i] = this.inner[i];
    for (let i = 0; i < own.length; i++) state[n + i] = own[i];
    state[n + own.length] = this.inner[n];
  }

  setState(state: Float64Array): void {
    const { own } = this;
    const n = this.system.dimension;
    if (own.length === 0) {
      this.system.setState(state);
      return;
    }
    if (this.inner.length !== n + 1) this.inner = new Float64Array(n + 1);
    for (let i = 0; i < n; i++) this.inner[i] = state[i];
    for (let i = 0; i < own.length; i++) own[i] = state[n + i];
    this.inner[n] = state[n + own.length];
    this.system.setState(this.inner);
    this.deriveOwn();
  }

  /** Makes all that depends on the state agree with it: to be called after the state was written by hand. */
  derive(): void {
    this.system.derive();
    this.deriveOwn();
  }

  private deriveOwn(): void {
    const { coordinates, own, ownStart } = this;
    for (let g = 0; g < coordinates.length; g++) coordinates[g].derive(own, ownStart[g]);
  }

  derivative(out: Float64Array): void {
    const { coordinates, own, ownStart, system } = this;
    // asks for the forces of the constraints on its way
    system.derivative(out);
    if (this.fault !== null || this.isUnsolved) out[0] = Number.NaN;
    const n = system.dimension;
    for (let g = 0; g < coordinates.length; g++) {
      const k = coordinates[g].width;
      const o = n + ownStart[g];
      for (let i = 0; i < k; i++) {
        out[o + i] = own[ownStart[g] + k + i];
        out[o + k + i] = coordinates[g].force[i];
      }
      coordinates[g].multiplyInverse(out, o + k);
    }
    if (this.isUnsolved) this.culprit = findCulprit(this, this.culprit);
    else if (this.culprit !== null) this.culprit = null;
  }

  /** Called by the system once all other forces are in the accumulators: adds those of the constraints. */
  addForces(): void {
    this.prepare();
    const { coordinates, table, solver, rightSide: b, velocity, acceleration, settings } = this;
    for (let g = 0; g < coordinates.length; g++) coordinates[g].computeForces(this);
    for (let k = 0; k < this.forces.length; k++) this.forces[k].apply(this);
    if (table.rows === 0) {
      this.isUnsolved = this.forces.length > 0 && !areForcesFinite(this);
      return;
    }
    this.evaluate();
    // the state may have been set back since
    if (this.fault !== null && !isBroken(this)) this.fault = null;
    gatherAccelerations(acceleration, this);
    table.multiply(b, acceleration);
    const { stiffness, damping } = settings;
    const { lambda, value, rate, gamma } = table;
    for (let r = 0; r < table.rows; r++) {
      b[r] = -gamma[r] - b[r] - stiffness * value[r] - damping * rate[r];
      lambda[r] = b[r];
    }
    const status = solver.factor();
    this.isUnsolved = status !== SolveStatus.ok || solveForces(lambda, table, solver) !== SolveStatus.ok;
    velocity.fill(0);
    table.addTransposed(velocity, lambda);
    scatterForces(velocity, this);
    gatherVelocities(velocity, this);
  }

  /** Projects positions back onto C = 0 and velocities onto Ċ = 0. Returns whether anything moved. */
  finishStep(): boolean {
    this.prepare();
    const { constraints, table, settings } = this;
    let isMoved = false;
    if (settings.projection && table.rows > 0) {
      this.evaluate();
      this.solver.judge();
      isMoved = projectPositions(this);
      if (projectVelocities(this)) isMoved = true;
      // speeds that contradict one another are left as they are
      if (this.solver.redundant > 0) this.evaluate();
      if (isBroken(this)) this.fault = describeBroken(this);
    }
    for (let c = 0; c < constraints.length; c++) constraints[c].finishStep?.();
    for (let k = 0; k < this.forces.length; k++) this.forces[k].finishStep?.();
    return isMoved;
  }

  /** Whether rows depend on one another nearly, and are met only as far as they are known: weak-rows.ts. */
  get isSoft(): boolean {
    return this.solver.isWeak;
  }

  /** Removes from the error e of a step the part that the projection at its end removes: normal-error.ts. */
  filterError(e: Float64Array): boolean {
    const { table, solver, settings } = this;
    if (!settings.projection || table.rows === 0 || solver.redundant === 0) return false;
    return removeNormalError(this, this.bodyCount, e);
  }

  // --- the rows ------------------------------------------------------------------------------------------------------

  /** Makes table and solver anew if bodies, coordinates or constraints were added or removed. */
  prepare(): void {
    if (this.seenRevision === this.revision) return;
    const { system, coordinates } = this;
    if (this.bodies.length !== system.count) this.bodies = Int32Array.from({ length: system.count }, (_, i) => i);
    this.bodyCount = system.count;
    this.particleCount = system.particles.count;
    this.particleStart = 6 * system.count;
    this.coordinateStart = new Int32Array(coordinates.length + 1);
    this.coordinateStart[0] = this.particleStart + 3 * system.particles.count;
    for (let g = 0; g < coordinates.length; g++) {
      this.coordinateStart[g + 1] = this.coordinateStart[g] + coordinates[g].width;
    }
    this.velocity = new Float64Array(this.count);
    this.acceleration = new Float64Array(this.count);
    this.table = new RowTable(this.constraints, this);
    this.rightSide = new Float64Array(this.table.rows);
    this.solver = new ConstraintSolver(this.table, this, this.count, this.settings.solver);
    this.seenRevision = this.revision;
    this.fault = null;
    this.isUnsolved = false;
    this.evaluate();
    this.solver.judge();
  }

  /** Number of entries of q̇. */
  get count(): number {
    return this.coordinateStart[this.coordinateStart.length - 1];
  }

  findColumn(end: End): number {
    if (end.carrier === Carrier.body) return 6 * end.index;
    if (end.carrier === Carrier.particle) return this.particleStart + 3 * end.index;
    return this.coordinateStart[end.index];
  }

  /** C, Ċ, J and γ at the state. */
  evaluate(): void {
    const { table, velocity } = this;
    const { constraints, places, drift, rate } = table;
    for (let k = 0; k < places.length; k++) places[k].locate(this);
    table.clear();
    for (let c = 0; c < constraints.length; c++) constraints[c].evaluate(table, c, this);
    gatherVelocities(velocity, this);
    table.multiply(rate, velocity);
    for (let r = 0; r < table.rows; r++) rate[r] += drift[r];
  }

  // --- reading -------------------------------------------------------------------------------------------------------

  /** Index of a constraint; throws if it is none of this mechanism. */
  requireConstraint(constraint: Constraint): number {
    const c = this.constraints.indexOf(constraint);
    if (c < 0) fail("no-such-constraint", "constraint", "must be one of this mechanism", constraint?.name);
    return c;
  }

  /** The largest |C| and |Ċ| at the state: m or rad, m/s or rad/s. */
  measureError(): { readonly position: number; readonly velocity: number } {
    this.prepare();
    this.evaluate();
    const { value, rate } = this.table;
    const largest = (values: Float64Array) => values.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
    return { position: largest(value), velocity: largest(rate) };
  }

  /** Brings λ up to date where a world solves for it; to be called before λ is read. */
  readForces(): void {
    this.prepare();
    this.forceSource?.writeForces(this);
  }

  /**
   * Writes the wrench of a constraint on its first end, at that end's place: the force, N, to `out[o … o+2]` and the torque, N·m,
   * to `out[o+3 … o+5]`, world axes, as of the last evaluation of the derivative; in a world at its present time, as
   * `world.getReactions` gives it. The opposite wrench acts on its other end.
   */
  readReaction(out: Float64Array, o: number, constraint: Constraint): void {
    const c = this.requireConstraint(constraint);
    this.readForces();
    const { wrench, lambda, rowStart } = this.table;
    for (let x = 0; x < 6; x++) {
      out[o + x] = 0;
      for (let r = rowStart[c]; r < rowStart[c + 1]; r++) out[o + x] += lambda[r] * wrench[6 * r + x];
    }
  }

  /** Describes entry `index` of the state. */
  describe(index: number): string {
    const n = this.system.dimension;
    if (this.fault !== null) return this.fault;
    if (this.isUnsolved) return this.culprit ?? "the forces of the constraints could not be found";
    if (index < n) return this.system.describe(index);
    let g = 0;
    while (g + 1 < this.coordinates.length && index - n >= this.ownStart[g + 1]) g++;
    const k = index - n - this.ownStart[g];
    const { name, width } = this.coordinates[g];
    return k < width ? `u[${k}] of "${name}"` : `rate of u[${k - width}] of "${name}"`;
  }
}

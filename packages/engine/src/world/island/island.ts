/**
 * Bodies, particles and generalized coordinates that act upon one another: an ordinary differential equation, whose state is a part of that of the
 * world. Its derivative adds the forces of joints and of active contacts (frozen as equalities) to the given forces:
 *
 *   J W Jᵀ λ = −γ − J W Q,   Q̂ = Jᵀ λ                                                                            (10)
 *
 * At the end of a step positions are projected onto C = 0 and gap = 0, and velocities onto their tangent spaces (constrain/project.ts).
 *
 *   state   x q P L of each body that moves, 13 numbers; x v of the particles; u u̇ of coordinates; two of the ledger; t
 *   bodies  first those that respond to forces, then those that do not but are touched: these have columns in q̇ and no state
 *
 * Follows: Constrained Dynamics, section 3; Rigid Body Simulation, section 9.
 */
import {
  Carrier,
  type Columns,
  type Constrained,
  type Constraint,
  type ConstraintSolver,
  type Coordinates,
  type End,
  findCulprit,
  gatherAccelerations,
  gatherVelocities,
  type Mechanism,
  type MechanismSettings,
  projectPositions,
  projectVelocities,
  type RowTable,
  removeNormalError,
  scatterForces,
  solveForces,
  writeRounding,
} from "../../constrain/index.js";
import { SolveStatus } from "../../linalg/index.js";
import { createArrays } from "../../math/index.js";
import type { Problem } from "../../ode/index.js";
import { bodySize, type RigidSystem, writeBodyRates } from "../../rigid/index.js";
import type { IslandParts } from "../model/index.js";
import { BodySlots, LedgerSlot } from "../model/index.js";
import { ActiveTables } from "./active-tables.js";
import { correctSpin, hasSpin, measureTorque } from "./angular-momentum.js";
import { isDrivenByClock, measurePush } from "./explicit-time-loads.js";
import { addRowWork, applyForces, evaluateRates, evaluateRows } from "./island-forces.js";
import type { Load } from "./loads.js";
import { countNodes } from "./nodes.js";
import { constraintRounding, maxNamedBodies } from "./parameters.js";
import { keepRaw } from "./raw-momenta.js";
import { balanceForces } from "./round-off-equilibrium.js";

/** Entries of the energy balance: see `LedgerSlot`. */
const ledgerSize = 2;
/** Entries behind those of bodies and coordinates: the energy balance and H; with loads that depend on time, their measure follows. */
const extraSize = ledgerSize + 3;

const noNumbers = new Float64Array(0);
const noIndices = new Int32Array(0);

/** Solver of the forces of joints and contacts of an island with friction. */
export interface ContactForces {
  /** Adds the forces to the accumulators; returns false if they cannot be found. */
  computeForces(): boolean;
  /** Adds the power of friction to that of the island, after `computeForces`. */
  addWork(): void;
}

/** Island as a problem of `ode`, with its rows and forces. */
export class Island implements Problem, Constrained, Columns {
  /** Mechanism of the world. */
  readonly mechanism: Mechanism;
  /** Bodies and particles of the world. */
  readonly system: RigidSystem;
  /** Settings of the mechanism. */
  readonly settings: MechanismSettings;
  /** Bodies, joints and forces of the island. */
  readonly parts: IslandParts;
  /** Rows of the bodies in the system: first those that respond to forces, then those that do not but are touched. */
  readonly bodies: Int32Array;
  /** Number of bodies that respond to forces. */
  readonly movingCount: number;
  /** Number of all bodies. */
  readonly bodyCount: number;
  /** Number of particles. */
  readonly particleCount: number;
  /** Systems with generalized coordinates. */
  readonly coordinates: readonly Coordinates[];
  /** First column of the particles in q̇. */
  readonly particleStart: number;
  /** First column in q̇ of each system with generalized coordinates; the number of columns at the end. */
  readonly coordinateStart: Int32Array;
  /** First entry in `own` of each system with generalized coordinates. */
  readonly ownStart: Int32Array;
  /** Number of entries of the state without the time. */
  readonly dimension: number;
  /** Integrals of the energy balance: see `LedgerSlot`. */
  readonly ledger: Float64Array;
  /** H of angular-momentum.ts, where no force from outside acts on the island. */
  readonly spin: Float64Array;
  /** Whether the loads may depend explicitly on time: load-clock.ts. */
  readonly isByClock: boolean;
  /** Integral of the measure of the loads: explicit-time-loads.ts. */
  readonly push: Float64Array;
  /** 1 for each body that does not respond to forces, and is touched or joined. */
  readonly isDriver: Uint8Array;
  /** Whether no force from outside acts on the island, so that H is corrected. */
  isAlone = false;
  /** Whether H can be corrected: see `hasSpin`. */
  readonly mayBeAlone: boolean;
  /** P and L of moving bodies, P of particles, u and u̇ of coordinates at the end of the last step, before its projection. */
  readonly raw: Float64Array;
  /** Count of the changes of the rows: a change restarts the integrator. */
  revision = 0;

  /** Rows of joints and active contacts. */
  table: RowTable;
  /** Factored matrix of the rows. */
  solver: ConstraintSolver;
  /** Work array in the columns of q̇: velocities, or forces. */
  readonly velocity: Float64Array;
  /** Accelerations in the columns of q̇. */
  readonly acceleration: Float64Array;
  /** Right sides of the rows: J W Q. */
  rightSide: Float64Array = noNumbers;
  private readonly tables = new ActiveTables();
  /** Angle by which rounding may rotate the normals of active contacts, rad: activate.ts. */
  readonly tilt = new Float64Array(1);
  /** Errors of C, m or rad, and Ċ, m/s or rad/s, up to which the last derivative of a step serves the next step (FSAL). */
  readonly slack: Float64Array;
  /** Whether the rows and their factor are those of the state. */
  private isFresh = false;
  /** Whether Ċ is evaluated. */
  hasRates = false;
  private readonly slots: BodySlots;
  /** Power of work and of dissipation, W; then two work entries. */
  readonly power: Float64Array;
  /** Ḣ. */
  private readonly twist: Float64Array;
  /** Rate of `push`. */
  private readonly given: Float64Array;
  /** Rounding of C, m. */
  private readonly doubt: Float64Array;
  /** Solver of the forces of joints and contacts, where there is friction. */
  friction: ContactForces | null = null;
  /** Forces of the contacts with sleeping bodies: frozen-interface.ts. */
  loads: readonly Load[] = [];
  /** Whether the last forces could not be found; the derivative is NaN then. */
  isUnsolved = false;
  /** Name of the quantity that was not finite then, if it is known. */
  culprit: string | null = null;

  constructor(mechanism: Mechanism, parts: IslandParts) {
    const { system } = mechanism;
    this.mechanism = mechanism;
    this.system = system;
    this.settings = mechanism.settings;
    this.parts = parts;
    this.bodies = Int32Array.from([...parts.moving, ...parts.still]);
    this.movingCount = parts.moving.length;
    this.bodyCount = this.bodies.length;
    this.particleCount = parts.withParticles ? system.particles.count : 0;
    this.coordinates = parts.coordinates.map((g) => mechanism.coordinates[g]);
    this.ownStart =
      parts.coordinates.length === 0 ? noIndices : Int32Array.from(parts.coordinates, (g) => mechanism.ownStart[g]);
    this.particleStart = 6 * this.bodyCount;
    this.coordinateStart = new Int32Array(this.coordinates.length + 1);
    this.coordinateStart[0] = this.particleStart + 3 * this.particleCount;
    let own = 0;
    this.coordinates.forEach(({ width }, g) => {
      this.coordinateStart[g + 1] = this.coordinateStart[g] + width;
      own += 2 * width;
    });
    this.isByClock = isDrivenByClock(this);
    this.isDriver = new Uint8Array(this.bodyCount);
    const extra = extraSize + (this.isByClock ? 1 : 0);
    this.dimension = bodySize * this.movingCount + 6 * this.particleCount + own + extra;
    this.slots = new BodySlots(this.bodies);
    this.mayBeAlone = hasSpin(this);
    const columns = [this.count, this.count, 6 * countNodes(this) + own];
    [this.velocity, this.acceleration, this.raw] = createArrays(columns);
    const sizes = [ledgerSize, 3, 1, 2, 4, 3, 1, 1];
    const made = createArrays(sizes);
    [this.ledger, this.spin, this.push, this.slack, this.power, this.twist, this.given, this.doubt] = made;
    const { table, solver } = this.tables.choose(this, [], [], this.settings.solver);
    this.table = table;
    this.solver = solver;
  }

  /** u and u̇ of all generalized coordinates of the mechanism. */
  get own(): Float64Array {
    return this.mechanism.own;
  }

  /** Number of columns of q̇. */
  get count(): number {
    return this.coordinateStart[this.coordinateStart.length - 1];
  }

  /** Returns the first column in q̇ of the carrier of an end; NaN if it is not of the island. */
  findColumn(end: End): number {
    if (end.carrier === Carrier.body) return this.findBody(end.index) < 0 ? Number.NaN : 6 * this.findBody(end.index);
    if (end.carrier === Carrier.particle) return this.particleStart + 3 * end.index;
    return this.coordinateStart[this.parts.coordinates.indexOf(end.index)];
  }

  /** Returns the number of a body in the island, or −1. */
  findBody(i: number): number {
    return this.slots.find(i);
  }

  /** Returns whether a body belongs to the island and responds to forces. */
  moves(i: number): boolean {
    const b = this.slots.find(i);
    return b >= 0 && b < this.movingCount;
  }

  /** Activates rows, beside those of the joints, in place of the rows active before. */
  hold(held: readonly Constraint[]): void {
    const { table, solver } = this.tables.choose(this, this.parts.joints, held, this.settings.solver);
    this.table = table;
    this.solver = solver;
    if (this.rightSide.length < this.table.rows) this.rightSide = new Float64Array(2 * this.table.rows);
    this.twist.fill(0);
    this.tilt[0] = 0;
    this.isAlone = this.mayBeAlone && this.loads.length === 0 && this.areOwn(this.table.ends);
    this.revision++;
    this.evaluate();
    this.solver.judge();
    this.isFresh = true;
  }

  /** Returns whether all ends are on bodies and particles that move with the island. */
  private areOwn(ends: readonly End[]): boolean {
    for (let e = 0; e < ends.length; e++) {
      const { carrier, index } = ends[e];
      const isFree = carrier === Carrier.particle && this.system.particles.inverseMass[index] > 0;
      if (!isFree && !(carrier === Carrier.body && this.moves(index))) return false;
    }
    return true;
  }

  // --- the requests of a solver --------------------------------------------------------------------------------------

  /** Writes the state of the island: see the head of this file. */
  getState(out: Float64Array): void {
    const { system, bodies, movingCount, coordinates, own, ownStart } = this;
    const { state, particles } = system;
    for (let b = 0; b < movingCount; b++) {
      const y = bodySize * bodies[b];
      for (let k = 0; k < bodySize; k++) out[bodySize * b + k] = state[y + k];
    }
    let o = bodySize * movingCount;
    for (let k = 0; k < 6 * this.particleCount; k++) out[o++] = particles.state[k];
    for (let g = 0; g < coordinates.length; g++) {
      for (let k = 0; k < 2 * coordinates[g].width; k++) out[o++] = own[ownStart[g] + k];
    }
    for (let k = 0; k < ledgerSize; k++) out[o++] = this.ledger[k];
    for (let k = 0; k < 3; k++) out[o++] = this.spin[k];
    if (this.isByClock) out[o++] = this.push[0];
    out[o] = state[state.length - 1];
  }

  /** Sets the state of the island, and derives all that depends on it. */
  setState(from: Float64Array): void {
    const { system, bodies, movingCount, coordinates, own, ownStart } = this;
    const { state, particles } = system;
    for (let b = 0; b < movingCount; b++) {
      const y = bodySize * bodies[b];
      for (let k = 0; k < bodySize; k++) state[y + k] = from[bodySize * b + k];
    }
    let o = bodySize * movingCount;
    for (let k = 0; k < 6 * this.particleCount; k++) particles.state[k] = from[o++];
    for (let g = 0; g < coordinates.length; g++) {
      for (let k = 0; k < 2 * coordinates[g].width; k++) own[ownStart[g] + k] = from[o++];
    }
    for (let k = 0; k < ledgerSize; k++) this.ledger[k] = from[o++];
    for (let k = 0; k < 3; k++) this.spin[k] = from[o++];
    if (this.isByClock) this.push[0] = from[o++];
    state[state.length - 1] = from[o];
    this.derive();
  }

  /** Derives all quantities that depend on the state, and moves driven bodies to its time. */
  derive(): void {
    const { system, bodies, movingCount, coordinates, own, ownStart } = this;
    const { state, kinematics } = system;
    this.isFresh = false;
    if (kinematics.count > 0) kinematics.follow(system, state);
    for (let b = 0; b < movingCount; b++) system.deriveBody(bodies[b]);
    if (this.particleCount > 0) system.particles.overrule();
    for (let g = 0; g < coordinates.length; g++) coordinates[g].derive(own, ownStart[g]);
  }

  /** Writes the derivative of the state. */
  derivative(out: Float64Array): void {
    const { system, bodies, movingCount, coordinates, own, ownStart, power } = this;
    this.computeForces();
    const start = bodySize * movingCount;
    this.balanceRoundOff();
    let isGood = writeBodyRates(out, system, system.state, movingCount, bodies) === 0;
    let o = start;
    if (this.particleCount > 0) {
      if (!system.particles.writeRates(out, start)) isGood = false;
      if (system.anchors.count > 0) system.anchors.writeAccelerations(system, out, start);
      o += 6 * this.particleCount;
    }
    for (let g = 0; g < coordinates.length; g++) {
      const { width, force } = coordinates[g];
      for (let k = 0; k < width; k++) {
        out[o + k] = own[ownStart[g] + width + k];
        out[o + width + k] = force[k];
      }
      coordinates[g].multiplyInverse(out, o + width);
      o += 2 * width;
    }
    out[o + LedgerSlot.work] = power[LedgerSlot.work];
    out[o + LedgerSlot.dissipated] = power[LedgerSlot.dissipated];
    for (let k = 0; k < 3; k++) out[o + ledgerSize + k] = this.twist[k];
    if (this.isByClock) out[o + extraSize] = this.given[0];
    if (!isGood || this.isUnsolved) {
      out[0] = Number.NaN;
      this.culprit = findCulprit(this.mechanism, this.culprit);
    } else if (this.culprit !== null) this.culprit = null;
  }

  /** Sets forces that cancel but for rounding to zero, after `computeForces`. */
  balanceRoundOff(): void {
    if (this.friction === null && this.table.rows > 0 && !this.isUnsolved) balanceForces(this);
  }

  /** Computes all forces at the state: given forces, then those of joints and contacts. */
  computeForces(): void {
    const { table, solver, rightSide: b, velocity, acceleration } = this;
    this.applyForces();
    if (this.isByClock) measurePush(this.given, 0, this);
    if (this.isAlone) measureTorque(this.twist, 0, this);
    this.isUnsolved = false;
    if (this.friction !== null) {
      // the rows give the power of driven bodies and of constraints that depend on time
      if (this.parts.joints.length > 0 || this.system.kinematics.count > 0) this.evaluate();
      this.isUnsolved = !this.friction.computeForces();
      addRowWork(this);
      this.friction.addWork();
      return;
    }
    if (table.rows === 0) return;
    evaluateRows(this);
    gatherAccelerations(acceleration, this);
    table.multiply(b, acceleration);
    const { lambda, value, rate, gamma } = table;
    const { stiffness, damping } = this.settings;
    if (damping !== 0) evaluateRates(this);
    for (let r = 0; r < table.rows; r++) lambda[r] = -gamma[r] - b[r];
    if (stiffness !== 0) for (let r = 0; r < table.rows; r++) lambda[r] -= stiffness * value[r];
    if (damping !== 0) for (let r = 0; r < table.rows; r++) lambda[r] -= damping * rate[r];
    const status = solver.factor();
    this.isUnsolved = status !== SolveStatus.ok || solveForces(lambda, table, solver) !== SolveStatus.ok;
    this.isFresh = status === SolveStatus.ok;
    velocity.fill(0);
    table.addTransposed(velocity, lambda);
    scatterForces(velocity, this);
    gatherVelocities(velocity, this);
    addRowWork(this);
  }

  /** Writes the given forces to the accumulators of the bodies of this island, and the power of those without a potential. */
  applyForces(): void {
    applyForces(this);
  }

  /** Writes the accelerations of driven bodies to their columns of `acceleration`; those of fixed bodies are zero. */
  gatherDriven(): void {
    const { system, bodies, movingCount, bodyCount, acceleration } = this;
    const { kinematics } = system;
    for (let b = movingCount; b < bodyCount; b++) {
      const isDriven = kinematics.count > 0 && kinematics.isDriven(bodies[b]);
      if (isDriven) kinematics.readAcceleration(acceleration, 6 * b, bodies[b]);
      if (isDriven) kinematics.readAngularAcceleration(acceleration, 6 * b + 3, bodies[b]);
      for (let k = 0; k < 6 && !isDriven; k++) acceleration[6 * b + k] = 0;
    }
  }

  /**
   * Projects positions onto C = 0 and gap = 0, and velocities onto their tangent spaces. Returns whether this changes the derivative by more than
   * the tolerance.
   */
  finishStep(): boolean {
    const { table, parts } = this;
    keepRaw(this.raw, this);
    let isMoved = false;
    if (table.rows > 0) {
      // the last evaluation of a step is at its end
      if (!this.isFresh) {
        this.evaluate();
        // with friction another solver finds the forces
        this.friction === null ? this.solver.judge() : this.solver.judgeAgain();
      } else {
        if (!this.hasRates) evaluateRates(this);
        if (!this.solver.isRegular) this.solver.judge(true);
      }
      const { slack, doubt } = this;
      writeRounding(doubt, 0, table);
      doubt[0] *= constraintRounding;
      const isNear = this.isWithin(table.value, slack, 0);
      // far from the origin C is less exact than that: a state that is not moved is as near as can be
      const isRounding = this.isWithin(table.value, doubt, 0);
      const isSlow = this.isWithin(table.rate, slack, 1);
      const isShifted = projectPositions(this);
      isMoved = projectVelocities(this) || isShifted;
      if (isSlow && (isNear || (isRounding && !isShifted))) isMoved = false;
    }
    if (this.isAlone && table.rows > 0 && correctSpin(this, this.spin, 0)) {
      this.derive();
      isMoved = true;
    }
    for (let c = 0; c < parts.joints.length; c++) parts.joints[c].finishStep?.();
    for (let k = 0; k < parts.jointForces.length; k++) parts.jointForces[k].finishStep?.();
    for (let k = 0; k < parts.bounds.length; k++) parts.bounds[k].bound.finishStep();
    for (let k = 0; k < parts.frictions.length; k++) parts.frictions[k].friction.finishStep();
    return isMoved;
  }

  /** Whether rows are nearly dependent; with friction the forces are found with all rows as they are. */
  get isSoft(): boolean {
    return this.friction === null && this.solver.isWeak;
  }

  /** Removes the part of the error e that the projection at the end of the step removes. */
  filterError(e: Float64Array): boolean {
    const { table, solver } = this;
    if (table.rows === 0 || solver.redundant === 0 || this.friction !== null) return false;
    return removeNormalError(this, this.movingCount, e);
  }

  /** Returns whether the errors of all rows are at most most[k]. */
  private isWithin(values: Float64Array, most: Float64Array, k: number): boolean {
    for (let r = 0; r < this.table.rows; r++) if (!(Math.abs(values[r]) <= most[k])) return false;
    return true;
  }

  /** Evaluates C, Ċ, J and γ at the state. */
  evaluate(): void {
    evaluateRows(this);
    evaluateRates(this);
  }

  /** Writes q̈ under the forces in the accumulators to `acceleration`. */
  gatherAll(): void {
    gatherAccelerations(this.acceleration, this);
  }

  /** Writes v̇ and ω̇ of a body of this island under all forces to out[o …]. */
  readAcceleration(out: Float64Array, o: number, body: number): void {
    if (!this.moves(body)) return;
    this.computeForces();
    this.gatherAll();
    for (let k = 0; k < 6; k++) out[o + k] = this.acceleration[6 * this.findBody(body) + k];
  }

  /** Name of the island by its members: "bodies 0, 3, 4". */
  get name(): string {
    const { moving } = this.parts;
    const list = moving
      .slice(0, maxNamedBodies)
      .map((i) => this.system.names[i])
      .join(", ");
    const more = moving.length > maxNamedBodies ? ` and ${moving.length - maxNamedBodies} more` : "";
    const bodies = moving.length === 0 ? [] : [`${moving.length === 1 ? "body" : "bodies"} ${list}${more}`];
    const points = this.particleCount > 0 ? [`${this.particleCount} particles`] : [];
    const things = this.parts.coordinates.map((g) => `coordinates[${g}]`);
    return [...bodies, ...points, ...things].join(", ");
  }

  /** Returns the name of an entry of the state. */
  describe(index: number): string {
    if (this.isUnsolved) return "the forces of joints and contacts could not be found";
    const b = Math.floor(index / bodySize);
    if (b < this.movingCount) return this.system.describe(bodySize * this.bodies[b] + (index % bodySize));
    return `entry ${index} of an island`;
  }
}

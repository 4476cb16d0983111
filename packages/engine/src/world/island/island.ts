/**
 * Bodies, particles and things with coordinates that act upon one another: an ODE of its own, whose state is a part of the
 * world's. Its derivative completes the forces by those of joints and of the contacts that press (frozen as equalities):
 *
 *   J W Jᵀ λ = −γ − J W Q,   Q̂ = Jᵀ λ                                                                            (10)
 *
 * At the end of a step positions go back onto C = 0, gap = 0, and velocities onto their tangents (constrain/project.ts).
 *
 *   state   x q P L of each body that moves, 13 numbers; x v of the particles; u u̇ of coordinates; two of the ledger; t
 *   bodies  first those that move, then those that do not but are touched: these have columns in q̇ and no state
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
import { keepRaw } from "./raw-momenta.js";
import { balanceForces } from "./round-off-equilibrium.js";

/** Bodies that are named in a message. */
const mostNamed = 8;
/** C is known to so many times the rounding of places. */
const doubtfulPlaces = 4;
const ledgerSize = 2;
/** Entries behind those of the bodies: the ledger, then H of angular-momentum.ts; and where clocks drive it, the push of load-clock.ts. */
const extraSize = ledgerSize + 3;

const noNumbers = new Float64Array(0);
const noIndices = new Int32Array(0);

/** Finds the forces of joints and contacts of an island with friction. */
export interface ContactForces {
  /** Adds them to the accumulators; false if they cannot be found. */
  computeForces(): boolean;
  /** Adds the power of friction to that of the island, after `computeForces`. */
  addWork(): void;
}

export class Island implements Problem, Constrained, Columns {
  readonly mechanism: Mechanism;
  readonly system: RigidSystem;
  readonly settings: MechanismSettings;
  readonly parts: IslandParts;
  readonly bodies: Int32Array;
  readonly movingCount: number;
  readonly bodyCount: number;
  readonly particleCount: number;
  readonly coordinates: readonly Coordinates[];
  readonly particleStart: number;
  readonly coordinateStart: Int32Array;
  readonly ownStart: Int32Array;
  readonly dimension: number;
  /** See `LedgerSlot`. */
  readonly ledger: Float64Array;
  /** H of angular-momentum.ts, where nothing outside takes hold of the island. */
  readonly spin: Float64Array;
  /** Whether what moves it may change by the clock; what it was pushed by so far; and by what that is driven: load-clock.ts. */
  readonly isByClock: boolean;
  readonly push: Float64Array;
  readonly isDriver: Uint8Array;
  isAlone = false;
  readonly mayBeAlone: boolean;
  /** P and L of the bodies that move, P of particles, u and u̇ of coordinates where the last step ended, before it was put onto its rows. */
  readonly raw: Float64Array;
  /** Changes with the rows: a stepper then begins anew. */
  revision = 0;

  /** Joints and what is held. */
  table: RowTable;
  solver: ConstraintSolver;
  readonly velocity: Float64Array;
  readonly acceleration: Float64Array;
  rightSide: Float64Array = noNumbers;
  private readonly tables = new ActiveTables();
  /** How far the normals of what is held may be turned by rounding, rad: activate.ts. */
  readonly tilt = new Float64Array(1);
  /** What a step may be off its rows for its last slope to serve the next one: C, m or rad, and Ċ, m/s or rad/s. */
  readonly slack: Float64Array;
  /** Whether rows and their factor are those of the state; and whether Ċ is that of the rows. */
  private isFresh = false;
  hasRates = false;
  private readonly slots: BodySlots;
  /** Power of what is booked as work and as dissipated, W; then scratch. */
  readonly power: Float64Array;
  /** Ḣ, and how fast the push grows. */
  private readonly twist: Float64Array;
  private readonly given: Float64Array;
  /** What C is not known to, m. */
  private readonly doubt: Float64Array;
  /** Finds the forces of joints and contacts, where something rubs. */
  friction: ContactForces | null = null;
  /** Forces of what sleeps beside it: frozen-interface.ts. */
  loads: readonly Load[] = [];
  /** Whether the last forces could not be found. The derivative is then not a number. */
  isUnsolved = false;
  /** What was not finite then, in words, if that is known. */
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

  get own(): Float64Array {
    return this.mechanism.own;
  }

  get count(): number {
    return this.coordinateStart[this.coordinateStart.length - 1];
  }

  findColumn(end: End): number {
    if (end.carrier === Carrier.body) return this.findBody(end.index) < 0 ? Number.NaN : 6 * this.findBody(end.index);
    if (end.carrier === Carrier.particle) return this.particleStart + 3 * end.index;
    return this.coordinateStart[this.parts.coordinates.indexOf(end.index)];
  }

  /** The number of a body in the island, or −1. */
  findBody(i: number): number {
    return this.slots.find(i);
  }

  /** Whether a body is one of the island that forces move. */
  moves(i: number): boolean {
    const b = this.slots.find(i);
    return b >= 0 && b < this.movingCount;
  }

  /** Holds these rows from now on, beside the joints. */
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

  /** Whether all ends are carried by something that moves with the island. */
  private areOwn(ends: readonly End[]): boolean {
    for (let e = 0; e < ends.length; e++) {
      const { carrier, index } = ends[e];
      const isFree = carrier === Carrier.particle && this.system.particles.inverseMass[index] > 0;
      if (!isFree && !(carrier === Carrier.body && this.moves(index))) return false;
    }
    return true;
  }

  // --- the requests of a solver --------------------------------------------------------------------------------------

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

  /** Makes all that depends on the state agree with it, driven bodies at the time of the clock among it. */
  derive(): void {
    const { system, bodies, movingCount, coordinates, own, ownStart } = this;
    const { state, kinematics } = system;
    this.isFresh = false;
    if (kinematics.count > 0) kinematics.follow(system, state);
    for (let b = 0; b < movingCount; b++) system.deriveBody(bodies[b]);
    if (this.particleCount > 0) system.particles.overrule();
    for (let g = 0; g < coordinates.length; g++) coordinates[g].derive(own, ownStart[g]);
  }

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

  /** What rounding leaves of forces that cancel is none: after `computeForces`. */
  balanceRoundOff(): void {
    if (this.friction === null && this.table.rows > 0 && !this.isUnsolved) balanceForces(this);
  }

  /** All forces at the state: those given, then those of joints and contacts. */
  computeForces(): void {
    const { table, solver, rightSide: b, velocity, acceleration } = this;
    this.applyForces();
    if (this.isByClock) measurePush(this.given, 0, this);
    if (this.isAlone) measureTorque(this.twist, 0, this);
    this.isUnsolved = false;
    if (this.friction !== null) {
      // what is driven, and clocks, are booked by the rows
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

  /** The forces given, in the accumulators of this island's bodies alone; and the power of those without a potential. */
  applyForces(): void {
    applyForces(this);
  }

  /** Writes the accelerations of what is driven into its columns of `acceleration`; those of fixed bodies are zero. */
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
   * Positions back onto C = 0 and gap = 0, velocities onto their tangents. Tells whether slopes are others by that, beyond
   * what the tolerance knows.
   */
  finishStep(): boolean {
    const { table, parts } = this;
    keepRaw(this.raw, this);
    let isMoved = false;
    if (table.rows > 0) {
      // the last evaluation of a step is at its end
      if (!this.isFresh) {
        this.evaluate();
        // forces of what rubs are found elsewhere
        this.friction === null ? this.solver.judge() : this.solver.judgeAgain();
      } else {
        if (!this.hasRates) evaluateRates(this);
        if (!this.solver.isRegular) this.solver.judge(true);
      }
      const { slack, doubt } = this;
      writeRounding(doubt, 0, table);
      doubt[0] *= doubtfulPlaces;
      const isNear = this.isWithin(table.value, slack, 0);
      // far from the origin C is known to less than that: what is not moved is as near as can be
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

  /** Whether rows depend on one another nearly; forces of what rubs are found with all rows as they are. */
  get isSoft(): boolean {
    return this.friction === null && this.solver.isWeak;
  }

  /** Takes from e what the projection at the end of the step takes away. */
  filterError(e: Float64Array): boolean {
    const { table, solver } = this;
    if (table.rows === 0 || solver.redundant === 0 || this.friction !== null) return false;
    return removeNormalError(this, this.movingCount, e);
  }

  /** Whether what all rows are off by is no more than most[k]. */
  private isWithin(values: Float64Array, most: Float64Array, k: number): boolean {
    for (let r = 0; r < this.table.rows; r++) if (!(Math.abs(values[r]) <= most[k])) return false;
    return true;
  }

  /** C, Ċ, J and γ at the state. */
  evaluate(): void {
    evaluateRows(this);
    evaluateRates(this);
  }

  /** Writes q̈ under what is in the accumulators into `acceleration`. */
  gatherAll(): void {
    gatherAccelerations(this.acceleration, this);
  }

  /** v̇ and ω̇ of a body of this island under all forces. */
  readAcceleration(out: Float64Array, o: number, body: number): void {
    if (!this.moves(body)) return;
    this.computeForces();
    this.gatherAll();
    for (let k = 0; k < 6; k++) out[o + k] = this.acceleration[6 * this.findBody(body) + k];
  }

  /** What it is made of, in words: "bodies 0, 3, 4". */
  get name(): string {
    const { moving } = this.parts;
    const list = moving
      .slice(0, mostNamed)
      .map((i) => this.system.names[i])
      .join(", ");
    const more = moving.length > mostNamed ? ` and ${moving.length - mostNamed} more` : "";
    const bodies = moving.length === 0 ? [] : [`${moving.length === 1 ? "body" : "bodies"} ${list}${more}`];
    const points = this.particleCount > 0 ? [`${this.particleCount} particles`] : [];
    const things = this.parts.coordinates.map((g) => `coordinates[${g}]`);
    return [...bodies, ...points, ...things].join(", ");
  }

  describe(index: number): string {
    if (this.isUnsolved) return "the forces of joints and contacts could not be found";
    const b = Math.floor(index / bodySize);
    if (b < this.movingCount) return this.system.describe(bodySize * this.bodies[b] + (index % bodySize));
    return `entry ${index} of an island`;
  }
}

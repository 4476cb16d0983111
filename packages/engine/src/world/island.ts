/**
 * Bodies, particles and things with coordinates that act upon one another: an ODE of its own, whose state is a part of the
 * world's. Its derivative completes the forces by those of joints and of the contacts that press (frozen as equalities):
 *
 *   J W Jᵀ λ = −γ − J W Q,   Q̂ = Jᵀ λ                                                                           (11)
 *
 * At the end of a step positions go back onto C = 0, gap = 0, and velocities onto their tangents (constrain/project.ts).
 *
 *   state   x q P L of each body that moves, 13 numbers; x v of the particles; u u̇ of coordinates; two of the ledger; t
 *   bodies  first those that move, then those that do not but are touched: these have columns in q̇ and no state
 *
 * Follows: Constrained Dynamics, section 3; Rigid Body Simulation, section 9.
 */
import {
  addImpulses,
  Carrier,
  type Columns,
  type Constrained,
  type Constraint,
  ConstraintSolver,
  type Coordinates,
  type End,
  gatherAccelerations,
  gatherVelocities,
  type Mechanism,
  type MechanismForce,
  type MechanismSettings,
  projectPositions,
  projectVelocities,
  RowTable,
  scatterForces,
} from "../constrain/index.js";
import { SolveStatus } from "../linalg/index.js";
import type { Problem } from "../ode/index.js";
import { type BodyForce, bodySize, type RigidSystem, writeBodyRates } from "../rigid/index.js";
import { measurePower } from "./power.js";

/** What an island is made of; all lists are its own. */
export interface IslandParts {
  /** Bodies that forces move, in rising order. */
  readonly moving: readonly number[];
  /** Bodies that joints or pairs of the island touch and that do not answer to forces. */
  readonly still: readonly number[];
  readonly withParticles: boolean;
  /** Numbers of the things with coordinates. */
  readonly coordinates: readonly number[];
  readonly joints: readonly Constraint[];
  /** Forces that act on each body by itself. */
  readonly separable: readonly BodyForce[];
  /** Other forces, on bodies of this island alone. */
  readonly bound: readonly BodyForce[];
  readonly jointForces: readonly MechanismForce[];
}

/** Slots of the ledger. */
export const LedgerSlot = {
  /** Done by forces without a potential, by motors and by driven bodies, J. */
  work: 0,
  /** Taken by forces that only take, and by impacts, J. */
  dissipated: 1,
} as const;

const ledgerSize = 2;

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
  readonly ledger = new Float64Array(ledgerSize);
  /** Changes with the rows: a stepper then begins anew. */
  revision = 0;

  /** Joints and what is held. */
  table: RowTable;
  solver: ConstraintSolver;
  readonly velocity: Float64Array;
  readonly acceleration: Float64Array;
  private rightSide = new Float64Array(0);
  private readonly slots = new Map<number, number>();
  private readonly power = new Float64Array(4);
  /** Whether the last forces could not be found. The derivative is then not a number. */
  isUnsolved = false;

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
    this.ownStart = Int32Array.from(parts.coordinates, (g) => mechanism.ownStart[g]);
    this.particleStart = 6 * this.bodyCount;
    this.coordinateStart = new Int32Array(this.coordinates.length + 1);
    this.coordinateStart[0] = this.particleStart + 3 * this.particleCount;
    let own = 0;
    this.coordinates.forEach(({ width }, g) => {
      this.coordinateStart[g + 1] = this.coordinateStart[g] + width;
      own += 2 * width;
    });
    this.dimension = bodySize * this.movingCount + 6 * this.particleCount + own + ledgerSize;
    this.bodies.forEach((i, b) => {
      this.slots.set(i, b);
    });
    this.velocity = new Float64Array(this.count);
    this.acceleration = new Float64Array(this.count);
    this.table = new RowTable([], this);
    this.solver = new ConstraintSolver(this.table, this, this.count, this.settings.solver);
  }

  get own(): Float64Array {
    return this.mechanism.own;
  }

  get count(): number {
    return this.coordinateStart[this.coordinateStart.length - 1];
  }

  findColumn(end: End): number {
    if (end.carrier === Carrier.body) return 6 * (this.slots.get(end.index) ?? Number.NaN);
    if (end.carrier === Carrier.particle) return this.particleStart + 3 * end.index;
    return this.coordinateStart[this.parts.coordinates.indexOf(end.index)];
  }

  /** The number of a body in the island, or −1. */
  findBody(i: number): number {
    return this.slots.get(i) ?? -1;
  }

  /** Whether a body is one of the island that forces move. */
  moves(i: number): boolean {
    const b = this.slots.get(i) ?? -1;
    return b >= 0 && b < this.movingCount;
  }

  /** Holds these rows from now on, beside the joints. */
  hold(held: readonly Constraint[]): void {
    this.table = new RowTable([...this.parts.joints, ...held], this);
    this.solver = new ConstraintSolver(this.table, this, this.count, this.settings.solver);
    this.rightSide = new Float64Array(this.table.rows);
    this.revision++;
    this.evaluate();
    this.solver.judge();
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
    state[state.length - 1] = from[o];
    this.derive();
  }

  /** Makes all that depends on the state agree with it, driven bodies at the time of the clock among it. */
  derive(): void {
    const { system, bodies, movingCount, coordinates, own, ownStart } = this;
    const { state, kinematics } = system;
    if (kinematics.count > 0) kinematics.follow(system, state);
    for (let b = 0; b < movingCount; b++) system.deriveBody(bodies[b]);
    if (this.particleCount > 0) system.particles.overrule();
    for (let g = 0; g < coordinates.length; g++) coordinates[g].derive(own, ownStart[g]);
  }

  derivative(out: Float64Array): void {
    const { system, bodies, movingCount, coordinates, own, ownStart, power } = this;
    this.computeForces();
    const start = bodySize * movingCount;
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
    if (!isGood || this.isUnsolved) out[0] = Number.NaN;
  }

  /** All forces at the state: those given, then those of joints and contacts. */
  computeForces(): void {
    const { table, solver, rightSide: b, velocity, acceleration } = this;
    this.applyForces();
    this.isUnsolved = false;
    if (table.rows === 0) return;
    this.evaluate();
    gatherAccelerations(acceleration, this);
    table.multiply(b, acceleration);
    const { lambda, value, rate, gamma } = table;
    const { stiffness, damping } = this.settings;
    for (let r = 0; r < table.rows; r++) lambda[r] = -gamma[r] - b[r] - stiffness * value[r] - damping * rate[r];
    const status = solver.factor();
    this.isUnsolved = status !== SolveStatus.ok || solver.solve(lambda) !== SolveStatus.ok;
    velocity.fill(0);
    table.addTransposed(velocity, lambda);
    scatterForces(velocity, this);
    this.bookRows(velocity);
    gatherVelocities(velocity, this);
  }

  /** The forces given, in the accumulators of this island's bodies alone; and the power of those without a potential. */
  applyForces(): void {
    const { system, bodies, bodyCount, movingCount, parts, mechanism, coordinates, power } = this;
    const { force, torque, particles, anchors } = system;
    for (let b = 0; b < bodyCount; b++) {
      const o = 3 * bodies[b];
      for (let k = 0; k < 3; k++) {
        force[o + k] = 0;
        torque[o + k] = 0;
      }
    }
    const hasParticles = this.particleCount > 0;
    if (hasParticles) particles.computeForces();
    power.fill(0);
    const { separable, bound, jointForces } = parts;
    for (let k = 0; k < separable.length; k++) {
      const given = separable[k];
      if (given.energy === undefined) measurePower(power, 2, this);
      given.applyTo?.(system, bodies, movingCount, hasParticles);
      if (given.energy === undefined) this.book(given.dissipates === true);
    }
    for (let k = 0; k < bound.length; k++) {
      const given = bound[k];
      if (given.energy === undefined) measurePower(power, 2, this);
      given.apply(system);
      if (given.energy === undefined) this.book(given.dissipates === true);
    }
    if (hasParticles && anchors.count > 0) anchors.collect(system, system.state);
    for (let g = 0; g < coordinates.length; g++) coordinates[g].computeForces(mechanism);
    for (let k = 0; k < jointForces.length; k++) {
      const given = jointForces[k];
      if (given.energy === undefined) measurePower(power, 2, this);
      given.apply(mechanism);
      if (given.energy === undefined) this.book(false);
    }
  }

  /** What a force without a potential has added to the power, since it was measured into power[2]. */
  private book(isLoss: boolean): void {
    const { power } = this;
    measurePower(power, 3, this);
    if (isLoss) power[LedgerSlot.dissipated] += power[2] - power[3];
    else power[LedgerSlot.work] += power[3] - power[2];
  }

  /** The power of the rows' forces Q̂: not zero where something is driven. */
  private bookRows(Q: Float64Array): void {
    const { system, bodies, movingCount, power } = this;
    const { velocity, angularVelocity, particles } = system;
    let sum = 0;
    for (let b = 0; b < movingCount; b++) {
      const v = 3 * bodies[b];
      for (let k = 0; k < 3; k++) sum += Q[6 * b + k] * velocity[v + k] + Q[6 * b + 3 + k] * angularVelocity[v + k];
    }
    for (let j = 0; j < this.particleCount; j++) {
      const w = particles.inverseMass[j] === 0 ? 0 : 1;
      for (let k = 0; k < 3; k++) sum += w * Q[this.particleStart + 3 * j + k] * particles.state[6 * j + 3 + k];
    }
    for (let g = 0; g < this.coordinates.length; g++) {
      const { width } = this.coordinates[g];
      const u = this.ownStart[g] + width;
      for (let k = 0; k < width; k++) sum += Q[this.coordinateStart[g] + k] * this.own[u + k];
    }
    power[LedgerSlot.work] += sum;
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

  /** Positions back onto C = 0 and gap = 0, velocities onto their tangents. */
  finishStep(): boolean {
    const { table, parts } = this;
    let isMoved = false;
    if (table.rows > 0) {
      this.evaluate();
      this.solver.judge();
      isMoved = projectPositions(this);
      if (projectVelocities(this)) isMoved = true;
    }
    for (let c = 0; c < parts.joints.length; c++) parts.joints[c].finishStep?.();
    for (let k = 0; k < parts.jointForces.length; k++) parts.jointForces[k].finishStep?.();
    return isMoved;
  }

  /** C, Ċ, J and γ at the state. */
  evaluate(): void {
    const { table, velocity, mechanism } = this;
    const { constraints, places, drift, rate } = table;
    for (let k = 0; k < places.length; k++) places[k].locate(mechanism);
    table.clear();
    for (let c = 0; c < constraints.length; c++) constraints[c].evaluate(table, c, mechanism);
    gatherVelocities(velocity, this);
    table.multiply(rate, velocity);
    for (let r = 0; r < table.rows; r++) rate[r] += drift[r];
  }

  /** Adds impulses Jᵀj to the momenta. */
  addImpulses(impulse: Float64Array): void {
    addImpulses(this, impulse);
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

  describe(index: number): string {
    if (this.isUnsolved) return "the forces of joints and contacts could not be found";
    const b = Math.floor(index / bodySize);
    if (b < this.movingCount) return this.system.describe(bodySize * this.bodies[b] + (index % bodySize));
    return `entry ${index} of an island`;
  }
}

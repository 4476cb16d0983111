/**
 * Bodies, particles and generalized coordinates that act upon one another: an ordinary differential equation, whose state is a part
 * of that of the world. Its derivative adds the forces of joints and of active contacts (frozen as equalities) to the given forces:
 *
 *   J W Jᵀ λ = −γ − J W Q,   Q̂ = Jᵀ λ                                                                            (10)
 *
 * At the end of a step positions are projected onto C = 0 and gap = 0, and velocities onto their tangent spaces
 * (constrain/projection).
 *
 *   state   x q P L of each body that moves, 13 numbers; x v of the particles; u u̇ of coordinates; the ledger, two numbers;
 *           H; where loads depend on time, their push; t
 *
 * Follows: Constrained Dynamics, section 3; Rigid Body Simulation, section 9.
 */
import {
  type Constrained,
  type Constraint,
  type ConstraintSolver,
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
import type { Problem } from "../../ode/index.js";
import { bodySize, writeBodyRates } from "../../rigid/index.js";
import type { IslandParts } from "../model/index.js";
import { LedgerSlot } from "../model/index.js";
import { ActiveSystem } from "./active-system.js";
import { correctSpin, measureTorque } from "./angular-momentum.js";
import { measurePush } from "./explicit-time-loads.js";
import { IslandBalance, ledgerSize, spinSize } from "./island-balance.js";
import { addRowWork, applyForces, evaluateRates, evaluateRows } from "./island-forces.js";
import { IslandModel } from "./island-model.js";
import type { Load } from "./loads.js";
import { constraintRounding } from "./parameters.js";
import { keepRaw } from "./raw-momenta.js";
import { balanceForces } from "./round-off-equilibrium.js";

/** Solver of the forces of joints and contacts of an island with friction. */
export interface ContactForces {
  /** Adds the forces to the accumulators; returns false if they cannot be found. */
  computeForces(): boolean;
  /** Adds the power of friction to that of the island, after `computeForces`. */
  addWork(): void;
}

/** Island as a problem of `ode`: its structure, its rows, and the integrals beside its motion. */
export class Island implements Problem, Constrained {
  /** Members, and their places in the state and in the columns of q̇. */
  readonly model: IslandModel;
  /** Rows of joints and active contacts. */
  readonly active: ActiveSystem;
  /** Integrals beside the motion. */
  readonly balance: IslandBalance;
  /** Number of entries of the state without the time. */
  readonly dimension: number;
  /** Count of the changes of the rows: a change restarts the integrator. */
  revision = 0;
  /** Solver of the forces of joints and contacts, where there is friction. */
  friction: ContactForces | null = null;
  /** Forces of the contacts with sleeping bodies: frozen-interface.ts. */
  loads: readonly Load[] = [];
  /** Whether the last forces could not be found; the derivative is NaN then. */
  isUnsolved = false;
  /** Name of the quantity that was not finite then, if it is known. */
  culprit: string | null = null;

  constructor(mechanism: Mechanism, parts: IslandParts) {
    const model = new IslandModel(mechanism, parts);
    this.model = model;
    this.active = new ActiveSystem(model);
    this.balance = new IslandBalance(model);
    const extra = ledgerSize + spinSize + (this.balance.isByClock ? 1 : 0);
    this.dimension = bodySize * model.movingCount + 6 * model.particleCount + model.ownCount + extra;
  }

  /** Activates rows, beside those of the joints, in place of the rows active before. */
  activate(rows: readonly Constraint[]): void {
    const { active, balance, model } = this;
    active.choose(model, rows);
    balance.judgeAlone(model, active.table.ends, this.loads.length === 0);
    this.revision++;
    this.evaluate();
    active.solver.judge();
    active.isFresh = true;
  }

  // --- the requests of a solver --------------------------------------------------------------------------------------

  /** Writes the state, and behind it the time. */
  getState(out: Float64Array): void {
    const { system, bodies, movingCount, particleCount, coordinates, own, ownStart } = this.model;
    const { ledger, spin, push, isByClock } = this.balance;
    const { state, particles } = system;
    for (let b = 0; b < movingCount; b++) {
      const y = bodySize * bodies[b];
      for (let k = 0; k < bodySize; k++) out[bodySize * b + k] = state[y + k];
    }
    let o = bodySize * movingCount;
    for (let k = 0; k < 6 * particleCount; k++) out[o++] = particles.state[k];
    for (let g = 0; g < coordinates.length; g++) {
      for (let k = 0; k < 2 * coordinates[g].width; k++) out[o++] = own[ownStart[g] + k];
    }
    for (let k = 0; k < ledgerSize; k++) out[o++] = ledger[k];
    for (let k = 0; k < spinSize; k++) out[o++] = spin[k];
    if (isByClock) out[o++] = push[0];
    out[o] = state[state.length - 1];
  }

  /** Sets the state of the island, and derives all that depends on it. */
  setState(from: Float64Array): void {
    const { system, bodies, movingCount, particleCount, coordinates, own, ownStart } = this.model;
    const { ledger, spin, push, isByClock } = this.balance;
    const { state, particles } = system;
    for (let b = 0; b < movingCount; b++) {
      const y = bodySize * bodies[b];
      for (let k = 0; k < bodySize; k++) state[y + k] = from[bodySize * b + k];
    }
    let o = bodySize * movingCount;
    for (let k = 0; k < 6 * particleCount; k++) particles.state[k] = from[o++];
    for (let g = 0; g < coordinates.length; g++) {
      for (let k = 0; k < 2 * coordinates[g].width; k++) own[ownStart[g] + k] = from[o++];
    }
    for (let k = 0; k < ledgerSize; k++) ledger[k] = from[o++];
    for (let k = 0; k < spinSize; k++) spin[k] = from[o++];
    if (isByClock) push[0] = from[o++];
    state[state.length - 1] = from[o];
    this.derive();
  }

  /** Derives all quantities that depend on the state, and moves driven bodies to its time. */
  derive(): void {
    const { system, bodies, movingCount, particleCount, coordinates, own, ownStart } = this.model;
    const { state, kinematics } = system;
    this.active.isFresh = false;
    if (kinematics.count > 0) kinematics.follow(system, state);
    for (let b = 0; b < movingCount; b++) system.deriveBody(bodies[b]);
    if (particleCount > 0) system.particles.overrule();
    for (let g = 0; g < coordinates.length; g++) coordinates[g].derive(own, ownStart[g]);
  }

  /** Writes ẏ; its first entry is not a number where the forces could not be found. */
  derivative(out: Float64Array): void {
    const { system, bodies, movingCount, particleCount, coordinates, own, ownStart } = this.model;
    const { power, torque, pushRate, isByClock } = this.balance;
    this.computeForces();
    const start = bodySize * movingCount;
    this.balanceRoundOff();
    let isGood = writeBodyRates(out, system, system.state, movingCount, bodies) === 0;
    let o = start;
    if (particleCount > 0) {
      if (!system.particles.writeRates(out, start)) isGood = false;
      if (system.anchors.count > 0) system.anchors.writeAccelerations(system, out, start);
      o += 6 * particleCount;
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
    for (let k = 0; k < spinSize; k++) out[o + ledgerSize + k] = torque[k];
    if (isByClock) out[o + ledgerSize + spinSize] = pushRate[0];
    if (!isGood || this.isUnsolved) {
      out[0] = Number.NaN;
      this.culprit = findCulprit(this.model.mechanism, this.culprit);
    } else if (this.culprit !== null) this.culprit = null;
  }

  /** Sets forces that cancel but for rounding to zero, after `computeForces`. */
  balanceRoundOff(): void {
    if (this.friction === null && this.active.table.rows > 0 && !this.isUnsolved) balanceForces(this);
  }

  /** Computes all forces at the state: given forces, then those of joints and contacts. */
  computeForces(): void {
    const { model, balance } = this;
    this.applyForces();
    if (balance.isByClock) measurePush(balance.pushRate, 0, model, balance.isDriver);
    if (balance.isAlone) measureTorque(balance.torque, 0, model);
    this.isUnsolved = false;
    if (this.friction === null) {
      if (this.active.table.rows > 0) this.solveRows();
      return;
    }
    // the rows give the power of driven bodies and of constraints that depend on time
    if (model.parts.joints.length > 0 || model.system.kinematics.count > 0) this.evaluate();
    this.isUnsolved = !this.friction.computeForces();
    addRowWork(this);
    this.friction.addWork();
  }

  /** Solves for the forces of the rows (10), and adds them. */
  private solveRows(): void {
    const { model, active, settings } = this;
    const { table, solver, rightSide: b, velocity, acceleration } = active;
    evaluateRows(this);
    gatherAccelerations(acceleration, model);
    table.multiply(b, acceleration);
    const { lambda, value, rate, gamma } = table;
    const { stiffness, damping } = settings;
    if (damping !== 0) evaluateRates(this);
    for (let r = 0; r < table.rows; r++) lambda[r] = -gamma[r] - b[r];
    if (stiffness !== 0) for (let r = 0; r < table.rows; r++) lambda[r] -= stiffness * value[r];
    if (damping !== 0) for (let r = 0; r < table.rows; r++) lambda[r] -= damping * rate[r];
    const status = solver.factor();
    this.isUnsolved = status !== SolveStatus.ok || solveForces(lambda, table, solver) !== SolveStatus.ok;
    active.isFresh = status === SolveStatus.ok;
    velocity.fill(0);
    table.addTransposed(velocity, lambda);
    scatterForces(velocity, model);
    gatherVelocities(velocity, model);
    addRowWork(this);
  }

  /** Writes the given forces to the accumulators of the bodies of this island, and the power of those without a potential. */
  applyForces(): void {
    applyForces(this);
  }

  /** Writes the accelerations of driven bodies into their columns of `acceleration`; those of fixed bodies are zero. */
  gatherDriven(): void {
    const { system, bodies, movingCount, bodyCount } = this.model;
    const { acceleration } = this.active;
    const { kinematics } = system;
    for (let b = movingCount; b < bodyCount; b++) {
      const isDriven = kinematics.count > 0 && kinematics.isDriven(bodies[b]);
      if (isDriven) kinematics.readAcceleration(acceleration, 6 * b, bodies[b]);
      if (isDriven) kinematics.readAngularAcceleration(acceleration, 6 * b + 3, bodies[b]);
      for (let k = 0; k < 6 && !isDriven; k++) acceleration[6 * b + k] = 0;
    }
  }

  /**
   * Projects positions onto C = 0 and gap = 0, and velocities onto their tangent spaces. Returns whether this changes the
   * derivative by more than the tolerance.
   */
  finishStep(): boolean {
    const { active, model, balance } = this;
    keepRaw(balance.raw, model);
    let isMoved = active.table.rows > 0 && this.project();
    if (balance.isAlone && active.table.rows > 0 && correctSpin(model, balance.spin, 0)) {
      this.derive();
      isMoved = true;
    }
    const { joints, jointForces, bounds, frictions } = model.parts;
    for (let c = 0; c < joints.length; c++) joints[c].finishStep?.();
    for (let k = 0; k < jointForces.length; k++) jointForces[k].finishStep?.();
    for (let k = 0; k < bounds.length; k++) bounds[k].bound.finishStep();
    for (let k = 0; k < frictions.length; k++) frictions[k].friction.finishStep();
    return isMoved;
  }

  /** Projects the state onto its rows. Returns whether this changes the derivative by more than the tolerance. */
  private project(): boolean {
    const { active } = this;
    const { table, solver, slack, doubt } = active;
    // the last evaluation of a step is at its end
    if (!active.isFresh) {
      this.evaluate();
      // with friction another solver finds the forces
      this.friction === null ? solver.judge() : solver.judgeAgain();
    } else {
      if (!active.hasRates) evaluateRates(this);
      if (!solver.isRegular) solver.judge(true);
    }
    writeRounding(doubt, 0, table);
    doubt[0] *= constraintRounding;
    const isNear = active.isWithin(table.value, slack, 0);
    // far from the origin C is less exact than that: a state that is not moved is as near as can be
    const isRounding = active.isWithin(table.value, doubt, 0);
    const isSlow = active.isWithin(table.rate, slack, 1);
    const isShifted = projectPositions(this);
    const isMoved = projectVelocities(this) || isShifted;
    return isMoved && !(isSlow && (isNear || (isRounding && !isShifted)));
  }

  // --- the requests of the projection --------------------------------------------------------------------------------

  get layout(): IslandModel {
    return this.model;
  }

  get settings(): MechanismSettings {
    return this.model.mechanism.settings;
  }

  get table(): RowTable {
    return this.active.table;
  }

  get solver(): ConstraintSolver {
    return this.active.solver;
  }

  get velocity(): Float64Array {
    return this.active.velocity;
  }

  /** Whether rows are nearly dependent; with friction the forces are found with all rows as they are. */
  get isSoft(): boolean {
    return this.friction === null && this.active.solver.isWeak;
  }

  /** Removes the part of the error e that the projection at the end of the step removes. */
  filterError(e: Float64Array): boolean {
    const { table, solver } = this.active;
    if (table.rows === 0 || solver.redundant === 0 || this.friction !== null) return false;
    return removeNormalError(this, this.model.movingCount, e);
  }

  /** Evaluates C, Ċ, J and γ at the state. */
  evaluate(): void {
    evaluateRows(this);
    evaluateRates(this);
  }

  /** Writes q̈ under the forces in the accumulators to `acceleration`. */
  gatherAll(): void {
    gatherAccelerations(this.active.acceleration, this.model);
  }

  /** Writes v̇ and ω̇ of a body of this island under all forces to out[o …]. */
  readAcceleration(out: Float64Array, o: number, body: number): void {
    if (!this.model.moves(body)) return;
    this.computeForces();
    this.gatherAll();
    const { acceleration } = this.active;
    for (let k = 0; k < 6; k++) out[o + k] = acceleration[6 * this.model.findBody(body) + k];
  }

  /** Returns the name of an entry of the state. */
  describe(index: number): string {
    if (this.isUnsolved) return "the forces of joints and contacts could not be found";
    const { bodies, movingCount, system } = this.model;
    const b = Math.floor(index / bodySize);
    if (b < movingCount) return system.describe(bodySize * bodies[b] + (index % bodySize));
    return `entry ${index} of an island`;
  }
}

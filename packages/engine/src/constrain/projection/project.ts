/**
 * Projects a state onto its constraints, by the shortest displacement in the metric of the masses.
 *
 *   positions    J W Jᵀ μ = −C,   δq = W Jᵀ μ        again until C is zero but for rounding (Newton)
 *   velocities   J W Jᵀ μ = −Ċ,   δq̇ = W Jᵀ μ        an impulse Jᵀμ: once, since Ċ is linear in q̇
 *
 * Rows on velocities alone keep positions from moving across them. A factor of J serves while the error falls fast; otherwise J
 * is factored again. Where rows that nearly depend on one another disagree, satisfying all of them would take moves, or
 * velocities, far larger than their errors: then they are satisfied as nearly as is possible without. The same treatment serves
 * where the factor is invalid because rows depend on one another to rounding and were not found to: a pass that makes errors
 * larger is undone. The J of a cap that is nearly flat on a plane changes fast, so that a tiny move may have another J. Near a
 * singular position rows are satisfied as far as rounding allows: weak-rows.ts.
 */
import { SolveStatus } from "../../linalg/index.js";
import { quat, vec3 } from "../../math/index.js";
import { Answer, bodySize, Slot } from "../../rigid/index.js";
import type { RowTable } from "../model/index.js";
import {
  type ConstraintSolver,
  gatherVelocities,
  multiplyInverseMass,
  type StateLayout,
  writeCompliance,
} from "../solver/index.js";
import {
  harmlessMove,
  harmlessRate,
  leftPart,
  maxPasses,
  maxStops,
  slowFall,
  slowRate,
  smallMove,
} from "./parameters.js";

/** A constrained system whose state is projected: a mechanism, or a part of one with its own rows. */
export interface Constrained {
  /** Bodies, particles and things with coordinates, and their columns in q̇. */
  readonly layout: StateLayout;
  /** Tolerance of the projection, m or rad. */
  readonly settings: { readonly tolerance: number };
  readonly table: RowTable;
  readonly solver: ConstraintSolver;
  /** Scratch of the size of q̇. */
  readonly velocity: Float64Array;
  /** Whether rows that depend on one another nearly are met only as far as they are known: weak-rows.ts. */
  readonly isSoft: boolean;
  /** Evaluates C, Ċ, J and γ at the state. */
  evaluate(): void;
  /** Brings everything that depends on the state up to date. */
  derive(): void;
}

/**
 * Moves positions until |C| is within the tolerance, or falls no more. Expects J factored at the state; leaves it so, but for
 * moves that are too small to matter. Returns whether anything moved.
 */
export function projectPositions(mechanism: Constrained): boolean {
  const { settings, solver } = mechanism;
  if (mechanism.isSoft) return moveSoftly(mechanism);
  let isFresh = true;
  let isMoved = false;
  let isFar = false;
  writeLargest(size, 0, mechanism.table.value);
  for (let pass = 0; pass < maxPasses && size[0] > settings.tolerance; pass++) {
    isMoved = true;
    if (size[0] > smallMove) isFar = true;
    findDisplacement(mechanism.velocity, mechanism);
    writeLargest(largest, 0, mechanism.velocity);
    if (largest[0] > harmlessMove && solver.isLong(mechanism.table.correction, mechanism.table.value))
      return moveNearly(mechanism);
    keepMove(mechanism.velocity);
    addDisplacement(mechanism, mechanism.velocity);
    mechanism.evaluate();
    writeLargest(size, 1, mechanism.table.value);
    if (size[1] > size[0] && size[1] > smallMove) {
      takeBack(mechanism);
      if (isFresh) return moveNearly(mechanism);
      solver.factor();
      isFresh = true;
      continue;
    }
    // at the level of rounding, another pass would only stir
    if (isFresh && !(size[1] < 0.5 * size[0])) break;
    isFresh = size[1] > slowFall * size[0];
    if (isFresh) solver.factor();
    size[0] = size[1];
  }
  if (isFar && !isFresh) solver.factor();
  return isMoved;
}

/**
 * Moves positions onto the rows but for their part along weak ones. The more C exceeds its rounding p, the weaker the rows that
 * count:
 * |C| of a step is also about what δ is off by, and C/s is better where s > p/|C|.
 */
function moveSoftly(mechanism: Constrained): boolean {
  const { table, velocity, solver } = mechanism;
  writeLargest(size, 0, table.value);
  writeCompliance(compliance, table);
  if (size[0] <= compliance[1]) return false;
  const part = compliance[1] / size[0];
  compliance[0] = Math.min(compliance[0], part * part);
  if (solver.factorWeak(compliance) !== SolveStatus.ok) return false;
  const isFar = size[0] > smallMove;
  for (let pass = 0; pass < maxPasses; pass++) {
    writeGaps(table);
    leaveWeak(table.correction, solver);
    solver.solve(table.correction);
    writeDisplacement(velocity, mechanism);
    writeLargest(largest, 0, velocity);
    if (largest[0] > harmlessMove && solver.isLong(table.correction, table.value)) return moveNearly(mechanism);
    keepMove(velocity);
    addDisplacement(mechanism, velocity);
    mechanism.evaluate();
    writeLargest(size, 1, table.value);
    if (!(size[1] < size[0])) {
      takeBack(mechanism);
      break;
    }
    if (size[1] > 0.5 * size[0] || size[1] <= compliance[1]) break;
    size[0] = size[1];
  }
  if (isFar) solver.factor();
  return true;
}

/**
 * Removes from the velocities the part that violates rows but for its part along weak ones, where s² > v p/|Ċ|: see `moveSoftly`.
 */
function stopSoftly(mechanism: Constrained): boolean {
  const { table, solver, velocity } = mechanism;
  writeCompliance(compliance, table);
  gatherVelocities(velocity, mechanism.layout);
  writeLargest(largest, 0, velocity);
  compliance[0] = Math.min(compliance[0], (compliance[1] * largest[0]) / speeds[0]);
  if (solver.factorWeak(compliance) !== SolveStatus.ok) return false;
  for (let stop = 0; stop < maxStops; stop++) {
    writeStop(table);
    leaveWeak(table.correction, solver);
    solver.solve(table.correction);
    if (!isHarmless(mechanism) && solver.isLong(table.correction, table.rate)) return stopNearly(mechanism);
    pushBy(mechanism, 1);
    measureRates(mechanism);
    writeLargest(speeds, 1, table.rate);
    if (!(speeds[1] < leftPart * speeds[0])) break;
    speeds[0] = speeds[1];
  }
  return true;
}

/** x ← x less its part along weak rows. */
function leaveWeak(x: Float64Array, solver: ConstraintSolver): void {
  if (weak.length < x.length) weak = new Float64Array(2 * x.length);
  for (let r = 0; r < x.length; r++) weak[r] = x[r];
  solver.takeWeakPart(weak);
  for (let r = 0; r < x.length; r++) x[r] -= weak[r];
}

const compliance = new Float64Array(2);
let weak = new Float64Array(0);

/** The largest |C| before and after a pass: in an array, since a number that is returned is boxed. */
const size = new Float64Array(2);

function writeLargest(out: Float64Array, o: number, values: Float64Array): void {
  let most = 0;
  for (let r = 0; r < values.length; r++) most = Math.max(most, Math.abs(values[r]));
  out[o] = most;
}

/** Moves positions as near to the rows as these allow that contradict each other, and factors them there. */
function moveNearly(mechanism: Constrained): boolean {
  const { velocity, table, solver } = mechanism;
  writeGaps(table);
  solver.solveNear(table.correction);
  writeDisplacement(velocity, mechanism);
  addDisplacement(mechanism, velocity);
  mechanism.evaluate();
  solver.factor();
  return true;
}

/** δq of the last pass. */
let move = new Float64Array(0);

function keepMove(delta: Float64Array): void {
  if (move.length < delta.length) move = new Float64Array(2 * delta.length);
  move.set(delta);
}

function takeBack(mechanism: Constrained): void {
  const { velocity } = mechanism;
  for (let k = 0; k < velocity.length; k++) velocity[k] = -move[k];
  addDisplacement(mechanism, velocity);
  mechanism.evaluate();
}

function writeGaps({ correction: mu, value, holonomic, rows }: RowTable): void {
  for (let r = 0; r < rows; r++) mu[r] = holonomic[r] === 1 ? -value[r] : 0;
}

/** δq ← W Jᵀ μ. */
function writeDisplacement(delta: Float64Array, mechanism: Constrained): void {
  delta.fill(0);
  mechanism.table.addTransposed(delta, mechanism.table.correction);
  multiplyInverseMass(mechanism.layout, delta);
}

/** Finds the displacement δq ← W Jᵀ μ, J W Jᵀ μ = −C. */
export function findDisplacement(delta: Float64Array, mechanism: Constrained): void {
  writeGaps(mechanism.table);
  mechanism.solver.solve(mechanism.table.correction);
  writeDisplacement(delta, mechanism);
}

/** Measures the largest |C|. */
export function measurePositions({ table }: Constrained): number {
  writeLargest(size, 0, table.value);
  return size[0];
}

/**
 * Removes from the velocities the part that violates the constraints. Expects J factored at the state. Returns whether it changed
 * any.
 */
export function projectVelocities(mechanism: Constrained): boolean {
  const { table, solver } = mechanism;
  const { correction: mu, rate } = table;
  table.impulse.fill(0);
  writeLargest(speeds, 0, rate);
  if (speeds[0] === 0) return false;
  if (mechanism.isSoft) return stopSoftly(mechanism);
  let isFresh = false;
  for (let stop = 1; ; stop++) {
    writeStop(table);
    solver.solve(mu);
    if (!isHarmless(mechanism) && solver.isLong(mu, rate)) return stopNearly(mechanism);
    pushBy(mechanism, 1);
    if (stop === maxStops) return true;
    measureRates(mechanism);
    writeLargest(speeds, 1, rate);
    if (speeds[1] > speeds[0] && speeds[1] > slowRate) {
      pushBy(mechanism, -1);
      measureRates(mechanism);
      // rows that depend on one another but for rounding are taken for independent: their factor is none
      if (isFresh || solver.factor() !== SolveStatus.ok) return stopNearly(mechanism);
      isFresh = true;
      continue;
    }
    if (!(speeds[1] > leftPart * speeds[0] && speeds[1] > slowRate)) return true;
    if (solver.factor() !== SolveStatus.ok) return true;
    isFresh = true;
    speeds[0] = speeds[1];
  }
}

/** Whether the change of velocities W Jᵀ μ is negligible. */
function isHarmless(mechanism: Constrained): boolean {
  writeDisplacement(mechanism.velocity, mechanism);
  writeLargest(largest, 0, mechanism.velocity);
  return largest[0] <= harmlessRate;
}

const largest = new Float64Array(1);

function writeStop({ correction: mu, rate, rows }: RowTable): void {
  for (let r = 0; r < rows; r++) mu[r] = -rate[r];
}

/** Adds the impulse Jᵀμ; with the sign −1 it takes it back. */
function pushBy(mechanism: Constrained, sign: number): void {
  const { velocity, table } = mechanism;
  for (let r = 0; r < table.rows; r++) table.impulse[r] += sign * table.correction[r];
  velocity.fill(0);
  table.addTransposed(velocity, table.correction);
  if (sign < 0) for (let k = 0; k < velocity.length; k++) velocity[k] = -velocity[k];
  addImpulses(mechanism, velocity);
}

/** Removes that part as nearly as rows allow that contradict each other. */
function stopNearly(mechanism: Constrained): boolean {
  writeStop(mechanism.table);
  mechanism.solver.solveNear(mechanism.table.correction);
  mechanism.solver.factor();
  pushBy(mechanism, 1);
  return true;
}

/** The largest |Ċ| before and after. */
const speeds = new Float64Array(2);

/** Ċ with the velocities that there are now, the rows being those of the state. */
function measureRates(mechanism: Constrained): void {
  const { table, velocity } = mechanism;
  const { rate, drift } = table;
  gatherVelocities(velocity, mechanism.layout);
  table.multiply(rate, velocity);
  for (let r = 0; r < table.rows; r++) rate[r] += drift[r];
}

/** Moves everything by δq: positions by a sum, rotations by a small turn, world axes. */
export function addDisplacement(mechanism: Constrained, delta: Float64Array): void {
  const { system, bodies, bodyCount, particleCount, particleStart, coordinates, coordinateStart, own, ownStart } =
    mechanism.layout;
  const { state, particles } = system;
  for (let b = 0; b < bodyCount; b++) {
    const i = bodies[b];
    const y = bodySize * i;
    if (system.answers[i] === 0) continue;
    vec3.add(state, y + Slot.x, state, y + Slot.x, delta, 6 * b);
    quat.fromRotationVector(turn, 0, delta, 6 * b + 3);
    quat.multiply(state, y + Slot.q, turn, 0, state, y + Slot.q);
  }
  for (let j = 0; j < particleCount; j++) {
    if (particles.inverseMass[j] === 0) continue;
    vec3.add(particles.state, 6 * j, particles.state, 6 * j, delta, particleStart + 3 * j);
  }
  for (let g = 0; g < coordinates.length; g++) {
    for (let i = 0; i < coordinates[g].width; i++) own[ownStart[g] + i] += delta[coordinateStart[g] + i];
  }
  mechanism.derive();
}

/** Adds impulses: to P and L of bodies, divided by the masses to the velocities of all else. */
export function addImpulses(mechanism: Constrained, impulse: Float64Array): void {
  const { system, bodies, bodyCount, particleCount, particleStart, coordinates, coordinateStart, own, ownStart } =
    mechanism.layout;
  const { state, particles, answers } = system;
  for (let b = 0; b < bodyCount; b++) {
    const i = bodies[b];
    const y = bodySize * i;
    if ((answers[i] & Answer.force) !== 0) vec3.add(state, y + Slot.P, state, y + Slot.P, impulse, 6 * b);
    if ((answers[i] & Answer.torque) !== 0) vec3.add(state, y + Slot.L, state, y + Slot.L, impulse, 6 * b + 3);
  }
  for (let j = 0; j < particleCount; j++) {
    const w = particles.inverseMass[j];
    for (let x = 0; x < 3; x++) particles.state[6 * j + 3 + x] += w * impulse[particleStart + 3 * j + x];
  }
  for (let g = 0; g < coordinates.length; g++) {
    const k = coordinates[g].width;
    coordinates[g].multiplyInverse(impulse, coordinateStart[g]);
    for (let i = 0; i < k; i++) own[ownStart[g] + k + i] += impulse[coordinateStart[g] + i];
  }
  mechanism.derive();
}

const turn = new Float64Array(4);

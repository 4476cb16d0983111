/**
 * What rests on others while something else of its island moves, or may: forces on it cancel but for rounding, and what
 * rounding leaves is no acceleration. Else it would creep, by ½ a t², with nothing to bring it back.
 *
 *   |Σ F| ≤ ε Σ |F|,  |Σ τ| ≤ ε Σ |τ|, ε ρ Σ |F| or u |x| Σ |F|  of a body that does not move:   F = 0,  τ = 0
 *
 * ρ is its radius of gyration, u |x| what its place x is rounded by: far from the origin arms of forces are known no better. ε is
 * rounding, and more where edges that cross at a small angle are held: their normal, ea × eb, is known as well as that (activate.ts).
 * The sums are over what is given, all told, and over each row that is held. Where a light body carries a heavy one forces are
 * known less well than that: they are solved for once more, with what is left of the accelerations along the rows.
 */
import { gatherAccelerations, gatherVelocities, scatterForces } from "../../constrain/index.js";
import { SolveStatus } from "../../linalg/index.js";
import { bodySize, Slot } from "../../rigid/index.js";
import type { IslandSystem } from "./island-model.js";
import { stillSpeed } from "./parameters.js";

const rounding = 2e-14;
/** Half the distance from 1 to the next number. */
const unit = 2 ** -53;
/** What forces may be off by at first: rounding times a ratio of masses of 1e9. */
const rough = 1e-6;
/** How often they are solved for once more, as long as that leaves no more than this part of what they are off by. */
const refinements = 8;
const progress = 0.3;

const Still = { moves: 0, unsure: 1, balanced: 2 } as const;

/** See `measureTerms`. */
let given = new Float64Array(0);
let sizes = new Float64Array(0);
let still = new Uint8Array(0);
/** The largest part that forces are off by, of bodies that may be balanced. */
const unsure = new Float64Array(1);

/** Takes what is rounding from the forces on bodies, after `computeForces`. */
export function balanceForces(island: IslandSystem): void {
  if (!findStill(island)) return;
  measureTerms(island);
  let before = Infinity;
  for (let round = 0; judge(island) && round < refinements && unsure[0] <= progress * before; round++) {
    before = unsure[0];
    refine(island);
  }
  const { bodies, movingCount, system } = island;
  for (let b = 0; b < movingCount; b++) {
    if (still[b] !== Still.balanced) continue;
    for (let k = 3 * bodies[b]; k < 3 * bodies[b] + 3; k++) {
      system.force[k] = 0;
      system.torque[k] = 0;
    }
  }
}

/** Whether the forces on body b of an island at rest cancel but for rounding, each body beside its own; after `measureBalance`. */
export function isBalancedBody(b: number): boolean {
  return still[b] === Still.balanced;
}

/** Finds out which bodies of an island that does not move are balanced, after `computeForces`. */
export function measureBalance(island: IslandSystem): void {
  findStill(island);
  measureTerms(island);
  judge(island);
}

/** Which bodies do not move; whether there are any. */
function findStill({ system, bodies, movingCount }: IslandSystem): boolean {
  if (movingCount > still.length) {
    still = new Uint8Array(2 * movingCount);
    given = new Float64Array(12 * movingCount);
    sizes = new Float64Array(12 * movingCount);
  }
  const { velocity, angularVelocity } = system;
  let isAny = false;
  for (let b = 0; b < movingCount; b++) {
    const i = 3 * bodies[b];
    still[b] = Still.unsure;
    for (let k = i; k < i + 3; k++) {
      if (!(Math.abs(velocity[k]) <= stillSpeed && Math.abs(angularVelocity[k]) <= stillSpeed)) still[b] = Still.moves;
    }
    if (still[b] !== Still.moves) isAny = true;
  }
  return isAny;
}

/** Tells what is balanced, of the bodies that do not move, from what is not; whether some are, but for what forces are known to. */
function judge({ system, bodies, movingCount, tilt }: IslandSystem): boolean {
  const { state, force, torque, moments, mass } = system;
  unsure[0] = 0;
  for (let b = 0; b < movingCount; b++) {
    if (still[b] === Still.moves) continue;
    const i = 3 * bodies[b];
    const o = 6 * b;
    const size = measure3(sizes, o);
    // of a ball no force has an arm: that of its mass will do
    const gyration = Math.sqrt(measure3(moments, i) / mass[bodies[b]]);
    const arm = Math.max(gyration, (unit / rounding) * measure3(state, bodySize * bodies[b] + Slot.x));
    const part = Math.max(
      measure3(force, i) / size,
      measure3(torque, i) / Math.max(measure3(sizes, o + 3), arm * size),
    );
    still[b] = part <= Math.max(rounding, tilt[0]) ? Still.balanced : part <= rough ? Still.unsure : Still.moves;
    if (still[b] === Still.unsure) unsure[0] = Math.max(unsure[0], part);
  }
  return unsure[0] > 0;
}

/** The largest of three numbers, by size; at least so much that 0/0 is none. */
function measure3(v: Float64Array, o: number): number {
  return Math.max(Math.abs(v[o]), Math.abs(v[o + 1]), Math.abs(v[o + 2]), 1e-300);
}

/** Solves for what is left of the accelerations along the rows, and adds it. */
function refine(island: IslandSystem): void {
  const { table, solver, acceleration, velocity, rightSide } = island;
  const { lambda, gamma, rows } = table;
  gatherAccelerations(acceleration, island);
  table.multiply(rightSide, acceleration);
  for (let r = 0; r < rows; r++) rightSide[r] = -gamma[r] - rightSide[r];
  if (solver.solve(rightSide) === SolveStatus.ok) {
    velocity.fill(0);
    table.addTransposed(velocity, rightSide);
    scatterForces(velocity, island);
    for (let r = 0; r < rows; r++) lambda[r] += rightSide[r];
  }
  gatherVelocities(velocity, island);
}

/** Of each column of a moving body: |what is given|, which is what is left without the rows, and Σ |λ J|. */
function measureTerms({ table, system, bodies, movingCount }: IslandSystem): void {
  const { jacobian: J, owner, rowStart, width, column, valueStart, lambda } = table;
  const { force, torque } = system;
  for (let b = 0; b < movingCount; b++) {
    const i = 3 * bodies[b];
    for (let k = 0; k < 3; k++) {
      given[6 * b + k] = force[i + k];
      given[6 * b + 3 + k] = torque[i + k];
    }
  }
  const end = 6 * movingCount;
  sizes.fill(0, 0, end);
  for (let b = 0; b < width.length; b++) {
    const o = column[b];
    if (width[b] !== 6 || o >= end) continue;
    let r = rowStart[owner[b]];
    for (let v = valueStart[b]; v < valueStart[b + 1]; v += 6, r++) {
      for (let k = 0; k < 6; k++) {
        const term = J[v + k] * lambda[r];
        given[o + k] -= term;
        sizes[o + k] += Math.abs(term);
      }
    }
  }
  for (let k = 0; k < end; k++) sizes[k] += Math.abs(given[k]);
}

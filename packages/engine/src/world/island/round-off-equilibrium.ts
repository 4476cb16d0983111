/**
 * Equilibrium to round-off of bodies at rest in an island in which others move, or may: the forces on them cancel but for
 * rounding, and the remainder is set to zero. Otherwise such a body would drift by ½ a t², without any force that brings it back.
 *
 *   |Σ F| ≤ ε Σ |F|,  |Σ τ| ≤ ε Σ |τ|, ε ρ Σ |F| or u |x| Σ |F|  of a body at rest:   F = 0,  τ = 0
 *
 * ρ is its radius of gyration, u |x| the rounding of its position x: far from the origin the arms of forces are no more exact. ε
 * is rounding, and larger where edges that cross at a small angle are in active contact: the error of their normal, ea × eb
 * (activate.ts). The sums are over the total given force and over each active row. Where a light body carries a heavy one, forces
 * are less exact: iterative refinement solves for the remaining accelerations along the rows.
 */
import { gatherAccelerations, gatherVelocities, scatterForces } from "../../constrain/index.js";
import { SolveStatus } from "../../linalg/index.js";
import { bodySize, Slot } from "../../rigid/index.js";
import type { IslandSystem } from "./island-system.js";
import {
  forceRounding,
  maxRefinements,
  refinementProgress,
  stillSpeed,
  tiniest,
  unitRounding,
  unrefinedForce,
} from "./parameters.js";

/** State of a body: in motion or under a net force, undecided, in equilibrium. */
const Still = { moves: 0, unsure: 1, balanced: 2 } as const;

/** Given forces, sizes of the terms of all forces, and state of each body: see `measureTerms`. */
let given = new Float64Array(0);
let sizes = new Float64Array(0);
let still = new Uint8Array(0);
/** Largest relative remainder of the forces on undecided bodies. */
const unsure = new Float64Array(1);

/** Sets the forces on bodies in equilibrium to zero, after `computeForces`. */
export function balanceForces(island: IslandSystem): void {
  if (!findStill(island)) return;
  measureTerms(island);
  let before = Infinity;
  for (let round = 0; judge(island) && round < maxRefinements && unsure[0] <= refinementProgress * before; round++) {
    before = unsure[0];
    refine(island);
  }
  const { bodies, movingCount, system } = island.model;
  for (let b = 0; b < movingCount; b++) {
    if (still[b] !== Still.balanced) continue;
    for (let k = 3 * bodies[b]; k < 3 * bodies[b] + 3; k++) {
      system.force[k] = 0;
      system.torque[k] = 0;
    }
  }
}

/** Returns whether the forces on body b of an island at rest cancel but for rounding, after `measureBalance`. */
export function isBalancedBody(b: number): boolean {
  return still[b] === Still.balanced;
}

/** Finds the bodies in equilibrium of an island at rest, after `computeForces`. */
export function measureBalance(island: IslandSystem): void {
  findStill(island);
  measureTerms(island);
  judge(island);
}

/** Marks the bodies at rest; returns whether there are any. */
function findStill({ model: { system, bodies, movingCount } }: IslandSystem): boolean {
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

/** Classifies the bodies at rest by the remainder of their forces; returns whether some are undecided. */
function judge({ model: { system, bodies, movingCount }, active: { tilt } }: IslandSystem): boolean {
  const { state, force, torque, moments, mass } = system;
  unsure[0] = 0;
  for (let b = 0; b < movingCount; b++) {
    if (still[b] === Still.moves) continue;
    const i = 3 * bodies[b];
    const o = 6 * b;
    const size = measure3(sizes, o);
    // no force on a ball may have an arm: its radius of gyration is used
    const gyration = Math.sqrt(measure3(moments, i) / mass[bodies[b]]);
    const arm = Math.max(gyration, (unitRounding / forceRounding) * measure3(state, bodySize * bodies[b] + Slot.x));
    const part = Math.max(
      measure3(force, i) / size,
      measure3(torque, i) / Math.max(measure3(sizes, o + 3), arm * size),
    );
    still[b] =
      part <= Math.max(forceRounding, tilt[0]) ? Still.balanced : part <= unrefinedForce ? Still.unsure : Still.moves;
    if (still[b] === Still.unsure) unsure[0] = Math.max(unsure[0], part);
  }
  return unsure[0] > 0;
}

/** Returns the largest of the sizes of three numbers, and at least `tiniest`. */
function measure3(v: Float64Array, o: number): number {
  return Math.max(Math.abs(v[o]), Math.abs(v[o + 1]), Math.abs(v[o + 2]), tiniest);
}

/** Solves for the forces against the remaining accelerations along the rows, and adds them. */
function refine(island: IslandSystem): void {
  const { table, solver, acceleration, velocity, rightSide } = island.active;
  const { lambda, gamma, rows } = table;
  gatherAccelerations(acceleration, island.model);
  table.multiply(rightSide, acceleration);
  for (let r = 0; r < rows; r++) rightSide[r] = -gamma[r] - rightSide[r];
  if (solver.solve(rightSide) === SolveStatus.ok) {
    velocity.fill(0);
    table.addTransposed(velocity, rightSide);
    scatterForces(velocity, island.model);
    for (let r = 0; r < rows; r++) lambda[r] += rightSide[r];
  }
  gatherVelocities(velocity, island.model);
}

/**
 * Computes for each column of a moving body the given force, as the difference of the total and the rows, and the sum of the
 * sizes of the terms.
 */
function measureTerms({ active: { table }, model: { system, bodies, movingCount } }: IslandSystem): void {
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

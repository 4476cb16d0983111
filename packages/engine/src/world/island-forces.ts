/**
 * The forces given to an island, and the books: the power of all that has no potential is integrated beside the state.
 *
 *   work         forces without a potential, motors, driven bodies
 *   dissipated   forces that only take
 */
import type { Island } from "./island.js";
import { LedgerSlot, measurePower } from "./power.js";

/** Slots of `Island.power` behind those of the ledger: the power before a force was applied, and after. */
const before = 2;
const after = 3;

/** Clears the accumulators of the bodies of an island and lets every force on them add to these. */
export function applyForces(island: Island): void {
  const { system, bodies, bodyCount, movingCount, parts, mechanism, coordinates, power } = island;
  const { force, torque, particles, anchors } = system;
  for (let b = 0; b < bodyCount; b++) {
    const o = 3 * bodies[b];
    for (let k = o; k < o + 3; k++) {
      force[k] = 0;
      torque[k] = 0;
    }
  }
  const hasParticles = island.particleCount > 0;
  if (hasParticles) particles.computeForces();
  power.fill(0);
  const { separable, bound, jointForces } = parts;
  for (let k = 0; k < separable.length; k++) {
    const given = separable[k];
    if (given.energy === undefined) measurePower(power, before, island);
    given.applyTo?.(system, bodies, movingCount, hasParticles);
    if (given.energy === undefined) book(island, given.dissipates === true);
  }
  for (let k = 0; k < bound.length; k++) {
    const given = bound[k];
    if (given.energy === undefined) measurePower(power, before, island);
    given.apply(system);
    if (given.energy === undefined) book(island, given.dissipates === true);
  }
  if (hasParticles && anchors.count > 0) anchors.collect(system, system.state);
  for (let g = 0; g < coordinates.length; g++) coordinates[g].computeForces(mechanism);
  for (let k = 0; k < jointForces.length; k++) {
    const given = jointForces[k];
    if (given.energy === undefined) measurePower(power, before, island);
    given.apply(mechanism);
    if (given.energy === undefined) book(island, false);
  }
}

/** What a force without a potential has added to the power since it was measured. */
function book(island: Island, isLoss: boolean): void {
  const { power } = island;
  measurePower(power, after, island);
  if (isLoss) power[LedgerSlot.dissipated] += power[before] - power[after];
  else power[LedgerSlot.work] += power[after] - power[before];
}

/**
 * Books what joints and contacts put in: −λ·(J q̇ of what is driven + ∂C/∂t), as their rates are zero all told. `q̇` must be
 * in `velocity`.
 */
export function bookRows(island: Island): void {
  const { table, movingCount, particleStart, velocity, power, system } = island;
  const { jacobian: J, width, column, valueStart, owner, rowStart, lambda, drift, rows } = table;
  const { inverseMass } = system.particles;
  let sum = 0;
  for (let r = 0; r < rows; r++) sum -= lambda[r] * drift[r];
  for (let b = 0; b < width.length; b++) {
    const o = column[b];
    const w = width[b];
    const isBody = w === 6 && o >= 6 * movingCount && o < particleStart;
    const isPoint = w === 3 && o >= particleStart && inverseMass[(o - particleStart) / 3] === 0;
    if (!isBody && !isPoint) continue;
    let r = rowStart[owner[b]];
    for (let v = valueStart[b]; v < valueStart[b + 1]; v += w, r++) {
      for (let k = 0; k < w; k++) sum -= lambda[r] * J[v + k] * velocity[o + k];
    }
  }
  power[LedgerSlot.work] += sum;
}

/**
 * Rows and given forces of an island, and the energy balance: the power of forces without a potential is integrated beside the
 * state.
 *
 *   work         forces without a potential, motors, driven bodies
 *   dissipated   forces that only dissipate
 */
import { gatherVelocities } from "../../constrain/index.js";
import { LedgerSlot, measurePower } from "../model/index.js";
import type { IslandSystem } from "./island-system.js";
import { applyLoads } from "./loads.js";

/** Slots of `IslandSystem.power` behind those of the ledger: the power before and after the application of a force. */
const before = 2;
const after = 3;

/** Clears the accumulators of the bodies of an island and adds every given force to them, with its power. */
export function applyForces(island: IslandSystem): void {
  const {
    model: { system, mechanism, coordinates },
    balance: { power },
  } = island;
  const { anchors } = system;
  clearForces(island);
  const hasParticles = island.model.particleCount > 0;
  power.fill(0);
  if (hasParticles) applyToParticles(island);
  applyToBodies(island, hasParticles);
  if (island.loads.length > 0) {
    measurePower(power, before, island.model);
    applyLoads(island.loads, island.model.system);
    addWork(island, false);
  }
  if (hasParticles && anchors.count > 0) anchors.collect(system, system.state);
  for (let g = 0; g < coordinates.length; g++) coordinates[g].computeForces(mechanism);
  applyJointForces(island);
}

/** Clears the accumulators of the bodies of an island. */
function clearForces({ model: { system, bodies, bodyCount } }: IslandSystem): void {
  const { force, torque } = system;
  for (let b = 0; b < bodyCount; b++) {
    const o = 3 * bodies[b];
    for (let k = o; k < o + 3; k++) {
      force[k] = 0;
      torque[k] = 0;
    }
  }
}

/** Applies the forces on bodies: first those on each body by itself, then those between bodies. */
function applyToBodies(island: IslandSystem, hasParticles: boolean): void {
  const {
    model: { system, bodies, movingCount, parts },
    balance: { power },
  } = island;
  const { separable, bound } = parts;
  for (let k = 0; k < separable.length; k++) {
    const given = separable[k];
    if (given.energy === undefined) measurePower(power, before, island.model);
    given.applyTo?.(system, bodies, movingCount, hasParticles);
    if (given.energy === undefined) addWork(island, given.dissipates === true);
  }
  for (let k = 0; k < bound.length; k++) {
    const given = bound[k];
    if (given.energy === undefined) measurePower(power, before, island.model);
    given.apply(system);
    if (given.energy === undefined) addWork(island, given.dissipates === true);
  }
}

/** Applies the forces along coordinates of joints. */
function applyJointForces(island: IslandSystem): void {
  const {
    model: { parts, mechanism },
    balance: { power },
  } = island;
  const { jointForces } = parts;
  for (let k = 0; k < jointForces.length; k++) {
    const given = jointForces[k];
    if (given.energy === undefined) measurePower(power, before, island.model);
    given.apply(mechanism);
    if (given.energy === undefined) addWork(island, false);
    else if (given.writeLoss !== undefined) {
      given.writeLoss(power, after, mechanism);
      power[LedgerSlot.dissipated] += power[after];
    }
  }
}

/** Sums of the sizes of the forces on each body. */
let sums = new Float64Array(0);

/**
 * Returns the largest acceleration that the given forces on a body or a particle would cause if none cancelled, m/s². The
 * accumulators are overwritten.
 */
export function measureGiven(island: IslandSystem): number {
  const { system, bodies, movingCount, parts, mechanism } = island.model;
  const { separable, bound, jointForces } = parts;
  const hasParticles = island.model.particleCount > 0;
  applyForces(island);
  let most = 0;
  const { force, inverseMass } = system.particles;
  for (let k = 0; k < 3 * island.model.particleCount; k++)
    most = Math.max(most, inverseMass[Math.floor(k / 3)] * Math.abs(force[k]));
  if (sums.length < 3 * movingCount) sums = new Float64Array(6 * movingCount);
  takeForces(island);
  sums.fill(0);
  for (let k = 0; k < separable.length; k++) {
    separable[k].applyTo?.(system, bodies, movingCount, hasParticles);
    takeForces(island);
  }
  for (let k = 0; k < bound.length; k++) {
    bound[k].apply(system);
    takeForces(island);
  }
  for (let k = 0; k < jointForces.length; k++) {
    jointForces[k].apply(mechanism);
    takeForces(island);
  }
  for (let b = 0; b < movingCount; b++) {
    for (let k = 0; k < 3; k++) most = Math.max(most, system.inverseMass[bodies[b]] * sums[3 * b + k]);
  }
  return most;
}

/** Adds the sizes of the forces in the accumulators to `sums`, and clears them. */
function takeForces({ model: { system, bodies, movingCount } }: IslandSystem): void {
  const { force } = system;
  for (let b = 0; b < movingCount; b++) {
    for (let k = 0; k < 3; k++) {
      sums[3 * b + k] += Math.abs(force[3 * bodies[b] + k]);
      force[3 * bodies[b] + k] = 0;
    }
  }
}

/** Applies the forces on particles: first those with a potential, then the work of driven particles, then all other forces. */
function applyToParticles(island: IslandSystem): void {
  const {
    model: { system },
    balance: { power },
  } = island;
  const { particles } = system;
  const { forces } = particles;
  particles.force.fill(0);
  for (let k = 0; k < forces.length; k++) {
    const given = forces[k];
    if (given.energy === undefined) continue;
    given.apply(particles);
    if (given.writeLoss === undefined) continue;
    given.writeLoss(power, after, particles);
    power[LedgerSlot.dissipated] += power[after];
  }
  addDriverWork(island);
  for (let k = 0; k < forces.length; k++) {
    const given = forces[k];
    if (given.energy !== undefined) continue;
    measurePower(power, before, island.model);
    given.apply(particles);
    addWork(island, given.dissipates === true);
  }
  particles.addContactForces();
}

/** Adds the power −f·v of particles that follow paths, or that driven bodies carry, which they put into springs. */
function addDriverWork({ model: { system, particleCount }, balance: { power } }: IslandSystem): void {
  const { particles, anchors, kinematics } = system;
  for (let j = 0; j < particleCount; j++) {
    if (particles.inverseMass[j] !== 0 || particles.mass[j] === 0) continue;
    for (let k = 0; k < 3; k++) power[LedgerSlot.work] -= particles.force[3 * j + k] * particles.state[6 * j + 3 + k];
  }
  for (let a = 0; a < anchors.count && kinematics.count > 0; a++) {
    if (!kinematics.isDriven(anchors.body[a])) continue;
    const j = anchors.particle[a];
    for (let k = 0; k < 3; k++) power[LedgerSlot.work] -= particles.force[3 * j + k] * particles.state[6 * j + 3 + k];
  }
}

/** Adds the power of a force without a potential, the difference since the last `measurePower`, to the energy balance. */
function addWork(island: IslandSystem, isLoss: boolean): void {
  const { power } = island.balance;
  measurePower(power, after, island.model);
  if (isLoss) power[LedgerSlot.dissipated] += power[before] - power[after];
  else power[LedgerSlot.work] += power[after] - power[before];
}

/** Evaluates C, J and γ at the state. Ċ is not needed for forces without damping. */
export function evaluateRows(island: IslandSystem): void {
  const {
    active: { table },
    model: { mechanism },
  } = island;
  const { constraints, places } = table;
  for (let k = 0; k < places.length; k++) places[k].locate(mechanism);
  table.clear();
  for (let c = 0; c < constraints.length; c++) constraints[c].evaluate(table, c, mechanism);
  island.active.hasRates = false;
}

/** Evaluates Ċ, after `evaluateRows` at the state. */
export function evaluateRates(island: IslandSystem): void {
  const { table, velocity } = island.active;
  const { drift, rate, rows } = table;
  gatherVelocities(velocity, island.model);
  table.multiply(rate, velocity);
  for (let r = 0; r < rows; r++) rate[r] += drift[r];
  island.active.hasRates = true;
}

/**
 * Adds the power of joints and contacts to the energy balance: −λ·(J q̇ of driven bodies + ∂C/∂t), because the rates Ċ are zero
 * in total. `q̇` must be in `velocity`.
 */
export function addRowWork(island: IslandSystem): void {
  const {
    active: { table, velocity },
    model: { movingCount, particleStart, system },
    balance: { power },
  } = island;
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

/**
 * Angular momentum of an island on which no force from outside acts, about its centre of mass:
 *
 *   H = Σ (x − c) × P + L,    Ḣ = Σ (x − c) × F + τ   of the given forces: those of joints and contacts cancel
 *
 * x × P is not linear in the state, so that an integrator conserves it to its tolerance only. H is therefore integrated beside
 * the state, and after each step a rigid rotation δω of the island, which violates no joint and no contact, corrects the sum:
 *
 *    I δω = H − Σ …,   I the inertia of the island about c.
 *
 * Follows: Rigid Body Simulation, sections 2.8 and 2.9.
 */
import { mat3, vec3 } from "../../math/index.js";
import { Answer, bodySize, Slot } from "../../rigid/index.js";
import type { IslandModel } from "./island-model.js";

/** c relative to the first body, the total momentum, and H, three numbers each; then the mass. */
const sum = new Float64Array(10);
/** Position of the first body: far from the origin positions are rounded, differences of positions are not. */
const first = new Float64Array(3);
const inertia = new Float64Array(9);
const inverse = new Float64Array(9);
const r = new Float64Array(3);
const u = new Float64Array(6);

/** Returns whether an island consists of particles, and of bodies that respond to forces and torques. */
export function hasSpin({ system, bodies, movingCount, coordinates }: IslandModel): boolean {
  if (coordinates.length > 0 || movingCount === 0) return false;
  for (let b = 0; b < movingCount; b++) if (system.answers[bodies[b]] !== Answer.both) return false;
  return true;
}

/** Computes the centre of mass and the total momentum, to `sum`. */
function findCenter(island: IslandModel): void {
  const { system, bodies, movingCount, particleCount } = island;
  const { mass, state, particles } = system;
  sum.fill(0);
  vec3.copy(first, 0, state, bodySize * bodies[0] + Slot.x);
  for (let b = 0; b < movingCount; b++) {
    const i = bodies[b];
    const y = bodySize * i;
    sum[9] += mass[i];
    vec3.subtract(r, 0, state, y + Slot.x, first, 0);
    vec3.addScaled(sum, 0, sum, 0, mass[i], r, 0);
    vec3.add(sum, 3, sum, 3, state, y + Slot.P);
  }
  for (let j = 0; j < particleCount; j++) {
    if (particles.inverseMass[j] === 0) continue;
    sum[9] += particles.mass[j];
    vec3.subtract(r, 0, particles.state, 6 * j, first, 0);
    vec3.addScaled(sum, 0, sum, 0, particles.mass[j], r, 0);
    vec3.addScaled(sum, 3, sum, 3, particles.mass[j], particles.state, 6 * j + 3);
  }
  vec3.scale(sum, 0, sum, 0, 1 / sum[9]);
}

/** r ← x − c. */
function seeFromCenter(x: Float64Array, o: number): void {
  vec3.subtract(r, 0, x, o, first, 0);
  vec3.subtract(r, 0, r, 0, sum, 0);
}

/** Writes H at the state to out[o … o+2]. */
export function measureSpin(out: Float64Array, o: number, island: IslandModel): void {
  const { system, bodies, movingCount, particleCount } = island;
  const { state, particles } = system;
  findCenter(island);
  for (let b = 0; b < movingCount; b++) {
    const y = bodySize * bodies[b];
    seeFromCenter(state, y + Slot.x);
    vec3.cross(r, 0, r, 0, state, y + Slot.P);
    vec3.add(sum, 6, sum, 6, r, 0);
    vec3.add(sum, 6, sum, 6, state, y + Slot.L);
  }
  for (let j = 0; j < particleCount; j++) {
    if (particles.inverseMass[j] === 0) continue;
    seeFromCenter(particles.state, 6 * j);
    vec3.cross(r, 0, r, 0, particles.state, 6 * j + 3);
    vec3.addScaled(sum, 6, sum, 6, particles.mass[j], r, 0);
  }
  vec3.copy(out, o, sum, 6);
}

/** Writes Ḣ under the forces in the accumulators to out[o … o+2]. */
export function measureTorque(out: Float64Array, o: number, island: IslandModel): void {
  const { system, bodies, movingCount, particleCount } = island;
  const { state, particles, force, torque } = system;
  findCenter(island);
  for (let b = 0; b < movingCount; b++) {
    const i = bodies[b];
    seeFromCenter(state, bodySize * i + Slot.x);
    vec3.cross(r, 0, r, 0, force, 3 * i);
    vec3.add(sum, 6, sum, 6, r, 0);
    vec3.add(sum, 6, sum, 6, torque, 3 * i);
  }
  for (let j = 0; j < particleCount; j++) {
    if (particles.inverseMass[j] === 0) continue;
    seeFromCenter(particles.state, 6 * j);
    vec3.cross(r, 0, r, 0, particles.force, 3 * j);
    vec3.add(sum, 6, sum, 6, r, 0);
  }
  vec3.copy(out, o, sum, 6);
}

/** Adds a rigid rotation of the island so that H is the vector spin[o …]. Returns whether any velocity has changed. */
export function correctSpin(island: IslandModel, spin: Float64Array, o: number): boolean {
  measureSpin(u, 0, island);
  vec3.subtract(u, 3, spin, o, u, 0);
  if (u[3] === 0 && u[4] === 0 && u[5] === 0) return false;
  findInertia(island);
  if (mat3.invert(inverse, 0, inertia, 0) !== mat3.MatrixStatus.ok) return false;
  mat3.transformVector(u, 0, inverse, 0, u, 3);
  turn(island);
  return true;
}

/** Computes the inertia of the island about its centre of mass, as that of one rigid body, to `inertia`. */
function findInertia(island: IslandModel): void {
  const { system, bodies, movingCount, particleCount } = island;
  const { state, mass, moments, rotation: R, particles } = system;
  inertia.fill(0);
  for (let b = 0; b < movingCount; b++) {
    const i = bodies[b];
    seeFromCenter(state, bodySize * i + Slot.x);
    addPoint(mass[i]);
    for (let p = 0; p < 3; p++) {
      for (let q = 0; q < 3; q++) {
        for (let k = 0; k < 3; k++) {
          inertia[3 * p + q] += R[9 * i + 3 * p + k] * moments[3 * i + k] * R[9 * i + 3 * q + k];
        }
      }
    }
  }
  for (let j = 0; j < particleCount; j++) {
    if (particles.inverseMass[j] === 0) continue;
    seeFromCenter(particles.state, 6 * j);
    addPoint(particles.mass[j]);
  }
}

/** Adds the inertia m (r·r 1 − r rᵀ) of a point mass. */
function addPoint(m: number): void {
  const square = vec3.dot(r, 0, r, 0);
  for (let p = 0; p < 3; p++) {
    for (let q = 0; q < 3; q++) inertia[3 * p + q] += m * ((p === q ? square : 0) - r[p] * r[q]);
  }
}

/** Adds the rotation δω at u[0 …] to all velocities. */
function turn(island: IslandModel): void {
  const { system, bodies, movingCount, particleCount } = island;
  const { state, mass, moments, rotation: R, particles } = system;
  for (let b = 0; b < movingCount; b++) {
    const i = bodies[b];
    const y = bodySize * i;
    seeFromCenter(state, y + Slot.x);
    vec3.cross(r, 0, u, 0, r, 0);
    vec3.addScaled(state, y + Slot.P, state, y + Slot.P, mass[i], r, 0);
    mat3.transformVectorTransposed(r, 0, R, 9 * i, u, 0);
    for (let k = 0; k < 3; k++) r[k] *= moments[3 * i + k];
    mat3.transformVector(r, 0, R, 9 * i, r, 0);
    vec3.add(state, y + Slot.L, state, y + Slot.L, r, 0);
  }
  for (let j = 0; j < particleCount; j++) {
    if (particles.inverseMass[j] === 0) continue;
    seeFromCenter(particles.state, 6 * j);
    vec3.cross(r, 0, u, 0, r, 0);
    vec3.add(particles.state, 6 * j + 3, particles.state, 6 * j + 3, r, 0);
  }
}

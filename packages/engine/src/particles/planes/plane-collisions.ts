/**
 * The impact law of particles at planes: Newton's restitution, with friction of at most μ times the normal impulse.
 *
 *   v_n ← −r v_n
 *
 * The normal component of x is (N·x)N; the notes print (N·x)x. Collisions with several planes at once are sequential, one plane
 * after the other.
 *
 * Follows: Particle System Dynamics, section 7.2.
 */
import { vec3 } from "../../math/index.js";
import type { ParticleTable } from "../system/index.js";
import {
  maxCollisionRounds,
  maxElasticRounds,
  microBounceGrowth,
  microBounceSpeed,
  microBounceTime,
} from "./parameters.js";
import { findActiveSet } from "./plane-active-set.js";
import { type PlaneContacts, solveNormals } from "./plane-contacts.js";
import { createEvent, type EventTolerances, type PlaneEvent } from "./plane-event.js";

/**
 * Moves particle i out of the planes that it has penetrated by rounding or at a neighbouring event: less than the contact
 * tolerance.
 */
export function removePenetration(system: ParticleTable, contacts: PlaneContacts, i: number): void {
  for (let round = 0; round < maxCollisionRounds; round++) {
    let clean = true;
    for (let k = 0; k < contacts.planes.length; k++) {
      const gap = contacts.gap(system.state, i, k);
      if (gap >= 0) continue;
      clean = false;
      vec3.addScaled(system.state, 6 * i, system.state, 6 * i, -gap, contacts.planes[k].normal, 0);
    }
    if (clean) return;
  }
}

/** Handles the collisions of particle i, one plane after the other, until it approaches none of the planes that it touches. */
export function handleCollisions(
  system: ParticleTable,
  contacts: PlaneContacts,
  options: EventTolerances,
  i: number,
  log: PlaneEvent[],
): void {
  const { state } = system;
  let rounds = maxElasticRounds;
  for (let round = 0; round < rounds; round++) {
    let quiet = true;
    for (let k = 0; k < contacts.planes.length; k++) {
      if (contacts.gap(state, i, k) > options.contactTolerance) continue;
      if (contacts.planes[k].restitution < 1) rounds = maxCollisionRounds;
      const vn = vec3.dot(contacts.planes[k].normal, 0, state, 6 * i + 3);
      if (vn >= 0) continue;
      quiet = false;
      if (vn >= -options.restitutionThreshold) addVelocity(state, i, contacts.planes[k].normal, -vn);
      else bounce(system, contacts, options, i, k, vn, log);
    }
    if (quiet) return;
  }
  stopInCorner(system, contacts, options, i);
}

/** Removes the part of the velocity of particle i that goes into the planes it touches, and nothing else. */
function stopInCorner(system: ParticleTable, contacts: PlaneContacts, options: EventTolerances, i: number): void {
  const { planes } = contacts;
  const { state } = system;
  const touching = planes.flatMap((_, k) => (contacts.gap(state, i, k) > options.contactTolerance ? [] : [k]));
  const v = state.slice(6 * i + 3, 6 * i + 6);
  // Signorini's conditions, on velocities in place of forces
  const set = findActiveSet(contacts, touching, v);
  const amounts = Float64Array.from(set, (k) => -vec3.dot(planes[k].normal, 0, v, 0));
  solveNormals(planes, Int32Array.from(set), set.length, amounts);
  set.forEach((k, a) => {
    addVelocity(state, i, planes[k].normal, amounts[a]);
  });
}

function bounce(
  system: ParticleTable,
  contacts: PlaneContacts,
  options: EventTolerances,
  i: number,
  k: number,
  vn: number,
  log: PlaneEvent[],
): void {
  const { state, mass } = system;
  const plane = contacts.planes[k];
  const rebound = -plane.restitution * vn;
  const pull = options.shortestBounce > 0 ? -vec3.dot(plane.normal, 0, system.force, 3 * i) / mass[i] : 0;
  const slow = Math.max(options.restitutionThreshold, options.shortestBounce * pull);
  const vAfter = rebound <= slow || isMicroBounce(contacts, i, k, vn, system.time) ? 0 : rebound;
  contacts.lastRebound[2 * (i * contacts.planes.length + k)] = vAfter;
  contacts.lastRebound[2 * (i * contacts.planes.length + k) + 1] = system.time;
  addVelocity(state, i, plane.normal, vAfter - vn);
  // friction: at most μ times the normal impulse, and no more than stops the sliding
  for (let c = 0; c < 3; c++) tangent[c] = state[6 * i + 3 + c] - vAfter * plane.normal[c];
  const sliding = vec3.length(tangent, 0);
  if (sliding > 0 && plane.kinetic > 0) {
    const loss = Math.min(1, (plane.kinetic * (vAfter - vn)) / sliding);
    for (let c = 0; c < 3; c++) state[6 * i + 3 + c] -= loss * tangent[c];
  }
  const impulse = mass[i] * (vAfter - vn);
  log.push({ ...createEvent(system, "collision", i, k), impulse, vBefore: vn, vAfter });
}

/**
 * Returns whether a particle comes back from a micro-bounce more than twice as fast as it left. Forces do not change so much in so
 * short a time: this is the error of the integrator, and its bounces would go on for ever.
 */
function isMicroBounce(contacts: PlaneContacts, i: number, k: number, vn: number, time: number): boolean {
  const o = 2 * (i * contacts.planes.length + k);
  const speed = contacts.lastRebound[o];
  const isSlow = speed > 0 && -vn < microBounceSpeed;
  return isSlow && -vn > microBounceGrowth * speed && time - contacts.lastRebound[o + 1] < microBounceTime;
}

const tangent = new Float64Array(3);

function addVelocity(state: Float64Array, i: number, normal: Float64Array, amount: number): void {
  vec3.addScaled(state, 6 * i + 3, state, 6 * i + 3, amount, normal, 0);
}

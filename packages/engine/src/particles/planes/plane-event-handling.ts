/**
 * Event handling between two steps: collisions are resolved, and active set and friction modes of every particle are chosen anew.
 *
 *   collision  v_n ← −r v_n, with friction of at most μ times the normal impulse              (section 7.2)
 *   contact    a plane is active for a particle that touches it with v_n = 0 and is pressed on        (section 7.3)
 *
 * Follows: Particle System Dynamics, section 7.
 */
import { vec3 } from "../../math/index.js";
import type { ParticleSystem } from "../system/index.js";
import { findActiveSet, isBalanced, keepBalanced, predictForces, shiftForce } from "./plane-active-set.js";
import { handleCollisions, removePenetration } from "./plane-collisions.js";
import { ContactMode, type PlaneContacts, solveNormals } from "./plane-contacts.js";
import { createEvent, type EventTolerances, type PlaneEvent } from "./plane-event.js";

/** Evidence of the located event on a particle, where its forces alone leave the active set or the friction mode open. */
export type EventHint =
  /** The contact force of a pair has just fallen to zero (not pressed), or the pair is known to be pressed together. */
  | { readonly particle: number; readonly plane: number; readonly pressed: boolean }
  /** The friction that a particle needs to stick has just reached the friction bound. */
  | { readonly particle: number; readonly slips: true }
  /** The velocity of a slide has turned by a right angle within a step: if friction can hold the particle, it stops here. */
  | { readonly particle: number; readonly stops: true };

/** Resolves all collisions and renews active sets and modes at the present state of the system. Events are appended to `log`. */
export function handlePlaneEvents(
  system: ParticleSystem,
  contacts: PlaneContacts,
  options: EventTolerances,
  hints: readonly EventHint[],
  log: PlaneEvent[],
): void {
  if (options.shortestBounce > 0) system.accumulateForces();
  for (let i = 0; i < system.count; i++) {
    if (system.inverseMass[i] === 0) {
      release(contacts, i);
      continue;
    }
    removePenetration(system, contacts, i);
    handleCollisions(system, contacts, options, i, log);
  }
  system.accumulateForces();
  const forces = system.force.slice();
  let ahead: Float64Array | null = null;
  for (let i = 0; i < system.count; i++) {
    if (system.inverseMass[i] === 0) continue;
    const touching = listTouching(system, contacts, options, i);
    if (touching.length === 0 && contacts.mode[i] === ContactMode.free) continue;
    const f = forces.slice(3 * i, 3 * i + 3);
    const own = hints.filter((hint) => hint.particle === i);
    const known = own.filter((hint) => "plane" in hint);
    if (touching.some((k) => isBalanced(contacts, k, f))) {
      // neither pressed on nor pulled off: a hint decides, or what the forces will be a moment later
      for (const { plane, pressed } of known) shiftForce(f, contacts.planes[plane].normal, pressed);
      if (known.length === 0) {
        ahead ??= predictForces(system, forces);
        f.set(ahead.slice(3 * i, 3 * i + 3));
        keepBalanced(contacts, touching, f);
      }
    }
    const set = findActiveSet(contacts, touching, f);
    system.force.set(forces);
    activate(system, contacts, options, i, set, own, log);
  }
  contacts.project(system.state);
}

/** Empties the active set of particle i. */
function release(contacts: PlaneContacts, i: number): void {
  const m = contacts.planes.length;
  contacts.mode[i] = ContactMode.free;
  contacts.contact.fill(0, i * m, i * m + m);
  contacts.lambda.fill(0, i * m, i * m + m);
  contacts.friction.fill(0, 3 * i, 3 * i + 3);
}

/** The empty list, for the many particles that touch nothing. */
const none: number[] = [];

/**
 * Lists the planes that particle i touches without leaving them. An active plane is not left for a micro-bounce that the forces
 * would end within the contact tolerance: in a corner, the impact on one plane would otherwise lift the particle off the other, and
 * the fall back through the tolerance, which no guard sees, would drive the next impact.
 */
function listTouching(
  system: ParticleSystem,
  contacts: PlaneContacts,
  options: EventTolerances,
  i: number,
): readonly number[] {
  let list = none;
  for (let k = 0; k < contacts.planes.length; k++) {
    if (contacts.gap(system.state, i, k) > options.contactTolerance) continue;
    const vn = vec3.dot(contacts.planes[k].normal, 0, system.state, 6 * i + 3);
    const isActive = contacts.contact[i * contacts.planes.length + k] === 1;
    const acceleration = isActive ? vec3.length(system.force, 3 * i) * system.inverseMass[i] : 0;
    const slowest = Math.sqrt(2 * acceleration * options.contactTolerance);
    if (vn <= Math.max(options.restitutionThreshold, slowest)) list = [...list, k];
  }
  return list;
}

/** Installs the active set of particle i, and chooses between sticking and slipping. Reads its force. */
function activate(
  system: ParticleSystem,
  contacts: PlaneContacts,
  options: EventTolerances,
  i: number,
  set: readonly number[],
  hints: readonly EventHint[],
  log: PlaneEvent[],
): void {
  const { planes, contact, mode } = contacts;
  const m = planes.length;
  const before = mode[i];
  for (let k = 0; k < m; k++) {
    const isActive = set.includes(k) ? 1 : 0;
    if (contact[i * m + k] !== isActive) log.push(createEvent(system, isActive === 1 ? "touch" : "separate", i, k));
  }
  release(contacts, i);
  if (set.length === 0) return;
  for (const k of set) contact[i * m + k] = 1;
  const hasCoulomb = set.some((k) => planes[k].static > 0);
  mode[i] = hasCoulomb ? chooseMode(system, contacts, options, i, set, hints) : ContactMode.slipping;
  if (!hasCoulomb || before === mode[i] || (before === ContactMode.free && mode[i] === ContactMode.slipping)) return;
  log.push(createEvent(system, mode[i] === ContactMode.sticking ? "stick" : "slip", i, set[0]));
}

/**
 * Returns the friction mode of particle i: sticking where friction can hold it. If it slips, its direction of sliding is renewed.
 */
function chooseMode(
  system: ParticleSystem,
  contacts: PlaneContacts,
  options: EventTolerances,
  i: number,
  set: readonly number[],
  hints: readonly EventHint[],
): number {
  const { mode, margin, slide, friction } = contacts;
  const glued = set.some((k) => contacts.planes[k].static === Infinity);
  const slow = glued || measureTangentSpeed(contacts, system.state, i, set) <= options.restitutionThreshold;
  if (slow || hints.some((hint) => "stops" in hint)) {
    mode[i] = ContactMode.sticking;
    contacts.applyTo(system, i);
    if (margin[i] >= 0 && !hints.some((hint) => "slips" in hint)) return ContactMode.sticking;
  }
  // from rest it slides where the force pulls it
  if (slow) vec3.scale(slide, 3 * i, friction, 3 * i, -1 / vec3.length(friction, 3 * i));
  else contacts.renewSlide(system.state, i);
  return ContactMode.slipping;
}

/** Returns the speed of particle i along its active planes, m/s. */
function measureTangentSpeed(contacts: PlaneContacts, state: Float64Array, i: number, set: readonly number[]): number {
  const { planes } = contacts;
  const amounts = Float64Array.from(set, (k) => -vec3.dot(planes[k].normal, 0, state, 6 * i + 3));
  solveNormals(planes, Int32Array.from(set), set.length, amounts);
  const v = state.slice(6 * i + 3, 6 * i + 6);
  set.forEach((k, a) => {
    vec3.addScaled(v, 0, v, 0, amounts[a], planes[k].normal, 0);
  });
  return vec3.length(v, 0);
}

/**
 * What happens between two steps at particle/plane contacts: collisions are answered, and it is decided which planes hold
 * which particles, sticking or slipping.
 *
 *   response   v_n ← −r v_n, with friction of at most μ times the normal impulse             (section 7.2)
 *   contact    a plane holds a particle that touches it with v_n = 0 and is pressed on       (section 7.3)
 *
 * The normal component of x is (N·x)N; the notes print (N·x)x.
 *
 * A particle in a corner is held by the set of planes S with λ_S > 0 that leaves no acceleration into any other plane it
 * touches. λ comes from the normals alone: wedging by friction between two planes is not modelled.
 *
 * Follows: Particle System Dynamics, section 7.
 */
import { vec3 } from "../math/index.js";
import { Hold, type PlaneContacts, solveNormals, tie } from "./plane-contacts.js";
import type { ParticleSystem } from "./system.js";

export interface PlaneEvent {
  readonly t: number;
  readonly type: "collision" | "touch" | "separate" | "slip" | "stick";
  readonly particle: number;
  /** The plane, or for slip and stick the first plane that holds the particle. */
  readonly plane: number;
  /** Where the particle is. */
  readonly point: readonly [number, number, number];
  /** Of a collision: normal impulse, N·s, and normal velocity before and after, m/s. */
  readonly impulse?: number;
  readonly vBefore?: number;
  readonly vAfter?: number;
}

export interface SettleOptions {
  /** Closer than this, m, a particle touches a plane. */
  readonly contactTolerance: number;
  /** Slower than this, m/s, nothing bounces and nothing slides. */
  readonly restitutionThreshold: number;
  /**
   * A hop that the forces would end within this time, s, is none. Methods of order 1 gain or lose about as much speed in a
   * step as gravity gives in it: their bounces would go on for ever, one step long. 0 for all others.
   */
  readonly shortestHop: number;
}

/** What the event that led here tells, where numbers alone would tie. */
export type Hint =
  /** The contact force of a pair has just fallen to zero (not pressed), or the pair is known to be pressed together. */
  | { readonly particle: number; readonly plane: number; readonly pressed: boolean }
  /** The friction that a particle needs to stick has just reached what it can have. */
  | { readonly particle: number; readonly slips: true }
  /** A slide has turned by a right angle within a step: if friction can hold the particle, this is its stop. */
  | { readonly particle: number; readonly stops: true };

/** Answers all collisions and renews all modes at the present state of the system. Events are appended to `log`. */
export function settle(
  system: ParticleSystem,
  contacts: PlaneContacts,
  options: SettleOptions,
  hints: readonly Hint[],
  log: PlaneEvent[],
): void {
  if (options.shortestHop > 0) system.accumulateForces();
  for (let i = 0; i < system.count; i++) {
    if (system.inverseMass[i] === 0) {
      release(contacts, i);
      continue;
    }
    pushOut(system, contacts, i);
    collide(system, contacts, options, i, log);
  }
  system.accumulateForces();
  const forces = system.force.slice();
  let ahead: Float64Array | null = null;
  for (let i = 0; i < system.count; i++) {
    if (system.inverseMass[i] === 0) continue;
    const touching = listTouching(system, contacts, options, i);
    if (touching.length === 0 && contacts.mode[i] === Hold.free) continue;
    const f = forces.slice(3 * i, 3 * i + 3);
    const own = hints.filter((hint) => hint.particle === i);
    const known = own.filter((hint) => "plane" in hint);
    if (touching.some((k) => isTie(contacts, k, f))) {
      // neither pressed on nor pulled off: a hint decides, or what the forces will be a moment later
      for (const { plane, pressed } of known) biasForce(f, contacts.planes[plane].normal, pressed);
      if (known.length === 0) {
        ahead ??= predictForces(system, forces);
        f.set(ahead.slice(3 * i, 3 * i + 3));
        keepTies(contacts, touching, f);
      }
    }
    const set = listSubsets(touching).find((planes) => holdsParticle(contacts, planes, touching, f)) ?? [];
    system.force.set(forces);
    hold(system, contacts, options, i, set, own, log);
  }
  contacts.project(system.state);
}

/** Nothing holds particle i. */
function release(contacts: PlaneContacts, i: number): void {
  const m = contacts.planes.length;
  contacts.mode[i] = Hold.free;
  contacts.contact.fill(0, i * m, i * m + m);
  contacts.lambda.fill(0, i * m, i * m + m);
  contacts.friction.fill(0, 3 * i, 3 * i + 3);
}

/** None, for the many particles that touch nothing. */
const none: number[] = [];

/**
 * Planes that particle i touches without leaving them. A plane that holds it already is not left for a hop that its
 * forces would end within the contact tolerance: in a corner, the impact on one plane would otherwise lift it off the
 * other, and the fall back through the tolerance, which nobody sees, would drive the next impact.
 */
function listTouching(
  system: ParticleSystem,
  contacts: PlaneContacts,
  options: SettleOptions,
  i: number,
): readonly number[] {
  let list = none;
  for (let k = 0; k < contacts.planes.length; k++) {
    if (contacts.gap(system.state, i, k) > options.contactTolerance) continue;
    const vn = vec3.dot(contacts.planes[k].normal, 0, system.state, 6 * i + 3);
    const held = contacts.contact[i * contacts.planes.length + k] === 1;
    const acceleration = held ? vec3.length(system.force, 3 * i) * system.inverseMass[i] : 0;
    const hop = Math.sqrt(2 * acceleration * options.contactTolerance);
    if (vn <= Math.max(options.restitutionThreshold, hop)) list = [...list, k];
  }
  return list;
}

/** Takes back what rounding, or a neighbouring event, has let particle i sink: less than the contact tolerance. */
function pushOut(system: ParticleSystem, contacts: PlaneContacts, i: number): void {
  for (let round = 0; round < maxRounds; round++) {
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

/**
 * More rounds than this in one corner, and what still approaches is stopped by all planes at once; between elastic planes,
 * where a particle finds its way out of any wedge in the end, many more.
 */
const maxRounds = 20;
const maxElasticRounds = 2000;

/** Collisions of particle i, one plane after the other, until none that it touches is approached any more. */
function collide(
  system: ParticleSystem,
  contacts: PlaneContacts,
  options: SettleOptions,
  i: number,
  log: PlaneEvent[],
): void {
  const { state } = system;
  let rounds = maxElasticRounds;
  for (let round = 0; round < rounds; round++) {
    let quiet = true;
    for (let k = 0; k < contacts.planes.length; k++) {
      if (contacts.gap(state, i, k) > options.contactTolerance) continue;
      if (contacts.planes[k].restitution < 1) rounds = maxRounds;
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

/** Takes from the velocity of particle i all that goes into the planes it touches, and nothing else. */
function stopInCorner(system: ParticleSystem, contacts: PlaneContacts, options: SettleOptions, i: number): void {
  const { planes } = contacts;
  const { state } = system;
  const touching = planes.flatMap((_, k) => (contacts.gap(state, i, k) > options.contactTolerance ? [] : [k]));
  const v = state.slice(6 * i + 3, 6 * i + 6);
  // the same question as that of the forces in a corner: which planes must push so that none is entered
  const set = listSubsets(touching).find((planes) => holdsParticle(contacts, planes, touching, v)) ?? [];
  const amounts = Float64Array.from(set, (k) => -vec3.dot(planes[k].normal, 0, v, 0));
  solveNormals(planes, Int32Array.from(set), set.length, amounts);
  set.forEach((k, a) => {
    addVelocity(state, i, planes[k].normal, amounts[a]);
  });
}

function bounce(
  system: ParticleSystem,
  contacts: PlaneContacts,
  options: SettleOptions,
  i: number,
  k: number,
  vn: number,
  log: PlaneEvent[],
): void {
  const { state, mass } = system;
  const plane = contacts.planes[k];
  const rebound = -plane.restitution * vn;
  const pull = options.shortestHop > 0 ? -vec3.dot(plane.normal, 0, system.force, 3 * i) / mass[i] : 0;
  const slow = Math.max(options.restitutionThreshold, options.shortestHop * pull);
  const vAfter = rebound <= slow || isNoise(contacts, i, k, vn, system.time) ? 0 : rebound;
  contacts.left[2 * (i * contacts.planes.length + k)] = vAfter;
  contacts.left[2 * (i * contacts.planes.length + k) + 1] = system.time;
  addVelocity(state, i, plane.normal, vAfter - vn);
  // friction: at most μ times the normal impulse, and no more than stops the sliding
  for (let c = 0; c < 3; c++) tangent[c] = state[6 * i + 3 + c] - vAfter * plane.normal[c];
  const sliding = vec3.length(tangent, 0);
  if (sliding > 0 && plane.kinetic > 0) {
    const loss = Math.min(1, (plane.kinetic * (vAfter - vn)) / sliding);
    for (let c = 0; c < 3; c++) state[6 * i + 3 + c] -= loss * tangent[c];
  }
  const impulse = mass[i] * (vAfter - vn);
  log.push({ ...describe(system, "collision", i, k), impulse, vBefore: vn, vAfter });
}

/** Below this speed, m/s, and within this time, s, a hop is short. */
const shortHop = 1e-3;

/**
 * Whether a particle comes back from a short hop more than twice as fast as it left. Forces do not change so much in so
 * short a time: this is the error of the solver, and its bounces would go on for ever.
 */
function isNoise(contacts: PlaneContacts, i: number, k: number, vn: number, time: number): boolean {
  const o = 2 * (i * contacts.planes.length + k);
  const speed = contacts.left[o];
  return speed > 0 && -vn < shortHop && -vn > 2 * speed && time - contacts.left[o + 1] < shortHop;
}

const tangent = new Float64Array(3);

function addVelocity(state: Float64Array, i: number, normal: Float64Array, amount: number): void {
  vec3.addScaled(state, 6 * i + 3, state, 6 * i + 3, amount, normal, 0);
}

function isTie(contacts: PlaneContacts, k: number, f: Float64Array): boolean {
  return Math.abs(vec3.dot(contacts.planes[k].normal, 0, f, 0)) <= tie * vec3.length(f, 0);
}

/**
 * A plane that a particle moves along without being pressed on or pulled off holds it, so that rounding does not make it
 * touch and part without end; but one that would glue it does not.
 */
function keepTies(contacts: PlaneContacts, touching: readonly number[], f: Float64Array): void {
  for (const k of touching) {
    const { normal, static: bound } = contacts.planes[k];
    if (bound < Infinity && isTie(contacts, k, f)) biasForce(f, normal, true);
  }
}

/** Changes a force that ties by an amount just large enough to press or to pull. */
function biasForce(f: Float64Array, normal: Float64Array, pressed: boolean): void {
  const amount = 4 * tie * vec3.length(f, 0) + Number.MIN_VALUE / tie;
  vec3.addScaled(f, 0, f, 0, pressed ? -amount : amount, normal, 0);
}

/** Whether the planes of `set` hold a particle under the force f: λ > 0, and no acceleration into the others. */
function holdsParticle(
  contacts: PlaneContacts,
  set: readonly number[],
  touching: readonly number[],
  f: Float64Array,
): boolean {
  const { planes } = contacts;
  const lambda = Float64Array.from(set, (k) => -vec3.dot(planes[k].normal, 0, f, 0));
  // nearly dependent normals: a smaller set does the same
  if (set.length > 0 && solveNormals(planes, Int32Array.from(set), set.length, lambda) < 1e-9) return false;
  const left = f.slice();
  set.forEach((k, a) => {
    vec3.addScaled(left, 0, left, 0, lambda[a], planes[k].normal, 0);
  });
  const noise = tie * vec3.length(f, 0);
  if (!lambda.every((force) => force > 0)) return false;
  return touching.every((k) => set.includes(k) || vec3.dot(planes[k].normal, 0, left, 0) >= -noise);
}

/** All sets of at most three of a list, the small ones first, in lexicographic order. */
function listSubsets(list: readonly number[]): number[][] {
  const sets: number[][] = [[]];
  for (const a of list) sets.push([a]);
  list.forEach((a, p) => {
    for (const b of list.slice(p + 1)) sets.push([a, b]);
  });
  list.forEach((a, p) => {
    list.forEach((b, q) => {
      if (q > p) for (const c of list.slice(q + 1)) sets.push([a, b, c]);
    });
  });
  return sets;
}

/** Installs the set of planes that hold particle i, and decides between sticking and slipping. Reads its force. */
function hold(
  system: ParticleSystem,
  contacts: PlaneContacts,
  options: SettleOptions,
  i: number,
  set: readonly number[],
  hints: readonly Hint[],
  log: PlaneEvent[],
): void {
  const { planes, contact, mode } = contacts;
  const m = planes.length;
  const before = mode[i];
  for (let k = 0; k < m; k++) {
    const holds = set.includes(k) ? 1 : 0;
    if (contact[i * m + k] !== holds) log.push(describe(system, holds === 1 ? "touch" : "separate", i, k));
  }
  release(contacts, i);
  if (set.length === 0) return;
  for (const k of set) contact[i * m + k] = 1;
  const hasCoulomb = set.some((k) => planes[k].static > 0);
  mode[i] = hasCoulomb ? chooseMode(system, contacts, options, i, set, hints) : Hold.slipping;
  if (!hasCoulomb || before === mode[i] || (before === Hold.free && mode[i] === Hold.slipping)) return;
  log.push(describe(system, mode[i] === Hold.sticking ? "stick" : "slip", i, set[0]));
}

/** Whether friction keeps particle i where it is. If not, its direction of sliding is renewed. */
function chooseMode(
  system: ParticleSystem,
  contacts: PlaneContacts,
  options: SettleOptions,
  i: number,
  set: readonly number[],
  hints: readonly Hint[],
): number {
  const { mode, margin, slide, friction } = contacts;
  const glued = set.some((k) => contacts.planes[k].static === Infinity);
  const slow = glued || measureTangentSpeed(contacts, system.state, i, set) <= options.restitutionThreshold;
  if (slow || hints.some((hint) => "stops" in hint)) {
    mode[i] = Hold.sticking;
    contacts.applyTo(system, i);
    if (margin[i] >= 0 && !hints.some((hint) => "slips" in hint)) return Hold.sticking;
  }
  // from rest it slides where the force pulls it
  if (slow) vec3.scale(slide, 3 * i, friction, 3 * i, -1 / vec3.length(friction, 3 * i));
  else contacts.renewSlide(system.state, i);
  return Hold.slipping;
}

/** Speed of particle i along the planes that hold it. */
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

/** How far ahead a tie is decided, s. */
const lookAhead = 1e-6;

/** The forces a moment later, along the motion. */
function predictForces(system: ParticleSystem, forces: Float64Array): Float64Array {
  const saved = system.state.slice();
  const moved = system.state.slice();
  for (let i = 0; i < system.count; i++) {
    for (let c = 0; c < 3; c++) {
      moved[6 * i + c] += lookAhead * saved[6 * i + 3 + c];
      moved[6 * i + 3 + c] += lookAhead * system.inverseMass[i] * forces[3 * i + c];
    }
  }
  moved[6 * system.count] += lookAhead;
  const contacts = system.contacts;
  system.contacts = null;
  system.setState(moved);
  system.accumulateForces();
  const ahead = system.force.slice();
  system.setState(saved);
  system.contacts = contacts;
  return ahead;
}

function describe(system: ParticleSystem, type: PlaneEvent["type"], particle: number, plane: number): PlaneEvent {
  const { state } = system;
  const point = [state[6 * particle], state[6 * particle + 1], state[6 * particle + 2]] as const;
  return { t: system.time, type, particle, plane, point };
}

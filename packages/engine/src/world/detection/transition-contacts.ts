/**
 * Contacts of a pair at a feature transition. Where a contact reaches the border of its feature, the features on both sides are
 * equally near, and detection would find the former one again. The pair is therefore detected a moment later, when the features are
 * distinct, and those that meet then are in contact from now on, at their present places.
 *
 * Flush faces are treated alike where a corner of their common region is at a border, as of a box that slides onto the next plate:
 * corners within the tolerance of each other count as one, and as they separate the other would never be met, since it has no gap.
 *
 * Follows: Rigid Body Simulation, section 9.
 */
import { frameRotation, frameSize } from "../../collide/index.js";
import {
  ContactForm,
  type ContactTable,
  evaluateContact,
  flattenCrossing,
  measureCrossing,
  measureMargin,
} from "../../contact/index.js";
import { quat, vec3 } from "../../math/index.js";
import { bodySize, type RigidSystem, writePointVelocity } from "../../rigid/index.js";
import type { DetectionContext } from "./context.js";
import { crossingSineRatio, flushFaces, initialRoom, longestTransition, transitionWay } from "./parameters.js";

const kept = new Float64Array(2 * bodySize);
const turn = new Float64Array(4);
const sine = new Float64Array(1);
let sines = new Float64Array(initialRoom);
let isTurned = new Uint8Array(initialRoom);

/** Adds the present contacts of parts a and b, or those of a moment later where these are more. */
export function addContacts(
  context: DetectionContext,
  a: number,
  b: number,
  slot: number,
  contacts = context.contactSet.contacts,
): void {
  const { world } = context;
  const { ahead } = context.contactSet;
  const { time } = context.island.model.system;
  if (ahead.isOf(slot, time)) {
    addContactsAhead(context, a, b, slot, ahead.time, contacts);
    return;
  }
  const first = contacts.count;
  world.detector.addContactsOf(contacts, a, b, slot);
  const second = contacts.count;
  if (second === first || !isFlush(context, contacts, first, a) || !isFlush(context, contacts, first, b)) return;
  if (!isAtBorder(context, contacts, first)) return;
  later[0] = (transitionWay * world.settings.contactTolerance) / measureSlide(context, contacts, first);
  if (!(later[0] <= longestTransition)) return;
  addContactsAhead(context, a, b, slot, later, contacts);
  // later contacts replace the present ones only where they are more
  const isMore = contacts.count - second > second - first;
  const [from, to] = isMore ? [first, second] : [second, contacts.count];
  for (let c = to - 1; c >= from; c--) contacts.remove(c);
}

const later = new Float64Array(1);
const v = new Float64Array(6);

/** Whether one of the contacts of bodies, from the first on, is at the border of its features. */
function isAtBorder({ world, island }: DetectionContext, contacts: ContactTable, first: number): boolean {
  const { bodyA, bodyB, count } = contacts;
  for (let c = first; c < count; c++) {
    if (bodyA[c] < 0) return false;
    measureMargin(v, 0, contacts, c, world.parts, island.model.system.state, bodySize * bodyA[c], bodySize * bodyB[c]);
    if (v[0] <= transitionWay * world.settings.contactTolerance) return true;
  }
  return false;
}

/** Whether a part is a polyhedron with a face orthogonal to the normal of contact c. */
function isFlush({ world }: DetectionContext, { normal }: ContactTable, c: number, part: number): boolean {
  const { shapes, frames } = world.parts;
  const polyhedron = shapes[part]?.polyhedron ?? null;
  if (polyhedron === null) return false;
  const { facePlanes, faceCount } = polyhedron;
  const r = frameSize * part + frameRotation;
  // n in the axes of the part
  for (let x = 0; x < 3; x++) {
    v[x] = 0;
    for (let k = 0; k < 3; k++) v[x] += frames[r + 3 * k + x] * normal[3 * c + k];
  }
  for (let f = 0; f < faceCount; f++) {
    vec3.cross(v, 3, v, 0, facePlanes, 4 * f);
    if (vec3.lengthSquared(v, 3) < flushFaces * flushFaces) return true;
  }
  return false;
}

/** Returns the slip speed at contact c, m/s. */
function measureSlide({ island }: DetectionContext, { bodyA, bodyB, point, normal }: ContactTable, c: number): number {
  const { system } = island.model;
  writePointVelocity(v, 0, system, bodyA[c], point, 3 * c);
  writePointVelocity(v, 3, system, bodyB[c], point, 3 * c);
  vec3.subtract(v, 0, v, 0, v, 3);
  vec3.addScaled(v, 0, v, 0, -vec3.dot(v, 0, normal, 3 * c), normal, 3 * c);
  return Math.sqrt(vec3.lengthSquared(v, 0));
}

/** Adds the contacts of parts a and b by the features that meet dt[0], s, later. */
function addContactsAhead(
  context: DetectionContext,
  a: number,
  b: number,
  slot: number,
  dt: Float64Array,
  contacts: ContactTable,
): void {
  const { world, island } = context;
  const { cache } = context.world.detector;
  const { parts, detector, settings } = world;
  const { system } = island.model;
  const first = contacts.count;
  goAhead(context, a, b, dt);
  detector.addContactsOf(contacts, a, b, slot);
  measureCrossings(contacts, first, system);
  comeBack(context, a, b);
  flattenTurned(context, a, b, dt, contacts, first);
  for (let c = contacts.count - 1; c >= first; c--) {
    evaluateContact(contacts, c, system, parts, cache);
    // features that are apart now, or overlap, do not meet now
    if (!(Math.abs(contacts.gap[c]) <= settings.contactTolerance)) contacts.remove(c);
  }
}

/** Writes the sines of crossing edges, by contact from the first on, to `sines`. */
function measureCrossings(contacts: ContactTable, first: number, system: RigidSystem): void {
  const count = contacts.count - first;
  if (count > sines.length) {
    sines = new Float64Array(2 * count);
    isTurned = new Uint8Array(2 * count);
  }
  for (let k = 0; k < count; k++) {
    if (contacts.form[first + k] === ContactForm.edgeEdge) measureCrossing(sines, k, contacts, first + k, system);
  }
}

/** Replaces edges that cross otherwise now than a moment later by the point where they meet then. */
function flattenTurned(
  context: DetectionContext,
  a: number,
  b: number,
  dt: Float64Array,
  contacts: ContactTable,
  first: number,
): void {
  const { system } = context.island.model;
  let isAny = false;
  for (let c = first; c < contacts.count; c++) {
    isTurned[c - first] = 0;
    if (contacts.form[c] !== ContactForm.edgeEdge) continue;
    measureCrossing(sine, 0, contacts, c, system);
    const later = sines[c - first];
    if (sine[0] >= crossingSineRatio * later && later >= crossingSineRatio * sine[0]) continue;
    isTurned[c - first] = 1;
    isAny = true;
  }
  if (!isAny) return;
  goAhead(context, a, b, dt);
  for (let c = first; c < contacts.count; c++) if (isTurned[c - first] === 1) flattenCrossing(contacts, c, system);
  comeBack(context, a, b);
}

/** Moves both bodies or particles of a pair to their places after dt[0], s, with their present velocities. */
function goAhead(context: DetectionContext, a: number, b: number, dt: Float64Array): void {
  const { world, island } = context;
  const { system } = island.model;
  let k = 0;
  for (const p of [a, b]) {
    const i = world.parts.body[p];
    if (i < 0) {
      const { state } = system.particles;
      const x = 6 * world.parts.particle[p];
      kept.set(state.subarray(x, x + 3), bodySize * k++);
      vec3.addScaled(state, x, state, x, dt[0], state, x + 3);
      continue;
    }
    if (!island.model.moves(i)) continue;
    kept.set(system.state.subarray(bodySize * i, bodySize * (i + 1)), bodySize * k++);
    moveOn(system, i, dt[0]);
  }
  placeBoth(context, a, b);
}

/** Moves both bodies or particles of a pair back to their present places. */
function comeBack(context: DetectionContext, a: number, b: number): void {
  const { world, island } = context;
  const { system } = island.model;
  let k = 0;
  for (const p of [a, b]) {
    const i = world.parts.body[p];
    if (i < 0) {
      const y = bodySize * k++;
      system.particles.state.set(kept.subarray(y, y + 3), 6 * world.parts.particle[p]);
      continue;
    }
    if (!island.model.moves(i)) continue;
    system.state.set(kept.subarray(bodySize * k, bodySize * (k + 1)), bodySize * i);
    system.deriveBody(i);
    k++;
  }
  placeBoth(context, a, b);
}

/** Moves a body by dt, s, with its present velocities. */
function moveOn(system: RigidSystem, i: number, dt: number): void {
  const { state, velocity, angularVelocity } = system;
  const y = bodySize * i;
  vec3.addScaled(state, y, state, y, dt, velocity, 3 * i);
  vec3.scale(turn, 0, angularVelocity, 3 * i, dt / 2);
  turn[3] = 1;
  quat.multiply(turn, 0, turn, 0, state, y + 3);
  quat.normalize(state, y + 3, turn, 0);
  system.deriveBody(i);
}

/** Updates the frames of both parts of a pair. */
function placeBoth({ world, island }: DetectionContext, a: number, b: number): void {
  world.parts.place(island.model.system, a);
  world.parts.place(island.model.system, b);
}

/**
 * The motion of the gap of a contact: d, ḋ and d̈ from positions, velocities and accelerations of the two bodies.
 *
 *   d = n·(pa − pb)                                                                                           (9–1)
 *   ḋ = n·(ṗa − ṗb) + ṅ·(pa − pb)                                                                             (9–2)
 *   d̈ = n·(p̈a − p̈b) + 2ṅ·(ṗa − ṗb) + n̈·(pa − pb)                                                             (9–3)
 *
 * They are χ, χ̇ and χ̈ of the paper of 1989, eqs. (1), (30), (31) and (32).
 *
 * n is fixed in the body of the face, ṅ = ω × n, or it is ea × eb normalised, both edges turning with their bodies.
 * Curvature comes on top of that: see gap-curvature.ts.
 *
 * Follows: Rigid Body Simulation, section 9 and appendix D; Baraff 1989, appendix A.
 */
import { type ContactBuffer, ContactKind } from "../../collide/index.js";
import { vec3 } from "../../math/index.js";
import {
  type RigidSystem,
  writeAngularAcceleration,
  writePointAcceleration,
  writePointVelocity,
} from "../../rigid/index.js";
import { addCurvature } from "./gap-curvature.js";

/** Slots of a gap, its rate and its acceleration. */
export const GapSlot = { gap: 0, rate: 1, acceleration: 2 } as const;

/** Scratch: points and motions of A at 0 … 8 and of B at 9 … 17, their differences at 18 … 26. */
const work = new Float64Array(27);
const pa = 0;
const pb = 9;
const difference = 18;
/** n, ṅ, n̈. */
const N = new Float64Array(9);
const spin = new Float64Array(12);

/**
 * Writes d, ḋ and d̈ of contact c between bodies a and b. Accelerations follow from the forces in the accumulators: call
 * `system.computeForces()` first.
 */
export function computeGapMotion(
  out: Float64Array,
  o: number,
  system: RigidSystem,
  a: number,
  b: number,
  contacts: ContactBuffer,
  c: number,
): void {
  const isCurved = contacts.kind[c] === ContactKind.curved;
  const gap = contacts.gap[c];
  vec3.copy(N, 0, contacts.normal, 3 * c);
  // the points of the two bodies; on curved surfaces both at pb
  vec3.addScaled(work, pa, contacts.point, 3 * c, isCurved ? -0.5 * gap : 0.5 * gap, N, 0);
  vec3.addScaled(work, pb, contacts.point, 3 * c, -0.5 * gap, N, 0);
  readMotion(system, a, pa);
  readMotion(system, b, pb);
  for (let k = 0; k < 9; k++) work[difference + k] = work[pa + k] - work[pb + k];
  turnNormal(system, a, b, contacts, c);
  const rate = vec3.dot(N, 0, work, difference + 3) + vec3.dot(N, 3, work, difference);
  const acceleration =
    vec3.dot(N, 0, work, difference + 6) + 2 * vec3.dot(N, 3, work, difference + 3) + vec3.dot(N, 6, work, difference);
  out[o] = gap;
  out[o + 1] = rate;
  out[o + 2] = acceleration;
  addCurvature(out, o + 2, system, a, b, contacts, c, work, difference + 3);
}

/** Velocity and acceleration of the point of body i at work[o], behind it. */
function readMotion(system: RigidSystem, i: number, o: number): void {
  writePointVelocity(work, o + 3, system, i, work, o);
  writePointAcceleration(work, o + 6, system, i, work, o);
}

/** ṅ and n̈. */
function turnNormal(system: RigidSystem, a: number, b: number, contacts: ContactBuffer, c: number): void {
  if (contacts.kind[c] === ContactKind.edgeEdge) {
    turnCross(system, a, b, contacts, c);
    return;
  }
  turnWith(N, 3, system, contacts.kind[c] === ContactKind.faceVertex ? a : b, N, 0);
}

/** First and second derivative of a vector v that is fixed in body i: ω × v, and ω̇ × v + ω × (ω × v). */
function turnWith(out: Float64Array, o: number, system: RigidSystem, i: number, v: Float64Array, j: number): void {
  vec3.cross(out, o, system.angularVelocity, 3 * i, v, j);
  writeAngularAcceleration(out, o + 3, system, i);
  vec3.cross(out, o + 3, out, o + 3, v, j);
  vec3.cross(alpha, 0, system.angularVelocity, 3 * i, out, o);
  vec3.add(out, o + 3, out, o + 3, alpha, 0);
}

const alpha = new Float64Array(3);

/**
 * n = u/|u| with u = ±ea × eb:
 *
 *   u̇ = ėa × eb + ea × ėb,   ü = ëa × eb + 2 ėa × ėb + ea × ëb
 *   ṅ = (u̇ − n (n·u̇))/|u|,   n̈ = (ü − n (n·ü) − 2 ṅ (n·u̇))/|u| − n |ṅ|²
 */
function turnCross(system: RigidSystem, a: number, b: number, contacts: ContactBuffer, c: number): void {
  const ea = contacts.edgeA;
  const eb = contacts.edgeB;
  const k = 3 * c;
  turnWith(spin, 0, system, a, ea, k);
  turnWith(spin, 6, system, b, eb, k);
  vec3.cross(work, pa, ea, k, eb, k);
  // the side on which the normal is
  const sign = vec3.dot(work, pa, N, 0) < 0 ? -1 : 1;
  const size = sign * vec3.length(work, pa);
  inverse[0] = 1 / size;
  addCross(work, pa, spin, 0, eb, k, ea, k, spin, 6);
  const along = vec3.dot(N, 0, work, pa);
  vec3.addScaled(N, 3, work, pa, -along, N, 0);
  addCross(work, pb, spin, 3, eb, k, ea, k, spin, 9);
  vec3.cross(alpha, 0, spin, 0, spin, 6);
  vec3.addScaled(work, pb, work, pb, 2 / size, alpha, 0);
  const second = vec3.dot(N, 0, work, pb);
  vec3.addScaled(N, 6, work, pb, -second, N, 0);
  vec3.addScaled(N, 6, N, 6, -2 * along, N, 3);
  vec3.addScaled(N, 6, N, 6, -vec3.dot(N, 3, N, 3), N, 0);
}

/** 1/|u|, with the sign: in an array, since a number that is passed on is boxed. */
const inverse = new Float64Array(1);

/** (p × q + r × s)/|u|. */
function addCross(
  out: Float64Array,
  o: number,
  p: Float64Array,
  i: number,
  q: Float64Array,
  j: number,
  r: Float64Array,
  k: number,
  s: Float64Array,
  l: number,
): void {
  vec3.cross(out, o, p, i, q, j);
  vec3.cross(alpha, 0, r, k, s, l);
  vec3.add(out, o, out, o, alpha, 0);
  vec3.scale(out, o, out, o, inverse[0]);
}

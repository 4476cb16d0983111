/**
 * Where the two bodies of a contact are, and how they move, side by side: from a system, or from poses alone. A particle is
 * a body that does not turn. What is found about the contact there is in `at`.
 */
import { mat3, quat, vec3 } from "../../math/index.js";
import { bodySize, type RigidSystem } from "../../rigid/index.js";
import type { ContactTable } from "../table/index.js";

/** x and R of A (0), of B (12). */
export const pose = new Float64Array(24);
/** v and ω of A (0), of B (6). */
export const motion = new Float64Array(12);

/**
 * n, then the points of A and of B whose motion along n is that of the gap; the gap; δ = n·(pA − pB); what bending adds to
 * d̈; the middle of the gap; ṅ; ṗA − ṗB.
 */
export const At = {
  normal: 0,
  pointA: 3,
  pointB: 6,
  gap: 9,
  delta: 10,
  bend: 11,
  middle: 12,
  turn: 15,
  velocity: 18,
} as const;
export const at = new Float64Array(21);

const q = new Float64Array(4);
const w = new Float64Array(6);

/** Both bodies, where the system has them. */
export function readBodies(table: ContactTable, c: number, system: RigidSystem): void {
  const i = table.bodyA[c];
  if (i >= 0) readBody(system, i, 0);
  else {
    const { state } = system.particles;
    const y = 6 * table.particleA[c];
    vec3.copy(pose, 0, state, y);
    mat3.setIdentity(pose, 3);
    vec3.copy(motion, 0, state, y + 3);
    vec3.set(motion, 3, 0, 0, 0);
  }
  readBody(system, table.bodyB[c], 1);
}

function readBody(system: RigidSystem, i: number, side: number): void {
  const { state, rotation, velocity, angularVelocity } = system;
  vec3.copy(pose, 12 * side, state, bodySize * i);
  mat3.copy(pose, 12 * side + 3, rotation, 9 * i);
  vec3.copy(motion, 6 * side, velocity, 3 * i);
  vec3.copy(motion, 6 * side + 3, angularVelocity, 3 * i);
}

/** Both poses: x and q, of any length, at poses[yA …] and poses[yB …]; of a particle x alone. */
export function readPoses(table: ContactTable, c: number, poses: Float64Array, yA: number, yB: number): void {
  vec3.copy(pose, 0, poses, yA);
  if (table.bodyA[c] >= 0) turn(3, poses, yA + 3);
  else mat3.setIdentity(pose, 3);
  vec3.copy(pose, 12, poses, yB);
  turn(15, poses, yB + 3);
}

function turn(o: number, poses: Float64Array, y: number): void {
  quat.normalize(q, 0, poses, y);
  quat.toMatrix(pose, o, q, 0);
}

/** The world place of a point of A (side 0) or B (1), given in its body frame. */
export function placePoint(out: Float64Array, o: number, side: number, p: Float64Array, i: number): void {
  mat3.transformVector(out, o, pose, 12 * side + 3, p, i);
  vec3.add(out, o, out, o, pose, 12 * side);
}

/** The same of a direction. */
export function placeDirection(out: Float64Array, o: number, side: number, p: Float64Array, i: number): void {
  mat3.transformVector(out, o, pose, 12 * side + 3, p, i);
}

/**
 * n = u/|u| with u = ±ea × eb:   u̇ = ±((ωA × ea) × eb + ea × (ωB × eb)),   ṅ = (u̇ − n (n·u̇))/|u|
 *
 * ea, eb and ea × eb at e[0 …], e[3 …], e[6 …]; the sign is that with which n is in `at`. Writes ṅ.
 */
export function turnCross(e: Float64Array): void {
  vec3.cross(w, 0, motion, 3, e, 0);
  vec3.cross(w, 0, w, 0, e, 3);
  vec3.cross(w, 3, motion, 9, e, 3);
  vec3.cross(w, 3, e, 0, w, 3);
  vec3.add(w, 0, w, 0, w, 3);
  // n·u is ±|u|
  const size = at[0] * e[6] + at[1] * e[7] + at[2] * e[8];
  const along = at[0] * w[0] + at[1] * w[1] + at[2] * w[2];
  for (let k = 0; k < 3; k++) at[At.turn + k] = (w[k] - along * at[k]) / size;
}

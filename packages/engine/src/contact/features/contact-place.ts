/**
 * Poses and velocities of the two bodies of a contact, side by side, from a system or from poses alone. A particle is a body that
 * does not turn. They are written to the evaluation of the table.
 */
import { mat3, quat, vec3 } from "../../math/index.js";
import { bodySize, type RigidSystem } from "../../rigid/index.js";
import { At, type ContactEvaluation, type ContactTable } from "../table/index.js";

const q = new Float64Array(4);
const w = new Float64Array(6);

/** Reads the poses and velocities of both bodies from the system. */
export function readBodies(table: ContactTable, c: number, system: RigidSystem): void {
  const { evaluation } = table;
  const { motion, pose } = evaluation;
  const i = table.bodyA[c];
  if (i >= 0) readBody(evaluation, system, i, 0);
  else {
    const { state } = system.particles;
    const y = 6 * table.particleA[c];
    vec3.copy(pose, 0, state, y);
    mat3.setIdentity(pose, 3);
    vec3.copy(motion, 0, state, y + 3);
    vec3.set(motion, 3, 0, 0, 0);
  }
  readBody(evaluation, system, table.bodyB[c], 1);
}

function readBody(evaluation: ContactEvaluation, system: RigidSystem, i: number, side: number): void {
  const { motion, pose } = evaluation;
  const { state, rotation, velocity, angularVelocity } = system;
  vec3.copy(pose, 12 * side, state, bodySize * i);
  mat3.copy(pose, 12 * side + 3, rotation, 9 * i);
  vec3.copy(motion, 6 * side, velocity, 3 * i);
  vec3.copy(motion, 6 * side + 3, angularVelocity, 3 * i);
}

/** Reads both poses: x and q, of any length, at poses[yA …] and poses[yB …]; of a particle x alone. */
export function readPoses(table: ContactTable, c: number, poses: Float64Array, yA: number, yB: number): void {
  const { evaluation } = table;
  const { pose } = evaluation;
  vec3.copy(pose, 0, poses, yA);
  if (table.bodyA[c] >= 0) turn(evaluation, 3, poses, yA + 3);
  else mat3.setIdentity(pose, 3);
  vec3.copy(pose, 12, poses, yB);
  turn(evaluation, 15, poses, yB + 3);
}

function turn(evaluation: ContactEvaluation, o: number, poses: Float64Array, y: number): void {
  const { pose } = evaluation;
  quat.normalize(q, 0, poses, y);
  quat.toMatrix(pose, o, q, 0);
}

/** Writes the world place of a point of A (side 0) or B (1), given in its body frame. */
export function placePoint(
  out: Float64Array,
  o: number,
  evaluation: ContactEvaluation,
  side: number,
  p: Float64Array,
  i: number,
): void {
  const { pose } = evaluation;
  mat3.transformVector(out, o, pose, 12 * side + 3, p, i);
  vec3.add(out, o, out, o, pose, 12 * side);
}

/** Writes the world direction of a direction of A (side 0) or B (1), given in its body frame. */
export function placeDirection(
  out: Float64Array,
  o: number,
  evaluation: ContactEvaluation,
  side: number,
  p: Float64Array,
  i: number,
): void {
  const { pose } = evaluation;
  mat3.transformVector(out, o, pose, 12 * side + 3, p, i);
}

/**
 * n = u/|u| with u = ±ea × eb:   u̇ = ±((ωA × ea) × eb + ea × (ωB × eb)),   ṅ = (u̇ − n (n·u̇))/|u|
 *
 * ea, eb and ea × eb at e[0 …], e[3 …], e[6 …]; the sign is that with which n is in `at`. Writes ṅ.
 */
export function turnCross(evaluation: ContactEvaluation, e: Float64Array): void {
  const { at, motion } = evaluation;
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

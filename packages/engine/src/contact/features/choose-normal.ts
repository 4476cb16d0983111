/**
 * Where a corner or an edge touches a corner or an edge, every n of a cone separates the two, and they overlap next only if
 * they approach along all of them. What slides over the seam between two tables is such a pair: its leading edge comes to
 * the edge of the second table, along −x by its witness; along y it does not approach, and so it slides on.
 *
 * Where a pair approaches along its n, and along another n of the cone it does not, that other is its normal. Where it
 * approaches along all of them, it stays as it was found.
 *
 * Follows: Rigid Body Simulation, section 8; Baraff 1989, section 4.
 */
import {
  findAlternativeNormals,
  frameSize,
  type PairResult,
  PairSlot,
  type Shape,
  Witness,
} from "../../collide/index.js";
import { vec3 } from "../../math/index.js";
import { bodySize, type RigidSystem } from "../../rigid/index.js";
import type { PartTable } from "../table/index.js";
import { approachSpeed } from "./parameters.js";

/** Among so many normals one is chosen: two corners of boxes have 15 at most. */
const normals = new Float64Array(3 * 32);
const u = new Float64Array(3);
const r = new Float64Array(3);

/** Replaces normal and gap of a result of parts a and b, which touch, by others along which they do not approach. */
export function chooseNormal(
  result: PairResult,
  parts: PartTable,
  a: number,
  b: number,
  system: RigidSystem,
  tolerance: number,
): void {
  const { values } = result;
  const A = parts.shapes[a] as Shape;
  const B = parts.shapes[b] as Shape;
  if (A.polyhedron === null || B.polyhedron === null || !(Math.abs(values[PairSlot.gap]) <= tolerance)) return;
  u.fill(0);
  addVelocity(1, system, parts, a, values, PairSlot.pointA);
  addVelocity(-1, system, parts, b, values, PairSlot.pointB);
  if (vec3.dot(u, 0, values, PairSlot.normal) >= -approachSpeed) return;
  const { frames } = parts;
  const [oA, oB] = [frameSize * a, frameSize * b];
  const count = findAlternativeNormals(normals, 0, result, A, frames, oA, B, frames, oB, tolerance);
  let best = 0;
  for (let k = 1; k < count; k++) if (vec3.dot(u, 0, normals, 3 * k) > vec3.dot(u, 0, normals, 3 * best)) best = k;
  if (best === 0 || vec3.dot(u, 0, normals, 3 * best) < -approachSpeed) return;
  vec3.copy(values, PairSlot.normal, normals, 3 * best);
  values[PairSlot.gap] = 0;
  for (let k = 0; k < 3; k++) {
    values[PairSlot.gap] += values[PairSlot.normal + k] * (values[PairSlot.pointA + k] - values[PairSlot.pointB + k]);
  }
  result.witness = Witness.none;
}

/** Adds sign times the velocity of a part at the point values[o …] to u. */
function addVelocity(
  sign: number,
  system: RigidSystem,
  parts: PartTable,
  p: number,
  values: Float64Array,
  o: number,
): void {
  const i = parts.body[p];
  if (i < 0) {
    const j = 6 * parts.particle[p] + 3;
    for (let k = 0; k < 3; k++) u[k] += sign * system.particles.state[j + k];
    return;
  }
  vec3.subtract(r, 0, values, o, system.state, bodySize * i);
  vec3.cross(r, 0, system.angularVelocity, 3 * i, r, 0);
  for (let k = 0; k < 3; k++) u[k] += sign * (system.velocity[3 * i + k] + r[k]);
}

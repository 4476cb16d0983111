/**
 * Forces and torques on a body, added to its accumulators, and impulses, which change its momenta at once.
 *
 *   τ_i = (p_i − x) × F_i                                                                                       (2–21)
 *   F = Σ F_i,   τ = Σ τ_i                                                                              (2–22), (2–23)
 *   impulse J at p:   ΔP = M Δv = J,   ΔL = τ_impulse = (p − x) × J                                       (8–5), (8–6)
 *
 * Force and point are in world or in body coordinates, in three combinations:
 *
 *   force and point in world coordinates             addForceAtPoint                  Chaney 5.1.1                (22)
 *   force in world coordinates, point of the body    addForceAtBodyPoint              Chaney 5.1.2                (23)
 *   force and point in coordinates of the body       addBodyForceAtBodyPoint          Chaney 5.1.3, eqs. (24) and (25)
 *
 * Chaney's torques are in axes of the body; these are in world axes, R times his: r_b × F_b of his eq. (16) turns to
 * R (r_b × F_b) = (p − x) × F_w. Coordinates of the body are those of the user's frame.
 *
 * Follows: Rigid Body Simulation, section 2.7; Chaney, section 5.
 */
import { fail, mat3, quat, vec3 } from "../../math/index.js";
import { Answer, type BodySystem, bodySize, computePointPosition, Slot } from "../body/index.js";

/** Adds a force, N, through the centre of mass (the pivot) of a body, world axes. */
export function addForce(system: BodySystem, body: number, f: Float64Array, j: number): void {
  const i = system.requireBody("body", body);
  vec3.add(system.force, 3 * i, system.force, 3 * i, f, j);
}

/** Adds the force f, N, at the point p, both in world coordinates. */
export function addForceAtPoint(
  system: BodySystem,
  i: number,
  f: Float64Array,
  j: number,
  p: Float64Array,
  k: number,
): void {
  const row = system.requireBody("body", i);
  vec3.subtract(work, 0, p, k, system.state, bodySize * row);
  vec3.cross(work, 0, work, 0, f, j);
  vec3.add(system.torque, 3 * row, system.torque, 3 * row, work, 0);
  addForce(system, i, f, j);
}

/** Adds the force f, N, in world axes at the point p of the body. */
export function addForceAtBodyPoint(
  system: BodySystem,
  i: number,
  f: Float64Array,
  j: number,
  p: Float64Array,
  k: number,
): void {
  computePointPosition(point, 0, system, i, p, k);
  addForceAtPoint(system, i, f, j, point, 0);
}

/** Adds the force f, N, in axes of the body at the point p of the body. */
export function addBodyForceAtBodyPoint(
  system: BodySystem,
  i: number,
  f: Float64Array,
  j: number,
  p: Float64Array,
  k: number,
): void {
  rotateFromUser(point, 3, system, i, f, j);
  computePointPosition(point, 0, system, i, p, k);
  addForceAtPoint(system, i, point, 3, point, 0);
}

/** Adds a torque, N·m, in world axes. */
export function addTorque(system: BodySystem, body: number, torque: Float64Array, j: number): void {
  const i = system.requireBody("body", body);
  vec3.add(system.torque, 3 * i, system.torque, 3 * i, torque, j);
}

/** Adds a torque, N·m, in axes of the body. */
export function addBodyTorque(system: BodySystem, i: number, torque: Float64Array, j: number): void {
  rotateFromUser(point, 3, system, i, torque, j);
  addTorque(system, i, point, 3);
}

/** Applies an impulse J, N·s, at the point p, both in world coordinates: ΔP = J, ΔL = (p − x) × J. */
export function applyImpulse(
  system: BodySystem,
  i: number,
  J: Float64Array,
  j: number,
  p: Float64Array,
  k: number,
): void {
  const row = system.requireBody("body", i);
  requireEntries("J", J, j);
  requireEntries("p", p, k);
  const y = bodySize * row;
  const { state, answers } = system;
  vec3.subtract(work, 0, p, k, state, y);
  vec3.cross(work, 0, work, 0, J, j);
  if ((answers[row] & Answer.force) !== 0) vec3.add(state, y + Slot.P, state, y + Slot.P, J, j);
  if ((answers[row] & Answer.torque) !== 0) vec3.add(state, y + Slot.L, state, y + Slot.L, work, 0);
  system.deriveBody(row);
}

/** Applies an angular impulse, N·m·s, world axes. */
export function applyAngularImpulse(system: BodySystem, i: number, J: Float64Array, j: number): void {
  const row = system.requireBody("body", i);
  requireEntries("J", J, j);
  const y = bodySize * row + Slot.L;
  if ((system.answers[row] & Answer.torque) !== 0) vec3.add(system.state, y, system.state, y, J, j);
  system.deriveBody(row);
}

/** Throws unless v[j … j+2] are finite numbers. */
function requireEntries(path: string, v: Float64Array, j: number): void {
  if (v !== null && typeof v === "object" && j >= 0 && Number.isFinite(v[j]) && Number.isFinite(v[j + 1])) {
    if (Number.isFinite(v[j + 2])) return;
  }
  const cure = "give an array and where its three numbers begin, for example (system, 0, J, 0, p, 0)";
  fail("not-a-vector", `${path}[${j} … ${j + 2}]`, "must be three finite numbers", v, cure);
}

/** Rotates a vector from the user's axes to world axes: R · axes⁻¹. */
function rotateFromUser(out: Float64Array, o: number, system: BodySystem, i: number, v: Float64Array, j: number): void {
  const row = system.requireBody("body", i);
  quat.rotateVectorInverse(work, 0, system.axes, 4 * row, v, j);
  mat3.transformVector(out, o, system.rotation, 9 * row, work, 0);
}

const work = new Float64Array(3);
/** A point and a vector in world coordinates. */
const point = new Float64Array(6);

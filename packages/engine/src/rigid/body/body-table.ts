/**
 * Rows of the body table: allocation, and the model and pose of a body.
 *
 *   x = p + R c,   q = q_user · axes,   L = R I_body Rᵀ ω
 *   P = M v                                                                                                     (2–27)
 *
 *   p, q_user   pose of the user's frame          c, axes   origin and axes of the body frame in it
 *
 * Follows: Rigid Body Simulation, section 2.8.
 */
import { fail, quat, resize, vec3 } from "../../math/index.js";
import type { BodyArrays } from "./body-arrays.js";
import type { BodySystem } from "./body-force.js";
import { isMotion, type ResolvedBody } from "./body-options.js";
import { Answer } from "./rates.js";
import { bodySize, Slot } from "./state.js";

/** Resizes all arrays but the state to `capacity` bodies. */
export function resizeBodies(system: BodyArrays, capacity: number): void {
  system.names = resize(system.names, capacity);
  system.mass = resize(system.mass, capacity);
  system.inverseMass = resize(system.inverseMass, capacity);
  system.moments = resize(system.moments, 3 * capacity);
  system.inverseMoments = resize(system.inverseMoments, 3 * capacity);
  system.answers = resize(system.answers, capacity);
  system.center = resize(system.center, 3 * capacity);
  system.axes = resize(system.axes, 4 * capacity);
  system.lever = resize(system.lever, 3 * capacity);
  system.rotation = resize(system.rotation, 9 * capacity);
  system.inverseInertia = resize(system.inverseInertia, 9 * capacity);
  system.velocity = resize(system.velocity, 3 * capacity);
  system.angularVelocity = resize(system.angularVelocity, 3 * capacity);
  system.force = resize(system.force, 3 * capacity);
  system.torque = resize(system.torque, 3 * capacity);
}

/** Writes the constants of body i: mass, moments, degrees of freedom and the body frame. */
export function writeModel(system: BodyArrays, i: number, body: ResolvedBody): void {
  system.mass[i] = body.mass;
  system.moments.set(body.moments, 3 * i);
  system.answers[i] = body.answers;
  system.center.set(body.center, 3 * i);
  system.axes.set(body.axes, 4 * i);
  system.lever.set(body.lever, 3 * i);
  if ((body.answers & Answer.force) !== 0) system.inverseMass[i] = 1 / body.mass;
  if ((body.answers & Answer.torque) === 0) return;
  for (let k = 0; k < 3; k++) system.inverseMoments[3 * i + k] = 1 / body.moments[k];
}

/** Writes the thirteen numbers of body i into `state`, from the pose and motion of the user's frame; q is a unit quaternion. */
export function writePose(
  system: BodyArrays,
  state: Float64Array,
  i: number,
  position: ArrayLike<number>,
  q: Float64Array,
  velocity: ArrayLike<number>,
  angularVelocity: ArrayLike<number>,
): void {
  const y = bodySize * i;
  const { center, axes } = system;
  const p = Float64Array.from(position);
  quat.rotateVector(state, y + Slot.x, q, 0, center, 3 * i);
  vec3.add(state, y + Slot.x, state, y + Slot.x, p, 0);
  quat.multiply(state, y + Slot.q, q, 0, axes, 4 * i);
  state.fill(0, y + Slot.P, y + bodySize);
  writeVelocity(system, state, i, velocity, angularVelocity);
}

/** Writes P and L of body i in its present pose; that of a velocity that is left out stays. */
export function writeVelocity(
  { mass, moments, answers }: BodyArrays,
  state: Float64Array,
  i: number,
  velocity: ArrayLike<number> | undefined,
  angularVelocity: ArrayLike<number> | undefined,
): void {
  const y = bodySize * i;
  if (velocity !== undefined && (answers[i] & Answer.force) !== 0) {
    for (let k = 0; k < 3; k++) state[y + Slot.P + k] = mass[i] * velocity[k];
  }
  if (angularVelocity === undefined || (answers[i] & Answer.torque) === 0) return;
  const omega = Float64Array.from(angularVelocity);
  quat.rotateVectorInverse(omega, 0, state, y + Slot.q, omega, 0);
  for (let k = 0; k < 3; k++) omega[k] *= moments[3 * i + k];
  quat.rotateVector(state, y + Slot.L, state, y + Slot.q, omega, 0);
}

/** Throws unless body i may be placed anywhere, and may have these velocities. */
export function requireFree(
  system: BodySystem,
  i: number,
  velocity: ArrayLike<number>,
  angularVelocity: ArrayLike<number>,
): void {
  if (system.kinematics.isDriven(i)) {
    fail("has-path", `bodies[${system.names[i]}]`, "must not follow a path", i, "its path gives its pose");
  }
  const answer = system.answers[i];
  if ((answer & Answer.force) === 0 && isMotion(velocity)) {
    const cure = `the body is ${answer === Answer.none ? "fixed" : "on a pivot"}: leave it out`;
    fail("conflict", "velocity", "must be zero", velocity, cure);
  }
  if ((answer & Answer.torque) === 0 && isMotion(angularVelocity)) {
    fail("conflict", "angularVelocity", "must be zero", angularVelocity, "the body is fixed: leave it out");
  }
}

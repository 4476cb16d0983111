/**
 * The active set of a particle among planes: the set S of at most three planes whose contact forces satisfy Signorini's
 * conditions on the accelerations,
 *
 *   λ_k > 0 for k in S,   N_k·(f + Σ λ_l N_l) ≥ 0 for every other plane k that the particle touches
 *
 * with the force f on the particle. λ comes from the normals alone: wedging by friction between two planes is not modelled. A
 * balanced contact, whose normal force is rounding, is decided by what the last event has shown or by the forces a moment later.
 *
 * Follows: Particle System Dynamics, section 7.3.
 */
import { vec3 } from "../../math/index.js";
import type { ParticleSystem } from "../system/index.js";
import { independentNormals, normalForceShift, normalForceTolerance, predictionTime } from "./parameters.js";
import { type PlaneContacts, solveNormals } from "./plane-contacts.js";

/**
 * Finds the first set of planes, small ones first, that satisfies Signorini's conditions for the vector f (a force or a velocity);
 * the empty set if there is none.
 */
export function findActiveSet(
  contacts: PlaneContacts,
  touching: readonly number[],
  f: Float64Array,
): readonly number[] {
  return listSubsets(touching).find((planes) => satisfiesSignorini(contacts, planes, touching, f)) ?? [];
}

/** Returns whether the planes of `set` carry the vector f: λ > 0, and no component is left into the other planes that touch. */
function satisfiesSignorini(
  contacts: PlaneContacts,
  set: readonly number[],
  touching: readonly number[],
  f: Float64Array,
): boolean {
  const { planes } = contacts;
  const lambda = Float64Array.from(set, (k) => -vec3.dot(planes[k].normal, 0, f, 0));
  // nearly dependent normals: a smaller set does the same
  if (set.length > 0 && solveNormals(planes, Int32Array.from(set), set.length, lambda) < independentNormals)
    return false;
  const left = f.slice();
  set.forEach((k, a) => {
    vec3.addScaled(left, 0, left, 0, lambda[a], planes[k].normal, 0);
  });
  const noise = normalForceTolerance * vec3.length(f, 0);
  if (!lambda.every((force) => force > 0)) return false;
  return touching.every((k) => set.includes(k) || vec3.dot(planes[k].normal, 0, left, 0) >= -noise);
}

/** Returns all sets of at most three of a list, the small ones first, in lexicographic order. */
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

/** Returns whether the force f has no normal component on plane k but rounding. */
export function isBalanced(contacts: PlaneContacts, k: number, f: Float64Array): boolean {
  return Math.abs(vec3.dot(contacts.planes[k].normal, 0, f, 0)) <= normalForceTolerance * vec3.length(f, 0);
}

/**
 * Presses f onto every balanced plane that touches, so that rounding does not make and break the contact without end; but not onto
 * a "stick" plane, which would glue the particle.
 */
export function keepBalanced(contacts: PlaneContacts, touching: readonly number[], f: Float64Array): void {
  for (const k of touching) {
    const { normal, static: bound } = contacts.planes[k];
    if (bound < Infinity && isBalanced(contacts, k, f)) shiftForce(f, normal, true);
  }
}

/** Shifts a balanced force by an amount just large enough to press or to pull. */
export function shiftForce(f: Float64Array, normal: Float64Array, pressed: boolean): void {
  const amount = normalForceShift * normalForceTolerance * vec3.length(f, 0) + Number.MIN_VALUE / normalForceTolerance;
  vec3.addScaled(f, 0, f, 0, pressed ? -amount : amount, normal, 0);
}

/** Returns the forces without contact a moment later, along the motion. */
export function predictForces(system: ParticleSystem, forces: Float64Array): Float64Array {
  const saved = system.state.slice();
  const moved = system.state.slice();
  for (let i = 0; i < system.count; i++) {
    for (let c = 0; c < 3; c++) {
      moved[6 * i + c] += predictionTime * saved[6 * i + 3 + c];
      moved[6 * i + 3 + c] += predictionTime * system.inverseMass[i] * forces[3 * i + c];
    }
  }
  moved[6 * system.count] += predictionTime;
  const contacts = system.contacts;
  system.contacts = null;
  system.setState(moved);
  system.accumulateForces();
  const ahead = system.force.slice();
  system.setState(saved);
  system.contacts = contacts;
  return ahead;
}

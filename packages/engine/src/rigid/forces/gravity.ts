/**
 * Gravity on bodies and particles alike: F = m g at the centre of mass                                            (5–4)
 *
 * A body on a pivot has its centre of mass off the origin of its frame, so that its weight has a torque about the pivot.
 *
 * Follows: Rigid Body Simulation, sections 2.7 and 5.
 */
import { mat3, requireVector, vec3 } from "../../math/index.js";
import { Answer, type BodyForce, type BodySystem, bodySize } from "../body/index.js";

/** Creates gravity of acceleration g, m/s², on every body and particle. Default (0, −9.81, 0). Its energy is −m g·x. */
export function gravity(g: ArrayLike<number> = [0, -9.81, 0]): BodyForce {
  requireVector("gravity", g);
  const G = Float64Array.from(g);
  return {
    name: "gravity",
    couples: [],
    changes: false,
    apply: (system) => addGravity(system, G, null, system.count, true),
    applyTo: (system, list, count, onParticles) => addGravity(system, G, list, count, onParticles),
    energy: (system) => sumWeight(system, G),
  };
}

/** Adds the weights of the first `count` bodies of a list, or of the table, and perhaps those of all particles. */
function addGravity(
  system: BodySystem,
  g: Float64Array,
  list: Int32Array | null,
  count: number,
  onParticles: boolean,
): void {
  const { mass, force, torque, answers, lever, rotation, particles } = system;
  for (let s = 0; s < count; s++) {
    const i = list === null ? s : list[s];
    const m = mass[i];
    force[3 * i] += m * g[0];
    force[3 * i + 1] += m * g[1];
    force[3 * i + 2] += m * g[2];
    if (answers[i] !== Answer.torque) continue;
    // on a pivot the weight has an arm
    mat3.transformVector(arm, 0, rotation, 9 * i, lever, 3 * i);
    vec3.cross(arm, 0, arm, 0, g, 0);
    vec3.addScaled(torque, 3 * i, torque, 3 * i, m, arm, 0);
  }
  if (!onParticles) return;
  const { mass: weights, force: pull } = particles;
  for (let i = 0; i < particles.count; i++) vec3.addScaled(pull, 3 * i, pull, 3 * i, weights[i], g, 0);
}

/** Returns the potential energy −Σ m g·x of bodies and particles, J. */
function sumWeight(system: BodySystem, g: Float64Array): number {
  const { count, mass, state, answers, lever, rotation, particles } = system;
  let energy = 0;
  for (let i = 0; i < count; i++) {
    if (answers[i] === Answer.none) continue;
    mat3.transformVector(arm, 0, rotation, 9 * i, lever, 3 * i);
    energy -= mass[i] * (vec3.dot(g, 0, state, bodySize * i) + vec3.dot(g, 0, arm, 0));
  }
  for (let i = 0; i < particles.count; i++) {
    if (particles.inverseMass[i] !== 0) energy -= particles.mass[i] * vec3.dot(g, 0, particles.state, 6 * i);
  }
  return energy;
}

/** Arm from a pivot to the centre of mass, and its torque per unit of mass. */
const arm = new Float64Array(3);

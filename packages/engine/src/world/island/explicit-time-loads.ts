/** Loads that depend explicitly on time: whether an island has any, and a measure by which their changes are noticed. */

import type { Coordinates } from "../../constrain/index.js";
import type { Force } from "../../particles/index.js";
import type { BodyForce } from "../../rigid/index.js";
import type { IslandParts } from "../model/index.js";
import type { IslandModel } from "./island-model.js";
import { inverseHeavyMass, weightStep } from "./parameters.js";

/** Returns whether forces on an island may change while all its bodies are at rest. */
export function isDrivenByForces({ separable, bound, jointForces }: IslandParts): boolean {
  return mayChange(separable) || mayChange(bound) || jointForces.length > 0;
}

/** Returns whether one of the forces may change while all bodies are at rest. */
function mayChange(forces: readonly BodyForce[]): boolean {
  for (let k = 0; k < forces.length; k++) if (forces[k].changes !== false) return true;
  return false;
}

/** Returns whether the loads of an island may depend explicitly on time: forces, motors, driven bodies. */
export function isDrivenByClock({ parts, system, particleCount, coordinates }: IslandModel): boolean {
  if (isDrivenByForces(parts) || system.kinematics.count > 0) return true;
  if (parts.joints.some(({ changes }) => changes === true) || coordinates.some(hasClock)) return true;
  // forces on particles with a potential depend on positions, and those that only dissipate on velocities
  const isGiven = ({ energy, dissipates }: Force) => energy === undefined && dissipates !== true;
  return particleCount > 0 && system.particles.forces.some(isGiven);
}

/** Returns whether the last coordinate is the time: no force accelerates it. */
function hasClock(thing: Coordinates): boolean {
  const last = new Float64Array(thing.width);
  last[thing.width - 1] = 1;
  thing.multiplyInverse(last, 0);
  return last[thing.width - 1] === 0;
}

/**
 * Writes the measure Σ w·F + w·τ of the loads in the accumulators to out[o], with weights w between ½ and 1 that all differ.
 * Loads on a body heavier than 10 kg are divided by its mass over 10 kg, as the tolerance of its momentum. `isDriver` is 1 for
 * each driven body that is touched or joined.
 */
export function measurePush(out: Float64Array, o: number, model: IslandModel, isDriver: Uint8Array): void {
  const { system, bodies, movingCount, particleCount, coordinates } = model;
  const { force, torque, mass, particles } = system;
  let sum = 0;
  let w = 0;
  for (let b = 0; b < movingCount; b++) {
    const i = bodies[b];
    const scale = 1 / Math.max(1, inverseHeavyMass * mass[i]);
    for (let k = 0; k < 3; k++) {
      w = (w + weightStep) % 1;
      sum += (0.5 + 0.5 * w) * scale * force[3 * i + k];
      w = (w + weightStep) % 1;
      sum += (0.5 + 0.5 * w) * scale * torque[3 * i + k];
    }
  }
  for (let k = 0; k < 3 * particleCount; k++) {
    w = (w + weightStep) % 1;
    sum += (0.5 + 0.5 * w) * particles.force[k];
  }
  for (let g = 0; g < coordinates.length; g++) {
    for (let k = 0; k < coordinates[g].width; k++) {
      w = (w + weightStep) % 1;
      sum += (0.5 + 0.5 * w) * coordinates[g].force[k];
    }
  }
  out[o] = sum;
  if (system.kinematics.count > 0) addDriven(out, o, model, isDriver);
}

/** Adds the velocities and accelerations of driven bodies that are touched or joined to out[o], with weights of their own. */
function addDriven(
  out: Float64Array,
  o: number,
  { system, bodies, movingCount, bodyCount }: IslandModel,
  isDriver: Uint8Array,
): void {
  const { kinematics, velocity, angularVelocity } = system;
  let w = 0;
  for (let b = movingCount; b < bodyCount; b++) {
    const i = bodies[b];
    if (isDriver[b] === 0) continue;
    kinematics.readAcceleration(driven, 0, i);
    kinematics.readAngularAcceleration(driven, 3, i);
    for (let k = 0; k < 3; k++) {
      w = (w + weightStep) % 1;
      out[o] += (0.5 + 0.5 * w) * (velocity[3 * i + k] + driven[k]);
      w = (w + weightStep) % 1;
      out[o] += (0.5 + 0.5 * w) * (angularVelocity[3 * i + k] + driven[3 + k]);
    }
  }
}

/** Acceleration and angular acceleration of a driven body. */
const driven = new Float64Array(6);

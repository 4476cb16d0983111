/** Loads that depend on time: whether an island has any, and how hard they push it. */

import type { Coordinates } from "../../constrain/index.js";
import type { Force } from "../../particles/index.js";
import type { BodyForce } from "../../rigid/index.js";
import type { IslandParts } from "../model/index.js";
import type { IslandModel } from "./island-model.js";

/** Whether forces on an island may change, though nothing moves. */
export function isDrivenByForces({ separable, bound, jointForces }: IslandParts): boolean {
  return mayChange(separable) || mayChange(bound) || jointForces.length > 0;
}

/** Whether a force may change by itself. */
function mayChange(forces: readonly BodyForce[]): boolean {
  for (let k = 0; k < forces.length; k++) if (forces[k].changes !== false) return true;
  return false;
}

/** Whether what moves an island may change by the clock: forces, motors, things that follow paths. */
export function isDrivenByClock({ parts, system, particleCount, coordinates }: IslandModel): boolean {
  if (isDrivenByForces(parts) || system.kinematics.count > 0) return true;
  if (parts.joints.some(({ changes }) => changes === true) || coordinates.some(hasClock)) return true;
  // of forces on particles those with a potential depend on places, and those that only take energy away on velocities
  const isGiven = ({ energy, dissipates }: Force) => energy === undefined && dissipates !== true;
  return particleCount > 0 && system.particles.forces.some(isGiven);
}

/** Whether the last coordinate is a clock: no force moves it. */
function hasClock(thing: Coordinates): boolean {
  const last = new Float64Array(thing.width);
  last[thing.width - 1] = 1;
  thing.multiplyInverse(last, 0);
  return last[thing.width - 1] === 0;
}

/** An island, and which of its bodies that do not answer to forces drive it. */
interface DrivenIsland extends IslandModel {
  readonly isDriver: Uint8Array;
}

/** Weights: parts of golden ratios differ for all, and no sum of a few is zero. Between 1/2 and 1. */
const ratio = 0.6180339887498949;

/** Writes Σ w·F and τ of what is in the accumulators to out[o]: of what is heavier than 10 kg a part, as of its errors. */
export function measurePush(out: Float64Array, o: number, island: DrivenIsland): void {
  const { system, bodies, movingCount, particleCount, coordinates } = island;
  const { force, torque, mass, particles } = system;
  let sum = 0;
  let w = 0;
  for (let b = 0; b < movingCount; b++) {
    const i = bodies[b];
    const scale = 1 / Math.max(1, 0.1 * mass[i]);
    for (let k = 0; k < 3; k++) {
      w = (w + ratio) % 1;
      sum += (0.5 + 0.5 * w) * scale * force[3 * i + k];
      w = (w + ratio) % 1;
      sum += (0.5 + 0.5 * w) * scale * torque[3 * i + k];
    }
  }
  for (let k = 0; k < 3 * particleCount; k++) {
    w = (w + ratio) % 1;
    sum += (0.5 + 0.5 * w) * particles.force[k];
  }
  for (let g = 0; g < coordinates.length; g++) {
    for (let k = 0; k < coordinates[g].width; k++) {
      w = (w + ratio) % 1;
      sum += (0.5 + 0.5 * w) * coordinates[g].force[k];
    }
  }
  out[o] = sum;
  if (system.kinematics.count > 0) addDriven(out, o, island);
}

/** Adds to out[o] how what is driven, and touched or joined, moves, with weights of its own. */
function addDriven(
  out: Float64Array,
  o: number,
  { system, bodies, movingCount, bodyCount, isDriver }: DrivenIsland,
): void {
  const { kinematics, velocity, angularVelocity } = system;
  let w = 0;
  for (let b = movingCount; b < bodyCount; b++) {
    const i = bodies[b];
    if (isDriver[b] === 0) continue;
    kinematics.readAcceleration(driven, 0, i);
    kinematics.readAngularAcceleration(driven, 3, i);
    for (let k = 0; k < 3; k++) {
      w = (w + ratio) % 1;
      out[o] += (0.5 + 0.5 * w) * (velocity[3 * i + k] + driven[k]);
      w = (w + ratio) % 1;
      out[o] += (0.5 + 0.5 * w) * (angularVelocity[3 * i + k] + driven[3 + k]);
    }
  }
}

const driven = new Float64Array(6);

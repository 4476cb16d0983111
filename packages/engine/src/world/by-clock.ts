/**
 * What may change by the clock, though nothing moves: pushes that are given as functions of time, motors, things that follow
 * paths. No error of a step tells how fast that changes what is held, or stands still. So it is looked at more often, and one
 * more number is integrated beside the state, as if all were free:
 *
 *   steps              1/64 s at most
 *   push               ∫ Σ w·F dt of the forces given, each with a weight of its own: its error is one of the step
 *   held contacts      every 1/256 s: whether they still press, and stick
 */
import type { Force } from "../particles/index.js";
import type { BodyForce } from "../rigid/index.js";
import type { Island } from "./island.js";
import type { IslandParts } from "./island-parts.js";

/** The longest step where something may change by the clock, s. */
export const longestStep = 1 / 64;
/** Between two looks at what is held, s. */
const glance = 1 / 256;

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
export function isDrivenByClock({ parts, system, particleCount }: Island): boolean {
  if (isDrivenByForces(parts) || system.kinematics.count > 0) return true;
  if (parts.joints.some(({ changes }) => changes === true)) return true;
  // of forces on particles those with a potential depend on places, and those that only take energy away on velocities
  const isGiven = ({ energy, dissipates }: Force) => energy === undefined && dissipates !== true;
  return particleCount > 0 && system.particles.forces.some(isGiven);
}

/** Weights: parts of golden ratios differ for all, and no sum of a few is zero. Between 1/2 and 1. */
const ratio = 0.6180339887498949;

/** Writes Σ w·F and τ of what is in the accumulators to out[o]: of what is heavier than 10 kg a part, as of its errors. */
export function measurePush(out: Float64Array, o: number, island: Island): void {
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
}

/** How many parts of a step of an island are looked at, one by one. */
export function countGlances(isByClock: boolean, from: number, to: number): number {
  return isByClock ? Math.ceil((to - from) / glance) : 1;
}

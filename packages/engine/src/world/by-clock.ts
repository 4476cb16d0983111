/**
 * What may change by the clock, though nothing moves: pushes that are given as functions of time, motors, things that follow
 * paths. No error of a step tells how fast that changes what is held, or stands still. So
 *
 *   push     ∫ Σ w·F dt of the forces given, each with a weight of its own, is integrated beside the state, as if all were
 *            free: its error is one of the step
 *   looks    within a long step, every 1/256 s: if what is given changes, the step is 1/64 s at most, and contacts that are
 *            held are looked at as often
 */
import { Control, type Stepper } from "../ode/index.js";
import type { Force } from "../particles/index.js";
import type { BodyForce } from "../rigid/index.js";
import type { Island } from "./island.js";
import type { IslandParts } from "./island-parts.js";
import type { WorldSettings } from "./settings.js";

/** The longest step where something changes by the clock, s. */
const longestStep = 1 / 64;
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

/** Adds to out[o] how what is driven moves, with weights of its own. */
function addDriven(out: Float64Array, o: number, { system, bodies, movingCount, bodyCount }: Island): void {
  const { kinematics, velocity, angularVelocity } = system;
  let w = 0;
  for (let b = movingCount; b < bodyCount && kinematics.count > 0; b++) {
    const i = bodies[b];
    if (!kinematics.isDriven(i)) continue;
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

/** Looks at the steps of an island. */
export class Clock {
  private readonly island: Island;
  /** Whether there is a motor that may change: it is not looked at. */
  private readonly hasMotors: boolean;
  /** What is given at the beginning of a step, and later. */
  private readonly given = new Float64Array(2);
  private readonly place: Float64Array;
  /** Whether nothing that is given has changed within the last step. */
  private isQuiet = false;

  /** The longest step that is asked for, s. */
  private readonly longest: Float64Array;

  constructor(island: Island, { step }: WorldSettings) {
    this.island = island;
    this.longest = Float64Array.of(step);
    this.hasMotors = island.parts.joints.some(({ changes }) => changes === true);
    this.place = new Float64Array(island.dimension + 1);
  }

  /** Things may have changed: steps are short until it is seen that nothing does. */
  reset({ control, adaptive }: Stepper): void {
    if (!this.island.isByClock || !adaptive) return;
    this.isQuiet = false;
    control[Control.maxStep] = Math.min(this.longest[0], longestStep);
  }

  /** Whether something has changed within the step just taken that is too long for it: the next is to be one anew, as short. */
  isPassedOver(stepper: Stepper): boolean {
    const { island } = this;
    if (!island.isByClock || !stepper.adaptive) return false;
    const { control, state, previous } = stepper;
    const n = island.dimension;
    const h = state[n] - previous[n];
    this.isQuiet = h > glance && !this.hasMotors && !this.hasChanged(stepper);
    control[Control.maxStep] = this.isQuiet ? this.longest[0] : Math.min(this.longest[0], longestStep);
    if (this.isQuiet || h <= 1.01 * longestStep) return false;
    control[Control.step] = longestStep;
    return true;
  }

  private hasChanged(stepper: Stepper): boolean {
    const { island, given, place } = this;
    const { state, previous } = stepper;
    const n = island.dimension;
    const looks = Math.ceil((state[n] - previous[n]) / glance);
    let isSame = true;
    for (let look = 0; look <= looks && isSame; look++) {
      place[n] = look === looks ? state[n] : previous[n] + (look / looks) * (state[n] - previous[n]);
      stepper.interpolate(place);
      this.measure(place, look === 0 ? 0 : 1);
      isSame = look === 0 || given[1] === given[0];
    }
    island.setState(state);
    return !isSame;
  }

  private measure(place: Float64Array, o: number): void {
    const { island, given } = this;
    island.setState(place);
    island.applyForces();
    measurePush(given, o, island);
    addDriven(given, o, island);
  }

  /** In how many parts the step just taken is looked at, where contacts are held. */
  countGlances(stepper: Stepper): number {
    if (!this.island.isByClock || this.isQuiet) return 1;
    const n = this.island.dimension;
    return Math.ceil((stepper.state[n] - stepper.previous[n]) / glance);
  }
}

/**
 * Numbers that are too large to compute with. Where a world is built or changed by hand they are refused; where they arise during
 * a run, it ends, and the report names the body and the number before anything is computed from it.
 */

import type { Mechanism } from "../../constrain/index.js";
import {
  fail,
  Least,
  Most,
  magnitudeCure,
  RigorError,
  requireMagnitude,
  requireMassRange,
  showSize,
} from "../../math/index.js";
import type { ParticleOptions } from "../../particles/index.js";
import { Answer, bodySize, type RigidSystem, Slot } from "../../rigid/index.js";
import type { WorldBodyOptions } from "./body-options.js";

/** Throws unless the numbers of a body are within the range of the engine; `trial` holds that body alone. */
export function requireBodyMagnitudes(path: string, options: WorldBodyOptions, trial: RigidSystem): void {
  requireMotionMagnitudes(path, options);
  const { friction = 0, staticFriction = 0, surfaceVelocity } = options;
  requireMagnitude(`${path}.friction`, friction, Most.friction, "");
  requireMagnitude(`${path}.staticFriction`, staticFriction, Most.friction, "");
  requireMagnitude(`${path}.surfaceVelocity`, surfaceVelocity, Most.speed, "m/s");
  if (trial.answers[0] === Answer.none) return;
  requireMassRange(`${path}.mass`, trial.mass[0]);
  for (const moment of trial.moments.subarray(0, 3)) {
    if (moment >= Least.moment && moment <= Most.moment) continue;
    const must = `must have moments of inertia from ${Least.moment} to ${showSize(Most.moment, "kg·m²")}`;
    fail("out-of-range", `${path}.mass`, must, moment, magnitudeCure);
  }
}

/** Throws unless the numbers of a particle are within the range of the engine. */
export function requireParticleMagnitudes(path: string, options: ParticleOptions): void {
  requireMotionMagnitudes(path, options);
  if (typeof options.mass === "number" && options.mass > 0) requireMassRange(`${path}.mass`, options.mass);
}

/** Throws unless a position and velocities are within the range of the engine. */
export function requireMotionMagnitudes(
  path: string,
  motion: {
    readonly position?: ArrayLike<number> | undefined;
    readonly velocity?: ArrayLike<number> | undefined;
    readonly angularVelocity?: ArrayLike<number> | undefined;
  },
): void {
  const before = path === "" ? "" : `${path}.`;
  requireMagnitude(`${before}position`, motion.position, Most.number, "m");
  requireMagnitude(`${before}velocity`, motion.velocity, Most.speed, "m/s");
  requireMagnitude(`${before}angularVelocity`, motion.angularVelocity, Most.speed, "rad/s");
}

/** Returns a sentence that names the first number of a mechanism beyond the range of the engine, or null. */
export function describeTooLarge({ system, own, coordinates, ownStart }: Mechanism): string | null {
  const { count, names, state, velocity, angularVelocity, particles } = system;
  for (let i = 0; i < count; i++) {
    if (names[i] < 0) continue;
    const fault =
      findLarge(`body ${names[i]} moves at`, velocity, 3 * i, Most.speed, "m/s") ??
      findLarge(`body ${names[i]} turns at`, angularVelocity, 3 * i, Most.speed, "rad/s") ??
      findLarge(`body ${names[i]} is at`, state, bodySize * i + Slot.x, Most.number, "m");
    if (fault !== null) return `${fault}, at t = ${system.time}`;
  }
  for (let j = 0; j < particles.count; j++) {
    const fault =
      findLarge(`particle ${j} moves at`, particles.state, 6 * j + 3, Most.speed, "m/s") ??
      findLarge(`particle ${j} is at`, particles.state, 6 * j, Most.number, "m");
    if (fault !== null) return `${fault}, at t = ${system.time}`;
  }
  for (let g = 0; g < coordinates.length; g++) {
    for (let k = ownStart[g]; k < ownStart[g + 1]; k++) {
      if (Math.abs(own[k]) <= Most.number) continue;
      return `a coordinate of "${coordinates[g].name}" is ${own[k]}, at t = ${system.time}: ${tooLarge}`;
    }
  }
  return null;
}

/** Bodies and particles of an island. */
interface MovingNodes {
  readonly system: RigidSystem;
  /** Rows of the bodies in the system, the moving ones first. */
  readonly bodies: Int32Array;
  readonly movingCount: number;
  readonly particleCount: number;
}

/**
 * Returns a sentence that names the first body or particle whose speed at a state of an island is beyond the range of the engine,
 * or null: event location up to such a state would not terminate. Generalized coordinates are checked at the end of a window.
 */
export function describeTooFast(
  { system, bodies, movingCount, particleCount }: MovingNodes,
  state: Float64Array,
): string | null {
  const { inverseMass, inverseMoments, names } = system;
  for (let b = 0; b < movingCount; b++) {
    const i = bodies[b];
    // the least angular velocity that its angular momentum allows
    const least = Math.min(inverseMoments[3 * i], inverseMoments[3 * i + 1], inverseMoments[3 * i + 2]);
    for (let k = 0; k < 3; k++) {
      const v = inverseMass[i] * state[bodySize * b + Slot.P + k];
      const w = least * state[bodySize * b + Slot.L + k];
      if (Math.abs(v) <= Most.speed && Math.abs(w) <= Most.speed) continue;
      const [how, size, unit] = Math.abs(v) <= Most.speed ? ["turns", w, "rad/s"] : ["moves", v, "m/s"];
      return `body ${names[i]} ${how} at ${size} ${unit}: ${tooFast(unit)}, at t = ${state[state.length - 1]}: ${look}`;
    }
  }
  for (let j = 0; j < particleCount; j++) {
    for (let k = 3; k < 6; k++) {
      const v = state[bodySize * movingCount + 6 * j + k];
      if (!(Math.abs(v) <= Most.speed))
        return `particle ${j} moves at ${v} m/s: ${tooFast("m/s")}, at t = ${state[state.length - 1]}: ${look}`;
    }
  }
  return null;
}

const look = "look for a force that is too large, or a mass that is too small";

/** Returns the reason why a speed ends a run. */
function tooFast(unit: string): string {
  return `numbers above ${showSize(Most.speed, unit)} cannot be computed with`;
}

const tooLarge = `numbers above ${showSize(Most.number, "")} cannot be computed with`;

/** Returns a sentence for the first of three numbers beyond a bound, or null. */
function findLarge(what: string, values: Float64Array, o: number, most: number, unit: string): string | null {
  for (let k = o; k < o + 3; k++) {
    if (Math.abs(values[k]) <= most) continue;
    return `${what} ${values[k]} ${unit}: numbers above ${showSize(most, unit)} cannot be computed with`;
  }
  return null;
}

/** Returns whether an internal error is the overflow of a number, and no fault of the functions of the user. */
export function isOverflow(error: unknown): boolean {
  return (
    error instanceof RigorError &&
    error.faults.some(({ value }) => {
      const values: unknown[] =
        Array.isArray(value) || ArrayBuffer.isView(value) ? Array.from(value as never) : [value];
      return values.some((each) => typeof each === "number" && !Number.isFinite(each));
    })
  );
}

/** Returns the sentence for an overflow: it names the number itself if the state shows it, and otherwise the error. */
export function describeOverflow(mechanism: Mechanism, error: unknown): string {
  const large = describeTooLarge(mechanism);
  if (large !== null) return large;
  const { message } = error as RigorError;
  return `numbers have left what a double can hold, at t = ${mechanism.time} (${message}): look for a force or a mass that is too large`;
}

/**
 * A scene of bodies and particles held together by constraints: builds a mechanism, and checks it against exact values at any
 * time, with the exact value beside what was found. Tests, benchmarks, the command line and the docs all run the same
 * scenes.
 */
import type { Constraint, Mechanism } from "@rigor/engine/constrain";
import { cos, sin } from "@rigor/engine/math";
import { dopri5, integrate } from "@rigor/engine/ode";
import type { RigidSystem } from "@rigor/engine/rigid";
import type { Check } from "../particles/particle-scene.js";

export interface MechanismScene {
  /** Kebab-case. */
  readonly name: string;
  /** One line. */
  readonly summary: string;
  /** The usual duration, s. */
  readonly duration: number;
  /** The absolute tolerance for a relative one of 1, where the numbers of the state are small. Default 1. */
  readonly scale?: number;
  /** The times of known states, s; at others `check` says what holds of them all. Default none. */
  readonly times?: readonly number[];
  build(): MechanismModel;
}

export interface MechanismModel {
  readonly mechanism: Mechanism;
  /** The checks of the mechanism at its present time. */
  check(): Check[];
}

/** Builds a scene and runs it to the end of its duration. Throws if it does not get there. */
export function runMechanismScene(scene: MechanismScene, tolerance: number): MechanismModel {
  const model = scene.build();
  const { duration, scale = 1 } = scene;
  const stepper = dopri5(model.mechanism, { relative: tolerance, absolute: scale * tolerance });
  const { status, message } = integrate(stepper, duration);
  if (status !== "done") throw new Error(`scene ${scene.name}: ${message}`);
  return model;
}

/** Force and torque of a constraint on its first end, at the state. */
export function findReaction(mechanism: Mechanism, constraint: Constraint): Float64Array {
  mechanism.derivative(new Float64Array(mechanism.dimension));
  const out = new Float64Array(6);
  mechanism.readReaction(out, 0, constraint);
  return out;
}

/** A uniform thin bar in the x–y plane that begins at a point, at an angle from +x. Returns the body. */
export function addBar(
  system: RigidSystem,
  mass: number,
  length: number,
  [x, y]: readonly number[],
  angle: number,
): number {
  const I = (mass * length * length) / 12;
  const position = [x + 0.5 * length * cos(angle), y + 0.5 * length * sin(angle), 0];
  return system.addBody({ mass, inertia: [I, I, I], position, rotation: turnAbout([0, 0, 1], angle) });
}

/** The rotation about an axis of length 1. */
export function turnAbout(axis: readonly number[], angle: number): number[] {
  return [...axis.map((x) => x * sin(0.5 * angle)), cos(0.5 * angle)];
}

/**
 * A rigid-body scene: builds a system, and says what must hold of it at any time, with the exact value beside what was
 * found. Tests, benchmarks, the command line and the docs all run the same scenes.
 */
import { quat } from "@rigor/engine/math";
import { dopri5, integrate } from "@rigor/engine/ode";
import { bodySize, type RigidSystem, Slot } from "@rigor/engine/rigid";
import type { Check } from "../particles/particle-scene.js";

export interface RigidScene {
  /** Kebab-case. */
  readonly name: string;
  /** One line. */
  readonly summary: string;
  /** The usual duration, s. */
  readonly duration: number;
  /** Known states of body 0, good to 1e-15, if there are. */
  readonly rows?: readonly RigidRow[];
  build(): RigidSystem;
  /** The checks of the system at its present time. */
  check(system: RigidSystem): Check[];
}

/** A reference state of a body at one time. */
export interface RigidRow {
  readonly t: number;
  /** [x, y, z, w]; its negative is the same rotation. */
  readonly rotation?: readonly number[];
  /** ω in the body's axes, rad/s. */
  readonly omegaBody?: readonly number[];
  /** ω in world axes, rad/s. */
  readonly omegaWorld?: readonly number[];
}

/** Builds a scene and runs it to the end of its duration. Throws if it does not get there. */
export function runRigidScene(scene: RigidScene, tolerance: number): RigidSystem {
  const system = scene.build();
  const { status, message } = integrate(dopri5(system, { tolerance }), scene.duration);
  if (status !== "done") throw new Error(`scene ${scene.name}: ${message}`);
  return system;
}

/** Three checks, "of x", "of y" and "of z". */
export function checkVector(what: string, exact: ArrayLike<number>, got: ArrayLike<number>, o = 0): Check[] {
  return [0, 1, 2].map((c) => ({ what: `${what} ${"xyz"[c]}`, exact: exact[c], got: got[o + c] }));
}

/** The rotation of body i, in the user's frame, against a known one. */
export function checkRotation(system: RigidSystem, i: number, exact: ArrayLike<number>): Check[] {
  const { rotation } = system.getPose(i);
  const sign = rotation.reduce((sum, value, c) => sum + value * exact[c], 0) < 0 ? -1 : 1;
  return rotation.map((value, c) => ({ what: `rotation ${"xyzw"[c]}`, exact: exact[c], got: sign * value }));
}

/** ω of body i in its own axes. */
export function readOmegaBody({ state, angularVelocity }: RigidSystem, i: number): Float64Array {
  const omega = new Float64Array(3);
  quat.rotateVectorInverse(omega, 0, state, bodySize * i + Slot.q, angularVelocity, 3 * i);
  return omega;
}

/** The checks of body 0 against the row of the present time; none without such a row. */
export function checkRow(system: RigidSystem, rows: readonly RigidRow[]): Check[] {
  const row = rows.find(({ t }) => t === system.time);
  if (row === undefined) return [];
  return [
    ...(row.rotation === undefined ? [] : checkRotation(system, 0, row.rotation)),
    ...(row.omegaBody === undefined ? [] : checkVector("ω", row.omegaBody, readOmegaBody(system, 0))),
    ...(row.omegaWorld === undefined ? [] : checkVector("ω", row.omegaWorld, system.angularVelocity)),
  ];
}

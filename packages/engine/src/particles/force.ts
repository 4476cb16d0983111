/**
 * Forces are objects: each has access to any or all particles and knows how to add its own force into their
 * accumulators. The system keeps a list of them and calls each in turn; it never looks inside.
 *
 * A custom force is a few lines:
 *
 *   system.addForce({
 *     name: "tether",
 *     apply({ state, force, count }) {
 *       for (let i = 0; i < count; i++) force[3 * i] -= 2 * state[6 * i];
 *     },
 *   });
 *
 * Follows: Particle System Dynamics, section 4.
 */
import type { BlockMatrix } from "../linalg/index.js";
import { fail } from "../math/index.js";
import type { ParticleSystem } from "./system.js";

export interface Force {
  /** Said in reports: "gravity", "springs", … */
  readonly name: string;
  /** Adds this force into `system.force`. Reads positions and velocities from `system.state`. */
  apply(system: ParticleSystem): void;
  /** The potential energy at the current state, J, if the force (or a part of it) is conservative. */
  energy?(system: ParticleSystem): number;
  /** Writes the power that it takes away, W, into out[o]: of a force with a potential and a damper. */
  writeLoss?(out: Float64Array, o: number, system: ParticleSystem): void;
  /** The numbers that it was made with, for whoever writes it down: see `describeWorld`. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  /** Whether it only ever takes energy away. Default false. */
  readonly dissipates?: boolean;
  /**
   * For implicit methods: adds the 3×3 blocks that `linearise` fills. The diagonal blocks exist: block i of K and of D
   * stands at particle i.
   */
  addBlocks?(system: ParticleSystem, K: BlockMatrix, D: BlockMatrix): void;
  /** Adds ∂f/∂x into K and ∂f/∂v into D, both kept symmetric and negative semidefinite. */
  linearise?(system: ParticleSystem, K: BlockMatrix, D: BlockMatrix): void;
  /**
   * The particles that a force without `linearise` acts on and depends on: implicit methods then difference it. A force
   * that gives neither is taken at the start of the step (explicitly).
   */
  readonly particles?: ArrayLike<number>;
  /** The particles that a force acts on, if not on all: checked when it is added. */
  readonly on?: ArrayLike<number>;
}

/** Which particles a force acts on: a list of indices, or all there are, those added later included. */
export type Selection = ArrayLike<number> | "all";

/** The indices of a selection as an array, or null for all. */
export function resolveSelection(path: string, on: Selection | undefined): Int32Array | null {
  if (on === undefined || on === "all") return null;
  const cure = 'give a list of particles, or "all"';
  if (typeof on !== "object" || on === null || typeof on.length !== "number") {
    fail("not-a-list", path, "must be a list of different particles", on, cure);
  }
  const list = Array.from(on);
  if (!list.every(Number.isInteger) || new Set(list).size !== list.length) {
    fail("not-a-list", path, "must be a list of different particles", list, cure);
  }
  return Int32Array.from(list);
}

/**
 * Forces are objects: each has access to any or all particles and adds its own force into their accumulators. The system keeps a
 * list of forces and applies each in turn, whatever its law.
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
import type { BlockMatrix } from "../../linalg/index.js";
import { fail } from "../../math/index.js";

/** The arrays of a particle system, as forces read and write them. */
export interface ParticleTable {
  /** Number of particles n. */
  readonly count: number;
  /** Masses, kg: n entries; 0 for a particle that something else carries. */
  readonly mass: Float64Array;
  /** Inverse masses, 1/kg: n entries; 0 for a particle that forces do not move. */
  readonly inverseMass: Float64Array;
  /** Positions and velocities of particle i at 6i and 6i + 3, m and m/s, and the clock, s, at 6n. */
  readonly state: Float64Array;
  /** Force accumulators, N: 3n entries. */
  readonly force: Float64Array;
  /** The clock, s. */
  readonly time: number;
  /** The particles that nothing carries, on which a force on "all" acts; null if that is every particle. */
  readonly uncarried: Int32Array | null;
}

/** A force on particles. */
export interface Force {
  /** Name in reports: "gravity", "springs", … */
  readonly name: string;
  /** Adds this force into `system.force`. Reads positions and velocities from `system.state`. */
  apply(system: ParticleTable): void;
  /** Returns the potential energy at the present state, J, of a force that is conservative or has a conservative part. */
  energy?(system: ParticleTable): number;
  /** Writes the dissipated power, W, into out[o]: of a force with a potential and a damper. */
  writeLoss?(out: Float64Array, o: number, system: ParticleTable): void;
  /** The parameters of the force, for its description in a file: see `describeWorld`. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  /** Whether the force dissipates energy and never supplies any. Default false. */
  readonly dissipates?: boolean;
  /**
   * Adds the 3×3 blocks that `linearise` fills, for implicit methods. The diagonal blocks exist: block i of K and of D
   * belongs to particle i.
   */
  addBlocks?(system: ParticleTable, K: BlockMatrix, D: BlockMatrix): void;
  /** Adds ∂f/∂x into K and ∂f/∂v into D, both kept symmetric and negative semidefinite. */
  linearise?(system: ParticleTable, K: BlockMatrix, D: BlockMatrix): void;
  /**
   * The particles that a force without `linearise` acts on and depends on: implicit methods then difference it. A force
   * with neither is explicit: it keeps its value from the start of the step.
   */
  readonly particles?: ArrayLike<number>;
  /** The particles that a force acts on, if not on all; checked when the force is added. */
  readonly on?: ArrayLike<number>;
}

/** Selection of the particles that a force acts on: a list of indices, or all of them, those added later included. */
export type Selection = ArrayLike<number> | "all";

/** Returns the indices of a selection, or null for all particles; throws unless it is a list of different indices. */
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

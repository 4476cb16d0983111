/**
 * Forces on bodies are objects, like forces on particles: each adds into the accumulators F and τ of the bodies it acts
 * on, and may act on the particles of the system as well.
 *
 *   system.addForce({
 *     name: "thruster",
 *     apply(system) {
 *       addBodyForceAtBodyPoint(system, 0, push, 0, nozzle, 0);
 *     },
 *   });
 *
 * Follows: Particle System Dynamics, section 4; Rigid Body Simulation, section 2.7.
 */
import { fail } from "../../math/index.js";
import type { ParticleSystem } from "../../particles/index.js";
import type { BodyArrays } from "./body-arrays.js";
import type { Kinematics } from "./kinematics.js";

/** Position and rotation of a frame, as plain numbers. */
export interface Pose {
  /** Position of the origin, m. */
  readonly position: readonly [number, number, number];
  /** Rotation as a unit quaternion, [x, y, z, w]. */
  readonly rotation: readonly [number, number, number, number];
}

/** A rigid system as forces see it: its arrays, its state, and the pose of each body. */
export interface BodySystem extends BodyArrays {
  /** States of the bodies (13 numbers each), of the particles (6 each) and the clock. */
  readonly state: Float64Array;
  /** The clock, s. */
  readonly time: number;
  /** The particles of the system. */
  readonly particles: ParticleSystem;
  /** The bodies on paths. */
  readonly kinematics: Kinematics;
  /** Returns the row of a body in the arrays; throws, naming `path`, unless `i` is a body of this system. */
  requireBody(path: string, i: number): number;
  /** Returns whether there is a body in row i. */
  hasBody(i: number): boolean;
  /** Makes the derived quantities of the body in row i agree with its state. */
  deriveBody(i: number): void;
  /** Writes the pose of body i in the user's frame: position in `out[o … o+2]`, rotation in `out[o+3 … o+6]`. */
  readPose(out: Float64Array, o: number, i: number): void;
  /** Returns the pose of body i in the user's frame. */
  getPose(i: number): Pose;
  /** Transforms a point of body i from the user's frame to the body frame. */
  toBodyPoint(i: number, point: ArrayLike<number>): Float64Array;
}

/** A force on bodies. */
export interface BodyForce {
  /** Name in reports: "gravity", "damping", … */
  readonly name: string;
  /** Adds this force into `system.force` and `system.torque`, and its part on particles into `system.particles.force`. */
  apply(system: BodySystem): void;
  /**
   * Adds this force to the first `count` bodies of a list and, where `onParticles`, to all particles: for a force that acts on
   * each body by itself. A force without this method joins the bodies in `on`, or all of them, into one island.
   */
  applyTo?(system: BodySystem, list: Int32Array, count: number, onParticles: boolean): void;
  /** Parameters of the force, for its description in a file: see `describeWorld`. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  /** Whether the force dissipates energy and never supplies any: its work then counts as dissipation. Default false. */
  readonly dissipates?: boolean;
  /** Whether the force changes with the clock, so that it may move bodies at rest at a later time. Default true. */
  readonly changes?: boolean;
  /** Returns the potential energy at the present state, J, of a force that is conservative or has a conservative part. */
  energy?(system: BodySystem): number;
  /** The bodies that a force acts on, if not on all; checked when the force is added. */
  readonly on?: ArrayLike<number>;
  /**
   * The bodies whose motions the force couples; none if it acts on each by itself. Only `rigidPattern` reads it.
   */
  readonly couples?: ArrayLike<number>;
}

/** Throws unless `force` is a force on bodies. */
export function requireBodyForce(force: BodyForce): void {
  if (typeof force !== "object" || typeof force?.apply !== "function" || typeof force.name !== "string") {
    const cure = 'write { name: "push", apply(system) { … } }';
    fail("not-a-force", "force", "must be an object with a name and a method apply(system)", force, cure);
  }
  if (!("linearise" in force || "addBlocks" in force)) return;
  const cure =
    'add it to the particles, system.particles.addForce: there it acts on anchors that it names, "all" passes them by';
  fail("not-a-force", "force", "must be a force on bodies", force.name, cure);
}

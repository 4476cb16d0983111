/**
 * Forces on bodies are objects, as those on particles are: each adds into the accumulators F and τ of the bodies it acts
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
import { fail } from "../math/index.js";
import type { RigidSystem } from "./system.js";

export interface BodyForce {
  /** Said in reports: "gravity", "damping", … */
  readonly name: string;
  /** Adds this force into `system.force` and `system.torque`, and what acts on particles into `system.particles.force`. */
  apply(system: RigidSystem): void;
  /**
   * The same for the first `count` bodies of a list and, where `onParticles`, for all particles: of a force that acts on
   * each by itself. A force without this binds the bodies in `on`, or all there are, into one island.
   */
  applyTo?(system: RigidSystem, list: Int32Array, count: number, onParticles: boolean): void;
  /** The numbers that it was made with, for whoever writes it down: see `describeWorld`. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  /** Whether it only ever takes energy away: what it does is then booked as dissipated, else as work. Default false. */
  readonly dissipates?: boolean;
  /** Whether it may push what stands still at a later time, though nothing moves: it changes with the clock. Default true. */
  readonly changes?: boolean;
  /** The potential energy at the current state, J, if the force (or a part of it) is conservative. */
  energy?(system: RigidSystem): number;
  /** The bodies that a force acts on, if not on all: checked when it is added. */
  readonly on?: ArrayLike<number>;
  /**
   * The bodies whose motions it makes depend on one another; none if it acts on each by itself. Only `rigidPattern` asks.
   */
  readonly couples?: ArrayLike<number>;
}

/** Throws unless `force` is one, and for bodies. */
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

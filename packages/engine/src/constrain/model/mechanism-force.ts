/** Forces on a mechanism, as its user or another module adds them. */
import type { Memory } from "./constraint.js";
import type { JointCoordinate } from "./joint-coordinate.js";
import type { MechanismState } from "./mechanism-state.js";

/** A force that acts along coordinates of joints, or on generalized bodies. */
export interface MechanismForce {
  /** Name for reports: "motor", "joint spring", … */
  readonly name: string;
  /** The coordinate that the force acts along, if that is one: checked when the force is added. */
  readonly coordinate?: JointCoordinate;
  /** Adds into the accumulators: `system.force`, `system.torque`, `system.particles.force`, `force` of coordinates. */
  apply(mechanism: MechanismState): void;
  /** Potential energy at the state, J, if the force (or a part of it) is conservative. */
  energy?(mechanism: MechanismState): number;
  /** Writes the dissipated power, W, into `out[o]`: of a force with a potential and a damper. */
  writeLoss?(out: Float64Array, o: number, mechanism: MechanismState): void;
  /** Called when a step has ended: see `Constraint.finishStep`. */
  finishStep?(): void;
  /** Numbers that are remembered from step to step: see `Constraint.memory`. */
  readonly memory?: Memory;
}

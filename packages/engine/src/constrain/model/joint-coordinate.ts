/**
 * A scalar of a mechanism: the angle of a hinge, the travel of a slider, the length of a rope. Motors, limits, springs and
 * everything else that acts along one number are written once, for coordinates of any kind.
 */
import type { ConstraintRows, Memory } from "./constraint.js";
import type { End } from "./end.js";

/** A scalar coordinate of a mechanism. */
export interface JointCoordinate {
  /** Name for reports: "angle of hinge". */
  readonly name: string;
  /** Kind of the coordinate: an "angle", rad, along which torques act, or a "length", m, along which forces act. */
  readonly kind: "angle" | "length";
  readonly ends: readonly End[];
  /**
   * Writes the scalar s into row k of constraint c, whose ends are those above: s as value, s̈ less J q̈ as γ, and J. An
   * angle is counted on from the last finished step, beyond full turns.
   */
  evaluate(table: ConstraintRows, c: number, k: number): void;
  /** Called when a step has ended: an angle then stores its turns. */
  finishStep?(): void;
  /** Numbers that are remembered from step to step: see `Constraint.memory`. */
  readonly memory?: Memory;
}

/**
 * A scalar of a mechanism: the angle of a hinge, the way of a slider, the length of a rope. Motors, limits, springs and
 * whatever else acts along one number are written once, for coordinates of any kind.
 */
import type { Memory } from "./constraint.js";
import type { End } from "./end.js";
import type { RowTable } from "./row-table.js";

export interface JointCoordinate {
  /** Said in reports: "angle of hinge". */
  readonly name: string;
  /** "angle": rad, and what acts along it is a torque; "length": m, and a force. */
  readonly kind: "angle" | "length";
  readonly ends: readonly End[];
  /**
   * Writes the scalar s into row k of constraint c, whose ends are those above: s as value, s̈ less J q̈ as γ, and J. An
   * angle is counted on from the last finished step, beyond full turns.
   */
  evaluate(table: RowTable, c: number, k: number): void;
  /** Called when a step has ended: an angle then remembers its turns. */
  finishStep?(): void;
  /** See `Constraint`. */
  readonly memory?: Memory;
}

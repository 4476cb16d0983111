/**
 * The relative rotation of A against B at a joint that leaves all rotations free: not a coordinate, as no three angles commute, but
 * a vector of rates, Ω = ω_A − ω_B, world axes. Friction of the joint acts against it (joint-friction.ts).
 *
 *   Ω̇ = J q̈ + α_A − α_B                                                                                        3 rows
 */
import { type Constraint, type End, EndSlot, type RowTable } from "../model/index.js";

/** The relative rotation of two ends. */
export class JointTurning {
  readonly name: string;
  readonly kind = "turning";
  readonly ends: readonly End[];

  constructor(name: string, a: End, b: End) {
    this.name = name;
    this.ends = [a, b];
  }

  /** Writes the rows of constraint c, whose ends are those above: γ and J. */
  evaluate(table: RowTable, c: number): void {
    const [a, b] = this.ends;
    const r = table.rowStart[c];
    for (let k = 0; k < 3; k++) {
      table.gamma[r + k] = a.at[EndSlot.angularAcceleration + k] - b.at[EndSlot.angularAcceleration + k];
      table.writeRow(c, 0, k, none, 0, unit, 3 * k);
      table.writeRow(c, 1, k, none, 0, minus, 3 * k);
    }
  }
}

/** A joint that leaves all rotations of its ends free; null where one of them has no axes. */
export interface TurningJoint extends Constraint {
  readonly turning: JointTurning | null;
}

const unit = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
const minus = unit.map((x) => -x);
const none = new Float64Array(3);

/**
 * A hinge: two things share a point and an axis, and one angle is free (a revolute joint).
 *
 *   C = p_A − p_B,   ẑ_A ∥ ẑ_B                                                                                 5 rows
 *
 * Follows: Constrained Dynamics, sections 3 and 4.3.
 */
import { requireFinite } from "../math/index.js";
import type { Constraint, ConstraintMaker, Memory } from "./constraint.js";
import type { End } from "./end.js";
import { JointAngle } from "./joint-angle.js";
import { writeCoincidence, writeParallel } from "./joint-rows.js";
import { createSides, type JointOptions, type JointSides, sideKeys } from "./joint-sides.js";
import type { Mechanism } from "./mechanism.js";
import { requireKnown } from "./require-known.js";
import type { RowTable } from "./row-table.js";

export interface HingeOptions extends JointOptions {
  /** What the angle is now, rad. Default 0. */
  readonly angle?: number;
}

/**
 * A hinge between two things, or one and the world:
 *
 *   const h = mechanism.add(hinge({ a: { body: 0 }, at: [0, 1, 0], axis: [0, 0, 1] }));
 *   h.angle.value
 */
export function hinge(options: HingeOptions): ConstraintMaker<Hinge> {
  return (mechanism, path) => {
    requireKnown(path, options, [...sideKeys, "angle"]);
    const { angle = 0 } = options;
    requireFinite(`${path}.angle`, angle);
    return new Hinge(mechanism, createSides(path, mechanism, options), angle);
  };
}

export class Hinge implements Constraint {
  readonly name = "hinge";
  readonly rows = 5;
  readonly ends: readonly End[];
  /** Of a against b, right-handed about the axis, counted on beyond full turns. */
  readonly angle: JointAngle;
  readonly sides: JointSides;

  constructor(mechanism: Mechanism, sides: JointSides, angle: number) {
    this.sides = sides;
    this.ends = [sides.a.end, sides.b.end];
    this.angle = new JointAngle("angle of hinge", mechanism, sides, "common axis", angle);
  }

  evaluate(table: RowTable, c: number): void {
    const { a, b } = this.sides;
    a.update();
    b.update();
    writeCoincidence(table, c, 0, a.end, b.end);
    writeParallel(table, c, 3, a, b);
  }

  finishStep(): void {
    this.angle.finishStep();
  }

  get memory(): Memory {
    return this.angle.memory;
  }
}

/**
 * A hinge: two things share a point and an axis, and one angle is free (a revolute joint).
 *
 *   C = p_A − p_B,   ẑ_A ∥ ẑ_B                                                                                 5 rows
 *
 * Follows: Constrained Dynamics, sections 3 and 4.3.
 */
import { requireFinite } from "../../math/index.js";
import {
  createSides,
  JointAngle,
  type JointOptions,
  type JointSides,
  sideKeys,
  writeCoincidence,
  writeParallel,
} from "../joint-coordinates/index.js";
import {
  type Constraint,
  type ConstraintMaker,
  type End,
  type MechanismState,
  type Memory,
  type RowTable,
  requireKnown,
} from "../model/index.js";

/** Options of a hinge. */
export interface HingeOptions extends JointOptions {
  /** Angle at the time of adding, rad. Default 0. */
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

/** A hinge. */
export class Hinge implements Constraint {
  readonly name = "hinge";
  readonly rows = 5;
  readonly ends: readonly End[];
  /** Angle of a against b, right-handed about the axis, counted on beyond full turns. */
  readonly angle: JointAngle;
  readonly sides: JointSides;

  constructor(mechanism: MechanismState, sides: JointSides, angle: number) {
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

/**
 * A cylindrical joint: a sleeve on a shaft, free to turn about an axis and to slide along it.
 *
 *   C = x̂_B·d, ŷ_B·d,   ẑ_A ∥ ẑ_B             d = p_A − p_B                                                    4 rows
 */
import { requireFinite } from "../math/index.js";
import type { Constraint, ConstraintMaker, Memory } from "./constraint.js";
import type { End } from "./end.js";
import { JointAngle } from "./joint-angle.js";
import { Side } from "./joint-frame.js";
import { writeParallel, writePlane } from "./joint-rows.js";
import { createSides, type JointOptions, type JointSides, sideKeys } from "./joint-sides.js";
import { JointTravel } from "./joint-travel.js";
import type { Mechanism } from "./mechanism.js";
import { requireKnown } from "./require-known.js";
import type { RowTable } from "./row-table.js";

export interface CylindricalOptions extends JointOptions {
  /** What the angle is now, rad. Default 0. */
  readonly angle?: number;
  /** What the travel is now, m. Default the distance of the points along the axis: 0 where `at` gives both. */
  readonly travel?: number;
}

export function cylindrical(options: CylindricalOptions): ConstraintMaker<Cylindrical> {
  return (mechanism, path) => {
    requireKnown(path, options, [...sideKeys, "angle", "travel"]);
    return createSleeve(path, mechanism, options, "cylindrical joint");
  };
}

/** The joint from options whose keys have been checked; `name` is said in reports. */
export function createSleeve(
  path: string,
  mechanism: Mechanism,
  options: CylindricalOptions,
  name: string,
): Cylindrical {
  const { angle = 0, travel } = options;
  requireFinite(`${path}.angle`, angle);
  if (travel !== undefined) requireFinite(`${path}.travel`, travel);
  return new Cylindrical(mechanism, createSides(path, mechanism, options), angle, travel, name);
}

export class Cylindrical implements Constraint {
  readonly name = "cylindrical";
  readonly rows = 4;
  readonly ends: readonly End[];
  /** Of a against b, right-handed about the axis, counted on beyond full turns. */
  readonly angle: JointAngle;
  /** Of a against b, along the axis. */
  readonly travel: JointTravel;
  readonly sides: JointSides;

  constructor(mechanism: Mechanism, sides: JointSides, angle: number, travel: number | undefined, name: string) {
    this.sides = sides;
    this.ends = [sides.a.end, sides.b.end];
    this.angle = new JointAngle(`angle of ${name}`, mechanism, sides, "common axis", angle);
    this.travel = new JointTravel(`travel of ${name}`, mechanism, sides.a.end, sides.b, travel);
  }

  evaluate(table: RowTable, c: number): void {
    const { a, b } = this.sides;
    a.update();
    b.update();
    writePlane(table, c, 0, a.end, b, Side.x);
    writePlane(table, c, 1, a.end, b, Side.y);
    writeParallel(table, c, 2, a, b);
  }

  finishStep(): void {
    this.angle.finishStep();
  }

  get memory(): Memory {
    return [...this.angle.memory, ...this.travel.memory];
  }
}

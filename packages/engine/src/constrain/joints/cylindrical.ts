/**
 * A cylindrical joint: a sleeve on a shaft, free to turn about an axis and to slide along it.
 *
 *   C = x̂_B·d, ŷ_B·d,   ẑ_A ∥ ẑ_B             d = p_A − p_B                                                    4 rows
 */
import { requireFinite } from "../../math/index.js";
import {
  createSides,
  JointAngle,
  type JointOptions,
  type JointSides,
  JointTravel,
  Side,
  sideKeys,
  writeParallel,
  writePlane,
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

/** Options of a cylindrical joint. */
export interface CylindricalOptions extends JointOptions {
  /** Angle at the time of adding, rad. Default 0. */
  readonly angle?: number;
  /** Travel at the time of adding, m. Default the distance of the points along the axis: 0 where `at` gives both. */
  readonly travel?: number;
}

/** Makes a cylindrical joint between two things, or one and the world. */
export function cylindrical(options: CylindricalOptions): ConstraintMaker<Cylindrical> {
  return (mechanism, path) => {
    requireKnown(path, options, [...sideKeys, "angle", "travel"]);
    return createSleeve(path, mechanism, options, "cylindrical joint");
  };
}

/** Makes the joint from options whose keys have been checked; `name` is for reports. */
export function createSleeve(
  path: string,
  mechanism: MechanismState,
  options: CylindricalOptions,
  name: string,
): Cylindrical {
  const { angle = 0, travel } = options;
  requireFinite(`${path}.angle`, angle);
  if (travel !== undefined) requireFinite(`${path}.travel`, travel);
  return new Cylindrical(mechanism, createSides(path, mechanism, options), angle, travel, name);
}

/** A cylindrical joint. */
export class Cylindrical implements Constraint {
  readonly name = "cylindrical";
  readonly rows = 4;
  readonly ends: readonly End[];
  /** Angle of a against b, right-handed about the axis, counted on beyond full turns. */
  readonly angle: JointAngle;
  /** Travel of a against b, along the axis. */
  readonly travel: JointTravel;
  readonly sides: JointSides;

  constructor(mechanism: MechanismState, sides: JointSides, angle: number, travel: number | undefined, name: string) {
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

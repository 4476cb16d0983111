/**
 * A universal joint (Cardan's, Hooke's): two things share a point, and an axis of one stays perpendicular to an axis of
 * the other, as the arms of the cross between them are.
 *
 *   C = p_A − p_B,   x̂_A·ẑ_B                                                                                   4 rows
 *
 *   x̂_A   the axis of a       ẑ_B   the axis of b
 */
import { fail, requireFinite, vec3 } from "../../math/index.js";
import {
  createAxes,
  createJointEnds,
  JointAngle,
  JointFrame,
  type JointOptions,
  type JointSides,
  readDirection,
  requireTurning,
  Side,
  writeCoincidence,
  writePerpendicular,
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
import { perpendicularCosine } from "./parameters.js";

/** Options of a universal joint. */
export interface UniversalOptions extends Omit<JointOptions, "axis"> {
  /** Axis of a and axis of b, world coordinates, perpendicular. Default those that the sides give. */
  readonly axes?: readonly [ArrayLike<number>, ArrayLike<number>];
  /** Angles at the time of adding, rad. Default 0 and 0. */
  readonly angles?: readonly [number, number];
}

/** Makes a universal joint: `universal({ a: { body: 0 }, b: { body: 1 }, at: [0, 0, 0], axes: [[0, 1, 0], [0, 0, 1]] })`. */
export function universal(options: UniversalOptions): ConstraintMaker<Universal> {
  return (mechanism, path) => {
    requireKnown(path, options, ["a", "b", "at", "axes", "angles"]);
    const { angles = [0, 0] } = options;
    angles.forEach((angle, k) => {
      requireFinite(`${path}.angles[${k}]`, angle);
    });
    const ends = createJointEnds(path, mechanism, options);
    requireTurning(`${path}.a`, ends[0], "particles have no axes: use ball(…)");
    requireTurning(`${path}.b`, ends[1], "particles have no axes: use ball(…)");
    const [x, z] = readAxes(path, mechanism, options, ends);
    return new Universal(mechanism, createCross(path, ends, x, z), angles);
  };
}

/** A universal joint. */
export class Universal implements Constraint {
  readonly name = "universal";
  readonly rows = 4;
  readonly ends: readonly End[];
  /** Angles of a against the cross, about the axis of a; and of the cross against b, about the axis of b. */
  readonly angles: readonly [JointAngle, JointAngle];
  readonly sides: JointSides;

  constructor(mechanism: MechanismState, sides: JointSides, angles: readonly [number, number]) {
    this.sides = sides;
    this.ends = [sides.a.end, sides.b.end];
    this.angles = [
      new JointAngle("first angle of universal joint", mechanism, sides, "axis of a", angles[0]),
      new JointAngle("second angle of universal joint", mechanism, sides, "axis of b", angles[1]),
    ];
  }

  evaluate(table: RowTable, c: number): void {
    const { a, b } = this.sides;
    a.update();
    b.update();
    writeCoincidence(table, c, 0, a.end, b.end);
    writePerpendicular(table, c, 3, a, Side.x, b, Side.z);
  }

  finishStep(): void {
    this.angles[0].finishStep();
    this.angles[1].finishStep();
  }

  get memory(): Memory {
    return this.angles.flatMap(({ memory }) => memory);
  }
}

function readAxes(
  path: string,
  mechanism: MechanismState,
  options: UniversalOptions,
  ends: readonly [End, End],
): readonly [Float64Array, Float64Array] {
  const { axes, a, b = {} } = options;
  const own = [a, b].filter((side) => "axis" in side && side.axis !== undefined).length;
  if (axes === undefined) {
    if (own === 2) return createAxes(path, mechanism, options, ends);
    const cure = "for example axes: [[0, 1, 0], [0, 0, 1]], or an axis for each side";
    fail("missing", `${path}.axes`, "must be given", undefined, cure);
  }
  if (own > 0) fail("conflict", `${path}.axes`, "must be left out where sides have axes", axes);
  if (axes?.length !== 2) fail("wrong-length", `${path}.axes`, "must be the axis of a and that of b", axes);
  const x = readDirection(`${path}.axes[0]`, axes[0]);
  const z = readDirection(`${path}.axes[1]`, axes[1]);
  if (Math.abs(vec3.dot(x, 0, z, 0)) > perpendicularCosine) {
    fail(
      "not-perpendicular",
      `${path}.axes`,
      "must be perpendicular to one another",
      axes.flatMap((v) => Array.from(v)),
    );
  }
  return [x, z];
}

/**
 * Makes both frames: x̂ of b is the axis of a at the present state, ẑ of a that of b, but for their deviation from a right angle.
 */
function createCross(path: string, ends: readonly [End, End], x: Float64Array, z: Float64Array): JointSides {
  const across = new Float64Array(3);
  const xb = new Float64Array(3);
  const za = new Float64Array(3);
  vec3.cross(across, 0, z, 0, x, 0);
  if (!vec3.normalize(across, 0, across, 0)) {
    fail("parallel", `${path}.axes`, "must not be parallel", Array.from(x), "the arms of a cross are perpendicular");
  }
  vec3.cross(xb, 0, across, 0, z, 0);
  vec3.cross(za, 0, x, 0, across, 0);
  return { a: new JointFrame(ends[0], x, za), b: new JointFrame(ends[1], xb, z) };
}

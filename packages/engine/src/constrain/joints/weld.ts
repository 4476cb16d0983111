/**
 * A weld: two things that move as one.
 *
 *   C = p_A − p_B,   no turn of A against B                                                                    6 rows
 */
import { fail, quat } from "../../math/index.js";
import {
  createJointEnds,
  JointFrame,
  type JointOptions,
  type JointSide,
  type JointSides,
  requireTurning,
  writeAlignment,
  writeCoincidence,
} from "../joint-coordinates/index.js";
import {
  type Constraint,
  type ConstraintMaker,
  type End,
  EndSlot,
  type RowTable,
  requireKnown,
} from "../model/index.js";

/** Options of a weld. */
export interface WeldOptions extends Omit<JointOptions, "axis"> {
  /** Rotation of the frame of a in that of b, [x, y, z, w]. Default that at the time of adding. */
  readonly rotation?: ArrayLike<number>;
}

/** Two things that move as one, as they stand now: `weld({ a: { body: 0 }, b: { body: 1 } })`. */
export function weld(options: WeldOptions): ConstraintMaker<Weld> {
  return (mechanism, path) => {
    requireKnown(path, options, ["a", "b", "at", "rotation"]);
    const { a: first, b: second = {} } = options;
    refuseAxis(`${path}.a`, first);
    refuseAxis(`${path}.b`, second);
    const isPlaced = [options, first, second].some((x) => ["at", "point", "particle"].some((key) => hasKey(x, key)));
    const [a, b] = createJointEnds(path, mechanism, isPlaced ? options : { ...options, a: addOrigin(first) });
    requireTurning(`${path}.a`, a, "particles have no axes: use ball(…)");
    requireTurning(`${path}.b`, b, "particles have no axes: use ball(…)");
    const q = options.rotation === undefined ? null : readRotation(`${path}.rotation`, options.rotation);
    return new Weld({ a: createOwnFrame(a, null), b: q === null ? createOwnFrame(b, a) : createOwnFrame(b, null, q) });
  };
}

/** A weld. */
export class Weld implements Constraint {
  readonly name = "weld";
  readonly rows = 6;
  readonly ends: readonly End[];
  private readonly sides: JointSides;

  constructor(sides: JointSides) {
    this.sides = sides;
    this.ends = [sides.a.end, sides.b.end];
  }

  evaluate(table: RowTable, c: number): void {
    const { a, b } = this.sides;
    a.update();
    b.update();
    writeCoincidence(table, c, 0, a.end, b.end);
    writeAlignment(table, c, 3, a, b);
  }
}

function hasKey(side: unknown, key: string): boolean {
  return typeof side === "object" && side !== null && key in side;
}

/** Adds a point to a side: the origin of its frame. */
function addOrigin(side: JointSide): JointSide {
  return typeof side === "object" ? { ...side, point: [0, 0, 0] } : side;
}

function refuseAxis(path: string, side: JointSide): void {
  if (hasKey(side, "axis")) fail("unknown-option", `${path}.axis`, "must be left out", "an axis", "a weld has none");
}

/** A frame on an end with the axes of the end itself, turned by q in them, or with those of another end. */
function createOwnFrame(end: End, other: End | null, q: Float64Array = Float64Array.of(0, 0, 0, 1)): JointFrame {
  const R = (other ?? end).at.slice(EndSlot.axes, EndSlot.axes + 9);
  const turn = new Float64Array(9);
  quat.toMatrix(turn, 0, q, 0);
  // columns of R times the rotation
  const column = (k: number) =>
    Float64Array.from([0, 1, 2], (r) => [0, 1, 2].reduce((sum, m) => sum + R[3 * r + m] * turn[3 * m + k], 0));
  return new JointFrame(end, column(0), column(2));
}

function readRotation(path: string, rotation: ArrayLike<number>): Float64Array {
  const isGood = rotation?.length === 4 && [0, 1, 2, 3].every((k) => Number.isFinite(rotation[k]));
  const q = isGood ? Float64Array.from(rotation) : new Float64Array(4);
  if (!quat.normalize(q, 0, q, 0)) {
    fail("not-a-rotation", path, "must be a quaternion [x, y, z, w] of any length but zero", rotation);
  }
  return q;
}

/**
 * Constraints on points alone: two points that stay together, a point that stays where it is, a distance that is kept.
 *
 *   ball, nail   C = p_A − p_B          γ = a_A − a_B        3 rows
 *   distance     C = |p_A − p_B| − ℓ    see length.ts        1 row
 *
 * Follows: Constrained Dynamics, sections 2 and 4.
 */
import { fail, requirePositive, requireVector } from "../../math/index.js";
import { createEnd, createWorldEnd, type Place, requireTwoThings } from "../ends/index.js";
import { FixedLength, JointTurning, Length, type TurningJoint } from "../joint-coordinates/index.js";
import {
  Carrier,
  type ConstraintMaker,
  type End,
  EndSlot,
  type JointCoordinate,
  type MechanismState,
  type RowTable,
  requireKnown,
} from "../model/index.js";

/** Two places. */
export interface PairOptions {
  readonly a: Place;
  readonly b: Place;
}

/** Two points that stay together: a ball joint between bodies, a knot between particles. */
export function ball(options: PairOptions): ConstraintMaker<TurningJoint> {
  return (mechanism, path) => {
    requireKnown(path, options, ["a", "b"]);
    const a = createEnd(`${path}.a`, mechanism, options.a);
    const b = createEnd(`${path}.b`, mechanism, options.b);
    requireTwoThings(path, a, b);
    return new Coincidence("ball", a, b);
  };
}

/** Options of a nail. */
export interface NailOptions {
  readonly a: Place;
  /** Place in the world. Default that of the point at the time of adding. */
  readonly at?: ArrayLike<number>;
}

/** A point that stays where it is in the world; a body still turns about it. */
export function nail(options: NailOptions): ConstraintMaker<TurningJoint> {
  return (mechanism, path) => {
    requireKnown(path, options, ["a", "at"]);
    const a = createEnd(`${path}.a`, mechanism, options.a);
    if (a.carrier === Carrier.world) {
      const cure = "for example { body: 0, point: [0, 0, 0] } or { particle: 0 }";
      fail("nothing-held", `${path}.a`, "must be a place on a body or a particle", "a point of the world", cure);
    }
    a.locate(mechanism);
    const { at = a.at.slice(EndSlot.point, EndSlot.point + 3) } = options;
    requireVector(`${path}.at`, at);
    return new Coincidence("nail", a, createWorldEnd(at));
  };
}

class Coincidence implements TurningJoint {
  readonly name: string;
  readonly rows = 3;
  readonly joinsPoints = true;
  readonly ends: readonly End[];
  /** Relative rotation of a against b; null where one of them is a particle. */
  readonly turning: JointTurning | null;

  constructor(name: string, a: End, b: End) {
    this.name = name;
    this.ends = [a, b];
    this.turning = a.turns && b.turns ? new JointTurning(`turning of ${name}`, a, b) : null;
    for (const end of this.ends) end.omitAxes?.();
  }

  evaluate(table: RowTable, c: number): void {
    const A = this.ends[0].at;
    const B = this.ends[1].at;
    const r = table.rowStart[c];
    for (let k = 0; k < 3; k++) {
      table.value[r + k] = A[EndSlot.point + k] - B[EndSlot.point + k];
      table.gamma[r + k] = A[EndSlot.acceleration + k] - B[EndSlot.acceleration + k];
    }
    this.writePoint(table, c, 0, 1, unit);
    this.writePoint(table, c, 1, -1, minus);
  }

  /** The rows of end e: as its kind writes them at once, or one by one. */
  private writePoint(table: RowTable, c: number, e: number, sign: number, n: Float64Array): void {
    const end = this.ends[e];
    if (end.writePoint === undefined) {
      for (let k = 0; k < 3; k++) table.writeRow(c, e, k, n, 3 * k, none, 0);
      return;
    }
    const { wrench, jacobian, valueStart, blockStart, rowStart } = table;
    end.writePoint(jacobian, valueStart[blockStart[c] + e], sign);
    if (e > 0) return;
    const w = 6 * rowStart[c];
    for (let k = w; k < w + 18; k++) wrench[k] = 0;
    wrench[w] = sign;
    wrench[w + 7] = sign;
    wrench[w + 14] = sign;
  }
}

/** Options of a distance. */
export interface DistanceOptions extends PairOptions {
  /** Length, m. Default the distance at the time of adding. */
  readonly length?: number;
}

/** A rod without mass: two points that keep their distance; also a point on a sphere about another. */
export function distance(options: DistanceOptions): ConstraintMaker<FixedLength> {
  return (mechanism, path) => {
    requireKnown(path, options, ["a", "b", "length"]);
    const coordinate = createDistance(mechanism, path, options);
    const { length = coordinate.measure(mechanism) } = options;
    if (length === 0)
      fail("no-length", `${path}.length`, "must not be 0", length, "use ball(…) for points that coincide");
    requirePositive(`${path}.length`, length);
    return new FixedLength("distance", coordinate, length);
  };
}

/** The distance of two points as a coordinate, for limits and whatever else acts along it. */
export function createDistanceCoordinate(mechanism: MechanismState, options: PairOptions): JointCoordinate {
  requireKnown("distance", options, ["a", "b"]);
  return createDistance(mechanism, "distance", options);
}

/** Makes the distance of two places as a length. `path` names them in errors. */
export function createDistance(mechanism: MechanismState, path: string, { a, b }: PairOptions): Length {
  const ends = [createEnd(`${path}.a`, mechanism, a), createEnd(`${path}.b`, mechanism, b)];
  requireTwoThings(path, ends[0], ends[1]);
  return new Length("distance", ends, [[0, 1, 1]]);
}

const unit = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
const minus = unit.map((x) => -x);
const none = new Float64Array(3);

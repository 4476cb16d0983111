/**
 * A generalized coordinate u_k as a joint coordinate, along which springs, dampers, torques, motors, limits and gears act.
 *
 *   s = u_k,   ṡ = u̇_k,   J = (0 … 1 … 0),   γ = 0
 */
import {
  Carrier,
  type Coordinates,
  type End,
  endSize,
  type JointCoordinate,
  type Mechanism,
  type RowTable,
} from "../constrain/index.js";
import { fail, requireInteger } from "../math/index.js";

/**
 * Creates the joint coordinate of u_k of a generalized body or linkage in the mechanism:
 * `jointSpring(createBodyCoordinate(mechanism, arm, 1, "angle"), { … })`.
 */
export function createBodyCoordinate(
  mechanism: Mechanism,
  thing: Coordinates,
  k: number,
  kind: "angle" | "length",
): BodyCoordinate {
  const index = mechanism.findCoordinates(thing);
  if (index < 0) fail("no-such-thing", "thing", "must be in this mechanism", thing?.name, "addCoordinates first");
  requireInteger("k", k, 0, thing.width - 1);
  if (kind !== "angle" && kind !== "length") fail("unknown", "kind", 'must be "angle" or "length"', kind);
  return new BodyCoordinate(new CoordinateEnd(thing, index, k), kind);
}

/** A generalized coordinate as a joint coordinate. */
export class BodyCoordinate implements JointCoordinate {
  /** Name in reports. */
  readonly name: string;
  /** Kind of the coordinate: an angle, rad, or a length, m. */
  readonly kind: "angle" | "length";
  /** The end on the coordinate, the only one. */
  readonly ends: readonly CoordinateEnd[];

  constructor(end: CoordinateEnd, kind: "angle" | "length") {
    this.name = end.name;
    this.kind = kind;
    this.ends = [end];
  }

  /** Writes value, row of J and γ of the coordinate into row `row` of constraint c. */
  evaluate(table: RowTable, c: number, row: number): void {
    const end = this.ends[0];
    const v = table.valueStart[table.blockStart[c]] + row * end.width;
    for (let j = 0; j < end.width; j++) table.jacobian[v + j] = j === end.k ? 1 : 0;
    table.value[table.rowStart[c] + row] = end.at[0];
    table.gamma[table.rowStart[c] + row] = 0;
  }
}

/** The end of a constraint on u_k: it has no position in space, and keeps u_k in its place. */
class CoordinateEnd implements End {
  readonly carrier = Carrier.coordinates;
  readonly index: number;
  readonly width: number;
  readonly turns = false;
  readonly name: string;
  readonly at = new Float64Array(endSize);
  readonly k: number;

  constructor(thing: Coordinates, index: number, k: number) {
    this.index = index;
    this.width = thing.width;
    this.name = `u[${k}] of "${thing.name}"`;
    this.k = k;
  }

  locate({ own, ownStart }: Mechanism): void {
    this.at[0] = own[ownStart[this.index] + this.k];
  }

  writeRow(out: Float64Array, o: number): void {
    for (let j = 0; j < this.width; j++) out[o + j] = 0;
  }
}

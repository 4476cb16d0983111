/**
 * Limits of joints: a coordinate that may not leave an interval. Each bound is a row of its own, written so that it is a
 * gap: g = s − lower or g = upper − s, g ≥ 0, and its force pushes the gap open, λ ≥ 0.
 */
import { fail, requireFinite } from "../../math/index.js";
import { requireCoordinate } from "../joint-coordinates/index.js";
import {
  type Constraint,
  type End,
  type JointCoordinate,
  type Memory,
  type RowTable,
  requireKnown,
} from "../model/index.js";

/** Options of a limit. */
export interface LimitOptions {
  /** Lower bound, rad or m. At least one of both bounds must be given. */
  readonly lower?: number;
  /** Upper bound, rad or m. */
  readonly upper?: number;
  /** Coefficient of restitution of an impact on a bound, 0 to 1. Default 0. */
  readonly restitution?: number;
}

/** One bound of a coordinate: a constraint while the joint rests on it. */
export class Bound implements Constraint {
  readonly name: string;
  readonly rows = 1;
  readonly ends: readonly End[];
  readonly restitution: number;
  readonly coordinate: JointCoordinate;
  private readonly bound: number;
  /** +1 for a lower bound, −1 for an upper one. */
  private readonly sign: number;

  constructor(coordinate: JointCoordinate, bound: number, sign: 1 | -1, restitution: number) {
    this.name = `${sign > 0 ? "lower" : "upper"} limit of ${coordinate.name}`;
    this.ends = coordinate.ends;
    this.coordinate = coordinate;
    this.bound = bound;
    this.sign = sign;
    this.restitution = restitution;
  }

  evaluate(table: RowTable, c: number): void {
    const { sign } = this;
    this.coordinate.evaluate(table, c, 0);
    const r = table.rowStart[c];
    table.value[r] = sign * (table.value[r] - this.bound);
    if (sign > 0) return;
    table.gamma[r] = -table.gamma[r];
    table.drift[r] = -table.drift[r];
    const first = table.valueStart[table.blockStart[c]];
    const end = table.valueStart[table.blockStart[c + 1]];
    for (let v = first; v < end; v++) table.jacobian[v] = -table.jacobian[v];
    for (let w = 6 * r; w < 6 * r + 6; w++) table.wrench[w] = -table.wrench[w];
  }

  finishStep(): void {
    this.coordinate.finishStep?.();
  }

  get memory(): Memory {
    return this.coordinate.memory ?? [];
  }
}

/** Makes the bounds of a limit: `limit(hinge.angle, { lower: -1, upper: 1, restitution: 0.5 })`. */
export function limit(coordinate: JointCoordinate, options: LimitOptions): Bound[] {
  requireCoordinate("limit.coordinate", coordinate);
  requireKnown("limit", options, ["lower", "upper", "restitution"]);
  const { lower, upper, restitution = 0 } = options;
  if (!(restitution >= 0 && restitution <= 1)) {
    fail("out-of-range", "limit.restitution", "must be from 0 to 1", restitution);
  }
  const bounds: Bound[] = [];
  if (lower !== undefined) {
    requireFinite("limit.lower", lower);
    bounds.push(new Bound(coordinate, lower, 1, restitution));
  }
  if (upper !== undefined) {
    requireFinite("limit.upper", upper);
    bounds.push(new Bound(coordinate, upper, -1, restitution));
  }
  if (bounds.length === 0) fail("missing", "limit", "must have a bound", options, "give lower, upper or both");
  if (lower !== undefined && upper !== undefined && !(lower < upper)) {
    fail("out-of-range", "limit.upper", `must be above limit.lower, ${lower}`, upper);
  }
  return bounds;
}

/**
 * Dry friction at joints: along a coordinate s acts up to T against the motion, whatever the speed.
 *
 *   slips    ṡ ≠ 0        f = −T sign ṡ
 *   sticks   ṡ = 0        |f| ≤ T_s,  s̈ = 0
 *
 *   T, T_s   N·m along an angle, N along a length; both grow by μ r |F| (angle) or μ |F| (length) where the joint has a
 *            coefficient, with F the force that it carries
 *
 * As a constraint it is what it does where it sticks: ṡ = 0. A world tells when it does (world/joint-rubs.ts).
 */
import { fail, requireNonNegative, requirePositive } from "../math/index.js";
import type { Constraint, Memory } from "./constraint.js";
import type { End } from "./end.js";
import type { JointCoordinate } from "./joint-coordinate.js";
import { requireCoordinate } from "./joint-probe.js";
import { requireKnown } from "./require-known.js";
import type { RowTable } from "./row-table.js";

export interface JointFrictionOptions {
  /** T, N·m along an angle, N along a length. Default 0. */
  readonly friction?: number;
  /** T_s, what it holds at rest: at least T. Default T. */
  readonly staticFriction?: number;
  /** μ of the force that the joint carries, which adds to both. Default 0. */
  readonly coefficient?: number;
  /** r, of the bearing, m: beside a coefficient along an angle. */
  readonly radius?: number;
}

export class JointFriction implements Constraint {
  readonly name: string;
  readonly rows = 1;
  readonly binds = "velocities";
  readonly ends: readonly End[];
  readonly coordinate: JointCoordinate;
  readonly friction: number;
  readonly staticFriction: number;
  /** μ r, m, or μ. */
  readonly factor: number;

  constructor(coordinate: JointCoordinate, friction: number, staticFriction: number, factor: number) {
    this.factor = factor;
    this.name = `friction of ${coordinate.name}`;
    this.ends = coordinate.ends;
    this.coordinate = coordinate;
    this.friction = friction;
    this.staticFriction = staticFriction;
  }

  evaluate(table: RowTable, c: number): void {
    this.coordinate.evaluate(table, c, 0);
    table.value[table.rowStart[c]] = 0;
  }

  finishStep(): void {
    this.coordinate.finishStep?.();
  }

  get memory(): Memory {
    return this.coordinate.memory ?? [];
  }
}

/** Dry friction along a coordinate: `jointFriction(hinge.angle, { friction: 0.5 })`. */
export function jointFriction(coordinate: JointCoordinate, options: JointFrictionOptions): JointFriction {
  requireCoordinate("jointFriction.coordinate", coordinate);
  requireKnown("jointFriction", options, ["friction", "staticFriction", "coefficient", "radius"]);
  const { friction = 0, staticFriction = friction, coefficient = 0, radius } = options;
  requireNonNegative("jointFriction.friction", friction);
  requireNonNegative("jointFriction.coefficient", coefficient);
  const hasRadius = coordinate.kind === "angle" && coefficient > 0;
  if (hasRadius) requirePositive("jointFriction.radius", radius as number, "that of the bearing, m");
  if (!hasRadius && radius !== undefined) {
    fail("not-used", "jointFriction.radius", "must be beside a coefficient along an angle", radius);
  }
  if (!(staticFriction >= friction && staticFriction < Infinity)) {
    const must = `must be at least jointFriction.friction, ${friction}, and finite`;
    fail(
      "out-of-range",
      "jointFriction.staticFriction",
      must,
      staticFriction,
      "what sticks holds no less than what slips",
    );
  }
  return new JointFriction(coordinate, friction, staticFriction, coefficient * (hasRadius ? (radius as number) : 1));
}

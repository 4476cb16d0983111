/**
 * Dry friction at joints: along a coordinate s acts up to T against the motion, whatever the speed; at a joint that leaves all
 * turns free, a moment of up to T against the angular velocity Ω of a against b, wherever that points.
 *
 *   slips    ṡ ≠ 0        f = −T sign ṡ              Ω ≠ 0        M = −T Ω/|Ω|
 *   sticks   ṡ = 0        |f| ≤ T_s,  s̈ = 0          Ω = 0        |M| ≤ T_s,  Ω̇ = 0
 *
 *   T, T_s   N·m along an angle or of a turning, N along a length; both grow by μ r |F|, or μ |F| along a length, where the
 *            joint has a coefficient, with F the force that it carries
 *
 * As a constraint it is the condition of stick: ṡ = 0, Ω = 0. A world decides when it sticks and when it slips.
 */
import { fail, requireNonNegative, requirePositive } from "../../math/index.js";
import { JointTurning, requireCoordinate } from "../joint-coordinates/index.js";
import {
  type Constraint,
  type End,
  type JointCoordinate,
  type Memory,
  type RowTable,
  requireKnown,
} from "../model/index.js";

/** Options of dry friction at a joint. */
export interface JointFrictionOptions {
  /** Kinetic friction T: N·m about axes, N along a length. Default 0. */
  readonly friction?: number;
  /** Static friction T_s, N·m or N: at least T, which is the default. */
  readonly staticFriction?: number;
  /** Coefficient μ of the force that the joint carries, which adds to both. Default 0. */
  readonly coefficient?: number;
  /** Radius r of the bearing or of the ball, m: needed beside a coefficient of a rotation. */
  readonly radius?: number;
}

/** Dry friction at a joint, as the constraint of stick. */
export class JointFriction implements Constraint {
  readonly name: string;
  /** Number of rows: 1, or 3 of a rotation that is free about all axes. */
  readonly rows: number;
  readonly binds = "velocities";
  readonly ends: readonly End[];
  readonly coordinate: JointCoordinate | JointTurning;
  readonly friction: number;
  readonly staticFriction: number;
  /** Factor μ r, m, or μ, on the force that the joint carries. */
  readonly factor: number;

  constructor(coordinate: JointCoordinate | JointTurning, friction: number, staticFriction: number, factor: number) {
    this.factor = factor;
    this.rows = coordinate.kind === "turning" ? 3 : 1;
    this.name = `friction of ${coordinate.name}`;
    this.ends = coordinate.ends;
    this.coordinate = coordinate;
    this.friction = friction;
    this.staticFriction = staticFriction;
  }

  evaluate(table: RowTable, c: number): void {
    this.coordinate.evaluate(table, c, 0);
    if (this.rows === 1) table.value[table.rowStart[c]] = 0;
  }

  finishStep(): void {
    if (this.coordinate.kind !== "turning") this.coordinate.finishStep?.();
  }

  get memory(): Memory {
    return this.coordinate.kind === "turning" ? [] : (this.coordinate.memory ?? []);
  }
}

/**
 * Makes dry friction along a coordinate, `jointFriction(hinge.angle, { friction: 0.5 })`, or against all rotations at a joint
 * that leaves them free, `jointFriction(ball.turning, { friction: 0.5 })`.
 */
export function jointFriction(
  coordinate: JointCoordinate | JointTurning | null,
  options: JointFrictionOptions,
): JointFriction {
  requireFrictionCoordinate(coordinate);
  requireKnown("jointFriction", options, ["friction", "staticFriction", "coefficient", "radius"]);
  const { friction = 0, staticFriction = friction, coefficient = 0, radius } = options;
  requireNonNegative("jointFriction.friction", friction);
  requireNonNegative("jointFriction.coefficient", coefficient);
  const hasRadius = coordinate.kind !== "length" && coefficient > 0;
  if (hasRadius) requirePositive("jointFriction.radius", radius as number, "that of the bearing or of the ball, m");
  if (!hasRadius && radius !== undefined) {
    fail("not-used", "jointFriction.radius", "must be beside a coefficient of what turns", radius);
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
  if (options.friction === undefined && staticFriction === 0 && options.coefficient === undefined) {
    const isTurn = coordinate.kind !== "length";
    const cure = `for example { friction: 0.5 }, ${isTurn ? "N·m, or { coefficient: 0.2, radius: 0.01 }" : "N, or { coefficient: 0.2 }"}`;
    fail("missing", "jointFriction", "must have a friction, a staticFriction or a coefficient", options, cure);
  }
  return new JointFriction(coordinate, friction, staticFriction, coefficient * (hasRadius ? (radius as number) : 1));
}

/** Throws unless it is a coordinate or the relative rotation of a joint. */
function requireFrictionCoordinate(
  coordinate: JointCoordinate | JointTurning | null,
): asserts coordinate is JointCoordinate | JointTurning {
  if (coordinate instanceof JointTurning) return;
  if (coordinate === null) {
    const cure = "a particle has no axes: only what is between bodies turns";
    fail("no-turning", "jointFriction.coordinate", "must be a coordinate or a turning of a joint", coordinate, cure);
  }
  if ("turning" in Object(coordinate)) {
    const cure = "give its turning: jointFriction(joint.turning, …)";
    fail(
      "not-a-coordinate",
      "jointFriction.coordinate",
      "must be a coordinate or a turning of a joint",
      coordinate,
      cure,
    );
  }
  requireCoordinate("jointFriction.coordinate", coordinate);
}

/**
 * A motor keeps a coordinate of a joint at a speed or a position that is given as a function of time. Its torque (force, along a
 * length) is a multiplier of the solution, without an upper limit.
 *
 *   speed      Ċ = ṡ − u(t)               ∂C/∂t = −u        γ − u̇         binds velocities alone
 *   position   C = s − s(t)               ∂C/∂t = −ṡ(t)     γ − s̈(t)      binds positions
 *
 * Where the joint does not begin with that speed, or at that position (by up to half a turn), `assemble` brings it there; otherwise
 * the first step does, by an impulse.
 *
 * Follows: Constrained Dynamics, section 3.
 */
import { fail } from "../../math/index.js";
import { requireOwn } from "../ends/index.js";
import { requireCoordinate } from "../joint-coordinates/index.js";
import {
  type Constraint,
  type ConstraintHost,
  type ConstraintMaker,
  type End,
  type JointCoordinate,
  type MechanismState,
  type Memory,
  type RowTable,
  readTimeFunction,
  requireKnown,
  type TimeFunction,
} from "../model/index.js";

/** Options of a motor: one of the two. */
export interface MotorOptions {
  /** Speed, rad/s or m/s; a function writes it and its rate. */
  readonly speed?: number | TimeFunction;
  /** Position, rad or m; a function writes it and its first two derivatives. */
  readonly position?: number | TimeFunction;
}

/**
 * Makes a motor.
 *
 *   motor(hinge.angle, { speed: 3 })
 *   motor(slider.travel, { position: traceTime((t) => t.sin()) })
 */
export function motor(coordinate: JointCoordinate, options: MotorOptions): ConstraintMaker<Motor> {
  return (mechanism, path) => {
    requireCoordinate(`${path}.coordinate`, coordinate);
    requireOwn(`${path}.coordinate`, mechanism, coordinate);
    requireKnown(path, options, ["speed", "position"]);
    const { speed, position } = options;
    if ((speed === undefined) === (position === undefined)) {
      const cure = "for example { speed: 3 } or { position: 0.5 }";
      fail("missing", `${path}.speed`, "must be given, or position, and not both", speed, cure);
    }
    const { time } = mechanism;
    const goal =
      position === undefined
        ? readTimeFunction(`${path}.speed`, speed ?? 0, 1, time)
        : readTimeFunction(`${path}.position`, position, 2, time);
    const changes = typeof (position ?? speed) === "function";
    return new Motor(mechanism, coordinate, goal, position === undefined ? "velocities" : "positions", changes);
  };
}

/** A motor: the row that keeps a coordinate at a speed or at a position. */
export class Motor implements Constraint {
  readonly name = "motor";
  readonly rows = 1;
  readonly ends: readonly End[];
  readonly binds: "positions" | "velocities";
  readonly changes: boolean;
  readonly coordinate: JointCoordinate;
  private readonly mechanism: ConstraintHost;
  private readonly follow: TimeFunction;
  private readonly time = new Float64Array(1);
  /** Goal: u and u̇, or s, ṡ and s̈. */
  private readonly goal: Float64Array;

  constructor(
    mechanism: ConstraintHost,
    coordinate: JointCoordinate,
    follow: TimeFunction,
    binds: Motor["binds"],
    changes: boolean,
  ) {
    this.changes = changes;
    this.mechanism = mechanism;
    this.coordinate = coordinate;
    this.ends = coordinate.ends;
    this.follow = follow;
    this.binds = binds;
    this.goal = new Float64Array(binds === "positions" ? 3 : 2);
  }

  evaluate(table: RowTable, c: number, { system }: MechanismState): void {
    const { coordinate, time, goal, binds } = this;
    const { particles } = system;
    const r = table.rowStart[c];
    coordinate.evaluate(table, c, 0);
    time[0] = particles.state[6 * particles.count];
    this.follow(time, goal);
    if (binds === "velocities") {
      table.value[r] = 0;
      table.drift[r] -= goal[0];
      table.gamma[r] -= goal[1];
      return;
    }
    table.value[r] -= goal[0];
    table.drift[r] -= goal[1];
    table.gamma[r] -= goal[2];
  }

  /**
   * The torque of a motor on an angle, N·m, as of the last evaluation of the derivative, and in a world at its present time;
   * above 0 where it speeds up.
   */
  torque(): number {
    requireCoordinate("motor.torque", this.coordinate, "angle");
    return this.readLambda();
  }

  /** The force of a motor along a length, N: see `torque`. */
  force(): number {
    requireCoordinate("motor.force", this.coordinate, "length");
    return this.readLambda();
  }

  private readLambda(): number {
    const { mechanism } = this;
    const c = mechanism.requireConstraint(this);
    mechanism.readForces();
    const { lambda, rowStart } = mechanism.table;
    return lambda[rowStart[c]];
  }

  finishStep(): void {
    this.coordinate.finishStep?.();
  }

  get memory(): Memory {
    return this.coordinate.memory ?? [];
  }
}

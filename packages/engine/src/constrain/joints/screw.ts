/**
 * A screw: a turn about an axis and the way along it go together.
 *
 *   C = x̂_B·d, ŷ_B·d,   ẑ_A ∥ ẑ_B,   s − s₀ − h (θ − θ₀)/2π                                                    5 rows
 *
 *   s, θ   travel and angle of A against B; s₀, θ₀ when it was added        h   pitch, m a turn
 */
import { fail, requireFinite } from "../../math/index.js";
import { type JointAngle, type JointTravel, PlaneSlot, sideKeys, TurnSlot } from "../joint-coordinates/index.js";
import {
  type Constraint,
  type ConstraintMaker,
  type End,
  type Memory,
  type RowTable,
  requireKnown,
} from "../model/index.js";
import { type Cylindrical, type CylindricalOptions, createSleeve } from "./cylindrical.js";

/** Options of a screw. */
export interface ScrewOptions extends CylindricalOptions {
  /** Pitch, m a turn; above 0 a right-hand thread. */
  readonly pitch: number;
}

/** Makes a screw: `screw({ a: { body: 0 }, at: [0, 0, 0], axis: [0, 0, 1], pitch: 0.01 })`. */
export function screw(options: ScrewOptions): ConstraintMaker<Screw> {
  return (mechanism, path) => {
    requireKnown(path, options, [...sideKeys, "angle", "travel", "pitch"]);
    const { pitch } = options;
    requireFinite(`${path}.pitch`, pitch);
    if (pitch === 0)
      fail("no-pitch", `${path}.pitch`, "must not be 0", pitch, "use hinge(…) for a turn without travel");
    return new Screw(createSleeve(path, mechanism, options, "screw"), pitch);
  };
}

/** A screw. */
export class Screw implements Constraint {
  readonly name = "screw";
  readonly rows = 5;
  readonly ends: readonly End[];
  /** Pitch, m a turn. */
  readonly pitch: number;
  /** Angle of a against b, right-handed about the axis, counted on beyond full turns. */
  readonly angle: JointAngle;
  /** Travel of a against b, along the axis. */
  readonly travel: JointTravel;
  readonly sleeve: Cylindrical;
  /** h/2π, and s₀ − θ₀ h/2π. */
  private readonly thread: Float64Array;
  /** t on A and on B. */
  private readonly turns = new Float64Array(6);

  constructor(sleeve: Cylindrical, pitch: number) {
    const { angle, travel } = sleeve;
    this.sleeve = sleeve;
    this.pitch = pitch;
    this.ends = sleeve.ends;
    this.angle = angle;
    this.travel = travel;
    const slope = pitch / (2 * Math.PI);
    this.thread = Float64Array.of(slope, travel.value - slope * angle.value);
  }

  evaluate(table: RowTable, c: number): void {
    const { angle, travel, thread, turns } = this;
    this.sleeve.evaluate(table, c);
    angle.compute();
    travel.compute();
    const slope = thread[0];
    const r = table.rowStart[c] + 4;
    table.value[r] = travel.row[0] - slope * angle.row[0] - thread[1];
    table.gamma[r] = travel.row[PlaneSlot.gamma] - slope * angle.row[TurnSlot.gamma];
    for (let k = 0; k < 3; k++) {
      turns[k] = -slope * angle.row[TurnSlot.onA + k];
      turns[3 + k] = travel.row[PlaneSlot.turnB + k] - slope * angle.row[TurnSlot.onB + k];
    }
    table.writeRow(c, 0, 4, travel.row, PlaneSlot.onA, turns, 0);
    table.writeRow(c, 1, 4, travel.row, PlaneSlot.onB, turns, 3);
  }

  finishStep(): void {
    this.angle.finishStep();
  }

  get memory(): Memory {
    return this.sleeve.memory;
  }
}

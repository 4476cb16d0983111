/**
 * The travel of the point of side A along the axis of side B, as a coordinate:
 *
 *   s = ẑ_B·(p_A − p_B) + s₀
 */
import { requireFinite } from "../../math/index.js";
import type { End, JointCoordinate, MechanismState, RowTable } from "../model/index.js";
import { type JointFrame, Side } from "./joint-frame.js";
import { measurePlane, PlaneSlot, planeSize, writePlaneRow } from "./joint-rows.js";

/** The travel of a joint. */
export class JointTravel implements JointCoordinate {
  readonly name: string;
  readonly kind = "length";
  readonly ends: readonly End[];
  /** s, ṡ, γ and the row of J, see `PlaneSlot`: written by `compute`. */
  readonly row = new Float64Array(planeSize);
  private readonly mechanism: MechanismState;
  private readonly a: End;
  private readonly b: JointFrame;
  /** s₀. */
  private readonly offset = new Float64Array(1);
  readonly memory = [this.offset];

  /**
   * Makes the travel, which has the value `travel`, m, at the present state. Default the distance of the points along the axis.
   */
  constructor(name: string, mechanism: MechanismState, a: End, b: JointFrame, travel?: number) {
    this.name = name;
    this.mechanism = mechanism;
    this.a = a;
    this.b = b;
    this.ends = [a, b.end];
    if (travel !== undefined) this.restart(travel);
  }

  /** s at the state, m. */
  get value(): number {
    this.locate();
    return this.row[PlaneSlot.value];
  }

  /** ṡ at the state, m/s. */
  get rate(): number {
    this.locate();
    return this.row[PlaneSlot.rate];
  }

  /** Sets the value of the travel at the present state, m. */
  restart(travel: number): void {
    requireFinite("travel", travel);
    this.offset[0] = 0;
    this.locate();
    this.offset[0] = travel - this.row[0];
  }

  evaluate(table: RowTable, c: number, k: number): void {
    this.compute();
    writePlaneRow(table, c, k, this.row, 0);
  }

  private locate(): void {
    this.a.locate(this.mechanism);
    this.b.end.locate(this.mechanism);
    this.compute();
  }

  /** Writes `row`. Both ends have been located. */
  compute(): void {
    this.b.update();
    measurePlane(this.row, 0, this.a, this.b, Side.z);
    this.row[0] += this.offset[0];
  }
}

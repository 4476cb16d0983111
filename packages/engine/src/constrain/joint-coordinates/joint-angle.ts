/**
 * The angle of side A against side B of a joint, right-handed about its axis, as a coordinate:
 *
 *   θ = atan2(s, c)      θ̇ = (c ṡ − s ċ)/r²      θ̈ = (c s̈ − s c̈)/r² − 2 θ̇ (c ċ + s ṡ)/r²      r² = s² + c²
 *
 *   about the common axis z (hinge)      s = x̂_A·ŷ_B − ŷ_A·x̂_B     c = x̂_A·x̂_B + ŷ_A·ŷ_B
 *   about ẑ_B (universal joint)          s = x̂_A·ŷ_B               c = x̂_A·x̂_B
 *   about x̂_A (universal joint)          s = ŷ_A·ẑ_B               c = ẑ_A·ẑ_B
 *
 * atan2 knows no full turns: the angle is the one nearest to where the last finished step and its rate lead, so it counts
 * on as long as less than half a turn remains unforeseen. A caller that sets the state by hand sets the angle by `restart`.
 */
import { atan2, requireFinite } from "../../math/index.js";
import type { JointCoordinate, MechanismState, RowTable } from "../model/index.js";
import { type JointFrame, Side } from "./joint-frame.js";
import { addDot, clearTurn, TurnSlot, turnSize, writeTurnRow } from "./joint-rows.js";

/** Axis about which an angle is measured: see above. */
export type AngleKind = "common axis" | "axis of b" | "axis of a";

const fullTurn = 2 * Math.PI;

/** Slots of the last finished step: θ without its offset, θ̇, the time and the length of the step. */
const Memory = { angle: 0, rate: 1, time: 2, step: 3 } as const;

/** The angle of a joint. */
export class JointAngle implements JointCoordinate {
  readonly name: string;
  readonly kind = "angle";
  readonly ends: JointCoordinate["ends"];
  /** θ, θ̇, γ and the row of J, see `TurnSlot`: written by `compute`. */
  readonly row = new Float64Array(turnSize);
  private readonly mechanism: MechanismState;
  private readonly a: JointFrame;
  private readonly b: JointFrame;
  private readonly about: AngleKind;
  /** s and c. */
  private readonly parts = new Float64Array(2 * turnSize);
  private readonly last = new Float64Array(4);
  /** Offset, rad, that counts from the zero that the user chose. */
  private readonly offset = new Float64Array(1);
  readonly memory = [this.last, this.offset];

  /** Makes the angle, which has the value `angle`, rad, at the present state. */
  constructor(
    name: string,
    mechanism: MechanismState,
    sides: { readonly a: JointFrame; readonly b: JointFrame },
    about: AngleKind,
    angle: number,
  ) {
    this.name = name;
    this.mechanism = mechanism;
    this.a = sides.a;
    this.b = sides.b;
    this.about = about;
    this.ends = [this.a.end, this.b.end];
    this.restart(angle);
  }

  /** θ at the state, rad. */
  get value(): number {
    this.locate();
    return this.row[TurnSlot.value];
  }

  /** θ̇ at the state, rad/s. */
  get rate(): number {
    this.locate();
    return this.row[TurnSlot.rate];
  }

  /** Sets the value of the angle at the present state, rad: it counts on from there. */
  restart(angle: number): void {
    requireFinite("angle", angle);
    this.last.fill(0);
    this.last[Memory.time] = this.mechanism.time;
    this.offset[0] = 0;
    this.locate();
    this.last[Memory.angle] = this.row[0];
    this.last[Memory.rate] = this.row[TurnSlot.rate];
    this.offset[0] = angle - this.row[0];
  }

  evaluate(table: RowTable, c: number, k: number): void {
    this.compute();
    writeTurnRow(table, c, k, this.row, 0);
  }

  finishStep(): void {
    const { last, row, offset } = this;
    this.locate();
    const { particles } = this.mechanism.system;
    const time = particles.state[6 * particles.count];
    if (time !== last[Memory.time]) last[Memory.step] = Math.abs(time - last[Memory.time]);
    last[Memory.angle] = row[0] - offset[0];
    last[Memory.rate] = row[TurnSlot.rate];
    last[Memory.time] = time;
  }

  private locate(): void {
    this.a.end.locate(this.mechanism);
    this.b.end.locate(this.mechanism);
    this.compute();
  }

  /** Writes `row`. Both ends have been located. */
  compute(): void {
    const { parts, row, last } = this;
    this.a.update();
    this.b.update();
    this.writeParts();
    const s = parts[0];
    const c = parts[turnSize];
    const by = 1 / (s * s + c * c);
    for (let k = TurnSlot.rate; k < turnSize; k++) row[k] = (c * parts[k] - s * parts[turnSize + k]) * by;
    const outward = c * parts[turnSize + TurnSlot.rate] + s * parts[TurnSlot.rate];
    row[TurnSlot.gamma] -= 2 * row[TurnSlot.rate] * outward * by;
    const { particles } = this.mechanism.system;
    // before the last step nothing can be foreseen: the state was set back
    const passed = particles.state[6 * particles.count] - last[Memory.time];
    const ahead = passed >= -last[Memory.step] ? passed * last[Memory.rate] : 0;
    const angle = atan2(s, c);
    const turns = Math.floor((last[Memory.angle] + ahead - angle) / fullTurn + 0.5);
    row[0] = angle + turns * fullTurn + this.offset[0];
  }

  private writeParts(): void {
    const { parts, a, b, about } = this;
    clearTurn(parts, 0);
    clearTurn(parts, turnSize);
    if (about === "axis of a") {
      addDot(parts, 0, 1, a, Side.y, b, Side.z);
      addDot(parts, turnSize, 1, a, Side.z, b, Side.z);
      return;
    }
    addDot(parts, 0, 1, a, Side.x, b, Side.y);
    addDot(parts, turnSize, 1, a, Side.x, b, Side.x);
    if (about === "axis of b") return;
    addDot(parts, 0, -1, a, Side.y, b, Side.x);
    addDot(parts, turnSize, 1, a, Side.y, b, Side.y);
  }
}

/**
 * Ropes that run out: where the weight on a rope comes to the pulley, or to the eye, that part of the rope has no length left,
 * and its direction, along which it pulls, is none. Nothing tells how the weight goes on from there. No step meets that instant:
 * what is seen of it is a stretch that points to where it came from after a step, or that was too short for that step.
 *
 *   û⁻·û⁺ < −1/2        û = d/|d| of a stretch before the step and after it
 *   |d| + h |d|˙ < 0    before it, unless a shorter step shows that it was slowed down in time
 *
 * A rope of one stretch cannot run out, as its length is fixed.
 */
import { FixedLength, type JointCoordinate, Length, StretchSlot, stretchSize } from "../../constrain/index.js";
import { Control, type Stepper } from "../../ode/index.js";
import type { GuardContext } from "./context.js";

/** cos of the angle beyond which a stretch has been passed, and not gone round. */
const about = -0.5;
/** How exactly the instant is found, relative to the clock; and by what steps are shortened. */
const instant = 1e-12;
const shorter = 0.125;

/** A rope, who keeps its length (see `describe`), and the slot in `touching` of the limit that does: 1 if it is always kept. */
interface Rope {
  readonly length: Length;
  readonly name: string;
  readonly slot: number;
}

const none = new Float64Array(0);

export class RopeGuard {
  private readonly context: GuardContext;
  private readonly ropes: readonly Rope[];
  private readonly before: Float64Array;
  private readonly after: Float64Array;
  /** The rope that was found to have run out. */
  private found = 0;

  constructor(context: GuardContext) {
    const { island, world } = context;
    this.context = context;
    const list: Rope[] = [];
    const add = (coordinate: JointCoordinate | undefined, name: string, slot: number) => {
      if (coordinate instanceof Length && coordinate.weights.length > 1) list.push({ length: coordinate, name, slot });
    };
    for (const joint of island.parts.joints) {
      if (!(joint instanceof FixedLength)) continue;
      add(joint.coordinate, `constraints[${world.mechanism.constraints.indexOf(joint)}] (${joint.name})`, 1);
    }
    for (const { bound, number } of island.parts.bounds) {
      add(bound.coordinate, `limits[${number}] (${bound.coordinate.name})`, -1 - number);
    }
    this.ropes = list;
    const size = list.reduce((sum, { length }) => sum + stretchSize * length.weights.length, 0);
    this.before = size === 0 ? none : new Float64Array(size);
    this.after = size === 0 ? none : new Float64Array(size);
  }

  /** Whether a taut rope has run out within the step just taken. */
  hasRunOut({ previous, state, adaptive }: Stepper): boolean {
    const { ropes, context, before, after } = this;
    if (ropes.length === 0) return false;
    context.island.setState(previous);
    this.write(before);
    context.island.setState(state);
    this.write(after);
    const n = state.length - 1;
    const h = adaptive ? state[n] - previous[n] : 0;
    let o = 0;
    for (let k = 0; k < ropes.length; k++) {
      const { length, slot } = ropes[k];
      const isTaut = slot === 1 || context.memory.touching.has(slot);
      for (let m = 0; m < length.weights.length; m++, o += stretchSize) {
        const dot = before[o] * after[o] + before[o + 1] * after[o + 1] + before[o + 2] * after[o + 2];
        const isShort = before[o + StretchSlot.length] + h * before[o + StretchSlot.rate] < 0;
        if (!isTaut || !(isShort || dot < about)) continue;
        this.found = k;
        return true;
      }
    }
    return false;
  }

  /** Goes back to where the step began, for a shorter one. Tells whether there is one. */
  shorten(stepper: Stepper): boolean {
    const { state, previous, control, adaptive } = stepper;
    const n = state.length - 1;
    const h = state[n] - previous[n];
    this.context.island.setState(previous);
    stepper.restart();
    control[Control.step] = adaptive ? shorter * h : control[Control.step];
    return adaptive && h > instant * (1 + Math.abs(state[n]));
  }

  /** Says so. */
  describe(t: number): string {
    const { name } = this.ropes[this.found];
    const cure = "stop what hangs on it before it gets there";
    return `the rope of ${name} has run out on one side at t = ${t}, of ${this.context.island.name}: ${cure}`;
  }

  private write(out: Float64Array): void {
    const { mechanism } = this.context.world;
    let o = 0;
    for (let k = 0; k < this.ropes.length; k++) {
      const { length } = this.ropes[k];
      length.writeStretches(out, o, mechanism);
      o += stretchSize * length.weights.length;
    }
  }
}

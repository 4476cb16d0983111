/**
 * Guards of ropes that run out: where the weight on a rope reaches the pulley, or the eye, that stretch of the rope has length
 * zero, and its direction, along which it pulls, is undefined, and so is the motion from there on. No step ends at that instant;
 * it is detected by a stretch that has reversed its direction in a step, or that was too short for the step:
 *
 *   û⁻·û⁺ < −1/2        û = d/|d| of a stretch before the step and after it
 *   |d| + h |d|˙ < 0    before the step, unless a shorter step shows that the stretch was slowed down in time
 *
 * A rope of one stretch cannot run out, as its length is constant.
 */
import { FixedLength, type JointCoordinate, Length, StretchSlot, stretchSize } from "../../constrain/index.js";
import { Control, type Stepper } from "../../ode/index.js";
import type { GuardContext } from "./context.js";
import { passedCosine, ropeInstant, ropeStepFactor } from "./parameters.js";

/** A rope, the name of the constraint or limit on its length, and the slot in `touching` of that limit: 1 for a constraint. */
interface Rope {
  readonly length: Length;
  readonly name: string;
  readonly slot: number;
}

const none = new Float64Array(0);

/** Guards of the ropes of an island. */
export class RopeGuard {
  private readonly context: GuardContext;
  private readonly ropes: readonly Rope[];
  private readonly before: Float64Array;
  private readonly after: Float64Array;
  /** The rope that has run out. */
  private found = 0;

  /** Lists the ropes of the island that have several stretches. */
  constructor(context: GuardContext) {
    const { island, world } = context;
    this.context = context;
    const list: Rope[] = [];
    const add = (coordinate: JointCoordinate | undefined, name: string, slot: number) => {
      if (coordinate instanceof Length && coordinate.weights.length > 1) list.push({ length: coordinate, name, slot });
    };
    for (const joint of island.model.parts.joints) {
      if (!(joint instanceof FixedLength)) continue;
      add(joint.coordinate, `constraints[${world.mechanism.constraints.indexOf(joint)}] (${joint.name})`, 1);
    }
    for (const { bound, number } of island.model.parts.bounds) {
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
        if (!isTaut || !(isShort || dot < passedCosine)) continue;
        this.found = k;
        return true;
      }
    }
    return false;
  }

  /** Returns to the beginning of the step for a shorter one. Returns whether a shorter one is possible. */
  shorten(stepper: Stepper): boolean {
    const { state, previous, control, adaptive } = stepper;
    const n = state.length - 1;
    const h = state[n] - previous[n];
    this.context.island.setState(previous);
    stepper.restart();
    control[Control.step] = adaptive ? ropeStepFactor * h : control[Control.step];
    return adaptive && h > ropeInstant * (1 + Math.abs(state[n]));
  }

  /** The message that ends the run at time t, s. */
  describe(t: number): string {
    const { name } = this.ropes[this.found];
    const cure = "stop what hangs on it before it gets there";
    return `the rope of ${name} has run out on one side at t = ${t}, of ${this.context.island.model.name}: ${cure}`;
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

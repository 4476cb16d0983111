/**
 * When a coordinate reaches a limit within a step. The gap g of a bound, and ġ, are looked at on the dense output at the ends
 * of a few parts of the step; a cubic through them tells where in between it might be lowest, and there it is looked at, too.
 * A bound that is left at zero is reached again when g is below where it began by more than rounding.
 *
 * Follows: Rigid Body Simulation, section 7.
 */
import type { Stepper } from "../../ode/index.js";
import { isLimit } from "../island/index.js";
import type { GuardContext } from "./context.js";

/** Parts of a step that are looked at. */
const partCount = 8;
/** Parts of the contact tolerance: g may fall so far below where it began, and is zero up to here. */
const fine = 1e-3;
const zero = 1e-6;
const maxLooks = 100;
const maxHalvings = 40;

export class LimitGuard {
  private readonly context: GuardContext;
  /** When, s, and before which instant something else happens. */
  readonly time: Float64Array = new Float64Array(1);
  readonly before: Float64Array = new Float64Array(1);
  /** g and ġ of all bounds at the beginning and the end of a part, and at a look. */
  private readonly low: Float64Array;
  private readonly high: Float64Array;
  private readonly look: Float64Array;
  /** Below which g a bound is reached that began at zero; ∞ below if it is not watched. */
  private readonly level: Float64Array;
  private readonly place: Float64Array;
  /** Beginning and end of a part, s; where its cubic is lowest. */
  private readonly span = new Float64Array(3);

  constructor(context: GuardContext) {
    const { count } = context.limits;
    this.context = context;
    this.low = new Float64Array(2 * count);
    this.high = new Float64Array(2 * count);
    this.look = new Float64Array(2 * count);
    this.level = new Float64Array(count);
    this.place = new Float64Array(context.island.dimension + 1);
  }

  /** Whether a limit is reached in the step just taken, before `before`; then `time` is when. */
  find(stepper: Stepper): boolean {
    const { context, low, high, span, time } = this;
    const { count } = context.limits;
    if (count === 0) return false;
    const n = stepper.state.length - 1;
    const start = stepper.previous[n];
    const end = Math.min(stepper.state[n], this.before[0]);
    this.measure(stepper, start, low);
    this.setLevels();
    this.measure(stepper, end, high);
    time[0] = this.isStruck() ? start : Infinity;
    if (time[0] === Infinity && !this.isFar(end - start)) {
      high.set(low);
      for (let part = 1; part <= partCount && time[0] === Infinity; part++) {
        span[0] = start + ((part - 1) / partCount) * (end - start);
        span[1] = part === partCount ? end : start + (part / partCount) * (end - start);
        low.set(high);
        this.measure(stepper, span[1], high);
        for (let k = 0; k < count; k++) this.findIn(stepper, k);
      }
    }
    context.island.setState(stepper.state);
    return time[0] < Infinity;
  }

  /** Bounds that are held are not watched. */
  private setLevels(): void {
    const { context, level, low } = this;
    const { limits } = context;
    const { contacts } = context.contactSet;
    const depth = fine * context.world.settings.contactTolerance;
    for (let k = 0; k < level.length; k++) level[k] = Math.min(0, low[2 * k]) - depth;
    for (let c = contacts.count - 1; c >= 0 && isLimit(contacts, c); c--) {
      if (contacts.active[c] === 1) level[limits.findRow(contacts, c)] = -Infinity;
    }
  }

  /** Whether one is reached at the very beginning: the step before ended there. */
  private isStruck(): boolean {
    const { context, level, low } = this;
    const { contactTolerance, restitutionThreshold } = context.world.settings;
    for (let k = 0; k < level.length; k++) {
      const isAt = level[k] > -Infinity && low[2 * k] <= zero * contactTolerance;
      if (isAt && low[2 * k + 1] < -restitutionThreshold) return true;
    }
    return false;
  }

  /** What g must be below at the end of a part: zero, if it is above at its beginning. */
  private readLevel(k: number): number {
    return this.low[2 * k] > zero * this.context.world.settings.contactTolerance ? 0 : this.level[k];
  }

  /** Whether all are farther than they could come, by far. */
  private isFar(duration: number): boolean {
    const { low, high, level } = this;
    for (let k = 0; k < level.length; k++) {
      const way = 4 * duration * Math.max(Math.abs(low[2 * k + 1]), Math.abs(high[2 * k + 1]));
      if (level[k] > -Infinity && !(Math.min(low[2 * k], high[2 * k]) > way)) return false;
    }
    return true;
  }

  /** g and ġ of all bounds at time t. */
  private measure(stepper: Stepper, t: number, out: Float64Array): void {
    const { context, place } = this;
    const { limits, island } = context;
    place[place.length - 1] = t;
    stepper.interpolate(place);
    island.setState(place);
    limits.evaluate();
    for (let k = 0; k < limits.count; k++) {
      out[2 * k] = limits.table.value[k];
      out[2 * k + 1] = limits.table.rate[k];
    }
  }

  /** Looks whether bound k is reached in the part from span[0] to span[1], and before `time`. */
  private findIn(stepper: Stepper, k: number): void {
    const { span, low, high, look } = this;
    if (this.level[k] === -Infinity) return;
    const level = this.readLevel(k);
    if (high[2 * k] < level) {
      this.findRoot(stepper, k, span[0], low[2 * k], span[1], high[2 * k]);
      return;
    }
    if (!this.findLowest(k)) return;
    this.measure(stepper, span[2], look);
    if (look[2 * k] < level) this.findRoot(stepper, k, span[0], low[2 * k], span[2], look[2 * k]);
  }

  /** Where within the part the cubic of bound k is lowest, to span[2]; false if that is at an end, or above the level. */
  private findLowest(k: number): boolean {
    const { span, low, high } = this;
    const h = span[1] - span[0];
    const g0 = low[2 * k];
    const g1 = high[2 * k];
    const r0 = h * low[2 * k + 1];
    const r1 = h * high[2 * k + 1];
    if (!(r0 < 0 && r1 > 0)) return false;
    // g = g0 + r0 s + b s² + a s³, and g′ = 0 between 0 and 1
    const a = 2 * (g0 - g1) + r0 + r1;
    const b = 3 * (g1 - g0) - 2 * r0 - r1;
    const root = Math.sqrt(Math.max(0, b * b - 3 * a * r0));
    const s = Math.min(1, Math.max(0, -r0 / (b + root)));
    span[2] = span[0] + s * h;
    // twice as low as the cubic says is too far to be reached
    const lowest = g0 + s * (r0 + s * (b + s * a));
    const margin = 0.5 * Math.min(g0 - lowest, g1 - lowest);
    return span[2] > span[0] && span[2] < span[1] && lowest - margin < this.readLevel(k);
  }

  /** The root of g of bound k, less its level, between `from`, where it is above, and `to`. */
  private findRoot(stepper: Stepper, k: number, from: number, atFrom: number, to: number, atTo: number): void {
    const { look, time } = this;
    let target = this.readLevel(k);
    let a = from;
    let b = to;
    let fa = atFrom;
    let fb = atTo;
    // a hop from zero: somewhere before it is back it is high, and from there on zero is what counts
    const least = zero * this.context.world.settings.contactTolerance;
    for (let halving = 0; target < 0 && this.low[2 * k + 1] > 0 && halving < maxHalvings; halving++) {
      const t = a + 0.5 * (b - a);
      this.measure(stepper, t, look);
      if (look[2 * k] > least) {
        a = t;
        fa = look[2 * k];
        target = 0;
      } else {
        b = t;
        fb = look[2 * k];
      }
    }
    if (target < 0) {
      b = to;
      fb = atTo;
    }
    fa -= target;
    fb -= target;
    for (let round = 1, side = 0; round <= maxLooks; round++) {
      const middle = a + 0.5 * (b - a);
      if (!(middle > a && middle < b)) break;
      let t = round % 4 === 0 ? middle : (fb * a - fa * b) / (fb - fa);
      if (!(t > a && t < b)) t = middle;
      this.measure(stepper, t, look);
      const f = look[2 * k] - target;
      if (f >= 0) {
        a = t;
        fa = f;
        if (side < 0) fb *= 0.5;
        side = -1;
      } else {
        b = t;
        fb = f;
        if (side > 0) fa *= 0.5;
        side = 1;
      }
    }
    if (a < time[0]) time[0] = a;
  }
}

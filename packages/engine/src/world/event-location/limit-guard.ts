/**
 * Guards of the limits of joints: the first instant within a step at which a coordinate reaches a limit. The gap g of a limit,
 * and ġ, are evaluated on the dense output at the ends of a few intervals of the step; the cubic through them gives the time in
 * between at which g might be lowest, and g is evaluated there, too. A limit with g = 0 at the start is reached again when g is
 * below its value there by more than rounding.
 *
 * Follows: Rigid Body Simulation, section 7.
 */
import { ContactActivity } from "../../contact/index.js";
import type { Stepper } from "../../ode/index.js";
import { isLimit } from "../island/index.js";
import type { GuardContext } from "./context.js";
import {
  limitBisection,
  limitIntervals,
  limitSlackPart,
  limitZeroPart,
  maxLimitHalvings,
  maxLimitLooks,
  reachFactor,
} from "./parameters.js";

/**
 * Slots of `bracket`, in an array so that no number is boxed: two times, the gaps there, and the level that is crossed between
 * them.
 */
const Own = { a: 0, b: 1, fa: 2, fb: 3, level: 4 } as const;

/** Guards of the limits of the joints of an island. The caller writes `before`. */
export class LimitGuard {
  private readonly context: GuardContext;
  /** The instant found, s. */
  readonly time: Float64Array = new Float64Array(1);
  /** The end of the search, s: the instant of another event. */
  readonly before: Float64Array = new Float64Array(1);
  /** g and ġ of all limits at the beginning and the end of an interval, and at a look. */
  private readonly low: Float64Array;
  private readonly high: Float64Array;
  private readonly look: Float64Array;
  /** The gap below which a limit is reached that began at zero; −∞ for active limits. */
  private readonly level: Float64Array;
  private readonly place: Float64Array;
  /** Beginning and end of an interval, s, and the time at which its cubic is lowest. */
  private readonly span = new Float64Array(3);
  private readonly bracket = new Float64Array(5);

  constructor(context: GuardContext) {
    const { count } = context.limits;
    this.context = context;
    this.low = new Float64Array(2 * count);
    this.high = new Float64Array(2 * count);
    this.look = new Float64Array(2 * count);
    this.level = new Float64Array(count);
    this.place = new Float64Array(context.island.dimension + 1);
  }

  /** Examines the step just taken. Returns whether a limit is reached before `before`; see `time`. */
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
      for (let part = 1; part <= limitIntervals && time[0] === Infinity; part++) {
        span[0] = start + ((part - 1) / limitIntervals) * (end - start);
        span[1] = part === limitIntervals ? end : start + (part / limitIntervals) * (end - start);
        low.set(high);
        this.measure(stepper, span[1], high);
        for (let k = 0; k < count; k++) this.findIn(stepper, k);
      }
    }
    context.island.setState(stepper.state);
    return time[0] < Infinity;
  }

  /** Writes the levels of all limits. Active limits are left out. */
  private setLevels(): void {
    const { context, level, low } = this;
    const { limits } = context;
    const { contacts } = context.contactSet;
    const depth = limitSlackPart * context.world.settings.contactTolerance;
    for (let k = 0; k < level.length; k++) level[k] = Math.min(0, low[2 * k]) - depth;
    for (let c = contacts.count - 1; c >= 0 && isLimit(contacts, c); c--) {
      if (contacts.active[c] === ContactActivity.active) level[limits.findRow(contacts, c)] = -Infinity;
    }
  }

  /** Whether a limit is reached at the very beginning: the step before ended there. */
  private isStruck(): boolean {
    const { context, level, low } = this;
    const { contactTolerance, restitutionThreshold } = context.world.settings;
    for (let k = 0; k < level.length; k++) {
      const isAt = level[k] > -Infinity && low[2 * k] <= limitZeroPart * contactTolerance;
      if (isAt && low[2 * k + 1] < -restitutionThreshold) return true;
    }
    return false;
  }

  /** The gap below which limit k is reached at the end of an interval: zero, if it is above zero at the beginning. */
  private readLevel(k: number): number {
    return this.low[2 * k] > limitZeroPart * this.context.world.settings.contactTolerance ? 0 : this.level[k];
  }

  /** Whether all limits are out of reach by far within the duration, s. */
  private isFar(duration: number): boolean {
    const { low, high, level } = this;
    for (let k = 0; k < level.length; k++) {
      const way = reachFactor * duration * Math.max(Math.abs(low[2 * k + 1]), Math.abs(high[2 * k + 1]));
      if (level[k] > -Infinity && !(Math.min(low[2 * k], high[2 * k]) > way)) return false;
    }
    return true;
  }

  /** Writes g and ġ of all limits at time t. */
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

  /** Examines the interval from span[0] to span[1] for limit k, and writes an instant that is earlier to `time`. */
  private findIn(stepper: Stepper, k: number): void {
    const { span, low, high, look, bracket } = this;
    if (this.level[k] === -Infinity) return;
    const level = this.readLevel(k);
    bracket[Own.a] = span[0];
    bracket[Own.fa] = low[2 * k];
    if (high[2 * k] < level) {
      bracket[Own.b] = span[1];
      bracket[Own.fb] = high[2 * k];
      this.findRoot(stepper, k);
      return;
    }
    if (!this.findLowest(k)) return;
    this.measure(stepper, span[2], look);
    if (!(look[2 * k] < level)) return;
    bracket[Own.b] = span[2];
    bracket[Own.fb] = look[2 * k];
    this.findRoot(stepper, k);
  }

  /** Writes the time at which the cubic of limit k is lowest to span[2]. Returns false if that is an end, or above the level. */
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
    // a depth of 3/2 of that of the cubic is not to be expected
    const lowest = g0 + s * (r0 + s * (b + s * a));
    const margin = 0.5 * Math.min(g0 - lowest, g1 - lowest);
    return span[2] > span[0] && span[2] < span[1] && lowest - margin < this.readLevel(k);
  }

  /** Finds the last time in the bracket at which limit k is above its level, and writes it to `time` if it is earlier. */
  private findRoot(stepper: Stepper, k: number): void {
    const { bracket, time } = this;
    bracket[Own.level] = this.readLevel(k);
    this.findFlight(stepper, k);
    bracket[Own.fa] -= bracket[Own.level];
    bracket[Own.fb] -= bracket[Own.level];
    this.narrow(stepper, k);
    if (bracket[Own.a] < time[0]) time[0] = bracket[Own.a];
  }

  /**
   * Finds a time in the bracket at which a limit that rises from zero is above it: from there on its level is zero, that of the
   * end of a micro-bounce. Restores the bracket if there is none.
   */
  private findFlight(stepper: Stepper, k: number): void {
    const { bracket, look, low } = this;
    const end = bracket[Own.b];
    const atEnd = bracket[Own.fb];
    const least = limitZeroPart * this.context.world.settings.contactTolerance;
    for (let halving = 0; bracket[Own.level] < 0 && low[2 * k + 1] > 0 && halving < maxLimitHalvings; halving++) {
      const t = bracket[Own.a] + 0.5 * (bracket[Own.b] - bracket[Own.a]);
      this.measure(stepper, t, look);
      if (look[2 * k] > least) {
        bracket[Own.a] = t;
        bracket[Own.fa] = look[2 * k];
        bracket[Own.level] = 0;
      } else {
        bracket[Own.b] = t;
        bracket[Own.fb] = look[2 * k];
      }
    }
    if (!(bracket[Own.level] < 0)) return;
    bracket[Own.b] = end;
    bracket[Own.fb] = atEnd;
  }

  /**
   * Narrows the bracket of limit k to neighbouring times: by regula falsi, with the value of an end that stays halved, and
   * bisection.
   */
  private narrow(stepper: Stepper, k: number): void {
    const { bracket, look } = this;
    for (let round = 1, side = 0; round <= maxLimitLooks; round++) {
      const a = bracket[Own.a];
      const b = bracket[Own.b];
      const fa = bracket[Own.fa];
      const fb = bracket[Own.fb];
      const middle = a + 0.5 * (b - a);
      if (!(middle > a && middle < b)) return;
      let t = round % limitBisection === 0 ? middle : (fb * a - fa * b) / (fb - fa);
      if (!(t > a && t < b)) t = middle;
      this.measure(stepper, t, look);
      const f = look[2 * k] - bracket[Own.level];
      if (f >= 0) {
        bracket[Own.a] = t;
        bracket[Own.fa] = f;
        if (side < 0) bracket[Own.fb] *= 0.5;
        side = -1;
      } else {
        bracket[Own.b] = t;
        bracket[Own.fb] = f;
        if (side > 0) bracket[Own.fa] *= 0.5;
        side = 1;
      }
    }
  }
}

/**
 * Guards of the contact forces: the first instant within a step at which the force of an active row falls to zero, where the
 * contact leaves the active set, or at which a pair that touches without a force separates or begins to need one.
 *
 * The forces at both ends of a step are known. Between them the forces are evaluated where a parabola through the known values
 * might reach zero. The root is found on the dense output; each look is one evaluation of the forces.
 *
 * Follows: Baraff 1989, section 7.
 */

import { vec3 } from "../../math/index.js";
import type { Stepper } from "../../ode/index.js";
import { slides } from "../active-set/index.js";
import { IdlePairs } from "../detection/index.js";
import type { GuardContext } from "./context.js";
import {
  adhesionPart,
  closedBracket,
  forceFalsePosition,
  forceRounding,
  maxForceLooks,
  releasingPart,
  undeterminedFactor,
} from "./parameters.js";

/**
 * Slots of `numbers`, in an array so that no number is boxed: the time of a look, a bracket of times, and the forces at its ends.
 */
const Own = { at: 0, low: 1, high: 2, atLow: 3, atHigh: 4 } as const;

const noNumbers = new Float64Array(0);

/** Guards of the forces of the active set of an island, and of its pairs that touch without a force. */
export class ForceGuard {
  /** λ of the active rows at the start and the end of the step, and at a look; behind them the margins of the idle pairs. */
  private start: Float64Array = noNumbers;
  private end: Float64Array = noNumbers;
  private now: Float64Array = noNumbers;
  private place: Float64Array = noNumbers;
  private first = 0;
  /** Number of active rows of contacts and limits. */
  count = 0;
  /** Pairs that touch without a force: they are behind the rows. */
  readonly idle = new IdlePairs();
  /** Force of each row up to which it counts as zero, N. */
  private noise: Float64Array = noNumbers;
  /** The time of a look, and the bracket of a root, s, with the forces at its ends: see `Own`. */
  private readonly numbers = new Float64Array(5);
  /** The active row whose force fell to zero, or the idle pair behind them; −1 if there is none. */
  row = -1;
  /** The instant found, s. */
  readonly time = new Float64Array(1);
  /**
   * Whether a sliding contact has a negative force at the beginning of the step, which its friction would turn into a drive: the
   * forces then differ from those of event handling. Negative forces of sticking contacts have no consequence.
   */
  hasPull = false;

  /** Takes the forces at the present state, directly after event handling, as those at the start of the step. */
  begin(context: GuardContext): void {
    const { island } = context;
    const {
      active: { table },
      model: { parts },
    } = island;
    this.first = table.rowStart[parts.joints.length];
    this.count = 0;
    for (const { rows } of context.contactSet.activeRows) this.count += rows;
    this.idle.list(context);
    if (this.start.length < this.total) {
      this.start = new Float64Array(2 * this.total);
      this.end = new Float64Array(2 * this.total);
      this.now = new Float64Array(2 * this.total);
      this.noise = new Float64Array(2 * this.total);
    }
    this.hasPull = false;
    if (this.total === 0 && island.friction === null) return;
    island.computeForces();
    this.read(context, this.start);
    this.idle.begin(this.start, this.count);
    this.judge(context);
  }

  /**
   * Writes the uncertainty of each force. No force is negative after event handling; where one seems to be, redundant rows share
   * their forces in another way than then. A force is uncertain by its difference from that of event handling, so that determined
   * forces stay certain beside undetermined ones.
   */
  private judge(context: GuardContext): void {
    const { start, noise, count } = this;
    let most = measureWeight(context);
    let largest = 0;
    let pull = 0;
    for (let k = 0; k < count; k++) {
      most = Math.max(most, Math.abs(start[k]));
      largest = Math.max(largest, forceRounding * Math.abs(start[k]));
      pull = Math.max(pull, -undeterminedFactor * start[k]);
    }
    let k = 0;
    for (let h = 0; h < context.contactSet.activeRows.length; h++) {
      const { list } = context.contactSet.activeRows[h];
      for (let i = 0; i < list.length; i++, k++) {
        if (start[k] < -adhesionPart * most && slides(context, list[i])) this.hasPull = true;
        const other = undeterminedFactor * Math.abs(start[k] - context.contactSet.contacts.force[list[i]]);
        noise[k] = Math.max(largest, Math.min(pull, other));
      }
    }
  }

  /** Number of rows and idle pairs. */
  private get total(): number {
    return this.count + this.idle.count;
  }

  private read(context: GuardContext, out: Float64Array): void {
    const { lambda } = context.island.active.table;
    for (let k = 0; k < this.count; k++) out[k] = lambda[this.first + k];
    this.idle.read(context, out, this.count);
  }

  /** Whether the guard of row k, or of an idle pair, is negative with these values. */
  private isOver(values: Float64Array, k: number): boolean {
    return values[k] < (k < this.count ? -this.noise[k] : 0);
  }

  /** Examines the step just taken, whose end has been evaluated last. Returns whether a force fell to zero; see `time`. */
  scan(context: GuardContext, stepper: Stepper): boolean {
    this.row = -1;
    if (this.total === 0) return false;
    const { start, end, now, numbers } = this;
    // the last evaluation of an implicit step is not at its end
    if (stepper.name === "backward-euler" || (this.idle.count > 0 && context.island.friction === null)) {
      context.island.computeForces();
    }
    this.read(context, end);
    if (this.glanceAt(context, stepper)) return true;
    let worst = this.findWorst(end);
    let isDoubtful = false;
    for (let k = 0; k < this.count; k++) {
      if (Math.min(start[k], end[k]) < 0.5 * Math.abs(end[k] - start[k])) isDoubtful = true;
    }
    if (worst < 0 && !isDoubtful) return false;
    const n = stepper.state.length - 1;
    numbers[Own.low] = stepper.previous[n];
    numbers[Own.high] = stepper.state[n];
    if (worst < 0) {
      numbers[Own.at] = 0.5 * (numbers[Own.low] + numbers[Own.high]);
      this.evaluate(context, stepper);
      for (let k = 0; k < this.total; k++) if (this.isOver(now, k)) worst = k;
      numbers[Own.high] = numbers[Own.at];
    } else for (let k = 0; k < this.total; k++) now[k] = end[k];
    if (worst >= 0) this.findRoot(context, stepper, worst);
    this.goBack(context, stepper);
    return this.row >= 0;
  }

  /** The row with the least of these values among those whose guard is negative; −1 if there is none. */
  private findWorst(values: Float64Array): number {
    let worst = -1;
    for (let k = 0; k < this.total; k++) {
      if (this.isOver(values, k) && (worst < 0 || values[k] < values[worst])) worst = k;
    }
    return worst;
  }

  /** Evaluates a long step at regular times. Returns whether a force falls to zero before its end. */
  private glanceAt(context: GuardContext, stepper: Stepper): boolean {
    const { numbers, now } = this;
    const n = stepper.state.length - 1;
    const count = context.clock.countSamples(stepper);
    numbers[Own.low] = stepper.previous[n];
    for (let look = 1; look < count; look++) {
      numbers[Own.at] = stepper.previous[n] + (look / count) * (stepper.state[n] - stepper.previous[n]);
      this.evaluate(context, stepper);
      for (let k = 0; k < this.total; k++) {
        if (!this.isOver(now, k)) continue;
        numbers[Own.high] = numbers[Own.at];
        this.findRoot(context, stepper, k);
        this.goBack(context, stepper);
        return true;
      }
      numbers[Own.low] = numbers[Own.at];
    }
    if (count > 1) this.goBack(context, stepper);
    return false;
  }

  /** Moves the island back to the end of the step. The guards of friction read slips and forces there. */
  private goBack({ island }: GuardContext, stepper: Stepper): void {
    island.setState(stepper.state);
    if (island.friction !== null) island.computeForces();
  }

  /** Accepts the step: its end is the start of the next. */
  accept(): void {
    for (let k = 0; k < this.total; k++) this.start[k] = this.end[k];
  }

  /** Writes the forces at the time `at` to `now`. */
  private evaluate(context: GuardContext, stepper: Stepper): void {
    const { island } = context;
    const n = island.dimension;
    if (this.place.length !== n + 1) this.place = new Float64Array(n + 1);
    this.place[n] = this.numbers[Own.at];
    stepper.interpolate(this.place);
    island.setState(this.place);
    island.computeForces();
    this.read(context, this.now);
  }

  /**
   * Finds the first root between `low`, where no guard is negative, and `high`, where that of row k is; the forces there are in
   * `now`.
   */
  private findRoot(context: GuardContext, stepper: Stepper, k: number): void {
    const { numbers, start, now } = this;
    const from = numbers[Own.low];
    this.row = k;
    numbers[Own.atLow] = start[k];
    numbers[Own.atHigh] = now[k];
    let side = 0;
    for (let look = 0; look < maxForceLooks && this.chooseTime(look); look++) {
      this.evaluate(context, stepper);
      const worst = this.findWorst(now);
      side = this.narrow(worst, side);
      if (this.isZero(worst >= 0 ? Own.atHigh : Own.atLow)) break;
    }
    // idle pairs stay so up to the root: event handling decides by their motion a moment later
    this.time[0] = numbers[Own.low] > from && this.row < this.count ? numbers[Own.low] : numbers[Own.high];
    numbers[Own.at] = this.time[0];
    this.evaluate(context, stepper);
  }

  /** Writes the time of the next look, by regula falsi, later by bisection. Returns false if the bracket is closed. */
  private chooseTime(look: number): boolean {
    const { numbers } = this;
    const low = numbers[Own.low];
    const high = numbers[Own.high];
    const fLow = numbers[Own.atLow];
    const fHigh = numbers[Own.atHigh];
    if (high - low <= closedBracket * Math.max(Math.abs(low), Math.abs(high))) return false;
    let t = fLow > 0 ? (fHigh * low - fLow * high) / (fHigh - fLow) : low + 0.5 * (high - low);
    if (!(t > low && t < high) || look > forceFalsePosition) t = low + 0.5 * (high - low);
    if (!(t > low && t < high)) return false;
    numbers[Own.at] = t;
    return true;
  }

  /**
   * Moves an end of the bracket to the last look, where the worst row, or none, is negative. The value of an end that stays is
   * halved (Illinois). Takes the end that was moved before, and returns the one that is moved now: 1 for high, −1 for low, 0 for
   * none.
   */
  private narrow(worst: number, side: number): number {
    const { numbers, now, start } = this;
    if (worst < 0) {
      numbers[Own.low] = numbers[Own.at];
      numbers[Own.atLow] = now[this.row];
      if (side === -1) numbers[Own.atHigh] *= 0.5;
      return -1;
    }
    if (worst !== this.row) {
      this.row = worst;
      numbers[Own.atLow] = start[worst];
    } else if (side === 1) numbers[Own.atLow] *= 0.5;
    numbers[Own.high] = numbers[Own.at];
    numbers[Own.atHigh] = now[worst];
    return 1;
  }

  /** Whether the force of the row at that end of the bracket is zero to its uncertainty. */
  private isZero(end: number): boolean {
    return this.row < this.count && Math.abs(this.numbers[end]) <= this.noise[this.row];
  }

  /**
   * Lists the contacts that leave the active set at the instant found: those with vanishing forces, and those of idle pairs that
   * separate.
   */
  listReleasing(context: GuardContext, releasing: number[]): void {
    context.memory.releasingForce[0] = 0;
    if (this.row < this.count) releasing.push(context.contactSet.contactOfRow(this.row));
    for (let k = 0; k < this.count; k++) {
      if (!this.isReleasing(k)) continue;
      // the largest of their forces at the beginning of the step
      context.memory.releasingForce[0] = Math.max(context.memory.releasingForce[0], this.start[k]);
      if (k !== this.row) releasing.push(context.contactSet.contactOfRow(k));
    }
    for (let k = 0; k < this.idle.count; k++) if (this.idle.parts(k)) releasing.push(this.idle.contactOf(k));
  }

  private isReleasing(k: number): boolean {
    return k === this.row || this.now[k] <= Math.max(releasingPart * this.start[k], this.noise[k]);
  }
}

/** The weight of the bodies of an island, N. */
function measureWeight({ island, world }: GuardContext): number {
  const { bodies, movingCount, system } = island.model;
  let mass = 0;
  for (let b = 0; b < movingCount; b++) mass += system.mass[bodies[b]];
  const { gravity } = world.settings;
  return mass * Math.sqrt(vec3.dot(gravity, 0, gravity, 0));
}

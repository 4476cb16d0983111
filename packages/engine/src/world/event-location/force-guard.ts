/**
 * When the force of a contact that is held falls to zero within a step: there it is held no more.
 *
 * The forces at the ends of a step are known. Between them they are looked at where a parabola through what is known might
 * reach zero. The root is found on the dense output, each look one evaluation of the forces.
 *
 * Follows: Baraff 1989, section 7.
 */

import { vec3 } from "../../math/index.js";
import type { Stepper } from "../../ode/index.js";
import { slides } from "../active-set/index.js";
import { IdlePairs } from "../detection/index.js";
import type { GuardContext } from "./context.js";

/** Forces below this fraction of the largest that was held at the start are none. */
const none = 1e-12;
/** Forces that have fallen to this fraction of what they were fall to zero at the same time. */
const together = 1e-6;
/** Forces below so many times what they seem to pull in the beginning are none. */
const unsure = 4;
/** What seems to pull by more than this part of the largest, or of what all weigh, does. */
const pulling = 1e-7;
const maxLooks = 60;
/** Slots of `numbers`: a double that is a field or an argument may be boxed. */
const Own = { at: 0, low: 1, high: 2 } as const;

const noNumbers = new Float64Array(0);

export class ForceGuard {
  /** λ of the rows that are held, at the start and the end of the step; then how far idle pairs are from being over. */
  private start: Float64Array = noNumbers;
  private end: Float64Array = noNumbers;
  private now: Float64Array = noNumbers;
  private place: Float64Array = noNumbers;
  private first = 0;
  count = 0;
  /** Pairs that touch without a force: they are behind the rows. */
  readonly idle = new IdlePairs();
  /** By row: forces up to this are none, N. */
  private noise: Float64Array = noNumbers;
  /** The time of a look, and between which times a root is sought, s: see `Own`. */
  private readonly numbers = new Float64Array(3);
  /** The row, of those held, that fell to zero; −1 if none did. */
  row = -1;
  /** When, s. */
  readonly time = new Float64Array(1);
  /**
   * Whether something that slides pulls in the beginning, and would be driven by its friction: forces are not those that were
   * found. Of what sticks they matter to nothing.
   */
  hasPull = false;

  /** Takes the forces at the present state as those at the start: to be called after settling. */
  begin(context: GuardContext): void {
    const { island } = context;
    const { table, parts } = island;
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
   * What forces are known to, row by row. None pulls when settled, and where one seems to, rows that depend on one another share
   * their forces in other ways than those that were found then: by as much as it differs from that, so little is a force known.
   * What is determined is not other than it was found, whatever those beside it do.
   */
  private judge(context: GuardContext): void {
    const { start, noise, count } = this;
    let most = measureWeight(context);
    let largest = 0;
    let pull = 0;
    for (let k = 0; k < count; k++) {
      most = Math.max(most, Math.abs(start[k]));
      largest = Math.max(largest, none * Math.abs(start[k]));
      pull = Math.max(pull, -unsure * start[k]);
    }
    let k = 0;
    for (let h = 0; h < context.contactSet.activeRows.length; h++) {
      const { list } = context.contactSet.activeRows[h];
      for (let i = 0; i < list.length; i++, k++) {
        if (start[k] < -pulling * most && slides(context, list[i])) this.hasPull = true;
        const other = unsure * Math.abs(start[k] - context.contactSet.contacts.force[list[i]]);
        noise[k] = Math.max(largest, Math.min(pull, other));
      }
    }
  }

  /** Rows and idle pairs. */
  private get total(): number {
    return this.count + this.idle.count;
  }

  private read(context: GuardContext, out: Float64Array): void {
    const { lambda } = context.island.table;
    for (let k = 0; k < this.count; k++) out[k] = lambda[this.first + k];
    this.idle.read(context, out, this.count);
  }

  /** Whether row k, or idle pair, with these values is over. */
  private isOver(values: Float64Array, k: number): boolean {
    return values[k] < (k < this.count ? -this.noise[k] : 0);
  }

  /** Looks at the step just taken, whose end has been evaluated last. Tells whether a force fell to zero; see `time`. */
  scan(context: GuardContext, stepper: Stepper): boolean {
    this.row = -1;
    if (this.total === 0) return false;
    const { start, end, now, numbers } = this;
    // an implicit step ends with an evaluation somewhere else
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

  /** The row with the least of these values, of those that are over; −1 if none is. */
  private findWorst(values: Float64Array): number {
    let worst = -1;
    for (let k = 0; k < this.total; k++) {
      if (this.isOver(values, k) && (worst < 0 || values[k] < values[worst])) worst = k;
    }
    return worst;
  }

  /** Looks at a long step from time to time. Tells whether a force falls to zero before its end. */
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

  /** Back to the end of the step. What watches friction reads slips and forces there. */
  private goBack({ island }: GuardContext, stepper: Stepper): void {
    island.setState(stepper.state);
    if (island.friction !== null) island.computeForces();
  }

  /** The step is taken: its end is the start of the next. */
  accept(): void {
    for (let k = 0; k < this.total; k++) this.start[k] = this.end[k];
  }

  /** The forces at the time `at`, to `now`. */
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

  /** The first root of the forces between `low`, where all are positive, and `high`, where that of row k is not: it is in `now`. */
  private findRoot(context: GuardContext, stepper: Stepper, k: number): void {
    const { numbers, start, now, noise } = this;
    const a = numbers[Own.low];
    let row = k;
    let low = a;
    let high = numbers[Own.high];
    let fLow = start[row];
    let fHigh = now[row];
    let side = 0;
    for (let look = 0; look < maxLooks; look++) {
      if (high - low <= 4e-16 * Math.max(Math.abs(low), Math.abs(high))) break;
      // regula falsi, with the value of an end that stays halved
      let t = fLow > 0 ? (fHigh * low - fLow * high) / (fHigh - fLow) : low + 0.5 * (high - low);
      if (!(t > low && t < high) || look > 20) t = low + 0.5 * (high - low);
      if (!(t > low && t < high)) break;
      numbers[Own.at] = t;
      this.evaluate(context, stepper);
      const worst = this.findWorst(now);
      if (worst >= 0) {
        if (worst !== row) {
          row = worst;
          side = 0;
          fLow = start[row];
        } else if (side === 1) fLow *= 0.5;
        high = t;
        fHigh = now[row];
        side = 1;
      } else {
        low = t;
        fLow = now[row];
        if (side === -1) fHigh *= 0.5;
        side = -1;
      }
      if (row < this.count && Math.abs(worst >= 0 ? fHigh : fLow) <= noise[row]) break;
    }
    this.row = row;
    // what is idle is so up to there: settling tells what it does by what is a moment later
    this.time[0] = low > a && row < this.count ? low : high;
    numbers[Own.at] = this.time[0];
    this.evaluate(context, stepper);
  }

  /** Lists the contacts that are spent at the time found: of the row that was found, of those that fall to zero beside it, and of idle pairs that part. */
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
    return k === this.row || this.now[k] <= Math.max(together * this.start[k], this.noise[k]);
  }
}

/** What the bodies of an island weigh, N. */
function measureWeight({ island, world }: GuardContext): number {
  const { bodies, movingCount, system } = island;
  let mass = 0;
  for (let b = 0; b < movingCount; b++) mass += system.mass[bodies[b]];
  const { gravity } = world.settings;
  return mass * Math.sqrt(vec3.dot(gravity, 0, gravity, 0));
}

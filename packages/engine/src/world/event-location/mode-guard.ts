/**
 * Guards of the friction modes: the first instant within a step at which the mode of a contact ends. One function for each
 * contact, which is positive as long as its mode lasts:
 *
 *   sticks   (μ f_n − |f_t|)/μ f_n, and a little more, so that a force beyond its cone makes the contact slip at once
 *   slips    u·d, d the direction of sliding at the last step; for straight sliding, the margin of that course
 *   edge     where forces are not unique, from a solve for the modes: the least margin of the contacts off their edges, or minus the
 *            largest acceleration of a contact that would slip
 *
 * Roots are found on the dense output; each look is one evaluation of the forces, or of velocities alone where only slips end,
 * with one of the forces at the root. A mode that is wrong at its beginning, as rounding may hide the slip there, is judged again
 * a moment later, with a delay that grows.
 *
 * Follows: Baraff 1989, section 7.
 */

import { ContactForm, type ContactTable } from "../../contact/index.js";
import { ContactMode } from "../../linalg/index.js";
import type { Stepper } from "../../ode/index.js";
import { evaluateWithSlip } from "../contact-state/index.js";
import { Course, type FrictionFlow, measureAside, outsideCone, SlipSpeed, turnedBack } from "../smooth/index.js";
import type { GuardContext } from "./context.js";
import {
  beyondRoot,
  closedBracket,
  coneEdgePart,
  delayGrowth,
  firstDelay,
  halvingInterval,
  leastBeyond,
  maxModeLooks,
  nearEnd,
} from "./parameters.js";

/**
 * Slots of `bracket`, in an array so that no number is boxed: the ends, the last end before, the time of a look, s, and the width
 * that must be halved, s.
 */
const Own = { low: 0, high: 1, third: 2, at: 3, width: 4 } as const;

const noNumbers = new Float64Array(0);

/** Guards of the friction modes of the contacts and joints of an island. */
export class ModeGuard {
  /** The functions of all contacts at the ends of a bracket, at a look, and at the last end before. */
  private start: Float64Array = noNumbers;
  private end: Float64Array = noNumbers;
  private now: Float64Array = noNumbers;
  private older: Float64Array = noNumbers;
  private place: Float64Array = noNumbers;
  private count = 0;
  /** Delay after which a wrong mode is judged again, as a part of 1 s plus the clock. */
  private readonly delay = Float64Array.of(firstDelay);
  /** The part of the step in which a mode ends, if it does, s. */
  private readonly span = new Float64Array(2);
  private readonly bracket = new Float64Array(5);
  /** The instant found, s. */
  readonly time = new Float64Array(1);
  /** Contacts that break stick then, by number in their table. */
  readonly breakingStick: number[] = [];
  /** Whether the work budget ended before that instant was found (work-budget.ts). */
  isTooCostly = false;

  /** Takes the present state as the start, after event handling, when forces have been computed. */
  begin(context: GuardContext): void {
    this.count = context.island.friction === null ? 0 : context.solvers.friction.cones.count;
    if (this.start.length < this.count) {
      this.start = new Float64Array(2 * this.count);
      this.end = new Float64Array(2 * this.count);
      this.now = new Float64Array(2 * this.count);
      this.older = new Float64Array(2 * this.count);
    }
    if (this.count === 0) return;
    this.read(context, this.start);
    if (this.findEdges(context.solvers.friction)) this.read(context, this.start);
  }

  /** Marks sticking contacts with a force beyond their cone as edges: others carry the rest. Returns whether there is any. */
  private findEdges({ cones, modes: { mode } }: FrictionFlow): boolean {
    let isNew = false;
    for (let k = 0; k < this.count; k++) {
      if (cones.cone[k] < 0 || mode[k] !== ContactMode.stick || this.start[k] > outsideCone) continue;
      mode[k] = ContactMode.edge;
      isNew = true;
    }
    return isNew;
  }

  private read(context: GuardContext, out: Float64Array): void {
    const { friction } = context.solvers;
    const { contacts } = context.contactSet;
    const { cones, solver } = friction;
    const { mode, tangential } = friction.modes;
    const { list, row, cone } = cones;
    const { f } = solver.result;
    const { hasEdges } = friction;
    if (hasEdges) friction.judgeModes();
    const { staticFriction } = contacts;
    for (let k = 0; k < this.count; k++) {
      const c = list[k];
      out[k] = 1;
      if (cone[k] < 0) continue;
      if (mode[k] === ContactMode.slip) this.readSlip(out, k, friction, contacts);
      else if (hasEdges) out[k] = friction.margin.value[0];
      else {
        const most = staticFriction[c] * (f[row[k]] + cones.problem.shift[cone[k]]);
        const t = 3 * k;
        const size = Math.sqrt(
          tangential[t] * tangential[t] + tangential[t + 1] * tangential[t + 1] + tangential[t + 2] * tangential[t + 2],
        );
        out[k] = most > 0 ? (most - size) / most + outsideCone : 1;
      }
    }
  }

  /** Writes the function of a slipping contact to out[k]. */
  private readSlip(out: Float64Array, k: number, flow: FrictionFlow, contacts: ContactTable): void {
    if (flow.modes.course[k] !== Course.free) {
      this.readStraight(out, k, flow, contacts);
      return;
    }
    const c = 3 * flow.cones.list[k];
    let along = 0;
    for (let x = 0; x < 3; x++) along += contacts.slip[c + x] * flow.modes.direction[3 * k + x];
    out[k] = along;
  }

  /**
   * Writes the function of straight sliding to out[k]: positive as long as u is along d; a slip that begins may be slow, in any
   * direction.
   */
  private readStraight(out: Float64Array, k: number, flow: FrictionFlow, { slip, normal, form }: ContactTable): void {
    const { cones } = flow;
    const { direction, course } = flow.modes;
    const { slowest } = flow.thresholds;
    const c = 3 * cones.list[k];
    let along = 0;
    let square = 0;
    for (let x = 0; x < 3; x++) {
      along += slip[c + x] * direction[3 * k + x];
      square += slip[c + x] * slip[c + x];
    }
    // spin is about n, and turns with it
    const isSpin = form[cones.list[k]] === ContactForm.spinning;
    const across = isSpin ? 0 : measureAside(slip, c, direction, 3 * k, normal);
    const kind = course[k];
    if (kind === Course.begun && square <= slowest[SlipSpeed.aside] * slowest[SlipSpeed.aside]) out[k] = 1;
    else if (kind === Course.slidingOn && across <= slowest[SlipSpeed.aside])
      out[k] = along + turnedBack * slowest[SlipSpeed.aside];
    else if (kind !== Course.stopping && across > slowest[SlipSpeed.aside]) out[k] = slowest[SlipSpeed.aside] - across;
    else out[k] = along;
  }

  /** Examines the step just taken, whose end has been evaluated last. Returns whether a mode ended; see `time`. */
  scan(context: GuardContext, stepper: Stepper): boolean {
    this.isTooCostly = false;
    if (this.count === 0) return false;
    const { end, now, span } = this;
    this.read(context, end);
    const n = stepper.state.length - 1;
    const t0 = stepper.previous[n];
    const t1 = stepper.state[n];
    span[0] = t0;
    span[1] = t1;
    const looks = context.clock.countSamples(stepper);
    let isOver = looks > 1 && this.glanceAt(context, stepper, looks);
    const isAtEnd = span[1] === t1;
    const isDoubtful = isAtEnd && this.isDoubtful();
    if (isAtEnd && this.isAnyOver(end)) isOver = true;
    if (!isOver && isDoubtful) isOver = this.lookBetween(context, stepper);
    else if (isAtEnd) this.copy(end, now);
    this.breakingStick.length = 0;
    context.solvers.friction.transitions.stopping.clear();
    if (isOver) {
      this.findRoot(context, stepper);
      this.listTransitions(context);
    }
    if (looks > 1 || isOver || isDoubtful) {
      context.island.setState(stepper.state);
      context.island.computeForces();
    }
    if (!isOver && this.isWrong(context)) {
      this.time[0] = Math.min(t1, t0 + this.delay[0] * (1 + Math.abs(t0)));
      this.delay[0] *= delayGrowth;
      return true;
    }
    this.delay[0] = firstDelay;
    context.solvers.friction.duration[0] = t1 - t0;
    return isOver;
  }

  /** Whether a mode that lasts at the end of the step may have ended in between. */
  private isDoubtful(): boolean {
    const { start, end } = this;
    for (let k = 0; k < this.count; k++) {
      if (this.isOver(k, end) || !(start[k] > 0)) continue;
      if (Math.min(start[k], end[k]) < 0.5 * Math.abs(end[k] - start[k])) return true;
    }
    return false;
  }

  /** Evaluates the middle of `span`, which ends there from now on. Returns whether a mode is over there. */
  private lookBetween(context: GuardContext, stepper: Stepper): boolean {
    const { span, now } = this;
    span[1] = 0.5 * (span[0] + span[1]);
    this.evaluate(context, stepper, span[1]);
    this.read(context, now);
    return this.isAnyOver(now);
  }

  /** Evaluates a step at the ends of `looks` intervals. Returns whether a mode ends before the last one; `span` is the interval. */
  private glanceAt(context: GuardContext, stepper: Stepper, looks: number): boolean {
    const { span, start, now } = this;
    const n = stepper.state.length - 1;
    const t1 = stepper.state[n];
    for (let look = 1; look < looks; look++) {
      span[1] = stepper.previous[n] + (look / looks) * (t1 - stepper.previous[n]);
      this.evaluate(context, stepper, span[1]);
      this.read(context, now);
      if (this.isAnyOver(now)) return true;
      // modes that were wrong at the start are judged by `isWrong`
      for (let k = 0; k < this.count; k++) if (start[k] > 0) start[k] = now[k];
      span[0] = span[1];
    }
    span[1] = t1;
    return false;
  }

  /**
   * Lists the contacts whose modes end together: sticking contacts with forces on the edges of their cones where the first one
   * leaves its cone, and slipping contacts that have stopped.
   */
  private listTransitions({ solvers: { friction } }: GuardContext): void {
    const { cones } = friction;
    const { mode, course } = friction.modes;
    const { stopping } = friction.transitions;
    const { slowest } = friction.thresholds;
    for (let k = 0; k < this.count; k++) {
      if (cones.cone[k] < 0) continue;
      if (mode[k] !== ContactMode.slip) {
        if (this.now[k] <= coneEdgePart) this.breakingStick.push(cones.list[k]);
      } else if (course[k] === Course.free && this.now[k] <= slowest[SlipSpeed.stopping]) stopping.add(cones.list[k]);
    }
  }

  /** Whether the mode of contact k, which lasted at the start, is over with these values. */
  private isOver(k: number, values: Float64Array): boolean {
    return this.start[k] > 0 && values[k] <= 0;
  }

  /** Whether any mode that lasted at the start is over with these values. */
  private isAnyOver(values: Float64Array): boolean {
    for (let k = 0; k < this.count; k++) if (this.isOver(k, values)) return true;
    return false;
  }

  private copy(from: Float64Array, to: Float64Array): void {
    for (let k = 0; k < this.count; k++) to[k] = from[k];
  }

  /** Whether some mode was wrong from the start of the step to its end. */
  private isWrong({ solvers: { friction } }: GuardContext): boolean {
    for (let k = 0; k < this.count; k++) {
      const isStuck = friction.modes.mode[k] !== ContactMode.slip && friction.cones.cone[k] >= 0;
      if ((isStuck || friction.modes.course[k] !== Course.free) && this.start[k] <= 0 && this.end[k] <= 0) return true;
    }
    return false;
  }

  /** Accepts the step: its end is the start of the next, and directions follow the motion. Returns whether slopes have changed. */
  accept(context: GuardContext): boolean {
    if (this.count === 0) return false;
    const isOther = context.solvers.friction.accept();
    this.read(context, this.start);
    return isOther;
  }

  private evaluate({ island }: GuardContext, stepper: Stepper, t: number): void {
    this.moveTo(island, stepper, t);
    island.computeForces();
  }

  private moveTo(island: GuardContext["island"], stepper: Stepper, t: number): void {
    const n = island.dimension;
    if (this.place.length !== n + 1) this.place = new Float64Array(n + 1);
    this.place[n] = t;
    stepper.interpolate(this.place);
    island.setState(this.place);
  }

  /** Writes the functions of slipping contacts at time t, without forces; those of the others are as at the start. */
  private readMotion(context: GuardContext, stepper: Stepper, t: number, out: Float64Array): void {
    const { contacts } = context.contactSet;
    const { friction } = context.solvers;
    const { cones } = friction;
    const { mode } = friction.modes;
    this.moveTo(context.island, stepper, t);
    for (let k = 0; k < this.count; k++) {
      out[k] = this.start[k];
      if (cones.cone[k] < 0 || mode[k] !== ContactMode.slip) continue;
      evaluateWithSlip(context, contacts, cones.list[k]);
      this.readSlip(out, k, friction, contacts);
    }
  }

  /** Whether only slips of contacts are over, so that velocities alone give the instant. */
  private isMotion({ solvers: { friction } }: GuardContext): boolean {
    const { cones } = friction;
    const { mode } = friction.modes;
    if (cones.count > cones.contactCount) return false;
    for (let k = 0; k < this.count; k++) if (this.isOver(k, this.now) && mode[k] !== ContactMode.slip) return false;
    return true;
  }

  /** Finds the first instant of `span`, at whose end a mode is over, at which one is. */
  private findRoot(context: GuardContext, stepper: Stepper): void {
    const { span, bracket, time } = this;
    bracket[Own.high] = span[1];
    if (this.isMotion(context)) {
      bracket[Own.low] = span[0];
      this.narrow(context, stepper, true);
      if (this.isTooCostly) return;
      this.evaluate(context, stepper, time[0]);
      this.read(context, this.now);
      if (this.isMotion(context)) return;
      // a sticking mode was over before
      bracket[Own.high] = time[0];
    }
    bracket[Own.low] = span[0];
    this.narrow(context, stepper, false);
  }

  /** Narrows the bracket to neighbouring times, and writes its end, where a mode is over, to `time`. */
  private narrow(context: GuardContext, stepper: Stepper, isMotion: boolean): void {
    const { bracket, end } = this;
    bracket[Own.third] = Number.NaN;
    bracket[Own.width] = Infinity;
    for (let look = 0; look < maxModeLooks; look++) {
      this.isTooCostly = context.budget.isTooMuch(stepper.previous, context.island.dimension);
      if (this.isTooCostly || !this.chooseTime(look)) break;
      if (isMotion) this.readMotion(context, stepper, bracket[Own.at], end);
      else {
        this.evaluate(context, stepper, bracket[Own.at]);
        this.read(context, end);
      }
      this.moveEnd();
    }
    this.time[0] = bracket[Own.high];
  }

  /**
   * Writes the time of the next look: the estimated root, and a little beyond it where one end is near, so that the other end
   * comes near, too; or the middle, so that the width is halved. Returns false if the bracket is closed.
   */
  private chooseTime(look: number): boolean {
    const { bracket } = this;
    const low = bracket[Own.low];
    const high = bracket[Own.high];
    const least = closedBracket * Math.max(Math.abs(low), Math.abs(high));
    if (!(high - low > least)) return false;
    this.estimateRoot();
    let t = bracket[Own.at];
    if (t - low < nearEnd * (high - low)) t += Math.max(beyondRoot * (t - low), leastBeyond * least);
    else if (high - t < nearEnd * (high - low)) t -= Math.max(beyondRoot * (high - t), leastBeyond * least);
    if (look % halvingInterval === halvingInterval - 1) {
      if (high - low > 0.5 * bracket[Own.width]) t = low + 0.5 * (high - low);
      bracket[Own.width] = high - low;
    }
    if (!(t > low && t < high)) t = low + 0.5 * (high - low);
    if (!(t > low && t < high)) return false;
    bracket[Own.at] = t;
    return true;
  }

  /** Writes the first root of the parabolas through the last three looks, of the modes that are over at the end of the bracket. */
  private estimateRoot(): void {
    const { start, now, older, bracket } = this;
    const low = bracket[Own.low];
    const high = bracket[Own.high];
    const third = bracket[Own.third];
    let t = high;
    for (let k = 0; k < this.count; k++) {
      if (!this.isOver(k, now)) continue;
      const w = high - low;
      const d1 = (now[k] - start[k]) / w;
      const d2 = ((older[k] - now[k]) / (third - high) - d1) / (third - low);
      const b1 = d1 - d2 * w;
      const square = b1 * b1 - 4 * d2 * start[k];
      let x = square >= 0 ? (2 * start[k]) / (Math.sqrt(square) - b1) : -1;
      if (!(x > 0 && x < w)) x = -start[k] / d1;
      t = Math.min(t, low + x);
    }
    bracket[Own.at] = t;
  }

  /** Moves an end of the bracket to the time of the look, with the values there. */
  private moveEnd(): void {
    const { bracket, start, now, end, older } = this;
    const isOver = this.isAnyOver(end);
    const slot = isOver ? Own.high : Own.low;
    const values = isOver ? now : start;
    bracket[Own.third] = bracket[slot];
    bracket[slot] = bracket[Own.at];
    this.copy(values, older);
    this.copy(end, values);
  }
}

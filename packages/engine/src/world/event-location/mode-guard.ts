/**
 * When the mode of a contact changes within a step. One function a contact, positive as long as the mode lasts:
 *
 *   sticks   (μ f_n − |f_t|)/μ f_n, and a little more: what has left its cone is then seen to slip
 *   slips    u·d, d the direction in which it slid; of what goes straight, that it does
 *   edge     where forces are not unique, by solving for the modes anew: the least margin of what is then off its edge, or
 *            minus the largest acceleration of what slips
 *
 * Roots are found on the dense output, each look one evaluation of the forces; where slip is all that ends, one of velocities,
 * and of forces at the root. A mode that is wrong where it begins, as what
 * begins to slip cannot be told from rounding there, is looked at anew a moment later, and later each time.
 *
 * Follows: Baraff 1989, section 7.
 */

import { ContactForm, type ContactTable } from "../../contact/index.js";
import { ConeMode } from "../../linalg/index.js";
import type { Stepper } from "../../ode/index.js";
import { evaluateWithSlip } from "../contact-state/index.js";
import { Course, type FrictionFlow, measureAside, outsideCone, SlipSpeed, turnedBack } from "../smooth/index.js";
import type { GuardContext } from "./context.js";

/** Margins up to this part are none, where another contact begins to slip. */
const atEdge = 1e-7;
/** When a mode that is wrong from its beginning is looked at anew, at first: s, and relative to the clock. */
const moment = 1e-10;
const maxLooks = 80;
/** Within this part of an end a root is near it; then the next look is beyond it, by this part of its distance. */
const near = 0.1;
const beyond = 0.2;

const noNumbers = new Float64Array(0);

export class ModeGuard {
  private start: Float64Array = noNumbers;
  private end: Float64Array = noNumbers;
  private now: Float64Array = noNumbers;
  private older: Float64Array = noNumbers;
  private place: Float64Array = noNumbers;
  private count = 0;
  /** How much later a wrong mode is looked at, s. */
  private readonly wait = Float64Array.of(moment);
  /** The part of the step in which a mode ends, if it does, s. */
  private readonly span = new Float64Array(2);
  /** When, s. */
  readonly time = new Float64Array(1);
  /** Contacts that are about to slip then, by number in their table. */
  readonly breakingStick: number[] = [];
  /** Whether it would have taken too much to find that time (work-budget.ts). */
  isTooCostly = false;

  /** Takes the present state as the start: to be called after settling, when forces have been computed. */
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

  /** What sticks with a force outside of its cone is on its edge: others hold what it cannot. Tells whether there is any. */
  private findEdges({ cones, modes: { mode } }: FrictionFlow): boolean {
    let isNew = false;
    for (let k = 0; k < this.count; k++) {
      if (cones.cone[k] < 0 || mode[k] !== ConeMode.stick || this.start[k] > outsideCone) continue;
      mode[k] = ConeMode.edge;
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
      if (mode[k] === ConeMode.slip) this.readSlip(out, k, friction, contacts);
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

  /** out[k] of what slips. */
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

  /** out[k]: positive as long as u goes along d, and not aside; what has just begun to slip may be slow, in any direction. */
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
    // what spins does so about n, wherever that turns to
    const isSpin = form[cones.list[k]] === ContactForm.spinning;
    const across = isSpin ? 0 : measureAside(slip, c, direction, 3 * k, normal);
    const kind = course[k];
    if (kind === Course.begun && square <= slowest[SlipSpeed.aside] * slowest[SlipSpeed.aside]) out[k] = 1;
    else if (kind === Course.slidingOn && across <= slowest[SlipSpeed.aside])
      out[k] = along + turnedBack * slowest[SlipSpeed.aside];
    else if (kind !== Course.stopping && across > slowest[SlipSpeed.aside]) out[k] = slowest[SlipSpeed.aside] - across;
    else out[k] = along;
  }

  /** Looks at the step just taken, whose end has been evaluated last. Tells whether a mode ended; see `time`. */
  scan(context: GuardContext, stepper: Stepper): boolean {
    this.isTooCostly = false;
    if (this.count === 0) return false;
    const { start, end, now } = this;
    this.read(context, end);
    const n = stepper.state.length - 1;
    const t0 = stepper.previous[n];
    const t1 = stepper.state[n];
    const { span } = this;
    span[0] = t0;
    span[1] = t1;
    const looks = context.clock.countSamples(stepper);
    let isOver = looks > 1 && this.glanceAt(context, stepper, looks);
    let isDoubtful = false;
    for (let k = 0; k < this.count && span[1] === t1; k++) {
      if (this.isOver(k, end)) isOver = true;
      else if (start[k] > 0 && Math.min(start[k], end[k]) < 0.5 * Math.abs(end[k] - start[k])) isDoubtful = true;
    }
    if (!isOver && isDoubtful) {
      span[1] = 0.5 * (span[0] + t1);
      this.evaluate(context, stepper, span[1]);
      this.read(context, now);
      for (let k = 0; k < this.count; k++) if (this.isOver(k, now)) isOver = true;
    } else if (span[1] === t1) now.set(end.subarray(0, this.count));
    this.breakingStick.length = 0;
    context.solvers.friction.transitions.stopping.clear();
    if (isOver) {
      this.findRoot(context, stepper, span[0], span[1]);
      this.listLeaving(context);
    }
    if (looks > 1 || isOver || isDoubtful) {
      context.island.setState(stepper.state);
      context.island.computeForces();
    }
    if (!isOver && this.isWrong(context)) {
      this.time[0] = Math.min(t1, t0 + this.wait[0] * (1 + Math.abs(t0)));
      this.wait[0] *= 4;
      return true;
    }
    this.wait[0] = moment;
    context.solvers.friction.duration[0] = t1 - t0;
    return isOver;
  }

  /** Looks at a step in so many parts. Tells whether a mode ends in one of them but the last: `span` is that one, else the last. */
  private glanceAt(context: GuardContext, stepper: Stepper, looks: number): boolean {
    const { span, start, now } = this;
    const n = stepper.state.length - 1;
    const t1 = stepper.state[n];
    for (let look = 1; look < looks; look++) {
      span[1] = stepper.previous[n] + (look / looks) * (t1 - stepper.previous[n]);
      this.evaluate(context, stepper, span[1]);
      this.read(context, now);
      for (let k = 0; k < this.count; k++) if (this.isOver(k, now)) return true;
      // what was wrong from the start is looked at elsewhere
      for (let k = 0; k < this.count; k++) if (start[k] > 0) start[k] = now[k];
      span[0] = span[1];
    }
    span[1] = t1;
    return false;
  }

  /**
   * Of contacts that stick, all whose force is on the edge of the cone where the first leaves it: they go together. Of those
   * that slip, all that have stopped.
   */
  private listLeaving({ solvers: { friction } }: GuardContext): void {
    const { cones } = friction;
    const { mode, course } = friction.modes;
    const { stopping } = friction.transitions;
    const { slowest } = friction.thresholds;
    for (let k = 0; k < this.count; k++) {
      if (cones.cone[k] < 0) continue;
      if (mode[k] !== ConeMode.slip) {
        if (this.now[k] <= atEdge) this.breakingStick.push(cones.list[k]);
      } else if (course[k] === Course.free && this.now[k] <= slowest[SlipSpeed.stopping]) stopping.add(cones.list[k]);
    }
  }

  /** Whether the mode of contact k lasted at the start and is over with these values. */
  private isOver(k: number, values: Float64Array): boolean {
    return this.start[k] > 0 && values[k] <= 0;
  }

  /** Whether some mode was wrong from the start of the step to its end. */
  private isWrong({ solvers: { friction } }: GuardContext): boolean {
    for (let k = 0; k < this.count; k++) {
      const isStuck = friction.modes.mode[k] !== ConeMode.slip && friction.cones.cone[k] >= 0;
      if ((isStuck || friction.modes.course[k] !== Course.free) && this.start[k] <= 0 && this.end[k] <= 0) return true;
    }
    return false;
  }

  /** The step is taken: its end is the start of the next. Directions go with the motion. Tells whether slopes are others. */
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

  /** The same, without forces: of what slips, to out; nothing else is over there. */
  private readMotion(context: GuardContext, stepper: Stepper, t: number, out: Float64Array): void {
    const { contacts } = context.contactSet;
    const { friction } = context.solvers;
    const { cones } = friction;
    const { mode } = friction.modes;
    this.moveTo(context.island, stepper, t);
    for (let k = 0; k < this.count; k++) {
      out[k] = this.start[k];
      if (cones.cone[k] < 0 || mode[k] !== ConeMode.slip) continue;
      evaluateWithSlip(context, contacts, cones.list[k]);
      this.readSlip(out, k, friction, contacts);
    }
  }

  /** Whether what is over is slip alone, of contacts: velocities tell when. */
  private isMotion({ solvers: { friction } }: GuardContext): boolean {
    const { cones } = friction;
    const { mode } = friction.modes;
    if (cones.count > cones.contactCount) return false;
    for (let k = 0; k < this.count; k++) if (this.isOver(k, this.now) && mode[k] !== ConeMode.slip) return false;
    return true;
  }

  /** The first instant between a and b, where some mode is over, at which one is. */
  private findRoot(context: GuardContext, stepper: Stepper, a: number, b: number): void {
    if (this.isMotion(context)) {
      this.narrow(context, stepper, a, b, true);
      if (this.isTooCostly) return;
      this.evaluate(context, stepper, this.time[0]);
      this.read(context, this.now);
      if (this.isMotion(context)) return;
      // what sticks was over before
    } else this.time[0] = b;
    this.narrow(context, stepper, a, this.time[0], false);
  }

  /** On parabolas through the last three looks, and a little beyond where one end is near, so that the other comes near, too. */
  private narrow(context: GuardContext, stepper: Stepper, a: number, b: number, isMotion: boolean): void {
    const { start, now, end, older } = this;
    let low = a;
    let high = b;
    let third = Number.NaN;
    let width = Infinity;
    for (let look = 0; look < maxLooks; look++) {
      this.isTooCostly = context.budget.isTooMuch(stepper.previous, context.island.dimension);
      if (this.isTooCostly) break;
      const least = 4e-16 * Math.max(Math.abs(low), Math.abs(high));
      if (!(high - low > least)) break;
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
      if (t - low < near * (high - low)) t += Math.max(beyond * (t - low), 0.75 * least);
      else if (high - t < near * (high - low)) t -= Math.max(beyond * (high - t), 0.75 * least);
      if (look % 3 === 2) {
        if (high - low > 0.5 * width) t = low + 0.5 * (high - low);
        width = high - low;
      }
      if (!(t > low && t < high)) t = low + 0.5 * (high - low);
      if (!(t > low && t < high)) break;
      if (isMotion) this.readMotion(context, stepper, t, end);
      else {
        this.evaluate(context, stepper, t);
        this.read(context, end);
      }
      let isOver = false;
      for (let k = 0; k < this.count; k++) if (this.isOver(k, end)) isOver = true;
      third = isOver ? high : low;
      const from = isOver ? now : start;
      for (let k = 0; k < this.count; k++) {
        older[k] = from[k];
        from[k] = end[k];
      }
      if (isOver) high = t;
      else low = t;
    }
    this.time[0] = high;
  }
}

/**
 * A mechanism whose joints have limits, run from event to event: a step that would carry a coordinate beyond a bound is
 * cut at the instant it is reached; the impact is answered, joints and all other bounds taking part; a joint that rests
 * on a bound is held there until the force of the bound falls to zero. A step that ends beyond a bound all the same, by a
 * hop too low to be seen, is undone.
 *
 * Follows: Baraff 1989, sections 7 and 8; Particle System Dynamics, section 7.
 */
import { fail, requireNonNegative, requirePositive } from "../math/index.js";
import { Control, type IntegrateOptions, integrate, type Report, type Stepper } from "../ode/index.js";
import type { Bound } from "./limit.js";
import { evaluateBounds, measureMotion } from "./limit-impact.js";
import { nameBound, readLimits, removeBounds } from "./limit-list.js";
import { type BoundHints, noHints, settle } from "./limit-settle.js";
import { BoundWatch } from "./limit-watch.js";
import type { Mechanism } from "./mechanism.js";
import { Motor } from "./motor.js";
import { requireKnown } from "./require-known.js";

export interface MechanismSimulationOptions {
  /** What `limit(…)` returns, of any number of joints. */
  readonly limits: readonly (readonly Bound[])[];
  /** Nearer than this a bound is reached, rad or m. Default 1e-9. */
  readonly tolerance?: number;
  /** Slower than this nothing bounces, rad/s or m/s. Default 1e-6. */
  readonly restitutionThreshold?: number;
}

export interface LimitEvent {
  readonly t: number;
  /** "limits[2] (upper limit of angle of hinge, constraints[5])". */
  readonly bound: string;
  readonly kind: "impact" | "rest" | "release";
  /** N·s or N·m·s; 0 unless it is an impact. */
  readonly impulse: number;
}

export interface MechanismReport {
  readonly status: Report["status"] | "too-many-events";
  readonly t: number;
  /** Of the whole call, those that had to be undone included. */
  readonly steps: number;
  readonly events: readonly LimitEvent[];
  /** What happened in the whole call, and what to do about it. */
  readonly message: string;
}

/** More events than this without time between them are no physics. */
const maxIdle = 500;
/** After so many, a bound that is reached again at once is rested on. */
const fewIdle = 50;
/** Hardly any time, relative to the clock. */
const shortest = 1e-13;

/** The simulation that the bounds of a mechanism belong to. */
const owners = new WeakMap<Mechanism, MechanismSimulation>();

export class MechanismSimulation {
  readonly mechanism: Mechanism;
  readonly stepper: Stepper;
  readonly bounds: readonly Bound[];
  private readonly names: readonly string[];
  private readonly tolerance: number;
  private readonly threshold: number;
  /** The last state within all bounds: the start of a step that has to be undone. */
  private readonly before: Float64Array;

  /** Takes the place of any other simulation of the mechanism, whose bounds hold no more. */
  constructor(mechanism: Mechanism, stepper: Stepper, options: MechanismSimulationOptions) {
    if (stepper?.problem !== mechanism) {
      fail("wrong-mechanism", "stepper", "must be a stepper of this mechanism", stepper?.name);
    }
    requireKnown("options", options, ["limits", "tolerance", "restitutionThreshold"]);
    const { limits, tolerance = 1e-9, restitutionThreshold = 1e-6 } = options;
    requirePositive("options.tolerance", tolerance);
    requirePositive("options.restitutionThreshold", restitutionThreshold);
    this.bounds = readLimits(limits);
    this.mechanism = mechanism;
    this.stepper = stepper;
    this.tolerance = tolerance;
    this.threshold = restitutionThreshold;
    this.before = new Float64Array(mechanism.dimension + 1);
    removeBounds(mechanism);
    this.names = limits.flatMap((bounds, k) => [bounds].flat().map((bound) => nameBound(mechanism, bound, k)));
    this.requireWithin();
    owners.set(mechanism, this);
  }

  private requireWithin(): void {
    const { value } = evaluateBounds(this.mechanism, this.bounds);
    const k = value.findIndex((gap) => !(gap >= -2 * this.tolerance));
    if (k < 0) return;
    const cure = "start within the limits";
    fail("beyond-limit", "mechanism", `must be within ${this.names[k]}`, `beyond by ${-value[k]}`, cure);
  }

  /** Lets go what was moved away, by hand, from the bound that it rested on. */
  private releaseMoved(log: LimitEvent[]): void {
    const { mechanism, bounds, names } = this;
    const { value } = evaluateBounds(mechanism, bounds);
    bounds.forEach((bound, k) => {
      if (!this.isResting(bound) || value[k] <= this.tolerance) return;
      mechanism.remove(bound);
      log.push({ t: mechanism.time, bound: names[k], kind: "release", impulse: 0 });
    });
  }

  /** Whether the joint rests on this bound now. */
  isResting(bound: Bound): boolean {
    return this.mechanism.constraints.includes(bound);
  }

  /** Takes the bounds away from the mechanism, for good: what rests on one is held no more. */
  detach(): void {
    if (owners.get(this.mechanism) !== this) return;
    removeBounds(this.mechanism);
    owners.delete(this.mechanism);
  }

  /** Moves on to time `tEnd`. Whatever the status, the mechanism is at the last good time. */
  advanceTo(tEnd: number, options: Pick<IntegrateOptions, "maxSteps" | "onStep"> = {}): MechanismReport {
    const { mechanism, stepper } = this;
    requireKnown("options", options, ["maxSteps", "onStep"]);
    const { maxSteps = 1e7, onStep } = options;
    requireNonNegative("options.maxSteps", maxSteps);
    if (!(tEnd >= mechanism.time)) {
      const cure = "impacts cannot be undone; give a time, not a duration";
      fail("in-the-past", "tEnd", `must be at least the present time, ${mechanism.time}`, tEnd, cure);
    }
    if (owners.get(mechanism) !== this) {
      const cure = "the latest simulation of a mechanism has its bounds";
      fail("detached", "simulation", "must not have been detached", "detached", cure);
    }
    const log: LimitEvent[] = [];
    // a joint that was moved by hand may be anywhere
    this.requireWithin();
    this.releaseMoved(log);
    const fixedStep = stepper.control[Control.step];
    let steps = 0;
    let idle = 0;
    let hints = noHints;
    const tell = (status: MechanismReport["status"], message: string) => {
      if (!stepper.adaptive) stepper.control[Control.step] = fixedStep;
      const told = `${message} (${steps} steps, ${countEvents(log)})`;
      return { status, t: mechanism.time, steps, events: log, message: told };
    };
    for (;;) {
      const start = mechanism.time;
      const watch = this.settle(log, hints, fixedStep);
      if (typeof watch === "string") return tell("solve-failed", watch);
      const { report, next } = this.run(watch, hints, tEnd, { maxSteps: maxSteps - steps, onStep }, fixedStep);
      steps += report.steps;
      if (next === null) {
        const early = `stopped at t = ${report.t}, before t = ${tEnd}, after maxSteps, ${maxSteps}; raise it`;
        if (report.status === "done") return tell("done", `reached t = ${report.t}`);
        return tell(report.status, report.status === "too-many-steps" ? early : report.message);
      }
      hints = idle > fewIdle ? { ...next, pressed: [...next.pressed, ...next.reached] } : next;
      idle = mechanism.time - start > shortest * (1 + Math.abs(start)) ? 0 : idle + 1;
      if (idle > 1 && stepper.adaptive) stepper.control[Control.step] *= 0.25;
      if (idle > maxIdle) return tell("too-many-events", `${idle} events at t = ${start}; raise restitutionThreshold`);
    }
  }

  /** Answers impacts and decides which bounds hold. Returns what to watch from there on, or what cannot be done. */
  private settle(log: LimitEvent[], hints: BoundHints, fixedStep: number): BoundWatch | string {
    const { mechanism, stepper, bounds, names, tolerance, threshold } = this;
    const t = mechanism.time;
    const shortestHop = stepper.order === 1 && !stepper.adaptive ? 2 * fixedStep : 0;
    const name = (bound: Bound) => names[bounds.indexOf(bound)];
    const { failed, noise } = settle(
      mechanism,
      bounds,
      { tolerance, threshold, shortestHop },
      hints,
      (bound, kind, impulse) => log.push({ t, bound: name(bound), kind, impulse }),
    );
    stepper.restart();
    if (failed.length === 0) return new BoundWatch(mechanism, bounds, names, noise);
    const motors = mechanism.constraints.flatMap((c, k) => (c instanceof Motor ? [`constraints[${k}] (motor)`] : []));
    const against = motors.length === 0 ? "the other constraints" : motors.join(", ");
    return `${failed.map(name).join(", ")} cannot hold at t = ${t} against ${against}`;
  }

  /** Integrates to the next event. `next` is what is known of it; null if the run is over. */
  private run(
    watch: BoundWatch,
    hints: BoundHints,
    tEnd: number,
    { maxSteps, onStep }: { readonly maxSteps: number; readonly onStep: IntegrateOptions["onStep"] },
    fixedStep: number,
  ): { report: Report; next: BoundHints | null } {
    const { stepper, before, bounds } = this;
    const n = this.mechanism.dimension;
    const start = this.mechanism.time;
    let fault = -1;
    const spent: Bound[] = [];
    // passed without it, pulling with it: of two errors of a fixed step, the one that stays within the bound
    const mayPull = (k: number) =>
      !stepper.adaptive && before[n] === start && watch.holds(k) && hints.pressed.includes(bounds[k]);
    let isCancelled = false;
    this.mechanism.getState(before);
    const report = integrate(stepper, tEnd, {
      events: watch,
      maxSteps,
      onStep: ({ state, control, adaptive }) => {
        fault = watch.findFault(state, this.tolerance, 0);
        while (fault >= 0 && mayPull(fault)) {
          spent.push(bounds[fault]);
          fault = watch.findFault(state, this.tolerance, fault + 1);
        }
        if (fault >= 0) return false;
        before.set(state);
        // a method of fixed step goes back to its own after a step that had to be halved
        if (!adaptive) control[Control.step] = fixedStep;
        isCancelled = onStep?.(stepper) === false;
        return !isCancelled && spent.length === 0;
      },
    });
    if (fault >= 0) {
      const known = before[n] === start ? hints : noHints;
      return { report, next: this.rollBack(watch, fault, known, fixedStep) };
    }
    if (isCancelled) {
      const message = `cancelled by onStep at t = ${report.t}, before t = ${tEnd}`;
      return { report: { ...report, status: "cancelled", message }, next: null };
    }
    if (report.status === "event") return { report, next: watch.readHints(report) };
    return { report, next: report.status === "cancelled" ? { ...noHints, spent } : null };
  }

  /**
   * Goes back to the start of the step. If the bound was reached there, and is not left in a hop that can be seen, it is
   * pressed on from now on; a bound that pulls is given up if it did not press there. Otherwise the step is tried again
   * in halves. What was known there is known still.
   */
  private rollBack(watch: BoundWatch, fault: number, known: BoundHints, fixedStep: number): BoundHints {
    const { mechanism, stepper, before, tolerance, threshold } = this;
    const { control, state } = stepper;
    const n = mechanism.dimension;
    const bound = this.bounds[fault];
    const others = (list: readonly Bound[]) => list.filter((other) => other !== bound);
    const half = 0.5 * (state[n] - before[n]);
    const isShort = half <= shortest * (1 + Math.abs(before[n]));
    mechanism.setState(before);
    control[Control.step] = half;
    watch.evaluate(before, watch.values);
    const value = watch.values[fault];
    if (watch.holds(fault)) {
      if (value > 2 * watch.noise[fault] && !isShort) return known;
      return { ...known, spent: [...others(known.spent), bound], pressed: others(known.pressed) };
    }
    const reached = [...others(known.reached), bound];
    if (value > tolerance) return isShort ? { ...known, reached } : known;
    const { rate, acceleration, response } = measureMotion(mechanism, [bound]);
    // an impact, which is answered as one, unless nothing can stop it
    if (rate[0] < -threshold && response[0] > 0) return { ...known, reached };
    const isLow = rate[0] <= threshold || rate[0] * rate[0] <= 2 * Math.abs(acceleration[0]) * tolerance;
    if (stepper.adaptive && !isShort && (!isLow || known.spent.includes(bound))) return known;
    if (!stepper.adaptive) control[Control.step] = fixedStep;
    return { ...known, spent: others(known.spent), pressed: [...others(known.pressed), bound] };
  }
}

function countEvents(log: readonly LimitEvent[]): string {
  const count = (kind: LimitEvent["kind"]) => log.filter((event) => event.kind === kind).length;
  return `${count("impact")} impacts, ${count("rest")} rests, ${count("release")} releases`;
}

/**
 * Event-driven simulation of a mechanism whose joints have limits. A step that would carry a coordinate beyond a bound is cut at
 * the instant it is reached; the impact is solved with the joints and all other bounds; a joint that rests on a bound stays there
 * until the force of the bound falls to zero. A step that ends beyond a bound all the same, by a bounce too low for event location,
 * is undone.
 *
 * Follows: Baraff 1989, sections 7 and 8; Particle System Dynamics, section 7.
 */
import { fail, requireNonNegative, requirePositive } from "../../math/index.js";
import { Control, type IntegrateOptions, integrate, type Report, type Stepper } from "../../ode/index.js";
import { type Bound, Motor } from "../actuators/index.js";
import type { Mechanism } from "../mechanism/index.js";
import { requireKnown } from "../model/index.js";
import { type BoundHints, handleEvents, noHints } from "./limit-events.js";
import { BoundGuards } from "./limit-guards.js";
import { evaluateBounds, measureMotion } from "./limit-impact.js";
import { nameBound, readLimits, removeBounds } from "./limit-list.js";
import { fewIdleEvents, maxIdleEvents, shortestTime } from "./parameters.js";

/** Options of a simulation with limits. */
export interface MechanismSimulationOptions {
  /** Limits, as `limit(…)` returns them, of any number of joints. */
  readonly limits: readonly (readonly Bound[])[];
  /** Gap below which a bound is reached, rad or m. Default 1e-9. */
  readonly tolerance?: number;
  /** Rate below which no approach bounces, rad/s or m/s. Default 1e-6. */
  readonly restitutionThreshold?: number;
}

/** An event of a bound. */
export interface LimitEvent {
  readonly t: number;
  /** Name of the bound: "limits[2] (upper limit of angle of hinge, constraints[5])". */
  readonly bound: string;
  readonly kind: "impact" | "rest" | "release";
  /** Impulse, N·s or N·m·s; 0 unless it is an impact. */
  readonly impulse: number;
}

/** Report of a run. */
export interface MechanismReport {
  readonly status: Report["status"] | "too-many-events";
  readonly t: number;
  /** Number of steps of the whole call, those that had to be undone included. */
  readonly steps: number;
  readonly events: readonly LimitEvent[];
  /** Summary of the whole call, with a cure where it failed. */
  readonly message: string;
}

/** The simulation that the bounds of a mechanism belong to. */
const owners = new WeakMap<Mechanism, MechanismSimulation>();

/** An event-driven simulation of a mechanism with limits. */
export class MechanismSimulation {
  readonly mechanism: Mechanism;
  readonly stepper: Stepper;
  readonly bounds: readonly Bound[];
  private readonly names: readonly string[];
  private readonly tolerance: number;
  private readonly threshold: number;
  /** The last state within all bounds: the start of a step that has to be undone. */
  private readonly before: Float64Array;

  /** Takes the place of any other simulation of the mechanism, whose bounds are released. */
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

  /** Releases joints that were moved away, by hand, from the bound that they rested on. */
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

  /** Removes the bounds from the mechanism, for good: joints that rest on one are released. */
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
    const finish = (status: MechanismReport["status"], message: string) => {
      if (!stepper.adaptive) stepper.control[Control.step] = fixedStep;
      const text = `${message} (${steps} steps, ${countEvents(log)})`;
      return { status, t: mechanism.time, steps, events: log, message: text };
    };
    for (;;) {
      const start = mechanism.time;
      const guards = this.handleEvents(log, hints, fixedStep);
      if (typeof guards === "string") return finish("solve-failed", guards);
      const { report, next } = this.run(guards, hints, tEnd, { maxSteps: maxSteps - steps, onStep }, fixedStep);
      steps += report.steps;
      if (next === null) {
        const early = `stopped at t = ${report.t}, before t = ${tEnd}, after maxSteps, ${maxSteps}; raise it`;
        if (report.status === "done") return finish("done", `reached t = ${report.t}`);
        return finish(report.status, report.status === "too-many-steps" ? early : report.message);
      }
      hints = idle > fewIdleEvents ? { ...next, active: [...next.active, ...next.reached] } : next;
      idle = mechanism.time - start > shortestTime * (1 + Math.abs(start)) ? 0 : idle + 1;
      if (idle > 1 && stepper.adaptive) stepper.control[Control.step] *= 0.25;
      if (idle > maxIdleEvents)
        return finish("too-many-events", `${idle} events at t = ${start}; raise restitutionThreshold`);
    }
  }

  /** Solves impacts and chooses the active bounds. Returns the guards of the next step, or a message if there is no solution. */
  private handleEvents(log: LimitEvent[], hints: BoundHints, fixedStep: number): BoundGuards | string {
    const { mechanism, stepper, bounds, names, tolerance, threshold } = this;
    const t = mechanism.time;
    const shortestBounce = stepper.order === 1 && !stepper.adaptive ? 2 * fixedStep : 0;
    const name = (bound: Bound) => names[bounds.indexOf(bound)];
    const { failed, noise } = handleEvents(
      mechanism,
      bounds,
      { tolerance, threshold, shortestBounce },
      hints,
      (bound, kind, impulse) => log.push({ t, bound: name(bound), kind, impulse }),
    );
    stepper.restart();
    if (failed.length === 0) return new BoundGuards(mechanism, bounds, names, noise);
    const motors = mechanism.constraints.flatMap((c, k) => (c instanceof Motor ? [`constraints[${k}] (motor)`] : []));
    const against = motors.length === 0 ? "the other constraints" : motors.join(", ");
    return `${failed.map(name).join(", ")} cannot hold at t = ${t} against ${against}`;
  }

  /** Integrates to the next event. `next` has the hints about it; null if the run is over. */
  private run(
    guards: BoundGuards,
    hints: BoundHints,
    tEnd: number,
    { maxSteps, onStep }: { readonly maxSteps: number; readonly onStep: IntegrateOptions["onStep"] },
    fixedStep: number,
  ): { report: Report; next: BoundHints | null } {
    const { stepper, before, bounds } = this;
    const n = this.mechanism.dimension;
    const start = this.mechanism.time;
    let fault = -1;
    const released: Bound[] = [];
    // passed without it, pulling with it: of two errors of a fixed step, the one that stays within the bound
    const mayPull = (k: number) =>
      !stepper.adaptive && before[n] === start && guards.isActive(k) && hints.active.includes(bounds[k]);
    let isCancelled = false;
    this.mechanism.getState(before);
    const report = integrate(stepper, tEnd, {
      events: guards,
      maxSteps,
      onStep: ({ state, control, adaptive }) => {
        fault = guards.findFault(state, this.tolerance, 0);
        while (fault >= 0 && mayPull(fault)) {
          released.push(bounds[fault]);
          fault = guards.findFault(state, this.tolerance, fault + 1);
        }
        if (fault >= 0) return false;
        before.set(state);
        // a method of fixed step goes back to its own after a step that had to be halved
        if (!adaptive) control[Control.step] = fixedStep;
        isCancelled = onStep?.(stepper) === false;
        return !isCancelled && released.length === 0;
      },
    });
    if (fault >= 0) {
      const known = before[n] === start ? hints : noHints;
      return { report, next: this.rollBack(guards, fault, known, fixedStep) };
    }
    if (isCancelled) {
      const message = `cancelled by onStep at t = ${report.t}, before t = ${tEnd}`;
      return { report: { ...report, status: "cancelled", message }, next: null };
    }
    if (report.status === "event") return { report, next: guards.readHints(report) };
    return { report, next: report.status === "cancelled" ? { ...noHints, released } : null };
  }

  /**
   * Goes back to the start of the step. If the bound was reached there, and is not left in a bounce that event location can find,
   * it is active from there on; a bound that pulls is released if it was not loaded there. Otherwise the step is tried again in
   * halves. Earlier hints stay.
   */
  private rollBack(guards: BoundGuards, fault: number, known: BoundHints, fixedStep: number): BoundHints {
    const { mechanism, stepper, before, tolerance, threshold } = this;
    const { control, state } = stepper;
    const n = mechanism.dimension;
    const bound = this.bounds[fault];
    const others = (list: readonly Bound[]) => list.filter((other) => other !== bound);
    const half = 0.5 * (state[n] - before[n]);
    const isShort = half <= shortestTime * (1 + Math.abs(before[n]));
    mechanism.setState(before);
    control[Control.step] = half;
    guards.evaluate(before, guards.values);
    const value = guards.values[fault];
    if (guards.isActive(fault)) {
      if (value > 2 * guards.noise[fault] && !isShort) return known;
      return { ...known, released: [...others(known.released), bound], active: others(known.active) };
    }
    const reached = [...others(known.reached), bound];
    if (value > tolerance) return isShort ? { ...known, reached } : known;
    const { rate, acceleration, response } = measureMotion(mechanism, [bound]);
    // an impact, which is answered as one, unless nothing can stop it
    if (rate[0] < -threshold && response[0] > 0) return { ...known, reached };
    const isLow = rate[0] <= threshold || rate[0] * rate[0] <= 2 * Math.abs(acceleration[0]) * tolerance;
    if (stepper.adaptive && !isShort && (!isLow || known.released.includes(bound))) return known;
    if (!stepper.adaptive) control[Control.step] = fixedStep;
    return { ...known, released: others(known.released), active: [...others(known.active), bound] };
  }
}

function countEvents(log: readonly LimitEvent[]): string {
  const count = (kind: LimitEvent["kind"]) => log.filter((event) => event.kind === kind).length;
  return `${count("impact")} impacts, ${count("rest")} rests, ${count("release")} releases`;
}

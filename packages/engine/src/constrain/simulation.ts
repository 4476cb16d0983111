/**
 * A mechanism whose joints have limits, run from event to event: a step that would carry a coordinate beyond a bound is
 * cut at the instant it is reached; the impact is answered, joints and all other bounds taking part; a joint that rests
 * on a bound is held there until the force of the bound falls to zero.
 *
 * Follows: Baraff 1989, sections 7 and 8; Particle System Dynamics, section 7.
 */
import { fail, requirePositive } from "../math/index.js";
import { Control, type EventSet, type IntegrateOptions, integrate, type Report, type Stepper } from "../ode/index.js";
import type { Bound } from "./limit.js";
import { answerImpact, evaluateBounds, findRestingForces } from "./limit-impact.js";
import type { Mechanism } from "./mechanism.js";
import { RowTable } from "./row-table.js";

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
  /** "upper limit of angle of hinge". */
  readonly bound: string;
  readonly kind: "impact" | "rest" | "release";
  /** N·s or N·m·s; 0 unless it is an impact. */
  readonly impulse: number;
}

export interface MechanismReport {
  readonly status: Report["status"] | "too-many-events" | "solve-failed";
  readonly t: number;
  readonly steps: number;
  readonly events: readonly LimitEvent[];
  readonly message: string;
}

/** A force that has fallen to this fraction of the largest that its bound has carried is none. */
const noForce = 1e-6;
/** More events than this without time between them are no physics. */
const maxIdle = 500;

export class MechanismSimulation {
  readonly mechanism: Mechanism;
  readonly stepper: Stepper;
  readonly bounds: readonly Bound[];
  private readonly tolerance: number;
  private readonly threshold: number;

  constructor(mechanism: Mechanism, stepper: Stepper, options: MechanismSimulationOptions) {
    if (stepper?.problem !== mechanism) {
      fail("wrong-mechanism", "stepper", "must be a stepper of this mechanism", stepper?.name);
    }
    const { limits, tolerance = 1e-9, restitutionThreshold = 1e-6 } = options ?? {};
    if (!Array.isArray(limits)) {
      fail(
        "not-a-list",
        "options.limits",
        "must be a list of limits",
        limits,
        "write [limit(hinge.angle, { upper: 1 })]",
      );
    }
    requirePositive("options.tolerance", tolerance);
    requirePositive("options.restitutionThreshold", restitutionThreshold);
    this.mechanism = mechanism;
    this.stepper = stepper;
    this.bounds = limits.flat();
    this.tolerance = tolerance;
    this.threshold = restitutionThreshold;
    this.requireWithin();
  }

  private requireWithin(): void {
    const { value } = evaluateBounds(this.mechanism, this.bounds);
    const k = value.findIndex((gap) => !(gap >= -2 * this.tolerance));
    if (k < 0) return;
    const cure = "start within the limits";
    fail("beyond-limit", "mechanism", `must be within the ${this.bounds[k].name}`, `beyond by ${-value[k]}`, cure);
  }

  /** Whether the joint rests on this bound now. */
  isResting(bound: Bound): boolean {
    return this.mechanism.constraints.includes(bound);
  }

  /** Moves on to time `tEnd`. Whatever the status, the mechanism is at the last good time. */
  advanceTo(tEnd: number, options: Pick<IntegrateOptions, "maxSteps" | "onStep"> = {}): MechanismReport {
    const { mechanism, stepper } = this;
    const events: LimitEvent[] = [];
    let steps = 0;
    let idle = 0;
    let spent: readonly Bound[] = [];
    for (;;) {
      const start = mechanism.time;
      if (!this.settle(events, spent)) {
        const message = `the bounds reached at t = ${start} could not be answered together`;
        return { status: "solve-failed", t: start, steps, events, message };
      }
      const watch = new BoundWatch(this, mechanism);
      const report = integrate(stepper, tEnd, { ...options, events: watch });
      steps += report.steps;
      spent = watch.listSpent(report);
      if (report.status !== "event") {
        return { status: report.status, t: report.t, steps, events, message: report.message };
      }
      idle = mechanism.time > start ? 0 : idle + 1;
      if (idle > 1 && stepper.adaptive) stepper.control[Control.step] *= 0.25;
      if (idle > maxIdle) {
        const message = `${idle} events at t = ${start}; raise restitutionThreshold`;
        return { status: "too-many-events", t: start, steps, events, message };
      }
    }
  }

  /** Answers impacts and decides which bounds hold, but for those whose force is spent. Tells whether it could be done. */
  private settle(log: LimitEvent[], spent: readonly Bound[]): boolean {
    const { mechanism, bounds, tolerance, threshold } = this;
    const held = bounds.filter((bound) => this.isResting(bound));
    for (const bound of held) mechanism.remove(bound);
    const t = mechanism.time;
    const { value } = evaluateBounds(mechanism, bounds);
    const near = bounds.filter((bound, k) => held.includes(bound) || value[k] <= tolerance);
    // what answers one impact may strike another: the speeds fall each time, or stay
    for (let round = 0; round < 100; round++) {
      const impulses = answerImpact(mechanism, near, threshold);
      if (impulses.some(Number.isNaN)) return false;
      impulses.forEach((impulse, k) => {
        if (impulse > 0) log.push({ t, bound: near[k].name, kind: "impact", impulse });
      });
      if (impulses.every((impulse) => impulse === 0)) break;
    }
    const { rate } = evaluateBounds(mechanism, near);
    const still = near.filter((bound, k) => Math.abs(rate[k]) <= threshold && !spent.includes(bound));
    const forces = findRestingForces(mechanism, still);
    if (forces.some(Number.isNaN)) return false;
    still.forEach((bound, k) => {
      if (forces[k] > 0) mechanism.add(() => bound);
      if (forces[k] > 0 && !held.includes(bound)) log.push({ t, bound: bound.name, kind: "rest", impulse: 0 });
    });
    for (const bound of held) {
      if (!this.isResting(bound)) log.push({ t, bound: bound.name, kind: "release", impulse: 0 });
    }
    mechanism.finishStep();
    this.stepper.restart();
    return true;
  }
}

/** What is watched: the gap of a bound that is not reached, the force of one that is. */
class BoundWatch implements EventSet {
  readonly count: number;
  readonly direction: Int8Array;
  readonly terminal: Uint8Array;
  readonly names: readonly string[];
  private readonly mechanism: Mechanism;
  private readonly bounds: readonly Bound[];
  private readonly table: RowTable;
  private readonly saved: Float64Array;
  private readonly rates: Float64Array;
  /** The row of each bound that is rested on, or −1. */
  private readonly row: Int32Array;
  /** The largest force of each so far. */
  private readonly most: Float64Array;

  constructor(simulation: MechanismSimulation, mechanism: Mechanism) {
    const { bounds } = simulation;
    mechanism.prepare();
    this.mechanism = mechanism;
    this.bounds = bounds;
    this.count = bounds.length;
    this.names = bounds.map((bound) => bound.name);
    this.direction = new Int8Array(this.count).fill(-1);
    this.terminal = new Uint8Array(this.count).fill(1);
    this.table = new RowTable(bounds, mechanism);
    this.saved = new Float64Array(mechanism.dimension + 1);
    this.rates = new Float64Array(mechanism.dimension);
    this.most = new Float64Array(this.count);
    this.row = Int32Array.from(bounds, (bound) => {
      const c = mechanism.constraints.indexOf(bound);
      return c < 0 ? -1 : mechanism.table.rowStart[c];
    });
  }

  /** The bounds whose force fell to zero at the end of a run. */
  listSpent({ events, t }: Report): Bound[] {
    const { mechanism, row, most, bounds } = this;
    const { lambda } = mechanism.table;
    mechanism.derivative(this.rates);
    const fired = events.filter((event) => event.t === t && row[event.index] >= 0);
    return fired.flatMap(({ index }) => (lambda[row[index]] <= noForce * most[index] ? [bounds[index]] : []));
  }

  evaluate(state: Float64Array, out: Float64Array): void {
    const { mechanism, bounds, table, saved, row } = this;
    mechanism.getState(saved);
    mechanism.setState(state);
    if (row.some((r) => r >= 0)) mechanism.derivative(this.rates);
    for (const place of table.places) place.locate(mechanism);
    table.clear();
    for (let c = 0; c < bounds.length; c++) {
      if (row[c] >= 0) {
        out[c] = mechanism.table.lambda[row[c]];
        this.most[c] = Math.max(this.most[c], out[c]);
      } else {
        bounds[c].evaluate(table, c);
        out[c] = table.value[table.rowStart[c]];
      }
    }
    mechanism.setState(saved);
  }
}

/**
 * Runs a stepper to a given time, forward or backward, watches for events on the way, and says what happened.
 *
 * The last step is shortened so that the run ends at exactly tEnd; the step size that the method had in mind is not
 * forgotten over it. A terminal event cuts its step: a method with a fixed step takes the step anew, and again, until
 * its own y is at the event; for the others y comes from their interpolant.
 *
 * Follows: Differential Equation Basics, section 4.
 */
import { fail, requireNonNegative } from "../math/index.js";
import { createEventSet, type EventOptions, type EventRecord, type EventSet, nameEvent } from "./events.js";
import { describeOutcome, type Report, type RunStatus } from "./report.js";
import { Control, Count, type Stepper, StepStatus } from "./stepper.js";
import { type Hit, Watch } from "./watch.js";

export interface IntegrateOptions {
  /** Event functions: a list, or a set evaluated in one call. */
  readonly events?: EventSet | readonly EventOptions[];
  /**
   * A function that comes this near to zero, and turns back, touches it. The same band of ± this value must be left
   * before an event that fired in it, or a run that started in it, can fire again. Default: 1e-9 of the largest value
   * of the function seen in the run.
   */
  readonly touchTolerance?: number;
  /** Default 1e7. */
  readonly maxSteps?: number;
  /** Called after every step. Return false to stop there. */
  // biome-ignore lint/suspicious/noConfusingVoidType: a callback that returns nothing is welcome
  readonly onStep?: (stepper: Stepper) => boolean | undefined | void;
}

const statuses: readonly RunStatus[] = ["done", "not-finite", "step-too-small", "solve-failed"];

export function integrate(stepper: Stepper, tEnd: number, options: IntegrateOptions = {}): Report {
  const { control, counts, state } = stepper;
  const n = stepper.problem.dimension;
  const { maxSteps = 1e7, touchTolerance } = options;
  check(stepper, tEnd, options);
  const events = options.events === undefined ? null : createEventSet(options.events);
  const start = counts.slice();
  const direction = tEnd < state[n] ? -1 : 1;
  if (control[Control.direction] !== direction) {
    control[Control.direction] = direction;
    stepper.restart();
  }
  const watch = events === null || events.count === 0 ? null : new Watch(stepper, events, touchTolerance ?? -1);
  const records: EventRecord[] = [];
  control[Control.end] = tEnd;
  const status = run(stepper, tEnd, maxSteps, watch, records, options.onStep);
  control[Control.end] = direction * Infinity;
  const none = new Float64Array(0);
  const { fired = new Int32Array(0), least = none, greatest = none, bad: offendingEvent = -1 } = watch ?? {};
  const figures = { fired, least, greatest, offendingEvent };
  return {
    status,
    t: state[n],
    steps: counts[Count.steps] - start[Count.steps],
    rejected: counts[Count.rejected] - start[Count.rejected],
    evaluations: counts[Count.evaluations] - start[Count.evaluations],
    events: records,
    offender: offendingEvent >= 0 ? -1 : stepper.offender,
    ...figures,
    message: describeOutcome({ status, stepper, maxSteps, tEnd, events, records, ...figures }),
  };
}

function check(stepper: Stepper, tEnd: number, options: IntegrateOptions): void {
  const { maxSteps, touchTolerance } = options;
  if (!Number.isFinite(tEnd)) fail("not-finite", "tEnd", "must be a finite number", tEnd, "give a time in seconds");
  if (maxSteps !== undefined && !(maxSteps >= 0)) fail("negative", "options.maxSteps", "must be >= 0", maxSteps);
  if (touchTolerance !== undefined) requireNonNegative("options.touchTolerance", touchTolerance);
  if (stepper.state.length !== stepper.problem.dimension + 1) {
    const cure = "the problem changed its size: make a new stepper";
    fail(
      "wrong-length",
      "stepper.state",
      `must have length ${stepper.problem.dimension + 1}`,
      stepper.state.length,
      cure,
    );
  }
}

/** The loop: step, watch, tell. */
function run(
  stepper: Stepper,
  tEnd: number,
  maxSteps: number,
  watch: Watch | null,
  records: EventRecord[],
  onStep: IntegrateOptions["onStep"],
): RunStatus {
  const { state } = stepper;
  const n = state.length - 1;
  if (watch !== null && watch.bad >= 0) return "not-finite";
  for (let taken = 0; state[n] !== tEnd; taken++) {
    if (taken >= maxSteps) return "too-many-steps";
    const outcome = stepper.step();
    if (outcome !== StepStatus.ok) return statuses[outcome];
    let stopped = false;
    if (watch !== null) {
      if (!watch.scan()) {
        undoStep(stepper);
        return "not-finite";
      }
      if (watch.hits.length > 0) stopped = recordHits(stepper, watch, records);
    }
    const cancelled = onStep !== undefined && onStep(stepper) === false;
    if (stopped) {
      if (stepper.adaptive) stepper.restart();
      return "event";
    }
    if (cancelled) return "cancelled";
  }
  return "done";
}

/** Back to the start of the last step. */
function undoStep(stepper: Stepper): void {
  if (stepper.retreat !== undefined) {
    stepper.retreat();
    return;
  }
  stepper.problem.setState(stepper.previous);
  stepper.restart();
}

/** Writes down the zeros of the step up to the first terminal one, and cuts the step there. Tells whether it did. */
function recordHits(stepper: Stepper, watch: Watch, records: EventRecord[]): boolean {
  const { events, hits } = watch;
  const isTerminal = (index: number) => (events.terminal?.[index] ?? 0) !== 0;
  const last = hits.find((hit) => isTerminal(hit.index));
  const kept = last === undefined ? hits : selectUntil(stepper, watch, last);
  const first = records.length;
  for (const { index, t, crossing } of kept) {
    const state = new Float64Array(stepper.state.length);
    state[state.length - 1] = t;
    stepper.interpolate(state);
    watch.fired[index]++;
    records.push({ index, name: nameEvent(events, index), t, state, crossing, terminal: isTerminal(index) });
  }
  if (last === undefined) return false;
  if (stepper.adaptive) cutByInterpolant(stepper, records[records.length - 1].state);
  else cutBySteps(stepper, watch, last);
  // what happened at the instant of the cut happened at the state of the cut
  const t = stepper.state[stepper.state.length - 1];
  for (let i = first; i < records.length; i++) {
    if (records[i].t === last.t) records[i] = { ...records[i], t, state: stepper.state.slice() };
  }
  return true;
}

/**
 * The hits up to the terminal one, and those that are meant to be at the same instant: until they come, their functions
 * stay within the touch tolerance of zero. Left out, they would start the next run at zero, and not fire.
 */
function selectUntil(stepper: Stepper, watch: Watch, last: Hit): Hit[] {
  const position = watch.hits.indexOf(last);
  const place = new Float64Array(stepper.state.length);
  const isInBandAt = (t: number, index: number) => {
    place[place.length - 1] = t;
    stepper.interpolate(place);
    return watch.isInBand(place, index);
  };
  const isTogether = ({ t, index }: Hit, i: number) =>
    t === last.t || (i > position && isInBandAt(last.t, index) && isInBandAt(last.t + 0.38 * (t - last.t), index));
  const before = watch.hits.filter((hit, i) => i < position && hit.t !== last.t);
  const together = watch.hits.filter(isTogether).map((hit) => ({ ...hit, t: last.t }));
  return [...before, ...together.sort((a, b) => a.index - b.index)];
}

function cutByInterpolant(stepper: Stepper, place: Float64Array): void {
  const { problem, state } = stepper;
  problem.setState(place);
  problem.getState(state);
}

/**
 * Takes the step anew to the time of the hit, and then, since the method's own y there is not quite the interpolated
 * one, by the secant rule to the time at which the method's own y is at the event.
 */
function cutBySteps(stepper: Stepper, watch: Watch, hit: Hit): void {
  const { control, state, previous } = stepper;
  const n = state.length - 1;
  const end = control[Control.end];
  const full = state[n];
  const t0 = previous[n];
  const low = Math.min(t0, full);
  const high = Math.max(t0, full);
  let slope = hit.crossing === 0 ? 0 : watch.probe.measureSlope(hit.index, hit.t);
  let t = hit.t;
  let best = t;
  let bestValue = Infinity;
  let oldT = 0;
  let oldValue = 0;
  for (let round = 0; round < 8; round++) {
    undoStep(stepper);
    if (t === t0) break;
    control[Control.end] = t;
    if (stepper.step() !== StepStatus.ok) break;
    const value = watch.probe.evaluateState(state, hit.index);
    if (Math.abs(value) < Math.abs(bestValue)) {
      best = t;
      bestValue = value;
    } else if (round > 1) break;
    if (round > 0 && t !== oldT && value !== oldValue) slope = (value - oldValue) / (t - oldT);
    oldT = t;
    oldValue = value;
    const next = Math.min(high, Math.max(low, t - value / slope));
    if (value === 0 || !(slope !== 0) || !(Math.abs(next - t) > 0)) break;
    t = next;
  }
  if (state[n] !== best && t !== t0) {
    undoStep(stepper);
    control[Control.end] = best;
    stepper.step();
  }
  control[Control.end] = end;
}

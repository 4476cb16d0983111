/**
 * The driver: it runs a stepper to a given time, forward or backward, locates events on the way, and reports the outcome.
 *
 * The last step is shortened so that the run ends at exactly tEnd; the step size that the method chose for it is kept for
 * the next run. A terminal event cuts its step (events/event-cut.ts). Where f, an event function or onStep throws, stepper
 * and problem are left at the last good state.
 *
 * Follows: Differential Equation Basics, section 4.
 */
import { fail, requireNonNegative } from "../../math/index.js";
import {
  createEventSet,
  cutStep,
  EventLocator,
  type EventOptions,
  type EventRecord,
  type EventSet,
  forgetSides,
  type Hit,
  nameEvent,
  undoStep,
} from "../events/index.js";
import { requireOptions } from "../problem/index.js";
import { Control, Count, type Stepper, StepStatus } from "../stepper/index.js";
import { defaultMaxSteps } from "./parameters.js";
import { describeOutcome, type Report, type RunStatus } from "./report.js";

/** The options of `integrate`. */
export interface IntegrateOptions {
  /** The event functions: a list, or a set evaluated in one call. */
  readonly events?: EventSet | readonly EventOptions[];
  /**
   * The value of an event function within which a turn is a touch; the function must have been farther from zero before.
   * Default: 1e-9 of the largest value seen and, within 1e-2 of that, the uncertainty of the function that follows from an
   * error of y of 100 times the error allowed a step, or of 1e-6 of the largest entry where the step is fixed.
   */
  readonly touchTolerance?: number;
  /** The largest number of steps of the run. Default 1e7. */
  readonly maxSteps?: number;
  /** A callback after every step, which ends the run by returning false. */
  // biome-ignore lint/suspicious/noConfusingVoidType: a callback that returns nothing is welcome
  readonly onStep?: (stepper: Stepper) => boolean | undefined | void;
}

const statuses: readonly RunStatus[] = ["done", "not-finite", "step-too-small", "solve-failed"];

/** Runs a stepper to the time tEnd, s, forward or backward, or to a terminal event, and returns a report. */
export function integrate(stepper: Stepper, tEnd: number, options: IntegrateOptions = {}): Report {
  check(stepper, tEnd, options);
  const { control, counts, state } = stepper;
  const n = stepper.problem.dimension;
  const { maxSteps = defaultMaxSteps, touchTolerance } = options;
  const events = options.events === undefined ? null : createEventSet(options.events);
  const start = counts.slice();
  const direction = tEnd < state[n] ? -1 : 1;
  if (control[Control.direction] !== direction || isChanged(stepper)) {
    control[Control.direction] = direction;
    stepper.restart();
  }
  const locator =
    events === null || events.count === 0 ? null : new EventLocator(stepper, events, touchTolerance ?? -1);
  const records: EventRecord[] = [];
  const status = runSafely({ stepper, tEnd, maxSteps, locator, records, onStep: options.onStep });
  const none = new Float64Array(0);
  const { least, greatest, offender: offendingEvent } = locator?.probe ?? { least: none, greatest: none, offender: -1 };
  const figures = { fired: locator?.fired ?? new Int32Array(0), least, greatest, offendingEvent };
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

/** The revision of the problem at the last run of each stepper. */
const revisions = new WeakMap<Stepper, number>();

/** Returns whether the problem was changed by hand since the last run, so that the history of the stepper is void. */
function isChanged(stepper: Stepper): boolean {
  const { problem, state } = stepper;
  const { revision = 0 } = problem;
  const revised = revisions.get(stepper) !== revision;
  revisions.set(stepper, revision);
  if (revised) return true;
  const now = new Float64Array(state.length);
  problem.getState(now);
  return now.some((value, k) => value !== state[k]);
}

function check(stepper: Stepper, tEnd: number, options: IntegrateOptions): void {
  if (typeof stepper?.step !== "function") {
    fail("not-a-stepper", "stepper", "must be a stepper", stepper, "make one of the problem, as dopri5(problem)");
  }
  requireOptions(options, ["events", "touchTolerance", "maxSteps", "onStep"]);
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

/** A run under way. */
interface Run {
  readonly stepper: Stepper;
  readonly tEnd: number;
  readonly maxSteps: number;
  readonly locator: EventLocator | null;
  readonly records: EventRecord[];
  readonly onStep: IntegrateOptions["onStep"];
}

/** Runs, and restores the last good state if an error is thrown. */
function runSafely(task: Run): RunStatus {
  const { stepper, tEnd, locator } = task;
  const { control, problem } = stepper;
  // the last good state, and behind it the next step there
  const good = new Float64Array(stepper.state.length + 1);
  saveState(good, stepper);
  control[Control.end] = tEnd;
  try {
    const status = run(task, good);
    locator?.remember();
    return status;
  } catch (error) {
    problem.setState(good.subarray(0, stepper.state.length));
    control[Control.step] = good[good.length - 1];
    forgetSides(stepper);
    stepper.restart();
    throw error;
  } finally {
    control[Control.end] = control[Control.direction] * Infinity;
  }
}

function saveState(good: Float64Array, { state, control }: Stepper): void {
  good.set(state);
  good[state.length] = control[Control.step];
}

/** The loop of a run: step, locate events, report them. */
function run({ stepper, tEnd, maxSteps, locator, records, onStep }: Run, good: Float64Array): RunStatus {
  const { state } = stepper;
  const n = state.length - 1;
  if (locator !== null && locator.offender >= 0) return "not-finite";
  for (let taken = 0; state[n] !== tEnd; taken++) {
    if (taken >= maxSteps) return "too-many-steps";
    const outcome = stepper.step();
    if (outcome !== StepStatus.ok) return statuses[outcome];
    let stopped = false;
    if (locator !== null) {
      if (!locator.scan(state[n] === tEnd)) {
        undoStep(stepper);
        return "not-finite";
      }
      if (locator.hits.length > 0) stopped = recordHits(stepper, locator, records);
    }
    saveState(good, stepper);
    const cancelled = onStep !== undefined && onStep(stepper) === false;
    if (stopped) {
      if (stepper.adaptive) stepper.restart();
      return "event";
    }
    if (cancelled) return "cancelled";
  }
  return "done";
}

/** Records the zeros of the step up to the first terminal one, and cuts the step there. Returns whether it was cut. */
function recordHits(stepper: Stepper, locator: EventLocator, records: EventRecord[]): boolean {
  const { events, hits } = locator;
  const isTerminal = (index: number) => (events.terminal?.[index] ?? 0) !== 0;
  const last = hits.find((hit) => isTerminal(hit.index));
  const reported = last === undefined ? hits : selectUntil(stepper, locator, last);
  const first = records.length;
  for (const { index, t, crossing } of reported) {
    const state = new Float64Array(stepper.state.length);
    state[state.length - 1] = t;
    stepper.interpolate(state);
    locator.fired[index]++;
    records.push({ index, name: nameEvent(events, index), t, state, crossing, terminal: isTerminal(index) });
  }
  if (last === undefined) return false;
  cutStep(stepper, locator.probe, last);
  locator.cut(reported, last);
  // events at the instant of the cut have the state of the cut
  const t = stepper.state[stepper.state.length - 1];
  for (let i = first; i < records.length; i++) {
    if (records[i].t === last.t) records[i] = { ...records[i], t, state: stepper.state.slice() };
  }
  return true;
}

/** Returns the zeros up to the terminal one, and those of its instant: there, their functions are zero but for rounding. */
function selectUntil(stepper: Stepper, locator: EventLocator, last: Hit): Hit[] {
  const position = locator.hits.indexOf(last);
  const place = new Float64Array(stepper.state.length);
  place[place.length - 1] = last.t;
  stepper.interpolate(place);
  const isTogether = ({ t, index }: Hit, i: number) => t === last.t || (i > position && locator.isAtZero(place, index));
  const before = locator.hits.filter((hit, i) => i < position && hit.t !== last.t);
  const seen = new Set<number>();
  const together = locator.hits
    .filter((hit, i) => isTogether(hit, i) && !seen.has(hit.index) && seen.add(hit.index))
    .map((hit) => ({ ...hit, t: last.t }));
  return [...before, ...together.sort((a, b) => a.index - b.index)];
}

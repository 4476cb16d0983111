/**
 * Runs a stepper to a given time, forward or backward, watches for events on the way, and says what happened.
 *
 * The last step is shortened so that the run ends at exactly tEnd; the step size that the method had in mind is not
 * forgotten over it. A terminal event cuts its step: event-cut.ts. Whatever is thrown on the way, by f, an event function
 * or onStep, leaves stepper and problem at the last good state.
 *
 * Follows: Differential Equation Basics, section 4.
 */
import { fail, requireNonNegative } from "../math/index.js";
import { cutStep, undoStep } from "./event-cut.js";
import { forgetSides } from "./event-sides.js";
import { createEventSet, type EventOptions, type EventRecord, type EventSet, nameEvent } from "./events.js";
import { describeOutcome, type Report, type RunStatus } from "./report.js";
import { requireOptions } from "./require-options.js";
import { Control, Count, type Stepper, StepStatus } from "./stepper.js";
import { type Hit, Watch } from "./watch.js";

export interface IntegrateOptions {
  /** Event functions: a list, or a set evaluated in one call. */
  readonly events?: EventSet | readonly EventOptions[];
  /**
   * A function that comes this near to zero, and turns back, touches it; it must have been farther away before. Default:
   * of the largest value of the function seen, the part that is 100 times the error allowed a step, relative to the
   * largest entry of y (1e-9 … 1e-2), or 1e-6 where the step is fixed and no error is known.
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
  check(stepper, tEnd, options);
  const { control, counts, state } = stepper;
  const n = stepper.problem.dimension;
  const { maxSteps = 1e7, touchTolerance } = options;
  const events = options.events === undefined ? null : createEventSet(options.events);
  const start = counts.slice();
  const direction = tEnd < state[n] ? -1 : 1;
  if (control[Control.direction] !== direction || isChanged(stepper)) {
    control[Control.direction] = direction;
    stepper.restart();
  }
  const watch = events === null || events.count === 0 ? null : new Watch(stepper, events, touchTolerance ?? -1);
  const records: EventRecord[] = [];
  const status = runSafely({ stepper, tEnd, maxSteps, watch, records, onStep: options.onStep });
  const none = new Float64Array(0);
  const { least, greatest, bad: offendingEvent } = watch?.probe ?? { least: none, greatest: none, bad: -1 };
  const figures = { fired: watch?.fired ?? new Int32Array(0), least, greatest, offendingEvent };
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

/** The revision of its problem that each stepper has seen last. */
const revisions = new WeakMap<Stepper, number>();

/** Whether the problem was changed by hand since the last run: what the stepper remembers of it is then of no use. */
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

/** A run, and where it writes what it finds. */
interface Run {
  readonly stepper: Stepper;
  readonly tEnd: number;
  readonly maxSteps: number;
  readonly watch: Watch | null;
  readonly records: EventRecord[];
  readonly onStep: IntegrateOptions["onStep"];
}

/** Runs, and leaves everything as it should be, even if something is thrown. */
function runSafely(task: Run): RunStatus {
  const { stepper, tEnd, watch } = task;
  const { control, problem } = stepper;
  // the last good state, and behind it the step in mind there
  const good = new Float64Array(stepper.state.length + 1);
  keep(good, stepper);
  control[Control.end] = tEnd;
  try {
    const status = run(task, good);
    watch?.remember();
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

function keep(good: Float64Array, { state, control }: Stepper): void {
  good.set(state);
  good[state.length] = control[Control.step];
}

/** The loop: step, watch, tell. */
function run({ stepper, tEnd, maxSteps, watch, records, onStep }: Run, good: Float64Array): RunStatus {
  const { state } = stepper;
  const n = state.length - 1;
  if (watch !== null && watch.bad >= 0) return "not-finite";
  for (let taken = 0; state[n] !== tEnd; taken++) {
    if (taken >= maxSteps) return "too-many-steps";
    const outcome = stepper.step();
    if (outcome !== StepStatus.ok) return statuses[outcome];
    let stopped = false;
    if (watch !== null) {
      if (!watch.scan(state[n] === tEnd)) {
        undoStep(stepper);
        return "not-finite";
      }
      if (watch.hits.length > 0) stopped = recordHits(stepper, watch, records);
    }
    keep(good, stepper);
    const cancelled = onStep !== undefined && onStep(stepper) === false;
    if (stopped) {
      if (stepper.adaptive) stepper.restart();
      return "event";
    }
    if (cancelled) return "cancelled";
  }
  return "done";
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
  cutStep(stepper, watch.probe, last);
  watch.cut(kept, last);
  // what happened at the instant of the cut happened at the state of the cut
  const t = stepper.state[stepper.state.length - 1];
  for (let i = first; i < records.length; i++) {
    if (records[i].t === last.t) records[i] = { ...records[i], t, state: stepper.state.slice() };
  }
  return true;
}

/** The hits up to the terminal one, and those at the same instant: there, their functions are zero but for rounding. */
function selectUntil(stepper: Stepper, watch: Watch, last: Hit): Hit[] {
  const position = watch.hits.indexOf(last);
  const place = new Float64Array(stepper.state.length);
  place[place.length - 1] = last.t;
  stepper.interpolate(place);
  const isTogether = ({ t, index }: Hit, i: number) => t === last.t || (i > position && watch.isAtZero(place, index));
  const before = watch.hits.filter((hit, i) => i < position && hit.t !== last.t);
  const seen = new Set<number>();
  const together = watch.hits
    .filter((hit, i) => isTogether(hit, i) && !seen.has(hit.index) && seen.add(hit.index))
    .map((hit) => ({ ...hit, t: last.t }));
  return [...before, ...together.sort((a, b) => a.index - b.index)];
}

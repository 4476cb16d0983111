/**
 * The report of a run: a status for programs, and a sentence for people, with the cure.
 */
import { type EventRecord, type EventSet, nameEvent } from "../events/index.js";
import { Control, Count, type Stepper } from "../stepper/index.js";

/** The outcomes of a run. Whatever the outcome, the state is the last good one. */
export type RunStatus =
  /** The run reached the time asked for. */
  | "done"
  /** The run ended at a terminal event. */
  | "event"
  /** The value of f, of y or of an event function was not finite. */
  | "not-finite"
  /** The tolerance could not be met with a step that still moves the clock. */
  | "step-too-small"
  /** An implicit method could not solve its equations. */
  | "solve-failed"
  /** The run took as many steps as it may. */
  | "too-many-steps"
  /** The callback `onStep` returned false. */
  | "cancelled";

/** The report of a run: its outcome, its costs and its events. */
export interface Report {
  /** The outcome of the run. */
  readonly status: RunStatus;
  /** The time reached, s. */
  readonly t: number;
  /** The number of steps taken in this run. */
  readonly steps: number;
  /** The number of steps rejected in this run. */
  readonly rejected: number;
  /** The number of evaluations of f in this run. */
  readonly evaluations: number;
  /** Every event located, in order. */
  readonly events: readonly EventRecord[];
  /** The number of events of each event function. */
  readonly fired: Int32Array;
  /** The least value seen of each event function. */
  readonly least: Float64Array;
  /** The greatest value seen of each event function. */
  readonly greatest: Float64Array;
  /** The index in y of the entry that was not finite, after "not-finite"; −1 if it was an event function. */
  readonly offender: number;
  /** The index of the event function that was not finite, after "not-finite"; else −1. */
  readonly offendingEvent: number;
  /** The outcome as a sentence, with the cure. */
  readonly message: string;
}

/** The figures of a run from which its message is written. */
export interface RunOutcome {
  /** The outcome of the run. */
  readonly status: RunStatus;
  /** The stepper of the run. */
  readonly stepper: Stepper;
  /** The largest number of steps. */
  readonly maxSteps: number;
  /** The time asked for, s. */
  readonly tEnd: number;
  /** The event functions, if there are any. */
  readonly events: EventSet | null;
  /** The events located. */
  readonly records: readonly EventRecord[];
  /** The number of events of each event function. */
  readonly fired: Int32Array;
  /** The least value seen of each event function. */
  readonly least: Float64Array;
  /** The greatest value seen of each event function. */
  readonly greatest: Float64Array;
  /** The index of the event function that was not finite, or −1. */
  readonly offendingEvent: number;
}

/** Returns the outcome of a run as a sentence, with the cure. */
export function describeOutcome(outcome: RunOutcome): string {
  const { status, stepper, events, records, tEnd } = outcome;
  const t = stepper.state[stepper.state.length - 1];
  switch (status) {
    case "done":
      return [`reached t = ${t}`, ...describeSilence(outcome)].join("; ");
    case "event": {
      const names = records.filter((record) => record.terminal && record.t === t).map((record) => `"${record.name}"`);
      return `stopped at t = ${t} by ${names.join(" and ")}`;
    }
    case "not-finite":
      if (outcome.offendingEvent >= 0 && events !== null) {
        const name = nameEvent(events, outcome.offendingEvent);
        return `event function "${name}" was not finite in the step from t = ${t}; make it finite for every state, or shorten maxStep`;
      }
      if (stepper.jacobianNotFinite === true) {
        return `the Jacobian was not finite in row ${describeEntry(stepper)}, in the step from t = ${t}; check ${stepper.problem.jacobian === undefined ? "f near there, of which it is a difference" : "`jacobian` there, for example by checkJacobian"}`;
      }
      return `entry ${describeEntry(stepper)} or its derivative was not finite in the step from t = ${t}; check f there, or take shorter steps`;
    case "step-too-small":
      return `no step from t = ${t} meets the tolerance (the last tried was ${stepper.control[Control.step]} s); the solution may blow up or jump there, or the problem be stiff: loosen the tolerance, lower minStep or use an implicit method`;
    case "solve-failed":
      return `the implicit equations could not be solved in the step from t = ${t}; take shorter steps, or check the Jacobian`;
    case "too-many-steps":
      return `stopped at t = ${t}, before t = ${tEnd}, after ${outcome.maxSteps} steps; raise maxSteps, loosen the tolerance or use an implicit method`;
    case "cancelled":
      return `cancelled by onStep at t = ${t}, before t = ${tEnd}`;
  }
}

/** Returns the entry of y that was not finite, by number and in the words of the problem if it has any. */
function describeEntry({ offender, problem }: Stepper): string {
  return problem.describe === undefined ? `${offender} of y` : `${offender} of y (${problem.describe(offender)})`;
}

/** Returns sentences on the event functions without an event, with the ranges of their values; at most three by name. */
function describeSilence(outcome: RunOutcome): string[] {
  const { events, fired, least, greatest } = outcome;
  if (events === null || outcome.stepper.counts[Count.steps] === 0) return [];
  const silent: string[] = [];
  let count = 0;
  for (let j = 0; j < events.count; j++) {
    if (fired[j] > 0) continue;
    count++;
    if (count <= 3)
      silent.push(`"${nameEvent(events, j)}" never fired: it stayed within [${least[j]}, ${greatest[j]}]`);
  }
  if (count > 3) silent.push(`${count - 3} other events never fired`);
  return silent;
}

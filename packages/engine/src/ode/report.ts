/**
 * What a run says when it ends: a status for programs, and a sentence for people, with the cure.
 */
import { type EventRecord, type EventSet, nameEvent } from "./events.js";
import { Control, Count, type Stepper } from "./stepper.js";

/** How a run ended. Whatever it was, the state is the last good one. */
export type RunStatus =
  /** At the time asked for. */
  | "done"
  /** At a terminal event. */
  | "event"
  /** f, y or an event function was not finite. */
  | "not-finite"
  /** The tolerance could not be met with a step that still moves the clock. */
  | "step-too-small"
  /** An implicit method could not solve its equations. */
  | "solve-failed"
  | "too-many-steps"
  /** `onStep` said so. */
  | "cancelled";

export interface Report {
  readonly status: RunStatus;
  /** The time reached. */
  readonly t: number;
  /** Steps, steps thrown away, and evaluations of f in this run. */
  readonly steps: number;
  readonly rejected: number;
  readonly evaluations: number;
  /** Every event found, in order. */
  readonly events: readonly EventRecord[];
  /** Of each event function: how often it fired, and the range of values it was seen with. */
  readonly fired: Int32Array;
  readonly least: Float64Array;
  readonly greatest: Float64Array;
  /** After "not-finite": the index in y, or −1 if it was an event function. */
  readonly offender: number;
  /** After "not-finite": the event function that was, else −1. */
  readonly offendingEvent: number;
  /** What happened, and what to do about it. */
  readonly message: string;
}

/** What the message is made from. */
export interface Outcome {
  readonly status: RunStatus;
  readonly stepper: Stepper;
  readonly maxSteps: number;
  readonly tEnd: number;
  readonly events: EventSet | null;
  readonly records: readonly EventRecord[];
  readonly fired: Int32Array;
  readonly least: Float64Array;
  readonly greatest: Float64Array;
  readonly offendingEvent: number;
}

export function describeOutcome(outcome: Outcome): string {
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

/** The offending entry of y, by number and in the words of the problem if it has any. */
function describeEntry({ offender, problem }: Stepper): string {
  return problem.describe === undefined ? `${offender} of y` : `${offender} of y (${problem.describe(offender)})`;
}

/** The event functions that never fired, and where they stayed; at most three by name. */
function describeSilence(outcome: Outcome): string[] {
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

/**
 * Event functions g(y, t), whose zeros are events: the two forms in which they are given, and the record of a zero.
 */
import { fail, requireNonNegative } from "../../math/index.js";

/** A set of event functions that are evaluated in one call. */
export interface EventSet {
  /** The number of functions. */
  readonly count: number;
  /** Writes all functions at `state` (y, with t in slot n) to `out[0 … count−1]`. Must not move the problem. */
  evaluate(state: Float64Array, out: Float64Array): void;
  /**
   * The zeros of each function that count: −1 those that it falls through, +1 those that it rises through, 0 (the default)
   * both, in the direction of the run.
   */
  readonly direction?: ArrayLike<number>;
  /** The flags of the functions whose events end the run (≠ 0). Default: none does. */
  readonly terminal?: ArrayLike<number>;
  /** The names of the functions in messages. */
  readonly names?: readonly string[];
}

/** A single event function. */
export interface EventOptions {
  /** The name of the event in messages. Default "event 0", "event 1", … */
  readonly name?: string;
  /** The function g: reads y, with t in slot n. */
  readonly value: (state: Float64Array) => number;
  /** The zeros that count: −1 falling, +1 rising, 0 (the default) both, in the direction of the run. */
  readonly direction?: -1 | 0 | 1;
  /** Whether the event ends the run. Default false. */
  readonly terminal?: boolean;
}

/** The record of a zero of an event function. */
export interface EventRecord {
  /** The index of the function. */
  readonly index: number;
  /** The name of the function. */
  readonly name: string;
  /** The time of the event, s. */
  readonly t: number;
  /** The values of y and t at the event. */
  readonly state: Float64Array;
  /** The direction of the crossing: +1 if the function rose through zero, −1 if it fell, 0 if it touched zero. */
  readonly crossing: -1 | 0 | 1;
  /** Whether the event ends the run. */
  readonly terminal: boolean;
}

/** Returns the event functions of a run as a set, after a check of its lists. */
export function createEventSet(events: EventSet | readonly EventOptions[]): EventSet {
  return Array.isArray(events) ? new FunctionEvents(events) : checkEventSet(events as EventSet);
}

/** Returns the name of an event function: its own, or "event 0", "event 1", … */
export function nameEvent(events: EventSet, index: number): string {
  return events.names?.[index] ?? `event ${index}`;
}

class FunctionEvents implements EventSet {
  readonly count: number;
  readonly direction: Int8Array;
  readonly terminal: Uint8Array;
  readonly names: readonly string[];
  private readonly functions: readonly ((state: Float64Array) => number)[];

  constructor(events: readonly EventOptions[]) {
    this.count = events.length;
    this.direction = new Int8Array(events.length);
    this.terminal = new Uint8Array(events.length);
    this.names = events.map((event, i) => event.name ?? `event ${i}`);
    this.functions = events.map((event, i) => {
      const { value, direction = 0, terminal = false } = event;
      if (typeof value !== "function") {
        fail("not-a-function", `options.events[${i}].value`, "must be a function of the state", value);
      }
      requireDirection(`options.events[${i}].direction`, direction);
      this.direction[i] = direction;
      this.terminal[i] = terminal ? 1 : 0;
      return value;
    });
  }

  evaluate(state: Float64Array, out: Float64Array): void {
    for (let i = 0; i < this.functions.length; i++) out[i] = this.functions[i](state);
  }
}

function checkEventSet(events: EventSet): EventSet {
  const { count, direction, terminal } = events;
  requireNonNegative("options.events.count", count);
  for (const [name, list] of [["direction", direction] as const, ["terminal", terminal] as const]) {
    if (list !== undefined && list.length !== count) {
      fail("wrong-length", `options.events.${name}`, `must have length ${count}, one for each function`, list.length);
    }
  }
  for (let i = 0; i < count; i++) requireDirection(`options.events.direction[${i}]`, direction?.[i] ?? 0);
  return events;
}

function requireDirection(path: string, direction: number): void {
  if (direction !== -1 && direction !== 0 && direction !== 1) {
    fail("out-of-range", path, "must be -1 (falling), 1 (rising) or 0 (both)", direction);
  }
}

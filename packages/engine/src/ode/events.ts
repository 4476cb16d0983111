/**
 * Events: functions g(y, t) whose zeros matter. This file says what they look like; watch.ts finds them.
 */
import { fail, requireNonNegative } from "../math/index.js";

/** Many event functions at once, evaluated in one call. */
export interface EventSet {
  /** How many functions there are. */
  readonly count: number;
  /** Writes all functions at `state` (y, with t in slot n) into `out[0 … count−1]`. Must not move the problem. */
  evaluate(state: Float64Array, out: Float64Array): void;
  /**
   * Of each function, which zeros count: −1 those it falls through, +1 those it rises through, 0 (the default) both.
   * Seen in the direction of travel.
   */
  readonly direction?: ArrayLike<number>;
  /** Of each function, whether (≠ 0) its event ends the run. Default: none does. */
  readonly terminal?: ArrayLike<number>;
  /** What to call each function in messages. */
  readonly names?: readonly string[];
}

/** One event function, the friendly form. */
export interface EventOptions {
  /** Default "event 0", "event 1", … */
  readonly name?: string;
  /** g: reads y, with t in slot n. */
  readonly value: (state: Float64Array) => number;
  readonly direction?: -1 | 0 | 1;
  readonly terminal?: boolean;
}

/** A zero that was found. */
export interface EventRecord {
  /** Which function. */
  readonly index: number;
  readonly name: string;
  readonly t: number;
  /** y and t there. */
  readonly state: Float64Array;
  /** +1 if the function rose through zero, −1 if it fell, 0 if it only touched it. */
  readonly crossing: -1 | 0 | 1;
  readonly terminal: boolean;
}

export function createEventSet(events: EventSet | readonly EventOptions[]): EventSet {
  return Array.isArray(events) ? new FunctionEvents(events) : checkEventSet(events as EventSet);
}

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

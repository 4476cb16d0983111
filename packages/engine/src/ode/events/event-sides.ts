/**
 * The memory of event functions between two steps, and between two runs: the side of zero on which each was last.
 *
 * A run that continues the last one of its stepper takes over its memory, function by function (a function is recognised
 * by its value), so that a run in pieces finds the events of the whole run. After a change of the state by hand, only the
 * events that fired at that instant are taken over, so that they do not fire again.
 */
import { Control, type Stepper } from "../stepper/index.js";
import { recallGrowth, recallZero } from "./parameters.js";

/** The value of `side` for a function that was not evaluated yet. */
export const unseen = 2;

/** Levels of nearness to zero: outside all bands, as near as the uncertainty of g, or within the touch band. */
export const Level = { outside: 0, uncertain: 1, touching: 2 } as const;

/** The side of zero of each event function, and its nearness to zero. */
export class EventSides {
  /** The sign that each function last had beyond the zero band; 0: at zero, where it fired or started. */
  readonly side: Int8Array;
  /** The nearness to zero, a `Level`, at which each function ended the last step on its side and approaching. */
  readonly near: Uint8Array;
  /** The least `Level` that each function reached since it fired: a touch must be nearer to zero than that. */
  readonly armed: Uint8Array;
  /** The |g| at which the side became 0: an excursion well above it counts, however small. */
  readonly base: Float64Array;
  /** The flags of functions whose side has been 0 since they were first evaluated. */
  readonly fresh: Uint8Array;
  /** The largest |g| seen. */
  readonly scale: Float64Array;

  constructor(count: number) {
    this.side = new Int8Array(count).fill(unseen);
    this.near = new Uint8Array(count);
    this.armed = new Uint8Array(count);
    this.base = new Float64Array(count);
    this.fresh = new Uint8Array(count);
    this.scale = new Float64Array(count);
  }

  /** Copies all of another memory. */
  set(other: EventSides): void {
    this.side.set(other.side);
    this.near.set(other.near);
    this.armed.set(other.armed);
    this.base.set(other.base);
    this.fresh.set(other.fresh);
    this.scale.set(other.scale);
  }

  /** Copies function j of another memory. */
  copyOne(other: EventSides, j: number): void {
    this.side[j] = other.side[j];
    this.near[j] = other.near[j];
    this.armed[j] = other.armed[j];
    this.base[j] = other.base[j];
    this.fresh[j] = other.fresh[j];
    this.scale[j] = other.scale[j];
  }

  /** Marks function j as at zero, within `size`, after its event was reported. */
  markAtZero(j: number, size: number): void {
    this.side[j] = 0;
    this.near[j] = Level.outside;
    this.armed[j] = Level.touching;
    this.base[j] = size;
    this.fresh[j] = 0;
  }
}

/** The end of a run. */
interface Memory {
  readonly direction: number;
  readonly state: Float64Array;
  /** The value of each function there. */
  readonly values: Float64Array;
  readonly sides: EventSides;
  /** The flags of the functions that fired there. */
  readonly fired: Uint8Array;
}

const memories = new WeakMap<Stepper, Memory>();

/** Clears the memory of the last run of a stepper. */
export function forgetSides(stepper: Stepper): void {
  memories.delete(stepper);
}

/** Stores the sides of the event functions at the end of a run, their values, and the flags of those that fired there. */
export function rememberSides(stepper: Stepper, values: Float64Array, sides: EventSides, fired: Uint8Array): void {
  const direction = stepper.control[Control.direction];
  memories.set(stepper, { direction, state: stepper.state.slice(), values: values.slice(), sides, fired });
}

/**
 * Restores the sides and flags from the end of the last run of a stepper, as far as they hold for the state and the values at
 * hand.
 */
export function recallSides(stepper: Stepper, values: Float64Array, sides: EventSides, fired: Uint8Array): void {
  const memory = memories.get(stepper);
  if (memory === undefined || memory.direction !== stepper.control[Control.direction]) return;
  const { state } = stepper;
  const n = state.length - 1;
  const count = memory.values.length;
  if (memory.state.length !== state.length || memory.state[n] !== state[n] || values.length !== count) return;
  let same = true;
  for (let i = 0; i < n; i++) if (memory.state[i] !== state[i]) same = false;
  for (let j = 0; j < count; j++) {
    const size = Math.abs(values[j]);
    if (same && values[j] === memory.values[j]) {
      sides.copyOne(memory.sides, j);
      fired[j] = memory.fired[j];
    } else if (
      memory.fired[j] === 1 &&
      size <= Math.max(recallGrowth * Math.abs(memory.values[j]), recallZero * memory.sides.scale[j])
    ) {
      sides.markAtZero(j, size);
      sides.scale[j] = memory.sides.scale[j];
      fired[j] = 1;
    }
  }
}

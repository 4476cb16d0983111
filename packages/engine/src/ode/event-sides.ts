/**
 * What is known of event functions between two steps, and between two runs: on which side of zero each was last.
 *
 * A run that goes on where the last one of the same stepper ended takes over what that one knew, function by function
 * (they are recognised by their values), so that a run in pieces finds what the whole run finds. After a change of the
 * state by hand only this is taken over: what fired at that instant has fired.
 */
import { Control, type Stepper } from "./stepper.js";

/** `side` of a function not yet looked at. */
export const unseen = 2;

export class EventSides {
  /** The sign each function last had beyond the zero band; 0: at zero, where it fired or started. */
  readonly side: Int8Array;
  /** How near to zero it ended the last step, on its side and still approaching: a `Level` of event-scan.ts. */
  readonly near: Uint8Array;
  /** The least level it has come down to since it fired: only what is nearer can be a touch again. */
  readonly mute: Uint8Array;
  /** |g| where its side became 0: a hop well above that counts, however small. */
  readonly base: Float64Array;
  /** Whether its side has been 0 since it was first seen. */
  readonly fresh: Uint8Array;
  /** The largest |g| seen. */
  readonly scale: Float64Array;

  constructor(count: number) {
    this.side = new Int8Array(count).fill(unseen);
    this.near = new Uint8Array(count);
    this.mute = new Uint8Array(count);
    this.base = new Float64Array(count);
    this.fresh = new Uint8Array(count);
    this.scale = new Float64Array(count);
  }

  set(other: EventSides): void {
    this.side.set(other.side);
    this.near.set(other.near);
    this.mute.set(other.mute);
    this.base.set(other.base);
    this.fresh.set(other.fresh);
    this.scale.set(other.scale);
  }

  copyOne(other: EventSides, j: number): void {
    this.side[j] = other.side[j];
    this.near[j] = other.near[j];
    this.mute[j] = other.mute[j];
    this.base[j] = other.base[j];
    this.fresh[j] = other.fresh[j];
    this.scale[j] = other.scale[j];
  }

  /** Function j is at zero, give or take `size`, and has told so. */
  rest(j: number, size: number): void {
    this.side[j] = 0;
    this.near[j] = 0;
    this.mute[j] = 2;
    this.base[j] = size;
    this.fresh[j] = 0;
  }
}

/** How a run ended. */
interface Memory {
  readonly direction: number;
  readonly state: Float64Array;
  /** Each function there. */
  readonly values: Float64Array;
  readonly sides: EventSides;
  /** Whether it fired there. */
  readonly spent: Uint8Array;
}

const memories = new WeakMap<Stepper, Memory>();

export function forgetSides(stepper: Stepper): void {
  memories.delete(stepper);
}

/** Keeps what is known at the end of a run for the next. */
export function rememberSides(stepper: Stepper, values: Float64Array, sides: EventSides, spent: Uint8Array): void {
  const direction = stepper.control[Control.direction];
  memories.set(stepper, { direction, state: stepper.state.slice(), values: values.slice(), sides, spent });
}

/** Takes over what is known from the last run of this stepper, if it is still so. */
export function recallSides(stepper: Stepper, values: Float64Array, sides: EventSides, spent: Uint8Array): void {
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
      spent[j] = memory.spent[j];
    } else if (
      memory.spent[j] === 1 &&
      size <= Math.max(2 * Math.abs(memory.values[j]), 1e-12 * memory.sides.scale[j])
    ) {
      sides.rest(j, size);
      sides.scale[j] = memory.sides.scale[j];
      spent[j] = 1;
    }
  }
}

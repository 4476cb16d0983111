/**
 * Root of a scalar function along a step, to neighbouring doubles: regula falsi in which the value at an end that is retained is
 * halved (Illinois), with a bisection every few rounds.
 *
 * Follows: Rigid Body Simulation, section 6.
 */

import { bisectionPeriod } from "./parameters.js";

/** Distance of 1 from the next double. */
const ulp = 2 ** -52;

/** Slots of `Followed.work`: a bracket, the values at its ends, the level to which they are relative, and the last value. */
export const Slot = { a: 0, b: 1, fa: 2, fb: 3, level: 4, value: 5 } as const;

/** Scalar function of time along a step, with the bracket of its root. */
export interface Followed {
  /** Bracket and values: see `Slot`. */
  readonly work: Float64Array;
  /** Time of the next evaluation, s. */
  readonly at: Float64Array;
  /** Writes the value at the time `at`, less the level, to the slot `value`. */
  measure(): void;
}

/** Narrows the bracket a < b with fa ≥ 0 > fb to neighbouring times. */
export function narrow(followed: Followed): void {
  const { work, at } = followed;
  let side = 0;
  for (let k = 1; ; k++) {
    const a = work[Slot.a];
    const b = work[Slot.b];
    const fa = work[Slot.fa];
    const fb = work[Slot.fb];
    const middle = a + (b - a) / 2;
    if (!(middle > a && middle < b)) return;
    let x = k % bisectionPeriod === 0 ? middle : (fb * a - fa * b) / (fb - fa);
    const edge = ulp * Math.abs(b);
    if (!(x >= a + edge)) x = a + edge;
    if (x > b - edge) x = b - edge;
    if (!(x > a && x < b)) x = middle;
    at[0] = x;
    followed.measure();
    const f = work[Slot.value];
    if (f >= 0) {
      work[Slot.a] = x;
      work[Slot.fa] = f;
      if (side < 0) work[Slot.fb] /= 2;
      side = -1;
    } else {
      work[Slot.b] = x;
      work[Slot.fb] = f;
      if (side > 0) work[Slot.fa] /= 2;
      side = 1;
    }
  }
}

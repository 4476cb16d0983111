/**
 * Lengths that neither overflow nor underflow on the way: where the sum of squares leaves the safe range, the numbers
 * are scaled by a power of two first, which costs nothing in accuracy. That is rare, so callers look at the sum of
 * squares themselves and call these kernels only where it is out of range, through `parts` (see double-double.ts).
 */
import { double, scaleDown, scaleUp } from "./bits.js";
import { parts } from "./double-double.js";

/** 2⁻⁹⁰⁰: a sum of squares above this has lost nothing to underflow. */
export const safeSquareLow = 2 ** -900;
/** 2⁹⁹⁰: a sum of squares below this has not overflowed. */
export const safeSquareHigh = 2 ** 990;

/**
 * Multiplies the four numbers in `parts`, whose sum of squares is out of the safe range, by the power of two that brings it
 * back, and writes that power to double[0].
 */
export function rescaleParts(): void {
  const s = parts[0] * parts[0] + parts[1] * parts[1] + parts[2] * parts[2] + parts[3] * parts[3];
  const f = s <= safeSquareLow ? scaleUp : scaleDown;
  for (let k = 0; k < 4; k++) parts[k] *= f;
  double[0] = f;
}

/** Writes the Euclidean length of the four numbers in `parts`, whose sum of squares is out of the safe range, to double[0]. */
export function computeFarLength(): void {
  rescaleParts();
  const s = parts[0] * parts[0] + parts[1] * parts[1] + parts[2] * parts[2] + parts[3] * parts[3];
  double[0] = Math.sqrt(s) / double[0];
}

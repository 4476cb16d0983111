/**
 * Lengths that neither overflow nor underflow on the way: where the sum of squares leaves the safe range, the numbers
 * are scaled by a power of two first, which costs nothing in accuracy. That is rare, so callers look at the sum of
 * squares themselves and come here only with what is out of range, through `parts` (see double-double.ts).
 */
import { double, scaleDown, scaleUp } from "./bits.js";
import { parts } from "./double-double.js";

/** A sum of squares between these (2⁻⁹⁰⁰ and 2⁹⁹⁰) has lost nothing to underflow and has not overflowed. */
export const safeSquareLow = 2 ** -900;
export const safeSquareHigh = 2 ** 990;

/**
 * Multiplies `parts`, whose sum of squares is out of range, by the power of two that brings it back; that to double[0].
 */
export function rescaleParts(): void {
  const s = parts[0] * parts[0] + parts[1] * parts[1] + parts[2] * parts[2] + parts[3] * parts[3];
  const f = s <= safeSquareLow ? scaleUp : scaleDown;
  for (let k = 0; k < 4; k++) parts[k] *= f;
  double[0] = f;
}

/** The length of `parts`, whose sum of squares is out of range, to double[0]. */
export function computeFarLength(): void {
  rescaleParts();
  const s = parts[0] * parts[0] + parts[1] * parts[1] + parts[2] * parts[2] + parts[3] * parts[3];
  double[0] = Math.sqrt(s) / double[0];
}

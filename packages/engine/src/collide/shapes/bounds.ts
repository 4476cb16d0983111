/**
 * Axis-aligned boxes: six numbers at an offset, least x, y, z and then greatest x, y, z, m. Intervals are closed: two boxes
 * that touch overlap. A side may be infinite.
 *
 * Follows: Rigid Body Simulation, section 7.2.
 */

/** Numbers that a box takes: its least corner, then its greatest one. */
export const boundsSize = 6;

/** Moves every side of a box outward, m. */
export function growBounds(out: Float64Array, o: number, margin: number): void {
  for (let k = 0; k < 3; k++) {
    out[o + k] -= margin;
    out[o + 3 + k] += margin;
  }
}

/** Returns whether two boxes have a point in common; false if a number is NaN. */
export function boundsOverlap(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  return (
    a[i] <= b[j + 3] &&
    b[j] <= a[i + 3] &&
    a[i + 1] <= b[j + 4] &&
    b[j + 1] <= a[i + 4] &&
    a[i + 2] <= b[j + 5] &&
    b[j + 2] <= a[i + 5]
  );
}

/** Returns whether the box b lies within the box a. */
export function boundsContain(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  return (
    a[i] <= b[j] &&
    a[i + 1] <= b[j + 1] &&
    a[i + 2] <= b[j + 2] &&
    b[j + 3] <= a[i + 3] &&
    b[j + 4] <= a[i + 4] &&
    b[j + 5] <= a[i + 5]
  );
}

/** Returns whether these are the numbers of a box: least ≤ greatest, none of them NaN. */
export function isBounds(a: Float64Array, i: number): boolean {
  return a[i] <= a[i + 3] && a[i + 1] <= a[i + 4] && a[i + 2] <= a[i + 5];
}

/** Makes the box at out[o …] empty: least corner +∞, greatest corner −∞. */
export function clearBox(out: Float64Array, o: number): void {
  out[o] = out[o + 1] = out[o + 2] = Infinity;
  out[o + 3] = out[o + 4] = out[o + 5] = -Infinity;
}

/** Grows the box at out[o] so that it holds the one at a[i]. */
export function includeBox(out: Float64Array, o: number, a: Float64Array, i: number): void {
  for (let k = 0; k < 3; k++) {
    if (a[i + k] < out[o + k]) out[o + k] = a[i + k];
    if (a[i + 3 + k] > out[o + 3 + k]) out[o + 3 + k] = a[i + 3 + k];
  }
}

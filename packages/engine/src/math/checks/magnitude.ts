/**
 * Checks of magnitudes against the bounds of parameters.ts.
 */
import { fail } from "./error.js";
import { Least, Most } from "./parameters.js";

/** The cure of a number that is too large, as messages have it. */
export const magnitudeCure = "choose other units: larger numbers cannot be computed with";

/** Returns a bound with its unit as messages have it: "1e15 m/s". */
export function showSize(size: number, unit: string): string {
  const number = size.toExponential().replace("e+", "e");
  return unit === "" ? number : `${number} ${unit}`;
}

/**
 * Throws if a number, or an entry of a list, is above `most` in size. Values that are not numbers pass: another check refuses
 * them.
 */
export function requireMagnitude(
  path: string,
  values: ArrayLike<number> | number | undefined,
  most: number,
  unit: string,
): void {
  const list = typeof values === "number" ? [values] : (values ?? []);
  for (let k = 0; k < list.length; k++) {
    if (!(Math.abs(list[k]) > most)) continue;
    const where = typeof values === "number" ? path : `${path}[${k}]`;
    fail("too-large", where, `must be at most ${showSize(most, unit)} in size`, list[k], magnitudeCure);
  }
}

/** Throws unless a mass, kg, lies between the bounds of masses, `Least.mass` and `Most.mass`. */
export function requireMassRange(path: string, mass: number): void {
  if (mass >= Least.mass && mass <= Most.mass) return;
  fail("out-of-range", path, `must be from ${Least.mass} to ${showSize(Most.mass, "kg")}`, mass, magnitudeCure);
}

/**
 * How large numbers may be, and masses how small, so that what is computed from them stays finite. The engine multiplies up
 * to six lengths, takes determinants of inertias and squares of forces and energies; a double holds numbers up to 1.8e308.
 * With these bounds all of that stays below 1e300, and what physics is about is well within.
 */
import { fail } from "./error.js";

export const Most = {
  /** Lengths, places, and all numbers without a bound of their own: SI units. The universe is 1e27 m wide. */
  number: 1e30,
  /** m/s and rad/s: light has 3e8. */
  speed: 1e15,
  /** m/s²: on a neutron star there are 1e13. */
  acceleration: 1e15,
  /** kg: the sun has 2e30. */
  mass: 1e40,
  /** kg·m², of principal moments: their determinant is a product of three. */
  moment: 1e100,
  /** s: the universe is 4e17 old, and clocks count to 1e-1 there. */
  time: 1e15,
  /** Coefficients of friction: what sticks for good has ten. */
  friction: 1e6,
} as const;

export const Least = {
  /** kg: an electron has 9e-31. Inverse masses are squared too. */
  mass: 1e-40,
  /** kg·m². */
  moment: 1e-100,
} as const;

/** What to do about a number that is too large. */
export const magnitudeCure = "choose other units: larger numbers cannot be computed with";

/** A bound as messages have it: 1e15 m/s. */
export function showSize(size: number, unit: string): string {
  const number = size.toExponential().replace("e+", "e");
  return unit === "" ? number : `${number} ${unit}`;
}

/** Throws unless a number, or all of a list, are at most `most` in size. What is no number is for others to refuse. */
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

/** Throws unless a mass, kg, is one that can be computed with. */
export function requireMassRange(path: string, mass: number): void {
  if (mass >= Least.mass && mass <= Most.mass) return;
  fail("out-of-range", path, `must be from ${Least.mass} to ${showSize(Most.mass, "kg")}`, mass, magnitudeCure);
}

/**
 * The bounds on magnitudes: how large numbers may be, and masses how small, so that what is computed from them stays finite.
 * The engine multiplies up to six lengths, takes determinants of inertias and squares of forces and energies; a double holds
 * numbers up to 1.8e308. With these bounds all of that stays below 1e300, and what physics is about is well within.
 */

/** The largest magnitudes that the engine accepts, in SI units. */
export const Most = {
  /** The largest length, m, or coordinate, and the bound of all numbers without one of their own. The universe is 1e27 m wide. */
  number: 1e30,
  /** The largest speed, m/s or rad/s: light has 3e8. */
  speed: 1e15,
  /** The largest acceleration, m/s²: on a neutron star there are 1e13. */
  acceleration: 1e15,
  /** The largest mass, kg: the sun has 2e30. */
  mass: 1e40,
  /** The largest principal moment of inertia, kg·m²: the determinant of an inertia is a product of three. */
  moment: 1e100,
  /** The largest time, s: the universe is 4e17 old, and clocks count to 1e-1 there. */
  time: 1e15,
  /** The largest coefficient of friction: contacts that never slide in practice have ten. */
  friction: 1e6,
} as const;

/** The smallest magnitudes that the engine accepts, in SI units. */
export const Least = {
  /** The smallest mass, kg: an electron has 9e-31. Inverse masses are squared too. */
  mass: 1e-40,
  /** The smallest principal moment of inertia, kg·m². */
  moment: 1e-100,
} as const;

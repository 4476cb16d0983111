/**
 * Mass properties of a set of point masses: the sums of the notes, about the centre of mass, which comes first.
 *
 *   M = Σ mᵢ,   c = Σ mᵢ rᵢ / M                                                                    (2–14), (2–18)
 *   I = Σ mᵢ ((r′ᵢᵀr′ᵢ) 1 − r′ᵢr′ᵢᵀ),   r′ᵢ = rᵢ − c                                        (2–32), (2–35), (2–38)
 *
 * Chaney has the same: mass and first moments in eq. (1), where the squares of x, y and z are a slip of the pen, since the
 * centre of mass of eq. (2) needs Σ m x, as here; the matrix with its minus signs in eq. (3), its entries in eq. (4).
 *
 * Follows: Rigid Body Simulation, sections 2.9 and 2.10; Chaney, section 2.2.
 */
import { fail, requireKeys, requireLength, requireNonNegative, requirePositive } from "../../math/index.js";
import { failRange, finishMass, type MassProperties } from "./mass-properties.js";
import { readPoints } from "./mesh-read.js";

/** Options of the mass properties of point masses. */
export interface PointsMassOptions {
  /** Positions, [x, y, z] of each point or all numbers in a row, m. */
  readonly positions: ArrayLike<number> | ArrayLike<ArrayLike<number>>;
  /** Mass of each point, kg. */
  readonly masses?: ArrayLike<number>;
  /** Total mass, kg, shared evenly; instead of `masses`. */
  readonly mass?: number;
}

/** Returns the mass properties of point masses that are rigidly connected. */
export function pointsMass(options: PointsMassOptions): MassProperties {
  const example = "{ positions: [[0, 0, 0], [1, 0, 0]], masses: [1, 2] }";
  requireKeys("points", options, example, ["positions", "masses", "mass"]);
  const r = readPoints("points.positions", options.positions);
  const n = r.length / 3;
  const m = readMasses(options, n);
  let M = 0;
  for (let i = 0; i < n; i++) M += m[i];
  if (!(M > 0 && M < Infinity)) {
    fail("not-positive", "points.masses", "must have a finite sum > 0", M, "at least one point needs a mass");
  }
  // the mean, then the mean of what is left: the second round mends the rounding of the first
  const c = new Float64Array(3);
  for (let round = 0; round < 2; round++) {
    const shift = [0, 0, 0];
    for (let i = 0; i < n; i++) for (let k = 0; k < 3; k++) shift[k] += (m[i] / M) * (r[3 * i + k] - c[k]);
    for (let k = 0; k < 3; k++) c[k] += shift[k];
  }
  // Ixx = Σ Δm (y² + z²), … , Ixy = Σ Δm xy, …                                                       Chaney, eq. (4)
  const moments = new Float64Array(6);
  for (let i = 0; i < n; i++) {
    const x = r[3 * i] - c[0];
    const y = r[3 * i + 1] - c[1];
    const z = r[3 * i + 2] - c[2];
    moments[0] += m[i] * (y * y + z * z);
    moments[1] += m[i] * (x * x + z * z);
    moments[2] += m[i] * (x * x + y * y);
    moments[3] += m[i] * x * y;
    moments[4] += m[i] * x * z;
    moments[5] += m[i] * y * z;
  }
  // points in different places have an inertia
  const isSpread = r.some((value, k) => m[Math.floor(k / 3)] > 0 && value !== c[k % 3]);
  if (isSpread && moments.every((moment) => moment === 0)) failRange("points", moments);
  return finishMass("points", M, c, moments, 1);
}

function readMasses({ masses, mass }: PointsMassOptions, n: number): Float64Array {
  if ((masses === undefined) === (mass === undefined)) {
    const cure = "masses has one entry a point, mass is the total, shared evenly";
    fail("two-amounts", "points", "must have masses or mass, and not both", masses ?? mass, cure);
  }
  if (masses === undefined) {
    requirePositive("points.mass", mass as number);
    return new Float64Array(n).fill((mass as number) / n);
  }
  requireLength("points.masses", masses, n, "one mass a point");
  for (let i = 0; i < n; i++) requireNonNegative(`points.masses[${i}]`, masses[i]);
  return Float64Array.from(masses);
}

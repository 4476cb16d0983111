/**
 * Energies of a system with generalized coordinates that consists of parts, as functions of u and u̇: the audit uses them, and no
 * equation of motion. With L = T − V, where T is the sum over the velocities of the parts and V that of their weights,
 *
 *   p_k = ∂T/∂u̇_k = (T(u, u̇ + e) − T(u, u̇ − e))/2e          exact but for rounding: T is a polynomial of the second degree in u̇
 *   ∂L/∂u_k, dp_k/dt                                          by differences over ±h, ±2h and ±4h, of the sixth order
 *
 * The difference from the fourth order, and rounding, is the uncertainty of a derivative. A displacement δ of the coordinates, or
 * a rate, and a force Q on them are measured by their effect on the parts, with the total mass m:
 *
 *   |δ| = √(2 T(u, δ)/m), m or m/s          |Q| = √(m Q·M⁻¹Q), N          so that Q·δ ≤ |Q| |δ|
 *
 * Follows: Constrained Dynamics, section 5.
 */
import type { ThingOfParts } from "../../lagrange/index.js";
import {
  differenceTrials,
  energyRounding,
  finerDifference,
  firstDifference,
  knownDerivative,
  mostJudged,
} from "./parameters.js";

/** u and u̇ at which energies are evaluated. */
let place = new Float64Array(0);
/** Force on the coordinates of a system. */
let force = new Float64Array(0);
/** Energy, or momentum, at `place`. */
const energy = new Float64Array(1);
/** Rounding of the largest energy, or momentum, of which a difference was taken. */
const rounded = new Float64Array(1);
/** Differences over ±h, ±2h, ±4h; then the derivative of sixth order, and the difference of the fourth order from it. */
const differences = new Float64Array(5);

/** Makes room for a system, and writes its u and u̇, at y[o …], to `place`. */
function put({ width }: ThingOfParts, y: Float64Array, o: number): void {
  if (place.length < 2 * width) {
    place = new Float64Array(4 * width);
    force = new Float64Array(2 * width);
  }
  for (let k = 0; k < 2 * width; k++) place[k] = y[o + k];
}

/** Adds the kinetic energy at `place`, with a sign, to `energy`. */
function addMotion(thing: ThingOfParts, sign: number): void {
  thing.derive(place, 0);
  if (sign > 0) thing.addKineticEnergy(energy, 0);
  else energy[0] -= thing.kineticEnergy();
}

/** Returns the mass m of a system, kg. */
export function measureMass({ mass }: ThingOfParts): number {
  let sum = 0;
  for (let i = 0; i < mass.length; i++) sum += mass[i];
  return sum;
}

/**
 * Returns |δ| of the displacement, or rate, d[j …] at the coordinates y[o …], at constant time. The system is left at another
 * state, and the caller derives it again.
 */
export function measureDisplacement(
  thing: ThingOfParts,
  y: Float64Array,
  o: number,
  d: Float64Array,
  j: number,
): number {
  const { width } = thing;
  const free = countFree(thing);
  put(thing, y, o);
  for (let k = 0; k < width; k++) place[width + k] = k < free ? d[j + k] : 0;
  energy[0] = 0;
  addMotion(thing, 1);
  return Math.sqrt((2 * energy[0]) / measureMass(thing));
}

/** Returns |Q| of the force Q[j …] on a system at its present state. */
export function measureForce(thing: ThingOfParts, Q: Float64Array, j: number): number {
  const { width } = thing;
  const free = countFree(thing);
  if (force.length < width) force = new Float64Array(2 * width);
  for (let k = 0; k < width; k++) force[k] = k < free ? Q[j + k] : 0;
  thing.multiplyInverse(force, 0);
  let sum = 0;
  for (let k = 0; k < free; k++) sum += force[k] * Q[j + k];
  return Math.sqrt(measureMass(thing) * Math.max(0, sum));
}

/** Returns the number of coordinates of a system without its time. */
export function countFree(thing: ThingOfParts): number {
  return "free" in thing ? thing.free : thing.width;
}

/** Writes p_k at `place` to energy[0]. */
function findMomentum(thing: ThingOfParts, k: number): void {
  const { width } = thing;
  let e = 1;
  for (let i = 0; i < width; i++) e = Math.max(e, Math.abs(place[width + i]));
  const keep = place[width + k];
  energy[0] = 0;
  place[width + k] = keep + e;
  addMotion(thing, 1);
  rounded[0] = Math.max(rounded[0], (energyRounding * energy[0]) / (2 * e));
  place[width + k] = keep - e;
  addMotion(thing, -1);
  place[width + k] = keep;
  energy[0] /= 2 * e;
}

/**
 * Writes p_k at y[o …] to out[j + k], for the coordinates that are verified, from `first` on. The system is left at another
 * state.
 */
export function writeMomenta(
  out: Float64Array,
  j: number,
  thing: ThingOfParts,
  y: Float64Array,
  o: number,
  first: number,
): void {
  const free = countFree(thing);
  put(thing, y, o);
  for (let n = 0; n < Math.min(free, mostJudged); n++) {
    const k = (first + n) % free;
    findMomentum(thing, k);
    out[j + k] = energy[0];
  }
}

/** Extrapolates the divided differences over ±h, ±2h, ±4h to the two entries behind them. */
function extrapolate(): void {
  const near = differences[0] + (differences[0] - differences[1]) / 3;
  const far = differences[1] + (differences[1] - differences[2]) / 3;
  differences[3] = near + (near - far) / 15;
  differences[4] = Math.abs(differences[3] - near);
}

/** Takes the extrapolated derivative if its uncertainty is less than before. */
function take(out: Float64Array, doubt: Float64Array, o: number): void {
  if (!(differences[4] < doubt[o])) return;
  out[o] = differences[3];
  doubt[o] = differences[4];
}

/**
 * Writes ∂L/∂u_k at y[o …] to out[j + k], and its uncertainty to doubt[j + k], for the coordinates that are verified, from
 * `first` on. The system is left at another state.
 */
export function writeSlopes(
  out: Float64Array,
  doubt: Float64Array,
  j: number,
  thing: ThingOfParts,
  y: Float64Array,
  o: number,
  first: number,
): void {
  const free = countFree(thing);
  put(thing, y, o);
  for (let n = 0; n < Math.min(free, mostJudged); n++) {
    const k = (first + n) % free;
    let h = firstDifference;
    doubt[j + k] = Infinity;
    rounded[0] = 0;
    for (let attempt = 0; attempt < differenceTrials; attempt++, h *= finerDifference) {
      const keep = place[k];
      for (let level = 0, by = h; level < 3; level++, by *= 2) {
        energy[0] = 0;
        place[k] = keep + by;
        addMotion(thing, 1);
        const potential = thing.potentialEnergy();
        rounded[0] = Math.max(rounded[0], energyRounding * (energy[0] + Math.abs(potential)));
        energy[0] -= potential;
        place[k] = keep - by;
        addMotion(thing, -1);
        energy[0] += thing.potentialEnergy();
        differences[level] = energy[0] / (2 * by);
      }
      place[k] = keep;
      extrapolate();
      differences[4] += rounded[0] / h;
      take(out, doubt, j + k);
      if (doubt[j + k] <= knownDerivative * Math.max(Math.abs(out[j + k]), rounded[0] / energyRounding)) break;
    }
  }
}

/**
 * Writes dp_k/dt at y[o …] to out[j + k], and its uncertainty to doubt[j + k], where u̇ is at rate[i …] and ü at rate[i + width
 * …]: the derivative along u + s u̇, u̇ + s ü. It is exact in ü, because p is linear in u̇. The system is left at another state.
 */
export function writeMomentumRates(
  out: Float64Array,
  doubt: Float64Array,
  j: number,
  thing: ThingOfParts,
  y: Float64Array,
  o: number,
  rate: Float64Array,
  i: number,
  first: number,
): void {
  const { width } = thing;
  const free = countFree(thing);
  put(thing, y, o);
  let fastest = firstDifference;
  for (let k = 0; k < width; k++) fastest = Math.max(fastest, Math.abs(y[o + width + k]));
  for (let n = 0; n < Math.min(free, mostJudged); n++) {
    const k = (first + n) % free;
    let h = firstDifference / fastest;
    doubt[j + k] = Infinity;
    rounded[0] = 0;
    for (let attempt = 0; attempt < differenceTrials; attempt++, h *= finerDifference) {
      for (let level = 0, by = h; level < 3; level++, by *= 2) {
        differences[level] = 0;
        for (let sign = 1; sign >= -1; sign -= 2) {
          for (let x = 0; x < 2 * width; x++) place[x] = y[o + x] + sign * by * rate[i + x];
          findMomentum(thing, k);
          differences[level] += (sign * energy[0]) / (2 * by);
        }
      }
      extrapolate();
      differences[4] += rounded[0] / h;
      take(out, doubt, j + k);
      if (doubt[j + k] <= knownDerivative * Math.max(Math.abs(out[j + k]), (fastest * rounded[0]) / energyRounding))
        break;
    }
  }
}

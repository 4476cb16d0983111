/**
 * What the audit knows of a thing with coordinates that is made of parts: its energies, as functions of u and u̇, and nothing of the
 * equations of its motion. With L = T − V, where T is summed from the velocities of the parts and V is that of their weights,
 *
 *   p_k = ∂T/∂u̇_k = (T(u, u̇ + e) − T(u, u̇ − e))/2e          exact but for rounding: T is a polynomial of the second degree in u̇
 *   ∂L/∂u_k, dp_k/dt                                          by differences over ±h, ±2h and ±4h, of the sixth order
 *
 * What those of the fourth order differ by from these, and rounding, is how well they are known. A displacement δ of the coordinates, or a rate, and a
 * force Q on them are as large as what they do to the parts, whose masses come to m:
 *
 *   |δ| = √(2 T(u, δ)/m), m or m/s          |Q| = √(m Q·M⁻¹Q), N          so that Q·δ ≤ |Q| |δ|
 *
 * Follows: Constrained Dynamics, section 5.
 */
import type { ThingOfParts } from "../../lagrange/index.js";

/** h: of a radian, or a metre; and by how much less it is, where derivatives are not known by that. */
const firstDifference = 2 ** -9;
const finer = 2 ** -3;
const tries = 3;
/** Known well enough, as a part of the derivative, or of what energies are large. */
const known = 1e-10;
/** So many coordinates of a thing are judged at a look; of what has more, others by turns. */
export const mostJudged = 2;

/** u and u̇ where energies are asked for, and the energy there. */
let place = new Float64Array(0);
let force = new Float64Array(0);
const energy = new Float64Array(1);
/** The largest energy of which a difference was taken, or momentum, as what it is rounded by. */
const rounded = new Float64Array(1);
/** Energies are sums over parts: what they are known to, as a part of themselves. */
const rounding = 2 ** -50;
/** Differences over ±h, ±2h, ±4h, then what they come to: of the sixth order, and how far that of the fourth is from it. */
const differences = new Float64Array(5);

/** Makes room for a thing, and writes u and u̇ of it, at y[o …], to `place`. */
function put({ width }: ThingOfParts, y: Float64Array, o: number): void {
  if (place.length < 2 * width) {
    place = new Float64Array(4 * width);
    force = new Float64Array(2 * width);
  }
  for (let k = 0; k < 2 * width; k++) place[k] = y[o + k];
}

function addMotion(thing: ThingOfParts, sign: number): void {
  thing.derive(place, 0);
  if (sign > 0) thing.addKineticEnergy(energy, 0);
  else energy[0] -= thing.kineticEnergy();
}

/** m of a thing, kg. */
export function measureMass({ mass }: ThingOfParts): number {
  let sum = 0;
  for (let i = 0; i < mass.length; i++) sum += mass[i];
  return sum;
}

/**
 * |δ| of the displacement, or rate, d[j …] at the coordinates y[o …], where a clock stands still. The thing is left elsewhere:
 * whoever asks derives it anew.
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

/** |Q| of the force Q[j …] on a thing that is where it is. */
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

/** How many coordinates a thing has but for a clock. */
export function countFree(thing: ThingOfParts): number {
  return "free" in thing ? thing.free : thing.width;
}

/** p_k at `place`, to energy[0]. */
function findMomentum(thing: ThingOfParts, k: number): void {
  const { width } = thing;
  let e = 1;
  for (let i = 0; i < width; i++) e = Math.max(e, Math.abs(place[width + i]));
  const keep = place[width + k];
  energy[0] = 0;
  place[width + k] = keep + e;
  addMotion(thing, 1);
  rounded[0] = Math.max(rounded[0], (rounding * energy[0]) / (2 * e));
  place[width + k] = keep - e;
  addMotion(thing, -1);
  place[width + k] = keep;
  energy[0] /= 2 * e;
}

/** Writes p_k at y[o …] to out[j + k], for the coordinates that are judged: so many from `first` on. The thing is left elsewhere. */
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

/** From differences over ±h, ±2h, ±4h, each divided by what it is over, to the two numbers behind them. */
function extrapolate(): void {
  const near = differences[0] + (differences[0] - differences[1]) / 3;
  const far = differences[1] + (differences[1] - differences[2]) / 3;
  differences[3] = near + (near - far) / 15;
  differences[4] = Math.abs(differences[3] - near);
}

/** Takes what the differences come to, if it is known better than what there is. */
function take(out: Float64Array, doubt: Float64Array, o: number): void {
  if (!(differences[4] < doubt[o])) return;
  out[o] = differences[3];
  doubt[o] = differences[4];
}

/**
 * Writes ∂L/∂u_k at y[o …] to out[j + k], and to doubt[j + k] how well it is known, for the same coordinates. The thing is left
 * elsewhere.
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
    for (let attempt = 0; attempt < tries; attempt++, h *= finer) {
      const keep = place[k];
      for (let level = 0, by = h; level < 3; level++, by *= 2) {
        energy[0] = 0;
        place[k] = keep + by;
        addMotion(thing, 1);
        const potential = thing.potentialEnergy();
        rounded[0] = Math.max(rounded[0], rounding * (energy[0] + Math.abs(potential)));
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
      if (doubt[j + k] <= known * Math.max(Math.abs(out[j + k]), rounded[0] / rounding)) break;
    }
  }
}

/**
 * The same of dp_k/dt, where u̇ at rate[i …] changes by ü at rate[i + width …]: along u + s u̇, u̇ + s ü. That is exact in ü, as p is
 * linear in u̇.
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
    for (let attempt = 0; attempt < tries; attempt++, h *= finer) {
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
      if (doubt[j + k] <= known * Math.max(Math.abs(out[j + k]), (fastest * rounded[0]) / rounding)) break;
    }
  }
}

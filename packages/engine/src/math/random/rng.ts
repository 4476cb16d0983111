/**
 * Random numbers from a seed: xoshiro128** (Blackman and Vigna, "Scrambled linear pseudorandom number generators",
 * 2021), 32-bit integer arithmetic only, period 2¹²⁸ − 1. A seed gives one sequence, on every machine.
 *
 * The whole state is the Uint32Array of four words that `createRng` returns: copy it to save, copy it back to restore.
 */
import { fail, requireInteger } from "../checks/index.js";
import { computeLog, sinCos, Turn } from "../elementary/index.js";
import { double, mixWord } from "../numbers/index.js";

/** The state of a random generator: four 32-bit words, to be copied to save it and copied back to restore it. */
export type Rng = Uint32Array;

/** x^(2⁶⁴) and x^(2⁹⁶) modulo the characteristic polynomial of the generator, lowest coefficients first. */
const jumpPolynomial = /* @__PURE__ */ new Uint32Array([0x8764000b, 0xf542d2d3, 0x6fa035c3, 0x77f2db5b]);
const longJumpPolynomial = /* @__PURE__ */ new Uint32Array([0xb523952e, 0x0b6f099f, 0xccf5a0ef, 0x1c580662]);

const twoPi = 6.283185307179586;
/** The last draw, as a whole number and as one in [0, 1): passed in arrays, as calls may box what they return. */
const drawn = /* @__PURE__ */ new Uint32Array(1);
const uniform = /* @__PURE__ */ new Float64Array(1);
/** An angle with its sine and cosine: see `Turn`. */
const turn = /* @__PURE__ */ new Float64Array(3);
const sum = /* @__PURE__ */ new Uint32Array(4);

/**
 * Returns a generator for a seed, a whole number from 0 to 2⁵³ − 1, and a stream, a whole number from 0 to 2³² − 1. Pairs
 * that differ start at points of the sequence that are not related to one another.
 */
export function createRng(seed: number, stream = 0): Rng {
  requireInteger("seed", seed, 0, Number.MAX_SAFE_INTEGER);
  requireInteger("stream", stream, 0, 0xffffffff);
  const rng = new Uint32Array(4);
  rng[0] = seed;
  rng[1] = Math.floor(seed / 4294967296);
  rng[2] = stream;
  rng[3] = 0x9e3779b9;
  // four rounds in which every word meets every other: a permutation of the 128 bits, so no two seeds share a state
  for (let round = 0; round < 4; round++) {
    for (let k = 0; k < 4; k++) rng[k] ^= mixWord((rng[(k + 3) & 3] + Math.imul(4 * round + k + 1, 0x9e3779b9)) >>> 0);
  }
  if ((rng[0] | rng[1] | rng[2] | rng[3]) === 0) rng[3] = 1;
  return rng;
}

/** Draws a whole number from 0 to 2³² − 1, each equally likely. */
export function nextUint32(rng: Rng): number {
  advance(rng);
  return drawn[0];
}

/** Draws a number in [0, 1): a whole multiple of 2⁻⁵³, each equally likely. */
export function nextUniform(rng: Rng): number {
  drawUniform(rng);
  return uniform[0];
}

/** Draws a number in [low, high), uniformly, for high > low. */
export function nextInRange(rng: Rng, low: number, high: number): number {
  const x = low + (high - low) * nextUniform(rng);
  return x < high ? x : low;
}

/** Draws a whole number from low to high, both included, each equally likely; there may be 2³² of them at most. */
export function nextInteger(rng: Rng, low: number, high: number): number {
  const n = high - low + 1;
  if (!(Number.isSafeInteger(low) && Number.isSafeInteger(high) && n >= 1 && n <= 4294967296)) {
    fail("out-of-range", "high", "must be a whole number from low to low + 2³² − 1", high, `low was ${low}`);
  }
  // draw again in the last, incomplete run of n
  const limit = 4294967296 - (4294967296 % n);
  advance(rng);
  while (drawn[0] >= limit) advance(rng);
  return low + (drawn[0] % n);
}

/** Writes two independent normal deviates of mean 0 and variance 1 to out[o] and out[o + 1] (Box and Muller, 1958). */
export function nextNormalPair(out: Float64Array, o: number, rng: Rng): void {
  drawUniform(rng);
  double[0] = 1 - uniform[0];
  computeLog();
  const r = Math.sqrt(-2 * double[0]);
  drawTurn(rng);
  out[o] = r * turn[Turn.cosine];
  out[o + 1] = r * turn[Turn.sine];
}

/** Writes a point on the unit sphere, uniform in area, to out[o … o+2]: z is uniform (Archimedes). */
export function nextOnSphere(out: Float64Array, o: number, rng: Rng): void {
  drawUniform(rng);
  const z = 2 * uniform[0] - 1;
  const r = Math.sqrt((1 - z) * (1 + z));
  drawTurn(rng);
  out[o] = r * turn[Turn.cosine];
  out[o + 1] = r * turn[Turn.sine];
  out[o + 2] = z;
}

/**
 * Writes a unit quaternion [x, y, z, w], uniform over all rotations, to out[o … o+3] (Shoemake, "Uniform random rotations",
 * 1992).
 */
export function nextRotation(out: Float64Array, o: number, rng: Rng): void {
  drawUniform(rng);
  const u = uniform[0];
  const r1 = Math.sqrt(1 - u);
  const r2 = Math.sqrt(u);
  drawTurn(rng);
  out[o] = r1 * turn[Turn.sine];
  out[o + 1] = r1 * turn[Turn.cosine];
  drawTurn(rng);
  out[o + 2] = r2 * turn[Turn.sine];
  out[o + 3] = r2 * turn[Turn.cosine];
}

/** Puts the entries of an array in a random order, each order equally likely (Fisher and Yates). */
export function shuffle(array: { readonly length: number; [index: number]: unknown }, rng: Rng): void {
  for (let k = array.length - 1; k > 0; k--) {
    const j = nextInteger(rng, 0, k);
    const last = array[k];
    array[k] = array[j];
    array[j] = last;
  }
}

/** Moves the generator forward by 2⁶⁴ draws. */
export function jumpRng(rng: Rng): void {
  jumpBy(rng, jumpPolynomial);
}

/**
 * Returns a generator for a part of the work, with an independent stretch of the sequence: it continues where `rng` is, and
 * `rng` jumps forward by 2⁹⁶ draws. The stretches never overlap, however much is drawn; each can itself be jumped 2³² times.
 */
export function splitRng(rng: Rng): Rng {
  const part = rng.slice();
  jumpBy(rng, longJumpPolynomial);
  return part;
}

/** One step of xoshiro128**; its result goes to drawn[0]. */
function advance(rng: Rng): void {
  const s0 = rng[0];
  const s1 = rng[1];
  const m = Math.imul(s1, 5);
  drawn[0] = Math.imul((m << 7) | (m >>> 25), 9);
  const s2 = rng[2] ^ s0;
  const s3 = rng[3] ^ s1;
  rng[1] = s1 ^ s2;
  rng[0] = s0 ^ s3;
  rng[2] = s2 ^ (s1 << 9);
  rng[3] = (s3 << 11) | (s3 >>> 21);
}

/** A number in [0, 1) into uniform[0]: 27 bits of one draw, 26 of the next. */
function drawUniform(rng: Rng): void {
  advance(rng);
  const high = drawn[0] >>> 5;
  advance(rng);
  uniform[0] = (high * 2 ** 26 + (drawn[0] >>> 6)) * 2 ** -53;
}

/** The sine and cosine of an angle uniform in [0, 2π) into `turn`. */
function drawTurn(rng: Rng): void {
  drawUniform(rng);
  turn[Turn.angle] = twoPi * uniform[0];
  sinCos(turn, Turn.sine, turn, Turn.angle);
}

function jumpBy(rng: Rng, polynomial: Uint32Array): void {
  sum.fill(0);
  for (let bit = 0; bit < 128; bit++) {
    if ((polynomial[bit >> 5] >>> (bit & 31)) & 1) for (let k = 0; k < 4; k++) sum[k] ^= rng[k];
    advance(rng);
  }
  rng.set(sum);
}

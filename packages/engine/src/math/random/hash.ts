/**
 * A hash of numbers: 64 bits, as 16 hexadecimal digits, equal on every machine.
 *
 * It is MurmurHash3 x86-128 (Appleby), seed 0, over the stream of 32-bit words, cut to its first 64 bits. A double
 * enters as two words, low word first whatever the byte order of the machine, so one changed bit, −0 for 0, or two
 * entries exchanged give another hash. Every NaN counts as the same NaN: engines may choose its bits freely.
 *
 * The state is a Uint32Array: h₁ … h₄, words of the block being filled (four), count of words.
 */
import { double, highWord, lowWord, mixWord, word } from "../numbers/index.js";

/** The state of a hash under way, made by `createHash`: nine 32-bit words. */
export type Hash = Uint32Array;
/** The typed arrays that a hash takes in. */
export type Hashable =
  | Float64Array
  | Float32Array
  | Int32Array
  | Uint32Array
  | Int16Array
  | Uint16Array
  | Int8Array
  | Uint8Array;

const C1 = 0x239b961b;
const C2 = 0xab0e9789;
const C3 = 0x38b34ae5;
const C4 = 0xa1e38b93;
/** Slots of the state: the block, and the count of words. */
const blockSlot = 4;
const countSlot = 8;

/** Returns the state of a hash that has taken in nothing. */
export function createHash(): Hash {
  return new Uint32Array(9);
}

/** Takes entries `from … to−1` of an array into the hash. Entries of integer arrays are taken as 32-bit numbers. */
export function updateHash(hash: Hash, values: Hashable, from = 0, to = values.length): void {
  if (values instanceof Float64Array || values instanceof Float32Array) {
    for (let i = from; i < to; i++) {
      const x = values[i];
      double[0] = x;
      const nan = Number.isNaN(x);
      hash[blockSlot + (hash[countSlot] & 3)] = nan ? 0 : word[lowWord];
      advance(hash);
      hash[blockSlot + (hash[countSlot] & 3)] = nan ? 0x7ff80000 : word[highWord];
      advance(hash);
    }
  } else {
    for (let i = from; i < to; i++) {
      hash[blockSlot + (hash[countSlot] & 3)] = values[i];
      advance(hash);
    }
  }
}

/** Takes one 32-bit word into the hash. */
export function updateHashWord(hash: Hash, value: number): void {
  hash[blockSlot + (hash[countSlot] & 3)] = value;
  advance(hash);
}

/** Returns the hash of everything taken in so far, as 16 hexadecimal digits. More can be taken in afterwards. */
export function digestHash(hash: Hash): string {
  let h1 = hash[0];
  let h2 = hash[1];
  let h3 = hash[2];
  let h4 = hash[3];
  const rest = hash[countSlot] & 3;
  if (rest > 2) h3 ^= scramble(hash[blockSlot + 2], C3, 17, C4);
  if (rest > 1) h2 ^= scramble(hash[blockSlot + 1], C2, 16, C3);
  if (rest > 0) h1 ^= scramble(hash[blockSlot], C1, 15, C2);
  const bytes = hash[countSlot] << 2;
  h1 ^= bytes;
  h2 ^= bytes;
  h3 ^= bytes;
  h4 ^= bytes;
  const sum = (h1 + h2 + h3 + h4) | 0;
  h1 = mixWord(sum);
  h2 = mixWord((h2 + sum) | 0);
  h3 = mixWord((h3 + sum) | 0);
  h4 = mixWord((h4 + sum) | 0);
  const first = (h1 + h2 + h3 + h4) | 0;
  return toHex(first) + toHex((h2 + first) | 0);
}

/** Returns the hash of a list of arrays: of their number, and of the length and the entries of each. */
export function hashArrays(...arrays: readonly Hashable[]): string {
  const hash = createHash();
  updateHashWord(hash, arrays.length);
  for (const array of arrays) {
    updateHashWord(hash, array.length);
    updateHash(hash, array);
  }
  return digestHash(hash);
}

/** Counts the word just put into the block; a full block is mixed in. */
function advance(hash: Hash): void {
  hash[countSlot]++;
  if ((hash[countSlot] & 3) === 0) mixBlock(hash);
}

function mixBlock(hash: Hash): void {
  let h1 = hash[0];
  let h2 = hash[1];
  let h3 = hash[2];
  let h4 = hash[3];
  h1 = (Math.imul(rotate(h1 ^ scramble(hash[blockSlot], C1, 15, C2), 19) + h2, 5) + 0x561ccd1b) | 0;
  h2 = (Math.imul(rotate(h2 ^ scramble(hash[blockSlot + 1], C2, 16, C3), 17) + h3, 5) + 0x0bcaa747) | 0;
  h3 = (Math.imul(rotate(h3 ^ scramble(hash[blockSlot + 2], C3, 17, C4), 15) + h4, 5) + 0x96cd1c35) | 0;
  h4 = (Math.imul(rotate(h4 ^ scramble(hash[blockSlot + 3], C4, 18, C1), 13) + h1, 5) + 0x32ac3b17) | 0;
  hash[0] = h1;
  hash[1] = h2;
  hash[2] = h3;
  hash[3] = h4;
}

function rotate(x: number, bits: number): number {
  return (x << bits) | (x >>> (32 - bits));
}

function scramble(k: number, c: number, bits: number, d: number): number {
  return Math.imul(rotate(Math.imul(k, c), bits), d);
}

function toHex(x: number): string {
  return (x >>> 0).toString(16).padStart(8, "0");
}

/**
 * Sorts numbers, each with an entry, by radix: six passes of eleven bits over the 64 bits of a double, turned so that
 * they rise with its value. O(n) whatever the order was; equal numbers keep theirs. A pass in which all digits are equal
 * is left out.
 */
const digitBits = 11;
const digits = 1 << digitBits;
const passes = 6;

const double = new Float64Array(1);
const words = new Uint32Array(double.buffer);
double[0] = 1;
const highWord = words[1] === 0 ? 0 : 1;
double[0] = 0;

const counts = new Int32Array(digits * passes);
let keys: Uint32Array = new Uint32Array(0);
let otherKeys: Uint32Array = new Uint32Array(0);
let otherEntries: Int32Array = new Int32Array(0);

/** Sorts the first `count` values and their entries. No value may be NaN. */
export function sortValues(values: Float64Array, entries: Int32Array, count: number): void {
  if (2 * count > keys.length) {
    keys = new Uint32Array(4 * count);
    otherKeys = new Uint32Array(4 * count);
    otherEntries = new Int32Array(2 * count);
  }
  countDigits(values, count);
  let fromKeys = keys;
  let toKeys = otherKeys;
  let fromEntries = entries;
  let toEntries = otherEntries;
  for (let pass = 0; pass < passes; pass++) {
    if (counts[digits * pass + digitOf(fromKeys, 0, pass)] === count) continue;
    scatter(toKeys, toEntries, fromKeys, fromEntries, count, pass);
    const heldKeys = fromKeys;
    const heldEntries = fromEntries;
    fromKeys = toKeys;
    fromEntries = toEntries;
    toKeys = heldKeys;
    toEntries = heldEntries;
  }
  for (let k = 0; k < count; k++) {
    entries[k] = fromEntries[k];
    values[k] = readKey(fromKeys, k);
  }
}

/** Writes the keys, low word and high word, and counts how often each digit occurs in each pass. */
function countDigits(values: Float64Array, count: number): void {
  counts.fill(0);
  for (let k = 0; k < count; k++) {
    // −0 and 0 are the same number
    double[0] = values[k] + 0;
    const high = words[highWord];
    const flip = high >= 0x80000000 ? 0xffffffff : 0;
    keys[2 * k] = words[1 - highWord] ^ flip;
    keys[2 * k + 1] = high ^ (flip | 0x80000000);
    for (let pass = 0; pass < passes; pass++) counts[digits * pass + digitOf(keys, k, pass)]++;
  }
}

function readKey(from: Uint32Array, k: number): number {
  const flip = from[2 * k + 1] >= 0x80000000 ? 0 : 0xffffffff;
  words[1 - highWord] = from[2 * k] ^ flip;
  words[highWord] = from[2 * k + 1] ^ (flip | 0x80000000);
  return double[0];
}

/** Bits 11·pass … 11·pass + 10 of key k. */
function digitOf(from: Uint32Array, k: number, pass: number): number {
  const low = from[2 * k];
  const high = from[2 * k + 1];
  const bit = digitBits * pass;
  if (bit >= 32) return (high >>> (bit - 32)) & (digits - 1);
  if (bit + digitBits <= 32) return (low >>> bit) & (digits - 1);
  return ((low >>> bit) | (high << (32 - bit))) & (digits - 1);
}

function scatter(
  toKeys: Uint32Array,
  toEntries: Int32Array,
  fromKeys: Uint32Array,
  fromEntries: Int32Array,
  count: number,
  pass: number,
): void {
  const base = digits * pass;
  let sum = 0;
  for (let d = base; d < base + digits; d++) {
    const here = counts[d];
    counts[d] = sum;
    sum += here;
  }
  for (let k = 0; k < count; k++) {
    const place = counts[base + digitOf(fromKeys, k, pass)]++;
    toKeys[2 * place] = fromKeys[2 * k];
    toKeys[2 * place + 1] = fromKeys[2 * k + 1];
    toEntries[place] = fromEntries[k];
  }
}

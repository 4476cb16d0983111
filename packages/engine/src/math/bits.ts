/**
 * The bits of a double, through the one pair of views that the whole module shares.
 *
 *   double[0] = x;   high = word[highWord];   low = word[lowWord];
 *
 * highWord and lowWord are found once, so that nothing depends on the byte order of the machine.
 */
export const double = /* @__PURE__ */ new Float64Array(1);
export const word = /* @__PURE__ */ new Uint32Array(double.buffer);

double[0] = 1;
/** Index of the word that holds sign, exponent and the top 20 bits of the fraction. */
export const highWord = word[1] === 0x3ff00000 ? 1 : 0;
/** Index of the word that holds the lower 32 bits of the fraction. */
export const lowWord = 1 - highWord;

/** 2⁶⁰⁰ and 2⁻⁶⁰⁰: bring tiny numbers up, and huge ones down, to where their squares are safe. */
export const scaleUp = 2 ** 600;
export const scaleDown = 2 ** -600;

/** A bijection of 32-bit words in which every bit depends on every other (the last step of MurmurHash3, Appleby). */
export function mixWord(x: number): number {
  let h = x ^ (x >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return h ^ (h >>> 16);
}

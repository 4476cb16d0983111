/**
 * The bits of a double, through one pair of views on eight bytes of memory.
 *
 *   double[0] = x;   high = word[highWord];   low = word[lowWord];
 *
 * The pair is also the register in which the kernels of `math` hand one number to one another: a double that is passed to
 * or returned from a call is boxed unless V8 inlines the call. A kernel reads its register before it calls another.
 * highWord and lowWord are found once, so that nothing depends on the byte order of the machine.
 */

/** The register of one double: the argument and the result of the kernels of `math`. */
export const double = /* @__PURE__ */ new Float64Array(1);
/** The two 32-bit words of `double`, by `highWord` and `lowWord`. */
export const word = /* @__PURE__ */ new Uint32Array(double.buffer);

double[0] = 1;
/** Index of the word that holds sign, exponent and the top 20 bits of the fraction. */
export const highWord = word[1] === 0x3ff00000 ? 1 : 0;
/** Index of the word that holds the lower 32 bits of the fraction. */
export const lowWord = 1 - highWord;

/** 2⁶⁰⁰: the factor that brings tiny numbers up to where their squares do not underflow. */
export const scaleUp = 2 ** 600;
/** 2⁻⁶⁰⁰: the factor that brings huge numbers down to where their squares do not overflow. */
export const scaleDown = 2 ** -600;

/**
 * Returns the image of a 32-bit word under a bijection in which every bit depends on every other (the finaliser of MurmurHash3,
 * Appleby).
 */
export function mixWord(x: number): number {
  let h = x ^ (x >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/**
 * Numbers that several of the elementary functions need. They follow from π, from the format of a double, or from the
 * error of a truncated series, and none of them is a matter of choice.
 */

/** The double nearest to π/2. */
export const halfPi = 1.5707963267948966;
/** The rest of π/2 beyond `halfPi`: their sum is π/2 to 106 bits. */
export const halfPiLow = 6.123233995736766e-17;
/** The double nearest to π/4. */
export const quarterPi = 0.7853981633974483;
/** 1.5 · 2⁵²: a double to which this is added, and from which it is subtracted again, is rounded to a whole number. */
export const rounder = 6755399441055744;
/** The exponent x above which eˣ overflows, rounded up: 709.78 is the last that does not. */
export const overflow = 710;
/** The exponent x below which eˣ underflows to 0, rounded down: −745.13 is the last that does not. */
export const underflow = -746;
/** 2⁻²⁷: the argument below which sin x, tan x, asin x and atan x are x to a sixth of an ulp. */
export const cubicTiny = 2 ** -27;
/** 2⁻⁵⁴: the argument below which eˣ − 1 and log(1 + x) are x. */
export const squareTiny = 2 ** -54;
/** 2⁶⁰: a ratio above this counts as infinite beside the rounding of a double. */
export const hugeRatio = 2 ** 60;
/** 2⁻⁶⁰: a ratio below this counts as 0 beside the rounding of a double. */
export const tinyRatio = 2 ** -60;
/** 2⁻¹⁰²²: the smallest normal double. */
export const smallestNormal = 2 ** -1022;
/** 2⁵⁴: the factor that makes any subnormal double normal. */
export const twoTo54 = 2 ** 54;

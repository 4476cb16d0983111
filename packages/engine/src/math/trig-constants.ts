/**
 * Numbers that several of the elementary functions need.
 */

/** π/2 to 106 bits: a double, and what it leaves out. */
export const halfPi = 1.5707963267948966;
export const halfPiLow = 6.123233995736766e-17;
export const quarterPi = 0.7853981633974483;
/** 1.5 · 2⁵²: added and taken off again, it rounds to a whole number. */
export const rounder = 6755399441055744;
/** Where eˣ leaves the doubles, generously. */
export const overflow = 710;
export const underflow = -746;
/** 2⁻²⁷: below, sin x, tan x, asin x and atan x are x to a sixth of an ulp. */
export const cubicTiny = 2 ** -27;
/** 2⁻⁵⁴: below, eˣ − 1 and log(1 + x) are x. */
export const squareTiny = 2 ** -54;
/** 2⁶⁰ and 2⁻⁶⁰: a ratio beyond these is as good as infinite or 0. */
export const hugeRatio = 2 ** 60;
export const tinyRatio = 2 ** -60;
export const smallestNormal = 2 ** -1022;
/** 2⁵⁴: makes any subnormal number normal. */
export const twoTo54 = 2 ** 54;

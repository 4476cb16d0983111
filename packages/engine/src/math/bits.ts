/**
 * The bits of a double, through the one pair of views that the whole module shares.
 *
 *   double[0] = x;   high = word[HIGH];   low = word[LOW];
 *
 * HIGH and LOW are found once, so that nothing depends on the byte order of the machine.
 */
export const double = /* @__PURE__ */ new Float64Array(1);
export const word = /* @__PURE__ */ new Uint32Array(double.buffer);

double[0] = 1;
/** Index of the word that holds sign, exponent and the top 20 bits of the fraction. */
export const HIGH = word[1] === 0x3ff00000 ? 1 : 0;
/** Index of the word that holds the lower 32 bits of the fraction. */
export const LOW = 1 - HIGH;

/** 2⁶⁰⁰ and 2⁻⁶⁰⁰: bring tiny numbers up, and huge ones down, to where their squares are safe. */
export const SCALE_UP = 2 ** 600;
export const SCALE_DOWN = 2 ** -600;
/** A sum of squares between these (2⁻⁹⁰⁰ and 2⁹⁹⁰) has lost nothing to underflow and has not overflowed. */
export const SAFE_SQUARE_LOW = 2 ** -900;
export const SAFE_SQUARE_HIGH = 2 ** 990;

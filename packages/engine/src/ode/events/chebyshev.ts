/**
 * Functions on a step as Chebyshev polynomials: from samples at the nodes θ_k = (1 − cos(πk/m))/2, which are nested as m
 * doubles, to coefficients, values and the places where the derivative changes sign.
 *
 *   g(θ) ≈ Σ cⱼ Tⱼ(x),   x = 1 − 2θ,   θ ∈ [0, 1]
 */
import { turnBisections } from "./parameters.js";

/** The degree of the finest sampling, a power of two: its nodes are counted from 0 to this. */
export const finest = 64;

/** The cosines of πk/64, k = 0 … 127, by half angles: √ is the same everywhere, cos is not. */
const cosines = makeCosines();

function makeCosines(): Float64Array {
  const table = new Float64Array(2 * finest);
  table[0] = 1;
  table[finest] = -1;
  for (let stride = finest / 2; stride >= 1; stride /= 2) {
    for (let k = stride; k < finest / 2; k += 2 * stride) {
      table[k] = Math.sqrt((1 + table[2 * k]) / 2);
      table[finest - k] = -table[k];
    }
  }
  for (let k = 1; k < finest; k++) table[2 * finest - k] = table[k];
  return table;
}

/** Returns the place θ of node k of the finest sampling. */
export function nodeAt(k: number): number {
  return (1 - cosines[k]) / 2;
}

/**
 * Computes the coefficients c[0 … m] of the fit of f[0 … m], the values at the m + 1 nodes in order of rising θ; m is a power of
 * two up to `finest`.
 */
export function fitChebyshev(c: Float64Array, f: Float64Array, m: number): void {
  const stride = finest / m;
  const last = 2 * finest - 1;
  for (let j = 0; j <= m; j++) {
    let sum = 0.5 * (f[0] + ((j & 1) === 0 ? f[m] : -f[m]));
    for (let k = 1; k < m; k++) sum += f[k] * cosines[(j * k * stride) & last];
    c[j] = (2 / m) * sum;
  }
  c[0] *= 0.5;
  c[m] *= 0.5;
}

/** Computes the coefficients d[0 … m−1] of dP/dx for a P of degree m ≥ 1. */
export function differentiateChebyshev(d: Float64Array, c: Float64Array, m: number): void {
  d[m] = 0;
  d[m - 1] = 2 * m * c[m];
  for (let j = m - 2; j >= 0; j--) d[j] = d[j + 2] + 2 * (j + 1) * c[j + 1];
  d[0] *= 0.5;
}

/** Returns the value at θ of a P of degree m, by Clenshaw's recurrence. */
export function evaluateChebyshev(c: Float64Array, m: number, theta: number): number {
  const x2 = 2 - 4 * theta;
  let a = 0;
  let b = 0;
  for (let j = m; j >= 1; j--) {
    const next = c[j] + x2 * a - b;
    b = a;
    a = next;
  }
  return c[0] + 0.5 * x2 * a - b;
}

/** Scratch for the derivatives of a fit, and for the places where each changes sign. */
export interface TurnWork {
  /** The coefficients of P′, P″ and P‴. */
  readonly derivatives: readonly Float64Array[];
  /** The places where P′, P″ and P‴ change sign, rising. */
  readonly places: readonly Float64Array[];
}

/** Returns scratch for `findTurns`. */
export function createTurnWork(): TurnWork {
  const three = (size: number) => [0, 1, 2].map(() => new Float64Array(size));
  return { derivatives: three(finest + 1), places: three(finest) };
}

/**
 * Writes the interior places where P′ changes sign, rising, to `work.places[0]`, and returns their number. They are sought
 * between the points of a grid, four to every node, and the places where P″ changes sign, which are sought between that
 * grid and those of P‴: so two turns close together are not overlooked.
 */
export function findTurns(work: TurnWork, c: Float64Array, m: number): number {
  const { derivatives, places } = work;
  differentiateChebyshev(derivatives[0], c, m);
  differentiateChebyshev(derivatives[1], derivatives[0], m - 1);
  differentiateChebyshev(derivatives[2], derivatives[1], m - 2);
  let count = findSignChanges(places[2], derivatives[2], m - 3, places[2], 0, 4 * m);
  count = findSignChanges(places[1], derivatives[1], m - 2, places[2], count, 4 * m);
  return findSignChanges(places[0], derivatives[0], m - 1, places[1], count, 4 * m);
}

/**
 * Writes the places where the polynomial d of the given degree changes sign between the points of a grid of `cells` and of
 * `extra[0 … extras−1]`.
 */
function findSignChanges(
  out: Float64Array,
  d: Float64Array,
  degree: number,
  extra: Float64Array,
  extras: number,
  cells: number,
): number {
  let count = 0;
  let left = 0;
  let atLeft = evaluateChebyshev(d, degree, 0);
  let i = 1;
  let e = 0;
  while (i <= cells && count < out.length) {
    // a grid that is finer toward the ends, as the nodes are: θ = u² (3 − 2u)
    const u = i / cells;
    let right = u * u * (3 - 2 * u);
    if (e < extras && extra[e] < right) right = extra[e++];
    else i++;
    const atRight = evaluateChebyshev(d, degree, right);
    if ((atLeft < 0 && atRight > 0) || (atLeft > 0 && atRight < 0)) {
      out[count++] = bisect(d, degree, left, right, atLeft);
    }
    if (atRight !== 0) {
      left = right;
      atLeft = atRight;
    }
  }
  return count;
}

function bisect(d: Float64Array, degree: number, low: number, high: number, atLow: number): number {
  let a = low;
  let b = high;
  for (let i = 0; i < turnBisections; i++) {
    const middle = (a + b) / 2;
    if (middle <= a || middle >= b) break;
    const value = evaluateChebyshev(d, degree, middle);
    if (value === 0) return middle;
    if (value > 0 === atLow > 0) a = middle;
    else b = middle;
  }
  return (a + b) / 2;
}

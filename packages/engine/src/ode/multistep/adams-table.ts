/**
 * The coefficients of the Adams formulas for unequal steps, after Shampine and Gordon, "Computer Solution of Ordinary
 * Differential Equations" (1975), chapter 5. They are kept from step to step and renewed only as far as the last change
 * of step size reaches. All indices are those of the book, from 1.
 *
 *   ψᵢ    the distance over the last i steps, the one at hand included
 *   αᵢ    h / ψᵢ
 *   βᵢ    the factor from the modified difference φᵢ of the last step to φ*ᵢ of this one: Π ψⱼ(now) / ψⱼ(before), j < i
 *   σᵢ    i! h^i / (ψ₁ ⋯ ψᵢ): scales the error constants to equal steps
 *   gᵢ    the weights of φ* in the predictor; g of equal steps are 1, 1/2, 5/12, 3/8, …
 *   v w   columns of the triangle from which g is found
 *   ns    the number of steps of this size that have been taken, the one at hand included
 */
import { Plan } from "../stepper/index.js";

/** The highest order of the predictor: that of Shampine and Gordon, beyond which the region of stability is too small. */
export const greatestOrder = 12;
/** The number of entries of every row of coefficients, and of modified differences of each entry of y. */
export const adamsWidth = greatestOrder + 3;

/** The coefficients of the Adams formulas for the steps taken last. */
export interface AdamsTable {
  /** The ratios h / ψᵢ. */
  readonly alpha: Float64Array;
  /** The factors from φᵢ of the last step to φ*ᵢ. */
  readonly beta: Float64Array;
  /** The times over the last i steps, s, signed. */
  readonly psi: Float64Array;
  /** The scales of the error constants. */
  readonly sigma: Float64Array;
  /** The weights of φ* in the predictor. */
  readonly g: Float64Array;
  /** The diagonal of the triangle of g. */
  readonly v: Float64Array;
  /** The work column of the triangle of g. */
  readonly w: Float64Array;
  /** The last step, s, signed; 0 before the first. */
  readonly lastStep: Float64Array;
  /** The number of steps of the current size. */
  ns: number;
  /** The order of the last step; 0 before the first. */
  lastOrder: number;
}

/** Returns a table without a past. */
export function createAdamsTable(): AdamsTable {
  const row = () => new Float64Array(adamsWidth);
  return {
    alpha: row(),
    beta: row(),
    psi: row(),
    sigma: row(),
    g: row(),
    v: row(),
    w: row(),
    lastStep: new Float64Array(1),
    ns: 0,
    lastOrder: 0,
  };
}

/** Clears the past of a table, for a start at order 1. */
export function clearAdamsTable(table: AdamsTable): void {
  table.lastStep[0] = 0;
  table.ns = 0;
  table.lastOrder = 0;
  table.g[1] = 1;
  table.g[2] = 0.5;
  table.sigma[1] = 1;
}

/** Computes the coefficients of a step of h = plan[Plan.step] with a predictor of order k. */
export function renewAdamsTable(table: AdamsTable, plan: Float64Array, k: number): void {
  const { alpha, beta, psi, sigma } = table;
  const h = plan[Plan.step];
  if (h !== table.lastStep[0]) table.ns = 0;
  if (table.ns <= table.lastOrder) table.ns++;
  const ns = table.ns;
  if (k < ns) return;
  beta[ns] = 1;
  alpha[ns] = 1 / ns;
  sigma[ns + 1] = 1;
  let distance = h * ns;
  for (let i = ns + 1; i <= k; i++) {
    const before = psi[i - 1];
    psi[i - 1] = distance;
    beta[i] = (beta[i - 1] * distance) / before;
    distance = before + h;
    alpha[i] = h / distance;
    sigma[i + 1] = i * alpha[i] * sigma[i];
  }
  psi[k] = distance;
  renewWeights(table, k);
}

/** Computes g from its triangle, of which v is the diagonal reached so far, and w the work column. */
function renewWeights(table: AdamsTable, k: number): void {
  const { alpha, g, v, w, ns } = table;
  if (ns === 1) {
    for (let q = 1; q <= k; q++) {
      v[q] = 1 / (q * (q + 1));
      w[q] = v[q];
    }
  } else {
    // an order raised since the last step needs the diagonal it has not seen
    if (k > table.lastOrder) {
      v[k] = 1 / (k * (k + 1));
      for (let j = 1; j <= ns - 2; j++) v[k - j] -= alpha[j + 1] * v[k - j + 1];
    }
    const a = alpha[ns];
    for (let q = 1; q <= k + 1 - ns; q++) {
      v[q] -= a * v[q + 1];
      w[q] = v[q];
    }
    g[ns + 1] = w[1];
  }
  for (let i = ns + 2; i <= k + 1; i++) {
    const a = alpha[i - 1];
    for (let q = 1; q <= k + 2 - i; q++) w[q] -= a * w[q + 1];
    g[i] = w[1];
  }
}

/** Restores ψ after a step of order k that was rejected. */
export function restoreAdamsTable(table: AdamsTable, plan: Float64Array, k: number): void {
  const { psi } = table;
  for (let i = 2; i <= k; i++) psi[i - 1] = psi[i] - plan[Plan.step];
}

/**
 * Writes the weights of the modified differences after a step of order k for the interpolating polynomial at the distance
 * `distance[0]`, s, behind the end of the step (negative for a forward step), y = y₁ + distance Σ wᵢφᵢ, to `weights[1 … k+1]`.
 */
export function weighAdamsDifferences(
  weights: Float64Array,
  distance: Float64Array,
  table: AdamsTable,
  scratch: Float64Array,
): void {
  const { psi } = table;
  const count = table.lastOrder + 1;
  const s = distance[0];
  for (let i = 1; i <= count; i++) scratch[i] = 1 / i;
  weights[1] = 1;
  let term = 0;
  for (let j = 2; j <= count; j++) {
    const width = psi[j - 1];
    const gamma = (s + term) / width;
    const eta = s / width;
    for (let i = 1; i <= count + 1 - j; i++) scratch[i] = gamma * scratch[i] - eta * scratch[i + 1];
    weights[j] = scratch[1];
    term = width;
  }
}

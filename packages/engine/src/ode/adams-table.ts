/**
 * The coefficients of the Adams formulas for unequal steps, after Shampine and Gordon, "Computer Solution of Ordinary
 * Differential Equations" (1975), chapter 5. They are kept from step to step and renewed only as far as the last change
 * of step size reaches. All indices are those of the book, from 1.
 *
 *   ψᵢ    the distance over the last i steps, the one at hand included
 *   αᵢ    h / ψᵢ
 *   βᵢ    what takes the modified difference φᵢ of the last step to φ*ᵢ of this one: Π ψⱼ(now) / ψⱼ(before), j < i
 *   σᵢ    i! h^i / (ψ₁ ⋯ ψᵢ): scales the error constants to equal steps
 *   gᵢ    the weights of φ* in the predictor; g of equal steps are 1, 1/2, 5/12, 3/8, …
 *   v w   columns of the triangle from which g is found
 *   ns    how many steps of this size have been taken, the one at hand included
 */
import { Plan } from "./control.js";

/** The highest order of the predictor. */
export const greatestOrder = 12;
/** Entries of every row of coefficients, and modified differences kept of each entry of y. */
export const adamsWidth = greatestOrder + 3;

export interface AdamsTable {
  readonly alpha: Float64Array;
  readonly beta: Float64Array;
  readonly psi: Float64Array;
  readonly sigma: Float64Array;
  readonly g: Float64Array;
  readonly v: Float64Array;
  readonly w: Float64Array;
  /** The size of the last step, signed; 0 before the first. */
  readonly lastStep: Float64Array;
  ns: number;
  /** The order of the last step; 0 before the first. */
  lastOrder: number;
}

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

export function clearAdamsTable(table: AdamsTable): void {
  table.lastStep[0] = 0;
  table.ns = 0;
  table.lastOrder = 0;
  table.g[1] = 1;
  table.g[2] = 0.5;
  table.sigma[1] = 1;
}

/** The coefficients for a step of h = plan[Plan.step] with a predictor of order k. */
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

/** g from its triangle: v holds the diagonal reached so far, w the work column. */
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

/** Takes ψ back after a step of order k that was thrown away. */
export function restoreAdamsTable(table: AdamsTable, plan: Float64Array, k: number): void {
  const { psi } = table;
  for (let i = 2; i <= k; i++) psi[i - 1] = psi[i] - plan[Plan.step];
}

/**
 * The weights, in `weights[1 … k+1]`, of the modified differences after a step of order k for the polynomial through
 * them at the distance `distance[0]` behind the end of the step (negative for a forward step): y = y₁ + distance Σ wᵢφᵢ.
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

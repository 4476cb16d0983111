/**
 * The history of the Adams method: f at the last points and the steps between them, in a ring. A run that was cut short
 * leaves a point very near the one before it, and a long step over such a pair would magnify rounding errors by the ratio
 * of the steps. The differences are then made anew, from points far enough apart.
 */
import { Plan } from "../stepper/index.js";
import { type AdamsTable, adamsWidth, greatestOrder } from "./adams-table.js";
import { greatestRatio } from "./parameters.js";

/** The number of points of the history: one more than the highest order. */
const depth = greatestOrder + 1;

/** The last points of a run, in a ring. */
export interface AdamsHistory {
  /** The values of f at the points, a row of n numbers each. */
  readonly slopes: Float64Array;
  /** The step, s, signed, that ended at each point. */
  readonly steps: Float64Array;
  /** The rows chosen by `thinHistory`, newest first. */
  readonly rows: Int32Array;
  /** The distances of the chosen points behind the newest, in units of the last. */
  readonly places: Float64Array;
  /** Scratch for divided differences. */
  readonly differences: Float64Array;
  /** The row of the newest point. */
  head: number;
  /** The number of points. */
  count: number;
}

/** Returns an empty history for a y of n entries. */
export function createAdamsHistory(n: number): AdamsHistory {
  return {
    slopes: new Float64Array(n * depth),
    steps: new Float64Array(depth),
    rows: new Int32Array(depth),
    places: new Float64Array(depth),
    differences: new Float64Array(depth),
    head: 0,
    count: 0,
  };
}

/** Adds f at the end of the step in `plan` to the history. */
export function rememberSlope(history: AdamsHistory, f: Float64Array, plan: Float64Array): void {
  const head = (history.head + 1) % depth;
  history.slopes.set(f, head * f.length);
  history.steps[head] = plan[Plan.step];
  history.head = head;
  if (history.count < depth) history.count++;
}

/**
 * Makes φ and ψ anew for a step of plan[Plan.step], from points whose distances from one to the next are at least half
 * of the distance before, at most `most` points. Returns the number of points, which is the number of valid differences.
 */
export function thinHistory(
  phi: Float64Array,
  table: AdamsTable,
  history: AdamsHistory,
  plan: Float64Array,
  most: number,
): number {
  const { steps, rows, places } = history;
  let row = history.head;
  let last = Math.abs(plan[Plan.step]);
  let gap = 0;
  let m = 1;
  rows[0] = row;
  places[0] = 0;
  for (let i = 1; i < history.count && m < most; i++) {
    gap += steps[row];
    row = (row + depth - 1) % depth;
    if (Math.abs(gap) * greatestRatio < last) continue;
    rows[m] = row;
    places[m] = places[m - 1] + gap;
    last = Math.abs(gap);
    gap = 0;
    m++;
  }
  for (let j = 1; j < m; j++) table.psi[j] = places[j];
  table.lastStep[0] = m > 1 ? places[1] : 0;
  table.lastOrder = m - 1;
  table.ns = 0;
  for (let j = 1; j < m; j++) places[j] /= table.psi[m - 1];
  divideDifferences(phi, history, m);
  return m;
}

/** φᵢ₊₁ = ψ₁ ⋯ ψᵢ f[tₙ, …] over the m points chosen, which does not depend on the unit of time. */
function divideDifferences(phi: Float64Array, history: AdamsHistory, m: number): void {
  const { slopes, rows, places: u, differences: d } = history;
  const n = slopes.length / depth;
  for (let i = 0, o = 0; i < n; i++, o += adamsWidth) {
    for (let j = 0; j < m; j++) d[j] = slopes[rows[j] * n + i];
    for (let level = 1; level < m; level++) {
      for (let j = m - 1; j >= level; j--) d[j] = (d[j - 1] - d[j]) / (u[j] - u[j - level]);
    }
    let product = 1;
    for (let j = 1; j < adamsWidth; j++) {
      if (j > 1 && j <= m) product *= u[j - 1];
      phi[o + j] = j <= m ? product * d[j - 1] : 0;
    }
  }
}

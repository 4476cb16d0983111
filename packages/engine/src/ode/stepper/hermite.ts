/**
 * The cubic Hermite interpolant, through y and ẏ at both ends of a step, of every method that has no better one. It is
 * exact to O(h⁴), and continuous with its derivative from step to step.
 */

/**
 * Writes y at the time out[n] by the cubic Hermite interpolant of a step. With θ = (t − t₀)/h:
 *
 *   y(θ) = (1−θ) y₀ + θ y₁ + θ(θ−1) [(1−2θ)(y₁−y₀) + (θ−1) h f₀ + θ h f₁]
 *
 * `start` and `end` are states (clock in slot n), `f0` and `f1` the derivatives there.
 */
export function interpolateHermite(
  out: Float64Array,
  start: Float64Array,
  f0: Float64Array,
  end: Float64Array,
  f1: Float64Array,
): void {
  const n = start.length - 1;
  const h = end[n] - start[n];
  const theta = h === 0 ? 1 : (out[n] - start[n]) / h;
  const bend = theta * (theta - 1);
  const slope0 = bend * (theta - 1) * h;
  const slope1 = bend * theta * h;
  // the weight of y₁; y₀ + w (y₁ − y₀) keeps both ends exact
  const w = theta + bend * (1 - 2 * theta);
  for (let i = 0; i < n; i++) {
    const a = start[i];
    out[i] = a + w * (end[i] - a) + (slope0 * f0[i] + slope1 * f1[i]);
  }
  if (theta === 1) for (let i = 0; i < n; i++) out[i] = end[i];
}

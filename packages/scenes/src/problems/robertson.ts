/**
 * Robertson's three reactants (1966; Hairer, Wanner II, IV.1): rates from 0.04 to 3e7, y₂ never above 4e-5. Stiff.
 * The long run to 1e11 distinguishes a method that keeps Σ y = 1 from one that does not.
 */
import type { ReferenceProblem } from "./reference-problem.js";

export const robertson: ReferenceProblem = {
  name: "robertson",
  description: "three chemical reactants, to t = 400",
  stiff: true,
  initial: [1, 0, 0],
  derivative,
  jacobian,
  rows: [
    { t: 0.4, y: [0.9851721138609899, 3.386395378974904e-5, 0.014794022185220388] },
    { t: 4, y: [0.9055186785842539, 2.240475687560201e-5, 0.09445891665887049] },
    { t: 40, y: [0.715827068719405, 9.185534764557764e-6, 0.28416374574583037] },
    { t: 400, y: [0.45051866847110245, 3.2229014416746115e-6, 0.5494781086274559] },
  ],
  errorBound: 1e-15,
  errorKind: "relative",
};

export const robertsonLong: ReferenceProblem = {
  name: "robertson-long",
  description: "three chemical reactants, to t = 1e11",
  stiff: true,
  initial: [1, 0, 0],
  derivative,
  jacobian,
  rows: [{ t: 1e11, y: [2.083340149701255e-8, 8.333360770334713e-14, 0.999999979166505] }],
  errorBound: 1e-12,
  errorKind: "relative",
};

function derivative(y: Float64Array, out: Float64Array): void {
  const slow = 0.04 * y[0];
  const middle = 1e4 * y[1] * y[2];
  const fast = 3e7 * y[1] * y[1];
  out[0] = middle - slow;
  out[1] = slow - middle - fast;
  out[2] = fast;
}

function jacobian(y: Float64Array, out: Float64Array): void {
  out[0] = -0.04;
  out[1] = 1e4 * y[2];
  out[2] = 1e4 * y[1];
  out[3] = 0.04;
  out[4] = -1e4 * y[2] - 6e7 * y[1];
  out[5] = -1e4 * y[1];
  out[6] = 0;
  out[7] = 6e7 * y[1];
  out[8] = 0;
}

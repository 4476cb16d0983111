/**
 * Exponential decay: the 1D example of "Differential Equation Basics", section 2.1.
 */
import type { ReferenceProblem } from "./reference-problem.js";

export const decay: ReferenceProblem = {
  name: "decay",
  description: "ẋ = −3x from 1",
  stiff: false,
  initial: [1],
  derivative,
  rows: [
    { t: 1, y: [0.049787068367863944] },
    { t: 2, y: [0.0024787521766663585] },
    { t: 5, y: [3.059023205018258e-7] },
  ],
  errorBound: 1e-15,
  errorKind: "absolute",
};

function derivative(y: Float64Array, out: Float64Array): void {
  out[0] = -3 * y[0];
}

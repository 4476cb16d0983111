/**
 * A mass on a damped spring.
 */
import type { ReferenceProblem } from "./reference-problem.js";

export const dampedOscillator: ReferenceProblem = {
  name: "damped-oscillator",
  description: "ẍ = −0.2 ẋ − 4 x from rest at 1; y = (x, ẋ)",
  stiff: false,
  initial: [1, 0],
  derivative,
  rows: [
    { t: 1, y: [-0.3332489860805094, -1.6494745589282338] },
    { t: 5, y: [-0.5292088189070198, 0.6479591062007101] },
    { t: 20, y: [-0.07983627005932181, -0.21071930801590677] },
  ],
  errorBound: 1e-15,
  errorKind: "absolute",
};

function derivative(y: Float64Array, out: Float64Array): void {
  out[0] = y[1];
  out[1] = -0.2 * y[1] - 4 * y[0];
}

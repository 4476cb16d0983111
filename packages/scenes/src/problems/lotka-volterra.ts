/**
 * Prey and predators. V = x − ln x + 4/3 y − 2/3 ln y is constant.
 */
import type { ReferenceProblem } from "./reference-problem.js";

export const lotkaVolterra: ReferenceProblem = {
  name: "lotka-volterra",
  description: "ẋ = x (2/3 − 4/3 y), ẏ = y (x − 1) from (1, 1.5)",
  stiff: false,
  initial: [1, 1.5],
  derivative,
  rows: [
    { t: 1, y: [0.3475130699486724, 0.9877602594792858] },
    { t: 5, y: [0.8416474009642793, 0.09160576347192258] },
    { t: 20, y: [0.2881547229485366, 0.3062004378565818] },
  ],
  errorBound: 1e-15,
  errorKind: "absolute",
};

function derivative(y: Float64Array, out: Float64Array): void {
  out[0] = y[0] * (2 / 3 - (4 / 3) * y[1]);
  out[1] = y[1] * (y[0] - 1);
}

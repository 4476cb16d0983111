/**
 * Uniform motion on a circle: the 2D example of "Differential Equation Basics", section 2.1, which Euler turns into a spiral.
 */
import type { ReferenceProblem } from "./reference-problem.js";

export const circle: ReferenceProblem = {
  name: "circle",
  description: "ẋ = −y, ẏ = x from (1, 0)",
  stiff: false,
  initial: [1, 0],
  derivative,
  rows: [
    { t: 1, y: [0.5403023058681398, 0.8414709848078965] },
    { t: 10, y: [-0.8390715290764524, -0.5440211108893698] },
    { t: 100, y: [0.8623188722876839, -0.5063656411097588] },
  ],
  errorBound: 1e-15,
  errorKind: "absolute",
};

function derivative(y: Float64Array, out: Float64Array): void {
  out[0] = -y[1];
  out[1] = y[0];
}

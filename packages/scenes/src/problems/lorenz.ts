/**
 * The Lorenz attractor: chaotic, errors grow as exp(0.906 t).
 */
import type { ReferenceProblem } from "./reference-problem.js";

export const lorenz: ReferenceProblem = {
  name: "lorenz",
  description: "σ = 10, ρ = 28, β = 8/3 from (1, 1, 1)",
  stiff: false,
  initial: [1, 1, 1],
  derivative,
  rows: [
    { t: 1, y: [-9.378570010925062, -8.357033788426644, 29.36232533736343] },
    { t: 5, y: [-6.512113699419599, -6.974042788417076, 23.92412957210337] },
    { t: 10, y: [-4.902687541134646, -3.7438729218029194, 24.690858102790557] },
  ],
  errorBound: 1e-15,
  errorKind: "absolute",
};

function derivative(y: Float64Array, out: Float64Array): void {
  out[0] = 10 * (y[1] - y[0]);
  out[1] = y[0] * (28 - y[2]) - y[1];
  out[2] = y[0] * y[1] - (8 / 3) * y[2];
}

/**
 * Van der Pol's oscillator with µ = 1000: slow creep, then a jump within a thousandth of the time. Stiff.
 */
import type { ReferenceProblem } from "./reference-problem.js";

const mu = 1000;

export const vanDerPol: ReferenceProblem = {
  name: "van-der-pol",
  description: "ẍ = 1000 (1 − x²) ẋ − x from rest at 2, to t = 2000; y = (x, ẋ)",
  stiff: true,
  initial: [2, 0],
  derivative,
  jacobian,
  rows: [
    { t: 1, y: [1.9993333705063088, -0.0006670371231732565] },
    { t: 100, y: [1.931361320527278, -0.0007074176282297095] },
    { t: 800, y: [1.083923364642549, -0.006195233865024618] },
    { t: 1000, y: [-1.8636462548081338, 0.0007535430865435433] },
    { t: 2000, y: [1.706167732170465, -0.0008928097010248166] },
  ],
  errorBound: 1e-15,
  errorKind: "relative",
};

function derivative(y: Float64Array, out: Float64Array): void {
  out[0] = y[1];
  out[1] = mu * (1 - y[0] * y[0]) * y[1] - y[0];
}

function jacobian(y: Float64Array, out: Float64Array): void {
  out[0] = 0;
  out[1] = 1;
  out[2] = -2 * mu * y[0] * y[1] - 1;
  out[3] = mu * (1 - y[0] * y[0]);
}

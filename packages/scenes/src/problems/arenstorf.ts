/**
 * The Arenstorf orbit of the restricted three-body problem (Hairer, Nørsett, Wanner I, II.0): a closed path about earth and
 * moon that passes the moon closely and is back after 17.06.
 */
import type { ReferenceProblem } from "./reference-problem.js";

const mu = 0.012277471;
const nu = 1 - mu;

export const arenstorf: ReferenceProblem = {
  name: "arenstorf",
  description: "restricted three-body problem, µ = 0.012277471, one period; y = (x, y, ẋ, ẏ)",
  stiff: false,
  initial: [0.994, 0, 0, -2.0015851063790824],
  derivative,
  rows: [
    { t: 1, y: [0.3132845955561022, 0.3480089746751417, -1.0426165112787884, 0.6733841140965562] },
    { t: 5, y: [0.022688783647977124, 0.8665401401712473, -0.1177364786408644, -0.42178580416287775] },
    { t: 10, y: [-0.8398071663389864, 0.4468314170984721, 0.37374253561439386, -0.14966964466689517] },
    { t: 17.065216560157964, y: [0.994, -2.0032601690732124e-26, -3.284225012097463e-24, -2.0015851063790824] },
  ],
  errorBound: 1e-15,
  errorKind: "absolute",
};

function derivative(y: Float64Array, out: Float64Array): void {
  const x = y[0];
  const z = y[1];
  const earth = (x + mu) * (x + mu) + z * z;
  const moon = (x - nu) * (x - nu) + z * z;
  const a = nu / (earth * Math.sqrt(earth));
  const b = mu / (moon * Math.sqrt(moon));
  out[0] = y[2];
  out[1] = y[3];
  out[2] = x + 2 * y[3] - a * (x + mu) - b * (x - nu);
  out[3] = z - 2 * y[2] - (a + b) * z;
}

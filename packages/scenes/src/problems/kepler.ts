/**
 * The Kepler problem r̈ = −r/|r|³ with semi-major axis 1 and period 2π, from perihelion (1−e, 0) with the speed
 * √((1+e)/(1−e)) across; y = (x, y, ẋ, ẏ). The rows at 20π are whole periods, back at the start.
 */
import type { ReferenceProblem } from "./reference-problem.js";

export const kepler5: ReferenceProblem = {
  name: "kepler-0.5",
  description: "two bodies, eccentricity 0.5, to t = 100; y = (x, y, ẋ, ẏ)",
  stiff: false,
  initial: [1 - 0.5, 0, 0, Math.sqrt((1 + 0.5) / (1 - 0.5))],
  derivative,
  rows: [
    { t: 1, y: [-0.42796724556111354, 0.8637757010451037, -1.0346672323734563, 0.0647129201932954] },
    { t: 10, y: [-1.4261702515987933, -0.3265830656817205, 0.2577468905387082, -0.5482161987503891] },
    { t: 62.83185307179586, y: [0.5, 3.6676140494251706e-33, -8.469991834877104e-33, 1.7320508075688772] },
    { t: 100, y: [0.09580413083707189, -0.6955307888642392, 1.1438999273507988, 0.73491387393441] },
  ],
  errorBound: 1e-15,
  errorKind: "absolute",
};

export const kepler9: ReferenceProblem = {
  name: "kepler-0.9",
  description: "two bodies, eccentricity 0.9, to t = 100; y = (x, y, ẋ, ẏ)",
  stiff: false,
  initial: [1 - 0.9, 0, 0, Math.sqrt((1 + 0.9) / (1 - 0.9))],
  derivative,
  rows: [
    { t: 1, y: [-1.1871884663458634, 0.41752763873976423, -0.7611420105214913, -0.09947204787027349] },
    { t: 10, y: [-1.8538537094055791, -0.13088540483992556, 0.16156945255843133, -0.2237192767918971] },
    { t: 62.83185307179586, y: [0.1, 9.229958348661688e-33, -2.1174976681529394e-31, 4.358898943540674] },
    { t: 100, y: [-0.7506333330296452, -0.4310000275773213, 1.1423476744354137, 0.07521912809626714] },
  ],
  errorBound: 5.5e-15,
  errorKind: "absolute",
};

function derivative(y: Float64Array, out: Float64Array): void {
  const square = y[0] * y[0] + y[1] * y[1];
  const pull = 1 / (square * Math.sqrt(square));
  out[0] = y[2];
  out[1] = y[3];
  out[2] = -pull * y[0];
  out[3] = -pull * y[1];
}

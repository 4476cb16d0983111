/**
 * The Pleiades of Hairer, Nørsett and Wanner (I, II.10): seven stars in the plane with masses 1 … 7 and several close
 * encounters. y = (x₁ … x₇, y₁ … y₇, ẋ₁ … ẋ₇, ẏ₁ … ẏ₇).
 */
import type { ReferenceProblem } from "./reference-problem.js";

export const pleiades: ReferenceProblem = {
  name: "pleiades",
  description: "seven stars in the plane, masses 1 … 7, G = 1, to t = 3",
  stiff: false,
  initial: [3, 3, -1, -3, 2, -2, 2, 3, -3, 2, 0, 0, -4, 4, 0, 0, 0, 0, 0, 1.75, -1.5, 0, 0, 0, -1.25, 1, 0, 0],
  derivative,
  rows: [
    {
      t: 3,
      y: [
        0.37061391439705127, 3.237284092057233, -3.2225590324183235, 0.6597091455775308, 0.342558170715658,
        1.5621721014006311, -0.7003092922212495, -3.943437585517392, -3.27138097397255, 5.225081843456544,
        -2.5906124349774693, 1.1982136933922747, -0.24296823449358235, 1.0914492404289797, 3.4170038063143147,
        1.3545845016255011, -2.5900655978107756, 2.025053734714241, -1.155815100160449, -0.8072988170223022,
        0.5952396354208719, -3.7412449612340084, 0.3773459685750629, 0.9386858869551079, 0.36679222272005696,
        -0.3474046353808494, 2.344915448180937, -1.947020434263292,
      ],
    },
  ],
  errorBound: 1e-15,
  errorKind: "absolute",
};

function derivative(y: Float64Array, out: Float64Array): void {
  for (let i = 0; i < 14; i++) {
    out[i] = y[14 + i];
    out[14 + i] = 0;
  }
  for (let i = 0; i < 7; i++) {
    for (let j = 0; j < i; j++) {
      const dx = y[j] - y[i];
      const dy = y[7 + j] - y[7 + i];
      const square = dx * dx + dy * dy;
      const pull = 1 / (square * Math.sqrt(square));
      // star i has mass i + 1
      out[14 + i] += (j + 1) * pull * dx;
      out[21 + i] += (j + 1) * pull * dy;
      out[14 + j] -= (i + 1) * pull * dx;
      out[21 + j] -= (i + 1) * pull * dy;
    }
  }
}

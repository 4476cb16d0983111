import { arenstorf } from "./arenstorf.js";
import { circle } from "./circle.js";
import { dampedOscillator } from "./damped-oscillator.js";
import { decay } from "./decay.js";
import { hires } from "./hires.js";
import { kepler5, kepler9 } from "./kepler.js";
import { lorenz } from "./lorenz.js";
import { lotkaVolterra } from "./lotka-volterra.js";
import { pleiades } from "./pleiades.js";
import type { ReferenceProblem } from "./reference-problem.js";
import { robertson, robertsonLong } from "./robertson.js";
import { vanDerPol } from "./van-der-pol.js";

/** Every reference problem, the gentle ones first. */
export const referenceProblems: readonly ReferenceProblem[] = [
  decay,
  circle,
  dampedOscillator,
  lotkaVolterra,
  kepler5,
  kepler9,
  arenstorf,
  pleiades,
  lorenz,
  hires,
  vanDerPol,
  robertson,
  robertsonLong,
];

export {
  arenstorf,
  circle,
  dampedOscillator,
  decay,
  hires,
  kepler5,
  kepler9,
  lorenz,
  lotkaVolterra,
  pleiades,
  robertson,
  robertsonLong,
  vanDerPol,
};

/** The impact-law of contact: what other rooms use of it. */
export { isFelt } from "./felt-impulse.js";
export { type ImpactLaw, type ImpactOptions, ImpactSolver } from "./impact.js";
export { ImpactFallback, ImpactFigure, ImpactStatus } from "./impact-result.js";

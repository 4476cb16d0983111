/** The door of constrain/mechanism: what other rooms use of it. */
export { type ConstraintReport, checkConstraints } from "./check.js";
export { findCulprit } from "./diagnose.js";
export { kineticEnergy, potentialEnergy, totalEnergy } from "./energy.js";
export { Mechanism } from "./mechanism.js";
export type { MechanismOptions, MechanismSettings } from "./mechanism-options.js";

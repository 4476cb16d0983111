/** Explicit one-step methods with fixed and adaptive steps. */
export { type Dopri5Stepper, dopri5 } from "./dopri5.js";
export { euler } from "./euler.js";
export { createFixedStepper, type FixedMethod, type FixedStepper, type FixedWork } from "./fixed-step.js";
export { midpoint } from "./midpoint.js";
export { rk4 } from "./rk4.js";
export { type FixedStepMethod, type StepDoublingOptions, stepDoubling } from "./step-doubling.js";

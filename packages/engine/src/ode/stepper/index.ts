/** The interface of every method, its options, step sizes, error norm and cubic interpolant. */
export { createPlan, Plan, planStep, setNextStep } from "./control.js";
export { interpolateHermite } from "./hermite.js";
export { estimateFirstStep, findNotFinite, measureError } from "./norm.js";
export {
  adaptiveKeys,
  createAdaptiveControl,
  createFixedControl,
  createTolerance,
  fixedKeys,
  requireDimension,
  requireInput,
  requireTolerance,
  type Tolerance,
} from "./options.js";
export {
  type AdaptiveOptions,
  Control,
  Count,
  createCounts,
  type FixedStepOptions,
  type Stepper,
  StepStatus,
} from "./stepper.js";

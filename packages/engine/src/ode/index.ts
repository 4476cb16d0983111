export { type AdamsOptions, adams } from "./adams.js";
export { type BackwardEulerOptions, backwardEuler } from "./backward-euler.js";
export { type BackwardEulerSecondOrderOptions, backwardEulerSecondOrder } from "./backward-euler-second-order.js";
export { Plan } from "./control.js";
export { type Dopri5Stepper, dopri5 } from "./dopri5.js";
export { type FixedStepMethod, type StepDoublingOptions, stepDoubling } from "./doubling.js";
export { euler } from "./euler.js";
export type { EventOptions, EventRecord, EventSet } from "./events.js";
export { createFixedStepper, type FixedMethod, type FixedStepper, type FixedWork } from "./fixed-step.js";
export { type IntegrateOptions, integrate } from "./integrate.js";
export { checkJacobian, type JacobianCheck } from "./jacobian-check.js";
export { midpoint } from "./midpoint.js";
export {
  createProblem,
  type DerivativeFunction,
  type Pattern,
  type Problem,
  type ProblemOptions,
  type SecondOrderProblem,
} from "./problem.js";
export { type RadauOptions, radau5 } from "./radau5.js";
export type { Report, RunStatus } from "./report.js";
export { rk4 } from "./rk4.js";
export { findRoot, type RootOptions } from "./roots.js";
export { type AdaptiveOptions, Control, Count, type FixedStepOptions, type Stepper, StepStatus } from "./stepper.js";

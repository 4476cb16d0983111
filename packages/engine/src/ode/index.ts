export { type IntegrateOptions, integrate, type Report, type RunStatus } from "./driver/index.js";
export { type EventOptions, type EventRecord, type EventSet, findRoot, type RootOptions } from "./events/index.js";
export {
  type BackwardEulerOptions,
  type BackwardEulerSecondOrderOptions,
  backwardEuler,
  backwardEulerSecondOrder,
  checkJacobian,
  type JacobianCheck,
  type RadauOptions,
  radau5,
} from "./implicit/index.js";
export { type AdamsOptions, adams } from "./multistep/index.js";
export {
  createProblem,
  type DerivativeFunction,
  type Pattern,
  type Problem,
  type ProblemOptions,
  type SecondOrderProblem,
} from "./problem/index.js";
export {
  createFixedStepper,
  type Dopri5Stepper,
  dopri5,
  euler,
  type FixedMethod,
  type FixedStepMethod,
  type FixedStepper,
  type FixedWork,
  midpoint,
  rk4,
  type StepDoublingOptions,
  stepDoubling,
} from "./runge-kutta/index.js";
export {
  type AdaptiveOptions,
  Control,
  Count,
  type FixedStepOptions,
  Plan,
  type Stepper,
  StepStatus,
} from "./stepper/index.js";

/** Initial value problems: the interface that a solver sees, and the check of its options. */
export {
  createProblem,
  type DerivativeFunction,
  type Pattern,
  type Problem,
  type ProblemOptions,
  type SecondOrderProblem,
} from "./problem.js";
export { requireOptions } from "./require-options.js";

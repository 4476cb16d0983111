/** The door of `iterative`: conjugate gradients and least squares. */
export { CgControl, CgResult, ConjugateGradients, type ConjugateGradientsOptions } from "./conjugate-gradients.js";
export {
  LeastSquares,
  type LeastSquaresOptions,
  LeastSquaresResult,
  type TransposableOperator,
} from "./least-squares.js";
export { BlockDiagonalPreconditioner, DiagonalPreconditioner, type Preconditioner } from "./preconditioner.js";

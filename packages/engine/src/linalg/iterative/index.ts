/** The iterative of linalg: what other rooms use of it. */
export { CgControl, CgResult, ConjugateGradients, type ConjugateGradientsOptions } from "./conjugate-gradients.js";
export {
  LeastSquares,
  type LeastSquaresOptions,
  LeastSquaresResult,
  type TransposableOperator,
} from "./least-squares.js";
export { BlockDiagonalPreconditioner, DiagonalPreconditioner, type Preconditioner } from "./preconditioner.js";

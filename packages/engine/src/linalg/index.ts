/** @deprecated Use `UnilateralSolverOptions`. */
export type { UnilateralSolverOptions as RowSolverOptions } from "./complementarity/index.js";
/** @deprecated Use `UnilateralFigure`. */
/** @deprecated Use `UnilateralMethod`. */
/** @deprecated Use `UnilateralProblem`. */
/** @deprecated Use `UnilateralResult`. */
/** @deprecated Use `UnilateralSolver`. */
/** @deprecated Use `UnilateralStatus`. */
/** @deprecated Use `formDelassus`. */
/** @deprecated Use `measureDelassusDiagonal`. */
export {
  evaluateRows,
  formDelassus,
  formDelassus as formProduct,
  measureDelassusDiagonal,
  measureDelassusDiagonal as measureRows,
  RowKind,
  solveLcp,
  UnilateralFigure,
  UnilateralFigure as RowFigure,
  UnilateralMethod,
  UnilateralMethod as RowMethod,
  UnilateralProblem,
  UnilateralProblem as RowProblem,
  UnilateralResult,
  UnilateralResult as RowResult,
  UnilateralSolver,
  UnilateralSolver as RowSolver,
  type UnilateralSolverOptions,
  UnilateralStatus,
  UnilateralStatus as RowStatus,
} from "./complementarity/index.js";
export {
  DenseLdl,
  type DenseLdlOptions,
  factorComplexLu,
  factorLu,
  type Operator,
  SolveStatus,
  solveComplexLu,
  solveLu,
  UpdatableLdl,
  type UpdatableLdlOptions,
} from "./dense/index.js";
// names of the release before, kept for one release
/** @deprecated Use `FrictionContactFigure`. */
/** @deprecated Use `ContactMode`. */
/** @deprecated Use `FrictionContactMethod`. */
/** @deprecated Use `FrictionContactProblem`. */
/** @deprecated Use `FrictionContactResult`. */
/** @deprecated Use `FrictionContactSolver`. */
/** @deprecated Use `FrictionContactStatus`. */
/** @deprecated Use `MinimumSlack`. */
/** @deprecated Use `TangentialState`. */
export {
  ContactMode,
  ContactMode as ConeMode,
  FrictionContactFigure,
  FrictionContactFigure as ConeFigure,
  FrictionContactMethod,
  FrictionContactMethod as ConeMethod,
  FrictionContactProblem,
  FrictionContactProblem as ConeProblem,
  FrictionContactResult,
  FrictionContactResult as ConeResult,
  FrictionContactSolver,
  FrictionContactSolver as ConeSolver,
  FrictionContactStatus,
  FrictionContactStatus as ConeStatus,
  MinimumSlack,
  MinimumSlack as ConeFit,
  TangentialState,
  TangentialState as ConeMotion,
  unlimited,
} from "./friction-contact/index.js";
export {
  BlockDiagonalPreconditioner,
  CgControl,
  CgResult,
  ConjugateGradients,
  type ConjugateGradientsOptions,
  DiagonalPreconditioner,
  LeastSquares,
  type LeastSquaresOptions,
  LeastSquaresResult,
  type Preconditioner,
  type TransposableOperator,
} from "./iterative/index.js";
export {
  BlockMatrix,
  type BlockSymbolic,
  createSparseComplexLu,
  createSparseLu,
  factorSparseComplexLu,
  factorSparseLu,
  orderMinimumDegree,
  requireColumns,
  SparseBlockLdl,
  type SparseBlockLdlOptions,
  type SparseComplexLu,
  type SparseLu,
  type SparseLuOptions,
  solveSparseComplexLu,
  solveSparseLu,
} from "./sparse/index.js";

/** @deprecated Use `UnilateralSolverOptions`. */
export type { UnilateralSolverOptions as RowSolverOptions } from "./complementarity/index.js";
export {
  evaluateRows,
  formDelassus,
  /** @deprecated Use `formDelassus`. */
  formDelassus as formProduct,
  measureDelassusDiagonal,
  /** @deprecated Use `measureDelassusDiagonal`. */
  measureDelassusDiagonal as measureRows,
  RowKind,
  solveLcp,
  UnilateralFigure,
  /** @deprecated Use `UnilateralFigure`. */
  UnilateralFigure as RowFigure,
  UnilateralMethod,
  /** @deprecated Use `UnilateralMethod`. */
  UnilateralMethod as RowMethod,
  UnilateralProblem,
  /** @deprecated Use `UnilateralProblem`. */
  UnilateralProblem as RowProblem,
  UnilateralResult,
  /** @deprecated Use `UnilateralResult`. */
  UnilateralResult as RowResult,
  UnilateralSolver,
  /** @deprecated Use `UnilateralSolver`. */
  UnilateralSolver as RowSolver,
  type UnilateralSolverOptions,
  UnilateralStatus,
  /** @deprecated Use `UnilateralStatus`. */
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
export {
  ContactMode,
  /** @deprecated Use `ContactMode`. */
  ContactMode as ConeMode,
  FrictionContactFigure,
  /** @deprecated Use `FrictionContactFigure`. */
  FrictionContactFigure as ConeFigure,
  FrictionContactMethod,
  /** @deprecated Use `FrictionContactMethod`. */
  FrictionContactMethod as ConeMethod,
  FrictionContactProblem,
  /** @deprecated Use `FrictionContactProblem`. */
  FrictionContactProblem as ConeProblem,
  FrictionContactResult,
  /** @deprecated Use `FrictionContactResult`. */
  FrictionContactResult as ConeResult,
  FrictionContactSolver,
  /** @deprecated Use `FrictionContactSolver`. */
  FrictionContactSolver as ConeSolver,
  FrictionContactStatus,
  /** @deprecated Use `FrictionContactStatus`. */
  FrictionContactStatus as ConeStatus,
  MinimumSlack,
  /** @deprecated Use `MinimumSlack`. */
  MinimumSlack as ConeFit,
  TangentialState,
  /** @deprecated Use `TangentialState`. */
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

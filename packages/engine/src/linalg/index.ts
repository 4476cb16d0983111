export { BlockMatrix } from "./block-matrix.js";
export { factorComplexLu, solveComplexLu } from "./complex-lu.js";
export { ConeFit } from "./cone-fit.js";
export { unlimited } from "./cone-matrix.js";
export { ConeMotion, ConeProblem } from "./cone-problem.js";
export { ConeFigure, ConeMethod, ConeMode, ConeResult, ConeStatus } from "./cone-result.js";
export { ConeSolver } from "./cone-solver.js";
export { CgControl, CgResult, ConjugateGradients, type ConjugateGradientsOptions } from "./conjugate-gradients.js";
export { DenseLdl, type DenseLdlOptions } from "./dense-ldl.js";
export { UpdatableLdl, type UpdatableLdlOptions } from "./dense-ldl-update.js";
export { solveLcp } from "./lcp.js";
export {
  LeastSquares,
  type LeastSquaresOptions,
  LeastSquaresResult,
  type TransposableOperator,
} from "./least-squares.js";
export { factorLu, solveLu } from "./lu.js";
export { type Operator, SolveStatus } from "./operator.js";
export { orderMinimumDegree } from "./ordering.js";
export { BlockDiagonalPreconditioner, DiagonalPreconditioner, type Preconditioner } from "./preconditioner.js";
export { evaluateRows, formProduct, measureRows } from "./rows-kernel.js";
export { RowKind, RowProblem } from "./rows-problem.js";
export { RowFigure, RowMethod, RowResult, RowStatus } from "./rows-result.js";
export { RowSolver, type RowSolverOptions } from "./rows-solver.js";
export { SparseBlockLdl, type SparseBlockLdlOptions } from "./sparse-block-ldl.js";
export type { BlockSymbolic } from "./sparse-block-symbolic.js";
export {
  createSparseComplexLu,
  factorSparseComplexLu,
  type SparseComplexLu,
  solveSparseComplexLu,
} from "./sparse-complex-lu.js";
export { createSparseLu, factorSparseLu, type SparseLu, solveSparseLu } from "./sparse-lu.js";
export { requireColumns, type SparseLuOptions } from "./sparse-lu-structure.js";

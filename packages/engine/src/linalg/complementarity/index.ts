/** The complementarity of linalg: what other rooms use of it. */
export { solveLcp } from "./lcp.js";
export { keepMotion, MassFigure, NodeMasses } from "./node-masses.js";
export {
  addForces,
  addSizes,
  evaluateRows,
  formProduct,
  measureLargest,
  measureRows,
  measureToleranceBeside,
  moveByForces,
  multiplyRows,
} from "./rows-kernel.js";
export { type PatternOwner, Place, RowPattern } from "./rows-pattern.js";
export { RowKind, RowProblem } from "./rows-problem.js";
export { RowFigure, RowMethod, RowResult, RowStatus } from "./rows-result.js";
export { RowSolver, type RowSolverOptions } from "./rows-solver.js";

/** The door of `complementarity`: unilateral and bilateral rows on the motion of nodes. */
export { solveLcp } from "./dantzig.js";
export { keepMotion, MassFigure, NodeMasses } from "./node-masses.js";
export { NormalPattern, type PatternOwner, Place } from "./normal-pattern.js";
export {
  addForceMagnitudes,
  addForces,
  addRow,
  addTriple,
  evaluateRows,
  formDelassus,
  measureDelassusDiagonal,
  measureLargest,
  measureToleranceFrom,
  moveByForces,
  multiplyRow,
  multiplyRows,
  multiplyTriple,
} from "./row-products.js";
export { RowKind, UnilateralProblem } from "./unilateral-problem.js";
export { UnilateralFigure, UnilateralMethod, UnilateralResult, UnilateralStatus } from "./unilateral-result.js";
export { UnilateralSolver, type UnilateralSolverOptions } from "./unilateral-solver.js";

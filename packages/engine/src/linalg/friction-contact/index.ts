/** The friction-contact of linalg: what other rooms use of it. */
export { ConeFit } from "./cone-fit.js";
export { unlimited } from "./cone-matrix.js";
export { ConeMotion, ConeProblem } from "./cone-problem.js";
export { ConeFigure, ConeMethod, ConeMode, ConeResult, ConeStatus } from "./cone-result.js";
export { ConeSolver } from "./cone-solver.js";

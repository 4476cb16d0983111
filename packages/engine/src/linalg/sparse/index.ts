/** The door of `sparse`: block matrices, their orderings and factors. */
export { BlockMatrix } from "./block-matrix.js";
export { orderMinimumDegree } from "./ordering.js";
export { SparseBlockLdl, type SparseBlockLdlOptions } from "./sparse-block-ldl.js";
export { SparseBlockLu } from "./sparse-block-lu.js";
export type { BlockSymbolic } from "./sparse-block-symbolic.js";
export {
  createSparseComplexLu,
  factorSparseComplexLu,
  type SparseComplexLu,
  solveSparseComplexLu,
} from "./sparse-complex-lu.js";
export { createSparseLu, factorSparseLu, type SparseLu, solveSparseLu } from "./sparse-lu.js";
export { requireColumns, type SparseLuOptions } from "./sparse-lu-structure.js";

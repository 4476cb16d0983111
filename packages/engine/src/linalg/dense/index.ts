/** The door of `dense`: dense factorisations and block kernels. */
export { balanceSymmetric } from "./balance-kernel.js";
export {
  multiplyTransposedInto,
  subtractLowerThree,
  subtractProduct,
  subtractSquare,
  subtractTimes,
  subtractTransposedTimes,
} from "./block-kernel.js";
export { factorComplexLu, solveComplexLu } from "./complex-lu.js";
export { invertComplex } from "./complex-reciprocal.js";
export { DenseLdl, type DenseLdlOptions } from "./dense-ldl.js";
export { UpdatableLdl, type UpdatableLdlOptions } from "./dense-ldl-update.js";
export { divideRows, divideThree } from "./divide-kernel.js";
export { factorLu, solveLu } from "./lu.js";
export { divideBlock, factorBlock, multiplyAway } from "./lu-kernel.js";
export { type Operator, requireRoom, requireShape, SolveStatus } from "./operator.js";
export { safePivot } from "./parameters.js";
export { factorDefinite, factorSymmetric } from "./symmetric-kernel.js";
export { QrResult, ThinQr } from "./thin-qr.js";
export { addScaled, copy, dot, findScale, measureNorm, multiplyBy, scaleAndAdd, subtract } from "./vector.js";

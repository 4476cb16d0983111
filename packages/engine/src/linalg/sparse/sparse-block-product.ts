/** Products with a symmetric block matrix of which one triangle is read: what iterative refinement needs. */
import { subtractLowerThree, subtractTimes, subtractTransposedTimes } from "../dense/index.js";
import type { BlockMatrix } from "./block-matrix.js";
import { type BlockSymbolic, Target } from "./sparse-block-symbolic.js";

/** r ← r − A x by the blocks that the factorisation reads. */
export function subtractMatrixTimes(r: Float64Array, A: BlockMatrix, symbolic: BlockSymbolic, x: Float64Array): void {
  const { target } = symbolic;
  const { blockRow, blockColumn, blockHeight, blockWidth, blockStart, values } = A;
  for (let k = 0; k < A.blockCount; k++) {
    const row = blockRow[k];
    const column = blockColumn[k];
    const h = blockHeight[k];
    const w = blockWidth[k];
    const s = blockStart[k];
    if (target[k] === Target.ignored) continue;
    if (target[k] !== Target.diagonal) {
      subtractTimes(r, row, values, s, h, w, x, column);
      subtractTransposedTimes(r, column, values, s, h, w, x, row);
    } else if (h === 3 && w === 3 && row === column) subtractLowerThree(r, row, values, s, x);
    else subtractLowerTimes(r, A, k, x);
  }
}

/** r ← r − B x for a block on the diagonal: its lower triangle, and the mirror image of that. */
function subtractLowerTimes(r: Float64Array, A: BlockMatrix, k: number, x: Float64Array): void {
  const column = A.blockColumn[k];
  const w = A.blockWidth[k];
  for (let q = 0, s = A.blockStart[k]; q < A.blockHeight[k]; q++, s += w) {
    const i = A.blockRow[k] + q;
    for (let c = 0; c < w && column + c <= i; c++) {
      const j = column + c;
      r[i] -= A.values[s + c] * x[j];
      if (j < i) r[j] -= A.values[s + c] * x[i];
    }
  }
}

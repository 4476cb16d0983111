/**
 * The matrix in which all sparse methods for row problems work, on the graph of nodes, and its factor:
 *
 *   H = diag(δ) + Σᵢ wᵢ Jᵢᵀ Jᵢ          one block a node, one a pair of nodes that share a row
 */

import type { SolveStatus } from "../dense/index.js";
import { BlockMatrix, SparseBlockLdl } from "../sparse/index.js";
import { NormalPattern, type PatternOwner, Place } from "./normal-pattern.js";
import type { UnilateralProblem } from "./unilateral-problem.js";

/** The normal matrix H = diag(δ) + Jᵀ diag(w) J of weighted rows on the graph of nodes, and its sparse factor. */
export class NormalMatrix implements PatternOwner {
  /** Positive eigenvalues after a `factor`. */
  positive = 0;
  private matrix = new BlockMatrix(0, 0);
  private ldl: SparseBlockLdl | undefined;
  private readonly pattern = new NormalPattern();

  /** Takes over the pattern of the rows. */
  setUp(problem: UnilateralProblem): void {
    this.pattern.setUp(problem, this);
  }

  analyse(pattern: BlockMatrix): void {
    this.matrix = pattern;
    // the methods see to it that H is regular
    this.ldl = new SparseBlockLdl(pattern, { tolerance: 0 });
  }

  findPlace(p: number, q: number, nodeStart: Int32Array): number {
    if (q > p) return Place.unused;
    const block = this.matrix.blockAt(nodeStart[p], nodeStart[q]);
    return block < 0 ? Place.missing : this.matrix.blockStart[block];
  }

  /** See `RowPattern.reset`. */
  reset(): void {
    this.pattern.reset();
  }

  /** Forms and factors H. */
  factor(problem: UnilateralProblem, weight: Float64Array, diagonal: Float64Array): SolveStatus {
    this.setUp(problem);
    const { matrix } = this;
    const { target, targetStart } = this.pattern;
    const { rowCount, blockStart, blockNode, blockEntry, nodeStart, values } = problem;
    const h = matrix.values;
    matrix.clear();
    for (let i = 0; i < rowCount; i++) {
      const w = weight[i];
      if (w === 0) continue;
      const begin = blockStart[i];
      const end = blockStart[i + 1];
      let t = targetStart[i];
      for (let p = begin; p < end; p++) {
        const height = nodeStart[blockNode[p] + 1] - nodeStart[blockNode[p]];
        const vp = blockEntry[p];
        for (let q = begin; q < end; q++, t++) {
          if (target[t] < 0) continue;
          const width = nodeStart[blockNode[q] + 1] - nodeStart[blockNode[q]];
          const vq = blockEntry[q];
          for (let r = 0, o = target[t]; r < height; r++, o += width) {
            const x = w * values[vp + r];
            // of a block on the diagonal only the lower triangle is read
            const last = p === q ? r + 1 : width;
            for (let s = 0; s < last; s++) h[o + s] += x * values[vq + s];
          }
        }
      }
    }
    addDiagonal(matrix, problem, diagonal);
    const ldl = this.ldl as SparseBlockLdl;
    const status = ldl.factor(matrix);
    this.positive = ldl.positive;
    return status;
  }

  /** x ← H⁻¹ x. */
  solve(x: Float64Array): SolveStatus {
    return (this.ldl as SparseBlockLdl).solve(x);
  }
}

/** Adds δ to the diagonal: the blocks of the nodes come first, in order. */
function addDiagonal(matrix: BlockMatrix, problem: UnilateralProblem, diagonal: Float64Array): void {
  const { nodeCount, nodeStart } = problem;
  for (let node = 0; node < nodeCount; node++) {
    const first = nodeStart[node];
    const width = nodeStart[node + 1] - first;
    for (let k = 0, o = matrix.blockStart[node]; k < width; k++, o += width + 1)
      matrix.values[o] += diagonal[first + k];
  }
}

/**
 * The matrix in which all sparse methods for row problems work, on the graph of nodes, and its factor:
 *
 *   H = diag(δ) + Σᵢ wᵢ Jᵢᵀ Jᵢ          one block a node, one a pair of nodes that share a row
 *
 * The pattern is that of all rows, whatever their weights; it is analysed again only when a pair of nodes is new.
 */
import { BlockMatrix } from "./block-matrix.js";
import type { SolveStatus } from "./operator.js";
import type { RowProblem } from "./rows-problem.js";
import { SparseBlockLdl } from "./sparse-block-ldl.js";

export class RowNormalMatrix {
  /** Positive eigenvalues after a `factor`. */
  positive = 0;
  private matrix = new BlockMatrix(0, 0);
  private ldl: SparseBlockLdl | undefined;
  /** Version of the problem that the targets belong to. */
  private version = -1;
  private problem: RowProblem | undefined;
  /** First coordinates of the nodes that were analysed. */
  private nodes = new Int32Array(0);
  /**
   * Of each row, for every pair of its blocks p, q with node p ≥ node q, p running slower: where in the matrix their
   * product goes, −1 for the other order.
   */
  private target = new Int32Array(0);
  private targetStart = new Int32Array(0);

  /** Takes over the pattern of the rows. */
  setUp(problem: RowProblem): void {
    if (problem === this.problem && problem.version === this.version) return;
    this.problem = problem;
    this.version = problem.version;
    if (!this.hasNodes(problem) || !this.findTargets(problem)) {
      this.analyse(problem);
      this.findTargets(problem);
    }
  }

  /** Forgets the pattern: pairs of nodes of problems before have a say in the order of elimination, and so in last bits. */
  reset(): void {
    this.ldl = undefined;
    this.problem = undefined;
    this.version = -1;
  }

  /** Forms and factors H. */
  factor(problem: RowProblem, weight: Float64Array, diagonal: Float64Array): SolveStatus {
    this.setUp(problem);
    const { matrix, target, targetStart } = this;
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

  private hasNodes(problem: RowProblem): boolean {
    if (this.ldl === undefined || this.nodes.length !== problem.nodeCount + 1) return false;
    for (let k = 0; k <= problem.nodeCount; k++) if (this.nodes[k] !== problem.nodeStart[k]) return false;
    return true;
  }

  /** Finds where the products of the rows go; false if some pair of nodes has no block yet. */
  private findTargets(problem: RowProblem): boolean {
    const { rowCount, blockStart, blockNode, nodeStart } = problem;
    const { matrix } = this;
    let count = 0;
    for (let i = 0; i < rowCount; i++) {
      const blocks = blockStart[i + 1] - blockStart[i];
      count += blocks * blocks;
    }
    if (count > this.target.length) this.target = new Int32Array(2 * count);
    if (rowCount + 1 > this.targetStart.length) this.targetStart = new Int32Array(2 * rowCount + 1);
    let t = 0;
    for (let i = 0; i < rowCount; i++) {
      this.targetStart[i] = t;
      for (let p = blockStart[i]; p < blockStart[i + 1]; p++) {
        for (let q = blockStart[i]; q < blockStart[i + 1]; q++, t++) {
          this.target[t] = -1;
          if (blockNode[q] > blockNode[p]) continue;
          const block = matrix.blockAt(nodeStart[blockNode[p]], nodeStart[blockNode[q]]);
          if (block < 0) return false;
          this.target[t] = matrix.blockStart[block];
        }
      }
    }
    this.targetStart[rowCount] = t;
    return true;
  }

  private analyse(problem: RowProblem): void {
    const { nodeCount, nodeStart, rowCount, blockStart, blockNode, dimension } = problem;
    const width = (node: number) => nodeStart[node + 1] - nodeStart[node];
    this.nodes = nodeStart.slice(0, nodeCount + 1);
    this.matrix = new BlockMatrix(dimension, dimension);
    for (let k = 0; k < nodeCount; k++) this.matrix.addBlock(nodeStart[k], nodeStart[k], width(k), width(k));
    for (let i = 0; i < rowCount; i++) {
      for (let p = blockStart[i]; p < blockStart[i + 1]; p++) {
        for (let q = blockStart[i]; q < blockStart[i + 1]; q++) {
          const [a, b] = [blockNode[p], blockNode[q]];
          if (a > b) this.matrix.findOrAddBlock(nodeStart[a], nodeStart[b], width(a), width(b));
        }
      }
    }
    // the methods see to it that H is regular
    this.ldl = new SparseBlockLdl(this.matrix, { tolerance: 0 });
  }
}

/** Adds δ to the diagonal: the blocks of the nodes come first, in order. */
function addDiagonal(matrix: BlockMatrix, problem: RowProblem, diagonal: Float64Array): void {
  const { nodeCount, nodeStart } = problem;
  for (let node = 0; node < nodeCount; node++) {
    const first = nodeStart[node];
    const width = nodeStart[node + 1] - first;
    for (let k = 0, o = matrix.blockStart[node]; k < width; k++, o += width + 1)
      matrix.values[o] += diagonal[first + k];
  }
}

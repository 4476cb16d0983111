/**
 * The equalities of a problem, eliminated at once by the sparse factor of their own matrix:
 *
 *   A = J Jᵀ over the equalities,   t = A⁻¹ (J y + c),   y ← y − Jᵀ t,   f ← f − t          then J y + c = 0
 *
 * Rows of the same constraint (one behind the other, on the same nodes) are a block; blocks that share a node are beside each
 * other. Rows that depend on others are left out, f = 0; whether they are satisfied none the less, the caller tests. Pattern and
 * factor stay as long as the rows do.
 */
import { resize } from "../../math/index.js";
import { SolveStatus } from "../dense/index.js";
import { BlockMatrix, SparseBlockLdl } from "../sparse/index.js";
import { dependentEquality, equalityBlockRows, hubLimit, independentEquality } from "./parameters.js";
import { RowKind, type UnilateralProblem } from "./unilateral-problem.js";

/** The factor of the Delassus matrix of the equalities, kept as long as their rows stay the same. */
export class EqualityFactor {
  /** How many equalities there are, rows without entries left out, and which rows they are. */
  count = 0;
  rows = new Int32Array(0);
  /** How many are independent. */
  rank = 0;
  /** Counts the factorisations. */
  generation = 0;
  private isKnown = false;
  private isGood = false;
  /** First coordinates of the nodes, nodes of the blocks of each row and numbers of all rows, as they were factored. */
  private nodes = new Int32Array(0);
  private blockStart = new Int32Array(1);
  private blockNode = new Int32Array(0);
  private values = new Float64Array(0);
  private valueStart = new Int32Array(1);
  /** First equality of each block of A. */
  private first: number[] = [];
  /** Of each product: equality and block of both factors, and where in the matrix it goes. */
  private products = new Int32Array(0);
  private matrix = new BlockMatrix(0, 0);
  private ldl: SparseBlockLdl | null = null;
  private t = new Float64Array(0);

  /** Takes over the equalities among the rows, whose squared lengths are d. False if they cannot be eliminated so. */
  prepare(problem: UnilateralProblem, d: Float64Array): boolean {
    this.list(problem, d);
    const isSame = this.isKnown && this.hasPattern(problem);
    if (isSame && this.hasValues(problem)) return this.isGood;
    if (!isSame) this.analyse(problem);
    this.isKnown = true;
    this.keepValues(problem);
    this.generation++;
    this.isGood = this.ldl !== null && this.factor(problem);
    return this.isGood;
  }

  /** y ← y − Jᵀ t, t = A⁻¹ (J y + c), and f ← f − t, an entry an equality. Without c: J y alone. */
  correct(problem: UnilateralProblem, y: Float64Array, c: Float64Array | null, f: Float64Array, o: number): void {
    const { rows, count, t, ldl } = this;
    const { rowStart, column, values } = problem;
    for (let e = 0; e < count; e++) {
      const i = rows[e];
      let sum = c === null ? 0 : c[i];
      for (let k = rowStart[i], end = rowStart[i + 1]; k < end; k++) sum += values[k] * y[column[k]];
      t[e] = sum;
    }
    this.divide(ldl as SparseBlockLdl);
    for (let e = 0; e < count; e++) {
      const i = rows[e];
      const te = t[e];
      f[o + e] -= te;
      for (let k = rowStart[i], end = rowStart[i + 1]; k < end; k++) y[column[k]] -= values[k] * te;
    }
  }

  private divide(ldl: SparseBlockLdl): void {
    ldl.solve(this.t);
    if (ldl.droppedCount === 0) return;
    for (let e = 0; e < this.count; e++) if (ldl.dropped[e] === 1) this.t[e] = 0;
  }

  private list(problem: UnilateralProblem, d: Float64Array): void {
    const { rowCount: m, kind } = problem;
    if (m > this.rows.length) this.rows = new Int32Array(2 * m);
    let count = 0;
    for (let i = 0; i < m; i++) if (kind[i] === RowKind.equality && d[i] > 0) this.rows[count++] = i;
    this.count = count;
    if (count > this.t.length) this.t = new Float64Array(2 * count);
  }

  private hasPattern({ nodeCount, nodeStart, blockStart, blockNode }: UnilateralProblem): boolean {
    const { nodes, rows, count } = this;
    if (nodes.length !== nodeCount + 1 || this.blockStart.length !== count + 1) return false;
    for (let k = 0; k <= nodeCount; k++) if (nodes[k] !== nodeStart[k]) return false;
    for (let e = 0; e < count; e++) {
      const begin = blockStart[rows[e]];
      const from = this.blockStart[e];
      const blocks = this.blockStart[e + 1] - from;
      if (blockStart[rows[e] + 1] - begin !== blocks) return false;
      for (let b = 0; b < blocks; b++) if (this.blockNode[from + b] !== blockNode[begin + b]) return false;
    }
    return true;
  }

  private hasValues({ rowStart, values }: UnilateralProblem): boolean {
    const { rows, count, valueStart } = this;
    for (let e = 0; e < count; e++) {
      const from = rowStart[rows[e]];
      const o = valueStart[e];
      for (let k = valueStart[e + 1] - o - 1; k >= 0; k--) if (this.values[o + k] !== values[from + k]) return false;
    }
    return true;
  }

  private keepValues({ rowStart, values }: UnilateralProblem): void {
    const { rows, count, valueStart } = this;
    for (let e = 0; e < count; e++) {
      const from = rowStart[rows[e]];
      const o = valueStart[e];
      for (let k = valueStart[e + 1] - o - 1; k >= 0; k--) this.values[o + k] = values[from + k];
    }
  }

  private factor({ blockEntry, blockStart, blockNode, nodeStart, values }: UnilateralProblem): boolean {
    const { products, rows, matrix } = this;
    const ldl = this.ldl as SparseBlockLdl;
    const out = matrix.values;
    matrix.clear();
    for (let k = 0; k < products.length; k += 7) {
      const e = products[k];
      const g = products[k + 3];
      const height = products[k + 1];
      const span = products[k + 4];
      const p = blockStart[rows[e]] + products[k + 2];
      const width = nodeStart[blockNode[p] + 1] - nodeStart[blockNode[p]];
      let o = products[k + 6];
      for (let r = 0; r < height; r++) {
        const v = blockEntry[blockStart[rows[e + r]] + products[k + 2]];
        for (let s = 0; s < span; s++, o++) {
          const w = blockEntry[blockStart[rows[g + s]] + products[k + 5]];
          let sum = 0;
          for (let x = 0; x < width; x++) sum += values[v + x] * values[w + x];
          out[o] += sum;
        }
      }
    }
    const status = ldl.factor(matrix);
    this.rank = this.count - ldl.droppedCount;
    return status === SolveStatus.ok;
  }

  /** Cuts the equalities into blocks, and finds which of them share nodes. */
  private analyse(problem: UnilateralProblem): void {
    this.keepPattern(problem);
    this.ldl = null;
    const { count, first } = this;
    first.length = 0;
    for (let e = 0; e < count; e++) {
      const begin = first.length > 0 ? first[first.length - 1] : -1;
      if (begin < 0 || e - begin >= equalityBlockRows || !this.isAlike(begin, e)) first.push(e);
    }
    const blocks = first.length;
    const sizes = first.map((e, g) => (g + 1 < blocks ? first[g + 1] : count) - e);
    const users = this.listUsers(problem.nodeCount);
    const beside = users.reduce((sum, list) => sum + 0.25 * list.length * list.length, 0);
    if (beside > hubLimit * blocks) return;
    this.matrix = new BlockMatrix(count, count);
    const products: number[] = [];
    for (const list of users) {
      for (let a = 0; a < list.length; a += 2) {
        for (let b = 0; b < list.length; b += 2) {
          const [g, h] = [list[a], list[b]];
          if (g < h) continue;
          const block = this.matrix.findOrAddBlock(first[g], first[h], sizes[g], sizes[h]);
          products.push(first[g], sizes[g], list[a + 1], first[h], sizes[h], list[b + 1], block);
        }
      }
    }
    for (let k = 6; k < products.length; k += 7) products[k] = this.matrix.blockStart[products[k]];
    this.products = Int32Array.from(products);
    if (count > 0)
      this.ldl = new SparseBlockLdl(this.matrix, {
        sizes,
        tolerance: independentEquality,
        dependent: dependentEquality,
      });
  }

  private isAlike(e: number, g: number): boolean {
    const { blockStart, blockNode } = this;
    const blocks = blockStart[e + 1] - blockStart[e];
    if (blockStart[g + 1] - blockStart[g] !== blocks) return false;
    for (let b = 0; b < blocks; b++) if (blockNode[blockStart[e] + b] !== blockNode[blockStart[g] + b]) return false;
    return true;
  }

  /** Of each node: the blocks of A that touch it, each with the number of the node among those of its rows. */
  private listUsers(nodeCount: number): number[][] {
    const { first, blockStart, blockNode } = this;
    const users: number[][] = Array.from({ length: nodeCount }, () => []);
    first.forEach((e, g) => {
      for (let b = blockStart[e]; b < blockStart[e + 1]; b++) users[blockNode[b]].push(g, b - blockStart[e]);
    });
    return users;
  }

  private keepPattern({ nodeCount, nodeStart, blockStart, blockNode, rowStart }: UnilateralProblem): void {
    const { rows, count } = this;
    this.nodes = nodeStart.slice(0, nodeCount + 1);
    this.blockStart = new Int32Array(count + 1);
    this.valueStart = new Int32Array(count + 1);
    const list: number[] = [];
    for (let e = 0; e < count; e++) {
      const i = rows[e];
      for (let b = blockStart[i]; b < blockStart[i + 1]; b++) list.push(blockNode[b]);
      this.blockStart[e + 1] = list.length;
      this.valueStart[e + 1] = this.valueStart[e] + rowStart[i + 1] - rowStart[i];
    }
    this.blockNode = Int32Array.from(list);
    if (this.valueStart[count] > this.values.length) this.values = resize(this.values, this.valueStart[count]);
  }
}

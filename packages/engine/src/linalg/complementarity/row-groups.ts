/**
 * Rows sorted by the nodes that they touch: all contacts between the same two bodies in one group. A group has no more
 * independent rows than its nodes have coordinates, so most of what is redundant (the fourth leg, the tenth contact of a
 * face) is found within groups, at the cost of a few small factors.
 */
import { resize } from "../../math/index.js";
import type { UnilateralProblem } from "./unilateral-problem.js";

/** The groups of rows on the same nodes, kept as long as the rows are. */
export class RowGroups {
  count = 0;
  /** Rows, group by group; in a group by their number. Group g begins at start[g]. */
  order = new Int32Array(0);
  start = new Int32Array(1);
  /** Coordinates of the nodes of each group, together. */
  width = new Int32Array(0);
  private groupOf = new Int32Array(0);
  /** Second node of each group, −1 for none and −2 for rows on more than two; next group of the same first node. */
  private second = new Int32Array(0);
  private next = new Int32Array(0);
  private first = new Int32Array(0);
  private problem: UnilateralProblem | undefined;
  private version = -1;

  /** Sorts the rows, unless they are sorted. */
  find(problem: UnilateralProblem): void {
    if (problem === this.problem && problem.version === this.version) return;
    this.problem = problem;
    this.version = problem.version;
    this.sort(problem, null, problem.rowCount);
  }

  /** Sorts the first m rows of a list; `order` then has places in the list. */
  findAmong(problem: UnilateralProblem, rows: Int32Array, m: number): void {
    this.problem = undefined;
    this.sort(problem, rows, m);
  }

  private sort(problem: UnilateralProblem, rows: Int32Array | null, m: number): void {
    this.setUp(problem);
    const { order, start, groupOf } = this;
    for (let node = 0; node < problem.nodeCount; node++) this.first[node] = -1;
    this.count = 0;
    for (let i = 0; i < m; i++) groupOf[i] = this.findGroup(problem, rows === null ? i : rows[i]);
    for (let g = 0; g <= this.count; g++) start[g] = 0;
    for (let i = 0; i < m; i++) start[groupOf[i] + 1]++;
    for (let g = 0; g < this.count; g++) start[g + 1] += start[g];
    for (let i = 0; i < m; i++) order[start[groupOf[i]]++] = i;
    for (let g = this.count; g > 0; g--) start[g] = start[g - 1];
    start[0] = 0;
  }

  private setUp(problem: UnilateralProblem): void {
    const m = problem.rowCount;
    if (m > this.order.length) {
      const length = Math.max(m, 2 * this.order.length);
      this.order = resize(this.order, length);
      this.start = resize(this.start, length + 1);
      this.width = resize(this.width, length);
      this.groupOf = resize(this.groupOf, length);
      this.second = resize(this.second, length);
      this.next = resize(this.next, length);
    }
    if (problem.nodeCount > this.first.length) this.first = resize(this.first, problem.nodeCount);
  }

  private findGroup(problem: UnilateralProblem, row: number): number {
    const { first, second, next } = this;
    const { blockStart, blockNode, rowStart } = problem;
    const begin = blockStart[row];
    const blocks = blockStart[row + 1] - begin;
    let low = -1;
    let high = -2;
    if (blocks === 1 || blocks === 2) {
      const last = blockNode[begin + blocks - 1];
      low = Math.min(blockNode[begin], last);
      high = blocks === 1 ? -1 : Math.max(blockNode[begin], last);
      for (let g = first[low]; g >= 0; g = next[g]) if (second[g] === high) return g;
    }
    const group = this.count++;
    second[group] = high;
    this.width[group] = rowStart[row + 1] - rowStart[row];
    if (low >= 0) {
      next[group] = first[low];
      first[low] = group;
    }
    return group;
  }
}

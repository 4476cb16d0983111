/**
 * Rows on the motion of nodes: the problem that contacts and joints pose, without what they mean. Nodes have any number
 * of coordinates (a body 6, a particle 3); a row has a block on each node that it touches, usually one or two.
 *
 *   y = y⁰ + Jᵀ f,   a = J y + c;     equality     a = 0, f of any sign
 *                                     inequality   f ≥ 0, a ≥ 0, f·a = 0
 *
 *   y    mass-scaled motion, M^(1/2) times accelerations or velocities; y⁰ is what it would be without any f
 *   J    the rows, times M^(−1/2); row i is values[rowStart[i]] …, entry k stands in column column[k]
 *   f    forces (impulses) on the rows, in the units of the row; c what a has besides J y
 *
 * It is the dual pair of  min ½|y − y⁰|²  under the rows: Gauss' principle. Rows are built with `addNode`, `addRow` and
 * `addBlock`; afterwards `y0`, `c` and `values` may be rewritten as often as one likes. Further kinds of rows
 * (tangential ones, in a cone behind their normal row) are kinds of their own: a solver refuses a kind it does not know.
 */
import { fail, requireInteger, resize } from "../../math/index.js";

/** The kind of a row: bilateral or unilateral. */
export const RowKind = {
  /** a = 0, f free. */
  equality: 0,
  /** f ≥ 0, a ≥ 0, f·a = 0. */
  inequality: 1,
} as const;
/** The kind of a row; see the constants. */
export type RowKind = (typeof RowKind)[keyof typeof RowKind];

/** Sizes are kept within 2²⁸ so that every index is a small integer. */
const largest = 1 << 28;

/** Arrays are replaced by longer ones when nodes, rows or blocks are added, never otherwise. */
export class UnilateralProblem {
  nodeCount = 0;
  rowCount = 0;
  blockCount = 0;
  /** Numbers in y. */
  dimension = 0;
  /** Changes whenever nodes, rows or blocks do. */
  version = 0;
  /** First coordinate of each node; entry `nodeCount` is the dimension. */
  nodeStart = new Int32Array(9);
  y0 = new Float64Array(48);
  kind = new Uint8Array(16);
  c = new Float64Array(16);
  /** First entry and first block of each row; entry `rowCount` is the end. */
  rowStart = new Int32Array(17);
  blockStart = new Int32Array(17);
  /** Node and first entry of each block. */
  blockNode = new Int32Array(32);
  blockEntry = new Int32Array(32);
  values = new Float64Array(192);
  column = new Int32Array(192);
  /** The data that solvers keep of the rows from solve to solve. They never change an answer. */
  memory: object | null = null;

  /** Forgets nodes and rows; the room stays. */
  clear(): void {
    this.nodeCount = 0;
    this.dimension = 0;
    this.clearRows();
  }

  /** Forgets the rows and keeps the nodes. */
  clearRows(): void {
    this.rowCount = 0;
    this.blockCount = 0;
    this.version++;
  }

  /** Leaves the rows from `count` on out, until rows are built anew; their numbers stay where they are. */
  limitRows(count: number): void {
    requireInteger("count", count, 0, this.rowCount);
    this.rowCount = count;
    this.blockCount = this.blockStart[count];
    this.version++;
  }

  /** Adds a node of `width` coordinates, with y⁰ = 0, and returns its number. */
  addNode(width: number): number {
    requireInteger("width", width, 1, largest);
    const node = this.nodeCount;
    const start = this.dimension;
    const end = start + width;
    requireInteger("dimension", end, 1, largest);
    if (node + 2 > this.nodeStart.length) this.nodeStart = resize(this.nodeStart, 2 * node + 2);
    if (end > this.y0.length) this.y0 = resize(this.y0, Math.max(end, 2 * start));
    for (let k = start; k < end; k++) this.y0[k] = 0;
    this.nodeStart[node] = start;
    this.nodeStart[node + 1] = end;
    this.nodeCount = node + 1;
    this.dimension = end;
    this.version++;
    return node;
  }

  /**
   * Adds a row, with c = 0, and blocks of zeros on one or two nodes (−1: none), and returns its number. Its values
   * begin at `values[rowStart[row]]`, those on `first` before those on `second`.
   */
  addRow(kind: RowKind, first = -1, second = -1): number {
    requireInteger("kind", kind, 0, 1);
    const row = this.rowCount;
    if (row === this.c.length) this.growRows(2 * row);
    this.kind[row] = kind;
    this.c[row] = 0;
    this.rowStart[row + 1] = this.rowStart[row];
    this.blockStart[row + 1] = this.blockStart[row];
    this.rowCount = row + 1;
    this.version++;
    if (first !== -1) this.addBlock(first);
    if (second !== -1) this.addBlock(second);
    return row;
  }

  /** Adds a block of zeros on a node to the last row, and returns where its numbers begin in `values`. */
  addBlock(node: number): number {
    requireInteger("node", node, 0, this.nodeCount - 1, "add the node first");
    const row = this.rowCount - 1;
    requireInteger("rows", this.rowCount, 1, largest, "add a row first");
    const block = this.blockCount;
    for (let b = this.blockStart[row]; b < block; b++) {
      if (this.blockNode[b] === node) fail("twice", `row ${row}`, "must have one block a node", node, "add the blocks");
    }
    const start = this.rowStart[row + 1];
    const first = this.nodeStart[node];
    const width = this.nodeStart[node + 1] - first;
    const end = start + width;
    requireInteger("entries", end, 1, largest);
    if (block === this.blockNode.length) {
      this.blockNode = resize(this.blockNode, 2 * block);
      this.blockEntry = resize(this.blockEntry, 2 * block);
    }
    if (end > this.values.length) {
      this.values = resize(this.values, Math.max(end, 2 * start));
      this.column = resize(this.column, Math.max(end, 2 * start));
    }
    for (let k = 0; k < width; k++) {
      this.values[start + k] = 0;
      this.column[start + k] = first + k;
    }
    this.blockNode[block] = node;
    this.blockEntry[block] = start;
    this.blockCount = block + 1;
    this.blockStart[row + 1] = block + 1;
    this.rowStart[row + 1] = end;
    this.version++;
    return start;
  }

  private growRows(capacity: number): void {
    this.kind = resize(this.kind, capacity);
    this.c = resize(this.c, capacity);
    this.rowStart = resize(this.rowStart, capacity + 1);
    this.blockStart = resize(this.blockStart, capacity + 1);
  }
}

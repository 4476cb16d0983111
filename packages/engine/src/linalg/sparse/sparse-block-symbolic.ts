/**
 * The shape of a sparse block LDLᵀ: which blocks of L are not zero, where each of them is stored, and where each block
 * of the matrix goes. Found once from the pattern; the numbers may then change as often as they like.
 *
 *   node       a group of rows and columns eliminated together (a particle, a body, a joint); `sizes` are their heights
 *   position   place of a node in the order of elimination
 *   parent     in the elimination tree: the first row below the diagonal in the column
 *   column k   of L: rows[columnStart[k]] … in increasing order; row k: the columns j < k that have a block in row k
 */
import { fail, requireInteger } from "../../math/index.js";
import type { BlockMatrix } from "./block-matrix.js";
import { checkOrder, chooseOrder, type NodeGraph } from "./sparse-block-order.js";

/** The shape of a factor, found by `analyseBlocks`. Nodes are numbered by position, except where it says otherwise. */
export interface BlockSymbolic {
  readonly nodeCount: number;
  /** order[position] = node, as the user numbers them. */
  readonly order: Int32Array;
  /** Rows of a node, and its first row in the user's vectors, by position. */
  readonly size: Int32Array;
  readonly offset: Int32Array;
  /** Largest node. */
  readonly largest: number;
  /** Blocks of L below the diagonal, column by column: row, and offset of its numbers. */
  readonly columnStart: Int32Array;
  readonly rows: Int32Array;
  readonly valueStart: Int32Array;
  readonly valueCount: number;
  /** Offset of the diagonal block of each position; the last entry is the total. */
  readonly diagonalStart: Int32Array;
  /** Rows of L and the columns of their blocks, with their index in `rows`. */
  readonly rowStart: Int32Array;
  readonly rowColumn: Int32Array;
  readonly rowEntry: Int32Array;
  /** For each block of the matrix: see `Target`. */
  readonly target: Int32Array;
  readonly targetOffset: Int32Array;
  readonly targetStride: Int32Array;
  /** Blocks of L that the matrix does not have. */
  readonly fill: number;
  /** Multiplications of one factorisation, nearly. */
  readonly operations: number;
}

/** Codes of the places that a block of the matrix goes to. */
export const Target = {
  /** The mirror image of another one: not read. */
  ignored: 0,
  /** Added to a diagonal block. */
  diagonal: 1,
  /** Added to a block of L, as it is or transposed. */
  direct: 2,
  transposed: 3,
} as const;

/** Rows and columns of the matrix cut into nodes. */
interface Partition {
  readonly nodeCount: number;
  readonly sizes: Int32Array;
  /** First row of each node. */
  readonly first: Int32Array;
  /** Node of each row. */
  readonly nodeOf: Int32Array;
}

/** Analyses the pattern of a symmetric block matrix. `order`, if given, lists the nodes in order of elimination. */
export function analyseBlocks(A: BlockMatrix, sizes?: ArrayLike<number>, order?: ArrayLike<number>): BlockSymbolic {
  if (A.rows !== A.columns) fail("wrong-size", "A", "must be square", `${A.rows} × ${A.columns}`);
  const nodes = partitionRows(A, sizes);
  const graph = connectNodes(A, nodes);
  const chosen = order === undefined ? chooseOrder(graph, nodes.sizes) : checkOrder(nodes.nodeCount, order);
  const n = nodes.nodeCount;
  const position = new Int32Array(n);
  for (let k = 0; k < n; k++) position[chosen[k]] = k;
  const size = chosen.map((node) => nodes.sizes[node]);
  const offset = chosen.map((node) => nodes.first[node]);
  const columns = fillColumns(n, graph, chosen, position);
  const places = placeValues(n, size, columns);
  const targets = placeBlocks(A, nodes, position, size, columns, places);
  let largest = 0;
  for (let k = 0; k < n; k++) largest = Math.max(largest, size[k]);
  const fill = columns.rows.length - countPairs(n, graph);
  return { nodeCount: n, order: chosen, size, offset, largest, ...columns, ...places, ...targets, fill };
}

/** The cut given by the user, or the one given by the blocks on the diagonal. */
function partitionRows(A: BlockMatrix, given: ArrayLike<number> | undefined): Partition {
  const sizes = given === undefined ? readDiagonal(A) : Int32Array.from(given);
  const first = new Int32Array(sizes.length);
  const nodeOf = new Int32Array(A.rows);
  let row = 0;
  for (let i = 0; i < sizes.length; i++) {
    requireInteger(
      `options.sizes[${i}]`,
      given === undefined ? sizes[i] : given[i],
      1,
      A.rows - row,
      "sizes add up to the rows of A",
    );
    first[i] = row;
    nodeOf.fill(i, row, row + sizes[i]);
    row += sizes[i];
  }
  if (row !== A.rows) fail("wrong-length", "options.sizes", `must add up to ${A.rows}`, row);
  return { nodeCount: sizes.length, sizes, first, nodeOf };
}

function readDiagonal(A: BlockMatrix): Int32Array {
  const sizes: number[] = [];
  for (let row = 0; row < A.rows; ) {
    const k = A.blockAt(row, row);
    if (k < 0 || A.blockHeight[k] !== A.blockWidth[k]) {
      const cure = "give the sizes of the nodes, or add a square block at every node of the diagonal";
      fail(
        "no-diagonal",
        `A at (${row}, ${row})`,
        "must have a square block",
        k < 0 ? "none" : "one that is not",
        cure,
      );
    }
    sizes.push(A.blockHeight[k]);
    row += A.blockHeight[k];
  }
  return Int32Array.from(sizes);
}

function connectNodes(A: BlockMatrix, nodes: Partition): NodeGraph {
  const n = nodes.nodeCount;
  const { nodeOf } = nodes;
  const start = new Int32Array(n + 1);
  const hasDiagonal = new Uint8Array(n);
  for (let k = 0; k < A.blockCount; k++) {
    const i = nodeOf[A.blockRow[k]];
    const j = nodeOf[A.blockColumn[k]];
    const inside =
      nodeOf[A.blockRow[k] + A.blockHeight[k] - 1] === i && nodeOf[A.blockColumn[k] + A.blockWidth[k] - 1] === j;
    if (!inside) {
      const place = `rows ${A.blockRow[k]} + ${A.blockHeight[k]}, columns ${A.blockColumn[k]} + ${A.blockWidth[k]}`;
      fail("crosses-nodes", `block ${k}`, "must lie within one pair of nodes", place);
    }
    if (i === j) hasDiagonal[i] = 1;
    else {
      start[i + 1]++;
      start[j + 1]++;
    }
  }
  for (let i = 0; i < n; i++) start[i + 1] += start[i];
  const neighbours = new Int32Array(start[n]);
  const at = start.slice(0, n);
  for (let k = 0; k < A.blockCount; k++) {
    const i = nodeOf[A.blockRow[k]];
    const j = nodeOf[A.blockColumn[k]];
    if (i === j) continue;
    neighbours[at[i]++] = j;
    neighbours[at[j]++] = i;
  }
  return { start, neighbours, hasDiagonal };
}

function countPairs(n: number, graph: NodeGraph): number {
  const last = new Int32Array(n).fill(-1);
  let count = 0;
  for (let i = 0; i < n; i++) {
    for (let s = graph.start[i]; s < graph.start[i + 1]; s++) {
      const j = graph.neighbours[s];
      if (j < i && last[j] !== i) {
        last[j] = i;
        count++;
      }
    }
  }
  return count;
}

interface Columns {
  readonly columnStart: Int32Array;
  readonly rows: Int32Array;
  readonly rowStart: Int32Array;
  readonly rowColumn: Int32Array;
  readonly rowEntry: Int32Array;
}

/**
 * The pattern of L. Row i has a block in column j when j is on the way, in the elimination tree, from a neighbour of i
 * to i (Liu 1986). Walking rows in order lists every column in increasing order.
 */
function fillColumns(n: number, graph: NodeGraph, order: Int32Array, position: Int32Array): Columns {
  const parent = new Int32Array(n).fill(-1);
  const flag = new Int32Array(n).fill(-1);
  const columnStart = new Int32Array(n + 1);
  const rowStart = new Int32Array(n + 1);
  const walk = (visit: (row: number, column: number) => void) => {
    flag.fill(-1);
    for (let i = 0; i < n; i++) {
      flag[i] = i;
      const node = order[i];
      for (let s = graph.start[node]; s < graph.start[node + 1]; s++) {
        for (let j = position[graph.neighbours[s]]; j < i && flag[j] !== i; j = parent[j]) {
          flag[j] = i;
          if (parent[j] < 0) parent[j] = i;
          visit(i, j);
        }
      }
    }
  };
  walk((row, column) => {
    columnStart[column + 1]++;
    rowStart[row + 1]++;
  });
  let total = 0;
  for (let k = 0; k < n; k++) total += columnStart[k + 1];
  requireInteger("blocks of the factor", total, 0, 1 << 29, "the factor is too large: solve iteratively");
  for (let k = 0; k < n; k++) {
    columnStart[k + 1] += columnStart[k];
    rowStart[k + 1] += rowStart[k];
  }
  const rows = new Int32Array(total);
  const at = columnStart.slice(0, n);
  walk((row, column) => {
    rows[at[column]++] = row;
  });
  // transposing the columns lists every row in increasing order
  const rowColumn = new Int32Array(total);
  const rowEntry = new Int32Array(total);
  const to = rowStart.slice(0, n);
  for (let k = 0; k < n; k++) {
    for (let s = columnStart[k]; s < columnStart[k + 1]; s++) {
      rowColumn[to[rows[s]]] = k;
      rowEntry[to[rows[s]]++] = s;
    }
  }
  return { columnStart, rows, rowStart, rowColumn, rowEntry };
}

interface Places {
  readonly valueStart: Int32Array;
  readonly valueCount: number;
  readonly diagonalStart: Int32Array;
  readonly operations: number;
}

function placeValues(n: number, size: Int32Array, columns: Columns): Places {
  const { columnStart, rows } = columns;
  const valueStart = new Int32Array(rows.length);
  const diagonalStart = new Int32Array(n + 1);
  let valueCount = 0;
  let operations = 0;
  for (let k = 0; k < n; k++) {
    const w = size[k];
    diagonalStart[k + 1] = diagonalStart[k] + w * w;
    operations += (w * w * w) / 3;
    let below = 0;
    for (let s = columnStart[k]; s < columnStart[k + 1]; s++) {
      const h = size[rows[s]];
      valueStart[s] = valueCount;
      valueCount += h * w;
      below += h;
    }
    // the division by D, its undoing in each row, and half of the square of the column
    operations += 2 * below * w * w + (below * (below + 1) * w) / 2;
  }
  requireInteger("numbers of the factor", valueCount, 0, 1 << 30, "the factor is too large: solve iteratively");
  return { valueStart, valueCount, diagonalStart, operations };
}

interface Targets {
  readonly target: Int32Array;
  readonly targetOffset: Int32Array;
  readonly targetStride: Int32Array;
}

/** Where the upper left number of every block goes, and how far apart its rows (transposed: its columns) land. */
function placeBlocks(
  A: BlockMatrix,
  nodes: Partition,
  position: Int32Array,
  size: Int32Array,
  columns: Columns,
  places: Places,
): Targets {
  const m = A.blockCount;
  const target = new Int32Array(m);
  const targetOffset = new Int32Array(m);
  const targetStride = new Int32Array(m);
  const { nodeOf, first, nodeCount } = nodes;
  const lower = new Set<number>();
  for (let k = 0; k < m; k++) {
    const i = nodeOf[A.blockRow[k]];
    const j = nodeOf[A.blockColumn[k]];
    if (i > j) lower.add(i * nodeCount + j);
  }
  for (let k = 0; k < m; k++) {
    const i = nodeOf[A.blockRow[k]];
    const j = nodeOf[A.blockColumn[k]];
    // a block above the diagonal counts only if its mirror image is not there
    if (i < j && lower.has(j * nodeCount + i)) continue;
    const r = A.blockRow[k] - first[i];
    const c = A.blockColumn[k] - first[j];
    const a = position[i];
    const b = position[j];
    if (a === b) {
      target[k] = Target.diagonal;
      targetStride[k] = size[a];
      targetOffset[k] = places.diagonalStart[a] + r * size[a] + c;
      continue;
    }
    const base = places.valueStart[findEntry(columns, Math.max(a, b), Math.min(a, b))];
    target[k] = a > b ? Target.direct : Target.transposed;
    targetStride[k] = a > b ? size[b] : size[a];
    targetOffset[k] = a > b ? base + r * size[b] + c : base + c * size[a] + r;
  }
  return { target, targetOffset, targetStride };
}

/** The index of row `row` in column `column`, by bisection. */
function findEntry(columns: Columns, row: number, column: number): number {
  let low = columns.columnStart[column];
  let high = columns.columnStart[column + 1] - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (columns.rows[middle] < row) low = middle + 1;
    else high = middle;
  }
  return low;
}

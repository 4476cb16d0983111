/**
 * The colouring of the columns of ∂f/∂y: columns without a row in common can be differenced together (A. R. Curtis,
 * M. J. D. Powell and J. K. Reid, On the estimation of sparse Jacobian matrices, 1974). Each column, the fullest first,
 * joins the first group that none of its rows is in yet. A band of width w needs w groups, and a grid about as many as its
 * stencil has points, whatever n.
 */
import type { Pattern } from "../problem/index.js";

/** A partition of the columns: group g is `columns[start[g] … start[g+1]−1]`. */
export interface Groups {
  /** The number of groups. */
  readonly count: number;
  /** The start of each group in `columns`, and the end of the last. */
  readonly start: Int32Array;
  /** The columns, group by group. */
  readonly columns: Int32Array;
}

/** Returns groups of columns that share no row of the pattern; without a pattern, each column is a group. */
export function colourColumns(n: number, pattern?: Pattern): Groups {
  if (pattern === undefined) {
    const columns = Int32Array.from({ length: n }, (_, j) => j);
    return { count: n, start: Int32Array.from({ length: n + 1 }, (_, j) => j), columns };
  }
  const { columnStart } = pattern;
  const size = (j: number) => columnStart[j + 1] - columnStart[j];
  const order = Array.from({ length: n }, (_, j) => j).sort((a, b) => size(b) - size(a) || a - b);
  const colour = new Int32Array(n).fill(-1);
  const rows = listColumnsOfRows(n, pattern);
  // taken[c] = j: colour c belongs to a neighbour of column j
  const taken = new Int32Array(n).fill(-1);
  let count = 0;
  for (const j of order) {
    for (let e = columnStart[j]; e < columnStart[j + 1]; e++) {
      const i = pattern.rowIndex[e];
      for (let r = rows.start[i]; r < rows.start[i + 1]; r++) {
        const c = colour[rows.columns[r]];
        if (c >= 0) taken[c] = j;
      }
    }
    let c = 0;
    while (taken[c] === j) c++;
    colour[j] = c;
    count = Math.max(count, c + 1);
  }
  return gatherGroups(n, count, colour);
}

/** Returns the transposed pattern: the columns that meet each row. */
function listColumnsOfRows(n: number, pattern: Pattern): { start: Int32Array; columns: Int32Array } {
  const { columnStart, rowIndex } = pattern;
  const start = new Int32Array(n + 1);
  for (let e = 0; e < columnStart[n]; e++) start[rowIndex[e] + 1]++;
  for (let i = 0; i < n; i++) start[i + 1] += start[i];
  const columns = new Int32Array(columnStart[n]);
  const next = start.slice(0, n);
  for (let j = 0; j < n; j++)
    for (let e = columnStart[j]; e < columnStart[j + 1]; e++) columns[next[rowIndex[e]]++] = j;
  return { start, columns };
}

function gatherGroups(n: number, count: number, colour: Int32Array): Groups {
  const start = new Int32Array(count + 1);
  for (let j = 0; j < n; j++) start[colour[j] + 1]++;
  for (let g = 0; g < count; g++) start[g + 1] += start[g];
  const columns = new Int32Array(n);
  const next = start.slice(0, count);
  for (let j = 0; j < n; j++) columns[next[colour[j]]++] = j;
  return { count, start, columns };
}

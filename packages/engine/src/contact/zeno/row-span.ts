/** Spans of a few vectors: orthonormal rows of n numbers, one after the other, made by Gram and Schmidt's method, twice. */
import { RowKind, type UnilateralProblem } from "../../linalg/index.js";
import { dependentPart } from "./parameters.js";

/** Σ a[i + k] b[j + k], n numbers. */
export function multiply(a: Float64Array, i: number, b: Float64Array, j: number, n: number): number {
  let sum = 0;
  for (let k = 0; k < n; k++) sum += a[i + k] * b[j + k];
  return sum;
}

/** Takes from the vector v[o …] what lies in the span of the first rows. */
export function removeSpan(v: Float64Array, o: number, rows: Float64Array, count: number, n: number): void {
  for (let i = 0; i < count; i++) {
    const part = multiply(rows, i * n, v, o, n);
    for (let k = 0; k < n; k++) v[o + k] -= part * rows[i * n + k];
  }
}

/** Adds the vector v[o …] to a span of `count` rows, if it is not in it; v is changed. Returns whether it was added. */
export function addToSpan(rows: Float64Array, count: number, v: Float64Array, o: number, n: number): boolean {
  const before = multiply(v, o, v, o, n);
  if (count === n) return false;
  removeSpan(v, o, rows, count, n);
  removeSpan(v, o, rows, count, n);
  const square = multiply(v, o, v, o, n);
  if (!(square > dependentPart * dependentPart * before)) return false;
  const scale = 1 / Math.sqrt(square);
  for (let k = 0; k < n; k++) rows[count * n + k] = scale * v[o + k];
  return true;
}

/** Writes row r of a problem to out[o …], with zeros where it has none. */
export function readRow(out: Float64Array, o: number, problem: UnilateralProblem, r: number): void {
  const { rowStart, column, values, dimension } = problem;
  for (let k = 0; k < dimension; k++) out[o + k] = 0;
  for (let v = rowStart[r]; v < rowStart[r + 1]; v++) out[o + column[v]] += values[v];
}

/** Adds an inequality with these n values, on the only node of a problem. */
export function addDenseRow(problem: UnilateralProblem, values: Float64Array, o: number, n: number): void {
  const row = problem.addRow(RowKind.inequality, 0);
  const first = problem.rowStart[row];
  for (let k = 0; k < n; k++) problem.values[first + k] = values[o + k];
}

/** Removes from a vector its part along those of its `count` rows with a 1: rounding of units that were larger. */
export function removeRows(
  vector: Float64Array,
  which: Uint8Array | Int32Array,
  count: number,
  rows: Float64Array,
  rank: number,
  span: Float64Array,
  work: Float64Array,
): void {
  let n = 0;
  for (let k = 0; k < count; k++) {
    if (which[k] === 0) continue;
    for (let i = 0; i < rank; i++) work[i] = rows[k * rank + i];
    if (addToSpan(span, n, work, 0, rank)) n++;
  }
  removeSpan(vector, 0, span, n, rank);
}

/**
 * Marks the contacts that are or will be higher than `limit[0]`, m, or come down as fast as after a fall from `limit[1]`, if that
 * is given. Where one of them is high, the first height counts for those that come down, too: a high one would throw them off
 * their way.
 */
export function markHigh(
  out: Uint8Array,
  count: number,
  gap: Float64Array,
  v: Float64Array,
  acceleration: number,
  limit: Float64Array,
): void {
  let fall = limit.length > 1 ? limit[1] : Infinity;
  for (let round = 0; round < 2; round++) {
    let isAny = false;
    for (let k = 0; k < count; k++) {
      const height = gap[k] + (v[k] * v[k]) / (2 * acceleration);
      out[k] = gap[k] > limit[0] || height > (v[k] > 0 ? limit[0] : fall) ? 1 : 0;
      if (out[k] === 1) isAny = true;
    }
    if (!isAny) return;
    fall = limit[0];
  }
}

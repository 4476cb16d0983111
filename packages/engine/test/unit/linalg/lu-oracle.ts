/**
 * What the tests of the LU factorisations measure against: exact solutions by whole numbers, residuals, random
 * patterns.
 */

/** A small generator of numbers in [0, 1), the same on every run (Park and Miller). */
export function createRandom(seed: number): () => number {
  let s = seed;
  return () => {
    s = (s * 48271) % 2147483647;
    return s / 2147483647;
  };
}

/** An n×n matrix by columns, complex values apart. */
export interface Columns {
  readonly n: number;
  readonly columnStart: Int32Array;
  readonly rowIndex: Int32Array;
  readonly re: Float64Array;
  readonly im: Float64Array;
}

/** Columns from the places of a dense row-major matrix that `keep` accepts. */
export function toColumns(
  n: number,
  re: ArrayLike<number>,
  im?: ArrayLike<number>,
  keep?: (i: number, j: number) => boolean,
): Columns {
  const columnStart = new Int32Array(n + 1);
  const rows: number[] = [];
  const valuesRe: number[] = [];
  const valuesIm: number[] = [];
  for (let j = 0; j < n; j++) {
    for (let i = 0; i < n; i++) {
      const a = re[i * n + j];
      const b = im === undefined ? 0 : im[i * n + j];
      if (keep === undefined ? a === 0 && b === 0 : !keep(i, j)) continue;
      rows.push(i);
      valuesRe.push(a);
      valuesIm.push(b);
    }
    columnStart[j + 1] = rows.length;
  }
  return {
    n,
    columnStart,
    rowIndex: Int32Array.from(rows),
    re: Float64Array.from(valuesRe),
    im: Float64Array.from(valuesIm),
  };
}

/**
 * max_i |b − A x|_i / (|A| |x| + |b|)_i: the componentwise backward error (Oettli and Prager 1964). The computed
 * residual itself is uncertain by n ε, so values of a few n ε are as good as zero.
 */
export function measureBackwardError(
  a: Columns,
  xRe: Float64Array,
  xIm: Float64Array,
  bRe: Float64Array,
  bIm: Float64Array,
): number {
  const { n, columnStart, rowIndex, re, im } = a;
  const rRe = Float64Array.from(bRe);
  const rIm = Float64Array.from(bIm);
  const size = new Float64Array(n);
  let largest = 0;
  for (let j = 0; j < n; j++) {
    for (let p = columnStart[j]; p < columnStart[j + 1]; p++) {
      const i = rowIndex[p];
      rRe[i] -= re[p] * xRe[j] - im[p] * xIm[j];
      rIm[i] -= re[p] * xIm[j] + im[p] * xRe[j];
      size[i] += (Math.abs(re[p]) + Math.abs(im[p])) * (Math.abs(xRe[j]) + Math.abs(xIm[j]));
    }
  }
  for (let i = 0; i < n; i++) {
    const scale = size[i] + Math.abs(bRe[i]) + Math.abs(bIm[i]);
    const r = Math.abs(rRe[i]) + Math.abs(rIm[i]);
    if (!Number.isFinite(r)) return Infinity;
    if (scale > 0) largest = Math.max(largest, r / scale);
  }
  return largest;
}

/** ‖b − A x‖∞ / (‖A‖ ‖x‖ + ‖b‖): the normwise backward error, which partial pivoting bounds by n ε times the growth. */
export function measureNormwiseError(a: Columns, x: Float64Array, b: Float64Array): number {
  const { n, columnStart, rowIndex, re } = a;
  const r = Float64Array.from(b);
  const rowSum = new Float64Array(n);
  for (let j = 0; j < n; j++) {
    for (let p = columnStart[j]; p < columnStart[j + 1]; p++) {
      r[rowIndex[p]] -= re[p] * x[j];
      rowSum[rowIndex[p]] += Math.abs(re[p]);
    }
  }
  const norm = (v: Float64Array) => v.reduce((m, e) => Math.max(m, Math.abs(e)), 0);
  return norm(r) / (norm(rowSum) * norm(x) + norm(b));
}

/**
 * The exact solution of A x = b for whole numbers, by Bareiss elimination without fractions; correctly rounded to about
 * 2⁻⁵². Undefined if A is singular.
 */
export function solveExactly(n: number, a: readonly number[], b: readonly number[]): number[] | undefined {
  const m = Array.from({ length: n }, (_, i) => [...a.slice(i * n, i * n + n), b[i]].map((v) => BigInt(v)));
  let previous = 1n;
  for (let k = 0; k < n; k++) {
    const row = m.findIndex((r, i) => i >= k && r[k] !== 0n);
    if (row < 0) return undefined;
    [m[k], m[row]] = [m[row], m[k]];
    for (let i = 0; i < n; i++) {
      if (i === k) continue;
      const factor = m[i][k];
      for (let j = 0; j <= n; j++) {
        // rows above k hold multiples of the last pivot too: Gauss–Jordan in the same integers
        m[i][j] = (m[i][j] * m[k][k] - factor * m[k][j]) / previous;
      }
    }
    previous = m[k][k];
  }
  return m.map((r, i) => divide(r[n], r[i]));
}

/** numerator / denominator as a double, from 80 bits of quotient. */
function divide(numerator: bigint, denominator: bigint): number {
  const scaled = (numerator << 80n) / denominator;
  return Number(scaled) / 2 ** 80;
}

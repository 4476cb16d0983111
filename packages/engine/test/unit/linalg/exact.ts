/**
 * Exact linear algebra for tests: every double is a fraction with a power of two below, so Gaussian elimination over
 * whole numbers (BigInt, without fractions: Bareiss 1968) gives the exact solution and the exact rank of a matrix of
 * doubles.
 */

/** The reduced rows of (A | B) in whole numbers: the pivot of every row and the columns of the pivots. */
interface Reduced {
  readonly rows: bigint[][];
  readonly pivots: readonly number[];
}

/** The smallest e ≥ 0 such that v · 2ᵉ is a whole number. */
function fractionBits(v: number): number {
  let e = 0;
  let x = v;
  while (!Number.isInteger(x)) {
    x *= 2;
    e++;
  }
  return e;
}

function toWhole(values: ArrayLike<number>, bits: number): bigint[] {
  return Array.from(values, (v) => {
    const own = fractionBits(v);
    return BigInt(v * 2 ** own) << BigInt(bits - own);
  });
}

function reduce(rows: bigint[][], columns: number): Reduced {
  const pivots: number[] = [];
  let previous = 1n;
  for (let c = 0; c < columns && pivots.length < rows.length; c++) {
    const k = pivots.length;
    const r = rows.findIndex((row, i) => i >= k && row[c] !== 0n);
    if (r < 0) continue;
    [rows[k], rows[r]] = [rows[r], rows[k]];
    for (let i = 0; i < rows.length; i++) {
      if (i === k) continue;
      const factor = rows[i][c];
      rows[i] = rows[i].map((v, j) => (v * rows[k][c] - factor * rows[k][j]) / previous);
    }
    previous = rows[k][c];
    pivots.push(c);
  }
  return { rows, pivots };
}

/** numerator / denominator, correctly rounded to within one unit in the last place. */
function divide(numerator: bigint, denominator: bigint): number {
  if (numerator === 0n) return 0;
  const negative = numerator < 0n !== denominator < 0n;
  const a = numerator < 0n ? -numerator : numerator;
  const b = denominator < 0n ? -denominator : denominator;
  const shift = 64 - (a.toString(2).length - b.toString(2).length);
  const quotient = shift >= 0 ? (a << BigInt(shift)) / b : a / (b << BigInt(-shift));
  // in two factors: 2^−shift alone may underflow
  const half = Math.trunc(-shift / 2);
  const value = Number(quotient) * 2 ** half * 2 ** (-shift - half);
  return negative ? -value : value;
}

/** The exact solution of A x = b (n × n, row after row), rounded; undefined if A is singular. */
export function solveExactly(A: ArrayLike<number>, b: ArrayLike<number>, n: number): Float64Array | undefined {
  const bits = Math.max(0, ...Array.from(A, fractionBits), ...Array.from(b, fractionBits));
  const a = toWhole(A, bits);
  const right = toWhole(b, bits);
  const rows = right.map((v, i) => [...a.slice(i * n, i * n + n), v]);
  const reduced = reduce(rows, n);
  if (reduced.pivots.length < n) return undefined;
  return Float64Array.from(reduced.rows, (row, i) => divide(row[n], row[i]));
}

/** The exact rank of a matrix of doubles. */
export function findRank(A: ArrayLike<number>, rows: number, columns: number): number {
  const bits = Math.max(0, ...Array.from(A, fractionBits));
  const a = toWhole(A, bits);
  const list = Array.from({ length: rows }, (_, i) => a.slice(i * columns, (i + 1) * columns));
  return reduce(list, columns).pivots.length;
}

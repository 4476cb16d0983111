/**
 * Dense LU with partial pivoting: P A = L U, in place, for the small unsymmetric systems of implicit methods.
 *
 * A is row-major in one flat array. After `factorLu` its upper triangle holds U, what is below the diagonal holds L
 * (whose diagonal is 1), and `pivots[k]` names the row that was exchanged with row k.
 *
 * Only an exactly zero or a non-finite pivot counts as singular. A non-finite entry anywhere in A reaches the pivots in
 * the course of the elimination (multipliers of zero are not skipped: 0 · NaN is NaN), so factors reported as good are
 * finite.
 *
 * See Golub and Van Loan, Matrix Computations, section 3.4.
 */
import { SolveStatus } from "./operator.js";

/** Factors the n×n matrix `a` in place: `ok`, or `singular` or `notFinite`, when the factors are of no use. */
export function factorLu(a: Float64Array, pivots: Int32Array, n: number): SolveStatus {
  for (let k = 0; k < n; k++) {
    let best = 0;
    let row = k;
    for (let i = k; i < n; i++) {
      const size = Math.abs(a[i * n + k]);
      if (size > best) {
        best = size;
        row = i;
      }
    }
    if (!(best > 0 && best < Infinity)) return judgeColumn(a, k, n);
    pivots[k] = row;
    if (row !== k) swapRows(a, k * n, row * n, n);
    const pivot = a[k * n + k];
    for (let i = k + 1; i < n; i++) {
      const m = a[i * n + k] / pivot;
      a[i * n + k] = m;
      for (let j = k + 1, u = k * n + j, r = i * n + j; j < n; j++, u++, r++) a[r] -= m * a[u];
    }
  }
  return SolveStatus.ok;
}

/** Replaces b by A⁻¹ b, from the factors of `factorLu`. */
export function solveLu(lu: Float64Array, pivots: Int32Array, n: number, b: Float64Array): void {
  for (let k = 0; k < n; k++) {
    const row = pivots[k];
    const t = b[row];
    b[row] = b[k];
    b[k] = t;
  }
  // L z = P b
  for (let i = 1; i < n; i++) {
    let sum = b[i];
    for (let j = 0, l = i * n; j < i; j++, l++) sum -= lu[l] * b[j];
    b[i] = sum;
  }
  // U x = z
  for (let i = n - 1; i >= 0; i--) {
    let sum = b[i];
    for (let j = i + 1, u = i * n + j; j < n; j++, u++) sum -= lu[u] * b[j];
    b[i] = sum / lu[i * n + i];
  }
}

/** Column k offers no pivot: because it is zero, or because it is not finite? */
function judgeColumn(a: Float64Array, k: number, n: number): SolveStatus {
  for (let i = k; i < n; i++) if (a[i * n + k] !== 0) return SolveStatus.notFinite;
  return SolveStatus.singular;
}

function swapRows(a: Float64Array, i: number, j: number, n: number): void {
  for (let k = 0; k < n; k++) {
    const t = a[i + k];
    a[i + k] = a[j + k];
    a[j + k] = t;
  }
}

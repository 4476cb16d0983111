/**
 * LDLᵀ of a small dense symmetric matrix with diagonal and, where needed, complete pivoting (Bunch and Parlett 1971):
 * the numbers only, on (array, offset), for dense-ldl.ts and for the diagonal blocks of sparse-block-ldl.ts.
 *
 *   P A Pᵀ = L D Lᵀ,   L unit lower triangular, D of 1×1 and 2×2 blocks.
 *
 * The pivot is the largest diagonal entry left if that is at least α = (1 + √17)/8 of the rest of its row (in a
 * semidefinite matrix it always is, so the search costs O(n²) in all), or of the largest entry anywhere; else it is the
 * 2×2 block around that entry. |L| stays below 3, growth is bounded, indefinite matrices are as welcome as definite
 * ones, and where nothing above the tolerance is left the number of pivots is the rank.
 *
 *   a, o     n × n numbers from a[o], row after row; only the lower triangle is read. On return L and D⁻¹ are
 *            there; the upper triangle serves as scratch, so that inner loops run along rows
 *   order    order[p + k] is the row of A that is row k of P A Pᵀ
 *   size     size[p + k] is 1 for a 1×1 pivot, 2 and 0 for the two rows of a 2×2 pivot, −1 beyond the rank
 */
import { safePivot } from "./parameters.js";

const alpha = (1 + Math.sqrt(17)) / 8;
const noDoubt = new Float64Array(1);

/**
 * Factors in place. Stops where no entry left exceeds the tolerance: the caller has balanced the matrix so that 1 is
 * large. After `most` pivots, where that many are expected, it goes on only for what exceeds `doubt[0]`. Returns the rank, or
 * −1 when the matrix is not finite.
 */
export function factorSymmetric(
  a: Float64Array,
  o: number,
  n: number,
  order: Int32Array,
  size: Int32Array,
  p: number,
  tolerance: number,
  most = n,
  doubt: Float64Array = noDoubt,
): number {
  for (let i = 0; i < n; i++) {
    order[p + i] = i;
    size[p + i] = -1;
  }
  for (let k = 0; k < n; k += size[p + k]) {
    const least = Math.max(tolerance, k < most ? 0 : doubt[0]);
    const r = findDiagonal(a, o, n, k);
    const pivot = Math.abs(a[o + r * n + r]);
    if (pivot > least && pivot < Infinity && dominates(a, o, n, k, r)) {
      takeOne(a, o, n, order, size, p, k, r);
      continue;
    }
    // row and column of the largest entry off the diagonal
    const place = findOther(a, o, n, k);
    const i = Math.floor(place / n);
    const j = place - i * n;
    const other = i === j ? 0 : Math.abs(a[o + place]);
    if (!(pivot < Infinity && other < Infinity)) return -1;
    if (pivot <= least && other <= least) return k;
    if (pivot >= alpha * other) takeOne(a, o, n, order, size, p, k, r);
    else {
      // j < i: exchanging k and j leaves row i in its place
      exchange(a, o, n, order, p, k, j);
      exchange(a, o, n, order, p, k + 1, i);
      size[p + k] = 2;
      size[p + k + 1] = 0;
      eliminateTwo(a, o, n, k);
    }
  }
  return n;
}

/**
 * Factors a matrix at d[o] that is clearly definite: each pivot, as it comes, is above `safePivot` times scale[p + k], the
 * measure of its diagonal entry. Writes the factor to f[o …], which is that of the matrix without scales. Returns false if the
 * matrix is not clearly definite.
 */
export function factorDefinite(
  f: Float64Array,
  d: Float64Array,
  o: number,
  n: number,
  scale: Float64Array,
  p: number,
): boolean {
  if (n === 3) {
    const d0 = d[o];
    const a = d[o + 3];
    const b = d[o + 6];
    const l10 = a / d0;
    const l20 = b / d0;
    const d1 = d[o + 4] - l10 * a;
    const c = d[o + 7] - l10 * b;
    const l21 = c / d1;
    const d2 = d[o + 8] - l20 * b - l21 * c;
    const isSafe = d0 > safePivot * scale[p] && d1 > safePivot * scale[p + 1] && d2 > safePivot * scale[p + 2];
    if (!(isSafe && d0 + d1 + d2 < Infinity)) return false;
    f[o] = 1 / d0;
    f[o + 3] = l10;
    f[o + 4] = 1 / d1;
    f[o + 6] = l20;
    f[o + 7] = l21;
    f[o + 8] = 1 / d2;
    return true;
  }
  return factorInOrder(f, d, o, n, scale, p);
}

/** Row by row; l_ij d_j in the upper triangle. */
function factorInOrder(
  f: Float64Array,
  d: Float64Array,
  o: number,
  n: number,
  scale: Float64Array,
  p: number,
): boolean {
  for (let i = 0; i < n; i++) {
    const row = o + i * n;
    let pivot = d[row + i];
    for (let j = 0; j < i; j++) {
      const other = o + j * n;
      let w = d[row + j];
      for (let k = 0; k < j; k++) w -= f[other + k] * f[o + k * n + i];
      f[other + i] = w;
      const l = w * f[other + j];
      f[row + j] = l;
      pivot -= l * w;
    }
    if (!(pivot > safePivot * scale[p + i] && pivot < Infinity)) return false;
    f[row + i] = 1 / pivot;
  }
  return true;
}

/** The row of the largest diagonal entry from k on, or of the first that is not a number. */
function findDiagonal(a: Float64Array, o: number, n: number, k: number): number {
  let r = k;
  let largest = -1;
  for (let i = k; i < n; i++) {
    const v = Math.abs(a[o + i * n + i]);
    if (Number.isNaN(v)) return i;
    if (v > largest) {
      largest = v;
      r = i;
    }
  }
  return r;
}

/** Whether the diagonal entry of row r is at least α times every other entry of that row, from column k on. */
function dominates(a: Float64Array, o: number, n: number, k: number, r: number): boolean {
  const bound = Math.abs(a[o + r * n + r]) / alpha;
  for (let j = k; j < r; j++) if (!(Math.abs(a[o + r * n + j]) <= bound)) return false;
  for (let i = r + 1; i < n; i++) if (!(Math.abs(a[o + i * n + r]) <= bound)) return false;
  return true;
}

/** i · n + j of the largest entry below the diagonal, from k on, or of the first that is not a number. */
function findOther(a: Float64Array, o: number, n: number, k: number): number {
  let place = k * n + k;
  let largest = -1;
  for (let i = k + 1; i < n; i++) {
    for (let j = k; j < i; j++) {
      const v = Math.abs(a[o + i * n + j]);
      if (Number.isNaN(v)) return i * n + j;
      if (v > largest) {
        largest = v;
        place = i * n + j;
      }
    }
  }
  return place;
}

function takeOne(
  a: Float64Array,
  o: number,
  n: number,
  order: Int32Array,
  size: Int32Array,
  p: number,
  k: number,
  r: number,
): void {
  exchange(a, o, n, order, p, k, r);
  size[p + k] = 1;
  eliminateOne(a, o, n, k);
}

/** Exchanges rows and columns i ≤ j of the symmetric matrix (and rows of the part of L that is done). */
function exchange(a: Float64Array, o: number, n: number, order: Int32Array, p: number, i: number, j: number): void {
  if (i === j) return;
  const ri = o + i * n;
  const rj = o + j * n;
  for (let c = 0; c < i; c++) {
    const v = a[ri + c];
    a[ri + c] = a[rj + c];
    a[rj + c] = v;
  }
  for (let c = i + 1; c < j; c++) {
    const v = a[o + c * n + i];
    a[o + c * n + i] = a[rj + c];
    a[rj + c] = v;
  }
  for (let r = j + 1; r < n; r++) {
    const row = o + r * n;
    const v = a[row + i];
    a[row + i] = a[row + j];
    a[row + j] = v;
  }
  const d = a[ri + i];
  a[ri + i] = a[rj + j];
  a[rj + j] = d;
  const q = order[p + i];
  order[p + i] = order[p + j];
  order[p + j] = q;
}

/** a_ij ← a_ij − a_ik a_jk / d, l_ik = a_ik / d, and 1/d in the place of d. */
function eliminateOne(a: Float64Array, o: number, n: number, k: number): void {
  const d = a[o + k * n + k];
  const scratch = o + k * n;
  a[scratch + k] = 1 / d;
  for (let i = k + 1; i < n; i++) a[scratch + i] = a[o + i * n + k] / d;
  for (let i = k + 1; i < n; i++) {
    const row = o + i * n;
    const w = a[row + k];
    if (w === 0) continue;
    for (let j = k + 1; j <= i; j++) a[row + j] -= w * a[scratch + j];
    a[row + k] = a[scratch + i];
  }
}

/**
 * Eliminates with the 2×2 pivot D = (d₁ e; e d₂) = (a_kk, a_k+1,k; a_k+1,k, a_k+1,k+1). Its inverse is formed in a scaled way
 * that cannot overflow, and is accurate: |d₁|, |d₂| ≤ α |e| make D well-conditioned.
 */
function eliminateTwo(a: Float64Array, o: number, n: number, k: number): void {
  const s = o + k * n + k;
  const e = a[s + n];
  const d1 = a[s] / e;
  const d2 = a[s + n + 1] / e;
  const f = 1 / (d1 * d2 - 1) / e;
  const i11 = f * d2;
  const i22 = f * d1;
  a[s] = i11;
  a[s + n] = -f;
  a[s + n + 1] = i22;
  const scratch1 = o + k * n;
  const scratch2 = scratch1 + n;
  for (let i = k + 2; i < n; i++) {
    const w1 = a[o + i * n + k];
    const w2 = a[o + i * n + k + 1];
    a[scratch1 + i] = i11 * w1 - f * w2;
    a[scratch2 + i] = i22 * w2 - f * w1;
  }
  for (let i = k + 2; i < n; i++) {
    const row = o + i * n;
    const w1 = a[row + k];
    const w2 = a[row + k + 1];
    for (let j = k + 2; j <= i; j++) a[row + j] -= w1 * a[scratch1 + j] + w2 * a[scratch2 + j];
    a[row + k] = a[scratch1 + i];
    a[row + k + 1] = a[scratch2 + i];
  }
}

/**
 * Solves L D Lᵀ y = z in place in work[w …], both in the order of the pivots, over the first `rank` rows. Entries of
 * `work` from `rank` to n − 1 are reduced by the forward pass (they are the inconsistency of a singular system) and
 * take no part in the backward pass.
 */
export function solveFactored(
  work: Float64Array,
  w: number,
  a: Float64Array,
  o: number,
  n: number,
  size: Int32Array,
  p: number,
  rank: number,
): void {
  for (let i = 1; i < n; i++) {
    const row = o + i * n;
    // the second row of a 2×2 pivot has no L entry beside its first row
    const end = i < rank ? (size[p + i] === 0 ? i - 1 : i) : rank;
    let sum = work[w + i];
    for (let j = 0; j < end; j++) sum -= a[row + j] * work[w + j];
    work[w + i] = sum;
  }
  for (let k = 0; k < rank; k++) {
    const s = o + k * n + k;
    if (size[p + k] === 1) work[w + k] *= a[s];
    else {
      const z1 = work[w + k];
      const z2 = work[w + k + 1];
      work[w + k] = a[s] * z1 + a[s + n] * z2;
      work[w + k + 1] = a[s + n] * z1 + a[s + n + 1] * z2;
      k++;
    }
  }
  solveTransposed(work, w, a, o, n, size, p, rank);
}

/** Solves L₁ᵀ y = z in place, L₁ the first `rank` rows and columns of L. */
export function solveTransposed(
  work: Float64Array,
  w: number,
  a: Float64Array,
  o: number,
  n: number,
  size: Int32Array,
  p: number,
  rank: number,
): void {
  for (let i = rank - 1; i > 0; i--) {
    const row = o + i * n;
    const end = size[p + i] === 0 ? i - 1 : i;
    const y = work[w + i];
    for (let j = 0; j < end; j++) work[w + j] -= a[row + j] * y;
  }
}

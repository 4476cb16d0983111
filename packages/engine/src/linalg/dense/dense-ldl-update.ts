/**
 * An LDLᵀ factor that follows its matrix: rows and columns come and go, and symmetric rank-one terms are added and
 * taken away, each in O(n²) instead of the O(n³) of a fresh factorisation. This is the factor of an active set: the
 * matrix over the rows that are in it now.
 *
 *   A = L D Lᵀ, L unit lower triangular, D diagonal; rows in order of arrival, no pivoting
 *
 *   append a, α:   L l̂ = a,  l = D⁻¹ l̂,  δ = α − l̂·l. The new row of L is l, the new pivot δ.
 *   remove k:      rows k and column k go; the corner below gains d_k l_k l_kᵀ, a rank-one change.
 *   A ± v vᵀ:      method C1 of Gill, Golub, Murray and Saunders 1974.
 *
 * Positive definite matrices only. An operation that would lose definiteness (to within `tolerance`) is refused: it
 * reports `singular` or `indefinite` and leaves the factor as it was. For an appended row `singular` means that it
 * depends on the rows already there; `dependency` then says how: a = A y.
 */
import { requireInteger, requireNonNegative } from "../../math/index.js";
import { requireRoom, SolveStatus } from "./operator.js";
import { pivotNoise, updatableTolerance } from "./parameters.js";

/** The options of an `UpdatableLdl`. */
export interface UpdatableLdlOptions {
  /** A pivot below this fraction of its diagonal entry is zero. Default 1e-13. */
  readonly tolerance?: number;
}

/** An LDLᵀ factor of a positive definite matrix whose rows come and go. */
export class UpdatableLdl {
  /** Rows that there is room for. */
  readonly capacity: number;
  /** Rows in the factor. */
  size = 0;
  /** Changes since the factor was last empty: a measure of the rounding errors gathered. */
  changes = 0;
  readonly tolerance: number;
  /**
   * After an `append`: y with A y = a over the rows that were there; if it was refused, how the new row depends on
   * them.
   */
  readonly dependency: Float64Array;
  /** Slot 0: the pivot δ of the last `append`, accepted or not; of a rank-one change, the least 1 ± vᵀA⁻¹v. */
  readonly result = new Float64Array(1);
  private readonly l: Float64Array;
  private readonly d: Float64Array;
  /** The diagonal of A. */
  private readonly a: Float64Array;
  private readonly w: Float64Array;

  constructor(capacity: number, options: UpdatableLdlOptions = {}) {
    requireInteger("capacity", capacity, 0, 1 << 14);
    const { tolerance = updatableTolerance } = options;
    requireNonNegative("options.tolerance", tolerance);
    this.capacity = capacity;
    this.tolerance = tolerance;
    this.dependency = new Float64Array(capacity);
    this.l = new Float64Array(capacity * capacity);
    this.d = new Float64Array(capacity);
    this.a = new Float64Array(capacity);
    this.w = new Float64Array(capacity);
  }

  /** Empties the factor. */
  reset(): void {
    this.size = 0;
    this.changes = 0;
  }

  /**
   * Appends a row and column: a[0 … size − 1] beside the rows that are there, a[size] on the diagonal.
   *
   * Rounding the entries of A by ε changes δ = (−y; 1)ᵀ (A a; aᵀ α) (−y; 1) by ε (√α + Σ |y_i| √a_ii)² at most: a pivot
   * below a few of these is zero as far as anyone can tell, however large it looks beside α.
   */
  append(a: Float64Array): SolveStatus {
    const n = this.size;
    const c = this.capacity;
    const d = this.d;
    const w = this.w;
    const y = this.dependency;
    requireInteger("size", n, 0, c - 1, "the factor is full: construct it with a larger capacity");
    requireRoom("a", a, n + 1);
    for (let i = 0; i < n; i++) w[i] = a[i];
    solveLower(w, this.l, c, n);
    const alpha = a[n];
    let delta = alpha;
    for (let i = 0; i < n; i++) {
      const li = w[i] / d[i];
      delta -= w[i] * li;
      y[i] = li;
      this.l[n * c + i] = li;
    }
    solveLowerTransposed(y, this.l, c, n);
    this.result[0] = delta;
    if (!Number.isFinite(delta)) return SolveStatus.notFinite;
    let size = Math.sqrt(Math.abs(alpha));
    for (let i = 0; i < n; i++) size += Math.abs(y[i]) * Math.sqrt(this.a[i]);
    const limit = Math.max(this.tolerance * Math.abs(alpha), pivotNoise * size * size);
    if (!(delta > limit)) return delta < -limit ? SolveStatus.indefinite : SolveStatus.singular;
    this.a[n] = alpha;
    d[n] = delta;
    this.size = n + 1;
    this.changes++;
    return SolveStatus.ok;
  }

  /** Removes row and column k; later rows move up by one. Never fails. */
  remove(k: number): void {
    requireInteger("k", k, 0, this.size - 1);
    const c = this.capacity;
    const l = this.l;
    const d = this.d;
    const n = this.size - 1;
    const w = this.w;
    const dk = d[k];
    for (let i = k; i < n; i++) {
      const from = (i + 1) * c;
      const to = i * c;
      w[i] = l[from + k];
      for (let j = 0; j < k; j++) l[to + j] = l[from + j];
      for (let j = k; j < i; j++) l[to + j] = l[from + j + 1];
      d[i] = d[i + 1];
      this.a[i] = this.a[i + 1];
    }
    this.size = n;
    this.changes++;
    this.result[0] = dk;
    updateFrom(k, n, l, c, d, w, this.result);
  }

  /** A ← A + v vᵀ; refused as `notFinite` where a number of the new A, or of its factor, would be too large. */
  update(v: Float64Array): SolveStatus {
    const n = this.size;
    const w = this.w;
    requireRoom("v", v, n);
    for (let i = 0; i < n; i++) w[i] = v[i];
    // the new pivots are at most d + (L⁻¹v)²
    solveLower(w, this.l, this.capacity, n);
    for (let i = 0; i < n; i++) {
      if (!(this.d[i] + w[i] * w[i] < Infinity && this.a[i] + v[i] * v[i] < Infinity)) return SolveStatus.notFinite;
    }
    for (let i = 0; i < n; i++) w[i] = v[i];
    for (let i = 0; i < n; i++) this.a[i] += v[i] * v[i];
    this.changes++;
    this.result[0] = 1;
    updateFrom(0, n, this.l, this.capacity, this.d, this.w, this.result);
    return SolveStatus.ok;
  }

  /** A ← A − v vᵀ; refused unless 1 − vᵀ A⁻¹ v, the factor by which the determinant shrinks, exceeds the tolerance. */
  downdate(v: Float64Array): SolveStatus {
    const n = this.size;
    const w = this.w;
    requireRoom("v", v, n);
    for (let i = 0; i < n; i++) w[i] = v[i];
    solveLower(w, this.l, this.capacity, n);
    let rest = 1;
    for (let i = 0; i < n; i++) rest -= w[i] * (w[i] / this.d[i]);
    this.result[0] = rest;
    if (!Number.isFinite(rest)) return SolveStatus.notFinite;
    if (!(rest > this.tolerance)) return rest < -this.tolerance ? SolveStatus.indefinite : SolveStatus.singular;
    for (let i = 0; i < n; i++) this.a[i] = Math.max(0, this.a[i] - v[i] * v[i]);
    this.changes++;
    downdateFactor(n, this.l, this.capacity, this.d, w, this.result);
    return SolveStatus.ok;
  }

  /** x ← A⁻¹ x over the first `size` entries. */
  solve(x: Float64Array): void {
    const n = this.size;
    requireRoom("x", x, n);
    solveLower(x, this.l, this.capacity, n);
    for (let i = 0; i < n; i++) x[i] /= this.d[i];
    solveLowerTransposed(x, this.l, this.capacity, n);
  }

  /** Writes L D Lᵀ, row after row with stride `size`: what the factor believes its matrix to be. */
  multiplyOut(out: Float64Array): void {
    const n = this.size;
    const c = this.capacity;
    requireRoom("out", out, n * n);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j <= i; j++) {
        let sum = 0;
        for (let k = 0; k <= j; k++) {
          sum += (k === i ? 1 : this.l[i * c + k]) * this.d[k] * (k === j ? 1 : this.l[j * c + k]);
        }
        out[i * n + j] = sum;
        out[j * n + i] = sum;
      }
    }
  }
}

function solveLower(x: Float64Array, l: Float64Array, stride: number, n: number): void {
  for (let i = 1; i < n; i++) {
    let sum = x[i];
    for (let j = 0, row = i * stride; j < i; j++) sum -= l[row + j] * x[j];
    x[i] = sum;
  }
}

function solveLowerTransposed(x: Float64Array, l: Float64Array, stride: number, n: number): void {
  for (let i = n - 1; i > 0; i--) {
    const xi = x[i];
    for (let j = 0, row = i * stride; j < i; j++) x[j] -= l[row + j] * xi;
  }
}

/**
 * L D Lᵀ ← L D Lᵀ + σ w wᵀ over rows and columns from `first`, σ = sigma[0] > 0. Destroys w and sigma.
 *
 *   p = w_j,  d̄ = d_j + σ p²,  β = σ p / d̄,  σ ← σ d_j / d̄,   w_r ← w_r − p l_rj,  l_rj ← l_rj + β w_r
 */
function updateFrom(
  first: number,
  n: number,
  l: Float64Array,
  stride: number,
  d: Float64Array,
  w: Float64Array,
  sigma: Float64Array,
): void {
  let s = sigma[0];
  for (let j = first; j < n; j++) {
    const p = w[j];
    if (p === 0) continue;
    const old = d[j];
    const dj = old + s * (p * p);
    const beta = (s * p) / dj;
    s *= old / dj;
    d[j] = dj;
    for (let r = j + 1; r < n; r++) {
      const at = r * stride + j;
      w[r] -= p * l[at];
      l[at] += beta * w[r];
    }
  }
  sigma[0] = s;
}

/**
 * L D Lᵀ ← L D Lᵀ − v vᵀ with p = L⁻¹ v in w, and rest[0] = 1 − pᵀ D⁻¹ p > 0. Runs backwards, so that the new pivots
 * are quotients of positive numbers and cannot lose their sign to rounding (Gill, Golub, Murray and Saunders, method
 * C2).
 *
 *   t_n = rest,  t_j = t_j+1 + p_j²/d_j,  d̄_j = d_j t_j+1 / t_j,  β_j = −p_j / (d_j t_j+1)
 *   l̄_rj = l_rj + β_j w_r,  w_r ← w_r + p_j l_rj          (w_r: what v has left in row r after columns j+1 …)
 */
function downdateFactor(
  n: number,
  l: Float64Array,
  stride: number,
  d: Float64Array,
  p: Float64Array,
  rest: Float64Array,
): void {
  let t = rest[0];
  for (let j = n - 1; j >= 0; j--) {
    const pj = p[j];
    const next = t + pj * (pj / d[j]);
    const beta = -pj / (d[j] * t);
    d[j] *= t / next;
    t = next;
    for (let r = j + 1; r < n; r++) {
      const at = r * stride + j;
      const old = l[at];
      l[at] = old + beta * p[r];
      p[r] += pj * old;
    }
  }
}

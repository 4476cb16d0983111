/**
 * Linear complementarity by Dantzig's pivoting, in the form of Baraff (Fast contact force computation, 1994): a = A f + b with A
 * symmetric and without negative eigenvalues; f ≥ 0, a ≥ 0, f·a = 0, or a = 0 with f free (equalities). One index after the other
 * is brought to its condition, while those before it keep theirs.
 *
 *   C    indices with aᵢ = 0, whose fᵢ may change          N    indices with fᵢ = 0, whose aᵢ may change
 *   d    the index at hand: f_d grows until a_d = 0, with Δf_C = −A_CC⁻¹ A_Cd; the least step at which some i of C would
 *        get fᵢ < 0, or some i of N aᵢ < 0, moves that i to the other set
 *
 * The factor of A_CC follows the set (dense-ldl-update.ts). Where row d depends on those of C, f_d grows at their cost until one
 * of them is zero. Ties make it cycle: so b is first perturbed by a tiny amount for each index, which opens and never closes, and
 * the set found that way is then corrected on the true b.
 */
import { requireLength, resize } from "../../math/index.js";
import { SolveStatus, UpdatableLdl } from "../dense/index.js";
import {
  dantzigCorrectedZero,
  dantzigDependent,
  dantzigInconsistency,
  dantzigOff,
  dantzigPerturbation,
  dantzigRounds,
  dantzigZero,
} from "./parameters.js";
import { measureLargest } from "./row-products.js";
import { RowKind } from "./unilateral-problem.js";
import { UnilateralStatus } from "./unilateral-result.js";

/** The pivoting method, with the factor of its set and scratch arrays. */
export class DantzigPivoting {
  pivots = 0;
  /** How f moves where there is no solution: A u = 0, u·b < 0. */
  df = new Float64Array(0);
  private ldl = new UpdatableLdl(0);
  private set = new Int32Array(0);
  /** Place in C, −1 in N, −2 not yet at its condition. */
  private place = new Int32Array(0);
  private skipped = new Uint8Array(0);
  private da = new Float64Array(0);
  private moved = new Float64Array(0);
  private x = new Float64Array(0);
  /** The size of b, and what counts as zero beside it. */
  private readonly figures = new Float64Array(2);

  setUp(m: number): void {
    if (m <= this.place.length) return;
    this.ldl = new UpdatableLdl(m);
    this.set = new Int32Array(m);
    this.place = new Int32Array(m);
    this.skipped = new Uint8Array(m);
    this.df = new Float64Array(m);
    this.da = new Float64Array(m);
    this.moved = new Float64Array(m);
    this.x = resize(this.x, m + 1);
  }

  /** Solves for f and a, m numbers each; A row by row. */
  solve(
    m: number,
    A: Float64Array,
    b: Float64Array,
    kind: Uint8Array,
    f: Float64Array,
    a: Float64Array,
  ): UnilateralStatus {
    this.setUp(m);
    const { place, moved, figures } = this;
    this.pivots = 0;
    this.ldl.reset();
    measureLargest(figures, 0, b, m);
    if (!Number.isFinite(figures[0])) return UnilateralStatus.notFinite;
    const limit = 20 * m + 100;
    for (let i = 0; i < m; i++) {
      place[i] = -2;
      f[i] = 0;
      const fraction = (i * 0.6180339887498949) % 1;
      moved[i] = kind[i] === RowKind.equality ? b[i] : b[i] + dantzigPerturbation * figures[0] * (0.5 + fraction);
      a[i] = moved[i];
    }
    let status = this.driveAll(m, A, kind, f, a, dantzigZero, limit);
    for (let round = 0; status === UnilateralStatus.ok && round < dantzigRounds; round++) {
      this.restore(m, A, b, kind, f, a);
      let open = 0;
      for (let i = 0; i < m; i++) {
        if (place[i] >= 0) continue;
        const out = kind[i] === RowKind.equality ? Math.abs(a[i]) : -a[i];
        place[i] = out > dantzigOff * figures[0] ? -2 : -1;
        if (place[i] === -2) open++;
      }
      if (open === 0) return UnilateralStatus.ok;
      status = this.driveAll(m, A, kind, f, a, dantzigCorrectedZero, limit);
    }
    return status;
  }

  /** Takes what a better product than A f + b has left of a on C from the forces, without making any of them pull. */
  correct(kind: Uint8Array, f: Float64Array, a: Float64Array): void {
    const { ldl, set, x } = this;
    for (let j = 0; j < ldl.size; j++) x[j] = a[set[j]];
    ldl.solve(x);
    for (let j = 0; j < ldl.size; j++) {
      const i = set[j];
      f[i] -= x[j];
      if (f[i] < 0 && kind[i] !== RowKind.equality) f[i] = 0;
    }
  }

  /** Brings all indices that are not there to their condition. */
  private driveAll(
    m: number,
    A: Float64Array,
    kind: Uint8Array,
    f: Float64Array,
    a: Float64Array,
    fraction: number,
    limit: number,
  ): UnilateralStatus {
    this.figures[1] = fraction * this.figures[0];
    for (let pass = 0; pass < 2; pass++) {
      for (let d = 0; d < m; d++) {
        if (this.place[d] !== -2 || (kind[d] === RowKind.equality) !== (pass === 0)) continue;
        const status = this.drive(d, m, A, kind, f, a, limit);
        if (status !== UnilateralStatus.ok) return status;
        if (this.place[d] === -2) this.place[d] = -1;
      }
    }
    return UnilateralStatus.ok;
  }

  /** Brings index d to its condition, by pivots that keep those of all others. */
  private drive(
    d: number,
    m: number,
    A: Float64Array,
    kind: Uint8Array,
    f: Float64Array,
    a: Float64Array,
    limit: number,
  ): UnilateralStatus {
    const { place, df, da, skipped } = this;
    const free = kind[d] === RowKind.equality;
    const tiny = this.figures[1];
    for (let i = 0; i < m; i++) skipped[i] = 0;
    while (a[d] < -tiny || (free && a[d] > tiny)) {
      if (this.pivots++ > limit) return UnilateralStatus.iterationLimit;
      const sign = a[d] < 0 ? 1 : -1;
      this.findDirection(d, m, A, sign);
      const isDependent = !(sign * da[d] > dantzigDependent * A[d * m + d]);
      let step = isDependent ? Infinity : -a[d] / da[d];
      let blocking = d;
      for (let i = 0; i < m; i++) {
        if (place[i] === -2 || i === d || skipped[i] === 1 || kind[i] === RowKind.equality) continue;
        let value = a[i];
        let change = da[i];
        if (place[i] >= 0) {
          value = f[i];
          change = df[i];
        } else if (isDependent || !(change < -dantzigDependent * A[i * m + i])) continue;
        if (!(change < 0)) continue;
        const bound = -value / change;
        if (bound < step) {
          step = Math.max(0, bound);
          blocking = i;
        }
      }
      if (step === Infinity) {
        // what depends and is off by rounding only is left
        const isRounding = Math.abs(a[d]) <= dantzigInconsistency * this.figures[0];
        return isRounding ? UnilateralStatus.ok : UnilateralStatus.infeasible;
      }
      for (let i = 0; i < m; i++) {
        f[i] += step * df[i];
        a[i] += step * da[i];
      }
      if (!this.exchange(blocking, d, m, A, f, a)) return UnilateralStatus.iterationLimit;
    }
    return UnilateralStatus.ok;
  }

  /** Moves the blocking index to the other set, or leaves it out where it depends on C; false if that is d. */
  private exchange(blocking: number, d: number, m: number, A: Float64Array, f: Float64Array, a: Float64Array): boolean {
    const { place, skipped } = this;
    if (blocking !== d && place[blocking] >= 0) {
      this.leave(place[blocking]);
      f[blocking] = 0;
      return true;
    }
    a[blocking] = 0;
    if (this.enter(blocking, m, A)) return true;
    skipped[blocking] = 1;
    return blocking !== d;
  }

  /** df, da: how f and a change when f_d grows by `sign` and a stays as it is on C. */
  private findDirection(d: number, m: number, A: Float64Array, sign: number): void {
    const { ldl, set, place, df, da, x } = this;
    const size = ldl.size;
    for (let j = 0; j < size; j++) x[j] = -sign * A[set[j] * m + d];
    ldl.solve(x);
    for (let i = 0; i < m; i++) df[i] = 0;
    for (let j = 0; j < size; j++) df[set[j]] = x[j];
    df[d] = sign;
    for (let i = 0; i < m; i++) {
      da[i] = 0;
      if (place[i] >= 0) continue;
      let sum = sign * A[i * m + d];
      for (let j = 0; j < size; j++) sum += A[i * m + set[j]] * x[j];
      da[i] = sum;
    }
  }

  private enter(i: number, m: number, A: Float64Array): boolean {
    const { ldl, set, place, x } = this;
    const size = ldl.size;
    for (let j = 0; j < size; j++) x[j] = A[i * m + set[j]];
    x[size] = A[i * m + i];
    ldl.append(x);
    if (ldl.size === size) return false;
    set[size] = i;
    place[i] = size;
    return true;
  }

  private leave(at: number): void {
    const { ldl, set, place } = this;
    place[set[at]] = -1;
    ldl.remove(at);
    for (let j = at; j < ldl.size; j++) {
      set[j] = set[j + 1];
      place[set[j]] = j;
    }
  }

  /** The forces of C on the true b, without those that would have to pull. */
  private restore(
    m: number,
    A: Float64Array,
    b: Float64Array,
    kind: Uint8Array,
    f: Float64Array,
    a: Float64Array,
  ): void {
    const { ldl, set, x, place } = this;
    for (let worst = 0; worst >= 0; ) {
      for (let i = 0; i < m; i++) f[i] = 0;
      // twice: the second time corrects the first
      for (let pass = 0; pass < 2; pass++) {
        multiplySet(a, m, A, b, set, ldl.size, f);
        for (let j = 0; j < ldl.size; j++) x[j] = a[set[j]];
        ldl.solve(x);
        for (let j = 0; j < ldl.size; j++) f[set[j]] -= x[j];
      }
      worst = -1;
      for (let j = 0; j < ldl.size; j++) {
        const i = set[j];
        if (kind[i] !== RowKind.equality && f[i] < 0 && (worst < 0 || f[i] < f[set[worst]])) worst = j;
      }
      if (worst >= 0) this.leave(worst);
    }
    for (let i = 0; i < m; i++) if (place[i] < 0) f[i] = 0;
    multiplySet(a, m, A, b, set, ldl.size, f);
    for (let j = 0; j < ldl.size; j++) a[set[j]] = 0;
  }
}

/**
 * Solves the dense linear complementarity problem f ≥ 0, a = A f + b ≥ 0, f·a = 0 for f and a, n numbers each. A is n × n, row by
 * row, symmetric and without negative eigenvalues. The status is `singular` where there is no solution. Meant for small problems:
 * it allocates.
 */
export function solveLcp(f: Float64Array, a: Float64Array, A: Float64Array, b: Float64Array): SolveStatus {
  const n = b.length;
  requireLength("A", A, n * n);
  const kind = new Uint8Array(n).fill(RowKind.inequality);
  const status = new DantzigPivoting().solve(n, A, b, kind, f, a);
  // what is below zero by rounding is zero
  for (let i = 0; i < n; i++) if (a[i] < 0) a[i] = 0;
  if (status === UnilateralStatus.ok) return SolveStatus.ok;
  if (status === UnilateralStatus.infeasible) return SolveStatus.singular;
  return status === UnilateralStatus.notFinite ? SolveStatus.notFinite : SolveStatus.iterationLimit;
}

/** a = A f + b, f zero outside the set. */
function multiplySet(
  a: Float64Array,
  m: number,
  A: Float64Array,
  b: Float64Array,
  set: Int32Array,
  size: number,
  f: Float64Array,
): void {
  for (let i = 0; i < m; i++) {
    let sum = b[i];
    for (let j = 0; j < size; j++) sum += A[i * m + set[j]] * f[set[j]];
    a[i] = sum;
  }
}

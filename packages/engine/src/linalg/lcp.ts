/**
 * Linear complementarity problems: f ≥ 0, a = A f + b ≥ 0, f·a = 0, for a symmetric A without negative eigenvalues, by
 * Dantzig's pivoting as Baraff uses it (Fast contact force computation, 1994): one index after the other is brought to
 * its condition, while those before it keep theirs.
 *
 *   C    indices with aᵢ = 0, whose fᵢ may grow          N    indices with fᵢ = 0, whose aᵢ may grow
 *   d    the index at hand: f_d grows until a_d = 0, with Δf_C = −A_CC⁻¹ A_Cd; the least step at which some i of C would
 *        get fᵢ < 0, or some i of N aᵢ < 0, moves that i to the other set
 *
 * Dense, for small problems; it allocates.
 */
import { requireLength } from "../math/index.js";
import { DenseLdl } from "./dense-ldl.js";
import { SolveStatus } from "./operator.js";

/** What is left of a diagonal entry below this fraction of it is rounding. */
const dependent = 1e-12;

/** Solves for f and a, n numbers each; A is n × n, row by row. */
export function solveLcp(f: Float64Array, a: Float64Array, A: Float64Array, b: Float64Array): SolveStatus {
  const n = b.length;
  requireLength("A", A, n * n);
  f.fill(0);
  a.set(b);
  const inC = new Uint8Array(n);
  const scale = b.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  if (!(scale < Infinity)) return SolveStatus.notFinite;
  const tiny = 1e-14 * scale;
  for (let d = 0; d < n; d++) {
    // each pivot moves one index; a cycle would be rounding
    for (let pivots = 0; a[d] < -tiny; pivots++) {
      if (pivots > 10 * n + 10) return SolveStatus.iterationLimit;
      const { df, da } = findDirection(A, n, inC, d);
      // where row d depends on those of C, f_d grows at their cost, until one of them is spent
      const isDependent = !(da[d] > dependent * A[d * n + d]);
      let step = isDependent ? Infinity : -a[d] / da[d];
      let blocking = d;
      for (let i = 0; i < d; i++) {
        // fᵢ of C must not become negative, nor aᵢ of N
        const value = inC[i] === 1 ? f[i] : a[i];
        const change = inC[i] === 1 ? df[i] : da[i] < -dependent * A[i * n + i] ? da[i] : 0;
        const limit = change < 0 ? -value / change : Infinity;
        if (limit < step) {
          step = Math.max(0, limit);
          blocking = i;
        }
      }
      if (step === Infinity) return SolveStatus.singular;
      for (let i = 0; i < n; i++) {
        f[i] += step * df[i];
        a[i] += step * da[i];
      }
      if (blocking === d) inC[d] = 1;
      else inC[blocking] = 1 - inC[blocking];
      if (inC[blocking] === 1) a[blocking] = 0;
      else f[blocking] = 0;
    }
    if (inC[d] === 0 && a[d] < 0) a[d] = 0;
  }
  return SolveStatus.ok;
}

/** How f and a change when f_d grows by one and a stays as it is on C. */
function findDirection(A: Float64Array, n: number, inC: Uint8Array, d: number): { df: Float64Array; da: Float64Array } {
  const C = Array.from(inC.keys()).filter((i) => inC[i] === 1);
  const ldl = new DenseLdl(C.length);
  ldl.factor(Float64Array.from(C.flatMap((i) => C.map((j) => A[i * n + j]))));
  const x = Float64Array.from(C, (i) => -A[i * n + d]);
  ldl.solve(x);
  const df = new Float64Array(n);
  df[d] = 1;
  C.forEach((i, k) => {
    df[i] = x[k];
  });
  const da = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    if (inC[i] === 1) continue;
    for (let j = 0; j < n; j++) da[i] += A[i * n + j] * df[j];
  }
  return { df, da };
}

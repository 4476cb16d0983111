import { DenseLdl, SolveStatus, UpdatableLdl } from "@rigor/engine/linalg";
import { createRng, nextInteger, nextUniform, RigorError } from "@rigor/engine/math";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { difference, epsilon, norm, randomVector, spread, withEigenvalues } from "../matrices.js";

/** The matrix over a list of rows. */
function restrict(A: Float64Array, n: number, rows: readonly number[]): Float64Array {
  return Float64Array.from({ length: rows.length ** 2 }, (_, s) => {
    return A[rows[Math.floor(s / rows.length)] * n + rows[s % rows.length]];
  });
}

/** Row r of A beside the rows listed, and its diagonal entry. */
function pickRow(A: Float64Array, n: number, rows: readonly number[], r: number): Float64Array {
  return Float64Array.from([...rows, r], (j) => A[r * n + j]);
}

/** |L D Lᵀ − A| / |A| for the matrix the factor should have. */
function drift(factor: UpdatableLdl, A: Float64Array): number {
  const out = new Float64Array(factor.size ** 2);
  factor.multiplyOut(out);
  return difference(out, A);
}

describe("UpdatableLdl", () => {
  test("thousands of rows come and go: the factor stays that of its matrix", () => {
    const n = 40;
    for (const condition of [1e1, 1e4, 1e8]) {
      const rng = createRng(17);
      const A = withEigenvalues(rng, spread(n, condition));
      const factor = new UpdatableLdl(n);
      const active: number[] = [];
      let worst = 0;
      for (let step = 0; step < 4000; step++) {
        const row = nextInteger(rng, 0, n - 1);
        const place = active.indexOf(row);
        if (place >= 0) {
          factor.remove(place);
          active.splice(place, 1);
        } else {
          expect(factor.append(pickRow(A, n, active, row))).toBe(SolveStatus.ok);
          active.push(row);
        }
        expect(factor.size).toBe(active.length);
        if (step % 10 === 0) worst = Math.max(worst, drift(factor, restrict(A, n, active)));
        if (step % 400 !== 0 || active.length === 0) continue;
        // against a factorisation from scratch, with another algorithm
        const fresh = new DenseLdl(active.length);
        expect(fresh.factor(restrict(A, n, active))).toBe(SolveStatus.ok);
        const x = randomVector(rng, active.length);
        const y = x.slice();
        fresh.solve(x);
        factor.solve(y);
        // a backward error of an ulp or so, amplified by the condition (measured: 0.35 condition ε)
        expect(difference(y, x)).toBeLessThan(condition * epsilon);
      }
      expect(factor.changes).toBe(4000);
      // measured 1.5 ε after 4000 changes: removals are positive updates, and heal what they touch
      expect(worst).toBeLessThan(4 * epsilon);
    }
  });

  test("rank-one terms come and go: the error grows no faster than the square root of their number", () => {
    const n = 30;
    const rng = createRng(5);
    const A = withEigenvalues(rng, spread(n, 100));
    const factor = new UpdatableLdl(n);
    const all: number[] = [];
    for (let i = 0; i < n; i++) {
      factor.append(pickRow(A, n, all, i));
      all.push(i);
    }
    const terms: Float64Array[] = [];
    const errors: number[] = [];
    for (let step = 1; step <= 4096; step++) {
      if (terms.length < 10 || nextUniform(rng) < 0.5) {
        const v = randomVector(rng, n);
        terms.push(v);
        expect(factor.update(v)).toBe(SolveStatus.ok);
      } else {
        const [v] = terms.splice(nextInteger(rng, 0, terms.length - 1), 1);
        expect(factor.downdate(v)).toBe(SolveStatus.ok);
      }
      if (step === 64 || step === 512 || step === 4096) {
        const sum = A.slice();
        for (const v of terms) for (let s = 0; s < n * n; s++) sum[s] += v[Math.floor(s / n)] * v[s % n];
        errors.push(drift(factor, sum));
      }
    }
    // measured 3.8, 5.1 and 11.4 ε after 64, 512 and 4096 changes: slower than √8 a step
    expect(errors[0]).toBeLessThan(8 * epsilon);
    expect(errors[2]).toBeLessThan(24 * epsilon);
    expect(errors[2] / errors[0]).toBeLessThan(Math.sqrt(4096 / 64));
  });

  test("mixed changes of any kind agree with the matrix kept beside them", () => {
    fc.assert(
      fc.property(fc.nat(), fc.array(fc.nat(), { minLength: 1, maxLength: 60 }), (seed, moves) => {
        const rng = createRng(seed);
        const capacity = 8;
        const factor = new UpdatableLdl(capacity);
        let A = new Float64Array(0);
        let n = 0;
        for (const move of moves) {
          const kind = move % 4;
          if (kind <= 1 && n < capacity) {
            // diagonal dominance keeps the matrix definite
            const a = randomVector(rng, n + 1);
            a[n] = n + 9 + nextUniform(rng);
            const wider = new Float64Array((n + 1) ** 2);
            for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) wider[i * (n + 1) + j] = A[i * n + j];
            for (let i = 0; i <= n; i++) {
              wider[n * (n + 1) + i] = a[i];
              wider[i * (n + 1) + n] = a[i];
            }
            expect(factor.append(a)).toBe(SolveStatus.ok);
            A = wider;
            n++;
          } else if (kind === 2 && n > 0) {
            const k = move % n;
            factor.remove(k);
            A = A.filter((_, s) => Math.floor(s / n) !== k && s % n !== k);
            n--;
          } else if (kind === 3) {
            const v = randomVector(rng, n);
            expect(factor.update(v)).toBe(SolveStatus.ok);
            A = A.map((value, s) => value + v[Math.floor(s / n)] * v[s % n]);
          }
        }
        expect(factor.size).toBe(n);
        // an ulp of A, and no growth with the changes (measured: 0.9 ε)
        expect(drift(factor, A)).toBeLessThan(2 * epsilon);
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  test("a dependent row is refused, says how it depends, and changes nothing", () => {
    // four legs: the rank is three
    const A = Float64Array.of(4, 1, -2, 1, 1, 4, 1, -2, -2, 1, 4, 1, 1, -2, 1, 4);
    const factor = new UpdatableLdl(4);
    for (let i = 0; i < 3; i++) expect(factor.append(pickRow(A, 4, [0, 1, 2].slice(0, i), i))).toBe(SolveStatus.ok);
    const before = new Float64Array(9);
    factor.multiplyOut(before);
    expect(factor.append(pickRow(A, 4, [0, 1, 2], 3))).toBe(SolveStatus.singular);
    expect(factor.size).toBe(3);
    // row 3 = row 0 − row 1 + row 2; small fractions: an ulp or two (measured: none)
    [1, -1, 1].forEach((v, i) => {
      expect(Math.abs(factor.dependency[i] - v)).toBeLessThan(2 * epsilon);
    });
    const after = new Float64Array(9);
    factor.multiplyOut(after);
    expect([...after]).toEqual([...before]);
    // after another row has gone it is welcome
    factor.remove(1);
    expect(factor.append(pickRow(A, 4, [0, 2], 3))).toBe(SolveStatus.ok);
    // an ulp of A (measured: none)
    expect(drift(factor, restrict(A, 4, [0, 2, 3]))).toBeLessThan(epsilon);
  });

  test("finds dependence in semidefinite matrices as often as there is some", () => {
    for (let seed = 0; seed < 50; seed++) {
      const n = 12;
      const rank = 3 + (seed % 8);
      const J = randomVector(createRng(seed), rank * n);
      const A = Float64Array.from({ length: n * n }, (_, s) => {
        let sum = 0;
        for (let k = 0; k < rank; k++) sum += J[k * n + Math.floor(s / n)] * J[k * n + (s % n)];
        return sum;
      });
      const factor = new UpdatableLdl(n);
      const active: number[] = [];
      for (let i = 0; i < n; i++) {
        if (factor.append(pickRow(A, n, active, i)) === SolveStatus.ok) active.push(i);
      }
      expect(factor.size).toBe(rank);
    }
  });

  test("an indefinite row is told from a dependent one", () => {
    const factor = new UpdatableLdl(2);
    expect(factor.append(Float64Array.of(-1))).toBe(SolveStatus.indefinite);
    expect(factor.append(Float64Array.of(0))).toBe(SolveStatus.singular);
    expect(factor.append(Float64Array.of(1))).toBe(SolveStatus.ok);
    expect(factor.append(Float64Array.of(2, 1))).toBe(SolveStatus.indefinite);
    expect(factor.result[0]).toBe(-3);
    expect(factor.append(Float64Array.of(2, 4))).toBe(SolveStatus.singular);
    expect(factor.size).toBe(1);
  });

  test("a downdate that would end definiteness is refused; one that nearly does keeps positive pivots", () => {
    const n = 6;
    const A = withEigenvalues(createRng(3), spread(n, 10));
    const build = () => {
      const factor = new UpdatableLdl(n);
      const rows: number[] = [];
      for (let i = 0; i < n; i++) {
        factor.append(pickRow(A, n, rows, i));
        rows.push(i);
      }
      return factor;
    };
    // w with wᵀ A⁻¹ w = 1: A − t² w wᵀ is definite for t < 1 alone
    const v = randomVector(createRng(4), n);
    const y = v.slice();
    build().solve(y);
    const length = Math.sqrt(v.reduce((s, e, i) => s + e * y[i], 0));
    const scaled = (t: number) => v.map((e) => (t * e) / length);
    expect(build().downdate(scaled(1.001))).toBe(SolveStatus.indefinite);
    expect(build().downdate(scaled(1))).toBe(SolveStatus.singular);
    for (const gap of [1e-2, 1e-6, 1e-10]) {
      const factor = build();
      const w = scaled(1 - gap);
      expect(factor.downdate(w)).toBe(SolveStatus.ok);
      const expected = A.map((e, s) => e - w[Math.floor(s / n)] * w[s % n]);
      // one rank-one change: an ulp of A (measured: 0.8 ε)
      expect(drift(factor, expected)).toBeLessThan(2 * epsilon);
      // det(A − w wᵀ) = det A · (1 − (1 − gap)²), a difference from 1 in which ε is ε/2 of the gap
      expect(Math.abs(factor.result[0] / (2 * gap - gap * gap) - 1)).toBeLessThan(epsilon / (2 * gap));
    }
    const kept = build();
    kept.downdate(scaled(2));
    // refused, so nothing but the factorisation itself (measured: 0.5 ε)
    expect(drift(kept, A)).toBeLessThan(2 * epsilon);
  });

  test("an update and its downdate cancel", () => {
    const n = 10;
    const A = withEigenvalues(createRng(1), spread(n, 1e3));
    const factor = new UpdatableLdl(n);
    const rows: number[] = [];
    for (let i = 0; i < n; i++) {
      factor.append(pickRow(A, n, rows, i));
      rows.push(i);
    }
    const v = randomVector(createRng(2), n);
    factor.update(v);
    factor.downdate(v);
    // |A + v vᵀ| is a few times |A|
    expect(drift(factor, A)).toBeLessThan(8 * epsilon * Math.max(1, norm(v) ** 2));
  });

  test("bad input", () => {
    expect(() => new UpdatableLdl(-1)).toThrow(RigorError);
    expect(() => new UpdatableLdl(1, { tolerance: -1 })).toThrow(/options.tolerance/);
    const factor = new UpdatableLdl(1);
    expect(() => factor.remove(0)).toThrow(/k: /);
    expect(() => factor.append(new Float64Array(0))).toThrow(/a: /);
    expect(factor.append(Float64Array.of(NaN))).toBe(SolveStatus.notFinite);
    expect(factor.append(Float64Array.of(2))).toBe(SolveStatus.ok);
    expect(() => factor.append(Float64Array.of(0, 2))).toThrow(/full/);
    expect(factor.update(Float64Array.of(NaN))).toBe(SolveStatus.notFinite);
    expect(factor.downdate(Float64Array.of(NaN))).toBe(SolveStatus.notFinite);
    const x = Float64Array.of(4);
    factor.solve(x);
    expect(x[0]).toBe(2);
    factor.reset();
    expect([factor.size, factor.changes]).toEqual([0, 0]);
  });

  test("a rank-one term too large for numbers is refused, and the factor stays as it was", () => {
    const factor = new UpdatableLdl(3);
    factor.append(Float64Array.of(2));
    factor.append(Float64Array.of(1, 3));
    factor.append(Float64Array.of(0, 1, 4));
    const before = new Float64Array(9);
    const after = new Float64Array(9);
    factor.multiplyOut(before);
    for (const v of [
      [1e200, 1e200, 0],
      [0, 1e155, 0],
      [1e308, -1e308, 1e308],
      [0, 0, Infinity],
    ]) {
      expect(factor.update(Float64Array.from(v))).toBe(SolveStatus.notFinite);
      factor.multiplyOut(after);
      expect([...after]).toEqual([...before]);
    }
    expect(factor.changes).toBe(3);
    expect(factor.update(Float64Array.of(1e150, 1e150, 0))).toBe(SolveStatus.ok);
  });
});

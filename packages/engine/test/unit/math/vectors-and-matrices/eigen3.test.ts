import { createRng, decomposeSymmetric, EigenStatus, nextInRange, nextRotation } from "@rigor/engine/math";
import { Decimal } from "decimal.js";
import { describe, expect, test } from "vitest";

const rng = createRng(5);
const epsilon = 2 ** -52;
const D = Decimal.clone({ precision: 60 });

interface Result {
  values: number[];
  V: number[];
}

function decompose(A: ArrayLike<number>): Result {
  const values = new Float64Array(3);
  const vectors = new Float64Array(9);
  expect(decomposeSymmetric(values, 0, vectors, 0, Float64Array.from(A), 0)).toBe(EigenStatus.ok);
  return { values: [...values], V: [...vectors] };
}

/** Order, handedness, orthonormality and A V = V Λ; errors over |A|, in units of ε. */
function check(A: ArrayLike<number>, bound = 8): Result {
  const { values, V } = decompose(A);
  const size = Math.max(...Array.from(A, Math.abs));
  expect(values[0] >= values[1] && values[1] >= values[2]).toBe(true);
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) {
      let gram = 0;
      let residual = -V[3 * r + c] * (values[c] / size);
      for (let k = 0; k < 3; k++) {
        gram += V[3 * k + r] * V[3 * k + c];
        residual += (A[3 * Math.min(r, k) + Math.max(r, k)] / size) * V[3 * k + c];
      }
      // a dozen rotations, each of which rounds every entry
      expect(Math.abs(gram - (r === c ? 1 : 0))).toBeLessThan(bound * epsilon);
      expect(Math.abs(residual)).toBeLessThan(bound * epsilon);
    }
  }
  const det =
    V[0] * (V[4] * V[8] - V[5] * V[7]) + V[1] * (V[5] * V[6] - V[3] * V[8]) + V[2] * (V[3] * V[7] - V[4] * V[6]);
  // 1 for a rotation, −1 for a reflection
  expect(det).toBeGreaterThan(0.999);
  return { values, V };
}

/** Q diag(λ) Qᵀ for a random rotation Q: computed to 60 digits, rounded once. */
function withEigenvalues(lambda: number[]): number[] {
  const q = new Float64Array(4);
  nextRotation(q, 0, rng);
  const size = D.sqrt(q.reduce((sum, x) => sum.plus(new D(x).pow(2)), new D(0)));
  const [x, y, z, w] = Array.from(q, (entry) => new D(entry).div(size));
  // the matrix of a unit quaternion
  const one = (a: Decimal, b: Decimal): Decimal => new D(1).minus(a.pow(2).plus(b.pow(2)).times(2));
  const two = (a: Decimal, b: Decimal, c: Decimal, sign: number): Decimal =>
    a.times(b).plus(w.times(c).times(sign)).times(2);
  const Q = [one(y, z), two(x, y, z, -1), two(x, z, y, 1)]
    .concat([two(x, y, z, 1), one(x, z), two(y, z, x, -1)])
    .concat([two(x, z, y, -1), two(y, z, x, 1), one(x, y)]);
  const A: number[] = [];
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) {
      let sum = new D(0);
      for (let k = 0; k < 3; k++) sum = sum.plus(Q[3 * r + k].times(Q[3 * c + k]).times(lambda[k]));
      A.push(sum.toNumber());
    }
  }
  return A;
}

describe("decomposeSymmetric", () => {
  test("a diagonal matrix gives its entries and the axes, exactly", () => {
    expect(decompose([3, 0, 0, 0, 2, 0, 0, 0, 1])).toEqual({ values: [3, 2, 1], V: [1, 0, 0, 0, 1, 0, 0, 0, 1] });
    expect(decompose([1, 0, 0, 0, 3, 0, 0, 0, 2])).toEqual({ values: [3, 2, 1], V: [0, 0, 1, 1, 0, 0, 0, 1, 0] });
    expect(decompose([1, 0, 0, 0, 2, 0, 0, 0, 3])).toEqual({ values: [3, 2, 1], V: [0, 0, -1, 0, 1, 0, 1, 0, 0] });
    expect(decompose([7, 0, 0, 0, 7, 0, 0, 0, 7])).toEqual({ values: [7, 7, 7], V: [1, 0, 0, 0, 1, 0, 0, 0, 1] });
    expect(decompose([0, 0, 0, 0, 0, 0, 0, 0, 0])).toEqual({ values: [0, 0, 0], V: [1, 0, 0, 0, 1, 0, 0, 0, 1] });
    expect(decompose([-1, 0, 0, 0, 1e-300, 0, 0, 0, 1e300]).values).toEqual([1e300, 1e-300, -1]);
  });

  test("random matrices", () => {
    for (let n = 0; n < 3000; n++) {
      const [a, b, c, d, e, f] = Array.from({ length: 6 }, () => nextInRange(rng, -1, 1));
      check([a, b, c, b, d, e, c, e, f]);
    }
  });

  test("known eigenvalues: apart, equal, nearly equal, of rank one and two", () => {
    const families = [
      [3, 2, 1],
      [1, 1, 1],
      [2, 1, 1],
      [2, 2, 1],
      [1 + 1e-15, 1, 1 - 1e-15],
      [1 + 1e-9, 1, 0.5],
      [1, 0, 0],
      [1, 1, 0],
      [1, 0, -1],
      [0, 0, -1],
      [1, 1e-8, 1e-16],
      [1, -1e-12, -1],
    ];
    for (const lambda of families) {
      for (let n = 0; n < 100; n++) {
        const { values } = check(withEigenvalues(lambda));
        // Weyl: rounding the entries moves an eigenvalue by at most ε |A|; the rotations add a few more
        const bound = 4 * epsilon * Math.max(...lambda.map(Math.abs));
        for (let k = 0; k < 3; k++) expect(Math.abs(values[k] - lambda[k])).toBeLessThan(bound);
      }
    }
  });

  test("every scale from 1e-300 to 1e300", () => {
    for (let e = -300; e <= 300; e += 20) {
      const size = Number(`1e${e}`);
      for (let n = 0; n < 20; n++) {
        const { values } = check(withEigenvalues([3, 2, -1]).map((x) => x * size));
        for (const [k, lambda] of [3, 2, -1].entries()) {
          // a few rotations, each an ulp or two of the largest entry (measured: 6 ε)
          expect(Math.abs(values[k] / size - lambda)).toBeLessThan(8 * epsilon);
        }
      }
    }
  });

  test("small eigenvalues of a graded positive matrix keep their digits", () => {
    // S H S with S = diag(1, 1e-8, 1e-16) and a well conditioned H: Jacobi finds even the smallest to relative accuracy
    const s = [1, 2 ** -27, 2 ** -54];
    for (let n = 0; n < 200; n++) {
      const [b, c, e] = Array.from({ length: 3 }, () => nextInRange(rng, -0.4, 0.4));
      const H = [1, b, c, b, 1, e, c, e, 1];
      const A = H.map((x, k) => x * s[Math.floor(k / 3)] * s[k % 3]);
      const { values } = decompose(A);
      // λ₁λ₂λ₃ = det A = det H · (s₁s₂s₃)²
      const det = new D(1)
        .plus(new D(2).times(b).times(c).times(e))
        .minus(new D(b).pow(2))
        .minus(new D(c).pow(2))
        .minus(new D(e).pow(2))
        .times(new D(2).pow(-162));
      const found = new D(values[0]).times(values[1]).times(values[2]);
      // three eigenvalues, an ulp each (measured: 0.9 ε)
      expect(found.div(det).minus(1).abs().toNumber()).toBeLessThan(3 * epsilon);
    }
  });

  test("signs: the largest entry of the first two vectors is positive", () => {
    for (let n = 0; n < 200; n++) {
      const { V } = decompose(withEigenvalues([3, 2, 1]));
      for (const c of [0, 1]) {
        const column = [V[c], V[3 + c], V[6 + c]];
        const largest = column.reduce((x, y) => (Math.abs(y) > Math.abs(x) ? y : x));
        expect(largest).toBeGreaterThan(0);
      }
    }
  });

  test("only the upper triangle is read, and outputs may be inputs", () => {
    const A = [4, 1, 0.5, 1, 3, 0.25, 0.5, 0.25, 2];
    const upper = [4, 1, 0.5, Number.NaN, 3, 0.25, Number.NaN, Number.NaN, 2];
    const expected = decompose(A);
    expect(decompose(upper)).toEqual(expected);
    const w = new Float64Array([...A, 0, 0, 0]);
    decomposeSymmetric(w, 9, w, 0, w, 0);
    expect([...w]).toEqual([...expected.V, ...expected.values]);
    w.set(A);
    const V = new Float64Array(9);
    decomposeSymmetric(w, 0, V, 0, w, 0);
    expect([...w.subarray(0, 3)]).toEqual(expected.values);
  });

  test("NaN and infinity are reported, and nothing is written", () => {
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      for (const k of [0, 1, 2, 4, 5, 8]) {
        const A = new Float64Array([4, 1, 0.5, 1, 3, 0.25, 0.5, 0.25, 2]);
        A[k] = bad;
        const values = new Float64Array(3).fill(5);
        const V = new Float64Array(9).fill(5);
        expect(decomposeSymmetric(values, 0, V, 0, A, 0)).toBe(EigenStatus.notFinite);
        expect([...values, ...V]).toEqual(new Array(12).fill(5));
      }
    }
  });
});

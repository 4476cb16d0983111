import { createRng, mat3, nextInRange, nextRotation, quat } from "@rigor/engine/math";
import { describe, expect, test } from "vitest";

const rng = createRng(3);
const epsilon = 2 ** -52;

function randomNumbers(count: number, size = 1): number[] {
  return Array.from({ length: count }, () => size * nextInRange(rng, -1, 1));
}

/** Row-major product by the definition; `ta` and `tb` transpose. */
function product(a: ArrayLike<number>, b: ArrayLike<number>, ta = false, tb = false): number[] {
  const out: number[] = [];
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) {
      let sum = 0;
      for (let k = 0; k < 3; k++) sum += (ta ? a[3 * k + r] : a[3 * r + k]) * (tb ? b[3 * c + k] : b[3 * k + c]);
      out.push(sum);
    }
  }
  return out;
}

function randomRotation(): Float64Array {
  const q = new Float64Array(4);
  const R = new Float64Array(9);
  nextRotation(q, 0, rng);
  quat.normalize(q, 0, q, 0);
  quat.toMatrix(R, 0, q, 0);
  return R;
}

/** The largest entry of |a − b|. */
function distance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let worst = 0;
  for (let k = 0; k < a.length; k++) worst = Math.max(worst, Math.abs(a[k] - b[k]));
  return worst;
}

const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** Runs a function of two matrices with its output at every offset, also upon its inputs. */
function overAllOffsets(
  run: (out: Float64Array, o: number, a: Float64Array, i: number, b: Float64Array, j: number) => void,
  reference: (a: number[], b: number[]) => number[],
  size = 9,
): void {
  for (let o = 0; o <= 18; o++) {
    const a = randomNumbers(9);
    const b = randomNumbers(9);
    const w = new Float64Array([...a, ...b, ...new Array(9).fill(5)]);
    const before = Float64Array.from(w);
    run(w, o, w, 0, w, 9);
    expect([...w.subarray(o, o + size)]).toEqual(reference(a, b));
    for (let k = 0; k < 27; k++) if (k < o || k >= o + size) expect(w[k]).toBe(before[k]);
  }
}

describe("entry by entry, with the output anywhere", () => {
  const sum = (a: number[], b: number[], s: number): number[] => a.map((x, k) => x + s * b[k]);
  const transposed = (a: number[]): number[] => [0, 3, 6, 1, 4, 7, 2, 5, 8].map((k) => a[k]);

  test("sums", () => {
    overAllOffsets(mat3.add, (a, b) => sum(a, b, 1));
    overAllOffsets(mat3.subtract, (a, b) => sum(a, b, -1));
    overAllOffsets(
      (out, o, a, i, b, j) => mat3.addScaled(out, o, a, i, 0.3, b, j),
      (a, b) => sum(a, b, 0.3),
    );
    overAllOffsets(
      (out, o, a, i) => mat3.scale(out, o, a, i, 0.3),
      (a) => a.map((x) => 0.3 * x),
    );
  });

  test("copies", () => {
    overAllOffsets(
      (out, o, a, i) => mat3.copy(out, o, a, i),
      (a) => a,
    );
    overAllOffsets((out, o, a, i) => mat3.transpose(out, o, a, i), transposed);
  });

  test("products", () => {
    overAllOffsets(mat3.multiply, (a, b) => product(a, b));
    overAllOffsets(mat3.multiplyTransposed, (a, b) => product(a, b, false, true));
    overAllOffsets(mat3.transposeMultiply, (a, b) => product(a, b, true, false));
  });

  test("products with a vector", () => {
    const column = (m: number[]): number[] => [m[0], m[3], m[6]];
    const asColumn = (v: number[]): number[] => [v[0], 0, 0, v[1], 0, 0, v[2], 0, 0];
    overAllOffsets(mat3.transformVector, (a, b) => column(product(a, asColumn(b))), 3);
    overAllOffsets(mat3.transformVectorTransposed, (a, b) => column(product(a, asColumn(b), true)), 3);
    overAllOffsets(mat3.setOuterProduct, (a, b) => [0, 1, 2].flatMap((r) => [0, 1, 2].map((c) => a[r] * b[c])));
  });

  test("constants", () => {
    const w = new Float64Array(10).fill(5);
    mat3.setIdentity(w, 0);
    expect([...w]).toEqual([...identity, 5]);
    mat3.setDiagonal(w, 0, 1, 2, 3);
    expect([...w]).toEqual([1, 0, 0, 0, 2, 0, 0, 0, 3, 5]);
    expect(mat3.trace(w, 0)).toBe(6);
    mat3.set(w, 0, 1, 2, 3, 4, 5, 6, 7, 8, 10);
    expect([...w]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 10, 5]);
    expect(mat3.determinant(w, 0)).toBe(-3);
  });

  test("the star matrix: a∗b = a × b (2–9)", () => {
    for (let o = 0; o <= 6; o++) {
      const w = new Float64Array(18);
      w.set([2, 3, 5], 0);
      mat3.setStar(w, o, w, 0);
      const b = new Float64Array([7, 11, 13]);
      const out = new Float64Array(3);
      mat3.transformVector(out, 0, w, o, b, 0);
      expect([...out]).toEqual([3 * 13 - 5 * 11, 5 * 7 - 2 * 13, 2 * 11 - 3 * 7]);
    }
  });
});

describe("similarity (2–39), (2–40)", () => {
  test("R S Rᵀ agrees with two products and is symmetric to the bit", () => {
    for (let n = 0; n < 200; n++) {
      const R = randomRotation();
      const [a, b, c, d, e, f] = randomNumbers(6);
      // a lower triangle that must not be read
      const S = new Float64Array([a, b, c, Number.NaN, d, e, Number.NaN, Number.NaN, f]);
      const full = [a, b, c, b, d, e, c, e, f];
      const out = new Float64Array(9);
      mat3.rotateSymmetric(out, 0, R, 0, S, 0);
      expect([out[3], out[6], out[7]]).toEqual([out[1], out[2], out[5]]);
      // sums of nine products of numbers below 1
      expect(distance(out, product(product(R, full), R, false, true))).toBeLessThan(4 * epsilon);
      mat3.rotateSymmetric(S, 0, R, 0, S, 0);
      expect([...S]).toEqual([...out]);

      const D = new Float64Array([a, b, c]);
      mat3.rotateDiagonal(out, 0, R, 0, D, 0);
      expect([out[3], out[6], out[7]]).toEqual([out[1], out[2], out[5]]);
      // two sums of three products, in another order: an ulp each
      expect(distance(out, product(product(R, [a, 0, 0, 0, b, 0, 0, 0, c]), R, false, true))).toBeLessThan(4 * epsilon);
    }
  });
});

describe("invert", () => {
  test("A A⁻¹ = 1, at every scale", () => {
    for (const size of [1, 1e-150, 1e150, 1e-290, 1e290]) {
      for (let n = 0; n < 200; n++) {
        const A = new Float64Array(randomNumbers(9, size));
        const inverse = new Float64Array(9);
        expect(mat3.invert(inverse, 0, A, 0)).toBe(mat3.MatrixStatus.ok);
        // the error of cofactors grows with the condition number κ (in the largest-entry norm, up to a factor)
        const norm = (m: Float64Array): number => Math.max(...m.map(Math.abs));
        const kappa = norm(A) * norm(inverse);
        const left = product(A, inverse);
        // an inverse by cofactors: each entry is a few roundings, which the condition amplifies (measured: 2.2 κ ε)
        expect(distance(left, identity)).toBeLessThan(3 * kappa * epsilon);
        mat3.invert(A, 0, A, 0);
        expect([...A]).toEqual([...inverse]);
      }
    }
  });

  test("a graded diagonal is not singular", () => {
    const A = new Float64Array([1, 0, 0, 0, 2 ** -300, 0, 0, 0, 2 ** -400]);
    expect(mat3.invert(A, 0, A, 0)).toBe(mat3.MatrixStatus.ok);
    expect([...A]).toEqual([1, 0, 0, 0, 2 ** 300, 0, 0, 0, 2 ** 400]);
  });

  test("what has no inverse leaves the output alone", () => {
    const singular = [
      [0, 0, 0, 0, 0, 0, 0, 0, 0],
      [1, 2, 3, 2, 4, 6, 1, 0, 1],
      [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9],
      [1, 1, 1, 1, 1, 1, 1, 1, 1],
      [Number.NaN, 0, 0, 0, 1, 0, 0, 0, 1],
      [1, 0, 0, 0, 1, 0, 0, 0, Number.POSITIVE_INFINITY],
      [2 ** -1074, 0, 0, 0, 2 ** -1074, 0, 0, 0, 2 ** -1074],
    ];
    for (const entries of singular) {
      const out = new Float64Array(9).fill(5);
      expect(mat3.invert(out, 0, new Float64Array(entries), 0), `${entries}`).toBe(mat3.MatrixStatus.singular);
      expect([...out]).toEqual(new Array(9).fill(5));
    }
  });
});

describe("solveSymmetric", () => {
  test("S x = b for positive definite S, residual to round-off", () => {
    for (let n = 0; n < 500; n++) {
      const B = randomNumbers(9);
      const S = new Float64Array(product(B, B, false, true));
      const b = new Float64Array(randomNumbers(3));
      const x = new Float64Array(3);
      if (mat3.solveSymmetric(x, 0, S, 0, b, 0) !== mat3.MatrixStatus.ok) continue;
      const size = Math.max(...x.map(Math.abs)) * 3;
      for (let r = 0; r < 3; r++) {
        const residual = S[3 * r] * x[0] + S[3 * r + 1] * x[1] + S[3 * r + 2] * x[2] - b[r];
        // backward stable: |S x − b| ≤ c ε |S| |x|, |S| ≤ 3 here
        expect(Math.abs(residual)).toBeLessThan(3 * epsilon * (size + 1));
      }
      mat3.solveSymmetric(b, 0, S, 0, b, 0);
      expect([...b]).toEqual([...x]);
    }
  });

  test("indefinite, singular and NaN matrices are refused", () => {
    const b = new Float64Array([1, 2, 3]);
    for (const [xx, xy, xz, yy, yz, zz] of [
      [-1, 0, 0, 1, 0, 1],
      [1, 0, 0, -1, 0, 1],
      [1, 0, 0, 1, 0, -1],
      [1, 1, 0, 1, 0, 1],
      [1, 2, 3, 4, 6, 9],
      [0.01, 0.03, 0, 0.09, 0, 1],
      [Number.NaN, 0, 0, 1, 0, 1],
      [1, 0, Number.NaN, 1, 0, 1],
      [Number.POSITIVE_INFINITY, 0, 0, 1, 0, 1],
    ]) {
      const S = new Float64Array([xx, xy, xz, xy, yy, yz, xz, yz, zz]);
      const out = new Float64Array(3).fill(5);
      expect(mat3.solveSymmetric(out, 0, S, 0, b, 0), `${S}`).toBe(mat3.MatrixStatus.singular);
      expect([...out]).toEqual([5, 5, 5]);
    }
  });
});

describe("orthonormalize", () => {
  test("mends a drifted rotation: orthonormal to round-off, and the nearest one", () => {
    for (const drift of [0, 1e-12, 1e-6, 1e-2, 0.3]) {
      for (let n = 0; n < 100; n++) {
        const R = randomRotation();
        const A = R.map((x) => x + drift * nextInRange(rng, -1, 1));
        const out = new Float64Array(9);
        expect(mat3.orthonormalize(out, 0, A, 0)).toBe(mat3.MatrixStatus.ok);
        // the entries themselves carry half an ulp: three products a sum
        expect(distance(product(out, out, true), identity)).toBeLessThan(4 * epsilon);
        // the polar factor is the one that leaves a symmetric RᵀA: differences of sums of three (measured: 3.1 ε)
        const H = product(out, A, true);
        expect(Math.abs(H[1] - H[3]) + Math.abs(H[2] - H[6]) + Math.abs(H[5] - H[7])).toBeLessThan(6 * epsilon);
        // nothing to mend: what R itself lacks of a rotation (measured: 2.5 ε)
        if (drift === 0) expect(distance(out, R)).toBeLessThan(3 * epsilon);
        mat3.orthonormalize(A, 0, A, 0);
        expect([...A]).toEqual([...out]);
      }
    }
  });

  test("does not mind scale or skew", () => {
    for (const size of [1e-100, 1e100]) {
      const A = new Float64Array([2, 1, 0, 0, 1, 0, 0, 0, 100].map((x) => x * size));
      expect(mat3.orthonormalize(A, 0, A, 0)).toBe(mat3.MatrixStatus.ok);
      // sums of three products of unit columns (measured: 0.5 ε)
      expect(distance(product(A, A, true), identity)).toBeLessThan(2 * epsilon);
    }
  });

  test("reflections and singular matrices are refused", () => {
    for (const entries of [
      [1, 0, 0, 0, 1, 0, 0, 0, -1],
      [1, 0, 0, 0, 1, 0, 0, 0, 0],
      [Number.NaN, 0, 0, 0, 1, 0, 0, 0, 1],
    ]) {
      const out = new Float64Array(9).fill(5);
      expect(mat3.orthonormalize(out, 0, new Float64Array(entries), 0)).toBe(mat3.MatrixStatus.singular);
      expect([...out]).toEqual(new Array(9).fill(5));
    }
  });
});

import { createRng, nextInRange, nextInteger } from "@rigor/engine/math";
import { describe, expect, test } from "vitest";
import { QrResult, ThinQr } from "../../../../src/linalg/dense/thin-qr.js";

const all = Int32Array.from({ length: 12 }, (_, k) => k);

/** The least-squares solution of N x = b by the factor: R⁻¹ Qᵀ b, which `project` finds on its way. */
function solveLeast(qr: ThinQr, b: Float64Array): Float64Array {
  qr.project(b, all, 0, b.length);
  const x = qr.d.slice(0, qr.size);
  qr.solveUpper(x);
  return x;
}

describe("ThinQr", () => {
  test("columns that come and go: the factor stays that of the columns there are", () => {
    const rng = createRng(5);
    const n = 12;
    const qr = new ThinQr();
    qr.reset(n, 10);
    const columns: Float64Array[] = [];
    const b = Float64Array.from({ length: n }, () => nextInRange(rng, -1, 1));
    for (let round = 0; round < 300; round++) {
      if (columns.length > 0 && (columns.length === 10 || nextInteger(rng, 0, 1) === 0)) {
        const k = nextInteger(rng, 0, columns.length - 1);
        qr.remove(k);
        columns.splice(k, 1);
      } else {
        const v = Float64Array.from({ length: n }, () => nextInRange(rng, -1, 1));
        qr.project(v, all, 0, n);
        qr.append();
        columns.push(v);
      }
      expect(qr.size).toBe(columns.length);
      // what is left of b is orthogonal to every column: the normal equations, without forming them
      const x = solveLeast(qr, b);
      const rest = b.map((bi, i) => columns.reduce((sum, v, j) => sum - v[i] * x[j], bi));
      for (const v of columns) {
        const product = v.reduce((sum, vi, i) => sum + vi * rest[i], 0);
        // 300 rounds of rotations; measured 6e-15, and 3e-15 below
        expect(Math.abs(product)).toBeLessThan(2e-14);
      }
      for (let i = 0; i < n; i++) expect(Math.abs(qr.z[i] - rest[i])).toBeLessThan(1e-14);
    }
  });

  test("short columns far apart, which leave most of a vector out: the bits are those of full ones", () => {
    const rng = createRng(7);
    const n = 150;
    const [short, full] = [new ThinQr(), new ThinQr()];
    const every = Int32Array.from({ length: n }, (_, k) => k);
    short.reset(n, 60);
    full.reset(n, 60);
    for (let round = 0; round < 400; round++) {
      if (short.size > 0 && (short.size === 60 || nextInteger(rng, 0, 2) === 0)) {
        const k = nextInteger(rng, 0, short.size - 1);
        short.remove(k);
        full.remove(k);
        continue;
      }
      const from = nextInteger(rng, 0, n - 12);
      const v = new Float64Array(n);
      for (let k = from; k < from + 12; k++) v[k] = nextInRange(rng, -1, 1);
      short.project(v, every, from, from + 12);
      full.project(v, every, 0, n);
      // a zero may have another sign
      for (let k = 0; k < n; k++) expect(short.z[k] - full.z[k]).toBe(0);
      for (let k = 0; k < short.size; k++) expect(short.d[k] - full.d[k]).toBe(0);
      // orthogonal to all that is in; measured 2e-16
      const rest = short.z.slice();
      const length = Math.sqrt(short.result[QrResult.rest]);
      for (let j = 0; j < short.size; j++) {
        const column = new Float64Array(n);
        const unit = new Float64Array(short.size);
        unit[j] = -1;
        short.subtractColumns(column, unit);
        expect(Math.abs(column.reduce((sum, q, k) => sum + q * rest[k], 0))).toBeLessThan(1e-15 * (1 + length));
      }
      short.append();
      full.append();
    }
  });

  test("R⁻ᵀ and Q: the least motion that meets the columns", () => {
    const rng = createRng(6);
    const qr = new ThinQr();
    qr.reset(12, 5);
    const columns = Array.from({ length: 5 }, () => Float64Array.from(all, () => nextInRange(rng, -1, 1)));
    for (const v of columns) {
      qr.project(v, all, 0, 12);
      qr.append();
    }
    const wanted = Float64Array.from({ length: 5 }, () => nextInRange(rng, -1, 1));
    const x = wanted.map((w) => -w);
    const y = new Float64Array(12);
    qr.solveUpperTransposed(x);
    qr.subtractColumns(y, x);
    columns.forEach((v, j) => {
      expect(v.reduce((sum, vi, i) => sum + vi * y[i], 0)).toBeCloseTo(wanted[j], 14);
    });
  });

  test("a dependent vector leaves nothing, however near", () => {
    const qr = new ThinQr();
    qr.reset(12, 3);
    qr.project(Float64Array.of(1, 1), Int32Array.of(0, 1), 0, 2);
    expect(qr.result[QrResult.rest]).toBe(2);
    qr.append();
    qr.project(Float64Array.of(1, 1, 1e-8), Int32Array.of(0, 1, 2), 0, 3);
    // the length of what is left, squared, to a few ulp: 1e-8 beside 1 has lost no digit
    expect(qr.result[QrResult.rest] / 1e-16).toBeCloseTo(1, 14);
    qr.append();
    qr.project(Float64Array.of(3, 3, -2), Int32Array.of(0, 1, 2), 0, 3);
    expect(qr.result[QrResult.rest]).toBeLessThan(1e-30);
  });
});

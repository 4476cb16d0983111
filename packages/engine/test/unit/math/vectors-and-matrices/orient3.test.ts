import { createRng, nextInRange, nextInteger, orient3 } from "@rigor/engine/math";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

const rng = createRng(7);

/** x · 2¹⁰⁷⁴, a whole number for every double. */
function toWhole(x: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  const bits = view.getBigUint64(0);
  const exponent = (bits >> 52n) & 0x7ffn;
  const fraction = bits & 0xfffffffffffffn;
  const size = exponent === 0n ? fraction : (fraction | (1n << 52n)) << (exponent - 1n);
  return bits >> 63n === 1n ? -size : size;
}

/** The sign in whole numbers, by expanding along the last row. */
function signExactly(p: Float64Array): number {
  const w = Array.from(p, toWhole);
  const [ux, uy, uz, vx, vy, vz, wx, wy, wz] = w.slice(3).map((x, m) => x - w[m % 3]);
  const det = wx * (uy * vz - uz * vy) + wy * (uz * vx - ux * vz) + wz * (ux * vy - uy * vx);
  return det > 0n ? 1 : det < 0n ? -1 : 0;
}

/** The sign for four points one after the other. */
const sign = (p: Float64Array): number => orient3(p, 0, p, 3, p, 6, p, 9);

/** Compares with whole numbers; returns how often each sign occurred. */
function compare(count: number, draw: () => Float64Array): number[] {
  const seen = [0, 0, 0];
  for (let n = 0; n < count; n++) {
    const p = draw();
    const s = sign(p);
    if (s !== signExactly(p)) expect.fail(`orient3 is ${s} for ${p}`);
    seen[s + 1]++;
  }
  return seen;
}

/** Four points, the last of them in the plane of the others but for rounding. */
function drawNearlyFlat(draw: () => number): Float64Array {
  const p = Float64Array.from({ length: 12 }, draw);
  const s = nextInRange(rng, -2, 2);
  const t = nextInRange(rng, -2, 2);
  for (let k = 0; k < 3; k++) p[9 + k] = p[k] + s * (p[3 + k] - p[k]) + t * (p[6 + k] - p[k]);
  return p;
}

describe("orient3", () => {
  test("is 1 where a, b, c go counter-clockwise", () => {
    const p = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0.2, 0.2, 5e-91, 0.2, 0.2, -5e-91, 7, 8, 0);
    expect(orient3(p, 0, p, 3, p, 6, p, 9)).toBe(1);
    expect(orient3(p, 0, p, 3, p, 6, p, 12)).toBe(-1);
    expect(orient3(p, 0, p, 3, p, 6, p, 15)).toBe(0);
  });

  test("reads each point from its own array and offset", () => {
    const p = Float64Array.from({ length: 12 }, () => nextInRange(rng, -1, 1));
    const q = [0, 1, 2, 3].map((m) => Float64Array.of(...new Array(m).fill(9), ...p.slice(3 * m, 3 * m + 3)));
    expect(orient3(q[0], 0, q[1], 1, q[2], 2, q[3], 3)).toBe(signExactly(p));
  });

  test("agrees with whole numbers on points at random", () => {
    const [below, , above] = compare(2000, () => Float64Array.from({ length: 12 }, () => nextInRange(rng, -1, 1)));
    expect(Math.min(below, above)).toBeGreaterThan(900);
  });

  test("agrees with whole numbers where rounding decides", () => {
    const [below, , above] = compare(4000, () => drawNearlyFlat(() => nextInRange(rng, -1, 1)));
    expect(Math.min(below, above)).toBeGreaterThan(1500);
    // far from the origin the differences are short, and many are exactly flat
    const far = compare(4000, () => drawNearlyFlat(() => nextInRange(rng, 1e6, 1e6 + 1e-9)));
    expect(Math.min(...far)).toBeGreaterThan(300);
  });

  test("agrees with whole numbers on small lattices, where most of it is flat", () => {
    const seen = compare(4000, () => Float64Array.from({ length: 12 }, () => nextInteger(rng, -1, 1)));
    expect(Math.min(...seen)).toBeGreaterThan(1000);
    // steps of 0.1 are rounded, which lifts some of it out of its plane
    const rounded = compare(4000, () => Float64Array.from({ length: 12 }, () => 0.1 * nextInteger(rng, -4, 4)));
    expect(rounded[1]).toBeGreaterThan(50);
  });

  test("0 for whole numbers in a plane, ±1 as soon as one of them moves a little", () => {
    for (let n = 0; n < 2000; n++) {
      // whole numbers up to 2⁴⁸, so that the fourth point is exact too
      const p = Float64Array.from({ length: 12 }, () => nextInteger(rng, 0, 4294967295) * nextInteger(rng, 1, 65536));
      const s = nextInteger(rng, -3, 3);
      const t = nextInteger(rng, -3, 3);
      for (let k = 0; k < 3; k++) p[9 + k] = p[k] + s * (p[3 + k] - p[k]) + t * (p[6 + k] - p[k]);
      expect(sign(p)).toBe(0);
      const m = nextInteger(rng, 0, 11);
      p[m] += 2 ** -4;
      expect(sign(p)).toBe(signExactly(p));
    }
  });

  test("agrees with whole numbers over the whole range for which it is proven", () => {
    const coordinate = fc
      .tuple(fc.integer({ min: -300, max: 299 }), fc.double({ min: 1, max: 2, noNaN: true }), fc.constantFrom(-1, 0, 1))
      .map(([exponent, fraction, s]) => s * fraction * 2 ** exponent);
    // alike in size, so that something cancels
    const alike = fc
      .tuple(
        fc.integer({ min: -298, max: 298 }),
        fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 12, maxLength: 12 }),
      )
      .map(([exponent, list]) => list.map((x) => (x / 3) * 2 ** (exponent - 1)));
    fc.assert(
      fc.property(fc.oneof(fc.array(coordinate, { minLength: 12, maxLength: 12 }), alike), (list) => {
        const p = Float64Array.from(list, (x) => (Math.abs(x) < 2 ** -300 ? 0 : x));
        expect(sign(p)).toBe(signExactly(p));
      }),
      { seed: 1, numRuns: 4000 },
    );
  });

  test("agrees with whole numbers at both ends of the range", () => {
    for (const scale of [2 ** -300, 2 ** 298]) {
      const seen = compare(3000, () =>
        drawNearlyFlat(() => scale * nextInRange(rng, 1, 1 + 1e-6)).map((x) => Math.max(x, scale)),
      );
      expect(Math.min(seen[0], seen[2])).toBeGreaterThan(1000);
    }
  });

  test("changes sign when two points change places", () => {
    const offset = fc.shuffledSubarray([0, 3, 6, 9], { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(offset, ([i, j, k, l]) => {
        const p = drawNearlyFlat(() => nextInRange(rng, -1, 1));
        const s = orient3(p, i, p, j, p, k, p, l);
        expect(orient3(p, j, p, i, p, k, p, l) + s).toBe(0);
        expect(orient3(p, i, p, k, p, j, p, l) + s).toBe(0);
        expect(orient3(p, i, p, j, p, l, p, k) + s).toBe(0);
      }),
      { seed: 1, numRuns: 1000 },
    );
  });
});

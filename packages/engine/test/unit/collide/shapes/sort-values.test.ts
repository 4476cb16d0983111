import { createRng, nextInteger, nextUint32 } from "@rigor/engine/math";
import { describe, expect, test } from "vitest";
import { PairBuffer } from "../../../../src/collide/shapes/pair-buffer.js";
import { sortValues } from "../../../../src/collide/shapes/sort-values.js";

describe("sortValues", () => {
  const rng = createRng(6);
  const bits = new Uint32Array(2);
  const double = new Float64Array(bits.buffer);

  /** Any double but NaN: all exponents, both signs. */
  function drawAny(): number {
    do {
      bits[0] = nextUint32(rng);
      bits[1] = nextUint32(rng);
    } while (Number.isNaN(double[0]));
    return double[0];
  }

  const few = [-Infinity, -1, -(2 ** -1074), -0, 0, 2 ** -1074, 1, 1 + 2 ** -52, Infinity];

  test.each([
    ["all doubles", drawAny],
    ["few values, zeros of both signs among them", () => few[nextInteger(rng, 0, few.length - 1)]],
    ["one value", () => 3.5],
  ])("%s: rising, and equal ones in the order they had", (_name, draw) => {
    for (const n of [1, 2, 10, 3000]) {
      const values = Float64Array.from({ length: n + 2 }, draw);
      const entries = Int32Array.from({ length: n + 2 }, (_, k) => k);
      const truth = [...entries.subarray(0, n)].sort((a, b) =>
        values[a] < values[b] ? -1 : values[a] > values[b] ? 1 : a - b,
      );
      const sorted = truth.map((k) => values[k] + 0);
      const rest = [...values.subarray(n), ...entries.subarray(n)];
      sortValues(values, entries, n);
      expect([...entries.subarray(0, n)]).toEqual(truth);
      expect([...values.subarray(0, n)]).toEqual(sorted);
      expect([...values.subarray(n), ...entries.subarray(n)]).toEqual(rest);
    }
  });
});

describe("PairBuffer", () => {
  test.each([0, 1, 2, 24, 25, 1000])("sorts %i pairs", (n) => {
    const rng = createRng(n);
    const pairs = new PairBuffer();
    for (let p = 0; p < n; p++) pairs.pushOrdered(nextInteger(rng, 0, 40), nextInteger(rng, 0, 40));
    const truth = Array.from({ length: n }, (_, p) => [...pairs.values.subarray(2 * p, 2 * p + 2)])
      .sort((a, b) => a[0] - b[0] || a[1] - b[1])
      .flat();
    pairs.sort(41);
    expect([...pairs.values.subarray(0, 2 * pairs.count)]).toEqual(truth);
    for (let p = 0; p < n; p++) expect(truth[2 * p]).toBeLessThanOrEqual(truth[2 * p + 1]);
  });
});

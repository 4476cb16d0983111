/** Fewest keys: against every possible choice where there are few samples, and within the error where there are many. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chooseKeys, interpolate, measureDistance, type Track } from "../../src/gltf/key-frames.js";
import { makeKeys } from "../../src/gltf/round-keys.js";

/** How far samples are from the way between two keys. */
function measureGap({ times, values, width }: Track, i: number, j: number): number {
  const out = new Float64Array(4);
  let worst = 0;
  for (let k = i + 1; k < j; k++) {
    interpolate(out, values, width * i, width * j, width, (times[k] - times[i]) / (times[j] - times[i]));
    worst = Math.max(worst, measureDistance(out, 0, values, width * k, width));
  }
  return worst;
}

function measureAll(track: Track, keys: readonly number[]): number {
  return Math.max(...keys.slice(1).map((j, m) => measureGap(track, keys[m], j)));
}

/** The fewest keys there can be, from all pairs of samples. */
function countFewest(track: Track, error: number): number {
  const n = track.times.length;
  const fewest = new Array<number>(n).fill(Infinity);
  fewest[0] = 1;
  for (let j = 1; j < n; j++) {
    for (let i = 0; i < j; i++) if (measureGap(track, i, j) <= error) fewest[j] = Math.min(fewest[j], fewest[i] + 1);
  }
  return fewest[n - 1];
}

const steps = (count: number) => Float64Array.from({ length: count }, (_, k) => k / 60);
const number = fc.double({ min: -1, max: 1, noNaN: true });

describe("the choice of keys", () => {
  test("is the shortest there is, for motions on straight lines with kinks", () => {
    const walk = fc.array(fc.tuple(number, number, number), { minLength: 3, maxLength: 24 });
    fc.assert(
      fc.property(walk, fc.double({ min: 0.001, max: 2, noNaN: true }), (deltas, error) => {
        const values = new Float64Array(3 * deltas.length);
        deltas.forEach((delta, k) => {
          for (let c = 0; c < 3; c++) values[3 * k + c] = (k > 0 ? values[3 * k + c - 3] : 0) + delta[c];
        });
        const track = { times: steps(deltas.length), values, width: 3 };
        const keys = chooseKeys(track, error);
        if (keys.length === 1) return;
        expect(measureAll(track, keys)).toBeLessThanOrEqual(error);
        expect(keys).toHaveLength(countFewest(track, error));
      }),
      { seed: 11, numRuns: 300 },
    );
  });

  test("is the shortest there is, for turns", () => {
    const walk = fc.array(fc.tuple(number, number, number), { minLength: 3, maxLength: 20 });
    fc.assert(
      fc.property(walk, fc.double({ min: 1e-3, max: 0.05, noNaN: true }), (rates, error) => {
        const values = new Float64Array(4 * rates.length);
        let q = [0, 0, 0, 1];
        rates.forEach(([x, y, z], k) => {
          values.set(q, 4 * k);
          // a steady turn with some unsteadiness, a small step each
          q = turnBy(q, [0.1 + 0.02 * x, 0.02 * y, 0.02 * z]);
        });
        const track = { times: steps(rates.length), values, width: 4 };
        const keys = chooseKeys(track, error);
        expect(measureAll(track, keys)).toBeLessThanOrEqual(error);
        expect(keys).toHaveLength(countFewest(track, error));
      }),
      { seed: 12, numRuns: 200 },
    );
  });

  test("of a steady motion and a steady turn takes the ends, and a key before every half turn", () => {
    const times = steps(601);
    const line = {
      times,
      values: Float64Array.from({ length: 1803 }, (_, k) => (k % 3) * Math.floor(k / 3)),
      width: 3,
    };
    expect(chooseKeys(line, 1e-9)).toEqual([0, 600]);
    // one turn a second
    const turning = Float64Array.from({ length: 2404 }, (_, k) => {
      const half = (Math.PI * Math.floor(k / 4)) / 60;
      return [0, Math.sin(half), 0, Math.cos(half)][k % 4];
    });
    const keys = chooseKeys({ times, values: turning, width: 4 }, 1e-6);
    expect(keys).toHaveLength(Math.ceil(600 / 28) + 1);
  });

  test("of what rests is one", () => {
    expect(chooseKeys({ times: steps(100), values: new Float64Array(300).fill(2), width: 3 }, 1e-4)).toEqual([0]);
  });
});

describe("rounded keys", () => {
  test("keep within the error at every sample, and say how far off they are", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 400 }), number, fc.constantFrom(1e-3, 1e-4), (count, speed, error) => {
        const times = steps(count);
        const values = Float64Array.from(
          { length: 3 * count },
          (_, k) => 5 * Math.sin(speed * Math.floor(k / 3) * 0.2 + k),
        );
        const keys = makeKeys({ times, values, width: 3 }, error);
        expect(keys.worst).toBeLessThanOrEqual(error);
        expect(keys.times[keys.times.length - 1]).toBeGreaterThanOrEqual(keys.times.length > 1 ? times[count - 1] : 0);
      }),
      { seed: 13, numRuns: 100 },
    );
  });

  test("have times that increase even where single precision has none between", () => {
    // spacing in single precision at 20 000 s: 2 ms
    const times = Float64Array.from({ length: 200 }, (_, k) => 20000 + k * 1e-3);
    const values = Float64Array.from({ length: 600 }, (_, k) => Math.sin(k));
    const keys = makeKeys({ times, values, width: 3 }, 1e-4);
    for (let k = 1; k < keys.times.length; k++) expect(keys.times[k]).toBeGreaterThan(keys.times[k - 1]);
  });
});

function turnBy([x, y, z, w]: number[], r: readonly number[]): number[] {
  const angle = Math.hypot(...r);
  const s = angle > 0 ? Math.sin(angle / 2) / angle : 0;
  const [a, b, c, d] = [r[0] * s, r[1] * s, r[2] * s, Math.cos(angle / 2)];
  const q = [
    d * x + a * w + b * z - c * y,
    d * y + b * w + c * x - a * z,
    d * z + c * w + a * y - b * x,
    d * w - a * x - b * y - c * z,
  ];
  const length = Math.hypot(...q);
  return q.map((value) => value / length);
}

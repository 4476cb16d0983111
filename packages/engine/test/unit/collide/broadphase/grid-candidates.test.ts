/** Candidates that are looked at only when they are due: packages/engine/src/collide/broadphase/grid-candidates.ts */
import { createRng, nextInRange, nextInteger } from "@rigor/engine/math";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { GridCandidates } from "../../../../src/collide/broadphase/grid-candidates.js";
import { boundsOverlap } from "../../../../src/collide/shapes/bounds.js";
import { PairBuffer } from "../../../../src/collide/shapes/pair-buffer.js";

function listOf(...pairs: readonly (readonly [number, number])[]): PairBuffer {
  const list = new PairBuffer();
  for (const [i, j] of pairs) list.push(i, j);
  return list;
}

function listPairs(candidates: GridCandidates): number[] {
  const next = new PairBuffer();
  candidates.collect(next);
  return [...next.values.subarray(0, 2 * next.count)];
}

describe("candidates", () => {
  test("stay in rising order when some are taken out and others in", () => {
    const rng = createRng(3);
    const candidates = new GridCandidates();
    let truth: string[] = [];
    const name = (i: number, j: number) => `${String(i).padStart(2, "0")} ${String(j).padStart(2, "0")}`;
    for (let round = 0; round < 50; round++) {
      const marked = Uint8Array.from({ length: 20 }, () => (nextInteger(rng, 0, 4) === 0 ? 1 : 0));
      candidates.drop(marked);
      truth = truth.filter((pair) => pair.split(" ").every((id) => marked[Number(id)] === 0));
      const fresh: [number, number][] = [];
      for (let i = 0; i < 20; i++) {
        for (let j = i + 1; j < 20; j++) {
          if (nextInteger(rng, 0, 9) === 0 && !truth.includes(name(i, j))) fresh.push([i, j]);
        }
      }
      candidates.merge(listOf(...fresh));
      truth = [...truth, ...fresh.map(([i, j]) => name(i, j))].sort();
      const { values, count } = candidates;
      expect(Array.from({ length: count }, (_, c) => name(values[2 * c], values[2 * c + 1]))).toEqual(truth);
    }
  });

  // steps down to the last digit, sides that touch exactly, and sides at infinity
  test("are always those of the boxes as they are, however they move", () => {
    const steps = fc.array(fc.constantFrom(0, 2 ** -53, -(2 ** -53), 1e-9, -1e-9, 1e-3, -1e-3, 0.25, -0.25), {
      minLength: 1,
      maxLength: 60,
    });
    const starts = fc.constantFrom(0.5, 0.75, 1, 1 + 2 ** -52, 1.001, 1.25, 2, Infinity);
    fc.assert(
      fc.property(starts, steps, fc.constantFrom(1, 1e9), (start, walk, size) => {
        const boxes = Float64Array.of(0, 0, 0, 1, 1, 1, start, 0, 0, start + 1, 1, 1).map((x) => size * x || 0);
        const candidates = new GridCandidates();
        candidates.merge(listOf([0, 1]));
        for (const by of walk) {
          const old = boxes[6];
          boxes[6] += size * by;
          boxes[9] = Math.max(boxes[9], boxes[6]);
          candidates.advance(Float64Array.of(Math.abs(boxes[6] - old) || 0));
          candidates.check(boxes);
          expect(listPairs(candidates)).toEqual(boundsOverlap(boxes, 0, boxes, 6) ? [0, 1] : []);
        }
      }),
      { numRuns: 500 },
    );
  });

  test("are not looked at before they can have changed", () => {
    const rng = createRng(1);
    const boxes = Float64Array.of(0, 0, 0, 1, 1, 1, 1.5, 0, 0, 2.5, 1, 1);
    const candidates = new GridCandidates();
    candidates.merge(listOf([0, 1]));
    candidates.check(boxes);
    // 0.5 apart: due when sides have moved by 0.25, whatever stands in the boxes before that
    const { due } = candidates;
    expect(due[0]).toBeCloseTo(0.25, 12);
    expect(due[0]).toBeLessThan(0.25);
    for (let k = 0; k < 20; k++) {
      candidates.advance(Float64Array.of(0.0124));
      boxes[6] = nextInRange(rng, 0, 1);
      expect(candidates.check(boxes)).toBe(false);
    }
    candidates.advance(Float64Array.of(0.0124));
    expect(candidates.check(boxes)).toBe(true);
    expect(listPairs(candidates)).toEqual([0, 1]);
  });

  test("begin anew when a side comes from infinity", () => {
    const boxes = Float64Array.of(0, 0, 0, 1, 1, 1, -Infinity, 0, 0, -0.5, 1, 1);
    const candidates = new GridCandidates();
    candidates.merge(listOf([0, 1]));
    candidates.check(boxes);
    expect(listPairs(candidates)).toEqual([]);
    boxes.set([0.5, 0, 0, 1.5], 6);
    candidates.advance(Float64Array.of(Infinity));
    candidates.check(boxes);
    expect(listPairs(candidates)).toEqual([0, 1]);
    expect(candidates.travel[0]).toBeLessThan(Infinity);
  });
});

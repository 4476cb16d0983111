/** No garbage in the narrow phase of polyhedra, whatever the pair and whether its witness is known. */
import { describe, expect, test } from "vitest";
import { findAlternativeNormals } from "../../src/collide/convex/alternative-normals.js";
import { collideCores, collidePolyhedra, measureGap } from "../../src/collide/convex/polyhedra.js";
import { WitnessCache } from "../../src/collide/convex/witness-cache.js";
import { PairResult } from "../../src/collide/result/pair-result.js";
import { createBox, createCapsule } from "../../src/collide/shapes/create-shape.js";
import { writeFrame } from "../../src/collide/shapes/frame.js";
import { bytesPerCall } from "../support/allocation.js";
import { PairMaker } from "../support/convex-pairs.js";

/** Pairs that are apart and that overlap, of every kind. */
const count = 24;
const maker = new PairMaker(9);
const pairs = Array.from({ length: count }, (_, k) => {
  return maker.pair([0.2, 0.8, 1.5][k % 3]);
});
const capsule = createCapsule({ radius: 0.1, height: 1 });

function makeRound(f: (k: number) => void): () => void {
  let k = 0;
  return () => {
    f(k);
    k = k + 1 === count ? 0 : k + 1;
  };
}

describe("nothing is left on the heap by", () => {
  const result = new PairResult();
  const cache = new WitnessCache(count);
  test.each<[string, (k: number) => void]>([
    [
      "a pair whose witness is known",
      (k) => {
        const { A, B, frames } = pairs[k];
        collidePolyhedra(result, A, frames, 0, B, frames, 12, cache, k, 1e-7);
      },
    ],
    [
      "a pair from scratch",
      (k) => {
        const { A, B, frames } = pairs[k];
        cache.reset(k);
        collidePolyhedra(result, A, frames, 0, B, frames, 12, cache, k, 1e-7);
      },
    ],
    [
      "a gap",
      (k) => {
        const { A, B, frames } = pairs[k];
        measureGap(result, A, frames, 0, B, frames, 12, cache, k);
      },
    ],
    [
      "a segment and a polyhedron",
      (k) => {
        const { A, frames } = pairs[k];
        cache.reset(k);
        collideCores(result, A, frames, 0, capsule, frames, 12, cache, k, 1e-7);
      },
    ],
  ])("%s", (_name, f) => {
    expect(bytesPerCall(makeRound(f), 5000)).toBe(0);
  });
});

test("nothing is left on the heap by the normals of two corners", () => {
  const cube = createBox({ size: [1, 1, 1] });
  const frames = new Float64Array(24);
  writeFrame(frames, 0, Float64Array.of(1, 1, 1), 0, Float64Array.of(0, 0, 0, 1), 0);
  writeFrame(frames, 12, new Float64Array(3), 0, Float64Array.of(0, 0, 0, 1), 0);
  const result = new PairResult();
  collidePolyhedra(result, cube, frames, 0, cube, frames, 12, new WitnessCache(1), 0, 1e-7);
  const normals = new Float64Array(24);
  let found = 0;
  const once = (): void => {
    found = findAlternativeNormals(normals, 0, result, cube, frames, 0, cube, frames, 12, 1e-7);
  };
  expect(bytesPerCall(once, 1000)).toBe(0);
  expect(found).toBe(3);
});

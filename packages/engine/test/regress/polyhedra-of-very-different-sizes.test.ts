/**
 * A small body a little within an edge of one a million times as large. The point that the two were thought to have in
 * common was outside of the small one, and planes were left out by it: the depth came out as thousands of times too large,
 * where the large one was A.
 */
import { nextOnSphere, nextRotation } from "@rigor/engine/math";
import { expect, test } from "vitest";
import { PairSlot } from "../../src/collide/result/pair-result.js";
import { writeFrame } from "../../src/collide/shapes/frame.js";
import { computeGap } from "../oracles/collide-polyhedra.js";
import { collideFresh, collideSwapped, gapOf, type Pair, PairMaker, toSolids } from "../support/convex-pairs.js";

/** Box or hull of 1 m, and one of `ratio` metres, of which it overlaps an edge or a corner by `depth`. */
function createPair(maker: PairMaker, ratio: number, depth: number): Pair {
  const A = maker.shape(maker.between(0, 1) < 0.5 ? "box" : "hull", ratio);
  const B = maker.shape(maker.between(0, 1) < 0.5 ? "box" : "hull", 1);
  const frames = new Float64Array(24);
  const q = new Float64Array(4);
  const x = new Float64Array(3);
  nextRotation(q, 0, maker.rng);
  writeFrame(frames, 0, x, 0, q, 0);
  const core = A.polyhedron;
  if (core === null) throw new Error("a polyhedron is wanted");
  const edge = Math.floor(maker.between(0, core.edgeCount));
  const t = maker.between(0, 1) < 0.5 ? 0 : maker.between(0, 1);
  const p = [0, 1, 2].map((c) => {
    const [i, j] = [core.edgeVertices[2 * edge], core.edgeVertices[2 * edge + 1]];
    return (1 - t) * core.vertices[3 * i + c] + t * core.vertices[3 * j + c];
  });
  nextOnSphere(x, 0, maker.rng);
  for (let c = 0; c < 3; c++) {
    x[c] = 0.5 * B.reach * x[c] + p[0] * frames[3 + 3 * c] + p[1] * frames[4 + 3 * c] + p[2] * frames[5 + 3 * c];
  }
  nextRotation(q, 0, maker.rng);
  writeFrame(frames, 12, x, 0, q, 0);
  const { values } = collideFresh({ A, B, frames });
  for (let c = 0; c < 3; c++) frames[12 + c] += values[PairSlot.normal + c] * (values[PairSlot.gap] + depth);
  return { A, B, frames };
}

test.each([1e4, 1e5, 1e6])("the depth is right in either order, sizes 1 : %d", (ratio) => {
  const maker = new PairMaker(53);
  let worst = 0;
  let overlapping = 0;
  for (let run = 0; run < 150; run++) {
    const pair = createPair(maker, ratio, [1e-4, 1e-2][run % 2]);
    const size = Math.max(pair.A.reach, pair.B.reach);
    const exact = computeGap(...toSolids(pair));
    if (exact < 0) overlapping++;
    for (const gap of [gapOf(collideFresh(pair)), gapOf(collideSwapped(pair))]) {
      worst = Math.max(worst, Math.abs(gap - exact) / size);
    }
  }
  expect(overlapping).toBeGreaterThan(100);
  // rounding of coordinates as large as the large one
  expect(worst).toBeLessThan(3e-15);
});

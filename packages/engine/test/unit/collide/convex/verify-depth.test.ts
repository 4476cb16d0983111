/** The proof that a plane is the best of two that overlap: packages/engine/src/collide/convex/verify-depth.ts. */
import { expect, test } from "vitest";
import { CoreQuery } from "../../../../src/collide/convex/core-query.js";
import { findFeet } from "../../../../src/collide/convex/foot.js";
import { relate } from "../../../../src/collide/convex/relative-pose.js";
import { measureAgain } from "../../../../src/collide/convex/separating-axes.js";
import { isDeepest } from "../../../../src/collide/convex/verify-depth.js";
import { Status, Witness } from "../../../../src/collide/result/pair-result.js";
import type { Polyhedron } from "../../../../src/collide/shapes/polyhedron.js";
import { takeCore } from "../../../../src/collide/shapes/support.js";
import { collideFresh, gapOf, measureSize, type Pair, PairMaker } from "../../../support/convex-pairs.js";

const query = new CoreQuery();

function load({ A, B, frames }: Pair): [Polyhedron, Polyhedron] {
  relate(query.relative, A, frames, 0, B, frames, 12);
  return [takeCore(A, 0), takeCore(B, 1)];
}

test("it is never given for a plane that is not the best, of all faces and pairs of edges", () => {
  const maker = new PairMaker(41);
  let planes = 0;
  for (let run = 0; run < 150; run++) {
    const pair = maker.pair(0.6);
    const result = collideFresh(pair);
    if (result.status !== Status.overlapping) continue;
    const size = measureSize(pair);
    const [a, b] = load(pair);
    const check = (witness: Witness, i: number, j: number): void => {
      if (!measureAgain(query, a, b, witness, i, j) || !findFeet(query, a, b)) return;
      // rounding of s, as in the tests of kept and fresh witnesses
      if (query.separation[0] >= gapOf(result) - 4e-15 * size) return;
      planes++;
      expect(isDeepest(query, a, b, false)).toBe(false);
    };
    for (let f = 0; f < a.faceCount; f++) check(Witness.faceA, f, 0);
    for (let f = 0; f < b.faceCount; f++) check(Witness.faceB, 0, f);
    for (let i = 0; i < a.edgeCount; i++) for (let j = 0; j < b.edgeCount; j++) check(Witness.edges, i, j);
  }
  expect(planes).toBeGreaterThan(500);
});

test("it is found for nearly all that overlap a little, and most that overlap by a twentieth", () => {
  const maker = new PairMaker(43);
  const proved = [1e-6, 1e-3, 0.05].map((depth) => {
    let count = 0;
    let all = 0;
    for (let run = 0; run < 200; run++) {
      const pair = maker.nearPair(-depth);
      const result = collideFresh(pair);
      if (result.status !== Status.overlapping || result.witness === Witness.points) continue;
      const [a, b] = load(pair);
      if (!measureAgain(query, a, b, result.witness, result.featureA, result.featureB) || !findFeet(query, a, b))
        continue;
      all++;
      if (isDeepest(query, a, b, false)) count++;
    }
    expect(all).toBeGreaterThan(100);
    return count / all;
  });
  // measured: 0.96, 0.96, 0.81
  expect(proved[0]).toBeGreaterThan(0.92);
  expect(proved[1]).toBeGreaterThan(0.92);
  expect(proved[2]).toBeGreaterThan(0.7);
});

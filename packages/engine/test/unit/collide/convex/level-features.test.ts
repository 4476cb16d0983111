/** packages/engine/src/collide/convex/level-features.ts */
import { describe, expect, test } from "vitest";
import { collideShapes, PairCache } from "../../../../src/collide/pair/pair.js";
import { PairResult, PairSlot, Witness } from "../../../../src/collide/result/pair-result.js";
import { createBox } from "../../../../src/collide/shapes/create-shape.js";
import type { Shape } from "../../../../src/collide/shapes/shape.js";
import { placeFrame } from "../../../support/curved-shapes.js";

const home = placeFrame([0, 0, 0]);
const cube = createBox({ size: [1, 1, 1] });
const small = createBox({ size: [0.5, 0.5, 0.5] });
const result = new PairResult();

/** What is found for A at the last of some places, with a cache that knows where it was before. */
function follow(a: Shape, places: readonly (readonly number[])[], b: Shape): { names: number[]; values: number[] } {
  const cache = new PairCache(1);
  for (const place of places) collideShapes(result, a, placeFrame(place), 0, b, home, 0, cache, 0, 1e-7);
  const { witness, featureA, featureB, values } = result;
  return { names: [witness, featureA, featureB], values: Array.from(values) };
}

describe("features that are level", () => {
  // from above, from the side, from a corner
  const pasts = [
    [],
    [[0, 0, 1.4]],
    [[1.4, 0.1, 0.2]],
    [[1.2, 1.2, 1.2]],
    [
      [-1.3, 0.1, 0.2],
      [0, 1.3, 0.1],
    ],
  ];

  test.each(pasts.map((past) => [past]))("a face on a face, after %j", (past) => {
    const place = [0.1, 0.05, 0.75];
    const found = follow(small, [...past, place], cube);
    expect(found).toEqual(follow(small, [place], cube));
    expect(found.names[0]).toBe(Witness.faceA);
  });

  test.each(pasts.map((past) => [past]))("parallel edges, apart, after %j: the middle of what they share", (past) => {
    const { values } = follow(cube, [...past, [1.3, 0.4, 1.4]], cube);
    // along y from −0.1 to 0.5
    expect(values[PairSlot.pointA + 1]).toBeCloseTo(0.2, 15);
    expect(values[PairSlot.pointB + 1]).toBeCloseTo(0.2, 15);
    expect(values[0]).toBeCloseTo(0.5, 15);
  });
});

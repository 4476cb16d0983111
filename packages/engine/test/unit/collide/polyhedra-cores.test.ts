/** A segment or a point against a polyhedron: `collideCores` of packages/engine/src/collide/convex/polyhedra.ts. */
import { describe, expect, test } from "vitest";
import { repeats } from "../../../../../test/support/campaign.js";
import { Status, Witness } from "../../../src/collide/result/pair-result.js";
import { createBox, createCapsule, createSphere } from "../../../src/collide/shapes/create-shape.js";
import type { Shape } from "../../../src/collide/shapes/shape.js";
import { computeGap, placeSolid, type Solid } from "../../oracles/collide-polyhedra.js";
import { collideFresh, gapOf, normalOf, type Pair, PairMaker, pointsOf, toSolids } from "../../support/convex-pairs.js";

const identity = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
const at = (x: number, y: number, z: number): number[] => [x, y, z, ...identity.slice(3)];

/** The core as a solid without faces. */
function toCore(shape: Shape, frame: Float64Array): Solid {
  const segment = [0, -shape.halfHeight, 0, 0, shape.halfHeight, 0];
  const core = placeSolid(shape.halfHeight > 0 ? segment : [0, 0, 0], [], frame);
  return shape.halfHeight > 0 ? { ...core, edges: [[0, 1]] } : core;
}

describe.each(["capsule", "sphere"] as const)("a %s and a polyhedron", (kind) => {
  test.each([false, true])("as exhaustion has it (the other way round: %s)", (swap) => {
    const maker = new PairMaker(41);
    let worst = 0;
    const seen = [0, 0, 0];
    const pairs = repeats(1000, 300);
    for (let k = 0; k < pairs; k++) {
      const pair = maker.pair(1.3, k % 10 === 0 ? "hull" : k % 2 === 0 ? "box" : "tetrahedron");
      const [solid] = toSolids(pair);
      const radius = pair.B.reach / 10;
      const round = kind === "sphere" ? createSphere({ radius }) : createCapsule({ radius, height: pair.B.reach });
      const { A, frames } = pair;
      const core = toCore(round, frames.subarray(12));
      const turned = Float64Array.of(...frames.subarray(12), ...frames.subarray(0, 12));
      const placed: Pair = swap ? { A: round, B: A, frames: turned } : { A, B: round, frames };
      const result = collideFresh(placed);
      const size = Math.max(A.reach, round.reach);
      const exact = swap ? computeGap(core, solid) : computeGap(solid, core);
      seen[result.status]++;
      expect(result.status).toBe(exact > 0 ? Status.disjoint : Status.overlapping);
      worst = Math.max(worst, Math.abs(gapOf(result) - exact) / (Math.abs(exact) + size));
      const [p, q] = pointsOf(result);
      // the points are in world coordinates, whose rounding is 1e-15 of the size or more; measured: 7e-15
      const along = normalOf(result).reduce((sum, n, c) => sum + n * (p[c] - q[c]), 0);
      expect(Math.abs(along - gapOf(result))).toBeLessThan(2e-14 * size);
    }
    expect(Math.min(seen[Status.disjoint], seen[Status.overlapping])).toBeGreaterThan(pairs / 10);
    // measured: 1.2e-15
    expect(worst).toBeLessThan(3e-15);
  });
});

test("a segment inside a box leaves through the nearest face, and across its own length if that is nearer", () => {
  const box = createBox({ size: [2, 2, 2] });
  const segment = createCapsule({ radius: 0.1, height: 1 });
  const upright = collideFresh({ A: segment, B: box, frames: Float64Array.of(...at(0.3, 0, 0.1), ...identity) });
  // ends at y = ±0.5, which is 1.5 to the far end: sideways is shorter
  expect(gapOf(upright)).toBeCloseTo(-0.7, 15);
  expect(normalOf(upright)).toEqual([1, 0, 0]);
  const high = collideFresh({ A: segment, B: box, frames: Float64Array.of(...at(0.3, 1.2, 0.1), ...identity) });
  // the lower end is 0.3 below the top
  expect(gapOf(high)).toBeCloseTo(-0.3, 15);
  expect(normalOf(high)).toEqual([0, 1, 0]);
  expect(high.witness).toBe(Witness.faceB);
});

test("a point is a corner without edges", () => {
  const box = createBox({ size: [2, 4, 6] });
  const point = createSphere({ radius: 1 });
  const inside = collideFresh({ A: box, B: point, frames: Float64Array.of(...identity, ...at(0.25, 1, -1)) });
  expect(gapOf(inside)).toBe(-0.75);
  expect(normalOf(inside).map((x) => x + 0)).toEqual([-1, 0, 0]);
  const outside = collideFresh({ A: box, B: point, frames: Float64Array.of(...identity, ...at(4, 6, 0)) });
  expect(gapOf(outside)).toBe(5);
  expect(normalOf(outside)[0]).toBeCloseTo(-0.6, 15);
  expect(pointsOf(outside)).toEqual([
    [1, 2, 0],
    [4, 6, 0],
  ]);
});

/** Regions of one point, found from the witness or among all others: packages/engine/src/collide/region/region-point.ts */
import { createRng, nextInRange, nextInteger, type Rng } from "@rigor/engine/math";
import { describe, expect, test } from "vitest";
import { collidePolyhedra } from "../../../../src/collide/convex/polyhedra.js";
import { WitnessCache } from "../../../../src/collide/convex/witness-cache.js";
import { PairResult, PairSlot, Witness } from "../../../../src/collide/result/pair-result.js";
import { createBox, createConvex } from "../../../../src/collide/shapes/create-shape.js";
import type { Shape } from "../../../../src/collide/shapes/shape.js";
import { findContactsAlong, listContacts, nextFrame, type Placed, place } from "../../../support/regions.js";

const result = new PairResult();
const cache = new WitnessCache(1);

function createShape(rng: Rng): Shape {
  if (nextInteger(rng, 0, 2) === 0) return createBox({ size: [0, 1, 2].map(() => nextInRange(rng, 0.5, 2)) });
  const corners = nextInteger(rng, 5, 30);
  return createConvex({ vertices: Array.from({ length: 3 * corners }, () => nextInRange(rng, -1, 1)) });
}

function collide(a: Placed, b: Placed, tolerance: number): void {
  cache.reset(0);
  collidePolyhedra(result, a.shape, a.frame, 0, b.shape, b.frame, 0, cache, 0, tolerance);
}

/** In any pose, with a gap of so much along n, or nearly. */
function nextPair(rng: Rng, gap: number, tolerance: number): [Placed, Placed] {
  const a = { shape: createShape(rng), frame: nextFrame(rng, 2) };
  const b = { shape: createShape(rng), frame: nextFrame(rng, 2) };
  for (let round = 0; round < 10; round++) {
    collide(a, b, tolerance);
    const way = gap - result.values[PairSlot.gap];
    for (let k = 0; k < 3; k++) a.frame[k] += way * result.values[PairSlot.normal + k];
  }
  collide(a, b, tolerance);
  return [a, b];
}

describe("a region", () => {
  test.each([1e-9, 1e-6, 1e-3])("is the same, to the last digit, with its witness or without, at %s m", (tolerance) => {
    const rng = createRng(17);
    const single = new Map<Witness, number>();
    for (let k = 0; k < 200; k++) {
      const [a, b] = nextPair(rng, nextInRange(rng, -tolerance, tolerance), tolerance);
      if (!(result.values[PairSlot.gap] <= tolerance)) continue;
      const { witness } = result;
      const contacts = listContacts(result, a, b, tolerance);
      const normal = [...result.values.subarray(PairSlot.normal, PairSlot.normal + 3)];
      expect(contacts).toEqual(findContactsAlong(normal, a, b, tolerance));
      if (contacts.length === 1) single.set(witness, (single.get(witness) ?? 0) + 1);
    }
    for (const witness of [Witness.faceA, Witness.faceB, Witness.edges])
      expect(single.get(witness)).toBeGreaterThan(10);
  });

  // a tetrahedron stands on its tip; the slope of its edges decides whether they belong to the region
  const stand = (slope: number, x: number, tolerance: number) => {
    const corners = [0, 2, 4].map((k) => [0.3 * Math.cos(k), 0.3 * Math.sin(k), slope]);
    const tip = place(createConvex({ vertices: [[0, 0, 0], ...corners].flat() }), [x, 0.1, 0.5]);
    const cube = place(createBox({ size: [1, 1, 1] }), [0, 0, 0]);
    collide(tip, cube, tolerance);
    return listContacts(result, tip, cube, tolerance);
  };

  test.each([
    ["in the middle of a face", 0.3, 0.1, 1],
    ["next to an edge of the face", 0.3, 0.4999, 1],
    ["so flat that all of it is near", 5e-4, 0.1, 3],
  ])("of a corner %s", (_name, slope, x, expected) => {
    expect(stand(slope, x, 1e-3)).toHaveLength(expected);
  });
});

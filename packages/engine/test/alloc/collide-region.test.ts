/** Contact regions make no garbage, whatever touches. */
import { describe, expect, test } from "vitest";
import { findRegion } from "../../src/collide/region/region.js";
import { ContactBuffer } from "../../src/collide/result/contact-buffer.js";
import { PairResult, PairSlot } from "../../src/collide/result/pair-result.js";
import { createBox, createConvex } from "../../src/collide/shapes/create-shape.js";
import { bytesPerCall } from "../support/allocation.js";
import { createPrismOver, type Placed, place, turnAbout } from "../support/regions.js";

const cube = createBox({ size: [1, 1, 1] });
const tip = createConvex({
  vertices: [
    [0, 0, 0],
    [1, 0, 1],
    [-1, 1, 1],
    [-1, -1, 1],
  ].flat(),
});
const ring = Array.from({ length: 100 }, (_, k) => [Math.cos(k * 0.02 * Math.PI), Math.sin(k * 0.02 * Math.PI)]);
const prism = createPrismOver(ring, -0.5, 0.5);
const up = [0, 0, 1];

describe("findRegion", () => {
  const pairs: Record<string, [Placed, Placed]> = {
    "a cube on a cube": [place(cube, [0, 0, 1]), place(cube, [0, 0, 0])],
    "a cube turned on a cube": [place(cube, [0.1, 0.05, 1], turnAbout(up, 0.5)), place(cube, [0, 0, 0])],
    "a tip on a cube": [place(tip, [0.1, 0.2, 0.5]), place(cube, [0, 0, 0])],
    "a plank, tilted": [place(cube, [0.3, 0.1, 1.0000001], turnAbout([0.6, 0.8, 0], 2e-7)), place(cube, [0, 0, 0])],
    "prisms of a hundred sides": [place(prism, [0, 0, 1], turnAbout(up, 0.02)), place(prism, [0, 0, 0])],
  };

  test.each(Object.entries(pairs))("%s", (name, [a, b]) => {
    const buffer = new ContactBuffer();
    const result = new PairResult();
    result.values.set(up, PairSlot.normal);
    const calls = name.startsWith("prisms") ? 40 : 2000;
    const bytes = bytesPerCall(() => {
      buffer.clear();
      findRegion(buffer, result, a.shape, a.frame, 0, b.shape, b.frame, 0, 1e-7);
    }, calls);
    expect(buffer.count).toBeGreaterThan(0);
    expect(bytes).toBe(0);
  });
});

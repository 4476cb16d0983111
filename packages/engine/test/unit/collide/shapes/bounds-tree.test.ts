/** Trees of boxes, beside looking at every box: packages/engine/src/collide/bounds-tree*.ts. */
import { createRng, nextInRange, nextInteger, nextOnSphere, nextRotation, type Rng } from "@rigor/engine/math";
import { describe, expect, test } from "vitest";
import { boundsOverlap } from "../../../../src/collide/shapes/bounds.js";
import { BoundsTree } from "../../../../src/collide/shapes/bounds-tree.js";
import {
  collectTreePairs,
  nextOnRay,
  placeBox,
  RayWalk,
  startRay,
} from "../../../../src/collide/shapes/bounds-tree-query.js";
import { frameSize, writeFrame } from "../../../../src/collide/shapes/frame.js";
import { PairBuffer } from "../../../../src/collide/shapes/pair-buffer.js";

type Layout = "cloud" | "lattice" | "equal" | "growing" | "mixed";

function drawBoxes(n: number, layout: Layout, rng: Rng): Float64Array {
  const boxes = new Float64Array(6 * n);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < 3; k++) {
      const place = layout === "lattice" ? nextInteger(rng, 0, 6) : layout === "equal" ? 1 : nextInRange(rng, -5, 5);
      const size = layout === "cloud" ? nextInRange(rng, 0, 2) : layout === "mixed" ? 10 ** nextInRange(rng, -4, 1) : 1;
      boxes[6 * i + k] = layout === "growing" ? 1.9 ** i : place;
      boxes[6 * i + k + 3] = boxes[6 * i + k] + size;
      if (layout === "mixed" && i % 17 === 0) boxes[6 * i + k + (k < 2 ? 3 : 0)] = k < 2 ? Infinity : -Infinity;
    }
  }
  return boxes;
}

function range(n: number): number[] {
  return Array.from({ length: n }, (_, i) => i);
}

function sortedHits(tree: BoundsTree, box: Float64Array): number[] {
  return Array.from(tree.hits.subarray(0, tree.queryBox(box, 0))).sort((a, b) => a - b);
}

const layouts: Layout[] = ["cloud", "lattice", "equal", "growing", "mixed"];
const sizes = [0, 1, 2, 3, 7, 50, 200];

describe.each(layouts)("a tree over a %s of boxes", (layout) => {
  const rng = createRng(11);

  test.each(sizes)("of %i finds what a box overlaps, before and after it moves", (n) => {
    const tree = new BoundsTree();
    const boxes = drawBoxes(n, layout, rng);
    tree.build(boxes, null, n);
    for (let run = 0; run < 40; run++) {
      if (run === 20) {
        boxes.set(drawBoxes(n, layout, rng));
        tree.refit(boxes);
      }
      const wanted = drawBoxes(1, layout === "equal" ? "cloud" : layout, rng);
      expect(sortedHits(tree, wanted)).toEqual(range(n).filter((i) => boundsOverlap(boxes, 6 * i, wanted, 0)));
    }
  });

  test.each(sizes)("of %i finds the pairs that overlap", (n) => {
    const boxes = drawBoxes(n, layout, rng);
    const tree = new BoundsTree();
    tree.build(boxes, null, n);
    const pairs = new PairBuffer();
    tree.collectPairs(pairs);
    pairs.sort(n);
    const truth = range(n).flatMap((i) =>
      range(n).flatMap((j) => (i < j && boundsOverlap(boxes, 6 * i, boxes, 6 * j) ? [i, j] : [])),
    );
    expect([...pairs.values.subarray(0, 2 * pairs.count)]).toEqual(truth);
  });

  test("of some of them knows no others", () => {
    const boxes = drawBoxes(60, layout, rng);
    const ids = Int32Array.from(range(60).filter((i) => i % 3 === 1));
    const tree = new BoundsTree();
    tree.build(boxes, ids, ids.length);
    const everything = Float64Array.of(-Infinity, -Infinity, -Infinity, Infinity, Infinity, Infinity);
    expect(sortedHits(tree, everything)).toEqual([...ids]);
  });
});

/** Least t in [t0, t1] at which p + t d is in the box, by cutting the interval with each side; NaN if there is none. */
function enterBox(boxes: Float64Array, b: number, ray: Float64Array): number {
  let [from, to] = [ray[6], ray[7]];
  for (let k = 0; k < 3; k++) {
    for (const [side, sign] of [
      [boxes[b + k], 1],
      [boxes[b + k + 3], -1],
    ]) {
      // sign (p + t d − side) ≥ 0
      const slope = sign * ray[3 + k];
      const start = sign * (ray[k] - side);
      if (slope > 0) from = Math.max(from, -start / slope);
      else if (slope < 0) to = Math.min(to, -start / slope);
      else if (start < 0) return Number.NaN;
    }
  }
  return from <= to ? from : Number.NaN;
}

describe("rays", () => {
  const rng = createRng(5);
  const n = 300;
  const boxes = drawBoxes(n, "cloud", rng);
  const tree = new BoundsTree();
  tree.build(boxes, null, n);
  const walk = new RayWalk();

  function drawRay(): Float64Array {
    const ray = new Float64Array(8);
    for (let k = 0; k < 3; k++) ray[k] = nextInRange(rng, -8, 8);
    nextOnSphere(ray, 3, rng);
    // along an axis now and then
    if (nextInteger(rng, 0, 3) === 0) ray[3 + nextInteger(rng, 0, 2)] = ray[3 + nextInteger(rng, 0, 2)] = 0;
    ray[6] = nextInteger(rng, 0, 1) === 0 ? 0 : nextInRange(rng, -5, 2);
    ray[7] = nextInteger(rng, 0, 1) === 0 ? Infinity : nextInRange(rng, 2, 9);
    return ray;
  }

  test("meet the boxes they meet, each once", () => {
    for (let run = 0; run < 300; run++) {
      const ray = drawRay();
      const found: number[] = [];
      startRay(walk, tree, ray, 0);
      for (let i = nextOnRay(walk, tree, ray, 0); i >= 0; i = nextOnRay(walk, tree, ray, 0)) found.push(i);
      expect(found.sort((a, b) => a - b)).toEqual(range(n).filter((i) => !Number.isNaN(enterBox(boxes, 6 * i, ray))));
    }
  });

  test("whose end is drawn in find the nearest box, and visit few others", () => {
    let visited = 0;
    let met = 0;
    for (let run = 0; run < 300; run++) {
      const ray = drawRay();
      const entries = range(n).map((i) => enterBox(boxes, 6 * i, ray));
      let nearest = Infinity;
      startRay(walk, tree, ray, 0);
      for (let i = nextOnRay(walk, tree, ray, 0); i >= 0; i = nextOnRay(walk, tree, ray, 0)) {
        nearest = Math.min(nearest, entries[i]);
        ray[7] = nearest;
        visited++;
      }
      const truth = entries.filter((t) => !Number.isNaN(t));
      met += truth.length;
      expect(nearest).toBe(Math.min(Infinity, ...truth));
    }
    expect(visited).toBeLessThan(0.5 * met);
  });

  test("along a side, or through an edge or a corner, touch", () => {
    const one = new BoundsTree();
    one.build(Float64Array.of(0, 0, 0, 1, 1, 1), null, 1);
    const touches = (...ray: number[]) => {
      startRay(walk, one, Float64Array.from(ray), 0);
      return nextOnRay(walk, one, Float64Array.from(ray), 0) === 0;
    };
    expect(touches(-1, 1, 0.5, 1, 0, 0, 0, 9)).toBe(true);
    expect(touches(-1, 1 + 2 ** -52, 0.5, 1, 0, 0, 0, 9)).toBe(false);
    expect(touches(-0.1, 1.1, 0.5, 0.1, -0.1, 0, 0, 9)).toBe(true);
    expect(touches(2, 2, -1, -1, -1, 1, 0, 9)).toBe(true);
    expect(touches(2, 2, -1, -1, -1, 1, 0, 0.99)).toBe(false);
    expect(touches(0.5, 0.5, 0.5, 0, 0, 0, 0, 0)).toBe(true);
    expect(touches(1.5, 0.5, 0.5, 0, 0, 0, 0, 1)).toBe(false);
  });
});

describe("two trees", () => {
  const rng = createRng(9);

  test("in one frame: the pairs that overlap", () => {
    for (const [n, m] of [
      [0, 3],
      [1, 1],
      [1, 40],
      [60, 45],
    ]) {
      const [a, b] = [drawBoxes(n, "cloud", rng), drawBoxes(m, "mixed", rng)];
      const [treeA, treeB] = [new BoundsTree(), new BoundsTree()];
      treeA.build(a, null, n);
      treeB.build(b, null, m);
      const pairs = new PairBuffer();
      collectTreePairs(pairs, treeA, treeB, null, 0);
      pairs.sort(Math.max(n, m));
      const truth = range(n).flatMap((i) => range(m).flatMap((j) => (boundsOverlap(a, 6 * i, b, 6 * j) ? [i, j] : [])));
      expect([...pairs.values.subarray(0, 2 * pairs.count)]).toEqual(truth);
    }
  });

  test("one placed in the frame of the other: all pairs of items whose placed boxes overlap", () => {
    const [n, m] = [50, 70];
    const [a, b] = [drawBoxes(n, "cloud", rng), drawBoxes(m, "cloud", rng)];
    const [treeA, treeB] = [new BoundsTree(), new BoundsTree()];
    treeA.build(a, null, n);
    treeB.build(b, null, m);
    const q = new Float64Array(4);
    const frame = new Float64Array(frameSize);
    nextRotation(q, 0, rng);
    writeFrame(frame, 0, Float64Array.of(1, 0, -2), 0, q, 0);
    const pairs = new PairBuffer();
    collectTreePairs(pairs, treeA, treeB, frame, 0);
    pairs.sort(m);
    // the box around the eight placed corners
    const placed = range(m).map((j) => {
      const points = range(8).map((c) => {
        const v = [0, 1, 2].map((k) => b[6 * j + k + 3 * ((c >> k) & 1)]);
        return [0, 1, 2].map((k) => frame[k] + [0, 1, 2].reduce((sum, l) => sum + frame[3 + 3 * k + l] * v[l], 0));
      });
      return Float64Array.from(range(6), (k) => Math[k < 3 ? "min" : "max"](...points.map((p) => p[k % 3])));
    });
    const truth = range(n).flatMap((i) =>
      range(m).flatMap((j) => (boundsOverlap(a, 6 * i, placed[j], 0) ? [i, j] : [])),
    );
    expect([...pairs.values.subarray(0, 2 * pairs.count)]).toEqual(truth);
    const out = new Float64Array(6);
    placed.forEach((box, j) => {
      placeBox(out, 0, b, 6 * j, frame, 0);
      for (let k = 0; k < 6; k++) {
        const beyond = k < 3 ? box[k] - out[k] : out[k] - box[k];
        // outside, by less than 2⁻⁵⁰ of the sum of the terms, which is below 30 m
        expect(beyond).toBeGreaterThanOrEqual(0);
        expect(beyond).toBeLessThan(2.7e-14);
      }
    });
  });
});

/** Overlaps that are looked for before there are pairs are those of the pairs, in their order. */
import { expect, test } from "vitest";
import { createBox, createPlane, createSphere, PairResult } from "../../../../src/collide/index.js";
import { Detector, Materials, PartTable } from "../../../../src/contact/index.js";
import { createRng, nextInRange } from "../../../../src/math/index.js";
import { boxMass, RigidSystem } from "../../../../src/rigid/index.js";

function createHeap() {
  const rng = createRng(11);
  const system = new RigidSystem();
  const parts = new PartTable();
  const detector = new Detector(parts, system, new Materials(), { tolerance: 1e-7 });
  const floor = system.addBody({ fixed: true });
  parts.addPart(system, floor, { shape: createPlane({ normal: [0, 1, 0] }) });
  for (let k = 1; k < 60; k++) {
    const position = [0, 1, 2].map(() => nextInRange(rng, -1.5, 1.5));
    const body = system.addBody({ mass: boxMass({ size: [1, 1, 1], mass: 1 }), position });
    const group = k % 3;
    const shape = k % 2 === 0 ? createBox({ size: [0.7, 0.5, 0.6] }) : createSphere({ radius: 0.3 });
    // a third of them meets nothing of its own kind
    parts.addPart(system, body, { shape, group, ...(group === 2 ? { collidesWith: [0, 1] } : {}) });
  }
  parts.addPart(system, 5, { shape: createSphere({ radius: 0.2 }), position: [0.5, 0, 0] });
  detector.exclude(7, 8);
  return { parts, detector };
}

test("among boxes, balls, a plane, groups and exclusions", () => {
  const { parts, detector } = createHeap();
  const found: [number, number, number][] = [];
  const seen: number[] = [];
  detector.placeParts();
  detector.visitOverlaps(
    (a, b, depth) => {
      found.push([a, b, depth]);
      return true;
    },
    (part) => seen.push(part),
  );
  expect(seen).toEqual(Array.from({ length: parts.count }, (_, p) => p));
  detector.fitBoxes(Float64Array.of(1e-7), 0);
  detector.update();
  const { pairs } = detector;
  const result = new PairResult();
  const expected: [number, number, number][] = [];
  for (let pair = 0; pair < pairs.count; pair++) {
    detector.measure(result, pair);
    if (-result.values[0] > 1e-7) expected.push([pairs.partA[pair], pairs.partB[pair], -result.values[0]]);
  }
  expect(expected.length).toBeGreaterThan(40);
  expect(found.map(([a, b]) => [a, b])).toEqual(expected.map(([a, b]) => [a, b]));
  // what is known of a pair may turn the last bits
  for (const [k, [, , depth]] of found.entries()) expect(depth).toBeCloseTo(expected[k][2], 12);
});

test("until no more are wanted", () => {
  const { detector } = createHeap();
  detector.placeParts();
  let count = 0;
  detector.visitOverlaps(() => ++count < 5);
  expect(count).toBe(5);
});

test("parts of bodies, in rising order, also after one is gone", () => {
  const { parts } = createHeap();
  const last = parts.count - 1;
  expect([...parts.listParts([5, 2], false)]).toEqual([2, 5, last]);
  expect([...parts.listParts([99], true)]).toEqual([]);
  parts.removeBody(2);
  expect([...parts.listParts([5, 2], true)]).toEqual([5, last]);
});

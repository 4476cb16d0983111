/**
 * Alignments that random poses never have, each with its closed form: parallel and coaxial axes, concentric shapes, tips on
 * faces, rims on edges, centres on surfaces, half-spaces. packages/engine/src/collide/curved/collide-curved.ts
 */
import { describe, expect, test } from "vitest";
import { collideCurved } from "../../../src/collide/curved/collide-curved.js";
import { PairResult, PairSlot, Status } from "../../../src/collide/result/pair-result.js";
import {
  createBox,
  createCapsule,
  createCone,
  createCylinder,
  createPlane,
  createSphere,
} from "../../../src/collide/shapes/create-shape.js";
import type { Shape } from "../../../src/collide/shapes/shape.js";
import { sphereBoxReferences } from "../../oracles/collide-references.js";
import { measureOutside, moveFrame, placeFrame } from "../../support/curved-shapes.js";

const x = [1, 0, 0];
const z = [0, 0, 1];
const right = Math.PI / 2;
const ball = createSphere({ radius: 0.5 });
const capsule = createCapsule({ radius: 0.25, height: 2 });
const cube = createBox({ size: [2, 2, 2] });
const cylinder = createCylinder({ radius: 1, height: 2 });
const rod = createCylinder({ radius: 0.5, height: 6 });
const cone = createCone({ radius: 1, height: 2 });
const half = Math.SQRT1_2;

type Case = readonly [string, Shape, Float64Array, Shape, Float64Array, number, (readonly number[] | null)?];

/** What, A, B, gap, and the normal if there is but one. */
const cases: Case[] = [
  ["concentric spheres", ball, placeFrame([1, 2, 3]), ball, placeFrame([1, 2, 3]), -1],
  ["parallel capsules", capsule, placeFrame([1, 0.3, 0]), capsule, placeFrame([0, 0, 0]), 0.5, x],
  ["capsules end to end", capsule, placeFrame([0, 3, 0]), capsule, placeFrame([0, 0, 0]), 0.5, [0, 1, 0]],
  ["one capsule in the other", capsule, placeFrame([0, 0.5, 0]), capsule, placeFrame([0, 0, 0]), -0.5],
  ["capsules whose segments cross", capsule, placeFrame([0, 0, 0], x, right), capsule, placeFrame([0, 0, 0]), -0.5],
  [
    "a capsule with its end on the other's segment",
    capsule,
    placeFrame([1, 0, 0], z, right),
    capsule,
    placeFrame([0, 0, 0]),
    -0.5,
  ],
  ["a ball in the middle of a cube", ball, placeFrame([0, 0, 0]), cube, placeFrame([0, 0, 0]), -1.5],
  ["a ball on the diagonal of a face", ball, placeFrame([0.5, 0.5, 0]), cube, placeFrame([0, 0, 0]), -1],
  ["a ball's centre on a face", ball, placeFrame([1, 0.2, 0.3]), cube, placeFrame([0, 0, 0]), -0.5, x],
  ["a ball's centre on an edge", ball, placeFrame([1, 1, 0.3]), cube, placeFrame([0, 0, 0]), -0.5],
  ["a ball's centre on a corner", ball, placeFrame([1, 1, 1]), cube, placeFrame([0, 0, 0]), -0.5],
  ["a ball against a corner", ball, placeFrame([2, 2, 2]), cube, placeFrame([0, 0, 0]), Math.sqrt(3) - 0.5],
  ["a ball in a cylinder's middle", ball, placeFrame([0, 0, 0]), cylinder, placeFrame([0, 0, 0]), -1.5],
  [
    "a ball on the axis, near the cap",
    ball,
    placeFrame([0, 0.75, 0]),
    cylinder,
    placeFrame([0, 0, 0]),
    -0.75,
    [0, 1, 0],
  ],
  ["a ball on the axis of a rod", ball, placeFrame([0, 0.75, 0]), rod, placeFrame([0, 0, 0]), -1],
  ["a ball's centre on a rim", ball, placeFrame([1, 1, 0]), cylinder, placeFrame([0, 0, 0]), -0.5],
  ["a ball's centre on a tip", ball, placeFrame([0, 1, 0]), cone, placeFrame([0, 0, 0]), -0.5],
  // half way up the axis the side is 0.5 · 2/√5 away, nearer than the base
  ["a ball on the axis of a cone", ball, placeFrame([0, 0, 0]), cone, placeFrame([0, 0, 0]), -0.5 - 1 / Math.sqrt(5)],
  ["a capsule along a cylinder's axis", capsule, placeFrame([0, 0, 0]), rod, placeFrame([0, 0, 0]), -0.75],
  ["a capsule along a cylinder's side", capsule, placeFrame([2, 0.5, 0]), cylinder, placeFrame([0, 0, 0]), 0.75, x],
  [
    "a capsule across a cap",
    capsule,
    placeFrame([0.2, 1.5, 0], x, right),
    cylinder,
    placeFrame([0, 0, 0]),
    0.25,
    [0, 1, 0],
  ],
  ["cylinders stacked", cylinder, placeFrame([0, 2, 0]), cylinder, placeFrame([0, 0, 0]), 0, [0, 1, 0]],
  [
    "cylinders stacked with an offset",
    cylinder,
    placeFrame([1.5, 2.5, 0]),
    cylinder,
    placeFrame([0, 0, 0]),
    0.5,
    [0, 1, 0],
  ],
  ["cylinders side by side", cylinder, placeFrame([2.5, 0.3, 0]), cylinder, placeFrame([0, 0, 0]), 0.5, x],
  ["cylinders coaxial, one in the other", rod, placeFrame([0, 0, 0]), cylinder, placeFrame([0, 0, 0]), -1.5],
  ["the same cylinder twice", cylinder, placeFrame([0, 0, 0]), cylinder, placeFrame([0, 0, 0]), -2],
  ["cylinders with parallel axes, overlapping", rod, placeFrame([1.2, 0, 0]), cylinder, placeFrame([0, 0, 0]), -0.3, x],
  ["cylinders crossed", rod, placeFrame([0, 0, 2], z, right), cylinder, placeFrame([0, 0, 0]), 0.5, z],
  [
    "cylinders crossed, overlapping",
    rod,
    placeFrame([0, 0, 1.25], z, right),
    cylinder,
    placeFrame([0, 0, 0]),
    -0.25,
    z,
  ],
  [
    "rims corner to corner in a plane",
    cylinder,
    placeFrame([3, 3, 0]),
    cylinder,
    placeFrame([0, 0, 0]),
    Math.SQRT2,
    [half, half, 0],
  ],
  [
    "a rod's cap on a cylinder's side",
    rod,
    placeFrame([4.25, 0, 0], z, right),
    cylinder,
    placeFrame([0, 0, 0]),
    0.25,
    x,
  ],
  [
    "a cylinder on an edge of a cube, side by side",
    rod,
    placeFrame([2, 2, 0], x, right),
    cube,
    placeFrame([0, 0, 0]),
    Math.SQRT2 - 0.5,
    [half, half, 0],
  ],
  ["a cylinder's side on a face", rod, placeFrame([0, 1.5, 0], x, right), cube, placeFrame([0, 0, 0]), 0, [0, 1, 0]],
  ["a cylinder's cap on a face", cylinder, placeFrame([0.5, 2, 0]), cube, placeFrame([0, 0, 0]), 0, [0, 1, 0]],
  [
    "a cylinder within a cube",
    createCylinder({ radius: 0.25, height: 0.5 }),
    placeFrame([0, 0.5, 0]),
    cube,
    placeFrame([0, 0, 0]),
    -0.75,
    [0, 1, 0],
  ],
  // turned by 45° about z its lowest rim point is √2 below the centre, with the tangent along z
  [
    "a rim on an edge",
    cylinder,
    placeFrame([1 + 0.3, 1 + Math.SQRT2 + 0.4, 0], z, right / 2),
    cube,
    placeFrame([0, 0, 0]),
    0.5,
    [0.6, 0.8, 0],
  ],
  [
    "a rim on a face",
    cylinder,
    placeFrame([0, 1 + Math.SQRT2, 0], z, right / 2),
    cube,
    placeFrame([0, 0, 0]),
    0,
    [0, 1, 0],
  ],
  ["a tip on a face", cone, placeFrame([0, 2, 0], z, Math.PI), cube, placeFrame([0, 0, 0]), 0, [0, 1, 0]],
  ["a tip in a face", cone, placeFrame([0.3, 1.875, 0.2], z, Math.PI), cube, placeFrame([0, 0, 0]), -0.125, [0, 1, 0]],
  ["a tip on a corner", cone, placeFrame([1, 2, 1], z, Math.PI), cube, placeFrame([0, 0, 0]), 0],
  ["a tip over a corner", cone, placeFrame([1, 2.5, 1], z, Math.PI), cube, placeFrame([0, 0, 0]), 0.5, [0, 1, 0]],
  ["tip to tip", cone, placeFrame([0, 2.5, 0], z, Math.PI), cone, placeFrame([0, 0, 0]), 0.5, [0, 1, 0]],
  ["tips touching", cone, placeFrame([0, 2, 0], z, Math.PI), cone, placeFrame([0, 0, 0]), 0],
  ["base to base", cone, placeFrame([0, 2, 0]), cone, placeFrame([0, 0, 0], z, Math.PI), 0, [0, 1, 0]],
  // lines of the sides 2 apart across, of which each has slope 1:2
  [
    "cones upside down, side by side",
    cone,
    placeFrame([2, 0, 0], z, Math.PI),
    cone,
    placeFrame([0, 0, 0]),
    2 / Math.sqrt(5),
    [2 / Math.sqrt(5), 1 / Math.sqrt(5), 0],
  ],
  ["a tip on a cap", cone, placeFrame([0.2, 2.25, 0], z, Math.PI), cylinder, placeFrame([0, 0, 0]), 0.25, [0, 1, 0]],
  ["a tip on a rim", cone, placeFrame([1, 2, 0], z, Math.PI), cylinder, placeFrame([0, 0, 0]), 0],
  ["the base on a cap", cone, placeFrame([0, 2, 0]), cylinder, placeFrame([0, 0, 0]), 0, [0, 1, 0]],
  [
    "a cone on its side beside a rod",
    rod,
    placeFrame([0, 0, -2], x, right),
    cone,
    placeFrame([0, 0, 0]),
    -0.5 - 1 / Math.sqrt(5),
  ],
];

const floor = createPlane({ normal: [0, 1, 0], offset: 0 });
const home = placeFrame([0, 0, 0]);
cases.push(
  ["a ball on a floor", ball, placeFrame([3, 0.5, 0]), floor, home, 0, [0, 1, 0]],
  ["a capsule lying", capsule, placeFrame([3, 0.5, 0], x, right), floor, home, 0.25, [0, 1, 0]],
  ["a capsule leaning", capsule, placeFrame([3, 1, 0], x, right / 2), floor, home, 0.75 - half, [0, 1, 0]],
  ["a cylinder standing", cylinder, placeFrame([3, 1, 0]), floor, home, 0, [0, 1, 0]],
  ["a cylinder lying", cylinder, placeFrame([3, 1, 0], x, right), floor, home, 0, [0, 1, 0]],
  ["a cylinder on its rim", cylinder, placeFrame([3, 1, 0], x, right / 2), floor, home, 1 - Math.SQRT2, [0, 1, 0]],
  ["a cone on its tip", cone, placeFrame([3, 1, 0], x, Math.PI), floor, home, 0, [0, 1, 0]],
  ["a cone on its base", cone, placeFrame([3, 1, 0]), floor, home, 0, [0, 1, 0]],
  [
    "a cube on its corner",
    cube,
    placeFrame([0, 2, 0], [half, 0, half], Math.acos(1 / Math.sqrt(3))),
    floor,
    home,
    2 - Math.sqrt(3),
    [0, 1, 0],
  ],
  [
    "floor and ceiling",
    createPlane({ normal: [0, -1, 0], offset: -3 }),
    home,
    floor,
    placeFrame([0, 1, 0]),
    2,
    [0, 1, 0],
  ],
  ["floors that overlap", createPlane({ normal: [1, 1, 0] }), home, floor, home, -Infinity],
);

const result = new PairResult();
const motions = [placeFrame([0, 0, 0]), placeFrame([0.3, -1.2, 2.5], [0.6, 0, 0.8], 1.1)];

describe.each(cases.map((entry) => ({ name: entry[0], entry })))("$name", ({ entry }) => {
  const [, a, frameA, b, frameB, gap, normal] = entry;
  // a few units in the last place of coordinates of about 4; moved, of the motion's own rounding too
  test.each([
    ["as it stands", 0],
    ["moved", 1],
  ])("%s", (_, which) => {
    const m = motions[which];
    const [fa, fb] = [moveFrame(m, frameA), moveFrame(m, frameB)];
    for (const sign of [1, -1]) {
      if (sign > 0) collideCurved(result, a, fa, 0, b, fb, 0, null, 0, 1e-12);
      else collideCurved(result, b, fb, 0, a, fa, 0, null, 0, 1e-12);
      const v = result.values;
      if (gap === -Infinity) {
        expect(v[0]).toBe(gap);
        expect(result.status).toBe(Status.overlapping);
        continue;
      }
      expect(Math.abs(v[0] - gap)).toBeLessThan(6e-15);
      expect(result.status).toBe(
        Math.abs(gap) < 1e-12 ? Status.touching : gap > 0 ? Status.disjoint : Status.overlapping,
      );
      expect(Math.abs(Math.hypot(v[1], v[2], v[3]) - 1)).toBeLessThan(1e-15);
      if (normal) {
        const turned = [0, 1, 2].map((r) => [0, 1, 2].reduce((sum, k) => sum + m[3 + 3 * r + k] * normal[k], 0));
        for (let k = 0; k < 3; k++) expect(Math.abs(v[1 + k] - sign * turned[k])).toBeLessThan(1e-14);
      }
      const out = [a, b].map((shape, k) => {
        const point = v.subarray((k === 0) === sign > 0 ? PairSlot.pointA : PairSlot.pointB).slice(0, 3);
        return shape.plane === null ? measureOutside(shape, k === 0 ? fa : fb, point) : 0;
      });
      expect(Math.max(...out)).toBeLessThan(1e-9);
    }
  });
});

test("the reference pairs of sphere and box", () => {
  for (const { c, r, signedDistance } of sphereBoxReferences) {
    const sphere = createSphere({ radius: r });
    collideCurved(result, sphere, placeFrame([...c]), 0, cube, placeFrame([0, 0, 0]), 0, null, 0, 0);
    expect(Math.abs(result.values[0] - signedDistance)).toBeLessThan(5e-16);
  }
});

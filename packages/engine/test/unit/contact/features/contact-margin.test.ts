/**
 * Margins against the narrow phase. Of shapes that do not overlap the gap between the features held is the gap of the
 * shapes if, and only if, these features are nearest to one another: if the margin is above zero.
 */
import { describe, expect, test } from "vitest";
import {
  createBox,
  createCapsule,
  createCone,
  createConvex,
  createCylinder,
  createMesh,
  createSphere,
  type Shape,
} from "../../../../src/collide/index.js";
import { Feature } from "../../../../src/contact/features/contact-feature.js";
import { Curve } from "../../../../src/contact/index.js";
import { createRng, nextOnSphere, type Rng } from "../../../../src/math/index.js";
import {
  drawRotation,
  drawVector,
  makeTouching,
  measurePair,
  readGap,
  readMargin,
  type Touching,
} from "../../../support/contacts.js";

const sphere = createSphere({ radius: 0.2 });
const capsule = createCapsule({ radius: 0.15, height: 0.6 });
const box = createBox({ size: [0.8, 0.6, 0.7] });
const hull = createConvex({
  vertices: [
    [0.6, 0.1, 0],
    [-0.5, 0.4, 0.1],
    [0, -0.6, 0.3],
    [0.1, 0.2, 0.7],
    [-0.1, 0, -0.6],
    [0.4, -0.4, -0.4],
  ],
});
const cylinder = createCylinder({ radius: 0.4, height: 0.5 });
const cone = createCone({ radius: 0.5, height: 0.6 });
const { vertices, faceStart, faceVertices, faceCount } = box.polyhedron as NonNullable<Shape["polyhedron"]>;
/** The surface of the box, each face of two triangles. */
const surface = createMesh({
  vertices,
  faces: Array.from({ length: faceCount }, (_, f) => [...faceVertices.subarray(faceStart[f], faceStart[f + 1])]),
});

const pairs: Record<string, readonly [Shape | null, Shape]> = {
  "sphere and box": [sphere, box],
  "box and sphere": [box, sphere],
  "sphere and hull": [sphere, hull],
  "sphere and cylinder": [sphere, cylinder],
  "cylinder and sphere": [cylinder, sphere],
  "sphere and cone": [sphere, cone],
  "cone and sphere": [cone, sphere],
  "sphere and capsule": [sphere, capsule],
  "sphere and mesh": [sphere, surface],
  "capsule and sphere": [capsule, sphere],
  "capsule and capsule": [capsule, capsule],
  "capsule and box": [capsule, box],
  "hull and capsule": [hull, capsule],
  "capsule and mesh": [capsule, surface],
  "particle and capsule": [null, capsule],
};

function drawPair(rng: Rng, a: Shape | null, b: Shape): Touching {
  for (;;) {
    const away = new Float64Array(3);
    nextOnSphere(away, 0, rng);
    const aside = drawVector(rng, 0.3);
    const touching = makeTouching(
      rng,
      a,
      { position: away.map((x, k) => 2 * x + aside[k]), rotation: drawRotation(rng) },
      b,
      { position: [0, 0, 0], rotation: drawRotation(rng) },
      away.map((x) => -x),
    );
    if (touching !== null && touching.table.count === 1) return touching;
  }
}

describe.each(Object.entries(pairs))("%s", (_name, [a, b]) => {
  test("is above zero just where the features are nearest", () => {
    const rng = createRng(3);
    const counts = { inside: 0, outside: 0 };
    for (let round = 0; round < 12; round++) {
      const touching = drawPair(rng, a, b);
      const { system, table, yA } = touching;
      if (table.curve[0] === Curve.general) continue;
      const start = system.state.slice();
      for (let move = 0; move < 16; move++) {
        const state = start.slice();
        const shift = drawVector(rng, 0.25);
        for (let k = 0; k < 3; k++) state[yA + k] += shift[k] + 0.1 * table.normal[k];
        system.setState(state);
        const narrow = measurePair(touching);
        const margin = readMargin(touching, 0);
        // so near the border the gaps of both features are the same to rounding
        if (!(narrow > 1e-3) || narrow === Infinity || Math.abs(margin) < 1e-4) continue;
        const own = readGap(touching, 0);
        if (margin > 0) {
          counts.inside++;
          expect(Math.abs(own - narrow)).toBeLessThan(1e-14);
        } else {
          counts.outside++;
          // by about the square of the margin over the distance; less by sin² of the angle between lines
          expect(Math.abs(own - narrow)).toBeGreaterThan(4e-3 * margin * margin);
        }
      }
      system.setState(start);
    }
    expect(counts.inside).toBeGreaterThan(10);
    expect(counts.outside).toBeGreaterThan(5);
  });
});

describe("on the very rim of a cap, with its normal", () => {
  /** A spike, its corner at the origin. */
  const spike = createConvex({
    vertices: [
      [0, 0, 0],
      [0.1, 0.5, 0.1],
      [-0.1, 0.5, 0.1],
      [0, 0.5, -0.1],
    ],
  });

  test.each<[string, Shape | null]>([
    ["a particle", null],
    ["a corner", spike],
  ])("%s may go along it, and is off it by how far it goes in or out", (_name, shape) => {
    const upright = [0, 0, 0, 1];
    const place = (position: number[]) => ({ position, rotation: upright });
    const touching = makeTouching(createRng(1), shape, place([0.3, 0.3, 0]), cylinder, place([0, 0, 0]), [0, -1, 0]);
    if (touching === null) throw new Error("they do not touch");
    const { system, table, yA } = touching;
    expect([table.count, table.keyB[0]]).toEqual([1, Feature.cap + 1]);
    // as rounding may have it where it is over the rim
    table.keyB[0] = Feature.rim + 1;
    const start = system.state.slice();
    const marginAt = (x: number, z: number) => {
      const state = start.slice();
      state[yA] += x - 0.3;
      state[yA + 2] += z;
      system.setState(state);
      return readMargin(touching, 0);
    };
    // places in frames of bodies that are turned and up to 1 m away
    const rounding = 1e-15;
    expect(Math.abs(marginAt(0.4, 0))).toBeLessThan(rounding);
    for (const way of [-1e-3, -1e-8, 1e-8, 1e-3]) {
      expect(Math.abs(marginAt(0.4 + way, 0) + Math.abs(way))).toBeLessThan(rounding);
    }
    for (const angle of [0.1, 2, 4]) {
      expect(Math.abs(marginAt(0.4 * Math.cos(angle), 0.4 * Math.sin(angle)))).toBeLessThan(rounding);
    }
  });
});

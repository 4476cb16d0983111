/**
 * A ball that overlapped a terrain by 0.9 mm beside a saddle was said to be 265 mm deep: a triangle that it met at a corner
 * only was measured along its whole plane, while the contacts said 0.9 mm. And a contact on the front of a triangle that
 * was seen from behind.
 */
import {
  ContactBuffer,
  collideMesh,
  createBox,
  createCapsule,
  createCone,
  createConvex,
  createCylinder,
  createMesh,
  createSphere,
  findMeshContacts,
  MeshCache,
  PairResult,
  PairSlot,
  type Shape,
} from "@rigor/engine/collide";
import { createRng, nextInRange, type Rng } from "@rigor/engine/math";
import { describe, expect, test } from "vitest";
import { createTerrain, listTriangles, measureAll } from "../support/collide-meshes.js";
import { placeFrame } from "../support/curved-shapes.js";

const home = placeFrame([0, 0, 0]);
const result = new PairResult();
const buffer = new ContactBuffer();

/** The least gap, and that of the deepest contact. */
function hold(shape: Shape, frame: Float64Array, ground: Shape, tolerance = 1e-9): [number, number] {
  collideMesh(result, shape, frame, 0, ground, home, 0, tolerance);
  buffer.clear();
  const count = findMeshContacts(buffer, shape, frame, 0, ground, home, 0, tolerance);
  return [result.values[PairSlot.gap], Math.min(...buffer.gap.subarray(0, count))];
}

const makers: Record<string, (rng: Rng) => Shape> = {
  sphere: (rng) => createSphere({ radius: nextInRange(rng, 0.3, 1.3) }),
  capsule: (rng) => createCapsule({ radius: nextInRange(rng, 0.2, 0.7), height: nextInRange(rng, 0.3, 1.3) }),
  cylinder: (rng) => createCylinder({ radius: nextInRange(rng, 0.2, 0.7), height: nextInRange(rng, 0.3, 1.3) }),
  cone: (rng) => createCone({ radius: nextInRange(rng, 0.2, 0.7), height: nextInRange(rng, 0.3, 1.3) }),
  box: (rng) => createBox({ size: [0, 1, 2].map(() => nextInRange(rng, 0.3, 1.3)) as [number, number, number] }),
  hull: (rng) => createConvex({ vertices: Array.from({ length: 36 }, () => nextInRange(rng, -0.5, 0.5)) }),
};

describe("from touching to one centimetre deep, on terrains without order", () => {
  test.each(Object.keys(makers))("%s", (name) => {
    const rng = createRng(7);
    let touched = 0;
    for (let round = 0; round < 5; round++) {
      const ground = createTerrain(6, 1, () => nextInRange(rng, 0, round % 3 === 0 ? 2 : 0.8));
      const triangles = listTriangles(ground);
      for (let k = 0; k < 4; k++) {
        const shape = makers[name](rng);
        const x = [nextInRange(rng, -1.5, 1.5), nextInRange(rng, -1.5, 1.5), 4];
        const axis = [0, 1, 2].map(() => nextInRange(rng, -1, 1));
        const length = Math.hypot(...axis);
        const angle = nextInRange(rng, -3, 3);
        const frameAt = (p: readonly number[]): Float64Array =>
          placeFrame(
            p,
            axis.map((c) => c / length),
            angle,
          );
        const cache = new MeshCache(1);
        // down to where it touches
        for (let step = 0; step < 60; step++) {
          collideMesh(result, shape, frameAt(x), 0, ground, home, 0, 0, cache, 0);
          if (result.values[0] < 1e-11) break;
          x[2] -= result.values[0];
        }
        if (Math.abs(result.values[0]) > 1e-10) continue;
        touched++;
        const n = [...result.values.subarray(1, 4)];
        for (const h of [1e-4, 1e-3, 3e-3, 6e-3, 1e-2]) {
          const frame = frameAt(x.map((c, i) => c - h * n[i]));
          const [gap, deepest] = hold(shape, frame, ground, k % 2 === 0 ? 1e-9 : 0);
          // the very row
          expect(Math.abs(gap - deepest)).toBeLessThan(1e-15);
          // of some 12 000 placements: h itself, but for a hull with 1.061 h at the most; less on ridges, where another
          // normal is the shorter way, 0.487 h at the least
          expect(-gap / h).toBeLessThan(1.07);
          expect(-gap / h).toBeGreaterThan(0.4);
          if (name !== "sphere" && name !== "capsule") continue;
          // distance of the core, which is in front of all, from all triangles, less the radius
          const core =
            name === "sphere"
              ? createSphere({ radius: 1e-9 })
              : createCapsule({ radius: 1e-9, height: 2 * shape.halfHeight });
          const apart = measureAll({ shape: core, frame }, triangles) + 1e-9 - shape.radius;
          expect(Math.abs(gap - apart)).toBeLessThan(1e-11);
        }
      }
    }
    expect(touched).toBeGreaterThan(12);
  });
});

test("a ball beside a saddle", () => {
  // a peak of 0.395 m at (1, −2), with ridges to both sides
  const vertices = [
    [0, 0.62, -3],
    [0, 0.239, -2],
    [0, 0.3, -1],
    [1, 0.014, -3],
    [1, 0.395, -2],
    [1, 0, -1],
    [2, 0.3, -3],
    [2, 0, -2],
    [2, 0.206, -1],
  ];
  const faces = [0, 1, 3, 4].flatMap((v) => [
    [v, v + 1, v + 4],
    [v, v + 4, v + 3],
  ]);
  const ground = createMesh({ vertices, faces });
  const centre = [1.329, 1.165, -2.195];
  const point = createSphere({ radius: 1e-9 });
  const distance = measureAll({ shape: point, frame: placeFrame(centre) }, listTriangles(ground)) + 1e-9;
  for (let k = 0; k <= 100; k++) {
    const depth = 1e-4 * k;
    const [gap, deepest] = hold(createSphere({ radius: distance + depth }), placeFrame(centre), ground);
    expect(Math.abs(gap + depth)).toBeLessThan(1e-15);
    expect(Math.abs(deepest + depth)).toBeLessThan(1e-15);
  }
});

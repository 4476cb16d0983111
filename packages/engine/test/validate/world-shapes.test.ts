/**
 * All shapes on all shapes, from seeds: cones, cylinders, capsules, hulls and boxes that fall on a fixed cylinder, cone,
 * capsule or box, slide over its rims and edges and leave it. Nothing overlaps, the books close, every run ends.
 */
import {
  collideShapes,
  createBox,
  createCapsule,
  createCone,
  createConvex,
  createCylinder,
  createPlane,
  createSphere,
  PairCache,
  PairResult,
  type Shape,
} from "@rigor/engine/collide";
import { createRng, nextInRange, nextInteger, nextUniform, type Rng } from "@rigor/engine/math";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";
import { randomRotation, randomVector } from "../support/rigid-worlds.js";

const quarter = [Math.SQRT1_2, 0, 0, Math.SQRT1_2];
const leaning = [0, 0, Math.sin(0.15), Math.cos(0.15)];

function pick<T>(rng: Rng, list: readonly T[]): T {
  return list[nextInteger(rng, 0, list.length - 1)];
}

function makeShape(rng: Rng): Shape {
  const l = () => nextInRange(rng, 0.15, 0.5);
  const point = () => [0, 1, 2].map(() => nextInRange(rng, -0.25, 0.25));
  return pick(rng, [
    () => createBox({ size: [l(), l(), l()] }),
    () => createSphere({ radius: l() / 2 }),
    () => createCapsule({ radius: l() / 3, height: l() }),
    () => createCylinder({ radius: l() / 2, height: l() }),
    () => createCone({ radius: l() / 2 + 0.05, height: l() }),
    () => createConvex({ vertices: Array.from({ length: nextInteger(rng, 4, 12) }, point) }),
  ])();
}

function makeWorld(seed: number): World {
  const rng = createRng(seed, 5);
  const world = new World();
  const [shape, y] = pick(rng, [
    [createBox({ size: [1, 0.4, 1] }), -0.2],
    [createCylinder({ radius: 0.5, height: 0.6 }), -0.3],
    [createCone({ radius: 0.6, height: 0.6 }), -0.6],
    [createCapsule({ radius: 0.4, height: 0.7 }), -0.4],
  ] as const);
  const rotation = pick(rng, [[0, 0, 0, 1], quarter, leaning]);
  world.addBody({ shape, fixed: true, position: [0, y, 0], rotation, restitution: 0.3 });
  world.addBody({ shape: createPlane({ normal: [0, 1, 0], offset: -1.5 }), fixed: true });
  const isUpright = nextUniform(rng) < 0.4;
  for (let k = 0; k < nextInteger(rng, 1, 2); k++) {
    world.addBody({
      shape: makeShape(rng),
      density: 500,
      position: [nextInRange(rng, -0.25, 0.25), 0.85 + 0.8 * k, nextInRange(rng, -0.25, 0.25)],
      rotation: isUpright ? pick(rng, [[0, 0, 0, 1], quarter, [1, 0, 0, 0]]) : randomRotation(rng),
      velocity: [0, -2, 0],
      angularVelocity: pick(rng, [[0, 0, 0], randomVector(rng, 4)]),
      restitution: pick(rng, [0, 0.3]),
    });
  }
  return world;
}

/** The deepest overlap of two bodies, m, by the narrow phase without memory. */
function measureDepth({ parts, system }: World): number {
  let depth = 0;
  for (let p = 0; p < parts.count; p++) parts.place(system, p);
  for (let p = 2; p < parts.count; p++) {
    for (let q = 0; q < p; q++) {
      const result = new PairResult();
      const [A, B] = [parts.shapes[p] as Shape, parts.shapes[q] as Shape];
      collideShapes(result, A, parts.frames, 12 * p, B, parts.frames, 12 * q, new PairCache(1), 0, 1e-7);
      depth = Math.max(depth, -result.values[0]);
    }
  }
  return depth;
}

test.each([10, 30])("seeds from %i on", (first) => {
  for (let seed = first; seed < first + 5; seed++) {
    const world = makeWorld(seed);
    const { total } = world.getEnergy();
    let scale = 0;
    for (let k = 1; k <= 8; k++) {
      const { status, message, worst } = world.advanceTo(0.1 * k, { maxSteps: 3000 });
      expect(status, `${seed}: ${message}`).toBe("done");
      const energy = world.getEnergy();
      scale = Math.max(scale, energy.kinetic, Math.abs(energy.potential), energy.dissipated);
      expect(Math.abs(energy.total - total), `${seed}`).toBeLessThan(1e-7 * scale);
      expect(worst.penetration, `${seed}`).toBeLessThan(1e-7);
      expect(measureDepth(world), `${seed}`).toBeLessThan(1e-7);
    }
  }
});

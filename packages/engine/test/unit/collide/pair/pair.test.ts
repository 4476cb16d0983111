/** Every two kinds of shape through one door, and meshes from either side. */
import { describe, expect, test } from "vitest";
import {
  ContactBuffer,
  ContactKind,
  collideShapes,
  createBox,
  createCapsule,
  createCone,
  createConvex,
  createCylinder,
  createMesh,
  createPlane,
  createSphere,
  findContacts,
  frameSize,
  PairCache,
  PairResult,
  PairSlot,
  type Shape,
  Status,
} from "../../../../src/collide/index.js";

const floor = createMesh({
  vertices: [
    [-5, 0, -5],
    [5, 0, -5],
    [5, 0, 5],
    [-5, 0, 5],
  ],
  faces: [[0, 3, 2, 1]],
});

const shapes: Record<string, Shape> = {
  sphere: createSphere({ radius: 0.5 }),
  capsule: createCapsule({ radius: 0.5, height: 1 }),
  box: createBox({ size: [1, 1, 1] }),
  convex: createConvex({ vertices: [-1, -0.5, -1, 1, -0.5, -1, 0, -0.5, 1, 0, 1, 0] }),
  cylinder: createCylinder({ radius: 0.5, height: 1 }),
  cone: createCone({ radius: 0.5, height: 1 }),
};

/** Two frames without rotation, A at height y and B at the origin. */
function stack(y: number): Float64Array {
  const frames = new Float64Array(2 * frameSize);
  for (const f of [0, frameSize]) for (const k of [3, 7, 11]) frames[f + k] = 1;
  frames[1] = y;
  return frames;
}

describe.each(Object.keys(shapes))("%s", (name) => {
  const shape = shapes[name];
  const height = name === "capsule" ? 1 : 0.5;

  test.each([
    ["a plane", createPlane({ normal: [0, 1, 0] })],
    ["a mesh", floor],
  ])("rests on %s, and that on it, alike", (_ground, ground) => {
    const frames = stack(height);
    const [one, other] = [new PairResult(), new PairResult()];
    const [up, down] = [new ContactBuffer(), new ContactBuffer()];
    const cache = new PairCache(2);
    collideShapes(one, shape, frames, 0, ground, frames, frameSize, cache, 0, 1e-9);
    collideShapes(other, ground, frames, frameSize, shape, frames, 0, cache, 1, 1e-9);
    expect([one.status, other.status]).toEqual([Status.touching, Status.touching]);
    // coordinates of size 1, and a few roundings
    expect(Math.abs(one.values[PairSlot.gap])).toBeLessThan(4e-16);
    expect(Math.abs(other.values[PairSlot.gap])).toBeLessThan(4e-16);
    expect([one.values[2], other.values[2]]).toEqual([1, -1]);
    const count = findContacts(up, one, shape, frames, 0, ground, frames, frameSize, cache, 0, 1e-9);
    expect(count).toBeGreaterThan(0);
    expect(findContacts(down, other, ground, frames, frameSize, shape, frames, 0, cache, 1, 1e-9)).toBe(count);
    const order = (buffer: ContactBuffer, side: 1 | -1) =>
      Array.from({ length: count }, (_, c) => {
        const kind = buffer.kind[c];
        const mirrored = kind === ContactKind.edgeEdge || kind === ContactKind.curved || side === 1 ? kind : 1 - kind;
        const place = [0, 2].map((k) => Math.round(1e9 * buffer.point[3 * c + k]) + 0);
        return `${place} ${mirrored} ${side * buffer.normal[3 * c + 1]}`;
      }).sort();
    expect(order(down, -1)).toEqual(order(up, 1));
  });

  test("lifted off, there are no contacts", () => {
    const frames = stack(height + 0.1);
    const result = new PairResult();
    const cache = new PairCache(1);
    collideShapes(result, shape, frames, 0, floor, frames, frameSize, cache, 0, 1e-9);
    expect(result.status).toBe(Status.disjoint);
    expect(Math.abs(result.values[PairSlot.gap] - 0.1)).toBeLessThan(4e-16);
    const buffer = new ContactBuffer();
    expect(findContacts(buffer, result, shape, frames, 0, floor, frames, frameSize, cache, 0, 1e-9)).toBe(0);
  });
});

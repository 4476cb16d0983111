/** Bodies of several parts: what touches, with keys and cache rows of their own. */
import { describe, expect, test } from "vitest";
import {
  CompoundCache,
  collideCompounds,
  createCompound,
  findCompoundContacts,
  type PartOptions,
} from "../../../../src/collide/pair/compound.js";
import { collideShapes, findContacts, PairCache } from "../../../../src/collide/pair/pair.js";
import { ContactBuffer } from "../../../../src/collide/result/contact-buffer.js";
import { PairResult, Status } from "../../../../src/collide/result/pair-result.js";
import { createBox, createConvex, createPlane, createSphere } from "../../../../src/collide/shapes/create-shape.js";
import { composeFrames } from "../../../../src/collide/shapes/frame.js";
import { createRng, nextInRange, RigorError } from "../../../../src/math/index.js";
import { createTerrain, listRows } from "../../../support/collide-meshes.js";
import { nextFrame, place, turnAbout } from "../../../support/regions.js";

const leg = createBox({ size: [0.1, 0.1, 1] });
const table = createCompound({
  parts: [
    { shape: createBox({ size: [2, 1, 0.1] }), position: [0, 0, 0.5] },
    ...[0, 1, 2, 3].map((k) => ({ shape: leg, position: [k & 1 ? 0.9 : -0.9, k & 2 ? 0.4 : -0.4, 0] })),
  ],
});
const at = (x: readonly number[], rotation?: readonly number[]): Float64Array => place(leg, x, rotation).frame;

describe("createCompound", () => {
  const codeOf = (options: unknown): string => {
    try {
      createCompound(options as Parameters<typeof createCompound>[0]);
    } catch (error) {
      if (error instanceof RigorError) return error.code;
      throw error;
    }
    return "none";
  };

  test.each<[string, unknown]>([
    ["no-options", undefined],
    ["empty", { parts: [] }],
    ["empty", {}],
    ["no-options", { parts: [undefined] }],
    ["not-bounded", { parts: [{}] }],
    ["not-bounded", { parts: [{ shape: createPlane({ normal: [0, 0, 1] }) }] }],
    ["not-a-vector", { parts: [{ shape: leg, position: [0, Number.NaN, 0] }] }],
    ["not-a-rotation", { parts: [{ shape: leg, rotation: [0, 0, 0, 0] }] }],
    ["not-a-rotation", { parts: [{ shape: leg, rotation: [0, 0, 1] }] }],
  ])("%s", (code, options) => expect(codeOf(options)).toBe(code));

  test("a mesh can only be in the second body", () => {
    const ground = createCompound({ parts: [{ shape: createTerrain(2, 1, () => 0) }] });
    expect(() => new CompoundCache(ground, table)).toThrow(/convex parts only/);
  });
});

describe("contacts", () => {
  const buffer = new ContactBuffer();
  const result = new PairResult();

  test("a table on the ground stands on the corners of its legs, on a mesh as on a block", () => {
    for (const shape of [createBox({ size: [9, 9, 2] }), createTerrain(9, 0.7, () => 0)]) {
      const ground = createCompound({ parts: [{ shape, position: [0, 0, shape.mesh === null ? -1 : 0] }] });
      const cache = new CompoundCache(table, ground);
      buffer.clear();
      const frame = at([0.1, 0.2, 0.5], turnAbout([0, 0, 1], 0.3));
      const count = findCompoundContacts(buffer, table, frame, 0, ground, at([0, 0, 0]), 0, cache, 1e-7);
      const rows = listRows(buffer);
      expect(count).toBe(16);
      expect(new Set(rows.map((r) => `${r.keyA}/${r.keyB}`)).size).toBe(16);
      expect(rows.map((r) => Math.floor(r.keyA / table.stride)).sort()).toEqual([
        1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4,
      ]);
      for (const r of rows) expect(r.normal).toEqual([0, 0, 1]);
      collideCompounds(result, table, frame, 0, ground, at([0, 0, 0]), 0, cache, 1e-7);
      expect(result.status).toBe(Status.touching);
    }
  });

  test("a ball under the table, between its legs, touches nothing", () => {
    const ball = createCompound({ parts: [{ shape: createSphere({ radius: 0.3 }) }] });
    const cache = new CompoundCache(ball, table);
    buffer.clear();
    expect(findCompoundContacts(buffer, ball, at([0, 0, 0]), 0, table, at([0, 0, 0]), 0, cache, 1e-7)).toBe(0);
    collideCompounds(result, ball, at([0, 0, 0]), 0, table, at([0, 0, 0]), 0, cache, 1e-7);
    // to the board above; the legs are farther
    expect(result.values[0]).toBeCloseTo(0.15, 15);
  });

  test("the same as all pairs of parts one by one, at any tolerance, one after the other", () => {
    const rng = createRng(4);
    const part = (): PartOptions => ({
      shape: createConvex({
        vertices: Array.from({ length: 8 }, () => [0, 0, 0].map(() => nextInRange(rng, -0.4, 0.4))),
      }),
      position: [0, 0, 0].map(() => nextInRange(rng, -1, 1)),
    });
    const a = createCompound({ parts: Array.from({ length: 6 }, part) });
    const b = createCompound({ parts: Array.from({ length: 7 }, part) });
    const cache = new CompoundCache(a, b);
    const frames = new Float64Array(24);
    let found = 0;
    for (let k = 0; k < 40; k++) {
      const [frameA, frameB] = [nextFrame(rng, 0.9), nextFrame(rng, 0.9)];
      const tolerance = k % 2 === 0 ? 1e-7 : 0.02;
      const one = new ContactBuffer();
      let least = Infinity;
      for (let i = 0; i < 6; i++) {
        for (let j = 0; j < 7; j++) {
          const pair = new PairCache(1);
          composeFrames(frames, 0, frameA, 0, a.frames, 12 * i);
          composeFrames(frames, 12, frameB, 0, b.frames, 12 * j);
          collideShapes(result, a.shapes[i], frames, 0, b.shapes[j], frames, 12, pair, 0, tolerance);
          findContacts(one, result, a.shapes[i], frames, 0, b.shapes[j], frames, 12, pair, 0, tolerance);
          least = Math.min(least, result.values[0]);
        }
      }
      buffer.clear();
      const count = findCompoundContacts(buffer, a, frameA, 0, b, frameB, 0, cache, tolerance);
      expect(count).toBe(one.count);
      found += count;
      for (let c = 0; c < 3 * count; c++) expect(Math.abs(buffer.point[c] - one.point[c])).toBeLessThan(1e-13);
      collideCompounds(result, a, frameA, 0, b, frameB, 0, cache, tolerance);
      // warm and from scratch differ by rounding
      expect(Math.abs(result.values[0] - least)).toBeLessThan(2e-15);
    }
    expect(found).toBeGreaterThan(100);
  });
});

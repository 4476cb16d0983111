/** Contacts with meshes and of compound bodies make no garbage. */
import { describe, expect, test } from "vitest";
import { collideMesh, findMeshContacts } from "../../src/collide/mesh/mesh-contact.js";
import {
  CompoundCache,
  collideCompounds,
  createCompound,
  findCompoundContacts,
} from "../../src/collide/pair/compound.js";
import { ContactBuffer } from "../../src/collide/result/contact-buffer.js";
import { PairResult } from "../../src/collide/result/pair-result.js";
import { createBox, createCapsule, createSphere } from "../../src/collide/shapes/create-shape.js";
import { bytesPerCall } from "../support/allocation.js";
import { createTerrain } from "../support/collide-meshes.js";
import { place, turnAbout } from "../support/regions.js";

const bumps = place(
  createTerrain(6, 0.5, (x, y) => 0.1 * Math.sin(3 * x) * Math.sin(2 * y)),
  [0, 0, 0],
);
const flat = place(
  createTerrain(6, 0.5, () => 0),
  [0, 0, 0],
);
const result = new PairResult();
const buffer = new ContactBuffer();

describe("meshes", () => {
  test.each([
    ["a box on a plane", place(createBox({ size: [0.6, 0.6, 1] }), [0.1, 0.2, 0.5]), flat],
    ["a box in bumps", place(createBox({ size: [0.6, 0.6, 1] }), [0.1, 0.2, 0.5], turnAbout([1, 0, 0], 0.1)), bumps],
    ["a sphere in bumps", place(createSphere({ radius: 0.5 }), [0.1, 0.2, 0.5]), bumps],
    ["a capsule in bumps", place(createCapsule({ radius: 0.3, height: 1 }), [0.1, 0.2, 0.3]), bumps],
    ["a capsule on a plane", place(createCapsule({ radius: 0.3, height: 1 }), [0.1, 0.2, 0.3]), flat],
  ])("%s", (_, a, mesh) => {
    const collide = (): void => {
      buffer.clear();
      collideMesh(result, a.shape, a.frame, 0, mesh.shape, mesh.frame, 0, 1e-7);
      findMeshContacts(buffer, a.shape, a.frame, 0, mesh.shape, mesh.frame, 0, 1e-7);
    };
    // many functions, each to be optimised
    for (let k = 0; k < 6000; k++) collide();
    const bytes = bytesPerCall(collide, 5);
    expect(buffer.count).toBeGreaterThan(0);
    expect(bytes).toBe(0);
  });
});

test("compound bodies", () => {
  const part = createBox({ size: [1, 1, 1] });
  const body = createCompound({ parts: [0, 1, 2, 3].map((k) => ({ shape: part, position: [k, 0, 0] })) });
  const cache = new CompoundCache(body, body);
  const a = place(part, [0.3, 0.2, 1]).frame;
  const b = place(part, [0, 0, 0]).frame;
  const bytes = bytesPerCall(() => {
    buffer.clear();
    collideCompounds(result, body, a, 0, body, b, 0, cache, 1e-7);
    findCompoundContacts(buffer, body, a, 0, body, b, 0, cache, 1e-7);
  }, 100);
  expect(buffer.count).toBeGreaterThan(0);
  expect(bytes).toBe(0);
});

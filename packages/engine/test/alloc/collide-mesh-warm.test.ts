/** Meshes with a memory, and questions to them, make no garbage. */
import { describe, expect, test } from "vitest";
import { MeshCache } from "../../src/collide/mesh/mesh-cache.js";
import { collideMesh, findMeshContacts } from "../../src/collide/mesh/mesh-contact.js";
import { PairCache } from "../../src/collide/pair/pair.js";
import { findClosestPoint } from "../../src/collide/query/point-query.js";
import { castRay, RayHit } from "../../src/collide/query/ray-cast.js";
import { castShape, ShapeHit } from "../../src/collide/query/shape-cast.js";
import { ContactBuffer } from "../../src/collide/result/contact-buffer.js";
import { PairResult } from "../../src/collide/result/pair-result.js";
import { createBox, createCapsule, createCylinder, createSphere } from "../../src/collide/shapes/create-shape.js";
import { type MovingPair, TimeOfImpactSearch } from "../../src/collide/time-of-impact/search-state.js";
import { findTimeOfImpact } from "../../src/collide/time-of-impact/time-of-impact.js";
import { bytesPerCall } from "../support/allocation.js";
import { createSurface, createTerrain } from "../support/collide-meshes.js";
import { place, turnAbout } from "../support/regions.js";

const bumps = place(
  createTerrain(12, 0.5, (x, y) => 0.1 * Math.sin(3 * x) * Math.sin(2 * y)),
  [0, 0, 0],
);
const block = place(createSurface(createBox({ size: [4, 4, 2] })), [0, 0, -1]);
const result = new PairResult();
const buffer = new ContactBuffer();

describe("a body that moves to and fro", () => {
  test.each([
    ["a box in bumps", place(createBox({ size: [0.6, 0.6, 1] }), [0.1, 0.2, 0.5], turnAbout([1, 0, 0], 0.1)), bumps],
    ["a sphere in bumps", place(createSphere({ radius: 0.5 }), [0.1, 0.2, 0.5]), bumps],
    ["a capsule in bumps", place(createCapsule({ radius: 0.3, height: 1 }), [0.1, 0.2, 0.33]), bumps],
    ["a cylinder in bumps", place(createCylinder({ radius: 0.3, height: 1 }), [0.1, 0.2, 0.33]), bumps],
    ["a box sunk in a block", place(createBox({ size: [0.2, 0.2, 0.2] }), [0.1, 0.2, -0.5]), block],
    ["a box far above", place(createBox({ size: [0.2, 0.2, 0.2] }), [0.1, 0.2, 2]), bumps],
  ])("%s", (name, a, mesh) => {
    const cache = new MeshCache(1);
    let [k, most] = [0, 0];
    const x = a.frame[0];
    const collide = (): void => {
      k = k === 40 ? 0 : k + 1;
      // far enough for the list to be made anew; a box less, since code that runs once in a while is never optimised
      a.frame[0] = x + (name.includes("a box in") ? 1e-4 : 0.01) * (k < 20 ? k : 40 - k);
      buffer.clear();
      collideMesh(result, a.shape, a.frame, 0, mesh.shape, mesh.frame, 0, 1e-7, cache, 0);
      findMeshContacts(buffer, a.shape, a.frame, 0, mesh.shape, mesh.frame, 0, 1e-7, cache, 0);
      if (buffer.count > most) most = buffer.count;
    };
    for (let m = 0; m < (name.includes("cylinder") ? 3000 : 8000); m++) collide();
    const bytes = bytesPerCall(collide, 41);
    expect(most > 0).toBe(!name.includes("far"));
    expect(bytes).toBe(0);
  });
});

describe("questions", () => {
  const hit = new RayHit();
  const ray = Float64Array.of(0.1, 0.2, 3, 0.1, 0.1, -1, 0, 10);
  const answer = new Float64Array(7);
  const shapeHit = new ShapeHit();
  const limit = Float64Array.of(1);
  const path = Float64Array.of(0.3, 0.2, -3);
  const box = place(createBox({ size: [0.3, 0.2, 0.4] }), [0, 0, 2]);

  test.each<[string, () => void]>([
    ["a ray", () => castRay(hit, bumps.shape, bumps.frame, 0, ray, 0)],
    ["a point", () => findClosestPoint(answer, 0, bumps.shape, bumps.frame, 0, ray, 0)],
    ["a moved shape", () => castShape(shapeHit, box.shape, box.frame, 0, path, 0, limit, bumps.shape, bumps.frame, 0)],
  ])("%s", (_, ask) => {
    for (let k = 0; k < 2000; k++) ask();
    expect(bytesPerCall(ask, 300)).toBe(0);
  });

  test.each([Infinity, 10])("the time of impact, acceleration %d", (acceleration) => {
    const search = new TimeOfImpactSearch({ distanceTolerance: 1e-4 });
    search.setRange(0, 1, 8, acceleration);
    const moving: MovingPair = {
      shapeA: box.shape,
      shapeB: bumps.shape,
      cache: new PairCache(1),
      slot: 0,
      place: (frames, time) => {
        for (let k = 0; k < 12; k++) {
          frames[k] = box.frame[k];
          frames[12 + k] = bumps.frame[k];
        }
        frames[2] = 2 - 5 * time[0] * time[0];
        frames[0] = 0.5 * time[0];
      },
    };
    let hits = 0;
    const once = (): void => {
      if (findTimeOfImpact(search, moving) === 1) hits++;
    };
    for (let k = 0; k < 500; k++) once();
    expect(bytesPerCall(once, 50)).toBe(0);
    expect(hits).toBeGreaterThan(500);
  });
});

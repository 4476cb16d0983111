import { createRng, nextInteger, nextUniform } from "@rigor/engine/math";
import { RigidSystem } from "@rigor/engine/rigid";
import { describe, expect, test } from "vitest";
import { createBox, createPlane } from "../../../src/collide/index.js";
import { nameParticle, PairCounts, PairFilter, requireMovable } from "../../../src/contact/pair-filter.js";
import { createTerrain } from "../../support/collide-meshes.js";

describe("counted pairs", () => {
  test.each([
    ["few keys", 6],
    ["many keys", 60],
  ])("are those of a map, %s", (_name, keys) => {
    const rng = createRng(1);
    const counts = new PairCounts();
    const truth = new Map<string, number>();
    const name = (a: number, b: number) => `${Math.min(a, b)} ${Math.max(a, b)}`;
    for (let k = 0; k < 5000; k++) {
      // particles have negative numbers
      const [a, b] = [0, 1].map(() => nextInteger(rng, -keys, keys));
      const known = truth.get(name(a, b)) ?? 0;
      expect(counts.read(a, b)).toBe(known);
      if (nextUniform(rng) < 0.5) {
        counts.add(a, b);
        truth.set(name(a, b), known + 1);
      } else {
        expect(counts.remove(b, a)).toBe(known > 0);
        truth.set(name(a, b), Math.max(0, known - 1));
      }
    }
    expect(truth.size).toBeGreaterThan(keys);
    for (const [pair, count] of truth) {
      const [a, b] = pair.split(" ").map(Number);
      expect(counts.read(b, a)).toBe(count);
    }
  });

  test("a body and a particle of the same number are two", () => {
    const filter = new PairFilter();
    filter.exclude(nameParticle(3), 5);
    expect(filter.isExcluded(3, 5)).toBe(false);
    expect(filter.isExcluded(5, nameParticle(3))).toBe(true);
    expect(filter.include(nameParticle(3), 5)).toBe(true);
    expect(filter.include(nameParticle(3), 5)).toBe(false);
  });
});

describe("shapes that cannot move", () => {
  const system = new RigidSystem();
  const free = system.addBody({ mass: 1, inertia: [1, 1, 1] });
  const hung = system.addBody({ mass: 1, inertia: [1, 1, 1], pivot: [0, 1, 0] });
  const fixed = system.addBody({ fixed: true });
  const plane = createPlane({ normal: [0, 1, 0] });
  const mesh = createTerrain(2, 1, () => 0);

  test.each([
    ["a plane", plane, free, /bodies\[7\]\.shape: must be convex .*, got "a plane"; use "fixed": true .* or a box/],
    ["a mesh", mesh, free, /bodies\[7\]\.shape: .*got "a mesh"; .*createCompoundOfMesh/],
    ["a plane on a pivot", plane, hung, /got "a plane"/],
  ])("%s of a body that moves is refused, with the place and a cure", (_name, shape, body, message) => {
    expect(() => requireMovable("bodies[7].shape", shape, system, body)).toThrow(message);
  });

  test("they may be fixed, and a box may move", () => {
    expect(() => requireMovable("shape", plane, system, fixed)).not.toThrow();
    expect(() => requireMovable("shape", mesh, system, fixed)).not.toThrow();
    expect(() => requireMovable("shape", createBox({ size: [1, 1, 1] }), system, free)).not.toThrow();
  });
});

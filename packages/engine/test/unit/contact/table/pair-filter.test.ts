import { createRng, nextInteger, nextUniform } from "@rigor/engine/math";
import { RigidSystem } from "@rigor/engine/rigid";
import { describe, expect, test } from "vitest";
import { createBox, createPlane, type Shape } from "../../../../src/collide/index.js";
import { nameParticle, PairCounts, PairFilter } from "../../../../src/contact/table/pair-filter.js";
import { PartTable } from "../../../../src/contact/table/part-table.js";
import { createTerrain } from "../../../support/collide-meshes.js";

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

  const add = (shape: Shape, body: number) => new PartTable().addPart(system, body, { shape });

  test.each([
    ["a plane", plane, free],
    ["a mesh", mesh, free],
    ["a plane on a pivot", plane, hung],
  ])("%s of a body that moves is refused, with the place and a cure", (_name, shape, body) => {
    expect(() => add(shape, body)).toThrow(
      /parts\[0\]\.shape: must belong to a body that is fixed .*createCompoundOfMesh/,
    );
  });

  test("they may be fixed, and a box may move", () => {
    expect(() => add(plane, fixed)).not.toThrow();
    expect(() => add(mesh, fixed)).not.toThrow();
    expect(() => add(createBox({ size: [1, 1, 1] }), free)).not.toThrow();
  });
});

import { readdirSync, readFileSync } from "node:fs";
import { particleScenes, runParticleScene, worstError } from "@rigor/scenes";
import { describe, expect, test } from "vitest";

/** How far a scene may be from what must hold, at the end of its customary duration and a tolerance of 1e-10. */
const bounds: Record<string, number> = {
  // what is still in motion after 6 s of damping, 1e-5 N of 78 N
  jelly: 1e-4,
  // the same of the curtain, by backward Euler at 10 ms
  curtain: 5e-2,
  // the solver's global error: some hundred steps of 1e-10 each
  default: 5e-8,
};

describe("what a particle scene says must hold, holds", () => {
  for (const scene of particleScenes) {
    test(scene.name, () => {
      const checks = scene.check(runParticleScene(scene, 1e-10));
      expect(checks.length).toBeGreaterThan(0);
      for (const { exact, got } of checks) {
        expect(Math.abs(got - exact)).toBeLessThan(bounds[scene.name] ?? bounds.default);
      }
    });
  }

  test("a check can fail: particles that are off by a millimetre and more are seen", () => {
    for (const scene of particleScenes.filter(({ holds }) => holds === "always")) {
      const model = scene.build();
      const { state, count } = model.system;
      for (let i = 0; i < count; i++) for (let c = 0; c < 3; c++) state[6 * i + c] += 1e-3 * (i + 1);
      expect(worstError(scene.check(model)), scene.name).toBeGreaterThan(1e-6);
    }
  });
});

describe("scenes are small", () => {
  test("one file a scene, at most 60 lines, under its own name", () => {
    const folder = new URL("../src/particles/", import.meta.url);
    for (const { name } of particleScenes) {
      const lines = readFileSync(new URL(`${name}.ts`, folder), "utf8")
        .trimEnd()
        .split("\n").length;
      expect(lines, name).toBeLessThanOrEqual(60);
    }
    expect(readdirSync(folder).length).toBe(particleScenes.length + 2);
  });
});

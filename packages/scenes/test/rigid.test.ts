import { readdirSync, readFileSync } from "node:fs";
import { bodySize } from "@rigor/engine/rigid";
import { rigidScenes, runRigidScene, worstError } from "@rigor/scenes";
import { describe, expect, test } from "vitest";

/**
 * How far a scene may be from what must hold, at the end of its customary duration and a tolerance of 1e-10: the solver's
 * global error, which is that of a step times their number, times what makes it grow.
 */
const bounds: Record<string, number> = {
  // two polynomials in t and no rotation: rounding alone (measured: 2e-16)
  "pushed-block": 1e-15,
  // 200 rad of spin: an angle is off by 1e-10 a step (measured: 7e-7)
  "free-rod": 1.5e-6,
  // e^(2.4 t) between flips (measured: 1.6e-5)
  dzhanibekov: 4e-5,
  // 450 rad of spin; in ω₃ = 150 rad/s (measured: 3.3e-6)
  "steady-precession": 7e-6,
  // 200 rad of spin; in ω₃ = 40 rad/s (measured: 1.3e-7)
  "lagrange-top": 3e-7,
  // measured: 2.8e-8
  default: 6e-8,
};

describe("what a rigid-body scene says must hold, holds", () => {
  for (const scene of rigidScenes) {
    test(scene.name, () => {
      const checks = scene.check(runRigidScene(scene, 1e-10));
      expect(checks.length).toBeGreaterThan(0);
      for (const { what, exact, got } of checks) {
        expect(Math.abs(got - exact), what).toBeLessThan(bounds[scene.name] ?? bounds.default);
      }
    });

    test(`${scene.name}: at the start, to rounding`, () => {
      // ω₃ = 150 rad/s to the last digit but one (measured: 2.9e-14)
      expect(worstError(scene.check(scene.build()))).toBeLessThan(6e-14);
    });
  }

  test("a check can fail: a body that is off by a thousandth in place and rotation, or in its momenta, is seen", () => {
    for (const scene of rigidScenes) {
      for (const [first, end] of [
        [0, 7],
        [7, 13],
      ]) {
        const system = scene.build();
        for (let i = 0; i < system.count; i++) {
          for (let c = first; c < end; c++) system.state[bodySize * i + c] += 1e-3 * (c - first + 1);
        }
        system.derive();
        expect(worstError(scene.check(system)), scene.name).toBeGreaterThan(5e-5);
      }
    }
  });

  test("a row can fail: at its time it is compared", () => {
    for (const scene of rigidScenes.filter(({ rows = [] }) => rows.length > 0)) {
      const system = scene.build();
      const state = new Float64Array(system.dimension + 1);
      system.getState(state);
      state[system.dimension] = scene.rows?.[0].t ?? 0;
      system.setState(state);
      expect(worstError(scene.check(system)), scene.name).toBeGreaterThan(0.1);
    }
  });
});

describe("scenes are small", () => {
  test("one file a scene, at most 60 lines, under its own name", () => {
    const folder = new URL("../src/rigid/", import.meta.url);
    for (const { name } of rigidScenes) {
      const lines = readFileSync(new URL(`${name}.ts`, folder), "utf8")
        .trimEnd()
        .split("\n").length;
      expect(lines, name).toBeLessThanOrEqual(60);
    }
    expect(readdirSync(folder).length).toBe(rigidScenes.length + 3);
  });
});

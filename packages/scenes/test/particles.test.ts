import { readdirSync, readFileSync } from "node:fs";
import { backwardEulerSecondOrder, dopri5, integrate } from "@rigor/engine/ode";
import { ParticleSimulation } from "@rigor/engine/particles";
import { curtain, type ParticleScene, particleScenes } from "@rigor/scenes";
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

function run(scene: ParticleScene) {
  const model = scene.build();
  if (scene === curtain) {
    expect(integrate(backwardEulerSecondOrder(model.system, { step: 0.01 }), scene.duration).status).toBe("done");
    return scene.check(model);
  }
  const stepper = dopri5(model.system, { tolerance: 1e-10 });
  const report =
    model.planes === undefined
      ? integrate(stepper, scene.duration)
      : new ParticleSimulation(model.system, stepper, { planes: model.planes }).advance(scene.duration);
  expect(report.status).toBe("done");
  return scene.check(model);
}

describe("what a particle scene says must hold, holds", () => {
  for (const scene of particleScenes) {
    test(scene.name, () => {
      const checks = run(scene);
      expect(checks.length).toBeGreaterThan(0);
      for (const { exact, got } of checks) {
        expect(Math.abs(got - exact)).toBeLessThan(bounds[scene.name] ?? bounds.default);
      }
    });
  }

  test("a check can fail: at the wrong time it does", () => {
    for (const scene of particleScenes) {
      const model = scene.build();
      const right = scene.check(model);
      model.system.state[model.system.dimension] += 0.1;
      model.system.state[1] += 0.1;
      const wrong = scene.check(model);
      if (right.length > 0) expect(wrong).not.toEqual(right);
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

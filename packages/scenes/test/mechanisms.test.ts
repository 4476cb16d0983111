import { readdirSync, readFileSync } from "node:fs";
import { type MechanismModel, mechanismScenes, runMechanismScene, worstError } from "@rigor/scenes";
import { describe, expect, test } from "vitest";

/**
 * How far a scene may be from what must hold, at the end of its customary duration and a tolerance of 1e-10: the solver's
 * global error in places and angles, and up to a hundred times that in forces, N.
 */
const bounds: Record<string, number> = {
  // forces of 29 and 59 N (measured: 2.3e-7, 8.3e-7)
  "simple-pendulum": 5e-7,
  "bead-on-wire": 2e-6,
  // polynomials: rounding alone (measured: 4.4e-16)
  "atwood-machine": 1e-15,
  // at rest but for the noise of its steps; of 83 N (measured: 1.1e-10)
  "hanging-chain": 3e-10,
  // measured: 2.1e-10, 2.4e-10, 5.1e-10, 8.0e-10
  "rolling-disc": 5e-10,
  "bricard-linkage": 5e-10,
  "andrews-squeezer": 1e-9,
  gyroscope: 2e-9,
  // measured: 4.0e-8, 3.4e-8, 1.8e-8
  default: 8e-8,
};

describe("what a scene of a mechanism says must hold, holds", () => {
  for (const scene of mechanismScenes) {
    test(scene.name, () => {
      const checks = runMechanismScene(scene, 1e-10).check();
      expect(checks.length).toBeGreaterThan(0);
      for (const { what, exact, got } of checks) {
        expect(Math.abs(got - exact), what).toBeLessThan(bounds[scene.name] ?? bounds.default);
      }
    });

    test(`${scene.name}: at the start, to rounding`, () => {
      // forces of the gyroscope, whose masses differ from its moments by a factor of 2000 (measured: 9.8e-13)
      expect(worstError(scene.build().check())).toBeLessThan(2e-12);
    });
  }

  test("a known state is known at the end", () => {
    for (const { times = [], duration, name } of mechanismScenes) {
      if (times.length > 0) expect(times, name).toContain(duration);
    }
  });

  test("a check can fail: what is off by a thousandth in its places, or in its momenta, is seen", () => {
    for (const { name, build } of mechanismScenes) {
      for (const shift of [shiftPlaces, shiftMomenta]) {
        const model = build();
        shift(model);
        expect(worstError(model.check()), `${name}, ${shift.name}`).toBeGreaterThan(1e-5);
      }
    }
  });

  test("a known state can fail: at its time it is compared", () => {
    for (const { name, times = [], build } of mechanismScenes) {
      for (const t of times) {
        const model = build();
        const { mechanism } = model;
        const state = new Float64Array(mechanism.dimension + 1);
        mechanism.getState(state);
        state[mechanism.dimension] = t;
        mechanism.setState(state);
        expect(worstError(model.check()), name).toBeGreaterThan(0.1);
      }
    }
  });
});

function shiftPlaces({ mechanism }: MechanismModel): void {
  const { system } = mechanism;
  for (let i = 0; i < system.count; i++) for (let c = 0; c < 7; c++) system.state[13 * i + c] += 1e-3 * (c + 1);
  for (let j = 0; j < system.particles.count; j++) system.particles.state[6 * j] += 1e-3 * (j + 1);
  mechanism.derive();
}

function shiftMomenta({ mechanism }: MechanismModel): void {
  const { system } = mechanism;
  for (let i = 0; i < system.count; i++) for (let c = 7; c < 13; c++) system.state[13 * i + c] += 1e-3 * (c - 6);
  for (let j = 0; j < system.particles.count; j++) system.particles.state[6 * j + 3] += 1e-1 * (j + 1);
  mechanism.derive();
}

describe("scenes are small", () => {
  test("one file a scene, at most 60 lines, under its own name", () => {
    const folder = new URL("../src/mechanisms/", import.meta.url);
    for (const { name } of mechanismScenes) {
      const lines = readFileSync(new URL(`${name}.ts`, folder), "utf8")
        .trimEnd()
        .split("\n").length;
      expect(lines, name).toBeLessThanOrEqual(60);
    }
    expect(readdirSync(folder).length).toBe(mechanismScenes.length + 4);
  });
});

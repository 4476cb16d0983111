import { readdirSync, readFileSync } from "node:fs";
import { bodySize } from "@rigor/engine/rigid";
import { startWorldScene, type WorldModel, worldScenes, worstError } from "@rigor/scenes";
import { describe, expect, test } from "vitest";

/**
 * How far a scene may be from what must hold, at half and at the end of its customary duration, by the default tolerances:
 * the global error in places, velocities and forces, and of the books, relative to the energies in them.
 */
const bounds: Record<string, number> = {
  // no error of the solver: rounding alone (measured: 4.4e-15, 1.3e-15)
  "sliding-wedge": 2e-14,
  "billiard-break": 5e-15,
  // measured: 1.1e-10, 1.7e-9
  "five-contacts": 4e-10,
  "newtons-cradle-at-once": 6e-9,
  // of a force that is about to vanish (measured: 3.2e-9)
  "brick-over-edge": 1e-8,
  // after 15 collisions (measured: 1.5e-8)
  "newtons-cradle": 5e-8,
  // where the marble leaves a ramp is known to the contact tolerance, 1e-7 m (measured: 5.5e-7 m/s)
  "marble-run": 1.5e-6,
  // how deep contacts are when they are found: at most the contact tolerance (measured: 4.0e-8)
  "destructive-chain": 1e-7,
  // driven through dozens of impacts (measured: 1.5e-8)
  gears: 4e-8,
  // measured: 2.4e-9, 5.0e-10, 8.8e-10, 6.3e-10, 3.7e-11
  default: 1e-8,
};

describe("what a scene of the exact engine says must hold, holds", () => {
  for (const scene of worldScenes) {
    test(scene.name, () => {
      const run = startWorldScene(scene);
      // forces at an edge at the limit, of 59 N (measured: 6.8e-13)
      expect(worstError(run.check()), "at the start").toBeLessThan(2e-12);
      for (const t of [0.5 * scene.duration, scene.duration]) {
        run.advanceTo(t);
        for (const { what, exact, got } of run.check()) {
          expect(Math.abs(got - exact), `${what} at ${t}`).toBeLessThan(bounds[scene.name] ?? bounds.default);
        }
      }
    });
  }

  test("a known state is known at the end", () => {
    for (const { times = [], duration, name } of worldScenes) {
      if (times.length > 0) expect(times, name).toContain(duration);
    }
  });

  test("a check can fail: what is off by a thousandth in its places or in its momenta is seen", () => {
    for (const scene of worldScenes) {
      for (const shift of [shiftPlaces, shiftMomenta]) {
        const run = startWorldScene(scene);
        shift(run.world);
        expect(look(run), `${scene.name}, ${shift.name}`).toBeGreaterThan(1e-5);
      }
    }
  });
});

/** How far off a scene finds what was moved; or that it overlaps now. */
function look({ check }: WorldModel): number {
  try {
    return worstError(check());
  } catch {
    return Infinity;
  }
}

function shiftPlaces({ system }: WorldModel["world"]): void {
  for (let i = 0; i < system.count; i++) {
    for (let c = 0; c < 7; c++) system.state[bodySize * i + c] += 1e-3 * (c + i + 1);
  }
  system.derive();
}

function shiftMomenta({ system }: WorldModel["world"]): void {
  for (let i = 0; i < system.count; i++) {
    for (let c = 7; c < 13; c++) system.state[bodySize * i + c] += 1e-3 * (c - 6) * (i + 1);
  }
  system.derive();
}

describe("scenes are small", () => {
  test("one file a scene, at most 60 lines, under its own name", () => {
    const folder = new URL("../src/worlds/", import.meta.url);
    const helpers = ["cradle", "gear-teeth", "index", "links", "marble-track", "world-scene"];
    const files = readdirSync(folder).map((file) => file.replace(".ts", ""));
    const names = worldScenes.map(({ name }) => name.replace("two-", ""));
    expect(new Set(files)).toEqual(new Set([...helpers, ...names]));
    for (const name of names) {
      const lines = readFileSync(new URL(`${name}.ts`, folder), "utf8")
        .trimEnd()
        .split("\n");
      expect(lines.length, name).toBeLessThanOrEqual(60);
    }
  });
});

/**
 * A tower of wooden blocks of which one is 1e-6 times as dense, and one is pulled out below. The light block got its
 * acceleration from sums of forces 1e6 times its weight, whose rounding turned it: its contacts then contradicted each other,
 * each solve took up to a thousand factorizations, and the tower went by time steps ("a crowd of changes gone through at once").
 *
 * The oracle is the tower of equal blocks, where a light block leaves all loads alike on both sides; and where it does not, the one
 * with a block of 1e-3: what a thousandth of a weight changes is less than a thousandth.
 */
import { buildScene, requireScene } from "@rigor/engine/scene";
import { catalogue } from "@rigor/scenes";
import { describe, expect, test } from "vitest";
import { sample } from "../../../../test/support/campaign.js";

const bodySize = 13;

/** The tower with block `id` so many times as dense, and how far each body has come after 0.15 s, m. */
function run(id: string, factor: number) {
  const tower = catalogue.find(({ name }) => name === "block-tower");
  if (tower === undefined) throw new Error("there is no block-tower");
  const scene = tower.create();
  const bodies = scene.bodies?.map((body) => (body.id === id ? { ...body, density: 600 * factor } : body));
  const { world } = buildScene(requireScene({ ...scene, bodies }));
  const before = world.system.state.slice();
  const report = world.advanceTo(0.15);
  const moved = (scene.bodies ?? []).map((_, i) =>
    Math.hypot(...[0, 1, 2].map((x) => world.system.state[bodySize * i + x] - before[bodySize * i + x])),
  );
  return { world, report, moved };
}

describe("a light block in the middle of its layer, or in the second layer: both sides bear alike", () => {
  test.each(sample(["block-0-1", "block-1-0", "block-1-1", "block-1-2", "block-2-1"], 2))("%s", (id) => {
    const { world, report, moved } = run(id, 1e-6);
    expect([report.status, world.worst.fallbacks]).toEqual(["done", []]);
    // equal blocks take 39
    expect(report.steps).toBeLessThan(50);
    // all stand but the one that is pulled, which is the third body
    for (let i = 0; i < moved.length; i++) if (i !== 2) expect(moved[i]).toBeLessThan(1e-9);
    expect(moved[2]).toBeGreaterThan(0.05);
  });
});

describe("a light block at a corner: what is pulled turns, and strikes its neighbour", () => {
  /** When the block that is pulled first strikes another, s. */
  function findStrike(id: string, factor: number): number {
    return run(id, factor).report.events.find(({ type, a, b }) => type === "collision" && a === 1 && b === 2)?.t ?? 0;
  }

  test("at the time to which it comes as the block grows lighter", () => {
    const [fourth, fifth] = [1e-4, 1e-5].map((factor) => findStrike("block-2-0", factor));
    // in proportion to its weight: 2e-6 s from 1e-4 to 1e-5, and a tenth of that from there to 1e-6
    expect(fourth).toBeGreaterThan(0.03);
    expect(Math.abs(fifth - fourth)).toBeLessThan(3e-6);
    expect(Math.abs(findStrike("block-2-0", 1e-6) - fifth)).toBeLessThan(3e-7);
  });
});

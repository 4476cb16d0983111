/**
 * Ten boxes welded to one another and to the wall, of 1 and 1e6 kg by turns, were refused: "no force can give at once" what their
 * welds want. Statics has an answer; what is left of the solve is 1e-7 of the forces, 1 m/s² of a light box, and is told.
 */
import { buildScene, requireScene } from "@rigor/engine/scene";
import { expect, test } from "vitest";

function build(heavy: number) {
  const masses = Array.from({ length: 10 }, (_, i) => (i % 2 === 0 ? 1 : heavy));
  const bodies = masses.map((mass, i) => ({
    id: `box-${i}`,
    shape: { type: "box", size: [1, 0.1, 0.1] },
    position: [i + 0.5, 0, 0],
    mass,
  }));
  const constraints = masses.map((_, i) => ({
    type: "weld",
    id: `weld-${i}`,
    a: `box-${i}`,
    ...(i > 0 && { b: `box-${i - 1}` }),
  }));
  return { masses, scene: { rigor: 1, run: { duration: 0.5 }, bodies, constraints } };
}

test.each([1, 1e3, 1e6])("1 and %d kg: the wall bears all weights and their moments, or that is told", (heavy) => {
  const { masses, scene } = build(heavy);
  const { world, constraints } = buildScene(requireScene(JSON.parse(JSON.stringify(scene))));
  expect(world.advanceTo(0.5).status).toBe("done");
  const [first] = constraints;
  const reaction = first === null ? undefined : world.getReactions().get(first.constraint);
  const weight = 9.81 * masses.reduce((sum, mass) => sum + mass, 0);
  const error = Math.abs((reaction?.[1] ?? 0) / weight - 1);
  // 2e-15, 2e-11 and 1e-7 measured
  expect(error).toBeLessThan(heavy === 1e6 ? 3e-7 : 1e-9);
  if (error > 1e-9)
    expect(world.worst.fallbacks).toContain("balance/rest: the reported forces do not carry a body at rest");
});

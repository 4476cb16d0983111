/**
 * The five contacts of figure 26, of balls of all sizes: what must hold does until the force between the second ball and the
 * third is zero, and there they part. By the forms in src/worlds/five-contacts.ts, with c = cos θ and c₀ = 4/5, that is where
 *
 *   c (1 + 8 c (c₀ − c)/(1 + 4 c²)) = 2 (c₀ − c),   t = ∫ dθ/θ̇
 */
import { buildScene, SceneRun } from "@rigor/engine/scene";
import { expect, test } from "vitest";
import { catalogue } from "../src/index.js";

const [g, c0] = [9.81, 0.8];

/** The time of parting in units of √(r/g); with θ = θ₀ + s² nothing is singular. */
function findParting(): number {
  let [low, high] = [0.01, c0];
  for (let k = 0; k < 60; k++) {
    const c = 0.5 * (low + high);
    if (c * (1 + (8 * c * (c0 - c)) / (1 + 4 * c * c)) > 2 * (c0 - c)) high = c;
    else low = c;
  }
  const first = Math.acos(c0);
  const h = Math.sqrt(Math.acos(low) - first) / 2000;
  const rate = (s: number) => {
    const c = Math.cos(first + s * s);
    const fallen = s === 0 ? Math.sin(first) : (c0 - c) / (s * s);
    return 2 * Math.sqrt((1 + 4 * c * c) / fallen);
  };
  // Simpson's rule
  let sum = 0;
  for (let k = 0; k < 2000; k++) sum += (h / 6) * (rate(k * h) + 4 * rate((k + 0.5) * h) + rate((k + 1) * h));
  return sum;
}

test.each([0.01, 0.5, 10])("of balls of %f m", (radius) => {
  const scene = catalogue.find(({ name }) => name === "five-contacts")!;
  const parting = findParting() * Math.sqrt(radius / g);
  const run = new SceneRun(buildScene(scene.create({ radius })), { duration: 1.1 * parting, sampleRate: 40 / parting });
  const parted: number[] = [];
  const start = run.next()!.sample;
  let checks = 0;
  for (let frame = run.next(); frame !== null; frame = run.next()) {
    for (const { type, t } of frame.events) if (type === "separate") parted.push(t);
    for (const { what, exact, got } of scene.check!(frame.sample, start, { radius })) {
      // the solver's tolerance, over the way down
      expect(Math.abs(got - exact), `${what} at ${frame.sample.t}`).toBeLessThan(1e-8 * Math.max(1, radius));
      checks++;
    }
  }
  expect(run.status).toBe("complete");
  expect(checks).toBeGreaterThan(100);
  // the third and the second, and the first from both and from the wall
  expect(parted).toHaveLength(3);
  for (const t of parted) expect(Math.abs(t - parting)).toBeLessThan(1e-10 * Math.max(1, radius));
});

/**
 * A weight that is drawn up into its own pulley: the rope has no direction there, and a step that passed it went on in any, with
 * energy from nowhere and steps without end. Now the run ends there, and says of which rope.
 */
import { createBox } from "@rigor/engine/collide";
import { createPulleyCoordinate, limit, pulley, rope } from "@rigor/engine/constrain";
import { World, type WorldOptions } from "@rigor/engine/world";
import { expect, test } from "vitest";

const [ratio, height, light, heavy, g] = [1.9, 0.9, 0.4, 3.6, 9.81];

/** A light weight on a pulley and a heavy one; `aside` from below its point. */
function createWeights(aside = 0, options: WorldOptions = {}) {
  const world = new World(options);
  const shape = createBox({ size: [0.1, 0.1, 0.1] });
  const a = world.addBody({ shape, mass: light, position: [aside, -height, 0] });
  const b = world.addBody({ shape, mass: heavy, position: [2, -height, 0] });
  return { world, a, b };
}

const over = { overA: [0, 0, 0], overB: [2, 0, 0] } as const;

/** When the light one is at its pulley: a = g (m_B/ρ − m_A)/(m_A + m_B/ρ²) of it. */
const end = (rho: number) => {
  const a = (g * (heavy / rho - light)) / (light + heavy / (rho * rho));
  return Math.sqrt((2 * height) / a);
};

const readTime = (message: string) => Number(/at t = ([0-9.e-]+)/.exec(message)?.[1]);

test("a weight that is drawn into its pulley ends the run, by name and time", () => {
  const { world, a, b } = createWeights();
  world.add(pulley({ a: { body: a }, b: { body: b }, ...over, ratio }));
  const { status, message, worst, steps } = world.advanceTo(1);
  expect(status).toBe("failed");
  expect(message).toMatch(/the rope of constraints\[0\] \(pulley\) has run out on one side at t = .* of bodies 0, 1/);
  expect(Math.abs(readTime(message) - end(ratio))).toBeLessThan(1e-9);
  expect(worst.energyError).toBeLessThan(1e-9);
  expect(worst.fallbacks).toEqual([]);
  expect(steps).toBeLessThan(500);
});

test("so does a rope through eyes, by any way to take steps", () => {
  for (const options of [{ integrator: "adams" }, { integrator: "rk4", step: 1e-3 }, {}] as const) {
    const { world, a, b } = createWeights(0, options);
    world.add(rope({ through: [{ body: a }, over.overA, over.overB, { body: b }] }));
    const { status, message, steps } = world.advanceTo(1);
    expect(status).toBe("failed");
    expect(message).toMatch(/constraints\[0\] \(rope\) has run out/);
    expect(Math.abs(readTime(message) - end(1))).toBeLessThan("step" in options ? 3e-3 : 1e-9);
    expect(steps).toBeLessThan(2000);
  }
});

test("and one that a limit keeps taut", () => {
  const { world, a, b } = createWeights();
  const length = createPulleyCoordinate(world.mechanism, { a: { body: a }, b: { body: b }, ...over, ratio });
  world.addLimit(limit(length, { upper: height * (1 + ratio) }));
  const { status, message } = world.advanceTo(1);
  expect(status).toBe("failed");
  expect(message).toMatch(/limits\[0\] \(length of rope\) has run out/);
});

test("one that passes by goes round, and the books stay closed", () => {
  const { world, a, b } = createWeights(0.01);
  world.add(pulley({ a: { body: a }, b: { body: b }, ...over, ratio }));
  const { total } = world.getEnergy();
  const { status, worst, steps } = world.advanceTo(0.7);
  expect(status).toBe("done");
  expect(worst.fallbacks).toEqual([]);
  expect(Math.abs(world.getEnergy().total - total)).toBeLessThan(1e-7);
  expect(steps).toBeLessThan(2000);
});

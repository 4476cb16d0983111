/** Forces of contacts that fall to zero, at instants that are known. */
import { createBox, createPlane, createSphere } from "@rigor/engine/collide";
import { appliedForce } from "@rigor/engine/rigid";
import { World } from "@rigor/engine/world";
import { describe, expect, test } from "vitest";

const cube = createBox({ size: [1, 1, 1] });

function createFloor(): World {
  const world = new World({ tolerance: 1e-10 });
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true });
  return world;
}

/** When body 1 leaves, by the events. */
function findParting(world: World, end: number): number {
  const { events, status } = world.advanceTo(end);
  expect(status).toBe("done");
  const partings = events.filter(({ type }) => type === "separate");
  expect(partings.length).toBe(1);
  return partings[0].t;
}

describe("the force of the floor falls to zero", () => {
  test("where a pull that grows in time has become the weight: m g/k", () => {
    const world = createFloor();
    world.addBody({ shape: cube, mass: 2, position: [0, 0.5, 0] });
    const force = (time: Float64Array, out: Float64Array) => {
      out[1] = 30 * time[0];
    };
    world.addForce(appliedForce({ body: 1, force }));
    // noise 1e-12 of a force of 20 N that falls by 30 N/s
    expect(Math.abs(findParting(world, 1) - (2 * 9.81) / 30)).toBeLessThan(1e-12);
    // then it rises: ÿ = k (t − t₀)/m
    const s = 1 - (2 * 9.81) / 30;
    expect(Math.abs(world.system.state[14] - (0.5 + (30 * s * s * s) / 12))).toBeLessThan(1e-9);
  });

  test("within a step, at whose ends it presses: a pull that comes and goes is seen", () => {
    // 9.81 − 12 exp(−((t − ½)/0.1)²) < 0 between ½ ± 0.1 √ln(12/9.81)
    const world = createFloor();
    world.addBody({ shape: cube, mass: 1, position: [0, 0.5, 0] });
    const force = (time: Float64Array, out: Float64Array) => {
      const x = (time[0] - 0.5) / 0.1;
      out[1] = 12 * Math.exp(-x * x);
    };
    world.addForce(appliedForce({ body: 1, force }));
    const t = findParting(world, 0.52);
    expect(Math.abs(t - (0.5 - 0.1 * Math.sqrt(Math.log(12 / 9.81))))).toBeLessThan(1e-9);
  });

  test("a sphere leaves the top of a sphere at cos φ = 2/3", () => {
    // the small one slides down a fixed one of 1 m: energy gives v² = 2 g R (1 − cos φ), and the force is gone at 2/3
    const world = new World({ tolerance: 1e-10 });
    world.addBody({ shape: createSphere({ radius: 0.9 }), fixed: true });
    const [R, v] = [1, 0.4];
    world.addBody({ shape: createSphere({ radius: 0.1 }), mass: 1, position: [0, R, 0], velocity: [v, 0, 0] });
    const parting = findParting(world, 1);
    expect(parting).toBeGreaterThan(0.3);
    // with v₀: cos φ = 2/3 + v₀²/(3 g R)
    const [event] = world.events.filter(({ type }) => type === "separate");
    const cosine = event.point[1] / Math.hypot(...event.point);
    expect(Math.abs(cosine - (2 / 3 + (v * v) / (3 * 9.81 * R)))).toBeLessThan(1e-8);
  });

  test("of two contacts the first one: a plank is lifted at one end", () => {
    const world = createFloor();
    world.addBody({ shape: createBox({ size: [2, 0.2, 1] }), mass: 3, position: [0, 0.1, 0] });
    const force = (time: Float64Array, out: Float64Array) => {
      out[1] = 20 * time[0];
    };
    world.addForce(appliedForce({ body: 1, force, at: [0.5, 0, 0] }));
    // f at ±1 m: 2 f₊ = m g − F (1 + ½): the right end lifts at F = m g/1.5
    world.advanceTo((3 * 9.81) / 1.5 / 20 - 1e-6);
    expect(world.system.angularVelocity.every((value) => Math.abs(value) < 1e-12)).toBe(true);
    world.advanceTo((3 * 9.81) / 1.5 / 20 + 1e-3);
    // 1.5 k (t − t₀) turns it: the left edge slides, and the centre rises by 1 m a radian
    const I = (3 * (4 + 0.04)) / 12 + 3;
    expect(Math.abs(world.system.angularVelocity[5] - (1.5 * 20 * 1e-6) / 2 / I)).toBeLessThan(1e-10);
  });
});

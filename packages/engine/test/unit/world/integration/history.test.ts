/** What an island goes back to within a window: the last checkpoint before, not where the window began. */
import { createBox, createPlane, createSphere } from "@rigor/engine/collide";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";
import { createSchedule } from "../../../support/islands.js";
import { maxDifference } from "../../../support/rigid.js";

/** A ball that bounces: 0.1 m high, then a quarter of that, a sixteenth … */
function bounce() {
  const world = new World();
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true });
  const shape = createSphere({ radius: 0.5 });
  world.addBody({ shape, mass: 1, position: [0, 0.6, 0], restitution: 0.5 });
  const { schedule, shared } = createSchedule(world);
  const [flow] = schedule.flows;
  flow.window.keepsPath = true;
  flow.keep();
  return { flow, shared, world };
}

test("an island that is taken back goes on from its last checkpoint, and its path ends there", () => {
  const { flow } = bounce();
  expect(flow.advanceTo(0.4, 1000, 48)).toBe(null);
  const { history: trail } = flow;
  // it strikes at √(2h/g), and after half of that twice, and so on
  const first = Math.sqrt(0.2 / 9.81);
  expect(maxDifference(trail.discontinuities.slice(0, 2), [first, 2 * first])).toBeLessThan(1e-9);
  const [work, steps] = [flow.gained, flow.steps];
  const t = 1.9 * first;
  const { time, gained } = trail.find(t);
  expect(Math.abs(time - first)).toBeLessThan(1e-9);
  expect(time).toBeLessThanOrEqual(t);
  expect(flow.goBack(t)).toBe(null);
  expect([flow.time, flow.gained]).toEqual([time, gained]);
  expect(gained).toBeLessThan(work);
  expect(trail.discontinuities).toHaveLength(1);
  expect(trail.path.times[trail.path.segmentCount]).toBe(time);
  expect(trail.beginning).toBe(0);
  // no more than from there on
  expect(flow.advanceTo(t, 1000)).toBe(null);
  expect(flow.steps - steps).toBeLessThan(work - gained);
  // v = e √(2 g h) − g (t − first), and where that leads
  const [v, after] = [0.5 * Math.sqrt(2 * 9.81 * 0.1), t - first];
  expect(Math.abs(flow.context.island.model.system.state[14] - (0.5 + v * after - 4.905 * after * after))).toBeLessThan(
    1e-9,
  );
});

test("to before its first event it goes back to the beginning", () => {
  const { flow } = bounce();
  expect(flow.advanceTo(0.4, 1000, 48)).toBe(null);
  expect(flow.goBack(0.1)).toBe(null);
  expect(flow.time).toBe(0);
  expect(flow.history.discontinuities).toHaveLength(0);
  expect(flow.history.path.segmentCount).toBe(0);
});

test("leaps go on from the last one before, with what they knew: the same bits", () => {
  // bricks that lie on one another, one of them pushed
  const world = new World();
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true, friction: 0.5 });
  const shape = createBox({ size: [1, 0.2, 0.5] });
  for (let k = 0; k < 3; k++) {
    const velocity = [k === 1 ? 0.3 : 0, 0, 0] as const;
    world.addBody({ shape, mass: 1, position: [0.1 * k, 0.1 + 0.2 * k, 0], velocity, friction: 0.5 });
  }
  const { schedule } = createSchedule(world);
  const [flow] = schedule.flows;
  flow.window.keepsPath = true;
  flow.moreau.begin(flow.context);
  flow.moreau.chattering.since[1] = 0;
  flow.keep();
  expect(flow.isTimeStepping).toBe(true);
  expect(flow.advanceTo(1e-3, 1000, 20)).toBe(null);
  const { history: trail } = flow;
  expect(trail.discontinuities.length).toBeGreaterThan(8);
  const there = flow.context.island.model.system.state.slice();
  const [at, kinks] = [flow.time, trail.discontinuities.slice()];
  expect(flow.goBack(kinks[6])).toBe(null);
  expect(flow.time).toBe(kinks[6]);
  expect(flow.advanceTo(1e-3, 1000, kinks.length)).toBe(null);
  expect(flow.time).toBe(at);
  expect(trail.discontinuities).toEqual(kinks);
  expect(maxDifference(flow.context.island.model.system.state, there)).toBe(0);
});

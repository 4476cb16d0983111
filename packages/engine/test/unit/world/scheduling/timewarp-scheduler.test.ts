/** Islands that meet, part, sleep and wake; each as exact together as alone. */
import { createBox, createPlane, createSphere } from "@rigor/engine/collide";
import { ball, createDistanceCoordinate, distance, jointSpring } from "@rigor/engine/constrain";
import { World, type WorldEvent } from "@rigor/engine/world";
import { describe, expect, test } from "vitest";
import { createSchedule } from "../../../support/islands.js";
import { maxDifference } from "../../../support/rigid.js";

const sphere = createSphere({ radius: 0.5 });
const cube = createBox({ size: [1, 1, 1] });

/** Balls on a line without gravity: place and speed of each. */
function createLine(balls: readonly (readonly [number, number])[], restitution: number): World {
  const world = new World({ gravity: [0, 0, 0] });
  for (const [x, v] of balls)
    world.addBody({ shape: sphere, mass: 1, position: [x, 0, 0], velocity: [v, 0, 0], restitution });
  return world;
}

describe("a window", () => {
  test("ends after many steps, also that of an island alone: who waits is told, and may stop it", () => {
    const world = new World({ gravity: [0, 0, 0] });
    const body = world.addBody({ shape: sphere, mass: 1, position: [1.1, 0, 0] });
    const length = createDistanceCoordinate(world.mechanism, { a: { body }, b: [0, 0, 0] });
    // 500 turns a second
    world.mechanism.addForce(jointSpring(length, { stiffness: (1000 * Math.PI) ** 2, rest: 1 }));
    const times: number[] = [];
    const { status, steps } = world.advanceTo(0.5, { onProgress: (t) => void times.push(t) });
    expect(status).toBe("done");
    expect(steps).toBeGreaterThan(2048);
    expect(times).toHaveLength(Math.ceil(steps / 1024));
    expect(times.every((t, k) => k === 0 || t > times[k - 1])).toBe(true);
    const other = world.advanceTo(1, { onProgress: () => false });
    expect(other.status).toBe("cancelled");
    expect(other.steps).toBe(1024);
  });
});

describe("islands", () => {
  test("meet, and go on as one; part, and are two again", () => {
    const world = createLine(
      [
        [0, 2],
        [3, 0],
      ],
      1,
    );
    const { schedule, shared } = createSchedule(world);
    const counts: number[] = [];
    for (const t of [0.9, 1.1, 2]) {
      expect(schedule.advanceTo(world.time, t, 1e5)).toBe(null);
      counts.push(schedule.flows.length);
    }
    expect(counts).toEqual([2, 2, 2]);
    expect(schedule.meetings).toBe(1);
    const times = shared.log.entries.filter(({ event }) => event.type === "collision").map(({ event }) => event.t);
    expect(times.map((t) => Math.abs(t - 1) < 1e-15)).toEqual([true]);
    // they change places: the first stops at x = 2
    expect(maxDifference([world.system.state[0], world.system.state[13]], [2, 5])).toBeLessThan(1e-9);
  });

  test("that stay together are one from then on", () => {
    const world = createLine(
      [
        [0, 2],
        [3, 0],
      ],
      0,
    );
    const { schedule } = createSchedule(world);
    expect(schedule.advanceTo(0, 2, 1e5)).toBe(null);
    expect(schedule.flows.length).toBe(1);
    expect(schedule.flows[0].context.island.model.parts.moving).toEqual([0, 1]);
    expect(maxDifference([world.system.state[0], world.system.state[13]], [3, 4])).toBeLessThan(1e-9);
  });

  test("meetings in quick succession: all in their order", () => {
    // a row: each passes its speed on
    const world = createLine(
      [
        [0, 4],
        [1.5, 0],
        [2.75, 0],
        [3.875, 0],
        [5, 0],
      ],
      1,
    );
    const { events } = world.advanceTo(1);
    const hits = events.filter(({ type }) => type === "collision");
    expect(hits.map(({ a, b }) => [a, b])).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 4],
    ]);
    expect(
      maxDifference(
        hits.map(({ t }) => t),
        [0.125, 0.1875, 0.21875, 0.25],
      ),
    ).toBeLessThan(1e-9);
    expect(
      maxDifference(
        [0, 1, 2, 3, 4].map((i) => world.system.velocity[3 * i]),
        [0, 0, 0, 0, 4],
      ),
    ).toBeLessThan(1e-12);
  });

  test("one that sleeps is woken by the one that strikes it, not before", () => {
    const world = new World();
    world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true });
    world.addBody({ shape: cube, mass: 1, position: [0, 0.5, 0] });
    world.addBody({ shape: cube, mass: 1, position: [-3, 0.5, 0], velocity: [1, 0, 0], restitution: 1 });
    const { schedule } = createSchedule(world);
    expect(schedule.advanceTo(0, 1.9, 1e5)).toBe(null);
    expect(schedule.flows.map(({ isAsleep }) => isAsleep)).toEqual([true, false]);
    expect(schedule.advanceTo(1.9, 3, 1e5)).toBe(null);
    // they have changed places: the one that came stands, and sleeps
    expect(schedule.flows.map(({ isAsleep }) => isAsleep)).toEqual([false, true]);
    expect(Math.abs(world.system.state[13] - 1)).toBeLessThan(1e-9);
  });

  test("that have nothing to do with each other cost what they cost alone, in one go as well", () => {
    // stacks of three that fall into place and sleep, all at once or one after the other, and strike what sleeps already
    const run = (count: number, later: number) => {
      const world = new World();
      world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true });
      for (let i = 0; i < count; i++) {
        for (let k = 0; k < 3; k++) {
          const y = 0.5 + k + (k + 1) * 0.01 + later * i;
          world.addBody({ shape: cube, mass: 1, position: [10 * i, y, 0] });
        }
      }
      return world.advanceTo(1);
    };
    // windows end for all where a few are busy: 1.22 times as many steps; it was 3.1, and 3.7 of those that fall at once
    for (const [later, most] of [
      [0, 1],
      [0.01, 1.25],
    ]) {
      const few = run(4, later);
      const many = run(32, later);
      expect(many.status).toBe("done");
      expect(many.steps / 8).toBeLessThanOrEqual(most * few.steps);
      expect(many.events.length / 8).toBe(few.events.length);
    }
  });

  test("events of what is rolled back are told once", () => {
    // a ball bounces on the floor while another comes from far: the window of the meeting holds bounces
    const world = new World();
    world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true });
    world.addBody({ shape: sphere, mass: 1, position: [0, 0.6, 0], restitution: 1 });
    world.addBody({ shape: sphere, mass: 1, position: [-6, 0.6, 0], velocity: [4, 0, 0], restitution: 1 });
    const { events } = world.advanceTo(3);
    const name = ({ t, a, b }: WorldEvent) => `${t} ${a} ${b}`;
    const names = events.filter(({ type }) => type === "collision").map(name);
    expect(new Set(names).size).toBe(names.length);
    const half = Math.sqrt(0.2 / 9.81);
    const bounces = events.filter(({ type, a, b, t }) => type === "collision" && Math.min(a, b) === 0 && t < 1.2);
    const expected = Array.from({ length: 5 }, (_, k) => (2 * k + 1) * half).filter((t) => t < 1.2);
    for (const body of [1, 2]) {
      const own = bounces.filter(({ a, b }) => Math.max(a, b) === body).map(({ t }) => t);
      expect(own.length).toBe(expected.length);
      expect(maxDifference(own, expected)).toBeLessThan(1e-9);
    }
  });

  test("a force that throws leaves all at one time, and they go on from there without it", () => {
    const build = () => {
      const world = new World();
      world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true });
      world.addBody({ shape: sphere, mass: 1, position: [0, 1.5, 0], restitution: 0.8 });
      world.addBody({ shape: sphere, mass: 1, position: [5, 2.5, 0], restitution: 0.7 });
      return world;
    };
    const world = build();
    const fuse = world.addForce({
      name: "fuse",
      on: [1],
      apply({ time }) {
        if (time > 1.234) throw new Error("burnt");
      },
    });
    expect(() => world.advanceTo(3)).toThrow("burnt");
    expect(world.time).toBeLessThanOrEqual(1.234);
    const other = build();
    other.advanceTo(world.time);
    // what has been cut elsewhere is off by rounding
    expect(maxDifference(world.system.state, other.system.state)).toBeLessThan(1e-13);
    world.removeForce(fuse);
    expect(world.advanceTo(3).status).toBe("done");
    other.advanceTo(3);
    expect(maxDifference(world.system.state, other.system.state)).toBeLessThan(1e-12);
    expect(world.events.map(({ type, a }) => [type, a])).toEqual(other.events.map(({ type, a }) => [type, a]));
  });

  test("more steps than allowed are told, and all islands are at one time", () => {
    const world = createLine(
      [
        [0, 2],
        [30, 0],
      ],
      1,
    );
    const report = world.advanceTo(10, { maxSteps: 0 });
    expect(report.status).not.toBe("done");
    expect(report.message).toMatch(/stopped after 0 steps/);
    expect(world.time).toBe(0);
  });
});

describe("independent islands", () => {
  /** A bouncing ball, a swinging pair, a sliding box, a dropped box; those that are named. */
  function createSome(names: readonly string[]): World {
    const world = new World();
    world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true });
    const makers: Record<string, () => void> = {
      ball: () => world.addBody({ shape: sphere, mass: 1, position: [0, 1.3, 0], restitution: 0.6 }),
      pair: () => {
        const a = world.addBody({ shape: sphere, mass: 1, position: [11, 8, 0] });
        const b = world.addBody({ shape: sphere, mass: 2, position: [12.5, 8, 0] });
        world.add(distance({ a: { body: a }, b: [10, 8, 0] }));
        world.add(ball({ a: { body: b }, b: { body: a, point: [0.75, 0, 0] } }));
      },
      box: () => world.addBody({ shape: cube, mass: 1, position: [20, 0.5, 0], velocity: [1, 0, 2] }),
      drop: () => world.addBody({ shape: cube, mass: 1, position: [40, 1.2, 0], rotation: [0, 0, 0.1, 1] }),
    };
    for (const name of names) makers[name]();
    return world;
  }

  test("go the same way alone and together", () => {
    const names = ["ball", "pair", "box", "drop"];
    const together = createSome(names);
    expect(together.advanceTo(0.8).status).toBe("done");
    let body = 1;
    for (const name of names) {
      const alone = createSome([name]);
      alone.advanceTo(0.8);
      const count = alone.system.count - 1;
      const own = alone.system.state.subarray(13, 13 * (count + 1));
      const there = together.system.state.subarray(13 * body, 13 * (body + count));
      expect([name, maxDifference(own, there) < 1e-7]).toEqual([name, true]);
      body += count;
    }
  });

  test("give the same bits beside another that does not touch them", () => {
    const states = [
      ["ball", "drop"],
      ["ball", "drop", "box"],
    ].map((names) => {
      const world = createSome(names);
      world.advanceTo(0.8);
      return Array.from(world.system.state.subarray(13, 39));
    });
    expect(maxDifference(states[0], states[1])).toBeLessThan(1e-12);
  });

  test("in another order of bodies", () => {
    const [first, second] = [
      ["ball", "drop"],
      ["drop", "ball"],
    ].map((names) => {
      const world = createSome(names);
      world.advanceTo(0.8);
      return world.system.state;
    });
    expect(maxDifference(first.subarray(13, 26), second.subarray(26, 39))).toBeLessThan(1e-12);
    expect(maxDifference(first.subarray(26, 39), second.subarray(13, 26))).toBeLessThan(1e-12);
  });
});

/** Events over whole runs: in the order of time, each once, none before its time; through calls, snapshots and meetings. */
import { createBox, createPlane, createSphere } from "@rigor/engine/collide";
import { PathSlot } from "@rigor/engine/rigid";
import { type Snapshot, World, type WorldEvent } from "@rigor/engine/world";
import { describe, expect, test } from "vitest";
import { rockingImpacts } from "../oracles/swings.js";

const g = 9.81;
const height = 1;
const restitutions = [0.2, 0.35, 0.5, 0.6, 0.7];
const sphere = createSphere({ radius: 0.25 });

/** When a ball that falls by `height` has bounced without end. */
const restTime = (e: number) => Math.sqrt((2 * height) / g) * ((1 + e) / (1 - e));

/** Balls that fall beside each other, and two that roll towards each other. */
function createBounces(): World {
  const world = new World();
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true });
  restitutions.forEach((restitution, k) => {
    world.addBody({ shape: sphere, mass: 1, position: [k, height + 0.25, 0], restitution });
  });
  for (const side of [-1, 1]) {
    const velocity = [-side, 0, 0];
    world.addBody({ shape: sphere, mass: 1, position: [1.55 * side, 0.25, 5], velocity, restitution: 0 });
  }
  return world;
}

/** Calls that end a little before and after each ball is at rest, some of them within its last hops. */
const stops = restitutions
  .flatMap((e) => [-1e-2, -1e-5, -1e-6, -1e-7, 1e-6].map((d) => restTime(e) + d))
  .concat(1.3, 3)
  .sort((p, q) => p - q);

const isInOrder = (events: readonly WorldEvent[]) => events.every(({ t }, k) => k === 0 || t >= events[k - 1].t);
const tell = (events: readonly WorldEvent[]) => events.map(({ type, a, b }) => `${type} ${a} ${b}`);

describe("the events of a run", () => {
  test("never go back in time, and are those of one call, whatever the calls", () => {
    const world = createBounces();
    const all: WorldEvent[] = [];
    for (const t of stops) {
      const { events, status } = world.advanceTo(t);
      expect(status).toBe("done");
      // none is told before the world is there
      expect(events.every((event) => event.t <= t)).toBe(true);
      all.push(...events);
    }
    expect(isInOrder(all)).toBe(true);
    expect(world.events).toEqual(all);
    const once = createBounces();
    once.advanceTo(3);
    expect(isInOrder(once.events)).toBe(true);
    // beside each other to the last bits of their times: the order of two at one time may be another
    expect(tell(all).sort()).toEqual(tell(once.events).sort());
  });

  test("a touch comes when infinitely many bounces are over", () => {
    const world = createBounces();
    for (const t of stops) world.advanceTo(t);
    restitutions.forEach((e, k) => {
      const touch = world.events.filter(({ type, a, b }) => type === "touch" && (a === k + 1 || b === k + 1));
      expect(touch.length).toBe(1);
      // measured 2e-11 s
      expect(Math.abs(touch[0].t - restTime(e))).toBeLessThan(1e-10);
    });
  });

  test("those that wait are in a snapshot", () => {
    const e = restitutions[2];
    const world = createBounces();
    world.advanceTo(restTime(e) - 1e-6);
    expect(world.events.some(({ type, a }) => type === "touch" && a === 3)).toBe(false);
    const snapshot = JSON.parse(JSON.stringify(world.save())) as Snapshot;
    expect(snapshot.waiting.length).toBe(1);
    const other = createBounces();
    other.restore(snapshot);
    const told = [world, other].map((each) => each.advanceTo(3).events);
    expect(told[1]).toEqual(told[0]);
    expect(told[1].filter(({ type, a }) => type === "touch" && a === 3).length).toBe(1);
    // back in the same world: what came after is undone, and comes again
    const before = [...world.events];
    world.restore(snapshot);
    expect(world.events.every(({ t }) => t <= snapshot.time)).toBe(true);
    world.advanceTo(3);
    expect(world.events).toEqual(before);
  });

  test("a ball that is thrown up before its bounces are over never touched", () => {
    // a table that goes up at once, a little before the ball on it would be at rest
    const e = 0.5;
    const start = restTime(e) - 5e-6;
    const path = (time: Float64Array, frame: Float64Array) => {
      const s = Math.max(0, time[0] - start);
      frame[PathSlot.position + 1] = -50 * s * s;
      frame[PathSlot.velocity + 1] = -100 * s;
      frame[PathSlot.acceleration + 1] = s > 0 ? -100 : 0;
    };
    const world = new World();
    world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), path });
    world.addBody({ shape: sphere, mass: 1, position: [0, height + 0.25, 0], restitution: e });
    const types = world.advanceTo(start + 0.01).events.map(({ type }) => type);
    expect(types.includes("touch")).toBe(false);
    expect(types.includes("separate")).toBe(false);
    expect(world.getContacts()).toEqual([]);
  });

  test("of a block that rocks on a table which goes down at once, before its bounces are over", () => {
    const [b, h, angle] = [0.4, 1, 0.2];
    const end = rockingImpacts(b, h, 9.81, angle, 40)[39];
    const run = (start: number) => {
      const path = (time: Float64Array, frame: Float64Array) => {
        const s = Math.max(0, time[0] - start);
        frame[PathSlot.position + 1] = -50 * s * s;
        frame[PathSlot.velocity + 1] = -100 * s;
        frame[PathSlot.acceleration + 1] = s > 0 ? -100 : 0;
      };
      const world = new World();
      world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), path });
      const y = (h / 2) * Math.cos(angle) + (b / 2) * Math.sin(angle);
      const rotation = [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)];
      world.addBody({ shape: createBox({ size: [b, h, b] }), mass: 1, position: [0, y, 0], rotation });
      return world.advanceTo(end + 0.01).events;
    };
    const whole = run(Infinity);
    expect(whole.filter(({ type }) => type === "touch").map(({ t }) => Math.abs(t - end) < 1e-8)).toEqual([
      false,
      true,
    ]);
    // the end was found out before that, and the collisions that lead to it were foreseen
    const start = end - 4e-5;
    const events = run(start);
    expect(events.filter(({ type }) => type === "collision").every(({ t }) => t <= start)).toBe(true);
    expect(events.map(({ type }) => type).filter((type) => type !== "collision")).toEqual(["touch", "separate"]);
    expect(Math.abs(events.at(-1)!.t - start)).toBeLessThan(1e-9);
  });
});

test("what failed is undone: no event of it is told, and all islands are where the window began", () => {
  const build = () => {
    const world = new World({ gravity: [0, 0, 0] });
    // two meet in the window in which a third gets a force that is not finite
    for (const [x, v] of [
      [0, 1],
      [1.0, 0],
    ])
      world.addBody({ shape: sphere, mass: 1, position: [x, 0, 0], velocity: [v, 0, 0], restitution: 1 });
    const far = world.addBody({ shape: sphere, mass: 1, position: [0, 9, 0], velocity: [0, 1, 0] });
    return { world, far };
  };
  const { world, far } = build();
  const broken = {
    name: "broken",
    on: [far],
    apply({ force, time }: typeof world.system) {
      force[3 * far] += time > 0.9 ? Number.NaN : 0;
    },
  };
  world.addForce(broken);
  const report = world.advanceTo(2);
  expect(report.status).toBe("failed");
  expect(world.events).toEqual(report.events);
  expect(world.events.every(({ t }) => t <= world.time)).toBe(true);
  const twin = build();
  twin.world.advanceTo(world.time);
  const difference = world.system.state.map((value, k) => Math.abs(value - twin.world.system.state[k]));
  expect(Math.max(...difference)).toBeLessThan(1e-12);
});

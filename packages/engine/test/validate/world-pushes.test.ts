/**
 * Pushes that come and go by the clock, on what is free, what rests and what friction holds, in one call: steps of what does
 * not move are not chosen by how it moves. Answers in closed form, or by roots of it.
 */
import { createBox, createPlane } from "@rigor/engine/collide";
import { type BodyPath, PathSlot } from "@rigor/engine/rigid";
import { World, type WorldReport } from "@rigor/engine/world";
import { describe, expect, test } from "vitest";

const g = 9.81;
const mu = 0.5;
const plate = createBox({ size: [1, 0.2, 1] });

/** A plate of 1 kg on a floor with friction, pushed along x; or up, along y. */
function push(force: (t: number) => number, axis: 0 | 1, duration: number): { world: World; report: WorldReport } {
  const world = new World();
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true, friction: mu });
  const i = world.addBody({ shape: plate, mass: 1, position: [0, 0.1, 0], friction: mu });
  world.addForce({
    name: "push",
    on: [i],
    apply({ state, force: sum }) {
      sum[3 * i + axis] += force(state[state.length - 1]);
    },
  });
  return { world, report: world.advanceTo(duration) };
}

/** A bell of height h about t₀; where it rises above a level, s. */
const bell = (h: number, t0: number, width: number) => (t: number) => h * Math.exp(-(((t - t0) / width) ** 2));
const rise = (h: number, t0: number, width: number, level: number) => t0 - width * Math.sqrt(Math.log(h / level));

describe("a push that comes and goes within a call", () => {
  test.each([0.08, 0.02, 0.005, 0.002])("moves what is free as much as it should: %d s", (width) => {
    for (const t0 of [0.5, 0.503, 0.43]) {
      const world = new World({ gravity: [0, 0, 0] });
      const i = world.addBody({ shape: plate, mass: 1 });
      const force = bell(8, t0, width);
      world.addForce({
        name: "push",
        on: [i],
        apply({ state, force: sum }) {
          sum[3 * i] += force(state[state.length - 1]);
        },
      });
      world.advanceTo(1.2);
      // the impulse; what is cut off of the widest bell is 1e-13 of it, steps are good to 1e-10
      expect(Math.abs(world.system.velocity[3 * i] - 8 * width * Math.sqrt(Math.PI))).toBeLessThan(1e-10);
    }
  });

  test.each([0.08, 0.02, 0.005, 0.002])("makes what friction holds slip when it should: %d s", (width) => {
    for (const t0 of [0.5, 0.503, 0.43]) {
      const { report } = push(bell(8, t0, width), 0, 1.2);
      const slips = report.events.filter(({ type }) => type === "slip");
      expect(slips).toHaveLength(1);
      // what is outside of its cone by 1e-10 of it sticks: at 60 N/s that is
      expect(Math.abs(slips[0].t - rise(8, t0, width, mu * g))).toBeLessThan(5e-12);
      expect(report.events.filter(({ type }) => type === "stick")).toHaveLength(1);
    }
  });

  test.each([0.08, 0.02, 0.005, 0.002])("lifts what rests when it should: %d s", (width) => {
    for (const t0 of [0.5, 0.503, 0.43]) {
      const { report } = push(bell(20, t0, width), 1, 1.2);
      const lifts = report.events.filter(({ type }) => type === "separate");
      expect(lifts.length).toBeGreaterThan(0);
      expect(Math.abs(lifts[0].t - rise(20, t0, width, g))).toBeLessThan(1e-12);
    }
  });

  test.each([0.001, 0.003, 0.006])("with sharp edges, of %d s, is felt whenever it comes", (length) => {
    for (let k = 0; k < 12; k++) {
      const from = 0.3 + 0.0471 * k;
      const isOn = (t: number) => t >= from && t < from + length;
      const { report } = push((t) => (isOn(t) ? 20 * g : 0), 1, 1);
      const lift = report.events.find(({ type }) => type === "separate");
      // settling looks for what happens a moment later, 1e-10 s
      expect(Math.abs((lift?.t ?? Infinity) - from)).toBeLessThan(1e-9);
    }
  });

  test("and a humming one that is stronger than friction by little slips in every period, there and back", () => {
    const [strength, rate] = [5, 2 * Math.PI * 50];
    const { world, report } = push((t) => strength * Math.sin(rate * t), 0, 0.2);
    const slips = report.events.filter(({ type }) => type === "slip");
    expect(slips).toHaveLength(20);
    slips.forEach(({ t }, k) => {
      const expected = (Math.asin((mu * g) / strength) + k * Math.PI) / rate;
      // what is off the law by 1e-10 of g sticks, at each of four corners on which a push of 1 N gives 4 m/s²: 1e-9 N, which is
      // 3e-12 s at 305 N/s; the first slip takes that, the others come at 1e-12 s
      expect(Math.abs(t - expected)).toBeLessThan(5e-12);
    });
    // as far there as back
    expect(Math.abs(world.system.state[13])).toBeLessThan(1e-12);
  });
});

describe("a plate that stands, and jerks within a call,", () => {
  /** x = A exp(−u²), u = (t − t₀)/w, along an axis; a cube on it. */
  function jerk(axis: 0 | 1, t0: number, w: number, strength: number) {
    const A = strength * w * w;
    const acceleration = (t: number) => {
      const u = (t - t0) / w;
      return strength * (4 * u * u - 2) * Math.exp(-u * u);
    };
    const path: BodyPath = (time, frame) => {
      const u = (time[0] - t0) / w;
      const height = A * Math.exp(-u * u);
      frame[PathSlot.position + 1] = -0.1;
      frame[PathSlot.position + axis] += height;
      frame[PathSlot.velocity + axis] = (-2 * u * height) / w;
      frame[PathSlot.acceleration + axis] = acceleration(time[0]);
    };
    const world = new World();
    world.addBody({ shape: createBox({ size: [4, 0.2, 4] }), friction: mu, path });
    world.addBody({ shape: createBox({ size: [0.5, 0.5, 0.5] }), mass: 1, position: [0, 0.25, 0], friction: mu });
    return { events: world.advanceTo(1).events, acceleration };
  }

  /** The first root between two times. */
  function findRoot(f: (t: number) => number, from: number, to: number): number {
    let [low, high] = [from, to];
    for (let k = 0; k < 60; k++) {
      const middle = 0.5 * (low + high);
      if (f(middle) < 0) low = middle;
      else high = middle;
    }
    return high;
  }

  test.each([0.06, 0.02, 0.005])("leaves behind what friction holds, and no more: %d s", (w) => {
    for (const t0 of [0.5, 0.37]) {
      const { events, acceleration } = jerk(0, t0, w, 20);
      const slip = findRoot((t) => acceleration(t) - mu * g, t0 - 4 * w, t0 - 1.5 * w);
      expect(events.map(({ type }) => type)).toEqual(["touch", "slip", "stick"]);
      // the jerk is 400 m/s³ and more: 1e-10 of the force is 1e-12 s, and steps are good to 1e-10
      expect(Math.abs(events[1].t - slip)).toBeLessThan(1e-11);
    }
  });

  test.each([0.06, 0.02, 0.005])("throws what stands on it: %d s", (w) => {
    for (const t0 of [0.5, 0.37]) {
      const { events, acceleration } = jerk(1, t0, w, 32);
      const lift = findRoot((t) => -acceleration(t) - g, t0 - 0.7 * w, t0);
      expect(events[1].type).toBe("separate");
      expect(Math.abs(events[1].t - lift)).toBeLessThan(1e-11);
    }
  });
});

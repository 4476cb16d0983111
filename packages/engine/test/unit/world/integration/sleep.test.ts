/** What sleeps, and what does not. */
import { createBox, createPlane, createSphere } from "@rigor/engine/collide";
import { custom, distance, hinge, jointSpring, motor, type TimeFunction } from "@rigor/engine/constrain";
import { createPendulum } from "@rigor/engine/lagrange";
import { appliedForce, boxMass, createRotatePath, damping, wind } from "@rigor/engine/rigid";
import { World, type WorldOptions } from "@rigor/engine/world";
import { describe, expect, test } from "vitest";
import { createSchedule } from "../../../support/islands.js";

const cube = createBox({ size: [1, 1, 1] });

/** A cube on the floor. */
function createResting(options: WorldOptions = {}): World {
  const world = new World(options);
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true });
  world.addBody({ shape: cube, mass: 1, position: [0, 0.5, 0] });
  return world;
}

/** Which islands sleep after a while. */
function listAsleep(world: World, t = 0.1): boolean[] {
  const { schedule } = createSchedule(world);
  expect(schedule.advanceTo(world.time, t, 1e5)).toBe(null);
  return schedule.flows.map(({ isAsleep }) => isAsleep);
}

describe("sleeps", () => {
  test("a cube on the floor", () => {
    expect(listAsleep(createResting())).toEqual([true]);
  });

  test("a stack of ten, and a cube between what is fixed", () => {
    const world = createResting();
    for (let k = 1; k < 10; k++) world.addBody({ shape: cube, mass: 1, position: [0, k + 0.5, 0] });
    expect(listAsleep(world)).toEqual([true]);
  });

  test("what hangs still on a rod", () => {
    const world = new World();
    const body = world.addBody({ shape: cube, mass: 1, position: [0, -1, 0] });
    world.add(distance({ a: { body }, b: [0, 0, 0] }));
    expect(listAsleep(world)).toEqual([true]);
  });

  test("what no force acts on, and under forces that do not change while nothing moves", () => {
    const world = new World({ gravity: [0, 0, 0] });
    world.addBody({ shape: cube, mass: 1 });
    world.addForce(damping({ linear: 1 }));
    expect(listAsleep(world)).toEqual([true]);
    const pressed = createResting();
    pressed.addForce(appliedForce({ body: 1, force: [0, -5, 0] }));
    expect(listAsleep(pressed)).toEqual([true]);
  });

  test("one island, while another moves", () => {
    const world = createResting();
    world.addBody({ shape: createSphere({ radius: 0.5 }), mass: 1, position: [9, 5, 0] });
    expect(listAsleep(world)).toEqual([true, false]);
  });

  test("a ball whose bounces have ended", () => {
    const world = new World();
    world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true });
    const shape = createSphere({ radius: 0.5 });
    world.addBody({ shape, mass: 1, position: [0, 0.6, 0], restitution: 0.5 });
    const end = Math.sqrt(0.2 / 9.81) * (1 + 2);
    expect(listAsleep(world, 0.9 * end)).toEqual([false]);
    expect(listAsleep(world, 2)).toEqual([true]);
  });
});

describe("does not sleep", () => {
  const cases: Record<string, () => World> = {
    "a cube that slides": () => {
      const world = createResting();
      world.system.place(1, [0, 0.5, 0], [0, 0, 0, 1], [1, 0, 0], [0, 0, 0]);
      return world;
    },
    "a sphere that spins in its place": () => {
      const world = new World();
      world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true });
      const shape = createSphere({ radius: 0.5 });
      world.addBody({ shape, mass: 1, position: [0, 0.5, 0], angularVelocity: [0, 1e-9, 0] });
      return world;
    },
    "a cube on a slope, at the very start": () => {
      const world = new World({ gravity: [1e-6, -9.81, 0] });
      world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true });
      world.addBody({ shape: cube, mass: 1, position: [0, 0.5, 0] });
      return world;
    },
    "a cube under a force that comes later": () => {
      const world = createResting();
      const force = (time: Float64Array, out: Float64Array) => {
        out[1] = time[0] > 50 ? 20 : 0;
      };
      world.addForce(appliedForce({ body: 1, force }));
      return world;
    },
    "a cube under a force of which nothing is known": () => {
      const world = createResting();
      world.addForce({ name: "unknown", on: [1], apply() {} });
      return world;
    },
    "a cube in the wind": () => {
      const world = createResting();
      world.addForce(wind({ velocity: [1, 0, 0], drag: 0.1 }));
      return world;
    },
    "a cube on a turntable that stands for now": () => {
      const world = new World();
      const path = createRotatePath({ axis: [0, 1, 0], rate: 0, position: [0, -0.5, 0], center: [0, 0, 0] });
      world.addBody({ shape: createBox({ size: [9, 1, 9] }), path });
      world.addBody({ shape: cube, mass: 1, position: [0, 0.5, 0] });
      return world;
    },
    "what a motor turns": () => {
      const world = new World({ gravity: [0, 0, 0] });
      const body = world.addBody({ shape: cube, mass: 1 });
      const joint = world.add(hinge({ a: { body }, at: [0, 0, 0], axis: [0, 0, 1] }));
      world.add(motor(joint.angle, { speed: 1 }));
      return world;
    },
    "what a spring may pull": () => {
      const world = new World({ gravity: [0, 0, 0] });
      const body = world.addBody({ shape: cube, mass: 1 });
      const joint = world.add(hinge({ a: { body }, at: [0, 0, 0], axis: [0, 0, 1] }));
      world.mechanism.addForce(jointSpring(joint.angle, { stiffness: 1 }));
      return world;
    },
    "a pendulum upright, on the brink": () => {
      const world = new World();
      const body = world.addBody({ shape: cube, mass: 1, position: [1e-9, 1, 0] });
      world.add(distance({ a: { body }, b: [0, 0, 0] }));
      return world;
    },
    "things with coordinates of their own": () => {
      const world = new World();
      world.addCoordinates(createPendulum({ lengths: [1], masses: [1], angles: [0] }));
      return world;
    },
  };
  test.each(Object.keys(cases))("%s", (name) => {
    expect(listAsleep(cases[name]())).toEqual([false]);
  });
});

describe("a sleeping island", () => {
  test("costs nothing, and stays where it is to the last bit", () => {
    const world = createResting();
    world.advanceTo(1);
    const before = Array.from(world.system.state.subarray(0, 26));
    const { steps, evaluations } = world.advanceTo(1000);
    expect([steps, evaluations]).toEqual([0, 0]);
    expect(Array.from(world.system.state.subarray(0, 26))).toEqual(before);
    expect(world.time).toBe(1000);
  });

  test("wakes when something strikes it", () => {
    const world = createResting();
    world.advanceTo(1);
    world.addBody({ shape: cube, mass: 1, position: [-3, 0.5, 0], velocity: [2, 0, 0] });
    world.advanceTo(3);
    // without restitution both go on together, at half the speed: 2 m at 2 m/s, then 1 m/s
    const x = world.system.state[13];
    expect(Math.abs(x - 1)).toBeLessThan(1e-9);
  });

  test("wakes when a force is added, a joint is taken away, or its body is moved by hand", () => {
    const pushed = createResting();
    pushed.advanceTo(1);
    pushed.addForce(appliedForce({ body: 1, force: [2, 0, 0] }));
    pushed.advanceTo(2);
    expect(Math.abs(pushed.system.state[13] - 1)).toBeLessThan(1e-9);

    const hung = new World();
    const body = hung.addBody({ shape: cube, mass: 1, position: [0, -1, 0] });
    const rod = hung.add(distance({ a: { body }, b: [0, 0, 0] }));
    hung.advanceTo(1);
    hung.remove(rod);
    hung.advanceTo(2);
    expect(Math.abs(hung.system.state[1] - (-1 - 0.5 * 9.81))).toBeLessThan(1e-12);

    const moved = createResting();
    moved.advanceTo(1);
    moved.system.place(1, [0, 5, 0], [0, 0, 0, 1], [0, 0, 0], [0, 0, 0]);
    moved.advanceTo(1.5);
    expect(Math.abs(moved.system.state[14] - (5 - 0.5 * 9.81 * 0.25))).toBeLessThan(1e-12);
  });

  test("what rounding has left of its motion is booked", () => {
    const world = createResting();
    world.system.place(1, [0, 0.5, 0], [0, 0, 0, 1], [5e-13, 0, 0], [0, 0, 0]);
    const { total } = world.getEnergy();
    world.advanceTo(1);
    expect(world.getEnergy().kinetic).toBe(0);
    expect(world.getEnergy().dissipated).toBe(1.25e-25);
    // the place is put right by rounding, of 0.5 m
    expect(Math.abs(world.getEnergy().total - total)).toBeLessThan(1e-14);
  });
});

describe("beside what is driven", () => {
  /** A bar of 4 m that turns about the z axis at (x, y, 0). */
  function addBar(world: World, x: number, y: number, rate: number): number {
    const path = createRotatePath({ axis: [0, 0, 1], rate, position: [x, y, 0] });
    return world.addBody({ shape: createBox({ size: [4, 0.1, 0.1] }), path });
  }

  /** The same world in which nothing sleeps: of a force without effect nothing is known. */
  function keepAwake(world: World): World {
    world.addForce({ name: "unknown", on: [1], apply() {} });
    return world;
  }

  test("an island sleeps, at no cost, and what is driven goes on", () => {
    const world = createResting();
    const bar = addBar(world, 40, 2.5, 1);
    const { steps, evaluations } = world.advanceTo(10);
    expect([steps, evaluations]).toEqual([0, 0]);
    const [z, w] = [world.system.state[13 * bar + 5], world.system.state[13 * bar + 6]];
    expect(Math.abs(z - Math.sin(5))).toBeLessThan(1e-14);
    expect(Math.abs(w - Math.cos(5))).toBeLessThan(1e-14);
  });

  test("an island sleeps though what is driven comes near, and is passed by without contact", () => {
    const world = createResting();
    // its ends come down to 0.1 m above the cube
    addBar(world, 0, 3.1, 3);
    expect(world.advanceTo(6)).toMatchObject({ status: "done", steps: 0 });
  });

  test.each([0.4, 3, 40])("an island is woken where it is struck, at %s rad/s, as if it had not slept", (rate) => {
    const build = () => {
      const world = createResting();
      // an end comes from below and pushes the cube away, where the bar has turned by 1.82 rad
      addBar(world, -1, 2.5, rate);
      return world;
    };
    const sleeper = build();
    const awake = keepAwake(build());
    const end = 2 / rate;
    const [found, wanted] = [sleeper, awake].map((world) => world.advanceTo(end, { maxSteps: 1e5 }));
    expect(found.status).toBe("done");
    const strike = found.events.find(({ type }) => type === "collision");
    const other = wanted.events.find(({ type }) => type === "collision");
    expect(strike).toBeDefined();
    expect(Math.abs((strike?.t ?? 0) - (other?.t ?? 1))).toBeLessThan(1e-15);
    // the steps are others, and so is what they leave to rounding and to the tolerance
    for (let k = 13; k < 26; k++) {
      expect(Math.abs(sleeper.system.state[k] - awake.system.state[k])).toBeLessThan(1e-10);
    }
  });

  test.each([true, false])("a blow that takes 40 ms is not missed, whenever it comes; asleep: %s", (mayBeAsleep) => {
    const build = (at: number) => {
      const world = mayBeAsleep ? createResting() : keepAwake(createResting());
      // waits above the cube, comes down by 1.05 m and goes back, all within 40 ms
      const path = (time: Float64Array, frame: Float64Array) => {
        const s = Math.min(1, Math.max(0, (time[0] - at) / 0.04));
        const a = (2 * Math.PI) / 0.04;
        const inside = s > 0 && s < 1;
        frame[1] = 2 - 0.525 * (1 - Math.cos(2 * Math.PI * s));
        frame[8] = inside ? -0.525 * a * Math.sin(2 * Math.PI * s) : 0;
        frame[14] = inside ? -0.525 * a * a * Math.cos(2 * Math.PI * s) : 0;
      };
      world.addBody({ shape: createBox({ size: [0.1, 1, 0.1] }), path });
      return world;
    };
    // a cube on the floor that is pressed cannot yield: the run fails, and ends where that window began
    for (let k = 0; k < 7; k++) {
      const at = 0.1 + 0.37 * k;
      const { status, t } = build(at).advanceTo(4);
      expect([status, t > at - 1 && t < at + 0.04]).toEqual(["failed", true]);
    }
  });

  test("an island on a joint, a limit or a spring of what is driven does not sleep", () => {
    const world = new World({ gravity: [0, 0, 0] });
    const path = createRotatePath({ axis: [0, 1, 0], rate: 0, position: [0, 3, 0] });
    const driven = world.addBody({ shape: createSphere({ radius: 0.1 }), path });
    const hung = world.addBody({ shape: cube, mass: 1 });
    world.add(distance({ a: { body: hung }, b: { body: driven } }));
    const pulled = world.addBody({ shape: cube, mass: 1, position: [5, 3, 0] });
    world.addForce({ name: "spring", on: [driven, pulled], changes: false, apply() {} });
    const free = world.addBody({ shape: cube, mass: 1, position: [9, 3, 0] });
    expect(listAsleep(world)).toEqual([hung, pulled, free].map((i) => i === free));
  });
});

test("what has no shape, and turns, does not sleep", () => {
  const world = new World({ gravity: [0, 0, 0] });
  world.addBody({ mass: boxMass({ size: [1, 1, 1], mass: 1 }), angularVelocity: [0, 0, 2] });
  world.advanceTo(1);
  expect(Math.abs(world.system.angularVelocity[2] - 2)).toBeLessThan(1e-14);
  expect(world.getEnergy().dissipated).toBe(0);
});

test("a motor, or a constraint, that is a function of time and begins with nothing, does not sleep; one that is not, does", () => {
  const build = (add: (world: World, body: number) => void) => {
    const world = new World({ gravity: [0, 0, 0] });
    add(world, world.addBody({ shape: cube, mass: 1, position: [0, -1, 0] }));
    return listAsleep(world);
  };
  const swing = { at: [0, 0, 0], axis: [0, 0, 1] };
  const drive = (speed: number | TimeFunction) => (world: World, body: number) => {
    world.add(motor(world.add(hinge({ a: { body }, ...swing })).angle, { speed }));
  };
  const cubic: TimeFunction = (time, out) => {
    out[0] = time[0] * time[0] * time[0];
    out[1] = 3 * time[0] * time[0];
  };
  expect(build(drive(cubic))).toEqual([false]);
  expect(build(drive(0))).toEqual([true]);
  expect(
    build((world, body) => {
      world.add(
        custom({ ends: [{ body }], value: ([end], time) => end.position.x.minus(time.times(time).times(time)) }),
      );
    }),
  ).toEqual([false]);
});

/** Numbers that are too large: refused where a world is built, and the told end of a run where they come about later. */
import { createBox, createPlane, createSphere } from "@rigor/engine/collide";
import { createPendulum } from "@rigor/engine/lagrange";
import { requireFinite } from "@rigor/engine/math";
import { appliedForce } from "@rigor/engine/rigid";
import { World, type WorldBodyOptions, type WorldOptions } from "@rigor/engine/world";
import { describe, expect, test } from "vitest";

const cube = createBox({ size: [1, 1, 1] });
const sphere = createSphere({ radius: 0.5 });

test("forces and moments have bounds; options that there are not are named", () => {
  expect(() => appliedForce({ body: 0, force: [1e300, 0, 0] })).toThrow(/applied\.force\[0\]: must be at most 1e30 N/);
  expect(() => appliedForce({ body: 0, torque: [0, 0, 1e31] })).toThrow(
    /applied\.torque\[2\]: must be at most 1e30 N·m/,
  );
  const world = new World();
  expect(() => world.addParticle({ position: [0, 1, 0], colide: true } as never)).toThrow(
    /particles\[0\]\.colide: must be an option/,
  );
  expect(() => world.advanceTo(1, { maxStep: 3 } as never)).toThrow(/options\.maxStep: must be an option/);
});

describe("building refuses", () => {
  test.each<[string, WorldBodyOptions, RegExp]>([
    [
      "a spin",
      { shape: cube, angularVelocity: [1e308, 0, 0] },
      /^bodies\[0\]\.angularVelocity\[0\]: must be at most 1e15 rad\/s in size, got 1e\+308/,
    ],
    ["a speed", { shape: cube, velocity: [0, -1e16, 0] }, /^bodies\[0\]\.velocity\[1\]: must be at most 1e15 m\/s/],
    ["a place", { shape: cube, position: [0, 0, 1e31] }, /^bodies\[0\]\.position\[2\]: must be at most 1e30 m/],
    ["a mass", { shape: cube, mass: 1e308 }, /^bodies\[0\]\.mass: must be from 1e-40 to 1e40 kg, got 1e\+308/],
    ["a mass that is next to none", { shape: cube, mass: 1e-300 }, /^bodies\[0\]\.mass: must be from 1e-40 to 1e40 kg/],
    ["a mass by density", { shape: cube, density: 1e200 }, /^bodies\[0\]\.mass: must be from 1e-40 to 1e40 kg/],
    ["a friction", { shape: cube, friction: 1e300 }, /^bodies\[0\]\.friction: must be at most 1e6/],
    [
      "a belt",
      { shape: cube, fixed: true, surfaceVelocity: [1e200, 0, 0] },
      /surfaceVelocity\[0\]: must be at most 1e15/,
    ],
  ])("%s", (_, options, message) => {
    const world = new World();
    expect(() => world.addBody(options)).toThrow(message);
    expect(world.system.count).toBe(0);
  });

  test("of worlds, particles, and changes by hand", () => {
    expect(() => new World({ gravity: [0, -1e200, 0] })).toThrow(/gravity\[1\]: must be at most 1e15 m\/s² in size/);
    expect(() => new World({ time: 1e300 })).toThrow(/options\.time/);
    const world = new World();
    expect(() => world.addParticle({ mass: 1, position: [0, 0, 0], velocity: [1e200, 0, 0] })).toThrow(
      /particles\[0\]\.velocity\[0\]/,
    );
    expect(() => world.addParticle({ mass: 1e-200, position: [0, 0, 0] })).toThrow(/particles\[0\]\.mass/);
    const body = world.addBody({ shape: cube });
    expect(() => world.setVelocity(body, [1e16, 0, 0])).toThrow(/^velocity\[0\]: must be at most 1e15 m\/s/);
    expect(() => world.setPose(body, [1e31, 0, 0])).toThrow(/^position\[0\]: must be at most 1e30 m/);
  });

  test("what is within its bounds is computed with, whatever the others are", () => {
    for (const mass of [1e-40, 1, 1e40]) {
      for (const speed of [0, 1, 1e6]) {
        const world = new World({ gravity: [0, 0, 0] });
        world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true, restitution: 1 });
        world.addBody({ shape: sphere, mass, position: [0, 0.5 + speed, 0], velocity: [0, -speed, 0] });
        const { status, events, message } = world.advanceTo(2);
        expect(status, message).toBe("done");
        const strikes = events.filter(({ type }) => type === "collision");
        expect(strikes.length).toBe(speed > 0 ? 1 : 0);
        // 2 m v: rounding
        for (const { impulse } of strikes) expect(Math.abs(impulse / (2 * mass * speed) - 1)).toBeLessThan(1e-12);
        expect(world.getEnergy().kinetic).toBeLessThan(Infinity);
        world.restore(JSON.parse(JSON.stringify(world.save())));
      }
    }
  });
});

describe("on the way", () => {
  // a search for when it would leave the edge of the floor had no end
  test.each([1e20, 1e30, 1e150, 1e300])("a force of %d N on what rubs ends the run, within seconds", (size) => {
    const world = new World();
    world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true, friction: 0.5 });
    const body = world.addBody({ shape: cube, mass: 1, position: [0, 0.5, 0], friction: 0.5 });
    world.addForce({
      name: "push",
      on: [body],
      apply({ force }) {
        force[3 * body] += size;
      },
    });
    const before = world.system.state.slice();
    const { status, message } = world.advanceTo(1);
    expect(status).toBe("failed");
    const words = size < 1e100 ? /^body 1 moves at .* look for a force that is too large/ : /could not be found/;
    expect(message).toMatch(words);
    expect(world.system.state.every(Number.isFinite)).toBe(true);
    expect(before.length).toBe(world.system.state.length);
  });

  function end(options: WorldOptions, build: (world: World) => void) {
    const world = new World(options);
    world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true });
    build(world);
    const good = world.advanceTo(0.5);
    const before = Array.from(world.system.state);
    const report = world.advanceTo(50);
    return { world, good, before, report };
  }

  test("a body that gets too fast: failed, by name, at the last good state, and told again by the next call", () => {
    const { world, good, report } = end({ gravity: [0, 1e15, 0] }, (w) =>
      w.addBody({ shape: sphere, position: [0, 5, 0] }),
    );
    expect(good.status).toBe("done");
    expect(report.status).toBe("failed");
    expect(report.message).toMatch(
      /^body 1 moves at \d\S* m\/s: numbers above 1e15 m\/s cannot be computed with, at t = /,
    );
    // v = g t: it was still slow enough where the world stands
    expect(world.time).toBeLessThanOrEqual(1);
    expect(world.time).toBeGreaterThanOrEqual(0.5);
    expect(world.system.state.every(Number.isFinite)).toBe(true);
    expect(Math.abs(world.system.velocity[4] / (1e15 * world.time) - 1)).toBeLessThan(1e-9);
    expect(world.step(1).status).toBe("failed");
    expect(() => world.restore(JSON.parse(JSON.stringify(world.save())))).not.toThrow();
  });

  test.each([1e30, 1e100, 1e200, 1e300, 1.7e308])("a force of %f N", (size) => {
    const { world, good, report } = end({}, (w) => {
      const body = w.addBody({ shape: sphere, position: [0, 5, 0] });
      w.addForce(appliedForce({ body, force: (time, out) => void (time[0] > 0.6 && out.set([size, 0, 0])) }));
      // something to meet, so that bounds of motions are asked for
      w.addBody({ shape: cube, position: [4, 5, 0] });
    });
    expect(good.status).toBe("done");
    expect(report.status).toBe("failed");
    expect(report.message.length).toBeGreaterThan(20);
    expect(world.system.state.every(Number.isFinite)).toBe(true);
    expect(world.time).toBeGreaterThanOrEqual(0.5);
    expect(world.time).toBeLessThanOrEqual(0.61);
  });

  test("coordinates of their own", () => {
    const { report, world } = end({ gravity: [0, 0, 0] }, (w) => {
      const pendulum = w.addCoordinates(createPendulum({ lengths: [1], masses: [1], angles: [1] }));
      w.mechanism.addForce({
        name: "engine",
        apply({ system }) {
          pendulum.force[0] += system.time > 0.6 ? 1e300 : 0;
        },
      });
    });
    expect(report.status).toBe("failed");
    expect(world.mechanism.own.every(Number.isFinite)).toBe(true);
  });

  test("a number that a routine of the inside refuses, as it is none, is an end of the run and no error", () => {
    const { report, world } = end({}, (w) => {
      w.addBody({ shape: sphere, position: [0, 5, 0] });
      w.addForce({
        name: "routine",
        apply({ time }) {
          if (time > 0.6) requireFinite("search.range", Infinity - Infinity);
        },
      });
    });
    expect(report.status).toBe("failed");
    expect(report.message).toMatch(/^numbers have left what a double can hold, at t = 0\.\d+ \(search\.range: /);
    expect(world.time).toBeGreaterThanOrEqual(0.5);
    expect(world.system.state.every(Number.isFinite)).toBe(true);
  });

  test("an error of the user's own is the user's", () => {
    expect(() =>
      end({}, (w) => {
        w.addBody({ shape: sphere, position: [0, 5, 0] });
        w.addForce({
          name: "mine",
          apply({ time }) {
            if (time > 0.6) throw new TypeError("mine");
          },
        });
      }),
    ).toThrow("mine");
  });
});

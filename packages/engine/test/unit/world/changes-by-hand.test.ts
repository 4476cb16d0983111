/** What users write, place, remove and add between steps: honoured, or refused by name. */
import { createBox, createPlane, createSphere } from "@rigor/engine/collide";
import { ball, hinge } from "@rigor/engine/constrain";
import { RigorError } from "@rigor/engine/math";
import {
  addForce,
  appliedForce,
  applyImpulse,
  bodyKineticEnergy,
  computePointPosition,
  computePointVelocity,
  damping,
} from "@rigor/engine/rigid";
import { World, type WorldBodyOptions } from "@rigor/engine/world";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

const sphere = createSphere({ radius: 0.5 });
const cube = createBox({ size: [1, 1, 1] });
const plane = createPlane({ normal: [0, 1, 0] });

function createFloor(): World {
  const world = new World();
  world.addBody({ shape: plane, fixed: true });
  return world;
}

function catchError(call: () => unknown): RigorError {
  try {
    call();
  } catch (error) {
    expect(error).toBeInstanceOf(RigorError);
    return error as RigorError;
  }
  throw new Error("nothing was thrown");
}

describe("velocities", () => {
  test.each(["velocity", "angularVelocity", "rotation"] as const)(
    "writing system.%s is refused, with the body and the cure, and undone",
    (what) => {
      for (const begins of [false, true]) {
        const world = createFloor();
        const ball = world.addBody({ shape: sphere, mass: 1, position: [0, 5, 0], velocity: [1, 2, 3] });
        if (begins) world.advanceTo(0.1);
        const before = Array.from(world.system[what]);
        world.system[what][(what === "rotation" ? 9 : 3) * ball + 1] = 7;
        const error = catchError(() => world.step(0.1));
        expect(error.code).toBe("derived");
        expect(error.message).toMatch(
          new RegExp(`^system\\.${what}\\[\\d+\\]: must not be written.*body 1.*got 7; world\\.set`),
        );
        expect(Array.from(world.system[what])).toEqual(before);
        expect(world.step(0.1).status).toBe("done");
      }
    },
  );

  test("looks and saves see it too", () => {
    for (const call of ["getContacts", "getReactions", "save", "settle"] as const) {
      const world = createFloor();
      const ball = world.addBody({ shape: sphere, mass: 1, position: [0, 5, 0] });
      world.advanceTo(0.1);
      world.system.velocity[3 * ball] = 1;
      if (call === "getReactions") world.add(hinge({ a: { body: ball }, at: [0, 5, 0], axis: [0, 0, 1] }));
      expect(catchError(() => world[call]()).code, call).toBe("derived");
    }
  });

  test("what follows from a state that was written is honoured, derived or not", () => {
    for (const derives of [false, true]) {
      const world = new World({ gravity: [0, 0, 0] });
      const ball = world.addBody({ shape: sphere, mass: 2, position: [0, 5, 0] });
      world.advanceTo(0.5);
      world.system.state[13 * ball + 7] = 6;
      if (derives) world.system.derive();
      expect(world.step(1).status).toBe("done");
      expect(Math.abs(world.system.getPose(ball).position[0] - 3)).toBeLessThan(1e-12);
    }
  });

  test("setVelocity: a throw of closed form, from a standstill and from sleep; the rest stays to the bit", () => {
    const world = createFloor();
    const ball = world.addBody({ shape: sphere, mass: 2, position: [0, 0.5, 0] });
    world.advanceTo(1);
    const before = Array.from(world.system.state.subarray(13 * ball, 13 * ball + 7));
    world.setVelocity(ball, [3, 4, 0], [0, 0, 5]);
    expect(Array.from(world.system.state.subarray(13 * ball, 13 * ball + 7))).toEqual(before);
    expect(Array.from(world.system.velocity.subarray(3, 6))).toEqual([3, 4, 0]);
    expect(world.step(0.5).status).toBe("done");
    const { position } = world.system.getPose(ball);
    expect(Math.abs(position[0] - 1.5)).toBeLessThan(1e-12);
    expect(Math.abs(position[1] - (0.5 + 2 - (9.81 * 0.25) / 2))).toBeLessThan(1e-12);
    expect(Math.abs(world.system.angularVelocity[5] - 5)).toBeLessThan(1e-14);
    // what is left out stays
    world.setVelocity(ball, undefined, [1, 0, 0]);
    expect(Math.abs(world.system.velocity[3] - 3)).toBeLessThan(1e-14);
    expect(world.advanceTo(world.time + 0.1).worst.fallbacks).toEqual([]);
  });

  test("setVelocity of what is fixed or driven is refused", () => {
    const world = createFloor();
    expect(() => world.setVelocity(0, [1, 0, 0])).toThrow(/velocity: must be zero.*the body is fixed/);
    expect(() => world.setVelocity(5, [1, 0, 0])).toThrow(/body: must be a body from 0 to 0/);
    expect(() => world.setVelocity(0, [1, Number.NaN, 0])).toThrow(/velocity: must be three finite numbers/);
  });

  test("setPose: a body falls from there on, with the velocity that it had; a floor that is moved is met where it is", () => {
    const world = createFloor();
    const ball = world.addBody({ shape: sphere, mass: 2, position: [0, 5, 0], velocity: [1, 0, 0] });
    world.advanceTo(0.1);
    world.setPose(ball, [0, 3, 0]);
    world.setPose(0, [0, 1, 0]);
    const [strike] = world.advanceTo(2).events;
    // from 3 to 1.5 m, with −0.981 m/s to begin with
    const v = 0.981;
    const t = 0.1 + (-v + Math.sqrt(v * v + 2 * 9.81 * 1.5)) / 9.81;
    expect(Math.abs(strike.t - t)).toBeLessThan(1e-9);
    expect(Math.abs(strike.point[0] - (t - 0.1))).toBeLessThan(1e-9);
  });
});

describe("a body that was removed", () => {
  const calls: [string, (world: World, body: number) => unknown][] = [
    ["getPose", ({ system }, i) => system.getPose(i)],
    ["readPose", ({ system }, i) => system.readPose(new Float64Array(7), 0, i)],
    ["place", ({ system }, i) => system.place(i, [0, 0, 0])],
    ["addAnchor", ({ system }, i) => system.addAnchor(i)],
    ["toBodyPoint", ({ system }, i) => system.toBodyPoint(i, [0, 0, 0])],
    ["requireBody", (world, i) => world.requireBody("body", i)],
    ["removeBody", (world, i) => world.removeBody(i)],
    ["setVelocity", (world, i) => world.setVelocity(i, [1, 0, 0])],
    ["setPose", (world, i) => world.setPose(i, [0, 0, 0])],
    ["readAcceleration", (world, i) => world.readAcceleration(new Float64Array(6), 0, i)],
    ["appliedForce", (world, i) => world.addForce(appliedForce({ body: i, force: [1, 0, 0] }))],
    ["damping", (world, i) => world.addForce(damping({ linear: 1, on: [i] }))],
    ["ball", (world, i) => world.add(ball({ a: { body: i }, b: [0, 5, 0] }))],
    ["hinge", (world, i) => world.add(hinge({ a: { body: i }, at: [0, 5, 0], axis: [0, 0, 1] }))],
    ["addForce", ({ system }, i) => addForce(system, i, new Float64Array(3), 0)],
    ["applyImpulse", ({ system }, i) => applyImpulse(system, i, new Float64Array(3), 0, new Float64Array(3), 0)],
    ["bodyKineticEnergy", ({ system }, i) => bodyKineticEnergy(system, i)],
    [
      "computePointPosition",
      ({ system }, i) => computePointPosition(new Float64Array(3), 0, system, i, new Float64Array(3), 0),
    ],
    [
      "computePointVelocity",
      ({ system }, i) => computePointVelocity(new Float64Array(3), 0, system, i, new Float64Array(3), 0),
    ],
  ];

  test.each(calls)("%s names it, also where another body has its row by now", (_, call) => {
    for (const isReused of [false, true]) {
      const world = createFloor();
      const gone = world.addBody({ shape: sphere, mass: 1, position: [0, 5, 0] });
      world.advanceTo(0.1);
      world.removeBody(gone);
      const next = isReused ? world.addBody({ shape: sphere, mass: 1, position: [0, 5, 0] }) : -1;
      const error = catchError(() => call(world, gone));
      expect(error.code).toBe("removed");
      expect(error.message).toMatch(/body|on\[0\]/);
      expect(error.message).toMatch(new RegExp(`must not have been removed, got ${gone}`));
      // and the body that is there answers
      if (next >= 0) expect(() => call(world, next)).not.toThrow();
    }
  });
});

describe("rows of removed bodies", () => {
  test("are taken again, by bodies with other names: 20 000 spawns do not grow the state", () => {
    const world = createFloor();
    const seen = new Set<number>();
    let most = 0;
    for (let k = 0; k < 20_000; k++) {
      const body = world.addBody({ shape: k % 2 === 0 ? sphere : cube, mass: 1, position: [0, 5, 0] });
      seen.add(body);
      world.removeBody(body);
      most = Math.max(most, world.system.count, world.parts.count);
    }
    expect(seen.size).toBe(20_000);
    expect(most).toBe(2);
    expect(world.system.state.length).toBe(2 * 13 + 1);
    expect(world.system.mass.length).toBeLessThan(16);
  });

  test("a body in such a row does what it would in a row of its own, whatever was there before", () => {
    const drop = { shape: sphere, mass: 1, position: [0, 1, 0], restitution: 0.5, velocity: [0.25, 0, 0] };
    const alone = createFloor();
    alone.addBody(drop);
    const world = createFloor();
    // another shape, that touches, turns, is driven, hangs on a joint and is pushed
    const first = world.addBody({
      shape: cube,
      mass: 3,
      position: [0, 0.5, 0],
      rotation: [0, 0.6, 0, 0.8],
      friction: 0.5,
    });
    const peg = world.addBody({ shape: cube, path: (_, frame) => frame.set([30], 0) });
    world.add(ball({ a: { body: first, point: [2, 0, 0] }, b: { body: peg } }));
    world.addForce(appliedForce({ body: first, force: [0, -50, 0] }));
    world.detector.exclude(0, 1);
    world.settle();
    for (const body of [first, peg]) world.removeBody(body);
    expect(world.system.forces.length).toBe(1);
    const body = world.addBody(drop);
    expect([world.requireBody("body", body), world.system.count, world.parts.count]).toEqual([1, 3, 3]);
    const [told, expected] = [world.advanceTo(2), alone.advanceTo(2)];
    expect(told.status).toBe("done");
    expect(told.events.map(({ a, b, ...rest }) => rest)).toEqual(expected.events.map(({ a, b, ...rest }) => rest));
    expect(new Set(told.events.map(({ a, b }) => `${a} ${b}`))).toEqual(new Set([`${Math.max(0, body)} 0`]));
    expect(Array.from(world.system.state.subarray(13, 26))).toEqual(Array.from(alone.system.state.subarray(13, 26)));
    expect(world.getContacts().map(({ a, b }) => [a, b])).toEqual(alone.getContacts().map(() => [body, 0]));
  });

  test("a row that an anchor or a force on others takes hold of stays free", () => {
    const world = createFloor();
    const [p, q, r] = [0, 2, 4].map((x) => world.addBody({ shape: sphere, mass: 1, position: [x, 5, 0] }));
    world.addForce(damping({ linear: 1, on: [p, q] }));
    world.system.addAnchor(r);
    for (const body of [p, r]) world.removeBody(body);
    const next = world.addBody({ shape: sphere, mass: 1, position: [8, 5, 0] });
    expect(next).toBe(4);
    expect(world.advanceTo(0.5).status).toBe("done");
    // no drag on it
    expect(Math.abs(world.system.velocity[3 * next + 1] + 0.5 * 9.81)).toBeLessThan(1e-12);
  });

  test("a snapshot goes back into a world with the same bodies, in the same bits; into another it is refused", () => {
    const build = () => {
      const world = createFloor();
      const gone = world.addBody({ shape: cube, mass: 1, position: [0, 0.5, 0] });
      world.addBody({ shape: sphere, mass: 1, position: [3, 2, 0], restitution: 0.7 });
      world.removeBody(gone);
      const body = world.addBody({ shape: sphere, mass: 2, position: [0, 2, 0], restitution: 0.5 });
      return { world, body };
    };
    const { world, body } = build();
    world.advanceTo(0.8);
    const snapshot = JSON.parse(JSON.stringify(world.save()));
    const events = world.advanceTo(3).events;
    const other = build().world;
    other.restore(snapshot);
    expect(other.advanceTo(3).events).toEqual(events);
    expect(events.some(({ a }) => a === body)).toBe(true);
    expect(Array.from(other.system.state)).toEqual(Array.from(world.system.state));
    const wrong = createFloor();
    for (const x of [0, 3]) wrong.addBody({ shape: sphere, mass: 1, position: [x, 2, 0] });
    expect(() => wrong.restore(snapshot)).toThrow(/snapshot\.reused: must be of a world in which the same bodies/);
  });
});

describe("what overlaps", () => {
  const near = { shape: cube, mass: 1, position: [0, 1.5 - 2e-7, 0] };

  test("was added meanwhile: a status, by name and depth; the world stays where it is, and goes on once it is mended", () => {
    const world = createFloor();
    world.addBody({ shape: cube, mass: 1, position: [0, 0.5, 0] });
    world.advanceTo(1);
    const state = Array.from(world.system.state);
    const body = world.addBody(near);
    for (let k = 0; k < 2; k++) {
      const report = world.step(0.1);
      expect(report.status).toBe("refused");
      expect(report.message).toMatch(
        /bodies: must not overlap, got "body [12] is (2|1\.99999)\d*(\.\d+)?e-7 m deep in body [12]".*at t = 1$/,
      );
      expect([report.t, world.time]).toEqual([1, 1]);
      expect(Array.from(world.system.state.subarray(0, 26))).toEqual(state.slice(0, 26));
    }
    expect(world.settle()).toMatch(/must not overlap/);
    expect(catchError(() => world.getContacts()).code).toBe("overlap");
    world.setPose(body, [0, 1.5, 0]);
    expect(world.step(0.1).status).toBe("done");
    expect(
      Math.abs(
        world
          .getContacts()
          .filter(({ b }) => b === 0)
          .reduce((sum, { force }) => sum + force, 0) -
          2 * 9.81,
      ),
    ).toBeLessThan(1e-9);
    world.setPose(body, near.position);
    expect(world.step(0.1).status).toBe("refused");
    world.removeBody(body);
    expect(world.step(0.1).status).toBe("done");
  });

  test("canPlace tells before: by groups, of planes, particles and what is fixed; nothing is changed", () => {
    const world = createFloor();
    world.addBody({ shape: cube, mass: 1, position: [0, 0.5, 0] });
    world.addParticle({ mass: 1, position: [5, 0.5, 0], collide: true });
    world.advanceTo(0.25);
    const { revision } = world.system;
    expect(world.canPlace(near)).toBe(false);
    expect(world.canPlace({ ...near, position: [0, 1.5, 0] })).toBe(true);
    expect(world.canPlace({ ...near, position: [0, 1.5 - 0.5e-7, 0] })).toBe(true);
    expect(world.canPlace({ ...near, group: 1, collidesWith: [1] })).toBe(true);
    expect(world.canPlace({ shape: sphere, mass: 1, position: [20, 0.4, 0] })).toBe(false);
    // what does not move meets no plane
    expect(world.canPlace({ shape: sphere, fixed: true, position: [20, 0.4, 0] })).toBe(true);
    const { state } = world.system.particles;
    expect(world.canPlace({ shape: sphere, mass: 1, position: [state[0], Math.max(0.6, state[1]), 0] })).toBe(false);
    expect(() => world.canPlace({ shape: sphere, mass: -1 })).toThrow(/body\.mass/);
    expect([world.system.count, world.parts.count, world.system.revision]).toEqual([2, 3, revision]);
  });

  test("canPlace and the next step agree", () => {
    const place = fc.tuple(...[0, 1, 2].map(() => fc.double({ min: -1.2, max: 1.2, noNaN: true })));
    const turn = fc.tuple(...[0, 1, 2, 3].map(() => fc.double({ min: -1, max: 1, noNaN: true })));
    const shapes = fc.constantFrom(sphere, cube, createBox({ size: [0.2, 2, 0.4] }));
    fc.assert(
      fc.property(place, turn, shapes, (position, rotation, shape) => {
        fc.pre(rotation.some((x) => Math.abs(x) > 0.1));
        const world = new World({ gravity: [0, 0, 0] });
        world.addBody({ shape: cube, mass: 1 });
        world.advanceTo(0.01);
        const options: WorldBodyOptions = { shape, mass: 1, position, rotation };
        const can = world.canPlace(options);
        world.addBody(options);
        expect(world.step(1e-6).status === "refused").toBe(!can);
      }),
      { seed: 25, numRuns: 100 },
    );
  });

  test("where a world begins, it is an error of building", () => {
    const world = createFloor();
    world.addBody({ ...near, position: [0, 0.4, 0] });
    expect(catchError(() => world.advanceTo(1)).code).toBe("overlap");
  });
});

describe("names in messages", () => {
  test("the third body is bodies[2], in all that may be wrong with it", () => {
    const world = createFloor();
    world.addBody({ shape: sphere, mass: 1, position: [0, 5, 0] });
    const wrong: [Partial<WorldBodyOptions>, RegExp][] = [
      [{ position: [0, Number.NaN, 0] }, /^bodies\[2\]\.position: must be 3 finite numbers/],
      [{ rotation: [0, 0, 0, 0] }, /^bodies\[2\]\.rotation/],
      [{ velocity: [1, 2] }, /^bodies\[2\]\.velocity/],
      [{ friction: -1 }, /^bodies\[2\]\.friction/],
      [{ restitution: 2 }, /^bodies\[2\]\.restitution/],
      [
        { shape: undefined, shapes: [{ shape: sphere, position: [0, 1] }] },
        /^bodies\[2\]\.shapes\[0\]\.position|position/,
      ],
    ] as never;
    for (const [options, message] of wrong) {
      const given = { shape: sphere, mass: 1, ...options } as WorldBodyOptions;
      expect(catchError(() => world.addBody(given)).message).toMatch(message);
    }
    expect(world.system.count).toBe(2);
    expect(() => world.addParticle({ mass: 1, position: [0, 0, 0], collide: true, friction: -1 })).toThrow(
      /^particles\[0\]\.friction/,
    );
  });

  test("step speaks of dt", () => {
    const world = createFloor();
    for (const dt of [-1, Number.NaN, Infinity]) {
      expect(() => world.step(dt)).toThrow(new RegExp(`^dt: must be a finite number >= 0, got ${dt}; give a duration`));
    }
  });
});

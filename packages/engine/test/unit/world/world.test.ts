/** The world as its users meet it: what they may say, and what is told when it cannot be. */
import { createBox, createPlane, createSphere } from "@rigor/engine/collide";
import { ball, distance, hinge } from "@rigor/engine/constrain";
import { RigorError } from "@rigor/engine/math";
import { appliedForce } from "@rigor/engine/rigid";
import { World } from "@rigor/engine/world";
import { describe, expect, test } from "vitest";

const cube = createBox({ size: [1, 1, 1] });
const sphere = createSphere({ radius: 0.5 });
const plane = createPlane({ normal: [0, 1, 0] });

function createFloor(restitution = 0): World {
  const world = new World();
  world.addBody({ shape: plane, fixed: true, restitution });
  return world;
}

describe("bodies that overlap at the start are refused, by name", () => {
  test("two bodies", () => {
    const world = createFloor();
    world.addBody({ shape: cube, mass: 1, position: [0, 0.5, 0] });
    world.addBody({ shape: cube, mass: 1, position: [0.75, 1.25, 0] });
    const message = /bodies: must not overlap, got "body [12] is 0\.25 m deep in body [12]"; move them apart, or join/;
    expect(() => world.advanceTo(1)).toThrow(message);
    expect(world.time).toBe(0);
  });

  test("a particle", () => {
    const world = createFloor();
    world.addParticle({ position: [0, -0.5, 0], collide: true });
    expect(() => world.advanceTo(1)).toThrow(/particle 0 is 0\.5\d* m deep in body 0/);
  });

  test("not if they are joined, or in groups that do not meet", () => {
    const joined = new World();
    joined.addBody({ shape: cube, mass: 1 });
    joined.addBody({ shape: cube, mass: 1, position: [0.5, 0, 0] });
    joined.add(hinge({ a: { body: 0 }, b: { body: 1 }, at: [0.25, 0, 0], axis: [0, 0, 1] }));
    expect(joined.advanceTo(0.1).status).toBe("done");
    const apart = new World();
    apart.addBody({ shape: cube, mass: 1, group: 1, collidesWith: [0] });
    apart.addBody({ shape: cube, mass: 1, group: 1, position: [0.5, 0, 0] });
    expect(apart.advanceTo(0.1).status).toBe("done");
  });

  test("also if it is a rod that joins them: that only keeps a distance", () => {
    const world = new World();
    world.addBody({ shape: cube, mass: 1 });
    world.addBody({ shape: cube, mass: 1, position: [0.5, 0, 0] });
    world.add(distance({ a: { body: 0 }, b: { body: 1 } }));
    expect(() => world.advanceTo(1)).toThrow(/must not overlap/);
  });
});

describe("time", () => {
  test("does not go back, and must be a number", () => {
    const world = createFloor();
    world.advanceTo(2);
    const message = /tEnd: must be at least the present time, 2, got 1; collisions cannot be undone; give a time/;
    expect(() => world.advanceTo(1)).toThrow(message);
    expect(() => world.advanceTo(Number.NaN)).toThrow(RigorError);
    expect(() => world.step(-1)).toThrow(RigorError);
    expect(world.step(0.5).t).toBe(2.5);
  });

  test("begins where it is said to", () => {
    const world = new World({ time: 100 });
    world.addBody({ shape: sphere, mass: 1 });
    world.advanceTo(101);
    expect(world.system.time).toBe(101);
    expect(Math.abs(world.system.state[1] + 0.5 * 9.81)).toBeLessThan(1e-12);
  });

  test("the present: settles and stays", () => {
    const world = createFloor();
    world.addBody({ shape: cube, mass: 2, position: [0, 0.5, 0] });
    const { steps, t } = world.advanceTo(0);
    expect([steps, t]).toEqual([0, 0]);
    const force = world.getContacts().reduce((sum, contact) => sum + contact.force, 0);
    expect(Math.abs(force - 2 * 9.81)).toBeLessThan(1e-14);
  });

  test("a run that fails leaves the world at the last good time", () => {
    const world = new World();
    const body = world.addBody({ shape: sphere, mass: 1 });
    const force = (time: Float64Array, out: Float64Array) => {
      out[0] = time[0] > 0.5 ? Number.NaN : 0;
    };
    world.addForce(appliedForce({ body, force }));
    const report = world.advanceTo(1);
    expect(report.status).toBe("failed");
    // body, force and time
    expect(report.message).toMatch(/^force "applied" was not finite on body 0 at t = 0\.5\d*$/);
    expect(report.t).toBeLessThanOrEqual(0.5);
    expect(world.system.state.every(Number.isFinite)).toBe(true);
    expect(Math.abs(world.system.state[1] + 0.5 * 9.81 * report.t * report.t)).toBeLessThan(1e-12);
  });
});

describe("bodies", () => {
  test("unknown options are refused by name", () => {
    const world = new World();
    expect(() => world.addBody({ shape: cube, mass: 1, positon: [0, 0, 0] } as never)).toThrow(/bodies\[0\]\.positon/);
    expect(() => world.addBody({ shape: cube, restitution: 1.5 })).toThrow(/restitution: must be from 0 to 1, got 1.5/);
    expect(() => world.addBody({ shape: {} as never, fixed: true })).toThrow(/shape: must be a shape/);
    expect(() => world.addBody({ shape: cube, group: 32 })).toThrow(/group/);
  });

  test("one that was refused leaves nothing behind", () => {
    const world = new World();
    expect(() => world.addBody({ shape: cube, restitution: 1.5 })).toThrow();
    expect([world.system.count, world.parts.count]).toEqual([0, 0]);
  });

  test("of several shapes: each meets, all move as one", () => {
    // a dumb-bell upright on its lower ball, 2 m high
    const world = createFloor();
    const shapes = [-1, 1].map((y) => ({ shape: sphere, position: [0, y, 0] }));
    const bell = world.addBody({ shapes, mass: 2, position: [0, 1.5, 0] });
    expect(world.parts.count).toBe(3);
    world.addBody({ shape: sphere, mass: 1, position: [0, 3.5, 0] });
    world.advanceTo(0);
    const forces = world.getContacts().map(({ a, b, force }) => [Math.min(a, b), Math.max(a, b), force]);
    expect(forces.length).toBe(2);
    expect(Math.abs(forces[0][2] - 3 * 9.81)).toBeLessThan(1e-13);
    expect(Math.abs(forces[1][2] - 1 * 9.81)).toBeLessThan(1e-13);
    expect(forces.map(([a, b]) => [a, b])).toEqual([
      [0, bell],
      [bell, bell + 1],
    ]);
  });

  test("without a shape meet nothing", () => {
    const world = createFloor();
    const ghost = world.addBody({ mass: 1, inertia: [1, 1, 1], position: [0, 1, 0] });
    world.advanceTo(1);
    expect(Math.abs(world.system.state[13 * ghost + 1] - (1 - 0.5 * 9.81))).toBeLessThan(1e-12);
  });

  test("an option that there is none of is told, beside all that there are", () => {
    const given = { shape: cube, frction: 1 };
    expect(() => createFloor().addBody(given)).toThrow(
      /bodies\[1\]\.frction: must be an option, got "frction"; there are shape, shapes, .*mass, .*friction/,
    );
  });

  test("groups: who meets whom", () => {
    const world = createFloor();
    const through = world.addBody({ shape: sphere, mass: 1, position: [0, 2, 0], group: 1, collidesWith: [1] });
    const stays = world.addBody({ shape: sphere, mass: 1, position: [5, 0.5, 0], group: 2 });
    world.advanceTo(1);
    expect(world.system.state[13 * through + 1]).toBeLessThan(-2);
    expect(world.system.state[13 * stays + 1]).toBe(0.5);
  });

  test("that are gone stay gone, with their joints; the others keep their names", () => {
    const world = createFloor();
    const lower = world.addBody({ shape: cube, mass: 1, position: [0, 0.5, 0] });
    const upper = world.addBody({ shape: cube, mass: 1, position: [0, 1.5, 0] });
    world.add(ball({ a: { body: upper, point: [2, 0, 0] }, b: [2, 1.5, 0] }));
    const joint = world.add(ball({ a: { body: lower, point: [-2, 0, 0] }, b: [-2, 0.5, 0] }));
    world.advanceTo(0.5);
    const { total } = world.getEnergy();
    world.removeBody(lower);
    expect(world.mechanism.constraints.includes(joint)).toBe(false);
    expect(world.mechanism.constraints.length).toBe(1);
    expect(Math.abs(world.getEnergy().total - total)).toBeLessThan(1e-12);
    world.advanceTo(0.6);
    expect(world.system.state[13 * upper + 1]).toBeLessThan(1.5);
    expect(() => world.removeBody(lower)).toThrow(/body: must not have been removed, got 1; bodies that are gone/);
    expect(() => world.removeBody(9)).toThrow(/body: /);
    expect(() => world.readAcceleration(new Float64Array(6), 0, lower)).toThrow(/removed/);
  });

  test.each([0, 0.5])("what is added or taken away shows at once in all that is read, friction %f", (friction) => {
    for (const velocity of [
      [0, 0, 0],
      [1, 0, 0],
    ]) {
      const world = new World();
      const floor = world.addBody({ shape: plane, fixed: true, friction });
      const add = (y: number) => world.addBody({ shape: cube, mass: 1, position: [0, y, 0], velocity, friction });
      const load = () =>
        world
          .getContacts()
          .filter(({ b }) => b === floor)
          .reduce((sum, { force }) => sum + force, 0);
      add(0.5);
      world.advanceTo(0.1);
      expect(Math.abs(load() - 9.81)).toBeLessThan(1e-12);
      const { state } = world.system;
      const upper = world.addBody({
        shape: cube,
        mass: 1,
        position: [state[13], 1.5, 0],
        velocity: [world.system.velocity[3], 0, 0],
        friction,
      });
      expect(Math.abs(load() - 2 * 9.81)).toBeLessThan(1e-12);
      const push = world.addForce(appliedForce({ body: upper, force: [0, -5, 0] }));
      expect(Math.abs(load() - 2 * 9.81 - 5)).toBeLessThan(1e-12);
      world.removeForce(push);
      world.advanceTo(0.2);
      world.removeBody(upper);
      expect(Math.abs(load() - 9.81)).toBeLessThan(1e-12);
      expect([world.getLimits(), world.getFrictions(), world.getReactions().size]).toEqual([[], [], 0]);
      world.removeBody(floor);
      expect(world.getContacts()).toEqual([]);
      expect(world.advanceTo(0.3).status).toBe("done");
    }
  });
});

test.each([
  ["slip", [0, 0, 6]],
  ["separate", [0, 15, 0]],
])("a look after a change takes no event from the next report: %s", (type, force) => {
  const told = [false, true].map((looks) => {
    const world = new World();
    world.addBody({ shape: plane, fixed: true, friction: 0.5 });
    const block = world.addBody({ shape: cube, mass: 1, position: [0, 0.5, 0], friction: 0.5 });
    world.advanceTo(0.1);
    world.addForce(appliedForce({ body: block, force }));
    if (looks) world.getContacts();
    return world.advanceTo(0.2).events;
  });
  expect(told[0].map((event) => [event.type, event.t])).toEqual([[type, 0.1]]);
  expect(told[1]).toEqual(told[0]);
});

describe("every call tells what things stand on", () => {
  test.each([
    ["stands", 0, 0, 3, 4],
    ["slides", 1, 0, 3, 4],
    // 12 rows, of which 6 are independent
    ["sticks", 0, 0.5, 6, 4],
  ])("a box that %s, in calls that settle nothing", (_, speed, friction, rank, holding) => {
    const world = new World();
    world.addBody({ shape: plane, fixed: true, friction });
    world.addBody({ shape: cube, mass: 1, position: [0, 0.5, 0], velocity: [speed, 0, 0], friction });
    const told = { contacts: 4, holding, rank, unique: false };
    for (let k = 0; k < 4; k++) expect(world.advanceTo(0.1 * k).worst).toMatchObject(told);
    // and so it does where it is gone on with from a snapshot
    const snapshot = JSON.parse(JSON.stringify(world.save()));
    world.restore(snapshot);
    expect(world.advanceTo(1).worst).toMatchObject(told);
  });

  test("a ball is held by one, in one way", () => {
    const world = createFloor();
    world.addBody({ shape: sphere, mass: 1, position: [0, 0.5, 0], velocity: [1, 0, 0] });
    const told = { contacts: 1, holding: 1, rank: 1, unique: true };
    for (let k = 0; k < 3; k++) expect(world.advanceTo(0.1 * k).worst).toMatchObject(told);
  });
});

describe("surfaces", () => {
  /** How fast a ball comes off the floor, as a part of how fast it came. */
  function bounce(build: (world: World) => void): number {
    const world = new World();
    build(world);
    const [event] = world.advanceTo(1).events.filter(({ type }) => type === "collision");
    return -event.vAfter / event.vBefore;
  }
  const drop = { shape: sphere, mass: 1, position: [0, 1, 0] };

  test("the livelier of two counts", () => {
    const ratio = bounce((world) => {
      world.addBody({ shape: plane, fixed: true, restitution: 0.25 });
      world.addBody({ ...drop, restitution: 0.5 });
    });
    expect(Math.abs(ratio - 0.5)).toBeLessThan(1e-15);
  });

  test("materials mix the same way, unless the pair has numbers of its own", () => {
    const build = (world: World, own: boolean): void => {
      const rubber = world.materials.add("rubber", { restitution: 0.75 });
      const ice = world.materials.add("ice", { restitution: 0.25 });
      if (own) world.materials.setPair(rubber, ice, { restitution: 0.125 });
      world.addBody({ shape: plane, fixed: true, material: ice });
      world.addBody({ ...drop, material: rubber });
    };
    expect(Math.abs(bounce((world) => build(world, false)) - 0.75)).toBeLessThan(1e-15);
    expect(Math.abs(bounce((world) => build(world, true)) - 0.125)).toBeLessThan(1e-15);
  });

  test("a material beside its numbers is refused, and so is one that is not there", () => {
    const world = new World();
    const rubber = world.materials.add("rubber", { restitution: 0.75 });
    expect(() => world.addBody({ ...drop, material: rubber, restitution: 0.1 })).toThrow(/left out beside a material/);
    expect(() => world.materials.find("steel")).toThrow(
      /must be the name of a material, got "steel"; there are rubber/,
    );
    // it would neither rub nor bounce
    expect(() => world.addBody({ ...drop, material: 1 })).toThrow(
      /material: must be one of the 1 materials added, got 1/,
    );
    expect(() => world.addParticle({ mass: 1, position: [0, 0, 0], collide: true, material: 1 })).toThrow(
      /must be one of the 1 materials/,
    );
    expect(world.system.count).toBe(0);
  });

  test("a particle whose surface is refused is not there", () => {
    const world = new World();
    expect(() => world.addParticle({ mass: 1, position: [0, 0, 0], collide: true, friction: -1 })).toThrow(
      /friction: must be/,
    );
    expect(world.system.particles.count).toBe(0);
  });
});

describe("particles", () => {
  test("meet bodies only if they are told to", () => {
    const world = createFloor();
    const falls = world.addParticle({ mass: 1, position: [0, 1, 0] });
    const lands = world.addParticle({ mass: 1, position: [2, 1, 0], collide: true });
    const bounces = world.addParticle({ mass: 1, position: [4, 1, 0], collide: true, restitution: 1 });
    const { events } = world.advanceTo(0.8);
    const height = (j: number) => world.system.particles.state[6 * j + 1];
    expect(Math.abs(height(falls) - (1 - 0.5 * 9.81 * 0.64))).toBeLessThan(1e-12);
    expect(Math.abs(height(lands))).toBeLessThan(1e-7);
    const t = Math.sqrt(2 / 9.81);
    const s = 0.8 - t;
    expect(Math.abs(height(bounces) - (9.81 * t * s - 0.5 * 9.81 * s * s))).toBeLessThan(1e-8);
    const hits = events.filter(({ type }) => type === "collision");
    expect(hits.map(({ a, b, particle }) => [a, b, particle])).toEqual([
      [-1, 0, lands],
      [-1, 0, bounces],
    ]);
  });

  test("press on what carries them", () => {
    const world = createFloor();
    world.addBody({ shape: cube, mass: 2, position: [0, 0.5, 0] });
    world.addParticle({ mass: 3, position: [0, 1, 0], collide: true });
    world.advanceTo(0);
    const contact = world.getContacts().find(({ particle }) => particle === 0);
    expect(Math.abs((contact?.force ?? 0) - 3 * 9.81)).toBeLessThan(1e-6);
    const floor = world.getContacts().filter(({ particle }) => particle < 0);
    expect(Math.abs(floor.reduce((sum, { force }) => sum + force, 0) - 5 * 9.81)).toBeLessThan(1e-6);
  });

  test("options of surfaces are checked", () => {
    const world = new World();
    expect(() => world.addParticle({ position: [0, 0, 0], collide: true, restitution: 2 })).toThrow(/restitution/);
    expect(() => world.addParticle({ position: [0, 0], collide: true })).toThrow(/position/);
  });
});

describe("what is told", () => {
  test("the worst of a run, and contacts with gap, normal and force", () => {
    const world = createFloor();
    world.addBody({ shape: cube, mass: 1, position: [0, 0.5, 0] });
    const { worst } = world.advanceTo(1);
    expect(worst.contacts).toBe(4);
    expect(worst.penetration).toBeLessThan(1e-7);
    expect(worst.residual).toBeLessThan(1e-9);
    const contacts = world.getContacts();
    expect(contacts.length).toBe(4);
    for (const { normal, gap, force, particle } of contacts) {
      expect(Math.abs(normal[1])).toBe(1);
      expect(Math.abs(gap)).toBeLessThan(1e-12);
      // of all forces that hold it, those of least norm: a quarter each
      expect(Math.abs(force - 9.81 / 4)).toBeLessThan(1e-14);
      expect(particle).toBe(-1);
    }
  });

  test("accelerations, at rest and in fall", () => {
    const world = createFloor();
    const rests = world.addBody({ shape: cube, mass: 1, position: [0, 0.5, 0] });
    const falls = world.addBody({ shape: cube, mass: 1, position: [5, 9, 0] });
    world.advanceTo(0);
    const out = new Float64Array(12);
    world.readAcceleration(out, 0, rests);
    world.readAcceleration(out, 6, falls);
    expect(Array.from(out.subarray(0, 6), (value) => Math.abs(value) < 1e-13)).toEqual(new Array(6).fill(true));
    expect(out[7]).toBe(-9.81);
  });

  test("energy: kinetic, potential, lost, and a total that stays", () => {
    const world = createFloor();
    world.addBody({ shape: sphere, mass: 2, position: [0, 1.5, 0] });
    const { total } = world.getEnergy();
    world.advanceTo(1);
    const { kinetic, potential, dissipated, work, total: after } = world.getEnergy();
    expect(kinetic).toBe(0);
    expect(work).toBe(0);
    expect(Math.abs(dissipated - 2 * 9.81)).toBeLessThan(1e-9);
    expect(Math.abs(potential - 2 * 9.81 * 0.5)).toBeLessThan(1e-9);
    expect(Math.abs(after - total)).toBeLessThan(1e-12);
  });
});

test("an end of time that is not a number, or none, is refused", () => {
  for (const t of [Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => new World().advanceTo(t)).toThrow(/tEnd: must be a finite number/);
  }
});

/** Worlds that are kept and go on in the same bits. */
import { createBox, createPlane, createSphere } from "@rigor/engine/collide";
import { ball, distance, hinge } from "@rigor/engine/constrain";
import { createPendulum } from "@rigor/engine/lagrange";
import { RigorError } from "@rigor/engine/math";
import { Springs } from "@rigor/engine/particles";
import { createRotatePath, damping } from "@rigor/engine/rigid";
import { type Snapshot, World } from "@rigor/engine/world";
import { describe, expect, test } from "vitest";

/** Boxes that fall onto a floor and each other, a chain, a rope of particles, a pendulum, a turning blade. */
function createScene(): World {
  const world = new World();
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true });
  const shape = createBox({ size: [1, 0.6, 0.8] });
  for (let k = 0; k < 3; k++) {
    world.addBody({ shape, mass: 1 + k, position: [0.3 * k, 0.35 + 0.7 * k, 0], rotation: [0, 0, 0.02 * k, 1] });
  }
  const link = createSphere({ radius: 0.2 });
  const first = world.addBody({ shape: link, mass: 1, position: [4, 2, 0], restitution: 0.5 });
  const second = world.addBody({ shape: link, mass: 1, position: [4.5, 2, 0], restitution: 0.5 });
  world.add(hinge({ a: { body: first }, at: [4, 2.5, 0], axis: [0, 0, 1] }));
  world.add(ball({ a: { body: second }, b: { body: first, point: [0.25, 0, 0] } }));
  const path = createRotatePath({ axis: [0, 1, 0], rate: 2, position: [8, 0.3, 0], center: [0, 0, 0] });
  world.addBody({ shape: createBox({ size: [1, 0.2, 0.2] }), path });
  const p = world.addParticle({ mass: 0.1, position: [-3, 1, 0], collide: true });
  const q = world.addParticle({ mass: 0.1, position: [-3.5, 1, 0], collide: true });
  world.add(distance({ a: { particle: p }, b: { particle: q } }));
  const springs = world.system.particles.addForce(new Springs());
  springs.connect(world.system.particles, p, q, { stiffness: 3 });
  world.addCoordinates(createPendulum({ lengths: [1, 1], masses: [1, 1], angles: [1, 2], pivot: [0, 9, 0] }));
  world.addForce(damping({ linear: 0.05, on: [first] }));
  return world;
}

/** Everything that a run leaves, as numbers and text. */
function readAll(world: World): unknown {
  const { state } = world.system;
  return [Array.from(state), Array.from(world.mechanism.own), world.getEnergy(), world.getContacts()];
}

describe("a snapshot", () => {
  test.each([0, 0.1, 0.3, 0.6])("taken at %d s: this world and another go on in the same bits", (t) => {
    const world = createScene();
    world.advanceTo(t);
    const text = JSON.stringify(world.save());
    const other = createScene();
    other.restore(JSON.parse(text) as Snapshot);
    expect(other.time).toBe(t);
    expect(readAll(other)).toEqual(readAll(world));
    const [here, there] = [world, other].map((w) => w.advanceTo(t + 0.15));
    expect(there.events).toEqual(here.events);
    expect(readAll(other)).toEqual(readAll(world));
  });

  test("tells by what the energy is judged: in another world the books are as good as in this one", () => {
    const world = createScene();
    world.advanceTo(0.3);
    const snapshot = JSON.parse(JSON.stringify(world.save())) as Snapshot;
    const { energyError } = world.advanceTo(0.6).worst;
    const other = createScene();
    other.restore(snapshot);
    expect(other.advanceTo(0.6).worst.energyError).toBe(energyError);
    // of before the snapshot told it: from there on
    const { energy: _, ...old } = snapshot;
    other.restore(old);
    expect(other.advanceTo(0.6).worst.energyError).toBeLessThan(1e-9);
  });

  test("is restored into the world that it is of, after it went on", () => {
    const world = createScene();
    world.advanceTo(0.4);
    const snapshot = world.save();
    const first = world.advanceTo(0.5);
    const after = readAll(world);
    world.restore(snapshot);
    expect(world.time).toBe(0.4);
    const second = world.advanceTo(0.5);
    expect(second.events).toEqual(first.events);
    expect(readAll(world)).toEqual(after);
  });

  test("saving does not change what comes by more than the tolerance", () => {
    const [kept, plain] = [createScene(), createScene()];
    kept.advanceTo(0.1);
    kept.save();
    for (const world of [kept, plain]) world.advanceTo(0.3);
    const difference = kept.system.state.map((value, k) => Math.abs(value - plain.system.state[k]));
    expect(Math.max(...difference)).toBeLessThan(1e-7);
  });

  test("with particles alone in an island: its books stay its own", () => {
    const world = new World();
    world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true });
    world.addBody({ shape: createSphere({ radius: 0.5 }), mass: 1, position: [0, 1, 0] });
    world.addParticle({ mass: 1, position: [5, 5, 0], velocity: [1, 0, 0] });
    world.advanceTo(0.5);
    const before = world.getEnergy();
    world.save();
    expect(world.getEnergy().dissipated).toBe(before.dissipated);
  });

  test("of a world at rest: asleep it stays", () => {
    const build = (): World => {
      const world = new World();
      world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true });
      world.addBody({ shape: createBox({ size: [1, 1, 1] }), mass: 1, position: [0, 0.5, 0] });
      return world;
    };
    const world = build();
    world.advanceTo(1);
    const snapshot = world.save();
    expect(snapshot.islands.map(({ isAsleep }) => isAsleep)).toEqual([true]);
    const other = build();
    other.restore(snapshot);
    expect(other.advanceTo(50).steps).toBe(0);
    world.advanceTo(50);
    expect(readAll(other)).toEqual(readAll(world));
  });

  test("with a body that was removed: it is gone there as well", () => {
    const world = createScene();
    world.advanceTo(0.2);
    world.removeBody(2);
    world.advanceTo(0.4);
    const snapshot = world.save();
    expect(snapshot.removed).toEqual([2]);
    const other = createScene();
    other.restore(snapshot);
    for (const w of [world, other]) w.advanceTo(0.9);
    expect(readAll(other)).toEqual(readAll(world));
    expect(() => other.removeBody(2)).toThrow(/removed/);
  });

  test("of before a body was removed is refused: what is gone stays gone", () => {
    const world = createScene();
    const snapshot = world.save();
    world.removeBody(2);
    expect(() => world.restore(snapshot)).toThrow(RigorError);
  });
});

describe("is refused", () => {
  const world = createScene();
  const snapshot = world.save();
  const cases: Record<string, [unknown, RegExp]> = {
    "no object": [null, /snapshot: must be an object.*what save\(\) returned/],
    "another version": [{ ...snapshot, rigor: 2 }, /snapshot\.rigor: must be 1, got 2/],
    "another number of bodies": [
      { ...snapshot, state: snapshot.state.slice(13) },
      /snapshot\.state: must have \d+ numbers, got \d+; restore it into a world built the same way/,
    ],
    "other coordinates": [{ ...snapshot, own: [] }, /snapshot\.own: must have 4 numbers, got 0/],
    "a state that is no list": [{ ...snapshot, state: "none" }, /snapshot\.state: must have/],
    "no islands": [{ ...snapshot, islands: undefined }, /snapshot\.islands: must be a list/],
    "a number that is none": [
      { ...snapshot, state: snapshot.state.map((value, k) => (k === 5 ? null : value)) },
      /snapshot\.state\[5\]: must be a finite number, got null/,
    ],
  };
  test.each(Object.keys(cases))("%s", (name) => {
    const [value, message] = cases[name];
    expect(() => world.restore(value as Snapshot)).toThrow(message);
    expect(() => world.restore(value as Snapshot)).toThrow(RigorError);
  });
});

test("a snapshot that was cut is refused by name, and the world goes on", () => {
  const world = new World();
  world.addBody({ shape: createBox({ size: [1, 1, 1] }), mass: 1 });
  const snapshot = world.save();
  const cut = (part: object) => () => world.restore({ ...snapshot, ...part } as Snapshot);
  expect(cut({ state: snapshot.state.slice(0, 5) })).toThrow(/snapshot\.state: must have 14 numbers/);
  expect(cut({ islands: undefined })).toThrow(/snapshot\.islands: must be a list/);
  expect(cut({ ledger: undefined })).toThrow(/snapshot\.ledger: must be a list/);
  expect(cut({ islands: [{ moving: [0] }] })).toThrow(/snapshot\.islands\[0\]\.coordinates: must be a list/);
  expect(cut({ window: Number.NaN })).toThrow(/snapshot\.window: must be > 0/);
  expect(world.advanceTo(0.1).status).toBe("done");
});

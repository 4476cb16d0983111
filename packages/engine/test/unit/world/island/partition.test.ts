/** Which bodies act upon one another. */
import { createBox, createPlane } from "@rigor/engine/collide";
import { ball, distance, hinge, jointSpring } from "@rigor/engine/constrain";
import { createPendulum } from "@rigor/engine/lagrange";
import { Springs } from "@rigor/engine/particles";
import { appliedForce, createRotatePath, damping } from "@rigor/engine/rigid";
import { World } from "@rigor/engine/world";
import { describe, expect, test } from "vitest";
import { mergeParts, Partition } from "../../../../src/world/island/partition.js";
import { listIslands } from "../../../support/islands.js";

const cube = createBox({ size: [1, 1, 1] });

/** So many cubes in a row. */
function createRow(count: number): World {
  const world = new World();
  for (let k = 0; k < count; k++) world.addBody({ shape: cube, position: [3 * k, 0, 0] });
  return world;
}

describe("bodies are bound by", () => {
  test("nothing: each is an island, also under gravity and damping", () => {
    const world = createRow(3);
    world.addForce(damping({ linear: 0.1 }));
    world.addForce(appliedForce({ body: 1, force: [1, 0, 0] }));
    expect(listIslands(world)).toEqual([[0], [1], [2]]);
  });

  test("joints, one after another", () => {
    const world = createRow(5);
    world.add(ball({ a: { body: 3 }, b: { body: 1 } }));
    world.add(distance({ a: { body: 4 }, b: { body: 3 } }));
    expect(listIslands(world)).toEqual([[0], [1, 3, 4], [2]]);
  });

  test("not by joints to the world, to what is fixed, or to what is driven", () => {
    const world = createRow(2);
    const post = world.addBody({ shape: cube, fixed: true, position: [0, 9, 0] });
    const crank = world.addBody({ path: createRotatePath({ axis: [0, 1, 0], rate: 1 }) });
    for (const body of [0, 1]) {
      world.add(distance({ a: { body }, b: { body: post } }));
      world.add(distance({ a: { body }, b: { body: crank, point: [0, 0, 2] } }));
      world.add(distance({ a: { body }, b: [0, 4, 0] }));
    }
    world.mechanism.prepare();
    const islands = new Partition(world.mechanism).collect([crank]);
    expect(islands.map(({ moving, still, joints }) => [moving, still, joints.length])).toEqual([
      [[0], [post, crank], 3],
      [[1], [post, crank], 3],
    ]);
  });

  test("forces on several; one that names none binds all", () => {
    const world = createRow(4);
    const pull = { name: "pull", on: [1, 3], apply() {} };
    world.addForce(pull);
    expect(listIslands(world)).toEqual([[0], [1, 3], [2]]);
    world.addForce({ name: "all", apply() {} });
    expect(listIslands(world)).toEqual([[0, 1, 2, 3]]);
  });

  test("particles, through anchors and joints: all particles are of one island", () => {
    const world = createRow(3);
    const { particles } = world.system;
    world.addParticle({ position: [0, 5, 0] });
    world.addParticle({ position: [1, 5, 0] });
    const springs = particles.addForce(new Springs());
    springs.connect(particles, 0, world.system.addAnchor(2, [0, 0, 0]), { stiffness: 1 });
    world.add(distance({ a: { particle: 1 }, b: { body: 0 } }));
    world.mechanism.prepare();
    const islands = new Partition(world.mechanism).collect([]);
    expect(islands.map(({ moving, withParticles }) => [moving, withParticles])).toEqual([
      [[0, 2], true],
      [[1], false],
    ]);
  });

  test("coordinates, and forces along the coordinates of joints", () => {
    const world = createRow(4);
    const arm = world.addCoordinates(createPendulum({ lengths: [1], masses: [1], angles: [0.3] }));
    world.add(distance({ a: { on: arm }, b: { body: 2 } }));
    const door = world.add(hinge({ a: { body: 0 }, b: { body: 1 }, at: [1, 0, 0], axis: [0, 1, 0] }));
    world.mechanism.addForce(jointSpring(door.angle, { stiffness: 1 }));
    world.mechanism.prepare();
    const islands = new Partition(world.mechanism).collect([]);
    expect(islands.map(({ moving, coordinates, jointForces }) => [moving, coordinates, jointForces.length])).toEqual([
      [[0, 1], [], 1],
      [[2], [0], 0],
      [[3], [], 0],
    ]);
  });

  test("touching, in whatever order that is told", () => {
    const orders = [
      [
        [0, 1],
        [2, 3],
        [1, 3],
      ],
      [
        [3, 1],
        [3, 2],
        [1, 0],
      ],
    ];
    for (const order of orders) {
      const world = createRow(5);
      const floor = world.addBody({ shape: createPlane({ normal: [0, 1, 0], offset: -9 }), fixed: true });
      world.mechanism.prepare();
      const partition = new Partition(world.mechanism);
      for (const [a, b] of order) partition.bind(a, b);
      for (let k = 0; k < 5; k++) partition.bind(k, floor);
      expect(partition.collect([]).map(({ moving }) => moving)).toEqual([[0, 1, 2, 3], [4]]);
    }
  });

  test("a body that was removed is of no island", () => {
    const world = createRow(3);
    world.add(ball({ a: { body: 0 }, b: { body: 1 } }));
    world.add(ball({ a: { body: 1 }, b: { body: 2 } }));
    world.removeBody(1);
    expect(listIslands(world)).toEqual([[0], [2]]);
  });
});

test("two islands as one: sorted, nothing twice", () => {
  const world = createRow(4);
  world.add(ball({ a: { body: 3 }, b: { body: 1 } }));
  world.addForce({ name: "pair", on: [0, 2], apply() {} });
  world.mechanism.prepare();
  const [a, b] = new Partition(world.mechanism).collect([]);
  const merged = mergeParts(b, a);
  expect(merged.moving).toEqual([0, 1, 2, 3]);
  expect(merged.joints).toEqual(world.mechanism.constraints);
  expect(merged.bound.map(({ name }) => name)).toEqual(["pair"]);
  expect(merged.separable.map(({ name }) => name)).toEqual(["gravity"]);
});

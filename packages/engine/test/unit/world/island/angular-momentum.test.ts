/** The angular momentum of what nothing outside takes hold of. */
import { createBox, createPlane, createSphere } from "@rigor/engine/collide";
import { ball, distance, hinge } from "@rigor/engine/constrain";
import { createPendulum } from "@rigor/engine/lagrange";
import { angularMomentum, appliedForce, linearMomentum } from "@rigor/engine/rigid";
import { World } from "@rigor/engine/world";
import { describe, expect, test } from "vitest";
import { correctSpin, hasSpin, measureSpin, measureTorque } from "../../../../src/world/island/angular-momentum.js";
import type { Island } from "../../../../src/world/island/island.js";
import { createIsland } from "../../../support/islands.js";
import { maxDifference } from "../../../support/rigid.js";

/** Links of a chain, the last one with a particle on a rod, tumbling in space. */
function createChain(gravity: readonly number[] = [0, 0, 0], tolerance = 1e-8): World {
  const world = new World({ gravity, tolerance });
  const shape = createBox({ size: [1, 0.3, 0.2] });
  for (let k = 0; k < 4; k++) {
    const motion = { velocity: [0.2, 0.5 - 0.3 * k, 0.1], angularVelocity: [0.5, 1 - k, 0.4 * k] };
    world.addBody({ shape, mass: 1 + 0.3 * k, position: [1.2 * k, 0, 0], ...motion });
  }
  world.addParticle({ mass: 0.7, position: [5, 0.3, 0], velocity: [0, 1, 0.4] });
  for (let k = 1; k < 4; k++) world.add(ball({ a: { body: k }, b: { body: k - 1, point: [0.6, 0, 0] } }));
  world.add(distance({ a: { particle: 0 }, b: { body: 3 } }));
  world.mechanism.assemble();
  return world;
}

/** L about the origin less c × P, from the sums of rigid. */
function spinOf({ system }: World): Float64Array {
  const sums = new Float64Array(6);
  linearMomentum(sums, 0, system);
  angularMomentum(sums, 3, system);
  const { particles, state, mass, count } = system;
  const masses = [...mass.subarray(0, count), ...particles.mass.subarray(0, particles.count)];
  const places = [
    ...Array.from({ length: count }, (_, i) => state.subarray(13 * i, 13 * i + 3)),
    ...Array.from({ length: particles.count }, (_, j) => particles.state.subarray(6 * j, 6 * j + 3)),
  ];
  const total = masses.reduce((sum, m) => sum + m, 0);
  const [x, y, z] = [0, 1, 2].map((k) => masses.reduce((sum, m, i) => sum + m * places[i][k], 0) / total);
  const [P, L] = [sums.subarray(0, 3), sums.subarray(3, 6)];
  return Float64Array.of(L[0] - y * P[2] + z * P[1], L[1] - z * P[0] + x * P[2], L[2] - x * P[1] + y * P[0]);
}

function readSpin(island: Island): Float64Array {
  const H = new Float64Array(3);
  measureSpin(H, 0, island.model);
  return H;
}

describe("H", () => {
  test("is L − c × P of all bodies and particles", () => {
    const world = createChain();
    const H = readSpin(createIsland(world));
    expect(Math.hypot(...H)).toBeGreaterThan(0.9);
    expect(maxDifference(H, spinOf(world))).toBeLessThan(1e-14);
  });

  test("Ḣ is the torque of given forces about the centre of mass: gravity has none", () => {
    const world = createChain([0, -9.81, 0]);
    const island = createIsland(world);
    island.applyForces();
    const torque = new Float64Array(3);
    measureTorque(torque, 0, island.model);
    expect(Math.hypot(...torque)).toBeLessThan(1e-13);
    // a couple, and a force through one body
    world.addForce(appliedForce({ body: 2, torque: [1, 2, 3], force: [0, 5, 0] }));
    const pushed = createIsland(world);
    pushed.applyForces();
    measureTorque(torque, 0, pushed.model);
    const { state, mass, particles } = world.system;
    const total = 1 + 1.3 + 1.6 + 1.9 + 0.7;
    const center = (k: number) =>
      ([0, 1, 2, 3].reduce((sum, i) => sum + mass[i] * state[13 * i + k], 0) + 0.7 * particles.state[k]) / total;
    const [x, z] = [state[26] - center(0), state[28] - center(2)];
    expect(maxDifference(torque, [1 - 5 * z, 2, 3 + 5 * x])).toBeLessThan(1e-13);
  });

  test("is there for bodies and particles that answer to all forces, and nothing else", () => {
    expect(hasSpin(createIsland(createChain()).model)).toBe(true);
    const withArm = createChain();
    withArm.addCoordinates(createPendulum({ lengths: [1], masses: [1], angles: [1] }));
    expect(hasSpin(createIsland(withArm).model)).toBe(false);
    const onPivot = new World();
    onPivot.addBody({ mass: 1, inertia: [1, 1, 1], pivot: [0, 1, 0] });
    expect(hasSpin(createIsland(onPivot).model)).toBe(false);
    expect(hasSpin(createIsland(new World()).model)).toBe(false);
  });

  test("an island that a joint to the world holds, or a particle of infinite mass, is not alone", () => {
    const world = createChain();
    expect(createIsland(world).balance.isAlone).toBe(true);
    world.add(hinge({ a: { body: 0 }, at: [0, 0, 0], axis: [0, 0, 1] }));
    expect(createIsland(world).balance.isAlone).toBe(false);
  });
});

describe("correction", () => {
  test("gives the sum that is wanted, and keeps the rates of all joints and the momentum", () => {
    const world = createChain();
    const island = createIsland(world);
    island.evaluate();
    const rates = island.active.table.rate.slice();
    const [P, after] = [new Float64Array(3), new Float64Array(3)];
    linearMomentum(P, 0, world.system);
    const wanted = readSpin(island).map((value, k) => value + 0.1 * (k - 1.5));
    expect(correctSpin(island.model, wanted, 0)).toBe(true);
    island.derive();
    expect(maxDifference(readSpin(island), wanted)).toBeLessThan(1e-14);
    island.evaluate();
    expect(maxDifference(island.active.table.rate, rates)).toBeLessThan(1e-15);
    linearMomentum(after, 0, world.system);
    expect(maxDifference(after, P)).toBeLessThan(1e-15);
  });

  test("does nothing where nothing is wrong, or where there is nothing to turn", () => {
    const island = createIsland(createChain());
    expect(correctSpin(island.model, readSpin(island), 0)).toBe(false);
    const world = new World();
    world.addParticle({ mass: 1, position: [0, 0, 0] });
    expect(correctSpin(createIsland(world).model, Float64Array.of(0, 0, 1), 0)).toBe(false);
  });
});

describe("a run keeps H", () => {
  test("of a tumbling chain with a particle, far below its tolerance", () => {
    const world = createChain([0, -9.81, 0], 1e-5);
    const before = spinOf(world);
    world.advanceTo(1);
    // rounding at a depth of 5 m with 64 kg·m/s; the tolerance alone would leave 1e-5
    expect(maxDifference(spinOf(world), before)).toBeLessThan(1e-12);
  });

  test("of two bodies that lie against each other and turn: contacts within do not count as outside", () => {
    const world = new World({ gravity: [0, 0, 0], tolerance: 1e-6 });
    // a ball on a plate, held by a slanting rod through it: the whirl presses it on
    const shape = createBox({ size: [2, 0.2, 1] });
    world.addBody({ shape, mass: 3, angularVelocity: [0, 0, 2] });
    const ballShape = createSphere({ radius: 0.2 });
    world.addBody({
      shape: ballShape,
      mass: 1,
      position: [0.4, 0.3, 0],
      velocity: [-0.6, 0.8, 0],
      angularVelocity: [0, 0, 2],
    });
    world.add(distance({ a: { body: 1 }, b: { body: 0, point: [-0.4, -0.5, 0] } }));
    const before = spinOf(world);
    world.advanceTo(0.5);
    expect(world.getContacts().some(({ force }) => force > 0.1)).toBe(true);
    expect(maxDifference(spinOf(world), before)).toBeLessThan(1e-12);
  });

  test("not where the floor takes hold: a spinning box that lands", () => {
    const world = new World();
    world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true });
    world.addBody({ shape: createBox({ size: [1, 1, 1] }), mass: 1, position: [0, 1, 0], rotation: [0.1, 0, 0.2, 1] });
    const before = spinOf(world);
    // it strikes the floor with a corner after 0.25 s
    world.advanceTo(0.3);
    expect(world.events.some(({ type }) => type === "collision")).toBe(true);
    expect(maxDifference(spinOf(world), before)).toBeGreaterThan(0.1);
  });
});

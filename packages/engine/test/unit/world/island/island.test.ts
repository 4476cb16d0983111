/** An island as an ODE of its own: its state, its derivative against the whole mechanism's, its books. */
import { createBox, createSphere } from "@rigor/engine/collide";
import { ball, distance, hinge, jointSpring, jointTorque, motor } from "@rigor/engine/constrain";
import { createLinkage, createPendulum } from "@rigor/engine/lagrange";
import { quat } from "@rigor/engine/math";
import { drag, Springs } from "@rigor/engine/particles";
import { appliedForce, boxMass, createRotatePath, damping, PathSlot, translateMass, wind } from "@rigor/engine/rigid";
import { World, type WorldOptions } from "@rigor/engine/world";
import { describe, expect, test } from "vitest";
import { createIsland } from "../../../support/islands.js";
import { maxDifference } from "../../../support/rigid.js";

const cube = createBox({ size: [1, 1, 1] });
const weightless: WorldOptions = { gravity: [0, 0, 0], tolerance: 1e-11 };

/** Bodies free, fixed, driven and on a pivot, particles, two things with coordinates, joints and forces of every kind. */
function createMixedWorld(damper = 0): World {
  const world = new World({ gravity: [0.3, -9.81, 0.1], time: 0.4 });
  const mass = boxMass({ size: [0.4, 0.6, 1.1], mass: 2 });
  const fixed = world.addBody({ shape: cube, fixed: true, position: [0, 9, 0] });
  const a = world.addBody({ mass, position: [1, 0, 0], velocity: [0.1, 0.2, 0.3], angularVelocity: [1, 2, 3] });
  const path = createRotatePath({ axis: [0.3, 1, 0], rate: 1.3, center: [1, 0, 0] });
  const driven = world.addBody({ shape: createSphere({ radius: 0.1 }), path });
  const b = world.addBody({ mass, position: [2, 1, 0], rotation: [0.1, 0.2, 0.3, 0.9], angularVelocity: [0, 1, -1] });
  const top = world.addBody({ mass, pivot: [0, -0.5, 0], position: [5, 0, 0], angularVelocity: [0.1, 8, 0.2] });
  const p = world.addParticle({ mass: 0.7, position: [1, 2, 1], velocity: [1, 0, 0] });
  const q = world.addParticle({ mass: 0.2, position: [0, 2, 1] });
  const arm = world.addCoordinates(
    createPendulum({ lengths: [1, 0.5], masses: [1, 2], angles: [0.3, 1], rates: [1, -1] }),
  );
  const joint = { type: "revolute" as const, axis: [0, 0, 1] };
  const link = { joint, mass: translateMass(mass, [0.5, 0, 0]), coordinate: 0.4, rate: 2 };
  const linkage = world.addCoordinates(createLinkage({ links: [link] }));
  world.add(ball({ a: { body: a, point: [0, 0.5, 0] }, b: { body: b, point: [0, -0.5, 0] } }));
  world.add(distance({ a: { particle: p }, b: { body: a } }));
  world.add(distance({ a: { particle: p }, b: { particle: q } }));
  world.add(distance({ a: { body: b }, b: { body: driven } }));
  world.add(distance({ a: { on: arm, part: 1 }, b: { body: fixed } }));
  world.add(distance({ a: { on: linkage, point: [1, 0, 0] }, b: { body: b } }));
  const door = world.add(hinge({ a: { body: top }, at: [5, 0, 0], axis: [0, 1, 0] }));
  world.mechanism.addForce(jointSpring(door.angle, { stiffness: 3, damping: damper }));
  const springs = world.system.particles.addForce(new Springs());
  springs.connect(world.system.particles, q, world.system.addAnchor(a, [0.1, 0, 0]), { stiffness: 5, damping: damper });
  world.addForce(damping({ linear: 0.1, angular: 0.2, on: [a, b] }));
  world.addForce(wind({ velocity: [1, 0, 0], drag: 0.3 }));
  world.addForce(appliedForce({ body: b, force: [1, 0, 0], at: [0, 1, 0], frame: "body" }));
  return world;
}

describe("state", () => {
  test("comes back as it was set, and the rest of the world is left alone", () => {
    const world = createMixedWorld();
    const island = createIsland(world);
    const { system } = world;
    const before = Array.from(system.state);
    const state = new Float64Array(island.dimension + 1);
    island.getState(state);
    const changed = state.map((value, k) => value + 0.01 * ((k * 7919) % 13));
    for (let y = 0; y < 13 * 3; y += 13) quat.normalize(changed, y + 3, changed, y + 3);
    island.setState(changed);
    const back = new Float64Array(island.dimension + 1);
    island.getState(back);
    // the third particle is an anchor, and follows its body
    const anchors = 13 * 3 + 6 * 2;
    const isFree = (_: number, k: number) => k < anchors || k >= anchors + 6;
    expect(Array.from(back).filter(isFree)).toEqual(Array.from(changed).filter(isFree));
    expect(Array.from(system.state.subarray(0, 13))).toEqual(before.slice(0, 13));
    // 13 a body that moves, 6 a particle, twice the coordinates, two of the ledger, three of the angular momentum,
    // and the push, as its forces do not say that they do not change
    expect(island.dimension).toBe(13 * 3 + 6 * 3 + 2 * 3 + 6);
  });

  test("tells what an entry is", () => {
    const island = createIsland(createMixedWorld());
    expect(island.describe(13)).toMatch(/body 3/);
    expect(island.describe(13 * 3)).toMatch(/entry 39 of an island/);
  });
});

describe("derivative", () => {
  test("is that of the mechanism where nothing touches", () => {
    const world = createMixedWorld(0.1);
    const { mechanism, system } = world;
    const whole = new Float64Array(mechanism.dimension);
    mechanism.derivative(whole);
    const island = createIsland(world);
    const rates = new Float64Array(island.dimension);
    island.derivative(rates);
    const own = mechanism.own.length;
    const moving = [...island.model.bodies.subarray(0, island.model.movingCount)];
    const expected = [
      ...moving.flatMap((i) => [...whole.subarray(13 * i, 13 * i + 13)]),
      ...whole.subarray(13 * system.count, 13 * system.count + 6 * system.particles.count),
      ...whole.subarray(mechanism.dimension - own),
    ];
    const scale = Math.max(...expected.map(Math.abs));
    expect(scale).toBeGreaterThan(10);
    expect(maxDifference(rates.subarray(0, expected.length), expected) / scale).toBeLessThan(1e-13);
  });

  test("is not a number where no forces can be found", () => {
    const world = new World();
    const body = world.addBody({ shape: cube, mass: 1 });
    world.addForce({
      name: "broken",
      on: [body],
      apply: ({ force }) => {
        force[0] = Number.NaN;
      },
    });
    const island = createIsland(world);
    const rates = new Float64Array(island.dimension);
    island.derivative(rates);
    expect(rates[0]).toBeNaN();
  });
});

describe("the books", () => {
  /** A cube of 2 kg in free space. */
  function createFree(options: WorldOptions = weightless): World {
    const world = new World(options);
    world.addBody({ shape: cube, mass: 2, velocity: [3, 0, 0], angularVelocity: [0, 2, 0] });
    return world;
  }

  test("damping: ½ m v² (1 − exp(−2 k t/m)), and the same of the rotation", () => {
    const world = createFree();
    world.addForce(damping({ linear: 0.5, angular: 0.1 }));
    world.advanceTo(2);
    const I = 2 / 6;
    const closed = 9 * (1 - Math.exp((-2 * 0.5 * 2) / 2)) + 0.5 * I * 4 * (1 - Math.exp((-2 * 0.1 * 2) / I));
    const { dissipated, work } = world.getEnergy();
    // the local error of the run, 1e-12 a step
    expect(Math.abs(dissipated - closed)).toBeLessThan(2e-11);
    expect(work).toBe(0);
  });

  test("wind gives and takes: work = ½ m (v² − v₀²)", () => {
    const world = createFree();
    world.addForce(wind({ velocity: [-1, 2, 0], drag: 0.7 }));
    world.advanceTo(3);
    const decay = Math.exp((-0.7 * 3) / 2);
    const [x, y] = [-1 + 4 * decay, 2 - 2 * decay];
    const { dissipated, work } = world.getEnergy();
    expect(Math.abs(work - (x * x + y * y - 9))).toBeLessThan(5e-11);
    expect(dissipated).toBe(0);
  });

  test("a force that changes in time and a torque: ∫ F·v dt, τ θ", () => {
    const world = createFree();
    const force = (time: Float64Array, out: Float64Array) => {
      out[0] = 4 * time[0];
    };
    world.addForce(appliedForce({ body: 0, force }));
    world.addForce(appliedForce({ body: 0, torque: [0, 0.5, 0] }));
    world.advanceTo(2);
    // v = 3 + t²: ∫ 4t (3 + t²) dt = 6 t² + t⁴; θ = 2 t + ½ (τ/I) t²
    expect(Math.abs(world.getEnergy().work - (24 + 16 + 0.5 * (4 + 0.5 * 1.5 * 4)))).toBeLessThan(1e-11);
  });

  test("a motor that lifts an arm: m g l sin φ, its rotation kept", () => {
    const world = new World({ tolerance: 1e-11 });
    const size = [1, 0.1, 0.1];
    const body = world.addBody({ shape: createBox({ size }), mass: 3, position: [0.5, 0, 0] });
    const joint = world.add(hinge({ a: { body }, at: [0, 0, 0], axis: [0, 0, 1] }));
    world.system.place(body, [0.5, 0, 0], [0, 0, 0, 1], [0, 0.35, 0], [0, 0, 0.7]);
    world.add(motor(joint.angle, { speed: 0.7 }));
    world.advanceTo(2);
    expect(Math.abs(world.getEnergy().work - 3 * 9.81 * 0.5 * Math.sin(1.4))).toBeLessThan(2e-10);
  });

  test("a torque and a spring along a coordinate: τ φ is work, the spring has a potential", () => {
    const world = new World(weightless);
    const body = world.addBody({ shape: cube, mass: 6, position: [0, 0, 0] });
    const joint = world.add(hinge({ a: { body }, at: [0, 0, 0], axis: [0, 0, 1] }));
    const torque = (_time: Float64Array, out: Float64Array) => {
      out[0] = 0.5;
    };
    // one half as a function of time; the other, a number, has a potential
    world.mechanism.addForce(jointTorque(joint.angle, torque));
    world.mechanism.addForce(jointTorque(joint.angle, 0.5));
    world.mechanism.addForce(jointSpring(joint.angle, { stiffness: 2 }));
    const { total } = world.getEnergy();
    world.advanceTo(1.3);
    // φ̈ = 1 − 2 φ with I = 1
    const phi = 0.5 * (1 - Math.cos(Math.sqrt(2) * 1.3));
    const { work, total: after } = world.getEnergy();
    expect(Math.abs(work - 0.5 * phi)).toBeLessThan(1e-11);
    expect(Math.abs(after - total)).toBeLessThan(1e-11);
  });

  test("a lift that accelerates gives m (g + a) h through the contact, and m (g + a) is what presses", () => {
    const world = new World({ tolerance: 1e-11 });
    const path = (time: Float64Array, frame: Float64Array) => {
      frame[PathSlot.position + 1] = 0.6 * time[0] * time[0];
      frame[PathSlot.velocity + 1] = 1.2 * time[0];
      frame[PathSlot.acceleration + 1] = 1.2;
    };
    const lift = world.addBody({ shape: createBox({ size: [3, 1, 3] }), path });
    world.addBody({ shape: cube, mass: 2, position: [0, 1, 0] });
    expect(world.advanceTo(1).status).toBe("done");
    const force = world.getContacts().reduce((sum, contact) => sum + contact.force, 0);
    expect(world.getContacts().every(({ a, b }) => a === lift || b === lift)).toBe(true);
    expect(Math.abs(force - 2 * (9.81 + 1.2))).toBeLessThan(1e-11);
    expect(Math.abs(world.getEnergy().work - 2 * (9.81 + 1.2) * 0.6)).toBeLessThan(1e-11);
  });

  test("a driven body that pulls through a joint", () => {
    // a crank of 1 m turns a load of 2 kg about the origin, against its weight: m g r sin φ
    const world = new World({ tolerance: 1e-11 });
    const crank = world.addBody({ path: createRotatePath({ axis: [0, 0, 1], rate: 2 }) });
    const load = world.addBody({
      shape: createSphere({ radius: 0.1 }),
      mass: 2,
      position: [1, 0, 0],
      velocity: [0, 2, 0],
    });
    world.add(ball({ a: { body: load }, b: { body: crank, point: [1, 0, 0] } }));
    world.advanceTo(0.6);
    expect(Math.abs(world.getEnergy().work - 2 * 9.81 * Math.sin(1.2))).toBeLessThan(1e-10);
  });

  test("drag, springs and dampers of particles", () => {
    const world = new World({ ...weightless, gravity: [0, -1, 0] });
    const { particles } = world.system;
    world.addParticle({ mass: 2, position: [0, 0, 0], velocity: [3, 1, 0] });
    world.addParticle({ mass: 1, position: [1, 0, 0], velocity: [0, 0, 1] });
    const springs = particles.addForce(new Springs());
    springs.connect(particles, 0, 1, { stiffness: 5, damping: 0.2 });
    particles.addForce(drag({ coefficient: 0.3 }));
    const { total } = world.getEnergy();
    world.advanceTo(1);
    expect(Math.abs(world.getEnergy().total - total)).toBeLessThan(1e-10);
  });

  test("a damper on a joint", () => {
    const world = new World(weightless);
    const body = world.addBody({ shape: cube, mass: 6, angularVelocity: [0, 0, 2] });
    const joint = world.add(hinge({ a: { body }, at: [0, 0, 0], axis: [0, 0, 1] }));
    world.mechanism.addForce(jointSpring(joint.angle, { damping: 0.4 }));
    world.advanceTo(1);
    const { dissipated, work } = world.getEnergy();
    // ½ I ω² (1 − exp(−2 d t/I)), I = 1: whichever of the two books it is in
    expect(Math.abs(dissipated - work - 2 * (1 - Math.exp(-0.8)))).toBeLessThan(1e-10);
  });

  test("everything at once: the total stays", () => {
    const world = createMixedWorld();
    world.mechanism.assemble();
    const { total } = world.getEnergy();
    expect(world.advanceTo(0.9)).toMatchObject({ status: "done" });
    expect(Math.abs(world.getEnergy().total - total)).toBeLessThan(1e-7);
  });
});

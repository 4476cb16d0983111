/**
 * Curved shapes in the exact world: caps, rims, sides and ends on planes, boxes, meshes and each other, and particles on
 * bodies. Penetration is measured apart from the world, by the narrow phase without memory.
 */
import { describe, expect, test } from "vitest";
import { repeats } from "../../../../test/support/campaign.js";
import {
  collideShapes,
  createBox,
  createCapsule,
  createCone,
  createCylinder,
  createMesh,
  createPlane,
  createSphere,
  PairCache,
  PairResult,
  type Shape,
} from "../../src/collide/index.js";
import { distance } from "../../src/constrain/index.js";
import { createRng, nextUniform } from "../../src/math/index.js";
import { World } from "../../src/world/index.js";

const g = 9.81;
const cylinder = createCylinder({ radius: 0.2, height: 0.4 });
/** Turned by an angle about z. */
const lean = (angle: number) => [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)];

function createFloor(restitution = 0): World {
  const world = new World();
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true, restitution });
  return world;
}

/** The deepest overlap of any two parts, m. */
function measureDepth({ parts, system }: World): number {
  let depth = 0;
  for (let p = 0; p < parts.count; p++) parts.place(system, p);
  for (let p = 0; p < parts.count; p++) {
    for (let q = p + 1; q < parts.count; q++) {
      const isFlipped = parts.shapes[p]?.plane != null || parts.shapes[p]?.mesh != null;
      const [a, b] = isFlipped ? [q, p] : [p, q];
      const [A, B] = [parts.shapes[a] as Shape, parts.shapes[b] as Shape];
      if (A.plane !== null || (parts.particle[a] >= 0 && parts.particle[b] >= 0)) continue;
      const result = new PairResult();
      collideShapes(result, A, parts.frames, 12 * a, B, parts.frames, 12 * b, new PairCache(1), 0, 1e-7);
      depth = Math.max(depth, -result.values[0]);
    }
  }
  return depth;
}

/** Runs to T in pieces; energy and penetration are checked after each. Returns steps and events. */
function run(world: World, T: number, pieces: number, ledger = 1e-7): { steps: number; events: number } {
  const { total, potential, kinetic } = world.getEnergy();
  const scale = Math.abs(potential) + kinetic;
  const sum = { steps: 0, events: 0 };
  let before = Infinity;
  for (let k = 1; k <= pieces; k++) {
    const report = world.advanceTo((k * T) / pieces);
    expect(report.status, report.message).toBe("done");
    const energy = world.getEnergy();
    const left = energy.kinetic + energy.potential;
    expect(Math.abs(energy.total - total)).toBeLessThan(ledger * scale);
    // nothing drives it: what there is falls
    expect(left).toBeLessThan(before + ledger * scale);
    before = left;
    expect(report.worst.penetration).toBeLessThan(1e-7);
    expect(measureDepth(world)).toBeLessThan(1e-7);
    sum.steps += report.steps;
    sum.events += report.events.length;
  }
  return sum;
}

describe("a cylinder on its cap", () => {
  test("stands still for 10 s, and so does a pile of five", () => {
    const world = createFloor();
    for (let k = 0; k < 5; k++) world.addBody({ shape: cylinder, mass: 1, position: [0.02 * k, 0.2 + 0.4 * k, 0] });
    const before = Float64Array.from(world.system.state);
    run(world, 10, 2);
    // to a rounding of a few metres
    for (let k = 0; k < 13 * 6; k++) expect(Math.abs(world.system.state[k] - before[k])).toBeLessThan(1e-14);
  });

  test("slides and spins: v and ω stay", () => {
    const world = createFloor();
    const i = world.addBody({
      shape: cylinder,
      mass: 1,
      position: [0, 0.2, 0],
      velocity: [1, 0, 0.5],
      angularVelocity: [0, 20, 0],
    });
    run(world, 2, 2);
    const { velocity, angularVelocity, state } = world.system;
    expect(Math.abs(state[13 * i] - 2)).toBeLessThan(1e-12);
    expect(Math.abs(velocity[3 * i + 2] - 0.5)).toBeLessThan(1e-12);
    expect(Math.abs(angularVelocity[3 * i + 1] - 20)).toBeLessThan(1e-11);
    expect(Math.abs(state[13 * i + 1] - 0.2)).toBeLessThan(1e-12);
  });

  // pushed at the height h over the centre, where F h = m g R is the limit: in any direction, not only those of eight points
  test.each([0, 0.1, 0.39, 0.6])("tips where the force passes m g R, pushed towards %f rad", (angle) => {
    for (const [part, tips] of [
      [1 - 1e-5, false],
      [1 + 1e-5, true],
    ] as const) {
      const world = createFloor();
      const i = world.addBody({ shape: cylinder, mass: 1, position: [0, 0.2, 0] });
      // acceleration without friction is F/m: about the centre F h against N r
      const F = (part * g * 0.2) / 0.2;
      world.addForce({
        name: "push",
        apply: (system) => {
          const arm = 0.2;
          system.force[3 * i] += F * Math.cos(angle);
          system.force[3 * i + 2] += F * Math.sin(angle);
          system.torque[3 * i] += arm * F * Math.sin(angle);
          system.torque[3 * i + 2] -= arm * F * Math.cos(angle);
        },
      });
      world.advanceTo(0.1);
      const { rotation } = world.system;
      const tilt = Math.hypot(rotation[9 * i + 1], rotation[9 * i + 7]);
      if (tips) expect(tilt).toBeGreaterThan(1e-8);
      else expect(tilt).toBeLessThan(1e-12);
    }
  });

  test.each([0, 0.3])("rocks on its rim and comes to lie flat, e = %f", (e) => {
    const world = createFloor(e);
    // on the rim to begin with
    const angle = 0.3;
    const height = 0.2 * Math.cos(angle) + 0.2 * Math.sin(angle);
    world.addBody({ shape: cylinder, mass: 1, position: [0, height, 0], rotation: lean(angle), restitution: e });
    const { steps } = run(world, 3, 12);
    expect(steps).toBeLessThan(3000);
    expect(world.getEnergy().kinetic).toBeLessThan(1e-20);
    expect(world.getContacts().length).toBeGreaterThanOrEqual(8);
  });

  test("a coin that falls turning", () => {
    const world = createFloor();
    const shape = createCylinder({ radius: 0.2, height: 0.05 });
    const rotation = lean(0.7);
    world.addBody({ shape, mass: 1, position: [0, 0.3, 0], rotation, angularVelocity: [0, 3, 2], restitution: 0.5 });
    expect(run(world, 3, 6).steps).toBeLessThan(4000);
  });
});

describe("over edges", () => {
  const table = createBox({ size: [1, 0.2, 1] });
  const cases: [string, Shape, number, readonly number[]][] = [
    ["a cylinder on its cap", cylinder, 0.2, lean(0)],
    ["a lying cylinder", cylinder, 0.2, [Math.SQRT1_2, 0, 0, Math.SQRT1_2]],
    ["a capsule", createCapsule({ radius: 0.1, height: 0.4 }), 0.1, [Math.SQRT1_2, 0, 0, Math.SQRT1_2]],
    ["a ball", createSphere({ radius: 0.1 }), 0.1, lean(0)],
    ["a cone", createCone({ radius: 0.2, height: 0.4 }), 0.2, lean(0)],
  ];
  test.each(cases)("%s slides off a table", (_, shape, height, rotation) => {
    const world = createFloor();
    world.addBody({ shape: table, fixed: true, position: [0, 0.4, 0] });
    world.addBody({ shape, mass: 1, position: [0.2, 0.5 + height, 0], rotation, velocity: [0.8, 0, 0.1] });
    expect(run(world, 1, 5).steps).toBeLessThan(3000);
  });

  test("a box slides off the cap of a cylinder that can move", () => {
    const world = createFloor();
    world.addBody({ shape: createCylinder({ radius: 0.3, height: 0.4 }), mass: 2, position: [0, 0.2, 0] });
    const shape = createBox({ size: [0.3, 0.3, 0.3] });
    world.addBody({ shape, mass: 1, position: [0.1, 0.55, 0.05], velocity: [0.5, 0, 0.1] });
    expect(run(world, 0.5, 2).steps).toBeLessThan(3000);
  });
});

describe("cones and capsules", () => {
  test("a cone stands; one on its tip falls", () => {
    const world = createFloor(0.3);
    const shape = createCone({ radius: 0.2, height: 0.4 });
    world.addBody({ shape, mass: 1, position: [0, 0.2, 0] });
    world.addBody({ shape, mass: 1, position: [2, 0.35, 0], rotation: lean(3.0), restitution: 0.3 });
    const height = world.system.state[13 + 1];
    run(world, 3, 6);
    expect(Math.abs(world.system.state[13 + 1] - height)).toBeLessThan(1e-13);
    expect(world.getEnergy().kinetic).toBeLessThan(0.1);
  });

  test("a capsule falls on one end, rocks and lies", () => {
    const world = createFloor(0.3);
    const shape = createCapsule({ radius: 0.1, height: 0.4 });
    world.addBody({ shape, mass: 1, position: [0, 0.5, 0], rotation: lean(1.2), restitution: 0.3 });
    run(world, 3, 6);
    expect(Math.abs(world.system.state[13 + 1] - 0.1)).toBeLessThan(1e-9);
  });
});

describe("particles", () => {
  test("slides down a ball and leaves it where cos φ = ⅔ cos φ₀", () => {
    const world = new World();
    world.addBody({ shape: createSphere({ radius: 1 }), fixed: true });
    const top = Math.sqrt(1 - 1e-6);
    world.addParticle({ mass: 1, position: [1e-3, top, 0], collide: true });
    for (let t = 0.25; t < 6 && world.getContacts().length + (t < 1 ? 1 : 0) > 0; t += 0.25) world.advanceTo(t);
    const leave = world.events.find(({ type }) => type === "separate");
    // measured 8e-12
    expect(Math.abs((leave?.point[1] ?? 0) - (2 / 3) * top)).toBeLessThan(1e-8);
  });

  test.each([
    ["a cylinder", createCylinder({ radius: 0.2, height: 1 }), [0, -0.2, 0], [Math.SQRT1_2, 0, 0, Math.SQRT1_2]],
    ["a box", createBox({ size: [1, 0.2, 1] }), [-0.5, -0.1, 0], [0, 0, 0, 1]],
  ] as const)("a rope over %s that stands", (_, shape, position, rotation) => {
    const world = new World();
    world.addBody({ shape, fixed: true, position, rotation });
    const n = 10;
    for (let k = 0; k < n; k++) world.addParticle({ mass: 0.1, position: [(k - 5.3) * 0.08, 1e-3, 0], collide: true });
    for (let k = 0; k + 1 < n; k++) world.add(distance({ a: { particle: k }, b: { particle: k + 1 } }));
    world.addBody({ shape: createSphere({ radius: 1 }), fixed: true, position: [0, -5, 0] });
    const before = world.getEnergy().total;
    for (let k = 1; k <= 4; k++) {
      expect(world.advanceTo(0.1 * k).status).toBe("done");
      expect(measureDepth(world)).toBeLessThan(1e-7);
    }
    // J, of about 1 that goes through
    expect(Math.abs(world.getEnergy().total - before)).toBeLessThan(1e-7);
  });
});

test("a ball on terrain", () => {
  const n = 6;
  const vertices: number[][] = [];
  const faces: number[][] = [];
  for (let i = 0; i <= n; i++) {
    for (let j = 0; j <= n; j++) {
      const x = (i - n / 2) * 0.5;
      const z = (j - n / 2) * 0.5;
      vertices.push([x, 0.1 * Math.sin(3 * x) * Math.cos(2 * z) + 0.1 * (x * x + z * z), z]);
    }
  }
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const a = i * (n + 1) + j;
      faces.push([a, a + 1, a + n + 1], [a + 1, a + n + 2, a + n + 1]);
    }
  }
  const world = new World();
  world.addBody({ shape: createMesh({ vertices, faces }), fixed: true });
  const shape = createSphere({ radius: 0.15 });
  world.addBody({ shape, mass: 1, position: [0.3, 0.6, 0.2], restitution: 0.3 });
  run(world, 1, 4);
});

describe("random piles", () => {
  const makers: [string, (a: number, b: number) => Shape][] = [
    ["cylinders", (a, b) => createCylinder({ radius: a, height: b })],
    ["cones", (a, b) => createCone({ radius: a + 0.05, height: b })],
    ["capsules", (a, b) => createCapsule({ radius: 0.7 * a, height: b })],
  ];
  test.each(makers)("of %s", (_, make) => {
    for (let seed = 1; seed <= repeats(2, 1); seed++) {
      const rng = createRng(seed);
      const world = createFloor(0.3);
      for (const normal of [
        [1, 0, 0],
        [-1, 0, 0],
        [0, 0, 1],
        [0, 0, -1],
      ])
        world.addBody({ shape: createPlane({ normal, offset: -0.7 }), fixed: true });
      for (let k = 0; k < 3; k++) {
        const rotation = [
          nextUniform(rng) - 0.5,
          nextUniform(rng) - 0.5,
          nextUniform(rng) - 0.5,
          nextUniform(rng) - 0.5,
        ];
        const length = Math.hypot(...rotation);
        world.addBody({
          shape: make(0.15 + 0.1 * nextUniform(rng), 0.2 + 0.4 * nextUniform(rng)),
          position: [0.4 * (nextUniform(rng) - 0.5), 0.6 + 0.7 * k, 0.4 * (nextUniform(rng) - 0.5)],
          rotation: rotation.map((x) => x / length),
          restitution: 0.3,
        });
      }
      expect(run(world, 1.2, 4).steps).toBeLessThan(6000);
    }
  });
});

/** Parts of bodies: where they are, how far they reach, what is refused; and materials. */
import { describe, expect, test } from "vitest";
import {
  createBox,
  createCapsule,
  createCone,
  createCylinder,
  createMesh,
  createPlane,
  createSphere,
  type Shape,
} from "../../../../src/collide/index.js";
import { Materials, PartTable, placePart } from "../../../../src/contact/index.js";
import { createRng, nextInRange, RigorError, type Rng } from "../../../../src/math/index.js";
import { bodySize, computePointPosition, RigidSystem } from "../../../../src/rigid/index.js";
import { drawRotation, drawVector } from "../../../support/contacts.js";

/** A body whose centre of mass and principal axes are not those of its user. */
function makeBody(rng: Rng): RigidSystem {
  const system = new RigidSystem();
  system.addBody({
    mass: 2,
    inertia: [2, 0.3, -0.2, 0.3, 2.5, 0.4, -0.2, 0.4, 3],
    center: drawVector(rng, 1),
    position: drawVector(rng, 2),
    rotation: drawRotation(rng),
  });
  return system;
}

const shapes: Record<string, Shape> = {
  sphere: createSphere({ radius: 0.3 }),
  capsule: createCapsule({ radius: 0.3, height: 1 }),
  box: createBox({ size: [1, 2, 0.4] }),
  cylinder: createCylinder({ radius: 0.5, height: 1 }),
  cone: createCone({ radius: 0.5, height: 1 }),
};

/** A point of the shape where it may be farthest: a corner, on a rim, on an end. */
function drawPoint(rng: Rng, name: string): number[] {
  const { radius, halfHeight, polyhedron } = shapes[name];
  const angle = nextInRange(rng, 0, 7);
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  if (polyhedron !== null) {
    const v = Math.floor(nextInRange(rng, 0, polyhedron.vertexCount));
    return [...polyhedron.vertices.subarray(3 * v, 3 * v + 3)];
  }
  const end = nextInRange(rng, -1, 1) < 0 ? -1 : 1;
  if (name === "cylinder") return [radius * c, end * halfHeight, radius * s];
  if (name === "cone") return end > 0 ? [0, halfHeight, 0] : [radius * c, -halfHeight, radius * s];
  const tilt = nextInRange(rng, -1.6, 1.6);
  return [radius * Math.cos(tilt) * c, end * halfHeight + radius * Math.sin(tilt), radius * Math.cos(tilt) * s];
}

describe.each(Object.keys(shapes))("%s", (name) => {
  test("stands where the user put it, and reaches as far as its farthest point", () => {
    const rng = createRng(5);
    for (let round = 0; round < 10; round++) {
      const system = makeBody(rng);
      const parts = new PartTable();
      const position = drawVector(rng, 1);
      const rotation = drawRotation(rng);
      const p = parts.addPart(system, 0, { shape: shapes[name], position, rotation });
      let far = 0;
      let off = 0;
      const x = new Float64Array(3);
      for (let k = 0; k < 200; k++) {
        const local = drawPoint(rng, name);
        const user = local.map((_, r) => position[r] + turn(rotation, local)[r]);
        computePointPosition(x, 0, system, 0, Float64Array.from(user), 0);
        const f = parts.frames;
        for (let r = 0; r < 3; r++) {
          const o = 12 * p + 3 + 3 * r;
          const placed = f[12 * p + r] + f[o] * local[0] + f[o + 1] * local[1] + f[o + 2] * local[2];
          off = Math.max(off, Math.abs(placed - x[r]));
        }
        far = Math.max(far, Math.hypot(...x.map((value, r) => value - system.state[r])));
      }
      // some ten roundings of coordinates of size 4
      expect(off).toBeLessThan(6e-15);
      expect(far).toBeLessThanOrEqual(parts.reach[p]);
      // 200 points leave out 2 % of the way around a rim, and more of a sphere; of a box all corners are among them
      expect(far).toBeGreaterThan((name === "box" ? 1 - 2e-14 : 0.97) * parts.reach[p]);
    }
  });
});

function turn(q: ArrayLike<number>, v: readonly number[]): number[] {
  const [x, y, z, w] = Array.from(q);
  const t = [2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0])];
  return [
    v[0] + w * t[0] + y * t[2] - z * t[1],
    v[1] + w * t[1] + z * t[0] - x * t[2],
    v[2] + w * t[2] + x * t[1] - y * t[0],
  ];
}

test("from a pose with a quaternion of any length, as from the system", () => {
  const rng = createRng(8);
  const system = makeBody(rng);
  const parts = new PartTable();
  for (let k = 0; k < 12; k++) parts.addPart(system, 0, { shape: shapes.box, position: drawVector(rng, 1) });
  const particle = system.particles.addParticle({ position: [1, 2, 3] });
  const last = parts.addParticle(system, particle);
  const pose = system.state.slice();
  for (let k = 3; k < 7; k++) pose[k] *= 3;
  const out = new Float64Array(13);
  for (let p = 0; p < 12; p++) {
    placePart(out, 1, parts, p, pose, 0);
    for (let k = 0; k < 12; k++) expect(Math.abs(out[1 + k] - parts.frames[12 * p + k])).toBeLessThan(2e-15);
  }
  placePart(out, 1, parts, last, pose, bodySize);
  expect([...out.subarray(1)]).toEqual([1, 2, 3, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
  expect([...parts.frames.subarray(12 * last, 12 * last + 12)]).toEqual([...out.subarray(1)]);
  expect([parts.body[last], parts.particle[last], parts.reach[last]]).toEqual([-1, particle, 0]);
});

test("a removed body has no parts", () => {
  const system = new RigidSystem();
  for (let i = 0; i < 2; i++) system.addBody({ mass: 1, inertia: [1, 1, 1] });
  const parts = new PartTable();
  for (const body of [0, 1, 0]) parts.addPart(system, body, { shape: shapes.sphere });
  parts.removeBody(0);
  expect([...parts.body.subarray(0, 3)]).toEqual([-2, 1, -2]);
  expect(parts.shapes[0]).toBeNull();
  expect(() => parts.place(system, 0)).not.toThrow();
});

test("groups are bits of a mask, as in queries", () => {
  const system = new RigidSystem();
  system.addBody({ mass: 1, inertia: [1, 1, 1] });
  const parts = new PartTable();
  const p = parts.addPart(system, 0, { shape: shapes.sphere, group: 3, collidesWith: [0, 31] });
  expect([parts.group[p], parts.mask[p]]).toEqual([3, 1 | (1 << 31)]);
  const q = parts.addPart(system, 0, { shape: shapes.sphere });
  expect([parts.group[q], parts.mask[q]]).toEqual([0, -1]);
});

describe("is refused", () => {
  const system = new RigidSystem();
  system.addBody({ mass: 1, inertia: [1, 1, 1] });
  system.addBody({ fixed: true });
  const parts = new PartTable();
  const shape = shapes.sphere;
  const plane = createPlane({ normal: [0, 1, 0] });
  const mesh = createMesh({
    vertices: [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
    ],
    faces: [[0, 1, 2]],
  });
  const refused: Record<string, [code: string, build: () => unknown]> = {
    "no body": ["no-such-body", () => parts.addPart(system, 2, { shape })],
    "no shape": ["not-a-shape", () => parts.addPart(system, 0, { shape: null as unknown as Shape })],
    "a plane that falls": ["not-fixed", () => parts.addPart(system, 0, { shape: plane })],
    "a mesh that falls": ["not-fixed", () => parts.addPart(system, 0, { shape: mesh })],
    "a position of two numbers": ["not-a-vector", () => parts.addPart(system, 0, { shape, position: [1, 2] })],
    "no rotation": ["not-a-rotation", () => parts.addPart(system, 0, { shape, rotation: [0, 0, 0, 0] })],
    "restitution above 1": ["out-of-range", () => parts.addPart(system, 0, { shape, restitution: 1.1 })],
    "negative friction": ["negative", () => parts.addPart(system, 0, { shape, friction: -1 })],
    "a material and a number": ["conflict", () => parts.addPart(system, 0, { shape, material: 0, friction: 1 })],
    "a slip of the pen": ["unknown-option", () => parts.addPart(system, 0, { shape, ...{ frictoin: 1 } })],
    "no particle": ["out-of-range", () => parts.addParticle(system, 0)],
  };
  test.each(Object.entries(refused))("%s", (_name, [code, build]) => {
    expect(build).toThrow(RigorError);
    try {
      build();
    } catch (error) {
      expect((error as RigorError).code).toBe(code);
    }
    expect(parts.count).toBe(0);
  });
  test("null for a number", () => {
    for (const key of ["restitution", "friction", "staticFriction"]) {
      expect(() => new PartTable().addPart(system, 1, { shape: plane, [key]: null }), key).toThrow(/got null/);
    }
  });

  test("not a plane of a fixed body", () => {
    expect(new PartTable().addPart(system, 1, { shape: plane })).toBe(0);
  });
});

describe("materials", () => {
  const system = new RigidSystem();
  system.addBody({ mass: 1, inertia: [1, 1, 1] });
  const shape = shapes.sphere;
  const read = (materials: Materials, parts: PartTable, a: number, b: number) => {
    const out = new Float64Array(4);
    materials.readPair(out, 1, parts, a, b);
    return [...out.subarray(1)];
  };

  test("mix: the larger restitution, the geometric mean of frictions", () => {
    const parts = new PartTable();
    const a = parts.addPart(system, 0, { shape, restitution: 0.2, friction: 0.9 });
    const b = parts.addPart(system, 0, { shape, restitution: 0.7, friction: 0.4 });
    expect(read(new Materials(), parts, a, b)).toEqual([0.7, Math.sqrt(0.9 * 0.4), Math.sqrt(0.9 * 0.4)]);
  });

  test("hold better than they slide, if they say so", () => {
    const parts = new PartTable();
    const a = parts.addPart(system, 0, { shape, friction: 0.4, staticFriction: 0.9 });
    const b = parts.addPart(system, 0, { shape, friction: 0.4 });
    expect(read(new Materials(), parts, a, b)).toEqual([0, 0.4, Math.sqrt(0.9 * 0.4)]);
    const materials = new Materials();
    const wood = materials.add("wood", { friction: 0.3, staticFriction: 0.5 });
    materials.setPair(wood, wood, { friction: 0.6 });
    const [c, d] = [0, 1].map(() => parts.addPart(system, 0, { shape, material: wood }));
    expect(read(materials, parts, c, d)).toEqual([0, 0.6, 0.6]);
    expect(() => materials.add("ice", { friction: 0.3, staticFriction: 0.2 })).toThrow(
      /staticFriction: must be at least the friction of what slides, 0.3, got 0.2/,
    );
  });

  test("have numbers of their own for a pair, in either order", () => {
    const materials = new Materials();
    const [steel, rubber, ice] = ["steel", "rubber", "ice"].map((name, k) =>
      materials.add(name, { restitution: 0.1 * k, friction: 0.25 * k }),
    );
    materials.setPair(rubber, ice, { friction: 0.05 });
    materials.setPair(steel, steel, { restitution: 0.9 });
    const parts = new PartTable();
    const [s, r, i] = [steel, rubber, ice].map((material) => parts.addPart(system, 0, { shape, material }));
    const plain = parts.addPart(system, 0, { shape, restitution: 1, friction: 1 });
    expect(read(materials, parts, r, i)).toEqual([0.2, 0.05, 0.05]);
    expect(read(materials, parts, i, r)).toEqual([0.2, 0.05, 0.05]);
    expect(read(materials, parts, s, s)).toEqual([0.9, 0, 0]);
    expect(read(materials, parts, s, i)).toEqual([0.2, 0, 0]);
    expect(read(materials, parts, i, plain)).toEqual([1, Math.sqrt(0.5), Math.sqrt(0.5)]);
    expect(materials.find("ice")).toBe(ice);
  });

  test("are refused twice, unknown or wrong", () => {
    const materials = new Materials();
    materials.add("steel");
    expect(() => materials.add("steel")).toThrow(/must be added once/);
    expect(() => materials.find("wood")).toThrow(/must be the name of a material, got "wood"; there are steel/);
    expect(() => materials.setPair(0, 1, {})).toThrow(/must be a whole number from 0 to 0/);
    const wood = materials.add("wood", { friction: 0.5 });
    expect(() => materials.setPair(wood, wood, { staticFriction: 0.4 })).toThrow(/what slides, 0.5, got 0.4/);
    expect(materials.getPair(wood, wood)).toBeNull();
    expect(() => materials.add("ice", { restitution: 2 })).toThrow(/must be from 0 to 1, got 2/);
    expect(() => materials.add("ice", { slip: 2 } as object)).toThrow(/must be an option/);
  });
});

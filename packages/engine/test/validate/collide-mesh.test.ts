/** Fixed meshes against planes, single faces, convex pairs, and a search through all triangles. */
import { createRng, nextInRange, nextRotation, type Rng } from "@rigor/engine/math";
import { describe, expect, test } from "vitest";
import { collideShapes, findContacts, PairCache } from "../../src/collide/pair/pair.js";
import { ContactBuffer } from "../../src/collide/result/contact-buffer.js";
import { PairResult, Status } from "../../src/collide/result/pair-result.js";
import {
  createBox,
  createCapsule,
  createCone,
  createCylinder,
  createPlane,
  createSphere,
} from "../../src/collide/shapes/create-shape.js";
import type { Shape } from "../../src/collide/shapes/shape.js";
import {
  createSurface,
  createTerrain,
  holdAgainst,
  listMeshContacts,
  listRows,
  listTriangles,
  type MeshContact,
  measureAll,
} from "../support/collide-meshes.js";
import { makers } from "../support/curved-shapes.js";
import {
  cross,
  dot,
  minus,
  moveBoth,
  nextFrame,
  orderAround,
  type Placed,
  place,
  turnAbout,
} from "../support/regions.js";

/** The same by the functions for convex pairs. */
function holdPair(a: Placed, b: Placed, tolerance = 1e-7): { result: PairResult; rows: MeshContact[] } {
  const result = new PairResult();
  const buffer = new ContactBuffer();
  const cache = new PairCache(1);
  collideShapes(result, a.shape, a.frame, 0, b.shape, b.frame, 0, cache, 0, tolerance);
  findContacts(buffer, result, a.shape, a.frame, 0, b.shape, b.frame, 0, cache, 0, tolerance);
  return { result, rows: listRows(buffer) };
}

/** How far the rows of two lists are apart, each from the nearest of the other, in point, normal and gap. */
function compareRows(a: readonly MeshContact[], b: readonly MeshContact[]): number {
  const apart = (r: MeshContact, s: MeshContact): number =>
    Math.max(Math.hypot(...minus(r.point, s.point)), Math.hypot(...minus(r.normal, s.normal)), Math.abs(r.gap - s.gap));
  const oneWay = (from: readonly MeshContact[], to: readonly MeshContact[]): number =>
    Math.max(0, ...from.map((r) => Math.min(...to.map((s) => apart(r, s)))));
  return Math.max(oneWay(a, b), oneWay(b, a));
}

function areaOf(rows: readonly MeshContact[]): number {
  if (rows.length < 3) return 0;
  const n = rows[0].normal;
  const corners = orderAround(
    rows.map((r) => r.point),
    n,
  );
  let twice = 0;
  for (let k = 1; k + 1 < corners.length; k++) {
    twice += dot(n, cross(minus(corners[k], corners[0]), minus(corners[k + 1], corners[0])));
  }
  return twice / 2;
}

const shapes: Record<string, Shape> = {
  sphere: createSphere({ radius: 0.5 }),
  capsule: createCapsule({ radius: 0.3, height: 1.7 }),
  cylinder: createCylinder({ radius: 0.4, height: 1.5 }),
  cone: createCone({ radius: 0.5, height: 1.3 }),
  box: createBox({ size: [1.3, 0.9, 0.7] }),
};

/** Poses in which each lies on its side or stands on a flat face: the height of its origin, and a rotation. */
const rests: [string, string, number, number[]][] = [
  ["sphere", "anyhow", 0.5, turnAbout([0.6, 0, 0.8], 1)],
  ["capsule", "lying", 0.3, turnAbout([0, 0, 1], 0.4)],
  ["capsule", "standing", 0.3 + 0.85, turnAbout([1, 0, 0], Math.PI / 2)],
  ["cylinder", "lying", 0.4, turnAbout([0, 0, 1], 0.4)],
  ["cylinder", "standing", 0.75, turnAbout([1, 0, 0], Math.PI / 2)],
  ["cone", "standing", 0.65, turnAbout([1, 0, 0], Math.PI / 2)],
  ["box", "standing", 0.35, turnAbout([0, 0, 1], 0.4)],
];

describe("on a plane of many triangles everything is as on a plane", () => {
  const ground = createTerrain(20, 0.5, () => 0);
  const plane = createPlane({ normal: [0, 0, 1] });
  const block = createBox({ size: [40, 40, 2] });
  const rng = createRng(3);

  test.each(rests)("%s, %s", (name, _, height, rotation) => {
    let worst = 0;
    for (let k = 0; k < 16; k++) {
      const depth = k % 3 === 0 ? 0 : k % 3 === 1 ? 0.02 : -5e-8;
      const x = [nextInRange(rng, -3.5, 3.5), nextInRange(rng, -3.5, 3.5), height - depth];
      // on corners and edges of the grid, too
      if (k % 4 === 0) x[0] = Math.round(x[0] * 2) / 2;
      if (k % 8 === 0) x[1] = Math.round(x[1] * 2) / 2;
      const by = nextFrame(rng, 2);
      const a = place(shapes[name], x, rotation);
      const face = name === "box" ? place(block, [0, 0, -1]) : place(plane, [0, 0, 0]);
      const [movedA, movedFace, movedGround] = moveBoth([a, face, place(ground, [0, 0, 0])], by);
      const rows = listMeshContacts(movedA, movedGround);
      const pair = holdPair(movedA, movedFace);
      const result = holdAgainst(movedA, movedGround);
      expect(rows.length).toBe(pair.rows.length);
      expect(result.status).toBe(pair.result.status);
      worst = Math.max(worst, compareRows(rows, pair.rows), Math.abs(result.values[0] - pair.result.values[0]));
    }
    // measured 1.2e-14: rounding of coordinates up to 8, and of a block with sides of 40
    expect(worst).toBeLessThan(2.5e-14);
  });

  test("nothing changes along a sweep over the whole grid", () => {
    const tilt = turnAbout([0.6, -0.8, 0], 0.7);
    const tilted = place(ground, [1, 2, 3], tilt).frame;
    const up = [5, 8, 11].map((k) => tilted[k]);
    for (const [name, , height, rotation] of rests) {
      let keys = "";
      for (let k = 0; k <= 60; k++) {
        const x = [-3.5 + 0.1166 * k, -3.3 + 0.1074 * k, height];
        const [a, mesh] = moveBoth([place(shapes[name], x, rotation), place(ground, [0, 0, 0])], tilted);
        const rows = listMeshContacts(a, mesh);
        const now = rows
          .map((r) => `${r.keyA}/${r.keyB}`)
          .sort()
          .join(" ");
        if (k === 0) keys = now;
        if (now !== keys) expect(`${name} ${k} ${now}`).toBe(`${name} ${k} ${keys}`);
        for (const r of rows)
          if (Math.hypot(...minus(r.normal, up)) > 4e-16) expect([name, k, r.normal]).toEqual([name, k, up]);
      }
    }
  });
});

describe("the surface of a convex body is that body", () => {
  const rng = createRng(11);

  test.each(Object.keys(makers))("%s", (kind) => {
    let worstApart = 0;
    let worstNear = 0;
    let worstArea = 0;
    for (let k = 0; k < 30; k++) {
      const solid = makers[k % 2 === 0 ? "box" : "convex"](rng, 1);
      const surface = createSurface(solid);
      const a = { shape: makers[kind](rng, 1), frame: nextFrame(rng, 2) };
      const frame = nextFrame(rng, 1);
      let pair = holdPair(a, { shape: solid, frame });
      // apart, touching, or a little within
      const want = [0.3, 0, -1e-4][k % 3];
      for (let c = 0; c < 3; c++) a.frame[c] += pair.result.values[1 + c] * (want - pair.result.values[0]);
      pair = holdPair(a, { shape: solid, frame });
      const result = holdAgainst(a, { shape: surface, frame });
      const error = Math.abs(result.values[0] - pair.result.values[0]);
      const n = Math.hypot(...[1, 2, 3].map((c) => result.values[c] - pair.result.values[c]));
      if (k % 3 === 0) {
        worstApart = Math.max(worstApart, error, n);
        continue;
      }
      if (want === 0) expect(result.status).toBe(Status.touching);
      worstNear = Math.max(worstNear, error);
      const rows = listMeshContacts(a, { shape: surface, frame });
      expect(rows.length).toBeGreaterThan(0);
      const area = areaOf(pair.rows);
      if (area > 0) worstArea = Math.max(worstArea, Math.abs(areaOf(rows) - area) / area);
    }
    // measured 2.3e-15
    expect(worstApart).toBeLessThan(5e-15);
    // measured 1.2e-15
    expect(worstNear).toBeLessThan(3e-15);
    // measured 2e-11 for small regions, whose corners are known to 1e-15
    expect(worstArea).toBeLessThan(1e-10);
  });
});

describe("one side", () => {
  test("in a hollow shell: every wall that is near, and no other", () => {
    const shell = place(createSurface(createBox({ size: [4, 3, 2] }), true), [0, 0, 0]);
    const ball = place(shapes.sphere, [1.5, 1, -0.5]);
    expect(
      compareRows(listMeshContacts(ball, shell), [
        { point: [2, 1, -0.5], normal: [-1, 0, 0], gap: 0 },
        { point: [1.5, 1.5, -0.5], normal: [0, -1, 0], gap: 0 },
        { point: [1.5, 1, -1], normal: [0, 0, 1], gap: 0 },
      ] as unknown as MeshContact[]),
    ).toBe(0);
    expect(holdAgainst(place(shapes.sphere, [0.2, 0.3, 0.1]), shell).values[0]).toBeCloseTo(0.4, 15);
    // from outside, the ceiling is not felt, and the floor far below it is
    expect(holdAgainst(place(shapes.sphere, [0, 0, 1.4]), shell).values[0]).toBeCloseTo(1.9, 15);
    expect(listMeshContacts(place(shapes.box, [0, 0, 1.35]), shell)).toEqual([]);
  });

  test("a body through a thin wall is pushed back to the side where most of it is", () => {
    const wall = place(createSurface(createBox({ size: [4, 4, 0.05] })), [0, 0, 0]);
    const { status, values } = holdAgainst(place(shapes.box, [0, 0, 0.35 + 0.025 - 0.06]), wall);
    expect(status).toBe(Status.overlapping);
    expect(values[0]).toBeCloseTo(-0.06, 15);
    expect([...values.subarray(1, 4)]).toEqual([0, 0, 1]);
    for (const r of listMeshContacts(place(shapes.box, [0, 0, 0.315]), wall)) expect(r.normal).toEqual([0, 0, 1]);
  });
});

describe("bumpy terrain against all its triangles", () => {
  const terrain = createTerrain(
    10,
    0.5,
    (x, y) => 0.4 * Math.sin(2.1 * x) * Math.cos(1.7 * y) + 0.1 * Math.sin(5 * x + y),
  );
  const all = listTriangles(terrain);

  test.each([
    ["sphere", 60],
    ["capsule", 25],
    ["box", 3],
  ])("%s", (kind, count) => {
    const rng: Rng = createRng(7);
    const q = new Float64Array(4);
    let worst = 0;
    for (let k = 0; k < count; k++) {
      nextRotation(q, 0, rng);
      const x = [nextInRange(rng, -3.5, 3.5), nextInRange(rng, -3.5, 3.5), nextInRange(rng, 2, 3)];
      const a = place(makers[kind](rng, 0.6), x, [...q]);
      const expected = measureAll(a, all);
      worst = Math.max(worst, Math.abs(holdAgainst(a, place(terrain, [0, 0, 0])).values[0] - expected));
    }
    // both sum products of coordinates up to 5
    expect(worst).toBeLessThan(2e-14);
  });
});

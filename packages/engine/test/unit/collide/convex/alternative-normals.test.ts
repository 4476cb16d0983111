/** Normals to choose from where corners touch: packages/engine/src/collide/convex/alternative-normals.ts. */
import {
  collideShapes,
  createBox,
  createConvex,
  createSphere,
  findAlternativeNormals,
  PairCache,
  PairResult,
  type Shape,
  Status,
  writeFrame,
} from "@rigor/engine/collide";
import { createRng, nextInRange, nextRotation, quat } from "@rigor/engine/math";
import { describe, expect, test } from "vitest";
import { measureSeparationAlong } from "../../../../src/collide/shapes/separation-along.js";

const tolerance = 1e-9;
const cube = createBox({ size: [1, 1, 1] });
const half = Math.SQRT1_2;
/** A triangle that stands on a corner. */
const wedge = [
  [0, 0],
  [1, 2],
  [-1, 2],
];

/** The normals of A, placed at x with a rotation vector, and B at the origin. */
function list(A: Shape, x: readonly number[], turn: readonly number[], B: Shape = cube, room = 16): number[][] {
  const frames = new Float64Array(24);
  const q = new Float64Array(4);
  quat.fromRotationVector(q, 0, Float64Array.from(turn), 0);
  writeFrame(frames, 0, Float64Array.from(x), 0, q, 0);
  writeFrame(frames, 12, new Float64Array(3), 0, Float64Array.of(0, 0, 0, 1), 0);
  return listAt(A, B, frames, room);
}

function listAt(A: Shape, B: Shape, frames: Float64Array, room = 16): number[][] {
  const result = new PairResult();
  collideShapes(result, A, frames, 0, B, frames, 12, new PairCache(1), 0, tolerance);
  expect(result.status).toBe(Status.touching);
  const out = new Float64Array(3 * room + 2);
  const count = findAlternativeNormals(out, 1, result, A, frames, 0, B, frames, 12, tolerance);
  const found = Array.from({ length: count }, (_, k) => [...out.slice(3 * k + 1, 3 * k + 4)]);
  expect(found[0]).toEqual([...result.values.slice(1, 4)]);
  const s = new Float64Array(1);
  for (const n of found) {
    // rounding of three turned numbers
    expect(Math.abs(Math.hypot(...n) - 1)).toBeLessThan(1e-15);
    measureSeparationAlong(s, 0, A, frames, 0, B, frames, 12, Float64Array.from(n), 0);
    expect(s[0]).toBeGreaterThanOrEqual(-tolerance);
  }
  return found;
}

/** Whether the two lists hold the same directions, in whatever order. */
function expectSet(found: readonly number[][], wanted: readonly number[][]): void {
  expect(found.length).toBe(wanted.length);
  for (const n of wanted) {
    // rounding of a turned direction
    expect(Math.min(...found.map((m) => Math.hypot(...m.map((x, k) => x - n[k]))))).toBeLessThan(1e-15);
  }
}

describe("normals to choose from", () => {
  test("two cubes corner on corner: the three axes", () => {
    const axes = [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ];
    // faces of A in their order
    expect(list(cube, [1, 1, 1], [0, 0, 0]).map((n) => n.map((x) => x + 0))).toEqual(axes);
    expectSet(
      list(cube, [-1, 1, -1], [0, 0, 0]),
      axes.map(([x, y, z]) => [-x, y, -z]),
    );
  });

  test("a corner that stands on its tip upon a corner: both cones of normals meet in six", () => {
    // A with a diagonal along (1, 1, 1), turned by 60° about it: its three faces there lie between those of B
    const u = 1 / Math.sqrt(3);
    const turn = [u, u, u].map((c) => (c * Math.PI) / 3);
    const found = list(cube, [1, 1, 1], turn);
    // two cones of 54.7°, one turned against the other: a hexagon, of crossings of edges only
    expect(found.length).toBe(6);
    for (const n of found) expect(n[0] + n[1] + n[2]).toBeGreaterThan(0);
  });

  test("a corner on an edge: the arc of the edge, cut by the cone of the corner", () => {
    // a tip of a pyramid, upside down, on the edge of the cube along z: all of the arc from x to y separates
    const pyramid = createConvex({
      vertices: [
        [0, 0, 0],
        [1, 1, 0.05],
        [1, 1, -0.05],
        [1.1, 0.9, 0],
        [0.9, 1.1, 0],
      ],
    });
    expectSet(list(pyramid, [0.5, 0.5, 0.1], [0, 0, 0]), [
      [1, 0, 0],
      [0, 1, 0],
    ]);
    // the corner of a cube, its diagonal across the edge: the arc reaches to where faces of the corner end it
    const found = list(cube, [0.5 + 0.5, 0.5 + 0.5, 0.1 + 0.5], [0, 0, 0]);
    expectSet(found, [
      [1, 0, 0],
      [0, 1, 0],
    ]);
  });

  test("a corner on the middle of an edge, the cube turned by 45° about x: ends of the arc by edges and faces", () => {
    // its lowest edge along x ends on the edge of B along z
    const found = list(cube, [0.5 + 0.5, 0.5 + half, 0], [Math.PI / 4, 0, 0]);
    expectSet(found, [
      [1, 0, 0],
      [0, 1, 0],
    ]);
  });

  test("edges that meet with their ends, one along the other", () => {
    expectSet(list(cube, [1, 1, 1], [0, Math.PI / 2, 0]), [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ]);
    // side by side, along all of an edge
    expectSet(list(cube, [1, 1, 0], [0, 0, 0]), [
      [1, 0, 0],
      [0, 1, 0],
    ]);
  });

  test("edges that meet with their ends, one across the other", () => {
    // B's edge along z ends at (½, ½, ½), A's lowest edge along x begins there, A turned by 45° about it
    const found = list(cube, [1, 0.5 + half, 0.5], [Math.PI / 4, 0, 0]);
    // the cone of B, x, y and z, cut by that of A: −x face, and the arc of its edge from (0, 1, 1) to (0, 1, −1)
    expectSet(found, [
      [1, 0, 0],
      [0, 1, 0],
      [0, half, half],
    ]);
  });

  test("a face, or two edges that cross, leave no choice", () => {
    expect(list(cube, [0.2, 1, 0.3], [0, 0, 0])).toEqual([[0, 1, 0]]);
    // a wedge with its edge along z at the bottom, on the one along x at the top of another
    const along = createConvex({ vertices: wedge.flatMap(([x, y]) => [x, y, -1, x, y, 1]) });
    const across = createConvex({ vertices: wedge.flatMap(([x, y]) => [-1, -y, x, 1, -y, x]) });
    expect(list(along, [0.2, 0, 0.1], [0, 0, 0], across).map((n) => n.map((x) => x + 0))).toEqual([[0, 1, 0]]);
  });

  test("no more than there is room for; other shapes have one normal", () => {
    expect(list(cube, [1, 1, 1], [0, 0, 0], cube, 2).length).toBe(2);
    expect(list(createSphere({ radius: 0.5 }), [0, 1, 0], [0, 0, 0])).toEqual([[0, 1, 0]]);
  });

  test("every normal that separates two corners is a sum of them with positive factors", () => {
    const rng = createRng(3);
    const frames = new Float64Array(24);
    const q = new Float64Array(4);
    const s = new Float64Array(1);
    let choices = 0;
    let separating = 0;
    let tried = 0;
    while (tried < 60) {
      nextRotation(q, 0, rng);
      writeFrame(frames, 0, new Float64Array(3), 0, q, 0);
      writeFrame(frames, 12, new Float64Array(3), 0, Float64Array.of(0, 0, 0, 1), 0);
      // corner −−− of A onto corner +++ of B
      for (let k = 0; k < 3; k++) {
        frames[k] = 0.5 + 0.5 * (frames[3 + 3 * k] + frames[4 + 3 * k] + frames[5 + 3 * k]);
      }
      const result = new PairResult();
      collideShapes(result, cube, frames, 0, cube, frames, 12, new PairCache(1), 0, tolerance);
      if (result.status !== Status.touching) continue;
      tried++;
      const found = listAt(cube, cube, frames, 64);
      choices += found.length;
      // random directions: separating ones, and only these, are on the inner side of all planes through two of the list
      for (let r = 0; r < 40; r++) {
        const n = [0, 1, 2].map(() => nextInRange(rng, -1, 1));
        measureSeparationAlong(s, 0, cube, frames, 0, cube, frames, 12, Float64Array.from(n), 0);
        if (s[0] < -1e-14 && s[0] > -1e-6) continue;
        expect(isWithin(found, n)).toBe(s[0] >= -1e-14);
        if (s[0] >= -1e-14) separating++;
      }
    }
    expect(choices).toBeGreaterThan(3 * tried);
    expect(separating).toBeGreaterThan(tried);
  });
});

/** Whether n is in the cone that the directions span: no plane through two of them, with all others on one side, cuts it off. */
function isWithin(cone: readonly number[][], n: readonly number[]): boolean {
  const dot = (a: readonly number[], b: readonly number[]): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  for (const a of cone) {
    for (const b of cone) {
      const m = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
      if (Math.hypot(...m) < 1e-9 || cone.some((c) => dot(m, c) < -1e-9)) continue;
      if (dot(m, n) < 0) return false;
    }
  }
  return dot(n, cone[0]) > -1;
}

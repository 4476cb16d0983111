/** Contact regions, one configuration at a time: packages/engine/src/collide/region/region.ts. */
import { createRng } from "@rigor/engine/math";
import { describe, expect, test } from "vitest";
import { PairResult, Witness } from "../../../../src/collide/result/pair-result.js";
import { createBox, createConvex } from "../../../../src/collide/shapes/create-shape.js";
import type { Shape } from "../../../../src/collide/shapes/shape.js";
import {
  type Contact,
  countKinds,
  cross,
  describeKey,
  dot,
  findContacts,
  findContactsAlong,
  listContacts,
  measureArea,
  minus,
  moveBoth,
  nextFrame,
  type Placed,
  place,
  turnAbout,
} from "../../../support/regions.js";

const cube = createBox({ size: [1, 1, 1] });
const table = createBox({ size: [4, 4, 1] });
/** Ridges and tips that point down, with their lowest points at z = 0. */
const wedge = createConvex({
  vertices: [
    [-1, 0, 0],
    [1, 0, 0],
    [-1, 1, 1],
    [1, 1, 1],
    [-1, -1, 1],
    [1, -1, 1],
  ].flat(),
});
const tip = createConvex({
  vertices: [
    [0, 0, 0],
    [1, 0, 1],
    [-1, 1, 1],
    [-1, -1, 1],
  ].flat(),
});
/** The same, upside down. */
const roof = createConvex({
  vertices: [
    [-1, 0, 0],
    [1, 0, 0],
    [-1, 1, -1],
    [1, 1, -1],
    [-1, -1, -1],
    [1, -1, -1],
  ].flat(),
});
const spire = createConvex({
  vertices: [
    [0, 0, 0],
    [1, 0, -1],
    [-1, 1, -1],
    [-1, -1, -1],
  ].flat(),
});

const up = [0, 0, 1];
const tolerance = 1e-7;

interface Expected {
  readonly kinds: Record<string, number>;
  /** Where the contacts are, in any order. */
  readonly points: readonly (readonly number[])[];
  readonly normal?: readonly number[];
}

/** As placed, and in twenty other poses: rounding decides nothing. Returns the contacts as placed. */
function check(a: Placed, b: Placed, { kinds, points, normal = up }: Expected, along?: readonly number[]): Contact[] {
  const rng = createRng(1);
  const frames = [place(cube, [0, 0, 0]).frame, ...Array.from({ length: 20 }, () => nextFrame(rng, 3))];
  return frames.map((by) => {
    const [movedA, movedB] = moveBoth([a, b], by);
    const turned = (v: readonly number[]): number[] =>
      [0, 1, 2].map((r) => dot([...by.subarray(3 + 3 * r, 6 + 3 * r)], v));
    const contacts = along
      ? findContactsAlong(turned(along), movedA, movedB, tolerance)
      : findContacts(movedA, movedB, tolerance);
    expect(countKinds(contacts)).toEqual(kinds);
    // 5e-15: coordinates up to 5, and two or three roundings of each
    const wanted = points.map((p) => turned(p).map((x, k) => x + by[k]));
    for (const { point } of contacts) {
      const nearest = Math.min(...wanted.map((p) => Math.hypot(...minus(p, point))));
      expect(nearest).toBeLessThan(5e-15);
    }
    for (const p of wanted) {
      const nearest = Math.min(...contacts.map(({ point }) => Math.hypot(...minus(p, point))));
      expect(nearest).toBeLessThan(5e-15);
    }
    for (const c of contacts) {
      expect(Math.hypot(...minus(c.normal, turned(normal)))).toBeLessThan(1e-15);
      expect(Math.abs(c.gap)).toBeLessThan(5e-15);
      if (c.kind !== "edgeEdge") continue;
      expect(Math.hypot(...c.edgeA)).toBeCloseTo(1, 14);
      expect(Math.hypot(...c.edgeB)).toBeCloseTo(1, 14);
      const across = cross(c.edgeA, c.edgeB);
      // ea × eb along n, from B to A
      expect(dot(across, c.normal) / Math.hypot(...across)).toBeCloseTo(1, 14);
    }
    return contacts;
  })[0];
}

const keysOf = (contacts: readonly Contact[], a: Shape, b: Shape): string[] =>
  contacts.map(({ keyA, keyB }) => `${describeKey(a.polyhedron!, keyA)}, ${describeKey(b.polyhedron!, keyB)}`);

describe("faces on faces", () => {
  test("a cube on a table: its four corners on the table's face", () => {
    const points = [-0.5, 0.5].flatMap((x) => [-0.5, 0.5].map((y) => [x, y, 0.5]));
    const contacts = check(place(cube, [0, 0, 1]), place(table, [0, 0, 0]), { kinds: { vertexFace: 4 }, points });
    expect(keysOf(contacts, cube, table)).toEqual([0, 1, 2, 3].map((v) => `corner ${v}, face 5`));
  });

  test("a table on a cube: four corners of the cube on the table's face", () => {
    const points = [-0.5, 0.5].flatMap((x) => [-0.5, 0.5].map((y) => [x, y, 0.5]));
    const contacts = check(place(table, [0, 0, 1]), place(cube, [0, 0, 0]), { kinds: { faceVertex: 4 }, points });
    expect(keysOf(contacts, table, cube)).toEqual([4, 5, 6, 7].map((v) => `face 4, corner ${v}`));
  });

  test("a cube that hangs over the table's edge: two vertex/face, two edge/edge, as in section 8 of the notes", () => {
    const points = [-0.5, 0.5].flatMap((y) => [1.75, 2].map((x) => [x, y, 0.5]));
    const contacts = check(place(cube, [2.25, 0, 1]), place(table, [0, 0, 0]), {
      kinds: { vertexFace: 2, edgeEdge: 2 },
      points,
    });
    for (const c of contacts) expect(c.kind).toBe(c.point[0] < 1.9 ? "vertexFace" : "edgeEdge");
    // along x on the cube, along y on the table
    for (const { edgeA, edgeB } of contacts.filter((c) => c.kind === "edgeEdge")) {
      expect(edgeA.map(Math.abs)).toEqual([1, 0, 0]);
      expect(edgeB.map(Math.abs)).toEqual([0, 1, 0]);
    }
  });

  test("two equal cubes stacked exactly, of footnote 6: four corners", () => {
    const points = [-0.5, 0.5].flatMap((x) => [-0.5, 0.5].map((y) => [x, y, 0.5]));
    check(place(cube, [0, 0, 1]), place(cube, [0, 0, 0]), { kinds: { vertexFace: 4 }, points });
  });

  test("two equal cubes stacked, one turned by 45°: an octagon of crossings", () => {
    const near = Math.SQRT1_2 - 0.5;
    const points = [-0.5, 0.5].flatMap((a) =>
      [-near, near].flatMap((b) => [
        [a, b, 0.5],
        [b, a, 0.5],
      ]),
    );
    check(place(cube, [0, 0, 1], turnAbout(up, Math.PI / 4)), place(cube, [0, 0, 0]), {
      kinds: { edgeEdge: 8 },
      points,
    });
  });

  test("a corner over a corner, sides aligned: one corner of each and two crossings", () => {
    const points = [0, 0.5].flatMap((x) => [0, 0.5].map((y) => [x, y, 0.5]));
    check(place(cube, [0.5, 0.5, 1]), place(cube, [0, 0, 0]), {
      kinds: { vertexFace: 1, faceVertex: 1, edgeEdge: 2 },
      points,
    });
  });

  test("one side of each in a line: two corners of each, none within a side", () => {
    // x from 0 to 0.5, y from −0.5 to 0.5: sides at y = ±0.5 coincide
    const points = [0, 0.5].flatMap((x) => [-0.5, 0.5].map((y) => [x, y, 0.5]));
    check(place(cube, [0.5, 0, 1]), place(cube, [0, 0, 0]), { kinds: { vertexFace: 2, faceVertex: 2 }, points });
  });

  test("a smaller face in the corner of a larger: its own four corners", () => {
    const small = createBox({ size: [0.5, 0.5, 1] });
    const points = [0, 0.5].flatMap((x) => [0, 0.5].map((y) => [x, y, 0.5]));
    check(place(small, [0.25, 0.25, 1]), place(cube, [0, 0, 0]), { kinds: { vertexFace: 4 }, points });
  });

  test("a corner within the tolerance outside a face with sloping sides is on that face, not on the slope", () => {
    const stump = createConvex({
      vertices: [1, 2].flatMap((h) => [-h, h].flatMap((x) => [-h, h].map((y) => [x, y, 1 - h]))).flat(),
    });
    const contacts = findContactsAlong(up, place(cube, [1.5 + 0.5 * tolerance, 0, 0.5]), place(stump, [0, 0, 0]));
    expect(countKinds(contacts)).toEqual({ vertexFace: 2 });
    for (const { keyB, gap } of contacts) {
      const { vertexCount, edgeCount, facePlanes } = stump.polyhedron!;
      expect(facePlanes[4 * (keyB - vertexCount - edgeCount) + 2]).toBe(1);
      expect(gap).toBe(0);
    }
  });

  test("a grain in the middle of a plain keeps all its digits", () => {
    const grain = place(createBox({ size: [1e-3, 2e-3, 1e-3] }), [1e-4, 2e-4, 5e-4], turnAbout(up, 0.4));
    const plain = place(createBox({ size: [2000, 3000, 1] }), [300, 200, -0.5]);
    for (const contacts of [findContactsAlong(up, grain, plain), findContactsAlong([0, 0, -1], plain, grain)]) {
      // a few roundings of the grain's own size
      expect(Math.abs(measureArea(contacts) / 2e-6 - 1)).toBeLessThan(2e-15);
    }
  });

  test("a brick across a gap: four contacts with each of the two tables", () => {
    const brick = createBox({ size: [2, 1, 0.5] });
    for (const side of [-1, 1]) {
      // the gap is from x = −0.25 to 0.25
      const points = [-0.5, 0.5].flatMap((y) => [0.25, 1].map((x) => [side * x, y, 0.5]));
      check(place(brick, [0, 0, 0.75]), place(table, [2.25 * side, 0, 0]), {
        kinds: { vertexFace: 2, edgeEdge: 2 },
        points,
      });
    }
  });

  test("a brick across a narrow beam: four crossings", () => {
    const beam = createBox({ size: [0.5, 4, 1] });
    const brick = createBox({ size: [2, 1, 0.5] });
    const points = [-0.25, 0.25].flatMap((x) => [-0.5, 0.5].map((y) => [x, y, 0.5]));
    check(place(brick, [0, 0, 0.75]), place(beam, [0, 0, 0]), { kinds: { edgeEdge: 4 }, points });
  });

  test("faces that share no more than an edge: its two ends", () => {
    const points = [-0.5, 0.5].map((y) => [0.5, y, 0.5]);
    check(place(cube, [1, 0, 1]), place(cube, [0, 0, 0]), { kinds: { vertexFace: 2 }, points }, up);
  });

  test("faces that share no more than a part of an edge", () => {
    const points = [-0.2, 0.5].map((y) => [0.5, y, 0.5]);
    check(place(cube, [1, 0.3, 1]), place(cube, [0, 0, 0]), { kinds: { vertexFace: 1, faceVertex: 1 }, points }, up);
  });

  test("faces that share no more than a corner: one contact", () => {
    const points = [[0.5, 0.5, 0.5]];
    check(place(cube, [1, 1, 1]), place(cube, [0, 0, 0]), { kinds: { vertexFace: 1 }, points }, up);
  });
});

describe("edges", () => {
  test("of a wedge on a face: two ends", () => {
    const points = [-1, 1].map((x) => [x, 0, 0.5]);
    const contacts = check(place(wedge, [0, 0, 0.5]), place(table, [0, 0, 0]), { kinds: { vertexFace: 2 }, points });
    expect(keysOf(contacts, wedge, table)).toEqual(["corner 0, face 5", "corner 1, face 5"]);
  });

  test("of a wedge on a face and beyond: an end and a crossing", () => {
    const points = [0.25, 2].map((x) => [x, 0, 0.5]);
    check(place(wedge, [1.25, 0, 0.5]), place(table, [0, 0, 0]), { kinds: { vertexFace: 1, edgeEdge: 1 }, points });
  });

  test("of a roof under a face: two ends", () => {
    const points = [-1, 1].map((x) => [x, 0, -0.5]);
    const contacts = check(place(table, [0, 0, 0]), place(roof, [0, 0, -0.5]), { kinds: { faceVertex: 2 }, points });
    expect(keysOf(contacts, table, roof)).toEqual(["face 4, corner 0", "face 4, corner 1"]);
  });

  test("of a wedge along the edge of a face: two ends on the face, or the part they share", () => {
    check(
      place(wedge, [0, 2, 0.5]),
      place(table, [0, 0, 0]),
      {
        kinds: { vertexFace: 2 },
        points: [-1, 1].map((x) => [x, 2, 0.5]),
      },
      up,
    );
    check(
      place(wedge, [1.5, 2, 0.5]),
      place(table, [0, 0, 0]),
      {
        kinds: { vertexFace: 1, faceVertex: 1 },
        points: [0.5, 2].map((x) => [x, 2, 0.5]),
      },
      up,
    );
  });

  test("that cross: one edge/edge contact", () => {
    const quarter = turnAbout(up, Math.PI / 2);
    const [contact] = check(place(wedge, [0.25, 0, 0]), place(roof, [0, 0.125, 0], quarter), {
      kinds: { edgeEdge: 1 },
      points: [[0, 0, 0]],
    });
    expect(contact.edgeA.map(Math.abs)).toEqual([1, 0, 0]);
  });

  test("that are parallel: the two ends of what they share", () => {
    const contacts = check(
      place(wedge, [0.5, 0, 0]),
      place(roof, [0, 0, 0]),
      {
        kinds: { vertexFace: 1, faceVertex: 1 },
        points: [-0.5, 1].map((x) => [x, 0, 0]),
      },
      up,
    );
    expect(keysOf(contacts, wedge, roof).map((key) => key.replaceAll(/\d+/g, "#"))).toEqual([
      "corner #, edge #",
      "edge #, corner #",
    ]);
  });

  test("that coincide: two ends", () => {
    check(
      place(wedge, [0, 0, 0]),
      place(roof, [0, 0, 0]),
      {
        kinds: { vertexFace: 2 },
        points: [-1, 1].map((x) => [x, 0, 0]),
      },
      up,
    );
  });

  test("that meet end to end: one contact", () => {
    check(place(wedge, [2, 0, 0]), place(roof, [0, 0, 0]), { kinds: { vertexFace: 1 }, points: [[1, 0, 0]] }, up);
  });
});

describe("corners", () => {
  test("on a face: one contact", () => {
    const contacts = check(place(tip, [1, 1, 0.5]), place(table, [0, 0, 0]), {
      kinds: { vertexFace: 1 },
      points: [[1, 1, 0.5]],
    });
    expect(keysOf(contacts, tip, table)).toEqual(["corner 0, face 5"]);
    check(place(table, [0, 0, 0]), place(spire, [1, 1, -0.5]), { kinds: { faceVertex: 1 }, points: [[1, 1, -0.5]] });
  });

  test("on the corner of a face: one contact, on the face", () => {
    const contacts = check(
      place(tip, [2, 2, 0.5]),
      place(table, [0, 0, 0]),
      {
        kinds: { vertexFace: 1 },
        points: [[2, 2, 0.5]],
      },
      up,
    );
    expect(keysOf(contacts, tip, table)).toEqual(["corner 0, face 5"]);
  });

  test("on the corner of a face, from below", () => {
    check(
      place(table, [0, 0, 0]),
      place(spire, [2, 2, -0.5]),
      {
        kinds: { faceVertex: 1 },
        points: [[2, 2, -0.5]],
      },
      up,
    );
  });

  test("on an edge: one contact", () => {
    const contacts = check(
      place(tip, [0.25, 0, 0]),
      place(roof, [0, 0, 0]),
      {
        kinds: { vertexFace: 1 },
        points: [[0.25, 0, 0]],
      },
      up,
    );
    expect(keysOf(contacts, tip, roof)[0]).toMatch(/^corner 0, edge \d+$/);
  });

  test("on a corner: one contact", () => {
    const contacts = check(
      place(tip, [0, 0, 0]),
      place(spire, [0, 0, 0]),
      {
        kinds: { vertexFace: 1 },
        points: [[0, 0, 0]],
      },
      up,
    );
    expect(keysOf(contacts, tip, spire)).toEqual(["corner 0, corner 0"]);
  });

  test("in the corner of three walls: one contact with each", () => {
    const walls = [
      place(table, [0, 0, -0.5]),
      place(createBox({ size: [4, 1, 4] }), [0, 0.5, 0]),
      place(createBox({ size: [1, 4, 4] }), [0.5, 0, 0]),
    ];
    // its tip at the origin, inside the corner that the three planes make
    const pointed = createConvex({
      vertices: [
        [0, 0, 0],
        [-3, -1, 1],
        [-1, -3, 1],
        [-1, -1, 3],
      ].flat(),
    });
    const normals = [up, [0, -1, 0], [-1, 0, 0]];
    walls.forEach((wall, k) => {
      check(place(pointed, [0, 0, 0]), wall, { kinds: { vertexFace: 1 }, points: [[0, 0, 0]], normal: normals[k] });
    });
  });
});

describe("gaps", () => {
  test("a tilt that lifts one side by less than the tolerance leaves four contacts, by more two", () => {
    const tilted = (lift: number): Contact[] =>
      // about the side at x = −0.5
      findContacts(place(cube, [lift * 0.5, 0, 1 + lift / 2], turnAbout([0, 1, 0], -lift)), place(table, [0, 0, 0]));
    const low = tilted(0.9e-7);
    expect(countKinds(low)).toEqual({ vertexFace: 4 });
    // 4e-15: the lowest corner is at ½ (1 − cos lift) = 2e-15
    for (const c of low) expect(Math.abs(c.gap - (c.point[0] < 0 ? 0 : 0.9e-7))).toBeLessThan(4e-15);
    const high = tilted(1.1e-7);
    expect(countKinds(high)).toEqual({ vertexFace: 2 });
    for (const c of high) expect(c.point[0]).toBeCloseTo(-0.5, 6);
  });

  test("of a tilt about a diagonal: three contacts, then one or two", () => {
    const tilted = (angle: number): Contact[] =>
      findContactsAlong(
        up,
        place(cube, [0, 0, 1 + angle * Math.SQRT1_2], turnAbout([1, 1, 0], angle)),
        place(table, [0, 0, 0]),
      );
    // corners at heights 0, h, h and 2h with h = angle/√2
    expect(tilted(0.6e-7)).toHaveLength(4);
    expect(tilted(0.9e-7)).toHaveLength(3);
    expect(tilted(1.5e-7)).toHaveLength(1);
  });

  test("a face that hangs over an edge and is lifted beyond the tolerance at its far side has its crossings still", () => {
    // a plank, 10 m long, of which 0.5 m lie on the table; it rises by 1e-8 a metre
    const plank = createBox({ size: [10, 1, 0.5] });
    const rise = 5e-8;
    const contacts = findContactsAlong(
      up,
      place(plank, [6.5, 0, 0.75 + 5 * rise], turnAbout([0, 1, 0], -rise)),
      place(table, [0, 0, 0]),
    );
    expect(countKinds(contacts)).toEqual({ vertexFace: 2, edgeEdge: 2 });
    for (const c of contacts) expect(Math.abs(c.gap - rise * (c.point[0] - 1.5))).toBeLessThan(1e-14);
  });

  test.each([5e-8, 0, -5e-8, -1e-3])(
    "a gap of %f m is that of all contacts, and the points are in its middle",
    (gap) => {
      const contacts = findContacts(place(cube, [0, 0, 1 + gap]), place(table, [0, 0, 0]));
      expect(contacts).toHaveLength(4);
      for (const c of contacts) {
        expect(Math.abs(c.gap - gap)).toBeLessThan(3e-16);
        expect(Math.abs(c.point[2] - 0.5 - gap / 2)).toBeLessThan(3e-16);
      }
    },
  );

  test("a body deep in another has contacts at its lowest corners, the tip among them", () => {
    const contacts = findContactsAlong(up, place(cube, [0, 0, 0.25]), place(table, [0, 0, 0]));
    expect(contacts.map((c) => c.gap)).toEqual([-0.75, -0.75, -0.75, -0.75]);
    const sunk = findContactsAlong(up, place(cube, [0, 0, -3]), place(table, [0, 0, 0]));
    expect(sunk.map((c) => c.gap)).toEqual([-4, -4, -4, -4]);
    // a walk over its four upper corners is shorter than one around its twelve lower ones
    const ring = Array.from({ length: 12 }, (_, k) => [Math.cos((k * Math.PI) / 6), Math.sin((k * Math.PI) / 6)]);
    const pot = createConvex({
      vertices: [...ring.map((p) => [...p, 0]), ...[0, 3, 6, 9].map((k) => [...ring[k], 1])].flat(),
    });
    const covered = findContactsAlong(up, place(pot, [0, 0, -2]), place(table, [0, 0, 0]));
    expect(covered.map((c) => c.gap)).toEqual(Array(12).fill(-2.5));
    const blunt = createConvex({
      vertices: [
        [0, 0, 0],
        [1, 0, 0.1],
        [-1, 1, 0.1],
        [-1, -1, 0.1],
        [0, 0, 1],
      ].flat(),
    });
    const pressed = findContactsAlong(up, place(blunt, [0, 0, 0.25]), place(table, [0, 0, 0]));
    expect(pressed.map((c) => Number(c.gap.toFixed(12)))).toEqual([-0.25, -0.15, -0.15, -0.15]);
  });

  test("where nothing is within reach of the plane, the witness is the contact", () => {
    const a = place(tip, [0, 0, 0]);
    const b = place(spire, [1e-3, 0, 0]);
    const result = new PairResult();
    result.values.set([2e-8, ...up, 0, 0, 3e-8, 0, 0, 1e-8]);
    result.witness = Witness.points;
    const [contact] = listContacts(result, a, b, tolerance);
    expect(contact).toMatchObject({ kind: "vertexFace", keyA: 0, keyB: 0, point: [0, 0, 2e-8], gap: 2e-8 });
    result.witness = Witness.faceA;
    result.featureA = 2;
    result.featureB = 0;
    expect(listContacts(result, a, b, tolerance)[0]).toMatchObject({ kind: "faceVertex", keyA: 12, keyB: 0 });
    result.witness = Witness.faceB;
    result.featureA = 0;
    result.featureB = 3;
    expect(listContacts(result, a, b, tolerance)[0]).toMatchObject({ kind: "vertexFace", keyA: 0, keyB: 13 });
    result.witness = Witness.edges;
    result.featureA = 1;
    result.featureB = 4;
    const [edges] = listContacts(result, a, b, tolerance);
    expect(edges).toMatchObject({ kind: "edgeEdge", keyA: 5, keyB: 8 });
    expect(Math.hypot(...edges.edgeA)).toBeCloseTo(1, 14);
  });
});

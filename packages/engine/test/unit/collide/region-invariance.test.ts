/** What must not change the contact region: names, motion of the whole, and a hair. packages/engine/src/collide/region/region.ts */
import { createRng, nextInRange, nextInteger, type Rng } from "@rigor/engine/math";
import { describe, expect, test } from "vitest";
import { collidePolyhedra } from "../../../src/collide/convex/polyhedra.js";
import { WitnessCache } from "../../../src/collide/convex/witness-cache.js";
import { findRegion } from "../../../src/collide/region/region.js";
import { ContactBuffer } from "../../../src/collide/result/contact-buffer.js";
import { PairResult, PairSlot, Status, Witness } from "../../../src/collide/result/pair-result.js";
import { createBox, createConvex } from "../../../src/collide/shapes/create-shape.js";
import type { Shape } from "../../../src/collide/shapes/shape.js";
import {
  type Contact,
  findContacts,
  findContactsAlong,
  minus,
  moveBoth,
  nextFrame,
  type Placed,
  place,
  turnAbout,
} from "../../support/regions.js";

const tolerance = 1e-7;
const up = [0, 0, 1];

function createShape(rng: Rng): Shape {
  if (nextInteger(rng, 0, 1) === 0) {
    return createBox({ size: [0, 1, 2].map(() => nextInRange(rng, 0.5, 2)) });
  }
  const corners = nextInteger(rng, 6, 25);
  return createConvex({ vertices: Array.from({ length: 3 * corners }, () => nextInRange(rng, -1, 1)) });
}

/** A pair in any pose, pushed along its normal until it touches: corner on face, edge on edge, face on face. */
function nextTouching(rng: Rng): [Placed, Placed] {
  const a = { shape: createShape(rng), frame: nextFrame(rng, 2) };
  const b = { shape: createShape(rng), frame: nextFrame(rng, 2) };
  if (nextInteger(rng, 0, 1) === 0) layFlat(a, b, rng);
  const result = new PairResult();
  const cache = new WitnessCache(1);
  // pushing may change which features are nearest, once or twice
  for (let round = 0; round < 20; round++) {
    collidePolyhedra(result, a.shape, a.frame, 0, b.shape, b.frame, 0, cache, 0, 1e-12);
    if (result.status === Status.touching) break;
    // two corners, or a corner and an edge, would meet: what touches what is then a matter of taste
    if (result.witness === Witness.points) return nextTouching(rng);
    for (let k = 0; k < 3; k++) a.frame[k] -= result.values[PairSlot.gap] * result.values[PairSlot.normal + k];
  }
  return [a, b];
}

/** Turns both so that a face of A looks down and one of B up, one above the other. */
function layFlat(a: Placed, b: Placed, rng: Rng): void {
  [a, b].forEach(({ shape, frame }, k) => {
    const { facePlanes, faceCount } = shape.polyhedron!;
    const f = nextInteger(rng, 0, faceCount - 1);
    const n = [...facePlanes.subarray(4 * f, 4 * f + 3)];
    const t = Math.abs(n[0]) < 0.6 ? [1, 0, 0] : [0, 1, 0];
    const sign = k === 0 ? -1 : 1;
    const across = [1, 2, 0].map((i, j) => n[i] * t[[2, 0, 1][j]] - n[[2, 0, 1][j]] * t[i]);
    const length = Math.hypot(...across);
    const x = across.map((y) => y / length);
    const y = [1, 2, 0].map((i, j) => sign * (n[i] * x[[2, 0, 1][j]] - n[[2, 0, 1][j]] * x[i]));
    frame.set([nextInRange(rng, -0.5, 0.5), nextInRange(rng, -0.5, 0.5), k === 0 ? 4 : 0], 0);
    frame.set([...x, ...y, ...n.map((z) => sign * z)], 3);
  });
}

const named = ({ kind, keyA, keyB }: Contact): string => `${kind} ${keyA} ${keyB}`;
const mirror = { vertexFace: "faceVertex", faceVertex: "vertexFace", edgeEdge: "edgeEdge" } as const;

/** The largest distance of a point to the one of the other list that is nearest. */
function compare(these: readonly Contact[], those: readonly Contact[]): number {
  return Math.max(...these.map(({ point }) => Math.min(...those.map((c) => Math.hypot(...minus(c.point, point))))));
}

describe("random pairs that touch", () => {
  const rng = createRng(11);
  const pairs = Array.from({ length: 600 }, () => nextTouching(rng));
  const all = pairs.map(([a, b]) => findContacts(a, b, tolerance));

  test("have contacts of every kind, one to many", () => {
    const counts = new Set(all.map((contacts) => contacts.length));
    for (const n of [1, 3, 4, 5, 6]) expect(counts).toContain(n);
    const kinds = new Set(all.flat().map(({ kind }) => kind));
    expect(kinds.size).toBe(3);
    for (const { gap } of all.flat()) expect(Math.abs(gap)).toBeLessThanOrEqual(tolerance);
  });

  test("come in the order of their keys, each once", () => {
    for (const contacts of all) {
      for (let k = 1; k < contacts.length; k++) {
        const [p, q] = [contacts[k - 1], contacts[k]];
        expect(p.keyA < q.keyA || (p.keyA === q.keyA && p.keyB < q.keyB)).toBe(true);
      }
    }
  });

  test("have the same contacts, mirrored, when A and B change their names", () => {
    let worst = 0;
    pairs.forEach(([a, b], k) => {
      const swapped = findContactsAlong(
        all[k][0].normal.map((x) => -x),
        b,
        a,
        tolerance,
      );
      const mirrored = swapped.map((c) => ({ ...c, kind: mirror[c.kind], keyA: c.keyB, keyB: c.keyA }));
      expect(mirrored.map(named).sort()).toEqual(all[k].map(named).sort());
      worst = Math.max(worst, compare(all[k], swapped));
    });
    // 6e-16 m measured: coordinates up to 6, begun at another corner
    expect(worst).toBeLessThan(2e-15);
  });

  test("have the same contacts when the pair is moved as a whole", () => {
    let worst = 0;
    pairs.forEach((pair, k) => {
      const by = nextFrame(rng, 3);
      const [a, b] = moveBoth(pair, by);
      const turn = (v: readonly number[]): number[] =>
        [0, 1, 2].map((r) => by[3 + 3 * r] * v[0] + by[4 + 3 * r] * v[1] + by[5 + 3 * r] * v[2]);
      const contacts = findContactsAlong(turn(all[k][0].normal), a, b, tolerance);
      expect(contacts.map(named)).toEqual(all[k].map(named));
      const expected = all[k].map((c) => ({ ...c, point: turn(c.point).map((x, r) => x + by[r]) }));
      worst = Math.max(worst, compare(contacts, expected));
    });
    // 6e-15 m measured: coordinates up to 10, and a rounded frame
    expect(worst).toBeLessThan(2e-14);
  });

  test("have the same contacts when one is moved and turned by a hair", () => {
    let moved = 0;
    pairs.forEach(([a, b], k) => {
      const hair = turnAbout(
        [0, 1, 2].map(() => nextInRange(rng, -1, 1)),
        1e-9,
      );
      const by = place(
        a.shape,
        [0, 1, 2].map(() => nextInRange(rng, -1e-9, 1e-9)),
        hair,
      ).frame;
      const [near] = moveBoth([a], by);
      const contacts = findContactsAlong(all[k][0].normal, near, b, tolerance);
      expect(contacts.map(named)).toEqual(all[k].map(named));
      moved = Math.max(moved, compare(contacts, all[k]));
    });
    // the hair is at most 1e-9 (√3 + 5) m; crossings of edges that are nearly parallel move more
    expect(moved).toBeGreaterThan(1e-9);
    expect(moved).toBeLessThan(5e-8);
  });

  test("append to what is in the buffer", () => {
    const buffer = new ContactBuffer();
    const result = new PairResult();
    let total = 0;
    pairs.slice(0, 50).forEach(([a, b], k) => {
      result.values.set(all[k][0].normal, PairSlot.normal);
      total += findRegion(buffer, result, a.shape, a.frame, 0, b.shape, b.frame, 0, tolerance);
      expect(buffer.count).toBe(total);
    });
    const points = all.slice(0, 50).flatMap((contacts) => contacts.flatMap(({ point }) => point));
    expect(buffer.point.slice(0, 3 * total)).toEqual(Float64Array.from(points));
  });
});

describe("equal faces", () => {
  const cube = createBox({ size: [1, 1, 1] });

  test("corner on corner is a vertex/face contact whichever is A, with n the other way", () => {
    const [a, b] = [place(cube, [0, 0, 1]), place(cube, [0, 0, 0])];
    const contacts = findContactsAlong(up, a, b);
    const swapped = findContactsAlong([0, 0, -1], b, a);
    expect(contacts.map(({ kind }) => kind)).toEqual(swapped.map(({ kind }) => kind));
    expect(compare(contacts, swapped)).toBe(0);
  });

  test("keep their keys while they slide by less than the tolerance", () => {
    const rng = createRng(3);
    const names = findContactsAlong(up, place(cube, [0, 0, 1]), place(cube, [0, 0, 0])).map(named);
    for (let k = 0; k < 200; k++) {
      const [x, y, z, angle] = [0, 1, 2, 3].map(() => nextInRange(rng, -4e-8, 4e-8));
      const contacts = findContactsAlong(up, place(cube, [x, y, 1 + z], turnAbout(up, angle)), place(cube, [0, 0, 0]));
      expect(contacts.map(named)).toEqual(names);
    }
  });
});

/** Pairs of polyhedra that touch, their contacts as objects, and what can be said of the region that they span. */
import { nextInRange, nextRotation, quat, type Rng } from "@rigor/engine/math";
import { collidePolyhedra } from "../../src/collide/convex/polyhedra.js";
import { WitnessCache } from "../../src/collide/convex/witness-cache.js";
import { findRegion } from "../../src/collide/region/region.js";
import { ContactBuffer, ContactKind } from "../../src/collide/result/contact-buffer.js";
import { PairResult, PairSlot, Witness } from "../../src/collide/result/pair-result.js";
import { fromPolyhedron } from "../../src/collide/shapes/create-shape.js";
import { composeFrames, frameSize, writeFrame } from "../../src/collide/shapes/frame.js";
import type { Polyhedron } from "../../src/collide/shapes/polyhedron.js";
import { createPolyhedron } from "../../src/collide/shapes/polyhedron-check.js";
import type { Shape } from "../../src/collide/shapes/shape.js";

export interface Placed {
  readonly shape: Shape;
  readonly frame: Float64Array;
}

export interface Contact {
  readonly kind: "vertexFace" | "faceVertex" | "edgeEdge";
  readonly point: readonly number[];
  readonly normal: readonly number[];
  readonly gap: number;
  readonly edgeA: readonly number[];
  readonly edgeB: readonly number[];
  readonly keyA: number;
  readonly keyB: number;
}

const identity = [0, 0, 0, 1];

/** A shape at a position, with a rotation [x, y, z, w] of any length. */
export function place(shape: Shape, position: readonly number[], rotation: readonly number[] = identity): Placed {
  const q = Float64Array.from(rotation);
  quat.normalize(q, 0, q, 0);
  const frame = new Float64Array(frameSize);
  writeFrame(frame, 0, Float64Array.from(position), 0, q, 0);
  return { shape, frame };
}

/** The rotation by an angle about an axis. */
export function turnAbout(axis: readonly number[], angle: number): number[] {
  const q = new Float64Array(4);
  quat.fromAxisAngle(q, 0, Float64Array.from(axis), 0, angle);
  return [...q];
}

/** Both, moved rigidly by the frame `by`. */
export function moveBoth(pair: readonly Placed[], by: Float64Array): Placed[] {
  return pair.map(({ shape, frame }) => {
    const moved = new Float64Array(frameSize);
    composeFrames(moved, 0, by, 0, frame, 0);
    return { shape, frame: moved };
  });
}

/** A frame anywhere within `reach` of the origin. */
export function nextFrame(rng: Rng, reach: number): Float64Array {
  const q = new Float64Array(4);
  nextRotation(q, 0, rng);
  const x = Float64Array.from([0, 1, 2], () => nextInRange(rng, -reach, reach));
  const frame = new Float64Array(frameSize);
  writeFrame(frame, 0, x, 0, q, 0);
  return frame;
}

/** A prism along z over a convex polygon (u, v pairs, counter-clockwise), from z = `low` to `high`. */
export function createPrismOver(polygon: readonly (readonly number[])[], low: number, high: number): Shape {
  const n = polygon.length;
  const vertices = Float64Array.from([low, high].flatMap((z) => polygon.flatMap(([u, v]) => [u, v, z])));
  const round = Array.from({ length: n }, (_, k) => k);
  const sides = round.map((k) => [k, (k + 1) % n, n + ((k + 1) % n), n + k]);
  return fromPolyhedron(createPolyhedron(vertices, [[...round].reverse(), round.map((k) => n + k), ...sides]));
}

/** The contacts along the normal that `collidePolyhedra` finds. */
export function findContacts(a: Placed, b: Placed, tolerance = 1e-7): Contact[] {
  const result = new PairResult();
  collidePolyhedra(result, a.shape, a.frame, 0, b.shape, b.frame, 0, new WitnessCache(1), 0, tolerance);
  return listContacts(result, a, b, tolerance);
}

/** The contacts along a given normal: nothing else of the witness is known. */
export function findContactsAlong(normal: readonly number[], a: Placed, b: Placed, tolerance = 1e-7): Contact[] {
  const result = new PairResult();
  result.witness = Witness.none;
  result.values.fill(Number.NaN);
  result.values.set(normal, PairSlot.normal);
  return listContacts(result, a, b, tolerance);
}

export function listContacts(result: PairResult, a: Placed, b: Placed, tolerance: number): Contact[] {
  const buffer = new ContactBuffer();
  const count = findRegion(buffer, result, a.shape, a.frame, 0, b.shape, b.frame, 0, tolerance);
  if (count !== buffer.count) throw new Error(`${count} contacts announced, ${buffer.count} appended`);
  return Array.from({ length: count }, (_, c) => readContact(buffer, c));
}

function readContact(buffer: ContactBuffer, c: number): Contact {
  const triple = (from: Float64Array): number[] => [...from.subarray(3 * c, 3 * c + 3)];
  const kinds = Object.keys(ContactKind) as Contact["kind"][];
  return {
    kind: kinds[buffer.kind[c]],
    point: triple(buffer.point),
    normal: triple(buffer.normal),
    gap: buffer.gap[c],
    edgeA: triple(buffer.edgeA),
    edgeB: triple(buffer.edgeB),
    keyA: buffer.keyA[c],
    keyB: buffer.keyB[c],
  };
}

export const minus = (a: readonly number[], b: readonly number[]): number[] => a.map((x, k) => x - b[k]);
export const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, x, k) => sum + x * b[k], 0);
export const cross = (a: readonly number[], b: readonly number[]): number[] =>
  [0, 1, 2].map((k) => a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3]);

/** The points in order around their middle, counter-clockwise seen against n. */
export function orderAround(points: readonly (readonly number[])[], n: readonly number[]): (readonly number[])[] {
  const middle = [0, 1, 2].map((k) => points.reduce((sum, p) => sum + p[k], 0) / points.length);
  const t = minus(points[0], middle);
  const s = cross(n, t);
  const angle = (p: readonly number[]): number => Math.atan2(dot(minus(p, middle), s), dot(minus(p, middle), t));
  return [...points].sort((p, q) => angle(p) - angle(q));
}

/** The area of the polygon whose corners are the contacts. */
export function measureArea(contacts: readonly Contact[]): number {
  if (contacts.length < 3) return 0;
  const n = contacts[0].normal;
  const corners = orderAround(
    contacts.map((c) => c.point),
    n,
  );
  let twice = 0;
  for (let k = 1; k + 1 < corners.length; k++) {
    twice += dot(n, cross(minus(corners[k], corners[0]), minus(corners[k + 1], corners[0])));
  }
  return twice / 2;
}

/** What a key stands for, from the arrays of the polyhedron. */
export function describeKey({ vertexCount: V, edgeCount: E }: Polyhedron, key: number): string {
  if (key < V) return `corner ${key}`;
  return key < V + E ? `edge ${key - V}` : `face ${key - V - E}`;
}

export function countKinds(contacts: readonly Contact[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { kind } of contacts) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

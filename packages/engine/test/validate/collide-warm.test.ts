/**
 * Every pair of kinds where several answers are right but for rounding: faces on faces, edges along edges and seams, rims and
 * tips on corners, and all of it a hair apart or in one another. What is remembered of a pair decides nothing: gap, normal,
 * points and contacts are those that are found from scratch.
 */
import { createRng, nextInRange, nextInteger, nextOnSphere, nextRotation, quat, type Rng } from "@rigor/engine/math";
import { describe, expect, test } from "vitest";
import { repeats } from "../../../../test/support/campaign.js";
import { collideShapes, findContacts, PairCache } from "../../src/collide/pair/pair.js";
import { ContactBuffer } from "../../src/collide/result/contact-buffer.js";
import { PairResult, Status } from "../../src/collide/result/pair-result.js";
import {
  createBox,
  createCapsule,
  createCone,
  createConvex,
  createCylinder,
  createSphere,
} from "../../src/collide/shapes/create-shape.js";
import { writeFrame } from "../../src/collide/shapes/frame.js";
import type { Shape } from "../../src/collide/shapes/shape.js";
import { createSurface, createTerrain } from "../support/collide-meshes.js";
import { makers, placeFrame } from "../support/curved-shapes.js";

/** What counts as touching, m. */
const tolerance = 1e-7;
/** Rounding of coordinates of about 1 m: measured 2.2e-16 m of gaps, 1.5e-15 of normals and points. */
const gapTolerance = 1e-15;
const tieTolerance = 4e-15;

const octahedron = [1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1].map((x) => 0.5 * x);
const bodies: Record<string, (rng: Rng) => Shape> = {
  sphere: () => createSphere({ radius: 0.5 }),
  capsule: () => createCapsule({ radius: 0.25, height: 1 }),
  box: () => createBox({ size: [1, 0.75, 0.5] }),
  hull: (rng) => makers.convex(rng, 0.5),
  octahedron: () => createConvex({ vertices: octahedron }),
  cylinder: () => createCylinder({ radius: 0.5, height: 1 }),
  cone: () => createCone({ radius: 0.5, height: 1 }),
};
const grounds: Record<string, () => Shape> = {
  "a block": () => createSurface(createBox({ size: [1, 0.75, 0.5] })),
  "a plane": () => createTerrain(8, 0.5, () => 0),
  "a ridge": () => createTerrain(8, 0.5, (x) => -0.5 * Math.abs(x)),
  "a valley": () => createTerrain(8, 0.5, (x) => 0.5 * Math.abs(x)),
};

const home = placeFrame([0, 0, 0]);
const [warm, cold, brought] = [new PairResult(), new PairResult(), new PairResult()];
const [warmRows, coldRows] = [new ContactBuffer(), new ContactBuffer()];
const fresh = new PairCache(1);

/** Finds result and contacts with a cache that knows nothing. */
function findAnew(a: Shape, frame: Float64Array, b: Shape): void {
  fresh.reset(0);
  collideShapes(cold, a, frame, 0, b, home, 0, fresh, 0, tolerance);
  fresh.reset(0);
  coldRows.clear();
  if (cold.status !== Status.disjoint) findContacts(coldRows, cold, a, frame, 0, b, home, 0, fresh, 0, tolerance);
}

const seen = { all: 0, touching: 0 };

/** What differs, or an empty string. */
function compare(a: Shape, frame: Float64Array, b: Shape, cache: PairCache): string {
  findAnew(a, frame, b);
  collideShapes(warm, a, frame, 0, b, home, 0, cache, 0, tolerance);
  warmRows.clear();
  if (warm.status !== Status.disjoint) findContacts(warmRows, warm, a, frame, 0, b, home, 0, cache, 0, tolerance);
  seen.all++;
  if (cold.status === Status.touching) seen.touching++;
  const [c, w] = [cold.values, warm.values];
  const where = (): string =>
    `${Array.from(c).join(" ")}, warm ${Array.from(w).join(" ")} at ${Array.from(frame).join(",")}`;
  if (warm.status !== cold.status) return `status: ${where()}`;
  const far = (i: number, to: number): number => {
    let most = 0;
    for (let k = i; k < to; k++) most = Math.max(most, Math.abs(c[k] - w[k]));
    return most;
  };
  if (c[0] === Infinity) return w[0] === Infinity ? "" : `gap: ${where()}`;
  if (far(0, 1) > gapTolerance) return `gap: ${where()}`;
  if (far(1, 4) > tieTolerance) return `normal: ${where()}`;
  if (far(4, 10) > tieTolerance) return `points: ${where()}`;
  const rows = ({ count, keyA, keyB }: ContactBuffer): string =>
    Array.from({ length: count }, (_, k) => `${keyA[k]} ${keyB[k]}`).join("; ");
  if (rows(warmRows) !== rows(coldRows)) return `contacts ${rows(coldRows)}, warm ${rows(warmRows)}: ${where()}`;
  for (let k = 0; k < coldRows.count; k++) {
    if (Math.abs(coldRows.gap[k] - warmRows.gap[k]) > gapTolerance) return `gap of contact ${k}: ${where()}`;
    for (let i = 3 * k; i < 3 * k + 3; i++) {
      if (Math.abs(coldRows.normal[i] - warmRows.normal[i]) > tieTolerance) return `normal of contact ${k}: ${where()}`;
      if (Math.abs(coldRows.point[i] - warmRows.point[i]) > tieTolerance) return `contact ${k}: ${where()}`;
    }
  }
  return "";
}

const angles = [0, 90, 180, 45, 30, 60].map((degrees) => (degrees * Math.PI) / 180);
const q = new Float64Array(4);
const p = new Float64Array(3);
const turn = new Float64Array(4);

/** A place at eighths of a metre, turned about two of the axes by angles of the square and the hexagon. */
function drawOrderly(rng: Rng): Float64Array {
  const frame = new Float64Array(12);
  q.set([0, 0, 0, 1]);
  for (let k = 0; k < 2; k++) {
    const angle = angles[nextInteger(rng, 0, angles.length - 1)];
    turn.fill(0);
    turn[nextInteger(rng, 0, 2)] = Math.sin(angle / 2);
    turn[3] = Math.cos(angle / 2);
    quat.multiply(q, 0, turn, 0, q.slice(), 0);
  }
  quat.normalize(q, 0, q, 0);
  for (let k = 0; k < 3; k++) p[k] = 0.125 * nextInteger(rng, -8, 8);
  writeFrame(frame, 0, p, 0, q, 0);
  return frame;
}

/** Moves A to where it is apart from B by `aim`; false if there is no such place. */
function bringTo(aim: number, a: Shape, frame: Float64Array, b: Shape): boolean {
  for (let round = 0; round < 5; round++) {
    fresh.reset(0);
    collideShapes(brought, a, frame, 0, b, home, 0, fresh, 0, 0);
    if (!(Math.abs(brought.values[0]) < 1e3)) return false;
    for (let k = 0; k < 3; k++) frame[k] += (aim - brought.values[0]) * brought.values[1 + k];
  }
  return true;
}

type Look = (frame: Float64Array) => void;
const motions: Record<string, (rng: Rng, a: Shape, b: Shape, look: Look) => void> = {
  "from one orderly place to another": (rng, _a, _b, look) => {
    for (let s = 0; s < 6; s++) look(drawOrderly(rng));
  },
  "sliding in touch, by sixteenths of a metre": (rng, a, b, look) => {
    const frame = drawOrderly(rng);
    if (!bringTo([0, 1e-9, -1e-9, 1e-12][nextInteger(rng, 0, 3)], a, frame, b)) return;
    const start = frame.slice();
    const n = brought.values.slice(1, 4);
    const along = nextInteger(rng, 0, 2);
    for (let s = 0; s < 14; s++) {
      for (let k = 0; k < 3; k++) frame[k] = start[k] + 0.0625 * (s - 4) * ((k === along ? 1 : 0) - n[along] * n[k]);
      look(frame);
    }
  },
  "turning in touch": (rng, a, b, look) => {
    const frame = new Float64Array(12);
    const axis = new Float64Array(3);
    nextRotation(q, 0, rng);
    nextOnSphere(p, 0, rng);
    nextOnSphere(axis, 0, rng);
    const aim = [0, 1e-9, -1e-9, 1e-12][nextInteger(rng, 0, 3)];
    for (let s = 0; s < 10; s++) {
      turn.set([0.02 * axis[0], 0.02 * axis[1], 0.02 * axis[2], 1]);
      quat.multiply(q, 0, turn, 0, q.slice(), 0);
      quat.normalize(q, 0, q, 0);
      writeFrame(frame, 0, p, 0, q, 0);
      if (!bringTo(aim, a, frame, b)) return;
      p.set(frame.subarray(0, 3));
      look(frame);
    }
  },
  "trembling in touch": (rng, a, b, look) => {
    const frame = drawOrderly(rng);
    if (!bringTo(0, a, frame, b)) return;
    const start = frame.slice();
    for (let s = 0; s < 12; s++) {
      for (let k = 0; k < 3; k++) frame[k] = start[k] + [0, 1e-15, 1e-12, 1e-9][s % 4] * nextInRange(rng, -1, 1);
      look(frame);
    }
  },
};

/** Of every pair in every motion. */
const rounds = repeats(8, 3);
const names = Object.keys(bodies);
const pairs = names.flatMap((a, i) => [
  ...names.slice(i).map((b) => [a, b] as const),
  ...Object.keys(grounds).map((b) => [a, b] as const),
]);

describe.each(Object.keys(motions))("%s", (motion) => {
  test("all pairs of kinds", () => {
    const rng = createRng(41, Object.keys(motions).indexOf(motion));
    const cache = new PairCache(1);
    const different: string[] = [];
    for (const [nameA, nameB] of pairs) {
      for (let m = 0; m < rounds; m++) {
        const [a, b] = [bodies[nameA](rng), grounds[nameB]?.() ?? bodies[nameB](rng)];
        cache.reset(0);
        motions[motion](rng, a, b, (frame) => {
          const difference = compare(a, frame, b, cache);
          if (difference !== "") different.push(`${nameA} and ${nameB}: ${difference}`);
        });
      }
    }
    expect(different).toEqual([]);
  });
});

test("there was much to compare", () => {
  expect(seen.all).toBeGreaterThan((rounds / 8) * 15_000);
  expect(seen.touching).toBeGreaterThan((rounds / 8) * 9000);
});

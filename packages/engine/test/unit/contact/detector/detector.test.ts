/** Pairs and contacts of the detector against all pairs looked at one by one, along motion that drifts and jumps. */
import { describe, expect, test } from "vitest";
import {
  ContactBuffer,
  collideShapes,
  createBox,
  createPlane,
  createSphere,
  findContacts,
  frameSize,
  PairCache,
  PairResult,
  Status,
  Witness,
} from "../../../../src/collide/index.js";
import { Detector } from "../../../../src/contact/detector/detector.js";
import { extendBox, isFar, writeFatBox } from "../../../../src/contact/detector/detector-kernels.js";
import { addContacts } from "../../../../src/contact/features/contact-add.js";
import { ContactTable } from "../../../../src/contact/table/contact-table.js";
import { Materials } from "../../../../src/contact/table/materials.js";
import { PartTable } from "../../../../src/contact/table/part-table.js";
import { createRng, nextInRange, nextInteger, nextUniform } from "../../../../src/math/index.js";
import { RigidSystem } from "../../../../src/rigid/index.js";
import { DetectorScene, watchPile } from "../../../support/detector-scenes.js";
import {
  makeCloud,
  makePile,
  makePyramid,
  makeStack,
  makeWall,
  measureOverlap,
  movePile,
  type Pile,
} from "../../../support/random-piles.js";
import { randomRotation, randomVector } from "../../../support/rigid-worlds.js";

/** Large, so that many touch. */
const tolerance = 0.05;
const half = Float64Array.of(0.5 * tolerance);

function makeScene(seed: number, bodies: number): DetectorScene {
  const scene = new DetectorScene(seed);
  for (let k = 0; k < bodies; k++) scene.addBody();
  for (let k = 0; k < 3; k++) scene.addSurface();
  for (let k = 0; k < 8; k++) scene.addParticle();
  return scene;
}

function listPairs({ pairs }: Detector): number[][] {
  return Array.from({ length: pairs.count }, (_, k) => [pairs.partA[k], pairs.partB[k]]);
}

function overlap(boxes: Float64Array, i: number, j: number): boolean {
  return [0, 1, 2].every((k) => boxes[6 * i + k] <= boxes[6 * j + 3 + k] && boxes[6 * j + k] <= boxes[6 * i + 3 + k]);
}

/** Numbers of all columns that differ: the two tables must say the same, in the same bits, signs of zero apart if so told. */
function compareTables(a: ContactTable, b: ContactTable, without: readonly string[] = [], isSigned = true): string[] {
  if (a.count !== b.count) return [`${a.count} contacts and ${b.count}`];
  const columns = Object.entries(a).filter(([name, column]) => ArrayBuffer.isView(column) && !without.includes(name));
  expect(columns.length).toBeGreaterThan(20);
  return columns.flatMap(([name, column]) => {
    const other = b[name as keyof ContactTable] as unknown as Float64Array;
    const width = column.length / a.gap.length;
    const faults: string[] = [];
    for (let k = 0; k < width * a.count; k++) {
      if (!(isSigned ? Object.is(column[k], other[k]) : column[k] === other[k]))
        faults.push(`${name}[${k}]: ${column[k]} and ${other[k]}`);
    }
    return faults;
  });
}

/** Whether the balls around two parts come near, if they are balls. */
function mayTouch({ parts: { frames, shapes } }: DetectorScene, i: number, j: number): boolean {
  const reach = (shapes[i]?.reach ?? 0) + (shapes[j]?.reach ?? 0) + 2 * tolerance;
  return Math.hypot(...[0, 1, 2].map((k) => frames[frameSize * i + k] - frames[frameSize * j + k])) < reach;
}

/** The contacts of all pairs that may meet, from scratch, without boxes. */
function addByForce(scene: DetectorScene): { table: ContactTable; pairs: [number, number][] } {
  const { parts, system, materials } = scene;
  const { frames, shapes } = parts;
  const table = new ContactTable();
  const touching: [number, number][] = [];
  for (const [a, b] of scene.listPairs((i, j) => mayTouch(scene, i, j))) {
    const cache = new PairCache(1);
    const result = new PairResult();
    const buffer = new ContactBuffer();
    const A = shapes[a];
    const B = shapes[b];
    if (A === null || B === null) throw new Error("a removed part is wanted");
    collideShapes(result, A, frames, frameSize * a, B, frames, frameSize * b, cache, 0, tolerance);
    findContacts(buffer, result, A, frames, frameSize * a, B, frames, frameSize * b, cache, 0, tolerance);
    if (buffer.count > 0) touching.push([a, b]);
    const rows = Array.from({ length: buffer.count }, (_, row) => [
      buffer.keyA[row],
      buffer.keyB[row],
      ...buffer.point.subarray(3 * row, 3 * row + 3),
      row,
    ]);
    rows.sort((one, two) => one[one.findIndex((x, k) => x !== two[k])] - two[one.findIndex((x, k) => x !== two[k])]);
    for (const { 5: row } of rows) {
      addContacts(table, buffer, row, row + 1, parts, a, b, 0, system, materials);
    }
  }
  return { table, pairs: touching };
}

describe("pairs", () => {
  test.each([1, 2, 3])("are those of all pairs of boxes, along motion, with parts coming and going (%i)", (seed) => {
    const scene = makeScene(seed, 25);
    const { rng, parts } = scene;
    const detectors = [scene.watch({ tolerance }), scene.watch({ tolerance, broadPhase: "sweep" })];
    const boxes = new Float64Array(6 * 400);
    const slots = detectors.map(() => new Map<string, number>());
    let most = 0;
    for (let pass = 0; pass < 40; pass++) {
      scene.move(0.05, pass % 10 === 9 ? 1 : 0.02);
      if (pass % 3 === 0) scene.addBody();
      if (pass % 7 === 0) scene.addParticle();
      if (pass % 4 === 1) {
        const [body] = scene.bodies.splice(nextInteger(rng, 0, scene.bodies.length - 1), 1);
        scene.removeBody(body);
      }
      const [a, b] = [0, 1].map(() => scene.bodies[nextInteger(rng, 0, scene.bodies.length - 1)]);
      if (a !== b) scene.exclude(detectors, a, b);
      for (let k = 0; k < 5; k++) {
        const [c, d] = [0, 1].map(() => scene.bodies[nextInteger(rng, 0, scene.bodies.length - 1)]);
        if (c !== d) expect(scene.include(detectors, c, d)).toBe(true);
      }
      const margin = Float64Array.of(0.1 * nextUniform(rng));
      for (let p = 0; p < parts.count; p++) {
        if (scene.known[p] === undefined || (pass > 0 && nextUniform(rng) < 0.2 && boxes[6 * p + 3] !== 0)) continue;
        writeFatBox(boxes, 6 * p, parts, p, margin, 0);
        for (const detector of detectors) detector.setBox(p, boxes, 6 * p);
      }
      const truth = scene.listPairs((i, j) => overlap(boxes, i, j));
      most = Math.max(most, truth.length);
      for (const [k, detector] of detectors.entries()) {
        detector.update();
        expect(detector.badPart).toBe(-1);
        expect(listPairs(detector)).toEqual(truth);
        const { pairs } = detector;
        const now = new Map(truth.map(([i, j], row) => [`${i} ${j}`, pairs.slot[row]]));
        // every pair has a slot of its own, and keeps it
        expect(new Set(now.values()).size).toBe(pairs.count);
        expect([...now].filter(([pair, slot]) => (slots[k].get(pair) ?? slot) !== slot)).toEqual([]);
        expect(Math.max(-1, ...now.values())).toBeLessThan(pairs.slotCount);
        slots[k] = now;
        expect(truth.map(([i, j]) => detector.findPair(i, j))).toEqual([...truth.keys()]);
        expect(truth.map(([i, j]) => detector.findPair(j, i))).toEqual([...truth.keys()]);
        expect([0, parts.count - 1].map((p) => detector.findPair(p, parts.count))).toEqual([-1, -1]);
      }
    }
    expect(most).toBeGreaterThan(50);
  });

  test("a part without a call is given its own box, or keeps the one it has", () => {
    const { system, parts, detector } = makeTwo();
    detector.update();
    expect(detector.pairs.count).toBe(0);
    system.place(1, [0, 1.5, 0]);
    parts.place(system, 1);
    detector.update();
    expect(detector.pairs.count).toBe(0);
    detector.fitBoxes(new Float64Array(1), 0);
    detector.update();
    expect(listPairs(detector)).toEqual([[0, 1]]);
  });

  test("what is fixed later, or grouped otherwise, meets no more", () => {
    const system = new RigidSystem();
    const parts = new PartTable();
    const detector = new Detector(parts, system, new Materials(), { tolerance });
    parts.addPart(system, system.addBody({ fixed: true }), { shape: createSphere({ radius: 1 }) });
    const particle = system.particles.addParticle({ position: [0, 1, 0] });
    const p = parts.addParticle(system, particle);
    detector.update();
    // the particle is A
    expect(listPairs(detector)).toEqual([[1, 0]]);
    system.particles.setFixed(particle, true);
    detector.update();
    expect(detector.pairs.count).toBe(0);
    system.particles.setFixed(particle, false);
    parts.mask[p] = 0;
    detector.revise();
    detector.update();
    expect(detector.pairs.count).toBe(0);
    parts.mask[p] = 1;
    detector.revise();
    detector.update();
    expect(detector.pairs.count).toBe(1);
    detector.excludeParticle(particle, 0);
    detector.update();
    expect(detector.pairs.count).toBe(0);
    expect(detector.includeParticle(particle, 0)).toBe(true);
    detector.update();
    expect(detector.pairs.count).toBe(1);
  });

  test("a slot that goes to another pair has forgotten the one before", () => {
    const system = new RigidSystem();
    const parts = new PartTable();
    const detector = new Detector(parts, system, new Materials(), { tolerance });
    const shape = createBox({ size: [1, 1, 1] });
    for (const x of [0, 0.9, 5, 9]) {
      parts.addPart(system, system.addBody({ mass: 1, inertia: [1, 1, 1], position: [x, 0.1 * x, 0] }), { shape });
    }
    detector.update();
    const { witness } = detector.cache.witnesses;
    detector.measure(new PairResult(), 0);
    const slot = detector.pairs.slot[0];
    expect(witness[slot]).not.toBe(Witness.none);
    system.place(1, [5.9, 0, 0]);
    parts.place(system, 1);
    detector.fitBoxes(half, 0);
    detector.update();
    expect(listPairs(detector)).toEqual([[1, 2]]);
    expect(detector.pairs.slot[0]).toBe(slot);
    expect(witness[slot]).toBe(Witness.none);
  });

  test("a box that is none leaves the part where it was, and is told", () => {
    const { detector } = makeTwo();
    detector.update();
    detector.setBox(1, new Float64Array(6).fill(Number.NaN), 0);
    detector.update();
    expect(detector.badPart).toBe(1);
  });
});

describe("contacts", () => {
  test.each([1, 2])("are those of the narrow phase called for all pairs, in the same bits (%i)", (seed) => {
    const scene = makeScene(seed, 10);
    const detector = scene.watch({ tolerance });
    let contacts = 0;
    for (let pass = 0; pass < 6; pass++) {
      scene.move(0.05, pass % 3 === 2 ? 1 : 0);
      detector.fitBoxes(half, 0);
      detector.update();
      const { table: truth, pairs } = addByForce(scene);
      contacts += truth.count;
      detector.reset();
      const table = new ContactTable();
      expect(detector.addAllContacts(table)).toBe(truth.count);
      expect(compareTables(table, truth, ["pair"])).toEqual([]);
      // every contact has the slot of its pair, and pairs come in their order
      const slots = pairs.map(([a, b]) => detector.pairs.slot[detector.findPair(a, b)]);
      expect([...new Set(table.pair.subarray(0, table.count))]).toEqual(slots);
    }
    expect(contacts).toBeGreaterThan(30);
  });

  test("depend on the state alone after a reset, whatever came before", () => {
    for (let seed = 0; seed < 4; seed++) {
      const scene = makeScene(seed, 8);
      const old = scene.watch({ tolerance });
      for (let pass = 0; pass < 5; pass++) {
        scene.move(0.1, 0.1);
        old.fitBoxes(half, 0);
        old.update();
        old.addAllContacts(new ContactTable());
      }
      const fresh = scene.watch({ tolerance, broadPhase: seed % 2 === 0 ? "grid" : "sweep" });
      fresh.fitBoxes(half, 0);
      fresh.update();
      expect(listPairs(fresh)).toEqual(listPairs(old));
      const tables = [old, fresh].map((detector) => {
        const table = new ContactTable();
        detector.reset();
        detector.addAllContacts(table);
        return table;
      });
      expect(compareTables(tables[0], tables[1])).toEqual([]);
      // and from here on as well, slots too
      for (let pass = 0; pass < 4; pass++) {
        scene.move(0.1, 0.1);
        for (const [k, detector] of [old, fresh].entries()) {
          detector.fitBoxes(half, 0);
          detector.update();
          tables[k].clear();
          detector.addAllContacts(tables[k]);
        }
        expect(compareTables(tables[0], tables[1])).toEqual([]);
      }
    }
  });

  test("with what is known from before are the same, in the same bits", () => {
    let contacts = 0;
    for (let seed = 10; seed < 13; seed++) {
      const scene = makeScene(seed, 8);
      const warm = scene.watch({ tolerance });
      for (let pass = 0; pass < 12; pass++) {
        scene.move(0.01, 0);
        warm.fitBoxes(half, 0);
        warm.update();
        const table = new ContactTable();
        warm.addAllContacts(table);
        const { table: truth } = addByForce(scene);
        contacts += truth.count;
        expect(compareTables(table, truth, ["pair"])).toEqual([]);
      }
    }
    expect(contacts).toBeGreaterThan(200);
  });

  test("of faces that lie flush, trembling within the tolerance, are the same with what is known from before", () => {
    const rng = createRng(4);
    const options = { seed: 1, scale: 1 };
    let contacts = 0;
    for (const pile of [makeStack(options), makeWall(options), makePyramid(options)]) {
      const { system, detector: warm, ...scene } = watchPile(pile, 1e-7);
      const home = system.state.slice();
      for (let pass = 0; pass < 10; pass++) {
        for (let k = 0; k < home.length - 1; k++) {
          if (k % 13 < 7) system.state[k] = home[k] + (pass % 3 === 0 ? 0 : nextInRange(rng, -2e-8, 2e-8));
        }
        system.derive();
        warm.placeParts();
        const fresh = new Detector(scene.parts, system, scene.materials, { tolerance: 1e-7 });
        const tables = [warm, fresh].map((detector) => {
          const table = new ContactTable();
          detector.fitBoxes(Float64Array.of(1e-7), 0);
          detector.update();
          detector.addAllContacts(table);
          return table;
        });
        contacts += tables[0].count;
        // the normal is that of one of two parallel faces
        expect(compareTables(tables[0], tables[1], ["pair"], false)).toEqual([]);
      }
    }
    expect(contacts).toBeGreaterThan(1000);
  });

  test("are given the slots of their pairs anew", () => {
    const scene = makeScene(5, 15);
    const detector = scene.watch({ tolerance });
    const table = new ContactTable();
    for (let pass = 0; pass < 5; pass++) {
      scene.move(0.2, 0.2);
      detector.fitBoxes(half, 0);
      detector.update();
    }
    detector.addAllContacts(table);
    const gone = table.partA[0];
    detector.reset();
    scene.removeBody(scene.parts.body[gone]);
    detector.update();
    detector.relinkContacts(table);
    expect(table.pair[0]).toBe(-1);
    let kept = 0;
    for (let c = 0; c < table.count; c++) {
      const pair = detector.findPair(table.partA[c], table.partB[c]);
      expect(table.pair[c]).toBe(pair < 0 ? -1 : detector.pairs.slot[pair]);
      if (pair >= 0) kept++;
    }
    expect(kept).toBeGreaterThan(0);
  });
});

describe("overlaps", () => {
  test("the deepest one is found", () => {
    let found = 0;
    for (let seed = 0; seed < 24; seed++) {
      const scene = new DetectorScene(seed, 2.5);
      for (let k = 0; k < 5; k++) scene.addBody();
      if (seed % 3 === 0) scene.addSurface();
      const { frames, shapes } = scene.parts;
      const detector = scene.watch({ tolerance });
      detector.update();
      let deepest = -tolerance;
      let worst: number[] = [];
      for (const [a, b] of scene.listPairs(() => true)) {
        const result = new PairResult();
        const [A, B] = [shapes[a], shapes[b]];
        if (A === null || B === null) throw new Error("a removed part is wanted");
        collideShapes(result, A, frames, frameSize * a, B, frames, frameSize * b, new PairCache(1), 0, tolerance);
        if (result.values[0] >= deepest) continue;
        deepest = result.values[0];
        worst = [a, b];
      }
      const result = new PairResult();
      const pair = detector.findOverlap(result);
      expect(pair < 0 ? [] : listPairs(detector)[pair]).toEqual(worst);
      if (pair < 0) continue;
      found++;
      expect(result.values[0]).toBe(deepest);
      expect(result.status).toBe(Status.overlapping);
    }
    expect(found).toBeGreaterThan(10);
    expect(found).toBeLessThan(24);
  });

  test("there are none in random piles, wherever they are", () => {
    const rng = createRng(3);
    const names = new Set<string>();
    for (let seed = 0; seed < 40; seed++) {
      const pile = makePile(seed);
      names.add(pile.name);
      // some rounding of coordinates, and of the places of faces
      const limit = 1e-14 * pile.bodies.length * pile.scale;
      expect(measureOverlap(pile)).toBeLessThan(limit);
      expect(findDeepest(pile, 1e-9 * pile.scale)).toBe(-1);
      const moved = movePile(pile, randomRotation(rng), randomVector(rng, 10 * pile.scale));
      expect(measureOverlap(moved)).toBeLessThan(10 * limit);
      expect(findDeepest(moved, 1e-9 * pile.scale)).toBe(-1);
    }
    expect(names.size).toBe(5);
  });

  test("there is one where a pile is pressed together", () => {
    const pile = makeCloud({ seed: 1, container: "pit", count: 20, width: 1.5 });
    const pressed = { ...pile, bodies: pile.bodies.map((b) => ({ ...b, position: b.position.map((x) => 0.6 * x) })) };
    expect(measureOverlap(pressed)).toBeGreaterThan(0.01);
    expect(findDeepest(pressed, 1e-9)).toBeGreaterThanOrEqual(0);
  });
});

/** The pair of a pile that overlaps most, or −1. */
function findDeepest(pile: Pile, limit: number): number {
  const { detector } = watchPile(pile, limit);
  detector.update();
  return detector.findOverlap(new PairResult());
}

describe("boxes", () => {
  test("take one another in", () => {
    const box = Float64Array.of(9, 0, 0, 0, 1, 1, 1);
    extendBox(box, 1, Float64Array.of(9, 9, -1, 0.5, 0, 0.5, 0.7, 2), 2);
    expect([...box]).toEqual([9, -1, 0, 0, 1, 1, 2]);
  });

  test("of parts are the smallest, grown by the margin; of planes without an end", () => {
    const system = new RigidSystem();
    const parts = new PartTable();
    const detector = new Detector(parts, system, new Materials(), { tolerance });
    const body = system.addBody({ mass: 1, inertia: [3, 1, 2], center: [1, 0, 0], position: [0, 7, 0] });
    parts.addPart(system, body, { shape: createBox({ size: [2, 4, 6] }), position: [1, 2, 3] });
    parts.addPart(system, system.addBody({ fixed: true }), { shape: createPlane({ normal: [1, 1, 0] }) });
    const box = new Float64Array(12);
    detector.writeBox(box, 0, 0);
    writeFatBox(box, 6, parts, 0, Float64Array.of(0, 0.5), 1);
    const truth = [0, 7, 0, 2, 11, 6];
    for (let k = 0; k < 6; k++) {
      // two roundings of numbers below 16
      expect(Math.abs(box[k] - truth[k])).toBeLessThan(4e-15);
      expect(box[6 + k]).toBe(box[k] + (k < 3 ? -0.5 : 0.5));
    }
    detector.writeBox(box, 0, 1);
    expect([...box.subarray(0, 6)]).toEqual([-1, -1, -1, 1, 1, 1].map((sign) => sign * Infinity));
    detector.update();
    expect(listPairs(detector)).toEqual([[0, 1]]);
  });

  test("what is called far is farther than the tolerance, and what is much farther is called far", () => {
    const scene = makeScene(20, 12);
    const { parts } = scene;
    const { frames, shapes } = parts;
    const limit = Float64Array.of(0.3);
    let far = 0;
    for (let pass = 0; pass < 3; pass++) {
      scene.move(0, 1);
      for (const [a, b] of scene.listPairs(() => true)) {
        const [A, B] = [shapes[a], shapes[b]];
        if (A === null || B === null) throw new Error("a removed part is wanted");
        const result = new PairResult();
        collideShapes(result, A, frames, frameSize * a, B, frames, frameSize * b, new PairCache(1), 0, 0.3);
        const gap = result.values[0];
        if (isFar(parts, a, b, limit)) {
          far++;
          expect(gap).toBeGreaterThan(0.3);
        } else if (B.mesh === null) expect(gap).toBeLessThan(0.6 + 2 * (A.reach + (B.plane === null ? B.reach : 0)));
      }
    }
    expect(far).toBeGreaterThan(100);
  });
});

describe("refusals", () => {
  test.each([
    [{ tolerance: 0 }, /options\.tolerance: must be a finite number > 0, got 0/],
    [{ tolerance: 1e-7, broadPhase: "tree" }, /options\.broadPhase: must be "grid" or "sweep", got "tree"/],
    [undefined, /options: must be an object/],
  ])("options %j", (options, message) => {
    const make = () => new Detector(new PartTable(), new RigidSystem(), new Materials(), options as never);
    expect(make).toThrow(message);
  });

  test("a box for a part that is not there, or was removed", () => {
    const { parts, detector } = makeTwo();
    const box = Float64Array.of(0, 0, 0, 1, 1, 1);
    expect(() => detector.setBox(2, box, 0)).toThrow(/part: must be one of the 2 parts, and not removed, got 2/);
    parts.removeBody(1);
    expect(() => detector.setBox(1, box, 0)).toThrow(/part: must be one of the 2 parts, and not removed, got 1/);
  });
});

/** Two balls, apart; the first is fixed. */
function makeTwo() {
  const system = new RigidSystem();
  const parts = new PartTable();
  const shape = createSphere({ radius: 1 });
  parts.addPart(system, system.addBody({ fixed: true }), { shape });
  parts.addPart(system, system.addBody({ mass: 1, inertia: [1, 1, 1], position: [0, 5, 0] }), { shape });
  return { system, parts, detector: new Detector(parts, system, new Materials(), { tolerance }) };
}

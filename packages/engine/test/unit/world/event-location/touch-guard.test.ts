/** Pairs that hold contacts: until when nothing else of them touches, and until when the contacts have their features. */
import { createBox, createCapsule, createCone, createCylinder, createSphere, type Shape } from "@rigor/engine/collide";
import { ContactForm, ContactTable, Curve, Detector, Materials, type PartTable } from "@rigor/engine/contact";
import { createRng, nextInRange } from "@rigor/engine/math";
import type { RigidSystem } from "@rigor/engine/rigid";
import { describe, expect, test } from "vitest";
import { MarginGuard } from "../../../../src/world/event-location/margin-guard.js";
import { TouchGuard } from "../../../../src/world/event-location/touch-guard.js";
import { PlaneSlot, TouchPlane } from "../../../../src/world/event-location/touch-plane.js";
import { TouchStatus } from "../../../../src/world/event-location/touch-status.js";
import type { StepPath } from "../../../../src/world/trajectory/path.js";
import { createFloorWorld, gapAt, type Motion, pathOf } from "../../../support/step-paths.js";

const tolerance = 1e-7;
const cube = createBox({ size: [1, 1, 1] });

/** q of a turn by an angle about z, then x so that the point p of the body is at `at`. */
function turnAboutPoint(angle: number, p: number[], at: number[]): number[] {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const x = [at[0] - (c * p[0] - s * p[1]), at[1] - (s * p[0] + c * p[1]), at[2] - p[2]];
  return [...x, 0, 0, Math.sin(angle / 2), Math.cos(angle / 2)];
}

interface Held {
  table: ContactTable;
  detector: Detector;
  slot: number;
  pA: number;
  pB: number;
}

/** Contacts of parts pA and pB where they are in the beginning; those that `isActive` names are held. */
function hold(
  system: RigidSystem,
  parts: PartTable,
  path: StepPath,
  p: number,
  q: number,
  isActive: (table: ContactTable, c: number) => boolean = () => true,
): Held {
  const pose = new Float64Array(7);
  for (let body = 0; body < system.count; body++) {
    path.writePose(pose, 0, body, path.times);
    system.state.set(pose, 13 * body);
  }
  system.derive();
  for (let k = 0; k < parts.count; k++) parts.place(system, k);
  const detector = new Detector(parts, system, new Materials(), { tolerance });
  detector.fitBoxes(Float64Array.of(1e-3), 0);
  detector.update();
  const pair = detector.findPair(p, q);
  const table = new ContactTable();
  expect(detector.addContacts(table, pair)).toBeGreaterThan(0);
  for (let c = 0; c < table.count; c++) table.active[c] = isActive(table, c) ? 1 : 0;
  const { partA, partB, slot } = detector.pairs;
  return { table, detector, slot: slot[pair], pA: partA[pair], pB: partB[pair] };
}

function marginsOf(path: StepPath): MarginGuard {
  const watch = new MarginGuard(tolerance);
  watch.range.set([path.times[0], path.times[path.segmentCount]]);
  return watch;
}

function watchOf(path: StepPath): TouchGuard {
  const watch = new TouchGuard(tolerance);
  watch.range.set([path.times[0], path.times[path.segmentCount]]);
  return watch;
}

function findTouch(watch: TouchGuard, path: StepPath, parts: PartTable, held: Held): number {
  const { table, detector, slot, pA, pB } = held;
  return watch.findTouch(path, parts, pA, pB, table, 0, table.count, detector.cache, slot);
}

/** A block with its edge x = −½ on something at height `level`, tilted by φ(t) about it: bottom up for φ > 0. */
const rock = (phi: (t: number) => number, level = 0): Motion => {
  return (t) => turnAboutPoint(phi(t), [-0.5, -0.5, 0], [-0.5, level, 0]);
};

describe("a box that rocks about an edge", () => {
  const phi = (t: number): number => 0.02 - 0.4 * t;
  const landing = 0.05;

  test.each([
    ["the floor", [cube]],
    ["a box", [cube, createBox({ size: [4, 1, 4] })]],
  ])("over %s: the other edge lands", (_, shapes) => {
    const { system, parts } = createFloorWorld(shapes as Shape[]);
    const onBox = shapes.length > 1;
    const motions = [rock(phi, onBox ? 2 : 0)];
    if (onBox) motions.push(() => [0, 1.5, 0, 0, 0, 0, 1]);
    const path = pathOf(system, motions, 0, 0.08);
    const held = hold(system, parts, path, 0, 1);
    expect(held.table.count).toBe(2);
    const watch = watchOf(path);
    expect(findTouch(watch, path, parts, held)).toBe(TouchStatus.reach);
    expect(watch.proved).toBe(true);
    // the quartic is off the arc by 1e-13 m, at 0.4 m/s; positions round by 4e-16

    expect(Math.abs(watch.time[0] - landing)).toBeLessThan(1e-12);
    expect(watch.part).toBe(0);
    expect([1, 5]).toContain(watch.corner);
    // before that, nothing
    watch.range[1] = watch.time[0] - 1e-6;
    expect(findTouch(watch, path, parts, held)).toBe(TouchStatus.none);
    expect(watch.time[0]).toBe(watch.range[1]);
    expect(watch.looks).toBeLessThan(12);
  });

  test("it rocks up, and down beyond where it began: the time of falling through", () => {
    // an inactive edge that touches at first
    const { system, parts } = createFloorWorld([cube]);
    const path = pathOf(system, [rock((t) => t * (0.2 - 4 * t))], 0, 0.08);
    const isPivot = (table: ContactTable, c: number): boolean => table.localA[3 * c] < 0;
    const held = hold(system, parts, path, 0, 1, isPivot);
    expect(held.table.count).toBe(4);
    const watch = watchOf(path);
    expect(findTouch(watch, path, parts, held)).toBe(TouchStatus.reach);
    // it has left in between, so that it comes to touch at 0: the quartic is off the arc by 3e-9 m there, at 0.2 m/s
    expect(Math.abs(watch.time[0] - 0.05)).toBeLessThan(3e-8);
    watch.range[1] = 0.0499;
    expect(findTouch(watch, path, parts, held)).toBe(TouchStatus.none);
    // one that goes down from the beginning counts when it is half the tolerance deeper: 5e-8 m at 0.2 m/s
    const falls = pathOf(system, [rock((t) => -0.2 * t)], 0, 0.08);
    watch.range[1] = 0.08;
    expect(findTouch(watch, falls, parts, held)).toBe(TouchStatus.reach);
    expect(Math.abs(watch.time[0] - 0.5 * tolerance * 5)).toBeLessThan(1e-13);
  });
});

describe("nothing happens", () => {
  test("a box slides and turns on the floor: one look", () => {
    const { system, parts } = createFloorWorld([cube]);
    const spin: Motion = (t) => [3 * t, 0.5, -t * t, 0, 2 * t, 0, 1];
    const path = pathOf(system, [spin], 0, 0.2);
    const held = hold(system, parts, path, 0, 1, (_, c) => c < 3);
    expect(held.table.count).toBe(4);
    const watch = watchOf(path);
    expect(findTouch(watch, path, parts, held)).toBe(TouchStatus.none);
    expect(watch.proved).toBe(true);
    expect(watch.looks).toBe(1);
  });

  test("a sphere on anything convex", () => {
    const { system, parts } = createFloorWorld([createSphere({ radius: 0.5 })]);
    const path = pathOf(system, [(t) => [t, 0.5, 0, 0, 0, 0, 1]], 0, 1);
    const watch = watchOf(path);
    expect(findTouch(watch, path, parts, hold(system, parts, path, 0, 1))).toBe(TouchStatus.none);
    expect([watch.looks, watch.proved]).toEqual([0, true]);
  });

  test("a beam tips over the edge of a box: its own face is the witness", () => {
    // the beam lies along x over the edge x = ½, y = 1 of the box, tilts about it, and its end comes below the top
    const beam = createBox({ size: [3, 0.2, 0.4] });
    const { system, parts } = createFloorWorld([beam, cube]);
    const tips: Motion = (t) => turnAboutPoint(-0.02 - 0.1 * t, [0, -0.1, 0], [0.5, 1, 0]);
    const path = pathOf(system, [tips, () => [0, 0.5, 0, 0, 0, 0, 1]], 0, 0.3);
    const held = hold(system, parts, path, 0, 1);
    expect(held.table.count).toBe(2);
    const watch = watchOf(path);
    expect(findTouch(watch, path, parts, held)).toBe(TouchStatus.none);
    expect(watch.proved).toBe(true);
  });
});

describe("on a body that moves", () => {
  test("a box that is carried along, with one corner of four not held", () => {
    const { system, parts } = createFloorWorld([cube, createBox({ size: [4, 1, 4] })]);
    // both turn about the y axis at 2 to 3 rad/s, and the lower one goes up and down
    const angle = (t: number): number => 2 * t + 5 * t * t;
    const height = (t: number): number => 3 * t - t * t;
    const below: Motion = (t) => [0, height(t), 0, 0, Math.sin(angle(t) / 2), 0, Math.cos(angle(t) / 2)];
    const above: Motion = (t) => {
      const [c, s] = [Math.cos(angle(t)), Math.sin(angle(t))];
      return [c, 1 + height(t), -s, ...Array.from(below(t)).slice(3)];
    };
    const path = pathOf(system, [above, below], 0, 0.05);
    const held = hold(system, parts, path, 0, 1, (_, c) => c < 3);
    expect(held.table.count).toBe(4);
    const watch = watchOf(path);
    expect(findTouch(watch, path, parts, held)).toBe(TouchStatus.none);
    expect(watch.proved).toBe(true);
    // 1: what turns about the normal, and goes along it together, has no acceleration off the plane
    expect(watch.looks).toBeLessThan(3);
  });
});

test("second derivatives of all distances are within their bounds, whatever moves", () => {
  const rng = createRng(12);
  const at = new Float64Array(1);
  let tightest = Infinity;
  for (let trial = 0; trial < 40; trial++) {
    const { system, parts } = createFloorWorld([cube, createBox({ size: [2, 1, 1.5] })]);
    // about an axis that is the normal for every other one
    const move = (x: number[]): Motion => {
      const v = [0, 1, 2, 3, 4, 5].map(() => nextInRange(rng, -2, 2));
      const w = [0, 1, 2].map((k) => (k === 1 || trial % 2 ? nextInRange(rng, -3, 3) : 0));
      return (t) => [...x.map((c, k) => c + v[k] * t + v[3 + k] * t * t), ...w.map((c) => c * t), 1];
    };
    const still: Motion = () => [0, 0, 0, 0, 0, 0, 1];
    const path = pathOf(system, [move([0.2, 1, 0.1]), trial % 4 < 2 ? move([0, 0, 0]) : still], 0, 0.1);
    const plane = new TouchPlane();
    const table = new ContactTable();
    if (trial % 5 === 4) {
      const c = table.add();
      table.partA[c] = 0;
      table.partB[c] = 1;
      table.axisA.set([1, 0, 0]);
      table.axisB.set([0, 0, 1]);
      table.localA.set([0, -0.5, -0.5]);
      table.localB.set([1, 0.5, 0]);
      table.side[c] = -1;
      plane.setEdges(parts, table, c);
    } else if (trial % 5 === 3)
      plane.setFace(parts, 0, 1, Float64Array.of(0, -1, 0), 0, Float64Array.of(0, -0.5, 0), 0);
    else plane.setFace(parts, 1, 0, Float64Array.of(0, 1, 0), 0, Float64Array.of(0, 0.5, 0), 0);
    const valuesAt = (t: number): Float64Array => {
      at[0] = t;
      plane.evaluate(path, parts, table, at);
      return plane.values.slice(0, plane.count);
    };
    valuesAt(0);
    plane.bound(path, parts, path.times);
    const alpha = plane.numbers[PlaneSlot.acceleration];
    if (alpha === Infinity) continue;
    let most = 0;
    const s = 1e-3;
    for (let t = s; t < 0.1 - s; t += 2e-3) {
      const [a, b, c] = [t - s, t, t + s].map(valuesAt);
      for (let k = 0; k < plane.count; k++) most = Math.max(most, Math.abs(a[k] - 2 * b[k] + c[k]) / (s * s));
    }
    // differences round by 1e-15/s²
    expect(most).toBeLessThan(alpha + 1e-9);
    tightest = Math.min(tightest, alpha / most);
  }
  // some of them are no looser than that
  expect(tightest).toBeLessThan(1.5);
});

describe("crossed edges", () => {
  // a cube on its edge along x, over another on its edge along z, both at the origin
  const half = Math.SQRT1_2;
  const lower = [0, 0, Math.sin(Math.PI / 8), Math.cos(Math.PI / 8)];

  test("the plane of both edges separates them", () => {
    const { system, parts } = createFloorWorld([cube, cube]);
    // B has its upper edge, along z, at the origin; A its lower edge, along x, there, and turns about it
    const tilted: Motion = (t) => {
      const a = Math.PI / 4 - 0.1 + 0.5 * t;
      const y = 0.5 * Math.cos(a) + 0.5 * Math.sin(a);
      const z = 0.5 * Math.sin(a) - 0.5 * Math.cos(a);
      return [0.1, y, z, Math.sin(a / 2), 0, 0, Math.cos(a / 2)];
    };
    const path = pathOf(system, [tilted, () => [0, -half, 0, ...lower]], 0, 0.1);
    const held = hold(system, parts, path, 0, 1);
    expect(held.table.form[0]).toBe(ContactForm.edgeEdge);
    const watch = watchOf(path);
    expect(findTouch(watch, path, parts, held)).toBe(TouchStatus.none);
    expect(watch.proved).toBe(true);
  });

  test("until a face of A comes to lie on the edge of B", () => {
    const { system, parts } = createFloorWorld([cube, cube]);
    // the lower face of A, y = −½, comes down on the edge of B at a = 0
    const falls: Motion = (t) => {
      const a = 0.05 - 0.5 * t;
      const y = 0.5 * Math.cos(a) + 0.5 * Math.sin(a);
      const z = 0.5 * Math.sin(a) - 0.5 * Math.cos(a);
      return [0.1, y, -z, -Math.sin(a / 2), 0, 0, Math.cos(a / 2)];
    };
    const path = pathOf(system, [falls, () => [0, -half, 0, ...lower]], 0, 0.12);
    const held = hold(system, parts, path, 0, 1);
    expect(held.table.form[0]).toBe(ContactForm.edgeEdge);
    const watch = watchOf(path);
    expect(findTouch(watch, path, parts, held)).toBe(TouchStatus.witness);
    expect(watch.proved).toBe(true);
    expect(watch.part).toBe(0);
    // the quartic is off the arc by 5e-13 m, at 0.5 m/s
    expect(Math.abs(watch.time[0] - 0.1)).toBeLessThan(4e-12);
  });
});

describe("other shapes", () => {
  test("a capsule on one end: the other one comes down", () => {
    const { system, parts } = createFloorWorld([createCapsule({ radius: 0.2, height: 1 })]);
    // lying along x: y of the shape turned onto −x, then tilted by φ about the centre of one end
    const phi = (t: number): number => 0.03 - 0.4 * t;
    const motion: Motion = (t) => turnAboutPoint(Math.PI / 2 + phi(t), [0, 0.5, 0], [0, 0.2, 0]);
    const path = pathOf(system, [motion], 0, 0.1);
    const held = hold(system, parts, path, 0, 1);
    expect(held.table.count).toBe(1);
    const watch = watchOf(path);
    expect(findTouch(watch, path, parts, held)).not.toBe(TouchStatus.none);
    expect(watch.proved).toBe(true);
    expect(Math.abs(watch.time[0] - 0.075)).toBeLessThan(1e-11);
  });

  test("a cylinder that stands and sinks in: its points", () => {
    const { system, parts } = createFloorWorld([createCylinder({ radius: 0.5, height: 1 })]);
    const path = pathOf(system, [(t) => [0, 0.5 - 1e-6 * t, 0, 0, 0, 0, 1]], 0, 1);
    const held = hold(system, parts, path, 0, 1);
    // one of the eight is held, the others are looked at
    held.table.active.fill(0);
    held.table.active[0] = 1;
    const watch = watchOf(path);
    expect(findTouch(watch, path, parts, held)).toBe(TouchStatus.reach);
    expect(watch.proved).toBe(true);
    // half the tolerance
    expect(Math.abs(watch.time[0] - 0.5 * tolerance * 1e6)).toBeLessThan(1e-9);
    const level = pathOf(system, [(t) => [t, 0.5, 0, 0, 0, 0, 1]], 0, 1);
    expect(findTouch(watch, level, parts, held)).toBe(TouchStatus.none);
  });

  test.each([
    ["cylinder", createCylinder({ radius: 0.5, height: 1 }), Math.PI / 2],
    // its tip comes down where the side lies on the floor
    ["cone", createCone({ radius: 0.5, height: 1 }), Math.PI / 2 + Math.atan2(0.5, 1)],
  ])("a %s on its rim falls over: what is above comes down", (_, shape, lying) => {
    const { system, parts } = createFloorWorld([shape]);
    const phi = (t: number): number => lying - 0.02 + 0.4 * t;
    const motion: Motion = (t) => turnAboutPoint(phi(t), [-0.5, -shape.halfHeight, 0], [0, 0, 0]);
    const path = pathOf(system, [motion], 0, 0.08);
    const held = hold(system, parts, path, 0, 1);
    expect(held.table.count).toBe(1);
    expect(held.table.curve[0]).toBe(Curve.rimPlane);
    const watch = watchOf(path);
    expect(findTouch(watch, path, parts, held)).toBe(TouchStatus.reach);
    expect(watch.proved).toBe(true);
    expect(watch.corner).toBe(1);
    expect(Math.abs(watch.time[0] - 0.05)).toBeLessThan(1e-12);
    watch.range[1] = watch.time[0] - 1e-6;
    expect(findTouch(watch, path, parts, held)).toBe(TouchStatus.none);
  });

  test("a cap that comes to lie flat: its far side is within a hundredth of the tolerance when it is caught", () => {
    const { system, parts } = createFloorWorld([createCylinder({ radius: 0.5, height: 1 })]);
    const path = pathOf(system, [(t) => turnAboutPoint(1e-6 * (1 - t), [-0.5, -0.5, 0], [0, 0, 0])], 0, 2);
    const held = hold(system, parts, path, 0, 1);
    const [rim] = Array.from({ length: held.table.count }, (_, c) => c).filter((c) => held.table.active[c] === 1);
    expect(held.table.curve[rim]).toBe(Curve.rimPlane);
    const watch = marginsOf(path);
    expect(watch.find(path, parts, held.table, rim)).toBe(true);
    const farSide = 1e-6 * (1 - watch.time[0]);
    expect(farSide).toBeLessThan(0.01 * tolerance);
    // not much later than it must be: each pass by flat takes the more steps the nearer it is
    expect(farSide).toBeGreaterThan(0.005 * tolerance);
    expect(watch.delay[0]).toBe(0);
  });
});

// none of its corners is held, so that no plane is followed: the gap is looked at
test("a cube that sinks by less than half the tolerance in a step is caught in the next one", () => {
  const { system, parts } = createFloorWorld([cube]);
  const sinks: Motion = (t) => [0, 0.5 - tolerance * t, 0, 0, 0, 0, 1];
  const path = pathOf(system, [sinks], 0, 1);
  const held = hold(system, parts, path, 0, 1, () => false);
  const watch = watchOf(path);
  watch.range.set([0, 0.4]);
  expect(findTouch(watch, path, parts, held)).toBe(TouchStatus.none);
  expect(watch.proved).toBe(false);
  watch.range.set([0.4, 0.8]);
  expect(findTouch(watch, path, parts, held)).toBe(TouchStatus.sunk);
  expect(watch.time[0]).toBe(0.4);
  // a depth that event handling has left may stay
  watch.restart();
  expect(findTouch(watch, path, parts, held)).toBe(TouchStatus.none);
});

describe("margins", () => {
  test("a box slides over the end of another: each corner at its time", () => {
    const { system, parts } = createFloorWorld([cube, createBox({ size: [4, 1, 4] })]);
    const slides: Motion = (t) => [1 + 2 * t + t * t, 2, 0.3, 0, 0, 0, 1];
    const path = pathOf(system, [slides, () => [0, 1.5, 0, 0, 0, 0, 1]], 0, 1);
    const { table } = hold(system, parts, path, 0, 1);
    expect(table.count).toBe(4);
    const watch = marginsOf(path);
    for (let c = 0; c < 4; c++) {
      const from = 1 + table.localA[3 * c];
      const lost = watch.find(path, parts, table, c);
      // from + 2t + t² = 2
      const closed = Math.sqrt(1 + (2 - from)) - 1;
      expect(lost).toBe(closed < 1);
      // 4e-16 m at 2 m/s and more
      if (lost) expect(Math.abs(watch.time[0] - closed)).toBeLessThan(4e-16);
    }
    // far from the border a few looks are enough
    watch.range[1] = 0.1;
    expect(watch.find(path, parts, table, 0)).toBe(false);
    expect(watch.looks).toBeLessThan(4);
  });

  // seen from the plate the centre of the ball moves by ω R, though no point of the plate moves by as much
  test("a plate that turns under a large ball", () => {
    const plate = createBox({ size: [0.2, 0.02, 0.2] });
    const { system, parts } = createFloorWorld([createSphere({ radius: 1 }), plate]);
    const turns: Motion = (t) => [0, 3.99, 0, 0, 0, Math.sin(t), Math.cos(t)];
    const path = pathOf(system, [() => [0, 5, 0, 0, 0, 0, 1], turns], 0, 0.08);
    const held = hold(system, parts, path, 0, 1);
    const watch = marginsOf(path);
    expect(watch.find(path, parts, held.table, 0)).toBe(true);
    // half the width, 0.1, from a lever of 1.01: at sin 2t; the quartic is off the turn by 1e-9
    expect(Math.abs(watch.time[0] - Math.asin(0.1 / 1.01) / 2)).toBeLessThan(2e-9);
  });

  test("flush at first: it counts as lost when it has gone by half the tolerance", () => {
    const { system, parts } = createFloorWorld([cube, createBox({ size: [4, 1, 4] })]);
    const slides: Motion = (t) => [1.5 + t, 2, 0.3, 0, 0, 0, 1];
    const path = pathOf(system, [slides, () => [0, 1.5, 0, 0, 0, 0, 1]], 0, 1);
    const { table } = hold(system, parts, path, 0, 1);
    const watch = marginsOf(path);
    const times = [];
    for (let c = 0; c < table.count; c++) {
      if (table.form[c] !== ContactForm.pointPlane || table.localA[3 * c] < 0) continue;
      if (watch.find(path, parts, table, c)) times.push(watch.time[0]);
    }
    for (const t of times) expect(Math.abs(t - 0.5 * tolerance)).toBeLessThan(1e-14);
  });

  test("beyond its border it goes no farther by many steps than by one", () => {
    const { system, parts } = createFloorWorld([cube, createBox({ size: [4, 1, 4] })]);
    const slides: Motion = (t) => [1.5 + t, 2, 0.3, 0, 0, 0, 1];
    const pathFrom = (from: number) =>
      pathOf(system, [slides, () => [0, 1.5, 0, 0, 0, 0, 1]], from, from + 0.2 * tolerance);
    const { table } = hold(system, parts, pathFrom(0), 0, 1);
    const watch = new MarginGuard(tolerance);
    const c = Array.from({ length: table.count }, (_, k) => k).find((k) => table.localA[3 * k] > 0) as number;
    let lost = -1;
    for (let step = 0; step < 10 && lost < 0; step++) {
      const path = pathFrom(0.2 * step * tolerance);
      watch.range.set([path.times[0], path.times[path.segmentCount]]);
      if (watch.find(path, parts, table, c)) lost = watch.time[0];
    }
    // 2e-16 for places beside 2 m
    expect(Math.abs(lost - 0.5 * tolerance)).toBeLessThan(1e-15);
    // found again where it is, it may go as far again
    watch.restart();
    const path = pathFrom(lost);
    watch.range.set([path.times[0], path.times[path.segmentCount]]);
    expect(watch.find(path, parts, table, c)).toBe(false);
  });

  // where forces jam, steps are a few neighbouring times, and bounds of speeds along edges that are all but parallel have no end
  test("a step of five neighbouring times is looked at once for each of them", () => {
    const { system, parts } = createFloorWorld([cube, createBox({ size: [4, 1, 4] })]);
    const begin = 0.2;
    const end = begin + 5 * 2 ** -55;
    const slides: Motion = (t) => [1.5 - 1e10 * (t - begin), 2, 0.3, 0, 0, 0, 1];
    const path = pathOf(system, [slides, () => [0, 1.5, 0, 0, 0, 0, 1]], begin, end);
    const { table } = hold(system, parts, path, 0, 1);
    const watch = marginsOf(path);
    for (let c = 0; c < table.count; c++) {
      expect(watch.find(path, parts, table, c)).toBe(false);
      expect(watch.looks).toBeLessThan(8);
    }
  });

  test("none on a floor without border", () => {
    const { system, parts } = createFloorWorld([cube]);
    const path = pathOf(system, [(t) => [t, 0.5, 0, 0, 0, 0, 1]], 0, 100);
    const { table } = hold(system, parts, path, 0, 1);
    const watch = marginsOf(path);
    for (let c = 0; c < 4; c++) expect(watch.find(path, parts, table, c)).toBe(false);
  });

  // the foremost point runs R/w times as far as the cap tilts: of one that is all but flat it is known to little
  test.each([0.1, 1e-3, 1e-6])("a rim tilted by %f slides over the border of a face", (w) => {
    const [R, h] = [0.5, 0.1];
    const { system, parts } = createFloorWorld([
      createCylinder({ radius: R, height: 2 * h }),
      createBox({ size: [2, 1, 2] }),
    ]);
    const [c, s] = [Math.cos(w), Math.sin(w)];
    const q = [0, 0, -Math.sin(w / 2), Math.cos(w / 2)];
    // the foremost point begins 3e-10 m within the border
    const slides: Motion = (t) => [1 - 3e-10 - R * c + h * s + 1e-3 * t, 1.5 + h * c + R * s, 0, ...q];
    const path = pathOf(system, [slides, () => [0, 1, 0, 0, 0, 0, 1]], 0, 1);
    const { table } = hold(system, parts, path, 0, 1);
    expect(table.count).toBe(1);
    const watch = marginsOf(path);
    expect(watch.find(path, parts, table, 0)).toBe(true);
    // ½ δ, and as far as the rim is above the border by δ/1000; lengths of 1 m round by 2e-16
    const beyond = 0.5 * tolerance + (1e-3 * tolerance) / s;
    expect(Math.abs(1e-3 * watch.time[0] - 3e-10 - beyond)).toBeLessThan(1e-15);
  });
});

test("random turns about a corner: nothing goes in before the time found", () => {
  const rng = createRng(4);
  const found = [0, 0, 0, 0];
  for (let trial = 0; trial < 12; trial++) {
    const onBox = trial % 2 === 1;
    const shapes = onBox ? [cube, createBox({ size: [4, 1, 4] })] : [cube];
    const { system, parts } = createFloorWorld(shapes);
    // about the corner (−½, −½, −½), which stays where it is
    const w = [0, 1, 2].map(() => nextInRange(rng, -0.2, 0.2));
    const q0 = [nextInRange(rng, -0.05, 0.001), nextInRange(rng, -1, 1), nextInRange(rng, -0.001, 0.05), 1];
    const level = onBox ? 2 : 0;
    const motion: Motion = (t) => {
      const q = [...w.map((a, k) => q0[k] + a * t), 1];
      const n = q.reduce((sum, x) => sum + x * x, 0);
      const [x, y, z, s] = q.map((c) => c / Math.sqrt(n));
      const rotate = ([a, b, c]: number[]): number[] => [
        (1 - 2 * (y * y + z * z)) * a + 2 * (x * y - s * z) * b + 2 * (x * z + s * y) * c,
        2 * (x * y + s * z) * a + (1 - 2 * (x * x + z * z)) * b + 2 * (y * z - s * x) * c,
        2 * (x * z - s * y) * a + 2 * (y * z + s * x) * b + (1 - 2 * (x * x + y * y)) * c,
      ];
      const r = rotate([-0.5, -0.5, -0.5]);
      return [0.2 - r[0], level - r[1], -0.1 - r[2], x, y, z, s];
    };
    const motions = onBox ? [motion, (): number[] => [0, 1.5, 0, 0, 0, 0, 1]] : [motion];
    const path = pathOf(system, motions, 0, 0.1);
    // it must stand on that corner alone, or on others that touch, to begin with
    if (Math.abs(gapAt(path, parts, 0, 1, 0)) > tolerance / 2) continue;
    const held = hold(system, parts, path, 0, 1, (table, c) => {
      return [0, 1, 2].every((k) => Math.abs(table.localA[3 * c + k] + 0.5) < 1e-9);
    });
    const watch = watchOf(path);
    const status = findTouch(watch, path, parts, held);
    found[status]++;
    expect(watch.proved).toBe(true);
    const end = watch.time[0];
    let least = Infinity;
    for (let k = 0; k <= 20_000; k++) least = Math.min(least, gapAt(path, parts, 0, 1, (k / 20_000) * end));
    expect(least).toBeGreaterThan(-tolerance);
    if (status === TouchStatus.none) continue;
    // and it is no false alarm: it does go in afterwards
    let deepest = Infinity;
    for (let k = 1; k <= 200; k++) deepest = Math.min(deepest, gapAt(path, parts, 0, 1, end + (k / 200) * (0.1 - end)));
    if (end < 0.0999) expect(deepest).toBeLessThan(-tolerance / 2);
  }

  expect(found[TouchStatus.none]).toBeGreaterThan(2);
  expect(found[TouchStatus.reach] + found[TouchStatus.witness]).toBeGreaterThan(2);
});

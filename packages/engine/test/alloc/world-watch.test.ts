/** No garbage in what watches a step: the path, impacts of pairs, pairs that touch, margins. */
import { createBox, createCapsule, createCylinder, PairCache, type Shape } from "@rigor/engine/collide";
import { type ContactTable, Detector, Materials, type PartTable, ContactTable as Table } from "@rigor/engine/contact";
import { dopri5 } from "@rigor/engine/ode";
import { createRotatePath, type RigidSystem } from "@rigor/engine/rigid";
import { describe, expect, test } from "vitest";
import { MarginGuard } from "../../src/world/event-location/margin-guard.js";
import { PairGuard, PairRange } from "../../src/world/event-location/pair-guard.js";
import { TouchGuard } from "../../src/world/event-location/touch-guard.js";
import { StepPath } from "../../src/world/trajectory/path.js";
import { writePairBounds, writeSweptBox } from "../../src/world/trajectory/path-parts.js";
import { bytesPerCall } from "../support/allocation.js";
import { createFloorWorld, layoutOf, type Motion, pathOf } from "../support/step-paths.js";

const cube = createBox({ size: [1, 1, 1] });
const calls = 200;

/** Contacts of two parts where they are in the beginning of the path, all held. */
function hold(system: RigidSystem, parts: PartTable, path: StepPath, p: number, q: number): ContactTable {
  const pose = new Float64Array(7);
  for (let body = 0; body < system.count; body++) {
    path.writePose(pose, 0, body, path.times);
    system.state.set(pose, 13 * body);
  }
  system.derive();
  for (let k = 0; k < parts.count; k++) parts.place(system, k);
  const detector = new Detector(parts, system, new Materials(), { tolerance: 1e-7 });
  detector.fitBoxes(Float64Array.of(1e-3), 0);
  detector.update();
  const table = new Table();
  detector.addContacts(table, detector.findPair(p, q));
  table.active.fill(1);
  return table;
}

describe("nothing is left on the heap by", () => {
  test("recording a step, copying it, poses, bounds and boxes", () => {
    const { system, parts, floor } = createFloorWorld([cube, cube], { gravity: true });
    system.addBody({ path: createRotatePath({ axis: [0, 0, 1], rate: 3, position: [1, 0, 0], center: [0, 0, 0] }) });
    system.place(0, [0, 3, 0], [0, 0, 0, 1], [1, 0, 0], [1, 2, 3]);
    const driven = parts.addPart(system, 3, { shape: cube });
    const stepper = dopri5(system, { tolerance: 1e-8 });
    stepper.step();
    const layout = layoutOf(system, [0, 1]);
    const path = new StepPath(system);
    const copy = new StepPath(system);
    const out = new Float64Array(8);
    const at = new Float64Array(1);
    const n = Float64Array.of(0, 1, 0);
    const once = (): void => {
      path.record(stepper, layout);
      path.copyTo(copy);
      at[0] = 0.5 * path.times[1];
      for (let body = 0; body < 4; body++) path.writePose(out, 0, body, at);
      for (let body = 0; body < 4; body++) path.writeBounds(out, 0, body, path.times);
      path.writeBoundsAlong(out, 0, 0, n, 0, path.times);
      writePairBounds(out, 0, path, parts, 0, 1, path, path.times);
      writePairBounds(out, 0, path, parts, 0, floor, copy, path.times);
      for (let p = 0; p <= driven; p++) writeSweptBox(out, 0, path, parts, p);
      copy.cut(at);
    };
    expect(bytesPerCall(once, calls)).toBe(0);
    expect(out[3]).toBeGreaterThan(out[0]);
  });

  test("impacts of pairs", () => {
    const { system, parts, floor } = createFloorWorld([cube, cube]);
    const motions: Motion[] = [
      (t) => [0, 2 - 5 * t, 0, 0.3 * t, 0, 0.5 * t, 1],
      (t) => [2 - t, 2 - 3 * t, 0.2, 0, 0.4 * t, 0, 1],
    ];
    const path = pathOf(system, motions, 0, 1);
    const watch = new PairGuard(1e-7);
    const cache = new PairCache(4);
    let hits = 0;
    const once = (): void => {
      watch.range[PairRange.from] = 0;
      watch.range[PairRange.to] = 1;
      watch.range[PairRange.gap] = 0;
      if (watch.find(path, path, parts, 0, floor, cache, 0) !== 0) hits++;
      if (watch.find(path, path, parts, 0, 1, cache, 1) !== 0) hits++;
    };
    expect(bytesPerCall(once, 100)).toBe(0);
    expect(hits).toBeGreaterThan(0);
  });

  const turn = (t: number): number[] => {
    const a = 0.02 - 0.4 * t;
    const [c, s] = [Math.cos(a), Math.sin(a)];
    return [-0.5 + 0.5 * (c - s), 0.5 * (c + s), 0, 0, 0, Math.sin(a / 2), Math.cos(a / 2)];
  };
  const raised = (t: number): number[] => turn(t).map((x, k) => (k === 1 ? x + 2 : x));
  test.each<[string, Shape[], Motion[], boolean]>([
    ["a box that lands on the floor", [cube], [turn], true],
    [
      "a box that lands on a box",
      [cube, createBox({ size: [4, 1, 4] })],
      [raised, () => [0, 1.5, 0, 0, 0, 0, 1]],
      true,
    ],
    [
      "a capsule on a floor",
      [createCapsule({ radius: 0.5, height: 1 })],
      [(t) => [t, 0.5, 0, 0.5, 0.5, 0.5, 0.5]],
      false,
    ],
    ["a cylinder, by samples", [createCylinder({ radius: 0.5, height: 1 })], [(t) => [t, 0.5, 0, 0, 0, 0, 1]], false],
  ])("%s, and its margins", (_, shapes, motions, happens) => {
    const { system, parts } = createFloorWorld(shapes);
    const path = pathOf(system, motions, 0, 0.08);
    const table = hold(system, parts, path, 0, 1);
    expect(table.count).toBeGreaterThan(0);
    const watch = new TouchGuard(1e-7);
    const margins = new MarginGuard(1e-7);
    const cache = new PairCache(4);
    let found = 0;
    const once = (): void => {
      watch.range[0] = 0;
      watch.range[1] = 0.08;
      found += watch.findTouch(path, parts, 0, 1, table, 0, table.count, cache, 0);
      margins.range[0] = 0;
      margins.range[1] = 0.08;
      for (let c = 0; c < table.count; c++) if (margins.find(path, parts, table, c)) found++;
    };
    expect(bytesPerCall(once, calls)).toBe(0);
    expect(found > 0).toBe(happens);
  });
});

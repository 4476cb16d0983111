/** A pass of the detector makes no garbage: boxes, pairs, the narrow phase and the making of contacts. */
import { describe, expect, test } from "vitest";
import {
  createBox,
  createCapsule,
  createCone,
  createCylinder,
  createPlane,
  createSphere,
  PairResult,
} from "../../src/collide/index.js";
import type { Detector } from "../../src/contact/detector/detector.js";
import { ContactTable } from "../../src/contact/table/contact-table.js";
import { bytesPerCall } from "../support/allocation.js";
import { DetectorScene, watchPile } from "../support/detector-scenes.js";
import { makePyramid } from "../support/random-piles.js";

const tolerance = 0.05;
const calls = 100;
/** All of them stand on the floor with their centres at 0.5 m. */
const onFloor = [
  createSphere({ radius: 0.5 }),
  createCapsule({ radius: 0.25, height: 0.5 }),
  createCylinder({ radius: 0.4, height: 1 }),
  createCone({ radius: 0.4, height: 1 }),
  createBox({ size: [1, 1, 1] }),
];

/** Swings all bodies of a scene about their homes by so much; the function does one pass. */
function swing(scene: DetectorScene, detector: Detector, reach: number, doPass: () => void): () => void {
  const { system } = scene;
  const home = system.state.slice();
  const margin = Float64Array.of(0.5 * tolerance);
  let phase = 0;
  return () => {
    phase = (phase + 1) % 8;
    const { state } = system;
    for (let i = 0; i < system.count; i++) {
      if (system.inverseMass[i] === 0) continue;
      const shift = reach * (((phase * (1 + (i % 3)) + i) % 8) - 4);
      for (let k = 0; k < 3; k++) state[13 * i + k] = home[13 * i + k] + shift;
    }
    system.derive();
    detector.placeParts();
    detector.fitBoxes(margin, 0);
    detector.update();
    doPass();
  };
}

function makeScene(): DetectorScene {
  const scene = new DetectorScene(2);
  for (let k = 0; k < 20; k++) scene.addBody();
  for (let k = 0; k < 2; k++) scene.addSurface();
  for (let k = 0; k < 5; k++) scene.addParticle();
  return scene;
}

describe("nothing is allocated in a pass", () => {
  test.each([
    ["a little at a time", "grid", 0.01],
    ["far", "grid", 0.3],
    ["a little at a time", "sweep", 0.01],
    ["far", "sweep", 0.3],
  ] as const)("pairs, %s, %s", (_name, broadPhase, reach) => {
    const scene = makeScene();
    const detector = scene.watch({ tolerance, broadPhase });
    const pass = swing(scene, detector, reach, () => {
      detector.exclude(0, 1);
      detector.include(0, 1);
    });
    for (let k = 0; k < 8; k++) pass();
    expect(detector.pairs.count).toBeGreaterThan(10);
    expect(bytesPerCall(pass, calls)).toBe(0);
  });

  test("contacts of a pyramid", () => {
    const scene = watchPile(makePyramid({ seed: 1, levels: 4 }), tolerance);
    const { detector } = scene;
    const table = new ContactTable();
    const result = new PairResult();
    const pass = swing(scene, detector, 0.001, () => {
      table.clear();
      detector.addAllContacts(table);
      detector.findOverlap(result);
    });
    for (let k = 0; k < 8; k++) pass();
    expect(table.count).toBeGreaterThan(40);
    expect(bytesPerCall(pass, calls)).toBe(0);
  });

  test("contacts of a pyramid, after a reset", () => {
    const scene = watchPile(makePyramid({ seed: 1, levels: 4 }), tolerance);
    const { detector } = scene;
    const table = new ContactTable();
    const pass = swing(scene, detector, 0.001, () => {
      table.clear();
      detector.reset();
      detector.addAllContacts(table);
      detector.relinkContacts(table);
    });
    for (let k = 0; k < 8; k++) pass();
    expect(table.count).toBeGreaterThan(40);
    expect(bytesPerCall(pass, calls)).toBe(0);
  });

  test("contacts of all shapes on a floor", () => {
    const scene = new DetectorScene(0);
    const { system, parts } = scene;
    const floor = createPlane({ normal: [0, 1, 0] });
    parts.addPart(system, system.addBody({ fixed: true }), { shape: floor });
    for (const [k, shape] of onFloor.entries()) {
      const body = system.addBody({ mass: 1, inertia: [1, 1.2, 1.4], position: [3 * k, 0.5, 0] });
      parts.addPart(system, body, { shape });
    }
    parts.addParticle(system, system.particles.addParticle({ position: [-3, 0, 0] }));
    const detector = scene.watch({ tolerance });
    const table = new ContactTable();
    const pass = swing(scene, detector, 1e-4, () => {
      table.clear();
      detector.addAllContacts(table);
    });
    for (let k = 0; k < 8; k++) pass();
    expect(new Set(table.partA.subarray(0, table.count)).size).toBe(onFloor.length + 1);
    expect(bytesPerCall(pass, calls)).toBe(0);
  });
});

/**
 * No garbage when contacts are added, evaluated and measured: every form, each at several states of the two bodies.
 */
import { expect, test } from "vitest";
import {
  createBox,
  createCapsule,
  createCone,
  createConvex,
  createCylinder,
  createMesh,
  createPlane,
  createSphere,
  type Shape,
} from "../../src/collide/index.js";
import { measureTip } from "../../src/contact/features/margin-hull.js";
import {
  addContacts,
  ContactForm,
  Curve,
  evaluateContact,
  evaluateGapAt,
  measureMargins,
  placePart,
} from "../../src/contact/index.js";
import { createRng, nextOnSphere } from "../../src/math/index.js";
import { bytesPerCall } from "../support/allocation.js";
import { drawRotation, drawVector, makeTouching, type Touching } from "../support/contacts.js";

const box = createBox({ size: [1, 0.7, 1.3] });
const hull = createConvex({
  vertices: [
    [0.6, 0.1, 0],
    [-0.5, 0.4, 0.1],
    [0, -0.6, 0.3],
    [0.1, 0.2, 0.7],
    [-0.1, 0, -0.6],
  ],
});
const sphere = createSphere({ radius: 0.4 });
const capsule = createCapsule({ radius: 0.3, height: 0.9 });
const cylinder = createCylinder({ radius: 0.4, height: 0.9 });
const cone = createCone({ radius: 0.5, height: 0.8 });
const plane = createPlane({ normal: [0, 1, 0] });
const ground = createMesh({
  vertices: [
    [-2, 0, -2],
    [-2, 0, 2],
    [2, 0, 2],
    [2, 0, -2],
  ],
  faces: [[0, 1, 2, 3]],
});

/** Pairs of which at least one contact of each form comes. */
const pairs: (readonly [Shape | null, Shape])[] = [
  [box, hull],
  [hull, box],
  [sphere, box],
  [box, capsule],
  [capsule, capsule],
  [cylinder, box],
  [box, cylinder],
  [sphere, cylinder],
  [cylinder, sphere],
  [sphere, cone],
  [cone, sphere],
  [cylinder, plane],
  [box, plane],
  [capsule, plane],
  [hull, cone],
  [null, box],
  [null, sphere],
  [sphere, ground],
  [box, ground],
];

function drawScenes(): Touching[] {
  const rng = createRng(2);
  const scenes: Touching[] = [];
  for (const [a, b] of pairs) {
    for (let found = 0; found < 6; ) {
      const away = new Float64Array(3);
      nextOnSphere(away, 0, rng);
      if (b === plane || b === ground) away.set([0, 1, 0]);
      const aside = drawVector(rng, 0.3);
      const touching = makeTouching(
        rng,
        a,
        { position: away.map((x, k) => 3 * x + aside[k]), rotation: drawRotation(rng) },
        b,
        { position: [0, 0, 0], rotation: b === plane || b === ground ? [0, 0, 0, 1] : drawRotation(rng) },
        away.map((x) => -x),
      );
      if (touching === null || touching.table.count === 0) continue;
      found++;
      scenes.push(touching);
    }
  }
  return scenes;
}

const scenes = drawScenes();
const isOfCurves = ({ table }: Touching) => table.form[0] === ContactForm.curved && table.curve[0] >= Curve.curves;
const closed = scenes;
// what only lies along each other is left to the narrow phase; here all that could be
const general = drawScenes().filter(isOfCurves);
for (const { table } of general) table.curve[0] = Curve.general;
const out = new Float64Array(12);

test("all forms are among them", () => {
  const forms = new Set(scenes.map(({ table }) => 32 * table.form[0] + table.curve[0]));
  expect(forms.size).toBeGreaterThan(11);
  expect(general.length).toBeGreaterThan(0);
});

/** Runs a function over all scenes, one a call. */
function cycle(list: readonly Touching[], run: (scene: Touching) => void): () => void {
  let k = 0;
  return () => {
    k = k + 1 < list.length ? k + 1 : 0;
    run(list[k]);
  };
}

test.each([
  ["closed forms", closed, 10_000],
  ["the narrow phase", general, 1000],
] as const)("evaluateContact: %s", (_name, list, calls) => {
  const once = cycle(list, ({ table, system, parts, cache }) => evaluateContact(table, 0, system, parts, cache));
  expect(bytesPerCall(once, calls, [evaluateContact])).toBe(0);
});

test.each([
  ["closed forms", closed, 10_000],
  ["the narrow phase", general, 1000],
] as const)("evaluateGapAt: %s", (_name, list, calls) => {
  const once = cycle(list, ({ table, system, parts, cache, yA, yB }) =>
    evaluateGapAt(out, 0, table, 0, parts, cache, system.state, yA, yB),
  );
  expect(bytesPerCall(once, calls, [evaluateGapAt])).toBe(0);
});

test("measureMargins", () => {
  const once = cycle(scenes, ({ table, system, parts, yA, yB }) =>
    measureMargins(out, 0, table, 0, parts, system.state, yA, yB),
  );
  expect(bytesPerCall(once, 20_000, [measureMargins, measureTip])).toBe(0);
});

test("addContacts", () => {
  const once = cycle(scenes, ({ table, buffer, parts, system, materials }) => {
    table.clear();
    addContacts(table, buffer, 0, buffer.count, parts, 0, 1, 0, system, materials);
  });
  expect(bytesPerCall(once, 10_000, [addContacts])).toBe(0);
});

test("placePart", () => {
  const once = cycle(scenes, ({ parts, system, yA, yB }) => {
    placePart(out, 0, parts, 0, system.state, yA);
    placePart(out, 0, parts, 1, system.state, yB);
    parts.place(system, 0);
  });
  expect(bytesPerCall(once, 2000, [placePart])).toBe(0);
});

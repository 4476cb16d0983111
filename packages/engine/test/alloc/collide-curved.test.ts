/**
 * No garbage when curved shapes are collided: each pair of kinds, in poses apart, touching and overlapping, from what is
 * known of a pose nearby and from scratch.
 */
import { createRng } from "@rigor/engine/math";
import { expect, test } from "vitest";
import { collideCurved } from "../../src/collide/curved/collide-curved.js";
import { CurvedCache } from "../../src/collide/curved/curved-cache.js";
import { findCurvedContacts } from "../../src/collide/curved/curved-contacts.js";
import { ContactBuffer } from "../../src/collide/result/contact-buffer.js";
import { PairResult } from "../../src/collide/result/pair-result.js";
import { createPlane } from "../../src/collide/shapes/create-shape.js";
import type { Shape } from "../../src/collide/shapes/shape.js";
import { bytesPerCall } from "../support/allocation.js";
import { drawFrame, makers, pairs, placeFrame } from "../support/curved-shapes.js";

/** Two nearby poses a slot. */
const poses = 8;
const rng = createRng(7);
const plane = createPlane({ normal: [0.2, 1, 0.1] });
/** All kinds, closed forms and roots; the shapes of all are made before any is collided. */
const chosen = [
  "sphere box",
  "sphere convex",
  "capsule capsule",
  "capsule box",
  "capsule convex",
  "box cylinder",
  "box cone",
  "cylinder cylinder",
  "cylinder cone",
];
const cases: (readonly [string, Shape, Shape])[] = [
  ...pairs
    .filter((names) => chosen.includes(names.join(" ")))
    .map(([a, b]) => [`${a} and ${b}`, makers[a](rng, 1), makers[b](rng, 1)] as const),
  ...["capsule", "box", "cone"].map((a) => [`${a} and half-space`, makers[a](rng, 1), plane] as const),
];

test.each(cases)("%s", (_, a, b) => {
  const framesA = new Float64Array(12 * poses);
  const framesB = new Float64Array(12 * poses);
  let frameA: Float64Array = new Float64Array(12);
  for (let i = 0; i < poses; i++) {
    const shift = i % 2 === 0 ? 0 : 1e-3;
    if (shift === 0) frameA = drawFrame(rng, [0.2, 0.8, 1.2, 2][i >> 1]);
    framesA.set(
      frameA.map((x, k) => (k < 3 ? x + shift : x)),
      12 * i,
    );
    framesB.set(placeFrame([0, 0, 0], [0, 0, 1], 1 + shift), 12 * i);
  }
  const result = new PairResult();
  const buffer = new ContactBuffer();
  const cache = new CurvedCache(poses / 2);
  let i = 0;
  const once = (): void => {
    i = (i + 1) % poses;
    collideCurved(result, a, framesA, 12 * i, b, framesB, 12 * i, cache, i >> 1, 1e-7);
    buffer.clear();
    findCurvedContacts(buffer, a, framesA, 12 * i, b, framesB, 12 * i, null, i, 10);
  };
  expect(bytesPerCall(once, 600)).toBe(0);
});

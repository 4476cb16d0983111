/**
 * What is held is closed, and what that presses in stays within bounds. A light plate lies on a post, but for a gap, and a heavy ball
 * on the plate, 3 mm aside: to close the gap the plate turns about the ball, and its end goes twenty times as far.
 */
import { createBox, createSphere } from "@rigor/engine/collide";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";
import { activateRows } from "../../../../src/world/active-set/activate.js";
import { createActiveRows } from "../../../../src/world/active-set/active-contacts.js";
import { detect } from "../../../../src/world/detection/detect.js";
import { createRun } from "../../../support/islands.js";

const [radius, aside, end] = [0.1, 0.003, 0.055];

/** Gaps at the post, and at a bump `room` below the end of the plate, after the post and the ball are held, m. */
function close(gap: number, room: number) {
  const world = new World();
  const sphere = createSphere({ radius });
  world.addBody({ shape: sphere, fixed: true, position: [0, -gap - radius, 0] });
  world.addBody({ shape: sphere, fixed: true, position: [-end, -room - radius, 0] });
  world.addBody({ shape: createBox({ size: [0.12, 0.01, 0.04] }), mass: 1e-3, position: [0, 0.005, 0] });
  world.addBody({ shape: sphere, mass: 1e6, position: [aside, 0.01 + radius, 0] });
  const context = createRun(world);
  const { contacts } = context.contactSet;
  // the bump is not
  const list = Array.from({ length: contacts.count }, (_, c) => c);
  const isOf = (c: number, body: number) => contacts.bodyA[c] === body || contacts.bodyB[c] === body;
  activateRows(
    context,
    createActiveRows(
      context,
      list.filter((c) => !isOf(c, 1)),
    ),
  );
  detect(context, 1e-5);
  const find = (body: number) => {
    const c = Array.from({ length: contacts.count }, (_, k) => k).find((k) => isOf(k, body));
    return c === undefined ? Number.NaN : contacts.gap[c];
  };
  return { post: find(0), bump: find(1), tolerance: world.settings.contactTolerance };
}

test("a gap whose way is short is closed", () => {
  const { post, bump } = close(4e-10, 1e-6);
  // the point where the ball touches turns with the plate, 1e-7 rad: measured 9.2e-16
  expect(Math.abs(post)).toBeLessThan(1e-15);
  // turned about the ball
  expect(Math.abs(bump - (1e-6 - (4e-10 * (end + aside)) / aside))).toBeLessThan(1e-13);
});

test("nothing goes farther than the gap and a quarter of the tolerance", () => {
  const [gap, room] = [3e-8, 9e-7];
  const { post, bump, tolerance } = close(gap, room);
  const way = gap + 0.25 * tolerance;
  expect(room - bump).toBeLessThan(way);
  expect(room - bump).toBeGreaterThan(0.8 * way);
  // what is left stays
  expect(gap - post).toBeGreaterThan(0);
  expect(gap - post).toBeLessThan(0.1 * gap);
});

test.each([0, 1e-9, 1e-8])(
  "a contact with a gap of %f that is not held is pressed in by a quarter of the tolerance at most",
  (room) => {
    const { bump, tolerance } = close(3e-8, room);
    // the end turns about the ball, by what gaps are to first order
    expect(Math.abs(bump + 0.25 * tolerance)).toBeLessThan(1e-5 * tolerance);
  },
);

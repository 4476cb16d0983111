/**
 * What has sunk in is moved apart, and joints together, by the least displacement in the metric of the masses that presses
 * nothing in. Two spheres of masses m and M on one joint, off by e along x, and a wall behind the first, a gap g away:
 *
 *   e M/(m + M) ≤ g     the first goes back by e M/(m + M), the other comes by the rest
 *   else                the first goes back by g, the other comes by e − g
 */
import { createPlane, createSphere } from "@rigor/engine/collide";
import { ball } from "@rigor/engine/constrain";
import { bodySize, boxMass } from "@rigor/engine/rigid";
import { World } from "@rigor/engine/world";
import { describe, expect, test } from "vitest";
import { depenetrate } from "../../../../src/world/detection/depenetration.js";
import { detect } from "../../../../src/world/detection/detect.js";
import { createSchedule } from "../../../support/islands.js";

const radius = 0.1;
const reach = 1e-5;

/** Where the two are along x after they were moved, m; how far the joint is off; the gap to the wall. */
function move(off: number, gap: number, M = 1) {
  const world = new World({ gravity: [0, 0, 0] });
  world.addBody({ shape: createPlane({ normal: [1, 0, 0], offset: -radius - gap }), fixed: true, friction: 0.5 });
  const first = world.addBody({ shape: createSphere({ radius }), mass: 1, friction: 0.5 });
  const other = world.addBody({ mass: boxMass({ size: [0.1, 0.1, 0.1], mass: M }) });
  world.add(ball({ a: { body: first }, b: { body: other } }));
  const { schedule } = createSchedule(world);
  const { context } = schedule.flows[0];
  const { state } = world.system;
  state[bodySize * other] -= off;
  context.island.derive();
  detect(context, reach);
  const before = { gap: context.contactSet.contacts.gap[0], off: context.solvers.rows.findOff() };
  depenetrate(context, (one) => detect(one, reach));
  const after = { gap: context.contactSet.contacts.gap[0], off: context.solvers.rows.findOff() };
  return { before, after, first: state[bodySize * first], other: state[bodySize * other] };
}

// positions are numbers near 0.1 m: rounding of a few 1e-17
const rounding = 1e-16;

describe("a joint that is off", () => {
  test("is closed by both, the lighter goes farther", () => {
    const { before, after, first, other } = move(4e-7, 1e-5, 3);
    expect(Math.abs(before.off - 4e-7)).toBeLessThan(rounding);
    expect(after.off).toBeLessThan(rounding);
    expect(Math.abs(first + 3e-7)).toBeLessThan(rounding);
    expect(Math.abs(other + 3e-7)).toBeLessThan(rounding);
  });

  test("presses nothing in: what has a wall behind it goes as far as that, the other comes the rest of the way", () => {
    const { before, after, first, other } = move(4e-7, 4e-8);
    expect(Math.abs(before.gap - 4e-8)).toBeLessThan(rounding);
    expect(after.off).toBeLessThan(rounding);
    expect(Math.abs(after.gap)).toBeLessThan(rounding);
    expect(Math.abs(first + 4e-8)).toBeLessThan(rounding);
    expect(Math.abs(other + 4e-8)).toBeLessThan(rounding);
  });

  test("and deep in the wall, is closed as that is left", () => {
    const { after, first, other } = move(4e-7, -2e-8);
    expect(after.off).toBeLessThan(rounding);
    expect(Math.abs(after.gap)).toBeLessThan(rounding);
    expect(Math.abs(first - 2e-8)).toBeLessThan(rounding);
    expect(Math.abs(other - 2e-8)).toBeLessThan(rounding);
  });

  test("by rounding, stays", () => {
    const { first, other } = move(5e-11, 1e-5);
    expect([first, other]).toEqual([0, -5e-11]);
  });
});

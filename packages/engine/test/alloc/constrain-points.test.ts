import {
  ball,
  type ConstraintMaker,
  custom,
  distance,
  nail,
  type Place,
  pointOnCircle,
  pointOnCurve,
  pointOnHelix,
  pointOnIntersection,
  pointOnLine,
  pointOnPlane,
  pointOnSurface,
  pulley,
  rollingBall,
  rollingWheel,
  rope,
} from "@rigor/engine/constrain";
import { describe, expect, test } from "vitest";
import { bytesPerCall } from "../support/allocation.js";
import { createRandomWorld } from "../support/constraint-worlds.js";

/** Evaluating the rows of constraints on points makes no garbage: 0 bytes a call, exactly, once warm. */
const axis = [1, 2, 0.4];
const makers: Record<string, (a: Place, b: Place) => ConstraintMaker> = {
  ball: (a, b) => ball({ a, b }),
  nail: (a) => nail({ a }),
  distance: (a, b) => distance({ a, b }),
  rope: (a, b) => rope({ through: [a, [0, 3, 0], b, a] }),
  pulley: (a, b) => pulley({ a, b, overA: [0, 3, 0], overB: b }),
  pointOnLine: (a, b) => pointOnLine({ a, b, direction: axis }),
  pointOnCircle: (a, b) => pointOnCircle({ a, b, axis }),
  pointOnHelix: (a, b) => pointOnHelix({ a, b, axis, pitch: 2 }),
  pointOnCurve: (a, b) => pointOnCurve({ a, b, curve: (s) => [s, s.squared(), s.sin()] }),
  pointOnPlane: (a, b) => pointOnPlane({ a, b, normal: axis }),
  pointOnSurface: (a, b) => pointOnSurface({ a, b, surface: (x, y, z) => x.squared().plus(y.times(z)).minus(1) }),
  pointOnIntersection: (a, b) => pointOnIntersection({ a, b, surfaces: [(x) => x.squared(), (_, y, z) => y.plus(z)] }),
  rollingBall: (a, b) => rollingBall({ a, b, normal: axis, radius: 0.5 }),
  rollingWheel: (a, b) => rollingWheel({ a, b, axis: [0.2, 1, 0], normal: axis, radius: 0.5 }),
  custom: (a, b) =>
    custom({
      ends: [a, b],
      value: ([A, B], t) => [A.point(axis).minus(B.position).length().minus(t.sin()), A.axis(axis).dot(B.axis(axis))],
    }),
  "custom, on velocities": (a, b) =>
    custom({
      ends: [a, b],
      binds: "velocities",
      value: ([A, B]) => A.pointVelocity(axis).minus(B.velocity),
    }),
};

describe("evaluation", () => {
  test.each(Object.keys(makers))("%s", (name) => {
    const { mechanism, places } = createRandomWorld(1);
    mechanism.add(makers[name](places.body, places.driven));
    mechanism.prepare();
    expect(bytesPerCall(() => mechanism.evaluate(), 1000)).toBe(0);
  });
});

/**
 * Bodies that come to rest by infinitely many bounces of several corners, or limits, in turn: when and where, against a
 * program of its own, and against themselves with contacts told more finely.
 */
import { createBox, createPlane } from "@rigor/engine/collide";
import { hinge, limit } from "@rigor/engine/constrain";
import { World } from "@rigor/engine/world";
import { describe, expect, test } from "vitest";
import { followRectangle } from "../oracles/falling-rectangle.js";

const g = 9.81;
const turnZ = (angle: number) => [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)];

describe("a box that falls on one edge, against the plane", () => {
  const rocking = [0.4, 1] as const;
  const cube = [1, 1] as const;
  const plate = [1, 0.1] as const;
  const sheet = [1, 0.02] as const;
  // how far off it is at the end: what rounding and 1e-13 of the integrator grow to, impact by impact; 0.5 to 0.8 of these
  test.each([
    [rocking, 0.05, 0, 0.5, 8e-11],
    [rocking, 0.2, 0, 0.5, 5e-9],
    [rocking, 0.2, 0, 0.7, 5e-11],
    [cube, 0.01, 0.1, 0.5, 1e-11],
    [cube, 0.05, 0.1, 0.5, 1.5e-11],
    [cube, 0.05, 0.1, 0.7, 2e-11],
    [plate, 0.03, 0.05, 0.5, 2e-11],
    [plate, 0.3, 0.1, 0.7, 3e-11],
    // strikes by turns, each a tenth of a moment after the one before and half as fast: those within 1e-10 s were taken for one, which
    // threw it up again, and it lay 1.6e-5 to 5.5e-5 s too late
    [plate, 0.01, 0.1, 0.03, 1e-11],
    [sheet, 0.01, 0.1, 0.02, 1e-11],
    [sheet, 0.03, 0.3, 0.02, 1e-11],
  ] as const)("%j m, turned by %f, from %f m, e = %f", ([width, height], tilt, drop, e, error) => {
    const { landings, end } = followRectangle({ width, height, tilt, drop, restitution: e, gravity: g });
    const world = new World({ gravity: [0, -g, 0], tolerance: 1e-13 });
    world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true, restitution: e });
    const y = drop + 0.5 * width * Math.sin(tilt) + 0.5 * height * Math.cos(tilt);
    const shape = createBox({ size: [width, height, 0.5] });
    const body = world.addBody({ shape, mass: 1, position: [0, y, 0], rotation: turnZ(tilt), restitution: e });
    const { status, events } = world.advanceTo(end + 0.1);
    expect(status).toBe("done");
    // the two corners of an edge strike at once
    const strikes = events.filter(({ type, t }, k) => type === "collision" && (k === 0 || events[k - 1].t < t));
    for (let k = 0; k < 8; k++) {
      expect(Math.abs(strikes[k].t - landings[k].t)).toBeLessThan(1e-11);
      expect(strikes[k].point[0] > 0 ? 1 : 0).toBe(landings[k].corner);
    }
    expect(Math.abs(events[events.length - 1].t - end)).toBeLessThan(error);
    const { state } = world.system;
    const place = Array.from(state.subarray(13 * body, 13 * body + 7));
    [0, 0.5 * height, 0, ...turnZ(0).slice(0, 3), 1].forEach((value, k) => {
      expect(Math.abs(place[k] - value)).toBeLessThan(1e-14);
    });
    for (let k = 7; k < 13; k++) expect(Math.abs(state[13 * body + k])).toBeLessThan(1e-18);
  });
});

test.each([0.3, 0.5, 0.7])("two flaps in a row that bounce from their stops in turn, e = %f", (e) => {
  const ends = [1e-7, 2e-8].map((contactTolerance) => {
    const world = new World({ contactTolerance, tolerance: 1e-12 });
    const shape = createBox({ size: [1, 0.1, 0.1] });
    const [a, b] = [0.2, 0.08];
    const [x, y] = [Math.cos(a), Math.sin(a)];
    const first = world.addBody({ shape, mass: 3, position: [0.5 * x, 0.5 * y, 0], rotation: turnZ(a) });
    const position = [x + 0.5 * Math.cos(a + b), y + 0.5 * Math.sin(a + b), 0];
    const second = world.addBody({ shape, mass: 2, position, rotation: turnZ(a + b) });
    const axis = [0, 0, 1];
    const inner = world.add(hinge({ a: { body: first }, at: [0, 0, 0], axis, angle: a }));
    const outer = world.add(hinge({ a: { body: second }, b: { body: first }, at: [x, y, 0], axis, angle: b }));
    for (const { angle } of [inner, outer]) world.addLimit(limit(angle, { lower: 0, restitution: e }));
    const { status, events } = world.advanceTo(4);
    expect(status).toBe("done");
    for (const { angle } of [inner, outer]) expect(Math.abs(angle.value)).toBeLessThan(2e-13);
    return events[events.length - 1].t;
  });
  // each limit ended by itself: 1e-5 to 2e-4 s
  expect(Math.abs(ends[0] - ends[1])).toBeLessThan(1e-9);
});

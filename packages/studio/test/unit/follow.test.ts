/** What the camera keeps in view: boxes, worked out by hand. */
import { describe, expect, test } from "vitest";
import { poseStride } from "../../src/data/recording.js";
import { limitReach, measureMoving, widenFrame } from "../../src/view/follow.js";

const first = [-1, 0, -1, 1, 2, 1];

/** Bodies at places, and particles. */
function snapshotOf(bodies: readonly (readonly number[])[], particles: readonly number[] = []) {
  const poses = new Float64Array(poseStride * bodies.length);
  bodies.forEach((place, i) => {
    poses.set(place, poseStride * i);
  });
  return { poses, particles: Float64Array.from(particles), masses: new Float64Array(0) };
}

describe("what moves", () => {
  test("is in the box with its reach, particles without", () => {
    const moving = [
      { index: 0, reach: 0.5 },
      { index: 1, reach: 0.25 },
    ];
    const snapshot = snapshotOf(
      [
        [0, 1, 0],
        [3, 1, 0],
      ],
      [0, 4, -2],
    );
    expect(measureMoving(snapshot, moving, first)).toEqual([-0.5, 0.5, -2, 3.25, 4, 0.5]);
    expect(measureMoving(snapshotOf([[0, 0, 0]]), [], first)).toBeNull();
  });

  test("and has flown away is let go, unless all of it has", () => {
    const moving = [0, 1].map((index) => ({ index, reach: 0 }));
    // five times √3 m from the middle is far
    const one = snapshotOf([
      [0, 1, 0],
      [9, 1, 0],
    ]);
    expect(measureMoving(one, moving, first)).toEqual([0, 1, 0, 0, 1, 0]);
    const both = snapshotOf([
      [0, -20, 0],
      [9, 1, 0],
    ]);
    expect(measureMoving(both, moving, first)).toEqual([0, -20, 0, 9, 1, 0]);
  });

  test("reaches no farther than the box that was framed at first", () => {
    expect(limitReach(0.3, [0, 1, 0], first)).toBe(0.3);
    expect(limitReach(5, [0, 0.1, 0], first)).toBe(0.1);
    expect(limitReach(5, [0, -3, 0], first)).toBe(0);
  });
});

describe("the frame", () => {
  test("stays while all is in it", () => {
    expect(widenFrame(first, [-0.9, 0, -0.9, 0.9, 2, 0.9], first)).toBeNull();
  });

  test("is widened where something comes out, by a little more than that, and on that side alone", () => {
    const now = [0, 0.5, 0, 3, 0.5, 4];
    const room = 0.15 * 2.5;
    expect(widenFrame(first, now, first)).toEqual([-1, 0, -1, 3 + room, 2, 4 + room]);
    // and then stays as it is for the next steps
    expect(widenFrame(widenFrame(first, now, first) ?? [], [0, 0.5, 0, 3.2, 0.5, 4.2], first)).toBeNull();
  });

  test("goes with what has left, if all has", () => {
    const now = [0, -101, 0, 0, -99, 0];
    expect(widenFrame(first, now, first)).toEqual([-0.15, -101.15, -0.15, 0.15, -98.85, 0.15]);
  });
});

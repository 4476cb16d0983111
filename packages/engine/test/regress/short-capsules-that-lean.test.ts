/**
 * A capsule that all but lies on a face touches by both of its ends. One that leans touches off the middle of an end, by R times
 * the angle: of a short one that was farther than what counted as its end, and it was held as if its line crossed an edge of the
 * face, far away.
 */
import { createBox, createCapsule, createMesh, createPlane, type Shape } from "@rigor/engine/collide";
import { World } from "@rigor/engine/world";
import { describe, expect, test } from "vitest";

/** Faces of a box of 0.2 m, its top at y = 0, as a mesh. */
const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => [k & 1 ? 0.1 : -0.1, k & 2 ? 0 : -0.2, k & 4 ? 0.1 : -0.1]);
const faces = [
  [0, 2, 3, 1],
  [4, 5, 7, 6],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 4, 6, 2],
  [1, 3, 7, 5],
];
const grounds: [string, Shape, number][] = [
  ["a box", createBox({ size: [0.2, 0.2, 0.2] }), -0.1],
  ["a mesh", createMesh({ vertices: corners, faces }), 0],
  ["a plane", createPlane({ normal: [0, 1, 0] }), 0],
];

describe.each(grounds)("on %s", (_, shape, y) => {
  test.each([
    [0.0035, 0.0049],
    [0.01, 0.001],
    [0.02, 0.0002],
    [0.02, 0.05],
  ])("a capsule of radius %d m, %d m long, leans by less than the contact tolerance", (radius, height) => {
    const world = new World();
    world.addBody({ shape, fixed: true, position: [0, y, 0] });
    // along x, its lower end on the face, 0.03 m off the middle
    const lean = 9e-8 / height;
    const angle = Math.PI / 2 + lean;
    world.addBody({
      shape: createCapsule({ radius, height }),
      mass: 1,
      position: [0.03, radius + 0.5 * height * Math.sin(lean), 0.01],
      rotation: [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)],
    });
    world.advanceTo(0);
    const low = world.getContacts().filter(({ gap }) => Math.abs(gap) < 1e-14);
    expect(low.length).toBe(1);
    // the end that is lower: at −x, by half the length and R sin of the lean
    const [x] = low[0].point;
    expect(Math.abs(x - (0.03 - 0.5 * height * Math.cos(lean)))).toBeLessThan(1e-12);
    // half of the weight, or all of it where the other end is too far to tell: it carries, and nothing goes in
    expect(low[0].force).toBeGreaterThan(0);
    const { status, worst } = world.advanceTo(0.01);
    expect(status).toBe("done");
    // a thousandth of the contact tolerance
    expect(worst.penetration).toBeLessThan(1e-10);
  });
});

/**
 * A box in a slot whose sides are all but parallel, deeper in both than rounding and less than the contact tolerance. It was
 * moved apart by the least displacement, which is as long as the depth over the angle of the sides: 0.09 m in no time, on no
 * path, and into another box that nobody looked at. Nothing was told.
 */
import { createBox } from "@rigor/engine/collide";
import { World } from "@rigor/engine/world";
import { describe, expect, test } from "vitest";

const halfHeight = 0.2;

/** A slot that opens upwards by twice the angle, and a box in it, so deep in both sides; another just above. */
function build(angle: number, depth: number, gap: number) {
  const world = new World({ gravity: [0, 0, 0] });
  for (const side of [-1, 1]) {
    const turn = -side * angle;
    const [x, y] = [side * (0.5 - depth), -halfHeight];
    const position = [x + 0.5 * side * Math.cos(turn), y + 0.5 * side * Math.sin(turn), 0];
    const rotation = [0, 0, Math.sin(turn / 2), Math.cos(turn / 2)];
    world.addBody({ shape: createBox({ size: [1, 4, 4] }), fixed: true, friction: 0.5, position, rotation });
  }
  const box = world.addBody({ shape: createBox({ size: [1, 2 * halfHeight, 0.4] }), mass: 1, friction: 0.5 });
  const position = [0, 2 * halfHeight + gap, 0];
  const other = world.addBody({ shape: createBox({ size: [0.9, 2 * halfHeight, 0.4] }), mass: 1, position });
  const height = (body: number) => world.system.state[13 * body + 1];
  return { world, box, other, height };
}

describe("a box in a slot that is too narrow", () => {
  test.each([
    [1e-4, 9e-8],
    [1e-5, 9e-8],
    [1e-6, 9e-8],
    [1e-6, 2e-9],
  ])("is not pushed out of it, nor into others: sides at %d rad, %d m deep", (angle, depth) => {
    const { world, box, other, height } = build(angle, depth, 5e-4);
    const { status, worst } = world.advanceTo(0.01);
    expect(status).toBe("done");
    // a point goes no farther than 32 times the depth; before it was depth/angle, 0.0009 to 0.09 m
    expect(Math.abs(height(box))).toBeLessThanOrEqual(32 * depth);
    expect(height(other) - height(box)).toBeGreaterThan(2 * halfHeight);
    expect(worst.penetration).toBeLessThan(1.01 * depth);
  });

  test("is pushed out where the way is short", () => {
    const { world, box, height } = build(0.2, 9e-8, 5e-4);
    expect(world.advanceTo(0.01).status).toBe("done");
    // depth/tan 0.2, and at least out by the first look
    expect(height(box)).toBeGreaterThan(4.3e-7);
    expect(height(box)).toBeLessThan(5e-7);
  });
});

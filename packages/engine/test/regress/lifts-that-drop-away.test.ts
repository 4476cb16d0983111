/**
 * A box on a lift that goes down faster and faster: its four corners, of which three tell all, lose their force at once. The fourth
 * was held then, and the three again as it was spent, by turns, each time four times as long: it left 2e-8 to 7e-8 s late.
 */
import { createBox } from "@rigor/engine/collide";
import { PathSlot } from "@rigor/engine/rigid";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";

test.each([
  [1, 1e-8],
  [3, 1e-8],
  [1, 1e-10],
  [3, 1e-6],
])("boxes leave it when it falls as they do, ω = %f, tolerance %f", (omega, tolerance) => {
  const size = 1.3 * (9.81 / (omega * omega));
  const path = (t: Float64Array, frame: Float64Array) => {
    const phase = omega * t[0] - 1;
    frame[PathSlot.position + 1] = size * Math.sin(phase);
    frame[PathSlot.velocity + 1] = size * omega * Math.cos(phase);
    frame[PathSlot.acceleration + 1] = -size * omega * omega * Math.sin(phase);
  };
  const world = new World({ tolerance });
  world.addBody({ shape: createBox({ size: [3, 1, 3] }), path });
  const velocity = [0, size * omega * Math.cos(-1), 0];
  for (let k = 0; k < 2; k++) {
    const position = [0, 1 + k + size * Math.sin(-1), 0];
    world.addBody({ shape: createBox({ size: [1, 1, 1] }), mass: 1, position, velocity });
  }
  const expected = (1 + Math.asin(1 / 1.3)) / omega;
  const { events } = world.advanceTo(1.2 * expected);
  const left = events.filter(({ type }) => type === "separate");
  expect(left.map(({ a, b }) => [a, b].sort())).toEqual([
    [0, 1],
    [1, 2],
  ]);
  // 6e-15 measured
  for (const { t } of left) expect(Math.abs(t - expected)).toBeLessThan(1e-13);
});

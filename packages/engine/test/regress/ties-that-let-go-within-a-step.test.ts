/**
 * What rests beside what hardly moves sleeps, and what the two press on each other with stays what it is until one has moved by a
 * fifth of the contact tolerance. That was looked at where steps end: of a wall whose topmost brick tips over, one below it was given
 * 2e-4 m/s, and went 3e-7 m into those that slept in the one step before they were woken, three times the contact tolerance.
 */
import { createBox, createPlane } from "@rigor/engine/collide";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";

test("a brick at the end of a wall tips over: nothing sinks in while it does", () => {
  const world = new World({ gravity: [0, 0, -9.81] });
  world.addBody({ shape: createPlane({ normal: [0, 0, 1] }), fixed: true, friction: 0.5 });
  const shape = createBox({ size: [2, 1, 1] });
  for (let k = 0; k < 16; k++) {
    const row = Math.floor(k / 4);
    // 2 cm from the one to the next: a brick at the end leans by 1 cm over the edge of that below
    const position = [2.02 * (k % 4) + 1.01 * (row % 2), 0, row + 0.5];
    world.addBody({ shape, mass: 1, position, friction: 0.5 });
  }
  const fallbacks = new Set<string>();
  for (let k = 1; k <= 36; k++) {
    const { status, worst } = world.advanceTo(0.05 * k);
    expect(status).toBe("done");
    expect(worst.penetration).toBeLessThan(1e-7);
    for (const fallback of worst.fallbacks) fallbacks.add(fallback);
  }
  // it has tipped, and what is below sleeps meanwhile
  const [x, , z] = world.system.getPose(16).position;
  expect(x).toBeGreaterThan(7.5);
  expect(z).toBeLessThan(3.2);
  expect([...fallbacks]).toContain("sleep/partial: bodies that hardly move are held at rest beside others that move");
  expect([...fallbacks]).not.toContain("contact/penetration: a part is deeper in another than the contact tolerance");
});

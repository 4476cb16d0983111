/**
 * Bricks that drop into a wall, with something thrown at them. Forces of contacts that all but depend on each other fell to
 * zero, were exchanged for one another, and fell to zero again, without end. And contacts with e = 1 beside others without
 * bounce hopped for ever, far below the tolerance.
 */
import { createBox, createCapsule, createPlane, type Shape } from "@rigor/engine/collide";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";

interface Thrown {
  readonly shape: Shape;
  readonly mass: number;
  readonly position: readonly number[];
  readonly rotation: readonly number[];
  readonly velocity: readonly number[];
}

function buildWall(gap: number, e: readonly number[], thrown: Thrown): World {
  const world = new World({ collisions: "propagation" });
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true, restitution: e[0] });
  for (let k = 0; k < 4; k++) {
    const row = k >> 1;
    const position = [((k % 2) + row / 2) * (1 + gap), row * (0.4 + gap) + gap + 0.2, 0];
    world.addBody({ shape: createBox({ size: [1, 0.4, 0.5] }), mass: 1, position, restitution: e[k + 1] });
  }
  world.addBody({ ...thrown, restitution: e[5] });
  return world;
}

/** Looks at it 40 times a second. */
function expectToEnd(world: World, end: number, mostTimes: number): void {
  const { total } = world.getEnergy();
  for (let t = 0.025; t <= end; t += 0.025) expect(world.advanceTo(t).message).toBe(`reached t = ${t}`);
  // bounces slower than 1e-4 m/s are followed as far as it takes
  const told = world.events.filter(({ type, vBefore }) => type !== "collision" || vBefore < -1e-4);
  expect(new Set(told.map(({ t }) => t)).size).toBeLessThan(mostTimes);
  expect(Math.abs(world.getEnergy().total - total)).toBeLessThan(1e-7 * Math.abs(total));
}

test("a capsule on bricks of which forces are all but undetermined", () => {
  const wall = buildWall(0.02292692255578, [0.3, 0.3, 0.3, 0.3, 0.3, 0.3], {
    shape: createCapsule({ radius: 0.184975900669815, height: 0.3043014750815928 }),
    mass: 2.5987997534684837,
    position: [0.5653429497033358, 1.5540705409715883, -0.2891135970130563],
    rotation: [-0.4581746921331415, -0.7875287726265212, 0.32095913240891544, 0.25857227055000004],
    velocity: [0, -2.8664677462074906, 0],
  });
  expectToEnd(wall, 0.451, 200);
});

test("a box on bricks, some of which bounce without loss", () => {
  const wall = buildWall(0, [1, 0, 1, 0.3, 0, 0], {
    shape: createBox({ size: [0.8897367251804098, 0.42283344753086566, 0.7316040480742231] }),
    mass: 2.7724687608890237,
    position: [0.887341994792223, 1.5569292874075473, 0.2731432063970715],
    rotation: [0.3140979322560264, 0.3175693409481746, 0.6300427729703519, -0.6352466504201816],
    velocity: [0, -1.5137336833868176, 0],
  });
  expectToEnd(wall, 0.201, 300);
});

/**
 * When things collide that have no closed form: random ones that tumble, swing or rock, at the tolerance that worlds come with,
 * against the same at 1e-12.
 */
import { createBox, createPlane } from "@rigor/engine/collide";
import { ball } from "@rigor/engine/constrain";
import { createRng, nextInRange, type Rng } from "@rigor/engine/math";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";
import { repeats } from "../../../../test/support/campaign.js";
import { turnY } from "../support/worlds.js";

type Build = (world: World, pick: (from: number, to: number) => number) => void;

/** A number in a range, thrice. */
const pickThree = (pick: (from: number, to: number) => number, from: number, to: number) => [
  pick(from, to),
  pick(from, to),
  pick(from, to),
];

const builds: Record<string, Build> = {
  "a box that tumbles falls on a floor, or against a wall": (world, pick) => {
    world.addBody({ shape: createPlane({ normal: [0, 0, 1] }), fixed: true });
    world.addBody({ shape: createPlane({ normal: [-1, 0, 0], offset: -3 }), fixed: true });
    world.addBody({
      shape: createBox({ size: pickThree(pick, 0.1, 1) }),
      mass: pick(0.1, 5),
      position: [0, 0, pick(1, 3)],
      rotation: turnY(pick(-3, 3)),
      velocity: [pick(0, 3), pick(-1, 1), pick(-3, 3)],
      angularVelocity: pickThree(pick, -8, 8),
    });
  },
  "two that tumble meet in the air": (world, pick) => {
    for (const side of [-1, 1]) {
      world.addBody({
        shape: createBox({ size: pickThree(pick, 0.3, 1) }),
        mass: pick(0.1, 5),
        position: [1.5 * side, 0, 0],
        rotation: turnY(pick(-3, 3)),
        velocity: [-side, 0, 3],
        angularVelocity: pickThree(pick, -8, 8),
      });
    }
  },
  "a double pendulum swings against a wall": (world, pick) => {
    const shape = createBox({ size: [1, 0.1, 0.1] });
    const upper = world.addBody({ shape, mass: 1, position: [0.5, 0, 0] });
    const lower = world.addBody({ shape, mass: pick(0.2, 5), position: [1.55, 0, 0] });
    world.add(ball({ a: { body: upper, point: [-0.5, 0, 0] }, b: [0, 0, 0] }));
    world.add(ball({ a: { body: lower, point: [-0.525, 0, 0] }, b: { body: upper, point: [0.525, 0, 0] } }));
    world.addBody({ shape: createBox({ size: [0.2, 4, 4] }), fixed: true, position: [pick(-1, -0.2), 0, -1.5] });
  },
  "a block rocks with friction": (world, pick) => {
    const width = pick(0.2, 0.6);
    // where it would fall over, nothing is known
    const angle = pick(0.1, 0.9) * Math.atan(width);
    world.addBody({ shape: createPlane({ normal: [0, 0, 1] }), fixed: true, friction: 0.6 });
    const position = [0, 0, (width * Math.sin(angle) + Math.cos(angle)) / 2];
    const shape = createBox({ size: [width, 0.5, 1] });
    world.addBody({ shape, mass: 1, position, rotation: turnY(angle), friction: 0.6 });
  },
};

/** When the first collision comes, or NaN if there is none in 3 s. */
function findFirst(build: Build, seed: number, tolerance: number): number {
  const rng: Rng = createRng(seed);
  const world = new World({ gravity: [0, 0, -9.81], tolerance });
  build(world, (from, to) => nextInRange(rng, from, to));
  for (let k = 1; k <= 15; k++) {
    const { events, status } = world.advanceTo(0.2 * k);
    expect(status).toBe("done");
    const found = events.find(({ type }) => type === "collision");
    if (found !== undefined) return found.t;
  }
  return Number.NaN;
}

const seeds = repeats(40, 10);

test.each(Object.entries(builds))("%s", (_, build) => {
  let count = 0;
  for (let seed = 0; seed < seeds; seed++) {
    const exact = findFirst(build, seed, 1e-12);
    const found = findFirst(build, seed, 1e-8);
    if (Number.isNaN(exact)) continue;
    count++;
    // 1e-12 s as a rule
    expect(Math.abs(found - exact), `seed ${seed}`).toBeLessThan(2e-10);
  }
  expect(count).toBeGreaterThan((5 * seeds) / 8);
});

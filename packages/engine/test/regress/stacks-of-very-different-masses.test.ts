/**
 * Boxes on each other whose masses differ by up to 1e9. A light box between heavy ones carries forces that are 1e9 times its
 * weight: forces of 1, 1e6, 1, 1e6, 1, 1e6 kg were told to be zero under a certificate without a fault, two boxes stood still for
 * minutes of work, and without friction boxes slid away.
 *
 * The oracle is statics: what a box carries is the sum of the weights above, and nothing moves.
 */
import { createBox, createPlane } from "@rigor/engine/collide";
import { createRng, nextRotation, nextUniform, quat, vec3 } from "@rigor/engine/math";
import { bodySize } from "@rigor/engine/rigid";
import { World } from "@rigor/engine/world";
import { describe, expect, test } from "vitest";

const g = 9.81;

interface Stack {
  readonly masses: readonly number[];
  readonly friction: number;
  /** Angles by which boxes are turned about the vertical, rad. */
  readonly turns?: readonly number[];
  /** The rotation of the whole scene. */
  readonly scene?: readonly number[];
}

function create({ masses, friction, turns = [], scene = [0, 0, 0, 1] }: Stack) {
  const rotation = Float64Array.from(scene);
  const turn = (v: readonly number[]) => {
    const out = new Float64Array(3);
    quat.rotateVector(out, 0, rotation, 0, Float64Array.from(v), 0);
    return out;
  };
  const up = turn([0, 1, 0]);
  const world = new World({ gravity: up.map((x) => -g * x) });
  world.addBody({ shape: createPlane({ normal: up }), fixed: true, friction });
  const boxes = masses.map((mass, k) => {
    const half = (turns[k] ?? 0) / 2;
    const own = new Float64Array(4);
    quat.multiply(own, 0, rotation, 0, Float64Array.of(0, Math.sin(half), 0, Math.cos(half)), 0);
    const shape = createBox({ size: [1, 1, 1] });
    return world.addBody({ shape, mass, position: turn([0, k + 0.5, 0]), rotation: own, friction });
  });
  return { world, boxes };
}

/** The largest error of what boxes carry, relative; and how far one has moved, m, and how fast it is, m/s. */
function measure(stack: Stack, seconds: number) {
  const { world, boxes } = create(stack);
  const before = world.system.state.slice();
  const report = world.advanceTo(seconds);
  const carried = new Map<number, number>();
  for (const { a, b, force } of world.getContacts()) {
    const upper = Math.max(a, b);
    carried.set(upper, (carried.get(upper) ?? 0) + force);
  }
  let above = 0;
  let error = 0;
  let moved = 0;
  let speed = 0;
  for (let k = boxes.length - 1; k >= 0; k--) {
    above += g * stack.masses[k];
    error = Math.max(error, Math.abs((carried.get(boxes[k]) ?? 0) / above - 1));
    for (let x = 0; x < 3; x++) {
      const at = bodySize * boxes[k] + x;
      moved = Math.max(moved, Math.abs(world.system.state[at] - before[at]));
      speed = Math.max(speed, Math.abs(world.system.velocity[3 * boxes[k] + x]));
    }
  }
  return { report, error, moved, speed, energy: world.getEnergy() };
}

function check(stack: Stack, seconds: number) {
  const { report, error, moved, speed, energy } = measure(stack, seconds);
  expect([report.status, report.worst.fallbacks]).toEqual(["done", []]);
  // sums of four to eight forces of 16 digits each; the most that was seen is 1e-12
  expect(error).toBeLessThan(1e-9);
  expect(moved).toBeLessThan(1e-12);
  expect(speed).toBeLessThan(1e-12);
  expect(Math.abs(energy.dissipated)).toBeLessThan(1e-12);
  // a quiet stack is at rest at once: 10 s are no more work than none
  expect(report.steps).toBeLessThan(20);
}

describe("stacks that were wrong, or took minutes", () => {
  test.each<[string, Stack]>([
    ["six, light ones below heavy ones", { masses: [1, 1e6, 1, 1e6, 1, 1e6], friction: 0.4 }],
    ["four of them", { masses: [1, 1e6, 1, 1e6], friction: 0.4 }],
    ["1e6 kg on 1 kg", { masses: [1, 1e6], friction: 0.4 }],
    ["1e6 kg on 1 g", { masses: [1e-3, 1e6], friction: 0.5 }],
    ["1, 1e4, 1e8 kg upwards", { masses: [1, 1e4, 1e8], friction: 0.2 }],
    ["without friction, turned", { masses: [1e-4, 1e4, 100], friction: 0, scene: [0.1, 0.5, -0.3, Math.sqrt(0.65)] }],
  ])("%s", (_, stack) => check(stack, 10));
});

/** Half of the stacks light and heavy in turn, the others in any order; some turned. */
function createRandom(seed: number, decades: number): Stack {
  const rng = createRng(seed);
  const uniform = () => nextUniform(rng);
  const ratio = decades * uniform();
  const isInTurn = uniform() < 0.5;
  const masses = Array.from({ length: 2 + Math.floor(9 * uniform()) }, (_, k) =>
    isInTurn ? 10 ** (k % 2 === 0 ? 0 : ratio) : 10 ** (ratio * uniform()),
  );
  const friction = uniform() < 0.4 ? 0 : uniform();
  const turns = uniform() < 0.5 ? masses.map(() => uniform() - 0.5) : [];
  if (uniform() < 0.6) return { masses, friction, turns };
  const scene = new Float64Array(4);
  nextRotation(scene, 0, rng);
  return { masses, friction, turns, scene: Array.from(scene) };
}

describe("random stacks", () => {
  test.each(Array.from({ length: 24 }, (_, k) => k))("ratios up to 1e7, %d", (k) => check(createRandom(k, 7), 10));
  test.each(Array.from({ length: 12 }, (_, k) => 100 + k))("up to 1e9, %d", (k) => check(createRandom(k, 9), 10));
});

test("the oracle sees a force that is wrong", () => {
  const { error } = measure({ masses: [1, 2], friction: 0.4 }, 0.1);
  expect(error).toBeLessThan(1e-12);
  const { world, boxes } = create({ masses: [1, 2], friction: 0.4 });
  world.advanceTo(0.1);
  const [contact] = world.getContacts().filter(({ a, b }) => Math.max(a, b) === boxes[1]);
  expect(contact.force).toBeCloseTo((2 * g) / 4, 9);
  expect(vec3.length(Float64Array.from(contact.friction), 0)).toBeLessThan(1e-12);
});

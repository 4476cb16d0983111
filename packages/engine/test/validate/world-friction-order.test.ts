/**
 * Forces of friction that are not unique do not depend on the order in which bodies were added, nor do the accelerations: ladders,
 * stacks, walls, tables that slide. And they are flagged.
 */
import { createBox, createPlane, createSphere } from "@rigor/engine/collide";
import { createRng, shuffle } from "@rigor/engine/math";
import { World, type WorldBodyOptions } from "@rigor/engine/world";
import { describe, expect, test } from "vitest";

type Bodies = Record<string, WorldBodyOptions>;
interface Scene {
  readonly bodies: Bodies;
  readonly gravity: readonly number[];
}

const floorWith = (friction: number): WorldBodyOptions => {
  return { shape: createPlane({ normal: [0, 1, 0] }), fixed: true, friction };
};

function lean(): Scene {
  const [angle, length, w, friction] = [1.15, 3, 0.05, 0.5];
  const [s, c] = [Math.sin(angle), Math.cos(angle)];
  const turn = (Math.PI - angle) / 2;
  const ladder: WorldBodyOptions = {
    shape: createBox({ size: [length, w, 0.4] }),
    mass: 8,
    position: [(length * c + w * s) / 2, (length * s + w * c) / 2, 0],
    rotation: [0, 0, Math.sin(turn), Math.cos(turn)],
    friction,
  };
  const wall = { shape: createPlane({ normal: [1, 0, 0] }), fixed: true, friction };
  return { bodies: { floor: floorWith(friction), wall, ladder }, gravity: [0, -9.81, 0] };
}

/** On a slope, each a little off the one below. */
function stack(): Scene {
  const bodies: Bodies = { floor: floorWith(0.5) };
  for (let k = 0; k < 5; k++) {
    const position = [0.02 * k, 0.1 + 0.2 * k, 0.01 * k];
    bodies[`box-${k}`] = { shape: createBox({ size: [0.6, 0.2, 0.4] }), mass: 1 + k, position, friction: 0.5 };
  }
  return { bodies, gravity: [3, -9, 1] };
}

function build(): Scene {
  const bodies: Bodies = { floor: floorWith(0.5) };
  for (let row = 0; row < 3; row++) {
    for (let k = 0; k < 4 - (row % 2); k++) {
      const position = [0.4 * k + 0.2 * (row % 2), 0.1 + 0.2 * row, 0];
      const mass = 1 + 0.3 * k + 0.1 * row;
      bodies[`brick-${row}-${k}`] = { shape: createBox({ size: [0.398, 0.2, 0.2] }), mass, position, friction: 0.5 };
    }
  }
  return { bodies, gravity: [1.5, -9.81, 0.3] };
}

/** A table on four legs that slides and turns, with a ball on it. */
function slide(): Scene {
  const legs = [-0.4, 0.4].flatMap((x) =>
    [-0.4, 0.4].map((z) => ({ shape: createBox({ size: [0.1, 0.45, 0.1] }), position: [x, 0.225, z] })),
  );
  const top = { shape: createBox({ size: [1, 0.1, 1] }), position: [0, 0.5, 0] };
  const motion = { velocity: [1, 0, 0.3], angularVelocity: [0, 1, 0] };
  const table = { shapes: [top, ...legs], mass: 5, ...motion, friction: 0.3 };
  const given = { position: [0.3, 0.65, 0.2], velocity: [1.2, 0, 0], friction: 0.3 };
  const ball = { shape: createSphere({ radius: 0.1 }), mass: 3, ...given };
  return { bodies: { floor: floorWith(0.3), table, ball }, gravity: [0, -9.81, 0] };
}

/** All forces, by the names of bodies and by place, and all accelerations. */
function measure({ bodies, gravity }: Scene, names: readonly string[]): Map<string, number[]> {
  const world = new World({ gravity });
  const added = names.map((name) => [name, world.addBody(bodies[name])] as const);
  const nameOf = (i: number) => added.find(([, body]) => body === i)?.[0] ?? "";
  expect(world.settle()).toBeNull();
  expect(world.worst.unique).toBe(false);
  expect(world.worst.fallbacks).toEqual([]);
  const found = new Map<string, number[]>();
  for (const { a, b, point, force, friction } of world.getContacts()) {
    const pair = [nameOf(a), nameOf(b)];
    const side = pair[0] < pair[1] ? 1 : -1;
    const at = point.map((x) => (Math.round(1e5 * x) / 1e5 + 0).toString());
    found.set(`${pair.sort().join(" ")} ${at.join(" ")}`, [force, ...friction.map((x) => side * x)]);
  }
  const out = new Float64Array(6);
  for (const [name, body] of added) {
    world.readAcceleration(out, 0, body);
    found.set(name, [...out]);
  }
  return found;
}

describe.each(Object.entries({ "a ladder": lean, "a stack": stack, "a wall": build, "a table": slide }))(
  "%s",
  (_, make) => {
    test("has the same forces in any order of bodies", () => {
      const scene = make();
      const names = Object.keys(scene.bodies);
      const exact = measure(scene, names);
      const rng = createRng(8);
      for (let k = 0; k < 4; k++) {
        shuffle(names, rng);
        const found = measure(scene, names);
        expect([...found.keys()].sort()).toEqual([...exact.keys()].sort());
        for (const [key, numbers] of exact) {
          // N and m/s²; measured 4e-12
          numbers.forEach((v, i) => {
            expect(Math.abs((found.get(key)?.[i] ?? Number.NaN) - v), key).toBeLessThan(4e-11);
          });
        }
      }
    });
  },
);

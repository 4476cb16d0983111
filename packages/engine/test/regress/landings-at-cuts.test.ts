/**
 * A box on its edge, or a cylinder on its rim, falls flat, and the run is cut a moment before. What was nearer than a thousandth of the contact tolerance counted
 * as touching already: it came half the tolerance deep before anything was done, and the collision was told 6e-8 s late.
 */
import { createBox, createCylinder, createPlane, type Shape } from "@rigor/engine/collide";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";

const g = 9.81;
const [width, height, tilt] = [0.6, 0.5, 0.05];

/** A shape and its moment of inertia about z, by its mass. */
function choose(name: string, size: number): readonly [Shape, number] {
  const [a, b] = [0.5 * width * size, 0.5 * height * size];
  if (name === "box") return [createBox({ size: [2 * a, 2 * b, 0.3 * size] }), (a * a + b * b) / 3];
  return [createCylinder({ radius: a, height: 2 * b }), (a * a) / 4 + (b * b) / 3];
}

/** q p, of quaternions. */
function multiply([x, y, z, w]: readonly number[], [a, b, c, d]: readonly number[]): number[] {
  return [
    w * a + x * d + y * c - z * b,
    w * b - x * c + y * d + z * a,
    w * c + x * b - y * a + z * d,
    w * d - x * a - y * b - z * c,
  ];
}

/** The scene, turned by q: where a cap comes to lie flat, rounding is another then. */
function build(shape: Shape, size: number, e: number, q: readonly number[]): World {
  const [x, y, z] = multiply(multiply(q, [0, 1, 0, 0]), [-q[0], -q[1], -q[2], q[3]]);
  const up = [x, y, z];
  const world = new World({ gravity: up.map((k) => -g * k) });
  world.addBody({ shape: createPlane({ normal: up }), fixed: true, restitution: e });
  const high = 0.5 * size * (width * Math.sin(tilt) + height * Math.cos(tilt));
  const rotation = multiply(q, [0, 0, Math.sin(tilt / 2), Math.cos(tilt / 2)]);
  world.addBody({ shape, mass: 1, position: up.map((k) => high * k), rotation, restitution: e });
  return world;
}

const turns = [
  [0, 0, 0, 1],
  [0.1, -0.5, 0.7, 0.5],
];

/**
 * When it lies flat, by the energy: ½ (I + m h′²) α̇² = m g (h(α₀) − h(α)), h the height of its centre; by the midpoint rule in
 * u = √(1 − α/α₀), in which the integrand is smooth: 1e-12 s.
 */
function fallTime(size: number, inertia: number): number {
  const [a, b] = [0.5 * width * size, 0.5 * height * size];
  const count = 20000;
  let sum = 0;
  for (let k = 0; k < count; k++) {
    const u = (k + 0.5) / count;
    const alpha = tilt * (1 - u * u);
    const [half, middle] = [(tilt - alpha) / 2, (tilt + alpha) / 2];
    const drop = 2 * Math.sin(half) * (a * Math.cos(middle) - b * Math.sin(middle));
    const slope = a * Math.cos(alpha) - b * Math.sin(alpha);
    sum += Math.sqrt((inertia + slope * slope) / (2 * g * drop)) * 2 * tilt * u;
  }
  return sum / count;
}

test.each([
  ["box", 1, 0],
  ["box", 1, 0.5],
  ["box", 30, 0.5],
  ["cylinder", 1, 0],
  ["cylinder", 30, 0.5],
])("a %s of %f m, e = %f", (name, size, e) => {
  const [shape, inertia] = choose(name, size);
  const exact = fallTime(size, inertia);
  const cuts = turns.flatMap((q) => [0, 1e-8, 1e-10, 1e-11].map((before) => ({ q, before })));
  for (const { q, before } of cuts) {
    const world = build(shape, size, e, q);
    if (before > 0) world.advanceTo(exact - before);
    const { status, worst } = world.advanceTo(exact + 1e-4);
    expect([status, worst.fallbacks]).toEqual(["done", []]);
    const { t } = world.events.find(({ type }) => type === "collision")!;
    // the bound of the design is 1e-9 s
    expect(Math.abs(t - exact)).toBeLessThan(1e-10);
    expect(worst.penetration).toBeLessThan(1e-9);
  }
});

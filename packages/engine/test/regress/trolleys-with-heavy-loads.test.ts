/**
 * A trolley of mass m on a rail that rubs, and a load M on a bar of length L at an angle θ below it: the heavier the load, the more of
 * what the rail carries comes from its own friction. To take the friction of the last force again and again did not lead to it:
 * accelerations were off by 0.2 % below the μ at which no force is any more, and beyond it, where the trolley goes the other way, a
 * run stood still.
 *
 *   (m + M) a + M L cos θ α = ∓ μ N,   J α = −M L (g sin θ + a cos θ),   N = (m + M) g + M L sin θ α,   J = M L² + I
 */
import { createBox, createSphere } from "@rigor/engine/collide";
import { hinge, jointFriction, slider } from "@rigor/engine/constrain";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";

const [m, M, L, theta, g] = [10, 1000, 5, 0.15, 9.81];
const J = M * L * L + 0.4 * M * 0.3 * 0.3;
const [s, c] = [Math.sin(theta), Math.cos(theta)];

function createTrolley(mu: number, v: number): { world: World; trolley: number } {
  const world = new World();
  const velocity = [v, 0, 0];
  const trolley = world.addBody({ shape: createBox({ size: [0.4, 0.2, 0.4] }), mass: m, velocity });
  const { travel } = world.add(slider({ a: { body: trolley }, at: [0, 0, 0], axis: [1, 0, 0] }));
  const position = [L * s, -L * c, 0];
  const load = world.addBody({ shape: createSphere({ radius: 0.3 }), mass: M, position, velocity });
  world.add(hinge({ a: { body: load }, b: { body: trolley }, at: [0, 0, 0], axis: [0, 0, 1] }));
  world.addFriction(jointFriction(travel, { coefficient: mu }));
  return { world, trolley };
}

/** a, with N > 0. */
function accelerate(mu: number, v: number): number {
  // α = p + q a
  const [p, q] = [(-M * g * L * s) / J, (-M * L * c) / J];
  const signed = mu * Math.sign(v);
  return -(M * L * c * p + signed * ((m + M) * g + M * L * s * p)) / (m + M + M * L * c * q + signed * M * L * s * q);
}

test.each([
  [0.02, 1],
  [0.1, 1],
  [0.2, 1],
  [0.22, 1],
  [0.1, -1],
  [0.22, -1],
  [0.3, -1],
  [0.8, -1],
])("μ = %d, v = %d m/s", (mu, v) => {
  const { world, trolley } = createTrolley(mu, v);
  world.settle();
  const a = new Float64Array(6);
  world.readAcceleration(a, 0, trolley);
  const exact = accelerate(mu, v);
  // 3e-14 measured, near μ = 0.2287, where it has a pole
  expect(Math.abs(a[0] - exact)).toBeLessThan(1e-13 * Math.max(40, Math.abs(exact)));
  const { status, worst } = world.advanceTo(0.05);
  expect([status, worst.fallbacks]).toEqual(["done", []]);
  expect(worst.energyError).toBeLessThan(1e-9);
});

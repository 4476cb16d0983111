/**
 * Scissors of n storeys on a floor that rubs: bars of length L and mass m, hinged in their middles and at their ends, on two balls
 * of radius r. They fold under their weight through the pose in which all bars lie flat, where a closed chain of hinges is singular: rows
 * are met by forces that grow as 1/Δ², Δ the angle that is left, and what positions are off by, and is not brought back, grows as
 * 1/Δ³. It was not, forces were off by 1e-3 at Δ = 1e-3, and both feet left the floor.
 *
 *   b from the vertical:   M b̈ + ½ M′ ḃ² = G − μ N (½ L cos b + r),   N = Σ m (g + ÿ)
 *   M = Σ 2 (m y² sin² b + I),  G = Σ 2 m g y sin b,  y = (k + ½) L of storey k
 */
import { createPlane, createSphere } from "@rigor/engine/collide";
import { hinge } from "@rigor/engine/constrain";
import { boxMass } from "@rigor/engine/rigid";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";

const [L, m, r, g, start] = [1, 1, 0.02, 9.81, 0.7];
const inertia = (m * (L * L + r * r)) / 12;

function fold(storeys: number, mu: number): { world: World; first: number } {
  const world = new World();
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true, friction: mu });
  const height = L * Math.cos(start);
  const width = L * Math.sin(start);
  const axis = [0, 0, 1];
  let below: number[] = [];
  let first = -1;
  for (let k = 0; k < storeys; k++) {
    const y = height * k + r;
    const bars = [-1, 1].map((side) =>
      world.addBody({
        mass: boxMass({ size: [r, L, r], mass: m }),
        shapes: k === 0 ? [{ shape: createSphere({ radius: r }), position: [0, -L / 2, 0] }] : [],
        position: [width / 2, y + height / 2, 0],
        rotation: [0, 0, Math.sin((side * start) / 2), Math.cos(start / 2)],
        friction: mu,
      }),
    );
    const join = (a: number, b: number, at: number[]) => world.add(hinge({ a: { body: a }, b: { body: b }, at, axis }));
    join(bars[0], bars[1], [width / 2, y + height / 2, 0]);
    if (k === 0) first = bars[0];
    else {
      join(bars[1], below[0], [width, y, 0]);
      join(bars[0], below[1], [0, y, 0]);
    }
    below = bars;
  }
  return { world, first };
}

/** b and ḃ by the equation above, in steps of 10 µs of Runge's and Kutta's method. */
function follow(storeys: number, mu: number, end: number): { b: number; v: number } {
  const accelerate = (b: number, v: number) => {
    const [s, c] = [Math.sin(b), Math.cos(b)];
    let [M, dM, G, S] = [0, 0, 0, 0];
    for (let k = 0; k < storeys; k++) {
      const y = (k + 0.5) * L;
      M += 2 * (m * y * y * s * s + inertia);
      dM += 4 * m * y * y * s * c;
      G += 2 * m * g * y * s;
      S += 2 * m * y;
    }
    const reach = 0.5 * L * c + r;
    // it begins at rest, and folds
    const lever = mu * reach * Math.sign(reach) * (v < 0 ? -1 : 1);
    return (G - 0.5 * dM * v * v - lever * (2 * storeys * m * g - S * c * v * v)) / (M - lever * S * s);
  };
  let [b, v] = [start, 0];
  const steps = Math.round(end / 1e-5);
  const h = end / steps;
  for (let k = 0; k < steps; k++) {
    const a1 = accelerate(b, v);
    const a2 = accelerate(b + 0.5 * h * v, v + 0.5 * h * a1);
    const a3 = accelerate(b + 0.5 * h * (v + 0.5 * h * a1), v + 0.5 * h * a2);
    const a4 = accelerate(b + h * (v + 0.5 * h * a2), v + h * a3);
    b += h * (v + (h / 6) * (a1 + a2 + a3));
    v += (h / 6) * (a1 + 2 * a2 + 2 * a3 + a4);
  }
  return { b, v };
}

test.each([
  [2, 0.3, 0.49, 1],
  [2, 0.8, 0.49, 24],
  [3, 0.1, 0.58, 24],
  [3, 0.2, 0.58, 24],
  [3, 0.3, 0.58, 97],
])("%d storeys, μ = %d", (storeys, mu, end, pieces) => {
  const { world, first } = fold(storeys, mu);
  for (let k = 1; k <= pieces; k++) {
    const { status, worst } = world.advanceTo((end * k) / pieces);
    expect([status, worst.fallbacks]).toEqual(["done", []]);
    expect(worst.constraintError).toBeLessThan(1e-10);
  }
  // to begin with they touch and slip, and so they stay
  expect(world.events.filter(({ type }) => type !== "touch" && type !== "slip")).toEqual([]);
  const q = world.system.state.subarray(13 * first + 3, 13 * first + 7);
  const { b, v } = follow(storeys, mu, end);
  // measured: 2e-13 to 1.2e-11 rad, 1e-12 to 9e-10 rad/s, by how near to the flat pose a step happens to end
  expect(Math.abs(2 * Math.atan2(-q[2], q[3]) - b)).toBeLessThan(3e-11);
  expect(Math.abs(-world.system.angularVelocity[3 * first + 2] - v)).toBeLessThan(2e-9);
});

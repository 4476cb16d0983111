/**
 * Dominoes that stand free, on a floor with friction: what falls stays what it is in a plane, knocks down the next, and comes
 * to rest with all books closed.
 */
import { expect, test } from "vitest";
import { createBox, createPlane } from "../../src/collide/index.js";
import { World } from "../../src/world/index.js";

const [w, h, d] = [0.0075, 0.04, 0.02];
const spacing = 0.02;
const mu = 0.3;
const g = 9.81;

function build(count: number): World {
  const world = new World();
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true, friction: mu });
  const push = 0.5 * Math.sqrt(g / h);
  for (let k = 0; k < count; k++) {
    const rate = k === 0 ? -push : 0;
    world.addBody({
      shape: createBox({ size: [w, h, d] }),
      mass: 0.01,
      position: [spacing * k, h / 2, 0],
      // about the edge at (w/2, −h/2)
      velocity: [(-rate * h) / 2, (-rate * w) / 2, 0],
      angularVelocity: [0, 0, rate],
      friction: mu,
    });
  }
  return world;
}

test("four fall and rest; what is alike on both sides stays alike", () => {
  const count = 4;
  const world = build(count);
  const { system } = world;
  let aside = 0;
  let penetration = 0;
  let residual = 0;
  let energy = 0;
  for (let t = 0.05; t < 0.625; t += 0.05) {
    const { status, worst } = world.advanceTo(t);
    expect(status).toBe("done");
    penetration = Math.max(penetration, worst.penetration);
    residual = Math.max(residual, worst.residual);
    energy = Math.max(energy, worst.energyError);
    // nothing moves or turns out of the plane: but for slips that are slower than the tolerance
    for (let i = 1; i <= count; i++) {
      const turn = Math.abs(system.angularVelocity[3 * i]) + Math.abs(system.angularVelocity[3 * i + 1]);
      aside = Math.max(aside, Math.abs(system.velocity[3 * i + 2]), h * turn);
    }
  }
  expect(aside).toBeLessThan(1e-8);
  // measured 3e-11 m, 1e-12, 9e-10
  expect(penetration).toBeLessThan(1e-10);
  expect(residual).toBeLessThan(4e-12);
  expect(energy).toBeLessThan(2e-9);
  for (let i = 1; i <= count; i++) {
    for (let x = 0; x < 3; x++) expect(system.velocity[3 * i + x]).toBe(0);
    // cos of the lean: all lie or lean, none stands
    expect(Math.abs(system.rotation[9 * i + 4])).toBeLessThan(0.75);
  }
});

/**
 * Flaps on hinges above each other, that lie on the floor and on one another but for 1e-9 to 1e-6 rad, fall flush and bounce. Above
 * the axes hinges leave contacts no way to move but for that angle; what motion itself gives, −ω² times the thickness, closes their
 * gaps of 1e-10 m, and no force can stop it. The rows were called a contradiction: one run in six ended within 0.05 ms.
 */
import { createBox, createPlane } from "@rigor/engine/collide";
import { hinge } from "@rigor/engine/constrain";
import { createRng, nextInRange, nextInteger, nextRotation, nextUniform, quat } from "@rigor/engine/math";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";

function drawFlaps(seed: number): World {
  const rng = createRng(seed);
  const frame = new Float64Array(4);
  nextRotation(frame, 0, rng);
  const between = (low: number, high: number) => low * (high / low) ** nextUniform(rng);
  const turn = (vector: readonly number[]) => {
    const out = new Float64Array(3);
    quat.rotateVector(out, 0, frame, 0, Float64Array.from(vector), 0);
    return out;
  };
  const restitution = [0, 0.3, 0.8, 1][Math.floor(4 * nextUniform(rng))];
  const count = nextInteger(rng, 2, 4);
  const angle = between(1e-9, 1e-6);
  const length = between(0.05, 1);
  const thickness = 0.1 * length;
  const step = thickness * (1 + angle * nextInRange(rng, 0.5, 1));
  const world = new World({ gravity: turn([0, 0, -9.81]) });
  world.addBody({ shape: createPlane({ normal: turn([0, 0, 1]) }), fixed: true, restitution });
  const shape = createBox({ size: [length, length / 2, thickness] });
  for (let k = 0; k < count; k++) {
    const lift = angle * k;
    const axis = [thickness * Math.sin(lift), 0, k * step + thickness / 2];
    const [x, z] = [(length / 2) * Math.cos(lift), (length / 2) * Math.sin(lift)];
    const rotation = new Float64Array(4);
    quat.multiply(rotation, 0, frame, 0, Float64Array.of(0, -Math.sin(lift / 2), 0, Math.cos(lift / 2)), 0);
    const position = turn([axis[0] + x, 0, axis[2] + z]);
    const body = world.addBody({ shape, mass: between(0.1, 10), position, rotation, restitution });
    world.add(hinge({ a: { body }, at: turn(axis), axis: turn([0, 1, 0]) }));
  }
  return world;
}

test.each([10, 20, 38, 47, 60])("go on, number %i", (seed) => {
  const world = drawFlaps(seed);
  for (let k = 1; k <= 4; k++) {
    const { status, worst } = world.advanceTo(k * 2.5e-4);
    expect(status).toBe("done");
    // the bounds of the design
    expect(worst.penetration).toBeLessThan(1e-7);
    expect(worst.constraintError).toBeLessThan(1e-9);
    expect(worst.energyError).toBeLessThan(1e-7);
  }
});

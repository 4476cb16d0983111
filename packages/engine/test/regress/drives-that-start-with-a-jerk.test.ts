/**
 * A motor on a wheel at rest brings it to its speed at once. That energy was booked as a loss below zero; the motor gives it,
 * and as much again, which is lost as in any impact without a bounce (Carnot):
 *
 *   kinetic = ½ I ω²      dissipated = ½ I ω²      work = I ω²
 */
import { createCylinder, createPlane } from "@rigor/engine/collide";
import { hinge, motor } from "@rigor/engine/constrain";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";

test.each([0, 0.5])("a wheel with a motor, above a floor with friction %f", (friction) => {
  const world = new World({ gravity: [0, 0, 0] });
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true, friction });
  const [mass, radius, omega] = [3, 0.4, 5];
  const body = world.addBody({
    shape: createCylinder({ radius, height: 0.1 }),
    mass,
    position: [0, 1, 0],
    angularVelocity: [0, 1, 0],
  });
  const joint = world.add(hinge({ a: { body }, at: [0, 1, 0], axis: [0, 1, 0] }));
  world.add(motor(joint.angle, { speed: omega }));
  const { status } = world.advanceTo(0.1);
  expect(status).toBe("done");
  const I = 0.5 * mass * radius * radius;
  const { kinetic, dissipated, work } = world.getEnergy();
  // a few roundings; it turned with 1 rad/s before
  expect(Math.abs(kinetic - 0.5 * I * omega * omega)).toBeLessThan(1e-14);
  expect(Math.abs(dissipated - 0.5 * I * (omega - 1) * (omega - 1))).toBeLessThan(1e-14);
  expect(Math.abs(work - I * omega * (omega - 1))).toBeLessThan(1e-14);
});

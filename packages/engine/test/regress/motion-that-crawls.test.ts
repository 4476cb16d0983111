/**
 * A spring so stiff that twenty thousand steps do not make a nanosecond. Nothing can be settled there that would help, and it was
 * settled again and again, without a step and without end.
 */
import { createSphere } from "@rigor/engine/collide";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";

test("what takes very many steps for hardly any time ends with a message, and what is beside it does not", () => {
  const world = new World({ gravity: [0, 0, 0] });
  const shape = createSphere({ radius: 0.1 });
  const stiff = world.addBody({ shape, mass: 1, position: [0.1, 0, 0] });
  const free = world.addBody({ shape, mass: 1, position: [0, 5, 0], velocity: [1, 0, 0] });
  world.addForce({
    name: "spring",
    on: [stiff],
    apply: (system) => {
      system.force[3 * stiff] -= 1e26 * system.state[13 * stiff];
    },
  });
  const { status, message } = world.advanceTo(1);
  expect(status).toBe("failed");
  expect(message).toMatch(/20001 steps within 1e-9 s: the motion is too stiff or singular, at t = .*, of body 0/);
  // it is where it was when it got no further, and moves as ever: ½ v² + ½ ω² x² = ½ ω² x₀²
  const [x, v] = [world.system.state[13 * stiff], world.system.velocity[3 * stiff]];
  expect(Math.abs(Math.hypot(x, v / 1e13) - 0.1)).toBeLessThan(1e-6);
  expect(world.system.state[13 * free]).toBeCloseTo(world.time, 14);
});

/** Backward Euler in a world: its order, what is stiff, and contacts and joints beside it. */
import { createBox, createPlane, createSphere } from "@rigor/engine/collide";
import { createDistanceCoordinate, hinge, jointSpring } from "@rigor/engine/constrain";
import { World, type WorldOptions } from "@rigor/engine/world";
import { describe, expect, test } from "vitest";

/** A ball of 1 kg on a spring from the origin, 0.1 m beyond its rest length of 1 m, without gravity. */
function createSpring(stiffness: number, options: WorldOptions) {
  const world = new World({ gravity: [0, 0, 0], ...options });
  const body = world.addBody({ shape: createSphere({ radius: 0.1 }), mass: 1, position: [1.1, 0, 0] });
  const length = createDistanceCoordinate(world.mechanism, { a: { body }, b: [0, 0, 0] });
  world.mechanism.addForce(jointSpring(length, { stiffness, rest: 1 }));
  return world;
}

describe("backward Euler", () => {
  test("is of order 1", () => {
    const w = 3;
    const errors = [0.02, 0.01, 0.005, 0.0025].map((step) => {
      const world = createSpring(w * w, { integrator: "backward-euler", step });
      expect(world.advanceTo(1).status).toBe("done");
      return Math.abs(world.system.state[0] - (1 + 0.1 * Math.cos(w)));
    });
    const orders = errors.slice(1).map((error, k) => Math.log2(errors[k] / error));
    // measured 0.96, 0.98, 0.99
    for (const order of orders) expect(Math.abs(order - 1)).toBeLessThan(0.06);
  });

  test("is calm where a spring is stiff, and explicit methods of the same step are not", () => {
    const stiffness = 1e8;
    const world = createSpring(stiffness, { integrator: "backward-euler", step: 0.01 });
    expect(world.advanceTo(1).status).toBe("done");
    expect(Math.abs(world.system.state[0] - 1)).toBeLessThan(1e-12);
    const other = createSpring(stiffness, { integrator: "euler", step: 0.01 });
    expect(other.advanceTo(0.03).status).toBe("done");
    // three steps of Euler's method: x = 1 + 0.1 Re (1 + iωh)³ = 1 + 0.1 (1 − 3 ω²h²), with ωh = 100. The 0.1 is
    // 1.1 − 1, off by 8.9e-17, and that 3e4 times as much: 2.7e-12
    expect(Math.abs(other.system.state[0] + 2998.9)).toBeLessThan(3e-12);
    // ten would be 1e19 m: numbers that cannot be computed with, which is told
    const { status, message } = other.advanceTo(0.1);
    expect(status).toBe("failed");
    expect(message).toMatch(/^body 0 moves at .* m\/s: numbers above 1e15 m\/s cannot be computed with/);
  });

  test("a ball falls, strikes, bounces and comes to rest on the floor", () => {
    const world = new World({ integrator: "backward-euler", step: 1e-3 });
    world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true });
    world.addBody({ shape: createSphere({ radius: 0.5 }), mass: 1, position: [0, 1.5, 0], restitution: 0.3 });
    const { status, events, worst } = world.advanceTo(2);
    expect(status).toBe("done");
    const fall = Math.sqrt(2 / 9.81);
    // of order 1: half a step of speed
    expect(Math.abs(events[0].t - fall)).toBeLessThan(1e-3);
    expect(events[events.length - 1].type).toBe("touch");
    expect(worst.penetration).toBeLessThan(1e-7);
    const [contact] = world.getContacts();
    expect(Math.abs(contact.force - 9.81)).toBeLessThan(1e-9);
    expect(Math.abs(world.system.state[14] - 0.5)).toBeLessThan(1e-9);
  });

  test("a hinged plank swings onto a box, and lies there", () => {
    const world = new World({ integrator: "backward-euler", step: 2e-3 });
    world.addBody({ shape: createBox({ size: [1, 1, 1] }), fixed: true, position: [1, -1, 0] });
    const plank = world.addBody({ shape: createBox({ size: [1, 0.1, 0.5] }), mass: 2, position: [0.5, 0, 0] });
    world.add(hinge({ a: { body: plank }, at: [0, 0, 0], axis: [0, 0, 1] }));
    const { status, events, worst } = world.advanceTo(1.5);
    expect(status).toBe("done");
    expect(events.some(({ type }) => type === "collision")).toBe(true);
    // a step is a straight line, and the hinge takes it back onto its circle: ω² h² l/8; measured 3.4e-7 m
    expect(worst.penetration).toBeLessThan(1e-6);
    // deeper than promised, and it says so
    expect(worst.penetration).toBeGreaterThan(world.settings.contactTolerance);
    expect(worst.fallbacks).toEqual(["contact/penetration: a part is deeper in another than the contact tolerance"]);
    expect(world.advanceTo(2).worst.fallbacks).toEqual([]);
    expect(worst.constraintError).toBeLessThan(1e-9);
    expect(world.getEnergy().kinetic).toBeLessThan(1e-12);
  });
});

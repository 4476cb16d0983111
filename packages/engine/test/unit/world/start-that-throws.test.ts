/** A function of the user that throws while the state at the start is handled: the next call begins where this one did. */
import { createBox, createPlane } from "@rigor/engine/collide";
import { World } from "@rigor/engine/world";
import { describe, expect, test } from "vitest";

describe("a force that throws while the first contacts are handled", () => {
  /** A box that falls onto the floor at 1 m/s at the very start, and a force that throws as long as it is asked to. */
  function build(speed: number) {
    const world = new World();
    world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true });
    world.addBody({ shape: createBox({ size: [1, 1, 1] }), mass: 2, position: [0, 0.5, 0], velocity: [0, -speed, 0] });
    const force = { name: "moody", throws: false, apply: () => void (force.throws && fail()) };
    world.addForce(force);
    return { world, force };
  }
  function fail(): never {
    throw new Error("not today");
  }

  test.each([0, 1])("and no more in the next call, with an approach of %f m/s", (speed) => {
    const plain = build(speed).world;
    const expected = plain.advanceTo(0.1);
    const { world, force } = build(speed);
    force.throws = true;
    const before = world.system.state.slice();
    expect(() => world.advanceTo(0.1)).toThrow("not today");
    expect(world.system.state).toEqual(before);
    force.throws = false;
    const report = world.advanceTo(0.1);
    // contacts and impulses are those of a world in which nothing was thrown
    expect(report.events).toEqual(expected.events);
    expect(world.system.state).toEqual(plain.system.state);
    expect(world.getEnergy()).toEqual(plain.getEnergy());
    const weight = world.getContacts().reduce((sum, { force: f }) => sum + f, 0);
    expect(Math.abs(weight - 2 * 9.81)).toBeLessThan(1e-12);
  });
});

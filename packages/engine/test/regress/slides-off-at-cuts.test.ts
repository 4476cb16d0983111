/**
 * A brick that slides over the edge of a table and was looked at just before: its corners were within the contact tolerance of
 * the edge then, and were lost only half a tolerance beyond it, 5e-8 s late at 1 m/s. At the very instant a snapshot found
 * them on the table again, and told of a touch.
 */
import { createBox } from "@rigor/engine/collide";
import { type Snapshot, World } from "@rigor/engine/world";
import { describe, expect, test } from "vitest";

/** A brick on a frictionless table whose edge is at x = 0, that hardly turns: its inertia is 1e12 kg m². Its rear is at x = −0.7. */
function build(speed: number, friction = 0): World {
  const world = new World();
  world.addBody({ shape: createBox({ size: [2, 1, 1] }), fixed: true, position: [-1, -0.5, 0], friction });
  world.addBody({
    shape: createBox({ size: [0.4, 0.2, 0.2] }),
    mass: 1,
    inertia: [1e12, 1e12, 1e12],
    position: [-0.5, 0.1, 0],
    velocity: [speed, 0, 0],
    friction,
  });
  return world;
}

describe.each([1, 5, 10])("a brick slides off with %f m/s", (speed) => {
  const t0 = 0.7 / speed;

  test.each(["cut", "looked at", "saved", "restored"])(
    "when its rear is at the edge, where the run is %s before",
    (how) => {
      for (const late of [-1e-6, -1e-7, -5e-8, -1e-8, -3e-9, -1e-9, -1e-10, -1e-12, -1e-14, 0, 1e-14, 1e-12, 1e-10]) {
        let world = build(speed);
        const told = [...world.advanceTo(t0 + late).events];
        if (how === "looked at") world.getContacts();
        if (how === "saved" || how === "restored") {
          const snapshot = JSON.parse(JSON.stringify(world.save())) as Snapshot;
          if (how === "restored") {
            world = build(speed);
            world.restore(snapshot);
          }
        }
        told.push(...world.advanceTo(t0 + 0.01).events);
        const later = told.filter(({ t }) => t > 0);
        expect(later.map(({ type }) => type)).toEqual(["separate"]);
        // what is within 1e-13 m of the edge where the run is cut is off: 1e-13 s at 1 m/s
        expect(Math.abs(later[0].t - t0)).toBeLessThan(1.1e-13);
      }
    },
  );

  test("nothing presses from then on, and all its weight up to then", () => {
    const sum = (late: number) => {
      const world = build(speed);
      world.advanceTo(t0 + late);
      return world.getContacts().reduce((all, { force }) => all + force, 0);
    };
    for (const late of [-1e-6, -5e-8, -1e-8, -1e-9, -1e-11]) expect(sum(late)).toBeCloseTo(9.81, 6);
    for (const late of [0, 1e-11, 1e-9, 1e-8, 5e-8, 1e-6]) expect(sum(late)).toBe(0);
  });

  test("with a force that is added at that instant", () => {
    const world = build(speed);
    world.advanceTo(t0);
    world.addForce({ name: "nothing", on: [1], apply() {} });
    world.getContacts();
    world.advanceTo(t0 + 0.01);
    expect(world.events.filter(({ t }) => t > 0).map(({ type }) => type)).toEqual(["separate"]);
  });
});

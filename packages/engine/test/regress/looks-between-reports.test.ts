/**
 * What a look settles is of the next report: its events were, what it had to do without was not. And the events of two looks at
 * one time came in the order of the looks, not in that of events; those of a look after the list was emptied, or after
 * `restore`, were of no report.
 */
import { createConvex, createPlane, createSphere } from "@rigor/engine/collide";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";
import { turnY } from "../support/worlds.js";

/** A rod that slides on its end, steep and fast: no forces satisfy the law there, and an impact without a collision is taken. */
function addRod(world: World): void {
  const [angle, rate, speed] = [1.1, -2, -1];
  const [s, c] = [Math.sin(angle), Math.cos(angle)];
  const middle = [-0.01, 0.01].flatMap((x) => [-0.01, 0.01].map((y) => [x, y, 0]));
  world.addBody({
    shape: createConvex({ vertices: [[0, 0, -1], [0, 0, 1], ...middle] }),
    mass: 1,
    inertia: [1 / 3, 1 / 3, 0.1],
    position: [0, 0, s],
    rotation: turnY(Math.PI / 2 - angle),
    velocity: [speed - rate * s, 0, rate * c],
    angularVelocity: [0, -rate, 0],
    friction: 1.4,
  });
}

test.each([false, true])("what is told at an instant does not depend on a look at it: %s", (looks) => {
  const world = new World({ gravity: [0, 0, -10] });
  world.addBody({ shape: createPlane({ normal: [0, 0, 1] }), fixed: true, friction: 1.4 });
  world.addBody({ shape: createSphere({ radius: 1 }), mass: 1, position: [50, 0, 1] });
  world.advanceTo(0.1);
  addRod(world);
  if (looks) for (let k = 0; k < 2; k++) world.getContacts();
  const told =
    "friction/jamming: no forces satisfy the Coulomb conditions; an impact without a collision (Painlevé) stops the sliding";
  if (looks) expect(world.worst.fallbacks).toContain(told);
  const { events, worst } = world.advanceTo(0.11);
  expect(events.map(({ type }) => type)).toContain("collision");
  expect(worst.fallbacks).toContain(told);
  // and once
  expect(world.advanceTo(0.12).worst.fallbacks).not.toContain(told);
});

/** A ball that lies on the floor, added, and one that flies into it; with looks between. */
function addTwice(world: World, look: () => void): void {
  world.addBody({ shape: createSphere({ radius: 1 }), mass: 1, position: [5, 0, 1] });
  look();
  world.addBody({ shape: createSphere({ radius: 1 }), mass: 1, position: [9, 0, 1], velocity: [0, 0, -2] });
  look();
}

function build(): World {
  const world = new World({ gravity: [0, 0, -10] });
  world.addBody({ shape: createPlane({ normal: [0, 0, 1] }), fixed: true });
  world.addBody({ shape: createSphere({ radius: 1 }), mass: 1, position: [50, 0, 1] });
  return world;
}

test.each(["getContacts", "getReactions", "save"] as const)(
  "events of one time come in order, however often %s looks",
  (look) => {
    const whole = build();
    whole.advanceTo(0.1);
    addTwice(whole, () => {});
    const { events } = whole.advanceTo(0.2);
    expect(events.map(({ type }) => type).slice(0, 2)).toEqual(["collision", "touch"]);
    const world = build();
    world.advanceTo(0.1);
    addTwice(world, () => world[look]());
    expect(world.advanceTo(0.2).events).toEqual(events);
    expect(world.events).toEqual(whole.events);
  },
);

test.each(["emptied", "restored"])("events of a look are of the next report, where the list was %s before", (how) => {
  const world = build();
  world.advanceTo(0.1);
  const snapshot = world.save();
  world.addForce({ name: "nothing", apply() {} });
  world.advanceTo(0.3);
  if (how === "emptied") world.events.length = 0;
  else world.restore(snapshot);
  addTwice(world, () => world.getContacts());
  const count = world.events.length;
  const { events } = world.advanceTo(world.time + 0.1);
  expect(events.map(({ type }) => type).slice(0, 2)).toEqual(["collision", "touch"]);
  expect(count).toBeGreaterThan(1);
});

/**
 * A box in a slot just as wide, without friction, that a moment tips: it turns on an edge and flies, between the sides, which touch
 * it and cannot press. Rows of both sides are in balance to rounding, and there is no size among them by which to tell that; they
 * contradicted each other by 1e-14 m/s², and the run ended without forces. Where a force had just fallen to zero, what was to take
 * its place was made to press a little, on both sides at once, which cannot be; `advanceTo` threw "must have solved a problem".
 */
import { createBox, createPlane } from "@rigor/engine/collide";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";

interface Load {
  /** What grows with time, on the box: along the slot, N/s, and about x and y, N·m/s; y is along the slot and z up. */
  readonly along?: number;
  readonly up?: number;
  readonly tip?: number;
  readonly roll?: number;
  readonly depth?: number;
  /** Whether the slot is a body that may move: a tray on the floor. */
  readonly isTray?: boolean;
}

function build({ along = 0, up = 0, tip = 0, roll = 0, depth = 0.4, isTray = false }: Load): World {
  const world = new World({ gravity: [0, 0, -9.81] });
  world.addBody({ shape: createPlane({ normal: [0, 0, 1] }), fixed: true });
  const sides = [-1, 1];
  if (isTray) {
    const bottom = { shape: createBox({ size: [1.2, 0.4, 0.1] }), position: [0, 0, 0.05] };
    const wall = createBox({ size: [0.1, 0.4, 0.4] });
    const walls = sides.map((side) => ({ shape: wall, position: [0.55 * side, 0, 0.3] }));
    world.addBody({ shapes: [bottom, ...walls], mass: 1 });
  } else {
    const wall = createBox({ size: [1, 4, 1] });
    for (const side of sides) world.addBody({ shape: wall, position: [side, 0, 0.5], fixed: true });
  }
  const position = [0, 0, isTray ? 0.35 : 0.25];
  const box = world.addBody({ shape: createBox({ size: [1, depth, 0.5] }), mass: 1, position });
  const { system } = world;
  world.addForce({
    name: "load",
    on: [box],
    apply() {
      system.force[3 * box + 1] += along * system.time;
      system.force[3 * box + 2] += up * system.time;
      system.torque[3 * box] -= tip * system.time;
      system.torque[3 * box + 1] += roll * system.time;
    },
  });
  return world;
}

test.each<Load>([
  { along: 1, tip: 20 },
  { tip: 20, depth: 0.3 },
  { roll: 20, up: 20 },
  { roll: 20, up: 20, isTray: true },
  { roll: 20, up: 60, tip: 3 },
])("go on by %o", (load) => {
  const world = build(load);
  for (let k = 1; k <= 5; k++) {
    const { status, worst } = world.advanceTo(k / 10);
    expect([k, status, worst.fallbacks]).toEqual([k, "done", []]);
    // the bounds of the design
    expect(worst.penetration).toBeLessThan(1e-7);
    expect(worst.energyError).toBeLessThan(1e-7);
  }
});

test("where a box leaves a slot with next to nothing in it, a run that ends does not blame drives: there are none", () => {
  const world = build({ along: 0.1, tip: 4, roll: 1 });
  for (let k = 15; k <= 20; k++) {
    const { status, message, worst } = world.advanceTo(k / 10);
    // 2e-5 m of it are left by then; whatever becomes of that, it is told, and nothing sinks in
    if (status !== "done") expect(message).toContain("the forces of resting contact could not be found");
    expect(worst.penetration).toBeLessThan(1e-7);
    expect(worst.energyError).toBeLessThan(1e-7);
    if (status !== "done") break;
  }
});

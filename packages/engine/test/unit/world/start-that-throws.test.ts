/** A function of the user that throws while a state is handled, or read: the next call begins where this one did. */
import { createBox, createPlane, createSphere } from "@rigor/engine/collide";
import { ball } from "@rigor/engine/constrain";
import { createPendulum } from "@rigor/engine/lagrange";
import { World } from "@rigor/engine/world";
import { describe, expect, test } from "vitest";

/** A force without effect, which throws at its evaluation number `at`, counted from now on. */
class Moody {
  readonly name = "moody";
  at = Infinity;
  private count = 0;

  throwAt(evaluation: number): void {
    this.count = 0;
    this.at = evaluation;
  }

  apply(): void {
    if (++this.count === this.at) throw new Error("not today");
  }
}

const floor = { shape: createPlane({ normal: [0, 1, 0] }), fixed: true };
const box = { shape: createBox({ size: [1, 1, 1] }), mass: 2 };

/** Worlds in which something strikes at the start, or rests. */
const scenes: Record<string, (world: World) => void> = {
  "a box at rest"(world) {
    world.addBody(floor);
    world.addBody({ ...box, position: [0, 0.5, 0] });
  },
  "three boxes that strike a floor"(world) {
    world.addBody(floor);
    for (const x of [0, 3, 6]) world.addBody({ ...box, position: [x, 0.5, 0], velocity: [0, -1, 0] });
  },
  "boxes with friction, one on the other"(world) {
    world.addBody({ ...floor, friction: 0.5 });
    for (const y of [0.5, 1.5]) world.addBody({ ...box, position: [0, y, 0], velocity: [1, -1, 0], friction: 0.5 });
  },
  "a sphere that strikes a bob with coordinates"(world) {
    const pendulum = world.addCoordinates(createPendulum({ lengths: [1], masses: [1], angles: [Math.PI / 2] }));
    const sphere = { shape: createSphere({ radius: 0.2 }), mass: 1 };
    const bob = world.addBody({ ...sphere, position: [1, 0, 0] });
    world.add(ball({ a: { body: bob }, b: { on: pendulum, part: 0 } }));
    world.addBody({ ...sphere, position: [1, 0.4, 0], velocity: [0, -2, 0] });
  },
};

describe.each(Object.keys(scenes))("%s, and a force that throws while the first contacts are handled", (name) => {
  function build() {
    const world = new World();
    scenes[name](world);
    return { world, force: world.addForce(new Moody()) };
  }

  test.each([1, 2, 3, 4, 6, 9])("at its evaluation %i", (evaluation) => {
    const plain = build().world;
    const expected = plain.advanceTo(0.1);
    const { world, force } = build();
    force.throwAt(evaluation);
    const [state, own] = [world.system.state.slice(), world.mechanism.own.slice()];
    let hasThrown = false;
    try {
      world.settle();
    } catch {
      hasThrown = true;
    }
    force.throwAt(Infinity);
    if (evaluation === 1) expect(hasThrown).toBe(true);
    if (!hasThrown) return;
    expect(world.system.state).toEqual(state);
    if (own.length === world.mechanism.own.length) expect(world.mechanism.own).toEqual(own);
    const report = world.advanceTo(0.1);
    // events, motion and energy are those of a world in which nothing was thrown
    expect(report.events).toEqual(expected.events);
    expect(world.system.state).toEqual(plain.system.state);
    expect(world.mechanism.own).toEqual(plain.mechanism.own);
    expect(world.getEnergy()).toEqual(plain.getEnergy());
  });
});

test("and one that throws while contacts are read: the world stays at its time", () => {
  for (const evaluation of [1, 2, 3, 4]) {
    const world = new World();
    world.addBody(floor);
    world.addBody({ ...box, position: [0, 2, 0] });
    const force = world.addForce(new Moody());
    world.advanceTo(0.1);
    const state = world.system.state.slice();
    force.throwAt(evaluation);
    try {
      world.getContacts();
    } catch {
      // as it must
    }
    expect(world.system.state).toEqual(state);
  }
});

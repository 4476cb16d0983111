/**
 * A snapshot at the instant at which something is lifted: its force is zero there, so that nothing held it from then on, and
 * nothing told that it left before the step was over, up to a second later. The same of what touches without a force, and is
 * pulled away or pressed on by a force that grows from zero.
 */
import { createBox, createPlane, createSphere } from "@rigor/engine/collide";
import { type Snapshot, World, type WorldEvent } from "@rigor/engine/world";
import { describe, expect, test } from "vitest";
import { sample } from "../../../../test/support/campaign.js";

const g = 9.81;
type Pull = (t: number) => number;

/** One body of 1 kg or two on a floor, and a force on the upper one, upwards. */
function build(pull: Pull, { count = 1, friction = 0, gravity = g, isRound = false } = {}): World {
  const world = new World({ gravity: [0, -gravity, 0] });
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true, friction });
  const shape = isRound ? createSphere({ radius: 0.5 }) : createBox({ size: [1, 1, 1] });
  for (let k = 0; k < count; k++) world.addBody({ shape, mass: 1, position: [0, 0.5 + k, 0], friction });
  world.addForce({
    name: "pull",
    on: [count],
    apply: (system) => {
      system.force[3 * count + 1] += pull(system.time);
    },
  });
  return world;
}

/** What is told from t = 0 on of a run that is cut at a time, looked at, saved, or goes on in another world. */
function runCut(make: () => World, cut: number, how: string, end: number): WorldEvent[] {
  let world = make();
  const told = [...world.advanceTo(cut).events];
  if (how === "looked at") world.getContacts();
  if (how === "saved" || how === "restored") {
    const snapshot = JSON.parse(JSON.stringify(world.save())) as Snapshot;
    if (how === "restored") {
      world = make();
      world.restore(snapshot);
    }
  }
  told.push(...world.advanceTo(end).events);
  return told.filter(({ t }) => t > 0);
}

// F(t₀) = m g
const pulls: [string, Pull, number][] = [
  ["in proportion to the time", (t) => (g * t) / 0.5, 0.5],
  ["steeply", (t) => g * (1 + 40 * (t - 0.3)), 0.3],
  ["as a sine", (t) => 12 * Math.sin(2 * t), Math.asin(g / 12) / 2],
  ["exponentially", (t) => g * Math.exp(t - 0.7), 0.7],
];

describe.each(["cut", "looked at", "saved", "restored"])("a run that is %s near the instant of a lift", (how) => {
  test.each(sample(pulls, 2))("by a force that grows %s", (_, pull, t0) => {
    for (const late of [-1e-8, 0, 1e-12]) {
      for (const count of [1, 2]) {
        const events = runCut(() => build(pull, { count }), t0 + late, how, t0 + 0.05);
        expect(events.map(({ type, a, b }) => [type, a, b])).toEqual([["separate", 1, count === 1 ? 0 : 2]]);
        // accelerations up to 1e-11 of 2 g are none, and they grow by g/s at least: 2e-11 s
        expect(Math.abs(events[0].t - t0)).toBeLessThan(3e-11);
      }
      for (const count of [1, 2]) {
        const events = runCut(() => build(pull, { count, friction: 0.5 }), t0 + late, how, t0 + 0.05);
        expect(events.map(({ type, b }) => [type, b])).toEqual([["separate", count === 1 ? 0 : 2]]);
        // where something rubs, accelerations up to 4e-10 of 2 g are none
        expect(Math.abs(events[0].t - t0)).toBeLessThan(1e-9);
      }
    }
  });
});

test("a force that falls to zero and grows again at the instant of a snapshot tells of nothing", () => {
  const pull: Pull = (t) => g * (1 - (t - 0.4) ** 2);
  for (const friction of [0, 0.5]) {
    for (const count of [1, 2]) {
      const make = () => build(pull, { count, friction });
      expect(runCut(make, 0.4, "restored", 1)).toEqual([]);
    }
  }
});

describe.each([0, 0.4])("what touches without a force, with a friction of %f", (friction) => {
  const still = { friction, gravity: 0 };

  test.each([false, true])("is pulled away by a force that begins at 0.3 s: round %s", (isRound) => {
    for (const count of [1, 2]) {
      for (const pull of [(t: number) => (t >= 0.3 ? 3 : 0), (t: number) => Math.max(0, 5 * (t - 0.3))]) {
        const { events } = build(pull, { ...still, count, isRound }).advanceTo(0.5);
        const [parting] = events.filter(({ t }) => t > 0);
        expect([parting.type, parting.a, parting.b]).toEqual(["separate", 1, count === 1 ? 0 : 2]);
        // rounding of the force, which grows by 5 N/s: 3e-15 s measured
        expect(Math.abs(parting.t - 0.3)).toBeLessThan(5e-15);
      }
    }
  });

  test.each([false, true])("is pressed on without a collision: round %s", (isRound) => {
    for (const count of [1, 2]) {
      const world = build((t) => Math.min(0, -5 * (t - 0.3)), { ...still, count, isRound });
      expect(world.advanceTo(0.5).events.filter(({ t }) => t > 0)).toEqual([]);
      const pressing = world.getContacts().filter(({ b }) => b === 0);
      expect(pressing.reduce((sum, { force }) => sum + force, 0)).toBeCloseTo(1, 12);
    }
  });

  test.each(["looked at", "saved"])("is pulled away at once by a force that is added, where it was %s", (how) => {
    const world = build(() => 0, still);
    world.advanceTo(0.3);
    const look = () => (how === "saved" ? world.save() : world.getContacts());
    look();
    world.addForce({
      name: "pull",
      on: [1],
      apply: (system) => {
        system.force[4] += 3;
      },
    });
    look();
    const { events } = world.advanceTo(0.5);
    expect(events.map(({ type, t }) => [type, t])).toEqual([["separate", 0.3]]);
    // ½ a t², of which the solver is exact
    expect(Math.abs(world.system.state[14] - 0.56)).toBeLessThan(1e-14);
  });
});

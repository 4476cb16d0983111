/**
 * Things with coordinates whose q depends on the time: the clock is a coordinate that no force moves. Where such a thing struck
 * a limit, or a body that it carries struck a floor, the root of its mass was zero and impulses were not finite.
 */
import { createPlane, createSphere } from "@rigor/engine/collide";
import { ball, limit } from "@rigor/engine/constrain";
import { createBead, createBodyCoordinate, type GeneralizedBody } from "@rigor/engine/lagrange";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";

const g = 9.81;
const e = 0.5;

/** A bead on an upright wire that moves aside and up with 1 m/s and so many; u is its height on it. */
function addBead(world: World, up: number): GeneralizedBody {
  return world.addCoordinates(
    createBead({ wire: (u, t) => [t.times(1), u.plus(t.times(up)), u.times(0)], mass: 1, coordinate: 1, time: 0 }),
  );
}

/** The first three times at which something bounces that falls from a height with a speed. */
function listBounces(height: number, speed: number): number[] {
  const times = [(speed + Math.sqrt(speed * speed + 2 * g * height)) / g];
  let v = g * times[0] - speed;
  for (let k = 0; k < 2; k++) {
    v *= e;
    times.push(times[k] + (2 * v) / g);
  }
  return times;
}

function expectBounces(world: World, expected: readonly number[]): void {
  const { status, events } = world.advanceTo(expected[2] + 0.1);
  expect(status).toBe("done");
  const times = events.filter(({ type }) => type === "collision").map(({ t }) => t);
  expect(times).toHaveLength(3);
  times.forEach((t, k) => {
    expect(Math.abs(t - expected[k])).toBeLessThan(1e-10);
  });
}

test("a bead on a wire that moves strikes a limit as on one that stands", () => {
  const world = new World();
  const bead = addBead(world, 0.3);
  world.addLimit(limit(createBodyCoordinate(world.mechanism, bead, 0, "length"), { lower: 0, restitution: e }));
  expectBounces(world, listBounces(1, 0));
});

test("a body that it carries strikes a floor with the speed of both", () => {
  const world = new World();
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true, restitution: e });
  const bead = addBead(world, 0.3);
  const body = world.addBody({
    shape: createSphere({ radius: 0.1 }),
    mass: 1,
    position: [0, 1, 0],
    velocity: [1, 0.3, 0],
    restitution: e,
  });
  world.add(ball({ a: { body }, b: { on: bead, part: 0 } }));
  expectBounces(world, listBounces(0.9, 0.3));
});

test("a wire that hums lifts what rests on a limit when it should", () => {
  // y = u + A sin ωt, ÿ = −A ω² sin ωt: it leaves where that is −g
  const [A, rate] = [0.002, 100];
  const world = new World();
  const wire = createBead({
    wire: (u, t) => [u.times(0), u.plus(t.times(rate).sin().times(A)), u.times(0)],
    mass: 1,
    coordinate: 0,
    time: 0,
  });
  const bead = world.addCoordinates(wire);
  world.addLimit(limit(createBodyCoordinate(world.mechanism, bead, 0, "length"), { lower: 0 }));
  const lift = world.advanceTo(0.1).events.find(({ type }) => type === "separate");
  expect(Math.abs((lift?.t ?? Infinity) - Math.asin(g / (A * rate * rate)) / rate)).toBeLessThan(1e-10);
});

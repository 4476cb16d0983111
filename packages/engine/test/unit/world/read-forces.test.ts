/** Motors, and `mechanism.readReaction`, in a world: the numbers are those of `getReactions`, and of mechanics. */
import { createBox, createPlane, createSphere } from "@rigor/engine/collide";
import { ball, type Constraint, hinge, motor, slider, weld } from "@rigor/engine/constrain";
import { createPendulum } from "@rigor/engine/lagrange";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";

const g = 9.81;
const arm = createBox({ size: [1, 0.1, 0.1] });

function readAll(world: World): void {
  const out = new Float64Array(6);
  for (const [joint, told] of world.getReactions()) {
    world.mechanism.readReaction(out, 0, joint);
    expect(Array.from(out), joint.name).toEqual(Array.from(told));
  }
  expect(world.getReactions().size).toBe(world.mechanism.constraints.length);
}

test("a motor that holds an arm against its weight tells τ = m g l/2, awake and asleep", () => {
  const world = new World();
  const body = world.addBody({ shape: arm, mass: 2, position: [0.5, 0, 0] });
  const joint = world.add(hinge({ a: { body }, at: [0, 0, 0], axis: [0, 0, 1] }));
  const drive = world.add(motor(joint.angle, { speed: 0 }));
  // before any step too
  expect(Math.abs(drive.torque() - g)).toBeLessThan(1e-12);
  for (const t of [0.1, 5]) {
    world.advanceTo(t);
    // rounding of a solve with one row
    expect(Math.abs(drive.torque() - g)).toBeLessThan(1e-12);
    readAll(world);
  }
});

test("a motor that turns an arm tells m g (l/2) cos φ at every angle", () => {
  const world = new World();
  const body = world.addBody({
    shape: arm,
    mass: 2,
    position: [0.5, 0, 0],
    angularVelocity: [0, 0, 3],
    velocity: [0, 1.5, 0],
  });
  const joint = world.add(hinge({ a: { body }, at: [0, 0, 0], axis: [0, 0, 1] }));
  const drive = world.add(motor(joint.angle, { speed: 3 }));
  for (const t of [0.1, 0.7, 1.3]) {
    world.advanceTo(t);
    // the angle is integrated with a tolerance of 1e-8
    expect(Math.abs(drive.torque() - g * Math.cos(3 * t))).toBeLessThan(1e-7);
    readAll(world);
  }
});

test("a force along a slider, with contacts in the same solve and with friction", () => {
  for (const friction of [0, 0.25]) {
    const world = new World();
    world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true, friction });
    const box = world.addBody({
      shape: createBox({ size: [1, 1, 1] }),
      mass: 4,
      position: [0, 0.5, 0],
      velocity: [2, 0, 0],
      friction,
    });
    // in x alone: what holds it down is the floor
    const rail = world.add(slider({ a: { body: box }, at: [0, 0.5, 0], axis: [1, 0, 0] }));
    const drive = world.add(motor(rail.travel, { speed: 2 }));
    world.advanceTo(0.5);
    readAll(world);
    const load = world.getContacts().reduce((sum, { force }) => sum + force, 0);
    // it slides at a constant speed: the motor pays for the friction of what the floor bears
    expect(Math.abs(drive.force() - friction * load)).toBeLessThan(1e-9);
  }
});

test("a pendulum that holds a body: what holds its part to the path, by the same forces", () => {
  const world = new World();
  const pendulum = world.addCoordinates(createPendulum({ lengths: [1], masses: [1], angles: [0] }));
  const bob = world.addBody({ shape: createSphere({ radius: 0.1 }), mass: 2, position: [0, -1, 0] });
  const knot = world.add(ball({ a: { body: bob }, b: { on: pendulum, part: 0 } }));
  world.advanceTo(0.25);
  const out = new Float64Array(6);
  world.mechanism.readReaction(out, 0, knot);
  expect(Math.abs(out[1] - 2 * g)).toBeLessThan(1e-9);
  pendulum.readReaction(out, 0, world.mechanism, 0);
  // the rod bears both
  expect(Math.abs(out[1] - 3 * g)).toBeLessThan(1e-9);
});

test("what is placed by hand is looked at where it is", () => {
  const world = new World();
  const body = world.addBody({ shape: arm, mass: 2, position: [0.5, 0, 0] });
  const post: Constraint = world.add(weld({ a: { body }, at: [0, 0, 0] }));
  world.advanceTo(0.1);
  expect(Math.abs(world.getReactions().get(post)![1] - 2 * g)).toBeLessThan(1e-9);
  const out = new Float64Array(6);
  world.mechanism.readReaction(out, 0, post);
  expect(Math.abs(out[5] - g)).toBeLessThan(1e-9);
});

test("a force of the same world cannot read what is being found, and is told so", () => {
  const world = new World();
  const body = world.addBody({ shape: arm, mass: 2, position: [0.5, 0, 0] });
  const joint = world.add(hinge({ a: { body }, at: [0, 0, 0], axis: [0, 0, 1] }));
  const drive = world.add(motor(joint.angle, { speed: 1 }));
  world.addForce({ name: "governor", apply: () => void drive.torque() });
  expect(() => world.advanceTo(0.1)).toThrow(/reaction: must not be read by a force of the same world/);
});

/**
 * What acts along the coordinates of a joint goes with the joint, and what takes hold of a body with the body; nothing else does. A
 * motor that was taken away took the stops of its joint along; springs pulled on bodies that were gone; and a snapshot of after such
 * a change was refused.
 */
import { createBox } from "@rigor/engine/collide";
import { gear, hinge, jointFriction, jointSpring, limit, motor } from "@rigor/engine/constrain";
import { type Snapshot, World } from "@rigor/engine/world";
import { expect, test } from "vitest";

const bar = createBox({ size: [1, 0.1, 0.1] });

test("a motor that is taken away leaves the stops and the friction of its joint", () => {
  const world = new World();
  const flap = world.addBody({ shape: bar, mass: 1, position: [0.5, 0, 0] });
  const joint = world.add(hinge({ a: { body: flap }, at: [0, 0, 0], axis: [0, 0, 1] }));
  world.addLimit(limit(joint.angle, { lower: -0.5 }));
  world.addFriction(jointFriction(joint.angle, { friction: 0.01 }));
  const drive = world.add(motor(joint.angle, { speed: 0.5 }));
  world.advanceTo(0.5);
  world.remove(drive);
  expect([world.limits.length, world.frictions.length]).toEqual([1, 1]);
  expect(world.advanceTo(3).status).toBe("done");
  expect(Math.abs(joint.angle.value + 0.5)).toBeLessThan(1e-12);
});

/** Two bars on a hinge that a spring drives, apart from all else; they do not meet. */
function build(): { world: World; joint: ReturnType<ReturnType<typeof hinge>> } {
  const world = new World({ gravity: [0, 0, 0] });
  for (const x of [0.5, -0.5, 3]) world.addBody({ shape: bar, mass: 1, position: [x, 0, 0], collidesWith: [] });
  const joint = world.add(hinge({ a: { body: 0 }, b: { body: 1 }, at: [0, 0, 0], axis: [0, 0, 1], angle: 0.5 }));
  const other = world.add(hinge({ a: { body: 2 }, at: [3, 0, 0], axis: [0, 0, 1] }));
  world.add(gear({ a: joint.angle, b: other.angle, ratio: 0.1 }));
  world.mechanism.addForce(jointSpring(joint.angle, { stiffness: 5 }));
  world.mechanism.addForce(jointSpring(other.angle, { stiffness: 1 }));
  return { world, joint };
}

const ways: [string, (world: World, joint: ReturnType<typeof build>["joint"]) => void][] = [
  ["the other bar", (world) => world.removeBody(0)],
  ["the hinge", (world, joint) => world.remove(joint)],
];

test.each(ways)("without %s nothing pulls on a bar: it goes on as it was", (_, change) => {
  const { world, joint } = build();
  world.advanceTo(0.1);
  change(world, joint);
  expect([world.mechanism.constraints.length, world.mechanism.forces.length]).toEqual([1, 1]);
  const motion = () => [...world.system.velocity.subarray(3, 6), ...world.system.angularVelocity.subarray(3, 6)];
  const before = motion();
  expect(before[5]).toBeGreaterThan(1);
  expect(world.advanceTo(1).status).toBe("done");
  // about a principal axis: rounding alone
  for (const [k, v] of motion().entries()) expect(Math.abs(v - before[k])).toBeLessThan(1e-14);
});

test("a snapshot of after a body was taken away from a joint fits a world built anew", () => {
  const { world } = build();
  world.advanceTo(0.1);
  world.removeBody(0);
  world.advanceTo(0.2);
  const snapshot = JSON.parse(JSON.stringify(world.save())) as Snapshot;
  const { world: other } = build();
  other.restore(snapshot);
  for (const each of [world, other]) expect(each.advanceTo(0.5).status).toBe("done");
  expect(other.system.state).toEqual(world.system.state);
  expect(other.getEnergy()).toEqual(world.getEnergy());
});

/**
 * What rests has a rate that is not quite zero, and where something else of its island collided it was given the impulse that
 * stops that, 1e-18 N·s and less: told as a collision, and how often depended on where a run was cut.
 */
import { createBox, createPlane, createSphere } from "@rigor/engine/collide";
import { World, type WorldEvent } from "@rigor/engine/world";
import { expect, test } from "vitest";

/** Diameter, mass, x, y, z, restitution, velocity along x. */
const balls = [
  [
    0.5856, 3.028279891470447, -1.4296179200755432, 0.646323358186055, 0.07881080638617277, 0.16140430269297212,
    4.692520682699978,
  ],
  [
    0.5213, 0.6818872191943228, -0.4127034337259829, 1.178752773371525, 0.06286748452112079, 0.14235671733040361,
    1.8225971469655633,
  ],
  [
    0.5821, 3.355739003047347, 0.5874233063310385, 1.1528317289426924, -0.02333197626285255, 0.07020637777168304,
    -1.8353870883584023,
  ],
  [
    0.5336, 0.9366781220305711, 1.5395356326829641, 0.9419362136162817, -0.04352501025423408, 0.1690475820098072,
    -3.9949726769700646,
  ],
] as const;

/** Four balls that meet in the air and on the floor. */
function createBalls(): World {
  const world = new World();
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true, friction: 0.3 });
  for (const [diameter, mass, x, y, z, restitution, v] of balls) {
    const shape = createSphere({ radius: diameter / 2 });
    world.addBody({ shape, mass, position: [x, y, z], velocity: [v, 0, 0], restitution, friction: 0.3 });
  }
  return world;
}

/** Size along x and z, x, y, z, velocity along x and z, half of the angle about y, how fast it turns. */
const boxes = [
  [0.6001303574070335, 0.511831154441461, 0, 0.2, 0.014743057149462403, 1, 0.0344, 0.0066588, 0.4326],
  [0.662549237255007, 0.5743012383114546, 0.72, 0.6569576159585266, 0.07130116894841194, 0, 0.01527, 0.1378, 0.554],
  [0.5198455744422972, 0.5184184427373111, 1.44, 0.2, 0.08963808156549931, -1, 0.07139, 0.0452, 0.3834],
] as const;

/** Two boxes that slide, and a third that falls between them, without friction. */
function createBoxes(): World {
  const world = new World();
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true });
  for (const [width, depth, x, y, z, vx, vz, half, turn] of boxes) {
    world.addBody({
      shape: createBox({ size: [width, 0.4, depth] }),
      mass: 1,
      position: [x, y, z],
      rotation: [0, Math.sin(half), 0, Math.cos(half)],
      velocity: [vx, 0, vz],
      angularVelocity: [0, turn, 0],
      restitution: 0.357,
    });
  }
  return world;
}

/** Collisions that are told, and the least impulse of them. */
function measure(events: readonly WorldEvent[]): { count: number; least: number } {
  const impulses = events.flatMap(({ type, impulse }) => (type === "collision" ? [impulse] : []));
  return { count: impulses.length, least: Math.min(...impulses) };
}

test.each([
  ["balls with friction", createBalls, 0.46, [0.05, 0.2, 0.29]],
  ["boxes without", createBoxes, 0.6, [0.1, 0.2, 0.3]],
] as const)("what rests beside a collision tells of none: %s", (_, create, end, cuts) => {
  const whole = create();
  whole.advanceTo(end);
  const { count, least } = measure(whole.events);
  // the slowest bounces are of 1e-5 m/s and 1 kg; told before: 1e-32 N·s with friction, 1e-53 without
  expect(least).toBeGreaterThan(1e-9);
  for (const cut of cuts) {
    const world = create();
    world.advanceTo(cut);
    world.advanceTo(end);
    expect(measure(world.events).count).toBe(count);
    expect(measure(world.events).least).toBeGreaterThan(1e-9);
  }
});

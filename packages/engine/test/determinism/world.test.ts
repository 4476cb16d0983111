import { describe, expect, test } from "vitest";
import { runInOtherEngine, runInThisEngine } from "../support/other-engine.js";

/**
 * Impacts by both laws, boxes at rest and in motion on each other, a chain that swings, a particle, a pendulum with an
 * angle of its own, a driven blade: states, contact forces and events, hashed bit by bit.
 */
const program = `
import { createBox, createCapsule, createPlane, createSphere } from "@rigor/engine/collide";
import { ball, hinge } from "@rigor/engine/constrain";
import { createPendulum } from "@rigor/engine/lagrange";
import { hashArrays } from "@rigor/engine/math";
import { createRotatePath, damping } from "@rigor/engine/rigid";
import { World } from "@rigor/engine/world";

function build(options): World {
  const world = new World({ tolerance: 1e-6, ...options });
  world.addBody({ shape: createPlane({ normal: [0.1, 1, 0] }), fixed: true, restitution: 0.4 });
  const box = createBox({ size: [1, 0.5, 0.8] });
  world.addBody({ shape: box, mass: 2, position: [0, 0.26, 0], rotation: [0, 0, -0.05, 1] });
  world.addBody({ shape: box, mass: 1, position: [0.2, 0.79, 0], rotation: [0, 0.3, -0.05, 1], velocity: [0, -0.5, 0] });
  world.addBody({ shape: createSphere({ radius: 0.3 }), mass: 1, position: [-0.95, 0.5, 0], velocity: [3, -1, 0],
    restitution: 0.7 });
  world.addBody({ shape: createCapsule({ radius: 0.2, height: 0.6 }), mass: 1, position: [4, 1, 0] });
  world.addBody({ shape: createCapsule({ radius: 0.2, height: 0.6 }), mass: 1, position: [4, 2, 0] });
  world.add(hinge({ a: { body: 4 }, at: [4, 1.5, 0], axis: [0, 0, 1] }));
  world.add(ball({ a: { body: 5, point: [0, -0.5, 0] }, b: { body: 4, point: [0, 0.5, 0] } }));
  world.addBody({ shape: createBox({ size: [1, 0.1, 0.1] }),
    path: createRotatePath({ axis: [0, 1, 0], rate: 3, position: [0, 3, 0], center: [0, 0, 0] }) });
  world.addParticle({ mass: 0.2, position: [2, -0.1, 0], velocity: [-1, -3, 0], collide: true, restitution: 0.5 });
  world.addCoordinates(createPendulum({ lengths: [1], masses: [1], angles: [1], pivot: [9, 9, 9] }));
  world.addForce(damping({ angular: 0.1 }));
  return world;
}

const hashes: string[] = [];
for (const options of [
  {},
  { collisions: "propagation", resting: "pivot", integrator: "adams" },
  { integrator: "rk4", step: 1 / 128 },
]) {
  const world = build(options);
  const { events, worst } = world.advanceTo(1 / 16);
  const { kinetic, potential, dissipated, work } = world.getEnergy();
  const told = Float64Array.from(events.flatMap((e) => [e.t, e.a, e.b, e.particle, ...e.point, ...e.normal, e.impulse]));
  const forces = Float64Array.from(world.getContacts().flatMap((c) => [c.a, c.b, ...c.point, c.force, c.gap]));
  const figures = Float64Array.of(kinetic, potential, dissipated, work, worst.penetration, worst.residual);
  hashes.push(hashArrays(world.system.state, world.mechanism.own, told, forces, figures));
}
export default hashes;
`;

describe("worlds with contact give the same bits", () => {
  test("in V8 and in QuickJS", async () => {
    const here = await runInThisEngine(program);
    expect(here).toMatchInlineSnapshot(`
      [
        "663a7b68172d4231",
        "030173d2da3c2ff8",
        "9e69b74cc60e43a0",
      ]
    `);
    expect(await runInOtherEngine(program)).toEqual(here);
  });
});

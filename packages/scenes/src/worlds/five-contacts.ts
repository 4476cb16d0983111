/**
 * Five contacts: one ball between wall and floor, one on the floor, and a third one upon both, which drives the second
 * away. The line from the first centre to the third leans by θ from the vertical, and all follows from it:
 *
 *   θ̇² = g (cos θ₀ − cos θ)/(r (1 + 4 cos² θ))       θ̈ = (g sin θ + 8 r sin θ cos θ θ̇²)/(2 r (1 + 4 cos² θ))
 *
 *   h = m r (cos θ θ̈ − sin θ θ̇²):   6h/sin θ on the first, 4h/sin θ on the second ball;  wall 6h,  floor m g + 6h cot θ, m g + 4h cot θ
 *
 * Follows: Rigid Body Simulation, section 9, figure 26.
 */
import { createPlane, createSphere } from "@rigor/engine/collide";
import { atan2, cos, sin } from "@rigor/engine/math";
import { World } from "@rigor/engine/world";
import { readCenter, sumForces, type WorldScene } from "./world-scene.js";

const [m, r, g, sin0, cos0] = [1, 0.5, 9.81, 0.6, 0.8];

export const fiveContacts: WorldScene = {
  name: "five-contacts",
  summary: "three balls between a wall and the floor",
  duration: 0.3,
  answer: "known",
  build(options) {
    const world = new World({ ...options, gravity: [0, -g, 0] });
    const floor = world.addBody({ shape: createPlane({ normal: [0, 1, 0], offset: -r }), fixed: true });
    const wall = world.addBody({ shape: createPlane({ normal: [1, 0, 0], offset: -r }), fixed: true });
    const [first, second, third] = [
      [0, 0, 0],
      [4 * r * sin0, 0, 0],
      [2 * r * sin0, 2 * r * cos0, 0],
    ].map((position) => world.addBody({ shape: createSphere({ radius: r }), mass: m, position }));
    return {
      world,
      check() {
        const [x, y] = readCenter(world, third);
        const [vx, vy] = world.system.velocity.subarray(3 * third);
        const theta = atan2(x, y);
        const [s, c] = [sin(theta), cos(theta)];
        const square = (g * (cos0 - c)) / (r * (1 + 4 * c * c));
        const bend = (g * s + 8 * r * s * c * square) / (2 * r * (1 + 4 * c * c));
        const h = m * r * (c * bend - s * square);
        return [
          { what: "rate of θ, squared", exact: square, got: ((vx * c - vy * s) / (2 * r)) ** 2 },
          { what: "distance of the centres", exact: 2 * r, got: Math.sqrt(x * x + y * y) },
          { what: "x of the first", exact: 0, got: readCenter(world, first)[0] },
          { what: "x of the second", exact: 4 * r * s, got: readCenter(world, second)[0] },
          { what: "force 1", exact: 6 * h, got: sumForces(world, first, wall) },
          { what: "force 2", exact: m * g + (6 * h * c) / s, got: sumForces(world, first, floor) },
          { what: "force 3", exact: (6 * h) / s, got: sumForces(world, first, third) },
          { what: "force 4", exact: (4 * h) / s, got: sumForces(world, second, third) },
          { what: "force 5", exact: m * g + (4 * h * c) / s, got: sumForces(world, second, floor) },
        ];
      },
    };
  },
};

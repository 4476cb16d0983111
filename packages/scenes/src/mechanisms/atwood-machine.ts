/**
 * Two weights on a rope over a pulley, the heavier one sinking:
 *
 *   a = g (M − m)/(M + m),   T = 2 g M m/(M + m)
 */
import { Mechanism, pulley } from "@rigor/engine/constrain";
import { gravity, RigidSystem } from "@rigor/engine/rigid";
import { checkVector } from "../rigid/rigid-scene.js";
import { findReaction, type MechanismScene } from "./mechanism-scene.js";

const [M, m, g] = [3, 2, 9.81];

export const atwoodMachine: MechanismScene = {
  name: "atwood-machine",
  summary: "two weights on a rope over a pulley",
  duration: 1,
  build() {
    const system = new RigidSystem();
    system.addForce(gravity([0, -g, 0]));
    [M, m].forEach((mass, k) => {
      system.particles.addParticle({ mass, position: [k, -3, 0] });
    });
    const mechanism = new Mechanism(system);
    const rope = mechanism.add(pulley({ a: { particle: 0 }, b: { particle: 1 }, overA: [0, 0, 0], overB: [1, 0, 0] }));
    return {
      mechanism,
      check() {
        const a = (g * (M - m)) / (M + m);
        const way = 0.5 * a * mechanism.time * mechanism.time;
        const { state } = system.particles;
        return [
          ...checkVector("x of 0", [0, -3 - way, 0], state),
          ...checkVector("x of 1", [1, -3 + way, 0], state, 6),
          ...checkVector("v of 0", [0, -a * mechanism.time, 0], state, 3),
          { what: "tension", exact: (2 * g * M * m) / (M + m), got: findReaction(mechanism, rope)[1] },
        ];
      },
    };
  },
};

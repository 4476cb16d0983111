/**
 * A weight on a rod, released level: θ by elliptic functions, and the force of the rod,
 *
 *   T = m (g cos θ + ℓ θ̇²)
 *
 * which is (7) times the length. Also benchmark A01 of IFToMM's library.
 *
 * Follows: Constrained Dynamics, section 2.
 */
import { distance, Mechanism, totalEnergy } from "@rigor/engine/constrain";
import { cos, sin } from "@rigor/engine/math";
import { gravity, RigidSystem } from "@rigor/engine/rigid";
import { checkVector } from "../rigid/rigid-scene.js";
import { swingFrom } from "./elliptic.js";
import { findReaction, type MechanismScene } from "./mechanism-scene.js";

const [m, l, g] = [1, 1, 9.81];

export const simplePendulum: MechanismScene = {
  name: "simple-pendulum",
  summary: "a weight on a rod, released level",
  duration: 10,
  build() {
    const system = new RigidSystem();
    system.addForce(gravity([0, -g, 0]));
    system.particles.addParticle({ mass: m, position: [l, 0, 0] });
    const mechanism = new Mechanism(system);
    const rod = mechanism.add(distance({ a: { particle: 0 }, b: [0, 0, 0] }));
    return {
      mechanism,
      check() {
        const { angle, rate } = swingFrom(Math.PI / 2, Math.sqrt(g / l), mechanism.time);
        const n = [sin(angle), -cos(angle), 0];
        const T = m * (g * cos(angle) + l * rate * rate);
        const force = findReaction(mechanism, rod);
        const { state } = system.particles;
        return [
          ...checkVector("x", [l * n[0], l * n[1], 0], state),
          ...checkVector("v", [-l * rate * n[1], l * rate * n[0], 0], state, 3),
          ...checkVector("force", [-T * n[0], -T * n[1], 0], force),
          { what: "energy", exact: 0, got: totalEnergy(mechanism) },
          { what: "|C|", exact: 0, got: mechanism.measureError().position },
        ];
      },
    };
  },
};

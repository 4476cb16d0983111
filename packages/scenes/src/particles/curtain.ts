/**
 * A sheet of stiff springs hung by two corners: explicit methods must take steps of a fraction of a millisecond, backward
 * Euler does not mind. At rest the two corners carry the weight.
 *
 * Follows: Implicit Methods, section 4.
 */
import { addLattice, drag, gravity, ParticleSystem, Springs } from "@rigor/engine/particles";
import type { ParticleScene } from "./particle-scene.js";

const [n, size, mass, g] = [12, 1, 0.4, 9.81];

export const curtain: ParticleScene = {
  name: "curtain",
  summary: "a stiff sheet hung by two corners, for implicit methods",
  duration: 4,
  holds: "at rest",
  implicitStep: 0.01,
  build() {
    const system = new ParticleSystem();
    system.addForce(gravity([0, -g, 0]));
    const springs = system.addForce(new Springs());
    const step = size / (n - 1);
    const sheet = addLattice(system, springs, {
      counts: [n, n, 1],
      steps: [
        [step, 0, 0],
        [0, 0, step],
        [0, 0, 0],
      ],
      mass,
      stretch: { stiffness: 5e4, damping: 1 },
      shear: { stiffness: 5e3, damping: 0.1 },
    });
    system.setFixed(sheet.at(0, 0), true);
    system.setFixed(sheet.at(n - 1, 0), true);
    system.addForce(drag({ coefficient: 0.01 }));
    return { system };
  },
  check({ system }) {
    system.computeForces();
    const own = (mass / (n * n)) * g;
    const carried = -system.force[1] - system.force[3 * (n - 1) + 1] - 2 * own;
    return [{ what: "force on the two corners at rest (N)", exact: mass * g - 2 * own, got: carried }];
  },
};

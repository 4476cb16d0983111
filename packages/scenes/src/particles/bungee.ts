/**
 * A mass on a vertical spring, let go at its rest length: y(t) = −r − (mg/k)(1 − cos √(k/m) t).
 */
import { cos } from "@rigor/engine/math";
import { gravity, ParticleSystem, Springs, totalEnergy } from "@rigor/engine/particles";
import type { ParticleScene } from "./particle-scene.js";

const [m, k, r, g] = [2, 80, 1, 9.81];

export const bungee: ParticleScene = {
  name: "bungee",
  summary: "a mass let go on a vertical spring",
  duration: 5,
  holds: "always",
  build() {
    const system = new ParticleSystem();
    const ceiling = system.addParticle({ position: [0, 0, 0], fixed: true });
    const load = system.addParticle({ mass: m, position: [0, -r, 0] });
    system.addForce(gravity([0, -g, 0]));
    system.addForce(new Springs()).connect(system, ceiling, load, { stiffness: k, length: r });
    return { system };
  },
  check({ system }) {
    const exact = -r - ((m * g) / k) * (1 - cos(Math.sqrt(k / m) * system.time));
    return [
      { what: "height", exact, got: system.state[7] },
      { what: "energy", exact: -m * g * r, got: totalEnergy(system) },
    ];
  },
};

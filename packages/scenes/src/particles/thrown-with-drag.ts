/**
 * A particle thrown into the air with viscous drag: with τ = m/k and the terminal velocity w = −mg/k,
 *
 *   v(t) = w + (v₀ − w) e^(−t/τ),   x(t) = w t + (v₀ − w) τ (1 − e^(−t/τ))
 *
 * Follows: Particle System Dynamics, section 4.1.
 */
import { exp } from "@rigor/engine/math";
import { drag, gravity, ParticleSystem } from "@rigor/engine/particles";
import type { ParticleScene } from "./particle-scene.js";

const [m, k, g] = [2, 0.5, 9.81];
const start = [3, 10];

export const thrownWithDrag: ParticleScene = {
  name: "thrown-with-drag",
  summary: "a projectile that falls ever more nearly at its terminal velocity",
  duration: 20,
  holds: "always",
  build() {
    const system = new ParticleSystem();
    system.addParticle({ mass: m, position: [0, 0, 0], velocity: [start[0], start[1], 0] });
    system.addForce(gravity([0, -g, 0]));
    system.addForce(drag({ coefficient: k }));
    return { system };
  },
  check({ system: { state, time: t } }) {
    const decay = exp((-k / m) * t);
    return [0, 1].flatMap((axis) => {
      const terminal = axis === 0 ? 0 : (-m * g) / k;
      const rest = start[axis] - terminal;
      return [
        { what: `x[${axis}]`, exact: terminal * t + ((rest * m) / k) * (1 - decay), got: state[axis] },
        { what: `v[${axis}]`, exact: terminal + rest * decay, got: state[3 + axis] },
      ];
    });
  },
};

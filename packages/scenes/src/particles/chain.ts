/**
 * n equal masses between two walls, n + 1 springs at rest length, the first mass pulled aside. Along the chain it is
 * linear, and its motion is the sum over the normal modes j = 1 … n,
 *
 *   ω_j = 2 √(k/m) sin(jπ/(2(n+1))),   u_i(t) = Σ_j (2/(n+1)) sin(jπ/(n+1)) sin(ijπ/(n+1)) a cos ω_j t
 */
import { cos, sin } from "@rigor/engine/math";
import { ParticleSystem, Springs } from "@rigor/engine/particles";
import type { ParticleScene } from "./particle-scene.js";

const [n, k, m, pull] = [5, 100, 0.5, 0.1];

export const chain: ParticleScene = {
  name: "chain",
  summary: "five masses and six springs between walls: the sum of five normal modes",
  duration: 5,
  holds: "always",
  build() {
    const system = new ParticleSystem();
    for (let i = 0; i <= n + 1; i++) {
      const fixed = i === 0 || i === n + 1;
      system.addParticle({ mass: m, position: [i, 0, 0], fixed });
    }
    const springs = system.addForce(new Springs());
    for (let i = 0; i <= n; i++) springs.connect(system, i, i + 1, { stiffness: k, length: 1 });
    system.state[6] += pull;
    return { system };
  },
  check({ system: { state, time: t } }) {
    const angle = Math.PI / (n + 1);
    return Array.from({ length: n }, (_, index) => {
      const i = index + 1;
      let [u, v] = [0, 0];
      for (let j = 1; j <= n; j++) {
        const omega = 2 * Math.sqrt(k / m) * sin((j * angle) / 2);
        const amplitude = ((2 * pull) / (n + 1)) * sin(j * angle) * sin(i * j * angle);
        u += amplitude * cos(omega * t);
        v -= amplitude * omega * sin(omega * t);
      }
      return [
        { what: `displacement of ${i}`, exact: u, got: state[6 * i] - i },
        { what: `velocity of ${i}`, exact: v, got: state[6 * i + 3] },
      ];
    }).flat();
  },
};

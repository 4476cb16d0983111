/**
 * Two particles and the damped spring of eq. (1) between them, moving along together. The centre of mass goes on at the
 * same velocity; the length is a damped oscillation with the reduced mass μ = m₁m₂/(m₁ + m₂):
 *
 *   l(t) = r + A e^(−ζω₀t) (cos ωt + (ζω₀/ω) sin ωt),   ω₀ = √(ks/μ),  ζω₀ = kd/(2μ),  ω² = ω₀² − (ζω₀)²
 *
 * Follows: Particle System Dynamics, section 4.2.
 */
import { cos, exp, sin } from "@rigor/engine/math";
import { ParticleSystem, Springs } from "@rigor/engine/particles";
import type { ParticleScene } from "./particle-scene.js";

const [m1, m2, ks, kd, r, l0, v0] = [1, 2, 50, 1, 1, 1.5, 1];

export const twoBodySpring: ParticleScene = {
  name: "two-body-spring",
  summary: "two particles on a damped spring, along one line",
  duration: 2,
  holds: "always",
  build() {
    const system = new ParticleSystem();
    const a = system.addParticle({ mass: m1, position: [0, 0, 0], velocity: [v0, 0, 0] });
    const b = system.addParticle({ mass: m2, position: [l0, 0, 0], velocity: [v0, 0, 0] });
    system.addForce(new Springs()).connect(system, a, b, { stiffness: ks, damping: kd, length: r });
    return { system };
  },
  check({ system: { state, time: t } }) {
    const mu = (m1 * m2) / (m1 + m2);
    const decay = kd / (2 * mu);
    const omega = Math.sqrt(ks / mu - decay * decay);
    const envelope = (l0 - r) * exp(-decay * t);
    const length = r + envelope * (cos(omega * t) + (decay / omega) * sin(omega * t));
    const rate = (-envelope * (omega * omega + decay * decay) * sin(omega * t)) / omega;
    const center = (m2 * l0) / (m1 + m2) + v0 * t;
    return [
      { what: "x of a", exact: center - (m2 / (m1 + m2)) * length, got: state[0] },
      { what: "x of b", exact: center + (m1 / (m1 + m2)) * length, got: state[6] },
      { what: "v of a", exact: v0 - (m2 / (m1 + m2)) * rate, got: state[3] },
      { what: "v of b", exact: v0 + (m1 / (m1 + m2)) * rate, got: state[9] },
    ];
  },
};

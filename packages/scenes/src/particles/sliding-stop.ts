/**
 * A particle sent across a level floor with Coulomb friction, at an angle to the axes. It stops after v/(μg), having gone
 * v²/(2μg), in whatever direction it was sent.
 *
 * Follows: Particle System Dynamics, section 7.3.
 */
import { cos, sin } from "@rigor/engine/math";
import { gravity, ParticleSystem } from "@rigor/engine/particles";
import type { ParticleScene } from "./particle-scene.js";

const [speed, mu, g, heading] = [3, 0.4, 9.81, 0.7];

export const slidingStop: ParticleScene = {
  name: "sliding-stop",
  summary: "a particle that slides to a stop on a floor with Coulomb friction",
  duration: 2,
  holds: "always",
  build() {
    const system = new ParticleSystem();
    system.addParticle({ position: [0, 0, 0], velocity: [speed * cos(heading), 0, speed * sin(heading)] });
    system.addForce(gravity([0, -g, 0]));
    const friction = { model: "coulomb", kinetic: mu } as const;
    return { system, planes: [{ point: [0, 0, 0], normal: [0, 1, 0], friction }] };
  },
  check({ system: { state, time } }) {
    const t = Math.min(time, speed / (mu * g));
    const way = speed * t - 0.5 * mu * g * t * t;
    const v = speed - mu * g * t;
    return [
      { what: "x", exact: way * cos(heading), got: state[0] },
      { what: "height", exact: 0, got: state[1] },
      { what: "z", exact: way * sin(heading), got: state[2] },
      { what: "velocity in x", exact: v * cos(heading), got: state[3] },
    ];
  },
};

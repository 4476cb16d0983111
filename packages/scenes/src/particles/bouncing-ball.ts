/**
 * A particle dropped from 1 m on a floor with restitution r. It strikes first at √(2h/g) with speed u = √(2gh); bounce j
 * rises with speed rʲu and lasts 2rʲu/g.
 *
 * Follows: Particle System Dynamics, section 7.
 */
import { gravity, ParticleSystem } from "@rigor/engine/particles";
import type { ParticleScene } from "./particle-scene.js";

const [h, g, r] = [1, 9.81, 0.8];

/** Height and velocity in closed form. */
function exactMotion(t: number): { y: number; v: number; bounces: number } {
  let speed = Math.sqrt(2 * g * h);
  let since = t - speed / g;
  if (since < 0) return { y: h - 0.5 * g * t * t, v: -g * t, bounces: 0 };
  for (let bounces = 1; bounces < 1000; bounces++) {
    speed *= r;
    const flight = (2 * speed) / g;
    if (since < flight) return { y: since * (speed - 0.5 * g * since), v: speed - g * since, bounces };
    since -= flight;
  }
  return { y: 0, v: 0, bounces: Infinity };
}

export const bouncingBall: ParticleScene = {
  name: "bouncing-ball",
  summary: "a ball dropped from 1 m, restitution 0.8",
  duration: 3,
  holds: "always",
  build() {
    const system = new ParticleSystem();
    system.addParticle({ position: [0, h, 0] });
    system.addForce(gravity([0, -g, 0]));
    return { system, planes: [{ point: [0, 0, 0], normal: [0, 1, 0], restitution: r }] };
  },
  check({ system: { state, time } }) {
    const { y, v } = exactMotion(time);
    return [
      { what: "height", exact: y, got: state[1] },
      { what: "velocity", exact: v, got: state[4] },
    ];
  },
};

/** Friction: what slides stops, what slips rolls, what sticks stays, what a belt carries. */
import { type Case, floor, g } from "./case.js";

const [mu, v] = [0.3, 4];
const stop = v / (mu * g);
const rough = { ...floor, friction: mu };

const slide: Case = {
  name: "block thrown aslant",
  scene: {
    run: { duration: 2, sampleRate: 1 },
    bodies: [
      rough,
      {
        id: "block",
        shape: { type: "box", size: [1, 0.2, 1] },
        position: [0, 0.1, 0],
        velocity: [0.6 * v, 0, -0.8 * v],
        friction: mu,
      },
    ],
  },
  checks: [
    {
      what: "it stops at v/μg, s",
      exact: stop,
      got: ({ events }) => events.filter(({ type }) => type === "stick")[0].t,
    },
    { what: "x = 0.6 v²/2μg, m", exact: 0.3 * v * stop, got: ({ last }) => last.bodies.block.p[0] },
    { what: "z = −0.8 v²/2μg, m", exact: -0.4 * v * stop, got: ({ last }) => last.bodies.block.p[2] },
  ],
};

const R = 0.25;
const roll: Case = {
  name: "ball that slips, then rolls",
  scene: {
    run: { duration: 2, sampleRate: 1 },
    bodies: [
      rough,
      { id: "ball", shape: { type: "sphere", radius: R }, position: [0, R, 0], velocity: [v, 0, 0], friction: mu },
    ],
  },
  checks: [
    {
      what: "it rolls from 2v/7μg on, s",
      exact: (2 * stop) / 7,
      got: ({ events }) => events.filter(({ type }) => type === "stick")[0].t,
    },
    { what: "with 5v/7, m/s", exact: (5 * v) / 7, got: ({ last }) => last.bodies.ball.v[0] },
    { what: "and spins with 5v/7R, rad/s", exact: (-5 * v) / (7 * R), got: ({ last }) => last.bodies.ball.w[2] },
    { what: "2/7 of its energy is lost, J", exact: 2 / 7, got: ({ last, first }) => lost(first) - lost(last) },
  ],
};

/** Kinetic energy as a part of that of the ball at first. */
function lost({ energy }: { readonly energy: { readonly kinetic: number } }): number {
  return energy.kinetic / (0.5 * ((4 / 3) * Math.PI * R * R * R * 1000) * v * v);
}

export const frictions: readonly Case[] = [slide, roll];

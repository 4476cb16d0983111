/** Bodies that spin: free ones, tops, and what follows a path. */
import type { Sample } from "@rigor/engine/scene";
import { type Case, g, sumForce } from "./case.js";

/** The direction of the y axis of a body. */
function readAxis({ bodies }: Sample, id: string): [number, number, number] {
  const [x, y, z, w] = bodies[id].q;
  return [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)];
}

/** A disc of moments A, C, A, thrown up wobbling: its axis goes round L at |L|/A. */
const disc = { A: 0.5, C: 0.9, tilt: 0.4, spin: 6 };
/** ω = (ωx, C-part): L along y, so A ω₁ = L sin α and C ω₃ = L cos α. */
const discL = (disc.C * disc.spin) / Math.cos(disc.tilt);

const free: Case = {
  name: "free disc that wobbles",
  scene: {
    run: { duration: 1, sampleRate: 1 },
    bodies: [
      {
        id: "disc",
        shape: { type: "cylinder", radius: 0.5, height: 0.1 },
        mass: 3,
        inertia: [
          [disc.A, 0, 0],
          [0, disc.C, 0],
          [0, 0, disc.A],
        ],
        // its axis leans by the tilt from y towards x
        rotation: [0, 0, Math.sin(-disc.tilt / 2), Math.cos(disc.tilt / 2)],
        velocity: [0, 4, 0],
        // C ω₃ along the axis and A ω₁ across it, together L along y
        angularVelocity: [
          disc.spin * Math.sin(disc.tilt) - (discL / disc.A) * Math.sin(disc.tilt) * Math.cos(disc.tilt),
          disc.spin * Math.cos(disc.tilt) + (discL / disc.A) * Math.sin(disc.tilt) * Math.sin(disc.tilt),
          0,
        ],
      },
    ],
  },
  checks: [
    {
      what: "its axis goes round at L/A: x",
      exact: Math.sin(disc.tilt) * Math.cos(discL / disc.A),
      got: ({ last }) => readAxis(last, "disc")[0],
    },
    {
      what: "and z",
      exact: -Math.sin(disc.tilt) * Math.sin(discL / disc.A),
      got: ({ last }) => readAxis(last, "disc")[2],
    },
    { what: "its lean stays", exact: Math.cos(disc.tilt), got: ({ last }) => readAxis(last, "disc")[1] },
    { what: "height v t − ½ g t², m", exact: 4 - g / 2, got: ({ last }) => last.bodies.disc.p[1] },
  ],
};

/** Lagrange's top in steady precession: A Ω² cos θ − C s Ω + m g l = 0, s the whole spin along its axis. */
const top = { A: 0.3, C: 0.1, mass: 1, l: 0.5, lean: 0.5, spin: 60 };
const Cs = top.C * top.spin;
/** Of the two rates the slow one. A is about the pivot. */
const slow =
  (2 * top.mass * g * top.l) / (Cs + Math.sqrt(Cs * Cs - 4 * top.A * Math.cos(top.lean) * top.mass * g * top.l));
const about = top.A - top.mass * top.l ** 2;
const axis = [Math.sin(top.lean), Math.cos(top.lean), 0] as const;
/** ω = Ω y + (s − Ω cos θ) e. */
const own = top.spin - slow * Math.cos(top.lean);

const lagrange: Case = {
  name: "top in steady precession",
  scene: {
    run: { duration: 1, sampleRate: 1 },
    bodies: [
      {
        id: "top",
        shape: { type: "cone", radius: 0.3, height: 0.6 },
        mass: top.mass,
        inertia: [
          [about, 0, 0],
          [0, top.C, 0],
          [0, 0, about],
        ],
        centerOfMass: [0, 0, 0],
        position: [top.l * axis[0], top.l * axis[1], 0],
        rotation: [0, 0, Math.sin(-top.lean / 2), Math.cos(top.lean / 2)],
        // Ω y × l e
        velocity: [0, 0, -slow * top.l * axis[0]],
        angularVelocity: [own * axis[0], slow + own * axis[1], 0],
      },
    ],
    constraints: [{ id: "pivot", type: "ball", a: "top", anchor: [0, 0, 0] }],
  },
  checks: [
    { what: "its lean stays", exact: Math.cos(top.lean), got: ({ last }) => readAxis(last, "top")[1] },
    {
      what: "it has turned by Ω t: x",
      exact: Math.sin(top.lean) * Math.cos(slow),
      got: ({ last }) => readAxis(last, "top")[0],
    },
    { what: "and z", exact: -Math.sin(top.lean) * Math.sin(slow), got: ({ last }) => readAxis(last, "top")[2] },
    { what: "the pivot carries m g, N", exact: top.mass * g, got: ({ last }) => last.constraints.pivot.force[1] },
  ],
};

/** Euler's equations where L² = 2TB: ω₂ = √(2T/B) tanh(λt + c), and it turns over once and never comes back. */
const [A, B, C] = [1, 2, 3];
const omega2 = 1.5;
const lambda = omega2 * Math.sqrt(((B - A) * (C - B)) / (A * C));
const at0 = 0.3;
const omega1 = (omega2 * Math.sqrt((B * (C - B)) / (A * (C - A)))) / Math.cosh(at0);
const omega3 = (omega2 * Math.sqrt((B * (B - A)) / (C * (C - A)))) / Math.cosh(at0);

const separatrix: Case = {
  name: "turning about the middle axis",
  scene: {
    gravity: [0, 0, 0],
    run: { duration: 2, sampleRate: 1 },
    bodies: [
      {
        id: "box",
        shape: { type: "box", size: [1, 1, 1] },
        mass: 1,
        inertia: [
          [A, 0, 0],
          [0, B, 0],
          [0, 0, C],
        ],
        angularVelocity: [omega1, omega2 * Math.tanh(at0), omega3],
      },
    ],
  },
  checks: [
    {
      what: "ω₂ √(2T/B) tanh(λt + c), rad/s",
      exact: omega2 * Math.tanh(at0 + 2 * lambda),
      got: ({ last }) => {
        const [wx, wy, wz] = last.bodies.box.w;
        const [ex, ey, ez] = readAxis(last, "box");
        return wx * ex + wy * ey + wz * ez;
      },
    },
  ],
};

/** A crate goes up on a lift with 1.5 m/s, beside a bar that is turned. */
const driven: Case = {
  name: "what follows a path",
  scene: {
    run: { duration: 2, sampleRate: 1 },
    bodies: [
      {
        id: "bar",
        shape: { type: "box", size: [1, 0.2, 0.2] },
        position: [5, 0, 0],
        motion: { type: "rotate", axis: [0, 0, 1], rate: 0.7 },
      },
      {
        id: "lift",
        shape: { type: "box", size: [2, 0.2, 2] },
        motion: {
          type: "keyframes",
          times: [0, 4],
          positions: [
            [0, 0, 0],
            [0, 6, 0],
          ],
        },
      },
      { id: "crate", shape: { type: "box", size: [1, 1, 1] }, mass: 2, position: [0, 0.6, 0], velocity: [0, 1.5, 0] },
    ],
  },
  checks: [
    {
      what: "turned by rate·t: sin(θ/2)",
      exact: Math.sin(0.7),
      got: ({ last }) => last.bodies.bar.q[2],
      within: 1e-12,
    },
    {
      what: "the lift, half way between two keys, m",
      exact: 3,
      got: ({ last }) => last.bodies.lift.p[1],
      within: 1e-12,
    },
    { what: "the crate on it, m", exact: 3.6, got: ({ last }) => last.bodies.crate.p[1] },
    { what: "force between m g, N", exact: 2 * g, got: ({ last }) => sumForce(last, "crate", "lift") },
    { what: "work of the lift m g h, J", exact: 2 * g * 3, got: ({ last }) => last.energy.work },
  ],
};

/** Nothing moves by itself: the clock alone drives it. */
const alone: Case = {
  name: "a path, and nothing else",
  scene: {
    run: { duration: 2, sampleRate: 1 },
    bodies: [
      {
        id: "bar",
        shape: { type: "box", size: [1, 0.2, 0.2] },
        motion: { type: "rotate", axis: [0, 1, 0], rate: -0.9 },
      },
    ],
  },
  checks: [
    {
      what: "turned by rate·t: sin(θ/2)",
      exact: Math.sin(-0.9),
      got: ({ last }) => last.bodies.bar.q[1],
      within: 1e-12,
    },
  ],
};

export const tops: readonly Case[] = [free, lagrange, separatrix, driven, alone];

/** Particles under every kind of force of the format. */
import { type Case, g } from "./case.js";

const [m, drag] = [0.5, 0.8];
const decay = Math.exp(-drag / m);

const thrown: Case = {
  name: "thrown, with drag",
  scene: {
    run: { duration: 1, sampleRate: 1 },
    particles: [{ id: "p", mass: m, position: [0, 0, 0], velocity: [4, 6, 0] }],
    forces: [{ type: "drag", on: ["p"], linear: drag }],
  },
  checks: [
    {
      what: "x = v m/k (1 − e^(−kt/m)), m",
      exact: ((4 * m) / drag) * (1 - decay),
      got: ({ last }) => last.particles.p.p[0],
    },
    {
      what: "y = (v + mg/k) m/k (1 − e^(−kt/m)) − mgt/k, m",
      exact: (6 + (m * g) / drag) * (m / drag) * (1 - decay) - (m * g) / drag,
      got: ({ last }) => last.particles.p.p[1],
    },
  ],
};

const [k, c] = [40, 1.2];
const half = c / (2 * m);
const ringing = Math.sqrt(k / m - half * half);

const damped: Case = {
  name: "on a damped spring",
  scene: {
    gravity: [0, 0, 0],
    run: { duration: 1.5, sampleRate: 2 },
    particles: [{ id: "p", mass: m, position: [1.3, 0, 0] }],
    forces: [{ type: "spring", a: "p", anchorB: [0, 0, 0], stiffness: k, damping: c, length: 1 }],
  },
  checks: [
    {
      what: "x₀ e^(−γt)(cos ωt + γ/ω sin ωt), m",
      exact: 1 + 0.3 * Math.exp(-1.5 * half) * (Math.cos(1.5 * ringing) + (half / ringing) * Math.sin(1.5 * ringing)),
      got: ({ last }) => last.particles.p.p[0],
    },
    {
      what: "dissipated + ½ m v² + ½ k x², J",
      exact: 0.5 * k * 0.09,
      got: ({ last }) => last.energy.total,
    },
  ],
};

const [m1, m2] = [1, 3];
const pairRate = Math.sqrt(k * (1 / m1 + 1 / m2));

const pair: Case = {
  name: "two on one spring",
  scene: {
    gravity: [0, 0, 0],
    run: { duration: 1, sampleRate: 1 },
    particles: [
      { id: "a", mass: m1, position: [0, 0, 0] },
      { id: "b", mass: m2, position: [1.2, 0, 0] },
    ],
    forces: [{ type: "spring", a: "a", b: "b", stiffness: k, length: 1 }],
  },
  checks: [
    {
      what: "distance 1 + 0.2 cos √(k/μ) t, m",
      exact: 1 + 0.2 * Math.cos(pairRate),
      got: ({ last }) => last.particles.b.p[0] - last.particles.a.p[0],
    },
    {
      what: "centre of mass stays, m",
      exact: (m2 * 1.2) / (m1 + m2),
      got: ({ last }) => (m1 * last.particles.a.p[0] + m2 * last.particles.b.p[0]) / (m1 + m2),
    },
  ],
};

/** Kepler: a light one about a fixed one, G M = 1, from the far point of an ellipse with a = 1 and e = 0.6. */
const ecc = 0.6;
const far = 1 + ecc;
const farSpeed = Math.sqrt((1 - ecc) / (1 + ecc));

const orbit: Case = {
  name: "half an orbit, e = 0.6",
  scene: {
    gravity: [0, 0, 0],
    run: { duration: Math.PI, sampleRate: 1 / Math.PI },
    particles: [
      { id: "sun", mass: 1, fixed: true },
      { id: "comet", mass: 1, position: [far, 0, 0], velocity: [0, farSpeed, 0] },
    ],
    forces: [{ type: "attract", on: "all", strength: 1 }],
  },
  checks: [
    {
      what: "at the near point a(1−e) after π√(a³/GM), m",
      exact: -(1 - ecc),
      got: ({ last }) => last.particles.comet.p[0],
    },
    {
      what: "speed there √((1+e)/(1−e)), m/s",
      exact: -1 / farSpeed,
      got: ({ last }) => last.particles.comet.v[1],
    },
  ],
};

const wind: Case = {
  name: "in the wind",
  scene: {
    gravity: [0, 0, 0],
    run: { duration: 1, sampleRate: 1 },
    particles: [{ id: "p", mass: m, position: [0, 0, 0] }],
    bodies: [{ id: "box", shape: { type: "box", size: [1, 1, 1] }, mass: 2, position: [9, 0, 0] }],
    forces: [
      { type: "wind", on: ["p"], velocity: [3, 0, 0], drag },
      { type: "constant", on: ["box"], force: [5, 0, 0], torque: [0, 0, 0.5] },
    ],
  },
  checks: [
    { what: "u (1 − e^(−kt/m)), m/s", exact: 3 * (1 - decay), got: ({ last }) => last.particles.p.v[0] },
    { what: "a body under a constant force F t²/2m, m", exact: 9 + 5 / 4, got: ({ last }) => last.bodies.box.p[0] },
    { what: "and torque τ t/I, rad/s", exact: 0.5 / (2 / 6), got: ({ last }) => last.bodies.box.w[2] },
  ],
};

/** Two of mass 1 fly at each other with 1 m/s each; within 0.5 m a spring of 80 N/m turns them back. */
const rate = Math.sqrt(160);

const repelled: Case = {
  name: "two that repel each other",
  scene: {
    gravity: [0, 0, 0],
    run: { duration: 1, sampleRate: 1 },
    particles: [
      { id: "a", mass: 1, position: [-0.5, 0, 0], velocity: [1, 0, 0] },
      { id: "b", mass: 1, position: [0.5, 0, 0], velocity: [-1, 0, 0] },
    ],
    forces: [{ type: "repel", on: "all", radius: 0.5, stiffness: 80 }],
  },
  checks: [
    { what: "they part with the same speed, m/s", exact: -1, got: ({ last }) => last.particles.a.v[0] },
    {
      what: "having been near for π/√(2k/m), m",
      exact: 0.25 + (1 - 0.25 - Math.PI / rate),
      got: ({ last }) => last.particles.b.p[0],
    },
  ],
};

export const particles: readonly Case[] = [thrown, damped, pair, orbit, wind, repelled];

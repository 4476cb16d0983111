/** Collisions: times, impulses, velocities after, and the end of bounces without end. */
import { type Case, floor, g } from "./case.js";

const h = 1;
const e = 0.5;
const m = 2;
/** Time of fall from h. */
const fall = Math.sqrt((2 * h) / g);

const ball = {
  id: "ball",
  shape: { type: "sphere", radius: 0.5 },
  mass: m,
  position: [0, 0.5 + h, 0],
  restitution: e,
} as const;

const dropped: Case = {
  name: "dropped ball",
  scene: { run: { duration: 2, sampleRate: 1 }, bodies: [floor, ball] },
  checks: [
    { what: "first impact √(2h/g), s", exact: fall, got: ({ events }) => events[0].t },
    {
      what: "its impulse m(1+ε)√(2gh), N·s",
      exact: m * (1 + e) * Math.sqrt(2 * g * h),
      got: ({ events }) => events[0].impulse,
    },
    { what: "second impact (1+2ε)√(2h/g), s", exact: (1 + 2 * e) * fall, got: ({ events }) => events[1].t },
    {
      what: "end of all bounces √(2h/g)(1+ε)/(1−ε), s",
      exact: (fall * (1 + e)) / (1 - e),
      got: ({ events }) => events[events.length - 1].t,
    },
    { what: "dissipated mgh, J", exact: m * g * h, got: ({ last }) => last.energy.dissipated },
  ],
};

const [m1, m2, v1, v2, e12] = [1, 3, 2, -1, 0.8];

const headOn: Case = {
  name: "two balls head on",
  scene: {
    gravity: [0, 0, 0],
    run: { duration: 2, sampleRate: 1 },
    bodies: [
      {
        id: "one",
        shape: { type: "sphere", radius: 0.3 },
        mass: m1,
        position: [-1, 0, 0],
        velocity: [v1, 0, 0],
        restitution: e12,
      },
      { id: "two", shape: { type: "sphere", radius: 0.4 }, mass: m2, position: [1, 0, 0], velocity: [v2, 0, 0] },
    ],
  },
  checks: [
    { what: "they meet at gap/speed, s", exact: (2 - 0.7) / (v1 - v2), got: ({ events }) => events[0].t },
    {
      what: "v of the first after, m/s",
      exact: (m1 * v1 + m2 * v2 - m2 * e12 * (v1 - v2)) / (m1 + m2),
      got: ({ last }) => last.bodies.one.v[0],
    },
    {
      what: "v of the second after, m/s",
      exact: (m1 * v1 + m2 * v2 + m1 * e12 * (v1 - v2)) / (m1 + m2),
      got: ({ last }) => last.bodies.two.v[0],
    },
    {
      what: "lost ½ μ (1−ε²) Δv², J",
      exact: ((0.5 * m1 * m2) / (m1 + m2)) * (1 - e12 * e12) * (v1 - v2) ** 2,
      got: ({ last }) => last.energy.dissipated,
    },
  ],
};

/** A bar 2 × 0.2 × 0.2 comes down with 3 m/s on a peg 0.7 from its middle. */
const bar = { mass: 1.5, length: 2, side: 0.2, d: 0.7, v: 3, e: 0.6 };
const barI = (bar.mass * (bar.length ** 2 + bar.side ** 2)) / 12;
const barImpulse = ((1 + bar.e) * bar.v) / (1 / bar.mass + bar.d ** 2 / barI);

const peg: Case = {
  name: "bar on a peg",
  scene: {
    gravity: [0, 0, 0],
    run: { duration: 0.2, sampleRate: 5 },
    bodies: [
      { id: "peg", shape: { type: "sphere", radius: 0.1 }, position: [bar.d, 0, 0], fixed: true, restitution: bar.e },
      {
        id: "bar",
        shape: { type: "box", size: [bar.length, bar.side, bar.side] },
        mass: bar.mass,
        position: [0, 0.5, 0],
        velocity: [0, -bar.v, 0],
      },
    ],
  },
  checks: [
    { what: "impulse (1+ε)v/(1/m + d²/I), N·s", exact: barImpulse, got: ({ events }) => events[0].impulse },
    { what: "spin after j d/I, rad/s", exact: (barImpulse * bar.d) / barI, got: ({ last }) => last.bodies.bar.w[2] },
    { what: "v after j/m − v, m/s", exact: barImpulse / bar.mass - bar.v, got: ({ last }) => last.bodies.bar.v[1] },
  ],
};

const cradleBall = (k: number) => ({
  id: `b${k}`,
  shape: { type: "sphere", radius: 0.5 } as const,
  mass: 1,
  position: [k + (k === 0 ? -1 : 0), 0, 0] as const,
  velocity: [k === 0 ? 2 : 0, 0, 0] as const,
  restitution: 1,
});

const cradle: Case = {
  name: "row of balls, one by one",
  scene: {
    gravity: [0, 0, 0],
    run: { duration: 1, sampleRate: 1 },
    method: { collisions: "propagation" },
    bodies: [0, 1, 2, 3, 4].map(cradleBall),
  },
  checks: [
    { what: "the last goes with v, m/s", exact: 2, got: ({ last }) => last.bodies.b4.v[0] },
    { what: "the first stops, m/s", exact: 0, got: ({ last }) => last.bodies.b0.v[0] },
  ],
};

/** Thrown level at a height of 0.8 m; nothing acts along the floor. */
const H = 0.8;
const touch = Math.sqrt((2 * H) / g);
const rest = 0.8 - touch;
const thrown: Case = {
  name: "particle thrown on the floor",
  scene: {
    run: { duration: 0.8, sampleRate: 1.25 },
    bodies: [floor],
    particles: [{ id: "pea", mass: 0.1, position: [0, H, 0], velocity: [1.5, 0, 0], collide: true, restitution: 0.7 }],
  },
  checks: [
    { what: "impact √(2H/g), s", exact: touch, got: ({ events }) => events[0].t },
    {
      what: "height after one bounce, m",
      exact: 0.7 * g * touch * rest - (g / 2) * rest * rest,
      got: ({ last }) => last.particles.pea.p[1],
    },
    { what: "and how far, m", exact: 1.5 * 0.8, got: ({ last }) => last.particles.pea.p[0] },
  ],
};

export const bounces: readonly Case[] = [dropped, headOn, peg, cradle, thrown];

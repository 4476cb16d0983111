/** Resting and sliding contact without friction: forces, accelerations, and when a contact is lost. */
import { type Case, floor, g, sumForce } from "./case.js";

const stacked: Case = {
  name: "three blocks in a stack",
  scene: {
    run: { duration: 1, sampleRate: 1 },
    bodies: [
      floor,
      ...[1, 2, 3].map((mass, k) => ({
        id: `b${k}`,
        shape: { type: "box", size: [1 - 0.2 * k, 0.5, 1 - 0.2 * k] } as const,
        mass,
        position: [0, 0.25 + 0.5 * k, 0] as const,
      })),
    ],
  },
  checks: [
    { what: "force on the floor Σ m g, N", exact: 6 * g, got: ({ last }) => sumForce(last, "b0", "floor") },
    { what: "force between the upper two, N", exact: 3 * g, got: ({ last }) => sumForce(last, "b2", "b1") },
    {
      what: "creep in 1 s, m",
      exact: 0,
      got: ({ first, last }) => last.bodies.b2.p[1] - first.bodies.b2.p[1],
      within: 1e-12,
    },
  ],
};

/** A plank of 4 kg on two balls, 0.5 m left and 1.1 m right of its middle. */
const plank: Case = {
  name: "plank on two supports",
  scene: {
    run: { duration: 0.5, sampleRate: 2 },
    bodies: [
      { id: "left", shape: { type: "sphere", radius: 0.2 }, position: [-0.5, 0, 0], fixed: true },
      { id: "right", shape: { type: "sphere", radius: 0.2 }, position: [1.1, 0, 0], fixed: true },
      { id: "plank", shape: { type: "box", size: [3, 0.1, 0.4] }, mass: 4, position: [0, 0.25, 0] },
    ],
  },
  checks: [
    { what: "left m g b/(a+b), N", exact: (4 * g * 1.1) / 1.6, got: ({ last }) => sumForce(last, "plank", "left") },
    { what: "right m g a/(a+b), N", exact: (4 * g * 0.5) / 1.6, got: ({ last }) => sumForce(last, "plank", "right") },
  ],
};

const slope = Math.PI / 6;
const [sine, cosine] = [Math.sin(slope), Math.cos(slope)];

const incline: Case = {
  name: "block on a slope of 30°",
  scene: {
    run: { duration: 0.8, sampleRate: 1.25 },
    bodies: [
      { id: "slope", shape: { type: "plane", normal: [sine, cosine, 0] }, fixed: true },
      {
        id: "block",
        shape: { type: "box", size: [0.4, 0.2, 0.3] },
        mass: 2,
        position: [0.1 * sine, 0.1 * cosine, 0],
        rotation: [0, 0, Math.sin(-slope / 2), Math.cos(slope / 2)],
      },
    ],
  },
  checks: [
    {
      what: "speed g sin α t, m/s",
      exact: g * sine * 0.8,
      got: ({ last }) => last.bodies.block.v[0] * cosine - last.bodies.block.v[1] * sine,
    },
    {
      what: "way down ½ g sin²α t², m",
      exact: (g * sine * sine * 0.64) / 2,
      got: ({ last }) => 0.1 * cosine - last.bodies.block.p[1],
    },
    { what: "force m g cos α, N", exact: 2 * g * cosine, got: ({ last }) => sumForce(last, "block") },
  ],
};

/** Planes at 30° and 60° to the level: the forces are components of the weight at right angles. */
const groove: Case = {
  name: "ball in a groove",
  scene: {
    run: { duration: 0.5, sampleRate: 2 },
    bodies: [
      { id: "flat", shape: { type: "plane", normal: [-sine, cosine, 0] }, fixed: true },
      { id: "steep", shape: { type: "plane", normal: [cosine, sine, 0] }, fixed: true },
      {
        id: "ball",
        shape: { type: "sphere", radius: 0.3 },
        mass: 1,
        position: [0.3 * (cosine - sine), 0.3 * (sine + cosine), 0],
      },
    ],
  },
  checks: [
    { what: "on the flat side m g cos 30°, N", exact: g * cosine, got: ({ last }) => sumForce(last, "ball", "flat") },
    { what: "on the steep side m g sin 30°, N", exact: g * sine, got: ({ last }) => sumForce(last, "ball", "steep") },
  ],
};

const [M, m] = [3, 1];
/** A = m g sin α cos α/(M + m sin²α). */
const wedgeA = (m * g * sine * cosine) / (M + m * sine * sine);

const wedge: Case = {
  name: "block on a wedge that slides",
  scene: {
    run: { duration: 0.3, sampleRate: 10 / 3 },
    bodies: [
      floor,
      {
        id: "wedge",
        shape: {
          type: "convex",
          vertices: [-0.4, 0.4].flatMap((z) => [
            [0, 0, z] as const,
            [2, 0, z] as const,
            [0, 2 * Math.tan(slope), z] as const,
          ]),
        },
        mass: M,
      },
      {
        id: "block",
        shape: { type: "box", size: [0.2, 0.2, 0.2] },
        mass: m,
        position: [0.5 + 0.1 * sine, 1.5 * Math.tan(slope) + 0.1 * cosine, 0],
        rotation: [0, 0, Math.sin(-slope / 2), Math.cos(slope / 2)],
      },
    ],
  },
  checks: [
    { what: "speed of the wedge A t, m/s", exact: -wedgeA * 0.3, got: ({ last }) => last.bodies.wedge.v[0] },
    {
      what: "speed of the block M/m A t, m/s",
      exact: ((wedgeA * M) / m) * 0.3,
      got: ({ last }) => last.bodies.block.v[0],
    },
    {
      what: "force between M A/sin α, N",
      exact: (M * wedgeA) / sine,
      got: ({ last }) => sumForce(last, "block", "wedge"),
    },
  ],
};

/** A rod leans on a wall, 70° to the floor; its round ends, of radius r, slide as points on planes r away would. */
const rod = { length: 2, radius: 0.05, angle: (70 * Math.PI) / 180, mass: 3 };
const height = rod.length * Math.sin(rod.angle);
const rodI = (rod.mass * rod.length ** 2) / 12;

const ladder: Case = {
  name: "ladder along a wall",
  scene: {
    run: { duration: 1, sampleRate: 1 },
    bodies: [
      floor,
      { id: "wall", shape: { type: "plane", normal: [1, 0, 0] }, fixed: true },
      {
        id: "rod",
        shape: { type: "capsule", radius: rod.radius, height: rod.length },
        mass: rod.mass,
        inertia: [
          [rodI, 0, 0],
          [0, 0.01, 0],
          [0, 0, rodI],
        ],
        position: [rod.radius + (rod.length * Math.cos(rod.angle)) / 2, rod.radius + height / 2, 0],
        rotation: [0, 0, Math.sin((Math.PI / 2 - rod.angle) / 2), Math.cos((Math.PI / 2 - rod.angle) / 2)],
      },
    ],
  },
  checks: [
    {
      what: "leaves the wall at ⅔ of its height, m",
      exact: (2 / 3) * height,
      got: ({ events }) => (events.find(({ type, b }) => type === "separate" && b === "wall")?.p[1] ?? 0) - rod.radius,
    },
    {
      what: "first force of the wall ¾ m g sin φ cos φ, N",
      exact: 0.75 * rod.mass * g * Math.sin(rod.angle) * Math.cos(rod.angle),
      got: ({ first }) => sumForce(first, "rod", "wall"),
    },
  ],
};

export const rests: readonly Case[] = [stacked, plank, incline, groove, wedge, ladder];

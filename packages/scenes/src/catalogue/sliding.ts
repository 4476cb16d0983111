/** Scenes of friction whose answers are known: blocks that stick, slide, tip, and ride on belts. */
import { atan2, cos, exp, sin } from "@rigor/engine/math";
import type { Sample } from "@rigor/engine/scene";
import type { Check } from "../particles/particle-scene.js";
import { checkVector } from "../rigid/rigid-scene.js";
import { defineScene } from "./built-in.js";
import { checkBody, checkCones, floor, rotate, sumContact, turnBy } from "./parts.js";

const g = 9.81;

export const blockOnSlope = defineScene({
  name: "block-on-slope",
  line: "a block thrown up a slope: it stops, and stays there or slides back, as static friction has it",
  parameters: {
    angle: { default: 0.5, min: 0, max: 1.4, line: "of the slope, rad" },
    friction: { default: 0.5, min: 0, max: 2, line: "μ while it slides" },
    hold: { default: 1, min: 1, max: 2, line: "static friction, as a multiple of the other" },
    speed: { default: 3, min: 0, max: 10, line: "at which it is thrown, m/s" },
  },
  build({ angle, friction, hold, speed }) {
    const surface = { friction, staticFriction: hold * friction };
    const [s, c] = [sin(angle), cos(angle)];
    return {
      run: { duration: 2 },
      bodies: [
        { id: "slope", shape: { type: "plane", normal: [-s, c, 0] }, fixed: true, ...surface },
        {
          id: "block",
          shape: { type: "box", size: [0.4, 0.1, 0.3] },
          mass: 2,
          position: [-0.05 * s, 0.05 * c, 0],
          rotation: turnBy([0, 0, 1], angle),
          velocity: [speed * c, speed * s, 0],
          ...surface,
        },
      ],
    };
  },
  check(sample, { angle, friction, hold, speed }) {
    const [s, c] = [sin(angle), cos(angle)];
    const up = g * (s + friction * c);
    const stop = up > 0 ? speed / up : Infinity;
    const t = Math.min(sample.t, stop);
    const later = sample.t - t;
    const down = s > hold * friction * c ? g * (s - friction * c) : 0;
    const x = speed * t - 0.5 * up * t * t - 0.5 * down * later * later;
    const v = speed - up * t - down * later;
    return checkBody(sample, "block", [x * c - 0.05 * s, x * s + 0.05 * c, 0], [v * c, v * s, 0]);
  },
  // what goes sideways by less than 1e-10 m/s goes straight: 5.4e-11 m/s of it at the end, all else is below 1e-11
  accuracy: 1e-10,
});

/**
 * A rod of length ℓ at θ, μ at both ends. While both slide, with E = (1 + μ²)/12 + (1 − μ²)/4,
 *   ω² = (P cos θ + Q sin θ) + C exp(−μ θ/E),  d(ω²)/dθ = −(g/(ℓE)) [(1 − μ²) cos θ − 2μ sin θ] − (μ/E) ω²
 */
function findRate(theta: number, start: number, mu: number, length: number): number {
  const E = (1 + mu * mu) / 12 + (1 - mu * mu) / 4;
  const [k, a, b] = [mu / E, (-(1 - mu * mu) * g) / (length * E), (2 * mu * g) / (length * E)];
  const P = (k * a - b) / (k * k + 1);
  const Q = (k * b + a) / (k * k + 1);
  const at = (angle: number) => P * cos(angle) + Q * sin(angle);
  return at(theta) - at(start) * exp(k * (start - theta));
}

export const ladder = defineScene({
  name: "ladder",
  line: "a ladder against a wall: it stays if it is steeper than π/2 − 2 atan μ, or slides down",
  parameters: {
    angle: { default: 0.9, min: 0.1, max: 1.5, line: "from the floor, rad" },
    friction: { default: 0.3, min: 0, max: 0.95, line: "μ of floor and wall" },
    length: { default: 4, min: 0.5, max: 10, line: "m" },
  },
  build({ angle, friction, length }) {
    const [s, c, w, mass] = [sin(angle), cos(angle), 0.06, 10];
    const I = (mass * length * length) / 12;
    return {
      run: { duration: 0.8 },
      bodies: [
        { ...floor, friction },
        { id: "wall", shape: { type: "plane", normal: [1, 0, 0] }, fixed: true, friction },
        {
          id: "ladder",
          shape: { type: "box", size: [length, w, 0.5] },
          mass,
          // on the side that touches: as thin as the rod of the closed form
          centerOfMass: [0, w / 2, 0],
          inertia: [
            [I, 0, 0],
            [0, I, 0],
            [0, 0, I],
          ],
          position: [0.5 * length * c + 0.5 * w * s, 0.5 * length * s + 0.5 * w * c, 0],
          rotation: turnBy([0, 0, 1], Math.PI - angle),
          friction,
        },
      ],
    };
  },
  check(sample, { angle, friction, length }, start) {
    const { q, w, p } = sample.bodies.ladder;
    if (angle >= Math.PI / 2 - 2 * atan2(friction, 1)) return checkVector("x of ladder", start.bodies.ladder.p, p);
    const [x, y] = rotate(q, [-1, 0, 0]);
    const theta = atan2(-y, x);
    const cones = checkCones(sample, friction);
    // as long as it leans on the wall, and does not lie yet
    if (sumContact(sample, "ladder", "wall") === 0 || theta < 1e-3) return cones;
    return [...cones, { what: "ω²", exact: findRate(theta, angle, friction, length), got: w[2] * w[2] }];
  },
  accuracy: 1e-9,
});

/** Width and height of the box that is pushed, m. */
const [b, h] = [0.4, 0.8];

export const tipOrSlide = defineScene({
  name: "tip-or-slide",
  line: "a box that is pushed: it stays, slides, tips, or does both",
  parameters: {
    push: { default: 0.45, min: 0, max: 2, line: "as a part of the weight" },
    height: { default: 0.7, min: 0.5, max: 0.99, line: "at which it is pushed, as a part of the box's" },
    friction: { default: 0.6, min: 0, max: 2, line: "μ" },
  },
  build: ({ push, height, friction }) => ({
    run: { duration: 0.4 },
    bodies: [
      { ...floor, friction },
      { id: "box", shape: { type: "box", size: [b, h, b] }, mass: 3, position: [0, h / 2, 0], friction },
    ],
    forces: [
      {
        id: "hand",
        type: "constant",
        on: ["box"],
        force: [push * 3 * g, 0, 0],
        at: [-b / 2, (height - 0.5) * h, 0],
        atFrame: "body",
      },
    ],
  }),
  check(sample, { push, height, friction }) {
    const { p, v, w, q } = sample.bodies.box;
    const slides = push > friction;
    // what friction there is, as a part of the weight, turns the box as well
    const resistance = slides ? friction : push;
    const tips = push * (height - 0.5) * h + resistance * 0.5 * h > 0.5 * b;
    const all = checkCones(sample, friction);
    if (!tips) {
      const a = slides ? g * (push - friction) : 0;
      return [...all, ...checkBody(sample, "box", [0.5 * a * sample.t * sample.t, h / 2, 0], [a * sample.t, 0, 0])];
    }
    // the edge at the front, and where the hand is
    const edge = rotate(q, [b / 2, -h / 2, 0]);
    const hand = rotate(q, [-b / 2, (height - 0.5) * h, 0]);
    const got = 0.5 * (v[0] * v[0] + v[1] * v[1]) + ((b * b + h * h) / 24) * w[2] * w[2] + g * (p[1] - h / 2);
    // the hand's work, less what a sliding edge takes
    const exact = push * g * (p[0] + hand[0] + b / 2) - sample.energy.dissipated / 3;
    return [
      ...all,
      { what: "energy", exact, got },
      ...checkSlip(sample, friction, p[0] + edge[0], v[0] - w[2] * edge[1]),
    ];
  },
  accuracy: 1e-7,
});

/** That the edge at x, if it touches and slides with u, is rubbed with all of μ against its way. */
function checkSlip({ contacts }: Sample, mu: number, x: number, u: number): Check[] {
  const there = contacts.filter(({ p }) => Math.abs(p[0] - x) < 1e-6 && Math.abs(u) > 1e-6);
  return there.map(({ a, f, t }) => {
    return { what: "friction", exact: (u > 0 ? -mu : mu) * f, got: a === "box" ? t[0] : -t[0] };
  });
}

export const conveyor = defineScene({
  name: "conveyor",
  line: "a crate put across a belt: it slides to the belt's speed in a straight line, as the belt sees it, and rides",
  parameters: {
    belt: { default: 1.5, min: -3, max: 3, line: "its speed, m/s" },
    across: { default: 1, min: -3, max: 3, line: "of the crate across the belt, m/s" },
    friction: { default: 0.3, min: 0.01, max: 2, line: "μ" },
  },
  build: ({ belt, across, friction }) => ({
    run: { duration: 2 },
    bodies: [
      {
        id: "belt",
        shape: { type: "box", size: [13, 0.1, 13] },
        position: [0, -0.05, 0],
        fixed: true,
        friction,
        surfaceVelocity: [belt, 0, 0],
      },
      {
        id: "crate",
        // flat, so that it does not tip
        shape: { type: "box", size: [0.3, 0.04, 0.3] },
        mass: 2,
        position: [0, 0.02, 0],
        velocity: [0, 0, across],
        friction,
      },
    ],
  }),
  check(sample, { belt, across, friction }) {
    const slip = Math.sqrt(belt * belt + across * across);
    const t = Math.min(sample.t, slip / (friction * g));
    // how much of the slip is left, and how far it went on average
    const left = slip > 0 ? 1 - (friction * g * t) / slip : 0;
    const way = 0.5 * (1 + left) * t;
    return [
      ...checkBody(
        sample,
        "crate",
        [belt * (sample.t - way), 0.02, across * way],
        [belt * (1 - left), 0, across * left],
      ),
      ...checkVector("ω of crate", [0, 0, 0], sample.bodies.crate.w),
    ];
  },
  accuracy: 1e-11,
});

export const beltCorner = defineScene({
  name: "belt-corner",
  line: "a parcel goes over from one belt to another across it, and is turned on the way",
  parameters: {
    first: { default: 1, min: 0.1, max: 3, line: "speed of the first belt, m/s" },
    second: { default: 1, min: 0.1, max: 3, line: "of the second, m/s" },
    friction: { default: 0.4, min: 0.05, max: 1, line: "μ" },
  },
  build({ first, second, friction }) {
    const belt = { fixed: true, friction } as const;
    return {
      run: { duration: 2 },
      bodies: [
        {
          id: "first",
          shape: { type: "box", size: [2, 0.1, 1] },
          position: [-1, -0.05, 0],
          surfaceVelocity: [first, 0, 0],
          ...belt,
        },
        {
          id: "second",
          shape: { type: "box", size: [1, 0.1, 6] },
          position: [0.5, -0.05, 2.5],
          surfaceVelocity: [0, 0, second],
          ...belt,
        },
        {
          id: "parcel",
          shape: { type: "box", size: [0.4, 0.1, 0.3] },
          mass: 3,
          position: [-0.8, 0.05, 0],
          velocity: [first, 0, 0],
          friction,
        },
      ],
    };
  },
  check(sample, { friction, first }) {
    const { p, v } = sample.bodies.parcel;
    const ride = -0.8 + first * sample.t;
    return [
      ...checkCones(sample, friction),
      // as long as all of it is on the first belt
      ...(ride > -0.2 ? [] : checkVector("x of parcel", [ride, 0.05, 0], p)),
      ...(p[0] < 0.8 ? [{ what: "height", exact: 0.05, got: p[1] }] : []),
      // never faster than the belts together
      { what: "speed", exact: 0, got: Math.max(0, Math.abs(v[0]) - first) },
    ];
  },
  accuracy: 1e-9,
});

/** Stiffness and mass of the oscillator on the belt. */
const [stiffness, mass] = [200, 2];
const frequency = Math.sqrt(stiffness / mass);

export const stickSlip = defineScene({
  name: "stick-slip",
  line: "a block on a belt, tied to a spring: it rides along, tears off, slides back, and rides again",
  parameters: {
    belt: { default: 0.2, min: 0.01, max: 2, line: "its speed, m/s" },
    friction: { default: 0.3, min: 0, max: 1, line: "μ while it slides" },
    hold: { default: 2, min: 1, max: 4, line: "static friction, as a multiple of the other" },
  },
  build({ belt, friction, hold }) {
    const surface = { friction, staticFriction: hold * friction };
    return {
      run: { duration: 4 },
      bodies: [
        {
          id: "belt",
          shape: { type: "box", size: [4, 0.1, 1] },
          position: [0, -0.05, 0],
          fixed: true,
          surfaceVelocity: [belt, 0, 0],
          ...surface,
        },
        {
          id: "block",
          shape: { type: "box", size: [0.2, 0.04, 0.2] },
          mass,
          position: [0, 0.02, 0],
          velocity: [belt, 0, 0],
          ...surface,
        },
      ],
      forces: [{ id: "spring", type: "spring", a: "block", anchorB: [-1.5, 0.02, 0], stiffness, length: 1.5 }],
    };
  },
  check(sample, { belt, friction, hold }) {
    const { x, v } = followStickSlip(sample.t, belt, (friction * mass * g) / stiffness, hold);
    return checkBody(sample, "block", [x, 0.02, 0], [v, 0, 0]);
  },
  accuracy: 1e-7,
});

/**
 * Sticks up to hold·X, X the stretch that sliding friction holds; slides about X until it is as fast as the belt again, which is
 * at the mirror image; sticks anew.
 */
function followStickSlip(t: number, belt: number, X: number, hold: number): { x: number; v: number } {
  const A = (hold - 1) * X;
  const first = (hold * X) / belt;
  if (t <= first) return { x: belt * t, v: belt };
  // A cos φ + (v/ω) sin φ, φ from 0 to 2π − 2 atan(v/(ωA))
  const slide = (2 * (Math.PI - atan2(A * frequency, belt))) / frequency;
  const stick = (2 * A) / belt;
  let since = t - first;
  since -= Math.floor(since / (slide + stick)) * (slide + stick);
  if (since > slide) return { x: X - A + belt * (since - slide), v: belt };
  const [s, c] = [sin(frequency * since), cos(frequency * since)];
  return { x: X + A * c + (belt / frequency) * s, v: belt * c - A * frequency * s };
}

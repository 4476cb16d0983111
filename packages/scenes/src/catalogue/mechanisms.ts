/** The scenes of mechanisms with bars and weights: see ../mechanisms for what is derived there. */
import { asin, cos, sin } from "@rigor/engine/math";
import type { SceneBody, SceneConstraint, Vector } from "@rigor/engine/scene";
import { goRound, swingFrom } from "../mechanisms/elliptic.js";
import { checkVector } from "../rigid/rigid-scene.js";
import { defineScene } from "./built-in.js";
import { checkParticle, makeBar, range } from "./parts.js";

const g = 9.81;

export const simplePendulum = defineScene({
  name: "simple-pendulum",
  line: "a weight on a rod, let go at an angle",
  parameters: {
    length: { default: 1, min: 0.01, max: 100, line: "of the rod, m" },
    angle: { default: Math.PI / 2, min: 0.01, max: 3, line: "from the vertical, rad" },
  },
  build: ({ length, angle }) => ({
    run: { duration: 10 },
    particles: [{ id: "weight", position: [length * sin(angle), -length * cos(angle), 0] }],
    constraints: [{ id: "rod", type: "distance", a: "weight", anchorB: [0, 0, 0], length }],
  }),
  check(sample, { length, angle: theta0 }) {
    const { angle, rate } = swingFrom(theta0, Math.sqrt(g / length), sample.t);
    const [s, c] = [sin(angle), cos(angle)];
    const T = g * c + length * rate * rate;
    return [
      ...checkParticle(sample, "weight", [length * s, -length * c, 0], [length * rate * c, length * rate * s, 0]),
      ...checkVector("force", [-T * s, T * c, 0], sample.constraints.rod.force),
    ];
  },
});

export const beadOnWire = defineScene({
  name: "bead-on-wire",
  line: "one bead on a ring, by a constraint and by a coordinate",
  parameters: { rate: { default: 7, min: 6.5, max: 30, line: "at the lowest point, rad/s" } },
  accuracy: 1e-5,
  build: ({ rate }) => ({
    run: { duration: 5 },
    particles: [{ id: "held", position: [0, -1, 0], velocity: [rate, 0, 0] }],
    constraints: [
      {
        id: "ring",
        type: "curve",
        a: "held",
        curve: { type: "circle", center: [0, 0, 0], normal: [0, 0, 1], radius: 1 },
      },
    ],
    generalized: [
      {
        id: "bead",
        type: "bead",
        curve: { type: "circle", center: [0, 0, 0], normal: [0, 0, 1], radius: 1 },
        u: -Math.PI / 2,
        rate,
      },
    ],
  }),
  check(sample, { rate: Omega }) {
    const { angle, rate } = goRound(Omega, Math.sqrt(g), sample.t);
    const place = [sin(angle), -cos(angle), 0];
    return [
      ...checkParticle(sample, "held", place, [rate * cos(angle), rate * sin(angle), 0]),
      ...checkVector("x by u", place, sample.generalized!.bead.p[0]),
      { what: "u", exact: angle - Math.PI / 2, got: sample.generalized!.bead.u[0] },
      { what: "rate of u", exact: rate, got: sample.generalized!.bead.rate[0] },
    ];
  },
});

export const atwoodMachine = defineScene({
  name: "atwood-machine",
  line: "two weights on a rope over a pulley",
  parameters: {
    heavy: { default: 3, min: 0.1, max: 100, line: "kg" },
    light: { default: 2, min: 0.1, max: 100, line: "kg" },
  },
  build: ({ heavy, light }) => ({
    run: { duration: 1 },
    particles: [
      { id: "heavy", mass: heavy, position: [0, -3, 0] },
      { id: "light", mass: light, position: [1, -3, 0] },
    ],
    constraints: [{ id: "rope", type: "pulley", a: "heavy", b: "light", overA: [0, 0, 0], overB: [1, 0, 0] }],
  }),
  check(sample, { heavy, light }) {
    const a = (g * (heavy - light)) / (heavy + light);
    const way = 0.5 * a * sample.t * sample.t;
    return [
      ...checkParticle(sample, "heavy", [0, -3 - way, 0], [0, -a * sample.t, 0]),
      ...checkParticle(sample, "light", [1, -3 + way, 0], [0, a * sample.t, 0]),
      { what: "tension", exact: (2 * g * heavy * light) / (heavy + light), got: sample.constraints.rope.force[1] },
    ];
  },
});

export const hangingChain = defineScene({
  name: "hanging-chain",
  line: "rods and weights between two nails, let go along a parabola",
  parameters: {
    links: { default: 8, min: 2, max: 200, integer: true, line: "how many rods" },
    sag: { default: 0.8, min: 0.1, max: 2, line: "m" },
  },
  build({ links, sag }) {
    const place = (k: number): Vector => {
      const s = (2 * k) / links - 1;
      return [1.25 * s, sag * (s * s - 1), 0];
    };
    return {
      run: { duration: 2 },
      particles: range(links - 1).map((k) => ({ id: `weight-${k}`, mass: 2, position: place(k + 1) })),
      constraints: range(links).map((k): SceneConstraint => {
        const id = `rod-${k}`;
        if (k === 0) return { id, type: "distance", a: "weight-0", anchorB: place(0) };
        if (k === links - 1) return { id, type: "distance", a: `weight-${k - 1}`, anchorB: place(links) };
        return { id, type: "distance", a: `weight-${k - 1}`, b: `weight-${k}` };
      }),
    };
  },
  check(sample, { links }) {
    // left and right are each other's image
    return range(Math.floor((links - 1) / 2)).flatMap((k) => {
      const [a, b] = [sample.particles[`weight-${k}`].p, sample.particles[`weight-${links - 2 - k}`].p];
      return checkVector(`mirror of ${k}`, [-a[0], a[1], 0], b);
    });
  },
  accuracy: 1e-4,
});

export const doublePendulum = defineScene({
  name: "double-pendulum",
  line: "two weights on two rods, released level: chaos",
  parameters: { ratio: { default: 1, min: 0.01, max: 100, line: "mass of the second over that of the first" } },
  build: ({ ratio }) => ({
    run: { duration: 5 },
    particles: [
      { id: "first", mass: 1, position: [1, 0, 0] },
      { id: "second", mass: ratio, position: [2, 0, 0] },
    ],
    constraints: [
      { id: "upper", type: "distance", a: "first", anchorB: [0, 0, 0] },
      { id: "lower", type: "distance", a: "second", b: "first" },
    ],
  }),
  check: ({ energy }) => [{ what: "energy", exact: 0, got: energy.kinetic + energy.potential }],
});

export const fourBar = defineScene({
  name: "four-bar",
  line: "a bench that swings on two bars: a parallelogram of four hinges",
  parameters: { angle: { default: 1.2, min: 0.05, max: 1.5, line: "at which it is let go, rad" } },
  build({ angle }) {
    const end: Vector = [sin(angle), -cos(angle), 0];
    const far: Vector = [2 + end[0], end[1], 0];
    const axis: Vector = [0, 0, 1];
    return {
      run: { duration: 5 },
      bodies: [
        makeBar("left", 1, 1, [0, 0], angle - Math.PI / 2),
        makeBar("right", 1, 1, [2, 0], angle - Math.PI / 2),
        makeBar("bench", 2, 2, end, 0),
      ],
      constraints: [
        { id: "left post", type: "hinge", a: "left", anchor: [0, 0, 0], axis },
        { id: "right post", type: "hinge", a: "right", anchor: [2, 0, 0], axis },
        { type: "hinge", a: "bench", b: "left", anchor: end, axis },
        { type: "hinge", a: "bench", b: "right", anchor: far, axis },
      ],
    };
  },
  check(sample, { angle: theta0 }) {
    const w = Math.sqrt((g * 3) / (2 / 3 + 2));
    const { angle, rate } = swingFrom(theta0, w, sample.t);
    return [
      ...checkVector("x of bench", [1 + sin(angle), -cos(angle), 0], sample.bodies.bench.p),
      { what: "rate of left", exact: rate, got: sample.bodies.left.w[2] },
    ];
  },
});

export const sliderCrank = defineScene({
  name: "slider-crank",
  line: "crank, connecting rod and slider, set going and left to themselves",
  parameters: { speed: { default: 4, min: -20, max: 20, line: "of the crank at the start, rad/s" } },
  build({ speed }) {
    const [crank, l] = [Math.PI / 4, 2.5];
    const [s, c] = [sin(crank), cos(crank)];
    // ℓ sin φ = −sin θ, and its rate
    const [rs, rc] = [-s / l, Math.sqrt(1 - (s * s) / (l * l))];
    const rate = (-speed * c) / (l * rc);
    const end: Vector = [c + l * rc, 0, 0];
    const axis: Vector = [0, 0, 1];
    const turn = (body: SceneBody, w: number, v: Vector): SceneBody => ({
      ...body,
      angularVelocity: [0, 0, w],
      velocity: v,
    });
    const pin: Vector = [c, s, 0];
    return {
      run: { duration: 2 },
      bodies: [
        turn(makeBar("crank", 1, 1, [0, 0], crank), speed, [-0.5 * speed * s, 0.5 * speed * c, 0]),
        turn(makeBar("rod", 2, l, pin, -asin(s / l)), rate, [
          -speed * s - 0.5 * l * rate * rs,
          speed * c + 0.5 * l * rate * rc,
          0,
        ]),
        {
          id: "slider",
          shape: { type: "box", size: [0.6, 0.4, 0.4] },
          mass: 3,
          position: end,
          velocity: [-speed * s - l * rate * rs, 0, 0],
          collidesWith: [],
        },
      ],
      constraints: [
        { id: "bearing", type: "hinge", a: "crank", anchor: [0, 0, 0], axis },
        { id: "crank pin", type: "hinge", a: "rod", b: "crank", anchor: pin, axis },
        { id: "piston pin", type: "hinge", a: "slider", b: "rod", anchor: end, axis },
        { id: "guide", type: "slider", a: "slider", axis: [1, 0, 0] },
      ],
    };
  },
  check: (sample, { speed }, start) => {
    const known = speed === 4 ? rows.filter(({ t }) => t === sample.t) : [];
    return [
      { what: "energy", exact: start.energy.total, got: sample.energy.kinetic + sample.energy.potential },
      ...known.flatMap(({ x, guide }) => [
        { what: "x of the slider", exact: x, got: sample.bodies.slider.p[0] },
        { what: "force of the guide", exact: guide, got: sample.constraints.guide.force[1] },
      ]),
    ];
  },
});

/** Place and guide of the slider, from integrations in 34 digits. */
const rows = [
  { t: 0.5, x: 1.5047159915005845, guide: 35.398078091944626 },
  { t: 1, x: 3.468108275256025, guide: 94.64775735537664 },
  { t: 2, x: 2.80778437991609, guide: 49.16624323096766 },
];

/** The scenes of mechanisms in space, with joints beyond the contract: see ../mechanisms for what is derived there. */
import { cos, sin } from "@rigor/engine/math";
import type { SceneBody, SceneConstraint, Vector } from "@rigor/engine/scene";
import { I, m, placeAndrews } from "../mechanisms/andrews-geometry.js";
import { checkVector } from "../rigid/rigid-scene.js";
import { defineScene } from "./built-in.js";
import { crossVectors, range, turnBy } from "./parts.js";

const g = 9.81;
const meetsNothing = { collidesWith: [] } as const;
const diagonal = (x: number, y: number, z: number) =>
  [
    [x, 0, 0],
    [0, y, 0],
    [0, 0, z],
  ] as const;

/** Ω at which a disc of radius r that leans by β rolls round a circle of radius ρ. */
function findRound(r: number, rho: number, beta: number): number {
  const [s, c] = [sin(beta), cos(beta)];
  return Math.sqrt((g * s) / (c * ((r * s) / 4 + 1.5 * rho)));
}

export const rollingDisc = defineScene({
  name: "rolling-disc",
  line: "a leaning disc that rolls round a circle",
  parameters: {
    lean: { default: 0.3, min: 0.05, max: 0.8, line: "inwards, rad" },
    circle: { default: 1.5, min: 0.5, max: 10, line: "its radius, m" },
  },
  build({ lean, circle }) {
    const [mass, r, s, c] = [2, 0.4, sin(lean), cos(lean)];
    const Omega = findRound(r, circle, lean);
    const spin = (-Omega * (circle + r * s)) / r;
    const A = (mass * r * r) / 4;
    return {
      gravity: [0, 0, -g],
      run: { duration: 5 },
      bodies: [
        {
          id: "disc",
          shapes: [{ type: "cylinder", radius: r, height: 0.02, rotation: turnBy([1, 0, 0], Math.PI / 2) }],
          mass,
          inertia: diagonal(A, A, 2 * A),
          position: [circle, 0, r * c],
          rotation: turnBy([0, 1, 0], Math.PI / 2 - lean),
          velocity: [0, circle * Omega, 0],
          angularVelocity: [spin * c, 0, Omega + spin * s],
          ...meetsNothing,
        },
      ],
      constraints: [{ id: "ground", type: "rolling", a: "disc", axis: [c, 0, s], radius: r, normal: [0, 0, 1] }],
    };
  },
  check(sample, { lean, circle }) {
    const angle = findRound(0.4, circle, lean) * sample.t;
    return checkVector("x of disc", [circle * cos(angle), circle * sin(angle), 0.4 * cos(lean)], sample.bodies.disc.p);
  },
});

const arm = { mass: 0.5, at: 0.2, I: 0.008, axial: 0.001 };
const wheel = { mass: 2, at: 0.4, I: 0.05, axial: 0.08 };

export const gyroscope = defineScene({
  name: "gyroscope",
  line: "a wheel on a tilted arm that goes round and does not fall",
  parameters: {
    tilt: { default: 1.1, min: 0.3, max: 1.5, line: "from the vertical, rad" },
    rate: { default: 4, min: 1, max: 10, line: "at which it goes round, rad/s" },
  },
  build({ tilt, rate }) {
    const [s, c] = [sin(tilt), cos(tilt)];
    const first = arm.mass * arm.at + wheel.mass * wheel.at;
    const A = [arm, wheel].reduce((sum, { mass, at, I: own }) => sum + own + mass * at * at, 0);
    const B = (g * first) / rate + A * rate * c;
    const spin = (B - arm.axial * rate * c) / wheel.axial - rate * c;
    const axle: Vector = [s, 0, c];
    const bodies = [arm, wheel].map(({ mass, at, I: own, axial }, k): SceneBody => {
      const position: Vector = [at * s, 0, at * c];
      const w: Vector = k === 0 ? [0, 0, rate] : [spin * s, 0, rate + spin * c];
      const size = k === 0 ? ({ radius: 0.02, height: 0.4 } as const) : ({ radius: 0.25, height: 0.05 } as const);
      return {
        id: ["arm", "wheel"][k],
        shapes: [{ type: "cylinder", ...size, rotation: turnBy([1, 0, 0], Math.PI / 2) }],
        mass,
        inertia: diagonal(own, own, axial),
        position,
        rotation: turnBy([0, 1, 0], tilt),
        velocity: crossVectors([0, 0, rate], position),
        angularVelocity: w,
        ...meetsNothing,
      };
    });
    return {
      gravity: [0, 0, -g],
      run: { duration: 1 },
      bodies,
      constraints: [
        { id: "joint", type: "universal", a: "arm", anchor: [0, 0, 0], axisA: [0, 1, 0], axisB: [0, 0, 1] },
        { id: "bearing", type: "hinge", a: "wheel", b: "arm", anchor: [wheel.at * s, 0, wheel.at * c], axis: axle },
      ],
    };
  },
  check(sample, { tilt, rate }) {
    const [s, c, angle] = [wheel.at * sin(tilt), wheel.at * cos(tilt), rate * sample.t];
    return checkVector("x of wheel", [s * cos(angle), s * sin(angle), c], sample.bodies.wheel.p);
  },
});

const corners: readonly Vector[] = [
  [0, 0, 0],
  [1, 0, 0],
  [1, -1, 0],
  [1, -1, 1],
  [0, -1, 1],
  [0, 0, 1],
];

export const bricardLinkage = defineScene({
  name: "bricard-linkage",
  line: "six bars along edges of a cube that move against all counting",
  parameters: { thickness: { default: 0.05, min: 0.01, max: 0.2, line: "of the bars, m" } },
  build({ thickness }) {
    const bodies = corners.slice(0, 5).map((p, k): SceneBody => {
      const q = corners[k + 1];
      const along = (i: number) => Math.max(Math.abs(q[i] - p[i]), thickness);
      return {
        id: `bar-${k}`,
        shape: { type: "box", size: [along(0), along(1), along(2)] },
        mass: 1,
        position: [0.5 * (p[0] + q[0]), 0.5 * (p[1] + q[1]), 0.5 * (p[2] + q[2])],
        ...meetsNothing,
      };
    });
    const edge = (n: number) => corners[(n + 1) % 6].map((x, i) => x - corners[n % 6][i]) as unknown as Vector;
    const constraints = corners.map((anchor, k): SceneConstraint => {
      // across the two bars; the sixth is the ground
      const axis = crossVectors(edge(k + 5), edge(k));
      const [a, b] = k < 5 ? [`bar-${k}`, k === 0 ? undefined : `bar-${k - 1}`] : ["bar-4", undefined];
      return { id: `hinge-${k}`, type: "hinge", a, ...(b === undefined ? {} : { b }), anchor, axis };
    });
    return { run: { duration: 2 }, bodies, constraints };
  },
  check: (sample, _, start) => [
    { what: "energy", exact: start.energy.total, got: sample.energy.kinetic + sample.energy.potential },
  ],
});

/** β, Θ, γ, Φ, δ, Ω, ε at the start, rad. */
const angles = [
  -0.06171389001427645, 0, 0.45527981916307037, 0.22266839016588588, 0.48736497954384256, -0.22266839016588588,
  1.2305474445498212,
];

export const andrewsSqueezer = defineScene({
  name: "andrews-squeezer",
  line: "seven bodies in three loops, driven by a torque",
  parameters: { torque: { default: 0.033, min: 0.001, max: 0.1, line: "on the crank, N·m" } },
  build({ torque }) {
    const { bodies, hinges, anchor, post } = placeAndrews(angles);
    const vector = ([x, y, z]: readonly number[]): Vector => [x, y, z];
    return {
      gravity: [0, 0, 0],
      run: { duration: 0.03, sampleRate: 2000 },
      bodies: bodies.map(({ center, angle }, k) => ({
        id: `body-${k}`,
        shape: { type: "box", size: [0.02, 0.004, 0.002] },
        mass: m[k],
        inertia: diagonal(I[k], I[k], I[k]),
        position: vector(center),
        rotation: turnBy([0, 0, 1], angle),
        ...meetsNothing,
      })),
      constraints: hinges.map(({ a, b, at }) => ({
        type: "hinge",
        a: `body-${a}`,
        ...(b === null ? {} : { b: `body-${b}` }),
        anchor: vector(at),
        axis: [0, 0, 1],
      })),
      forces: [
        { id: "drive", type: "constant", on: ["body-0"], torque: [0, 0, torque] },
        {
          id: "spring",
          type: "spring",
          a: "body-2",
          anchorA: vector(anchor),
          anchorB: vector(post),
          stiffness: 4530,
          length: 0.07785,
        },
      ],
    };
  },
  check: (sample) => range(7).map((k) => ({ what: `z of ${k}`, exact: 0, got: sample.bodies[`body-${k}`].p[2] })),
});

/** The scenes of rigid bodies alone: see ../rigid for what is derived there. */
import { cos, sin } from "@rigor/engine/math";
import type { Quaternion, SceneBody, SceneConstraint, Vector } from "@rigor/engine/scene";
import { checkVector } from "../rigid/rigid-scene.js";
import { defineScene } from "./built-in.js";
import { checkBody, checkTurn, crossVectors, rotate, turnBy } from "./parts.js";

const weightless = { gravity: [0, 0, 0] as const };

export const pushedBlock = defineScene({
  name: "pushed-block",
  line: "two equal forces that move a block and do not turn it",
  parameters: { force: { default: 5, line: "each of the two, N" } },
  build: ({ force }) => ({
    ...weightless,
    run: { duration: 2 },
    bodies: [{ id: "block", shape: { type: "box", size: [6, 2, 4] }, mass: 12 }],
    forces: [-3, 3].map((x) => ({
      type: "constant",
      on: ["block"],
      force: [0, 0, force],
      at: [x, 0, -2],
      frame: "body",
    })),
  }),
  check: (sample, { force }) => [
    ...checkBody(sample, "block", [0, 0, (force * sample.t * sample.t) / 12], [0, 0, (2 * force * sample.t) / 12]),
    ...checkVector("ω", [0, 0, 0], sample.bodies.block.w),
  ],
});

export const turnedBlock = defineScene({
  name: "turned-block",
  line: "two opposite forces that turn a block and do not move it",
  parameters: { force: { default: 5, line: "each of the two, N" } },
  build: ({ force }) => ({
    ...weightless,
    run: { duration: 2 },
    bodies: [{ id: "block", shape: { type: "box", size: [6, 2, 4] }, mass: 12 }],
    // at points of space: the block stays where it is
    forces: [-1, 1].map((side) => ({
      type: "constant",
      on: ["block"],
      force: [0, 0, -side * force],
      at: [3 * side, 0, -2],
    })),
  }),
  check(sample, { force }) {
    const half = (1.5 * force * sample.t * sample.t) / 52;
    return [
      ...checkBody(sample, "block", [0, 0, 0], [0, 0, 0]),
      ...checkVector("ω", [0, (6 * force * sample.t) / 52, 0], sample.bodies.block.w),
      ...checkTurn("rotation", [0, sin(half), 0, cos(half)], sample.bodies.block.q),
    ];
  },
});

export const fallingBlock = defineScene({
  name: "falling-block",
  line: "a tumbling block on its parabola",
  parameters: { speed: { default: 15, line: "upwards at the start, m/s" } },
  build: ({ speed }) => ({
    run: { duration: 3 },
    bodies: [
      {
        id: "block",
        shape: { type: "box", size: [1, 2, 3] },
        mass: 6,
        velocity: [2, speed, -1],
        angularVelocity: [3, 1, 2],
      },
    ],
  }),
  check: (sample, { speed }) => {
    const { t } = sample;
    return checkBody(sample, "block", [2 * t, speed * t - 4.905 * t * t, -t], [2, speed - 9.81 * t, -1]);
  },
});

export const forcePuzzle = defineScene({
  name: "force-puzzle",
  line: "one force, two blocks: pushed off centre it does more work",
  parameters: { force: { default: 0.6, line: "on each block, N" }, arm: { default: 2, min: 0, max: 3, line: "m" } },
  build: ({ force, arm }) => ({
    ...weightless,
    run: { duration: 10 },
    bodies: ["first", "second"].map((id, k) => ({
      id,
      shape: { type: "box", size: [6, 1, 1] },
      mass: 6,
      position: [10 * k, 0, 0],
    })),
    // along y, on a point that goes along with the block
    forces: [
      { type: "constant", on: ["first"], force: [0, force, 0] },
      { type: "constant", on: ["second"], force: [0, force, 0], at: [arm, 0, 0], atFrame: "body" },
    ],
  }),
  check: (sample, { force, arm }) => {
    const y = (0.5 * force * sample.t * sample.t) / 6;
    const v = (force * sample.t) / 6;
    const { q, w } = sample.bodies.second;
    const sine = rotate(q, [1, 0, 0])[1];
    return [
      ...checkBody(sample, "first", [0, y, 0], [0, v, 0]),
      ...checkBody(sample, "second", [10, y, 0], [0, v, 0]),
      { what: "energy of the turning", exact: force * arm * sine, got: 0.5 * 18.5 * w[2] * w[2] },
    ];
  },
});

export const freeRod = defineScene({
  name: "free-rod",
  line: "a spinning rod that wobbles in free flight",
  parameters: { spin: { default: 20, line: "about its axis, rad/s" } },
  build: ({ spin }) => ({
    ...weightless,
    run: { duration: 10 },
    bodies: [
      {
        id: "rod",
        // a cylinder along z
        shapes: [{ type: "cylinder", radius: 0.2, height: 2, rotation: turnBy([1, 0, 0], Math.PI / 2) }],
        mass: 2,
        angularVelocity: [1, 0, spin],
      },
    ],
  }),
  check(sample, { spin }, start) {
    const [I1, I3] = [(2 * (3 * 0.04 + 4)) / 12, 0.04];
    const { q, w } = sample.bodies.rod;
    const axis = rotate(q, [0, 0, 1]);
    const along = w[0] * axis[0] + w[1] * axis[1] + w[2] * axis[2];
    // L = I₁ ω + (I₃ − I₁) (ω·a) a
    const L = w.map((x, k) => I1 * x + (I3 - I1) * along * axis[k]);
    return [
      ...checkVector("L", [I1, 0, I3 * spin], L),
      { what: "ω along the axis", exact: spin, got: along },
      { what: "energy", exact: start.energy.kinetic, got: sample.energy.kinetic },
    ];
  },
});

function defineFreeBox(name: string, line: string, duration: number, omega: Vector) {
  return defineScene({
    name,
    line,
    parameters: { push: { default: 1, min: 0.1, max: 10, line: "times the angular velocity" } },
    build: ({ push }) => ({
      ...weightless,
      run: { duration },
      bodies: [
        {
          id: "box",
          shape: { type: "box", size: [1, 2, 3] },
          mass: 6,
          angularVelocity: [push * omega[0], push * omega[1], push * omega[2]],
        },
      ],
    }),
    check(sample, { push }, start) {
      const { q, w } = sample.bodies.box;
      const I = [6.5, 5, 2.5];
      const own = rotate([-q[0], -q[1], -q[2], q[3]], w);
      const L = rotate(q, [I[0] * own[0], I[1] * own[1], I[2] * own[2]]);
      return [
        ...checkVector(
          "L",
          omega.map((x, k) => push * I[k] * x),
          L,
        ),
        { what: "energy", exact: start.energy.kinetic, got: sample.energy.kinetic },
      ];
    },
  });
}

export const freeBoxLong = defineFreeBox("free-box-long", "a box that tumbles about its long axis", 10, [1, 0, 2]);
export const freeBoxShort = defineFreeBox(
  "free-box-short",
  "a box that tumbles about its short axis",
  10,
  [1, -2, 0.5],
);
export const dzhanibekov = defineFreeBox(
  "dzhanibekov",
  "a box spun about its middle axis flips over and over",
  12.901246003793636,
  [0.01, 5, 0.01],
);

/** A top on its tip at a point: a cone, with mass and moments of its own. */
function makeTop(
  id: string,
  mass: number,
  l: number,
  I1: number,
  I3: number,
  at: Vector,
  tilt: Quaternion,
  omega: Vector,
) {
  const I = I1 - mass * l * l;
  const body: SceneBody = {
    id,
    shapes: [
      { type: "cone", radius: 0.5 * l, height: 2 * l, position: [0, 0, l], rotation: turnBy([1, 0, 0], -Math.PI / 2) },
    ],
    mass,
    centerOfMass: [0, 0, l],
    inertia: [
      [I, 0, 0],
      [0, I, 0],
      [0, 0, I3],
    ],
    position: at,
    rotation: tilt,
    velocity: crossVectors(omega, rotate(tilt, [0, 0, l])),
    angularVelocity: omega,
    collidesWith: [],
  };
  const tip: SceneConstraint = { id: `tip of ${id}`, type: "ball", a: id, anchor: at };
  return { body, tip };
}

export const steadyPrecession = defineScene({
  name: "steady-precession",
  line: "two tops that precess without nodding, a slow one and a fast one",
  parameters: {
    // slower ones nod, whatever their rate: I₃ω₃ must be 2 √(I₁ cos θ M g l) or more
    spin: { default: 150, min: 122, max: 400, line: "about their axes, rad/s" },
    tilt: { default: 0.7, min: 0.1, max: 1.4, line: "from the vertical, rad" },
  },
  accuracy: 1e-5,
  build({ spin, tilt }) {
    const turn = turnBy([1, 0, 0], tilt);
    const tops = findRates(spin, tilt).map((rate, k) => {
      const omega = rotate(turn, [0, rate * sin(tilt), spin]);
      return makeTop(["slow", "fast"][k], 1, 0.5, 0.3, 0.02, [2 * k, 0, 0], turn, omega);
    });
    return {
      gravity: [0, 0, -9.81],
      run: { duration: 3 },
      bodies: tops.map(({ body }) => body),
      constraints: tops.map(({ tip }) => tip),
    };
  },
  check(sample, { spin, tilt }) {
    return findRates(spin, tilt).flatMap((rate, k) => {
      const angle = rate * sample.t;
      const id = ["slow", "fast"][k];
      const exact = [sin(tilt) * sin(angle), -sin(tilt) * cos(angle), cos(tilt)];
      return checkVector(`axis of ${id}`, exact, rotate(sample.bodies[id].q, [0, 0, 1]));
    });
  },
});

/** I₁ cos θ Ω² − I₃ω₃ Ω + M g l = 0: both Ω. */
function findRates(spin: number, tilt: number): [number, number] {
  const L = 0.02 * spin;
  const root = Math.sqrt(L * L - 4 * 0.3 * cos(tilt) * 9.81 * 0.5);
  return [(2 * 9.81 * 0.5) / (L + root), (L + root) / (2 * 0.3 * cos(tilt))];
}

export const lagrangeTop = defineScene({
  name: "lagrange-top",
  line: "a heavy top that nods while it precesses",
  parameters: { spin: { default: 39.45969769413186, min: 20, max: 100, line: "about its axis, rad/s" } },
  accuracy: 1e-5,
  build({ spin }) {
    const tilt = turnBy([1, 0, 0], 1);
    const { body, tip } = makeTop(
      "top",
      2,
      0.2,
      0.1,
      0.04,
      [0, 0, 0],
      tilt,
      rotate(tilt, [0, -0.8414709848078965, spin]),
    );
    return { gravity: [0, 0, -10], run: { duration: 5 }, bodies: [body], constraints: [tip] };
  },
  check(sample, { spin }, start) {
    const { q, w } = sample.bodies.top;
    const axis = rotate(q, [0, 0, 1]);
    return [
      { what: "ω along the axis", exact: spin, got: w.reduce((sum, x, k) => sum + x * axis[k], 0) },
      { what: "energy", exact: start.energy.total, got: sample.energy.kinetic + sample.energy.potential },
    ];
  },
});

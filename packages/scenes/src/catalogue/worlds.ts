/** The scenes of contact whose answers are known: see ../worlds for what is derived there. */
import { atan2, cos, sin } from "@rigor/engine/math";
import type { SceneBody, Vector } from "@rigor/engine/scene";
import { swingFrom } from "../mechanisms/elliptic.js";
import { checkVector } from "../rigid/rigid-scene.js";
import { followMarble, radius, length as rampLength, ramps, startMarble } from "../worlds/marble-track.js";
import { defineScene } from "./built-in.js";
import { checkBody, floor, range, sumContact, turnBy } from "./parts.js";

const g = 9.81;

export const slidingWedge = defineScene({
  name: "sliding-wedge",
  line: "a block slides down a wedge that slides away below it",
  parameters: { wedge: { default: 3, min: 0.1, max: 1000, line: "its mass, kg; the block has 1" } },
  build({ wedge }) {
    const corners = [
      [0, 0],
      [4, 0],
      [0, 3],
    ];
    return {
      run: { duration: 0.6 },
      bodies: [
        floor,
        {
          id: "wedge",
          shape: { type: "convex", vertices: corners.flatMap(([x, y]) => [-1, 1].map((z): Vector => [x, y, z])) },
          mass: wedge,
        },
        {
          id: "block",
          shape: { type: "box", size: [0.5, 0.5, 0.5] },
          mass: 1,
          position: [2 * 0.8 + 0.25 * 0.6, 3 * 0.6 + 0.25 * 0.8, 0],
          rotation: turnBy([0, 0, 1], -atan2(3, 4)),
        },
      ],
    };
  },
  check(sample, { wedge: M }, start) {
    const [s, c] = [0.6, 0.8];
    const A = (-g * s * c) / (M + s * s);
    const a = ((M + 1) * g * s) / (M + s * s);
    const move = (id: string, rate: readonly number[]) => {
      const from = start.bodies[id].p;
      const x = rate.map((r, k) => from[k] + 0.5 * r * sample.t * sample.t);
      return checkBody(
        sample,
        id,
        x,
        rate.map((r) => r * sample.t),
      );
    };
    return [
      ...move("wedge", [A, 0, 0]),
      ...move("block", [A + a * c, -a * s, 0]),
      { what: "force between", exact: (M * g * c) / (M + s * s), got: sumContact(sample, "block", "wedge") },
    ];
  },
});

/** The zero of h of ../worlds/five-contacts.ts, cos θ = 0.42846, in units of √(r/g). */
const partingTime = 2.937346491;

export const fiveContacts = defineScene({
  name: "five-contacts",
  line: "three balls between a wall and the floor",
  parameters: { radius: { default: 0.5, min: 0.01, max: 10, line: "of the balls, m" } },
  build: ({ radius: r }) => ({
    run: { duration: 0.3 },
    bodies: [
      { id: "floor", shape: { type: "plane", normal: [0, 1, 0], offset: -r }, fixed: true },
      { id: "wall", shape: { type: "plane", normal: [1, 0, 0], offset: -r }, fixed: true },
      ...[
        [0, 0, 0],
        [2.4 * r, 0, 0],
        [1.2 * r, 1.6 * r, 0],
      ].map(([x, y, z], k): SceneBody => {
        return {
          id: ["first", "second", "third"][k],
          shape: { type: "sphere", radius: r },
          mass: 1,
          position: [x, y, z],
        };
      }),
    ],
  }),
  check(sample, { radius: r }) {
    // no force is left between them, and they part
    if (sample.t > partingTime * Math.sqrt(r / g)) return [];
    const [x, y] = sample.bodies.third.p;
    const theta = atan2(x, y);
    return [
      { what: "distance of the centres", exact: 2 * r, got: Math.sqrt(x * x + y * y) },
      ...checkVector("x of first", [0, 0, 0], sample.bodies.first.p),
      { what: "x of the second", exact: 4 * r * sin(theta), got: sample.bodies.second.p[0] },
    ];
  },
});

export const brickOverEdge = defineScene({
  name: "brick-over-edge",
  line: "a brick that stays at the edge of a table, and one that falls",
  parameters: { beyond: { default: 0.1, min: 0.01, max: 0.4, line: "how far their centres are from the edge, m" } },
  build: ({ beyond }) => ({
    run: { duration: 0.4 },
    bodies: [
      { id: "table", shape: { type: "box", size: [4, 1, 4] }, fixed: true, position: [-2, -0.5, 1] },
      { id: "stays", shape: { type: "box", size: [1, 0.2, 1] }, mass: 1, position: [-beyond, 0.1, 0] },
      { id: "falls", shape: { type: "box", size: [1, 0.2, 1] }, mass: 1, position: [beyond, 0.1, 2] },
    ],
  }),
  check: (sample, { beyond }) => [
    ...checkBody(sample, "stays", [-beyond, 0.1, 0], [0, 0, 0]),
    { what: "force on the first", exact: g, got: sumContact(sample, "stays", "table") },
  ],
});

export const marbleRun = defineScene({
  accuracy: 1e-5,
  name: "marble-run",
  line: "a marble on ramps, through the air and over the floor",
  parameters: { distance: { default: 0.8, min: 0.05, max: 1.2, line: "from the end of the first ramp, m" } },
  build: ({ distance }) => ({
    run: { duration: 5 },
    bodies: [
      floor,
      ...ramps.map(({ end, u, n }, k): SceneBody => {
        const at = (c: number) => end[c] - 0.5 * (rampLength * u[c] + 0.04 * n[c]);
        return {
          id: `ramp-${k}`,
          shape: { type: "box", size: [rampLength, 0.04, 0.2] },
          fixed: true,
          position: [at(0), at(1), 0],
          rotation: turnBy([0, 0, 1], -atan2(n[0], n[1])),
        };
      }),
      {
        id: "marble",
        shape: { type: "sphere", radius },
        mass: 0.1,
        position: [startMarble(distance)[0], startMarble(distance)[1], 0],
      },
    ],
  }),
  check(sample, { distance }) {
    const { p, v } = followMarble(distance, sample.t);
    return checkBody(sample, "marble", [...p, 0], [...v, 0]);
  },
});

/** Balls of 1 kg on strings of 1 m, the first pulled aside. */
function hangBalls(count: number, aside: number) {
  const bodies = range(count).map((k): SceneBody => {
    const angle = k === 0 ? -aside : 0;
    return {
      id: `ball-${k}`,
      shape: { type: "sphere", radius: 0.05 },
      mass: 1,
      position: [0.1 * k + sin(angle), 1 - cos(angle), 0],
      restitution: 1,
    };
  });
  const constraints = bodies.map(({ id }, k) => {
    return { id: `string-${k}`, type: "distance", a: id, anchorB: [0.1 * k, 1, 0] } as const;
  });
  return { bodies, constraints };
}

export const newtonsCradle = defineScene({
  name: "newtons-cradle",
  line: "balls on strings, one collision after the other: one comes in, one goes out",
  parameters: {
    count: { default: 5, min: 2, max: 50, integer: true, line: "how many balls" },
    aside: { default: 0.8, min: 0.05, max: 1.5, line: "how far the first is pulled, rad" },
  },
  build: ({ count, aside }) => ({
    run: { duration: 5 },
    method: { collisions: "propagation" },
    ...hangBalls(count, aside),
  }),
  check(sample, { count, aside }) {
    const { angle, rate } = swingFrom(aside, Math.sqrt(g), sample.t);
    return range(count).flatMap((k) => {
      const moves = (k === 0 && angle > 0) || (k === count - 1 && angle <= 0);
      const [a, w] = moves ? [-angle, -rate] : [0, 0];
      return checkBody(sample, `ball-${k}`, [0.1 * k + sin(a), 1 - cos(a), 0], [w * cos(a), w * sin(a), 0]);
    });
  },
});

export const newtonsCradleAtOnce = defineScene({
  name: "newtons-cradle-at-once",
  line: "three balls on strings, all collisions at once: a third back, two thirds on",
  parameters: { aside: { default: 0.8, min: 0.05, max: 1.5, line: "how far the first is pulled, rad" } },
  build: ({ aside }) => ({
    run: { duration: 1.4 },
    method: { collisions: "simultaneous" },
    ...hangBalls(3, aside),
  }),
  check: ({ energy }, _, start) => [
    { what: "energy", exact: start.energy.total, got: energy.kinetic + energy.potential },
  ],
});

export const billiardBreak = defineScene({
  name: "billiard-break",
  line: "a ball strikes a rack of balls that touch, and nothing is lost",
  parameters: {
    rows: { default: 5, min: 1, max: 12, integer: true, line: "of the rack" },
    speed: { default: 5, min: 0.1, max: 50, line: "of the ball, m/s" },
  },
  build({ rows, speed }) {
    const own = { shape: { type: "sphere", radius: 0.0286 }, mass: 0.17, restitution: 1 } as const;
    const rack = range(rows).flatMap((row) =>
      range(row + 1).map((k): SceneBody => {
        return { id: `ball-${row}-${k}`, ...own, position: [Math.sqrt(3) * 0.0286 * row, 0, 0.0286 * (2 * k - row)] };
      }),
    );
    return {
      gravity: [0, 0, 0],
      run: { duration: 0.5, sampleRate: 120 },
      bodies: [{ id: "cue", ...own, position: [-0.5, 0, 0], velocity: [speed, 0, 0] }, ...rack],
    };
  },
  check(sample, { rows, speed }) {
    const momentum = [0, 1, 2].map((k) => Object.values(sample.bodies).reduce((sum, { v }) => sum + 0.17 * v[k], 0));
    return [
      ...checkVector("momentum", [0.17 * speed, 0, 0], momentum),
      { what: "energy", exact: 0.5 * 0.17 * speed * speed, got: sample.energy.kinetic },
      ...range(rows).map((row) => {
        const [a, b] = [sample.bodies[`ball-${row}-0`].p, sample.bodies[`ball-${row}-${row}`].p];
        return { what: `z at the ends of row ${row}`, exact: -a[2], got: b[2] };
      }),
    ];
  },
});

export const harmonicOverhang = defineScene({
  name: "harmonic-overhang",
  line: "bricks piled beyond the edge of a table: below 1 of the limit they stand, above they fall",
  parameters: {
    count: { default: 6, min: 1, max: 30, integer: true, line: "how many bricks" },
    share: { default: 0.999, min: 0, max: 1.2, line: "of the furthest overhang" },
  },
  build({ count, share }) {
    let x = -0.5;
    const bricks = range(count).map((i): SceneBody => {
      x += (0.5 * share) / (count - i);
      return {
        id: `brick-${i}`,
        shape: { type: "box", size: [1, 0.2, 1] },
        mass: 1,
        position: [x, (i + 0.5) * 0.2, 0],
      };
    });
    return {
      run: { duration: 0.5 },
      bodies: [
        { id: "table", shape: { type: "box", size: [4, 1, 1] }, fixed: true, position: [-2, -0.5, 0] },
        ...bricks,
      ],
    };
  },
  check: (sample, { count, share }, start) =>
    share > 0.9999
      ? []
      : range(count).flatMap((i) => checkBody(sample, `brick-${i}`, start.bodies[`brick-${i}`].p, [0, 0, 0])),
});

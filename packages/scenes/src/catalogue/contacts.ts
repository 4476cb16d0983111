/** The scenes of contact that are worth seeing: chains, stacks, gears and dominoes. */
import { cos, sin } from "@rigor/engine/math";
import type { ConvexShape, SceneBody, SceneConstraint, Vector } from "@rigor/engine/scene";
import { pitchRadius, placeTeeth } from "../worlds/gear-teeth.js";
import { checkAtLeast, riseAbove, windRound } from "../worlds/links.js";
import { defineScene } from "./built-in.js";
import { checkPlanar, floor, makeChain, range, turnBy } from "./parts.js";

export const hingedDominoes = defineScene({
  name: "dominoes",
  line: "a row of dominoes, each hinged at its leading edge: one pushes down the next",
  parameters: {
    count: { default: 20, min: 1, max: 1000, integer: true, line: "how many" },
    spacing: { default: 0.5, min: 0.3, max: 0.95, line: "from one to the next, as a part of the height" },
    push: { default: 4, min: 2.5, max: 10, line: "rate at which the first tips, rad/s" },
  },
  build({ count, spacing, push }) {
    const [w, h, d] = [0.02, 0.1, 0.05];
    const bodies = range(count).map((k): SceneBody => {
      const rate = k === 0 ? -push : 0;
      return {
        id: `domino-${k}`,
        shape: { type: "box", size: [w, h, d] },
        mass: 0.1,
        position: [spacing * h * k, h / 2, 0],
        // about the edge at (w/2, −h/2)
        velocity: [(-rate * h) / 2, (-rate * w) / 2, 0],
        angularVelocity: [0, 0, rate],
      };
    });
    const constraints = range(count).map((k): SceneConstraint => {
      const anchor: Vector = [spacing * h * k + w / 2, 0, 0];
      return { id: `edge-${k}`, type: "hinge", a: `domino-${k}`, anchor, axis: [0, 0, 1] };
    });
    return { run: { duration: 0.5 + 0.04 * count, sampleRate: 60 }, bodies: [floor, ...bodies], constraints };
  },
  check: checkPlanar,
});

export const destructiveChain = defineScene({
  name: "destructive-chain",
  line: "a chain with a weight at its end swings into a stack of blocks and scatters it",
  parameters: {
    // of more links the last but one would be within the weight
    links: { default: 6, min: 1, max: 10, integer: true, line: "of the chain" },
    blocks: { default: 5, min: 1, max: 6, integer: true, line: "of the stack" },
    weight: { default: 10, min: 0.1, max: 1000, line: "at the end, kg" },
  },
  build({ links, blocks, weight }) {
    const [reach, top] = [2.4, 2.9];
    const points = range(links + 1).map((k) => [(-reach * k) / links, top] as const);
    const chain = makeChain({ points, thickness: 0.1, width: 0.1, mass: 3 / links });
    const ball: SceneBody = {
      id: "weight",
      shape: { type: "sphere", radius: 0.25 },
      mass: weight,
      position: [-reach, top, 0],
      restitution: 0.3,
    };
    const hook: SceneConstraint = {
      id: "hook",
      type: "ball",
      a: "weight",
      b: `link-${links - 1}`,
      anchor: [-reach, top, 0],
    };
    const stack = range(blocks).map((k): SceneBody => {
      return {
        id: `block-${k}`,
        shape: { type: "box", size: [0.4, 0.4, 0.4] },
        mass: 1,
        position: [0.8, (k + 0.5) * 0.4, 0],
      };
    });
    return {
      run: { duration: 1.2 },
      bodies: [floor, ...chain.bodies, ball, ...stack],
      constraints: [...chain.constraints, hook],
    };
  },
  check(sample, { blocks, weight }, start) {
    const { t, bodies } = sample;
    const gone = range(blocks).map((k) => {
      const [[x, y], [X, Y]] = [start, { bodies }].map((each) => each.bodies[`block-${k}`].p);
      return Math.sqrt((X - x) ** 2 + (Y - y) ** 2);
    });
    const planar = checkPlanar(sample);
    // lighter ones come earlier, and only push some blocks out
    if (weight < 8) return planar;
    if (t < 0.85) return [...planar, { what: "way of the stack", exact: 0, got: Math.max(...gone) }];
    // every block goes off at 2 m/s or more: measured 0.44 m to 1.9 m at 1.2 s
    return [...planar, checkAtLeast("way of a block", Math.min(0.4, Math.max(0, 2 * (t - 1))), Math.min(...gone))];
  },
});

export const curlingChain = defineScene({
  name: "curling-chain",
  line: "a chain that swings against a fixed pivot and curls round it",
  parameters: { links: { default: 12, min: 2, max: 40, integer: true, line: "of the chain" } },
  build({ links }) {
    const points = range(links + 1).map((k) => [(-2.4 * k) / links, 0] as const);
    const { bodies, constraints } = makeChain({ points, thickness: 0.05, width: 0.1, mass: 2.4 / links });
    const pivot: SceneBody = {
      id: "pivot",
      shape: { type: "box", size: [0.2, 0.2, 0.4] },
      fixed: true,
      position: [0.05, -1.1, 0],
      rotation: turnBy([0, 0, 1], 0.3),
    };
    return { run: { duration: 1.2 }, bodies: [pivot, ...bodies], constraints };
  },
  check(sample, { links }) {
    const { t, bodies } = sample;
    const turn = windRound(
      bodies.pivot.p,
      range(links).map((k) => bodies[`link-${k}`].p),
    );
    // one that misses goes by at less than half a turn; measured of 5 to 24 links: 0.81 to 1.1
    if (links < 5) return checkPlanar(sample);
    const least = t < 0.95 || t > 1.1 ? 0 : 0.75;
    // as far as it goes for certain, later on it may spring off again; measured of 8 to 24 links: 1.014 to 1.035
    const isRound = Math.abs(t - 1.05) < 0.002 && links >= 8;
    return [...checkPlanar(sample), checkAtLeast("turns round the pivot", isRound ? 1 : least, turn / (2 * Math.PI))];
  },
});

function fall(id: string, from: number, t: number, got: number) {
  return { what: `y of ${id}, falling`, exact: from - 0.5 * 9.81 * t * t, got };
}

function defineBlocks(name: string, line: string, duration: number, standard: number) {
  return defineScene({
    name,
    line,
    parameters: {
      layers: { default: standard, min: 1, max: 8, integer: true, line: "of two blocks each" },
      links: { default: 10, min: 4, max: 30, integer: true, line: "of the chain" },
    },
    build({ layers, links }) {
      const points = range(links + 1).map((k) => {
        const s = (2 * k) / links - 1;
        return [1.5 * s, 0.8 * (s * s - 1)] as const;
      });
      const chain = makeChain({ points, thickness: 0.06, width: 0.6, mass: 0.3, isTied: true });
      const blocks = range(layers).flatMap((k) =>
        [-1, 1].map((side): SceneBody => {
          const id = `${side < 0 ? "left" : "right"}-${k}`;
          const position: Vector = [side * (0.35 + 0.05 * k), 0.3 + 0.5 * k, 0];
          return { id, shape: { type: "box", size: [0.4, 0.3, 0.4] }, mass: 1, position };
        }),
      );
      return { run: { duration }, bodies: [...chain.bodies, ...blocks], constraints: chain.constraints };
    },
    check(sample, { layers, links }, start) {
      const { t, bodies } = sample;
      const line = [[-1.5, 0], ...range(links).map((k) => bodies[`link-${k}`].p), [1.5, 0]];
      const blocks = range(layers).flatMap((k) => [`left-${k}`, `right-${k}`]);
      if (links < 6) return checkPlanar(sample);
      // half its height or more: measured 0.17 m of 6 to 12 links; fewer are too long to lie close
      const rises = blocks.map((id) => riseAbove(line, bodies[id].p));
      const caught = checkAtLeast("height above the chain", 0.15, Math.min(...rises));
      // until the first ones touch, at 0.4055 s
      const fallen = t > 0.4 ? [] : blocks.map((id) => fall(id, start.bodies[id].p[1], t, bodies[id].p[1]));
      return [...checkPlanar(sample), caught, ...fallen];
    },
  });
}

export const twoBlocksIntoChain = defineBlocks("two-blocks-into-chain", "two blocks fall into a hanging chain", 1, 1);
export const blocksIntoChain = defineBlocks("blocks-into-chain", "six blocks fall into a hanging chain", 1.5, 3);

export const overbalancedBricks = defineScene({
  name: "overbalanced-bricks",
  line: "bricks that lean too far, of Baraff's first figure",
  parameters: {
    count: { default: 10, min: 1, max: 30, integer: true, line: "how many" },
    shift: { default: 0.2, min: 0, max: 0.9, line: "of each against the one below, m" },
  },
  build: ({ count, shift }) => ({
    run: { duration: 0.5, sampleRate: 120 },
    bodies: [
      floor,
      ...range(count).map((k): SceneBody => {
        const position: Vector = [shift * k, (k + 0.5) * 0.25, 0];
        return { id: `brick-${k}`, shape: { type: "box", size: [1, 0.25, 0.5] }, mass: 1, position };
      }),
    ],
  }),
  check(sample) {
    const momentum = Object.values(sample.bodies).reduce((sum, { v }) => sum + v[0], 0);
    return [...checkPlanar(sample), { what: "momentum along x", exact: 0, got: momentum }];
  },
});

export const gears = defineScene({
  name: "gears",
  line: "ten teeth drive fifteen against a load",
  parameters: {
    first: { default: 10, min: 8, max: 20, integer: true, line: "teeth that drive" },
    second: { default: 15, min: 8, max: 30, integer: true, line: "teeth that are driven" },
    load: { default: 5, min: 0.1, max: 100, line: "against which they turn, N·m" },
  },
  build({ first, second, load }) {
    const teeth = (count: number, turn: number) =>
      placeTeeth(count, turn).map((vertices): ConvexShape => {
        return { type: "convex", vertices: vertices.map(([x, y, z]): Vector => [x, y, z]) };
      });
    const at: Vector = [pitchRadius(first) + pitchRadius(second), 0, 0];
    return {
      gravity: [0, 0, 0],
      run: { duration: 0.6 },
      bodies: [
        {
          id: "driver",
          shapes: teeth(first, 0),
          motion: { type: "rotate", axis: [0, 0, 1], rate: (10 * Math.PI) / first },
        },
        // a gap towards the first
        { id: "wheel", shapes: teeth(second, Math.PI + Math.PI / second), density: 10, position: at },
      ],
      constraints: [{ id: "axle", type: "hinge", a: "wheel", anchor: at, axis: [0, 0, 1] }],
      forces: [{ id: "load", type: "constant", on: ["wheel"], torque: [0, 0, load] }],
    };
  },
  check: checkPlanar,
});

/** A planar pendulum of many rods, in coordinates of its own. */
export const pendulumOfRods = defineScene({
  name: "pendulum-of-rods",
  line: "a pendulum of several rods in its own angles, beside the same one with a constraint a rod",
  parameters: {
    count: { default: 3, min: 1, max: 8, integer: true, line: "how many rods" },
    angle: { default: 1, min: -3, max: 3, line: "of all rods at the start, rad" },
  },
  accuracy: 1e-4,
  build: ({ count, angle }) => ({
    run: { duration: 1 },
    generalized: [
      {
        id: "angles",
        type: "pendulum",
        links: range(count).map(() => ({ length: 0.5, mass: 1 })),
        angles: range(count).map(() => angle),
      },
    ],
    particles: range(count).map((k) => {
      return { id: `weight-${k}`, position: [0.5 * (k + 1) * sin(angle), -0.5 * (k + 1) * cos(angle), 0] };
    }),
    constraints: range(count).map((k) => {
      const end = k === 0 ? { anchorB: [0, 0, 0] as const } : { b: `weight-${k - 1}` };
      return { type: "distance", a: `weight-${k}`, ...end };
    }),
  }),
  check: (sample, { count }) =>
    range(count).flatMap((k) =>
      [0, 1].map((c) => ({
        what: `${"xy"[c]} of weight ${k}`,
        exact: sample.generalized!.angles.p[k][c],
        got: sample.particles[`weight-${k}`].p[c],
      })),
    ),
});

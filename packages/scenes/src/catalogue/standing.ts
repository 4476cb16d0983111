/** Scenes that stand by friction alone, or fall: an arch, a house of cards, a tower, dice, dominoes. */
import { cos, sin } from "@rigor/engine/math";
import type { Sample, SceneBody, Vector } from "@rigor/engine/scene";
import type { Check } from "../particles/particle-scene.js";
import { defineScene } from "./built-in.js";
import {
  checkBody,
  checkCones,
  checkLoss,
  checkPlanar,
  checkTurn,
  findUpright,
  floor,
  range,
  turnBy,
} from "./parts.js";

/** That everything stays where it was, but for some. */
function checkStanding(sample: Sample, start: Sample, but: readonly string[] = []): Check[] {
  return Object.entries(start.bodies)
    .filter(([id]) => !but.includes(id))
    .flatMap(([id, { p, q }]) => [
      ...checkBody(sample, id, p, [0, 0, 0]),
      ...checkTurn(`q of ${id}`, q, sample.bodies[id].q),
    ]);
}

export const arch = defineScene({
  name: "arch",
  line: "an arch of wedges without mortar: it stands, if it is thick and rough enough",
  parameters: {
    count: { default: 9, min: 3, max: 51, integer: true, line: "how many wedges" },
    thickness: { default: 0.25, min: 0.01, max: 0.8, line: "as a part of the radius" },
    friction: { default: 0.7, min: 0, max: 2, line: "μ" },
  },
  build({ count, thickness, friction }) {
    const [inner, outer, z] = [1 - thickness / 2, 1 + thickness / 2, 0.2];
    const step = Math.PI / count;
    const wedges = range(count).map((k): SceneBody => {
      const middle = (k + 0.5) * step;
      const position: Vector = [cos(middle), sin(middle), 0];
      const vertices = [k * step, (k + 1) * step].flatMap((angle) =>
        [inner, outer].flatMap((r) =>
          [-z, z].map((side): Vector => [r * cos(angle) - position[0], r * sin(angle) - position[1], side]),
        ),
      );
      return { id: `wedge-${k}`, shape: { type: "convex", vertices }, density: 2000, position, friction };
    });
    return { run: { duration: 2 }, bodies: [{ ...floor, friction }, ...wedges] };
  },
  check(sample, { thickness, friction }, start) {
    // a whole ring needs 0.1075 and 0.395 (Milankovitch 1907); of few wedges less
    const stands = thickness > 0.12 && friction > 0.5;
    return [...checkCones(sample, friction), ...(stands ? checkStanding(sample, start) : [])];
  },
  accuracy: 1e-9,
});

/** A card: length, thickness, width, m. */
const card = { length: 0.088, thick: 0.0008, width: 0.063 };

export const cardHouse = defineScene({
  name: "card-house",
  line: "a house of cards: pairs that lean on each other, floors between them; it stands if μ is above the tangent of the lean",
  parameters: {
    levels: { default: 3, min: 1, max: 8, integer: true, line: "how many" },
    lean: { default: 0.35, min: 0.05, max: 0.8, line: "of the cards from upright, rad" },
    friction: { default: 0.5, min: 0, max: 2, line: "μ" },
  },
  build({ levels, lean, friction }) {
    const { length, thick, width } = card;
    const [s, c] = [sin(lean), cos(lean)];
    const own = { density: 800, friction };
    // from pair to pair, and from level to level
    const [pitch, rise] = [2 * length * s + 0.01, length * c + thick * s + thick];
    const bodies = range(levels).flatMap((level) => {
      const pairs = levels - level;
      const cards = range(pairs).flatMap((k) =>
        [-1, 1].map((side): SceneBody => {
          const x = (k - 0.5 * (pairs - 1)) * pitch + side * 0.5 * (length * s + thick * c);
          return {
            id: `card-${level}-${k}-${side < 0 ? "left" : "right"}`,
            shape: { type: "box", size: [thick, length, width] },
            position: [x, level * rise + 0.5 * (length * c + thick * s), 0],
            rotation: turnBy([0, 0, 1], side * lean),
            ...own,
          };
        }),
      );
      if (pairs === 1) return cards;
      const size: Vector = [(pairs - 1) * pitch + 0.02, thick, width];
      const position: Vector = [0, (level + 1) * rise - 0.5 * thick, 0];
      return [...cards, { id: `floor-${level}`, shape: { type: "box", size } as const, position, ...own }];
    });
    return { run: { duration: 1 }, bodies: [{ ...floor, friction }, ...bodies] };
  },
  check(sample, { lean, friction }, start) {
    const stands = friction > sin(lean) / cos(lean);
    return [...checkCones(sample, friction), ...(stands ? checkStanding(sample, start) : [])];
  },
  accuracy: 1e-9,
});

/** A wooden block: length, height, width, and from one to the next in its layer, m. */
const block = { length: 0.075, height: 0.015, width: 0.0245, pitch: 0.025 };

export const blockTower = defineScene({
  name: "block-tower",
  line: "a tower of wooden blocks, three a layer; one is pulled out of the middle, and the others stay",
  parameters: {
    layers: { default: 3, min: 1, max: 18, integer: true, line: "how many" },
    from: { default: 0, min: 0, max: 17, integer: true, line: "the layer out of which one is pulled, 0 the lowest" },
    friction: { default: 0.4, min: 0, max: 1, line: "μ of wood on wood" },
    pull: { default: 1, min: 0, max: 10, line: "N" },
  },
  build({ layers, from, friction, pull }) {
    const { length, height, width, pitch } = block;
    const bodies = range(layers).flatMap((layer) =>
      [-1, 0, 1].map((k): SceneBody => {
        const isAcross = layer % 2 === 1;
        return {
          id: `block-${layer}-${k + 1}`,
          shape: { type: "box", size: isAcross ? [width, height, length] : [length, height, width] },
          position: [isAcross ? k * pitch : 0, (layer + 0.5) * height, isAcross ? 0 : k * pitch],
          density: 600,
          friction,
        };
      }),
    );
    const layer = Math.min(from, layers - 1);
    return {
      run: { duration: 0.15 },
      bodies: [{ ...floor, friction }, ...bodies],
      forces: [
        {
          id: "hand",
          type: "constant",
          on: [`block-${layer}-1`],
          force: layer % 2 === 1 ? [0, 0, pull] : [pull, 0, 0],
        },
      ],
    };
  },
  check(sample, { layers, from, friction }, start) {
    // of few, the last that lies on the one that leaves goes along for a bit; one from higher up falls against others
    const stands = from === 0 && layers > 2;
    return [...checkCones(sample, friction), ...(stands ? checkStanding(sample, start, ["block-0-1"]) : [])];
  },
  accuracy: 1e-9,
});

export const dice = defineScene({
  name: "dice",
  line: "dice thrown onto a table: they tumble, and lie on a face in the end",
  parameters: {
    count: { default: 2, min: 1, max: 6, integer: true, line: "how many" },
    speed: { default: 1, min: 0, max: 5, line: "m/s" },
    friction: { default: 0.4, min: 0, max: 1, line: "μ" },
    restitution: { default: 0.4, min: 0, max: 0.8, line: "ε" },
  },
  build: ({ count, speed, friction, restitution }) => ({
    run: { duration: 1.5 },
    bodies: [
      { ...floor, friction, restitution },
      ...range(count).map((k): SceneBody => {
        return {
          id: `die-${k}`,
          shape: { type: "box", size: [0.016, 0.016, 0.016] },
          density: 1200,
          position: [0, 0.1 + 0.04 * k, 0.03 * k],
          rotation: turnBy([0.6, 0, 0.8], 0.7 + k),
          velocity: [speed, 0.3, 0.1 * speed * (k % 2)],
          angularVelocity: [10 - 7 * k, 5 + 3 * k, -30],
          friction,
          restitution,
        };
      }),
    ],
  }),
  check(sample, { friction }, start) {
    const lying = Object.keys(sample.bodies).flatMap((id) => checkLying(sample, id));
    return [...checkCones(sample, friction), ...checkLoss(sample, start), ...lying];
  },
  accuracy: 1e-9,
});

/** That a die which does not move lies on a face: one of its axes is upright. */
function checkLying({ bodies }: Sample, id: string): Check[] {
  const { p, q, v, w } = bodies[id];
  if (id === "floor" || [...v, ...w].some((x) => x !== 0) || p[1] > 0.03) return [];
  const [x, y, z, s] = q;
  const up = [2 * (x * y + s * z), 1 - 2 * (x * x + z * z), 2 * (y * z - s * x)];
  return [
    { what: `${id} upright`, exact: 1, got: Math.max(...up.map(Math.abs)) },
    { what: `height of ${id}`, exact: 0.008, got: p[1] },
  ];
}

export const freeDominoes = defineScene({
  name: "free-dominoes",
  line: "a row of dominoes that stand free: one pushes over the next",
  parameters: {
    count: { default: 12, min: 1, max: 1000, integer: true, line: "how many" },
    spacing: { default: 0.4, min: 0.2, max: 0.9, line: "from one to the next, as a part of the height" },
    push: { default: 3, min: 0, max: 10, line: "rate at which the first tips, rad/s" },
    friction: { default: 0.5, min: 0.05, max: 1, line: "μ on the floor" },
    dominoFriction: { default: 0.2, alias: "rub", min: 0, max: 1, line: "μ of one on the next" },
  },
  build({ count, spacing, push, friction, dominoFriction }) {
    const [w, h, d] = [0.0075, 0.048, 0.024];
    const dominoes = range(count).map((k): SceneBody => {
      const rate = k === 0 ? -push : 0;
      return {
        id: `domino-${k}`,
        shape: { type: "box", size: [w, h, d] },
        density: 900,
        position: [spacing * h * k, h / 2, 0],
        // about the edge at (w/2, −h/2)
        velocity: [(-rate * h) / 2, (-rate * w) / 2, 0],
        angularVelocity: [0, 0, rate],
        material: "domino",
      };
    });
    return {
      run: { duration: 0.3 + 0.02 * count },
      materials: { domino: { friction: dominoFriction }, ground: { friction } },
      pairs: [{ a: "domino", b: "ground", friction }],
      bodies: [{ ...floor, material: "ground" }, ...dominoes],
    };
  },
  check(sample, { spacing, push, friction, dominoFriction }, start) {
    const isGround = (a: string, b: string) => a === "floor" || b === "floor";
    // pushed with 2.7 rad/s or more it tips, and is on the next, or beyond, by now
    const isOver = push >= 3 && sample.t > 0.5;
    const [w, h] = [0.0075, 0.048];
    const sine = (spacing * h - w) / h;
    const upright = findUpright(sample.bodies["domino-0"].q);
    return [
      ...checkPlanar(sample),
      ...checkLoss(sample, start),
      ...checkCones(sample, (a, b) => (isGround(a, b) ? friction : dominoFriction)),
      {
        what: "how upright the first is",
        exact: 0,
        got: isOver ? Math.max(0, upright - Math.sqrt(1 - sine * sine)) : 0,
      },
    ];
  },
  accuracy: 1e-9,
});

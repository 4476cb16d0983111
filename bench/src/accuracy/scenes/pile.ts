/**
 * Boxes dropped into a pit, one layer after the other. How deep they are in one another at the end is found by our own
 * collision detection, which knows the exact gap, at the poses that the engine leaves.
 */
import { createRng, nextInRange, nextRotation } from "@rigor/engine/math";
import type { Item, Rotation, Setting, Vector } from "../engine.js";
import { findDeepest } from "../overlap.js";
import { formatFigure } from "../report.js";
import { g, type Run, RunFault, type Scene, worse } from "../scene.js";

const [half, wall, high] = [1.25, 1, 20];

/** Floor and four walls, of boxes. */
function listWalls(): Item[] {
  const wide = 2 * (half + wall);
  const fixed = (size: Vector, position: Vector): Item => ({ form: { kind: "box", size }, mass: 0, position });
  const out = half + 0.5 * wall;
  return [
    fixed([wide, 1, wide], [0, -0.5, 0]),
    fixed([wall, high, wide], [out, 0.5 * high, 0]),
    fixed([wall, high, wide], [-out, 0.5 * high, 0]),
    fixed([2 * half, high, wall], [0, 0.5 * high, out]),
    fixed([2 * half, high, wall], [0, 0.5 * high, -out]),
  ];
}

function listBoxes(count: number): Item[] {
  const rng = createRng(8);
  const turn = new Float64Array(4);
  return Array.from({ length: count }, (_, k) => {
    const draw = (low: number, high: number) => nextInRange(rng, low, high);
    const [i, j] = [k % 2, Math.floor(k / 2) % 2];
    const size = [draw(0.4, 0.7), draw(0.4, 0.7), draw(0.4, 0.7)] as const;
    nextRotation(turn, 0, rng);
    const rotation: Rotation = [turn[0], turn[1], turn[2], turn[3]];
    const at = (s: number) => (s - 0.5) * 1.25 + draw(-0.01, 0.01);
    return {
      form: { kind: "box", size },
      mass: 500 * size[0] * size[1] * size[2],
      position: [at(i), 0.8 + 1.3 * Math.floor(k / 4), at(j)],
      rotation,
    };
  });
}

/** Floor, walls and boxes. */
export function fillPit(count: number): Setting {
  return { gravity: [0, -g, 0], friction: 0.5, restitution: 0, items: [...listWalls(), ...listBoxes(count)] };
}

/** As far as the limit of processor time lets it. */
function advanceFar(run: Run, duration: number): void {
  try {
    run.advance(duration);
  } catch (error) {
    if (!(error instanceof RunFault)) throw error;
  }
}

export function createPile(count: number, duration: number): Scene {
  return {
    name: "pile",
    about: `${count} boxes of 0.4 to 0.7 m, turned at random, fall into a pit of 2.5 × 2.5 m, μ = 0.5, e = 0, for ${duration} s.`,
    reference:
      "At the end, or at the limit of processor time: the deepest overlap of any two boxes, by our exact collision " +
      "detection; and the fastest box.",
    columns: ["overlap, mm", "speed, mm/s", "reached, s"],
    measure(probe) {
      const setting = fillPit(count);
      const { items } = setting;
      const run = probe.start(setting);
      advanceFar(run, duration);
      let speed = 0;
      items.forEach(({ mass }, k) => {
        if (mass > 0) speed = worse(speed, Math.hypot(...run.read(k).subarray(7, 10)));
      });
      const deepest = 1e3 * findDeepest(items, (k) => run.read(k));
      // what is not over is not shown as if it were
      const isOver = run.time > duration - 0.5 / probe.rate;
      return [isOver ? deepest : `not over (${formatFigure(deepest)})`, 1e3 * speed, run.time];
    },
  };
}

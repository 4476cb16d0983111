/** Chains of boxes that a ball joint each holds together. */
import { createBox } from "@rigor/engine/collide";
import { ball } from "@rigor/engine/constrain";
import { atan2 } from "@rigor/engine/math";
import type { World } from "@rigor/engine/world";
import { turnAbout } from "../mechanisms/mechanism-scene.js";
import type { Check } from "../particles/particle-scene.js";
import { readCenter } from "./world-scene.js";

export interface ChainOptions {
  /** Where the joints are, in the x–y plane: one more than there are links. */
  readonly points: readonly (readonly number[])[];
  /** Across y and z, m. */
  readonly thickness: number;
  readonly width: number;
  /** Of a link, kg. */
  readonly mass: number;
  /** Which ends hang on the world. Default the first. */
  readonly ends?: "first" | "both";
}

/** Adds a chain and returns its links. They meet other things, and each other unless they are neighbours. */
export function addChain(world: World, options: ChainOptions): number[] {
  const { points, thickness, width, mass, ends = "first" } = options;
  const links: number[] = [];
  const half: number[] = [];
  for (let k = 0; k + 1 < points.length; k++) {
    const [[x, y], [X, Y]] = [points[k], points[k + 1]];
    const length = Math.sqrt((X - x) * (X - x) + (Y - y) * (Y - y));
    // a little shorter, so that links twice removed do not touch
    const shape = createBox({ size: [0.9 * length, thickness, width] });
    const rotation = turnAbout([0, 0, 1], atan2(Y - y, X - x));
    links.push(world.addBody({ shape, mass, position: [0.5 * (x + X), 0.5 * (y + Y), 0], rotation }));
    half.push(0.5 * length);
    const b = k === 0 ? [x, y, 0] : { body: links[k - 1], point: [half[k - 1], 0, 0] };
    world.add(ball({ a: { body: links[k], point: [-half[k], 0, 0] }, b }));
  }
  const last = links.length - 1;
  const [x, y] = points[links.length];
  if (ends === "both") world.add(ball({ a: { body: links[last], point: [half[last], 0, 0] }, b: [x, y, 0] }));
  return links;
}

/** That bodies stay in the x–y plane. */
export function checkPlane(world: World, bodies: readonly number[]): Check[] {
  return bodies.map((body) => ({ what: `z of body ${body}`, exact: 0, got: readCenter(world, body)[2] }));
}

/** That bodies and the others are each other's image in the plane x = 0. */
export function checkMirror(world: World, left: readonly number[], right: readonly number[]): Check[] {
  return left.flatMap((body, k) => {
    const [x, y] = readCenter(world, body);
    const [X, Y] = readCenter(world, right[k]);
    return [
      { what: `x of body ${body}`, exact: -X, got: x },
      { what: `y of body ${body}`, exact: Y, got: y },
    ];
  });
}

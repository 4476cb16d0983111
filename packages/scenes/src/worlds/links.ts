/** Chains of boxes that a ball joint each holds together. */
import { createBox } from "@rigor/engine/collide";
import { ball } from "@rigor/engine/constrain";
import { atan2 } from "@rigor/engine/math";
import type { World } from "@rigor/engine/world";
import { turnAbout } from "../mechanisms/mechanism-scene.js";
import type { Check } from "../particles/particle-scene.js";
import { readCenter } from "./world-scene.js";

export interface ChainOptions {
  /** The places of the joints in the x–y plane, m: one more than there are links. */
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

/** That a number is so large at least; what it falls short by is the error. */
export function checkAtLeast(what: string, least: number, got: number): Check {
  return { what: `${what}, at least ${least}`, exact: Math.max(least, got), got };
}

type Point = ArrayLike<number>;

/** By what angle a line of points goes round a place in the x–y plane, rad: no step of it goes more than half round. */
export function windRound([x, y]: readonly number[], points: readonly Point[]): number {
  let sum = 0;
  for (let k = 1; k < points.length; k++) {
    const [a, b] = [points[k - 1][0] - x, points[k - 1][1] - y];
    const [c, d] = [points[k][0] - x, points[k][1] - y];
    sum += atan2(a * d - b * c, a * c + b * d);
  }
  return sum;
}

/** The height of a point above a polyline, by the highest part of it there, m; −∞ beside it. */
export function riseAbove(points: readonly Point[], [x, y]: readonly number[]): number {
  let top = Infinity;
  for (let k = 1; k < points.length; k++) {
    const [a, b] = [points[k - 1], points[k]];
    const share = (x - a[0]) / (b[0] - a[0]);
    if (!(share >= 0 && share <= 1)) continue;
    const level = a[1] + share * (b[1] - a[1]);
    if (top === Infinity || level > top) top = level;
  }
  return y - top;
}

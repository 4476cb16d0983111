/**
 * The view of a scene: the centre and the size of its moving things, and a camera that shows them.
 *
 * The size is that of the bounding box of moving things at all times; of things that fly far away the last tenth on each side is
 * left out unless they began there. Fixed things count where they are near moving ones.
 */
import { tan } from "@rigor/engine/math";
import type { SceneFile } from "@rigor/engine/scene";
import { turn } from "./tracks.js";
import { dot, scale, unit } from "./tube.js";

/** A point that is to be seen, at some samples, the first among them, and the radius of what is round it. */
export interface Seen {
  readonly p: Float64Array;
  readonly reach: number;
  readonly moves: boolean;
}

export interface View {
  readonly center: readonly number[];
  /** Half the lengths of the box round it all, m. */
  readonly half: readonly number[];
  /** Of the sphere round it all, m. */
  readonly radius: number;
  /** Unit vector against gravity. */
  readonly up: readonly number[];
  /** From the middle to the camera. */
  readonly direction: readonly number[];
}

export function chooseView(scene: SceneFile, seen: readonly Seen[]): View {
  const moving = seen.filter(({ moves }) => moves);
  const box = measureBox(moving.length > 0 ? moving : seen);
  const middle = [0, 1, 2].map((k) => (box[k] + box[k + 3]) / 2);
  // of fixed things what is within the box and half as much again
  const largest = Math.max(...[0, 1, 2].map((k) => (box[k + 3] - box[k]) / 2));
  for (const { p, reach } of moving.length > 0 ? seen.filter(({ moves }) => !moves) : []) {
    for (let k = 0; k < 3; k++) {
      const clamp = (x: number) => Math.max(middle[k] - 1.5 * largest, Math.min(middle[k] + 1.5 * largest, x));
      box[k] = Math.min(box[k], clamp(p[k] - reach));
      box[k + 3] = Math.max(box[k + 3], clamp(p[k] + reach));
    }
  }
  const center = [0, 1, 2].map((k) => (box[k] + box[k + 3]) / 2);
  const half = [0, 1, 2].map((k) => (box[k + 3] - box[k]) / 2);
  const size = Math.sqrt(dot(half, half));
  const radius = size > 0 ? size : 1;
  const gravity = scene.gravity ?? [0, -9.81, 0];
  const up = dot(gravity, gravity) > 0 ? unit(scale(gravity, -1)) : [0, 1, 0];
  return { center, half, radius, up, direction: chooseDirection(up) };
}

/** From the front, a little to the right and from above. */
function chooseDirection(up: readonly number[]): number[] {
  const front = Math.abs(up[2]) < 0.9 ? [0, 0, 1] : [0, -1, 0];
  const level = unit(front.map((x, k) => x - up[k] * dot(front, up)));
  const right = [
    up[1] * level[2] - up[2] * level[1],
    up[2] * level[0] - up[0] * level[2],
    up[0] * level[1] - up[1] * level[0],
  ];
  return unit(level.map((x, k) => x + 0.45 * right[k] + 0.4 * up[k]));
}

/** Share of all places, on each side, that may be left out. */
const trimmed = 0.1;

function measureBox(seen: readonly Seen[]): number[] {
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (let k = 0; k < 3; k++) {
    // numbers in typed arrays: there are many, and these are sorted at once
    const count = seen.reduce((sum, { p }) => sum + p.length / 3, 0);
    const low = new Float64Array(count);
    const high = new Float64Array(count);
    let m = 0;
    for (const { p, reach } of seen) {
      for (let i = k; i < p.length; i += 3) {
        low[m] = p[i] - reach;
        high[m++] = p[i] + reach;
      }
      box[k] = Math.min(box[k], p[k] - reach);
      box[k + 3] = Math.max(box[k + 3], p[k] + reach);
    }
    low.sort();
    high.sort();
    const out = Math.floor(trimmed * low.length);
    // few things are seen whole: leave out only what is far off
    const [first, last] = [low[0], high[high.length - 1]];
    const [a, b] = [low[out], high[high.length - 1 - out]];
    const size = Math.max(b - a, box[k + 3] - box[k]);
    box[k] = Math.min(box[k], first > a - size ? first : a);
    box[k + 3] = Math.max(box[k + 3], last < b + size ? last : b);
  }
  return box.every(Number.isFinite) ? box : [-1, -1, -1, 1, 1, 1];
}

/** Width of a picture by its height, of which the middle is to hold all. */
const aspect = 1.5;
const margin = 0.88;

/** A camera as near as it can be with the whole box in view, as a node turned so that it looks along −z. */
export function placeCamera(
  view: View,
  angle: number,
): { translation: number[]; rotation: number[]; distance: number } {
  const { center, half, radius, direction } = view;
  const rotation = lookAlong(direction, view.up);
  const back = [-rotation[0], -rotation[1], -rotation[2], rotation[3]];
  const rise = margin * tan(angle / 2);
  const corner = [0, 0, 0];
  let distance = radius / 2;
  for (let k = 0; k < 8; k++) {
    turn(
      corner,
      back,
      0,
      half.map((x, c) => ((k >> c) & 1 ? x : -x)),
    );
    distance = Math.max(
      distance,
      corner[2] + Math.abs(corner[1]) / rise,
      corner[2] + Math.abs(corner[0]) / (aspect * rise),
    );
  }
  return { translation: center.map((x, k) => x + distance * direction[k]), rotation, distance };
}

/** The turn after which z points along `back` and y as far up as it can. */
export function lookAlong(back: readonly number[], up: readonly number[]): number[] {
  const z = unit(back);
  const level = Math.abs(dot(z, up)) < 0.999 ? up : [z[1], z[2], z[0]];
  const y = unit(level.map((n, k) => n - z[k] * dot(level, z)));
  const x = [y[1] * z[2] - y[2] * z[1], y[2] * z[0] - y[0] * z[2], y[0] * z[1] - y[1] * z[0]];
  // columns x, y, z to a quaternion, by the largest of its four components
  const trace = [x[0] - y[1] - z[2], y[1] - x[0] - z[2], z[2] - x[0] - y[1], x[0] + y[1] + z[2]];
  const best = trace.indexOf(Math.max(...trace));
  const f = Math.sqrt(1 + trace[best]) / 2;
  const s = 1 / (4 * f);
  const list = [
    [f, (x[1] + y[0]) * s, (z[0] + x[2]) * s, (y[2] - z[1]) * s],
    [(x[1] + y[0]) * s, f, (y[2] + z[1]) * s, (z[0] - x[2]) * s],
    [(z[0] + x[2]) * s, (y[2] + z[1]) * s, f, (x[1] - y[0]) * s],
    [(y[2] - z[1]) * s, (z[0] - x[2]) * s, (x[1] - y[0]) * s, f],
  ];
  return list[best];
}

/**
 * What the camera keeps in view while nobody turns it: the box that was framed at first, and all that moves out of it.
 * Things that fly far away are let go, unless nothing else is left.
 */
import { poseStride, type Snapshot } from "../data/recording.js";

/** Low and high corner: x, y, z, x, y, z. */
export type Bounds = readonly number[];

/** A body that moves: its place in the snapshot, and how far round its origin it is to be seen, m. */
export interface Followed {
  readonly index: number;
  readonly reach: number;
}

/** Sizes of the first box from its middle beyond which a thing has flown away. */
const farthest = 5;
/** Room beyond what has just come out, in its own size: so that the camera does not move for every step of it. */
const ahead = 0.15;

/** The box round what moves and has not flown away; of all that moves, if all of it has. Null where nothing moves. */
export function measureMoving(snapshot: Snapshot, moving: readonly Followed[], first: Bounds): Bounds | null {
  const points: [x: number, y: number, z: number, reach: number][] = [];
  const add = (from: Float64Array, o: number, reach: number) => points.push([from[o], from[o + 1], from[o + 2], reach]);
  for (const { index, reach } of moving) add(snapshot.poses, poseStride * index, reach);
  for (const list of [snapshot.particles, snapshot.masses]) for (let o = 0; o < list.length; o += 3) add(list, o, 0);
  const middle = [0, 1, 2].map((k) => (first[k] + first[k + 3]) / 2);
  const limit = farthest * measureSize(first);
  const near = points.filter(([x, y, z]) => measureLength(x - middle[0], y - middle[1], z - middle[2]) <= limit);
  const seen = near.length > 0 ? near : points;
  if (seen.length === 0) return null;
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (const point of seen) {
    for (let k = 0; k < 3; k++) {
      box[k] = Math.min(box[k], point[k] - point[3]);
      box[k + 3] = Math.max(box[k + 3], point[k] + point[3]);
    }
  }
  return box.every(Number.isFinite) ? box : null;
}

/** How far a body reaches, but not out of the first box: long things lie in it lengthwise. */
export function limitReach(reach: number, place: ArrayLike<number>, first: Bounds): number {
  const room = [0, 1, 2].map((k) => Math.min(place[k] - first[k], first[k + 3] - place[k]));
  return Math.max(0, Math.min(reach, ...room));
}

/** The box to be framed where something has come out of the one that is; null where nothing has. */
export function widenFrame(framed: Bounds, now: Bounds, first: Bounds): Bounds | null {
  const isInside = [0, 1, 2].every((k) => now[k] >= framed[k] && now[k + 3] <= framed[k + 3]);
  if (isInside) return null;
  const room = ahead * measureSize(now);
  const side = (k: number) => (k < 3 ? Math.min : Math.max);
  const isOut = (k: number) => (k < 3 ? now[k] < framed[k] : now[k] > framed[k]);
  const wider = framed.map((x, k) => (isOut(k) ? now[k] + (k < 3 ? -room : room) : side(k)(x, now[k])));
  // where all has flown away, the place where it began is left behind
  if (measureSize(wider) <= 2 * farthest * measureSize(first)) return wider;
  return now.map((x, k) => x + (k < 3 ? -room : room));
}

/** Half the diagonal. */
function measureSize(box: Bounds): number {
  return Math.max(1e-9, measureLength(box[3] - box[0], box[4] - box[1], box[5] - box[2]) / 2);
}

function measureLength(x: number, y: number, z: number): number {
  return Math.sqrt(x * x + y * y + z * z);
}

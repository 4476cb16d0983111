/**
 * Links between two moving points: springs, rods, the arms of pendulums. A mesh from (0, 0, 0) to (0, 1, 0) is placed at the
 * first end, rotated towards the second and scaled to its distance; the rotation is transported, so that nothing spins.
 */
import type { SceneConstraint, SceneFile } from "@rigor/engine/scene";
import { type BodyTrack, followPoint, type Tracks, toLocal } from "./tracks.js";
import { turnBetween } from "./tube.js";

/** A point that a link ends at: one that stays, or one of something that moves. */
export type Point =
  | { readonly on: "nothing"; readonly at: readonly number[] }
  | { readonly on: "body"; readonly id: string; readonly local: readonly number[] }
  | { readonly on: "particle"; readonly id: string }
  | { readonly on: "mass"; readonly id: string; readonly index: number };

export interface Link {
  readonly name: string;
  readonly kind: "spring" | "rod" | "rope";
  readonly from: Point;
  readonly to: Point;
}

/** Every spring, rod, rope and arm of a pendulum. `first` begins with the first sample. */
export function listLinks(scene: SceneFile, first: Tracks): Link[] {
  const links: Link[] = [];
  (scene.forces ?? []).forEach((force, k) => {
    if (force.type !== "spring") return;
    const { id = `force ${k}`, a, b, anchorA, anchorB } = force;
    const to = b === undefined ? stay(anchorB) : findLocal(first, b, anchorB);
    links.push({ name: id, kind: "spring", from: findLocal(first, a, anchorA), to });
  });
  (scene.constraints ?? []).forEach((constraint, k) => {
    const points = listPoints(constraint, first);
    const { id = `constraint ${k}`, type } = constraint;
    points.slice(1).forEach((to, m) => {
      const name = points.length > 2 ? `${id} ${m}` : id;
      links.push({ name, kind: type === "distance" ? "rod" : "rope", from: points[m], to });
    });
  });
  for (const body of scene.generalized ?? []) {
    if (body.type !== "pendulum") continue;
    let from = stay(body.anchor);
    (first.generalized.get(body.id) ?? []).forEach((_, index) => {
      const to: Point = { on: "mass", id: body.id, index };
      links.push({ name: `${body.id} arm ${index}`, kind: "rod", from, to });
      from = to;
    });
  }
  return links;
}

/** The points along a rod, a rope or the rope of a pulley. */
function listPoints(constraint: SceneConstraint, first: Tracks): Point[] {
  const at = (id: string | undefined, anchor: readonly number[] | undefined) =>
    id === undefined ? stay(anchor) : findWorld(first, id, anchor);
  switch (constraint.type) {
    case "distance":
      return [at(constraint.a, constraint.anchorA), at(constraint.b, constraint.anchorB)];
    case "rope":
      return constraint.through.map(({ on, anchor }) => at(on, anchor));
    case "pulley":
      return [
        at(constraint.a, constraint.anchorA),
        at(undefined, constraint.overA),
        at(undefined, constraint.overB),
        at(constraint.b, constraint.anchorB),
      ];
    default:
      return [];
  }
}

function stay(at: readonly number[] = [0, 0, 0]): Point {
  return { on: "nothing", at };
}

/** A point given in the frame of what it belongs to. */
function findLocal({ bodies }: Tracks, id: string, local: readonly number[] = [0, 0, 0]): Point {
  return bodies.has(id) ? { on: "body", id, local } : { on: "particle", id };
}

/** A point given in world coordinates at the first sample; without one, the place of what it belongs to. */
export function findWorld(first: Tracks, id: string, anchor: readonly number[] | undefined): Point {
  const body = first.bodies.get(id);
  return findLocal(first, id, body && anchor ? toLocal(body, anchor) : undefined);
}

/** The positions of a point at every sample. */
export function follow(tracks: Tracks, point: Point): Float64Array {
  switch (point.on) {
    case "body":
      return followPoint(tracks.bodies.get(point.id) as BodyTrack, point.local);
    case "particle":
      return tracks.particles.get(point.id) as Float64Array;
    case "mass":
      return (tracks.generalized.get(point.id) as readonly Float64Array[])[point.index];
    case "nothing": {
      const out = new Float64Array(3 * tracks.times.length);
      for (let k = 0; k < out.length; k += 3) out.set(point.at, k);
      return out;
    }
  }
}

/** Place, turn and stretch (x, y, z) of a link at every sample, and its greatest length. */
export interface LinkTrack extends BodyTrack {
  readonly s: Float64Array;
  readonly longest: number;
}

/** The direction and the rotation of a link, from one stretch to the next. */
export interface LinkState {
  readonly direction: Float64Array;
  readonly turn: Float64Array;
}

export function beginLink(): LinkState {
  return { direction: Float64Array.of(0, 1, 0), turn: Float64Array.of(0, 0, 0, 1) };
}

export function placeLink(from: Float64Array, to: Float64Array, state: LinkState): LinkTrack {
  const n = from.length / 3;
  const q = new Float64Array(4 * n);
  const s = new Float64Array(3 * n).fill(1);
  let longest = 0;
  for (let k = 0; k < n; k++) {
    const i = 3 * k;
    const length = followDirection(state, to[i] - from[i], to[i + 1] - from[i + 1], to[i + 2] - from[i + 2]);
    longest = Math.max(longest, length);
    for (let c = 0; c < 4; c++) q[4 * k + c] = state.turn[c];
    // stretch must not be zero, or the normals are lost
    s[3 * k + 1] = Math.max(length, 1e-6);
  }
  return { p: from, q, s, longest };
}

/** Turns the link the short way until it points along r; returns the length of r. */
function followDirection({ direction, turn }: LinkState, x: number, y: number, z: number): number {
  const length = Math.sqrt(x * x + y * y + z * z);
  if (!(length > 0)) return length;
  const a = direction[0];
  const b = direction[1];
  const c = direction[2];
  const u = x / length;
  const v = y / length;
  const w = z / length;
  direction[0] = u;
  direction[1] = v;
  direction[2] = w;
  const cosine = a * u + b * v + c * w;
  // the turn between is (d × d′, 1 + d · d′), up to its length
  if (1 + cosine > 1e-9) turnOn(turn, b * w - c * v, c * u - a * w, a * v - b * u, 1 + cosine);
  else {
    // as good as opposite: any way round will do
    const [i, j, k, s] = turnBetween([a, b, c], [u, v, w]);
    turnOn(turn, i, j, k, s);
  }
  return length;
}

/** The turn of the link, then the one given, of any length. */
function turnOn(turn: Float64Array, i: number, j: number, k: number, s: number): void {
  const e = turn[0];
  const f = turn[1];
  const g = turn[2];
  const h = turn[3];
  turn[0] = s * e + i * h + j * g - k * f;
  turn[1] = s * f + j * h + k * e - i * g;
  turn[2] = s * g + k * h + i * f - j * e;
  turn[3] = s * h - i * e - j * f - k * g;
  const size = Math.sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2] + turn[3] * turn[3]);
  for (let m = 0; m < 4; m++) turn[m] /= size;
}

/**
 * What is drawn between two moving points: springs, rods, the arms of pendulums. A mesh from (0, 0, 0) to (0, 1, 0) is put at
 * the first end, turned towards the second and stretched to its distance; the turn is carried along, so that nothing spins.
 */
import type { SceneConstraint, SceneFile } from "@rigor/engine/scene";
import { type BodyTrack, followPoint, type Tracks, toLocal } from "./tracks.js";
import { turnBetween } from "./tube.js";

export interface Link {
  readonly name: string;
  readonly kind: "spring" | "rod" | "rope";
  readonly from: Float64Array;
  readonly to: Float64Array;
}

/** Every spring, rod, rope and arm of a pendulum. */
export function listLinks(scene: SceneFile, tracks: Tracks): Link[] {
  const links: Link[] = [];
  const samples = tracks.times.length;
  (scene.forces ?? []).forEach((force, k) => {
    if (force.type !== "spring") return;
    const { id = `force ${k}`, a, b, anchorA, anchorB } = force;
    const from = followLocal(tracks, a, anchorA ?? [0, 0, 0]);
    const to = b === undefined ? stay(anchorB ?? [0, 0, 0], samples) : followLocal(tracks, b, anchorB ?? [0, 0, 0]);
    links.push({ name: id, kind: "spring", from, to });
  });
  (scene.constraints ?? []).forEach((constraint, k) => {
    const points = listPoints(constraint, tracks);
    const { id = `constraint ${k}`, type } = constraint;
    points.slice(1).forEach((to, m) => {
      const name = points.length > 2 ? `${id} ${m}` : id;
      links.push({ name, kind: type === "distance" ? "rod" : "rope", from: points[m], to });
    });
  });
  for (const body of scene.generalized ?? []) {
    if (body.type !== "pendulum") continue;
    let from = stay(body.anchor ?? [0, 0, 0], samples);
    (tracks.generalized.get(body.id) ?? []).forEach((to, k) => {
      links.push({ name: `${body.id} arm ${k}`, kind: "rod", from, to });
      from = to;
    });
  }
  return links;
}

/** The points along a rod, a rope or the rope of a pulley. */
function listPoints(constraint: SceneConstraint, tracks: Tracks): Float64Array[] {
  const at = (id: string | undefined, anchor: readonly number[] | undefined) =>
    id === undefined ? stay(anchor ?? [0, 0, 0], tracks.times.length) : followWorld(tracks, id, anchor);
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

function stay(point: readonly number[], samples: number): Float64Array {
  const out = new Float64Array(3 * samples);
  for (let k = 0; k < samples; k++) out.set(point, 3 * k);
  return out;
}

/** A point given in the frame of what it belongs to. */
function followLocal({ bodies, particles }: Tracks, id: string, anchor: readonly number[]): Float64Array {
  const body = bodies.get(id);
  return body ? followPoint(body, anchor) : (particles.get(id) as Float64Array);
}

/** A point given in world coordinates at the first sample; without one, the place of what it belongs to. */
function followWorld(tracks: Tracks, id: string, anchor: readonly number[] | undefined): Float64Array {
  const body = tracks.bodies.get(id);
  return followLocal(tracks, id, body && anchor ? toLocal(body, anchor) : [0, 0, 0]);
}

/** Place, turn and stretch (x, y, z) of a link at every sample, and its greatest length. */
export interface LinkTrack extends BodyTrack {
  readonly s: Float64Array;
  readonly longest: number;
}

export function placeLink({ from, to }: Link): LinkTrack {
  const n = from.length / 3;
  const q = new Float64Array(4 * n);
  const s = new Float64Array(3 * n).fill(1);
  let longest = 0;
  direction.set([0, 1, 0]);
  turn.set([0, 0, 0, 1]);
  for (let k = 0; k < n; k++) {
    const i = 3 * k;
    const length = followDirection(to[i] - from[i], to[i + 1] - from[i + 1], to[i + 2] - from[i + 2]);
    longest = Math.max(longest, length);
    for (let c = 0; c < 4; c++) q[4 * k + c] = turn[c];
    // stretch must not be zero, or the normals are lost
    s[3 * k + 1] = Math.max(length, 1e-6);
  }
  return { p: from, q, s, longest };
}

/** Where the link points, and how it is turned. */
const direction = new Float64Array(3);
const turn = new Float64Array(4);

/** Turns the link the short way until it points along r; returns the length of r. */
function followDirection(x: number, y: number, z: number): number {
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
  if (1 + cosine > 1e-9) turnOn(b * w - c * v, c * u - a * w, a * v - b * u, 1 + cosine);
  else {
    // as good as opposite: any way round will do
    const [i, j, k, s] = turnBetween([a, b, c], [u, v, w]);
    turnOn(i, j, k, s);
  }
  return length;
}

/** The turn of the link, then the one given, of any length. */
function turnOn(i: number, j: number, k: number, s: number): void {
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

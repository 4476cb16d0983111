/**
 * Where to cut next. A notch, an edge with more than 180° of matter around it, is resolved by a cut along it that leaves
 * at most 180° on either side: one along either of its faces, or between them (Chazelle, "Convex partitions of polyhedra",
 * 1984). So the planes of the two faces are tried, and the one midway. The best cut
 *
 *   resolves many notches, crosses few others, splits few faces, and leaves two halves of like size
 *
 * in this order of weight. How much a cut midway is worse than one along a face is for the caller to say. Where no notch is left
 * but several pieces are, the planes of all faces are tried.
 */
import { vec3 } from "../../math/index.js";
import { measureHeightAbove } from "./decompose-cell.js";
import type { Fragment, Notch } from "./decompose-solid.js";
import { leaningSine, trialLimit } from "./parameters.js";

/** A plane to cut along, in the table of planes. */
interface Trial {
  readonly plane: number;
  readonly resolved: number;
}

/** Notches resolved, notches crossed, faces split, how even the halves are. */
const weights = { resolved: 3, crossed: 2, split: 1, even: 0.5 };

/**
 * Returns the plane of the best cut; one midway between faces is appended to the table. `midway` is the cost of such
 * a cut.
 */
export function choosePlane(
  planes: number[],
  fragments: readonly Fragment[],
  notches: readonly Notch[],
  midway: number,
  tolerance: number,
): number {
  const own = new Set(fragments.map((fragment) => fragment.plane));
  const first = planes.length / 4;
  for (const notch of notches.slice(0, trialLimit)) appendMidway(planes, notch);
  const all = [...own].sort((p, q) => p - q);
  for (let p = first; 4 * p < planes.length; p++) all.push(p);
  const trials: Trial[] = all.map((plane) => ({
    plane,
    resolved: notches.filter((notch) => resolves(planes, plane, notch, tolerance)).length,
  }));
  trials.sort((s, t) => t.resolved - s.resolved || s.plane - t.plane);
  let best = trials[0].plane;
  let bestScore = -Infinity;
  for (const { plane, resolved } of trials.slice(0, trialLimit)) {
    const cost = measureCost(planes, plane, fragments, notches, tolerance) + (plane < first ? 0 : midway);
    const score = weights.resolved * resolved - cost;
    if (score <= bestScore) continue;
    bestScore = score;
    best = plane;
  }
  if (best < first) planes.length = 4 * first;
  else {
    planes.splice(4 * first, 4, ...planes.slice(4 * best, 4 * best + 4));
    planes.length = 4 * first + 4;
    best = first;
  }
  return best;
}

/** The plane along a notch that divides the angle between its faces. */
function appendMidway(planes: number[], { ends, normals }: Notch): void {
  const n = new Float64Array(3);
  vec3.subtract(n, 0, normals, 0, normals, 3);
  if (!vec3.normalize(n, 0, n, 0)) return;
  const d = [0, 3].map((i) => n[0] * ends[i] + n[1] * ends[i + 1] + n[2] * ends[i + 2]);
  planes.push(n[0], n[1], n[2], 0.5 * (d[0] + d[1]));
}

/** Returns whether a cut along a plane leaves a notch on neither side. */
export function resolves(planes: ArrayLike<number>, i: number, notch: Notch, tolerance: number): boolean {
  const { ends, normals } = notch;
  for (let e = 0; e < 2; e++) if (Math.abs(measureHeightAbove(planes, i, ends, e)) > tolerance) return false;
  // into the matter along the cut: behind both faces
  const n = Float64Array.of(planes[4 * i], planes[4 * i + 1], planes[4 * i + 2]);
  const t = Float64Array.of(ends[3] - ends[0], ends[4] - ends[1], ends[5] - ends[2]);
  vec3.normalize(t, 0, t, 0);
  vec3.cross(n, 0, n, 0, t, 0);
  const [f, g] = [vec3.dot(n, 0, normals, 0), vec3.dot(n, 0, normals, 3)];
  return (f <= leaningSine && g <= leaningSine) || (f >= -leaningSine && g >= -leaningSine);
}

function measureCost(
  planes: readonly number[],
  plane: number,
  fragments: readonly Fragment[],
  notches: readonly Notch[],
  tolerance: number,
): number {
  let [top, bottom] = [0, 0];
  const split = new Set<number>();
  for (const fragment of fragments) {
    if (fragment.plane === plane || split.has(fragment.plane)) continue;
    let [high, low] = [0, 0];
    for (let p = 0; 3 * p < fragment.points.length; p++) {
      const height = measureHeightAbove(planes, plane, fragment.points, p);
      if (height > high) high = height;
      if (height < low) low = height;
    }
    if (high > tolerance && low < -tolerance) split.add(fragment.plane);
    top = Math.max(top, high);
    bottom = Math.max(bottom, -low);
  }
  let crossed = 0;
  for (const { ends } of notches) {
    const [a, b] = [measureHeightAbove(planes, plane, ends, 0), measureHeightAbove(planes, plane, ends, 1)];
    if (Math.max(a, b) > tolerance && Math.min(a, b) < -tolerance) crossed++;
  }
  const even = Math.min(top, bottom) / Math.max(top, bottom, tolerance);
  return weights.crossed * crossed + weights.split * split.size - weights.even * even;
}

/**
 * Fewer parts: those that are halves of one convex body are joined again, and, with a tolerance, those whose hull goes
 * beyond them by no more than that; the least concave pair first.
 */
import { isTooConcave, measureConcavity } from "./decompose-concavity.js";
import { areHalves, boxesMeet, joinParts, type Part } from "./decompose-part.js";

/** Merged parts, and how far they go beyond their pieces. */
export interface MergeResult {
  /** The hulls of the merged pieces. */
  readonly parts: readonly Part[];
  /** The greatest distance by which the hull of a part goes beyond its pieces, m. */
  readonly concavity: number;
}

/** Joins parts that were cut without need. */
export function joinHalves(cells: readonly Part[], tolerance: number): Part[] {
  const parts: Part[] = [];
  for (const cell of cells) {
    let part = cell;
    for (let i = 0; i < parts.length; i++) {
      if (!boxesMeet(part, parts[i], tolerance) || !areHalves(part, parts[i], tolerance)) continue;
      part = joinParts(parts[i], part);
      parts.splice(i, 1);
      // what is larger may have new neighbours
      i = -1;
    }
    parts.push(part);
  }
  return parts;
}

interface Pair {
  readonly i: number;
  readonly j: number;
  readonly merged: Group;
}

/** Pieces that are one part, their hull. */
interface Group {
  readonly pieces: readonly Part[];
  readonly hull: Part;
  readonly concavity: number;
}

/**
 * Merges convex pieces, until there are `least` parts or no pair is left whose hull goes beyond the pieces in it by
 * no more than the limit.
 */
export function mergeConvexParts(
  pieces: readonly Part[],
  limit: number,
  least: number,
  tolerance: number,
): MergeResult {
  const groups: (Group | null)[] = pieces.map((hull) => ({ pieces: [hull], hull, concavity: 0 }));
  const examine = (i: number, j: number): Pair[] => {
    const [a, b] = [groups[i], groups[j]];
    // halfway between two pieces it is half of their gap to either
    if (a === null || b === null || !boxesMeet(a.hull, b.hull, 2 * limit)) return [];
    const both = [...a.pieces, ...b.pieces];
    if (isTooConcave(a.hull, b.hull, both, limit)) return [];
    const hull = joinParts(a.hull, b.hull);
    const concavity = measureConcavity(hull, both, limit, tolerance);
    return concavity <= limit ? [{ i, j, merged: { pieces: both, hull, concavity } }] : [];
  };
  let count = pieces.length;
  let pairs = groups.flatMap((_, j) => Array.from({ length: j }, (_, i) => examine(i, j)).flat());
  while (count > least && pairs.length > 0) {
    let best = pairs[0];
    for (const pair of pairs) if (pair.merged.concavity < best.merged.concavity) best = pair;
    groups[best.i] = null;
    groups[best.j] = null;
    const n = groups.push(best.merged) - 1;
    count--;
    pairs = pairs.filter(({ i, j }) => groups[i] !== null && groups[j] !== null);
    for (let i = 0; i < n; i++) pairs.push(...examine(i, n));
  }
  const rest = groups.filter((group) => group !== null);
  return { parts: rest.map(({ hull }) => hull), concavity: Math.max(...rest.map(({ concavity }) => concavity)) };
}

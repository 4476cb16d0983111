/**
 * The greatest separation max over unit n of s(n) = min n·A − max n·B by exhaustive search over the sphere of directions:
 * nothing of features, roots or cases is in it, only how far a shape reaches in a direction, and where.
 *
 * The sphere is cut as the six faces of a cube, each into squares. What points a, b of the shapes say about s is that
 * s(n) ≤ n·w, w = a − b, for every n. So for any mean w of such differences, and n at an angle δ' ≤ δ from c,
 *
 *   s(n) ≤ n·w ≤ (c·w) cos δ' + |w − (c·w) c| sin δ'.
 *
 * The differences are those that c, the middle of the square, selects, and four directions around it; of them the means
 * of two at a time that lie nearest to the line along c. Squares whose bound is no better than the best s found are
 * dropped, the others are quartered, until none is left whose bound exceeds the best s by `precision` times the size of
 * the pair. So much is certain, but for the rounding of s itself, a few units in the last place of that size.
 *
 * It needs a maximum that is isolated, or nearly, or a w of length max s: with a whole circle of equally good directions
 * it stops at `limit` squares and says how good the answer is.
 */
import { Kind, type Shape } from "../../src/collide/shapes/shape.js";

export interface Separation {
  /** max s. */
  readonly gap: number;
  readonly normal: readonly number[];
  /** max s is at most this much greater. */
  readonly error: number;
}

/** A shape's foremost point in direction ±d, from a world frame of twelve numbers, without the radius of a round one. */
function findForemost(out: Float64Array, shape: Shape, frame: Float64Array, d: Float64Array, sign: number): void {
  const dx = sign * d[0];
  const dy = sign * d[1];
  const dz = sign * d[2];
  const x = frame[3] * dx + frame[6] * dy + frame[9] * dz;
  const y = frame[4] * dx + frame[7] * dy + frame[10] * dz;
  const z = frame[5] * dx + frame[8] * dy + frame[11] * dz;
  let px = 0;
  let py = 0;
  let pz = 0;
  const side = Math.sqrt(x * x + z * z);
  const H = shape.halfHeight;
  const R = shape.radius;
  if (shape.polyhedron !== null) {
    const v = shape.polyhedron.vertices;
    let most = -Infinity;
    let which = 0;
    for (let k = 0; k < v.length; k += 3) {
      const level = v[k] * x + v[k + 1] * y + v[k + 2] * z;
      if (level > most) {
        most = level;
        which = k;
      }
    }
    px = v[which];
    py = v[which + 1];
    pz = v[which + 2];
  } else if (shape.kind === Kind.capsule) {
    py = y > 0 ? H : -H;
  } else if (shape.kind === Kind.cylinder || shape.kind === Kind.cone) {
    const tip = shape.kind === Kind.cone && y * H > side * R - y * H;
    py = shape.kind === Kind.cone ? (tip ? H : -H) : y > 0 ? H : -H;
    if (!tip && side > 0) {
      px = (R * x) / side;
      pz = (R * z) / side;
    }
  }
  for (let k = 0; k < 3; k++) {
    out[k] = frame[k] + (frame[3 + 3 * k] * px + frame[4 + 3 * k] * py + frame[5 + 3 * k] * pz);
  }
}

function getRoundRadius(shape: Shape): number {
  return shape.kind === Kind.sphere || shape.kind === Kind.capsule ? shape.radius : 0;
}

const limit = 4000;
const cells = new Float64Array(4 * limit);
const quarters = new Float64Array(16 * limit);
/** Differences w, and of each its part along c and the two across. */
const w = new Float64Array(15);
const parts = new Float64Array(15);
const a = new Float64Array(3);
const b = new Float64Array(3);
const c = new Float64Array(3);
const d = new Float64Array(3);
const e1 = new Float64Array(3);
const e2 = new Float64Array(3);

/** The greatest of s cos δ' + t sin δ' for δ' ≤ δ: 1 − cos δ without cancellation. */
function boundTurn(s: number, t: number, delta: number): number {
  if (s > 0 && t <= s * Math.tan(delta)) return Math.sqrt(s * s + t * t);
  return s - 2 * s * Math.sin(delta / 2) ** 2 + t * Math.sin(delta);
}

/**
 * For bounded shapes; frames of twelve numbers each. A direction to begin with saves time: it is measured like any other.
 */
export function searchSeparation(
  shapeA: Shape,
  frameA: Float64Array,
  shapeB: Shape,
  frameB: Float64Array,
  hint?: ArrayLike<number>,
  precision = 1e-14,
): Separation {
  const placed = frameA.slice();
  // A as seen from B, so that no large coordinates cancel in what follows
  for (let k = 0; k < 3; k++) placed[k] -= frameB[k];
  const home = frameB.slice();
  home.fill(0, 0, 3);
  const slack = precision * (shapeA.reach + shapeB.reach);
  let best = -Infinity;
  let worst = -Infinity;
  // the least |w| seen: s(n) ≤ n·w ≤ |w| everywhere
  let ceiling = Infinity;
  const normal = [0, 0, 0];
  let count = 0;

  /** s of the unit direction n, and its difference into w[3k …]. */
  const measure = (n: Float64Array, k: number): number => {
    findForemost(a, shapeA, placed, n, -1);
    findForemost(b, shapeB, home, n, 1);
    const x = a[0] - b[0];
    const y = a[1] - b[1];
    const z = a[2] - b[2];
    w[3 * k] = x;
    w[3 * k + 1] = y;
    w[3 * k + 2] = z;
    const s = n[0] * x + n[1] * y + n[2] * z;
    ceiling = Math.min(ceiling, Math.sqrt(x * x + y * y + z * z));
    if (s > best) {
      best = s;
      for (let j = 0; j < 3; j++) normal[j] = n[j];
    }
    return s;
  };

  /** Whether the square may hold something better than the best; it is then kept. */
  const look = (face: number, u: number, v: number, half: number): void => {
    const axis = face >> 1;
    const length = Math.sqrt(1 + u * u + v * v);
    c[axis] = (face & 1 ? 1 : -1) / length;
    c[(axis + 1) % 3] = u / length;
    c[(axis + 2) % 3] = v / length;
    const s = measure(c, 0);
    const delta = Math.SQRT2 * half;
    const t = Math.sqrt((w[0] - s * c[0]) ** 2 + (w[1] - s * c[1]) ** 2 + (w[2] - s * c[2]) ** 2);
    let bound = boundTurn(s, t, delta);
    if (bound > best + slack) bound = Math.min(bound, boundByPairs(delta));
    if (!(bound > best + slack)) return;
    worst = Math.max(worst, bound);
    if (4 * count >= quarters.length) return;
    quarters[4 * count] = face;
    quarters[4 * count + 1] = u;
    quarters[4 * count + 2] = v;
    quarters[4 * count++ + 3] = half;
  };

  const boundByPairs = (delta: number): number => {
    // two directions across c
    const k = Math.abs(c[0]) < 0.6 ? 0 : Math.abs(c[1]) < 0.6 ? 1 : 2;
    const length = Math.sqrt(1 - c[k] * c[k]);
    for (let j = 0; j < 3; j++) e1[j] = ((j === k ? 1 : 0) - c[k] * c[j]) / length;
    for (let j = 0; j < 3; j++) {
      e2[j] = c[(j + 1) % 3] * e1[(j + 2) % 3] - c[(j + 2) % 3] * e1[(j + 1) % 3];
    }
    const off = Math.min(1, 2 * delta);
    for (let m = 1; m < 5; m++) {
      const x = m & 1 ? off : -off;
      const y = m & 2 ? off : -off;
      const size = Math.sqrt(1 + 2 * off * off);
      for (let j = 0; j < 3; j++) d[j] = (c[j] + x * e1[j] + y * e2[j]) / size;
      measure(d, m);
    }
    for (let m = 0; m < 5; m++) {
      const x = w[3 * m];
      const y = w[3 * m + 1];
      const z = w[3 * m + 2];
      parts[3 * m] = x * c[0] + y * c[1] + z * c[2];
      parts[3 * m + 1] = x * e1[0] + y * e1[1] + z * e1[2];
      parts[3 * m + 2] = x * e2[0] + y * e2[1] + z * e2[2];
    }
    let least = Infinity;
    for (let i = 0; i < 5; i++) {
      for (let j = 0; j < i; j++) {
        const px = parts[3 * i + 1];
        const py = parts[3 * i + 2];
        const dx = parts[3 * j + 1] - px;
        const dy = parts[3 * j + 2] - py;
        const square = dx * dx + dy * dy;
        const t = square > 0 ? Math.max(0, Math.min(1, -(px * dx + py * dy) / square)) : 0;
        const across = Math.sqrt((px + t * dx) ** 2 + (py + t * dy) ** 2);
        const along = parts[3 * i] + t * (parts[3 * j] - parts[3 * i]);
        least = Math.min(least, boundTurn(along, across, delta));
      }
    }
    return least;
  };

  if (hint !== undefined) {
    d.set(hint);
    const length = Math.hypot(d[0], d[1], d[2]);
    for (let j = 0; j < 3; j++) d[j] /= length;
    measure(d, 0);
  }
  for (let face = 0; face < 6; face++) {
    for (let i = -3; i <= 3; i += 2) for (let j = -3; j <= 3; j += 2) look(face, i / 4, j / 4, 1 / 4);
  }
  while (count > 0 && count <= limit && quarters[3] > 1e-16 && ceiling > best + slack) {
    const kept = count;
    cells.set(quarters.subarray(0, 4 * kept));
    count = 0;
    worst = best;
    for (let k = 0; k < kept; k++) {
      const half = cells[4 * k + 3] / 2;
      for (let i = -1; i <= 1; i += 2) {
        for (let j = -1; j <= 1; j += 2) {
          look(cells[4 * k], cells[4 * k + 1] + i * half, cells[4 * k + 2] + j * half, half);
        }
      }
    }
  }
  const error = count === 0 ? slack : Math.max(slack, Math.min(worst, ceiling) - best);
  return { gap: best - (getRoundRadius(shapeA) + getRoundRadius(shapeB)), normal, error };
}

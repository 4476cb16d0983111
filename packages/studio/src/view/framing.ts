/**
 * The place of the camera with everything that moves in view, at any instant of a recording.
 *
 * In axes along the picture's right side, its upper side and towards the camera, a point x = (a, b, c) is within the part
 * f of the picture of a camera at (A, B, D) where
 *
 *   |a − A| ≤ h (D − c),   |b − B| ≤ v (D − c)          h, v: f times the tangents of half the angles of view
 *
 * So for any set of points four numbers give the nearest camera that has all of them in view, perspective included:
 *
 *   p± = max(c ± a/h),  q± = max(c ± b/v)
 *   A = h (p₊ − p₋)/2,  B = v (q₊ − q₋)/2,  D = max((p₊ + p₋)/2, (q₊ + q₋)/2)
 *
 * and for what moves within a stretch of time they are the largest of each. The stretch is all that is known, so that the
 * camera stands still. Where what moves would be too small in that, it is the longest around the instant in which it is
 * not, and the camera goes along: at one distance, or where things scatter, at the distance that each instant needs.
 */

/** p₊, p₋, q₊, q₋, and the least and the largest c: six numbers. */
export type Support = Float64Array;

/** A camera, in the axes above, and the depth at which what it looks at is. */
export interface Place {
  readonly a: number;
  readonly b: number;
  readonly distance: number;
  readonly depth: number;
}

/** The part of the picture's width or height that what is framed takes, and the least that what moves takes at any instant. */
export const [filled, leastShare] = [0.78, 0.18];
/** The part that it takes at its largest where the camera goes along, if that leaves it large enough at its least. */
const followedShare = 0.22;

/** Half the length of the stretches of time that are tried, s, from long to short. */
const stretches = [8, 4, 2, 1, 0.5, 0.25, 0.125, 0.06, 0.03, 0];
/** Instants at which a stretch is tried, and instants that are looked at within one. */
const [trials, gathered] = [160, 48];

export function createSupport(): Support {
  return new Float64Array([-Infinity, -Infinity, -Infinity, -Infinity, Infinity, -Infinity]);
}

/** Takes in a point. */
export function widenSupport(s: Support, a: number, b: number, c: number, h: number, v: number): void {
  s[0] = Math.max(s[0], c + a / h);
  s[1] = Math.max(s[1], c - a / h);
  s[2] = Math.max(s[2], c + b / v);
  s[3] = Math.max(s[3], c - b / v);
  s[4] = Math.min(s[4], c);
  s[5] = Math.max(s[5], c);
}

function joinSupport(out: Support, other: ArrayLike<number>): void {
  for (let k = 0; k < 6; k++) out[k] = k === 4 ? Math.min(out[k], other[k]) : Math.max(out[k], other[k]);
}

/** The nearest camera that has it in view. */
export function placeCamera(s: Support, h: number, v: number): Place {
  return {
    a: (h * (s[0] - s[1])) / 2,
    b: (v * (s[2] - s[3])) / 2,
    distance: Math.max((s[0] + s[1]) / 2, (s[2] + s[3]) / 2),
    depth: (s[4] + s[5]) / 2,
  };
}

/** The part of the picture that it takes, seen from a place: `filled` where the place is its own. */
function measureShare(s: Support, { distance }: Place): number {
  const depth = (s[4] + s[5]) / 2;
  const own = Math.max((s[0] + s[1]) / 2, (s[2] + s[3]) / 2);
  return (filled * (own - depth)) / Math.max(distance - depth, 1e-300);
}

/** By how much of the distance it is outside of what the place has in view; negative where it is inside. */
export function measureExcess(s: Support, { a, b, distance, depth }: Place, h: number, v: number): number {
  const needs = Math.max(s[0] - a / h, s[1] + a / h, s[2] - b / v, s[3] + b / v);
  return (needs - distance) / Math.max(distance - depth, 1e-300);
}

/** Supports at instants in order, and the camera at any time. */
export class Framing {
  private readonly times: number[] = [];
  private readonly supports: Support[] = [];
  private readonly h: number;
  private readonly v: number;
  /** Whether what moves has a size: where points alone move, all of their ways is framed. */
  private readonly hasSize: boolean;
  /** The points at rest that should be in view as well. */
  private readonly context: Support | null;
  /** All that is known. */
  private readonly whole = createSupport();
  /** s; Infinity: all that is known. */
  private reach = Infinity;
  /** The distance at which the camera goes along, m; 0: as each instant needs. */
  private steady = 0;
  private withContext = false;
  /** The number of instants by which the choice was made, and for which it was last found good. */
  private judged = 0;
  private tried = 0;

  constructor(h: number, v: number, hasSize: boolean, context: Support | null) {
    this.h = h;
    this.v = v;
    this.hasSize = hasSize;
    this.context = context !== null && Number.isFinite(context[0]) ? context : null;
  }

  get count(): number {
    return this.times.length;
  }

  /** The time up to which it knows what comes, s. */
  get end(): number {
    return this.times.at(-1) ?? -Infinity;
  }

  add(t: number, support: Support): void {
    if (t <= this.end || !support.every(Number.isFinite)) return;
    this.times.push(t);
    this.supports.push(support);
    joinSupport(this.whole, support);
  }

  /** The camera at a time, and what moves then. */
  place(t: number): { readonly place: Place; readonly now: Support } {
    this.judge();
    const now = this.gather(t, 0);
    return { place: this.placeAt(t), now };
  }

  /** Chooses the stretch anew where much has become known, or by something new what moves is too small. */
  private judge(): void {
    const { length } = this.times;
    if (length === this.tried) return;
    this.tried = length;
    const every = Math.max(1, Math.floor(length / trials));
    const instants = this.times.filter((_, k) => k % every === 0 || k === length - 1);
    const isLarge = () =>
      instants.every((t) => measureShare(this.gather(t, 0), this.placeAt(t)) >= leastShare * (1 - 1e-9));
    if (length < 1.1 * this.judged && length > 40 && (!this.hasSize || isLarge())) return;
    this.judged = length;
    this.reach = Infinity;
    this.steady = 0;
    this.withContext = this.context !== null;
    if (this.withContext && (this.hasSize ? isLarge() : this.isContextNear())) return;
    this.withContext = false;
    if (!this.hasSize || isLarge()) return;
    for (const isSteady of [true, false]) {
      for (const reach of stretches) {
        this.reach = reach;
        this.steady = isSteady ? this.measureSteady(instants) : 0;
        if (isLarge()) return;
      }
    }
  }

  /** The distance from which all that moves in the stretch around any instant is in view, and some of what is around it. */
  private measureSteady(instants: readonly number[]): number {
    this.steady = 0;
    let [along, largest, smallest] = [0, 0, Infinity];
    for (const t of instants) {
      const needed = this.placeAt(t);
      const alone = placeCamera(this.gather(t, 0), this.h, this.v);
      along = Math.max(along, needed.distance - needed.depth);
      largest = Math.max(largest, alone.distance - alone.depth);
      smallest = Math.min(smallest, alone.distance - alone.depth);
    }
    return Math.max(along, Math.min((filled / followedShare) * largest, (filled / leastShare) * smallest));
  }

  /** Whether what stands still is no more than three times as large as the ways of the points that move. */
  private isContextNear(): boolean {
    if (this.context === null) return false;
    const all = this.whole.slice();
    joinSupport(all, this.context);
    return measureShare(this.whole, placeCamera(all, this.h, this.v)) > filled / 3;
  }

  private placeAt(t: number): Place {
    const { h, v, reach, steady } = this;
    if (reach < Infinity) {
      const along = placeCamera(this.gather(t, reach), h, v);
      return { ...along, distance: Math.max(along.distance, along.depth + steady) };
    }
    const all = this.whole.slice();
    if (this.withContext && this.context !== null) joinSupport(all, this.context);
    return placeCamera(all, h, v);
  }

  /** The moving points within a stretch around a time: at its ends, at the time itself, and at instants between. */
  private gather(t: number, reach: number): Support {
    const out = createSupport();
    this.join(out, t);
    if (reach === 0) return out;
    this.join(out, t - reach);
    this.join(out, t + reach);
    const [from, to] = [this.find(t - reach) + 1, this.find(t + reach)];
    const every = Math.max(1, Math.floor((to - from) / gathered));
    for (let k = from + ((every - (from % every)) % every); k <= to; k += every) joinSupport(out, this.supports[k]);
    return out;
  }

  /** Takes in what moves at a time: between two instants all of their numbers go on linearly, so nothing jumps. */
  private join(out: Support, t: number): void {
    const { times, supports } = this;
    const i = this.find(t);
    const next = supports[i + 1];
    const s = next === undefined ? 0 : Math.min(1, Math.max(0, (t - times[i]) / (times[i + 1] - times[i])));
    if (s === 0) joinSupport(out, supports[i]);
    else
      joinSupport(
        out,
        supports[i].map((x, k) => x + s * (next[k] - x)),
      );
  }

  /** The last instant at or before t, or the first. */
  private find(t: number): number {
    let [low, high] = [0, this.times.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.times[middle] <= t) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

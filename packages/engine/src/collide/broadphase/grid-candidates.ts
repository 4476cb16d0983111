/**
 * The candidates of a grid: the pairs whose registered boxes overlap, in rising order, and whether their boxes proper do.
 * Most need not be looked at again in a pass. With the six differences of two boxes a and b, least minus greatest,
 *
 *   g = max(least_a − greatest_b, least_b − greatest_a) over x, y, z          they overlap if g ≤ 0
 *
 * g changes by 2 d at most when no side of either moves farther than d. So with T the sum, over all passes, of the
 * farthest that any side has moved, what was found of a pair at T₀ holds while
 *
 *   T < T₀ + |g|/2
 *
 *   values   2 a candidate   i, j
 *   due      1               T at which it must be looked at again
 *   meets    1               1 if the boxes overlap
 *
 * T is rounded up and `due` down, so that the answer is always that of the boxes as they are.
 */
import { resize } from "../../math/index.js";
import { boundsOverlap, type PairBuffer } from "../shapes/index.js";

const up = 1 + 2 ** -50;
const down = 1 - 2 ** -50;

/** The candidates of a grid: pairs of boxes whose registered boxes overlap. */
export class GridCandidates {
  /** The number of candidates. */
  count = 0;
  /** The two ids of each candidate, i < j. */
  values: Int32Array = new Int32Array(64);
  /** The travel T at which each candidate must be looked at again, m. */
  due: Float64Array = new Float64Array(32);
  /** 1 for candidates whose boxes overlap. */
  meets: Uint8Array = new Uint8Array(32);
  /** The travel T, m: an array, so that the number is not boxed. */
  readonly travel: Float64Array = new Float64Array(1);

  /** Removes all candidates of boxes for which `without` is not zero. */
  drop(without: Uint8Array): void {
    const { values, due, meets, count } = this;
    let kept = 0;
    for (let c = 0; c < count; c++) {
      const i = values[2 * c];
      const j = values[2 * c + 1];
      if (without[i] !== 0 || without[j] !== 0) continue;
      values[2 * kept] = i;
      values[2 * kept + 1] = j;
      due[kept] = due[c];
      meets[kept++] = meets[c];
    }
    this.count = kept;
  }

  /** Adds pairs in rising order, of which none is there: they are merged from the top down, in place. */
  merge(found: PairBuffer): void {
    const total = this.count + found.count;
    if (total > this.due.length) this.grow(2 * total);
    const { values, due, meets } = this;
    const { values: fresh } = found;
    let c = this.count - 1;
    for (let f = found.count - 1; f >= 0; f--) {
      const i = fresh[2 * f];
      const j = fresh[2 * f + 1];
      for (; c >= 0 && (values[2 * c] > i || (values[2 * c] === i && values[2 * c + 1] > j)); c--) {
        const to = c + f + 1;
        values[2 * to] = values[2 * c];
        values[2 * to + 1] = values[2 * c + 1];
        due[to] = due[c];
        meets[to] = meets[c];
      }
      const to = c + f + 1;
      values[2 * to] = i;
      values[2 * to + 1] = j;
      due[to] = -Infinity;
      meets[to] = 0;
    }
    this.count = total;
  }

  /** Adds the farthest that a side of a registered box has moved in this pass, at moved[0]. */
  advance(moved: Float64Array): void {
    if (moved[0] === 0) return;
    this.travel[0] = (this.travel[0] + moved[0]) * up;
    // unbounded boxes that have become bounded
    if (this.travel[0] < 2 ** 900) return;
    this.travel[0] = 0;
    this.due.fill(-Infinity, 0, this.count);
  }

  /** Looks at the candidates that are due, and returns whether one has begun to overlap, or ceased to. */
  check(now: Float64Array): boolean {
    const { due, meets, values, count } = this;
    const T = this.travel[0];
    let changed = false;
    for (let c = 0; c < count; c++) {
      if (T < due[c]) continue;
      const i = 6 * values[2 * c];
      const j = 6 * values[2 * c + 1];
      writeOverlap(due, c, now, i, j);
      due[c] = (T + 0.5 * Math.abs(due[c])) * down;
      const meet = boundsOverlap(now, i, now, j) ? 1 : 0;
      changed ||= meet !== meets[c];
      meets[c] = meet;
    }
    return changed;
  }

  /** Appends the candidates that overlap, in their order. */
  collect(next: PairBuffer): void {
    const { values, meets, count } = this;
    for (let c = 0; c < count; c++) if (meets[c] !== 0) next.push(values[2 * c], values[2 * c + 1]);
  }

  private grow(n: number): void {
    this.values = resize(this.values, 2 * n);
    this.due = resize(this.due, n);
    this.meets = resize(this.meets, n);
  }
}

/** out[o] ← g; NaN, which makes the pair due at once again, if sides at the same infinity are compared. */
function writeOverlap(out: Float64Array, o: number, boxes: Float64Array, i: number, j: number): void {
  out[o] = Math.max(
    boxes[i] - boxes[j + 3],
    boxes[j] - boxes[i + 3],
    boxes[i + 1] - boxes[j + 4],
    boxes[j + 1] - boxes[i + 4],
    boxes[i + 2] - boxes[j + 5],
    boxes[j + 2] - boxes[i + 5],
  );
}

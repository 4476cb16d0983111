/**
 * Contacts that are not held, beside others of their pair that are: when one that rose has fallen back. Corners alone do not tell: where
 * two edges cross, the corners of both may be far away, and a plane gives way only when it is lost by most of the contact
 * tolerance. What falls that far at every hop gains more than it loses, and never comes to rest. So the gap of the contact
 * itself is looked at, at the end of the time in which nothing else happens.
 *
 * Follows: Rigid Body Simulation, section 7.
 */
import type { PairCache } from "../collide/index.js";
import { type ContactTable, evaluateGapAt, measureMargin, type PartTable } from "../contact/index.js";
import type { StepPath } from "./path.js";

/**
 * Part of the contact tolerance by which it may fall deeper than it began: rounding does no more. What comes to rest beside
 * others may lag behind by more, and still be lower than any hop that counts.
 */
const fine = 1e-3;
const resting = 5e-3;
const maxLooks = 80;

const poses = new Float64Array(14);
/** The gap last looked at, and the time of it. */
const gap = new Float64Array(1);
const at = new Float64Array(1);

export class HopWatch {
  /** From when to when, s. The caller writes it. */
  readonly range: Float64Array = new Float64Array(2);
  /** The answer, s. */
  readonly time: Float64Array = new Float64Array(1);
  /** Contact tolerance, m. */
  private readonly tolerance: number;

  constructor(tolerance: number) {
    this.tolerance = tolerance;
  }

  /** Whether contact c is deeper at the end of the range than at its beginning; if so, since when it is below zero. */
  find(path: StepPath, parts: PartTable, table: ContactTable, c: number, cache: PairCache): boolean {
    const { range, time } = this;
    let a = range[0];
    let b = range[1];
    if (!(b > a)) return false;
    this.look(path, parts, table, c, cache, a);
    const depth = (table.active[c] === 2 ? fine : resting) * this.tolerance;
    const level = Math.min(0, gap[0]) - depth;
    this.look(path, parts, table, c, cache, b);
    if (!(gap[0] < level)) return false;
    let fb = gap[0] - level;

    // the middle of a hop is high: somewhere between there and the end it comes back
    let fa = -1;
    for (let part = 0.5; !(fa >= 0) && part > 1e-9; part /= 2) {
      this.look(path, parts, table, c, cache, range[0] + part * (range[1] - range[0]));
      if (gap[0] >= level) {
        a = at[0];
        fa = gap[0] - level;
      } else {
        b = at[0];
        fb = gap[0] - level;
      }
    }
    if (fa < 0) fa = depth;
    for (let k = 1, side = 0; k <= maxLooks; k++) {
      const middle = a + (b - a) / 2;
      if (!(middle > a && middle < b)) break;
      let t = k % 4 === 0 ? middle : (fb * a - fa * b) / (fb - fa);
      if (!(t > a && t < b)) t = middle;
      this.look(path, parts, table, c, cache, t);
      const f = gap[0] - level;
      if (f >= 0) {
        a = t;
        fa = f;
        if (side < 0) fb /= 2;
        side = -1;
      } else {
        b = t;
        fb = f;
        if (side > 0) fa /= 2;
        side = 1;
      }
    }
    time[0] = a;
    // features that have passed each other by may be beyond one another
    measureMargin(gap, 0, table, c, parts, poses, 0, 7);
    return gap[0] >= 0;
  }

  private look(path: StepPath, parts: PartTable, table: ContactTable, c: number, cache: PairCache, t: number): void {
    at[0] = t;
    path.writePartPose(poses, 0, parts, table.partA[c], at);
    path.writePartPose(poses, 7, parts, table.partB[c], at);
    evaluateGapAt(gap, 0, table, c, parts, cache, poses, 0, 7);
  }
}

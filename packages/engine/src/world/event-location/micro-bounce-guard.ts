/**
 * Contacts that are not held: when one that rose has fallen back, and when one that was near has come. Corners alone do not
 * tell: where two edges cross, the corners of both may be far away, and a plane gives way only when it is lost by a part of
 * the contact tolerance. What falls that far at every hop gains more than it loses, and never comes to rest; and what is late
 * by that comes after others that it was before. So the gap of the contact itself is looked at, at the end of the time in
 * which nothing else happens. It lands where its gap is zero; what began below and was never above, where it began.
 *
 * Follows: Rigid Body Simulation, section 7.
 */
import type { PairCache } from "../../collide/index.js";
import { type ContactTable, evaluateGapAt, measureMargin, type PartTable } from "../../contact/index.js";
import type { StepPath } from "../trajectory/index.js";
import { type Followed, narrow, Slot } from "../trajectory/index.js";

/**
 * Part of the contact tolerance by which what comes to rest beside others may lag behind them; and by which what does not
 * rise, though it should, may come deeper: it is held up by others.
 */
const resting = 5e-3;
const fine = 1e-3;
/** Part of the time in which a hop that is over must have been up. */
const shortest = 1e-9;

const poses = new Float64Array(14);
const margin = new Float64Array(1);

export class MicroBounceGuard implements Followed {
  /** From when to when, s. The caller writes it. */
  readonly range: Float64Array = new Float64Array(2);
  /** The answer, s. */
  readonly time: Float64Array = new Float64Array(1);
  readonly work: Float64Array = new Float64Array(6);
  readonly at: Float64Array = new Float64Array(1);
  /** Contact tolerance, m. */
  private readonly tolerance: number;
  private path: StepPath | null = null;
  private parts: PartTable | null = null;
  private table: ContactTable | null = null;
  private cache: PairCache | null = null;
  private contact = 0;

  constructor(tolerance: number) {
    this.tolerance = tolerance;
  }

  /** Whether contact c, which parts or is near, or else rests beside others, has landed at the end of the range; and when. */
  find(path: StepPath, parts: PartTable, table: ContactTable, c: number, cache: PairCache, isFree: boolean): boolean {
    const { range, time, work, at } = this;
    if (!(range[1] > range[0])) return false;
    this.path = path;
    this.parts = parts;
    this.table = table;
    this.cache = cache;
    this.contact = c;
    work[Slot.level] = 0;
    at[0] = range[1];
    this.measure();
    if (!(work[Slot.value] < 0)) return false;
    work[Slot.b] = range[1];
    work[Slot.fb] = work[Slot.value];
    at[0] = range[0];
    this.measure();
    const level = Math.min(0, work[Slot.value]) - (isFree ? 0 : resting * this.tolerance);
    if (!(work[Slot.fb] < level)) return false;
    if (!this.findTop(level) && !this.lower()) return false;
    narrow(this);
    time[0] = work[Slot.a];
    at[0] = time[0];
    this.measure();
    // features that have passed each other by may be beyond one another
    measureMargin(margin, 0, table, c, parts, poses, 0, 7);
    return margin[0] >= 0;
  }

  /**
   * The bracket of the landing: the middle of a hop is high, and somewhere between there and the end it comes back. Tells
   * whether it was high.
   */
  private findTop(level: number): boolean {
    const { range, work, at } = this;
    work[Slot.level] = level;
    work[Slot.fb] -= level;
    work[Slot.a] = range[0];
    work[Slot.fa] = -1;
    for (let part = 0.5; part > shortest; part /= 2) {
      at[0] = range[0] + part * (range[1] - range[0]);
      this.measure();
      const f = work[Slot.value];
      if (f >= 0) {
        work[Slot.a] = at[0];
        work[Slot.fa] = f;
        break;
      }
      work[Slot.b] = at[0];
      work[Slot.fb] = f;
    }
    if (level < 0 && work[Slot.fa] + level > 0) {
      work[Slot.fa] += level;
      work[Slot.fb] += level;
      work[Slot.level] = 0;
    }
    return work[Slot.fa] >= 0;
  }

  /** The same of what never was high, from where it begins down to a lower level. Tells whether it comes so deep. */
  private lower(): boolean {
    const { range, work, at } = this;
    const depth = fine * this.tolerance;
    work[Slot.level] -= depth;
    at[0] = range[1];
    this.measure();
    work[Slot.b] = range[1];
    work[Slot.fb] = work[Slot.value];
    work[Slot.a] = range[0];
    work[Slot.fa] = depth;
    return work[Slot.fb] < 0;
  }

  /** The gap at the time `at`, above the level, to work.value. */
  measure(): void {
    const { path, parts, table, cache, contact: c, work, at } = this;
    if (path === null || parts === null || table === null || cache === null) return;
    path.writePartPose(poses, 0, parts, table.partA[c], at);
    path.writePartPose(poses, 7, parts, table.partB[c], at);
    evaluateGapAt(work, Slot.value, table, c, parts, cache, poses, 0, 7);
    work[Slot.value] -= work[Slot.level];
  }
}

/**
 * Guards of contacts that are not active: the instant at which a separating contact has fallen back, or at which features near
 * each other meet. The corners of parts do not show this: where two edges cross, the corners of both may be far away, and a plane
 * is a witness until a part of the contact tolerance is lost. A fall of that depth at every micro-bounce would gain more energy
 * than restitution takes, so that no rest were reached, and later events would precede it. The gap of the contact itself is
 * therefore evaluated at the end of the time before all other events. A contact lands at gap zero, or at its gap at first if it
 * began below zero and never rose above.
 *
 * Follows: Rigid Body Simulation, section 7.
 */
import type { PairCache } from "../../collide/index.js";
import { type ContactTable, evaluateGapAt, measureMargin, type PartTable } from "../../contact/index.js";
import type { PoseSource } from "../trajectory/index.js";
import { type Followed, narrow, Slot } from "../trajectory/index.js";
import { lagPart, shortestFlight, sinkPart } from "./parameters.js";

const poses = new Float64Array(14);
const margin = new Float64Array(1);

/** Guards of the gaps of contacts, with the work arrays of the searches: one for all contacts. The caller writes `range`. */
export class MicroBounceGuard implements Followed {
  /** Beginning and end of the search, s. */
  readonly range: Float64Array = new Float64Array(2);
  /** The instant found, s. */
  readonly time: Float64Array = new Float64Array(1);
  /** Bracket, level and value of the search: see `Slot` of trajectory. */
  readonly work: Float64Array = new Float64Array(6);
  /** The time of an evaluation, s. */
  readonly at: Float64Array = new Float64Array(1);
  /** Contact tolerance, m. */
  private readonly tolerance: number;
  private path: PoseSource | null = null;
  private parts: PartTable | null = null;
  private table: ContactTable | null = null;
  private cache: PairCache | null = null;
  private contact = 0;

  /** Creates guards with the contact tolerance, m. */
  constructor(tolerance: number) {
    this.tolerance = tolerance;
  }

  /**
   * Finds the instant at which contact c lands within the range. Returns whether it has landed by its end. `isFree`: the contact is
   * separating, or near; otherwise it is kept closed by other contacts.
   */
  find(path: PoseSource, parts: PartTable, table: ContactTable, c: number, cache: PairCache, isFree: boolean): boolean {
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
    const level = Math.min(0, work[Slot.value]) - (isFree ? 0 : lagPart * this.tolerance);
    if (!(work[Slot.fb] < level)) return false;
    if (!this.findTop(level) && !this.lower()) return false;
    narrow(this);
    time[0] = work[Slot.a];
    at[0] = time[0];
    this.measure();
    // the features may have passed each other
    measureMargin(margin, 0, table, c, parts, poses, 0, 7);
    return margin[0] >= 0;
  }

  /**
   * Brackets the landing: the middle of a micro-bounce is above the level, and the landing lies between it and the end. Returns
   * whether the contact was above the level.
   */
  private findTop(level: number): boolean {
    const { range, work, at } = this;
    work[Slot.level] = level;
    work[Slot.fb] -= level;
    work[Slot.a] = range[0];
    work[Slot.fa] = -1;
    for (let part = 0.5; part > shortestFlight; part /= 2) {
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

  /**
   * Brackets the descent of a contact that never rose, from its gap at first to a lower level. Returns whether it comes so deep.
   */
  private lower(): boolean {
    const { range, work, at } = this;
    const depth = sinkPart * this.tolerance;
    work[Slot.level] -= depth;
    at[0] = range[1];
    this.measure();
    work[Slot.b] = range[1];
    work[Slot.fb] = work[Slot.value];
    work[Slot.a] = range[0];
    work[Slot.fa] = depth;
    return work[Slot.fb] < 0;
  }

  /** Writes the gap at the time `at`, above the level, to work.value. */
  measure(): void {
    const { path, parts, table, cache, contact: c, work, at } = this;
    if (path === null || parts === null || table === null || cache === null) return;
    path.writePartPose(poses, 0, parts, table.partA[c], at);
    path.writePartPose(poses, 7, parts, table.partB[c], at);
    evaluateGapAt(work, Slot.value, table, c, parts, cache, poses, 0, 7);
    work[Slot.value] -= work[Slot.level];
  }
}

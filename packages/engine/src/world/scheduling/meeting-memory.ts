/**
 * Results of the searches for meetings within a window, by pairs of parts of different islands: the time up to which a pair is
 * separate, or the time at which it meets. A result is valid as long as the paths of both islands are those of the search; so
 * after a meeting only pairs of the islands that met are searched again.
 */
import { resize } from "../../math/index.js";

/** Table of the results of searches for meetings, by the slots of pairs. */
export class MeetingMemory {
  /** The parts of each slot. */
  private parts = new Int32Array(0);
  /** The versions of the paths of both islands, by slot. */
  private versions = new Float64Array(0);
  /** The time up to which a pair is separate, and the time at which it meets, s, by slot. */
  private times = new Float64Array(0);

  /** Forgets all results, and makes room for a number of slots. */
  begin(count: number): void {
    if (this.versions.length < 2 * count) this.reserve(2 * count);
    this.parts.fill(-1);
  }

  private reserve(count: number): void {
    const known = this.parts.length;
    this.parts = resize(this.parts, 2 * count);
    this.parts.fill(-1, known);
    this.versions = resize(this.versions, 2 * count);
    this.times = resize(this.times, 2 * count);
  }

  /** Whether there is a result for parts a and b in a slot, on the paths with these versions. */
  has(slot: number, a: number, b: number, versionA: number, versionB: number): boolean {
    const { parts, versions } = this;
    const o = 2 * slot;
    if (o >= parts.length || parts[o] !== a || parts[o + 1] !== b) return false;
    return versions[o] === versionA && versions[o + 1] === versionB;
  }

  /** Adds a pair that is separate up to the time `from`, s. */
  add(slot: number, a: number, b: number, versionA: number, versionB: number, from: number): void {
    const o = 2 * slot;
    if (o >= this.parts.length) this.reserve(2 * (slot + 1));
    this.parts[o] = a;
    this.parts[o + 1] = b;
    this.versions[o] = versionA;
    this.versions[o + 1] = versionB;
    this.times[o] = from;
    this.times[o + 1] = Infinity;
  }

  /** The time up to which a pair is separate, s. */
  getUntil(slot: number): number {
    return this.times[2 * slot];
  }

  /** Records that a pair is separate up to a time, s. */
  setUntil(slot: number, until: number): void {
    this.times[2 * slot] = until;
  }

  /** The time at which a pair meets, s; infinity if no meeting is known. */
  getMet(slot: number): number {
    return this.times[2 * slot + 1];
  }

  /** Records that a pair meets at a time, s. */
  setMet(slot: number, t: number): void {
    this.times[2 * slot + 1] = t;
  }
}

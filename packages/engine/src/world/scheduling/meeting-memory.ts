/**
 * What is known within a window of the pairs of parts of different islands: until when they are apart, or when they meet. It
 * holds as long as the paths of both islands are what they were; so a meeting of two is no reason to look at all others anew.
 */
import { resize } from "../../math/index.js";

export class MeetingMemory {
  /** By slot: the parts, and the versions of the paths of their islands. */
  private parts = new Int32Array(0);
  private versions = new Float64Array(0);
  /** By slot: until when they are apart, and when they meet, s. */
  private times = new Float64Array(0);

  /** Forgets all, and makes room for so many slots. */
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

  /** Whether something is known of parts a and b in a slot, on the paths with these versions. */
  has(slot: number, a: number, b: number, versionA: number, versionB: number): boolean {
    const { parts, versions } = this;
    const o = 2 * slot;
    if (o >= parts.length || parts[o] !== a || parts[o + 1] !== b) return false;
    return versions[o] === versionA && versions[o + 1] === versionB;
  }

  /** Begins with a pair: nothing is known but that they are apart until `from`. */
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

  /** Until when a pair is apart, s. */
  getUntil(slot: number): number {
    return this.times[2 * slot];
  }

  setUntil(slot: number, until: number): void {
    this.times[2 * slot] = until;
  }

  /** When a pair meets, s; infinity if that is not known. */
  getMet(slot: number): number {
    return this.times[2 * slot + 1];
  }

  setMet(slot: number, t: number): void {
    this.times[2 * slot + 1] = t;
  }
}

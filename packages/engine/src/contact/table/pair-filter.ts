/**
 * The filter of pairs: which parts may meet at all. Two do not if
 *
 *   they are of the same body, or both are particles
 *   neither can be moved by forces: both fixed, driven or carried
 *   the groups of one leave the other's out
 *   the two bodies (or the particle and the body) were excluded, as bodies with a joint between them are
 *
 * Planes and meshes are of bodies that forces do not move, so that two of these never meet: PartTable sees to it.
 *
 * Exclusions are counted: what two joints exclude meets again when both are gone. They are kept in a table with open
 * addressing; nothing is allocated but for growth.
 */
import { Kind, type Shape } from "../../collide/index.js";
import { Answer, type RigidSystem } from "../../rigid/index.js";
import { noBody, type PartTable, removed } from "./part-table.js";

/** Pairs of whole numbers with a count each; the order within a pair does not matter. */
export class PairCounts {
  /** Rows in use, some of them with a count of zero. */
  private used = 0;
  /** Two keys and the count of each row; a row is free if the count is −1. */
  private keys: Int32Array = new Int32Array(2 * 16);
  private counts: Int32Array = new Int32Array(16).fill(-1);

  /** Number of times that (a, b) was added and not removed. */
  read(a: number, b: number): number {
    return Math.max(0, this.counts[this.find(Math.min(a, b), Math.max(a, b))]);
  }

  /** Adds (a, b) once. */
  add(a: number, b: number): void {
    // a free row in four at least, so that looking ends soon
    if (4 * (this.used + 1) > 3 * this.counts.length) this.grow();
    this.insert(Math.min(a, b), Math.max(a, b), 1);
  }

  /** Removes (a, b) once. Returns whether it was there. */
  remove(a: number, b: number): boolean {
    const row = this.find(Math.min(a, b), Math.max(a, b));
    if (this.counts[row] <= 0) return false;
    this.counts[row]--;
    return true;
  }

  /** Removes all pairs with a, however often they were added. */
  forget(a: number): void {
    const { keys, counts } = this;
    for (let row = 0; row < counts.length; row++) {
      if (counts[row] > 0 && (keys[2 * row] === a || keys[2 * row + 1] === a)) counts[row] = 0;
    }
  }

  private insert(low: number, high: number, count: number): void {
    const row = this.find(low, high);
    if (this.counts[row] < 0) {
      this.keys[2 * row] = low;
      this.keys[2 * row + 1] = high;
      this.counts[row] = 0;
      this.used++;
    }
    this.counts[row] += count;
  }

  /** The row of (low, high), or the free one where it would stand. */
  private find(low: number, high: number): number {
    const { keys, counts } = this;
    const last = counts.length - 1;
    let hash = Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b);
    hash ^= hash >>> 15;
    let row = hash & last;
    while (counts[row] >= 0 && (keys[2 * row] !== low || keys[2 * row + 1] !== high)) row = (row + 1) & last;
    return row;
  }

  /** Twice the room, without the rows that count nothing. */
  private grow(): void {
    const { keys, counts } = this;
    this.keys = new Int32Array(2 * keys.length);
    this.counts = new Int32Array(2 * counts.length).fill(-1);
    this.used = 0;
    for (let row = 0; row < counts.length; row++) {
      if (counts[row] > 0) this.insert(keys[2 * row], keys[2 * row + 1], counts[row]);
    }
  }
}

/** A filter of the pairs of parts that may meet. */
export class PairFilter {
  /** Number of changes of the exclusions. */
  revision = 0;
  /** Excluded pairs: a body by its index i ≥ 0, particle k as −1 − k. */
  private readonly excluded: PairCounts = new PairCounts();

  /** Excludes contact between two bodies or particles: a body by its index, a particle as `nameParticle` has it. */
  exclude(a: number, b: number): void {
    this.excluded.add(a, b);
    this.revision++;
  }

  /** Removes one exclusion. Returns whether there was one. */
  include(a: number, b: number): boolean {
    this.revision++;
    return this.excluded.remove(a, b);
  }

  /** Whether contact between two bodies or particles is excluded. */
  isExcluded(a: number, b: number): boolean {
    return this.excluded.read(a, b) > 0;
  }

  /** Removes all exclusions of a body or particle: it was removed. */
  forget(a: number): void {
    this.excluded.forget(a);
    this.revision++;
  }

  /** Whether parts i and j may meet. */
  accepts(parts: PartTable, system: RigidSystem, i: number, j: number): boolean {
    const { body, group, mask } = parts;
    const a = body[i];
    const b = body[j];
    // of one body, or two particles, or there no more
    if (a === b || a === removed || b === removed) return false;
    if (((mask[i] >>> group[j]) & (mask[j] >>> group[i]) & 1) === 0) return false;
    if (isImmovable(parts, system, i) && isImmovable(parts, system, j)) return false;
    return !this.isExcluded(nameOwner(parts, i), nameOwner(parts, j));
  }
}

/** Number of a particle in exclusions, below 0: bodies have the numbers from 0 on. */
export function nameParticle(particle: number): number {
  return -1 - particle;
}

/** Whether forces do not move the owner of part p. */
function isImmovable(parts: PartTable, system: RigidSystem, p: number): boolean {
  const body = parts.body[p];
  if (body === noBody) return system.particles.inverseMass[parts.particle[p]] === 0;
  return system.answers[body] === Answer.none;
}

/** Whether part `low` of an accepted pair must be B: particles are always A, planes and meshes always B. */
export function isTurned(parts: PartTable, low: number, high: number): boolean {
  return isSurface(parts.shapes[low]) || parts.body[high] === noBody;
}

function isSurface(shape: Shape | null): boolean {
  return shape !== null && (shape.kind === Kind.plane || shape.kind === Kind.mesh);
}

function nameOwner(parts: PartTable, p: number): number {
  return parts.body[p] >= 0 ? parts.body[p] : nameParticle(parts.particle[p]);
}

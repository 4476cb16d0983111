/**
 * States of contacts that outlast the detection of contacts, which numbers contacts anew. A contact is identified over time by
 * the features that meet, which are four integers: the number of part A and the key of its feature, and the same of B. All
 * contacts of these features, at whatever number in whatever table, have one entry.
 *
 * The entries are dense columns in the order in which they were made. A hash index with open addressing and linear probing finds
 * them; keys are compared in full, so that no two contacts share an entry. An entry without a mark is free: it is dropped when
 * room is needed, and only what is left asks for more.
 *
 * Knuth, The Art of Computer Programming, volume 3, section 6.4, algorithm L.
 */
import { resize } from "../../math/index.js";
import { fourthMultiplier, hashMultiplier, initialEntries, secondMultiplier, thirdMultiplier } from "./parameters.js";

/** Keys of contacts as columns: those of a contact table, or of another memory. */
export interface ContactKeys {
  /** Part A of each contact. */
  readonly partA: Int32Array;
  /** Key of the feature of part A. */
  readonly keyA: Int32Array;
  /** Part B of each contact. */
  readonly partB: Int32Array;
  /** Key of the feature of part B. */
  readonly keyB: Int32Array;
}

/** Marks of an entry of `ContactMemory`: bits that can be set together. */
export const ContactMark = {
  /** The force has fallen to zero at this time, or the features have separated. */
  releasing: 1,
  /** The contact has stuck up to now, and its force has reached the edge of its friction cone. */
  breakingStick: 2,
  /** The contact was active up to now. */
  wasActive: 4,
  /** The contact lies across a former interface between islands: it touches, even if rounding has parted its features. */
  rejoined: 8,
  /** The contact has stopped sliding where the last step was cut. */
  stopped: 16,
  /** The columns `mode` and `force` are written. */
  known: 32,
  /** The contact slipped in a fixed direction: the column `direction` is written. */
  straight: 64,
  /** The contact had just begun to slip, or goes on slipping among many contacts: it is not about to stop. */
  goesOn: 128,
  /** The contact goes on sliding, although its slip is below the resolved speed. */
  slidesOn: 256,
  /** The contact had an impulse in the last time step. */
  hadImpulse: 512,
  /** The contact is out of reach of the time step at hand. */
  leftOut: 1024,
  /** The contact takes part in a collision that is not reported yet. */
  collides: 2048,
} as const;

const noIndices = new Int32Array(0);
const noFlags = new Uint8Array(0);
const noNumbers = new Float64Array(0);

/** Table of the states of contacts, by the features that meet. */
export class ContactMemory implements ContactKeys {
  /** Number of entries, free ones included. */
  count = 0;
  /** Part A of each entry. */
  partA: Int32Array = noIndices;
  /** Key of the feature of part A. */
  keyA: Int32Array = noIndices;
  /** Part B of each entry. */
  partB: Int32Array = noIndices;
  /** Key of the feature of part B. */
  keyB: Int32Array = noIndices;
  /** Marks of each entry: bits of `ContactMark`. */
  marks: Int32Array = noIndices;
  /** Mode of each entry that is known: `ContactMode`. */
  mode: Uint8Array = noFlags;
  /** Force of each entry that is known: along n, N, and across n, N, in world axes or in those of the cone. 4 an entry. */
  force: Float64Array = noNumbers;
  /** Unit vector of the slip of each entry with the mark `straight`, world axes. 3 an entry. */
  direction: Float64Array = noNumbers;
  /** Union of the marks of all entries. */
  private used = 0;
  /** Entry + 1 by hash, or 0; twice as long as the columns. */
  private index: Int32Array = noIndices;

  /** Whether some entry has one of these marks. */
  hasAny(marks: number): boolean {
    return (this.used & marks) !== 0;
  }

  /** The entry of contact c, marked or not, or −1. */
  find({ partA, keyA, partB, keyB }: ContactKeys, c: number): number {
    return this.count === 0 ? -1 : this.findKeys(partA[c], keyA[c], partB[c], keyB[c]);
  }

  /** The entry with these keys, marked or not, or −1. */
  findKeys(partA: number, keyA: number, partB: number, keyB: number): number {
    const { index } = this;
    if (this.count === 0) return -1;
    const last = index.length - 1;
    let slot = hash(partA, keyA, partB, keyB) & last;
    for (let k = index[slot] - 1; k >= 0; k = index[slot] - 1) {
      if (this.keyA[k] === keyA && this.keyB[k] === keyB && this.partA[k] === partA && this.partB[k] === partB)
        return k;
      slot = (slot + 1) & last;
    }
    return -1;
  }

  /** The entry of contact c with one of these marks, or −1. */
  findMarked(marks: number, keys: ContactKeys, c: number): number {
    if ((this.used & marks) === 0) return -1;
    const k = this.find(keys, c);
    return k >= 0 && (this.marks[k] & marks) !== 0 ? k : -1;
  }

  /** Marks contact c and returns its entry, which is valid until another is added. The caller writes the columns of a new entry. */
  add(marks: number, { partA, keyA, partB, keyB }: ContactKeys, c: number): number {
    return this.addKeys(marks, partA[c], keyA[c], partB[c], keyB[c]);
  }

  /** Marks the entry with these keys, which is made if there is none, and returns it. */
  addKeys(marks: number, partA: number, keyA: number, partB: number, keyB: number): number {
    let k = this.findKeys(partA, keyA, partB, keyB);
    if (k < 0) {
      if (this.count === this.partA.length) this.makeRoom();
      k = this.count++;
      this.partA[k] = partA;
      this.keyA[k] = keyA;
      this.partB[k] = partB;
      this.keyB[k] = keyB;
      this.marks[k] = 0;
      this.enter(k);
    }
    if ((marks & (ContactMark.known | ContactMark.straight)) !== 0 && this.mode.length === 0) this.openColumns();
    this.marks[k] |= marks;
    this.used |= marks;
    return k;
  }

  /** Removes marks of contact c. */
  remove(marks: number, keys: ContactKeys, c: number): void {
    const found = this.findMarked(marks, keys, c);
    if (found < 0) return;
    this.marks[found] &= ~marks;
    this.used = 0;
    for (let k = 0; k < this.count; k++) this.used |= this.marks[k];
  }

  /** Removes marks of all contacts. */
  clear(marks: number): void {
    if ((this.used & marks) === 0) return;
    this.used &= ~marks;
    if (this.used === 0) {
      this.count = 0;
      this.index.fill(0);
      return;
    }
    for (let k = 0; k < this.count; k++) this.marks[k] &= ~marks;
  }

  /** Replaces these marks, with the columns that belong to them, by those of another memory. */
  copy(other: ContactMemory, marks: number): void {
    this.clear(marks);
    this.merge(other, marks);
  }

  /** Adds these marks of another memory, with the columns that belong to them, to its own. */
  merge(other: ContactMemory, marks: number): void {
    if (!other.hasAny(marks)) return;
    for (let from = 0; from < other.count; from++) {
      const common = other.marks[from] & marks;
      if (common === 0) continue;
      const k = this.add(common, other, from);
      if ((common & ContactMark.known) !== 0) {
        this.mode[k] = other.mode[from];
        for (let x = 0; x < 4; x++) this.force[4 * k + x] = other.force[4 * from + x];
      }
      if ((common & ContactMark.straight) !== 0) {
        for (let x = 0; x < 3; x++) this.direction[3 * k + x] = other.direction[3 * from + x];
      }
    }
  }

  /** Texts of the contacts with one of these marks, in the order of their entries: partA keyA partB keyB. */
  listNames(marks: number): string[] {
    const names: string[] = [];
    for (let k = 0; k < this.count; k++) {
      if ((this.marks[k] & marks) === 0) continue;
      names.push(`${this.partA[k]} ${this.keyA[k]} ${this.partB[k]} ${this.keyB[k]}`);
    }
    return names;
  }

  /** Marks the contact of a text of `listNames`; other texts are ignored. */
  addName(marks: number, name: string): void {
    const keys = String(name).split(" ").map(Number);
    if (keys.length !== 4 || keys.some((key) => (key | 0) !== key)) return;
    this.addKeys(marks, keys[0], keys[1], keys[2], keys[3]);
  }

  private enter(k: number): void {
    const { index } = this;
    const last = index.length - 1;
    let slot = hash(this.partA[k], this.keyA[k], this.partB[k], this.keyB[k]) & last;
    while (index[slot] !== 0) slot = (slot + 1) & last;
    index[slot] = k + 1;
  }

  /** Drops free entries, in order, and grows if more than half are left. */
  private makeRoom(): void {
    let live = 0;
    for (let k = 0; k < this.count; k++) if (this.marks[k] !== 0) this.move(k, live++);
    this.count = live;
    const room = this.partA.length;
    if (2 * live >= room) this.grow(Math.max(initialEntries, 2 * room));
    else this.index.fill(0);
    for (let k = 0; k < live; k++) this.enter(k);
  }

  private move(from: number, to: number): void {
    if (from === to) return;
    this.partA[to] = this.partA[from];
    this.keyA[to] = this.keyA[from];
    this.partB[to] = this.partB[from];
    this.keyB[to] = this.keyB[from];
    this.marks[to] = this.marks[from];
    if (this.mode.length === 0) return;
    this.mode[to] = this.mode[from];
    this.force.copyWithin(4 * to, 4 * from, 4 * from + 4);
    this.direction.copyWithin(3 * to, 3 * from, 3 * from + 3);
  }

  private grow(n: number): void {
    this.partA = resize(this.partA, n);
    this.keyA = resize(this.keyA, n);
    this.partB = resize(this.partB, n);
    this.keyB = resize(this.keyB, n);
    this.marks = resize(this.marks, n);
    this.index = new Int32Array(2 * n);
    if (this.mode.length > 0) this.openColumns();
  }

  /** Makes the columns that only contacts with friction need, with the first contact that needs them. */
  private openColumns(): void {
    const n = this.partA.length;
    this.mode = resize(this.mode, n);
    this.force = resize(this.force, 4 * n);
    this.direction = resize(this.direction, 3 * n);
  }
}

/** Signed 32-bit hash of four integers: multiplications by odd constants, each followed by a shift that mixes high bits in. */
function hash(partA: number, keyA: number, partB: number, keyB: number): number {
  let h = Math.imul(partA, hashMultiplier) ^ keyA;
  h = Math.imul(h ^ (h >>> 15), secondMultiplier) ^ partB;
  h = Math.imul(h ^ (h >>> 13), thirdMultiplier) ^ keyB;
  h = Math.imul(h ^ (h >>> 16), fourthMultiplier);
  return h ^ (h >>> 15);
}

/**
 * The cells of a grid of many sizes, in a table of buckets. A box lies in one cell: that of its centre, at the level
 * whose cells, cubes of edge 2^level, are a little larger than the box. Unbounded boxes lie together in a level of their
 * own. What may overlap a box at a level has its centre in the box grown by half a cell; those cells are looked through,
 * or all of the level if it has fewer boxes than that is cells.
 *
 *   cell       4 a box    level, and ⌊centre / edge⌋ in x, y, z, modulo 2³²
 *   head       1 a bucket the first box in it; −1 if empty
 *   next, previous        the chain of a bucket, both ways; previous is ~bucket for the first
 *   levelHead, levelNext, levelPrevious    the chain of all boxes at a level, likewise
 */
import { resize } from "../../math/index.js";

/** Levels −1022 … 1023 in steps of one, and one for what has no size. */
const levelBias = 1024;
const unbounded = 2048;

const double = new Float64Array(1);
const words = new Uint32Array(double.buffer);
double[0] = 1;
const highWord = words[1] === 0 ? 0 : 1;

/** The cells of a grid of many levels, in a hash table of buckets. */
export class GridCells {
  /** Levels with boxes in them, in no order, and how many there are. */
  activeCount = 0;
  /** The levels that have boxes, in no order. */
  readonly active: Int32Array = new Int32Array(unbounded + 1);
  /** The number of boxes of each level. */
  readonly levelCount: Int32Array = new Int32Array(unbounded + 1);
  /** The number of boxes of each level that have moved, while they are searched around. */
  readonly levelMoved: Int32Array = new Int32Array(unbounded + 1);
  /** The first box of the chain of each level; −1 if it is empty. */
  readonly levelHead: Int32Array = new Int32Array(unbounded + 1).fill(-1);
  /** The next box in the chain of its level. */
  levelNext: Int32Array = new Int32Array(0);
  /** The previous box in the chain of its level; −1 for the first. */
  levelPrevious: Int32Array = new Int32Array(0);
  /** The cell of each box: level, and ⌊centre/edge⌋ in x, y, z, modulo 2³². */
  cell: Int32Array = new Int32Array(0);
  /** The first box of each bucket; −1 if it is empty. */
  head: Int32Array = new Int32Array(0);
  /** The next box in its bucket. */
  next: Int32Array = new Int32Array(0);
  /** The previous box in its bucket; ~bucket for the first. */
  previous: Int32Array = new Int32Array(0);

  /** Makes room for ids below `limit`, and returns whether all boxes must be linked again. */
  reserve(limit: number): boolean {
    if (limit <= this.next.length) return false;
    let n = 64;
    while (n < limit) n *= 2;
    this.levelNext = resize(this.levelNext, n);
    this.levelPrevious = resize(this.levelPrevious, n);
    this.cell = resize(this.cell, 4 * n);
    this.next = resize(this.next, n);
    this.previous = resize(this.previous, n);
    this.head = new Int32Array(2 * n).fill(-1);
    this.levelHead.fill(-1);
    this.levelCount.fill(0);
    this.activeCount = 0;
    return true;
  }

  /** Puts box `id`, at boxes[6·id], into its cell. */
  link(id: number, boxes: Float64Array): void {
    const { cell, levelCount } = this;
    locateBox(cell, 4 * id, boxes, 6 * id);
    const level = cell[4 * id];
    if (levelCount[level]++ === 0) this.active[this.activeCount++] = level;
    const first = this.levelHead[level];
    this.levelNext[id] = first;
    this.levelPrevious[id] = -1;
    if (first >= 0) this.levelPrevious[first] = id;
    this.levelHead[level] = id;
    const row = hashRow(level, cell[4 * id + 2], cell[4 * id + 3]);
    const bucket = (row + cell[4 * id + 1]) & (this.head.length - 1);
    const inBucket = this.head[bucket];
    this.next[id] = inBucket;
    this.previous[id] = ~bucket;
    if (inBucket >= 0) this.previous[inBucket] = id;
    this.head[bucket] = id;
  }

  /** Removes box `id` from its cell and its level. */
  unlink(id: number): void {
    const level = this.cell[4 * id];
    const after = this.levelNext[id];
    const before = this.levelPrevious[id];
    if (after >= 0) this.levelPrevious[after] = before;
    if (before >= 0) this.levelNext[before] = after;
    else this.levelHead[level] = after;
    if (--this.levelCount[level] === 0) this.deactivate(level);
    const next = this.next[id];
    const previous = this.previous[id];
    if (next >= 0) this.previous[next] = previous;
    if (previous >= 0) this.next[previous] = next;
    else this.head[~previous] = next;
  }

  private deactivate(level: number): void {
    let a = 0;
    while (this.active[a] !== level) a++;
    this.active[a] = this.active[--this.activeCount];
  }
}

/** Returns the edge of the cells of a level, m; infinite for unbounded boxes. */
export function edgeOf(level: number): number {
  // through the array in both cases: a constant would make V8 box the other number
  if (level >= unbounded) double[0] = Infinity;
  else {
    words[1 - highWord] = 0;
    words[highWord] = (level - levelBias + 1023) << 20;
  }
  return double[0];
}

/** Level and place of a box. */
function locateBox(out: Int32Array, o: number, boxes: Float64Array, b: number): void {
  let size = 0;
  for (let k = b; k < b + 3; k++) {
    // a box may fill 15/16 of a cell; cells are not so small that their numbers lose digits
    size = Math.max(size, (boxes[k + 3] - boxes[k]) * (16 / 15));
    size = Math.max(size, Math.abs(boxes[k]) * 2 ** -45, Math.abs(boxes[k + 3]) * 2 ** -45);
  }
  if (!(size < 2 ** 1000)) {
    out[o] = unbounded;
    out[o + 1] = out[o + 2] = out[o + 3] = 0;
    return;
  }
  double[0] = Math.max(size, 2 ** -1000);
  const level = (words[highWord] >>> 20) - 1023 + 1 + levelBias;
  out[o] = level;
  const inverse = 1 / edgeOf(level);
  for (let k = 0; k < 3; k++) {
    out[o + 1 + k] = Math.floor((0.5 * boxes[b + k] + 0.5 * boxes[b + k + 3]) * inverse) | 0;
  }
}

/**
 * Returns the hash of a row of cells along x. Its cells lie side by side in the table, for the cache: bucket =
 * (hashRow + x) & mask.
 */
export function hashRow(level: number, y: number, z: number): number {
  let h = Math.imul(y, 0xd8163841) ^ Math.imul(z, 0xcb1ab31f) ^ Math.imul(level, 0x9e3779b1);
  h ^= h >>> 15;
  h = Math.imul(h, 0x2c1b3c6d);
  return h ^ (h >>> 13);
}

/**
 * Overlapping boxes by a grid, for scenes where sorted lists have much to exchange: n boxes at a given density, moving a
 * given distance, make O(n^(5/3)) exchanges a pass, as each passes all those that lie beside it on an axis, however far
 * away on the others.
 *
 * Every box is registered in the grid with a larger one, grown by `margin` times its greatest length on all sides. While
 * it stays within that nothing is done for it; when it has left, it is registered anew and the cells around are searched.
 * The pairs of larger boxes are the candidates (grid-candidates.ts), and those whose boxes proper overlap are the answer:
 * the same as that of the sorted lists, whatever the margin. A pass costs O(n + candidates), and a search for each box
 * that has left (grid-search.ts).
 *
 * Where the cells say little of where boxes are, many thin ones side by side, or large ones that move among much dust, the
 * searches are given up after `searchLimit` looks for each box there is, and a tree of the boxes finds the candidates, in
 * O(n log n + k).
 *
 * Follows: Rigid Body Simulation, section 7.2, in its results.
 */
import { requireNonNegative, resize } from "../../math/index.js";
import { BoundsTree, boundsContain, PairBuffer } from "../shapes/index.js";
import { BoxTable, type BroadPhase, Stage } from "./broad-phase.js";
import { GridCandidates } from "./grid-candidates.js";
import { GridCells } from "./grid-cells.js";
import { GridOrder } from "./grid-order.js";
import { searchAround } from "./grid-search.js";
import { PairList } from "./pair-list.js";
import { defaultMargin, defaultSearchLimit } from "./parameters.js";

/** Rounds a sum of distances down. */
const down = 1 - 2 ** -50;

/** The options of a `Grid`. */
export interface GridOptions {
  /**
   * The distance by which the registered boxes reach beyond the boxes, as a share of their greatest length. Default
   * 0.1.
   */
  readonly margin?: number;
  /** The number of cells and boxes looked at, for each box there is, after which a tree does the rest. Default 256. */
  readonly searchLimit?: number;
}

/** A broad phase by a grid of cells of many sizes: the default. */
export class Grid implements BroadPhase {
  /** The pairs of boxes that overlapped, or touched, at the last `update`. */
  readonly pairs: PairList = new PairList();
  /** The number of boxes that were registered anew in the last pass. */
  moved = 0;
  /** The number of pairs of registered boxes that overlap. */
  candidateCount = 0;
  /** The number of cells and boxes looked at in the last pass. */
  looks = 0;
  /** The number of passes in which a search was given up and a tree was built. */
  rebuilds = 0;
  /** One number, in an array so that it is not boxed. */
  private readonly margin: Float64Array;
  private readonly searchLimit: number;
  private readonly table: BoxTable = new BoxTable();
  private readonly cells: GridCells = new GridCells();
  private readonly order: GridOrder = new GridOrder();
  private readonly found: PairBuffer = new PairBuffer();
  private readonly candidates: GridCandidates = new GridCandidates();
  /** The registered boxes; and how far each box can move at least until it leaves, m. */
  private fat: Float64Array = new Float64Array(0);
  private slack: Float64Array = new Float64Array(0);
  /** 1 for boxes that are registered anew in this pass. */
  private hasMoved: Uint8Array = new Uint8Array(0);
  private list: Int32Array = new Int32Array(0);
  private readonly tree: BoundsTree = new BoundsTree();

  constructor(options: GridOptions = {}) {
    const { margin = defaultMargin, searchLimit = defaultSearchLimit } = options;
    requireNonNegative("margin", margin);
    requireNonNegative("searchLimit", searchLimit);
    this.searchLimit = searchLimit;
    this.margin = Float64Array.of(margin);
  }

  /** Six numbers a box, at 6·id. */
  get boxes(): Float64Array {
    return this.table.boxes;
  }

  /** The smallest id whose numbers were no box at the last pass; −1 if all were good. */
  get badBox(): number {
    return this.table.badBox;
  }

  /** Adds a box, six numbers at box[o], under an id that is free. */
  add(id: number, box: Float64Array, o = 0): void {
    this.table.add(id, box, o);
  }

  /** Replaces the numbers of a box that is there. */
  setBox(id: number, box: Float64Array, o: number): void {
    this.table.setBox(id, box, o);
  }

  /** Removes a box; its pairs end at the next `update`. */
  remove(id: number): void {
    this.table.remove(id);
  }

  /** Brings `pairs` up to date with the boxes. */
  update(): void {
    const { table, pairs, candidates } = this;
    pairs.start();
    const isStale = table.goneCount > 0;
    if (isStale) this.forgetStale();
    this.reserve();
    this.looks = 0;
    this.moved = this.gatherMoved();
    if (this.moved > 0) this.registerMoved();
    const changed = candidates.check(table.now);
    // a box that was registered anew may have lost pairs
    if (changed || isStale || this.moved > 0) {
      pairs.next.clear();
      candidates.collect(pairs.next);
      pairs.commit();
    }
    this.candidateCount = candidates.count;
    table.finish();
  }

  private forgetStale(): void {
    const { table, cells } = this;
    table.sweepOut();
    for (let id = 0; id < table.limit; id++) if (table.stale[id] !== 0) cells.unlink(id);
    this.candidates.drop(table.stale);
    this.pairs.drop(table.stale);
  }

  private reserve(): void {
    const { table, cells } = this;
    if (!cells.reserve(table.limit)) return;
    const n = cells.next.length;
    this.fat = resize(this.fat, 6 * n);
    this.slack = resize(this.slack, n);
    this.hasMoved = resize(this.hasMoved, n);
    this.list = resize(this.list, n);
    this.order.reserve(n);
    for (let id = 0; id < table.limit; id++) if (table.stage[id] === Stage.known) cells.link(id, this.fat);
  }

  /**
   * Reads the boxes, lists those that are new or have left their registered box, and notes how far the others have
   * moved.
   */
  private gatherMoved(): number {
    const { hasMoved, list, table } = this;
    const { stage, limit, way } = table;
    let moved = 0;
    let farthest = 0;
    table.badBox = -1;
    for (let id = 0; id < limit; id++) {
      table.readBox(id);
      hasMoved[id] = 0;
      if (stage[id] === Stage.absent) continue;
      if (stage[id] !== Stage.known || !this.stays(id)) {
        hasMoved[id] = 1;
        list[moved++] = id;
      } else if (way[0] > farthest) farthest = way[0];
    }
    way[0] = farthest;
    this.candidates.advance(way);
    return moved;
  }

  /** Returns whether a box is within its registered one still: if it has moved by less than it had room for, without a look. */
  private stays(id: number): boolean {
    const { fat, slack, table } = this;
    if (table.way[0] === 0) return true;
    slack[id] = (slack[id] - table.way[0]) * down;
    if (slack[id] > 0) return true;
    if (!boundsContain(fat, 6 * id, table.now, 6 * id)) return false;
    measureSlack(slack, id, fat, table.now);
    return true;
  }

  private registerMoved(): void {
    const { fat, list, cells, moved, found, table } = this;
    for (let m = 0; m < moved; m++) {
      const id = list[m];
      if (table.stage[id] === Stage.known) cells.unlink(id);
      fatten(fat, table.now, 6 * id, this.margin);
      measureSlack(this.slack, id, fat, table.now);
      cells.link(id, fat);
    }
    found.clear();
    if (this.searchMoved()) this.candidates.drop(this.hasMoved);
    else this.rebuild();
    found.sort(table.limit);
    this.candidates.merge(found);
  }

  /** Fills `found` with the pairs of the boxes that have moved. False if there is too much to look at. */
  private searchMoved(): boolean {
    const { fat, list, cells, moved, found, hasMoved } = this;
    // a small integer, which is not boxed on its way
    const allowed = Math.min(2 ** 30, Math.floor(this.searchLimit * this.table.count)) | 0;
    for (let m = 0; m < moved; m++) cells.levelMoved[cells.cell[4 * list[m]]]++;
    this.order.arrange(list, moved, cells);
    let looks = 0;
    for (let m = 0; m < moved && looks <= allowed; m++) looks += searchAround(found, list[m], cells, fat, hasMoved);
    for (let m = 0; m < moved; m++) cells.levelMoved[cells.cell[4 * list[m]]] = 0;
    this.looks = looks;
    return looks <= allowed;
  }

  /** Fills `found` with all pairs, of which no candidate is kept. */
  private rebuild(): void {
    const { table, tree, list, found } = this;
    this.rebuilds++;
    let count = 0;
    for (let id = 0; id < table.limit; id++) if (table.stage[id] !== Stage.absent) list[count++] = id;
    tree.build(this.fat, list, count);
    found.clear();
    tree.collectPairs(found);
    this.candidates.count = 0;
  }
}

function fatten(out: Float64Array, boxes: Float64Array, o: number, margin: Float64Array): void {
  const size = Math.max(boxes[o + 3] - boxes[o], boxes[o + 4] - boxes[o + 1], boxes[o + 5] - boxes[o + 2]);
  // an unbounded box is kept as it is on its bounded sides
  const reach = size < Infinity ? margin[0] * size : 0;
  for (let k = 0; k < 3; k++) {
    out[o + k] = boxes[o + k] - reach;
    out[o + 3 + k] = boxes[o + 3 + k] + reach;
  }
}

/** The least distance from a side of a box to that of the registered one, rounded down; NaN of two infinities is none. */
function measureSlack(room: Float64Array, id: number, fat: Float64Array, now: Float64Array): void {
  let least = Infinity;
  for (let k = 6 * id; k < 6 * id + 6; k++) {
    const way = Math.abs(now[k] - fat[k]);
    if (way < least) least = way;
  }
  room[id] = least * down;
}

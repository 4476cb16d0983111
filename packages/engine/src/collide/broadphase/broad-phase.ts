/**
 * The interface of a broad phase, and the table of its boxes. A box has an id that its owner
 * chooses, a small whole number: the index of a body or of a part. A pass is: write the boxes, then `update`.
 *
 * Boxes may be infinite. One that is not a box when `update` comes (NaN, or least > greatest) stays where it was, and
 * `badBox` names it.
 *
 * Follows: Rigid Body Simulation, section 7.2.
 */
import { fail, requireInteger, resize } from "../../math/index.js";
import { isBounds } from "../shapes/index.js";
import type { PairList } from "./pair-list.js";

/** A broad phase: a table of boxes and the list of the pairs of boxes that overlap. */
export interface BroadPhase {
  /** 6 numbers a box, at 6·id: least x, y, z, greatest x, y, z. Write here, or call `setBox`. Replaced by `add`. */
  readonly boxes: Float64Array;
  /** The pairs of boxes that overlapped, or touched, at the last `update`. */
  readonly pairs: PairList;
  /** The smallest id whose box was none at the last `update`; −1 if all were good. */
  readonly badBox: number;
  /** Adds a box, six numbers at box[o], under an id that is free. */
  add(id: number, box: Float64Array, o?: number): void;
  /** Replaces the numbers of a box that is there. */
  setBox(id: number, box: Float64Array, o: number): void;
  /** Removes a box; its pairs end at the next `update`. */
  remove(id: number): void;
  /** Brings `pairs` up to date with the boxes. */
  update(): void;
}

/**
 * The stages of an id: absent; added since the last pass; known; removed since the last pass; removed and added
 * since.
 */
export const Stage = { absent: 0, fresh: 1, known: 2, gone: 3, renewed: 4 } as const;

/** The greatest id, so that an end of an interval and its side fit in 31 bits. */
const maxId = 2 ** 26 - 1;

/**
 * The boxes of a broad phase, as the owner writes them and as the last pass has read them, with the stage of each id.
 */
export class BoxTable {
  /** All ids are below this number. */
  limit = 0;
  /** The number of boxes that are there. */
  count = 0;
  /** The number of boxes that were added since the last pass. */
  freshCount = 0;
  /** The number of known boxes that were removed since the last pass. */
  goneCount = 0;
  /** The smallest id whose numbers were no box at the last pass; −1 if all were good. */
  badBox = -1;
  /** Six numbers a box, at 6·id, as the owner writes them. */
  boxes: Float64Array = new Float64Array(6 * 16);
  /** Six numbers a box as they are in this pass, or were in the last one until they are read. */
  now: Float64Array = new Float64Array(6 * 16);
  /** The `Stage` of each id. */
  stage: Uint8Array = new Uint8Array(16);
  /** The farthest that a side of the box last read has moved, m: an array, so that the number is not boxed. */
  readonly way: Float64Array = new Float64Array(1);
  /** 1 for boxes of which everything known must be forgotten: filled by `sweepOut`. */
  stale: Uint8Array = new Uint8Array(16);

  /** Adds a box under an id that is free. */
  add(id: number, box: Float64Array, o: number): void {
    requireInteger("id", id, 0, maxId, "ids are indices: number the boxes from 0");
    while (id >= this.stage.length) this.grow();
    const stage = this.stage[id];
    if (stage !== Stage.absent && stage !== Stage.gone) {
      fail("id-taken", "id", "must not be that of another box", id, "remove that one first, or use setBox");
    }
    if (!isBounds(box, o)) {
      fail("not-a-box", `box ${id}`, "must be least x, y, z, then greatest x, y, z", box.slice(o, o + 6));
    }
    this.stage[id] = stage === Stage.absent ? Stage.fresh : Stage.renewed;
    this.limit = Math.max(this.limit, id + 1);
    this.count++;
    this.freshCount++;
    for (let k = 0; k < 6; k++) this.boxes[6 * id + k] = this.now[6 * id + k] = box[o + k];
  }

  /** Replaces the numbers of a box that is there. */
  setBox(id: number, box: Float64Array, o: number): void {
    if (!this.isThere(id)) fail("no-such-box", "id", "must be that of a box", id, "add it first");
    for (let k = 0; k < 6; k++) this.boxes[6 * id + k] = box[o + k];
  }

  /** Removes a box. */
  remove(id: number): void {
    const stage = this.stage[id];
    if (!this.isThere(id)) {
      fail("no-such-box", "id", "must be that of a box", id, "it was removed already, or never added");
    }
    if (stage === Stage.fresh || stage === Stage.renewed) this.freshCount--;
    if (stage === Stage.known) this.goneCount++;
    this.stage[id] = stage === Stage.fresh ? Stage.absent : Stage.gone;
    this.count--;
  }

  private isThere(id: number): boolean {
    const stage = this.stage[id];
    return stage !== undefined && stage !== Stage.absent && stage !== Stage.gone;
  }

  /** Reads the boxes of this pass. */
  read(): void {
    this.badBox = -1;
    for (let id = 0; id < this.limit; id++) this.readBox(id);
  }

  /**
   * Reads one box, and writes to `way` how far its sides have moved at most. Numbers that are no box leave it as it
   * was.
   */
  readBox(id: number): void {
    const { boxes, now, stage, way } = this;
    const o = 6 * id;
    let farthest = 0;
    if (isBounds(boxes, o)) {
      for (let k = o; k < o + 6; k++) {
        // NaN for a side that stays at infinity, which is not greater
        const moved = Math.abs(boxes[k] - now[k]);
        if (moved > farthest) farthest = moved;
        now[k] = boxes[k];
      }
    } else if (this.badBox < 0 && stage[id] !== Stage.absent && stage[id] !== Stage.gone) this.badBox = id;
    way[0] = farthest;
  }

  /** Marks the boxes that are gone, or are others by now, in `stale`, and moves them on to `absent` and `fresh`. */
  sweepOut(): void {
    const { stage, stale, limit } = this;
    for (let id = 0; id < limit; id++) {
      stale[id] = stage[id] >= Stage.gone ? 1 : 0;
      if (stage[id] === Stage.gone) stage[id] = Stage.absent;
      if (stage[id] === Stage.renewed) stage[id] = Stage.fresh;
    }
    this.goneCount = 0;
  }

  /** Ends the pass. */
  finish(): void {
    const { stage, limit } = this;
    if (this.freshCount > 0) {
      for (let id = 0; id < limit; id++) if (stage[id] === Stage.fresh) stage[id] = Stage.known;
    }
    this.freshCount = 0;
  }

  private grow(): void {
    const n = 2 * this.stage.length;
    this.boxes = resize(this.boxes, 6 * n);
    this.now = resize(this.now, 6 * n);
    this.stage = resize(this.stage, n);
    this.stale = resize(this.stale, n);
  }
}

/**
 * The order in which a grid searches around boxes that have moved: those of one region after another. What lies around a box
 * lies around its neighbours too, so that it is still in the processor's cache when they are searched around; in the order
 * of their numbers every look would be one into far memory.
 *
 * A region is a cube of 4 × 4 × 4 cells of one level. Boxes are counted out by a number made of it, in O(boxes).
 */
import { resize } from "../../math/index.js";
import { type GridCells, hashRow } from "./grid-cells.js";
import { boxesPerKeyBits, fewestOrdered } from "./parameters.js";

/** The counting sort that brings boxes into the order of their regions. */
export class GridOrder {
  private keys: Int32Array = new Int32Array(0);
  private sorted: Int32Array = new Int32Array(0);
  private starts: Int32Array = new Int32Array(0);

  /** Makes room for so many boxes. */
  reserve(n: number): void {
    if (n <= this.keys.length || n < fewestOrdered) return;
    this.keys = resize(this.keys, n);
    this.sorted = resize(this.sorted, n);
    // a power of two at least as large as any that is used
    let most = 1;
    while (most < n) most *= 2;
    this.starts = new Int32Array(most >> boxesPerKeyBits);
  }

  /** Sorts the first `count` boxes of the list, which have been linked to cells, by region. */
  arrange(list: Int32Array, count: number, { cell }: GridCells): void {
    if (count < fewestOrdered) return;
    const { keys, sorted, starts } = this;
    let regions = fewestOrdered >> boxesPerKeyBits;
    while (regions << boxesPerKeyBits < count) regions *= 2;
    const mask = regions - 1;
    starts.fill(0, 0, regions);
    for (let m = 0; m < count; m++) {
      const c = 4 * list[m];
      const row = hashRow(cell[c], cell[c + 2] >> 2, cell[c + 3] >> 2);
      const key = (row + Math.imul(cell[c + 1] >> 2, 0x9e3779b1)) & mask;
      keys[m] = key;
      starts[key]++;
    }
    let start = 0;
    for (let key = 0; key < regions; key++) {
      const next = start + starts[key];
      starts[key] = start;
      start = next;
    }
    for (let m = 0; m < count; m++) sorted[starts[keys[m]]++] = list[m];
    for (let m = 0; m < count; m++) list[m] = sorted[m];
  }
}

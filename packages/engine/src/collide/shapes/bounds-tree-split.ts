/**
 * How a bounding-box tree is parted: along the direction in which the centres are spread most, where the surface areas
 * of the two halves, weighted with their numbers of boxes, are least (a box of area A is met by a random ray with a
 * chance that goes as A). Only the borders of a dozen bins are tried. Where that leads nowhere (centres all in one place,
 * or a tree that becomes too deep) the list is halved at its median.
 */

import { clearBox, includeBox } from "./bounds.js";
import { fewestBinned, infiniteLength, splitBins } from "./parameters.js";

const binItems = new Int32Array(splitBins);
/** Least and greatest corner of what is in each bin, and of all bins from each one up. */
const binBoxes = new Float64Array(6 * splitBins);
const restArea = new Float64Array(splitBins);
const restItems = new Int32Array(splitBins);
const union = new Float64Array(6);
const low = new Float64Array(3);
const high = new Float64Array(3);

/** Twice the centres of the boxes, finite whatever the box: 3 numbers an item. Written by `readCentres`. */
let centres: Float64Array = new Float64Array(0);

/** Reads the centres of the boxes of the first `count` items, before their list is split. */
export function readCentres(items: Int32Array, count: number, boxes: Float64Array): void {
  if (centres.length < boxes.length / 2) centres = new Float64Array(boxes.length / 2);
  for (let s = 0; s < count; s++) {
    for (let k = 0; k < 3; k++) {
      const a = Math.max(-infiniteLength, boxes[6 * items[s] + k]);
      const b = Math.min(infiniteLength, boxes[6 * items[s] + k + 3]);
      centres[3 * items[s] + k] = Math.min(a, infiniteLength) + Math.max(b, -infiniteLength);
    }
  }
}

/**
 * Splits items[start … end − 1], at least two, whose centres were read, into two lists that are not empty, and
 * returns where the second begins.
 */
export function splitItems(
  items: Int32Array,
  start: number,
  end: number,
  boxes: Float64Array,
  byMedian: boolean,
): number {
  const axis = spreadAxis(items, start, end);
  if (!byMedian && end - start >= fewestBinned && high[axis] > low[axis]) {
    const split = chooseBin(items, start, end, boxes, axis);
    if (split >= 0) return partition(items, start, end, axis, split);
  }
  const middle = (start + end) >> 1;
  selectMedian(items, start, end - 1, middle, axis);
  return middle;
}

/** The direction in which the centres are spread most; leaves their extent in low and high. */
function spreadAxis(items: Int32Array, start: number, end: number): number {
  let axis = 0;
  for (let k = 0; k < 3; k++) {
    let least = Infinity;
    let greatest = -Infinity;
    for (let s = start; s < end; s++) {
      const c = centres[3 * items[s] + k];
      if (c < least) least = c;
      if (c > greatest) greatest = c;
    }
    low[k] = least;
    high[k] = greatest;
    if (greatest - least > high[axis] - low[axis]) axis = k;
  }
  return axis;
}

function binOf(item: number, axis: number): number {
  const share = (centres[3 * item + axis] - low[axis]) / (high[axis] - low[axis]);
  return Math.min(splitBins - 1, Math.floor(share * splitBins));
}

/** The bin with which the first list ends; −1 if all are in one bin. */
function chooseBin(items: Int32Array, start: number, end: number, boxes: Float64Array, axis: number): number {
  binItems.fill(0);
  for (let b = 0; b < splitBins; b++) clearBox(binBoxes, 6 * b);
  for (let s = start; s < end; s++) {
    const b = binOf(items[s], axis);
    binItems[b]++;
    includeBox(binBoxes, 6 * b, boxes, 6 * items[s]);
  }
  clearBox(union, 0);
  let items2 = 0;
  for (let b = splitBins - 1; b > 0; b--) {
    includeBox(union, 0, binBoxes, 6 * b);
    items2 += binItems[b];
    restItems[b] = items2;
    restArea[b] = area(union);
  }
  clearBox(union, 0);
  let best = -1;
  let least = Infinity;
  let items1 = 0;
  for (let b = 0; b + 1 < splitBins; b++) {
    includeBox(union, 0, binBoxes, 6 * b);
    items1 += binItems[b];
    if (items1 === 0 || restItems[b + 1] === 0) continue;
    const cost = items1 * area(union) + restItems[b + 1] * restArea[b + 1];
    if (cost < least) {
      least = cost;
      best = b;
    }
  }
  return best;
}

function partition(items: Int32Array, start: number, end: number, axis: number, split: number): number {
  let s = start;
  let t = end - 1;
  while (s <= t) {
    if (binOf(items[s], axis) <= split) s++;
    else {
      const held = items[s];
      items[s] = items[t];
      items[t--] = held;
    }
  }
  return s;
}

/** Hoare's selection: afterwards nothing before `middle` is greater than it, nothing after it smaller. */
function selectMedian(items: Int32Array, start: number, end: number, middle: number, axis: number): void {
  let a = start;
  let b = end;
  while (a < b) {
    const pivotItem = items[(a + b) >> 1];
    let s = a;
    let t = b;
    while (s <= t) {
      while (isBefore(items[s], pivotItem, axis)) s++;
      while (isBefore(pivotItem, items[t], axis)) t--;
      if (s > t) break;
      const held = items[s];
      items[s++] = items[t];
      items[t--] = held;
    }
    if (middle <= t) b = t;
    else if (middle >= s) a = s;
    else return;
  }
}

/** By centre, then by number: a total order. */
function isBefore(item: number, other: number, axis: number): boolean {
  const a = centres[3 * item + axis];
  const b = centres[3 * other + axis];
  return a < b || (a === b && item < other);
}

/** Half the surface; 0 of the empty box. */
function area(box: Float64Array): number {
  const x = Math.max(0, Math.min(infiniteLength, box[3] - box[0]));
  const y = Math.max(0, Math.min(infiniteLength, box[4] - box[1]));
  const z = Math.max(0, Math.min(infiniteLength, box[5] - box[2]));
  return x * y + y * z + z * x;
}

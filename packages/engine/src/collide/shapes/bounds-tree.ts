/**
 * A tree of axis-aligned boxes over the parts of a body, the triangles of a mesh, or any boxes: what lies far from a
 * node's box lies far from all that is below. Built once or again (bounds-tree-split.ts); when the boxes move a little,
 * `refit` gives the nodes their new boxes and leaves the structure as it is.
 *
 *   boxes    6 a node     least corner, greatest corner
 *   right    1 a node     the second child of an inner node; ~item of a leaf. The first child follows its parent
 *
 * so that children have greater indices than their parents, and a loop from the end is a pass from leaves to root.
 * A tree of n items has 2n − 1 nodes. The same boxes give the same tree. NaN has no place in a box.
 *
 * Follows: Rigid Body Simulation, section 7.2.
 */

import { boundsOverlap, clearBox, includeBox } from "./bounds.js";
import { readCentres, splitItems } from "./bounds-tree-split.js";
import type { PairBuffer } from "./pair-buffer.js";
import { treeDepthLimit } from "./parameters.js";

/** A tree of axis-aligned boxes (bounding volume hierarchy). */
export class BoundsTree {
  /** The number of items. */
  count = 0;
  /** The number of nodes: 2 · count − 1. */
  nodeCount = 0;
  /** The box of each node, six numbers each: least corner, greatest corner. */
  boxes: Float64Array = new Float64Array(0);
  /** The second child of an inner node; ~item of a leaf. The first child follows its parent. */
  right: Int32Array = new Int32Array(0);
  /** The number of items that the last query found. */
  hitCount = 0;
  /** The items that the last query found: the first `hitCount` entries. */
  hits: Int32Array = new Int32Array(0);
  private items: Int32Array = new Int32Array(0);

  /** Builds the tree of the boxes at 6·id of the first `count` ids; of the ids 0 … count − 1 if `ids` is null. */
  build(boxes: Float64Array, ids: Int32Array | null, count: number): void {
    if (2 * count > this.right.length) this.grow(Math.max(2 * count, 16));
    this.count = count;
    this.nodeCount = Math.max(0, 2 * count - 1);
    for (let s = 0; s < count; s++) this.items[s] = ids === null ? s : ids[s];
    readCentres(this.items, count, boxes);
    if (count > 0) buildNodes(this.right, this.items, count, boxes);
    this.refit(boxes);
  }

  /** Gives all nodes their boxes anew; the items' boxes at 6·id may have moved. */
  refit(boxes: Float64Array): void {
    refitNodes(this.boxes, this.right, this.nodeCount, boxes);
  }

  /** Fills `hits` with the items whose boxes overlap that at box[o], and returns how many there are. */
  queryBox(box: Float64Array, o: number): number {
    this.hitCount = queryNodes(this.hits, this.boxes, this.right, this.nodeCount, box, o);
    return this.hitCount;
  }

  /** Appends every pair of items whose boxes overlap, once, the smaller item first. Returns the comparisons made. */
  collectPairs(pairs: PairBuffer): number {
    return this.count > 1 ? collectSelfPairs(pairs, this.boxes, this.right) : 0;
  }

  private grow(capacity: number): void {
    this.boxes = new Float64Array(6 * capacity);
    this.right = new Int32Array(capacity);
    this.items = new Int32Array(capacity / 2);
    this.hits = new Int32Array(capacity / 2);
  }
}

/** Lists still to be parted: start, end, the node whose second child it is (−1 for a first child), depth. */
const tasks = new Int32Array(4 * (treeDepthLimit + 2));

function buildNodes(right: Int32Array, items: Int32Array, count: number, boxes: Float64Array): void {
  let depthLimit = 8;
  for (let n = count; n > 1; n >>= 1) depthLimit += 2;
  let node = 0;
  tasks[0] = 0;
  tasks[1] = count;
  tasks[2] = -1;
  tasks[3] = 0;
  for (let top = 4; top > 0; ) {
    top -= 4;
    const start = tasks[top];
    const end = tasks[top + 1];
    const parent = tasks[top + 2];
    const depth = tasks[top + 3];
    if (parent >= 0) right[parent] = node;
    if (end - start === 1) {
      right[node++] = ~items[start];
      continue;
    }
    const middle = splitItems(items, start, end, boxes, depth > depthLimit);
    tasks[top] = middle;
    tasks[top + 1] = end;
    tasks[top + 2] = node++;
    tasks[top + 3] = depth + 1;
    tasks[top + 4] = start;
    tasks[top + 5] = middle;
    tasks[top + 6] = -1;
    tasks[top + 7] = depth + 1;
    top += 8;
  }
}

function refitNodes(out: Float64Array, right: Int32Array, nodeCount: number, boxes: Float64Array): void {
  for (let node = nodeCount - 1; node >= 0; node--) {
    const o = 6 * node;
    clearBox(out, o);
    if (right[node] < 0) includeBox(out, o, boxes, 6 * ~right[node]);
    else {
      includeBox(out, o, out, o + 6);
      includeBox(out, o, out, 6 * right[node]);
    }
  }
}

/** Nodes still to be visited. */
const stack = new Int32Array(8 * (treeDepthLimit + 2));

function queryNodes(
  hits: Int32Array,
  boxes: Float64Array,
  right: Int32Array,
  nodeCount: number,
  box: Float64Array,
  o: number,
): number {
  let found = 0;
  let top = 0;
  if (nodeCount > 0) stack[top++] = 0;
  while (top > 0) {
    const node = stack[--top];
    if (!boundsOverlap(boxes, 6 * node, box, o)) continue;
    if (right[node] < 0) hits[found++] = ~right[node];
    else {
      stack[top++] = right[node];
      stack[top++] = node + 1;
    }
  }
  return found;
}

/** Two nodes still to be compared; twice the same for the pairs within a node. */
function collectSelfPairs(pairs: PairBuffer, boxes: Float64Array, right: Int32Array): number {
  let comparisons = 0;
  let top = 2;
  stack[0] = stack[1] = 0;
  while (top > 0) {
    const a = stack[--top];
    const b = stack[--top];
    if (a === b) {
      if (right[a] < 0) continue;
      stack[top++] = right[a];
      stack[top++] = right[a];
      stack[top++] = a + 1;
      stack[top++] = a + 1;
      stack[top++] = right[a];
      stack[top++] = a + 1;
      continue;
    }
    comparisons++;
    if (!boundsOverlap(boxes, 6 * a, boxes, 6 * b)) continue;
    if (right[a] < 0 && right[b] < 0) {
      pairs.pushOrdered(~right[a], ~right[b]);
      continue;
    }
    // part the one with more below it: its nodes are numbered in a row
    const partA = right[b] < 0 || (right[a] >= 0 && right[a] - a >= right[b] - b);
    const parted = partA ? a : b;
    const kept = partA ? b : a;
    stack[top++] = kept;
    stack[top++] = right[parted];
    stack[top++] = kept;
    stack[top++] = parted + 1;
  }
  return comparisons;
}

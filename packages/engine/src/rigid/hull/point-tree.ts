/**
 * A tree of points, for searches of points above a plane. A node whose bounds exclude every point in it is skipped. It has two
 * bounds: its box,
 *
 *   n·x ≥ Σₖ min(nₖ lowₖ, nₖ highₖ)
 *
 * which holds to the last bit, as products and sums of doubles are monotonic, rounded as they are; and a disc about its centre c
 * across the direction u that leads there from the centre of all, as wide as ρ and from a to b along u,
 *
 *   n·x ≥ n·c + min(a n·u, b n·u) − ρ √(1 − (n·u)²)        |n| = 1
 *
 * less an allowance for rounding: where points are those of a convex surface it is thin. The results are therefore those of a
 * search through all points, ties included. Nodes are halved across their longest side.
 */
import { discRounding, leafSize } from "./parameters.js";

/** Numbers of a box: low and high ends; and of a disc: c, u, a, b, ρ. */
const boxSize = 6;
const discSize = 9;

/** A binary tree of points with bounds of each node. */
export class PointTree {
  /** Coordinates x, y, z of each point. */
  private readonly x: Float64Array;
  /** The points of each leaf one after another. */
  private readonly order: Int32Array;
  private readonly boxes: Float64Array;
  private readonly discs: Float64Array;
  private readonly slack: number;
  /** Start of the points of each node in `order`; their end; the smallest of them. The children of node k are 2k + 1 and 2k + 2. */
  private readonly start: Int32Array;
  private readonly end: Int32Array;
  private readonly smallest: Int32Array;
  private readonly stack = new Int32Array(128);

  /** Builds the tree of all points, or of those in `use`. */
  constructor(x: Float64Array, use: ArrayLike<number> = Int32Array.from({ length: x.length / 3 }, (_, p) => p)) {
    this.x = x;
    this.order = Int32Array.from(use);
    let nodes = 1;
    for (let size = this.order.length; size > leafSize; size = (size + 1) >> 1) nodes = 2 * nodes + 1;
    this.boxes = new Float64Array(boxSize * nodes);
    this.discs = new Float64Array(discSize * nodes);
    this.start = new Int32Array(nodes);
    this.end = new Int32Array(nodes);
    this.smallest = new Int32Array(nodes);
    this.build(0, 0, this.order.length);
    let size = 0;
    for (let k = 0; k < boxSize; k++) size = Math.max(size, Math.abs(this.boxes[k]));
    this.slack = discRounding * size;
  }

  private build(node: number, start: number, end: number): void {
    const { x, order, boxes } = this;
    this.start[node] = start;
    this.end[node] = end;
    const o = boxSize * node;
    for (let k = 0; k < 3; k++) {
      boxes[o + k] = Infinity;
      boxes[o + 3 + k] = -Infinity;
    }
    let smallest = Infinity;
    for (let m = start; m < end; m++) {
      const p = order[m];
      smallest = Math.min(smallest, p);
      for (let k = 0; k < 3; k++) {
        boxes[o + k] = Math.min(boxes[o + k], x[3 * p + k]);
        boxes[o + 3 + k] = Math.max(boxes[o + 3 + k], x[3 * p + k]);
      }
    }
    this.smallest[node] = smallest;
    this.fitDisc(node);
    if (2 * node + 2 >= this.start.length) return;
    const middle = (start + end) >> 1;
    let axis = 0;
    for (let k = 1; k < 3; k++) {
      if (boxes[o + 3 + k] - boxes[o + k] > boxes[o + 3 + axis] - boxes[o + axis]) axis = k;
    }
    halve(order, x, axis, start, middle, end);
    this.build(2 * node + 1, start, middle);
    this.build(2 * node + 2, middle, end);
  }

  private fitDisc(node: number): void {
    const { x, order, boxes, discs } = this;
    const d = discSize * node;
    for (let k = 0; k < 3; k++) {
      const b = boxSize * node + k;
      discs[d + k] = 0.5 * boxes[b] + 0.5 * boxes[b + 3];
      discs[d + 3 + k] = discs[d + k] - (0.5 * boxes[k] + 0.5 * boxes[k + 3]);
    }
    const [cx, cy, cz, ux, uy, uz] = discs.subarray(d, d + 6);
    const length = Math.sqrt(ux * ux + uy * uy + uz * uz);
    for (let k = 3; k < 6; k++) discs[d + k] = length > 0 ? discs[d + k] / length : k === 3 ? 1 : 0;
    let low = Infinity;
    let high = -Infinity;
    let square = 0;
    for (let m = this.start[node]; m < this.end[node]; m++) {
      const i = 3 * order[m];
      const [rx, ry, rz] = [x[i] - cx, x[i + 1] - cy, x[i + 2] - cz];
      const along = rx * discs[d + 3] + ry * discs[d + 4] + rz * discs[d + 5];
      low = Math.min(low, along);
      high = Math.max(high, along);
      const [wx, wy, wz] = [rx - along * discs[d + 3], ry - along * discs[d + 4], rz - along * discs[d + 5]];
      square = Math.max(square, wx * wx + wy * wy + wz * wz);
    }
    discs[d + 6] = low;
    discs[d + 7] = high;
    discs[d + 8] = Math.sqrt(square);
  }

  /** Returns a lower bound on n·x over the points of a node. */
  private boundBelow(node: number, a: number, b: number, c: number): number {
    const { boxes, discs } = this;
    const o = boxSize * node;
    const box = a * boxes[a >= 0 ? o : o + 3] + b * boxes[b >= 0 ? o + 1 : o + 4] + c * boxes[c >= 0 ? o + 2 : o + 5];
    const d = discSize * node;
    const along = a * discs[d + 3] + b * discs[d + 4] + c * discs[d + 5];
    const centre = a * discs[d] + b * discs[d + 1] + c * discs[d + 2];
    const across = Math.sqrt(Math.max(0, 1 - along * along) + discRounding);
    const disc = centre + along * discs[along >= 0 ? d + 6 : d + 7] - discs[d + 8] * across - this.slack;
    return disc > box ? disc : box;
  }

  /** Returns whether some point for which `isMeant` holds is higher than `height` above a plane: unit normal, then a point. */
  hasAbove(plane: Float64Array, height: number, isMeant: (p: number) => boolean = () => true): boolean {
    const { x, order, start, end, stack } = this;
    let depth = 0;
    stack[depth++] = 0;
    while (depth > 0) {
      const node = stack[--depth];
      if (!this.mayBeAbove(node, plane, height)) continue;
      const child = 2 * node + 1;
      if (child + 1 < start.length) {
        stack[depth++] = child;
        stack[depth++] = child + 1;
        continue;
      }
      for (let m = start[node]; m < end[node]; m++) {
        if (measureHeight(plane, x, order[m]) > height && isMeant(order[m])) return true;
      }
    }
    return false;
  }

  /** Returns whether a point of a node may be higher than `height` above a plane. */
  private mayBeAbove(node: number, plane: Float64Array, height: number): boolean {
    const { boxes } = this;
    const o = boxSize * node;
    const x = boxes[plane[0] >= 0 ? o + 3 : o];
    const y = boxes[plane[1] >= 0 ? o + 4 : o + 1];
    const z = boxes[plane[2] >= 0 ? o + 5 : o + 2];
    const box = plane[0] * (x - plane[3]) + plane[1] * (y - plane[4]) + plane[2] * (z - plane[5]);
    if (!(box > height)) return false;
    const offset = plane[0] * plane[3] + plane[1] * plane[4] + plane[2] * plane[5];
    return -this.boundBelow(node, -plane[0], -plane[1], -plane[2]) - offset > height - 4 * this.slack;
  }
}

/** Returns the height of point p above a plane: unit normal, then a point. */
export function measureHeight(plane: Float64Array, x: Float64Array, p: number): number {
  const i = 3 * p;
  return plane[0] * (x[i] - plane[3]) + plane[1] * (x[i + 1] - plane[4]) + plane[2] * (x[i + 2] - plane[5]);
}

/** Partitions the entries from `start` to `end` − 1: those before `middle` are no larger along an axis than those from there on. */
function halve(order: Int32Array, x: Float64Array, axis: number, start: number, middle: number, end: number): void {
  let low = start;
  let high = end - 1;
  while (low < high) {
    const pivot = x[3 * order[(low + high) >> 1] + axis];
    let i = low;
    let j = high;
    while (i <= j) {
      while (x[3 * order[i] + axis] < pivot) i++;
      while (x[3 * order[j] + axis] > pivot) j--;
      if (i > j) break;
      const other = order[i];
      order[i++] = order[j];
      order[j--] = other;
    }
    // what is between j and i is equal to the pivot
    if (middle <= j) high = j;
    else if (middle >= i) low = i;
    else return;
  }
}

/**
 * Two more questions to bounding-box trees: what a ray meets, from near to far, and which parts of two trees are close,
 * where the second tree may be placed in the frame of the first.
 *
 * A ray is eight numbers: origin p, direction d (of any length), and the interval t₀ … t₁ of p + t d that counts. The
 * caller may bring t₁ nearer between two calls of `nextOnRay`: what lies behind it is not visited any more. Distances are
 * rounded outward, so that a box that is only touched is not missed.
 */

import { boundsOverlap } from "./bounds.js";
import type { BoundsTree } from "./bounds-tree.js";
import { frameRotation } from "./frame.js";
import type { PairBuffer } from "./pair-buffer.js";
import { outwardRounding } from "./parameters.js";

/** Slots of the eight numbers of a ray: origin, direction, and the interval of t that counts. */
export const RaySlot = { origin: 0, direction: 3, from: 6, to: 7 } as const;

/** A walk of a ray through a tree of boxes. Each walk under way needs one of its own. */
export class RayWalk {
  /** The nodes still to be visited, a stack. */
  readonly nodes: Int32Array = new Int32Array(200);
  /** The parameter at which the ray enters each of them. */
  readonly entries: Float64Array = new Float64Array(200);
  /** The number of nodes on the stack. */
  top = 0;
}

/** Begins the walk of a ray through a tree. */
export function startRay(walk: RayWalk, tree: BoundsTree, ray: Float64Array, r: number): void {
  walk.top = 0;
  if (tree.nodeCount > 0 && enterBox(entry, 0, tree.boxes, 0, ray, r)) {
    walk.nodes[0] = 0;
    walk.entries[0] = entry[0];
    walk.top = 1;
  }
}

/** Returns the next item whose box the ray meets; −1 if there are no more. Nearer subtrees come first. */
export function nextOnRay(walk: RayWalk, tree: BoundsTree, ray: Float64Array, r: number): number {
  const { nodes, entries } = walk;
  const { right, boxes } = tree;
  while (walk.top > 0) {
    const top = --walk.top;
    if (entries[top] > ray[r + RaySlot.to]) continue;
    const node = nodes[top];
    if (right[node] < 0) return ~right[node];
    const first = node + 1;
    const second = right[node];
    const meetsFirst = enterBox(entry, 0, boxes, 6 * first, ray, r);
    const meetsSecond = enterBox(entry, 1, boxes, 6 * second, ray, r);
    // the farther one goes below the nearer one
    const swap = meetsFirst && meetsSecond && entry[0] <= entry[1];
    if (swap) pushNode(walk, second, 1);
    if (meetsFirst) pushNode(walk, first, 0);
    if (meetsSecond && !swap) pushNode(walk, second, 1);
  }
  return -1;
}

const entry = new Float64Array(2);

function pushNode(walk: RayWalk, node: number, e: number): void {
  walk.nodes[walk.top] = node;
  walk.entries[walk.top++] = entry[e];
}

/** Returns whether the ray meets the box at boxes[b]; out[o] becomes the least t at which it does. */
function enterBox(out: Float64Array, o: number, boxes: Float64Array, b: number, ray: Float64Array, r: number): boolean {
  let from = ray[r + RaySlot.from];
  let to = ray[r + RaySlot.to];
  for (let k = 0; k < 3; k++) {
    const p = ray[r + k];
    const d = ray[r + RaySlot.direction + k];
    const toLeast = boxes[b + k] - p;
    const toGreatest = boxes[b + 3 + k] - p;
    if (d === 0) {
      if (toLeast > 0 || toGreatest < 0) return false;
      continue;
    }
    let near = (d > 0 ? toLeast : toGreatest) / d;
    let far = (d > 0 ? toGreatest : toLeast) / d;
    near -= outwardRounding * Math.abs(near);
    far += outwardRounding * Math.abs(far);
    if (near > from) from = near;
    if (far < to) to = far;
  }
  out[o] = from;
  return from <= to;
}

/**
 * Appends (item of a, item of b) for all whose boxes may overlap. `frames[f]` is the frame of b in that of a: a
 * turned box is taken with the box around it. With `frames` null both are in the same frame, and the answer is exact.
 */
export function collectTreePairs(
  pairs: PairBuffer,
  a: BoundsTree,
  b: BoundsTree,
  frames: Float64Array | null,
  f: number,
): void {
  if (a.count === 0 || b.count === 0) return;
  const { boxes: boxesA, right: rightA } = a;
  const { boxes: boxesB, right: rightB } = b;
  let top = 2;
  stack[0] = stack[1] = 0;
  while (top > 0) {
    const i = stack[--top];
    const j = stack[--top];
    if (frames === null) {
      if (!boundsOverlap(boxesA, 6 * i, boxesB, 6 * j)) continue;
    } else {
      placeBox(placed, 0, boxesB, 6 * j, frames, f);
      if (!boundsOverlap(boxesA, 6 * i, placed, 0)) continue;
    }
    if (rightA[i] < 0 && rightB[j] < 0) {
      pairs.push(~rightA[i], ~rightB[j]);
    } else if (rightB[j] < 0 || (rightA[i] >= 0 && rightA[i] - i >= rightB[j] - j)) {
      stack[top++] = j;
      stack[top++] = rightA[i];
      stack[top++] = j;
      stack[top++] = i + 1;
    } else {
      stack[top++] = rightB[j];
      stack[top++] = i;
      stack[top++] = j + 1;
      stack[top++] = i;
    }
  }
}

const stack = new Int32Array(800);
const placed = new Float64Array(6);

/** Writes the box around a box that is turned and moved: x + R c ± |R| h, c its centre and h half its lengths. */
export function placeBox(
  out: Float64Array,
  o: number,
  box: Float64Array,
  b: number,
  frames: Float64Array,
  f: number,
): void {
  for (let k = 0; k < 3; k++) {
    let least = frames[f + k];
    let greatest = least;
    let size = Math.abs(least);
    for (let m = 0; m < 3; m++) {
      const entry = frames[f + frameRotation + 3 * k + m];
      if (entry === 0) continue;
      const u = entry * box[b + m];
      const v = entry * box[b + 3 + m];
      least += u < v ? u : v;
      greatest += u < v ? v : u;
      size += Math.abs(u) + Math.abs(v);
    }
    // six roundings, each at most half a unit in the last place of the greatest term
    out[o + k] = least - outwardRounding * size;
    out[o + 3 + k] = greatest + outwardRounding * size;
  }
}

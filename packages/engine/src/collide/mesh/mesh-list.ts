/**
 * Which triangles of a mesh are near a body: the list that a memory keeps (mesh-cache.ts), which is made anew when the body
 * has come so far that others might be nearer. It is in the order of the tree, whatever was in it before.
 *
 * Follows: Rigid Body Simulation, section 7.1.
 */
import { computeBounds, type Shape, type TriangleMesh } from "../shapes/index.js";
import { Bound, boundSize, Memo, type MeshCache, type MeshMemory, measureDisplacement } from "./mesh-cache.js";
import { placedA } from "./mesh-place.js";
import { limits } from "./mesh-triangle.js";

/** The box around A, in the frame of the mesh. */
export const box: Float64Array = new Float64Array(6);
/** How far from A triangles are listed, beyond the tolerance, as a part of its reach. */
const listMargin = 0.1;
/** A list that would be longer than this is none: bodies that are far from the mesh. */
const listLimit = 128;
/** In reaches of A. */
const travelLimit = 16;
/** Of coordinates and distances, as a part of the sizes. */
export const rounding = 1e-14;

const nodes = new Int32Array(200);
const apart = new Float64Array(1);
const between = new Float64Array(1);
/** Of A and the triangles together (0), and the reach of A with room for rounding (1), m. */
export const size: Float64Array = new Float64Array(2);

/** Brings the memory to where A is now, at placedA. What is still known of this very place is left as it is. */
export function moveMemory(memory: MeshMemory, mesh: TriangleMesh, shape: Shape): void {
  const { frames, numbers } = memory;
  computeBounds(box, 0, shape, placedA, 0);
  size[0] = shape.reach + mesh.triangle.reach;
  size[1] = shape.reach + rounding * size[0];
  if (memory.mesh !== mesh || memory.shape !== shape) {
    memory.reset();
    memory.mesh = mesh;
    memory.shape = shape;
    numbers[Memo.tolerance] = Number.NaN;
  }
  const moved = measureDisplacement(placedA, frames, 0, shape)[0];
  if (moved === 0 && numbers[Memo.tolerance] === limits[1]) return;
  memory.stamp++;
  numbers[Memo.tolerance] = limits[1];
  // upward, so that rounding takes nothing from it
  numbers[Memo.travelled] = (numbers[Memo.travelled] + moved) * (1 + 2 ** -52);
  for (let k = 0; k < 12; k++) frames[k] = placedA[k];
  // not so far that its last digits count; and after a frame that was not a number, from scratch
  if (!(numbers[Memo.travelled] < travelLimit * shape.reach)) rebase(memory);
}

/** Counts what A has travelled from here on. */
function rebase(memory: MeshMemory): void {
  const { bounds, numbers } = memory;
  const travelled = numbers[Memo.travelled];
  for (let k = 0; k < memory.count; k++) {
    const b = boundSize * memory.rows[k];
    const moved = travelled - bounds[b + Bound.travelled];
    const known = moved < Infinity;
    for (let c = 0; c < Bound.travelled; c++) bounds[b + c] = known ? bounds[b + c] - moved : -Infinity;
    bounds[b + Bound.travelled] = 0;
  }
  numbers[Memo.travelled] = 0;
  if (!(travelled < Infinity)) numbers[Memo.listed] = numbers[Memo.safe] = -1;
}

/** Sees to it that the list has all triangles within the tolerance. */
export function ensureList(memory: MeshMemory, shape: Shape, cache: MeshCache | null): void {
  measureListed(memory, shape);
  if (memory.numbers[Memo.listed] >= 0 && memory.numbers[Memo.margin] > limits[1]) return;
  apart[0] = limits[1] + listMargin * shape.reach;
  makeList(memory, cache, 0x7fffffff);
  measureListed(memory, shape);
}

/** margin ← how far triangles that are not in the list are from A at least, m. */
function measureListed({ frames, numbers }: MeshMemory, shape: Shape): void {
  const moved = measureDisplacement(placedA, frames, 12, shape)[0];
  numbers[Memo.margin] = numbers[Memo.listed] - moved - rounding * size[0];
}

/** Lists what is near a body that was found at distance limits[0], if that is not too much. */
export function listFar(memory: MeshMemory, shape: Shape, cache: MeshCache | null): void {
  apart[0] = limits[0] + listMargin * shape.reach;
  makeList(memory, cache, listLimit);
}

/** All leaves whose boxes are no farther from A's than apart[0]. Those that were known keep their rows. */
function makeList(memory: MeshMemory, cache: MeshCache | null, most: number): void {
  const { right, boxes } = (memory.mesh as TriangleMesh).tree;
  const { numbers, frames } = memory;
  const oldCount = memory.count;
  for (let k = 0; k < oldCount; k++) {
    memory.oldLeaves[k] = memory.leaves[k];
    memory.oldRows[k] = memory.rows[k];
  }
  if (cache !== null) cache.walked++;
  let old = 0;
  let count = 0;
  let top = 1;
  nodes[0] = 0;
  while (top > 0 && count <= most) {
    const node = nodes[--top];
    if (!isNear(boxes, 6 * node)) continue;
    if (right[node] >= 0) {
      nodes[top++] = right[node];
      nodes[top++] = node + 1;
      continue;
    }
    // rows of leaves that are left out are free
    while (old < oldCount && memory.oldLeaves[old] < node) releaseRow(memory, memory.oldRows[old++]);
    if (count === memory.leaves.length) memory.growList(2 * count);
    const known = old < oldCount && memory.oldLeaves[old] === node;
    memory.leaves[count] = node;
    memory.rows[count++] = known ? memory.oldRows[old++] : openRow(memory);
  }
  while (old < oldCount) releaseRow(memory, memory.oldRows[old++]);
  memory.count = count;
  numbers[Memo.listed] = apart[0];
  for (let k = 0; k < 12; k++) frames[12 + k] = placedA[k];
  if (count <= most) return;
  for (let k = 0; k < count; k++) releaseRow(memory, memory.rows[k]);
  memory.count = 0;
  numbers[Memo.listed] = -1;
}

/** A row for the leaf whose box has just been measured. */
function openRow(memory: MeshMemory): number {
  const row = memory.takeRow();
  const b = boundSize * row;
  memory.bounds[b + Bound.apart] = memory.bounds[b + Bound.clear] = between[0];
  memory.bounds[b + Bound.travelled] = memory.numbers[Memo.travelled];
  return row;
}

function releaseRow(memory: MeshMemory, row: number): void {
  memory.free[memory.freeCount++] = row;
  if (memory.nearestRow === row) memory.nearestRow = -1;
}

function isNear(boxes: Float64Array, b: number): boolean {
  measureBox(between, 0, boxes, b);
  return between[0] <= apart[0];
}

/**
 * out[o] ← how far A is at least from the box at boxes[b …]: from the box around A, or from the ball of its reach, if that
 * is farther.
 */
export function measureBox(out: Float64Array, o: number, boxes: Float64Array, b: number): void {
  let square = 0;
  let round = 0;
  for (let k = 0; k < 3; k++) {
    const along = Math.max(0, boxes[b + k] - box[3 + k], box[k] - boxes[b + 3 + k]);
    square += along * along;
    const radial = Math.max(0, boxes[b + k] - placedA[k], placedA[k] - boxes[b + 3 + k]);
    round += radial * radial;
  }
  out[o] = Math.max(Math.sqrt(square), Math.sqrt(round) - size[1]) * (1 - 1e-15);
}

/** Which triangle of the list to begin with: that which was nearest, or that in the middle of A. */
export function chooseSeed(memory: MeshMemory, mesh: TriangleMesh): number {
  const { boxes } = mesh.tree;
  let best = -1;
  let least = Infinity;
  for (let k = 0; k < memory.count; k++) {
    if (memory.rows[k] === memory.nearestRow) return k;
    const b = 6 * memory.leaves[k];
    let square = 0;
    for (let c = 0; c < 3; c++) {
      const along = boxes[b + c] + boxes[b + 3 + c] - box[c] - box[3 + c];
      square += along * along;
    }
    if (!(square < least)) continue;
    least = square;
    best = k;
  }
  return best;
}

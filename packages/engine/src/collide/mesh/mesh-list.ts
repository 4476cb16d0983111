/**
 * Which triangles of a mesh are near a body: the list that a memory keeps (mesh-cache.ts), which is made anew when the body
 * has come so far that others might be nearer. It is in the order of the tree, whatever was in it before.
 *
 * Follows: Rigid Body Simulation, section 7.1.
 */
import { computeBounds, type Shape, type TriangleMesh } from "../shapes/index.js";
import { boundSize, MemoryField, type MeshCache, type MeshMemory, measureTravel, RowBound } from "./mesh-cache.js";
import type { MeshQuery } from "./mesh-query.js";
import { listLimit, listMargin, meshRounding, travelLimit } from "./parameters.js";

const nodes = new Int32Array(200);
const apart = new Float64Array(1);
const between = new Float64Array(1);

/** Moves the memory to where A is in this call, at `placedA`. If A has not moved, everything stays known. */
export function moveMemory(query: MeshQuery, memory: MeshMemory, mesh: TriangleMesh, shape: Shape): void {
  const { placedA, size, limits } = query;
  const { frames, numbers } = memory;
  computeBounds(query.box, 0, shape, placedA, 0);
  size[0] = shape.reach + mesh.triangle.reach;
  size[1] = shape.reach + meshRounding * size[0];
  if (memory.mesh !== mesh || memory.shape !== shape) {
    memory.reset();
    memory.mesh = mesh;
    memory.shape = shape;
    numbers[MemoryField.tolerance] = Number.NaN;
  }
  const moved = measureTravel(placedA, frames, 0, shape)[0];
  if (moved === 0 && numbers[MemoryField.tolerance] === limits[1]) return;
  memory.stamp++;
  numbers[MemoryField.tolerance] = limits[1];
  // upward, so that rounding takes nothing from it
  numbers[MemoryField.travelled] = (numbers[MemoryField.travelled] + moved) * (1 + 2 ** -52);
  for (let k = 0; k < 12; k++) frames[k] = placedA[k];
  // not so far that its last digits count; and after a frame that was not a number, from scratch
  if (!(numbers[MemoryField.travelled] < travelLimit * shape.reach)) rebase(memory);
}

/** Counts what A has travelled from here on. */
function rebase(memory: MeshMemory): void {
  const { bounds, numbers } = memory;
  const travelled = numbers[MemoryField.travelled];
  for (let k = 0; k < memory.count; k++) {
    const b = boundSize * memory.rows[k];
    const moved = travelled - bounds[b + RowBound.travelled];
    const known = moved < Infinity;
    for (let c = 0; c < RowBound.travelled; c++) bounds[b + c] = known ? bounds[b + c] - moved : -Infinity;
    bounds[b + RowBound.travelled] = 0;
  }
  numbers[MemoryField.travelled] = 0;
  if (!(travelled < Infinity)) numbers[MemoryField.listed] = numbers[MemoryField.safe] = -1;
}

/** Ensures that the list has all triangles within the tolerance. */
export function ensureList(query: MeshQuery, memory: MeshMemory, shape: Shape, cache: MeshCache | null): void {
  const { limits } = query;
  measureListed(query, memory, shape);
  if (memory.numbers[MemoryField.listed] >= 0 && memory.numbers[MemoryField.margin] > limits[1]) return;
  apart[0] = limits[1] + listMargin * shape.reach;
  makeList(query, memory, cache, 0x7fffffff);
  measureListed(query, memory, shape);
}

/** margin ← how far triangles that are not in the list are from A at least, m. */
function measureListed(query: MeshQuery, { frames, numbers }: MeshMemory, shape: Shape): void {
  const moved = measureTravel(query.placedA, frames, 12, shape)[0];
  numbers[MemoryField.margin] = numbers[MemoryField.listed] - moved - meshRounding * query.size[0];
}

/** Lists the triangles near a body that was found at distance limits[0], if these are not too many. */
export function listFar(query: MeshQuery, memory: MeshMemory, shape: Shape, cache: MeshCache | null): void {
  apart[0] = query.limits[0] + listMargin * shape.reach;
  makeList(query, memory, cache, listLimit);
}

/** All leaves whose boxes are no farther from A's than apart[0]. Those that were known keep their rows. */
function makeList(query: MeshQuery, memory: MeshMemory, cache: MeshCache | null, most: number): void {
  const { placedA } = query;
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
    if (!isNear(query, boxes, 6 * node)) continue;
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
  numbers[MemoryField.listed] = apart[0];
  for (let k = 0; k < 12; k++) frames[12 + k] = placedA[k];
  if (count > most) dropList(memory);
}

/** Empties a list that is too long. */
function dropList(memory: MeshMemory): void {
  for (let k = 0; k < memory.count; k++) releaseRow(memory, memory.rows[k]);
  memory.count = 0;
  memory.numbers[MemoryField.listed] = -1;
}

/** A row for the leaf whose box has just been measured. */
function openRow(memory: MeshMemory): number {
  const row = memory.takeRow();
  const b = boundSize * row;
  memory.bounds[b + RowBound.apart] = memory.bounds[b + RowBound.clear] = between[0];
  memory.bounds[b + RowBound.travelled] = memory.numbers[MemoryField.travelled];
  return row;
}

function releaseRow(memory: MeshMemory, row: number): void {
  memory.free[memory.freeCount++] = row;
  if (memory.nearestRow === row) memory.nearestRow = -1;
}

function isNear(query: MeshQuery, boxes: Float64Array, b: number): boolean {
  measureBox(query, between, 0, boxes, b);
  return between[0] <= apart[0];
}

/**
 * Writes to out[o] how far A is at least from the box at boxes[b …]: from the box around A, or from the ball of its
 * reach, if that is farther.
 */
export function measureBox(query: MeshQuery, out: Float64Array, o: number, boxes: Float64Array, b: number): void {
  const { box, placedA } = query;
  let square = 0;
  let round = 0;
  for (let k = 0; k < 3; k++) {
    const along = Math.max(0, boxes[b + k] - box[3 + k], box[k] - boxes[b + 3 + k]);
    square += along * along;
    const radial = Math.max(0, boxes[b + k] - placedA[k], placedA[k] - boxes[b + 3 + k]);
    round += radial * radial;
  }
  out[o] = Math.max(Math.sqrt(square), Math.sqrt(round) - query.size[1]) * (1 - 1e-15);
}

/** Returns which triangle of the list to begin with: the one that was nearest, or the one in the middle of A. */
export function chooseSeed(query: MeshQuery, memory: MeshMemory, mesh: TriangleMesh): number {
  const { box } = query;
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

/**
 * The nearest of the triangles that are met, whatever the order in which they come: the least gap; of those that are the
 * same to rounding one whose points are on the triangle, and of these the first in the tree.
 */

import type { Shape, TriangleMesh } from "../shapes/index.js";
import { type MeshMemory, metSize } from "./mesh-cache.js";
import { limits, Meeting, met } from "./mesh-triangle.js";

/** As the values of a PairResult, in the frame of the mesh. */
export const nearestValues: Float64Array = new Float64Array(10);
/** How it is met, its leaf, and its row if it is in the list. */
export const nearestFound = { meeting: Meeting.none as number, leaf: -1, row: -1 };

export function startNearest(): void {
  nearestValues.fill(0);
  nearestValues[0] = Infinity;
  nearestFound.meeting = Meeting.none;
  nearestFound.leaf = nearestFound.row = -1;
}

/** Compares what is in the row of triangle k of the list. */
export function keepNearer(memory: MeshMemory, k: number): void {
  const row = memory.rows[k];
  for (let c = 0; c < 10; c++) met[c] = memory.mets[metSize * row + c];
  if (takeNearer(memory, memory.leaves[k], memory.meetings[row])) nearestFound.row = row;
}

/** Whether what is in `met` is nearer than all before. */
export function takeNearer(memory: MeshMemory, leaf: number, meeting: number): boolean {
  const rounding = 1e-14 * ((memory.shape as Shape).reach + (memory.mesh as TriangleMesh).triangle.reach);
  const more = met[0] - nearestValues[0];
  if (more > rounding) return false;
  if (more >= -rounding) {
    const onIt = meeting <= Meeting.feature;
    const wasOnIt = nearestFound.meeting <= Meeting.feature;
    if (onIt !== wasOnIt ? wasOnIt : leaf >= nearestFound.leaf) return false;
  }
  for (let c = 0; c < 10; c++) nearestValues[c] = met[c];
  nearestFound.meeting = meeting;
  nearestFound.leaf = leaf;
  nearestFound.row = -1;
  // equals, to rounding, are still of interest
  limits[0] = Math.max(limits[1], met[0] + rounding);
  return true;
}

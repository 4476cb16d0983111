/**
 * The nearest of the triangles, whatever the order in which they come: the least gap; of those that are the
 * same to rounding one whose points are on the triangle, and of these the first in the tree.
 */

import type { Shape, TriangleMesh } from "../shapes/index.js";
import { type MeshMemory, metSize } from "./mesh-cache.js";
import type { MeshQuery } from "./mesh-query.js";
import { ContactCase } from "./mesh-triangle.js";
import { meshRounding } from "./parameters.js";

/** Forgets the nearest triangle. */
export function startNearest(query: MeshQuery): void {
  const { nearestValues, nearestFound } = query;
  nearestValues.fill(0);
  nearestValues[0] = Infinity;
  nearestFound.meeting = ContactCase.none;
  nearestFound.leaf = nearestFound.row = -1;
}

/** Takes what is in the row of triangle k of the list, if that is nearer than all before. */
export function keepNearer(query: MeshQuery, memory: MeshMemory, k: number): void {
  const { met } = query;
  const row = memory.rows[k];
  for (let c = 0; c < 10; c++) met[c] = memory.mets[metSize * row + c];
  if (takeNearer(query, memory, memory.leaves[k], memory.cases[row])) query.nearestFound.row = row;
}

/** Takes what is in `met` if it is nearer than all before, and returns whether it is. */
export function takeNearer(query: MeshQuery, memory: MeshMemory, leaf: number, meeting: number): boolean {
  const { met, nearestValues, nearestFound, limits } = query;
  const rounding = meshRounding * ((memory.shape as Shape).reach + (memory.mesh as TriangleMesh).triangle.reach);
  const more = met[0] - nearestValues[0];
  if (more > rounding) return false;
  if (more >= -rounding) {
    const onIt = meeting <= ContactCase.feature;
    const wasOnIt = nearestFound.meeting <= ContactCase.feature;
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

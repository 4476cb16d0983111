/**
 * How each triangle of a list (mesh-list.ts) is met. One that was met before is passed over if A has not travelled far
 * enough since to be of interest; what is found is the same as if all were met. Those in doubt come last (mesh-settle.ts).
 *
 * Follows: Rigid Body Simulation, section 7.1.
 */
import { resize } from "../../math/index.js";
import type { Shape, TriangleMesh } from "../shapes/index.js";
import { Bound, boundSize, Memo, type MeshCache, type MeshMemory, metSize } from "./mesh-cache.js";
import { rounding, size } from "./mesh-list.js";
import { takeTriangle } from "./mesh-place.js";
import { forgetNormals, rememberNormal, settleAgain, settleTriangle } from "./mesh-settle.js";
import { limits, Meeting, meetTriangle, met } from "./mesh-triangle.js";

/** Which of the list are in doubt. */
let doubts = new Int32Array(64);

/** Meets every triangle of the list that may be as near as limits[0], which `keep` may bring down on the way. */
export function meetList(
  memory: MeshMemory,
  mesh: TriangleMesh,
  shape: Shape,
  tolerance: number,
  keep: (memory: MeshMemory, k: number) => void,
  cache: MeshCache | null,
): void {
  let doubtful = false;
  for (let k = 0; k < memory.count; k++) {
    const row = memory.rows[k];
    if (memory.stamps[row] !== memory.stamp) {
      if (isFarther(memory, mesh, k)) {
        if (cache !== null) cache.skipped++;
        continue;
      }
      meetRow(memory, mesh, k, shape, tolerance);
      if (cache !== null) cache.met++;
    }
    if (memory.meetings[row] === Meeting.doubtful) doubtful = true;
    else if (memory.meetings[row] !== Meeting.none) keep(memory, k);
  }
  if (doubtful) settleList(memory, mesh, shape, keep);
}

/** Whether the triangle is farther than limits[0] for certain, and nothing of A can be below it. */
function isFarther(memory: MeshMemory, mesh: TriangleMesh, k: number): boolean {
  const { bounds } = memory;
  const b = boundSize * memory.rows[k];
  const moved = memory.numbers[Memo.travelled] - bounds[b + Bound.travelled] + rounding * size[0];
  if (bounds[b + Bound.clear] - moved > limits[0]) return true;
  if (!(bounds[b + Bound.apart] - moved > limits[0])) return false;
  return mesh.alone[~mesh.tree.right[memory.leaves[k]]] === 1 || bounds[b + Bound.level] - moved >= -limits[1];
}

/** Meets triangle k of the list, and keeps what is found in its row. */
export function meetRow(memory: MeshMemory, mesh: TriangleMesh, k: number, shape: Shape, tolerance: number): void {
  const row = memory.rows[k];
  const t = ~mesh.tree.right[memory.leaves[k]];
  takeTriangle(mesh, t);
  memory.meetings[row] = meetTriangle(mesh, t, shape, memory, row, tolerance);
  memory.stamps[row] = memory.stamp;
  storeMet(memory, row);
}

function storeMet({ mets }: MeshMemory, row: number): void {
  for (let k = 0; k < 10; k++) mets[metSize * row + k] = met[k];
}

export function loadMet({ mets }: MeshMemory, row: number): void {
  for (let k = 0; k < 10; k++) met[k] = mets[metSize * row + k];
}

/** Those in doubt: twice, since others in doubt may have normals in common with them. */
function settleList(
  memory: MeshMemory,
  mesh: TriangleMesh,
  shape: Shape,
  keep: (memory: MeshMemory, k: number) => void,
): void {
  forgetNormals();
  for (let k = 0; k < memory.count; k++) {
    const row = memory.rows[k];
    const meeting = memory.meetings[row];
    if (memory.stamps[row] !== memory.stamp || (meeting !== Meeting.face && meeting !== Meeting.feature)) continue;
    loadMet(memory, row);
    if (met[0] <= limits[1]) rememberNormal();
  }
  let count = 0;
  for (let k = 0; k < memory.count; k++) {
    const row = memory.rows[k];
    if (memory.stamps[row] !== memory.stamp || memory.meetings[row] !== Meeting.doubtful) continue;
    if (count === doubts.length) doubts = resize(doubts, 2 * count);
    doubts[count++] = k;
    const t = ~mesh.tree.right[memory.leaves[k]];
    takeTriangle(mesh, t);
    memory.meetings[row] = settleTriangle(mesh, t, shape);
    storeMet(memory, row);
  }
  for (let m = 0; m < count; m++) {
    const k = doubts[m];
    const row = memory.rows[k];
    const t = ~mesh.tree.right[memory.leaves[k]];
    takeTriangle(mesh, t);
    loadMet(memory, row);
    memory.meetings[row] = settleAgain(mesh, t, shape, memory.meetings[row]);
    storeMet(memory, row);
    if (memory.meetings[row] !== Meeting.none) keep(memory, k);
  }
}

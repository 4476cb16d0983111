/**
 * The measurement of each triangle of a list (mesh-list.ts). A triangle that was measured before is skipped if A has not
 * travelled far enough since to be of interest; the result is the same as if all were measured. Ambiguous triangles come last
 * (mesh-ambiguous.ts).
 *
 * Follows: Rigid Body Simulation, section 7.1.
 */
import { resize } from "../../math/index.js";
import type { Shape, TriangleMesh } from "../shapes/index.js";
import { forgetNormals, rememberNormal, resolveAgain, resolveTriangle } from "./mesh-ambiguous.js";
import { boundSize, MemoryField, type MeshCache, type MeshMemory, metSize, RowBound } from "./mesh-cache.js";
import { loadTriangle } from "./mesh-place.js";
import type { MeshQuery } from "./mesh-query.js";
import { ContactCase, meetTriangle } from "./mesh-triangle.js";
import { meshRounding } from "./parameters.js";

/** The ambiguous triangles, as places in the list. */
let doubts = new Int32Array(64);

/** Meets every triangle of the list that may be as near as limits[0], which `keep` may bring down on the way. */
export function meetList(
  query: MeshQuery,
  memory: MeshMemory,
  mesh: TriangleMesh,
  shape: Shape,
  tolerance: number,
  keep: (query: MeshQuery, memory: MeshMemory, k: number) => void,
  cache: MeshCache | null,
): void {
  let doubtful = false;
  for (let k = 0; k < memory.count; k++) {
    const row = memory.rows[k];
    if (memory.stamps[row] !== memory.stamp) {
      if (isFarther(query, memory, mesh, k)) {
        if (cache !== null) cache.skipped++;
        continue;
      }
      meetRow(query, memory, mesh, k, shape, tolerance);
      if (cache !== null) cache.met++;
    }
    if (memory.cases[row] === ContactCase.ambiguous) doubtful = true;
    else if (memory.cases[row] !== ContactCase.none) keep(query, memory, k);
  }
  if (doubtful) resolveList(query, memory, mesh, shape, keep);
}

/** Returns whether the triangle is farther than limits[0] for certain, and nothing of A can be below it. */
function isFarther(query: MeshQuery, memory: MeshMemory, mesh: TriangleMesh, k: number): boolean {
  const { limits } = query;
  const { bounds } = memory;
  const b = boundSize * memory.rows[k];
  const moved = memory.numbers[MemoryField.travelled] - bounds[b + RowBound.travelled] + meshRounding * query.size[0];
  if (bounds[b + RowBound.clear] - moved > limits[0]) return true;
  if (!(bounds[b + RowBound.apart] - moved > limits[0])) return false;
  return mesh.alone[~mesh.tree.right[memory.leaves[k]]] === 1 || bounds[b + RowBound.level] - moved >= -limits[1];
}

/** Meets triangle k of the list, and keeps what is found in its row. */
export function meetRow(
  query: MeshQuery,
  memory: MeshMemory,
  mesh: TriangleMesh,
  k: number,
  shape: Shape,
  tolerance: number,
): void {
  const row = memory.rows[k];
  const t = ~mesh.tree.right[memory.leaves[k]];
  loadTriangle(query, mesh, t);
  memory.cases[row] = meetTriangle(query, mesh, t, shape, memory, row, tolerance);
  memory.stamps[row] = memory.stamp;
  storeMet(query, memory, row);
}

function storeMet(query: MeshQuery, { mets }: MeshMemory, row: number): void {
  const { met } = query;
  for (let k = 0; k < 10; k++) mets[metSize * row + k] = met[k];
}

/** Loads `met` from a row of the memory. */
export function loadMet(query: MeshQuery, { mets }: MeshMemory, row: number): void {
  const { met } = query;
  for (let k = 0; k < 10; k++) met[k] = mets[metSize * row + k];
}

/** Resolves the ambiguous triangles: twice, since other ambiguous ones may have normals in common with them. */
function resolveList(
  query: MeshQuery,
  memory: MeshMemory,
  mesh: TriangleMesh,
  shape: Shape,
  keep: (query: MeshQuery, memory: MeshMemory, k: number) => void,
): void {
  const { met, limits } = query;
  forgetNormals();
  for (let k = 0; k < memory.count; k++) {
    const row = memory.rows[k];
    const meeting = memory.cases[row];
    if (memory.stamps[row] !== memory.stamp || (meeting !== ContactCase.face && meeting !== ContactCase.feature))
      continue;
    loadMet(query, memory, row);
    if (met[0] <= limits[1]) rememberNormal(query);
  }
  let count = 0;
  for (let k = 0; k < memory.count; k++) {
    const row = memory.rows[k];
    if (memory.stamps[row] !== memory.stamp || memory.cases[row] !== ContactCase.ambiguous) continue;
    if (count === doubts.length) doubts = resize(doubts, 2 * count);
    doubts[count++] = k;
    const t = ~mesh.tree.right[memory.leaves[k]];
    loadTriangle(query, mesh, t);
    memory.cases[row] = resolveTriangle(query, mesh, t, shape);
    storeMet(query, memory, row);
  }
  for (let m = 0; m < count; m++) {
    const k = doubts[m];
    const row = memory.rows[k];
    const t = ~mesh.tree.right[memory.leaves[k]];
    loadTriangle(query, mesh, t);
    loadMet(query, memory, row);
    memory.cases[row] = resolveAgain(query, mesh, t, shape, memory.cases[row]);
    storeMet(query, memory, row);
    if (memory.cases[row] !== ContactCase.none) keep(query, memory, k);
  }
}

/**
 * Steps of a body near a mesh, proved triangle by triangle (impact-time.ts). Those that are not in the list of the memory,
 * or farther than V Δ, cannot be reached within Δ. Of each of the others, which is convex, s along one direction at both
 * ends of the step bounds all that lies between:
 *
 *   gap ≥ (1 − ξ) s₀ + ξ s₁ − ½ α Δ² ξ (1 − ξ),   0 ≤ ξ ≤ 1
 *
 * with the direction of the last time that the triangle was met, fixed in the world.
 */
import { resize } from "../math/index.js";
import { frameRotation, frameSize } from "./frame.js";
import { ImpactRange, type ImpactSearch, type MovingPair, Work } from "./impact-search.js";
import { Bound, boundSize, Memo, type MeshMemory, metSize } from "./mesh-cache.js";
import { measureAlong, placeInMesh, sizes, takeTriangle } from "./mesh-place.js";
import type { TriangleMesh } from "./mesh-table.js";
import type { Shape } from "./shape.js";

/** Of each triangle of the list: how far it is at least (0), s₀ (1), and the direction in the world (2). */
let starts = new Float64Array(5 * 64);
const n = new Float64Array(3);
/** Part of what the list allows that is taken. */
const most = 0.99;

export function hasMesh(moving: MovingPair): boolean {
  return moving.shapeA.mesh !== null || moving.shapeB.mesh !== null;
}

/** Looks at the triangles of the list where the pair is now. */
export function beginMeshSteps(search: ImpactSearch, moving: MovingPair): void {
  const { frames } = search;
  const onB = moving.shapeB.mesh !== null;
  const shape = onB ? moving.shapeA : moving.shapeB;
  const mesh = (onB ? moving.shapeB.mesh : moving.shapeA.mesh) as TriangleMesh;
  const o = onB ? frameSize : 0;
  const memory = search.meshes.read(0);
  if (starts.length < 5 * memory.count) starts = resize(starts, 10 * memory.count);
  placeInMesh(frames, onB ? 0 : frameSize, frames, o);
  for (let k = 0; k < memory.count; k++) {
    const b = boundSize * memory.rows[k];
    const travelled = memory.numbers[Memo.travelled] - memory.bounds[b + Bound.travelled];
    starts[5 * k] = Math.max(memory.bounds[b + Bound.apart] - travelled, -Infinity);
    measureRow(memory, mesh, k, shape);
    starts[5 * k + 1] = sizes[0];
    for (let c = 0; c < 3; c++) {
      const r = o + frameRotation + 3 * c;
      starts[5 * k + 2 + c] = frames[r] * n[0] + frames[r + 1] * n[1] + frames[r + 2] * n[2];
    }
  }
}

/** s along the direction in which the triangle was last met. */
function measureRow(memory: MeshMemory, mesh: TriangleMesh, k: number, shape: Shape): void {
  for (let c = 0; c < 3; c++) n[c] = memory.mets[metSize * memory.rows[k] + 10 + c];
  takeTriangle(mesh, ~mesh.tree.right[memory.leaves[k]]);
  measureAlong(mesh, shape, n, 0);
}

/** Takes the step wished for if it is proved, else wishes for a shorter one. */
export function tryMeshStep(search: ImpactSearch, moving: MovingPair): boolean {
  const { time, work, frames, settings, range } = search;
  const memory = search.meshes.read(0);
  const speed = range[ImpactRange.speed];
  const reach = most * (memory.numbers[Memo.margin] + settings[1] - settings[0]);
  if (speed * work[Work.wish] > reach) work[Work.wish] = reach / speed;
  if (!(work[Work.wish] > 2 * work[Work.step])) return false;
  const step = work[Work.wish];
  const onB = moving.shapeB.mesh !== null;
  const shape = onB ? moving.shapeA : moving.shapeB;
  const mesh = (onB ? moving.shapeB.mesh : moving.shapeA.mesh) as TriangleMesh;
  const o = onB ? frameSize : 0;
  time[0] = work[Work.now] + step;
  moving.place(frames, time);
  search.evaluations++;
  placeInMesh(frames, onB ? 0 : frameSize, frames, o);
  const q = 0.5 * range[ImpactRange.acceleration] * step * step;
  let last = Infinity;
  for (let k = 0; k < memory.count; k++) {
    if (starts[5 * k] - settings[0] >= speed * step - settings[1]) continue;
    for (let c = 0; c < 3; c++) {
      const r = o + frameRotation + c;
      n[c] = frames[r] * starts[5 * k + 2] + frames[r + 3] * starts[5 * k + 3] + frames[r + 6] * starts[5 * k + 4];
    }
    takeTriangle(mesh, ~mesh.tree.right[memory.leaves[k]]);
    measureAlong(mesh, shape, n, 0);
    const s0 = starts[5 * k + 1] - settings[0];
    const s1 = sizes[0] - settings[0];
    const d = s1 - s0;
    // the least of s₀ + d ξ − q ξ (1 − ξ)
    let least = Math.min(s0, s1);
    if (q > Math.abs(d)) {
      const xi = 0.5 - d / (2 * q);
      least = s0 + d * xi - q * xi * (1 - xi);
    }
    if (!(least >= -work[Work.allowed])) {
      work[Work.wish] = step * (d < -s0 ? (most * Math.max(s0, 0)) / -d : 0.5);
      return false;
    }
    if (s1 < last) last = s1;
  }
  work[Work.step] = step;
  work[Work.rate] = last < Infinity ? (last - work[Work.gap]) / step : 0;
  return true;
}

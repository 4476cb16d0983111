/**
 * Steps of a body near a mesh, proved triangle by triangle (time-of-impact.ts). Triangles that are not in the list of the
 * memory, or farther than V Δ, cannot be reached within Δ. Each of the others is convex: s along one direction, fixed in the
 * world, at both ends of the step bounds all that lies between (step-bound.ts). That direction is the one in which the triangle
 * was last met.
 *
 * Where an edge of the triangle crosses one of the body, a fixed direction leans from those that turn, and s falls at the end
 * of the edge. Then the direction turns evenly to that in which the triangle is met at the end of the step.
 */
import { resize, vec3 } from "../../math/index.js";
import {
  boundSize,
  loadTriangle,
  MemoryField,
  type MeshMemory,
  MeshQuery,
  measureConvex,
  measureTriangle,
  metSize,
  placeInMesh,
  RowBound,
} from "../mesh/index.js";
import { PairSlot } from "../result/index.js";
import { frameRotation, frameSize, type Polyhedron, type Shape, type TriangleMesh } from "../shapes/index.js";
import { listShare } from "./parameters.js";
import { MotionRange, type MovingPair, SearchSlot, type TimeOfImpactSearch } from "./search-state.js";
import { boundAngle, findLeastBetween, Span } from "./step-bound.js";

const query = new MeshQuery();

/** Five numbers for each triangle of the list: its least distance (1), s₀ (1), and the direction in the world (3). */
let starts = new Float64Array(5 * 64);
const n = new Float64Array(3);
/** The bound of the step for one triangle. */
const span = new Float64Array(Span.size);

/** Returns whether one of two moving shapes is a mesh. */
export function hasMesh(moving: MovingPair): boolean {
  return moving.shapeA.mesh !== null || moving.shapeB.mesh !== null;
}

/** Measures the triangles of the list where the pair is at the beginning of a step. */
export function beginMeshSteps(search: TimeOfImpactSearch, moving: MovingPair): void {
  const { extent } = query;
  const { frames } = search;
  const onB = moving.shapeB.mesh !== null;
  const shape = onB ? moving.shapeA : moving.shapeB;
  const mesh = (onB ? moving.shapeB.mesh : moving.shapeA.mesh) as TriangleMesh;
  const o = onB ? frameSize : 0;
  const memory = search.meshes.read(0);
  if (starts.length < 5 * memory.count) starts = resize(starts, 10 * memory.count);
  placeInMesh(query.placedA, frames, onB ? 0 : frameSize, frames, o);
  for (let k = 0; k < memory.count; k++) {
    const b = boundSize * memory.rows[k];
    const travelled = memory.numbers[MemoryField.travelled] - memory.bounds[b + RowBound.travelled];
    starts[5 * k] = Math.max(memory.bounds[b + RowBound.apart] - travelled, -Infinity);
    measureRow(query, memory, mesh, k, shape);
    starts[5 * k + 1] = extent[0];
    for (let c = 0; c < 3; c++) {
      const r = o + frameRotation + 3 * c;
      starts[5 * k + 2 + c] = frames[r] * n[0] + frames[r + 1] * n[1] + frames[r + 2] * n[2];
    }
  }
}

/** s along the direction in which the triangle was last met. */
function measureRow(query: MeshQuery, memory: MeshMemory, mesh: TriangleMesh, k: number, shape: Shape): void {
  for (let c = 0; c < 3; c++) n[c] = memory.mets[metSize * memory.rows[k] + 10 + c];
  loadTriangle(query, mesh, ~mesh.tree.right[memory.leaves[k]]);
  measureTriangle(query, mesh, shape, n, 0);
}

/** Takes the step wished for if it is proved, and returns whether it is; else wishes for a shorter one. */
export function tryMeshStep(search: TimeOfImpactSearch, moving: MovingPair): boolean {
  const { extent } = query;
  const { time, work, frames, settings, range } = search;
  const memory = search.meshes.read(0);
  const speed = range[MotionRange.speed];
  const reach = listShare * (memory.numbers[MemoryField.margin] + settings[1] - settings[0]);
  if (speed * work[SearchSlot.wish] > reach) work[SearchSlot.wish] = reach / speed;
  if (!(work[SearchSlot.wish] > 2 * work[SearchSlot.step])) return false;
  const step = work[SearchSlot.wish];
  const onB = moving.shapeB.mesh !== null;
  const shape = onB ? moving.shapeA : moving.shapeB;
  const mesh = (onB ? moving.shapeB.mesh : moving.shapeA.mesh) as TriangleMesh;
  const o = onB ? frameSize : 0;
  time[0] = work[SearchSlot.now] + step;
  moving.place(frames, time);
  search.evaluations++;
  placeInMesh(query.placedA, frames, onB ? 0 : frameSize, frames, o);
  let last = Infinity;
  for (let k = 0; k < memory.count; k++) {
    if (starts[5 * k] - settings[0] >= speed * step - settings[1]) continue;
    for (let c = 0; c < 3; c++) {
      const r = o + frameRotation + c;
      n[c] = frames[r] * starts[5 * k + 2] + frames[r + 3] * starts[5 * k + 3] + frames[r + 6] * starts[5 * k + 4];
    }
    loadTriangle(query, mesh, ~mesh.tree.right[memory.leaves[k]]);
    measureTriangle(query, mesh, shape, n, 0);
    const s0 = starts[5 * k + 1] - settings[0];
    span[Span.s0] = s0;
    span[Span.s1] = extent[0] - settings[0];
    span[Span.q] = 0.5 * range[MotionRange.acceleration] * step * step;
    findLeastBetween(span);
    if (!(span[Span.least] >= -work[SearchSlot.allowed])) proveTurning(query, search, mesh, shape, o, k);
    if (!(span[Span.least] >= -work[SearchSlot.allowed])) {
      const d = span[Span.s1] - s0;
      work[SearchSlot.wish] = step * (d < -s0 ? (listShare * Math.max(s0, 0)) / -d : 0.5);
      return false;
    }
    if (span[Span.s1] < last) last = span[Span.s1];
  }
  work[SearchSlot.step] = step;
  work[SearchSlot.rate] = last < Infinity ? (last - work[SearchSlot.gap]) / step : 0;
  return true;
}

/** The proof with a direction that turns, of triangle k of the list, which has been taken at the end of the step. */
function proveTurning(
  query: MeshQuery,
  { work, range, settings, frames, meshes }: TimeOfImpactSearch,
  mesh: TriangleMesh,
  shape: Shape,
  o: number,
  k: number,
): void {
  const { values } = query.convexPair;
  const step = work[SearchSlot.wish];
  const speed = range[MotionRange.speed];
  measureConvex(query, mesh, shape, meshes.read(0), meshes.read(0).rows[k], 0);
  // 2 sin(angle/2) of the directions, and not less than the angle
  let chord = 0;
  for (let c = 0; c < 3; c++) {
    const r = o + frameRotation + 3 * c;
    const x = PairSlot.normal;
    const turned = frames[r] * values[x] + frames[r + 1] * values[x + 1] + frames[r + 2] * values[x + 2];
    chord += (turned - starts[5 * k + 2 + c]) * (turned - starts[5 * k + 2 + c]);
  }
  chord = Math.sqrt(chord);
  if (!(chord < 1)) return;
  const nu = boundAngle(chord) / step;
  const { vertices } = mesh.triangle.polyhedron as Polyhedron;
  const wide = Math.sqrt(Math.max(vec3.lengthSquared(vertices, 3), vec3.lengthSquared(vertices, 6)));
  const far = speed * step + Math.sqrt(vec3.lengthSquared(query.placed, 0)) + shape.reach + wide;
  span[Span.s1] = values[PairSlot.gap] - settings[0];
  const bend = range[MotionRange.acceleration] + nu * (2 * speed + nu * far);
  span[Span.q] = 0.5 * bend * step * step;
  findLeastBetween(span);
}

/**
 * Steps of a body near a mesh, proved triangle by triangle (impact-time.ts). Those that are not in the list of the memory,
 * or farther than V Δ, cannot be reached within Δ. Of each of the others, which is convex, s along one direction at both
 * ends of the step bounds all that lies between (step-proof.ts), with the direction of the last time that the triangle was met, fixed in the world. Where an edge crosses it that leans from
 * what turns, and s falls at the end of the edge; then the direction turns evenly to that in which the triangle is met at the end
 * of the step.
 */
import { resize, vec3 } from "../../math/index.js";
import {
  Bound,
  boundSize,
  convexPair,
  Memo,
  type MeshMemory,
  measureAlong,
  measureConvex,
  metSize,
  placed,
  placeInMesh,
  sizes,
  takeTriangle,
} from "../mesh/index.js";
import { PairSlot } from "../result/index.js";
import { frameRotation, frameSize, type Polyhedron, type Shape, type TriangleMesh } from "../shapes/index.js";
import { ImpactRange, type ImpactSearch, type MovingPair, Work } from "./impact-search.js";
import { boundAngle, findLeastBetween, Span } from "./step-proof.js";

/** Of each triangle of the list: how far it is at least (0), s₀ (1), and the direction in the world (2). */
let starts = new Float64Array(5 * 64);
const n = new Float64Array(3);
/** Of the triangle at hand. */
const span = new Float64Array(Span.size);
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
    span[Span.s0] = s0;
    span[Span.s1] = sizes[0] - settings[0];
    span[Span.q] = 0.5 * range[ImpactRange.acceleration] * step * step;
    findLeastBetween(span);
    if (!(span[Span.least] >= -work[Work.allowed])) proveTurning(search, mesh, shape, o, k);
    if (!(span[Span.least] >= -work[Work.allowed])) {
      const d = span[Span.s1] - s0;
      work[Work.wish] = step * (d < -s0 ? (most * Math.max(s0, 0)) / -d : 0.5);
      return false;
    }
    if (span[Span.s1] < last) last = span[Span.s1];
  }
  work[Work.step] = step;
  work[Work.rate] = last < Infinity ? (last - work[Work.gap]) / step : 0;
  return true;
}

/** The proof with a direction that turns, of triangle k of the list, which has been taken at the end of the step. */
function proveTurning(
  { work, range, settings, frames, meshes }: ImpactSearch,
  mesh: TriangleMesh,
  shape: Shape,
  o: number,
  k: number,
): void {
  const { values } = convexPair;
  const step = work[Work.wish];
  const speed = range[ImpactRange.speed];
  measureConvex(mesh, shape, meshes.read(0), meshes.read(0).rows[k], 0);
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
  const far = speed * step + Math.sqrt(vec3.lengthSquared(placed, 0)) + shape.reach + wide;
  span[Span.s1] = values[PairSlot.gap] - settings[0];
  const bend = range[ImpactRange.acceleration] + nu * (2 * speed + nu * far);
  span[Span.q] = 0.5 * bend * step * step;
  findLeastBetween(span);
}

/**
 * A line p + t d against the triangles of a mesh, without leaks. Along the axis z of the largest |d|, all vertices are
 * sheared so that the line becomes the z axis; a triangle is met if the origin is on the same hand of its three sides:
 *
 *   u = c_x b_y − c_y b_x,  v = a_x c_y − a_y c_x,  w = b_x a_y − b_y a_x,    t = (u a_z + v b_z + w c_z)/(u + v + w)
 *
 * A side has the same number, but for its sign, in both triangles that share it, to the last bit: a line that passes
 * between them meets one at least, and one through the edge itself both. (Woop, Benthin and Wald 2013.)
 *
 * Triangles are entered at their front, u + v + w > 0, and left at their back. Of a mesh that encloses its inside a ray
 * that leaves before it enters has begun within. Of an open one the backs are not met.
 */

import { findMeshPoint, MeshPoint } from "../mesh/index.js";
import { nextOnRay, RaySlot, RayWalk, startRay, type TriangleMesh } from "../shapes/index.js";
import type { LineClip } from "./ray-clip.js";

const walk = new RayWalk();
const ray = new Float64Array(8);
const nearest = new MeshPoint();
const begin = new Float64Array(3);
const everywhere = Float64Array.of(Infinity);
/** The shear: x and y over z, and 1/d_z; the axes. */
const shear = new Float64Array(3);
const axes = new Int32Array(3);
/** t of the first front (0) and back (1); and of the triangle just looked at (2). */
const first = new Float64Array(3);
const firstTriangle = new Int32Array(2);

/** Clips a line to what lies between the first front and the next back of a mesh, within span[0] … span[1]. */
export function clipMesh(clip: LineClip, mesh: TriangleMesh, span: Float64Array): boolean {
  const { line } = clip;
  setShear(line);
  for (let k = 0; k < 6; k++) ray[k] = line[k];
  ray[RaySlot.from] = span[0];
  ray[RaySlot.to] = span[1];
  first[0] = first[1] = Infinity;
  walkMesh(line, mesh, true, mesh.solid);
  const { values, normals, flat } = clip;
  const enters = first[0];
  const inside = mesh.solid && first[1] < Infinity && isInside(line, mesh, span);
  if (!inside && !(enters < Infinity)) return false;
  values[0] = inside ? -Infinity : enters;
  clip.face = inside ? -1 : firstTriangle[0];
  flat[0] = flat[1] = 1;
  for (let k = 0; k < 3; k++) normals[k] = inside ? 0 : mesh.normals[3 * firstTriangle[0] + k];
  if (!inside) {
    // where it leaves again, however far
    ray[RaySlot.from] = enters;
    ray[RaySlot.to] = Infinity;
    first[1] = Infinity;
    walkMesh(line, mesh, false, true);
  }
  values[1] = first[1];
  for (let k = 0; k < 3; k++) normals[3 + k] = first[1] < Infinity ? mesh.normals[3 * firstTriangle[1] + k] : 0;
  return true;
}

/** Returns whether what begins at span[0] has a back before any front. Where both are at one place, the nearest point decides. */
function isInside(line: Float64Array, mesh: TriangleMesh, span: Float64Array): boolean {
  if (first[1] !== first[0]) return first[1] < first[0];
  for (let k = 0; k < 3; k++) begin[k] = line[k] + span[0] * line[3 + k];
  findMeshPoint(nearest, mesh, begin, 0, everywhere);
  return !nearest.isAtBorder && nearest.values[7] < 0;
}

function setShear(line: Float64Array): void {
  let z = 0;
  for (let k = 1; k < 3; k++) if (Math.abs(line[3 + k]) > Math.abs(line[3 + z])) z = k;
  let x = z === 2 ? 0 : z + 1;
  let y = x === 2 ? 0 : x + 1;
  if (line[3 + z] < 0) {
    const other = x;
    x = y;
    y = other;
  }
  axes[0] = x;
  axes[1] = y;
  axes[2] = z;
  shear[0] = line[3 + x] / line[3 + z];
  shear[1] = line[3 + y] / line[3 + z];
  shear[2] = 1 / line[3 + z];
}

/** Fills `first` from ray.from on: fronts, backs or both. */
function walkMesh(line: Float64Array, mesh: TriangleMesh, fronts: boolean, backs: boolean): void {
  startRay(walk, mesh.tree, ray, 0);
  for (let t = nextOnRay(walk, mesh.tree, ray, 0); t >= 0; t = nextOnRay(walk, mesh.tree, ray, 0)) {
    const side = crossTriangle(line, mesh, t);
    if (side < 0 || (side === 0 ? !fronts : !backs)) continue;
    const at = first[2];
    if (!(at >= ray[RaySlot.from] && at <= ray[RaySlot.to])) continue;
    if (at > first[side] || (at === first[side] && t > firstTriangle[side])) continue;
    first[side] = at;
    firstTriangle[side] = t;
    ray[RaySlot.to] = at;
  }
}

/** 0 if the line meets the front of triangle t, 1 its back, −1 if it misses it or runs along it; t to first[2]. */
function crossTriangle(line: Float64Array, { vertices, triangles }: TriangleMesh, triangle: number): number {
  const x = axes[0];
  const y = axes[1];
  const z = axes[2];
  const a = 3 * triangles[3 * triangle];
  const b = 3 * triangles[3 * triangle + 1];
  const c = 3 * triangles[3 * triangle + 2];
  const az = vertices[a + z] - line[z];
  const bz = vertices[b + z] - line[z];
  const cz = vertices[c + z] - line[z];
  const ax = vertices[a + x] - line[x] - shear[0] * az;
  const ay = vertices[a + y] - line[y] - shear[1] * az;
  const bx = vertices[b + x] - line[x] - shear[0] * bz;
  const by = vertices[b + y] - line[y] - shear[1] * bz;
  const cx = vertices[c + x] - line[x] - shear[0] * cz;
  const cy = vertices[c + y] - line[y] - shear[1] * cz;
  const u = cx * by - cy * bx;
  const v = ax * cy - ay * cx;
  const w = bx * ay - by * ax;
  if ((u < 0 || v < 0 || w < 0) && (u > 0 || v > 0 || w > 0)) return -1;
  const whole = u + v + w;
  if (whole === 0) return -1;
  first[2] = ((u * az + v * bz + w * cz) / whole) * shear[2];
  return whole > 0 ? 0 : 1;
}

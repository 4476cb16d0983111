/**
 * Where a ray meets a shape. A convex shape has one stretch t₁ ≤ t ≤ t₂ of the line p + t d in common with it, which its
 * surfaces cut out one by one (ray-clip.ts). A ray is eight numbers as in bounds-tree-query.ts: p, d (of any length), and
 * the interval of t that counts; t is measured in lengths of d.
 *
 *   begins outside   the entry: t₁, and the outward normal there
 *   begins inside    the beginning itself, with the normal against the ray; `inside` is true
 *
 * A ray whose direction is zero is a point: it meets what the point lies in, at its beginning, and has no normals.
 *
 * A mesh is met at its front, or within if it encloses its inside (mesh-ray.ts).
 *
 * Where the line leaves the shape is reported too: for rays that are to find the wall of a room from within. A line that
 * only touches meets the shape. In the frame of the shape the line is taken from its point nearest to the origin, so that
 * rays from far away lose nothing but what their own coordinates have lost.
 */
import { frameRotation, Kind, RaySlot, type Shape } from "../shapes/index.js";
import { clipMesh } from "./mesh-ray.js";
import { findClosestPoint, PointSlot } from "./point-query.js";
import { clipFace, clipHalfSpace, clipRound, LineClip, openClip, widenByBall } from "./ray-clip.js";
import { clipCone } from "./ray-cone.js";

/** Slots of `RayHit.values`: t, the point and the normal where the line enters the shape, and where it leaves. */
export const HitSlot = { t: 0, point: 1, normal: 4, exit: 7, exitPoint: 8, exitNormal: 11 } as const;

/** The hit of a ray on a shape. */
export class RayHit {
  /** The index of the shape hit among several; −1 if there is none. */
  index = -1;
  /** The numbers of the hit: see `HitSlot`. */
  readonly values: Float64Array = new Float64Array(14);
  /** Whether the ray begins within the shape. */
  inside = false;
  /** The face of a polyhedron, or the triangle of a mesh, by which the ray enters, else −1. */
  face = -1;
}

/** t of the point nearest to the origin; and what the direction was multiplied by, so that t is that many times less. */
const shift = new Float64Array(1);
const scale = new Float64Array(1);
/** The interval of t, measured from the point of the line nearest to the origin. */
const span = new Float64Array(2);
const near = new Float64Array(7);
/** The line in the frame of the shape, and what the shape has in common with it. */
const clip = new LineClip();
const { line } = clip;

/** Casts the ray at ray[r] onto a shape whose frame is at frames[f]. Fills `hit` and returns true if it meets it. */
export function castRay(
  hit: RayHit,
  shape: Shape,
  frames: Float64Array,
  f: number,
  ray: Float64Array,
  r: number,
): boolean {
  if (!bringHome(frames, f, ray, r)) return meetPoint(hit, shape, frames, f, ray, r);
  openClip(clip);
  const s = scale[0];
  const from = ray[r + RaySlot.from] / s;
  const to = ray[r + RaySlot.to] / s;
  span[0] = from - shift[0];
  span[1] = to - shift[0];
  if (!clipShape(shape) || !(clip.values[0] <= clip.values[1])) return false;
  // a mesh has been asked for what is not before the beginning
  const t1 = shape.mesh === null ? clip.values[0] + shift[0] : Math.max(from, clip.values[0] + shift[0]);
  const t2 = clip.values[1] + shift[0];
  if (!(t2 >= from && t1 <= to)) return false;
  const { values } = hit;
  hit.inside = shape.mesh === null ? t1 < from : clip.values[0] === -Infinity;
  hit.face = hit.inside ? -1 : clip.face;
  const t = hit.inside ? from : t1;
  values[HitSlot.t] = t * s;
  values[HitSlot.exit] = t2 * s;
  writeStepNormal(shape, 0);
  turnOut(values, HitSlot.normal, frames, f);
  writeStepNormal(shape, 1);
  turnOut(values, HitSlot.exitNormal, frames, f);
  let square = 0;
  for (let k = 0; k < 3; k++) {
    const d = ray[r + RaySlot.direction + k] * s;
    square += d * d;
    values[HitSlot.point + k] = ray[r + k] + t * d;
    values[HitSlot.exitPoint + k] = ray[r + k] + t2 * d;
  }
  if (hit.inside) {
    const size = Math.sqrt(square);
    for (let k = 0; k < 3; k++) values[HitSlot.normal + k] = (-ray[r + RaySlot.direction + k] * s) / size;
  }
  return true;
}

/**
 * The ray's line in the frame of the shape, from its point nearest to the origin: `line`, and t there to `shift`. False if
 * it has no direction.
 */
function bringHome(frames: Float64Array, f: number, ray: Float64Array, r: number): boolean {
  const x = ray[r] - frames[f];
  const y = ray[r + 1] - frames[f + 1];
  const z = ray[r + 2] - frames[f + 2];
  let u = ray[r + RaySlot.direction];
  let v = ray[r + RaySlot.direction + 1];
  let w = ray[r + RaySlot.direction + 2];
  const size = Math.max(Math.abs(u), Math.abs(v), Math.abs(w));
  if (!(size > 0 && size < Infinity)) return false;
  // to where its powers are far from both ends of the range
  let s = 1;
  while (size * s > 2 ** 64) s *= 2 ** -60;
  while (size * s < 2 ** -64) s *= 2 ** 60;
  scale[0] = s;
  u *= s;
  v *= s;
  w *= s;
  const square = u * u + v * v + w * w;
  const t = -(x * u + y * v + z * w) / square;
  for (let k = 0; k < 3; k++) {
    const a = frames[f + frameRotation + k];
    const b = frames[f + frameRotation + 3 + k];
    const c = frames[f + frameRotation + 6 + k];
    line[3 + k] = a * u + b * v + c * w;
    line[k] = a * (x + t * u) + b * (y + t * v) + c * (z + t * w);
  }
  shift[0] = t;
  return true;
}

/** Returns whether the origin of a ray without direction lies in a shape. NaN lies in none. */
function meetPoint(hit: RayHit, shape: Shape, frames: Float64Array, f: number, ray: Float64Array, r: number): boolean {
  for (let k = 0; k < 3; k++) if (ray[r + RaySlot.direction + k] !== 0) return false;
  if (!(ray[r + RaySlot.from] <= ray[r + RaySlot.to])) return false;
  // an open mesh has nothing within
  if (shape.mesh !== null && !shape.mesh.solid) return false;
  findClosestPoint(near, 0, shape, frames, f, ray, r);
  if (!(near[PointSlot.distance] <= 0)) return false;
  const { values } = hit;
  values.fill(0);
  values[HitSlot.t] = ray[r + RaySlot.from];
  values[HitSlot.exit] = ray[r + RaySlot.to];
  for (let k = 0; k < 3; k++) values[HitSlot.point + k] = values[HitSlot.exitPoint + k] = ray[r + k];
  hit.inside = true;
  hit.face = -1;
  return true;
}

/** Cuts the line down to what it has in common with the shape. False if that is nothing. */
function clipShape(shape: Shape): boolean {
  switch (shape.kind) {
    case Kind.sphere:
      clip.extent[0] = shape.radius;
      return clipRound(clip, true);
    case Kind.capsule:
      return clipCapsule(shape);
    case Kind.cylinder:
      clip.extent[0] = shape.radius;
      clip.extent[1] = shape.halfHeight;
      return clipRound(clip, false) && clipFace(clip, 1) && clipFace(clip, -1);
    case Kind.cone:
      return clipCone(clip, shape);
    case Kind.plane:
      return shape.plane !== null && clipHalfSpace(clip, shape.plane, 0, 0);
    case Kind.mesh:
      return shape.mesh !== null && clipMesh(clip, shape.mesh, span);
    default:
      if (shape.polyhedron === null) return false;
      for (let i = 0; i < shape.polyhedron.faceCount; i++) {
        if (!clipHalfSpace(clip, shape.polyhedron.facePlanes, 4 * i, i)) return false;
      }
      return true;
  }
}

/** The cylinder between the centres of two balls, and the balls: from the first entry to the last exit. */
function clipCapsule(shape: Shape): boolean {
  clip.extent[0] = shape.radius;
  clip.extent[1] = shape.halfHeight;
  const meets = clipRound(clip, false) && clipFace(clip, 1) && clipFace(clip, -1);
  if (!meets) {
    clip.values[0] = Infinity;
    clip.values[1] = -Infinity;
  }
  widenByBall(clip, shape, 1);
  widenByBall(clip, shape, -1);
  return true;
}

/** The outward normal where the line enters (end 0) or leaves (end 1), to clip.normals. */
function writeStepNormal(shape: Shape, end: 0 | 1): void {
  const { normals, values } = clip;
  const o = 3 * end;
  if (clip.flat[end] === 1) return;
  const x = line[0] + values[end] * line[3];
  let y = line[1] + values[end] * line[4];
  const z = line[2] + values[end] * line[5];
  if (shape.kind === Kind.capsule) y -= Math.max(-shape.halfHeight, Math.min(shape.halfHeight, y));
  else if (shape.kind === Kind.cylinder) y = 0;
  else if (shape.kind === Kind.cone) y = (Math.sqrt(x * x + z * z) * shape.radius) / (2 * shape.halfHeight);
  const size = Math.sqrt(x * x + y * y + z * z);
  // the tip of a cone
  normals[o] = size > 0 ? x / size : 0;
  normals[o + 1] = size > 0 ? y / size : 1;
  normals[o + 2] = size > 0 ? z / size : 0;
  clip.flat[end] = 1;
}

function turnOut(out: Float64Array, o: number, frames: Float64Array, f: number): void {
  const n = o === HitSlot.normal ? 0 : 3;
  const x = clip.normals[n];
  const y = clip.normals[n + 1];
  const z = clip.normals[n + 2];
  for (let k = 0; k < 3; k++) {
    const row = f + frameRotation + 3 * k;
    out[o + k] = frames[row] * x + frames[row + 1] * y + frames[row + 2] * z;
  }
}

/**
 * A line p + t d cut by the surfaces of a shape, in the shape's frame. What is left is the stretch values[0] … values[1].
 *
 *   half-space n·x ≤ c      enters if n·d < 0, leaves if n·d > 0, at t = (c − n·p)/n·d
 *   around a point          t = t_c ± √((r² − |p + t_c d|²)/d²), t_c = −p·d/d²; around the y axis the same without y
 */
import type { Shape } from "../shapes/index.js";

/** A line that is cut by the surfaces of a shape, and what is left of it. */
export class LineClip {
  /** The line in the frame of the shape: p and d. */
  readonly line: Float64Array = new Float64Array(6);
  /** The stretch of the line that is left: values[0] ≤ t ≤ values[1]. */
  readonly values: Float64Array = new Float64Array(2);
  /** The outward normals at both ends, three numbers each, where they are known (`flat`). */
  readonly normals: Float64Array = new Float64Array(6);
  /** 1 for an end whose normal is in `normals`; else it follows from the place. */
  readonly flat: Uint8Array = new Uint8Array(2);
  /** The face by which the line enters, −1 if that is none. */
  face = -1;
  /** The radius of the surface that cuts next, and the height of its flat faces, m. */
  readonly extent: Float64Array = new Float64Array(2);
}

/** Makes the stretch the whole line. */
export function openClip(clip: LineClip): void {
  clip.values[0] = -Infinity;
  clip.values[1] = Infinity;
  clip.flat[0] = clip.flat[1] = 0;
  clip.face = -1;
}

/** Clips the line by the half-space n·x ≤ c, n and c at planes[o]. Returns false if nothing is left. */
export function clipHalfSpace(clip: LineClip, planes: Float64Array, o: number, face: number): boolean {
  const { line, values, normals, flat } = clip;
  const x = planes[o];
  const y = planes[o + 1];
  const z = planes[o + 2];
  const room = planes[o + 3] - (x * line[0] + y * line[1] + z * line[2]);
  const rate = x * line[3] + y * line[4] + z * line[5];
  if (rate === 0) return room >= 0;
  const t = room / rate;
  const end = rate < 0 ? 0 : 1;
  if (end === 0 ? t > values[0] : t < values[1]) {
    values[end] = t;
    flat[end] = 1;
    normals[3 * end] = x;
    normals[3 * end + 1] = y;
    normals[3 * end + 2] = z;
    if (end === 0) clip.face = face;
  }
  return values[0] <= values[1];
}

const cap = new Float64Array(4);

/** Clips the line by the half-space ± y ≤ h, h in `extent`. */
export function clipFace(clip: LineClip, sign: 1 | -1): boolean {
  cap[1] = sign;
  cap[3] = clip.extent[1];
  return clipHalfSpace(clip, cap, 0, -1);
}

/**
 * Clips the line by the ball, or the cylinder around the y axis, of the radius in `extent`. Returns false if nothing
 * is left.
 */
export function clipRound(clip: LineClip, ball: boolean): boolean {
  const { line, values, flat } = clip;
  const r = clip.extent[0];
  const y = ball ? line[1] : 0;
  const v = ball ? line[4] : 0;
  const square = line[3] * line[3] + v * v + line[5] * line[5];
  const t = square > 0 ? -(line[0] * line[3] + y * v + line[2] * line[5]) / square : 0;
  const nx = line[0] + t * line[3];
  const ny = y + t * v;
  const nz = line[2] + t * line[5];
  const near = Math.sqrt(nx * nx + ny * ny + nz * nz);
  if (!(near <= r)) return false;
  if (square === 0) return true;
  const half = Math.sqrt(((r - near) * (r + near)) / square);
  if (t - half > values[0]) {
    values[0] = t - half;
    flat[0] = 0;
    clip.face = -1;
  }
  if (t + half < values[1]) {
    values[1] = t + half;
    flat[1] = 0;
  }
  return values[0] <= values[1];
}

/** Widens the stretch by that of the ball at an end of a capsule. */
export function widenByBall(clip: LineClip, shape: Shape, sign: 1 | -1): void {
  const { line, values, flat } = clip;
  const first = values[0];
  const last = values[1];
  const y = line[1];
  line[1] = y - sign * shape.halfHeight;
  values[0] = -Infinity;
  values[1] = Infinity;
  const meets = clipRound(clip, true);
  line[1] = y;
  values[0] = meets ? Math.min(first, values[0]) : first;
  values[1] = meets ? Math.max(last, values[1]) : last;
  // a capsule has no flat part: its normals follow from the place
  flat[0] = flat[1] = 0;
}

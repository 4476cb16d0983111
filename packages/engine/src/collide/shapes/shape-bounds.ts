/**
 * The axis-aligned box around a placed shape: six numbers, least x, y, z and then greatest x, y, z. It is the smallest
 * one, up to rounding. In direction k, with the rows R_k of the rotation matrix and the position x,
 *
 *   sphere      x_k ± r
 *   capsule     x_k ± (h |R_k1| + r)                    the axis of a capsule, cylinder or cone is y: column 1 of R
 *   cylinder    x_k ± (h |R_k1| + r s_k)                s_k = √(R_k0² + R_k2²): how far a unit disc across y reaches
 *   cone        x_k + h R_k1   and   x_k − h R_k1 ± r s_k      the tip, and the rim of the base
 *   polyhedron  the extremes of x_k + R_k·v over the corners v; the same of a mesh
 *   plane       unbounded, but for one side if its normal is one of ±x, ±y, ±z exactly
 *
 * Two boxes that touch overlap: the intervals are closed.
 *
 * Follows: Rigid Body Simulation, section 7.2.
 */
import { vec3 } from "../../math/index.js";
import { frameRotation } from "./frame.js";
import { Kind, type Shape } from "./shape.js";

/** Writes the smallest axis-aligned box around a shape whose frame is at frames[f], up to rounding. */
export function computeBounds(out: Float64Array, o: number, shape: Shape, frames: Float64Array, f: number): void {
  switch (shape.kind) {
    case Kind.polyhedron:
      if (shape.polyhedron !== null) boundPoints(out, o, shape.polyhedron.vertices, frames, f);
      break;
    case Kind.mesh:
      if (shape.mesh !== null) boundPoints(out, o, shape.mesh.vertices, frames, f);
      break;
    case Kind.plane:
      if (shape.plane !== null) boundPlane(out, o, shape.plane, frames, f);
      break;
    case Kind.cone:
      boundCone(out, o, shape, frames, f);
      break;
    default:
      boundRound(out, o, shape, frames, f);
  }
}

/** Sphere, capsule and cylinder: alike on both sides of the position. */
function boundRound(out: Float64Array, o: number, shape: Shape, frames: Float64Array, f: number): void {
  const r = shape.radius;
  const h = shape.halfHeight;
  for (let k = 0; k < 3; k++) {
    const row = f + frameRotation + 3 * k;
    let reach = r;
    if (shape.kind === Kind.cylinder) {
      reach *= Math.sqrt(frames[row] * frames[row] + frames[row + 2] * frames[row + 2]);
    }
    reach += h * Math.abs(frames[row + 1]);
    out[o + k] = frames[f + k] - reach;
    out[o + 3 + k] = frames[f + k] + reach;
  }
}

function boundCone(out: Float64Array, o: number, shape: Shape, frames: Float64Array, f: number): void {
  const r = shape.radius;
  const h = shape.halfHeight;
  for (let k = 0; k < 3; k++) {
    const row = f + frameRotation + 3 * k;
    const tip = h * frames[row + 1];
    const rim = r * Math.sqrt(frames[row] * frames[row] + frames[row + 2] * frames[row + 2]);
    out[o + k] = frames[f + k] + Math.min(tip, -tip - rim);
    out[o + 3 + k] = frames[f + k] + Math.max(tip, -tip + rim);
  }
}

function boundPoints(out: Float64Array, o: number, points: Float64Array, frames: Float64Array, f: number): void {
  for (let k = 0; k < 3; k++) {
    const row = f + frameRotation + 3 * k;
    const a = frames[row];
    const b = frames[row + 1];
    const c = frames[row + 2];
    let least = Infinity;
    let greatest = -Infinity;
    for (let v = 0; v < points.length; v += 3) {
      const x = a * points[v] + b * points[v + 1] + c * points[v + 2];
      if (x < least) least = x;
      if (x > greatest) greatest = x;
    }
    out[o + k] = frames[f + k] + least;
    out[o + 3 + k] = frames[f + k] + greatest;
  }
}

function boundPlane(out: Float64Array, o: number, plane: Float64Array, frames: Float64Array, f: number): void {
  for (let k = 0; k < 3; k++) {
    out[o + k] = -Infinity;
    out[o + 3 + k] = Infinity;
    normal[k] = vec3.dot(frames, f + frameRotation + 3 * k, plane, 0);
  }
  // R n·p ≤ d + R n·x bounds a coordinate of p only if R n has no other
  for (let k = 0; k < 3; k++) {
    if (normal[(k + 1) % 3] !== 0 || normal[(k + 2) % 3] !== 0) continue;
    if (normal[k] > 0) out[o + 3 + k] = frames[f + k] + plane[3];
    else if (normal[k] < 0) out[o + k] = frames[f + k] - plane[3];
  }
}

const normal = new Float64Array(3);

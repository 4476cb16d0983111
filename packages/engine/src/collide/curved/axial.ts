/**
 * Shapes around an axis, as collision detection among curved shapes sees them: a record of numbers in a common frame.
 *
 *   cylinder, cone           as they are
 *   capsule, sphere          their core: a cylinder of radius 0, of height 0 too; their own radius is added at the end
 *
 * Each is the convex hull of circles and points: the rims, or a rim and the tip. How far it reaches along a unit n, from
 * its centre, with n_u = n·u along the axis and n_r = |n − n_u u| across it:
 *
 *   cylinder   h(n) = R n_r + H |n_u|              cone   h(n) = max(H n_u, R n_r − H n_u)
 *
 * A cone's side has n_u = sin γ, n_r = cos γ everywhere: tan γ = R / 2H, half the angle at the tip.
 */
import { Kind, type Shape } from "../shapes/index.js";

/** The fields of a record. */
export const Axial = {
  centre: 0,
  axis: 3,
  radius: 6,
  halfHeight: 7,
  /** 1 for a cone, 0 for the others. */
  cone: 8,
  /** sin γ and cos γ of a cone; 0 and 1 for the others. */
  sine: 9,
  cosine: 10,
  /** Written by `measureReach`: how far it reaches along the direction asked for. */
  reach: 11,
} as const;
/** The numbers that a record takes. */
export const axialSize = 12;

/** Writes the record of a shape in the axes of the world, seen from a point of the world. */
export function writeAxial(
  out: Float64Array,
  shape: Shape,
  frames: Float64Array,
  o: number,
  from: Float64Array,
  i: number,
): void {
  for (let k = 0; k < 3; k++) {
    out[k] = frames[o + k] - from[i + k];
    out[Axial.axis + k] = frames[o + 4 + 3 * k];
  }
  writeSizes(out, shape);
}

/** Writes the record of a shape in the frame at frames[i …]. */
export function writeAxialWithin(
  out: Float64Array,
  shape: Shape,
  framesB: Float64Array,
  o: number,
  frames: Float64Array,
  i: number,
): void {
  const x = framesB[o] - frames[i];
  const y = framesB[o + 1] - frames[i + 1];
  const z = framesB[o + 2] - frames[i + 2];
  const u = framesB[o + 4];
  const v = framesB[o + 7];
  const w = framesB[o + 10];
  for (let k = 0; k < 3; k++) {
    const a = frames[i + 3 + k];
    const b = frames[i + 6 + k];
    const c = frames[i + 9 + k];
    out[k] = a * x + b * y + c * z;
    out[Axial.axis + k] = a * u + b * v + c * w;
  }
  writeSizes(out, shape);
}

function writeSizes(out: Float64Array, shape: Shape): void {
  if (shape.kind === Kind.polyhedron || shape.kind === Kind.plane) return;
  const solid = shape.kind === Kind.cylinder || shape.kind === Kind.cone;
  const radius = solid ? shape.radius : 0;
  const half = shape.halfHeight;
  out[Axial.radius] = radius;
  out[Axial.halfHeight] = half;
  const cone = shape.kind === Kind.cone;
  const slant = Math.sqrt(radius * radius + 4 * half * half);
  out[Axial.cone] = cone ? 1 : 0;
  out[Axial.sine] = cone ? radius / slant : 0;
  out[Axial.cosine] = cone ? (2 * half) / slant : 1;
}

/** Writes how far the shape reaches along ±n from its centre into the field `reach` of its record. */
export function measureReach(axial: Float64Array, n: Float64Array, i: number, sign: number): void {
  const ux = axial[3];
  const uy = axial[4];
  const uz = axial[5];
  const along = n[i] * ux + n[i + 1] * uy + n[i + 2] * uz;
  const x = n[i] - along * ux;
  const y = n[i + 1] - along * uy;
  const z = n[i + 2] - along * uz;
  const across = Math.sqrt(x * x + y * y + z * z);
  const radius = axial[Axial.radius];
  const half = axial[Axial.halfHeight];
  axial[Axial.reach] =
    axial[Axial.cone] === 0
      ? radius * across + half * Math.abs(along)
      : Math.max(half * sign * along, radius * across - half * sign * along);
}

/**
 * Returns the number of rims, circles of radius R at `writeRim`: one of a cone, two of the others; of a sphere they
 * coincide.
 */
export function countRims(axial: Float64Array): number {
  return axial[Axial.cone] === 1 || axial[Axial.halfHeight] === 0 ? 1 : 2;
}

/** Writes the centre of rim k: first the lower one (−H, the base of a cone), then the upper one. */
export function writeRim(out: Float64Array, o: number, axial: Float64Array, k: number): void {
  const y = k === 0 ? -axial[Axial.halfHeight] : axial[Axial.halfHeight];
  out[o] = axial[0] + y * axial[3];
  out[o + 1] = axial[1] + y * axial[4];
  out[o + 2] = axial[2] + y * axial[5];
}

/** Writes the tip of a cone. */
export function writeTip(out: Float64Array, o: number, axial: Float64Array): void {
  writeRim(out, o, axial, 1);
}

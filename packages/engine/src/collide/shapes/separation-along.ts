/**
 * How far apart two placed shapes are along one given direction: a lower bound of their gap, found by looking at each of
 * them once. For the direction n, unit, from B to A,
 *
 *   s(n) = n·(x_A − x_B) − w_A(−n) − w_B(n),      w(n) = max n·R p over the points p of the shape
 *
 *   sphere      r                                 polyhedron   the greatest of m·v over the corners v
 *   capsule     h |m_y| + r                       cylinder     h |m_y| + r √(m_x² + m_z²)          m = Rᵀ n
 *   cone        max(h m_y, r √(m_x² + m_z²) − h m_y)
 *   plane       its offset if m is its normal, else without bound
 *
 * Follows: Rigid Body Simulation, section 7.1.
 */
import { frameRotation } from "./frame.js";
import { sameNormalError } from "./parameters.js";
import { Kind, type Shape } from "./shape.js";

const width = new Float64Array(1);

/** Writes s(n) for n at normal[j] to out[o], m. */
export function measureSeparationAlong(
  out: Float64Array,
  o: number,
  shapeA: Shape,
  framesA: Float64Array,
  oA: number,
  shapeB: Shape,
  framesB: Float64Array,
  oB: number,
  normal: Float64Array,
  j: number,
): void {
  let s = 0;
  for (let k = 0; k < 3; k++) s += normal[j + k] * (framesA[oA + k] - framesB[oB + k]);
  measureWidth(shapeA, framesA, oA, normal, j, -1);
  s -= width[0];
  measureWidth(shapeB, framesB, oB, normal, j, 1);
  out[o] = s - width[0];
}

/** w(± n), to `width`. */
function measureWidth(
  shape: Shape,
  frames: Float64Array,
  f: number,
  normal: Float64Array,
  j: number,
  sign: 1 | -1,
): void {
  const nx = sign * normal[j];
  const ny = sign * normal[j + 1];
  const nz = sign * normal[j + 2];
  const r = f + frameRotation;
  const x = frames[r] * nx + frames[r + 3] * ny + frames[r + 6] * nz;
  const y = frames[r + 1] * nx + frames[r + 4] * ny + frames[r + 7] * nz;
  const z = frames[r + 2] * nx + frames[r + 5] * ny + frames[r + 8] * nz;
  if (shape.polyhedron !== null) {
    const { vertices } = shape.polyhedron;
    let most = -Infinity;
    for (let v = 0; v < vertices.length; v += 3) {
      const along = x * vertices[v] + y * vertices[v + 1] + z * vertices[v + 2];
      if (along > most) most = along;
    }
    width[0] = most;
  } else if (shape.plane !== null) {
    const p = shape.plane;
    const apart = Math.max(Math.abs(x - p[0]), Math.abs(y - p[1]), Math.abs(z - p[2]));
    width[0] = apart <= sameNormalError ? p[3] : Infinity;
  } else {
    const h = shape.halfHeight;
    const across = Math.sqrt(x * x + z * z);
    if (shape.kind === Kind.cone) width[0] = Math.max(h * y, shape.radius * across - h * y);
    else if (shape.kind === Kind.cylinder) width[0] = h * Math.abs(y) + shape.radius * across;
    else width[0] = h * Math.abs(y) + shape.radius;
  }
}

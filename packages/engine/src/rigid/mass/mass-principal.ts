/**
 * The principal frame: origin at the centre of mass, axes along the eigenvectors of the inertia tensor, so that it is
 * diagonal. It is Chaney's `diagonalise`, with the transform that everything else fixed to the body undergoes: drawing,
 * collision geometry, anchors of springs.
 *
 *   I = R diag(I₁, I₂, I₃) Rᵀ,   the diagonal of Chaney's eq. (17)                                              (2–39)
 *   rᵦ = Rᵀ (p − c),   p = R rᵦ + c                                                                       Chaney, eq. (8)
 *
 *   p    a point in the frame of the shape         c   the centre of mass there
 *   rᵦ   the same point in the principal frame     R   the principal axes, as columns
 *
 * Of the 24 ways to name and point the axes it takes the one nearest to no rotation at all: a tensor that is diagonal, or
 * nearly, keeps x, y and z where they are.
 *
 * Follows: Rigid Body Simulation, section 2.10; Chaney, sections 2.2 and 8.2.
 */
import { decomposeSymmetric, mat3, quat, vec3 } from "../../math/index.js";
import { type MassProperties, requireMassProperties } from "./mass-properties.js";
import { productTolerance } from "./parameters.js";

/** The principal frame of a body. */
export interface PrincipalFrame {
  /** Mass, kg. */
  readonly mass: number;
  /** The three principal moments, kg·m². */
  readonly moments: Float64Array;
  /** Centre of mass c in the frame of the shape, m. */
  readonly position: Float64Array;
  /** Rotation R from the principal frame to the axes of the shape, a quaternion [x, y, z, w]. */
  readonly rotation: Float64Array;
}

/** Finds the principal frame of a body: its origin is the centre of mass, its axes are the principal axes. */
export function findPrincipalFrame(properties: MassProperties): PrincipalFrame {
  requireMassProperties("properties", properties);
  const { mass, center, inertia: I } = properties;
  const position = Float64Array.from(center);
  const rotation = Float64Array.of(0, 0, 0, 1);
  const products = Math.max(Math.abs(I[1]), Math.abs(I[2]), Math.abs(I[5]));
  if (products <= productTolerance * mat3.trace(I, 0)) {
    return { mass, moments: Float64Array.of(I[0], I[4], I[8]), position, rotation };
  }
  const lambda = new Float64Array(3);
  const V = new Float64Array(9);
  decomposeSymmetric(lambda, 0, V, 0, I, 0);
  const order = chooseOrder(V);
  const R = new Float64Array(9);
  const moments = new Float64Array(3);
  order.forEach((column, k) => {
    // rounding alone makes a moment negative here: that of a rod about itself
    moments[k] = Math.max(0, lambda[column]);
    // forward: to the positive side of the axis it is called after
    const sign = V[3 * k + column] < 0 ? -1 : 1;
    for (let row = 0; row < 3; row++) R[3 * row + k] = sign * V[3 * row + column];
  });
  quat.fromMatrix(rotation, 0, R, 0);
  quat.normalize(rotation, 0, rotation, 0);
  return { mass, moments, position, rotation };
}

const orders = [
  [0, 1, 2],
  [1, 2, 0],
  [2, 0, 1],
  [0, 2, 1],
  [2, 1, 0],
  [1, 0, 2],
] as const;

/**
 * Returns the order of the columns of V that turns least: with the largest trace, once each points forward. That frame is
 * right-handed by itself: some right-handed one turns by at most 63° and has a trace above 1.9, a left-handed one has at
 * most 1.
 */
function chooseOrder(V: Float64Array): readonly number[] {
  let best: readonly number[] = orders[0];
  let most = 0;
  for (const order of orders) {
    const trace = Math.abs(V[order[0]]) + Math.abs(V[3 + order[1]]) + Math.abs(V[6 + order[2]]);
    if (trace > most) {
      most = trace;
      best = order;
    }
  }
  return best;
}

/** Transforms a point from the frame of the shape to the principal frame: rᵦ = Rᵀ (p − c). */
export function toBodyPoint(out: Float64Array, o: number, frame: PrincipalFrame, p: Float64Array, i: number): void {
  vec3.subtract(out, o, p, i, frame.position, 0);
  quat.rotateVectorInverse(out, o, frame.rotation, 0, out, o);
}

/** Transforms a point from the principal frame to the frame of the shape: p = R rᵦ + c. */
export function toShapePoint(out: Float64Array, o: number, frame: PrincipalFrame, r: Float64Array, i: number): void {
  quat.rotateVector(out, o, frame.rotation, 0, r, i);
  vec3.add(out, o, out, o, frame.position, 0);
}

/** Returns all vertices of a mesh (three numbers each) in the principal frame, for its drawing and its collision geometry. */
export function transformVertices(frame: PrincipalFrame, vertices: Float64Array): Float64Array {
  const moved = new Float64Array(vertices.length);
  for (let i = 0; i < vertices.length; i += 3) toBodyPoint(moved, i, frame, vertices, i);
  return moved;
}

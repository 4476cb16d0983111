/**
 * A point A as seen from B: in axes E that B carries, with the first and second derivatives of its coordinates. Curves
 * and surfaces are then written as if they stood still, for C(x) with gradient g in those axes.
 *
 *   d = p_A − p_B
 *   x = Eᵀ d                                                       E = R_B S,  S the axes of the shape in those of B
 *   ẋ = Eᵀ (ḋ − ω × d)
 *   ẍ = Eᵀ (d̈ − ω̇ × d − 2 ω × ḋ + ω × (ω × d))                     here its part without accelerations
 *
 *   row of A: n = E g          row of B: −n, and for the turn n × d
 *
 * Follows: Constrained Dynamics, section 4.3; Rigid Body Simulation, section 2.5.
 */
import { fail, mat3, requireVector, vec3 } from "../../math/index.js";
import { type End, EndSlot, type MechanismState, type RowTable } from "../model/index.js";
import { createEnd, type Place } from "./place.js";

/** Slots of `SeenPoint.at`: x, ẋ and ẍ. */
export const SeenSlot = { x: 0, rate: 3, acceleration: 6 } as const;

/** A point, and a place that carries a curve or surface. */
export interface OnOptions {
  /** The point. */
  readonly a: Place;
  /** A place whose axes carry the curve or surface, and which is its origin. Default the origin of the world. */
  readonly b?: Place;
}

/** A point A as seen from B. */
export class SeenPoint {
  readonly ends: readonly End[];
  /** See `SeenSlot`. */
  readonly at = new Float64Array(9);
  /** S, row by row. */
  private readonly shape: Float64Array;
  /** E, row by row. */
  readonly axes = new Float64Array(9);
  /** d, ḋ, ω × d and what comes next; then n, −n and n × d. */
  private readonly w = new Float64Array(18);

  constructor(a: End, b: End, shape: Float64Array) {
    this.ends = [a, b];
    this.shape = shape;
  }

  /** Writes `at`. The ends have been located. */
  observe(): void {
    const { at, axes, w } = this;
    const A = this.ends[0].at;
    const B = this.ends[1].at;
    mat3.multiply(axes, 0, B, EndSlot.axes, this.shape, 0);
    vec3.subtract(w, 0, A, EndSlot.point, B, EndSlot.point);
    vec3.subtract(w, 3, A, EndSlot.velocity, B, EndSlot.velocity);
    vec3.cross(w, 6, B, EndSlot.angularVelocity, w, 0);
    mat3.transformVectorTransposed(at, SeenSlot.x, axes, 0, w, 0);
    // ω × (2 ḋ − ω × d) and ω̇ × d
    for (let k = 0; k < 3; k++) {
      w[9 + k] = 2 * w[3 + k] - w[6 + k];
      w[6 + k] = w[3 + k] - w[6 + k];
    }
    mat3.transformVectorTransposed(at, SeenSlot.rate, axes, 0, w, 6);
    vec3.cross(w, 9, B, EndSlot.angularVelocity, w, 9);
    vec3.cross(w, 12, B, EndSlot.angularAcceleration, w, 0);
    for (let k = 0; k < 3; k++) {
      w[9 + k] = A[EndSlot.acceleration + k] - B[EndSlot.acceleration + k] - w[12 + k] - w[9 + k];
    }
    mat3.transformVectorTransposed(at, SeenSlot.acceleration, axes, 0, w, 9);
  }

  /** Transforms coordinates in the axes of B to those of the shape. */
  toShape(x: ArrayLike<number>): Float64Array {
    const out = Float64Array.from(x);
    mat3.transformVectorTransposed(out, 0, this.shape, 0, out, 0);
    return out;
  }

  /** Writes row k of constraint c from g = `g[i …]`. */
  writeRow(table: RowTable, c: number, k: number, g: Float64Array, i: number): void {
    const { w } = this;
    mat3.transformVector(w, 9, this.axes, 0, g, i);
    vec3.negate(w, 12, w, 9);
    vec3.cross(w, 15, w, 9, w, 0);
    table.writeRow(c, 0, k, w, 9, none, 0);
    table.writeRow(c, 1, k, w, 12, w, 15);
  }
}

/** Makes the point that options name, observed once; z of the axes is `axis`, or they are those of B. */
export function createSeenPoint(
  mechanism: MechanismState,
  path: string,
  { a, b = [0, 0, 0] }: OnOptions,
  axis?: ArrayLike<number>,
): SeenPoint {
  const ends = [createEnd(`${path}.a`, mechanism, a), createEnd(`${path}.b`, mechanism, b)];
  for (const end of ends) end.locate(mechanism);
  const shape = new Float64Array(9);
  if (axis === undefined) mat3.setIdentity(shape, 0);
  else createAxes(shape, axis);
  const point = new SeenPoint(ends[0], ends[1], shape);
  point.observe();
  return point;
}

/** The direction of a vector that users name. */
export function requireDirection(path: string, vector: ArrayLike<number>): Float64Array {
  requireVector(path, vector);
  const direction = Float64Array.from(vector);
  if (!vec3.normalize(direction, 0, direction, 0)) {
    fail("no-direction", path, "must not be the zero vector", vector, "only its direction counts");
  }
  return direction;
}

/** Axes with the given z, row by row: a matrix whose third column it is. */
function createAxes(out: Float64Array, z: ArrayLike<number>): void {
  const columns = new Float64Array(9);
  columns.set(Array.from(z), 6);
  vec3.anyPerpendicular(columns, 0, columns, 6);
  vec3.cross(columns, 3, columns, 6, columns, 0);
  mat3.transpose(out, 0, columns, 0);
}

const none = new Float64Array(3);

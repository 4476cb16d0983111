/**
 * Rotations made of expressions, as unit quaternions [x, y, z, w], so that the links of a body are written as on
 * paper: the rotation of the upper arm, then that of the lower one.
 *
 *   turnAbout(axis, θ)      (a sin θ/2, cos θ/2)
 *   P.times(Q)              first Q, then P, as products of matrices are read
 *   Q.rotate(v)             v + 2 w (q × v) + 2 q × (q × v)
 *
 * Follows: Rigid Body Simulation, section 4.
 */
import {
  constant,
  type Expression,
  fail,
  type Operand,
  requireVector,
  VectorExpression,
  vec3,
  vector,
} from "../math/index.js";

/** A rotation as a quaternion of expressions. */
export class RotationExpression {
  /** Components x, y and z of the quaternion. */
  readonly q: VectorExpression;
  /** Component w of the quaternion. */
  readonly w: Expression;

  constructor(q: VectorExpression, w: Expression) {
    this.q = q;
    this.w = w;
  }

  /** Returns the product of rotations: first the other one, then this one. */
  times(other: RotationExpression): RotationExpression {
    const { q, w } = this;
    const product = q.cross(other.q).plus(q.times(other.w)).plus(other.q.times(w));
    return new RotationExpression(product, w.times(other.w).minus(q.dot(other.q)));
  }

  /** Returns a vector rotated from the axes of the link to those of the world. */
  rotate(v: VectorExpression | readonly Operand[]): VectorExpression {
    const { q, w } = this;
    const given = v instanceof VectorExpression ? v : vector(v[0], v[1], v[2]);
    const once = q.cross(given);
    return given.plus(once.times(w).times(2)).plus(q.cross(once).times(2));
  }
}

/** Returns the right-handed rotation by an angle, rad, about an axis; only the direction of the axis counts. */
export function turnAbout(axis: ArrayLike<number>, angle: Operand): RotationExpression {
  const a = readUnit("turnAbout.axis", axis);
  const half = constant(0.5).times(angle);
  const sine = half.sin();
  return new RotationExpression(vector(sine.times(a[0]), sine.times(a[1]), sine.times(a[2])), half.cos());
}

/** Returns a constant rotation from a quaternion [x, y, z, w] of any length but zero. */
export function constantRotation(rotation: ArrayLike<number>): RotationExpression {
  const [x, y, z, w] = readRotation("rotation", rotation);
  return new RotationExpression(vector(x, y, z), constant(w));
}

/** Returns a unit vector from a vector of any length but zero; throws for all else. */
export function readUnit(path: string, axis: ArrayLike<number>): Float64Array {
  requireVector(path, axis);
  const unit = Float64Array.from(axis);
  if (!vec3.normalize(unit, 0, unit, 0)) {
    fail("no-direction", path, "must not be the zero vector", axis, "only its direction counts");
  }
  return unit;
}

/** Returns a unit quaternion from four numbers that are not all zero; throws for all else. */
export function readRotation(path: string, rotation: ArrayLike<number>): Float64Array {
  const q = Float64Array.from(rotation ?? []);
  const square = q.reduce((sum, x) => sum + x * x, 0);
  if (q.length !== 4 || !(square > 0 && square < Infinity)) {
    fail("not-a-rotation", path, "must be a quaternion [x, y, z, w], not zero", rotation, "no turn is [0, 0, 0, 1]");
  }
  return q.map((x) => x / Math.sqrt(square));
}

/**
 * The motion of the parts of a generalized body or a linkage, and of points on them.
 *
 *   p = p_part + r,   v = v_part + ω × r,   a = a_part + α × r + ω × (ω × r)
 *
 *   r   from the origin of the part to the point, world axes
 *
 * Follows: Constrained Dynamics, section 5.1.
 */
import { EndSlot, endSize } from "../constrain/index.js";
import { mat3, quat, vec3 } from "../math/index.js";

/** The motion of parts, world axes: three numbers a part in each array, nine in `rotation`. */
export interface MovingParts {
  /** Positions p, m. */
  readonly position: Float64Array;
  /** Rotation matrices R. */
  readonly rotation: Float64Array;
  /** Velocities v, m/s. */
  readonly velocity: Float64Array;
  /** Angular velocities ω, rad/s. */
  readonly angularVelocity: Float64Array;
  /** Accelerations a, m/s². */
  readonly acceleration: Float64Array;
  /** Angular accelerations α, rad/s². */
  readonly angularAcceleration: Float64Array;
}

/** Writes p, v, a, ω and α of a point of part i into `at`, and r into `r[0 … 2]` (room for six). */
export function locateOnPart(
  at: Float64Array,
  r: Float64Array,
  parts: MovingParts,
  i: number,
  point: Float64Array,
): void {
  const { position, rotation, velocity, angularVelocity, acceleration, angularAcceleration } = parts;
  const x = 3 * i;
  mat3.transformVector(r, 0, rotation, 9 * i, point, 0);
  vec3.add(at, EndSlot.point, position, x, r, 0);
  vec3.copy(at, EndSlot.angularVelocity, angularVelocity, x);
  vec3.copy(at, EndSlot.angularAcceleration, angularAcceleration, x);
  vec3.cross(r, 3, angularVelocity, x, r, 0);
  vec3.add(at, EndSlot.velocity, velocity, x, r, 3);
  vec3.cross(r, 3, angularVelocity, x, r, 3);
  vec3.add(at, EndSlot.acceleration, acceleration, x, r, 3);
  vec3.cross(r, 3, angularAcceleration, x, r, 0);
  vec3.add(at, EndSlot.acceleration, at, EndSlot.acceleration, r, 3);
}

const at = new Float64Array(endSize);
const r = new Float64Array(6);
const origin = new Float64Array(3);

/**
 * Writes position and velocity of a point of part i, given in its frame (default its origin), into `out[o … o+2]` and `out[o+3 …
 * o+5]`.
 */
export function readPartPoint(
  out: Float64Array,
  o: number,
  parts: MovingParts,
  i: number,
  point: Float64Array = origin,
): void {
  locateOnPart(at, r, parts, i, point);
  vec3.copy(out, o, at, EndSlot.point);
  vec3.copy(out, o + 3, at, EndSlot.velocity);
}

/** Writes the pose of part i: position into `out[o … o+2]`, rotation into `out[o+3 … o+6]`. */
export function readPartPose(out: Float64Array, o: number, parts: MovingParts, i: number): void {
  vec3.copy(out, o, parts.position, 3 * i);
  quat.fromMatrix(out, o + 3, parts.rotation, 9 * i);
}

/**
 * The arrays of a rigid system, a row for each body: what forces, paths and anchors read and write.
 *
 *   model        mass, inverseMass, moments, inverseMoments, answers, center, axes, lever        constant
 *   derived      rotation, inverseInertia, velocity, angularVelocity                              written by derive.ts alone
 *   accumulated  force, torque                                          cleared and filled at each evaluation
 *
 * Each array may be longer than is in use.
 */

/** The arrays of a rigid system. */
export interface BodyArrays {
  /** Number of rows, those of removed bodies among them. */
  readonly count: number;
  /** Names of the bodies, see body-name.ts; below 0 in a row without a body: count entries. */
  names: Float64Array;
  /** Masses, kg: count entries. */
  mass: Float64Array;
  /** Inverse masses, 1/kg, 0 for a body that forces do not move: count entries. */
  inverseMass: Float64Array;
  /** Principal moments of inertia about the origin of the body frame, kg·m²: 3·count entries. */
  moments: Float64Array;
  /** Inverse principal moments, 1/(kg·m²), 0 for a body that torques do not turn: 3·count entries. */
  inverseMoments: Float64Array;
  /** Degrees of freedom of each body, of `Answer`: count entries. */
  answers: Uint8Array;
  /** Origin of the body frame in the user's frame, m: 3·count entries. */
  center: Float64Array;
  /** Rotation from body axes to the user's axes, a unit quaternion: 4·count entries. */
  axes: Float64Array;
  /** Centre of mass in the body frame, m: 3·count entries, zero but for bodies on a pivot. */
  lever: Float64Array;
  /** Rotation matrix R, from body to world axes, row by row: 9·count entries. */
  rotation: Float64Array;
  /** Inverse inertia tensor I⁻¹ in world axes, row by row, 1/(kg·m²): 9·count entries. */
  inverseInertia: Float64Array;
  /** Velocity v of the origin of the body frame, m/s: 3·count entries. */
  velocity: Float64Array;
  /** Angular velocity ω in world axes, rad/s: 3·count entries. */
  angularVelocity: Float64Array;
  /** Accumulated force F, N: 3·count entries. */
  force: Float64Array;
  /** Accumulated torque τ about the origin of the body frame, world axes, N·m: 3·count entries. */
  torque: Float64Array;
}

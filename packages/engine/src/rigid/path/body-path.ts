/**
 * Controlled bodies: motion that is prescribed, not governed by forces. A path gives the pose of a body at any time, with first
 * and second derivatives, so that contacts, joints and dampers see it move. All vectors are in world axes:
 *
 *   v = ẋ                                                                                                   (2–4)
 *   q̇ = ½ ω q,   a = v̇,   α = ω̇                                                                             (4–2)
 *
 * Paths with a closed form and paths from a function of time are here; key frames are in key-frames.ts. A path keeps
 * nothing from one call to the next, so that the order of times is free, and makes no garbage.
 *
 * Follows: Rigid Body Simulation, sections 2.3 and 4.
 */
import { fail, quat, requireFinite, requireKeys, requirePositive, requireVector, vec3 } from "../../math/index.js";
import { motionSpacing, unitSlack } from "./parameters.js";

/**
 * A prescribed motion of a body: reads the time, s, from `time[0]`; writes the frame, 19 numbers at the offsets of `PathSlot`,
 * which are the origin, the identity and zeros before. A rotation that is not of unit length is normalised.
 */
export type BodyPath = (time: Float64Array, frame: Float64Array) => void;

/** Offsets of x, q (unit, [x, y, z, w]), v, ω, a and α in a frame; m, rad and s. */
export const PathSlot = {
  position: 0,
  rotation: 3,
  velocity: 7,
  angularVelocity: 10,
  acceleration: 13,
  angularAcceleration: 16,
} as const;

/** Number of entries of a frame. */
export const pathFrameLength = 19;

/** Resets a frame before a path writes it: at the origin, without rotation, at rest. */
export function clearFrame(frame: Float64Array): void {
  for (let k = 0; k < pathFrameLength; k++) frame[k] = 0;
  frame[PathSlot.rotation + 3] = 1;
}

/** Normalises the rotation that a path has written. Returns whether it is one, and all numbers are finite. */
export function finishFrame(frame: Float64Array): boolean {
  let sum = 0;
  for (let k = 0; k < pathFrameLength; k++) sum += 0 * frame[k];
  if (sum !== 0) return false;
  const q = PathSlot.rotation;
  return Math.abs(quat.dot(frame, q, frame, q) - 1) <= unitSlack || quat.normalize(frame, q, frame, q);
}

/** Throws unless the path gives a finite pose and motion at time t, s. */
export function requirePath(name: string, path: BodyPath, t: number): void {
  const frame = new Float64Array(pathFrameLength);
  clearFrame(frame);
  path(Float64Array.of(t), frame);
  const written = frame.slice();
  if (finishFrame(frame)) return;
  const ends = [...Object.values(PathSlot).slice(1), pathFrameLength];
  Object.entries(PathSlot).forEach(([slot, from], n) => {
    const part = written.subarray(from, ends[n]);
    if (part.every(Number.isFinite)) return;
    const cure = `write it into frame[${from} … ${ends[n] - 1}], or leave it as it comes`;
    fail("not-finite", name, `must give a finite ${slot} at t = ${t}`, part, cure);
  });
  const cure = "the identity is [0, 0, 0, 1], which it comes as";
  fail("no-direction", name, `must not give the zero quaternion at t = ${t}`, written.slice(3, 7), cure);
}

/** The options of a path, for its description in a file. */
export interface PathRecord {
  /** Kind of the path. */
  readonly type: "rotate" | "keyframes";
  /** Options from which it was created. */
  readonly options: object;
}

const records = /* @__PURE__ */ new WeakMap<object, PathRecord>();

/** Records the options of a path, of a body or of a particle, and returns the path. */
export function recordPath<P extends object>(path: P, type: PathRecord["type"], options: object): P {
  records.set(path, { type, options });
  return path;
}

/** Returns the recorded options of a path, if there are any. */
export function findPathRecord(path: object): PathRecord | undefined {
  return records.get(path);
}

/** Options of a rotation at a constant rate. */
export interface RotatePathOptions {
  /** Axis of rotation, of any length but zero. */
  readonly axis: ArrayLike<number>;
  /** Rate of rotation, rad/s, right-handed about the axis. */
  readonly rate: number;
  /** Position at t = 0, m. Default: the origin. */
  readonly position?: ArrayLike<number>;
  /** Rotation at t = 0, [x, y, z, w]. Default: the identity. */
  readonly rotation?: ArrayLike<number>;
  /** A point of the axis, m. Default: the position, so that the body turns on the spot. */
  readonly center?: ArrayLike<number>;
}

/**
 * Creates the path of a rotation at a constant rate: q = exp(tω) q₀, x = c + exp(tω) (x₀ − c), v = ω × (x − c), a = ω × v, α = 0.
 */
export function createRotatePath(options: RotatePathOptions): BodyPath {
  const keys = ["axis", "rate", "position", "rotation", "center"];
  requireKeys("rotate", options, "{ axis: [0, 1, 0], rate: 1 }", keys);
  const { axis, rate, position = [0, 0, 0], rotation = [0, 0, 0, 1], center = position } = options;
  for (const [name, vector] of Object.entries({ axis, position, center })) requireVector(`rotate.${name}`, vector);
  requireFinite("rotate.rate", rate);
  const omega = Float64Array.from(axis);
  if (!vec3.normalize(omega, 0, omega, 0)) {
    fail("no-direction", "rotate.axis", "must not be the zero vector", axis, "only its direction counts");
  }
  vec3.scale(omega, 0, omega, 0, rate);
  const start = normalizeRotation("rotate.rotation", rotation);
  const c = Float64Array.from(center);
  const arm = Float64Array.from([0, 1, 2], (k) => position[k] - center[k]);
  const turn = new Float64Array(7);
  const path: BodyPath = (time, frame) => {
    const t = time[0];
    for (let k = 0; k < 3; k++) {
      turn[4 + k] = t * omega[k];
      frame[PathSlot.angularVelocity + k] = omega[k];
      frame[PathSlot.angularAcceleration + k] = 0;
    }
    quat.fromRotationVector(turn, 0, turn, 4);
    quat.multiply(frame, PathSlot.rotation, turn, 0, start, 0);
    quat.rotateVector(turn, 4, turn, 0, arm, 0);
    vec3.add(frame, PathSlot.position, c, 0, turn, 4);
    vec3.cross(frame, PathSlot.velocity, omega, 0, turn, 4);
    vec3.cross(frame, PathSlot.acceleration, omega, 0, frame, PathSlot.velocity);
  };
  return recordPath(path, "rotate", options);
}

/**
 * Creates a path from a function that gives position and rotation alone: it reads `time[0]` and writes the first seven numbers
 * of a frame, which are the origin and the identity before. A rotation that is not of unit length is normalised.
 *
 * Derivatives are central differences of order eight over s = `spacing` seconds, those of the rotation taken from the
 * rotation vectors r(τ) = log(q(t+τ) q(t)⁻¹), for which ṙ(0) = ω and r̈(0) = α. For a motion of size X and of circular
 * frequency Ω the errors are about
 *
 *   X Ω (Ωs)⁸/630 + 10⁻¹⁶ X/s  in v,     X Ω² (Ωs)⁸/3150 + 10⁻¹⁵ X/s²  in a,
 *
 * 2·10⁻¹⁴ m/s and 2·10⁻¹¹ m/s² for a metre and a second; X is at least the distance from the origin, and 1 for ω and α.
 * Where t is large its own rounding adds 10⁻¹⁶ t/s to the relative error of v. The motion must be smooth, and turn by
 * less than π, within 4s of t; smaller spacing resolves faster motion and costs digits.
 */
export function createMotionPath(motion: BodyPath, spacing: number = motionSpacing): BodyPath {
  if (typeof motion !== "function") {
    const cure = "for example (time, frame) => { frame[0] = time[0]; }";
    fail("not-a-function", "motion", "must be a function of (time, frame)", motion, cure);
  }
  requirePositive("motion.spacing", spacing);
  // own arrays for each path: the function may call other paths
  const at = new Float64Array(1);
  const pose = new Float64Array(pathFrameLength);
  const turn = new Float64Array(4);
  samplePose(motion, at, pose);
  checkPose(pose);
  return (time, frame) => {
    const t = time[0];
    at[0] = t;
    samplePose(motion, at, pose);
    frame.set(pose);
    quat.normalize(frame, PathSlot.rotation, pose, PathSlot.rotation);
    for (let k = PathSlot.velocity; k < pathFrameLength; k++) frame[k] = 0;
    for (let m = -reach; m <= reach; m++) {
      if (m === 0) continue;
      at[0] = t + m * spacing;
      samplePose(motion, at, pose);
      // log(q(t + m s) q(t)⁻¹)
      quat.conjugate(turn, 0, frame, PathSlot.rotation);
      quat.multiply(turn, 0, pose, PathSlot.rotation, turn, 0);
      quat.toRotationVector(turn, 0, turn, 0);
      const first = firstWeights[m + reach] / spacing;
      const second = secondWeights[m + reach] / spacing / spacing;
      for (let k = 0; k < 3; k++) {
        const shift = pose[PathSlot.position + k] - frame[PathSlot.position + k];
        frame[PathSlot.velocity + k] += first * shift;
        frame[PathSlot.acceleration + k] += second * shift;
        frame[PathSlot.angularVelocity + k] += first * turn[k];
        frame[PathSlot.angularAcceleration + k] += second * turn[k];
      }
    }
  };
}

/** Number of samples to either side of t. */
const reach = 4;
// order eight: ẋ ≈ Σ wₘ (x(t + m s) − x(t))/s and ẍ ≈ Σ wₘ (x(t + m s) − x(t))/s², m = −4 … 4
const firstWeights = /* @__PURE__ */ Float64Array.of(
  ...[1 / 280, -4 / 105, 1 / 5, -4 / 5, 0, 4 / 5, -1 / 5, 4 / 105, -1 / 280],
);
const secondWeights = /* @__PURE__ */ Float64Array.of(
  ...[-1 / 560, 8 / 315, -1 / 5, 8 / 5, 0, 8 / 5, -1 / 5, 8 / 315, -1 / 560],
);

/** Evaluates the function of the user on a pose at the origin. */
function samplePose(motion: BodyPath, at: Float64Array, pose: Float64Array): void {
  for (let k = 0; k < 7; k++) pose[k] = 0;
  pose[PathSlot.rotation + 3] = 1;
  motion(at, pose);
}

/** Throws unless the function wrote a pose for t = 0. */
function checkPose(pose: Float64Array): void {
  requireVector("motion: position at t = 0", pose.slice(0, 3), "write it into frame[0 … 2]");
  normalizeRotation("motion: rotation at t = 0", pose.slice(3, 7));
}

/** Returns a unit quaternion from one of any length but zero; throws for all else. */
export function normalizeRotation(path: string, rotation: ArrayLike<number>): Float64Array {
  const good = rotation?.length === 4 && [0, 1, 2, 3].every((k) => Number.isFinite(rotation[k]));
  if (!good) fail("not-a-rotation", path, "must be a quaternion [x, y, z, w], four finite numbers", rotation);
  const q = Float64Array.from(rotation);
  if (!quat.normalize(q, 0, q, 0)) {
    fail("no-direction", path, "must not be the zero quaternion", rotation, "the identity is [0, 0, 0, 1]");
  }
  return q;
}

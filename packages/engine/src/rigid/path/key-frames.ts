/**
 * Motion of a body through key frames: poses at given times, joined by pieces.
 *
 * `linear`: x goes straight and q along the great arc, each at constant velocity within a piece, as glTF prescribes:
 *   x = (1−s) x₀ + s x₁,   q = q₀ exp(s δ),   δ = log(q₀⁻¹ q₁),   s = (t − t₀)/h
 * `smooth`: cubic pieces with continuous v and ω; see key-frame-spline.ts.
 *
 * Before the first key and from the last key on the body rests there, or with `repeat: "loop"` the keys come round again
 * for ever in both directions, if smooth with continuous v, and ω in body axes. Derivatives are those from the right: at
 * a key, of the piece that begins there.
 *
 *   x₀ q₀, x₁ q₁   keys at the ends of a piece        h   its duration, s        δ   rotation vector, body axes
 */
import { fail, quat, requireKeys } from "../../math/index.js";
import { type BodyPath, PathSlot, pathFrameLength, recordPath } from "./body-path.js";
import { evaluateSpline, fitSpline } from "./key-frame-spline.js";
import { type KeyFrames, Local, readKeyFrames } from "./key-frame-table.js";
import { requireOneOf } from "./require-one-of.js";

/** Options of a path through key frames. */
export interface KeyFrameOptions {
  /** Times of the keys, s, strictly increasing; one key is a constant pose. */
  readonly times: ArrayLike<number>;
  /** Position of each key, m. Default: `position` throughout. */
  readonly positions?: ArrayLike<ArrayLike<number>>;
  /** Rotation of each key, a quaternion [x, y, z, w] of any length but zero and either sign. Default: `rotation` throughout. */
  readonly rotations?: ArrayLike<ArrayLike<number>>;
  /** Interpolation between keys. Default "linear". */
  readonly interpolation?: "linear" | "smooth";
  /** Continuation before the first and after the last key. Default "hold". */
  readonly repeat?: "hold" | "loop";
  /**
   * Ends of a smooth motion: "rest" starts and stops with zero velocity; with "free" (default) the velocities follow from the
   * keys.
   */
  readonly ends?: "free" | "rest";
  /** Position of the body if there are no positions, m. Default: the origin. */
  readonly position?: ArrayLike<number>;
  /** Rotation of the body if there are no rotations. Default: the identity. */
  readonly rotation?: ArrayLike<number>;
}

const example = '{ times: [0, 1], positions: [[0, 0, 0], [1, 0, 0]], interpolation: "smooth" }';
const keyFrameKeys = "times positions rotations interpolation repeat ends position rotation".split(" ");

/** Creates a path through key frames. */
export function createKeyFramePath(options: KeyFrameOptions): BodyPath {
  requireKeys("keyframes", options, example, keyFrameKeys);
  const { interpolation = "linear", repeat = "hold", ends = "free" } = options;
  requireOneOf("keyframes.interpolation", interpolation, ["linear", "smooth"]);
  requireOneOf("keyframes.repeat", repeat, ["hold", "loop"]);
  requireOneOf("keyframes.ends", ends, ["free", "rest"]);
  if (ends === "rest" && interpolation === "linear") {
    const cure =
      'a body on linear keys has its full speed from the first key on: interpolation: "smooth", or leave it out';
    fail("conflict", "keyframes.ends", 'must be left out unless interpolation is "smooth"', ends, cure);
  }
  const keys = readKeyFrames(options);
  const loop = repeat === "loop";
  const last = keys.times.length - 1;
  if (last === 0) return recordPath<BodyPath>((_time, frame) => holdKey(keys, 0, frame), "keyframes", options);
  const spline = interpolation === "smooth" ? fitSpline(keys, loop, ends === "rest") : undefined;
  const { times } = keys;
  const local = new Float64Array(2);
  const path: BodyPath = (time, frame) => {
    const t = time[0];
    if (!loop && t < times[0]) return holdKey(keys, 0, frame);
    if (!loop && t >= times[last]) return holdKey(keys, last, frame);
    local[Local.fraction] = t;
    if (loop) wrapTime(times, local);
    const i = locate(times, local);
    if (spline === undefined) evaluateLinear(keys, i, local, frame);
    else evaluateSpline(keys, spline, i, local, frame);
  };
  return recordPath(path, "keyframes", options);
}

/** Reduces the time in local[0] to the range of the keys of a loop. The remainder is exact. */
function wrapTime(times: Float64Array, local: Float64Array): void {
  const t = local[Local.fraction];
  const first = times[0];
  const last = times[times.length - 1];
  if (t >= first && t < last) return;
  const period = last - first;
  const rest = (t - first) % period;
  const wrapped = first + (rest < 0 ? rest + period : rest);
  local[Local.fraction] = wrapped >= last ? first : wrapped;
}

/** Finds the piece with the time in local[0] by bisection; replaces the time by the fraction, and writes h beside it. */
function locate(times: Float64Array, local: Float64Array): number {
  const t = local[Local.fraction];
  let low = 0;
  let high = times.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (t < times[middle]) high = middle;
    else low = middle;
  }
  const h = times[low + 1] - times[low];
  local[Local.fraction] = (t - times[low]) / h;
  local[Local.duration] = h;
  return low;
}

/** Writes the pose of a key, at rest. */
function holdKey(keys: KeyFrames, i: number, frame: Float64Array): void {
  for (let k = 0; k < 3; k++) frame[PathSlot.position + k] = keys.positions[3 * i + k];
  for (let k = 0; k < 4; k++) frame[PathSlot.rotation + k] = keys.rotations[4 * i + k];
  for (let k = PathSlot.velocity; k < pathFrameLength; k++) frame[k] = 0;
}

/** Rotation vector s δ and its quaternion. */
const arc = /* @__PURE__ */ new Float64Array(7);

function evaluateLinear(keys: KeyFrames, i: number, local: Float64Array, frame: Float64Array): void {
  const { positions, turns } = keys;
  const s = local[Local.fraction];
  const h = local[Local.duration];
  for (let k = 0; k < 3; k++) {
    const from = positions[3 * i + k];
    const to = positions[3 * i + 3 + k];
    frame[PathSlot.position + k] = (1 - s) * from + s * to;
    frame[PathSlot.velocity + k] = (to - from) / h;
    frame[PathSlot.angularVelocity + k] = turns[3 * i + k] / h;
    frame[PathSlot.acceleration + k] = 0;
    frame[PathSlot.angularAcceleration + k] = 0;
    arc[4 + k] = s * turns[3 * i + k];
  }
  quat.fromRotationVector(arc, 0, arc, 4);
  quat.multiply(frame, PathSlot.rotation, keys.rotations, 4 * i, arc, 0);
  // ω = q₀ (δ/h) q₀⁻¹ is constant along the arc
  quat.rotateVector(frame, PathSlot.angularVelocity, keys.rotations, 4 * i, frame, PathSlot.angularVelocity);
}

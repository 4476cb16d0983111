/**
 * The keys of a key-frame path as flat arrays, read from the options of the user: checked, rotations made of unit length and
 * of such a sign that each goes the short way to the next.
 *
 *   δᵢ = log(qᵢ⁻¹ qᵢ₊₁)   the rotation vector of piece i; its components are equal in the axes of both its keys
 */
import { fail, quat, requireFinite, requireLength, requireVector } from "../../math/index.js";
import { normalizeRotation } from "./body-path.js";

/** Keys in flat arrays. */
export interface KeyFrames {
  /** Times, s, strictly increasing. */
  readonly times: Float64Array;
  /** Positions xᵢ at 3i, m. */
  readonly positions: Float64Array;
  /** Rotations qᵢ at 4i, unit quaternions with qᵢ·qᵢ₊₁ ≥ 0. */
  readonly rotations: Float64Array;
  /** Rotation vectors δᵢ at 3i, rad, |δᵢ| ≤ π, one fewer than keys. */
  readonly turns: Float64Array;
}

/** Slots of the place of a time in a piece: the fraction (t − tᵢ)/h and the duration h, s. */
export const Local = { fraction: 0, duration: 1 } as const;

type Vectors = ArrayLike<ArrayLike<number>>;

/** Reads the keys; where one list is missing, the one position or rotation holds at every key. */
export function readKeyFrames(options: {
  readonly times: ArrayLike<number>;
  readonly positions?: Vectors;
  readonly rotations?: Vectors;
  readonly position?: ArrayLike<number>;
  readonly rotation?: ArrayLike<number>;
}): KeyFrames {
  const { positions, rotations } = options;
  const times = readTimes(options.times);
  if (positions === undefined && rotations === undefined) {
    fail("no-keys", "keyframes.positions", "must be given, or rotations, or both", positions, "one for each time");
  }
  const keys = {
    times,
    positions: readList("position", positions, options.position ?? [0, 0, 0], times.length, readPosition),
    rotations: readList("rotation", rotations, options.rotation ?? [0, 0, 0, 1], times.length, normalizeRotation),
    turns: new Float64Array(3 * times.length - 3),
  };
  if (positions !== undefined) refuse("position", options.position);
  if (rotations !== undefined) refuse("rotation", options.rotation);
  for (let i = 0; i + 1 < times.length; i++) linkRotations(keys, i);
  return keys;
}

function readTimes(times: ArrayLike<number>): Float64Array {
  const count = times?.length;
  if (!(count >= 1)) fail("no-keys", "keyframes.times", "must be a list of at least one time", times);
  for (let i = 0; i < count; i++) {
    requireFinite(`keyframes.times[${i}]`, times[i]);
    if (i > 0 && !(times[i] > times[i - 1])) {
      const cure = "sort the keys by time, and keep one of two at the same time";
      fail("not-increasing", `keyframes.times[${i}]`, `must be > ${times[i - 1]}, the time before it`, times[i], cure);
    }
  }
  return Float64Array.from(times);
}

/** Returns every entry of a list one after the other, or one value for every key. */
function readList(
  name: string,
  list: Vectors | undefined,
  value: ArrayLike<number>,
  count: number,
  read: (path: string, entry: ArrayLike<number>) => ArrayLike<number>,
): Float64Array {
  if (list !== undefined) requireLength(`keyframes.${name}s`, list, count, "as many as times");
  const entries = Array.from({ length: count }, (_, i) =>
    list === undefined ? read(`keyframes.${name}`, value) : read(`keyframes.${name}s[${i}]`, list[i]),
  );
  return Float64Array.from(entries.flatMap((entry) => Array.from(entry)));
}

function readPosition(path: string, position: ArrayLike<number>): ArrayLike<number> {
  requireVector(path, position);
  return position;
}

/** Throws for a fixed value beside the list that overrides it. */
function refuse(name: string, value: unknown): void {
  if (value === undefined) return;
  fail("conflict", `keyframes.${name}`, `must be left out where ${name}s are given`, value, "keep one of the two");
}

/** Makes the sign of qᵢ₊₁ that which is nearer to qᵢ, and writes δᵢ. */
function linkRotations({ rotations, turns }: KeyFrames, i: number): void {
  const [from, to] = [4 * i, 4 * i + 4];
  if (quat.dot(rotations, from, rotations, to) < 0) quat.negate(rotations, to, rotations, to);
  const step = new Float64Array(4);
  quat.conjugate(step, 0, rotations, from);
  quat.multiply(step, 0, step, 0, rotations, to);
  quat.toRotationVector(turns, 3 * i, step, 0);
}

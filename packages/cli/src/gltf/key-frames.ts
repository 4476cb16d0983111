/**
 * Key frames of a recorded motion: the fewest of its samples between which straight lines (or turns at a steady rate) pass
 * every sample that is left out within a given error.
 *
 * A line from sample i to sample j has the rate s = (xⱼ − xᵢ)/(tⱼ − tᵢ), and passes sample k within δ if
 *
 *   |s − sₖ| ≤ δ/(tₖ − tᵢ),   sₖ = (xₖ − xᵢ)/(tₖ − tᵢ)
 *
 * so the rates allowed by i + 1 … j − 1 lie in boxes, whose intersection only shrinks: where it is empty, no later sample can
 * be reached from i. That bounds the search; what is in the box is then tried on every sample between. A breadth-first search
 * over what can be reached from what gives a list of keys than which none is shorter. Turns go the same way with the rotation
 * vector of qᵢ⁻¹ qₖ in the place of xₖ − xᵢ: as the exponential map brings rotation vectors nearer to each other, at most by
 * π/2 within half a turn, boxes are wider by that, and a little.
 */
import { acos, asin, atan2, sin } from "@rigor/engine/math";

/** A motion at n times: `width` numbers each, 4 of them a unit quaternion that turns, else numbers that move straight. */
export interface Track {
  readonly times: Float64Array;
  readonly values: Float64Array;
  readonly width: number;
}

/** The largest turn between two keys, rad: less than a half, so that it is clear which way it goes. */
const largestTurn = 3;
const wider = { straight: 1 + 1e-9, turning: Math.PI / 2 + 0.01 };

/** The places of the keys, the first and the last sample among them; of a motion that stays within the error, the first alone. */
export function chooseKeys(track: Track, error: number): number[] {
  const n = track.times.length;
  if (n < 2 || staysAt(track, error)) return [0];
  // the sample before each on a shortest way, and which have been reached
  const before = new Int32Array(n).fill(-1);
  let front = [0];
  while (before[n - 1] < 0) {
    const next: number[] = [];
    for (const i of front) {
      reach(track, error, i, before, next);
      if (before[n - 1] >= 0) break;
    }
    // later ones first: they get farther
    front = next.sort((a, b) => b - a);
  }
  const keys = [n - 1];
  while (keys[0] > 0) keys.unshift(before[keys[0]]);
  return keys;
}

function staysAt(track: Track, error: number): boolean {
  for (let k = 1; k < track.times.length; k++) if (!(measureBetween(track, 0, 0, k) <= error)) return false;
  return true;
}

/** Boxes of rates, low and high, for the samples after i. */
let boxes = new Float64Array(6 * 64);
const rate = new Float64Array(4);

/** Notes every sample that is not yet reached and can be from i. */
function reach(track: Track, error: number, i: number, before: Int32Array, next: number[]): void {
  const { times, width } = track;
  const turning = width === 4;
  const radius = error * (turning ? wider.turning : wider.straight);
  const box = [-Infinity, -Infinity, -Infinity, Infinity, Infinity, Infinity];
  let end = i + 1;
  for (; end < times.length; end++) {
    if (boxes.length < 6 * (end - i + 1)) boxes = growBoxes();
    boxes.set(box, 6 * (end - i));
    const span = times[end] - times[i];
    if (measureRate(track, i, end) > largestTurn && turning && end > i + 1) break;
    for (let c = 0; c < Math.min(width, 3); c++) {
      box[c] = Math.max(box[c], rate[c] - radius / span);
      box[c + 3] = Math.min(box[c + 3], rate[c] + radius / span);
    }
    if (box[0] > box[3] || box[1] > box[4] || box[2] > box[5]) {
      // a sample may be reached although it allows no later one
      end++;
      break;
    }
  }
  for (let j = end - 1; j > i; j--) {
    if (before[j] >= 0 || (j > i + 1 && !(isNear(track, i, j) && passes(track, error, i, j)))) continue;
    before[j] = i;
    next.push(j);
    if (j === times.length - 1) return;
  }
}

function growBoxes(): Float64Array<ArrayBuffer> {
  const more = new Float64Array(2 * boxes.length);
  more.set(boxes);
  return more;
}

/** Whether the rate from i to j is in the box of the samples between. */
function isNear(track: Track, i: number, j: number): boolean {
  measureRate(track, i, j);
  const b = 6 * (j - i);
  for (let c = 0; c < Math.min(track.width, 3); c++) {
    if (!(rate[c] >= boxes[b + c] && rate[c] <= boxes[b + c + 3])) return false;
  }
  return true;
}

function passes(track: Track, error: number, i: number, j: number): boolean {
  for (let k = i + 1; k < j; k++) if (!(measureBetween(track, i, j, k) <= error)) return false;
  return true;
}

/** Writes the rate from i to k; returns the angle of a turn. */
function measureRate({ times, values, width }: Track, i: number, k: number): number {
  const span = times[k] - times[i];
  if (width !== 4) {
    for (let c = 0; c < width; c++) rate[c] = (values[width * k + c] - values[width * i + c]) / span;
    return 0;
  }
  const [a, b] = [4 * i, 4 * k];
  const v = values;
  // vector and scalar part of qᵢ⁻¹ qₖ
  const x = v[a + 3] * v[b] - v[a] * v[b + 3] - v[a + 1] * v[b + 2] + v[a + 2] * v[b + 1];
  const y = v[a + 3] * v[b + 1] - v[a + 1] * v[b + 3] - v[a + 2] * v[b] + v[a] * v[b + 2];
  const z = v[a + 3] * v[b + 2] - v[a + 2] * v[b + 3] - v[a] * v[b + 1] + v[a + 1] * v[b];
  const w = v[a] * v[b] + v[a + 1] * v[b + 1] + v[a + 2] * v[b + 2] + v[a + 3] * v[b + 3];
  const sine = Math.sqrt(x * x + y * y + z * z);
  const angle = 2 * atan2(sine, Math.abs(w));
  const scale = sine > 0 ? (w < 0 ? -angle : angle) / sine / span : 0;
  rate[0] = x * scale;
  rate[1] = y * scale;
  rate[2] = z * scale;
  return angle;
}

const mixed = new Float64Array(4);

/** How far sample k is from the way from i to j (the first two may be one). */
function measureBetween({ times, values, width }: Track, i: number, j: number, k: number): number {
  const u = i === j ? 0 : (times[k] - times[i]) / (times[j] - times[i]);
  interpolate(mixed, values, width * i, width * j, width, u);
  return measureDistance(mixed, 0, values, width * k, width);
}

/** What a player of glTF shows between two keys: a mixture, or of quaternions the shorter turn. */
export function interpolate(
  out: Float64Array,
  v: ArrayLike<number>,
  a: number,
  b: number,
  width: number,
  u: number,
): void {
  if (width !== 4) {
    for (let c = 0; c < width; c++) out[c] = v[a + c] + (v[b + c] - v[a + c]) * u;
    return;
  }
  const d = v[a] * v[b] + v[a + 1] * v[b + 1] + v[a + 2] * v[b + 2] + v[a + 3] * v[b + 3];
  let [p, q] = [1 - u, u];
  if (Math.abs(d) < 1 - 1e-12) {
    const angle = acos(Math.abs(d));
    p = sin(p * angle) / sin(angle);
    q = sin(q * angle) / sin(angle);
  }
  if (d < 0) q = -q;
  let length = 0;
  for (let c = 0; c < 4; c++) {
    out[c] = p * v[a + c] + q * v[b + c];
    length += out[c] * out[c];
  }
  length = Math.sqrt(length);
  for (let c = 0; c < 4; c++) out[c] /= length;
}

/** A length, or of unit quaternions the angle of the turn from one to the other, rad. */
export function measureDistance(
  a: ArrayLike<number>,
  i: number,
  b: ArrayLike<number>,
  j: number,
  width: number,
): number {
  let plus = 0;
  let minus = 0;
  for (let c = 0; c < width; c++) {
    minus += (a[i + c] - b[j + c]) ** 2;
    plus += (a[i + c] + b[j + c]) ** 2;
  }
  if (width !== 4) return Math.sqrt(minus);
  // 4 asin(|a − b|/2), which unlike acos keeps its digits near 0
  return 4 * asin(Math.min(1, Math.sqrt(Math.min(minus, plus)) / 2));
}

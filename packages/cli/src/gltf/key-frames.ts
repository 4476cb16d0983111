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
  let first = 1;
  while (before[n - 1] < 0) {
    const next: number[] = [];
    for (const i of front) {
      reach(track, error, i, first, before, next);
      if (before[n - 1] >= 0) break;
      while (before[first] >= 0) first++;
    }
    // later ones first: they get farther
    front = next.sort((a, b) => b - a);
  }
  const keys: number[] = [];
  for (let k = n - 1; k > 0; k = before[k]) keys.push(k);
  return [...keys, 0].reverse();
}

function staysAt(track: Track, error: number): boolean {
  const { times, values, width } = track;
  for (let k = 1; k < times.length; k++)
    if (!(measureDistance(values, 0, values, width * k, width) <= error)) return false;
  return true;
}

/**
 * For the samples after i: the box of rates that those before each allow, low and high; the same of the cubes within their
 * balls, in which all are passed for certain; and its own rate.
 */
const record = 15;
let boxes = new Float64Array(record * 64);
const rate = new Float64Array(3);
/** Half a side of a cube by the radius of the ball round it, less what rounding may do. */
const inner = (1 - 1e-6) / Math.sqrt(3);

/** Notes every sample that is not yet reached and can be from i. All before `first` are reached. */
function reach(track: Track, error: number, i: number, first: number, before: Int32Array, next: number[]): void {
  const { times, width } = track;
  const n = times.length;
  const turning = width === 4;
  const radius = error * (turning ? wider.turning : wider.straight);
  if (isHopeless(track, radius, i, first)) return;
  boxes.fill(-Infinity, record, record + 3).fill(Infinity, record + 3, record + 6);
  boxes.fill(-Infinity, record + 6, record + 9).fill(Infinity, record + 9, record + 12);
  let end = i + 1;
  for (let isOpen = true; isOpen && end < n; end++) {
    const b = record * (end - i);
    if (boxes.length < b + 2 * record) boxes = growBoxes();
    if (measureRate(track, i, end) > largestTurn && turning && end > i + 1) break;
    const span = times[end] - times[i];
    const slack = radius / span;
    const sure = (inner * error) / span;
    for (let c = 0; c < 3; c++) {
      const r = rate[c];
      boxes[b + 12 + c] = r;
      // those of the next one
      const o = b + record + c;
      boxes[o] = Math.max(boxes[b + c], r - slack);
      boxes[o + 3] = Math.min(boxes[b + 3 + c], r + slack);
      boxes[o + 6] = Math.max(boxes[b + 6 + c], r - sure);
      boxes[o + 9] = Math.min(boxes[b + 9 + c], r + sure);
      // a sample may be reached although it allows no later one
      if (boxes[o] > boxes[o + 3]) isOpen = false;
    }
  }
  for (let j = end - 1; j > i; j--) {
    if (before[j] >= 0) continue;
    const isPassed = j === i + 1 || isWithin(j - i, 6) || (isWithin(j - i, 0) && passes(track, error, i, j));
    if (!isPassed) continue;
    before[j] = i;
    next.push(j);
    if (j === n - 1) return;
  }
}

/** Whether a few of the samples up to the first that is not reached, nearer and nearer to it, cannot all be passed from i. */
function isHopeless(track: Track, radius: number, i: number, first: number): boolean {
  const { times, width } = track;
  for (let c = 0; c < 3; c++) {
    trial[c] = -Infinity;
    trial[c + 3] = Infinity;
  }
  for (let step = 1; first - step > i + 1; step *= 2) {
    const k = first - step;
    if (measureRate(track, i, k) > largestTurn && width === 4) return true;
    const slack = radius / (times[k] - times[i]);
    for (let c = 0; c < 3; c++) {
      trial[c] = Math.max(trial[c], rate[c] - slack);
      trial[c + 3] = Math.min(trial[c + 3], rate[c] + slack);
      if (trial[c] > trial[c + 3]) return true;
    }
  }
  return false;
}

const trial = new Float64Array(6);

function growBoxes(): Float64Array<ArrayBuffer> {
  const more = new Float64Array(2 * boxes.length);
  more.set(boxes);
  return more;
}

/** Whether the rate to the m-th sample after i is in the box of those between: that at `o`. */
function isWithin(m: number, o: number): boolean {
  const b = record * m;
  for (let c = 0; c < 3; c++) {
    const r = boxes[b + 12 + c];
    if (!(r >= boxes[b + o + c] && r <= boxes[b + o + 3 + c])) return false;
  }
  return true;
}

/** Whether the way from i to j passes all samples between; the middle first, where it is usually farthest off. */
function passes(track: Track, error: number, i: number, j: number): boolean {
  const { times, values, width } = track;
  const a = width * i;
  const b = width * j;
  prepareWay(values, a, b, width);
  const span = times[j] - times[i];
  const middle = (i + j) >> 1;
  for (let m = i; m < j; m++) {
    const k = m === i ? middle : m;
    if (k === i) continue;
    mixWay(mixed, values, a, b, width, (times[k] - times[i]) / span);
    if (!(measureDistance(mixed, 0, values, width * k, width) <= error)) return false;
  }
  return true;
}

/** Writes the rate from i to k; returns the angle of a turn. */
function measureRate({ times, values, width }: Track, i: number, k: number): number {
  const span = times[k] - times[i];
  if (width !== 4) {
    for (let c = 0; c < width; c++) rate[c] = (values[width * k + c] - values[width * i + c]) / span;
    return 0;
  }
  const a = 4 * i;
  const b = 4 * k;
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

/** What a player of glTF shows between two keys: a mixture, or of quaternions the shorter turn. */
export function interpolate(
  out: Float64Array,
  v: ArrayLike<number>,
  a: number,
  b: number,
  width: number,
  u: number,
): void {
  prepareWay(v, a, b, width);
  mixWay(out, v, a, b, width, u);
}

/** Of the turn between two keys: half its angle, the sine of that, and the sign with which the second is taken. */
const way = new Float64Array(3);

/** What is the same on all of the way from a to b. */
export function prepareWay(v: ArrayLike<number>, a: number, b: number, width: number): void {
  if (width !== 4) return;
  const d = v[a] * v[b] + v[a + 1] * v[b + 1] + v[a + 2] * v[b + 2] + v[a + 3] * v[b + 3];
  const isShort = !(Math.abs(d) < 1 - 1e-12);
  way[0] = isShort ? 0 : acos(Math.abs(d));
  way[1] = isShort ? 1 : sin(way[0]);
  way[2] = d < 0 ? -1 : 1;
}

/** A place on the way that was prepared last. */
export function mixWay(out: Float64Array, v: ArrayLike<number>, a: number, b: number, width: number, u: number): void {
  if (width !== 4) {
    for (let c = 0; c < width; c++) out[c] = v[a + c] + (v[b + c] - v[a + c]) * u;
    return;
  }
  const angle = way[0];
  const p = angle === 0 ? 1 - u : sin((1 - u) * angle) / way[1];
  const q = way[2] * (angle === 0 ? u : sin(u * angle) / way[1]);
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
    const less = a[i + c] - b[j + c];
    const more = a[i + c] + b[j + c];
    minus += less * less;
    plus += more * more;
  }
  if (width !== 4) return Math.sqrt(minus);
  // 4 asin(|a − b|/2), which unlike acos keeps its digits near 0
  return 4 * asin(Math.min(1, Math.sqrt(Math.min(minus, plus)) / 2));
}

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
import { sin } from "@rigor/engine/math";

/** A motion at n times: `width` numbers each: 4 of a unit quaternion that turns, or 3 that move straight. */
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
    front = next.length > 1 ? next.sort((a, b) => b - a) : next;
  }
  const keys: number[] = [];
  for (let k = n - 1; k > 0; k = before[k]) keys.push(k);
  keys.push(0);
  return keys.reverse();
}

function staysAt({ times, values, width }: Track, error: number): boolean {
  // the last first: what moves is seldom back where it was
  for (let k = times.length - 1; k > 0; k--)
    if (!(measureDistance(values, 0, values, width * k, width) <= error)) return false;
  return true;
}

/** Of the samples after i: whether the rate to each is one that those between allow; in doubt, it is to be tried. */
let verdicts = new Uint8Array(64);
const never = 0;
const doubtful = 1;
const certain = 2;
const rate = new Float64Array(3);
/** Half a side of a cube by the radius of the ball round it, less what rounding may do. */
const inner = (1 - 1e-6) / Math.sqrt(3);

/** Notes every sample that is not yet reached and can be from i. All before `first` are reached. */
function reach(track: Track, error: number, i: number, first: number, before: Int32Array, next: number[]): void {
  const { times, width } = track;
  const n = times.length;
  const isTurning = width === 4;
  const radius = error * (isTurning ? wider.turning : wider.straight);
  if (isHopeless(track, radius, i, first)) return;
  // the box of rates that those before allow, and the one of the cubes within their balls, in which all are passed
  let x0 = -Infinity;
  let y0 = -Infinity;
  let z0 = -Infinity;
  let x1 = Infinity;
  let y1 = Infinity;
  let z1 = Infinity;
  let u0 = -Infinity;
  let v0 = -Infinity;
  let w0 = -Infinity;
  let u1 = Infinity;
  let v1 = Infinity;
  let w1 = Infinity;
  if (verdicts.length < n) verdicts = new Uint8Array(n);
  let end = i + 1;
  // a sample may be reached although it allows no later one
  for (; end < n && x0 <= x1 && y0 <= y1 && z0 <= z1; end++) {
    if (measureRate(track, i, end) > largestTurn && isTurning && end > i + 1) break;
    const x = rate[0];
    const y = rate[1];
    const z = rate[2];
    const isAllowed = x >= x0 && x <= x1 && y >= y0 && y <= y1 && z >= z0 && z <= z1;
    const isSure = isAllowed && x >= u0 && x <= u1 && y >= v0 && y <= v1 && z >= w0 && z <= w1;
    verdicts[end] = isSure ? certain : isAllowed ? doubtful : never;
    const span = times[end] - times[i];
    const slack = radius / span;
    if (x - slack > x0) x0 = x - slack;
    if (x + slack < x1) x1 = x + slack;
    if (y - slack > y0) y0 = y - slack;
    if (y + slack < y1) y1 = y + slack;
    if (z - slack > z0) z0 = z - slack;
    if (z + slack < z1) z1 = z + slack;
    const sure = (inner * error) / span;
    if (x - sure > u0) u0 = x - sure;
    if (x + sure < u1) u1 = x + sure;
    if (y - sure > v0) v0 = y - sure;
    if (y + sure < v1) v1 = y + sure;
    if (z - sure > w0) w0 = z - sure;
    if (z + sure < w1) w1 = z + sure;
  }
  for (let j = end - 1; j > i; j--) {
    if (before[j] >= 0) continue;
    const isPassed = j === i + 1 || verdicts[j] === certain || (verdicts[j] === doubtful && passes(track, error, i, j));
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
    rate[0] = (values[3 * k] - values[3 * i]) / span;
    rate[1] = (values[3 * k + 1] - values[3 * i + 1]) / span;
    rate[2] = (values[3 * k + 2] - values[3 * i + 2]) / span;
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
  const angle = 2 * computeArcsine(Math.min(1, sine));
  const scale = sine > 0 ? (w < 0 ? -angle : angle) / sine / span : 0;
  rate[0] = x * scale;
  rate[1] = y * scale;
  rate[2] = z * scale;
  return angle;
}

const mixed = new Float64Array(4);

/** Interpolates between two keys as players of glTF do: linearly, and quaternions spherically along the shorter arc. */
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

/** Prepares the quantities that are constant from key a to key b. */
export function prepareWay(v: ArrayLike<number>, a: number, b: number, width: number): void {
  if (width !== 4) return;
  const d = v[a] * v[b] + v[a + 1] * v[b + 1] + v[a + 2] * v[b + 2] + v[a + 3] * v[b + 3];
  const sign = d < 0 ? -1 : 1;
  let square = 0;
  for (let c = 0; c < 4; c++) square += (sign * v[b + c] - v[a + c]) * (sign * v[b + c] - v[a + c]);
  // half of the chord is the sine of half of this angle
  const angle = 2 * computeArcsine(Math.min(1, Math.sqrt(square) / 2));
  way[0] = angle;
  way[1] = angle === 0 ? 1 : computeSine(angle);
  way[2] = sign;
}

/**
 * asin x for 0 ≤ x ≤ 1: halves the angle until it is small, then sums some powers. Shorter than the engine's, which is right
 * to the last bit, and so sooner compiled: it runs a few hundred times at the end of a short run.
 */
function computeArcsine(x: number): number {
  let scale = 1;
  while (x >= 0.1) {
    x /= Math.sqrt(2 + 2 * Math.sqrt(1 - x * x));
    scale *= 2;
  }
  const s = x * x;
  const rest = 1 / 6 + s * (3 / 40 + s * (15 / 336 + s * (105 / 3456 + s * (945 / 42240 + (s * 231) / 13312))));
  return scale * (x + x * s * rest);
}

/** sin x, likewise up to a quarter turn. */
function computeSine(x: number): number {
  if (!(Math.abs(x) < 1.6)) return sin(x);
  const s = x * x;
  let sum = 1;
  for (let k = 20; k > 0; k -= 2) sum = 1 - (sum * s) / (k * (k + 1));
  return x * sum;
}

/** A place on the way that was prepared last. */
export function mixWay(out: Float64Array, v: ArrayLike<number>, a: number, b: number, width: number, u: number): void {
  if (width !== 4) {
    out[0] = v[a] + (v[b] - v[a]) * u;
    out[1] = v[a + 1] + (v[b + 1] - v[a + 1]) * u;
    out[2] = v[a + 2] + (v[b + 2] - v[a + 2]) * u;
    return;
  }
  const angle = way[0];
  const p = angle === 0 ? 1 - u : computeSine((1 - u) * angle) / way[1];
  const q = way[2] * (angle === 0 ? u : computeSine(u * angle) / way[1]);
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
  return toDistance(measureSquare(a, i, b, j, width), width);
}

/** The square of a length; of quaternions, of which one and its opposite are the same turn, that of the shorter one. */
export function measureSquare(a: ArrayLike<number>, i: number, b: ArrayLike<number>, j: number, width: number): number {
  const x = a[i] - b[j];
  const y = a[i + 1] - b[j + 1];
  const z = a[i + 2] - b[j + 2];
  if (width !== 4) return x * x + y * y + z * z;
  const w = a[i + 3] - b[j + 3];
  const less = x * x + y * y + z * z + w * w;
  if (less < 1) return less;
  let more = 0;
  for (let c = 0; c < 4; c++) more += (a[i + c] + b[j + c]) * (a[i + c] + b[j + c]);
  return Math.min(less, more);
}

/** From such a square: the length, or the angle. */
export function toDistance(square: number, width: number): number {
  if (width !== 4) return Math.sqrt(square);
  // 4 asin(|a − b|/2), which unlike acos keeps its digits near 0
  return 4 * computeArcsine(Math.min(1, Math.sqrt(square) / 2));
}

/**
 * Key frames as glTF has them, in single precision, and the proof that they keep to the recording: what a player shows at
 * the time of every sample is computed from the rounded keys and compared.
 *
 * Times are rounded too. Keys are therefore shifted along the way, so that it passes the sample at its own time: nothing is off
 * by velocity times rounding. The last key is never before the last sample.
 */
import {
  chooseKeys,
  interpolate,
  measureDistance,
  measureSquare,
  mixWay,
  prepareWay,
  type Track,
  toDistance,
} from "./key-frames.js";

export interface Keys {
  /** Strictly increasing. */
  readonly times: Float32Array<ArrayBuffer>;
  readonly values: Float32Array<ArrayBuffer>;
  /** The largest distance (of turns the largest angle) from any sample. */
  readonly worst: number;
}

/** Halvings of the error given to the choice of keys before every sample becomes one. */
const attempts = 4;

/** The fewest keys that keep within the error, or where single precision cannot do that, all of them. One key: it stays. */
export function makeKeys(track: Track, error: number): Keys {
  // within the error of one place, no two samples are farther apart than twice that
  const { values, width } = track;
  const isNear = measureDistance(values, 0, values, values.length - width, width) <= 2 * error;
  const still = isNear ? roundStill(track, error) : null;
  if (still !== null && still.worst <= error) return still;
  const kept = thinTimes(track);
  let best: Keys | undefined;
  for (let attempt = 0; attempt <= attempts; attempt++) {
    // room for what rounding does
    const room = attempt === attempts ? -1 : (error - measureRounding(track)) / 2 ** attempt;
    const chosen = chooseKeys(kept.track, room);
    const places = kept.track === track ? chosen : chosen.map((k) => kept.places[k]);
    const keys = roundKeys(track, places, slight * error);
    if (keys.worst <= error) return keys;
    if (best === undefined || keys.worst < best.worst) best = keys;
  }
  return best as Keys;
}

/** Shifts of keys below this share of the error are left: most are, as times are off by millionths of what lies between keys. */
const slight = 1e-3;

/** The first sample for all of them. Where that is off by more than an error, by how much is left open. */
function roundStill(track: Track, error: number): Keys {
  const times = Float32Array.of(roundTime(track.times, 0));
  const values = Float32Array.from(track.values.subarray(0, track.width));
  return { times, values, worst: measureWorst(track, times, values, error) };
}

/** The rounding error of the largest value. */
function measureRounding({ values, width }: Track): number {
  let largest = width === 4 ? 1 : 0;
  for (let k = 0; k < values.length && width !== 4; k++) largest = Math.max(largest, Math.abs(values[k]));
  // of a quaternion, twice the distance is the angle
  return largest * Math.sqrt(width) * (width === 4 ? 2 : 1) * 2 ** -24;
}

/** Samples whose times differ in single precision, the first and the last among them. */
function thinTimes(track: Track): { track: Track; places: number[] } {
  const { times, values, width } = track;
  const places = distinctPlaces.get(times) ?? pickDistinct(times);
  distinctPlaces.set(times, places);
  if (places.length === times.length) return { track, places };
  const picked = new Float64Array(width * places.length);
  for (let m = 0; m < places.length; m++) {
    for (let c = 0; c < width; c++) picked[width * m + c] = values[width * places[m] + c];
  }
  return { track: { times: Float64Array.from(places, (k) => times[k]), values: picked, width }, places };
}

/** Of times that many tracks share. */
const distinctPlaces = new WeakMap<Float64Array, number[]>();

function pickDistinct(times: Float64Array): number[] {
  const places: number[] = [];
  let before = -Infinity;
  for (let k = 0; k < times.length; k++) {
    const time = roundTime(times, k);
    if (time > before) {
      places.push(k);
      before = time;
    } else if (k === times.length - 1 && places.length > 1) {
      places[places.length - 1] = k;
    }
  }
  return places;
}

const bits = new DataView(new ArrayBuffer(4));

/** In single precision; the last is rounded up. */
function roundTime(times: Float64Array, k: number): number {
  return k < times.length - 1 ? Math.fround(times[k]) : roundUp(times[k]);
}

/** The least number of single precision that is not less than one that is not negative. */
export function roundUp(exact: number): number {
  const time = Math.fround(exact);
  if (time >= exact) return time;
  bits.setFloat32(0, time);
  bits.setUint32(0, bits.getUint32(0) + 1);
  return bits.getFloat32(0);
}

const value = new Float64Array(4);

function roundKeys(track: Track, places: readonly number[], room: number): Keys {
  const { times, values, width } = track;
  const n = places.length;
  const isWhole = n === times.length;
  const keyTimes = isWhole ? roundTimes(times) : new Float32Array(n);
  const exact = isWhole ? values : new Float64Array(width * n);
  for (let m = 0, o = 0; m < n && !isWhole; m++) {
    const k = places[m];
    keyTimes[m] = roundTime(times, k);
    for (let i = width * k; i < width * (k + 1); i++) exact[o++] = values[i];
  }
  const shifted = new Float64Array(exact);
  // what is shifted depends on its neighbours, but little: each sweep leaves a share of what the one before did
  for (let sweep = 0, left = 1; sweep < mostSweeps && left > 2 ** -26 && n > 1; sweep++) {
    let most = 0;
    for (let m = 0; m < n; m++) {
      most = Math.max(most, shiftKey(shifted, exact, width, keyTimes, m, times[places[m]], room));
    }
    left = sweep === 0 ? most * most : left * most;
  }
  const keyValues = new Float32Array(shifted);
  return { times: keyTimes, values: keyValues, worst: measureWorst(track, keyTimes, keyValues) };
}

const mostSweeps = 4;

/** The rounded times of tracks in which every sample is a key: one list for all tracks with these times. */
const roundedTimes = new WeakMap<Float64Array, Float32Array<ArrayBuffer>>();

function roundTimes(times: Float64Array): Float32Array<ArrayBuffer> {
  const rounded = roundedTimes.get(times) ?? Float32Array.from(times, (_, k) => roundTime(times, k));
  roundedTimes.set(times, rounded);
  return rounded;
}

/** Key m, at a time a little off t, such that the way to the key on the other side of t passes the sample at t, unless it does so within `room`. Returns the share. */
function shiftKey(
  shifted: Float64Array,
  exact: Float64Array,
  width: number,
  keyTimes: Float32Array,
  m: number,
  t: number,
  room: number,
): number {
  const next = keyTimes[m] < t ? m + 1 : m - 1;
  if (keyTimes[m] === t || next < 0 || next >= keyTimes.length) return 0;
  const share = (t - keyTimes[m]) / (keyTimes[next] - keyTimes[m]);
  if (!(share < 0.5)) return 0;
  // of turns the distance is half the angle
  const length = 2 * share * Math.sqrt(measureSquare(shifted, width * next, exact, width * m, width));
  if (length <= room) return 0;
  for (let c = 0; c < width; c++) {
    pair[c] = shifted[width * next + c];
    pair[width + c] = exact[width * m + c];
  }
  interpolate(value, pair, 0, width, width, 1 / (1 - share));
  for (let c = 0; c < width; c++) shifted[width * m + c] = value[c];
  return share;
}

const pair = new Float64Array(8);

/** As a player would show it at every sample, or up to the first one that is well beyond a limit. */
function measureWorst(
  { times, values, width }: Track,
  keyTimes: Float32Array,
  keyValues: Float32Array,
  limit = Infinity,
): number {
  const enough = limit * limit;
  const n = keyTimes.length;
  let worst = 0;
  let m = 0;
  let prepared = -1;
  for (let k = 0; k < times.length; k++) {
    const t = times[k];
    while (m + 2 < n && keyTimes[m + 1] <= t) m++;
    const next = m + 1 < n ? m + 1 : m;
    // at a key there is nothing to be mixed
    const isAtFirst = next === m || t <= keyTimes[m];
    let square: number;
    if (isAtFirst || t >= keyTimes[next]) {
      square = measureSquare(keyValues, width * (isAtFirst ? m : next), values, width * k, width);
    } else {
      if (m !== prepared) prepareWay(keyValues, width * m, width * next, width);
      prepared = m;
      const u = (t - keyTimes[m]) / (keyTimes[next] - keyTimes[m]);
      mixWay(value, keyValues, width * m, width * next, width, u);
      square = measureSquare(value, 0, values, width * k, width);
    }
    if (square > worst) worst = square;
    if (worst > enough) break;
  }
  return toDistance(worst, width);
}

/** Axes: round numbers for ticks, and labels with as many digits as their distance needs. */

export interface Scale {
  readonly low: number;
  readonly high: number;
  readonly ticks: readonly { readonly value: number; readonly label: string }[];
  /** The parts left out of the labels: an offset that all values share, and a power of ten. */
  readonly offset: number;
  readonly power: number;
}

/** The largest value that is drawn. */
const largest = 1e300;

/** An axis over all values, with about `count` ticks; `tight` ends with the values, `whole` has whole numbers only. */
export function createScale(values: Iterable<number>, count: number, { tight = false, whole = false } = {}): Scale {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (!(Math.abs(value) <= largest)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (low > high) [low, high] = [0, 1];
  const size = Math.max(Math.abs(low), Math.abs(high));
  // what is the same but for rounding is drawn as a level line
  if (high - low <= Math.max(1e-14 * size, 1 / largest)) {
    const room = size > 1 / largest ? 0.5 * size : 1;
    [low, high] = [low - room, high + room];
  } else if (!tight) {
    const room = 0.06 * (high - low);
    // zero stays an edge where it is one
    [low, high] = [low === 0 ? 0 : low - room, high === 0 ? 0 : high + room];
  }
  const step = Math.max(chooseStep((high - low) / count), whole ? 1 : 0);
  const offset = step < 1e-4 * size ? chooseOffset(low, high, step) : 0;
  const ticks: number[] = [];
  const first = Math.ceil((low - offset) / step - 1e-9);
  for (let k = first; k * step <= high - offset + 1e-9 * step; k++) ticks.push(k);
  const power = choosePower(Math.max(...ticks.map((k) => Math.abs(k * step)), step));
  const digits = Math.max(0, -Math.floor(Math.log10(step / 10 ** power) + 1e-9));
  const label = (k: number) => ((k * step) / 10 ** power).toFixed(Math.min(digits, 20)).replace("-", "−");
  return { low, high, offset, power, ticks: ticks.map((k) => ({ value: offset + k * step, label: label(k) })) };
}

/** 1, 2 or 5 times a power of ten, the nearest. */
function chooseStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  const ratio = rough / power;
  return power * (ratio <= 1.5 ? 1 : ratio <= 3.5 ? 2 : ratio <= 7.5 ? 5 : 10);
}

/** A round number near the middle, to be taken off all labels. */
function chooseOffset(low: number, high: number, step: number): number {
  const coarse = 10 ** Math.ceil(Math.log10((high - low) / 1) + 1);
  return Math.round((low + high) / 2 / coarse) * coarse || Math.round((low + high) / 2 / step) * step;
}

/** A power of ten in the title instead of long labels. */
function choosePower(largest: number): number {
  const exponent = Math.floor(Math.log10(largest) + 1e-9);
  return exponent >= 5 || exponent <= -4 ? exponent : 0;
}

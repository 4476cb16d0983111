/**
 * Measuring, fitting and printing, for every benchmark alike.
 *
 * Contenders are timed in turns within one run (a, b, c, a, b, c, …), so that a machine that slows down slows all of
 * them, and the median of the turns is reported, so that one disturbed turn does not count.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

export interface Contender {
  readonly name: string;
  /** The work to be timed. It should leave its result somewhere, or V8 may remove it. */
  run(): void;
}

export interface Timing {
  readonly name: string;
  /** Median over the turns, seconds a call. */
  readonly median: number;
  /** Best turn, seconds a call. */
  readonly best: number;
  /** Half the distance between the quartiles, as a share of the median: how far to trust it. */
  readonly spread: number;
}

export interface TimingOptions {
  /** Turns of each contender. Default 9. */
  readonly repeats?: number;
  /** The least duration of a turn, s: calls are repeated until it is reached. Default 0.05. */
  readonly turn?: number;
}

/** Times the contenders in turns. */
export function timeContenders(contenders: readonly Contender[], options: TimingOptions = {}): Timing[] {
  const { repeats = 9, turn = 0.05 } = options;
  const calls = contenders.map((contender) => calibrate(contender, turn));
  const times = contenders.map(() => new Float64Array(repeats));
  for (let r = 0; r < repeats; r++) {
    for (let i = 0; i < contenders.length; i++) times[i]![r] = timeCalls(contenders[i]!, calls[i]!) / calls[i]!;
  }
  return contenders.map(({ name }, i) => {
    const sorted = times[i]!.sort();
    const median = quantile(sorted, 0.5);
    const spread = (quantile(sorted, 0.75) - quantile(sorted, 0.25)) / (2 * median);
    return { name, median, best: sorted[0]!, spread };
  });
}

/** The number of calls that fill a turn; the calls made to find it warm the contender up. */
function calibrate(contender: Contender, turn: number): number {
  let calls = 1;
  for (;;) {
    const elapsed = timeCalls(contender, calls);
    if (elapsed >= turn) return calls;
    calls = elapsed <= 0 ? 10 * calls : Math.min(10 * calls, Math.ceil((1.2 * calls * turn) / elapsed));
  }
}

/** Seconds for so many calls. */
function timeCalls(contender: Contender, calls: number): number {
  const start = process.hrtime.bigint();
  for (let i = 0; i < calls; i++) contender.run();
  return Number(process.hrtime.bigint() - start) * 1e-9;
}

/** The q-quantile of sorted values, interpolated. */
function quantile(sorted: Float64Array, q: number): number {
  const place = q * (sorted.length - 1);
  const low = Math.floor(place);
  const high = Math.min(low + 1, sorted.length - 1);
  return sorted[low]! + (place - low) * (sorted[high]! - sorted[low]!);
}

/** The p of cost ≈ c·sizeᵖ: the slope of the least-squares line through (log size, log cost). */
export function fitExponent(sizes: ArrayLike<number>, costs: ArrayLike<number>): number {
  const x = Array.from(sizes, Math.log);
  const y = Array.from(costs, Math.log);
  const meanX = x.reduce((sum, value) => sum + value, 0) / x.length;
  const meanY = y.reduce((sum, value) => sum + value, 0) / y.length;
  let xy = 0;
  let xx = 0;
  for (let i = 0; i < x.length; i++) {
    xy += (x[i]! - meanX) * (y[i]! - meanY);
    xx += (x[i]! - meanX) ** 2;
  }
  return xy / xx;
}

/** Milliseconds to warm up at most: rarely run paths must be optimised too, or they box what they compute. */
const warmUp = 3000;

/**
 * Bytes that a call leaves on the heap and in array buffers: the median over many short bursts, less what measuring
 * itself leaves. Bursts in which the collector ran give a negative figure and fall below the median.
 */
export function measureAllocation(run: () => void, calls = 100): number {
  const start = performance.now();
  for (let i = 0; i < 200 * calls && performance.now() - start < warmUp; i++) run();
  const collect = exposeCollector();
  const empty = () => {};
  const burst = (work: () => void): number => {
    const before = countBytes();
    for (let i = 0; i < calls; i++) work();
    return countBytes() - before;
  };
  const bursts = 31;
  const own = new Float64Array(bursts);
  const idle = new Float64Array(bursts);
  for (let i = 0; i < bursts; i++) {
    collect();
    idle[i] = burst(empty);
    own[i] = burst(run);
  }
  return Math.max(0, quantile(own.sort(), 0.5) - quantile(idle.sort(), 0.5)) / calls;
}

function countBytes(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** The garbage collector, without a flag on the command line. */
function exposeCollector(): () => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as () => void;
}

/** Prints a table: first column to the left, all others to the right. */
export function printTable(headings: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = headings.map((heading, j) => Math.max(heading.length, ...rows.map((row) => (row[j] ?? "").length)));
  const format = (cells: readonly string[]) =>
    widths
      .map((width, j) => (j === 0 ? (cells[j] ?? "").padEnd(width) : (cells[j] ?? "").padStart(width)))
      .join("  ")
      .trimEnd();
  const rule = widths.map((width) => "─".repeat(width)).join("  ");
  console.log([format(headings), rule, ...rows.map(format)].join("\n"));
}

/** A time with a fitting unit: 1.23 µs. */
export function formatTime(seconds: number): string {
  for (const [unit, size] of [
    ["s", 1],
    ["ms", 1e-3],
    ["µs", 1e-6],
  ] as const) {
    if (Math.abs(seconds) >= size) return `${(seconds / size).toPrecision(3)} ${unit}`;
  }
  return `${(seconds / 1e-9).toPrecision(3)} ns`;
}

/** The values of an option such as `--only=a,b`; undefined if it is not there. */
export function readList(args: readonly string[], name: string): string[] | undefined {
  const given = args.find((arg) => arg.startsWith(`${name}=`));
  return given === undefined ? undefined : given.slice(name.length + 1).split(",");
}

/** The values of an option as numbers, all positive. */
export function readNumbers(args: readonly string[], name: string): number[] | undefined {
  const values = readList(args, name)?.map(Number);
  if (values?.some((value) => !(value > 0)))
    throw new Error(`${name}: positive numbers are wanted, as in ${name}=10,30`);
  return values;
}

/**
 * Runs with friction under a limit of processor time: ours, with how exact it was, and the same scene in Rapier at 60 Hz, with
 * the deepest overlap by our own collision detection.
 *
 *   simulated  … after what was not over: stopped by its limit, failed, or did not come to rest
 *   overlap    ours: the deepest ever; Rapier: the deepest at any frame that is looked at, ten a second
 *   cones      worst residual of the Signorini–Coulomb conditions, of all solves, relative
 *   energy     |Δ total energy|, relative to the largest term
 */
import { Worker } from "node:worker_threads";
import { type Engine, stateSize } from "./accuracy/engine.js";
import { findDeepest } from "./accuracy/overlap.js";
import type { Job } from "./friction-jobs.js";
import type { Progress } from "./friction-worker.js";
import { fitExponent, formatTime } from "./support.js";

export interface Outcome extends Progress {
  /** Processor time, s. */
  readonly time: number;
}

/** Bounds of any run of ours: m, and relative. */
const bounds = { overlap: 1e-7, cones: 1e-9, energy: 1e-7 };
/** Between two looks at the clock, ms; and, of processor time, between two words of how far it is, s. */
const look = 50;
const word = 60;
/** The speed below which a body of another engine is at rest, m/s and rad/s: its solver leaves that much. */
const otherRest = 1e-2;

/** Ours, in a thread that is ended when the time is over. All processor time meanwhile is that of the thread. */
export function timeOurs({ kind, size, start: from, name }: Job, limit: number): Promise<Outcome> {
  return new Promise((resolve) => {
    const nothing = { steps: 0, events: 0, overlap: 0, cones: 0, energy: 0 };
    let last: Progress = { ...nothing, reached: 0, isDone: false, fault: "" };
    let start = process.cpuUsage();
    let reported = 0;
    const elapsed = () => 1e-6 * process.cpuUsage(start).user;
    const worker = new Worker(new URL("./friction-worker.js", import.meta.url), {
      workerData: { kind, size, start: from },
    });
    const end = (fault: string) => {
      clearInterval(clock);
      void worker.terminate();
      resolve({ ...last, fault: last.fault || fault, time: elapsed() });
    };
    const clock = setInterval(() => {
      if (elapsed() > reported + word) {
        reported = elapsed();
        console.error(`  ${name}: t = ${last.reached.toFixed(2)} s after ${reported.toFixed(0)} s`);
      }
      if (elapsed() > limit) end(`stopped after ${limit} s at t = ${last.reached.toFixed(3)}`);
    }, look);
    worker.on("message", (progress: Progress | "ready") => {
      if (progress === "ready") {
        start = process.cpuUsage();
        return;
      }
      last = progress;
      if (progress.isDone || progress.fault !== "") end("");
    });
    worker.on("error", (error) => end(error.message));
  });
}

/** Runs a job at 60 Hz in another engine. Its time is that of a run without measurements. */
export function timeOther(engine: Engine, { setting, duration, isOver }: Job): Outcome {
  const rate = 60;
  const state = new Float64Array(stateSize);
  const go = (isWatched: boolean, frames: number) => {
    const running = engine.start(setting, rate, () => false);
    const read = (item: number) => {
      running.read(item, state);
      return state;
    };
    let overlap = 0;
    let frame = 0;
    let isDone = false;
    const start = process.cpuUsage();
    while (frame < frames && !isDone) {
      running.step();
      frame++;
      if (!isWatched) continue;
      isDone = isOver?.(read, otherRest) === true;
      if (frame % 6 === 0 || isDone) overlap = Math.max(overlap, findDeepest(setting.items, read));
    }
    const time = 1e-6 * process.cpuUsage(start).user;
    running.stop();
    return { frame, overlap, isDone, time };
  };
  const { frame, overlap, isDone } = go(true, Math.round(duration * rate));
  const time = Math.min(go(false, frame).time, go(false, frame).time);
  const nothing = { events: 0, cones: Number.NaN, energy: Number.NaN, fault: "" };
  return { ...nothing, reached: frame / rate, time, steps: frame, overlap, isDone: isDone || isOver === undefined };
}

export const runHeadings = ["", "simulated", "time", "by real time", "steps", "events", "overlap", "cones", "energy"];

export function formatRun(name: string, outcome: Outcome): string[] {
  const { reached, time, steps, events, overlap, cones, energy, isDone } = outcome;
  const figures = [overlap, cones, energy].map((x) => (Number.isNaN(x) ? "–" : x === 0 ? "0" : x.toExponential(1)));
  const end = `${reached.toFixed(2)} s${isDone ? "" : " …"}`;
  return [name, end, formatTime(time), `${formatRatio(time / reached)} ×`, String(steps), String(events), ...figures];
}

const formatRatio = (ratio: number) => (ratio >= 100 ? ratio.toFixed(0) : ratio.toPrecision(2));

/** The bounds that a run of ours misses, and whether it did not end. */
export function judgeRun(name: string, outcome: Outcome): string[] {
  const missed = outcome.isDone ? [] : [`${name}: ${outcome.fault || "not over in its time"}`];
  for (const [what, bound] of Object.entries(bounds)) {
    const got = outcome[what as keyof typeof bounds];
    if (!(got <= bound)) missed.push(`${name}: ${what} ${got.toExponential(1)}, should be at most ${bound}`);
  }
  return missed;
}

/** The exponent of the time by size, of those that came to their end. */
export function describeGrowth(jobs: readonly Job[], outcomes: readonly Outcome[]): string {
  const done = jobs.map(({ size }, k) => ({ size, ...outcomes[k] })).filter(({ isDone }) => isDone);
  if (new Set(done.map(({ size }) => size)).size < 2) return "fewer than two sizes came to their end";
  const sizes = done.map(({ size }) => size);
  const p = fitExponent(
    sizes,
    done.map(({ time }) => time),
  );
  return `time ∝ n^${p.toFixed(2)} from ${sizes[0]} to ${sizes[sizes.length - 1]}`;
}

/** Of each size that has several starts, between what and what its runs ended, and how long they took. */
export function describeRanges(jobs: readonly Job[], outcomes: readonly Outcome[]): string[] {
  const range = (values: readonly number[]) => {
    const [least, most] = [Math.min(...values), Math.max(...values)].map((value) => value.toPrecision(3));
    return `${least} to ${most} s`;
  };
  return jobs.flatMap(({ size, name, start }) => {
    const own = outcomes.filter((_, k) => jobs[k].size === size);
    if (start > 0 || own.length < 2) return [];
    const ends = range(own.map(({ reached }) => reached));
    return [`${name}, ${own.length} starts: ended at ${ends}, after ${range(own.map(({ time }) => time))}`];
  });
}

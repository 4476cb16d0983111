/**
 * The scenes of the benchmark and their runs: frame by frame, under a limit of processor time.
 *
 * A scene measures one engine at one rate and returns one figure a column: an error, or a word. What it is compared with
 * is said in `reference`.
 */
import { type Engine, type Running, type Setting, stateSize } from "./engine.js";

export type Figure = number | string;

export interface Scene {
  readonly name: string;
  /** The course of events, in a sentence or two. */
  readonly about: string;
  /** The measured quantity and its reference. */
  readonly reference: string;
  /** Headings with units. */
  readonly columns: readonly string[];
  /** The column that stands for all in the first tables. Default the first. */
  readonly headline?: number;
  measure(probe: Probe): Figure[];
}

/** Why a run ended before its time. */
export class RunFault extends Error {}

/** One engine at one rate; scenes start runs of it. */
export class Probe {
  /** Processor time of all runs so far, s. */
  time = 0;
  readonly engine: Engine;
  readonly rate: number;
  private readonly limit: number;
  private readonly seen: Probe | null;
  private readonly runs: Run[] = [];
  private begun = process.cpuUsage();

  /**
   * `limit` is of processor time, s. With a probe that has `seen` the scene before, the same runs are made without looking:
   * for the time that an engine takes by itself.
   */
  constructor(engine: Engine, rate: number, limit: number, seen: Probe | null = null) {
    this.engine = engine;
    this.rate = rate;
    this.limit = limit;
    this.seen = seen;
  }

  start(setting: Setting): Run {
    const before = this.seen?.runs[this.runs.length];
    const running = this.engine.start(setting, this.rate, () => this.time + this.elapsed() > this.limit);
    const run = new Run(this, running, before?.frame);
    this.runs.push(run);
    return run;
  }

  /** Counts processor time while it works. */
  count(work: () => void): void {
    this.begun = process.cpuUsage();
    try {
      work();
    } catch (error) {
      throw new RunFault(error instanceof Error ? error.message : String(error));
    } finally {
      this.time += this.elapsed();
    }
    if (this.time > this.limit) throw new RunFault(`stopped after ${this.limit} s of processor time`);
  }

  private elapsed(): number {
    const { user, system } = process.cpuUsage(this.begun);
    return 1e-6 * (user + system);
  }

  stop(): void {
    for (const run of this.runs) run.running.stop();
  }
}

export class Run {
  frame = 0;
  readonly running: Running;
  private readonly probe: Probe;
  private readonly blind: number | undefined;
  private readonly state = new Float64Array(stateSize);

  /** A blind run makes so many frames, and does not look. */
  constructor(probe: Probe, running: Running, blind?: number) {
    this.probe = probe;
    this.running = running;
    this.blind = blind;
  }

  get time(): number {
    return this.frame / this.probe.rate;
  }

  /** Goes on to the frame nearest to a time; `watch` is called after every frame, and ends it by returning true. */
  advance(time: number, watch?: () => unknown): void {
    const { probe, running, blind } = this;
    const last = Math.min(blind ?? Infinity, Math.round(time * probe.rate));
    // the clock is looked at sixty times a simulated second
    const slice = Math.max(1, Math.round(probe.rate / 60));
    let isOver = false;
    while (this.frame < last && !isOver) {
      probe.count(() => {
        for (let k = 0; k < slice && this.frame < last && !isOver; k++) {
          running.step();
          this.frame++;
          if (blind === undefined && watch?.() === true) isOver = true;
        }
      });
    }
  }

  /** x, q, v, ω of a body now. The array is the same each time. */
  read(item: number): Float64Array {
    this.running.read(item, this.state);
    return this.state;
  }
}

/** The larger, or what is not a number. */
export function worse(a: number, b: number): number {
  return Number.isNaN(b) || b > a ? b : a;
}

/** Kinetic energy of a body, from what was read and its mass and moments. */
export function findKinetic(state: Float64Array, mass: number, moments: readonly number[], spin: Float64Array): number {
  const [vx, vy, vz] = state.subarray(7, 10);
  let twice = mass * (vx * vx + vy * vy + vz * vz);
  for (let k = 0; k < 3; k++) twice += moments[k] * spin[k] * spin[k];
  return 0.5 * twice;
}

/** m/s². */
export const g = 9.81;

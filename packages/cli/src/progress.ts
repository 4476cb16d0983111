/**
 * The progress of a run. On a terminal, one line that is rewritten in place:
 *
 *   pendulum  ━━━━━━━━━━━━━━━━━━━━━━━━╸───────────────   62%  t = 6.21 s  1.42 × real time  4.4 s gone  2.7 s left
 *
 * elsewhere (a file, a log) plain lines: the first, the last, and one now and then. It goes to stderr, so that data on stdout stay clean.
 */
import type { Output } from "./context.js";

export interface Progress {
  /** Shows the simulated time and further remarks; it may be called as often as one likes. */
  update(time: number, details?: readonly string[]): void;
  /** Writes the last line, as it stands, and leaves the cursor below it. */
  finish(): void;
}

export interface ProgressOptions {
  readonly label: string;
  /** Simulated time at the end, s; it begins at `start`. */
  readonly end: number;
  /** Default 0. */
  readonly start?: number;
  readonly output: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The wall clock, s. */
  readonly now?: () => number;
}

/** Seconds between two drawings on a terminal, and between two lines elsewhere. */
const drawInterval = 0.1;
const lineInterval = 5;

export function createProgress(options: ProgressOptions): Progress {
  const { label, end, start = 0, output, env, now = () => performance.now() / 1000 } = options;
  const live = output.isTTY === true && env.TERM !== "dumb";
  const color = live && !env.NO_COLOR;
  const began = now();
  let time = start;
  let details: readonly string[] = [];
  let shown = began;

  const describe = (): Snapshot => ({
    label,
    fraction: clamp((time - start) / (end - start)),
    time,
    elapsed: now() - began,
    start,
    details,
  });
  const draw = (): void => {
    const line = live ? formatLive(describe(), output.columns ?? 80, color) : `${formatPlain(describe())}\n`;
    output.write(line);
  };
  draw();
  return {
    update(newTime, newDetails = []) {
      time = newTime;
      details = newDetails;
      const moment = now();
      if (moment - shown < (live ? drawInterval : lineInterval)) return;
      shown = moment;
      draw();
    },
    finish() {
      draw();
      if (live) output.write("\n");
    },
  };
}

interface Snapshot {
  readonly label: string;
  /** 0 … 1. */
  readonly fraction: number;
  readonly time: number;
  readonly start: number;
  /** Wall clock since the beginning, s. */
  readonly elapsed: number;
  readonly details: readonly string[];
}

/** A line that overwrites the last one, never wider than the terminal. Where it is narrow, rate and name go before the bar does. */
function formatLive(snapshot: Snapshot, columns: number, color: boolean): string {
  const { label, fraction } = snapshot;
  const width = Math.max(20, columns - 1);
  const { time, rate, rest } = describeTimes(snapshot);
  for (const [head, parts] of [
    [`${label}  `, [time, ...rate, ...rest]],
    [`${label}  `, [time, ...rest]],
    ["", [time, ...rest]],
  ] as const) {
    const tail = `${formatPercent(fraction)}  ${parts.join("  ")}`;
    const room = Math.min(40, width - head.length - tail.length - 2);
    if (room >= 8) return `\r\x1b[K${head}${drawBar(fraction, room, color)}  ${tail}`;
  }
  return `\r\x1b[K${[formatPercent(fraction), time, ...rest].join("  ").slice(0, width)}`;
}

/** A line of a log. */
function formatPlain(snapshot: Snapshot): string {
  const { time, rate, rest } = describeTimes(snapshot);
  return `${snapshot.label}: ${[formatPercent(snapshot.fraction).trim(), time, ...rate, ...rest].join(", ")}`;
}

/** Simulated time, rate, wall-clock time gone and left (or, at the end, what it took), and what else there is to say. */
function describeTimes({ fraction, time, start, elapsed, details }: Snapshot) {
  const left = (elapsed * (1 - fraction)) / fraction;
  const clock =
    fraction >= 1
      ? [`took ${formatDuration(elapsed)}`]
      : fraction > 0
        ? [`${formatDuration(elapsed)} gone`, `${formatDuration(left)} left`]
        : [];
  return {
    time: `t = ${formatNumber(time)} s`,
    rate: elapsed > 0 && fraction > 0 ? [`${formatNumber((time - start) / elapsed)} × real time`] : [],
    rest: [...clock, ...details],
  };
}

function drawBar(fraction: number, width: number, color: boolean): string {
  const full = Math.floor(fraction * width);
  const half = full < width && fraction * width - full >= 0.5 ? 1 : 0;
  const done = "━".repeat(full) + "╸".repeat(half);
  const open = "─".repeat(width - full - half);
  return color ? `\x1b[36m${done}\x1b[0m\x1b[2m${open}\x1b[0m` : done + open;
}

/** Three digits, as plain as they can be written. */
export function formatNumber(value: number): string {
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size < 1e-3 || size >= 1e7) return value.toExponential(2);
  return size >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

function formatPercent(fraction: number): string {
  return `${Math.floor(100 * fraction)}%`.padStart(4);
}

/** 0.8 s, 0:41, 12:03, 2:05:00. */
export function formatDuration(seconds: number): string {
  if (!Number.isFinite(seconds)) return "?";
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  const pad = (value: number) => String(value).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(whole % 60)}` : `${minutes}:${pad(whole % 60)}`;
}

function clamp(fraction: number): number {
  return fraction >= 0 ? Math.min(1, fraction) : 0;
}

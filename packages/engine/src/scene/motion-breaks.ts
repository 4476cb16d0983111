/**
 * The times at which driven things change their velocity at once: keys of linear motions, and the ends of smooth ones. The
 * world must come to such a time with the velocity from before it, and go on with that from after it; what touches a body
 * that starts is struck, and what stands on one that stops flies on.
 */
import { type BodyPath, findPathRecord, recordPath } from "../rigid/index.js";
import type { KeyframesMotion, SceneMotion } from "./file.js";

export class MotionBreaks {
  private readonly motions: KeyframesMotion[] = [];
  /** The time that is seen from before, if any; and the last double before it. */
  private readonly held = Float64Array.of(Number.NaN, Number.NaN);

  /** The path of a motion, which sees times that are held from before. */
  add(motion: SceneMotion, path: BodyPath): BodyPath {
    if (motion.type !== "keyframes" || !hasBreaks(motion)) return path;
    this.motions.push(motion);
    const { held } = this;
    const seen = new Float64Array(1);
    const follow: BodyPath = (time, frame) => {
      seen[0] = time[0] === held[0] ? held[1] : time[0];
      path(seen, frame);
    };
    const record = findPathRecord(path);
    return record === undefined ? follow : recordPath(follow, record.type, record.options);
  }

  /** The first break after t; infinite if there is none. */
  findNext(t: number): number {
    return this.motions.reduce((first, motion) => Math.min(first, findNext(motion, t)), Infinity);
  }

  /** Sees a time from before it, until `release`. */
  hold(t: number): void {
    this.held[0] = t;
    this.held[1] = t - Math.abs(t) * 2 ** -52;
  }

  release(): void {
    this.held.fill(Number.NaN);
  }
}

function hasBreaks({ times, interpolation = "linear", repeat = "hold", ends = "free" }: KeyframesMotion): boolean {
  if (times.length < 2) return false;
  return interpolation === "linear" || (repeat === "hold" && ends === "free");
}

function findNext({ times, interpolation = "linear", repeat = "hold" }: KeyframesMotion, t: number): number {
  const last = times.length - 1;
  const keys = interpolation === "linear" ? times : [times[0], times[last]];
  if (repeat === "hold") return keys.find((key) => key > t) ?? Infinity;
  // in which round t is, and the one after it
  const period = times[last] - times[0];
  const round = Math.floor((t - times[0]) / period);
  const ahead = [round, round + 1].flatMap((n) => times.slice(0, last).map((key) => key + n * period));
  return ahead.find((key) => key > t) ?? Infinity;
}

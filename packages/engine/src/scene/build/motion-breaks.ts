/**
 * Velocity discontinuities of prescribed motions: the keys of linear motions, and the ends of smooth ones. The world reaches
 * such a time with the left limit of the velocity, v(t⁻), and continues with the right limit v(t⁺). A body that starts strikes
 * the bodies that touch it; bodies that stand on one that stops fly on.
 */
import { type BodyPath, findPathRecord, recordPath } from "../../rigid/index.js";
import type { KeyframesMotion, SceneMotion } from "../format/index.js";

/** The velocity discontinuities of all prescribed motions of a model. */
export class MotionBreaks {
  private readonly motions: KeyframesMotion[] = [];
  /** The time at which paths have their left limit, if any, and the last double before it. */
  private readonly leftLimit = Float64Array.of(Number.NaN, Number.NaN);

  /** Adds a motion. Its path is `path`, except for a time set by `setLeftLimit`, at which it has the left limit. */
  add(motion: SceneMotion, path: BodyPath): BodyPath {
    if (motion.type !== "keyframes" || !hasBreaks(motion)) return path;
    this.motions.push(motion);
    const { leftLimit } = this;
    const seen = new Float64Array(1);
    const follow: BodyPath = (time, frame) => {
      seen[0] = time[0] === leftLimit[0] ? leftLimit[1] : time[0];
      path(seen, frame);
    };
    const record = findPathRecord(path);
    return record === undefined ? follow : recordPath(follow, record.type, record.options);
  }

  /** The first discontinuity after t, s; infinite if there is none. */
  findNext(t: number): number {
    return this.motions.reduce((first, motion) => Math.min(first, findNext(motion, t)), Infinity);
  }

  /** Gives paths their left limit at a time, until `clearLeftLimit`. */
  setLeftLimit(t: number): void {
    this.leftLimit[0] = t;
    this.leftLimit[1] = t - Math.abs(t) * 2 ** -52;
  }

  /** Gives paths their right limit at every time. */
  clearLeftLimit(): void {
    this.leftLimit.fill(Number.NaN);
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
  // the keys of the period that contains t, and of the next one
  const period = times[last] - times[0];
  const round = Math.floor((t - times[0]) / period);
  const ahead = [round, round + 1].flatMap((n) => times.slice(0, last).map((key) => key + n * period));
  return ahead.find((key) => key > t) ?? Infinity;
}

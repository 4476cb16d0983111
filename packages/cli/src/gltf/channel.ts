/**
 * The key frames of one thing that moves, as they are chosen stretch by stretch. The last sample of a stretch is the first of
 * the next and a key of both, unless nothing has moved: then it goes on with the value that it has, and there is no key.
 *
 * The last key of a stretch is final, time and value, in single precision: the next stretch begins at it as if it were a
 * sample, so that what was shown to keep to the error stays so.
 */
import { fillTurns } from "./fast-turns.js";
import type { Track } from "./key-frames.js";
import type { KeyTimes } from "./key-times.js";
import { makeKeys } from "./round-keys.js";

/** The motion of a thing in a stretch: positions, rotations and scales at its samples; one that is absent is constant. */
export interface Motion {
  readonly p?: Float64Array;
  readonly q?: Float64Array;
  /** ω, which gives the direction of fast rotations. */
  readonly w?: Float64Array;
  readonly s?: Float64Array;
}

class Channel {
  /** Lists of times, one a stretch in which there are keys, by their numbers in the pool. */
  readonly times: number[] = [];
  count = 0;
  readonly width: number;
  private numbers = new Float32Array(0);
  /** Whether nothing has moved in the last stretch: its end is no key. */
  private isHeld = false;

  constructor(width: number) {
    this.width = width;
  }

  /** Numbers of all keys. */
  get values(): Float32Array<ArrayBuffer> {
    return this.numbers.subarray(0, this.width * this.count);
  }

  /** Takes a stretch; returns the largest distance from its samples, of turns the largest angle. */
  extend(track: Track, error: number, pool: KeyTimes): number {
    const { values, width } = track;
    const isFirst = this.count === 0;
    const recorded = values.slice(0, width);
    if (!isFirst) values.set(this.numbers.subarray(width * (this.count - 1), width * this.count));
    const keys = makeKeys(track, error);
    values.set(recorded);
    const isMoving = keys.times.length > 1;
    if (isMoving && this.isHeld) this.hold(track.times[0], pool);
    if (isFirst) this.push(keys.times, keys.values, pool);
    else if (isMoving) this.push(keys.times.slice(1), keys.values.subarray(width), pool);
    this.isHeld = !isMoving;
    return keys.worst;
  }

  /** A last key for something that has moved. */
  finish(time: number, pool: KeyTimes): void {
    if (this.isHeld && this.count > 1) this.hold(time, pool);
  }

  /** A key with the last value at a time, in single precision. */
  private hold(time: number, pool: KeyTimes): void {
    const { width, count } = this;
    this.push(Float32Array.of(time), this.numbers.slice(width * (count - 1), width * count), pool);
    this.isHeld = false;
  }

  private push(times: Float32Array<ArrayBuffer>, values: Float32Array, pool: KeyTimes): void {
    const { width, count } = this;
    this.count += times.length;
    if (width * this.count > this.numbers.length) {
      const more = new Float32Array(Math.max(width * this.count, 2 * this.numbers.length));
      more.set(this.numbers);
      this.numbers = more;
    }
    this.numbers.set(values, width * count);
    this.times.push(pool.add(times));
  }
}

export type ChannelPath = "rotation" | "scale" | "translation";

/** All that moves of a node. */
export class Mover {
  readonly channels = new Map<ChannelPath, Channel>();

  /**
   * Takes a stretch, whose first time is in single precision unless it is the first, so that every point within `reach` of the origin of the node keeps to the samples within an error, m;
   * turns keep to it in radians too. Returns the bound that was reached, m.
   */
  extend(times: Float64Array, { p, q, w, s }: Motion, error: number, reach: number, pool: KeyTimes): number {
    const share = s === undefined ? error / 2 : error / 4;
    const turns = q && (w === undefined ? { times, values: q, width: 4 } : fillTurns(times, q, w));
    const turn = this.extendChannel("rotation", turns, Math.min(error, share / reach), pool);
    const stretch = this.extendChannel("scale", s && { times, values: s, width: 3 }, share, pool);
    const rest = reach * turn + stretch;
    return rest + this.extendChannel("translation", p && { times, values: p, width: 3 }, error - rest, pool);
  }

  private extendChannel(path: ChannelPath, track: Track | undefined, error: number, pool: KeyTimes): number {
    if (track === undefined) return 0;
    const channel = this.channels.get(path) ?? new Channel(track.width);
    this.channels.set(path, channel);
    return channel.extend(track, error, pool);
  }

  finish(time: number, pool: KeyTimes): void {
    for (const channel of this.channels.values()) channel.finish(time, pool);
  }
}

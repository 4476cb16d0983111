/** The clock of the page: where in the recording we look, and how it goes on. */
import type { Recording } from "./data/recording.js";

/** Simulated seconds a second. */
export const speeds = [0.03125, 0.0625, 0.125, 0.25, 0.5, 1, 2, 4, 8] as const;

export class Player {
  time = 0;
  isPlaying = false;
  isLooping = false;
  speed = 1;
  /** Whether the recording grows while we look: then its end is no end. */
  isLive = false;
  /** Whether we wait for the simulation. */
  isWaiting = false;
  /** Whether we stopped because there was no more. */
  private isStranded = false;
  private readonly recording: Recording;

  constructor(recording: Recording) {
    this.recording = recording;
  }

  /** Whether there is more to come. Who waits for it at the end goes on. */
  follow(isLive: boolean): void {
    this.isLive = isLive;
    if (isLive && this.isStranded) this.isPlaying = true;
    this.isStranded = false;
  }

  /** Advances by `dt` seconds of wall time, and returns whether the time changed. */
  advance(dt: number): boolean {
    const { recording } = this;
    this.isWaiting = false;
    if (!this.isPlaying || recording.count === 0) return false;
    const before = this.time;
    this.time = Math.min(before + dt * this.speed, recording.end);
    if (this.time === recording.end) {
      if (this.isLive) this.isWaiting = before + dt * this.speed > recording.end + dt;
      else if (this.isLooping) this.time = 0;
      else {
        this.isPlaying = false;
        this.isStranded = true;
      }
    }
    return this.time !== before;
  }

  toggle(): void {
    const { recording } = this;
    this.isStranded = false;
    // at the end: from the beginning
    if (!this.isPlaying && !this.isLive && recording.count > 1 && this.time >= recording.end) this.time = 0;
    this.isPlaying = !this.isPlaying;
  }

  seek(t: number): void {
    this.isStranded = false;
    this.time = Math.min(Math.max(t, 0), this.recording.end);
  }

  /** To the sample `count` after (before) this one; stops. */
  step(count: number): void {
    const { recording } = this;
    this.isPlaying = false;
    this.isStranded = false;
    if (recording.count === 0) return;
    const i = recording.find(this.time);
    // between two samples, one back is the one before
    const from = count < 0 && recording.frames[i].t < this.time ? i + 1 : i;
    this.time = recording.frames[Math.min(Math.max(from + count, 0), recording.count - 1)].t;
  }

  /** To the next speed of the list, faster or slower. */
  changeSpeed(by: number): void {
    const at = speeds.findIndex((speed) => speed >= this.speed);
    this.speed = speeds[Math.min(Math.max(at + by, 0), speeds.length - 1)];
  }
}

/**
 * Whether time goes on. Events in quick succession are physics, and so are short steps; thousands of them within a time that
 * no clock tells apart are not, nor are contacts that change again and again without anything to tell of. An island that
 * crawls says so, and ends.
 */

/** Times within which so many are too many, relative to 1 s and the clock. */
const instant = 1e-9;
const mostEvents = 2000;
const mostSteps = 20000;
const span = 1e-6;
const mostChanges = 1000;
const mostRescues = 4;

export class Progress {
  /** From when on events and steps are counted, changes, and rescues, s. */
  private readonly since = Float64Array.of(-Infinity, -Infinity, -Infinity);
  private events = 0;
  private steps = 0;
  private changes = 0;
  private rescues = 0;

  /** An island is set back, or begins anew. */
  reset(): void {
    this.since.fill(-Infinity);
  }

  /** Counts a step that begins at state[n]. */
  countStep(state: Float64Array, n: number): void {
    const { since } = this;
    const t = state[n];
    const unit = 1 + Math.abs(t);
    if (!(Math.abs(t - since[0]) <= instant * unit)) {
      since[0] = t;
      this.events = 0;
      this.steps = 0;
    }
    if (!(Math.abs(t - since[1]) <= span * unit)) {
      since[1] = t;
      this.changes = 0;
    }
    this.steps++;
  }

  /** Counts an event at the end of that step; `isTold` if there was something to tell of. */
  countEvent(isReported: boolean): void {
    this.events++;
    this.changes = isReported ? 0 : this.changes + 1;
  }

  /** Counts that the island could not go on at state[n] in any way, and is to be settled anew; whether that was in vain. */
  isLost(state: Float64Array, n: number): boolean {
    const { since } = this;
    this.rescues = state[n] === since[2] ? this.rescues + 1 : 0;
    since[2] = state[n];
    return this.rescues > mostRescues;
  }

  /** Null, or why it is to end. */
  judge(): string | null {
    if (this.events > mostEvents) return `${this.events} events within ${instant} s, without end`;
    if (this.changes > mostChanges) return `contacts changed ${this.changes} times within ${span} s, without end`;
    if (this.steps > mostSteps) return `${this.steps} steps within ${instant} s: the motion is too stiff or singular`;
    return null;
  }
}

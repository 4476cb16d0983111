/**
 * What happened, in order: of one time in the order of the bodies, then of the parts and features that met.
 */

export interface WorldEvent {
  readonly t: number;
  /**
   * Collision: an impulse passed. Touch and separate: of two that did not hold on to each other before, or do no more. Slip
   * and stick: of two that did, and begin to slide across each other, or slide no more.
   */
  readonly type: "collision" | "touch" | "separate" | "slip" | "stick";
  /** The bodies; a is −1 if it is a particle. */
  readonly a: number;
  readonly b: number;
  /** −1 unless a is a particle. */
  readonly particle: number;
  /** The number of the limit that was reached or left; −1 if it was no limit. The rates are then those of its coordinate. */
  readonly limit: number;
  /** World coordinates, m. */
  readonly point: readonly [number, number, number];
  /** From b to a. */
  readonly normal: readonly [number, number, number];
  /** N·s; of a collision. */
  readonly impulse: number;
  /** Rates of the gap, m/s. */
  readonly vBefore: number;
  readonly vAfter: number;
  /** Of a collision: the law, and what was needed beside it. */
  readonly law: string;
}

/** An event on its way to being told. */
export interface LoggedEvent {
  readonly event: WorldEvent;
  /** The time of its island when it was found out, s: a touch may be dated later. */
  readonly since: number;
  /** The two parts that it is about, or the limit: the same of all events of a pair. */
  readonly pair: string;
}

/**
 * Events, until they are told. One is told when all islands have reached its time: what is dated later, the end of bounces
 * without end, waits. If the two part before, it never comes about, and neither is told.
 */
export class EventLog {
  readonly entries: LoggedEvent[] = [];

  add(event: WorldEvent, since: number = event.t, pair = ""): void {
    this.entries.push({ event, since, pair });
  }

  /** Takes those that are not later than t, and returns them in canonical order. */
  release(t: number): WorldEvent[] {
    this.annul(t);
    const due = this.entries.filter(({ event }) => event.t <= t);
    this.keep(({ event }) => event.t > t);
    return due.map(({ event }) => event).sort(compareEvents);
  }

  /** Forgets what was found out later than a time, of those that `isOf` tells: their island goes back. */
  dropAfter(t: number, isOf: (event: WorldEvent) => boolean): void {
    this.keep(({ event, since }) => since <= t || !isOf(event));
  }

  /** Keeps those that `isKept` tells. */
  keep(isKept: (entry: LoggedEvent) => boolean): void {
    const kept = this.entries.filter(isKept);
    this.entries.length = 0;
    this.entries.push(...kept);
  }

  /** Forgets touches that were still to come when their pair parted, and those partings. */
  private annul(t: number): void {
    for (const parting of this.entries.slice()) {
      const { event, pair } = parting;
      if (event.type !== "separate" || event.t > t) continue;
      const coming = this.entries.find(
        (other) =>
          other.event.type === "touch" && other.pair === pair && other.since <= event.t && other.event.t > event.t,
      );
      if (coming !== undefined) this.keep((entry) => entry !== coming && entry !== parting);
    }
  }
}

const order = { collision: 0, separate: 1, touch: 2, slip: 3, stick: 4 };

function compareEvents(p: WorldEvent, q: WorldEvent): number {
  const difference =
    p.t - q.t ||
    order[p.type] - order[q.type] ||
    p.a - q.a ||
    p.particle - q.particle ||
    p.b - q.b ||
    p.limit - q.limit;
  if (difference !== 0) return difference;
  for (let k = 0; k < 3; k++) if (p.point[k] !== q.point[k]) return p.point[k] - q.point[k];
  return 0;
}

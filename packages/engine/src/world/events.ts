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

export class EventLog {
  readonly events: WorldEvent[] = [];

  add(event: WorldEvent): void {
    this.events.push(event);
  }

  /** Takes those from `start` on, forgets them, and returns them in canonical order. */
  take(start: number): WorldEvent[] {
    return this.events.splice(start).sort(compareEvents);
  }

  /** Forgets what is later than a time, of those that `isOf` tells: their island goes back. */
  dropAfter(t: number, isOf: (event: WorldEvent) => boolean): void {
    const kept = this.events.filter((event) => event.t <= t || !isOf(event));
    this.events.length = 0;
    this.events.push(...kept);
  }
}

const order = { collision: 0, separate: 1, touch: 2, slip: 3, stick: 4 };

function compareEvents(p: WorldEvent, q: WorldEvent): number {
  const difference = p.t - q.t || order[p.type] - order[q.type] || p.a - q.a || p.particle - q.particle || p.b - q.b;
  if (difference !== 0) return difference;
  for (let k = 0; k < 3; k++) if (p.point[k] !== q.point[k]) return p.point[k] - q.point[k];
  return 0;
}

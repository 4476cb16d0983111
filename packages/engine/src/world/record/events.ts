/**
 * What happened, in order: of one time in the order of the bodies, then of the parts and features that met.
 */

export interface WorldEvent {
  readonly t: number;
  /**
   * Collision: an impulse passed. Touch and separate: of two that did not hold on to each other before, or do no more; touch
   * also where points of two that do have bounced in turn, and are at rest. Slip and stick: of two that did, and begin to
   * slide across each other, or slide no more; the same of the friction of a joint, and of what resists rolling or spinning.
   */
  readonly type: "collision" | "touch" | "separate" | "slip" | "stick";
  /** The bodies; a is −1 if it is a particle. */
  readonly a: number;
  readonly b: number;
  /** −1 unless a is a particle. */
  readonly particle: number;
  /** The number of the limit that was reached or left; −1 if it was no limit. The rates are then those of its coordinate. */
  readonly limit: number;
  /** The number of the friction of a joint that slips or sticks from now on; −1 if it is none. */
  readonly friction: number;
  /** Of a slip or stick of what resists turning at a contact: what it is that begins, or is held from now on. */
  readonly turning?: "rolling" | "spinning";
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
  /** The time of its island when it was found out, s: bounces that are not followed, and their end, are dated later. */
  readonly since: number;
  /** The two parts that it is about, or the limit, or friction: the same of all events of a pair. */
  readonly pair: string;
  /** Of a touch: whether the two held on to each other before. */
  readonly isAgain?: boolean;
}

/**
 * Events, until they are told. One is told when all islands have reached its time: what is dated later, the end of bounces
 * without end, waits. If something else happens to the two before, these bounces never come about; if they part, they never
 * touched.
 */
export class EventLog {
  readonly entries: LoggedEvent[] = [];
  /** So many at the front stay, whoever goes back: they are of windows that are over. */
  private settled = 0;

  /** A window begins: nobody goes back to before. */
  begin(): void {
    this.settled = this.entries.length;
  }

  add(event: WorldEvent, since: number = event.t, pair = "", isAgain = false): void {
    this.entries.push({ event, since, pair, isAgain });
  }

  /** Takes those that are not later than t, with bodies named as `name` names those of a row, and returns them in canonical order. */
  release(t: number, name: (row: number) => number = (row) => row): WorldEvent[] {
    this.annul();
    const due = this.entries.filter(({ event }) => event.t <= t);
    this.keep(({ event }) => event.t > t);
    return due.map(({ event }) => nameBodies(event, name)).sort(compareEvents);
  }

  /** Forgets what was found out later than a time, of those that `isOf` tells: their island goes back. */
  dropAfter(t: number, isOf: (event: WorldEvent) => boolean): void {
    this.filter(Math.min(this.settled, this.entries.length), ({ event, since }) => since <= t || !isOf(event));
  }

  /** Keeps those that `isKept` tells. */
  keep(isKept: (entry: LoggedEvent) => boolean): void {
    this.filter(0, isKept);
    this.settled = 0;
  }

  private filter(from: number, isKept: (entry: LoggedEvent) => boolean): void {
    const { entries } = this;
    let count = from;
    for (let k = from; k < entries.length; k++) if (isKept(entries[k])) entries[count++] = entries[k];
    entries.length = count;
  }

  /** Forgets what was still to come when something else happened to its pair. */
  private annul(): void {
    const foreseen = this.entries.filter(({ event, since }) => event.t > since);
    if (foreseen.length === 0) return;
    const ofPair = new Map<string, LoggedEvent[]>(foreseen.map(({ pair }) => [pair, []]));
    for (const entry of this.entries) ofPair.get(entry.pair)?.push(entry);
    const gone = new Set<LoggedEvent>();
    const first = new Set<LoggedEvent>();
    for (const coming of foreseen) {
      const { event, pair } = coming;
      const isNew = !coming.isAgain || first.has(coming);
      for (const other of ofPair.get(pair) ?? []) {
        if (!(other.since > coming.since && other.since < event.t) || gone.has(other)) continue;
        const { type } = other.event;
        if (event.type === "touch" && type !== "separate" && type !== "touch") continue;
        gone.add(coming);
        if (event.type !== "touch" || !isNew) continue;
        // they have not touched before, and so they do not part; or they touch for the first time
        if (type === "separate") gone.add(other);
        else first.add(other);
        break;
      }
    }
    if (gone.size > 0) this.keep((entry) => !gone.has(entry));
  }
}

/** Adds events, in canonical order, to a list; those of the same time that nobody was told of, from `told` on, take their place among them. */
export function addInOrder(events: WorldEvent[], reported: number, fresh: readonly WorldEvent[]): void {
  const isLater =
    events.length <= reported || fresh.length === 0 || compareEvents(events[events.length - 1], fresh[0]) <= 0;
  // one by one: a run may tell of more than fit into the arguments of one call
  for (const event of fresh) events.push(event);
  if (isLater) return;
  const unreported = events.splice(reported).sort(compareEvents);
  for (const event of unreported) events.push(event);
}

/** An event, or a contact, with other numbers for its bodies; −1 stays. */
export function nameBodies<T extends { readonly a: number; readonly b: number }>(
  thing: T,
  name: (body: number) => number,
): T {
  const a = thing.a < 0 ? thing.a : name(thing.a);
  const b = thing.b < 0 ? thing.b : name(thing.b);
  return a === thing.a && b === thing.b ? thing : { ...thing, a, b };
}

/** Takes from a list what is later than t, and what of t is about to be told: its world goes back to t. */
export function takeBackEvents(
  events: WorldEvent[],
  t: number,
  entries: readonly LoggedEvent[],
  name: (row: number) => number = (row) => row,
): void {
  const isReported = (event: WorldEvent) =>
    entries.some((entry) => compareEvents(nameBodies(entry.event, name), event) === 0);
  const isStaying = (event: WorldEvent) => event.t < t || (event.t === t && !isReported(event));
  let count = 0;
  for (const event of events) if (isStaying(event)) events[count++] = event;
  events.length = count;
}

const order = { collision: 0, separate: 1, touch: 2, slip: 3, stick: 4 };

function measureTurning({ turning }: WorldEvent): number {
  return turning === undefined ? 0 : turning.length;
}

function compareEvents(p: WorldEvent, q: WorldEvent): number {
  const difference =
    p.t - q.t ||
    order[p.type] - order[q.type] ||
    p.a - q.a ||
    p.particle - q.particle ||
    p.b - q.b ||
    p.limit - q.limit ||
    p.friction - q.friction ||
    measureTurning(p) - measureTurning(q);
  if (difference !== 0) return difference;
  for (let k = 0; k < 3; k++) if (p.point[k] !== q.point[k]) return p.point[k] - q.point[k];
  return 0;
}

/**
 * Events of a world in canonical order: by time, then type, bodies, limits and friction, then the point. The log holds the events
 * of all islands until they can be reported.
 */

/** An event of a world. */
export interface WorldEvent {
  /** Time at which the event takes place, s. */
  readonly t: number;
  /**
   * Kind of the event. Collision: an impulse acts. Touch and separate: contact of a pair begins or ends; a touch is also reported
   * where points of a pair in contact come to rest after a Zeno sequence. Slip and stick: sliding of a pair in contact begins or
   * ends; so of the friction of a joint, and of rolling and spinning resistance.
   */
  readonly type: "collision" | "touch" | "separate" | "slip" | "stick";
  /** First body of the pair; −1 if it is a particle, a limit or the friction of a joint. */
  readonly a: number;
  /** Second body of the pair; −1 of a limit and of the friction of a joint. */
  readonly b: number;
  /** Particle of the pair; −1 unless a is a particle. */
  readonly particle: number;
  /** Number of the limit that is reached or left, with the rates of its coordinate; −1 if the event is not of a limit. */
  readonly limit: number;
  /** Number of the friction of a joint that begins to slip or to stick; −1 if the event is not of the friction of a joint. */
  readonly friction: number;
  /** Motion that begins or ends, of a slip or stick of the resistance to turning at a contact. */
  readonly turning?: "rolling" | "spinning";
  /** Point of the contact in world coordinates, m. */
  readonly point: readonly [number, number, number];
  /** Normal of the contact, from b to a. */
  readonly normal: readonly [number, number, number];
  /** Normal impulse of a collision, N·s. */
  readonly impulse: number;
  /** Rate of the gap before the event, m/s. */
  readonly vBefore: number;
  /** Rate of the gap after the event, m/s. */
  readonly vAfter: number;
  /** Law of a collision: codes of `eventLawTexts`, separated by commas; `describeLaw` has their text. Empty for other events. */
  readonly law: string;
}

/** Entry of the log: an event that is not reported yet. */
export interface LoggedEvent {
  /** The event. */
  readonly event: WorldEvent;
  /** Time of its island when the event was found, s: the end of a Zeno sequence is found before it takes place. */
  readonly since: number;
  /** Name of the two parts, the limit or the friction, common to all events of a pair. */
  readonly pair: string;
  /** Whether the pair of a touch was in contact before. */
  readonly isAgain?: boolean;
}

/**
 * Log of the events that are not reported yet. An event is reported when all islands have reached its time, so that the end of a
 * Zeno sequence waits. If another event of the pair takes place before that time, the sequence does not reach its end; if the
 * pair separates, it has not touched.
 */
export class EventLog {
  /** The events, in the order in which they were found. */
  readonly entries: LoggedEvent[] = [];
  /** Number of the first entries that no rollback removes: they belong to earlier windows. */
  private permanent = 0;

  /** Begins a window: no rollback goes to a time before it. */
  begin(): void {
    this.permanent = this.entries.length;
  }

  /** Adds an event. */
  add(event: WorldEvent, since: number = event.t, pair = "", isAgain = false): void {
    this.entries.push({ event, since, pair, isAgain });
  }

  /**
   * Removes the events that are not later than t and returns them in canonical order, with the names of their bodies for the
   * rows.
   */
  release(t: number, name: (row: number) => number = (row) => row): WorldEvent[] {
    this.annul();
    const due = this.entries.filter(({ event }) => event.t <= t);
    this.keep(({ event }) => event.t > t);
    return due.map(({ event }) => nameBodies(event, name)).sort(compareEvents);
  }

  /** Removes the events of a set, given by `isOf`, that were found later than t: their island is rolled back. */
  dropAfter(t: number, isOf: (event: WorldEvent) => boolean): void {
    this.filter(Math.min(this.permanent, this.entries.length), ({ event, since }) => since <= t || !isOf(event));
  }

  /** Removes all entries but those for which `isKept` is true. */
  keep(isKept: (entry: LoggedEvent) => boolean): void {
    this.filter(0, isKept);
    this.permanent = 0;
  }

  /** Removes the entries from place `from` on for which `isKept` is false. */
  private filter(from: number, isKept: (entry: LoggedEvent) => boolean): void {
    const { entries } = this;
    let count = from;
    for (let k = from; k < entries.length; k++) if (isKept(entries[k])) entries[count++] = entries[k];
    entries.length = count;
  }

  /** Removes the foreseen events, dated later than they were found, that another event of their pair has prevented. */
  private annul(): void {
    const foreseen = this.entries.filter(({ event, since }) => event.t > since);
    if (foreseen.length === 0) return;
    const ofPair = new Map<string, LoggedEvent[]>(foreseen.map(({ pair }) => [pair, []]));
    for (const entry of this.entries) ofPair.get(entry.pair)?.push(entry);
    const gone = new Set<LoggedEvent>();
    const first = new Set<LoggedEvent>();
    for (const coming of foreseen) annulForeseen(coming, ofPair.get(coming.pair) ?? [], gone, first);
    if (gone.size > 0) this.keep((entry) => !gone.has(entry));
  }
}

/**
 * Annuls a foreseen event if another event of its pair was found between the time at which it was found and its own. Annulled
 * entries are added to `gone`, touches that become the first of their pair to `first`.
 */
function annulForeseen(
  coming: LoggedEvent,
  ofPair: readonly LoggedEvent[],
  gone: Set<LoggedEvent>,
  first: Set<LoggedEvent>,
): void {
  const { event } = coming;
  const isNew = !coming.isAgain || first.has(coming);
  for (const other of ofPair) {
    if (!(other.since > coming.since && other.since < event.t) || gone.has(other)) continue;
    const { type } = other.event;
    if (event.type === "touch" && type !== "separate" && type !== "touch") continue;
    gone.add(coming);
    if (event.type !== "touch" || !isNew) continue;
    // the pair has not touched before: its separation is annulled too, or the other touch is the first
    if (type === "separate") gone.add(other);
    else first.add(other);
    return;
  }
}

/**
 * Appends events in canonical order to a list; the events of the same time that are not reported yet, from place `reported` on,
 * are sorted together with them.
 */
export function addInOrder(events: WorldEvent[], reported: number, fresh: readonly WorldEvent[]): void {
  const isLater =
    events.length <= reported || fresh.length === 0 || compareEvents(events[events.length - 1], fresh[0]) <= 0;
  // one by one: the events of a run may exceed the number of arguments of one call
  for (const event of fresh) events.push(event);
  if (isLater) return;
  const unreported = events.splice(reported).sort(compareEvents);
  for (const event of unreported) events.push(event);
}

/** Returns an event, or a contact, with other numbers for its bodies; −1 stays. */
export function nameBodies<T extends { readonly a: number; readonly b: number }>(
  thing: T,
  name: (body: number) => number,
): T {
  const a = thing.a < 0 ? thing.a : name(thing.a);
  const b = thing.b < 0 ? thing.b : name(thing.b);
  return a === thing.a && b === thing.b ? thing : { ...thing, a, b };
}

/** Removes from a list the events later than t, and those of t that are still to be reported: the world is restored at t. */
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

/** Order of the types of events of one time. */
const order = { collision: 0, separate: 1, touch: 2, slip: 3, stick: 4 };

/** Returns a number that orders the events of a contact itself, of spinning and of rolling. */
function measureTurning({ turning }: WorldEvent): number {
  return turning === undefined ? 0 : turning.length;
}

/** Compares two events in the canonical order. */
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

/** The order of events, and what is forgotten of them. */
import { describe, expect, test } from "vitest";
import { EventLog, type WorldEvent } from "../../../../src/world/record/events.js";

const blank: WorldEvent = {
  t: 0,
  type: "collision",
  a: 0,
  b: 1,
  particle: -1,
  limit: -1,
  friction: -1,
  point: [0, 0, 0],
  normal: [0, 1, 0],
  impulse: 0,
  vBefore: 0,
  vAfter: 0,
  law: "",
};

/** In the order that is to come out. */
const sorted: WorldEvent[] = [
  { ...blank, t: 0 },
  { ...blank, t: 1, type: "collision", a: 2, b: 5 },
  { ...blank, t: 1, type: "collision", a: 2, b: 5, point: [0, 1, 0] },
  { ...blank, t: 1, type: "collision", a: 2, b: 5, point: [1, 0, -1] },
  { ...blank, t: 1, type: "collision", a: 2, b: 5, point: [1, 0, 0] },
  { ...blank, t: 1, type: "collision", a: 2, b: 6 },
  { ...blank, t: 1, type: "collision", a: 3, b: 0 },
  { ...blank, t: 1, type: "separate", a: -1, particle: 0, b: 4 },
  { ...blank, t: 1, type: "separate", a: -1, particle: 1, b: 3 },
  { ...blank, t: 1, type: "touch", a: 0 },
  { ...blank, t: 1, type: "slip", friction: 0 },
  { ...blank, t: 1, type: "slip", friction: 1 },
  { ...blank, t: 1.5, type: "collision", a: 0 },
];

const eventsOf = ({ entries }: EventLog) => entries.map(({ event }) => event);

describe("EventLog", () => {
  test("gives them in canonical order, in whatever order they came", () => {
    for (let shift = 0; shift < sorted.length; shift++) {
      const log = new EventLog();
      // every element once: 7 has no divisor in common with 13
      for (let k = 0; k < sorted.length; k++) log.add(sorted[(7 * k + shift) % sorted.length]);
      expect(log.release(2)).toEqual(sorted);
      expect(log.entries).toEqual([]);
    }
  });

  test("tells of nothing before its time", () => {
    const log = new EventLog();
    for (const event of [sorted[12], sorted[9], sorted[0], sorted[7]]) log.add(event, 0);
    expect(log.release(0.5)).toEqual([sorted[0]]);
    expect(log.release(1)).toEqual([sorted[7], sorted[9]]);
    expect(eventsOf(log)).toEqual([sorted[12]]);
    expect(log.release(1.5)).toEqual([sorted[12]]);
  });

  test("forgets what was found out later than a time, of those that go back", () => {
    const log = new EventLog();
    for (const event of sorted) log.add(event);
    log.dropAfter(0.5, ({ a }) => a === 2);
    expect(eventsOf(log)).toEqual(sorted.filter(({ a, t }) => a !== 2 || t <= 0.5));
    log.dropAfter(1, () => true);
    expect(eventsOf(log).every(({ t }) => t <= 1)).toBe(true);
    // dated later, but known before
    log.add({ ...blank, t: 3 }, 0.7);
    log.dropAfter(1, () => true);
    expect(eventsOf(log).some(({ t }) => t === 3)).toBe(true);
  });

  test("a touch that is still to come when the two part is none, and neither is the parting", () => {
    const log = new EventLog();
    const touch = { ...blank, type: "touch", t: 2 } as const;
    const parting = { ...blank, type: "separate", t: 1.5 } as const;
    log.add(touch, 1, "0 1");
    log.add(parting, 1.5, "0 1");
    // of others, and of the same two after they had come to rest
    log.add(parting, 1.5, "0 2");
    log.add({ ...parting, t: 3 }, 3, "0 1");
    expect(log.release(1.2)).toEqual([]);
    expect(log.release(4)).toEqual([parting, { ...parting, t: 3 }]);
  });
});

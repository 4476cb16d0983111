/** The order of events, and what is forgotten of them. */
import { describe, expect, test } from "vitest";
import { EventLog, type WorldEvent } from "../../../src/world/events.js";

const blank: WorldEvent = {
  t: 0,
  type: "collision",
  a: 0,
  b: 1,
  particle: -1,
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
  { ...blank, t: 1.5, type: "collision", a: 0 },
];

describe("EventLog", () => {
  test("gives them in canonical order, in whatever order they came", () => {
    for (let shift = 0; shift < sorted.length; shift++) {
      const log = new EventLog();
      // every element once: 7 has no divisor in common with 11
      for (let k = 0; k < sorted.length; k++) log.add(sorted[(7 * k + shift) % sorted.length]);
      expect(log.take(0)).toEqual(sorted);
      expect(log.events).toEqual([]);
    }
  });

  test("takes those from a place on, and keeps the others", () => {
    const log = new EventLog();
    for (const event of [sorted[5], sorted[9], sorted[7]]) log.add(event);
    expect(log.take(1)).toEqual([sorted[7], sorted[9]]);
    expect(log.events).toEqual([sorted[5]]);
  });

  test("forgets what is later than a time, of those that go back", () => {
    const log = new EventLog();
    for (const event of sorted) log.add(event);
    log.dropAfter(0.5, ({ a }) => a === 2);
    expect(log.events).toEqual(sorted.filter(({ a, t }) => a !== 2 || t <= 0.5));
    log.dropAfter(1, () => true);
    expect(log.events.every(({ t }) => t <= 1)).toBe(true);
  });
});

/** Sets of pairs of parts, and what is kept beside them: as those of the language, in arrays that stay. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Separations } from "../../../../src/world/contact-state/separations.js";
import { SlotSet } from "../../../../src/world/contact-state/slot-set.js";
import { RestTimes } from "../../../../src/world/contact-state/zeno-memory.js";
import { ContactNumbers } from "../../../../src/world/model/contact-numbers.js";

describe("SlotSet", () => {
  const slot = fc.oneof(fc.integer({ min: -3, max: 12 }), fc.integer());
  const action = fc.oneof(
    { weight: 10, arbitrary: fc.record({ type: fc.constant("add" as const), slot }) },
    { weight: 3, arbitrary: fc.record({ type: fc.constant("delete" as const), slot }) },
    { weight: 1, arbitrary: fc.record({ type: fc.constant("clear" as const), slot }) },
  );

  test("has the members of a set, in its order", () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 80 }), fc.array(slot), (actions, more) => {
        const [own, set] = [new SlotSet(), new Set<number>()];
        for (const { type, slot } of actions) {
          if (type === "clear") {
            own.clear();
            set.clear();
            continue;
          }
          own[type](slot);
          set[type](slot);
          expect(own.toArray()).toEqual([...set]);
        }
        for (const each of more) expect(own.has(each)).toBe(set.has(each));
        const copy = new SlotSet();
        for (const each of more) copy.add(each);
        const both = new Set([...more, ...set]);
        copy.merge(own);
        expect(copy.toArray()).toEqual([...both]);
        copy.copy(own);
        expect(copy.toArray()).toEqual([...set]);
        expect(copy.count).toBe(set.size);
      }),
      { seed: 1, numRuns: 1000 },
    );
  });
});

test("pairs that have parted are known for a moment, in the order in which they did", () => {
  const parted = new Separations();
  for (let slot = 0; slot < 20; slot++) parted.add(slot, slot < 10 ? 1 : 2);
  parted.add(3, 2);
  parted.forgetOld(2 + 1e-10);
  expect(parted.pairs.toArray()).toEqual([3, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
  expect([...parted.times.subarray(0, 11)]).toEqual(new Array(11).fill(2));
  const other = new Separations();
  other.add(7, 1);
  other.copy(parted);
  expect(other.pairs.toArray()).toEqual(parted.pairs.toArray());
  // what parts later than now has not parted
  other.forgetOld(1);
  expect(other.isEmpty).toBe(true);
});

test("rest times go with their contacts where one is inserted before them", () => {
  const times = new RestTimes();
  times.set(2, 5);
  times.set(30, 7);
  times.insert(2);
  expect([1, 2, 3, 30, 31, 99].map((c) => times.latest(c, 1))).toEqual([1, 1, 5, 1, 7, 1]);
  times.insert(32);
  expect(times.latest(31, 1)).toBe(7);
  expect(times.latest(31, 8)).toBe(8);
  times.clear();
  expect(times.latest(31, 1)).toBe(1);
});

test("numbers of contacts are in a set once", () => {
  const numbers = new ContactNumbers();
  for (const c of [5, 3, 5, 100]) numbers.add(c);
  expect([...numbers.items.subarray(0, numbers.count)]).toEqual([5, 3, 100]);
  expect([3, 4, 5, 100, 1000].map((c) => numbers.has(c))).toEqual([true, false, true, true, false]);
  numbers.clear();
  expect(numbers.has(5)).toBe(false);
  expect(numbers.count).toBe(0);
});

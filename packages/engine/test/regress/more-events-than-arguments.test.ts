/**
 * A run that tells of more events at once than fit into the arguments of one call: a prism that rattles in a groove without loss
 * strikes 10⁵ times a second. The events were handed on as arguments, and `advanceTo` threw a RangeError; so did `save` and
 * `restore` of a world that had told of so many, as of 200 boxes in a pit.
 */
import { expect, test } from "vitest";
import { addInOrder, takeBackEvents, type WorldEvent } from "../../src/world/record/events.js";

const many = 500_000;

function createEvents(count: number, first: number): WorldEvent[] {
  const point = [0, 0, 0] as const;
  return Array.from(
    { length: count },
    (_, k) => ({ type: "touch", t: first + k, a: 0, b: 1, point }) as unknown as WorldEvent,
  );
}

test.each([0, many / 2])("are added to %i that are there, in order", (before) => {
  const events = createEvents(before, 0);
  // those that nobody was told of are sorted in
  addInOrder(events, 0, createEvents(many, before / 2));
  expect(events).toHaveLength(before + many);
  expect(events.every(({ t }, k) => k === 0 || t >= events[k - 1].t)).toBe(true);
});

test("are taken back, but for those before", () => {
  const events = createEvents(many, 0);
  const late = events[many - 10];
  takeBackEvents(events, many - 10, [{ event: late, since: late.t, pair: "", isAgain: false }]);
  expect(events).toHaveLength(many - 10);
  expect(events.at(-1)?.t).toBe(many - 11);
});

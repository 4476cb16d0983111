/** The length of the next window: by what the last one was worth. */
import { expect, test } from "vitest";
import { chooseWindow } from "../../../../src/world/scheduling/window-length.js";

const past = { length: 0.01, start: 1, end: 1.01, reached: 1.01, islands: 8, met: 0, taken: 99, undone: 0 };

test("windows grow while nothing meets, up to a second", () => {
  expect(chooseWindow(past)).toBe(0.02);
  expect(chooseWindow({ ...past, length: 0.9 })).toBe(1);
  expect(chooseWindow({ ...past, met: 2 })).toBe(0.02);
  expect(chooseWindow({ ...past, islands: 100, met: 25 })).toBe(0.02);
});

test("and shrink where much meets, or many steps are for nothing", () => {
  expect(chooseWindow({ ...past, met: 3 })).toBe(0.01);
  expect(chooseWindow({ ...past, met: 5 })).toBe(0.005);
  expect(chooseWindow({ ...past, undone: 20 })).toBe(0.01);
  expect(chooseWindow({ ...past, undone: 26 })).toBe(0.005);
  expect(chooseWindow({ ...past, islands: 100, met: 50 })).toBe(0.01);
  expect(chooseWindow({ ...past, islands: 100, met: 51 })).toBe(0.005);
  expect(chooseWindow({ ...past, length: 1 / 4096, met: 9 })).toBe(1 / 4096);
});

test("one that an island with many events has ended is followed by one as long as it came, or shorter", () => {
  const early = { ...past, reached: 1.0025 };
  expect(chooseWindow(early)).toBeCloseTo(0.0025, 12);
  expect(chooseWindow({ ...early, reached: 1.0075, undone: 50 })).toBe(0.005);
});

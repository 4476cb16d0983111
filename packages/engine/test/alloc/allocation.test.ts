import { describe, expect, test } from "vitest";
import { bytesPerCall } from "../support/allocation.js";

/** The measuring instrument is itself measured: functions that make a known amount of garbage. */
describe("bytesPerCall", () => {
  const numbers = new Float64Array([1.5, 2.5, 3.5]);
  const box = { value: 0.1 };
  const kept: unknown[] = [null];

  test("sees nothing where nothing is allocated", () => {
    const bytes = bytesPerCall(() => {
      numbers[0] = numbers[1] * numbers[2] + numbers[0] * 0.5;
    });
    expect(bytes).toBe(0);
  });

  test("sees a single boxed double", () => {
    const bytes = bytesPerCall(() => {
      kept[0] = numbers[1] / 3 + numbers[2];
    });
    // a heap number is 8 bytes of map and 8 of value; one in ten thousand may be lost where the loop's code is exchanged
    expect(bytes).toBeGreaterThan(15.99);
    expect(bytes).toBeLessThanOrEqual(16);
  });

  test("sees a single boxed double in a thousand calls", () => {
    let call = 0;
    const bytes = bytesPerCall(() => {
      call = (call + 1) | 0;
      if (call % 1000 === 0) kept[0] = numbers[1] / 3 + numbers[2];
    });
    // ten boxes in ten thousand calls, of which one may be lost
    expect(bytes).toBeGreaterThan(0.014);
    expect(bytes).toBeLessThanOrEqual(0.016);
  });

  test("sees a float returned from a function that is not inlined", () => {
    const functions = [(x: number) => x * 1.5, (x: number) => x + 0.25, (x: number) => x - 0.5, (x: number) => -x];
    functions.push(
      (x: number) => x / 3,
      (x: number) => x * x,
    );
    let k = 0;
    const bytes = bytesPerCall(() => {
      k = (k + 1) % functions.length;
      numbers[2] = functions[k](numbers[1]);
    });
    expect(bytes).toBeGreaterThanOrEqual(12);
  });

  test("sees an array of a thousand numbers", () => {
    const bytes = bytesPerCall(() => {
      kept[0] = new Array(1000).fill(box.value);
    });
    expect(bytes).toBeGreaterThan(4000);
    expect(bytes).toBeLessThan(10_000);
  });

  test("sees a view of a typed array", () => {
    const bytes = bytesPerCall(() => {
      kept[0] = numbers.subarray(0, 2);
    });
    expect(bytes).toBeGreaterThan(50);
  });
});

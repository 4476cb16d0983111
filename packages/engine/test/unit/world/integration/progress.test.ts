/** Islands that crawl are told from those with much to do. */
import { describe, expect, test } from "vitest";
import { Progress } from "../../../../src/world/integration/progress.js";

/** So many steps, each that long, with or without an event at its end; the first verdict. */
function run(count: number, dt: number, event: "none" | "told" | "silent", t0 = 0): string | null {
  const progress = new Progress();
  for (let k = 0; k < count; k++) {
    progress.countStep(Float64Array.of(t0 + k * dt), 0);
    if (event !== "none") progress.countEvent(event === "told");
    const verdict = progress.judge();
    if (verdict !== null) return verdict;
  }
  return null;
}

describe("Progress", () => {
  test("much to do in a short time is none of its business", () => {
    expect(run(1e5, 1e-8, "told")).toBe(null);
    expect(run(1e5, 2e-9, "silent")).toBe(null);
    expect(run(1e5, 1e-12, "none")).toBe(null);
  });

  test("events, steps and changes of contacts that take no time are", () => {
    expect(run(1e5, 1e-15, "told")).toContain("events within");
    expect(run(1e5, 1e-15, "none")).toContain("steps within");
    expect(run(1e5, 1e-10, "silent")).toContain("contacts changed");
    // what is told ends a row of changes
    expect(run(1e4, 1e-10, "told")).toBe(null);
  });

  test("time is measured against the clock, and back is forward", () => {
    expect(run(1e5, 1e-8, "silent", 1e4)).toContain("contacts changed");
    expect(run(1e5, -1e-8, "told")).toBe(null);
    const progress = new Progress();
    for (let k = 0; k < 5000; k++) {
      progress.countStep(Float64Array.of(1), 0);
      progress.countEvent(true);
      if (k % 1000 === 0) progress.reset();
      expect(progress.judge()).toBe(null);
    }
  });
});

/** What a gap can be within a step: the least of the bound against a scan of it, and against motions that keep to what it asks. */
import { boundAngle, findLeastBetween, Span } from "@rigor/engine/collide";
import { createRng, nextInRange } from "@rigor/engine/math";
import { expect, test } from "vitest";

const span = new Float64Array(Span.size);

function findLeast(s0: number, s1: number, q: number): number {
  span[Span.s0] = s0;
  span[Span.s1] = s1;
  span[Span.q] = q;
  findLeastBetween(span);
  return span[Span.least];
}

test("the least of the bound is that of a scan", () => {
  const rng = createRng(1);
  const scans = 1000;
  for (let k = 0; k < 200; k++) {
    const [s0, s1, q] = [nextInRange(rng, -1, 1), nextInRange(rng, -1, 1), nextInRange(rng, 0, 4)];
    let least = Infinity;
    for (let i = 0; i <= scans; i++) {
      const xi = i / scans;
      least = Math.min(least, (1 - xi) * s0 + xi * s1 - q * xi * (1 - xi));
    }
    const found = findLeast(s0, s1, q);
    expect(found).toBeLessThanOrEqual(least + 1e-15);
    // between two places of the scan it falls by q/(2 scans)² at most
    expect(found).toBeGreaterThanOrEqual(least - q / (4 * scans * scans) - 1e-15);
  }
});

test("it is met where s'' is as large as it may be", () => {
  // s = t² − t/2 from 0 to 1, α = 2: the least is −1/16 at t = 1/4
  expect(findLeast(0, 0.5, 1)).toBe(-1 / 16);
  // nothing bends
  expect(findLeast(0.25, 0.5, 0)).toBe(0.25);
  expect(findLeast(0.5, 0.25, 0)).toBe(0.25);
});

test("a chord bounds its angle from above, and by no more than 6 %", () => {
  for (let angle = 1e-9; angle < Math.PI / 3; angle += 1e-3) {
    const bound = boundAngle(2 * Math.sin(angle / 2));
    expect(bound / angle).toBeGreaterThanOrEqual(1 - 1e-15);
    expect(bound / angle).toBeLessThan(1.06);
  }
});

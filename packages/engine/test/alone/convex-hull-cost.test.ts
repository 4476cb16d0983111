import { createRng, nextOnSphere } from "@rigor/engine/math";
import { expect, test, vi } from "vitest";
import { computeConvexHull } from "../../src/rigid/hull/convex-hull.js";

/** How often a sign was taken: the same on every machine, unlike time. */
const count = vi.hoisted(() => ({ calls: 0 }));

vi.mock("../../src/math/vectors-and-matrices/orient3.js", async (importOriginal) => {
  const { orient3 } = await importOriginal<typeof import("../../src/math/vectors-and-matrices/orient3.js")>();
  const counted: typeof orient3 = (a, i, b, j, c, k, d, l) => {
    count.calls++;
    return orient3(a, i, b, j, c, k, d, l);
  };
  return { orient3: counted };
});

test("n points on a sphere take of the order of n log n signs", () => {
  const rng = createRng(3);
  for (const n of [500, 2000, 8000]) {
    const points = new Float64Array(3 * n);
    for (let i = 0; i < points.length; i += 3) nextOnSphere(points, i, rng);
    count.calls = 0;
    expect(computeConvexHull(points).faces.length).toBe(2 * n - 4);
    // 3.8, 3.8 and 4.2 n log₂ n; by n² the last would be 16 times as many for n as the first
    expect(count.calls / (n * Math.log2(n))).toBeGreaterThan(3);
    expect(count.calls / (n * Math.log2(n))).toBeLessThan(5);
  }
});

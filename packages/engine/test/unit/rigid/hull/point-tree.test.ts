/** What a tree of points says is what a look at each point says. */
import { expect, test } from "vitest";
import { createRng, nextOnSphere, nextUniform } from "../../../../src/math/index.js";
import { measureHeight, PointTree } from "../../../../src/rigid/hull/point-tree.js";

test.each(["in a ball", "on a sphere", "on a lattice", "in one place"])("points %s above planes", (kind) => {
  const rng = createRng(7);
  const v = new Float64Array(3);
  const count = 700;
  const x = new Float64Array(3 * count);
  for (let p = 0; p < count; p++) {
    nextOnSphere(v, 0, rng);
    for (let k = 0; k < 3; k++) {
      if (kind === "in a ball") x[3 * p + k] = v[k] * nextUniform(rng);
      else if (kind === "on a sphere") x[3 * p + k] = v[k];
      else if (kind === "on a lattice") x[3 * p + k] = Math.floor(p / 9 ** k) % 9;
      else x[3 * p + k] = 0.1;
    }
  }
  const use = Array.from({ length: count }, (_, p) => p).filter((p) => p % 3 !== 0);
  const tree = new PointTree(x, use);
  const plane = new Float64Array(6);
  let above = 0;
  for (let round = 0; round < 300; round++) {
    nextOnSphere(plane, 0, rng);
    // through points, so that some are in the plane but for rounding
    const through = 3 * Math.floor(count * nextUniform(rng));
    for (let k = 0; k < 3; k++) plane[3 + k] = x[through + k];
    const highest = Math.max(...use.map((p) => measureHeight(plane, x, p)));
    for (const height of [highest, highest - 1e-13, 0.5 * highest, 0]) {
      const isAbove = use.some((p) => measureHeight(plane, x, p) > height);
      expect(tree.hasAbove(plane, height)).toBe(isAbove);
      expect(tree.hasAbove(plane, height, (p) => p % 2 === 0)).toBe(
        use.some((p) => p % 2 === 0 && measureHeight(plane, x, p) > height),
      );
      if (isAbove) above++;
    }
  }
  if (kind !== "in one place") expect(above).toBeGreaterThan(100);
});

/** Checks of lists of points and of sizes. */
import { fail, requireVector } from "../../math/index.js";
import { leastLength, mostLength } from "./parameters.js";

const unitCure = "choose another unit of length";

/** Throws unless `size`, a length that has been found finite, is one that can be computed with. */
export function requireSize(path: string, size: number, what = "long"): void {
  if (size >= leastLength && size <= mostLength) return;
  fail(
    "out-of-range",
    path,
    `must be from ${leastLength} to ${mostLength} m ${what}`,
    size,
    "choose another unit of length",
  );
}

/** Returns points as one flat list: three numbers each, in one list or as triples. */
export function flatten(path: string, points: ArrayLike<number> | readonly ArrayLike<number>[]): Float64Array {
  if (typeof points !== "object" || points === null || !Number.isInteger(points.length)) {
    fail("not-a-list", path, "must be a list of points", points, "for example [[0, 0, 0], [1, 0, 0], …]");
  }
  const list = Array.from(points as ArrayLike<unknown>);
  const numbers = list.flatMap((entry, k) => {
    if (typeof entry === "number") return [entry];
    requireVector(`${path}[${k}]`, entry as ArrayLike<number>);
    return Array.from(entry as ArrayLike<number>);
  });
  const bad = numbers.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0) fail("not-finite", `${path}[${bad}]`, "must be a finite number", numbers[bad]);
  if (numbers.length % 3 !== 0) fail("wrong-length", path, "must be three numbers a point", numbers.length);
  const far = numbers.findIndex((value) => Math.abs(value) > mostLength);
  if (far >= 0) fail("out-of-range", `${path}[${far}]`, `must be at most ${mostLength} m`, numbers[far], unitCure);
  return Float64Array.from(numbers);
}

/** Returns the largest extent of points along an axis, m. */
export function measureSpread(corners: Float64Array): number {
  let spread = 0;
  for (let axis = 0; axis < 3; axis++) {
    let low = Infinity;
    let high = -Infinity;
    for (let k = axis; k < corners.length; k += 3) {
      low = Math.min(low, corners[k]);
      high = Math.max(high, corners[k]);
    }
    spread = Math.max(spread, high - low);
  }
  return spread;
}

/** What the shapes ask of lists of points, and of sizes. */
import { fail, requireVector } from "../../math/index.js";

/** Lengths between which no product of six of them, of which there are some, leaves what a double can hold, m. */
const leastSize = 1e-30;
const mostSize = 1e30;
const unitCure = "choose another unit of length";

/** Throws unless `size`, a length that has been found finite, is one that can be computed with. */
export function requireSize(path: string, size: number, what = "long"): void {
  if (size >= leastSize && size <= mostSize) return;
  fail(
    "out-of-range",
    path,
    `must be from ${leastSize} to ${mostSize} m ${what}`,
    size,
    "choose another unit of length",
  );
}

/** Points as one flat list: three numbers each, in one list or as triples. */
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
  const far = numbers.findIndex((value) => Math.abs(value) > mostSize);
  if (far >= 0) fail("out-of-range", `${path}[${far}]`, `must be at most ${mostSize} m`, numbers[far], unitCure);
  return Float64Array.from(numbers);
}

/** The largest extent of points along an axis. */
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

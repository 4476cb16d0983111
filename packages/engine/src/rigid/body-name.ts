/**
 * How bodies are named. A body has a row in the tables of its system; when it is removed another body may be given the row.
 * So that nobody takes the one for the other, the name of a body counts how many had its row before:
 *
 *   name = row + 2²⁴ · (how many bodies had the row before)
 *
 * As long as nothing is removed, names and rows are the same: 0, 1, 2, …
 */
import { fail } from "../math/index.js";

/** Rows that a table may have. Names stay exact up to 2⁵³: half a billion bodies one after the other in a row. */
export const rowLimit: number = 2 ** 24;

/** The row of a body. Whether the body is still there, `RigidSystem.requireBody` tells. */
export function rowOf(body: number): number {
  return body % rowLimit;
}

/** Rows of bodies that were removed, as the table of names has them: the name that was there, turned below zero. */
export function markRemoved(name: number): number {
  return -1 - name;
}

/** The name of the body that is given a row which had `mark` of `markRemoved`. */
export function nameNext(mark: number): number {
  return -1 - mark + rowLimit;
}

/** Throws for a body that is not in a table of `count` rows. */
export function refuseBody(path: string, body: number, names: Float64Array, count: number): never {
  const row = rowOf(body);
  const isName = Number.isInteger(body) && body >= 0 && row < count;
  // the last that had the row, whether it is there or not
  const last = isName ? Math.max(names[row], -1 - names[row]) : -1;
  if (isName && body <= last) {
    return fail("removed", path, "must not have been removed", body, "bodies that are gone stay gone");
  }
  const cure = "add bodies before what names them";
  return fail("no-such-body", path, `must be a body from 0 to ${count - 1}`, body, cure);
}

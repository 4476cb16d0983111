/**
 * Names of bodies. A body has a row in the tables of its system; after its removal another body may take the row. The name of a
 * body therefore counts the bodies that had its row before:
 *
 *   name = row + 2²⁴ · (number of bodies that had the row before)
 *
 * As long as nothing is removed, names and rows are equal: 0, 1, 2, …
 */
import { fail } from "../../math/index.js";

/** Largest number of rows of a table. Names are exact up to 2⁵³: half a billion bodies one after the other in a row. */
export const rowLimit: number = 2 ** 24;

/** Returns the row of a body, whether or not it has been removed: see `RigidSystem.requireBody`. */
export function rowOf(body: number): number {
  return body % rowLimit;
}

/** Returns the mark of a removed body in the table of names: its name, mapped below zero. */
export function markRemoved(name: number): number {
  return -1 - name;
}

/** Returns the name of the next body in a row that has a mark of `markRemoved`. */
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

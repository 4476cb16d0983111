/** The context of the semantic checks: the ids of the file, and which entries passed the syntactic check. */

import type { Kind } from "../format/index.js";
import type { FieldCheck } from "./check-fields.js";

/** The entry that an id names. */
export interface DeclaredId {
  /** The kind of the entry. */
  readonly kind: Kind;
  /** The place of the entry in the file. */
  readonly path: string;
}

/** The context in which entries are checked. */
export interface CheckContext {
  /** The check that gathers faults. */
  readonly check: FieldCheck;
  /** The entries by their ids. */
  readonly ids: ReadonlyMap<string, DeclaredId>;
  /** Checks an entry; of one with faults the keys at fault are left out. */
  visit<T>(path: string, entry: T, look: (entry: T) => void): void;
}

/** The entries of a list of the file; none if it is not a list. */
export function listEntries<T>(list: readonly T[] | undefined): readonly T[] {
  return Array.isArray(list) ? list : [];
}

/** Reports a static coefficient of friction below the kinetic one. */
export function checkFriction(
  check: FieldCheck,
  path: string,
  { friction = 0, staticFriction = friction }: { readonly friction?: number; readonly staticFriction?: number },
): void {
  if (staticFriction >= friction) return;
  check.report(`${path}.staticFriction`, "out-of-range", `must be >= friction, ${friction}`, staticFriction);
}

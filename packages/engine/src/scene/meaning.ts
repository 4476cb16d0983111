/** What the checks of single entries share: the ids of the file, and which entries are as the table says. */
import type { FieldCheck } from "./check-fields.js";
import type { Kind } from "./table.js";

/** What an id names, and where. */
export interface Thing {
  readonly kind: Kind;
  readonly path: string;
}

/** What the checks of entries need to know. */
export interface Meaning {
  readonly check: FieldCheck;
  readonly ids: ReadonlyMap<string, Thing>;
  /** Looks at an entry; at one with faults without what is at fault. */
  visit<T>(path: string, entry: T, look: (entry: T) => void): void;
}

/** A list of the file, if it is one. */
export function listEntries<T>(list: readonly T[] | undefined): readonly T[] {
  return Array.isArray(list) ? list : [];
}

/** What sticks does so at least as well as what slides. */
export function checkFriction(
  check: FieldCheck,
  path: string,
  { friction = 0, staticFriction = friction }: { readonly friction?: number; readonly staticFriction?: number },
): void {
  if (staticFriction >= friction) return;
  check.report(`${path}.staticFriction`, "out-of-range", `must be >= friction, ${friction}`, staticFriction);
}

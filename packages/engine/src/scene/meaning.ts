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
  /** Whether an entry is as the table says. */
  isSound(path: string): boolean;
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

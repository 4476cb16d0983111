/** Names of parts in messages. */

import type { PartTable } from "../../contact/index.js";
import type { RigidSystem } from "../../rigid/index.js";

/** Returns the name of the body or particle of part p. */
export function namePart({ names }: RigidSystem, { body, particle }: PartTable, p: number): string {
  return body[p] >= 0 ? `body ${names[body[p]]}` : `particle ${particle[p]}`;
}

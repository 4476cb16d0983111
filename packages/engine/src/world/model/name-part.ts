/** Names of parts in messages. */

import type { PartTable } from "../../contact/index.js";
import type { RigidSystem } from "../../rigid/index.js";

/** What a part is of, in words. */
export function namePart({ names }: RigidSystem, { body, particle }: PartTable, p: number): string {
  return body[p] >= 0 ? `body ${names[body[p]]}` : `particle ${particle[p]}`;
}

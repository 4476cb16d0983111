/** Outcome of the last event of an island. */
import type { Standing } from "../record/index.js";
import type { FrozenContact } from "./frozen-interface.js";

/** Outcome of the last event of an island, and its frozen contacts. */
export class IslandStatus {
  /** Whether an event of the island has been handled before. */
  hasHandledEvent = false;
  /** Whether forces grow without bound from here on, as a sliding contact jams (Painlevé paradox): see frictional-impacts.ts. */
  isJammed = false;
  /** Contacts at the last event: their number, the number of active ones, their rank, and whether their forces are unique. */
  readonly standing: Standing = { contacts: 0, holding: 0, rank: 0, isUnique: true };
  /** Frozen contacts with bodies of other islands. */
  frozenContacts: readonly FrozenContact[] = [];
}

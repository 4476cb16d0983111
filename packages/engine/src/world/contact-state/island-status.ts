/** What the last event has left an island in. */
import type { Standing } from "../record/index.js";
import type { FrozenContact } from "./frozen-interface.js";

export class IslandStatus {
  /** Whether an event of the island has been handled before. */
  isSettled = false;
  /** Whether forces grow beyond all bounds from here on, as a sliding contact jams (Painlevé): see frictional-impacts.ts. */
  isJammed = false;
  /** Contacts at the last event: how many, how many of them active, their rank, and whether their forces are unique. */
  readonly standing: Standing = { contacts: 0, holding: 0, rank: 0, isUnique: true };
  /** Contacts with bodies that sleep beside the island or move by themselves. */
  ties: readonly FrozenContact[] = [];
}

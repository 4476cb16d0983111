/** What is known of the contacts of an island, before anything is solved: the parts that all later rooms read. */
import type { Island, JointFrictionRows, JointLimitRows } from "../island/index.js";
import type { CandidatePairs } from "./candidate-pairs.js";
import type { ContactSet } from "./contact-set.js";
import type { Display } from "./display.js";
import type { IslandMemory } from "./island-memory.js";
import type { IslandStatus } from "./island-status.js";
import type { WorldContext } from "./world-context.js";

export interface ContactState {
  readonly world: WorldContext;
  readonly island: Island;
  /** Limits of joints. */
  readonly limits: JointLimitRows;
  readonly jointFriction: JointFrictionRows;
  readonly candidates: CandidatePairs;
  readonly contactSet: ContactSet;
  readonly memory: IslandMemory;
  readonly display: Display;
  readonly status: IslandStatus;
}

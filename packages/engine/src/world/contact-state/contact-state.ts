/** State of the contacts of an island, before anything is solved: the parts that all later rooms read. */
import type { Island, JointFrictionRows, JointLimitRows } from "../island/index.js";
import type { CandidatePairs } from "./candidate-pairs.js";
import type { ContactSet } from "./contact-set.js";
import type { Display } from "./display.js";
import type { IslandMemory } from "./island-memory.js";
import type { IslandStatus } from "./island-status.js";
import type { WorldContext } from "./world-context.js";

/** State of the contacts of an island, as parts. */
export interface ContactState {
  /** Tables, settings, solvers and records of the world. */
  readonly world: WorldContext;
  /** Equations of motion of the island. */
  readonly island: Island;
  /** Limits of joints. */
  readonly limits: JointLimitRows;
  /** Frictions of joints. */
  readonly jointFriction: JointFrictionRows;
  /** Pairs of parts that may meet. */
  readonly candidates: CandidatePairs;
  /** Contacts at the present state. */
  readonly contactSet: ContactSet;
  /** States of contacts and pairs that outlast an event. */
  readonly memory: IslandMemory;
  /** Contacts and reactions as they are shown. */
  readonly display: Display;
  /** Outcome of the last event. */
  readonly status: IslandStatus;
}

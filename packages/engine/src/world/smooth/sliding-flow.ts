/** The flow of an island with friction between two events, as the laws of slow slip see it. */
import type { FrictionContactSolver } from "../../linalg/index.js";
import type { IslandCones } from "../assembly/index.js";
import type { ContactState } from "../contact-state/index.js";
import type { ContactModes, SlipThresholds } from "./contact-modes.js";

/** Contacts of an island, and the work that their problem may take. */
export interface FlowContext extends ContactState {
  /** Work budget of the island. */
  readonly budget: {
    /** Largest number of factorisations for a problem with `count` contacts. */
    findLimit(count: number): number;
  };
}

/** Contacts, modes and forces of an island between two events. */
export interface SlidingFlow {
  /** Contacts of the island. */
  readonly context: FlowContext;
  /** Active contacts as cones. */
  readonly cones: IslandCones;
  /** Solver that found the forces last. */
  readonly solver: FrictionContactSolver;
  /** Modes, directions and forces of the contacts. */
  readonly modes: ContactModes;
  /** Slip speeds at which modes change. */
  readonly thresholds: SlipThresholds;
  /** Longest step that the slip law with a lag allows, s. */
  readonly pace: Float64Array;
  /** Whether there are many contacts. */
  readonly hasManyContacts: boolean;
  /** Whether some contact is on the edge of its cone and does not slip. */
  readonly hasEdges: boolean;
}

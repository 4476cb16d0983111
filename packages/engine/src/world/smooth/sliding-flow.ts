/** The flow of an island with friction between two events, as the laws of slow slip see it. */
import type { ConeSolver } from "../../linalg/index.js";
import type { IslandCones } from "../assembly/index.js";
import type { ContactState } from "../contact-state/index.js";
import type { ContactModes, SlipThresholds } from "./contact-modes.js";

/** Contacts of an island, and how often their problem may be factored. */
export interface FlowContext extends ContactState {
  readonly budget: {
    /** How many factorizations a problem of so many contacts may take. */
    findLimit(count: number): number;
  };
}

export interface SlidingFlow {
  readonly context: FlowContext;
  readonly cones: IslandCones;
  readonly solver: ConeSolver;
  readonly modes: ContactModes;
  readonly thresholds: SlipThresholds;
  /** The longest step that the slip law with a lag allows, s. */
  readonly pace: Float64Array;
  /** Whether there are many contacts. */
  readonly hasManyContacts: boolean;
  /** Whether some contact is on the edge of its cone and does not slip. */
  readonly hasEdges: boolean;
}

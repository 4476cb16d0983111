/** Parts of an island that its flow from event to event reads and writes. */
import type { IslandContext } from "../context/index.js";
import type { DetectionContext } from "../detection/index.js";
import type { SteppingContext } from "../time-stepping/index.js";

/** Parts of an island that this room reads and writes itself: no other part is visible in it, but for island-flow.ts. */
type FlowParts = Pick<
  IslandContext,
  "world" | "island" | "candidates" | "contactSet" | "memory" | "solvers" | "status" | "budget"
>;

/** Parts of an island that its flow needs, with those of the rooms by which it covers steps and takes time steps. */
export type FlowContext = FlowParts & DetectionContext & SteppingContext;

/** Parts of an island by which it is judged to be at rest. */
export type RestContext = Pick<FlowContext, "world" | "island" | "candidates" | "contactSet">;

/** Parts of an island that are measured at the end of a step. */
export type StepEndContext = Pick<FlowContext, "world" | "island" | "solvers">;

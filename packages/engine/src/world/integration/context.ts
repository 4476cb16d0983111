/** The views that integration has of an island. */
import type { IslandContext } from "../context/index.js";
import type { DetectionContext } from "../detection/index.js";
import type { SteppingContext } from "../time-stepping/index.js";

/**
 * Parts of an island that its flow needs: those of the rooms by which it covers steps and takes time steps, and the work budget.
 */
export type FlowContext = DetectionContext & SteppingContext & Pick<IslandContext, "budget">;

/** Parts of an island by which it is judged to be at rest. */
export type RestContext = Pick<FlowContext, "world" | "island" | "candidates" | "contactSet">;

/** Parts of an island that are measured at the end of a step. */
export type StepEndContext = Pick<FlowContext, "world" | "island" | "solvers">;

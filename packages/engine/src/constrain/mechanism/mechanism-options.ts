/**
 * The choices of a mechanism.
 *
 *   C̈ = −k_s C − k_d Ċ        k_s = 1/τ²,  k_d = 2/τ: without overshoot, over a time τ (Barzel and Barr)
 *
 * Follows: Constrained Dynamics, sections 2.2 and 3.
 */
import { fail, requireNonNegative, requirePositive } from "../../math/index.js";
import { requireKnown } from "../model/index.js";
import type { SolverMethod } from "../solver/index.js";

/** Options of a mechanism. */
export interface MechanismOptions {
  /** Method by which (11) is solved. Default "direct". */
  readonly solver?: SolverMethod;
  /**
   * Feedback of (11): a time over which errors fade, s, or its two constants. Default none: projection alone keeps the
   * constraints.
   */
  readonly feedback?: number | { readonly stiffness: number; readonly damping: number };
  /** Whether every step ends with a projection onto the constraints. Default true. */
  readonly projection?: boolean;
  /** Tolerance of a projection, m or rad. Default 1e-13. */
  readonly tolerance?: number;
}

/** Settings of a mechanism: its options with defaults. */
export interface MechanismSettings {
  readonly solver: SolverMethod;
  /** Feedback constant k_s, 1/s². */
  readonly stiffness: number;
  /** Feedback constant k_d, 1/s. */
  readonly damping: number;
  readonly projection: boolean;
  readonly tolerance: number;
}

const methods: readonly SolverMethod[] = ["direct", "dense", "conjugate-gradients"];
const keys = ["solver", "feedback", "projection", "tolerance"];

/** Checks the options of a mechanism, and adds the defaults. */
export function createOptions(options: MechanismOptions): MechanismSettings {
  requireKnown("options", options, keys);
  const { solver = "direct", feedback = { stiffness: 0, damping: 0 }, projection = true, tolerance = 1e-13 } = options;
  if (!methods.includes(solver)) {
    fail("unknown-method", "options.solver", `must be one of ${methods.join(", ")}`, solver);
  }
  if (typeof projection !== "boolean") fail("not-a-boolean", "options.projection", "must be true or false", projection);
  requirePositive("options.tolerance", tolerance);
  if (typeof feedback === "number") {
    requirePositive("options.feedback", feedback, "leave it out for none");
    return { solver, projection, tolerance, stiffness: 1 / (feedback * feedback), damping: 2 / feedback };
  }
  requireKnown("options.feedback", feedback, ["stiffness", "damping"]);
  requireNonNegative("options.feedback.stiffness", feedback.stiffness);
  requireNonNegative("options.feedback.damping", feedback.damping);
  return { solver, projection, tolerance, stiffness: feedback.stiffness, damping: feedback.damping };
}

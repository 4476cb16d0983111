/**
 * A mechanism as its own functions see it: assembly, and the search for numbers that are not finite and constraints that are
 * broken.
 */
import type { Constraint, MechanismForce, MechanismState } from "../model/index.js";
import type { Constrained } from "../projection/index.js";

/** A mechanism with its constraints, its forces and its whole state. */
export interface MechanismModel extends Constrained, MechanismState {
  /** All constraints, in the order of their rows. */
  readonly constraints: readonly Constraint[];
  /** Forces along coordinates of joints and on generalized bodies. */
  readonly forces: readonly MechanismForce[];
  /** Whether every step ends with a projection onto the constraints; tolerance of that, m or rad. */
  readonly settings: { readonly projection: boolean; readonly tolerance: number };
  /** Number of entries of q̇. */
  readonly count: number;
  /** Number of entries of the state, without the clock. */
  readonly dimension: number;
  /** Copies the state, and the clock behind it, into `state`. */
  getState(state: Float64Array): void;
  /** Sets the state and the clock. */
  setState(state: Float64Array): void;
}

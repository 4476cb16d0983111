/**
 * Things with coordinates u of their own (generalized bodies), as the mechanism sees them:
 *
 *   M(u) ü = Q                                                                                                  (13)
 *
 *   u, u̇   k numbers each, one behind the other in the state
 *   M       JᵀMJ of the equation          Q       JᵀQ − JᵀMJ̇u̇ of the equation: forces less what motion itself asks for
 *
 * Follows: Constrained Dynamics, sections 5 and 5.1.
 */
import type { Mechanism } from "./mechanism.js";

export interface Coordinates {
  /** Said in reports: "bead", "arm", … */
  readonly name: string;
  /** k. */
  readonly width: number;
  /** u and u̇ at the start: 2k numbers. */
  readonly initial: ArrayLike<number>;
  /** Q, k numbers: written by `computeForces`, added to by constraints. */
  readonly force: Float64Array;
  /** Makes everything agree with u at `state[o …]` and u̇ at `state[o + k …]`. */
  derive(state: Float64Array, o: number): void;
  /** Clears Q, and adds the forces and what motion itself asks for. */
  computeForces(mechanism: Mechanism): void;
  /** x ← M⁻¹ x, for the k numbers at `x[o …]`. */
  multiplyInverse(x: Float64Array, o: number): void;
  /** ½ u̇ᵀ M u̇, J. */
  kineticEnergy(): number;
  /** The same, added to `out[o]`: no number is handed back, as each would be garbage of a step. Without it there is some. */
  addKineticEnergy?(out: Float64Array, o: number): void;
  /** J; of its own forces. */
  potentialEnergy(): number;
}
